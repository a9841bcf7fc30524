"""What a card may capture: the legal sets listed, counted, drawn by number, or one of them decided.

A captured set is what the ways take whole, one card for each pick, and any disjoint groups that the
player adds; distinct sets count once, however many partitions lead to each.  Listing stays bounded on
any floor, and deciding never lists.

The order of the sets is fixed: those with most cards first; of equally many, those with more cards of
the highest value first, then of the next; at last, cards that differ only by suit in the order of the deck.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from basra_rules.engine.groups import has_group
from basra_rules.engine.layout import book_of
from basra_rules.engine.parting import find_larger, is_legal
from basra_rules.engine.patterns import iterate_sets, nth_set, patterns_of
from basra_rules.engine.table import named_cards
from basra_rules.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.cards import Card, CardSet
    from basra_rules.engine.layout import Layout, Vector
    from basra_rules.engine.patterns import Patterns
    from basra_rules.engine.state import TableLike
    from basra_rules.rules.model import Grouping, Rules

CAP = 100


class Captures(NamedTuple):
    """The first of the sets that a card may capture, and how many there are in all.

    Where `exact` is False there are at least `total`: only rules far from any real game get there.
    """

    sets: tuple[CardSet, ...]
    total: int
    exact: bool


_NOTHING = Captures((), 0, exact=True)
_FEW = 6
"""With so few cards in question all sets are kept, and looked up."""


class Offer(NamedTuple):
    """One card before one floor: what it takes in any case, and what else is in question.

    `every` holds all captures, where that is a short list.
    """

    layout: Layout
    base: CardSet
    rest: CardSet
    capacity: Vector
    every: Captures | None

    @property
    def patterns(self) -> Patterns:
        """Return what can be taken of `rest`."""
        return patterns_of(self.layout, self.capacity)

    @property
    def total(self) -> int:
        """Return how many captures there are."""
        return self.every.total if self.every is not None else _count(self, self.patterns)

    def nth(self, number: int) -> CardSet:
        """Return the capture that has `number`; there are more than that."""
        if self.every is not None:
            return self.every.sets[number]
        patterns = self.patterns
        place = bisect_right(patterns.running, number)
        before = patterns.running[place - 1] if place else 0
        return self.base | nth_set(self.layout, self.rest, patterns.vectors[place], number - before)

    def is_legal(self, captured: CardSet) -> bool:
        """Tell whether the rules allow `captured`, leaving open whether more must be taken."""
        if not captured or self.base & ~captured or captured & ~(self.base | self.rest):
            return False
        return is_legal(self.layout, self.capacity, self.layout.pack(captured & ~self.base))

    def larger(self, captured: CardSet) -> CardSet:
        """Return a legal set that contains the legal `captured` and more; the empty set if there is none."""
        vector = self.layout.pack(captured & ~self.base)
        larger = find_larger(self.layout, self.capacity, vector)
        if larger is None:
            return 0
        return captured | next(iterate_sets(self.layout, self.rest & ~captured, larger - vector))


def make_offer(rules: Rules, table: TableLike, card: Card) -> Offer:
    """Return what `card` has before it at `table`."""
    book = book_of(rules)
    layout = book.fixed[card] or book.layout(table, card)
    return _make_offer(layout, table.face_up & layout.reach)


@lru_cache(maxsize=1 << 15)
def _make_offer(layout: Layout, floor: CardSet) -> Offer:
    base = floor & layout.whole
    rest = floor & ~base
    if not rest:
        return Offer(layout, base, 0, 0, _only(base))
    capacity = layout.pack(rest)
    if rest.bit_count() > _FEW:
        return Offer(layout, base, rest, capacity, None)
    patterns = patterns_of(layout, capacity)
    if patterns.vectors == (0,):
        return Offer(layout, base, rest, capacity, _only(base))
    sets = tuple(filter(None, _iterate_captures(layout, base, rest, patterns)))
    return Offer(layout, base, rest, capacity, Captures(sets, len(sets), exact=True))


def _only(base: CardSet) -> Captures:
    return Captures((base,), 1, exact=True) if base else _NOTHING


def _iterate_captures(layout: Layout, base: CardSet, rest: CardSet, patterns: Patterns) -> Iterator[CardSet]:
    """Yield `base` with what can be taken of `rest`; at last the empty set, where nothing need be taken."""
    return chain.from_iterable(iterate_sets(layout, rest, vector, base) for vector in patterns.vectors)


def _list_captures(offer: Offer, cap: int) -> Captures:
    patterns = offer.patterns
    total = _count(offer, patterns)
    chosen = _iterate_captures(offer.layout, offer.base, offer.rest, patterns)
    return Captures(tuple(islice(chosen, min(cap, total))), total, patterns.exact)


def _count(offer: Offer, patterns: Patterns) -> int:
    """Return the number of sets; the empty one, which stands last, is none."""
    total = patterns.running[-1] if patterns.running else 0
    return total - (not offer.base and total > 0 and patterns.vectors[-1] == 0)


def find_captures(rules: Rules, table: TableLike, card: Card, cap: int = CAP) -> Captures:
    """Return the first `cap` legal captured sets of `card` at `table`, in the fixed order, and their number.

    Source: G1, G4, `capture.ways`, `capture.groups`.
    """
    offer = make_offer(rules, table, card)
    every = offer.every
    if every is None:
        return _list_captures(offer, cap)
    return every if every.total <= cap else Captures(every.sets[:cap], every.total, every.exact)


def nth_capture(rules: Rules, table: TableLike, card: Card, number: int) -> CardSet:
    """Return the set that has `number`, counted from 0, among all that `find_captures` counts.

    Raises:
        UsageError: there are not so many.
    """
    offer = make_offer(rules, table, card)
    if not 0 <= number < offer.total:
        raise UsageError(f"{card} has {offer.total} captures here; there is no number {number}")
    return offer.nth(number)


def is_capture(rules: Rules, table: TableLike, card: Card, captured: CardSet) -> bool:
    """Tell whether `card` may capture exactly `captured`, without listing what else it may.

    Source: G1, `capture.ways`, `capture.groups`.
    """
    if table.hidden:
        captured = named_cards(table, captured)
    offer = make_offer(rules, table, card)
    if offer.every is not None:
        return captured in offer.every.sets
    return offer.is_legal(captured) and not (offer.layout.maximal and offer.larger(captured))


def can_capture(rules: Rules, table: TableLike, card: Card) -> bool:
    """Tell whether `card` may capture anything."""
    offer = make_offer(rules, table, card)
    if offer.every is not None:
        return offer.every.total > 0
    layout = offer.layout
    picks = any(offer.rest & cards for cards in layout.picks)
    return bool(offer.base) or picks or any(has_group(layout, offer.capacity, rule) for rule in layout.groups)


def finds_group(rules: Rules, table: TableLike, card: Card, grouping: Grouping) -> bool:
    """Tell whether `grouping`, one of the ways of `card`, finds a group among what `card` does not take anyway."""
    offer = make_offer(rules, table, card)
    wanted = (grouping.total * book_of(rules).scale, grouping.smallest)
    rules_of_groups = [one for one in offer.layout.groups if (one.total, one.smallest) == wanted]
    return any(has_group(offer.layout, offer.capacity, one) for one in rules_of_groups)
