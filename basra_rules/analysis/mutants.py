"""Mutants: a profile with one thing in it changed, so that one may see whether anybody notices.

Everything that can decide anything is changed, one at a time: conditions, patterns and amounts in their
parts (`rewriting.py`), numbers by one, words of closed vocabularies for each other, entries removed, the
default choice of each option.  What no scenario can tell (labels, sources, which way the turn goes round)
is left alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.edits import Edit, map_node, text_node, value_at
from basra_rules.analysis.rewriting import rewrites
from basra_rules.exact import exact, plain_number
from basra_rules.expression.printing import print_expression
from basra_rules.profile.models import ALL_OF_FLOOR
from basra_rules.profile.vocabulary import (
    Groups,
    HowMany,
    IfNobody,
    KeptOff,
    Leader,
    Leftover,
    NextDealer,
    Obligation,
    Refill,
    Remainder,
    Sets,
    Sides,
    TiePolicy,
)
from basra_rules.rules.compiling import compile_rules
from basra_rules.source.nodes import ListNode, MapNode, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from enum import StrEnum

    from basra_rules.expression.tree import Tree
    from basra_rules.profile.expression_fields import PatternField
    from basra_rules.profile.models import Award, Bonus, Profile, Way

Path = tuple[str, ...]

_WORDS: dict[Path, type[StrEnum]] = {
    ("seats", "sides"): Sides,
    ("dealing", "kept_off_go"): KeptOff,
    ("dealing", "refill"): Refill,
    ("dealing", "leader"): Leader,
    ("dealing", "next_dealer"): NextDealer,
    ("dealing", "remainder"): Remainder,
    ("capture", "obligation"): Obligation,
    ("capture", "groups"): Groups,
    ("scoring", "leftover"): Leftover,
}
_NUMBERS: tuple[Path, ...] = (
    ("dealing", "packet"),
    ("dealing", "floor"),
    ("dealing", "hidden"),
    ("match", "target"),
    ("match", "games_to_win"),
)
_EXTENDED_BY = "10"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change, and the end of the sentence "nothing checks …" that is true where nobody notices it.

    `edit` changes the effective document; or else `option` and `choice` are made the default.
    """

    key: str
    was: str
    now: str
    question: str
    edit: Edit | None = None
    option: str = ""

    @property
    def sentence(self) -> str:
        """Return what is true where nobody notices."""
        return f"nothing checks {self.question}"

    @property
    def change(self) -> str:
        """Return the change on one line."""
        return f"{self.key}: {self.was} → {self.now}" if self.now else f"{self.key}: {self.was} removed"


def mutants_of(profile: Profile) -> Iterator[Mutant]:
    """Yield the mutants of a profile under its choices, in the order of the document; each change once."""
    seen: set[str] = set()
    for mutant in _Maker(profile).make():
        if mutant.change not in seen:
            seen.add(mutant.change)
            yield mutant


class _Maker:
    """Makes the mutants of one profile."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._tree = profile.origins.tree

    def make(self) -> Iterator[Mutant]:
        yield from self._seats_and_deck()
        yield from self._dealing()
        yield from self._capture()
        yield from self._bonuses()
        yield from self._scoring()
        yield from self._match()
        yield from self._options()

    def _seats_and_deck(self) -> Iterator[Mutant]:
        players = value_at(self._tree, ("seats", "players"))
        if isinstance(players, ListNode) and len(players) > 1:
            for item in players:
                assert isinstance(item, ScalarNode)
                rest = ListNode(tuple(one for one in players if one is not item), players.span)
                edit = Edit(("seats", "players"), players, rest)
                question = f"whether {item.text} may play"
                yield Mutant("seats.players", item.text, "", question, edit)
        yield from self._words(("seats", "sides"))
        deck = self._profile.deck
        yield from self._pattern(("deck", "without"), deck.without)
        yield from self._numbers_by_pattern(("deck", "capture_values"), "the capture value of")
        for name in deck.tables:
            yield from self._numbers_by_pattern(("deck", "tables", name), f"what `{name}` gives")

    def _dealing(self) -> Iterator[Mutant]:
        for path in _NUMBERS[:3]:
            yield from self._number(path)
        yield from self._truth(("dealing", "singly"))
        for word in ("kept_off_go", "refill", "leader", "next_dealer", "remainder"):
            yield from self._words(("dealing", word))
        keep_off = self._profile.dealing.keep_off_floor
        if hasattr(keep_off, "top"):
            yield from self._pattern(("dealing", "keep_off_floor", "top"), keep_off.top)
        else:
            yield from self._pattern(("dealing", "keep_off_floor"), keep_off)
            if value_at(self._tree, ("dealing", "keep_off_floor")) is not None:
                question = "whether any card is kept off the opening floor"
                yield from self._value(("dealing", "keep_off_floor"), "none", question)
        yield from self._numbers_by_pattern(("dealing", "redeal"), "how many on the floor make the deal void of")

    def _capture(self) -> Iterator[Mutant]:
        yield from self._words(("capture", "obligation"))
        yield from self._words(("capture", "groups"))
        for name, way in self._profile.capture.ways.items():
            path = ("capture", "ways", name)
            yield from self._removed(path, f"whether anything is captured by the way `{name}`")
            yield from self._way(path, name, way)

    def _way(self, path: Path, name: str, way: Way) -> Iterator[Mutant]:
        yield from self._expression((*path, "played"), way.played.tree)
        if way.when is not None:
            yield from self._removed((*path, "when"), f"whether the way `{name}` has a condition")
            yield from self._expression((*path, "when"), way.when.tree)
        if way.takes is not None:
            if way.takes.node.text.strip() == ALL_OF_FLOOR:
                question = f"whether the way `{name}` takes the whole floor"
                yield from self._value((*path, "takes"), "numeric", question)
                yield from self._value((*path, "takes"), "card.rank", question)
            else:
                yield from self._expression((*path, "takes"), way.takes.tree)
                yield from self._value((*path, "takes"), ALL_OF_FLOOR, f"what the way `{name}` leaves on the floor")
            other = HowMany.ALL if way.takes_one else HowMany.ONE
            yield from self._value((*path, "how_many"), other, f"how many cards the way `{name}` takes")
        if way.groups_of is not None:
            yield from self._expression((*path, "groups_of"), way.groups_of.tree)
            for step in (-1, 1):
                question = f"what the groups of the way `{name}` must total"
                shifted = f"{print_expression(way.groups_of.tree)} {'-' if step < 0 else '+'} 1"
                yield from self._value((*path, "groups_of"), shifted, question)
                smallest = str(way.smallest_group + step)
                question = f"how few cards make a group of the way `{name}`"
                yield from self._value((*path, "smallest"), smallest, question)
            sets = Sets.ANY if way.one_group else Sets.ONE
            yield from self._value((*path, "sets"), sets, f"how many groups the way `{name}` takes at once")

    def _bonuses(self) -> Iterator[Mutant]:
        for name, bonus in self._profile.bonuses.items():
            path = ("bonuses", name)
            yield from self._removed(path, f"whether the bonus `{name}` scores")
            yield from self._bonus(path, name, bonus)

    def _bonus(self, path: Path, name: str, bonus: Bonus) -> Iterator[Mutant]:
        yield from self._expression((*path, "when"), bonus.when.tree)
        yield from self._expression((*path, "points"), bonus.points.tree, f"what the bonus `{name}` is worth")
        if bonus.instead_of:
            yield from self._removed((*path, "instead_of"), f"whether `{name}` scores instead of `{bonus.instead_of}`")

    def _scoring(self) -> Iterator[Mutant]:
        yield from self._amounts_by_pattern()
        idle = set(_never_given(self._profile))
        for name, award in self._profile.scoring.awards.items():
            if name in idle:
                continue
            path = ("scoring", "awards", name)
            yield from self._removed(path, f"whether the award `{name}` is given")
            yield from self._award(path, name, award)
        yield from self._words(("scoring", "leftover"))

    def _award(self, path: Path, name: str, award: Award) -> Iterator[Mutant]:
        yield from self._pattern((*path, "counts"), award.counts)
        question = f"how many cards the award `{name}` takes"
        if award.at_least is None:
            yield from self._value((*path, "at_least"), "27", question)
        else:
            yield from self._number((*path, "at_least"), question)
            yield from self._value((*path, "at_least"), "most", question)
        yield from self._number((*path, "points"), f"what the award `{name}` is worth")
        yield from self._words((*path, "if_nobody"), IfNobody, f"what becomes of the award `{name}` that nobody wins")

    def _match(self) -> Iterator[Mutant]:
        for path in _NUMBERS[3:]:
            yield from self._number(path)
        path = ("match", "tie")
        tie = self._profile.match.tie_policy
        question = "what happens when the highest scores are equal at the target"
        for word in TiePolicy:
            if word is TiePolicy.EXTEND and tie is not word:
                old = value_at(self._tree, path)
                assert isinstance(old, ScalarNode)
                edit = Edit(path, old, map_node(extend=_EXTENDED_BY))
                yield Mutant("match.tie", f"`{old.text}`", f"`{{extend: {_EXTENDED_BY}}}`", question, edit)
            elif word is not tie and word is not TiePolicy.EXTEND:
                yield from self._value(path, word, question)
        if tie is TiePolicy.EXTEND:
            yield from self._number((*path, "extend"))

    def _options(self) -> Iterator[Mutant]:
        for option in self._profile.options:
            made = self._profile.origins.choices[option].choice
            for choice in choice_names(self._profile, option):
                if choice != made:
                    question = f"that `{made}` is the choice of `{option}` where nobody chooses"
                    yield Mutant(f"options.{option}", f"`{made}`", f"`{choice}`", question, option=option)

    # What the makers above have in common

    def _value(self, path: Path, text: str, question: str) -> Iterator[Mutant]:
        old = value_at(self._tree, path)
        was = _shown(old) if old is not None else "(not said)"
        if not isinstance(old, ScalarNode) or old.text != text:
            yield Mutant(".".join(path), was, f"`{text}`", question, Edit(path, old, text_node(text)))

    def _removed(self, path: Path, question: str) -> Iterator[Mutant]:
        old = value_at(self._tree, path)
        if old is not None:
            yield Mutant(".".join(path), f"`{path[-1]}`", "", question, Edit(path, old, None))

    def _words(self, path: Path, words: type[StrEnum] | None = None, question: str = "") -> Iterator[Mutant]:
        old = value_at(self._tree, path)
        if isinstance(old, ScalarNode):
            for word in words or _WORDS[path]:
                asked = question or f"whether `{'.'.join(path)}` is `{old.text}` or `{word}`"
                yield from self._value(path, word, asked)

    def _truth(self, path: Path) -> Iterator[Mutant]:
        old = value_at(self._tree, path)
        if isinstance(old, ScalarNode):
            other = "false" if old.value is True else "true"
            yield from self._value(path, other, f"whether `{'.'.join(path)}` is {old.text} or {other}")

    def _number(self, path: Path, question: str = "") -> Iterator[Mutant]:
        old = value_at(self._tree, path)
        value = old.value if isinstance(old, ScalarNode) else {"hidden": 0, "games_to_win": 1}.get(path[-1])
        if value is None or isinstance(value, str | bool):
            return
        for step in (-1, 1):
            other = plain_number(exact(value + step))
            asked = question or f"whether `{'.'.join(path)}` is {plain_number(value)} or {other}"
            yield from self._value(path, other, asked)

    def _expression(self, path: Path, tree: Tree, question: str = "") -> Iterator[Mutant]:
        for one in rewrites(tree):
            yield from self._value(path, print_expression(one.tree), question or one.question)

    def _pattern(self, path: Path, pattern: PatternField) -> Iterator[Mutant]:
        yield from self._expression(path, pattern.tree)

    def _numbers_by_pattern(self, path: Path, what: str) -> Iterator[Mutant]:
        node = value_at(self._tree, path)
        for entry in node if isinstance(node, MapNode) else ():
            here = (*path, entry.key.text)
            question = f"{what} {entry.key.text}"
            yield from self._removed(here, question)
            yield from self._number(here, question)

    def _amounts_by_pattern(self) -> Iterator[Mutant]:
        path = ("scoring", "cards")
        for entry in self._profile.scoring.cards:
            written = entry.pattern.node.text
            here = (*path, written)
            question = f"what a captured {written} is worth"
            yield from self._removed(here, question)
            yield from self._expression(here, entry.amount.tree, question)
            for one in rewrites(entry.pattern.tree):
                key = print_expression(one.tree)
                old = value_at(self._tree, here)
                if old is not None:
                    yield Mutant(".".join(here), f"`{written}`", f"`{key}`", one.question, Edit(here, old, old, key))


def _never_given(profile: Profile) -> Iterator[str]:
    """Yield the awards that ask for more cards than there are and then go to nobody: `basra check` warns of them."""
    rules = compile_rules(profile)
    for award in rules.scoring.awards:
        counted = (award.counts & rules.deck).bit_count()
        if award.if_nobody is IfNobody.NOBODY and counted < (award.at_least or 1):
            yield award.name


def _shown(node: object) -> str:
    return f"`{node.text}`" if isinstance(node, ScalarNode) else "its value"
