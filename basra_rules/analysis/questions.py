"""Questions about how a table plays, concrete enough to be answered by anybody, and what rules answer to them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Protocol

from basra_rules.cards import Card, card_set, cards_of, format_cards, parse_cards
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures
from basra_rules.engine.legality import may_trail, refuse
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.engine.state import Action, Table
from basra_rules.errors import BasraError
from basra_rules.exact import exact, format_number, parse_number
from basra_rules.profile.vocabulary import KeptOff, Leftover, Obligation, Refill, Sides, TiePolicy
from basra_rules.scenarios.plays import after

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from enum import StrEnum

    from basra_rules.cards import CardSet
    from basra_rules.engine.state import DealResult
    from basra_rules.exact import Number
    from basra_rules.rules.model import Rules

_ON_FLOOR = "A♣ 2♣ 3♣ 5♣ 5♦ 7♣ 7♦ 8♣ 10♣ 10♥ J♣ J♦ Q♣ Q♦ K♣ K♦"
_PLAYED = "A♠ 4♠ 5♠ 7♠ 7♦ 8♠ 10♠ J♠ Q♠ K♠"
_SUMS_AFTER_A_TRAIL = (("3♣", "5♣", "8♠"), ("2♣", "5♣", "7♠"))
_SUM_AND_EQUAL = (("3♣ 5♣ 8♣", "8♠"), ("2♣ 5♣ 7♣", "7♠"))
_LAST_OF_THE_DEAL = (("5♣", "5♠"), ("J♣", "J♠"))
_TAKES_NOTHING = "it takes nothing and stays there"
SOMETHING_ELSE = "something else"
CANNOT_HAPPEN = "that can't happen: there is no such card, or no such play"


class Question(Protocol):
    """Something to ask a table."""

    @property
    def text(self) -> str:
        """Return the question in words."""
        ...

    @property
    def effort(self) -> float:
        """Return how hard it is to answer: the plainest have 0."""
        ...

    @property
    def topic(self) -> str:
        """Return what it is about: questions of one topic that part the same profiles ask for the same rule."""
        ...

    @property
    def subject(self) -> str:
        """Return what it is about at large: who can't answer one question on it will hardly answer the next."""
        ...

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys of a profile that may decide it, a `*` for any name."""
        ...

    @property
    def words(self) -> type[StrEnum] | None:
        """Return what the key may say that decides it, if it says no number."""
        ...

    @property
    def wanted(self) -> str:
        """Return how to tell an answer of one's own; nothing where that can't be told."""
        ...

    def answer(self, rules: Rules) -> str:
        """Return what the rules answer, in words; equal words are equal answers."""
        ...

    def parse_answer(self, text: str) -> str | None:
        """Return an answer of one's own in the words in which rules answer; None where it is none."""
        ...


@dataclass(frozen=True)
class PlayQuestion:
    """A card played on a floor, perhaps after another card was put there: what does it take, what does it score?

    `last`: it is the last card of the deal.
    """

    floor: tuple[Card, ...]
    card: Card
    trailed: Card | None = None
    last: bool = False

    @property
    def text(self) -> str:
        """Return the position in play language."""
        lying = f"On the floor: {format_cards(self.floor)}."
        before = f" Somebody puts {self.trailed} there and takes nothing." if self.trailed is not None else ""
        played = f"{self.card}, the very last card of the deal" if self.last else f"{self.card}"
        return f"{lying}{before} You play {played}: what does it take, and does it score at once?"

    @property
    def effort(self) -> float:
        """Return the number of cards, in tenths; a play before counts more."""
        return len(self.floor) / 10 + (0.15 if self.trailed is not None else 0) + (0.1 if self.last else 0)

    @property
    def topic(self) -> str:
        """Return what kind of card meets how many of its rank and how many others."""
        equal = sum(card.rank == self.card.rank for card in self.floor)
        return f"{self.subject} on {equal} and {len(self.floor) - equal} {self.trailed is not None}"

    @property
    def subject(self) -> str:
        """Return the kind of card that is played."""
        if str(self.card) == "7♦":
            return "7♦"
        return {"J": "J", "Q": "Q or K", "K": "Q or K"}.get(self.card.rank, "number")

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the points of bonuses, and what must capture or may be grouped."""
        return ("bonuses.*.points", "capture.obligation", "capture.groups")

    @property
    def words(self) -> None:
        """Return nothing: each key has words of its own."""
        return

    @property
    def wanted(self) -> str:
        """Return how a capture is told."""
        shown = format_cards(self.floor)
        return f"the cards that it takes and what it scores, such as `{shown} 10` or `{shown} 0 or stays`"

    def parse_answer(self, text: str) -> str | None:
        """Return captures, each with what it scores, in the words in which rules answer."""
        sets = [part.split() for part in re.split(r"\bor\b|;", text)]
        stays = ["stays"] in sets or ["nothing"] in sets
        said = [_told(words, self.floor) for words in sets if words not in (["stays"], ["nothing"])]
        if None in said or not (said or stays):
            return None
        if not said:
            return _TAKES_NOTHING
        return "it takes " + "; or ".join(filter(None, said)) + ("; or stays there" if stays else "")

    def answer(self, rules: Rules) -> str:
        """Return what may be taken, and what each capture scores at once."""
        cards = (*self.floor, self.card, *(() if self.trailed is None else (self.trailed,)))
        if card_set(cards) & ~rules.deck:
            return CANNOT_HAPPEN
        table = Table(self.floor, hand=1 << self.card if self.last else 0, last_card=self.last)
        if self.trailed is not None:
            action = Action(self.trailed)
            if refuse(rules, table, action) is not None:
                return CANNOT_HAPPEN
            table = after(table, action)
        return _verdict(rules, table, self.card)


def _verdict(rules: Rules, table: Table, card: Card) -> str:
    sets = find_captures(rules, table, card).sets
    if not sets:
        return _TAKES_NOTHING
    said = [_capture(rules, table, Action(card, captured)) for captured in sets]
    if may_trail(rules, table, card):
        said.append("or stays there")
    return "it takes " + "; or ".join(said).replace("; or or", "; or")


def _capture(rules: Rules, table: Table, action: Action) -> str:
    return _scoring(action.captured, exact(sum(one.points for one in score_bonuses(rules, table, action))))


def _scoring(captured: CardSet, points: Number) -> str:
    scored = f"scores {format_number(points)}" if points else "scores nothing at once"
    return f"{format_cards(captured)} and {scored}"


def _told(words: list[str], floor: tuple[Card, ...]) -> str | None:
    """Return what is told of a capture: cards of the floor, and perhaps a number; None where it is nothing such."""
    points = parse_number(words[-1]) if words else None
    try:
        captured = parse_cards(" ".join(words if points is None else words[:-1]))
    except BasraError:
        return None
    known = bool(captured) and set(captured) <= set(floor)
    return _scoring(card_set(captured), points or 0) if known else None


def roughly(answer: str) -> str:
    """Return what an answer says but for what a play scores, and whether it need take anything."""
    return re.sub(r" and scores [^;]*|; or stays there", "", answer)


@dataclass(frozen=True)
class FactQuestion:
    """A question about dealing, counting or winning.

    `keys` of a profile may decide it, each alone; `words` are those that a key may say which says no number.
    """

    text: str
    read: Callable[[Rules], str]
    effort: float = 0.1
    keys: tuple[str, ...] = ()
    words: type[StrEnum] | None = None

    @property
    def topic(self) -> str:
        """Return what it is about: nothing else."""
        return self.text

    @property
    def subject(self) -> str:
        """Return what it is about: nothing else."""
        return self.text

    @property
    def wanted(self) -> str:
        """Return that a number is expected, where it is one."""
        return "a number" if self.keys and self.words is None else ""

    def answer(self, rules: Rules) -> str:
        """Return what the rules answer."""
        return self.read(rules)

    def parse_answer(self, text: str) -> str | None:
        """Return a number as rules answer it."""
        number = parse_number(text)
        return None if number is None or not self.wanted else format_number(number)


@cache
def every_question() -> tuple[Question, ...]:
    """Return all questions that may be asked, the plainest first."""
    questions: list[Question] = [*_plays(), *_facts()]
    return tuple(sorted(questions, key=lambda one: one.effort))


def _plays() -> Iterator[PlayQuestion]:
    lying, played = parse_cards(_ON_FLOOR), parse_cards(_PLAYED)
    for number in (1, 2):
        for floor in combinations(lying, number):
            for card in played:
                if card not in floor:
                    yield PlayQuestion(floor, card)
    for first, second, card in (map(_card, cards) for cards in _SUMS_AFTER_A_TRAIL):
        yield PlayQuestion((first,), card, second)
    for lies, card_played in _SUM_AND_EQUAL:
        yield PlayQuestion(parse_cards(lies), _card(card_played))
    for lies, card_played in _LAST_OF_THE_DEAL:
        yield PlayQuestion(parse_cards(lies), _card(card_played), last=True)


def _card(text: str) -> Card:
    return parse_cards(text)[0]


def _facts() -> Iterator[FactQuestion]:
    yield from _dealing_facts()
    yield FactQuestion("How many may play?", _players, 0.15)
    yield FactQuestion("Four play: who plays together?", _sides, 0.15, ("seats.sides",), Sides)
    text = "A card in your hand could capture: may you play another one instead, that captures nothing?"
    yield FactQuestion(text, _obligation, 0.15, ("capture.obligation",), Obligation)
    text = "One side has clearly the most cards of a deal: how much more does it score for that?"
    yield FactQuestion(text, _majority, keys=("scoring.awards.*.points",))
    yield FactQuestion("Both sides have equally many cards: what becomes of the points for the most cards?", _tie)
    for name in ("A♣", "J♣", "2♣", "2♥", "10♦", "10♥", "5♥"):
        yield _worth(name)
    text = "How many points end the match?"
    yield FactQuestion(text, lambda rules: format_number(rules.match.target), keys=("match.target",))
    text = "Two sides reach the points that end the match in the same deal, with equally many points: what happens?"
    yield FactQuestion(text, _match_tie, 0.1, ("match.tie",), TiePolicy)
    text = "Who gets the cards left on the floor at the end of a deal?"
    yield FactQuestion(text, _leftover, 0.15, ("scoring.leftover",), Leftover)


def _dealing_facts() -> Iterator[FactQuestion]:
    text = "How many cards does a player get at a time?"
    yield FactQuestion(text, lambda rules: str(rules.dealing.packet), keys=("dealing.packet",))
    text = "How many cards lie on the floor at the start?"
    yield FactQuestion(text, lambda rules: str(rules.dealing.floor), keys=("dealing.floor",))
    yield FactQuestion("When do players get more cards?", _refill, 0.1, ("dealing.refill",), Refill)
    yield FactQuestion("With which cards do you play?", _deck)
    yield FactQuestion("Which cards may not lie on the floor at the start?", _kept_off)
    text = "A card turns up there that may not lie on the floor at the start: where does it go?"
    yield FactQuestion(text, _kept_off_go, 0.15, ("dealing.kept_off_go",), KeptOff)


def _worth(name: str) -> FactQuestion:
    card = _card(name)
    text = f"What does a captured {name} count when a deal is scored?"
    return FactQuestion(
        text,
        lambda rules: format_number(rules.scoring.cards[card]),
        0.12,
        (f"scoring.cards.{name}", f"scoring.cards.{card.rank}"),
    )


def _refill(rules: Rules) -> str:
    return "after each play, one" if rules.dealing.refill is Refill.AFTER_PLAY else "when all hands are empty"


def _deck(rules: Rules) -> str:
    missing = sorted({card.rank for card in cards_of((1 << 52) - 1 & ~rules.deck)})
    return f"{rules.deck.bit_count()} cards" + (f", without {' and '.join(missing)}" if missing else "")


def _players(rules: Rules) -> str:
    return " or ".join(map(str, sorted(rules.seats.players)))


def _sides(rules: Rules) -> str:
    if max(rules.seats.players) < 4:
        return "four can't play"
    return "those who sit opposite each other" if rules.seats.partners else "nobody: each plays alone"


def _obligation(rules: Rules) -> str:
    return "no" if rules.capture.obligation is Obligation.HAND else "yes"


def _kept_off_go(rules: Rules) -> str:
    dealing = rules.dealing
    if not dealing.floor or not (dealing.keep_off | dealing.keep_off_top) & rules.deck:
        return "there is no such card"
    return "below the stock" if dealing.kept_off_go is KeptOff.BOTTOM else "somewhere inside the stock"


def _kept_off(rules: Rules) -> str:
    if not rules.dealing.floor:
        return "none lie there"
    dealing = rules.dealing
    everywhere = format_cards(dealing.keep_off & rules.deck)
    top = format_cards(dealing.keep_off_top & rules.deck)
    return everywhere or (f"{top} on top" if top else "any may")


def _counted(rules: Rules, first: int) -> DealResult:
    half = cards_of(rules.deck)
    known = card_set(half[::2]) if first * 2 == len(half) else 0
    tallies = (Tally(first, known), Tally(len(half) - first, rules.deck & ~known if known else 0))
    return score_tallies(rules, tallies, (0,) * len(rules.scoring.awards))


def _majority(rules: Rules) -> str:
    result = _counted(rules, rules.deck.bit_count() - 6)
    points = exact(result.points[0] - result.points[1])
    return format_number(points) if points else "nothing"


def _tie(rules: Rules) -> str:
    result = _counted(rules, rules.deck.bit_count() // 2)
    if result.void:
        return "the deal is played again"
    awarded = [exact(sum(award.points[side] for award in result.awards)) for side in range(2)]
    carried = exact(sum(result.carries))
    if carried:
        return f"they wait for the next deal ({format_number(carried)})"
    if not any(awarded):
        return "nobody gets any"
    if awarded[0] == awarded[1]:
        return f"each side gets {format_number(awarded[0])}"
    return "that does not matter here"


def _match_tie(rules: Rules) -> str:
    match rules.match.tie:
        case TiePolicy.DRAW:
            return "it is a draw"
        case TiePolicy.EXTEND:
            return f"the target rises by {format_number(rules.match.extend)}"
        case TiePolicy.ANOTHER_DEAL:
            return "another deal decides"


def _leftover(rules: Rules) -> str:
    return {
        Leftover.LAST_CAPTURER: "who captured last",
        Leftover.DEALER: "the dealer",
        Leftover.NOBODY: "nobody",
    }[rules.scoring.leftover]
