"""Situations as scenarios: YAML to paste into a scenario file, with what the rules make of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.history import is_start
from basra_rules.analysis.situations import Case, Position, play_before
from basra_rules.analysis.wrapping import folded
from basra_rules.cards import cards_of, format_cards, format_play
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.legality import may_trail, refuse
from basra_rules.engine.state import Action
from basra_rules.engine.table import is_last_play
from basra_rules.exact import plain_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from basra_rules.analysis.situations import Domain
    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.state import Table
    from basra_rules.rules.model import Rules

_MOST_LISTED = 1000

PASTE = "each scenario below says what the rules do now, right or wrong: paste those that say what you mean"
"""What stands above scenarios that are printed to be pasted."""


def scenario_of(  # noqa: PLR0913 - what a scenario may say besides the play
    domain: Domain,
    rules: Rules,
    case: Case,
    name: str,
    options: Mapping[str, str] | None = None,
    *,
    also: Sequence[Rules] = (),
) -> str:
    """Return a play as a scenario that `rules` pass, an item of a list: it expects what they make of it.

    Where a play went before, it is one that the rules in `also` allow too.
    """
    chosen = ", ".join(f"{option}: {choice}" for option, choice in (options or {}).items())
    given = [f"  options: {{{chosen}}}"] if chosen else []
    given += _given(domain, (rules, *also), case)
    return _scenario(name, given, ", ".join(_expected(rules, case)))


def points_scenario_of(domain: Domain, rules: Rules, case: Case, name: str, *, also: Sequence[Rules] = ()) -> str:
    """Do as `scenario_of` without the names of bonuses, which other rules may not know."""
    expected = (one for one in _expected(rules, case) if not one.startswith("bonuses:"))
    return _scenario(name, _given(domain, (rules, *also), case), ", ".join(expected))


def question_of(domain: Domain, rules: Rules, case: Case, name: str, *, also: Sequence[Rules] = ()) -> str:
    """Return a scenario that expects what may be captured, and whether the card may trail."""
    asked = Case(case.table, Action(case.action.card))
    legal = tuple(_legal(rules, asked))
    # where nothing can be captured, that the card may trail does not show among the sets
    trails = "illegal: true" if refuse(rules, asked.table, asked.action) is not None else "" if legal else 'takes: ""'
    expected = [*([trails] if trails else []), f"legal: [{', '.join(legal)}]"]
    return _scenario(name, _given(domain, (rules, *also), asked), ", ".join(expected))


def _scenario(name: str, given: list[str], expected: str) -> str:
    return "\n".join(map(folded, [f"- name: {quoted(name)}", *given, f"  expect: {{{expected}}}"]))


def _given(domain: Domain, rules: Sequence[Rules], case: Case) -> list[str]:
    """Return the lines that set a play up."""
    floor, plays = setting_of(domain, rules, case)
    rest = case.table.hand & ~(1 << case.action.card)
    return [
        f"  floor: {cards_text(floor)}",
        *([f"  hand: {cards_text(cards_of(rest))}"] if rest else []),
        "  plays: [" + ", ".join(_play(one) for one in plays) + "]",
        *(["  last_card: true"] if is_last_play(case.table, case.action.card) else []),
    ]


def setting_of(domain: Domain, rules: Sequence[Rules], case: Case) -> tuple[tuple[Card, ...], tuple[Action, ...]]:
    """Return the floor and the plays, the last of them the case's own, that lead to a case from a deal's start."""
    table = case.table
    before = None if is_start(table) else play_before(domain, Position(table, case.action.card), rules)
    if before is None:
        return table.floor, (case.action,)
    return before.floor, (before.action, case.action)


def _expected(rules: Rules, case: Case) -> Iterator[str]:
    table, action = case.table, case.action
    if refuse(rules, table, action) is not None:
        yield "illegal: true"
    elif not action.captured:
        yield 'takes: ""'
    else:
        scored = score_bonuses(rules, table, action)
        yield f"points: {plain_number(sum(one.points for one in scored))}"
        yield "bonuses: [" + ", ".join(one.bonus.name for one in scored) + "]"


def _legal(rules: Rules, case: Case) -> Iterator[str]:
    sets = find_captures(rules, case.table, case.action.card, cap=_MOST_LISTED).sets
    yield from (format_cards(captured) for captured in sets)
    if sets and may_trail(rules, case.table, case.action.card):
        yield '""'


def drawn(table: Table, action: Action) -> str:
    """Return a play on one line: `floor 3♣ 5♦ K♠, 8♥ x 3♣ 5♦`."""
    floor = format_cards(table.floor) or "empty"
    return f"floor {floor}, {format_play(action.card, action.captured)}"


def cards_text(cards: Iterable[Card] | CardSet) -> str:
    """Return cards as YAML says them."""
    return format_cards(cards) or '""'


def _play(action: Action) -> str:
    text = format_play(action.card, action.captured)
    return f'"{text}"' if action.captured else text


def quoted(text: str) -> str:
    """Return a text as YAML says it, between quotes where it needs them."""
    plain = text[:1].isalnum() and not any(mark in text for mark in (": ", " #", '"')) and not text.endswith(":")
    return text if plain else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
