"""Which rules decided an expectation, and what they made of the play: for reports and for `judge`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import format_cards
from basra_rules.engine.bonuses import score_bonuses, situation
from basra_rules.engine.captures import finds_group
from basra_rules.exact import Number, format_number
from basra_rules.expression.explaining import Explanation, explain
from basra_rules.scenarios.outcome import Deciding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.engine.state import Action, Table
    from basra_rules.expression.situation import Situation
    from basra_rules.rules.model import Grouping, Pick, Rules, Ways, Whole
    from basra_rules.scenarios.setting import Setting


def deciding_rules(setting: Setting, key: str) -> Iterator[Deciding]:
    """Yield the rules behind what is the case for an expectation."""
    asked = setting.asked
    if asked is None:
        if key in ("points", "carry", "void"):
            yield from (Deciding(award.clause, "counted") for award in setting.rules.scoring.awards)
        if key in ("over", "winner"):
            yield from (Deciding(clause, "decides") for clause in setting.rules.match.clauses)
    elif asked.refusal is not None:
        if asked.refusal.rule is not None:
            yield Deciding(asked.refusal.rule, asked.refusal.message)
    elif key in ("points", "bonuses"):
        yield from bonus_verdicts(setting.rules, asked.table, asked.action)
    elif key in ("legal", "illegal", "takes"):
        yield from way_verdicts(setting.rules, asked.table, asked.action)


def bonus_verdicts(rules: Rules, table: Table, action: Action) -> Iterator[Deciding]:
    """Yield every bonus that the played card could score, with whether it does and why."""
    if not action.captured:
        return
    scored = {one.bonus.name: one.points for one in score_bonuses(rules, table, action)}
    now = situation(table, action)
    for bonus in rules.bonuses[action.card]:
        reason = explain(bonus.condition, rules.tables, now)
        yield Deciding(bonus.clause, _verdict(scored.get(bonus.name), reason), tuple(explanation_lines(reason)))


def _verdict(points: Number | None, reason: Explanation) -> str:
    if points is not None:
        return f"scores {format_number(points)}"
    return "holds, but another scores instead" if reason.value else "does not score"


def explanation_lines(reason: Explanation, indent: str = "") -> Iterator[str]:
    """Yield an explanation line by line: each part with what it comes to, its parts indented."""
    value = reason.value
    said = ("yes" if value else "no") if isinstance(value, bool) else format_number(value)
    yield f"{indent}{reason.text}: {said}"
    for part in reason.parts:
        yield from explanation_lines(part, indent + "  ")


def way_verdicts(rules: Rules, table: Table, action: Action) -> Iterator[Deciding]:
    """Yield every way that admits the played card, with what it takes of this floor."""
    ways: Ways = rules.capture.ways[action.card]
    floor = sum(1 << card for card in table.floor)
    now = situation(table, action)
    for whole in ways.wholes:
        cards = whole.cards & floor
        taken = f"takes {format_cards(cards)}" if cards else "finds nothing to take"
        yield _verdict_of_way(rules, whole, now, taken)
    for pick in ways.picks:
        cards = pick.cards & floor
        one = "takes" if cards.bit_count() == 1 else "takes one of"
        yield _verdict_of_way(rules, pick, now, f"{one} {format_cards(cards)}" if cards else "finds nothing to take")
    for grouping in ways.groupings:
        total = format_number(grouping.total)
        finds = finds_group(rules, table, action.card, grouping)
        words = f"may take groups that total {total}" if finds else f"finds no group that totals {total}"
        yield _verdict_of_way(rules, grouping, now, words)


def _verdict_of_way(rules: Rules, way: Whole | Pick | Grouping, now: Situation, taken: str) -> Deciding:
    if way.when is None or way.when(now):
        return Deciding(way.clause, taken)
    parts = () if way.when_tree is None else tuple(explanation_lines(explain(way.when_tree, rules.tables, now)))
    return Deciding(way.clause, "does not apply here", parts)
