"""What scenarios show when they run: truths of parts, bonuses, ways, choices, awards, ends of matches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra_rules.analysis.floors import sum_of
from basra_rules.analysis.parts import parts_of_profile
from basra_rules.analysis.runs import Bench, plays_of, set_up
from basra_rules.cards import card_set
from basra_rules.engine.bonuses import score_bonuses, situation
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.layout import applying_ways, way_situation
from basra_rules.engine.legality import refuse
from basra_rules.engine.match import add_deal, start_match
from basra_rules.engine.scoring import Tally, score_deal, score_tallies
from basra_rules.engine.state import Action, DealResult, Seat
from basra_rules.expression.compiling import compile_condition, compile_pattern
from basra_rules.scenarios.reading import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.analysis.parts import Part
    from basra_rules.analysis.runs import Ruleset, Run
    from basra_rules.cards import Card
    from basra_rules.engine.state import Table
    from basra_rules.exact import Number
    from basra_rules.expression.compiling import Test
    from basra_rules.expression.situation import Situation
    from basra_rules.rules.model import Award, Grouping, Pick, Rules, Whole
    from basra_rules.scenarios.model import Scenario
    from basra_rules.scenarios.reading import ScenarioFile


@dataclass(slots=True)
class Sightings:
    """Everything that was seen; `ends` holds whether a match was at its target with equal highest scores."""

    runs: int = 0
    parts: set[tuple[tuple[str, str, int], bool]] = field(default_factory=set)
    bonuses: set[tuple[str, bool]] = field(default_factory=set)
    ways: set[str] = field(default_factory=set)
    choices: set[tuple[str, str]] = field(default_factory=set)
    awards: set[tuple[str, bool]] = field(default_factory=set)
    ends: set[bool] = field(default_factory=set)

    @classmethod
    def of(cls, bench: Bench, files: Sequence[ScenarioFile]) -> Sightings:
        """Return what the scenarios of files show."""
        found = cls()
        watchers: dict[int, _Watcher] = {}
        for run in bench.runs(files):
            ruleset = bench.ruleset(run.choices)
            if ruleset is not None and set_up(ruleset.rules, run) is not None:
                watcher = watchers.setdefault(id(ruleset), _Watcher(found, ruleset))
                watcher.watch(run)
        return found


class _Watcher:
    """Watches scenarios that run under one rule set."""

    def __init__(self, found: Sightings, ruleset: Ruleset) -> None:
        self._found = found
        self._ruleset = ruleset
        self._parts = list(parts_of_profile(ruleset.profile))
        self._tests: dict[Card, list[tuple[Part, Test | bool]]] = {}

    def watch(self, run: Run) -> None:
        """Note what one scenario shows."""
        found, rules = self._found, self._ruleset.rules
        found.runs += 1
        found.choices |= {(name, made.choice) for name, made in self._ruleset.profile.origins.choices.items()}
        for table, action in plays_of(rules, run.scenario):
            self._watch_play(table, action)
        for result in _results(rules, run.scenario):
            self._watch_awards(result, run.scenario)
        if kind_of(run.scenario) == "match":
            found.ends |= set(_ends(rules, run.scenario))

    def _watch_awards(self, result: DealResult, scenario: Scenario) -> None:
        rules = self._ruleset.rules
        for award, rule in zip(result.awards, rules.scoring.awards, strict=True):
            if _is_told(rules, rule, scenario):
                self._found.awards.add((award.name, is_won(rule, award.counted)))

    def _watch_play(self, table: Table, action: Action) -> None:
        rules = self._ruleset.rules
        before = way_situation(table, action.card)
        self._watch_parts("capture.ways.", before, action.card)
        self._found.ways |= set(ways_used(rules, before, action))
        if not action.captured:
            return
        now = situation(table, action)
        self._watch_parts("bonuses.", now, action.card)
        scored = {one.bonus.name for one in score_bonuses(rules, table, action)}
        self._found.bonuses |= {(name, name in scored) for name in self._ruleset.profile.bonuses}

    def _watch_parts(self, area: str, now: Situation, card: Card) -> None:
        if card not in self._tests:
            self._tests[card] = list(self._tests_of(card))
        for part, test in self._tests[card]:
            if part.key.startswith(area):
                self._found.parts.add((part.identity, test if isinstance(test, bool) else test(now)))

    def _tests_of(self, card: Card) -> Iterator[tuple[Part, Test | bool]]:
        """Yield the parts that are asked about when a card is played: not those of ways that do not admit it."""
        tables = self._ruleset.rules.tables
        for part in self._parts:
            area, name = part.key.split(".")[-3:-1]
            way = self._ruleset.profile.capture.ways[name] if area == "ways" else None
            if way is None or compile_pattern(way.played.tree, tables, card) >> card & 1:
                yield part, compile_condition(part.tree, tables, card)


def is_won(award: Award, counted: Sequence[int]) -> bool:
    """Tell whether somebody wins an award outright, so that `if_nobody` is not asked."""
    best = max(counted)
    return list(counted).count(best) == 1 if award.at_least is None else best >= award.at_least


def _is_told(rules: Rules, award: Award, scenario: Scenario) -> bool:
    """Tell whether a scenario says who has the cards that an award counts: those that it does not name, nobody has."""
    if scenario.score is None or not rules.deck & ~award.counts:
        return True
    sides = scenario.score.sides
    named = sum_of(card_set(side.with_) for side in sides)
    unnamed = (rules.deck & award.counts & ~named).bit_count()
    return sum(side.cards for side in sides) + unnamed <= rules.deck.bit_count()


def ways_used(rules: Rules, before: Situation, action: Action) -> Iterator[str]:
    """Yield the names of the ways by which a play takes something."""
    ways = applying_ways(rules.capture.ways[action.card], before)
    left = action.captured
    for whole in ways.wholes:
        if whole.cards & action.captured:
            yield _name(whole)
            left &= ~whole.cards
    picked = 0
    for pick in ways.picks:
        if pick.cards & left:
            yield _name(pick)
            picked |= pick.cards
    grouped = left.bit_count() > len(ways.picks) or left & ~picked
    if left and grouped:
        yield from map(_name, ways.groupings)


def _name(way: Whole | Pick | Grouping) -> str:
    return way.clause.key.rpartition(".")[2]


def _results(rules: Rules, scenario: Scenario) -> Iterator[DealResult]:
    """Yield what the finished deal of a scenario comes to, if it has one."""
    carries: tuple[Number, ...] = (0,) * len(rules.scoring.awards)
    if scenario.score is not None:
        tallies = [Tally(side.cards, card_set(side.with_), side.bonuses) for side in scenario.score.sides]
        result = score_tallies(rules, tallies, carries)
        yield result
    elif scenario.opening is not None:
        opening = scenario.opening
        state = start_deal(rules, opening.players, Seat(opening.dealer), opening.stock, opening.places).state
        for card, captured in scenario.plays or ():
            action = Action(card, captured)
            if state.over or refuse(rules, table_of(state), action) is not None:
                return
            state = play(rules, state, action).state
        if state.over and not state.void:
            yield score_deal(rules, state, carries)


def _ends(rules: Rules, scenario: Scenario) -> Iterator[bool]:
    """Yield, for each deal after which somebody has reached the target, whether the highest scores are equal."""
    assert scenario.match is not None
    deals = scenario.match.deals
    players = next(one for one in rules.seats.players if rules.seats.sides(one) == len(deals[0]))
    match = start_match(rules, players, Seat(0))
    nothing: tuple[Number, ...] = (0,) * len(deals[0])
    carries: tuple[Number, ...] = (0,) * len(rules.scoring.awards)
    for points in deals:
        scores = [score + more for score, more in zip(match.scores, points, strict=True)]
        if max(scores) >= match.target:
            yield scores.count(max(scores)) > 1
        result = DealResult(points=points, cards=points, bonuses=nothing, awards=(), carries=carries, void=False)
        match = add_deal(rules, match, result)
