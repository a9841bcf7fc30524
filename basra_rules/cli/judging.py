"""The answer of `basra judge`: what a card may take here, what each capture scores, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from basra_rules.cards import Card, CardSet, card_set, format_cards, format_play
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.legality import may_trail, refuse
from basra_rules.engine.state import Action, Table
from basra_rules.engine.table import is_last_play
from basra_rules.errors import UsageError
from basra_rules.exact import Number, exact, format_number
from basra_rules.scenarios.deciding import bonus_verdicts, way_verdicts
from basra_rules.scenarios.plays import after
from basra_rules.scenarios.report import render_deciding

if TYPE_CHECKING:
    from basra_rules.engine.bonuses import Scored
    from basra_rules.engine.captures import Captures
    from basra_rules.engine.state import Illegal
    from basra_rules.rules.model import Bonus, Rules
    from basra_rules.scenarios.outcome import Deciding

LISTED = 100
_TOLD = 12


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a floor, the plays before, the play, and perhaps one capture of it."""

    floor: tuple[Card, ...]
    before: tuple[tuple[Card, CardSet], ...]
    play: tuple[Card, CardSet]
    take: tuple[Card, ...] | None
    hand: tuple[Card, ...]
    last_card: bool = False

    @property
    def asked(self) -> CardSet | None:
        """Return the one capture that is asked about: by `--take`, or by a play written with an x."""
        if self.take is not None:
            return card_set(self.take)
        return self.play[1] or None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the rules say; `refusal` speaks of the one capture that was asked about."""

    rules: Rules
    table: Table
    card: Card
    captures: Captures
    trail: bool
    asked: CardSet | None
    refusal: Illegal | None

    @property
    def exit_code(self) -> int:
        """Return 1 where the capture asked about is refused."""
        return 1 if self.refusal is not None else 0

    def as_json(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        answer: dict[str, Any] = {
            "legal": [self._scored(captured) for captured in self.captures.sets],
            "total": self.captures.total,
            "truncated": self.captures.total > len(self.captures.sets) or not self.captures.exact,
            "trail": self.trail,
        }
        if self.asked is not None:
            answer["take"] = self._in_order(self.asked)
            answer["refused"] = self.refusal is not None
            if self.refusal is not None:
                answer["reason"] = str(self.refusal.reason)
                answer["message"] = self.refusal.message
            elif self.asked:
                answer |= {key: value for key, value in self._scored(self.asked).items() if key != "takes"}
        answer["rules"] = [_rule_json(rule) for rule in self._deciding()]
        return answer

    def _scored(self, captured: CardSet) -> dict[str, Any]:
        scored = score_bonuses(self.rules, self.table, Action(self.card, captured))
        points = sum((one.points for one in scored), 0)
        return {
            "takes": self._in_order(captured),
            "points": _json_number(points),
            "bonuses": [one.bonus.name for one in scored],
        }

    def _in_order(self, captured: CardSet) -> str:
        return format_cards(card for card in self.table.floor if captured >> card & 1)

    def _deciding(self) -> Iterator[Deciding]:
        shown = self.asked or next(iter(self.captures.sets), 0)
        action = Action(self.card, shown)
        yield from way_verdicts(self.rules, self.table, action)
        if self.refusal is None:
            yield from bonus_verdicts(self.rules, self.table, action)

    def as_text(self) -> str:
        """Return the answer for people."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"floor  {' '.join(f'[{card}]' for card in self.table.floor) or '(empty)'}"
        last = ", the last card of the deal" if is_last_play(self.table, self.card) else ""
        yield f"play   {format_play(self.card, self.asked or 0)}{last}"
        if self.asked is None:
            yield from self._overview()
        else:
            yield from self._verdict(self.asked)

    def _overview(self) -> Iterator[str]:
        total, sets = self.captures.total, self.captures.sets
        if not total:
            yield f"{self.card} takes nothing here: it trails."
        else:
            count = (
                "1 legal capture"
                if total == 1
                else f"{'' if self.captures.exact else 'at least '}{total} legal captures"
            )
            yield f"{count}{', or it may trail' if self.trail else ''}:"
        for number, captured in enumerate(sets[:_TOLD], 1):
            yield f"  {number}. {self._in_order(captured)}: {self._points(captured)}"
        if total > _TOLD:
            more = total - min(_TOLD, len(sets))
            yield f"  … and {more} more; `--take` asks about one, `--format json` lists {LISTED}"
        action = Action(self.card, next(iter(sets), 0))
        for rule in way_verdicts(self.rules, self.table, action):
            yield from render_deciding(rule)
        if sets:
            yield from self._bonus_lines(sets[0])

    def _bonus_lines(self, captured: CardSet) -> Iterator[str]:
        verdicts = list(bonus_verdicts(self.rules, self.table, Action(self.card, captured)))
        if verdicts:
            yield f"  taking {self._in_order(captured)}:"
        for rule in verdicts:
            yield from render_deciding(rule)

    def _points(self, captured: CardSet) -> str:
        scored = score_bonuses(self.rules, self.table, Action(self.card, captured))
        if not scored:
            return "no bonus"
        return " + ".join(f"{format_number(one.points)} ({_called(one.bonus, scored)})" for one in scored)

    def _verdict(self, asked: CardSet) -> Iterator[str]:
        if self.refusal is not None:
            yield f"refused: {self.refusal.message}"
            rule = self.refusal.rule
            if rule is not None:
                place = f" ({rule.span.source.name}:{rule.span.line})" if rule.span else ""
                source = f", source {rule.source}" if rule.source else ""
                yield f"  rule `{rule.key}`{place}{source}"
                yield f"    {rule.text}"
        elif asked:
            yield f"legal: {self._points(asked)}"
            for deciding in way_verdicts(self.rules, self.table, Action(self.card, asked)):
                yield from render_deciding(deciding)
            yield from self._bonus_lines(asked)
        else:
            yield "legal: it may trail"


def _called(bonus: Bonus, scored: Sequence[Scored]) -> str:
    """Return the label of a bonus, with its name where another one that is scored is called alike."""
    alike = sum(one.bonus.label == bonus.label for one in scored) > 1
    return f"{bonus.label}: {bonus.name}" if alike and bonus.name != bonus.label else bonus.label


def judge_situation(rules: Rules, question: Question) -> Answer:
    """Return what the rules say.

    Raises:
        UsageError: a card stands in two places or is not in the deck, an earlier play is impossible, or a card is
            left after the last.
    """
    card, _ = question.play
    if question.last_card and question.hand:
        raise UsageError("no card is left after the last card of a deal: leave out `--last-card` or `--hand`")
    _check_cards(rules, question)
    table = Table(question.floor)
    for played, captured in question.before:
        action = Action(played, captured)
        refusal = refuse(rules, Table(table.floor, table.previous, 1 << played), action)
        if refusal is not None:
            raise UsageError(f"`--before {format_play(played, captured)}` is impossible: {refusal.message}")
        table = after(table, action)
    table = Table(table.floor, table.previous, card_set(question.hand) | 1 << card, question.last_card)
    asked = question.asked
    return Answer(
        rules=rules,
        table=table,
        card=card,
        captures=find_captures(rules, table, card, cap=LISTED),
        trail=may_trail(rules, table, card),
        asked=asked,
        refusal=None if asked is None else refuse(rules, table, Action(card, asked)),
    )


def _check_cards(rules: Rules, question: Question) -> None:
    seen: set[Card] = set()
    for played in (*question.floor, *(card for card, _ in question.before), question.play[0], *question.hand):
        if played in seen:
            raise UsageError(f"{played} stands in two places")
        seen.add(played)
    for card in (*seen, *(question.take or ())):
        if not rules.deck >> card & 1:
            raise UsageError(f"{card} is not in the deck of `{rules.name}`")


def _json_number(value: Number) -> int | float:
    value = exact(value)
    return value if isinstance(value, int) else float(value)


def _rule_json(rule: Deciding) -> dict[str, Any]:
    span = rule.clause.span
    return {
        "key": rule.clause.key,
        "text": rule.clause.text,
        "file": span.source.name if span else None,
        "line": span.line if span else None,
        "source": rule.clause.source or None,
        "verdict": rule.verdict,
        "parts": list(rule.parts),
    }
