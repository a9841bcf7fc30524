"""The answer of `basra diff` as text."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log10
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.wrapping import wrap_line
from basra_rules.cards import cards_of, format_cards, format_play
from basra_rules.cli.options import parse_options
from basra_rules.errors import UsageError
from basra_rules.exact import counted, format_number
from basra_rules.profile.loading import load_profile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from basra_rules.analysis.comparison import Comparison, Side, Situation
    from basra_rules.analysis.paired_deals import PairedDeals
    from basra_rules.exact import Number
    from basra_rules.profile.models import Profile
    from basra_rules.profile.option_differences import OptionDifference
    from basra_rules.scenarios.outcome import Deciding
    from basra_rules.simulation.mean_intervals import Mean

_LISTED = 4
_MOST_DIGITS = 6
_SMALL = 0.01
"""Shares below are told to a hundredth of a percent."""
_IN_PLAY = ("capture.", "bonuses.", "deck.capture_values", "deck.tables")
"""Rules by which a single play is judged."""


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
    return wrapped(_lines(comparison), width)


def wrapped(lines: Iterator[str], width: int | None) -> str:
    """Return lines as one text, none longer than the width."""
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
    hidden = [rule for rule in comparison.hidden if rule.startswith(_IN_PLAY)]
    if hidden:
        listed = ", ".join(hidden)
        yield f"no example was found of: {listed}"
        yield f"  all situations with up to {comparison.size} floor cards were tried, and some larger ones"


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


def verdict_of(situation: Situation, side: Side, called: Mapping[str, str] | None = None) -> str:
    """Return what one side makes of a situation; bonuses are `called` so, or else by their names."""
    if side.lacks:
        return f"can't come about: {format_cards(cards_of(side.lacks))} not in the deck"
    if situation.asked.captured:
        for captured, points, bonuses in side.captures:
            if captured == situation.asked.captured:
                return _scored(points, bonuses, called)
        return f"refused: {side.refusal}"
    takes = [
        f"{format_cards(captured)} ({_scored(points, names, called)})" for captured, points, names in side.captures
    ]
    more = f" and {len(takes) - _LISTED} more" if len(takes) > _LISTED else ""
    taken = "takes " + ", or ".join(takes[:_LISTED]) + more if takes else "takes nothing"
    return f"{taken}; it {'may' if side.trail else 'may not'} trail"


def _scored(points: Number, bonuses: tuple[str, ...], called: Mapping[str, str] | None) -> str:
    names = [(called or {}).get(name, name) for name in bonuses]
    return f"{format_number(points)} for {' and '.join(names)}" if names else "no bonus"


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
        yield f"  {count.what} ({', '.join(count.rules)})"
        yield f"    {one}: {count.one}"
        yield f"    {other}: {count.other}"
    hidden = [rule for rule in comparison.hidden if not rule.startswith(_IN_PLAY)]
    if hidden:
        yield f"in no deal, count or match that was tried is anything otherwise by: {', '.join(hidden)}"


def _deal_lines(comparison: Comparison, deals: PairedDeals) -> Iterator[str]:
    one, other = comparison.names
    yield (
        f"{counted(deals.deals, 'pair')} of deals for {deals.players} players, each by itself, "
        f"the same cards under both ({deals.policy} policy, seed {deals.seed}; 95 % intervals):"
    )
    if deals.unlike:
        yield f"  for {' or '.join(map(str, deals.unlike))} players the sides are others: such deals are not compared"
    if not deals.changed.value:
        yield f"  scored differently: none (at most {percent(deals.changed.high)} of the deals)"
        return
    share, low, high = (percent(one) for one in (deals.changed.value, deals.changed.low, deals.changed.high))
    yield f"  scored differently: {share} of the deals ({low} to {high})"
    yield f"  points of a deal, {one} less {other}, all sides together: {_number(deals.together)}"
    yield f"  difference in the points of one side, in either direction: {_number(deals.gap)}"


def percent(share: float) -> str:
    """Return a share in percent, a small one to the hundredth of a percent."""
    return f"{share:.2%}" if 0 < share < _SMALL else f"{share:.1%}"


def _number(found: Mean) -> str:
    if found.low is None or found.high is None:
        return f"{found.value:+.2f}" if found.value else "no difference in any of them"
    reach = max(found.high - found.value, found.value - found.low)
    digits = 2 if not reach else min(max(2, ceil(-log10(reach))), _MOST_DIGITS)
    value, low, high = (f"{one:+.{digits}f}" for one in (found.value, found.low, found.high))
    return f"{value} ({low} to {high})"


# Scenarios to paste


def render_scenarios(comparison: Comparison) -> str:
    """Return what is shown as scenarios, those of one side and then those of the other; each passes its own alone."""
    return "\n".join(line for place in (0, 1) for line in _scenario_lines(comparison, place))


def _scenario_lines(comparison: Comparison, place: int) -> Iterator[str]:
    names = comparison.names
    texts = [situation.sides[place].scenario for situation in comparison.situations]
    texts += [count.scenarios[place] for count in comparison.counts]
    yield ""
    if not any(texts):
        yield f"# there is no scenario that {names[place]} passes and {names[1 - place]} does not"
        return
    yield f"# {names[place]} passes these, and {names[1 - place]} none of them"
    yield "scenarios:"
    yield from (f"  {line}" for text in texts if text for line in text.splitlines())
