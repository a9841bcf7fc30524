"""`basra judge`: settle one situation."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from basra_rules.cli.options import OptionList, ProfileArgument, parse_argument, parse_options


class JudgeFormat(StrEnum):
    """How the answer is printed."""

    TEXT = "text"
    JSON = "json"


def judge(  # noqa: PLR0913 - a command's options are its parameters
    *,
    profile: ProfileArgument,
    floor: Annotated[str, typer.Option(help='The floor, such as "3♣ 5♦ K♠"; on a pile the last card is the top.')],
    play: Annotated[str, typer.Option(help="The card played, such as 8♥.")],
    take: Annotated[
        str | None, typer.Option(help='Ask about one capture, such as "3♣ 5♦"; "" asks whether the card may trail.')
    ] = None,
    before: Annotated[
        list[str] | None, typer.Option(help='An earlier play, such as "4♦" or "8♥ x 3♣ 5♦"; repeatable, in order.')
    ] = None,
    hand: Annotated[
        str, typer.Option(help="The rest of the hand, where the rules ask whether another card can capture.")
    ] = "",
    last_card: Annotated[
        bool,
        typer.Option("--last-card", help="It is the last card of the deal: none is left in a hand or the stock."),
    ] = False,
    option: OptionList = None,
    output: Annotated[JudgeFormat, typer.Option("--format", help="How the answer is printed.")] = JudgeFormat.TEXT,
) -> None:
    """Settle one situation: what a card may take, what it scores, and which rule says so."""
    from basra_rules.cards import parse_cards, parse_play  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.cli.judging import Question, judge_situation  # noqa: PLC0415
    from basra_rules.profile.loading import load_profile  # noqa: PLC0415
    from basra_rules.rules.compiling import compile_rules  # noqa: PLC0415

    rules = compile_rules(load_profile(profile, parse_options(option)))
    question = Question(
        floor=parse_argument("--floor", floor, parse_cards),
        before=tuple(parse_argument("--before", text, parse_play) for text in before or ()),
        play=parse_argument("--play", play, parse_play),
        take=None if take is None else parse_argument("--take", take, parse_cards),
        hand=parse_argument("--hand", hand, parse_cards),
        last_card=last_card,
    )
    answer = judge_situation(rules, question)
    if output is JudgeFormat.JSON:
        import json  # noqa: PLC0415

        typer.echo(json.dumps(answer.as_json(), ensure_ascii=False, indent=2))
    else:
        typer.echo(answer.as_text())
    raise typer.Exit(answer.exit_code)
