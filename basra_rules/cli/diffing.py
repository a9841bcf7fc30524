"""The answer of `basra diff` as text, and as one page for a visitor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.wrapping import wrap_line
from basra_rules.cards import cards_of, format_cards, format_play
from basra_rules.cli.options import parse_options
from basra_rules.errors import UsageError
from basra_rules.exact import counted, format_number
from basra_rules.profile.loading import load_profile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.comparison import Comparison, Side, Situation
    from basra_rules.analysis.paired_deals import PairedDeals
    from basra_rules.exact import Number
    from basra_rules.profile.models import Profile
    from basra_rules.profile.option_differences import OptionDifference
    from basra_rules.scenarios.outcome import Deciding
    from basra_rules.simulation.statistics import Estimate, Share

_LISTED = 4
_ON_A_CARD = 6


@dataclass(frozen=True, slots=True)
class Named:
    """A profile with the choices made for it, and the name by which the comparison calls it."""

    name: str
    profile: Profile


Asked: TypeAlias = "tuple[str, Sequence[str] | None]"


def sides_of(one: Asked, other: Asked) -> tuple[Named, Named]:
    """Return the profiles asked for, each with its choices, named so that they can be told apart.

    Raises:
        UsageError: an option is not written as NAME=CHOICE.
    """
    first, second = _load(*one), _load(*other)
    if first.name != second.name:
        return first, second
    return Named(f"first {first.name}", first.profile), Named(f"second {second.name}", second.profile)


def _load(text: str, pairs: Sequence[str] | None) -> Named:
    name, chosen = _split(text)
    choices = parse_options([*chosen, *(pairs or ())])
    profile = load_profile(name, choices)
    made = f" ({', '.join(f'{key}={choice}' for key, choice in choices.items())})" if choices else ""
    return Named(profile.name + made, profile)


def _split(text: str) -> tuple[str, list[str]]:
    """Return the profile and the choices of `PROFILE:option=choice,option=choice`."""
    name, colon, rest = text.rpartition(":")
    if not colon or "=" not in rest:
        return text, []
    if not name:
        raise UsageError(f"`{text}`: a profile is missing before the colon")
    return name, rest.split(",")


# Text


def render_comparison(comparison: Comparison, width: int | None = None) -> str:
    """Return the comparison for people."""
    return _wrapped(_lines(comparison), width)


def _wrapped(lines: Iterator[str], width: int | None) -> str:
    return "\n".join(part for line in lines for part in wrap_line(line, width))


def _lines(comparison: Comparison) -> Iterator[str]:
    one, other = comparison.names
    yield f"{one} and {other}"
    if comparison.proved:
        yield f"proved equal: {comparison.proved}"
    yield ""
    yield f"rules of {one}, with those of {other} in brackets:" if comparison.words else "every rule reads the same"
    yield from (f"  {line}" for line in comparison.words)
    yield from _option_lines(comparison)
    yield from _situation_lines(comparison)
    yield from _count_lines(comparison)
    if comparison.deals is not None:
        yield ""
        yield from _deal_lines(comparison, comparison.deals)


def _option_lines(comparison: Comparison) -> Iterator[str]:
    if comparison.options:
        yield ""
        yield "options that are not the same:"
    yield from (f"  {describe_option(one, comparison.names)}" for one in comparison.options)


def describe_option(option: OptionDifference, names: tuple[str, str]) -> str:
    """Return in words what an option lets choose here and there."""
    offers = dict(zip(names, (option.here, option.there), strict=True))
    has = {name: offer for name, offer in offers.items() if offer is not None}
    about = f"{option.name} ({next(iter(has.values())).about})"
    if len(has) == 1:
        ((name, offer),) = has.items()
        return f"{about}: only {name} has it: {', '.join(offer.choices)}"
    told = [f"{name}: {', '.join(offer.choices)}" for name, offer in has.items()]
    if len({offer.choices for offer in has.values()}) == 1:
        told = []
    if option.other_effect:
        told.append(f"otherwise under {' and '.join(option.other_effect)}")
    return f"{about}: {'; '.join(told)}"


def _situation_lines(comparison: Comparison) -> Iterator[str]:
    yield ""
    if not comparison.situations:
        yield f"no situation with up to {comparison.size} floor cards is played or scored differently"
    else:
        yield "situations played or scored differently, the smallest for each rule:"
    for number, situation in enumerate(comparison.situations, 1):
        yield f"{number}. {describe(situation)}"
        for name, side in zip(comparison.names, situation.sides, strict=True):
            yield f"     {name}: {verdict_of(situation, side)}"
            yield from (f"       {line}" for rule in side.deciding for line in _deciding_lines(rule))
        yield f"     shows: {', '.join(situation.rules)}"
    if comparison.hidden:
        listed = ", ".join(comparison.hidden)
        yield f"in other words, but in no situation with up to {comparison.size} floor cards otherwise: {listed}"


def describe(situation: Situation) -> str:
    """Return a situation in a line: the floor, what went before, the hand, the play."""
    *before, last = situation.plays
    told = [f"floor {format_cards(situation.floor) or 'empty'}"]
    told += [f"then {format_play(play.card, play.captured)}" for play in before]
    rest = situation.hand & ~(1 << last.card)
    if rest:
        told.append(f"beside {format_cards(cards_of(rest))} in the hand")
    if situation.last_card:
        told.append("at the end of the deal")
    return f"{', '.join(told)}: {format_play(last.card, last.captured)}"


def verdict_of(situation: Situation, side: Side) -> str:
    """Return what one side makes of a situation."""
    if situation.asked.captured:
        for captured, points, bonuses in side.captures:
            if captured == situation.asked.captured:
                return _scored(points, bonuses)
        return f"refused: {side.refusal}"
    takes = [f"{format_cards(captured)} ({_scored(points, names)})" for captured, points, names in side.captures]
    more = f" and {len(takes) - _LISTED} more" if len(takes) > _LISTED else ""
    taken = "takes " + ", or ".join(takes[:_LISTED]) + more if takes else "takes nothing"
    return f"{taken}; it {'may' if side.trail else 'may not'} trail"


def _scored(points: Number, bonuses: tuple[str, ...]) -> str:
    return f"{format_number(points)} for {' and '.join(bonuses)}" if bonuses else "no bonus"


def _deciding_lines(rule: Deciding) -> Iterator[str]:
    span = rule.clause.span
    place = f" ({span.source.name}:{span.line})" if span else ""
    source = f", source {rule.clause.source}" if rule.clause.source else ""
    yield f"{rule.clause.key}{place}{source}: {rule.verdict}"
    yield f"  {rule.clause.text}"


def _count_lines(comparison: Comparison) -> Iterator[str]:
    if comparison.counts:
        yield ""
        yield "dealt or counted differently:"
    one, other = comparison.names
    for count in comparison.counts:
        yield f"  {count.what} ({count.rule})"
        yield f"    {one}: {count.one}"
        yield f"    {other}: {count.other}"


def _deal_lines(comparison: Comparison, deals: PairedDeals) -> Iterator[str]:
    one, other = comparison.names
    yield (
        f"{counted(deals.deals, 'pair')} of deals for {deals.players} players, the same cards under both "
        f"({deals.policy} policy, seed {deals.seed}; 95 % intervals):"
    )
    found = deals.difference
    yield f"  scored differently: {_percent(found.changed)}"
    yield f"  points of a deal, {one} less {other}, all sides together: {_number(found.together)}"
    yield f"  difference in the points of one side, in either direction: {_number(found.gap)}"


def _percent(share: Share) -> str:
    return f"{share.value:.1%} of the deals ({share.low:.1%} to {share.high:.1%})"


def _number(found: Estimate) -> str:
    if found.half_width is None:
        return f"{found.mean:+.2f}"
    return f"{found.mean:+.2f} ({found.mean - found.half_width:+.2f} to {found.mean + found.half_width:+.2f})"


# One page for a visitor


def render_card(comparison: Comparison, width: int | None = None) -> str:
    """Return one page for somebody who knows the first profile and visits a table that plays the second."""
    return _wrapped(_card_lines(comparison), width)


def _card_lines(comparison: Comparison) -> Iterator[str]:
    one, other = comparison.names
    yield f"# You play {one}; here it is {other}"
    yield ""
    if comparison.proved:
        yield "Play as at home: the two games are proved equal."
        return
    deals = comparison.deals
    if deals is not None:
        changed = deals.difference.changed.value
        yield f"Of a hundred deals, {100 * changed:.0f} are scored differently ({deals.policy} play)."
        yield ""
    told = [*_card_situations(comparison), *_card_counts(comparison)]
    yield from told[:_ON_A_CARD] or ["No small situation is played or scored differently."]
    if len(told) > _ON_A_CARD:
        yield f"… and {len(told) - _ON_A_CARD} more: `basra diff` lists them."
    yield ""
    yield "Also:"
    areas = ("seats", "deck", "dealing", "match")
    yield from (f"- {line}" for line in comparison.words if line.split(".")[0] in areas)


def _card_situations(comparison: Comparison) -> Iterator[str]:
    for situation in comparison.situations:
        at_home, here = (verdict_of(situation, side) for side in situation.sides)
        yield f"- {describe(situation)}. At home: {at_home}. Here: {here}."


def _card_counts(comparison: Comparison) -> Iterator[str]:
    yield from (f"- {count.what}. At home: {count.one}. Here: {count.other}." for count in comparison.counts)
