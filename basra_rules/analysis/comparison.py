"""Two profiles compared: rule by rule in words, by the situations in which they part, and on random deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.analysis.contrast import is_proved_one_game
from basra_rules.analysis.deal_parting import deal_partings
from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.analysis.paired_deals import play_pairs
from basra_rules.analysis.parting import deciding_ways, find_partings
from basra_rules.analysis.score_parting import common_players, count_partings
from basra_rules.analysis.situations import Case, make_domain
from basra_rules.analysis.snippets import question_of, scenario_of, setting_of
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.legality import refuse
from basra_rules.engine.state import Action
from basra_rules.exact import exact
from basra_rules.profile.differences import describe_differences
from basra_rules.profile.option_differences import find_option_differences
from basra_rules.scenarios.deciding import bonus_verdicts, way_verdicts
from basra_rules.scenarios.outcome import Deciding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.contrast import Verdict
    from basra_rules.analysis.paired_deals import PairedDeals
    from basra_rules.analysis.parting import Parting, Partings
    from basra_rules.analysis.score_parting import CountParting
    from basra_rules.analysis.situations import Domain
    from basra_rules.cards import Card, CardSet
    from basra_rules.exact import Number
    from basra_rules.profile.models import Profile
    from basra_rules.profile.option_differences import OptionDifference
    from basra_rules.rules.model import Rules


@dataclass(frozen=True, slots=True)
class Side:
    """What one of two profiles makes of a situation: the words of its verdict, the rules behind it, a scenario."""

    captures: tuple[tuple[CardSet, Number, tuple[str, ...]], ...]
    trail: bool
    refusal: str
    deciding: tuple[Deciding, ...]
    scenario: str


@dataclass(frozen=True, slots=True)
class Situation:
    """A situation that two profiles play or score differently, and the rules that show in it.

    `asked` is the play in question; it captures nothing where what may be captured is in question.
    """

    rules: tuple[str, ...]
    floor: tuple[Card, ...]
    plays: tuple[Action, ...]
    hand: CardSet
    last_card: bool
    asked: Action
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that tells two profiles apart.

    `proved`: why they are the same game, empty where they are not.  `hidden` are rules that say something
    else without showing in any situation with at most `size` floor cards, nor in any larger one looked at.
    """

    names: tuple[str, str]
    words: tuple[str, ...]
    options: tuple[OptionDifference, ...]
    proved: str
    size: int
    situations: tuple[Situation, ...]
    hidden: tuple[str, ...]
    counts: tuple[CountParting, ...]
    deals: PairedDeals | None


def compare_profiles(  # noqa: PLR0913 - two profiles, and how far to look
    one: Profile, other: Profile, names: tuple[str, str], *, size: int | None = None, deals: int = 0, seed: int = 0
) -> Comparison:
    """Return what tells two profiles apart; `deals` pairs of random deals are played."""
    domain = make_domain(one, other)
    proved = _proof(domain)
    partings = find_partings(domain, size)
    words = describe_differences(one, other, names[1])
    rules = domain.rules[0], domain.rules[1]
    playable = common_players(*rules) is not None
    return Comparison(
        names=names,
        words=words,
        options=find_option_differences(one, other),
        proved=proved,
        size=partings.size,
        situations=tuple(_situations(domain, partings)),
        hidden=partings.hidden,
        counts=(*deal_partings(*rules), *count_partings(*rules)),
        deals=play_pairs(*rules, deals, seed) if deals and playable and not proved else None,
    )


def _proof(domain: Domain) -> str:
    if fingerprint(domain.rules[0]) == fingerprint(domain.rules[1]):
        return "every rule that can make a difference is the same"
    if is_proved_one_game(domain):
        return "no combination of what their rules look at is played or scored differently"
    return ""


def _situations(domain: Domain, partings: Partings) -> Iterator[Situation]:
    """Yield each situation once, smallest first, with all the rules that show in it."""
    grouped: dict[tuple[object, CardSet | None], list[Parting]] = {}
    for parting in partings.shown.values():
        grouped.setdefault((parting.position, parting.captured), []).append(parting)
    for group in sorted(grouped.values(), key=lambda group: len(group[0].position.table.floor)):
        rules = [parting.rule for parting in group]
        if group[0].captured is None and group[0].one.captures.keys() != group[0].other.captures.keys():
            rules += deciding_ways(domain, partings, group[0].position)
        yield _situation(domain, group[0], tuple(dict.fromkeys(rules)))


def _situation(domain: Domain, parting: Parting, rules: tuple[str, ...]) -> Situation:
    table, card = parting.position.table, parting.position.card
    asked = Action(card, parting.captured or 0)
    floor, plays = setting_of(domain, domain.rules[:2], Case(table, asked))
    sides = tuple(
        _side(domain, side, verdict, parting, rules)
        for side, verdict in zip(domain.rules[:2], (parting.one, parting.other), strict=True)
    )
    return Situation(rules, floor, plays, table.hand, table.last_card, asked, (sides[0], sides[1]))


def _side(domain: Domain, rules: Rules, verdict: Verdict, parting: Parting, keys: tuple[str, ...]) -> Side:
    table, card = parting.position.table, parting.position.card
    shown = parting.captured if parting.captured is not None else next(iter(verdict.captures), 0)
    captures = tuple(
        (captured, exact(sum(one.points for one in scored)), tuple(one.bonus.name for one in scored))
        for captured, scored in verdict.captures.items()
    )
    asked = Action(card, parting.captured or 0)
    refusal = refuse(rules, table, asked)
    told = question_of if parting.captured is None else scenario_of
    name = " and ".join(keys) + f" at work in {rules.title}"
    return Side(
        captures=captures,
        trail=verdict.trail,
        refusal="" if refusal is None else refusal.message,
        deciding=tuple(_deciding(rules, parting, Action(card, shown), keys)),
        scenario=told(domain, rules, Case(table, asked), name, also=domain.rules[:2]),
    )


def _deciding(rules: Rules, parting: Parting, action: Action, keys: tuple[str, ...]) -> Iterator[Deciding]:
    """Yield the rule that refuses the play, or what the rules in question make of it and what else scores it."""
    table = parting.position.table
    refusal = refuse(rules, table, action)
    if refusal is not None:
        if refusal.rule is not None:
            yield Deciding(refusal.rule, "refuses it")
        return
    scored = {f"bonuses.{one.bonus.name}" for one in score_bonuses(rules, table, action)}
    for deciding in (*way_verdicts(rules, table, action), *bonus_verdicts(rules, table, action)):
        if deciding.clause.key in {*keys, *scored}:
            yield deciding
