"""Worked examples: plays out of the profile's reference scenarios, each run and found right before it is told.

They are chosen so that every way and every bonus shows at least once, and besides a refused play, a card
that takes nothing, and a floor taken without a bonus.  The count of a deal is made up (`counts`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.cards import Card, CardSet, card_set, cards_of, format_cards
from basra_rules.engine.bonuses import score_bonuses, situation
from basra_rules.engine.captures import find_captures
from basra_rules.engine.state import Action
from basra_rules.exact import exact
from basra_rules.profile.loading import given_choices
from basra_rules.profile.options import choice_name
from basra_rules.rulebook.bonuses import name_bonuses
from basra_rules.rulebook.counts import tell_count
from basra_rules.rulebook.document import Statement
from basra_rules.rulebook.voice import sentence
from basra_rules.scenarios.belonging import reference_paths, scenario_files
from basra_rules.scenarios.outcome import Status
from basra_rules.scenarios.plays import after, run_plays
from basra_rules.scenarios.running import Runner
from basra_rules.source.nodes import ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from basra_rules.exact import Number
    from basra_rules.profile.family import Family
    from basra_rules.profile.options import Choice
    from basra_rules.rulebook.teller import Teller
    from basra_rules.rules.model import Pick, Whole
    from basra_rules.scenarios.reading import ReadScenario
    from basra_rules.scenarios.setting import Asked

_MOST = 8
_FEWEST = 4
_LARGEST_FLOOR = 6
_MOST_PLAYS = 3
_MOST_SETS = 3


@dataclass(frozen=True, slots=True)
class Example:
    """A play that can be told of: how the floor first lay, the plays before, the play, and what it shows."""

    floor: tuple[Card, ...]
    before: tuple[Action, ...]
    asked: Asked
    shows: frozenset[str]


def tell_examples(teller: Teller, family: Family) -> Iterator[Statement]:
    """Yield 4 to 8 plays with what comes of them, and a count; fewer where the profile has too few scenarios."""
    right = list(_right(teller, family))
    chosen = _chosen(teller, right)
    for example in chosen:
        yield _tell(teller, example)
    yield from tell_count(teller, next(iter(_points_scored(teller, chosen)), 0))


def _points_scored(teller: Teller, examples: Sequence[Example]) -> Iterator[Number]:
    """Yield what those plays score that score something."""
    for example in examples:
        if example.asked.refusal is None:
            points = sum(one.points for one in score_bonuses(teller.rules, example.asked.table, example.asked.action))
            if points:
                yield exact(points)


def chosen_examples(teller: Teller, family: Family) -> list[Example]:
    """Return the plays that are told of."""
    return _chosen(teller, list(_right(teller, family)))


def _chosen(teller: Teller, right: Sequence[ReadScenario]) -> list[Example]:
    return _choose([_example(teller, read) for read in right])


# Finding plays


def _right(teller: Teller, family: Family) -> Iterator[ReadScenario]:
    """Yield the scenarios that the rules in force, and no others, answer as they should be answered."""
    runner = Runner(family, _choices_made(teller))
    for file in scenario_files(reference_paths(family)):
        for read in file.scenarios:
            if not _is_short(read) or not _is_under_these_rules(teller, (*file.choices, *read.choices())):
                continue
            if runner.run(read, file.choices).status is Status.PASSED:
                yield read


def _choices_made(teller: Teller) -> tuple[Choice, ...]:
    made = teller.profile.origins.choices.values()
    return given_choices({one.option: one.choice for one in made if one.choice})


def _is_short(read: ReadScenario) -> bool:
    scenario = read.scenario
    return (
        scenario is not None
        and scenario.floor is not None
        and scenario.plays is not None
        and len(scenario.floor) <= _LARGEST_FLOOR
        and len(scenario.plays) <= _MOST_PLAYS
        and not scenario.hand
    )


def _is_under_these_rules(teller: Teller, choices: Sequence[Choice]) -> bool:
    made = teller.profile.origins.choices
    return all(
        isinstance(choice.choice, ScalarNode)
        and choice.option.text in made
        and made[choice.option.text].choice == choice_name(choice.choice.text)
        for choice in choices
    )


def _example(teller: Teller, read: ReadScenario) -> Example:
    scenario = read.scenario
    assert scenario is not None
    assert scenario.floor is not None
    assert scenario.plays is not None
    asked = run_plays(teller.rules, read, scenario).asked
    assert asked is not None
    before = tuple(Action(card, captured) for card, captured in scenario.plays[:-1])
    return Example(scenario.floor, before, asked, frozenset(_shows(teller, asked)))


def _shows(teller: Teller, asked: Asked) -> Iterator[str]:
    """Yield what a play is an example of: ways by key, bonuses by name, and what else is worth showing."""
    table, action = asked.table, asked.action
    if asked.refusal is not None:
        yield "refused"
        return
    if not action.captured:
        yield "captures nothing"
        return
    yield from _ways_used(teller, asked)
    scored = score_bonuses(teller.rules, table, action)
    yield from (f"bonuses.{one.bonus.name}" for one in scored)
    if not scored and action.captured == card_set(table.floor):
        yield "takes everything for nothing"


def _ways_used(teller: Teller, asked: Asked) -> Iterator[str]:
    action = asked.action
    ways = teller.rules.capture.ways[action.card]
    now = situation(asked.table, Action(action.card))
    left: CardSet = action.captured
    taking: tuple[Whole | Pick, ...] = (*ways.wholes, *ways.picks)
    for way in taking:
        if way.cards & action.captured and (way.when is None or way.when(now)):
            yield way.clause.key
            left &= ~way.cards
    if left:
        yield from (way.clause.key for way in ways.groupings if way.when is None or way.when(now))


def _choose(examples: Sequence[Example]) -> list[Example]:
    """Return few examples that show all that the examples show, in their order."""
    chosen: list[Example] = []
    missing = {one for example in examples for one in example.shows}
    while missing and len(chosen) < _MOST:
        best = max(examples, key=lambda example: (len(example.shows & missing), -len(example.before)))
        chosen.append(best)
        missing -= best.shows
    more = (example for example in examples if example not in chosen)
    chosen += [example for example, _ in zip(more, range(_FEWEST - len(chosen)), strict=False)]
    return sorted(chosen, key=examples.index)


# Telling of them


def _tell(teller: Teller, example: Example) -> Statement:
    parts = [_floor(teller, example)]
    parts += [_before(teller, action) for action in example.before]
    parts += _play(teller, example.asked)
    return Statement(" ".join(parts))


def _floor(teller: Teller, example: Example) -> str:
    say = teller.voice
    if not example.floor:
        return say.gettext("The floor is empty.")
    cards = format_cards(example.floor)
    if teller.rules.capture.pile and len(example.floor) > 1:
        # L10n: The floor is a pile here. {cards} are two or more cards, such as "3♣ 5♦ K♠".
        return say.gettext("The pile, its top card last: {cards}.", cards=cards)
    # L10n: {cards} is one or more cards, such as "3♣ 5♦ K♠".
    return say.gettext("On the floor: {cards}.", cards=cards)


def _before(teller: Teller, action: Action) -> str:
    say = teller.voice
    if action.captured:
        # L10n: {card} is one card, {cards} are one or more: "First 8♥ takes 3♣ 5♦."
        return say.gettext("First {card} takes {cards}.", card=str(action.card), cards=format_cards(action.captured))
    # L10n: {card} is one card: "First 4♦ is played and stays on the floor."
    return say.gettext("First {card} is played and stays on the floor.", card=str(action.card))


def _play(teller: Teller, asked: Asked) -> Iterator[str]:
    """Yield what the play comes to, sentence by sentence."""
    say, action = teller.voice, asked.action
    card, cards = str(action.card), _as_they_lie(asked, action.captured)
    if asked.refusal is not None:
        yield _refused(teller, asked)
        yield _instead(teller, asked)
        return
    if not action.captured:
        yield _stays(teller, asked)
        return
    # L10n: {card} is one card, {cards} are one or more: "8♥ takes 3♣ 5♦."
    yield say.gettext("{card} takes {cards}.", card=card, cards=cards)
    yield from _afterwards(teller, asked)


def _refused(teller: Teller, asked: Asked) -> str:
    """Return what a card may not do."""
    say, action = teller.voice, asked.action
    card, cards = str(action.card), _as_they_lie(asked, action.captured)
    if not action.captured:
        # L10n: {card} is one card.
        return say.gettext("{card} may not stay on the floor.", card=card)
    captures = find_captures(teller.rules, asked.table, action.card)
    if any(not action.captured & ~legal for legal in captures.sets):
        # L10n: {card} is one card, {cards} are one or more, which may be taken only with others: "8♥ may not take 3♣ 5♦
        # L10n: alone."
        return say.gettext("{card} may not take {cards} alone.", card=card, cards=cards)
    # L10n: {card} is one card, {cards} are one or more: "8♥ may not take 3♣."
    return say.gettext("{card} may not take {cards}.", card=card, cards=cards)


def _as_they_lie(asked: Asked, cards: CardSet) -> str:
    """Return cards in the order in which they lie on the floor; those that don't lie there at the end."""
    lying = [card for card in asked.table.floor if cards >> card & 1]
    return format_cards((*lying, *cards_of(cards & ~card_set(lying))))


def _stays(teller: Teller, asked: Asked) -> str:
    """Return that a card captures nothing, and whether it could have."""
    say, card = teller.voice, str(asked.action.card)
    captures = find_captures(teller.rules, asked.table, asked.action.card)
    if not captures.sets:
        # L10n: {card} is one card.
        return say.gettext("{card} can take nothing and stays on the floor.", card=card)
    sets = say.some([_as_they_lie(asked, cards) for cards in captures.sets[:_MOST_SETS]])
    # L10n: {card} is one card, {sets} such as "3♣ 5♦ or 8♠".
    return say.gettext("{card} may stay on the floor, although it could take {sets}.", card=card, sets=sets)


def _instead(teller: Teller, asked: Asked) -> str:
    """Return what the card may take, where a play is refused."""
    say = teller.voice
    captures = find_captures(teller.rules, asked.table, asked.action.card)
    if not captures.sets:
        return say.gettext("It can take nothing here.")
    sets = say.some([_as_they_lie(asked, cards) for cards in captures.sets])
    # L10n: {sets} is such as "3♣ 5♦ or 8♠": all that the card of the sentence before can take.
    return say.gettext("It can only take {sets}.", sets=sets)


def _afterwards(teller: Teller, asked: Asked) -> Iterator[str]:
    """Yield what is left, and what the play scores."""
    say = teller.voice
    captures = find_captures(teller.rules, asked.table, asked.action.card)
    others = [_as_they_lie(asked, cards) for cards in captures.sets if cards != asked.action.captured]
    if 0 < len(others) <= _MOST_SETS:
        # L10n: {sets} is such as "3♣ 5♦ or 8♠": what else the card could take instead.
        yield say.gettext("It could take {sets} instead.", sets=say.some(others))
    left = after(asked.table, asked.action).floor
    if left:
        # L10n: {cards} is one or more cards that stay on the floor.
        yield say.gettext("Left on the floor: {cards}.", cards=format_cards(left))
    scored = score_bonuses(teller.rules, asked.table, asked.action)
    if not scored:
        yield say.gettext("No points at once.")
    names = name_bonuses(teller)
    for one in scored:
        # L10n: {bonus} is the name of a bonus, {points} such as "10 points": "Basra: 10 points."
        yield say.gettext("{bonus}: {points}.", bonus=sentence(names[one.bonus.name]), points=say.points(one.points))
