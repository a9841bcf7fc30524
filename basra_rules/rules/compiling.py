"""From a profile to the rules that the engine obeys."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from basra_rules.cards import CARDS, Card, CardSet
from basra_rules.errors import InvariantError
from basra_rules.exact import Number, exact
from basra_rules.expression.compiling import compile_amount, compile_condition, compile_pattern
from basra_rules.expression.features import needs_sweep, reads_only_floor_set
from basra_rules.profile.deck import deck_of, kept_off, matching, tables_of
from basra_rules.profile.differences import flow_text
from basra_rules.profile.readings import source_of
from basra_rules.profile.vocabulary import FloorKind, Groups, KeptOff, Sides
from basra_rules.rules.model import (
    Award,
    Bonus,
    Capture,
    Clause,
    Dealing,
    Grouping,
    MatchRules,
    Pick,
    Rules,
    Scoring,
    Seats,
    Ways,
    Whole,
)

if TYPE_CHECKING:
    from basra_rules.expression.situation import DeckTables
    from basra_rules.profile.expression_fields import AmountField, ConditionField, PatternField
    from basra_rules.profile.models import Profile
    from basra_rules.rules.model import Test


@dataclass(frozen=True, slots=True)
class _Source:
    """A profile and what is derived from it once."""

    profile: Profile
    tables: DeckTables
    deck: CardSet
    clauses: dict[str, Clause] = field(default_factory=dict)

    def clause(self, key: str) -> Clause:
        """Return the rule at `key`; the same object for every card."""
        if key not in self.clauses:
            self.clauses[key] = clause(self.profile, key)
        return self.clauses[key]


def compile_rules(profile: Profile, known: tuple[Profile, Rules] | None = None) -> Rules:
    """Return the profile as rules: everything that depends on a card alone is settled for each card.

    Where the rules of a profile that says much the same are known, what is alike is taken over.
    """
    source = _Source(profile, tables_of(profile), deck_of(profile))
    before, rules = known or (None, None)
    alike = rules if rules and (rules.deck, rules.tables) == (source.deck, source.tables) else None
    same_capture = alike and before and before.capture == profile.capture
    kept = _bonuses_as_before(before, profile) if before and alike else frozenset()
    return Rules(
        name=profile.name,
        title=profile.title or profile.name,
        seats=Seats(profile.seats.players, profile.seats.sides is Sides.PARTNERS, profile.seats.direction),
        deck=source.deck,
        tables=source.tables,
        dealing=_dealing(profile),
        capture=alike.capture if alike and same_capture else _capture(source),
        bonuses=tuple(_bonuses(source, card, _named(alike, card, kept)) for card in CARDS),
        scoring=_scoring(source),
        match=_match(profile),
        bonus_names=tuple(profile.bonuses),
    )


def clause(profile: Profile, key: str) -> Clause:
    """Return the rule at `key` as written, with its place and, where a reading names one, its source."""
    entry = profile.origins.entry(key)
    text = flow_text(entry.value) if entry else ""
    return Clause(key, text.removeprefix("{").removesuffix("}"), profile.span(key), source_of(profile, key))


def _dealing(profile: Profile) -> Dealing:
    dealing = profile.dealing
    keep_off, keep_off_top = kept_off(profile)
    return Dealing(
        packet=dealing.packet,
        singly=dealing.singly,
        floor=dealing.floor,
        hidden=dealing.hidden,
        keep_off=keep_off,
        keep_off_top=keep_off_top,
        kept_off_go=dealing.kept_off_go or KeptOff.BOTTOM,
        refill=dealing.refill,
        leader=dealing.leader,
        next_dealer=dealing.next_dealer,
        remainder=dealing.remainder,
        redeal=tuple((matching(profile, entry.pattern), int(entry.value)) for entry in dealing.redeal),
    )


def _match(profile: Profile) -> MatchRules:
    match = profile.match
    clauses = tuple(clause(profile, f"match.{key}") for key in ("target", "tie"))
    return MatchRules(match.target, match.tie_policy, match.extend, match.games_to_win, clauses)


# Ways


def _capture(source: _Source) -> Capture:
    capture = source.profile.capture
    pile = capture.floor is FloorKind.PILE
    whens = [way.when.tree for way in capture.ways.values() if way.when is not None]
    return Capture(
        pile=pile,
        obligation=capture.obligation,
        groups=capture.groups or Groups.CHOSEN,
        ways=tuple(_ways(source, card) for card in CARDS),
        conditional=pile or not all(reads_only_floor_set(when) for when in whens),
        obligation_clause=source.clause("capture.obligation"),
        groups_clause=source.clause("capture.groups"),
    )


def _ways(source: _Source, card: Card) -> Ways:
    """Return the ways that admit `card`.  Source: key `capture.ways`."""
    wholes: list[Whole] = []
    picks: list[Pick] = []
    groupings: list[Grouping] = []
    for name, way in source.profile.capture.ways.items():
        when = _condition(source, way.when, card)
        if when is False or not _matches(source, way.played, card):
            continue
        test = None if when is True else when
        tree = None if way.when is None else way.when.tree
        written = source.clause(f"capture.ways.{name}")
        if way.takes is not None:
            cards = compile_pattern(way.takes.tree, source.tables, card) & source.deck
            if way.takes_one:
                picks.append(Pick(cards, test, written, tree))
            else:
                wholes.append(Whole(cards, test, written, tree))
        if way.groups_of is not None:
            total = _settled(source, way.groups_of, card)
            groupings.append(Grouping(total, way.smallest_group, way.one_group, test, written, tree))
    return Ways(tuple(wholes), tuple(picks), tuple(groupings))


def _matches(source: _Source, pattern: PatternField, card: Card) -> bool:
    return bool(compile_pattern(pattern.tree, source.tables, card) >> card & 1)


def _condition(source: _Source, written: ConditionField | None, card: Card) -> Test | bool:
    return True if written is None else compile_condition(written.tree, source.tables, card)


def _settled(source: _Source, written: AmountField, card: Card) -> Number:
    """Return an amount that depends on nothing but the card."""
    amount = compile_amount(written.tree, source.tables, card)
    if callable(amount):
        raise InvariantError(f"`{written.node.text}` depends on more than a card")
    return amount


# Bonuses


def _bonuses_as_before(before: Profile, profile: Profile) -> frozenset[str]:
    """Return the bonuses that another profile has too, written alike."""
    return frozenset(name for name, model in profile.bonuses.items() if before.bonuses.get(name) == model)


def _named(rules: Rules | None, card: Card, names: frozenset[str]) -> dict[str, Bonus | None]:
    """Return what some bonuses are where `card` is played; None where one does not score then."""
    if rules is None:
        return {}
    scoring = {bonus.name: bonus for bonus in rules.bonuses[card]}
    return {name: scoring.get(name) for name in names}


def _bonuses(source: _Source, card: Card, known: dict[str, Bonus | None]) -> tuple[Bonus, ...]:
    """Return the bonuses that can score with `card`; one worth 0 is off.  Source: key `bonuses`."""
    found = []
    for index, (name, model) in enumerate(source.profile.bonuses.items()):
        if name in known:
            before = known[name]
            if before is not None:
                found.append(before if before.index == index else replace(before, index=index))
            continue
        when = _condition(source, model.when, card)
        points = compile_amount(model.points.tree, source.tables, card)
        if when is False or points == 0:
            continue
        found.append(
            Bonus(
                name=name,
                label=model.label or name,
                index=index,
                when=None if when is True else when,
                points=points,
                instead_of=model.instead_of,
                condition=model.when.tree,
                clause=source.clause(f"bonuses.{name}"),
                points_tree=model.points.tree,
                needs_sweep=needs_sweep(model.when.tree),
            )
        )
    return tuple(found)


# Scoring


def _scoring(source: _Source) -> Scoring:
    profile = source.profile
    awards = tuple(
        Award(
            name=name,
            label=model.label or name,
            counts=matching(profile, model.counts),
            at_least=model.at_least,
            points=model.points,
            if_nobody=model.if_nobody,
            clause=source.clause(f"scoring.awards.{name}"),
        )
        for name, model in profile.scoring.awards.items()
    )
    return Scoring(tuple(_card_points(source, card) for card in CARDS), awards, profile.scoring.leftover)


def _card_points(source: _Source, card: Card) -> Number:
    """Return what a captured card is worth: every pattern that it matches counts.  Source: key `scoring.cards`."""
    if not source.deck >> card & 1:
        return 0
    matched = (entry for entry in source.profile.scoring.cards if _matches(source, entry.pattern, card))
    return exact(sum((_settled(source, entry.amount, card) for entry in matched), 0))
