"""House rules by chance: valid or not, such as somebody might write who knows the language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from basra_rules.errors import ProfileError, SourceFile
from basra_rules.profile.family import family_of
from basra_rules.profile.loading import load_profile, resolve_profile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from basra_rules.profile.family import Family

PARENTS = ("egyptian", "palestinian", "lebanese-ashush", "russian", "bastra", "syrian", "egyptian-wiki", "pisti")
RANKS = ("A", "2", "3", "5", "7", "9", "10", "J", "Q", "K")
CARDS = ("7♦", "2♣", "10♦", "J♠", "A♥")
SUITS = ("♣", "♦", "♥")


class House:
    """Makes the parts of one file."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.parent = chance.choice(PARENTS)
        self.profile = load_profile(self.parent)

    def text(self) -> str:
        """Return a file with a few changes, each in a section of its own."""
        sections = (self.bonuses, self.ways, self.options, self.awards, self.dealing, self.deck, self.others)
        chosen = self.chance.sample(sections, self.chance.choice((1, 1, 2, 2, 3)))
        lines = ["format: 1", "name: house", f"extends: {self.parent}"]
        for section in sections:
            lines += section() if section in chosen else []
        return "\n".join(lines) + "\n"

    def one_in(self, number: int) -> bool:
        return self.chance.randrange(number) == 0

    def pattern(self) -> str:
        """Return a pattern that can stand behind `is`, or by itself."""
        kind = self.chance.randrange(8)
        if kind < 5:
            return self.chance.choice((self.chance.choice(RANKS), self.chance.choice(CARDS), self.chance.choice(SUITS)))
        if kind == 5:
            return "numeric"
        word = self.chance.choice(("or", "or", "and"))
        return f"({self.chance.choice(RANKS)} {word} {self.chance.choice((*CARDS, *SUITS, *RANKS))})"

    def number(self) -> str:
        return str(self.chance.choice((0, 1, 2, 2, 3, 4, 5, 7, 10, 12)))

    def compared(self, *names: str) -> str:
        sign = self.chance.choice(("<", "<=", ">", ">=", "==", "!="))
        if self.one_in(5):
            return f"{self.number()} <= {self.chance.choice(names)} < {self.number()}"
        return f"{self.chance.choice(names)} {sign} {self.number()}"

    def floor_atom(self) -> str:
        kind = self.chance.randrange(6)
        if kind == 0:
            return f"{self.chance.choice(('all', 'any'))} floor is {self.pattern()}"
        if kind == 1:
            return "floor.numeric"
        if kind == 2:
            return self.chance.choice(("previous.trailed", self.compared("previous.floor_count")))
        return self.compared("floor.count", "floor.sum")

    def atom(self) -> str:
        kind = self.chance.randrange(11)
        if kind < 3:
            return f"card {self.chance.choice(('is', 'is', 'is not'))} {self.pattern()}"
        if kind == 3:
            return f"{self.chance.choice(('all', 'any'))} captured is {self.pattern()}"
        if kind < 6:
            return self.compared("sum", "count")
        if kind == 6:
            return "last_card" if self.one_in(4) else "numeric"
        if kind == 7 and self.one_in(3):
            return f"equal_groups({self.compared('groups')} and {self.compared('total')})"
        return "sweep" if kind < 9 else self.floor_atom()

    def condition(self, depth: int = 2, *, of_floor: bool = False) -> str:
        if depth == 0 or self.one_in(3):
            return self.floor_atom() if of_floor else self.atom()
        one, other = (self.condition(depth - 1, of_floor=of_floor) for _ in range(2))
        if self.one_in(5):
            return f"not ({one})"
        joined = f"{one} {self.chance.choice(('and', 'and', 'or'))} {other}"
        return joined if self.one_in(4) else f"({joined})"

    def bonuses(self) -> Iterator[str]:
        yield "bonuses:"
        known = list(self.profile.bonuses)
        for place in range(self.chance.choice((1, 1, 2))):
            instead = f", instead_of: {self.chance.choice(known)}" if self.one_in(3) else ""
            points = self.chance.choice(("1", "5", "10", "0", "2 * count", "card.value" if self.one_in(3) else "3"))
            name = self.chance.choice(known) if self.one_in(5) else f"extra_{place}"
            yield f'  {name}: {{when: "{self.condition()}", points: {points}{instead}}}'
            known.append(name)

    def ways(self) -> Iterator[str]:
        yield "capture:"
        yield "  ways:"
        when = f', when: "{self.condition(1, of_floor=True)}"' if self.one_in(2) else ""
        if self.one_in(3):
            total = self.chance.choice(("card.value", "11", "7", "card.value + 1"))
            smallest = f", smallest: {self.chance.choice((1, 2, 3))}" if self.one_in(3) else ""
            yield f"    extra: {{played: {self.pattern()}, groups_of: {total}{smallest}{when}}}"
        else:
            one = ", how_many: one" if self.one_in(4) else ""
            takes = self.chance.choice(("floor", "card.rank", self.pattern()))
            yield f"    extra: {{played: {self.pattern()}, takes: {takes}{one}{when}}}"

    def options(self) -> Iterator[str]:
        yield "options:"
        if self.one_in(2):
            yield f"  extra: {{about: the end, sets: match.target, choices: [{self.number()}1, {self.number()}2]}}"
        else:
            name = self.chance.choice(list(self.profile.bonuses))
            yield "  extra:"
            yield "    about: what scores"
            yield "    choices:"
            yield "      usual: {}"
            yield f'      other: {{bonuses: {{{name}: {{when: "{self.condition(1)}"}}}}}}'

    def awards(self) -> Iterator[str]:
        least = self.chance.choice(("most", self.number(), self.number()))
        nobody = self.chance.choice(("nobody", "each", "carry"))
        values = f"counts: {self.pattern()}, at_least: {least}, points: {self.number()}, if_nobody: {nobody}"
        yield f"scoring: {{awards: {{extra: {{{values}}}}}}}"

    def dealing(self) -> Iterator[str]:
        key, value = self.chance.choice(
            (
                ("packet", self.number()),
                ("floor", self.number()),
                ("keep_off_floor", self.pattern()),
                ("kept_off_go", "bottom"),
            )
        )
        yield f"dealing: {{{key}: {value}}}"

    def deck(self) -> Iterator[str]:
        if self.one_in(2):
            yield f"deck: {{without: {self.pattern()}}}"
        else:
            yield f"deck: {{capture_values: {{{self.chance.choice(('J', 'Q', 'A'))}: {self.number()}}}}}"

    def others(self) -> Iterator[str]:
        yield self.chance.choice(
            (
                f"match: {{target: {self.number()}}}",
                "seats: {direction: clockwise}",
                f"seats: {{players: [{self.chance.choice((2, 3, 4))}]}}",
                f"match: {{tie: {self.chance.choice(('draw', 'another_deal'))}}}",
            )
        )


def valid_house(chance: Random) -> tuple[str, Family]:
    """Return the text of the first valid file that comes about, and its family."""
    while True:
        text = House(chance).text()
        try:
            family = family_of(Path("house.yaml"), SourceFile("house.yaml", text))
            resolve_profile(family)
        except ProfileError:
            continue
        return text, family
