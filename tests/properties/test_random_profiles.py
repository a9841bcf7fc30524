"""What must hold of every profile: random deals under shipped and random rules."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from basra_rules import resources
from basra_rules.cards import Card, CardSet, card_set, cards_of
from basra_rules.engine.bonuses import situation
from basra_rules.engine.budget import compute_budget
from basra_rules.engine.captures import find_captures, is_capture, nth_capture
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.legality import may_trail, refuse
from basra_rules.engine.scoring import score_deal
from basra_rules.engine.state import Action, DealState, Seat, Table
from basra_rules.engine.view import view
from basra_rules.errors import ProfileError
from basra_rules.profile.loading import load_profile
from basra_rules.profile.options import choices_of, option_node
from basra_rules.profile.vocabulary import Groups, IfNobody
from basra_rules.rules.compiling import compile_rules
from tests.properties.random_profiles import profile_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.rules.model import Rules

THOROUGH = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


# A brute-force reading of the compiled ways: every subset of the floor, one by one


def brute_force(rules: Rules, table: Table, card: Card) -> set[CardSet]:
    """Return the legal captured sets of `card` by trying all subsets of the floor."""
    floor = tuple(table.floor)
    sets = {
        chosen
        for size in range(1, len(floor) + 1)
        for cards in combinations(floor, size)
        if _is_legal(rules, table, card, chosen := card_set(cards))
    }
    if rules.capture.groups is Groups.MAXIMAL:
        return {one for one in sets if not any(one != other and one & other == one for other in sets)}
    return sets


def _is_legal(rules: Rules, table: Table, card: Card, chosen: CardSet) -> bool:
    now = situation(table, Action(card, 0))
    ways = rules.capture.ways[card]
    floor = card_set(table.floor)
    base = 0
    for whole in ways.wholes:
        if whole.when is None or whole.when(now):
            base |= whole.cards & floor
    if base & ~chosen:
        return False
    picks = [pick.cards & floor for pick in ways.picks if pick.when is None or pick.when(now)]
    groupings = [(one.total, one.smallest, one.single) for one in ways.groupings if one.when is None or one.when(now)]
    return any(
        _parts(rules, cards_of(chosen & ~taken), tuple(groupings))
        for taken in _picked(base, picks)
        if not taken & ~chosen
    )


def _picked(taken: CardSet, picks: list[CardSet]) -> Iterator[CardSet]:
    if not picks:
        yield taken
        return
    free = cards_of(picks[0] & ~taken)
    for choice in free:
        yield from _picked(taken | 1 << choice, picks[1:])
    if not free:
        yield from _picked(taken, picks[1:])


def _parts(rules: Rules, cards: tuple[Card, ...], groupings: tuple[tuple[object, int, bool], ...]) -> bool:
    if not cards:
        return True
    first, *rest = cards
    for number, (total, smallest, single) in enumerate(groupings):
        for size in range(len(rest) + 1):
            for others in combinations(rest, size):
                group = (first, *others)
                values = [rules.tables.values[card] for card in group]
                if None in values or len(group) < smallest or sum(value or 0 for value in values) != total:
                    continue
                left = tuple(card for card in rest if card not in others)
                following = groupings[:number] + groupings[number + 1 :] if single else groupings
                if _parts(rules, left, following):
                    return True
    return False


# What holds of every deal


def check_deal(rules: Rules, players: int, random: Random) -> int:
    """Play a random deal to its end, checking on the way; return the number of plays."""
    stock = list(cards_of(rules.deck))
    random.shuffle(stock)
    state = start_deal(rules, players, Seat(random.randrange(players)), tuple(stock)).state
    plays = 0
    while not state.over:
        check_conservation(rules, state)
        check_views(state)
        state = play(rules, state, check_choices(rules, table_of(state), random)).state
        plays += 1
        assert plays <= rules.deck.bit_count()
    check_conservation(rules, state)
    check_points(rules, state)
    return plays


def check_conservation(rules: Rules, state: DealState) -> None:
    parts = [*state.hands, card_set(state.floor), card_set(state.stock), *state.captured, state.out_of_play]
    assert sum(part.bit_count() for part in parts) == rules.deck.bit_count()
    together = 0
    for part in parts:
        together |= part
    assert together == rules.deck


def check_views(state: DealState) -> None:
    """No view holds a card that its seat has not seen."""
    for seat in range(state.players):
        seen = view(state, Seat(seat))
        hidden = card_set(state.stock) | card_set(state.floor[: state.hidden])
        for other, hand in enumerate(state.hands):
            if other != seat:
                hidden |= hand
        assert seen.hand == state.hands[seat]
        assert not seen.seen & hidden
        assert not card_set(card for card in seen.floor if card is not None) & hidden
        assert seen.stock_count == len(state.stock)


def check_choices(rules: Rules, table: Table, random: Random) -> Action:
    """Check what each card of the hand may do, and return one legal action."""
    legal: list[Action] = []
    for card in cards_of(table.hand):
        captures = find_captures(rules, table, card)
        assert captures.exact
        if len(table.floor) <= 7 and not table.hidden:
            assert set(captures.sets) == brute_force(rules, table, card)
            assert captures.total == len(captures.sets)
        for captured in captures.sets[:20]:
            assert is_capture(rules, table, card, captured)
        outcomes = (
            [captures.sets[0], nth_capture(rules, table, card, random.randrange(captures.total))]
            if captures.total
            else []
        )
        if may_trail(rules, table, card):
            outcomes.append(0)
        actions = [Action(card, captured) for captured in outcomes]
        legal += [action for action in actions if refuse(rules, table, action) is None]
    assert legal, "a seat with cards can always play one"
    return random.choice(legal)


def check_points(rules: Rules, state: DealState) -> None:
    """The points of a deal, with what is carried on, are the budget's, bonuses and nobody's cards apart."""
    before = tuple(int(award.if_nobody is IfNobody.CARRY) for award in rules.scoring.awards)
    result = score_deal(rules, state, before)
    if result.void:
        assert not any(result.points)
        return
    budget = compute_budget(rules, state.players)
    nobodys = sum(rules.scoring.cards[card] for card in cards_of(state.out_of_play))
    assert sum(result.cards) + nobodys == budget.cards
    assert result.bonuses == state.points
    awarded = sum(result.points) - sum(result.cards) - sum(result.bonuses)
    assert awarded == sum(sum(award.points) for award in result.awards)
    if not state.out_of_play:  # the budget is that of a deal in which every card is captured
        carried = sum(result.carries) - sum(before)
        assert budget.awards_low <= awarded + carried <= budget.awards_high


@given(text=profile_texts(), seed=st.integers(0, 2**32))
@THOROUGH
def test_random_deals_under_random_profiles_keep_every_promise(
    text: str, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("profiles") / "random.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        rules = compile_rules(load_profile(path))
    except ProfileError:
        return  # two of its parts do not go together, and `check` says so
    random = Random(seed)
    for players in rules.seats.players:
        for _ in range(3):
            check_deal(rules, players, random)


def _every_choice() -> Iterator[tuple[str, dict[str, str]]]:
    for name in resources.profile_names():
        profile = load_profile(name)
        yield name, {}
        for option in profile.options:
            node = option_node(profile.origins.tree, option)
            assert node is not None
            for choice in choices_of(node):
                if choice != profile.origins.choices[option].choice:
                    yield name, {option: choice}


CHOICES = list(_every_choice())


@pytest.mark.parametrize(("name", "options"), CHOICES, ids=[f"{name} {options or ''}" for name, options in CHOICES])
def test_what_check_calls_clean_plays_to_the_end(name: str, options: dict[str, str]) -> None:
    rules = compile_rules(load_profile(name, dict(options)))
    random = Random(20)
    deals = 200 if not options else 25
    for number in range(deals):
        players = rules.seats.players[number % len(rules.seats.players)]
        check_deal(rules, players, random)


def test_the_budget_of_a_deal_is_what_the_sources_say() -> None:
    budgets = {name: compute_budget(compile_rules(load_profile(name)), 2) for name in ("egyptian", "russian")}
    assert budgets["egyptian"].cards + budgets["egyptian"].awards_high == 43
    assert budgets["russian"].cards + budgets["russian"].awards_high == 299
