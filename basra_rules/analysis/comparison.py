"""Two profiles compared: rule by rule in words, by the situations in which they part, and on random deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from basra_rules.analysis.contrast import is_proved_one_game
from basra_rules.analysis.deal_parting import deal_partings
from basra_rules.analysis.exchanging import differing_rules
from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.analysis.lacking import lacking_partings
from basra_rules.analysis.paired_deals import play_pairs
from basra_rules.analysis.parting import SAME_PLAY, Parting, deciding_ways, find_partings
from basra_rules.analysis.score_parting import common_players, count_partings
from basra_rules.analysis.situations import Case, make_domain
from basra_rules.analysis.snippets import points_scenario_of, question_of, scenario_of, setting_of
from basra_rules.analysis.trees import BONUSES
from basra_rules.cards import card_set
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.legality import refuse
from basra_rules.engine.state import Action
from basra_rules.exact import exact
from basra_rules.expression.features import names_used
from basra_rules.expression.vocabulary import TABLE_PREFIX
from basra_rules.profile.differences import describe_differences
from basra_rules.profile.option_differences import find_option_differences
from basra_rules.scenarios.deciding import bonus_verdicts, way_verdicts
from basra_rules.scenarios.outcome import Deciding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.contrast import Verdict
    from basra_rules.analysis.count_parting import CountParting
    from basra_rules.analysis.lacking import Lacking
    from basra_rules.analysis.paired_deals import PairedDeals
    from basra_rules.analysis.parting import Partings
    from basra_rules.analysis.situations import Domain
    from basra_rules.cards import Card, CardSet
    from basra_rules.exact import Number
    from basra_rules.profile.models import Profile
    from basra_rules.profile.option_differences import OptionDifference
    from basra_rules.rules.model import Rules


TABLES = "deck.tables"


@dataclass(frozen=True, slots=True)
class Side:
    """What one of two profiles makes of a situation: the words of its verdict, the rules behind it, a scenario.

    `lacks`: the cards of the situation that are not in its deck, so that it can't come about and no scenario says it.
    """

    captures: tuple[tuple[CardSet, Number, tuple[str, ...]], ...]
    trail: bool
    refusal: str
    deciding: tuple[Deciding, ...]
    scenario: str | None
    lacks: CardSet = 0


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

    `proved`: why they are the same game, empty where they are not.  `hidden` are rules that say something else
    without showing: in any situation with at most `size` floor cards, nor in any larger one looked at; or in any
    deal, count or match that was tried.
    """

    profiles: tuple[Profile, Profile]
    names: tuple[str, str]
    words: tuple[str, ...]
    options: tuple[OptionDifference, ...]
    proved: str
    size: int
    situations: tuple[Situation, ...]
    hidden: tuple[str, ...]
    counts: tuple[CountParting, ...]
    deals: PairedDeals | None

    @property
    def shown(self) -> frozenset[str]:
        """Return the rules that show in a situation, a deal, a count or a match."""
        return _rules_of(self.situations, self.counts)


def _rules_of(situations: Sequence[Situation], counts: Sequence[CountParting]) -> frozenset[str]:
    of_counts = frozenset(rule for count in counts for rule in count.rules)
    return of_counts.union(*(situation.rules for situation in situations))


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
    keys = differing_rules(one, other)
    found = (*_situations(domain, partings), *_lacking(domain, keys, partings))
    situations = tuple(_with_tables(domain, situation, keys) for situation in found)
    counts = (*deal_partings(*rules, keys), *count_partings(*rules, keys))
    shown = _rules_of(situations, counts)
    return Comparison(
        profiles=(one, other),
        names=names,
        words=words,
        options=find_option_differences(one, other),
        proved=proved,
        size=partings.size,
        situations=situations,
        hidden=tuple(rule for rule in dict.fromkeys((*partings.hidden, *keys)) if rule not in shown),
        counts=counts,
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
    for parting in (*partings.shown.values(), *partings.turned.values()):
        grouped.setdefault((parting.position, parting.captured), []).append(parting)
    for group in sorted(grouped.values(), key=lambda group: len(group[0].position.table.floor)):
        rules = [parting.rule for parting in group]
        if group[0].captured is None and group[0].one.captures.keys() != group[0].other.captures.keys():
            rules += deciding_ways(domain, partings, group[0].position)
        is_turned = any(group[0] is parting for parting in partings.turned.values())
        more = ", the other way round" if is_turned else ""
        yield _situation(domain, group[0], tuple(dict.fromkeys(rules)), more)


def _lacking(domain: Domain, keys: tuple[str, ...], partings: Partings) -> Iterator[Situation]:
    """Yield situations of rules that only show with cards that one deck lacks."""
    for found in lacking_partings(domain, [key for key in keys if key not in partings.shown]):
        rules, table = domain.rules[found.side], found.position.table
        asked = Action(found.position.card, found.captured or 0)
        floor, plays = setting_of(found.domain, (rules,), Case(table, asked))
        parting = Parting(found.rule, found.position, found.verdict, found.verdict, found.captured, SAME_PLAY)
        shown = (found.rule,)
        own = _side(found.domain, rules, found.verdict, parting, (shown, _name(rules, shown)))
        other = Side((), trail=False, refusal="", deciding=(), scenario=None, lacks=_missing(domain, found))
        sides = (own, other) if found.side == 0 else (other, own)
        yield Situation((found.rule,), floor, plays, table.hand, table.last_card, asked, sides)


def _with_tables(domain: Domain, situation: Situation, keys: tuple[str, ...]) -> Situation:
    """Return a situation with those tables that differ and that its bonuses read among the rules that show."""
    tables = [key for key in keys if key.startswith(TABLES)]
    read = _tables_read(domain, situation.rules) if tables else frozenset()
    shown = (key for key in tables if (key == TABLES and read) or key.removeprefix(f"{TABLES}.") in read)
    return replace(situation, rules=(*situation.rules, *shown))


def _tables_read(domain: Domain, rules: tuple[str, ...]) -> frozenset[str]:
    """Return the names of the tables that those of the rules read that are bonuses."""
    read: set[str] = set()
    for profile in domain.profiles[:2]:
        for name, bonus in profile.bonuses.items():
            if f"{BONUSES}{name}" in rules:
                read |= names_used(bonus.when.tree) | names_used(bonus.points.tree)
    return frozenset(name.removeprefix(TABLE_PREFIX) for name in read if name.startswith(TABLE_PREFIX))


def _missing(domain: Domain, found: Lacking) -> CardSet:
    cards = card_set(found.position.table.floor) | 1 << found.position.card
    return cards & ~domain.rules[1 - found.side].deck


def _situation(domain: Domain, parting: Parting, rules: tuple[str, ...], more: str) -> Situation:
    """Return what both make of a position; `more` is added to the names of its scenarios."""
    table, card = parting.position.table, parting.position.card
    asked = Action(card, parting.captured or 0)
    floor, plays = setting_of(domain, domain.rules[:2], Case(table, asked))
    one, other = (
        _side(domain, side, verdict, parting, (rules, _name(side, rules) + more))
        for side, verdict in zip(domain.rules[:2], (parting.one, parting.other), strict=True)
    )
    return Situation(rules, floor, plays, table.hand, table.last_card, asked, (one, other))


def _name(rules: Rules, keys: tuple[str, ...]) -> str:
    return " and ".join(keys) + f" at work in {rules.title}"


def _side(domain: Domain, rules: Rules, verdict: Verdict, parting: Parting, told: tuple[tuple[str, ...], str]) -> Side:
    """Return what one side makes of a position, `told` by these rules and as a scenario of this name."""
    table, card = parting.position.table, parting.position.card
    keys, name = told
    shown = parting.captured if parting.captured is not None else next(iter(verdict.captures), 0)
    captures = tuple(
        (captured, exact(sum(one.points for one in scored)), tuple(one.bonus.name for one in scored))
        for captured, scored in verdict.captures.items()
    )
    refusal = refuse(rules, table, Action(card, parting.captured or 0))
    return Side(
        captures=captures,
        trail=verdict.trail,
        refusal="" if refusal is None else refusal.message,
        deciding=tuple(_deciding(rules, parting, Action(card, shown), keys)),
        scenario=_scenario(domain, rules, parting, name),
    )


def _scenario(domain: Domain, rules: Rules, parting: Parting, name: str) -> str:
    """Return a scenario; of a bonus whose name the other rules don't know, by its points alone if these tell."""
    case = Case(parting.position.table, Action(parting.position.card, parting.captured or 0))
    if parting.captured is None:
        return question_of(domain, rules, case, name, also=domain.rules[:2])
    known = [{bonus.name for bonuses in one.bonuses for bonus in bonuses} for one in domain.rules[:2]]
    scored = {
        one.bonus.name
        for verdict in (parting.one, parting.other)
        for one in verdict.captures.get(case.action.captured, ())
    }
    is_told_by_points = parting.one.points(parting.captured) != parting.other.points(parting.captured)
    told = points_scenario_of if is_told_by_points and not all(scored <= names for names in known) else scenario_of
    return told(domain, rules, case, name, also=domain.rules[:2])


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
