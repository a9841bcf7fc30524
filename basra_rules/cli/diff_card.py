"""The answer of `basra diff --card`: one page for a visitor, without the keys of profile files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.analysis.exchanging import differing_rules
from basra_rules.cli.diffing import describe, percent, verdict_of, wrapped
from basra_rules.rulebook.telling import tell_rules_alone
from basra_rules.rulebook.voice import Language, Voice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.comparison import Comparison
    from basra_rules.analysis.paired_deals import PairedDeals
    from basra_rules.profile.models import Profile
    from basra_rules.rulebook.document import Statement

_ON_A_CARD = 6
_SHOWN = ("scoring.cards", "scoring.awards")
"""Rules that a count shows best; those below are told in the rulebook's sentences."""
_TOLD = ("seats", "deck.without", "dealing", "scoring.leftover", "match")


def render_card(comparison: Comparison, width: int | None = None) -> str:
    """Return one page for somebody who knows the first profile and visits a table that plays the second."""
    return wrapped(_lines(comparison), width)


def _lines(comparison: Comparison) -> Iterator[str]:
    one, other = comparison.names
    yield f"# You play {one}; here it is {other}"
    yield ""
    if comparison.proved:
        yield "Play as at home: the two games are proved equal."
        return
    if comparison.deals is not None:
        yield from _deal_lines(comparison.deals)
        yield ""
    shown = [*_situations(comparison), *_counts(comparison)]
    told = list(_sentences(*comparison.profiles, comparison.hidden))
    yield from shown[:_ON_A_CARD]
    if len(shown) > _ON_A_CARD:
        yield f"… and {len(shown) - _ON_A_CARD} more: `basra diff` lists them."
    if shown and told:
        yield ""
        yield "Also:"
    yield from told
    if not shown and not told:
        yield "No small situation is played or scored differently."


def _deal_lines(deals: PairedDeals) -> Iterator[str]:
    share, played = deals.changed.value, f"deals for {deals.players} players"
    told = f"{percent(share)} of the {played} are" if share else f"none of {deals.deals} {played} is"
    yield f"{told[0].upper()}{told[1:]} scored differently ({deals.policy} play)."
    if deals.unlike:
        yield f"With {' or '.join(map(str, deals.unlike))} players the sides are others."


def _situations(comparison: Comparison) -> Iterator[str]:
    labels = [_labels(profile) for profile in comparison.profiles]
    for situation in comparison.situations:
        sides = zip(situation.sides, labels, strict=True)
        at_home, here = (verdict_of(situation, side, called) for side, called in sides)
        yield f"- {describe(situation)}. At home: {at_home}. Here: {here}."


def _labels(profile: Profile) -> dict[str, str]:
    """Return what players call the bonuses; one without a label goes by its name."""
    return {name: bonus.label or name.replace("_", " ") for name, bonus in profile.bonuses.items()}


def _counts(comparison: Comparison) -> Iterator[str]:
    for count in comparison.counts:
        if any(rule.startswith(_SHOWN) for rule in count.rules):
            yield f"- {count.what}. At home: {count.one}. Here: {count.other}."


# What the rulebook says


def _sentences(one: Profile, other: Profile, hidden: Sequence[str]) -> Iterator[str]:
    """Yield what the rulebooks of two profiles say of the rules that differ, where it is not the same.

    Of what is taken and scored in play, only that of `hidden` rules, of which no example was found.
    """
    books = [_statements(profile) for profile in (one, other)]
    seen: set[tuple[str, str]] = set()
    for rule in differing_rules(one, other):
        at_home, here = (_said(book, rule) for book in books)
        if (rule.startswith(_TOLD) or rule in hidden) and at_home != here and (at_home, here) not in seen:
            seen.add((at_home, here))
            yield f"- {_both(at_home, here)}"


def _both(at_home: str, here: str) -> str:
    if at_home and here:
        return f"At home: {at_home} Here: {here}"
    return f"Here: {here}" if here else f"Not here: {at_home}"


def _statements(profile: Profile) -> tuple[Statement, ...]:
    sections = tell_rules_alone(profile, Voice(Language.ENGLISH))
    return tuple(statement for section in sections for statement in section.statements)


def _said(book: Sequence[Statement], rule: str) -> str:
    """Return all that a rulebook says of a rule."""
    found = (one.words for one in book if any(key == rule or key.startswith(f"{rule}.") for key in one.keys))
    return " ".join(found)
