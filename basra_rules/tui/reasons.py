"""Why a card takes nothing, scores no bonus or can't be played: the rule, where it stands, what it found.

For a whole hand each rule gets one line that names what is lacking; for one card or one capture the
rule is quoted and every part of its condition is shown with its value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import format_play
from basra_rules.engine.bonuses import situation
from basra_rules.engine.layout import way_situation
from basra_rules.engine.legality import refuse
from basra_rules.exact import format_number
from basra_rules.expression.explaining import explain
from basra_rules.expression.features import names_used
from basra_rules.expression.tree import SingleCard
from basra_rules.rules.model import Grouping
from basra_rules.scenarios.deciding import explanation_lines
from basra_rules.tui.clauses import describe_clause, every_bonus, every_way, locate_clause, name_clause
from basra_rules.tui.offers import describe_choice, weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from basra_rules.cards import Card
    from basra_rules.engine.state import Action, Illegal, Table
    from basra_rules.expression.explaining import Explanation
    from basra_rules.expression.situation import Situation
    from basra_rules.rules.model import Bonus, Rules
    from basra_rules.tui.clauses import Way
    from basra_rules.tui.offers import Choice, Offer


def explain_hand(rules: Rules, table: Table, offers: Iterable[Offer]) -> tuple[str, ...]:
    """Return in short why each card of the hand can do no better."""
    lines: list[str] = []
    for offer in offers:
        if offer.refusal is not None:
            lines += explain_offer(rules, table, offer)
        else:
            lines += _explain_legal(rules, table, _best(offer).action, in_full=False)
    return tuple(lines)


def explain_offer(rules: Rules, table: Table, offer: Offer) -> tuple[str, ...]:
    """Return why the card can do no better; of many captures, the one that scores most stands for all."""
    if offer.refusal is not None:
        return f"{offer.card} can't be played now", *_indent(explain_refusal(offer.refusal))
    return tuple(_explain_legal(rules, table, _best(offer).action, in_full=True))


def _best(offer: Offer) -> Choice:
    return max(offer.choices, key=lambda choice: choice.points)


def explain_action(rules: Rules, table: Table, action: Action) -> tuple[str, ...]:
    """Return why a play is refused, or scores no bonus."""
    illegal = refuse(rules, table, action)
    if illegal is None:
        return tuple(_explain_legal(rules, table, action, in_full=True))
    return f"{format_play(action.card, action.captured)} is refused", *_indent(explain_refusal(illegal))


def explain_refusal(illegal: Illegal) -> tuple[str, ...]:
    """Return what is wrong with a play, and the rule that says so."""
    rule = (f"rule {describe_clause(illegal.rule)}",) if illegal.rule else ()
    return illegal.message, *rule


def _explain_legal(rules: Rules, table: Table, action: Action, *, in_full: bool) -> Iterator[str]:
    choice = weigh(rules, table, action)
    if not action.captured:
        yield f"{action.card} takes nothing"
        yield from _indent(_way_reasons(rules, table, action.card, in_full=in_full))
    elif choice.scored:
        yield f"{action.card} {describe_choice(choice)}"
    else:
        yield f"{action.card} {describe_choice(choice)}, but scores no bonus"
        yield from _indent(_bonus_reasons(rules, table, action, _whole_reason if in_full else _short_reason))


def _way_reasons(rules: Rules, table: Table, card: Card, *, in_full: bool) -> Iterator[str]:
    """Yield why each way in which the card captures finds nothing here."""
    every = every_way(rules.capture.ways[card])
    if not table.floor:
        yield "no cards lie on the floor"
    elif not every:
        yield "no way of capturing is for this card"
    else:
        now = way_situation(table, card)
        name = describe_clause if in_full else locate_clause
        for way in every:
            if way.when is None or way.when(now):
                yield f"{_lacks(way)}: {name(way.clause)}"
            else:
                yield from _no_such_case(way, rules, now, in_full=in_full)


def _no_such_case(way: Way, rules: Rules, now: Situation, *, in_full: bool) -> Iterator[str]:
    """Yield which part of a way's condition does not hold, and the top card where it asks for that."""
    assert way.when_tree is not None
    found = explain(way.when_tree, rules.tables, now)
    asks_top = now.top is not None and SingleCard.TOP in names_used(way.when_tree)
    if in_full:
        yield f"it does not apply here: {describe_clause(way.clause)}"
        yield from _indent(explanation_lines(found))
        yield from _indent([f"{SingleCard.TOP}: {now.top}"] if asks_top else [])
    else:
        top = f" ({SingleCard.TOP}: {now.top})" if asks_top else ""
        yield f"does not hold: {', '.join(_lacking(found))}{top} · {locate_clause(way.clause)}"


def _lacks(way: Way) -> str:
    if isinstance(way, Grouping):
        return f"no {way.smallest} or more cards total {format_number(way.total)}"
    return "no such card lies on the floor"


def _bonus_reasons(
    rules: Rules, table: Table, action: Action, tell: Callable[[Bonus, Explanation], Iterable[str]]
) -> Iterator[str]:
    """Yield what each bonus lacks that the card could score; if it could score none, what all lack."""
    now = situation(table, action)
    for bonus in rules.bonuses[action.card] or every_bonus(rules):
        yield from tell(bonus, explain(bonus.condition, rules.tables, now))


def _short_reason(bonus: Bonus, found: Explanation) -> Iterator[str]:
    yield f"does not hold: {', '.join(_lacking(found))} · {locate_clause(bonus.clause)}"


def _whole_reason(bonus: Bonus, found: Explanation) -> Iterator[str]:
    yield name_clause(bonus.clause)
    yield from _indent(explanation_lines(found))


_MANY = 4


def _lacking(found: Explanation) -> list[str]:
    """Return the innermost parts for want of which the condition does not hold, with the numbers in them."""
    wanting = [part for part in found.parts if part.value is False]
    if wanting and len(wanting) <= _MANY:
        return [text for part in wanting for text in _lacking(part)]
    numbers = [
        f"{part.text} is {format_number(part.value)}" for part in found.parts if not isinstance(part.value, bool)
    ]
    return [f"{found.text} ({', '.join(numbers)})" if numbers else found.text]


def _indent(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)
