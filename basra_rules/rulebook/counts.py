"""A worked count of a deal, out of the profile's reference scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import format_cards
from basra_rules.rulebook.document import Statement
from basra_rules.scenarios.scores import run_score

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from basra_rules.exact import Number
    from basra_rules.rulebook.teller import Teller
    from basra_rules.scenarios.model import SideCount
    from basra_rules.scenarios.reading import ReadScenario


def tell_count(teller: Teller, scenarios: Iterable[ReadScenario]) -> Iterator[Statement]:
    """Yield one count of a finished deal: the first of these scenarios that has cards which score."""
    for read in scenarios:
        scenario = read.scenario
        if scenario is None or scenario.score is None or scenario.score.carry:
            continue
        facts = run_score(teller.rules, read, scenario).facts
        sides = scenario.score.sides
        if any(side.with_ for side in sides) and not facts["void"]:
            told = [_side(teller, *each) for each in zip(range(1, len(sides) + 1), sides, facts["points"], strict=True)]
            yield Statement(" ".join(told))
            return


def _side(teller: Teller, number: int, side: SideCount, points: Number) -> str:
    say = teller.voice
    # L10n: A finished deal is counted. {count} is how many cards a side has captured.
    cards = say.ngettext("{count} card", "{count} cards", side.cards)
    if side.with_:
        # L10n: {count} is such as "29 cards"; {cards} are one or more of them.
        cards = say.gettext("{count}, among them {cards}", count=cards, cards=format_cards(side.with_))
    if side.bonuses:
        # L10n: {cards} is such as "29 cards, among them A♠"; {points} is such as "10 points", scored in play.
        cards = say.gettext("{cards}, and {points} from the play", cards=cards, points=say.points(side.bonuses))
    # L10n: {number} is 1, 2, …; {cards} is such as "29 cards, among them A♠"; {points} is such as "31 points".
    return say.gettext(
        "Side {number} has captured {cards}: {points}.", number=number, cards=cards, points=say.points(points)
    )
