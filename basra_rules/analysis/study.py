"""One profile under study: its domain, the plays that matter, and what its conditions make of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeVar

from basra_rules.analysis.asked import asked_of
from basra_rules.analysis.choices import alternatives, callers_choices, parent_of, with_choices
from basra_rules.analysis.counting import MOST_FREE, truths_by_counts
from basra_rules.analysis.effort import Effort
from basra_rules.analysis.features import open_parts
from basra_rules.analysis.fingerprint import play_print
from basra_rules.analysis.floors import count_floors, floors_of
from basra_rules.analysis.groups import every_capture_takes_all
from basra_rules.analysis.history import Tries
from basra_rules.analysis.narrowing import only_condition
from basra_rules.analysis.reaching import MOST_TRIES, Smallest, reach, representatives, smallness
from basra_rules.analysis.runs import Ruleset
from basra_rules.analysis.situations import Case, Position, actions, is_reachable, make_domain, positions_on
from basra_rules.analysis.trees import WAYS, WHEN, atoms_of, conditions_of
from basra_rules.analysis.verdicts import Reader, holds, split_chains
from basra_rules.cards import Card, card_set, cards_of
from basra_rules.engine.captures import is_capture
from basra_rules.errors import ProfileError
from basra_rules.expression.compiling import compile_condition, compile_pattern
from basra_rules.profile.family import Family
from basra_rules.profile.loading import given_choices, resolve_profile
from basra_rules.rules.compiling import compile_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from basra_rules.analysis.findings import Identity
    from basra_rules.analysis.reaching import Reached
    from basra_rules.analysis.situations import Domain
    from basra_rules.analysis.trees import Atom
    from basra_rules.analysis.verdicts import Truths
    from basra_rules.engine.state import Table
    from basra_rules.errors import Span
    from basra_rules.expression.tree import Condition, Pattern
    from basra_rules.profile.models import Profile
    from basra_rules.rules.model import Rules

T = TypeVar("T")

_MOST_ALONE = 2_000
"""So many plays are looked at for a condition by itself."""
_MOST_SMALL = 3_000
"""Floors of so many cards, with what may have gone before, are gone through as long as there are no more of them."""


@dataclass(frozen=True)
class Judged:
    """A condition of the profile, and the combinations of its atoms' truths that plays have.

    `seen` has the smallest play of each combination; `conceivable` holds every combination that any play
    can have, and perhaps some that none has, or is None where that could not be worked out.
    """

    key: str
    tree: Condition
    atoms: tuple[Atom, ...]
    seen: Mapping[Truths, Case]
    conceivable: frozenset[Truths] | None

    @property
    def rule(self) -> str:
        """Return the key of the way or bonus."""
        return self.key.removesuffix(WHEN)

    def find(self, value: bool) -> Case | None:
        """Return the smallest play in which the condition has this value."""
        found = (case for truths, case in self.seen.items() if holds(self.tree, truths) is value)
        return min(found, key=smallness, default=None)

    def can_be(self, value: bool) -> bool:
        """Tell whether the condition may have this value in any play; True where that is unknown."""
        return self.conceivable is None or any(holds(self.tree, truths) is value for truths in self.conceivable)


class ByCard(Mapping[Card, T]):
    """What is worked out for a card when it is first asked for."""

    def __init__(self, cards: Sequence[Card], work_out: Callable[[Card], T]) -> None:
        self._cards = cards
        self._work_out = work_out
        self._known: dict[Card, T] = {}

    def __getitem__(self, card: Card) -> T:
        if card not in self._known:
            self._known[card] = self._work_out(card)
        return self._known[card]

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)


@dataclass(frozen=True)
class Study:
    """A profile with all that its checks ask for, worked out when it is first asked for.

    Where it is `wanted` whether some findings are made, nothing else need be looked at.  Several studies may share
    an `effort`, and in `alone` what is known of conditions by themselves.  `hints` are plays of like rules by which
    these findings were made.
    """

    profile: Profile
    family: Family | None = None
    wanted: frozenset[Identity] | None = None
    effort: Effort = field(default_factory=Effort)
    hints: tuple[Case, ...] = ()
    alone: dict[Hashable, Study] = field(default_factory=dict)

    @cached_property
    def keys(self) -> frozenset[str] | None:
        """Return the keys of the rules that are looked at; None: of all."""
        return None if self.wanted is None else frozenset(key for _, key, _ in self.wanted)

    @cached_property
    def parent(self) -> Profile | None:
        """Return the profile that this one extends, with no choice made but its own files' and the caller's."""
        return None if self.family is None else parent_of(self.profile, self.family)

    @cached_property
    def as_written(self) -> Study:
        """Return a study of what the files say, without the caller's choices."""
        if self.family is None or not callers_choices(self.profile):
            return self
        return Study(resolve_profile(self.family), self.family, effort=self.effort, alone=self.alone)

    def file_span(self, key: str) -> Span | None:
        """Return where a key that speaks of the file itself was written: `extends`, `allow`."""
        entry = self.family.files[0].document.entry(key) if self.family else None
        return None if entry is None else entry.value.span

    @cached_property
    def by_option(self) -> Mapping[str, tuple[Ruleset, ...]]:
        """Return, by option, the profile with each other choice of it."""
        found: dict[str, tuple[Ruleset, ...]] = {}
        for other in alternatives(self.profile, self.family) if self.family else ():
            ruleset = Ruleset(other.profile, compile_rules(other.profile, (self.profile, self.rules)))
            found[other.option] = (*found.get(other.option, ()), ruleset)
        return found

    @property
    def alternatives(self) -> tuple[Ruleset, ...]:
        """Return the profile with each other choice of each option."""
        return tuple(ruleset for some in self.by_option.values() for ruleset in some)

    @cached_property
    def own_choices(self) -> Mapping[str, str]:
        """Return what the profile's own file chooses, by option."""
        texts = self.family.files[0].texts("choose") if self.family else ()
        return {option.text: choice.text for option, choice in texts}

    @cached_property
    def parent_so_chosen(self) -> Profile | None:
        """Return the parent with what the file chooses of its options; None where there is none, or it is not valid."""
        if self.family is None or len(self.family.files) < 2:
            return None
        try:
            return resolve_profile(Family(self.family.files[1:]), given_choices(self.own_choices))
        except ProfileError:
            return None

    def with_choice(self, option: str, choice: str) -> Profile:
        """Return the profile with one choice made otherwise."""
        if self.family is None or self.profile.origins.choices[option].choice == choice:
            return self.profile
        return with_choices(self.profile, self.family, {option: choice})

    @cached_property
    def domain(self) -> Domain:
        """Return what the profile can tell apart."""
        return make_domain(self.profile)

    @property
    def rules(self) -> Rules:
        """Return the compiled profile."""
        return self.domain.rules[0]

    @cached_property
    def reached(self) -> Mapping[Card, Reached]:
        """Return the plays that can come about, by the lowest card of each class, worked out card by card."""
        return ByCard(representatives(self.domain), lambda card: self._both[card][0])

    @cached_property
    def conceivable(self) -> Mapping[Card, Reached]:
        """Return the plays that may come about, whatever went before."""
        return ByCard(representatives(self.domain), lambda card: self._both[card][1])

    @cached_property
    def _both(self) -> Mapping[Card, tuple[Reached, Reached]]:
        cards = representatives(self.domain)
        return ByCard(cards, lambda card: reach(self.domain, self.rules, card, coarse=True, effort=self.effort))

    @cached_property
    def plays(self) -> Mapping[Card, tuple[Case, ...]]:
        """Return, by the lowest card of each class, the smallest play for each combination of what is read."""
        return ByCard(representatives(self.domain), lambda card: self._with_small_floors(self.reached[card]))

    def _with_small_floors(self, reached: Reached) -> tuple[Case, ...]:
        """Add plays from small floors where sums and counts alone do not tell all."""
        sight = self.domain.sight
        if not (reached.reading.groups or sight.trailed or sight.floor_count):
            return reached.plays
        smallest = Smallest(reached.reading, reached.plays)
        tries = Tries(MOST_TRIES // len(self.domain.classes))

        @lru_cache(maxsize=64)
        def has_come_about(table: Table) -> bool:
            return is_reachable(self.domain, Position(table, reached.card), (), tries)

        for case in self._from_small_floors(reached.card):
            smallest.offer(case, lambda case: has_come_about(case.table))
        return smallest.cases()

    def _from_small_floors(self, card: Card) -> Iterator[Case]:
        left = [cards & ~(1 << card) for cards in self.domain.classes]
        for size in range(self.domain.default_size + 1):
            if count_floors(left, size) * len(self.domain.sight.histories(size)) > _MOST_SMALL:
                return
            for places, floor in floors_of(left, size):
                for position in positions_on(self.domain, places, floor, (card,)):
                    for action in actions(self.domain, self.rules, position):
                        yield Case(position.table, action)

    def can_come_about(self, case: Case) -> bool:
        """Tell whether a capture that other rules allow is allowed by these, and its table comes about."""
        table, action = case.table, case.action
        if (card_set(table.floor) | 1 << action.card) & ~self.rules.deck:
            return False
        if not is_capture(self.rules, table, action.card, action.captured):
            return False
        return is_reachable(self.domain, Position(table, action.card))

    @cached_property
    def captures(self) -> tuple[Case, ...]:
        """Return the plays that capture, smallest first."""
        return self.captures_by(representatives(self.domain))

    def captures_by(self, cards: Iterable[Card]) -> tuple[Case, ...]:
        """Return the plays of some cards that capture, smallest first."""
        return _captures(self.plays[card] for card in cards)

    def conceivable_captures(self, cards: Iterable[Card]) -> tuple[Case, ...] | None:
        """Return the plays of some cards that capture and may come about, smallest first.

        None: not all of them are known, so that nothing is proved by them.
        """
        reached = [self.conceivable[card] for card in cards]
        if all(one.complete and not one.reading.groups for one in reached):
            return _captures(one.plays for one in reached)
        return None

    def scoring_cards(self, at_least: int = 1) -> tuple[Card, ...]:
        """Return the lowest card of each class that can score at least so many bonuses."""
        return tuple(card for card in representatives(self.domain) if len(self.rules.bonuses[card]) >= at_least)

    @cached_property
    def judged(self) -> tuple[Judged, ...]:
        """Return every condition of the profile with what plays make of it: ways, then bonuses."""
        asked = conditions_of(self.profile)
        return tuple(
            self._judge(key, split_chains(tree)) for key, tree in asked if self.keys is None or key in self.keys
        )

    def judgement(self, key: str) -> Judged:
        """Return what plays make of the condition at `key`."""
        return next(one for one in self.judged if one.key == key)

    def judge_alone(self, key: str, tree: Condition) -> Judged | None:
        """Return what plays make of another condition at `key`, and of nothing else; None where that is this study."""
        profile = only_condition(self.profile, key, tree)
        return None if profile is None else Study(profile, effort=Effort(_MOST_ALONE))._judge(key, tree)

    def _judge(self, key: str, tree: Condition) -> Judged:
        atoms = tuple(atoms_of(tree))
        seen: dict[Truths, Case] = {}
        conceivable: set[Truths] | None = set()
        for card in self.asked(key):
            study, alike = self._decisive(key, tree, card)
            reader = study.reader(atoms, alike)
            possible = study.possible(key, tree, reader)
            plays = [*self.plays[card], *(() if study is self else study.reached[alike].plays)]
            for truths, case in self._seen(key, tree, reader, plays):
                if truths not in seen or smallness(case) < smallness(seen[truths]):
                    seen[truths] = case
            by_counts = self._by_counts(key, reader)
            possible = by_counts if possible is None else possible & (by_counts or possible)
            conceivable = None if conceivable is None or possible is None else conceivable | possible
        return Judged(key, tree, atoms, seen, None if conceivable is None else frozenset(conceivable | set(seen)))

    def _by_counts(self, key: str, reader: Reader) -> set[Truths] | None:
        is_way = key.startswith(WAYS)
        if is_way and self.rules.dealing.hidden:
            return None  # it sees the open cards only, and of what went before how many lay there in all
        return truths_by_counts(
            reader.atoms, reader.tests, captures=not is_way, takes_all=every_capture_takes_all(self.rules)
        )

    def _decisive(self, key: str, tree: Condition, card: Card) -> tuple[Study, Card]:
        """Return the study that decides on a condition when a card is played, and the card's like in it.

        Where not all plays that all rules together can tell apart are known, nothing but the condition is looked at.
        """
        if self.reached[card].complete or isinstance(compile_condition(tree, self.rules.tables, card), bool):
            return self, card
        alone = self._alone(key, tree)
        if alone is None:
            return self, card
        return alone, cards_of(alone.domain.classes[alone.domain.place[card]])[0]

    def _alone(self, key: str, tree: Condition) -> Study | None:
        """Return a study of the condition at `key` alone, None where this is one; it spends nothing that others need.

        It is the same for all profiles in which no play of it is otherwise.
        """
        if key not in self._known_alone:
            profile = only_condition(self.profile, key, tree)
            narrow = None if profile is None else Study(profile, effort=Effort(_MOST_ALONE), alone=self.alone)
            if narrow is not None:
                narrow = self.alone.setdefault((key, play_print(narrow.profile, narrow.rules)), narrow)
            self._known_alone[key] = narrow
        return self._known_alone[key]

    @cached_property
    def _known_alone(self) -> dict[str, Study | None]:
        return {}

    def reader(self, atoms: Sequence[Atom], card: Card) -> Reader:
        """Return what tells the truths of some atoms when a card is played."""
        return Reader(atoms, self.rules.tables, card, self.reached[card].reading.groups)

    def _seen(self, key: str, tree: Condition, reader: Reader, plays: Iterable[Case]) -> Iterator[tuple[Truths, Case]]:
        """Yield the truths of a condition's atoms in plays that come about, with each play.

        Where only some conditions count, what the card settles is left out.
        """
        settled = isinstance(compile_condition(tree, self.rules.tables, reader.card), bool)
        if self.keys is None or not settled:
            yield from ((reader.truths(now), case) for case, now in asked_of(key, reader.card, plays))

    def possible(self, key: str, tree: Condition, reader: Reader) -> set[Truths] | None:
        """Return every combination of truths that may occur when the reader's card is played, and perhaps more."""
        found = self._varied(key, tree, reader)
        if found is None:
            return None
        # what stands in a part that the card alone settles was not varied: it may be either
        read = {id(atom) for part in open_parts(tree, reader.deck, reader.card) for atom in atoms_of(part)}
        free = [
            place
            for place, (atom, test) in enumerate(zip(reader.atoms, reader.tests, strict=True))
            if id(atom) not in read and callable(test)
        ]
        return _freed(found, free) if len(free) <= MOST_FREE else None

    def _varied(self, key: str, tree: Condition, reader: Reader) -> set[Truths] | None:
        """Return the combinations in all plays that may come about; of what the card alone settles, just one."""
        if isinstance(compile_condition(tree, reader.deck, reader.card), bool):
            return {tuple(test if isinstance(test, bool) else False for test in reader.tests)}
        reached = self.conceivable[reader.card]
        if not reached.complete:
            return None
        plays = asked_of(key, reader.card, reached.plays)
        return {truths for _, now in plays for truths in reader.possible_truths(now)}

    def asked(self, key: str) -> Iterator[Card]:
        """Yield the lowest card of each class that a condition may be asked about."""
        name = self._way_of(key)
        for card in representatives(self.domain):
            if name is None or self.matches(self.profile.capture.ways[name].played.tree, card):
                yield card

    @staticmethod
    def _way_of(key: str) -> str | None:
        return key.removeprefix(WAYS).removesuffix(WHEN) if key.startswith(WAYS) else None

    def matches(self, pattern: Pattern, card: Card) -> bool:
        """Tell whether a pattern matches the card when it is played."""
        return bool(compile_pattern(pattern, self.rules.tables, card) >> card & 1)


def _captures(plays: Iterable[Sequence[Case]]) -> tuple[Case, ...]:
    return tuple(sorted((case for some in plays for case in some if case.action.captured), key=smallness))


def _freed(found: Iterable[Truths], free: Sequence[int]) -> set[Truths]:
    """Return the combinations with the truths at some places exchanged for any."""
    every = set(found)
    for place in free:
        every |= {(*truths[:place], not truths[place], *truths[place + 1 :]) for truths in every}
    return every
