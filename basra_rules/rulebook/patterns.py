"""Patterns of cards put into words, in the forms that sentences need.

A pattern becomes a noun phrase.  Languages that decline nouns need it in several forms (`Form`), each
with a catalogue context of its own; English often has one form for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from basra_rules.cards import RANKS, Rank, Suit, cards_of_rank, iterate
from basra_rules.expression.compiling import compile_pattern
from basra_rules.expression.features import names_used
from basra_rules.expression.tree import (
    AndPattern,
    CardPattern,
    NamedPattern,
    NotPattern,
    OrPattern,
    RankPattern,
    SuitPattern,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.cards import CardSet
    from basra_rules.expression.situation import DeckTables
    from basra_rules.expression.tree import Pattern
    from basra_rules.rulebook.voice import Voice


class Form(StrEnum):
    """The forms of a noun phrase, by the place that it takes in a sentence."""

    ONE = "one"
    """One such card, as the subject of a sentence or behind "is": "a jack"."""
    MANY = "many"
    """The cards of a kind, as a subject or standing alone: "jacks"."""
    TAKEN = "taken"
    """All of them, as what is taken: "takes all jacks"."""
    OF = "of"
    """The cards of a kind behind "most", "without", "except": "the most jacks"."""
    COUNTED = "counted"
    """The cards of a kind behind a number: "at least 2 jacks"."""


_OWN_RANK = "card.rank"


@dataclass(frozen=True, slots=True)
class Describer:
    """Puts the patterns of one profile into words of one language."""

    voice: Voice
    tables: DeckTables
    deck: CardSet

    def describe(self, tree: Pattern, form: Form) -> str:
        """Return the cards that match `tree` as a noun phrase."""
        simple = self._simplify(tree)
        if isinstance(simple, NotPattern):
            return self._except(self.describe(simple.operand, Form.OF), form)
        if isinstance(simple, OrPattern):
            return self._joined([self.describe(part, form) for part in simple.parts], form)
        if isinstance(simple, AndPattern):
            return self._at_once(self.voice.every([self.describe(part, Form.ONE) for part in simple.parts]), form)
        return self._plain(simple, form)

    def excluded(self, tree: Pattern, form: Form) -> list[str]:
        """Return what a pattern leaves out, kind by kind; nothing where it does not say so."""
        simple = self._simplify(tree)
        if not isinstance(simple, NotPattern):
            return []
        operand = simple.operand
        parts = operand.parts if isinstance(operand, OrPattern) else (operand,)
        return [self.describe(part, form) for part in parts]

    def cards(self, cards: CardSet, form: Form) -> str:
        """Return a set of cards as a noun phrase: whole ranks by name, the others one by one."""
        phrases, others = self._listed(cards, form), self._listed(self.deck & ~cards, Form.OF)
        if not phrases or not others:
            return self._named("any" if phrases else "none", form)
        if len(others) < len(phrases):
            return self._except(self._joined(others, Form.OF), form)
        return self._joined(phrases, form)

    def _listed(self, cards: CardSet, form: Form) -> list[str]:
        phrases = []
        for rank in RANKS:
            of_rank = cards & cards_of_rank(rank)
            if of_rank and of_rank == self.deck & cards_of_rank(rank):
                phrases.append(self.rank(rank, form))
            else:
                phrases += [self._card(str(card), form) for card in iterate(of_rank)]
        return phrases

    def rank(self, rank: Rank, form: Form) -> str:
        """Return a rank's cards as a noun phrase."""
        return rank_names(self.voice, form)[rank]

    def _simplify(self, tree: Pattern) -> Pattern | _Cards:
        """Return the pattern as it can be said; what would need brackets, as the cards that it comes to."""
        if isinstance(tree, NotPattern) and isinstance(tree.operand, NotPattern):
            return self._simplify(tree.operand.operand)
        if isinstance(tree, AndPattern) and all(isinstance(part, NotPattern) for part in tree.parts):
            neither = tuple(part.operand for part in tree.parts if isinstance(part, NotPattern))
            return self._simplify(NotPattern(OrPattern(neither, tree.span), tree.span))
        if _is_plain(tree) or _OWN_RANK in names_used(tree):
            return tree
        return _Cards(compile_pattern(tree, self.tables, None) & self.deck)

    def _plain(self, tree: Pattern | _Cards, form: Form) -> str:
        if isinstance(tree, _Cards):
            return self.cards(tree.cards, form)
        if isinstance(tree, RankPattern):
            return self.rank(tree.rank, form)
        if isinstance(tree, SuitPattern):
            return _suit_names(self.voice, form)[tree.suit]
        if isinstance(tree, CardPattern):
            return self._card(str(tree.card), form)
        assert isinstance(tree, NamedPattern)
        return self._named(tree.name, form)

    def _joined(self, phrases: Sequence[str], form: Form) -> str:
        return self.voice.some(phrases) if form is Form.ONE else self.voice.every(phrases)

    def _card(self, card: str, form: Form) -> str:
        voice = self.voice
        return {
            # L10n: {card} is one card, such as 7♦.
            Form.ONE: voice.pgettext("one", "the {card}", card=card),
            # L10n: {card} is one card, such as 7♦; stands in lists such as "jacks and the 7♦".
            Form.MANY: voice.pgettext("many", "the {card}", card=card),
            # L10n: {card} is one card, such as 7♦: "takes all jacks and the 7♦".
            Form.TAKEN: voice.pgettext("taken", "the {card}", card=card),
            # L10n: {card} is one card, such as 7♦: "all cards except jacks and the 7♦".
            Form.OF: voice.pgettext("of", "the {card}", card=card),
            # L10n: {card} is one card, such as 7♦: "at least 2 of these: jacks and the 7♦".
            Form.COUNTED: voice.pgettext("counted", "the {card}", card=card),
        }[form]

    def _except(self, cards: str, form: Form) -> str:
        voice = self.voice
        return {
            # L10n: {cards} has the form "of": "A card other than jacks takes everything".
            Form.ONE: voice.pgettext("one", "a card other than {cards}", cards=cards),
            # L10n: {cards} has the form "of": "all cards except jacks and the 7♦".
            Form.MANY: voice.pgettext("many", "all cards except {cards}", cards=cards),
            # L10n: {cards} has the form "of": "a jack takes all cards except queens and kings".
            Form.TAKEN: voice.pgettext("taken", "all cards except {cards}", cards=cards),
            # L10n: {cards} has the form "of": "the most cards other than jacks".
            Form.OF: voice.pgettext("of", "cards other than {cards}", cards=cards),
            # L10n: {cards} has the form "of": "at least 2 cards other than jacks".
            Form.COUNTED: voice.pgettext("counted", "cards other than {cards}", cards=cards),
        }[form]

    def _at_once(self, kinds: str, form: Form) -> str:
        voice = self.voice
        return {
            # L10n: {kinds} is a list in the form "one": "a card that is at once a club and a card of the same rank".
            Form.ONE: voice.pgettext("one", "a card that is at once {kinds}", kinds=kinds),
            # L10n: {kinds} is a list in the form "one".
            Form.MANY: voice.pgettext("many", "cards that are at once {kinds}", kinds=kinds),
            # L10n: {kinds} is a list in the form "one".
            Form.TAKEN: voice.pgettext("taken", "all cards that are at once {kinds}", kinds=kinds),
            # L10n: {kinds} is a list in the form "one".
            Form.OF: voice.pgettext("of", "cards that are at once {kinds}", kinds=kinds),
            # L10n: {kinds} is a list in the form "one".
            Form.COUNTED: voice.pgettext("counted", "cards that are at once {kinds}", kinds=kinds),
        }[form]

    def _named(self, name: str, form: Form) -> str:
        return named_patterns(self.voice, form)[name]


def opposite(pattern: Pattern) -> Pattern:
    """Return the pattern of all other cards."""
    return pattern.operand if isinstance(pattern, NotPattern) else NotPattern(pattern, pattern.span)


@dataclass(frozen=True, slots=True)
class _Cards:
    """A pattern that is told by its cards."""

    cards: CardSet


_LEAVES = (RankPattern, SuitPattern, CardPattern, NamedPattern)


def _is_plain(tree: Pattern) -> bool:
    """Tell whether a pattern can be said without brackets: words joined by "or", or all cards but those."""
    if isinstance(tree, NotPattern):
        operand = tree.operand
        return isinstance(operand, _LEAVES) or (isinstance(operand, OrPattern) and _is_plain(operand))
    if isinstance(tree, OrPattern):
        return all(isinstance(part, _LEAVES) for part in tree.parts)
    return isinstance(tree, _LEAVES)


def named_patterns(voice: Voice, form: Form) -> dict[str, str]:
    """Return the words for each pattern that has a name."""
    return {
        Form.ONE: {
            # L10n: A card that has a value in sums; the section on the cards tells which these are.
            "numeric": voice.pgettext("one", "a number card"),
            "any": voice.pgettext("one", "any card"),
            "none": voice.pgettext("one", "no card"),
            "card.rank": voice.pgettext("one", "a card of the same rank as the played card"),
        },
        Form.MANY: {
            # L10n: The cards that have a value in sums.
            "numeric": voice.pgettext("many", "number cards"),
            "any": voice.pgettext("many", "all cards"),
            "none": voice.pgettext("many", "no cards"),
            "card.rank": voice.pgettext("many", "cards of the same rank as the played card"),
        },
        Form.TAKEN: {
            "numeric": voice.pgettext("taken", "all number cards"),
            # L10n: "A jack takes all cards that lie on the floor."
            "any": voice.pgettext("taken", "all cards"),
            "none": voice.pgettext("taken", "no cards"),
            # L10n: "A king takes all cards of its own rank that lie on the floor."
            "card.rank": voice.pgettext("taken", "all cards of its own rank"),
        },
        Form.OF: {
            "numeric": voice.pgettext("of", "number cards"),
            # L10n: "The side with the most cards" and "except cards": the form that goes there.
            "any": voice.pgettext("of", "cards"),
            "none": voice.pgettext("of", "no cards"),
            "card.rank": voice.pgettext("of", "cards of the same rank as the played card"),
        },
        Form.COUNTED: {
            # L10n: Behind a number: "at least 2 number cards".
            "numeric": voice.pgettext("counted", "number cards"),
            "any": voice.pgettext("counted", "cards"),
            "none": voice.pgettext("counted", "no cards"),
            "card.rank": voice.pgettext("counted", "cards of the same rank as the played card"),
        },
    }[form]


def rank_names(voice: Voice, form: Form) -> dict[Rank, str]:
    """Return the word for each rank's cards."""
    return {
        Form.ONE: {
            # L10n: One card, the subject: "An ace takes …", "the played card is an ace".
            Rank.ACE: voice.pgettext("one", "an ace"),
            Rank.TWO: voice.pgettext("one", "a two"),
            Rank.THREE: voice.pgettext("one", "a three"),
            Rank.FOUR: voice.pgettext("one", "a four"),
            Rank.FIVE: voice.pgettext("one", "a five"),
            Rank.SIX: voice.pgettext("one", "a six"),
            Rank.SEVEN: voice.pgettext("one", "a seven"),
            Rank.EIGHT: voice.pgettext("one", "an eight"),
            Rank.NINE: voice.pgettext("one", "a nine"),
            Rank.TEN: voice.pgettext("one", "a ten"),
            Rank.JACK: voice.pgettext("one", "a jack"),
            Rank.QUEEN: voice.pgettext("one", "a queen"),
            Rank.KING: voice.pgettext("one", "a king"),
        },
        Form.MANY: {
            # L10n: The cards of a rank, as a subject or in a list: "Jacks may not lie there", "aces: 1".
            Rank.ACE: voice.pgettext("many", "aces"),
            Rank.TWO: voice.pgettext("many", "twos"),
            Rank.THREE: voice.pgettext("many", "threes"),
            Rank.FOUR: voice.pgettext("many", "fours"),
            Rank.FIVE: voice.pgettext("many", "fives"),
            Rank.SIX: voice.pgettext("many", "sixes"),
            Rank.SEVEN: voice.pgettext("many", "sevens"),
            Rank.EIGHT: voice.pgettext("many", "eights"),
            Rank.NINE: voice.pgettext("many", "nines"),
            Rank.TEN: voice.pgettext("many", "tens"),
            Rank.JACK: voice.pgettext("many", "jacks"),
            Rank.QUEEN: voice.pgettext("many", "queens"),
            Rank.KING: voice.pgettext("many", "kings"),
        },
        Form.TAKEN: {
            # L10n: What is taken, the object: "a jack takes all aces that lie on the floor".
            Rank.ACE: voice.pgettext("taken", "all aces"),
            Rank.TWO: voice.pgettext("taken", "all twos"),
            Rank.THREE: voice.pgettext("taken", "all threes"),
            Rank.FOUR: voice.pgettext("taken", "all fours"),
            Rank.FIVE: voice.pgettext("taken", "all fives"),
            Rank.SIX: voice.pgettext("taken", "all sixes"),
            Rank.SEVEN: voice.pgettext("taken", "all sevens"),
            Rank.EIGHT: voice.pgettext("taken", "all eights"),
            Rank.NINE: voice.pgettext("taken", "all nines"),
            Rank.TEN: voice.pgettext("taken", "all tens"),
            Rank.JACK: voice.pgettext("taken", "all jacks"),
            Rank.QUEEN: voice.pgettext("taken", "all queens"),
            Rank.KING: voice.pgettext("taken", "all kings"),
        },
        Form.OF: {
            # L10n: Behind "except", "without" and "the most": "all cards except aces", "the most aces".
            Rank.ACE: voice.pgettext("of", "aces"),
            Rank.TWO: voice.pgettext("of", "twos"),
            Rank.THREE: voice.pgettext("of", "threes"),
            Rank.FOUR: voice.pgettext("of", "fours"),
            Rank.FIVE: voice.pgettext("of", "fives"),
            Rank.SIX: voice.pgettext("of", "sixes"),
            Rank.SEVEN: voice.pgettext("of", "sevens"),
            Rank.EIGHT: voice.pgettext("of", "eights"),
            Rank.NINE: voice.pgettext("of", "nines"),
            Rank.TEN: voice.pgettext("of", "tens"),
            Rank.JACK: voice.pgettext("of", "jacks"),
            Rank.QUEEN: voice.pgettext("of", "queens"),
            Rank.KING: voice.pgettext("of", "kings"),
        },
        Form.COUNTED: {
            # L10n: Behind a number: "at least 2 aces".
            Rank.ACE: voice.pgettext("counted", "aces"),
            Rank.TWO: voice.pgettext("counted", "twos"),
            Rank.THREE: voice.pgettext("counted", "threes"),
            Rank.FOUR: voice.pgettext("counted", "fours"),
            Rank.FIVE: voice.pgettext("counted", "fives"),
            Rank.SIX: voice.pgettext("counted", "sixes"),
            Rank.SEVEN: voice.pgettext("counted", "sevens"),
            Rank.EIGHT: voice.pgettext("counted", "eights"),
            Rank.NINE: voice.pgettext("counted", "nines"),
            Rank.TEN: voice.pgettext("counted", "tens"),
            Rank.JACK: voice.pgettext("counted", "jacks"),
            Rank.QUEEN: voice.pgettext("counted", "queens"),
            Rank.KING: voice.pgettext("counted", "kings"),
        },
    }[form]


def _suit_names(voice: Voice, form: Form) -> dict[Suit, str]:
    """Return the word for each suit's cards."""
    return {
        Form.ONE: {
            # L10n: One card of a suit, as in "the played card is a club".
            Suit.CLUBS: voice.pgettext("one", "a club"),
            Suit.DIAMONDS: voice.pgettext("one", "a diamond"),
            Suit.HEARTS: voice.pgettext("one", "a heart"),
            Suit.SPADES: voice.pgettext("one", "a spade"),
        },
        Form.MANY: {
            Suit.CLUBS: voice.pgettext("many", "clubs"),
            Suit.DIAMONDS: voice.pgettext("many", "diamonds"),
            Suit.HEARTS: voice.pgettext("many", "hearts"),
            Suit.SPADES: voice.pgettext("many", "spades"),
        },
        Form.TAKEN: {
            Suit.CLUBS: voice.pgettext("taken", "all clubs"),
            Suit.DIAMONDS: voice.pgettext("taken", "all diamonds"),
            Suit.HEARTS: voice.pgettext("taken", "all hearts"),
            Suit.SPADES: voice.pgettext("taken", "all spades"),
        },
        Form.OF: {
            # L10n: Behind "most", "without", "except": "the side with the most clubs".
            Suit.CLUBS: voice.pgettext("of", "clubs"),
            Suit.DIAMONDS: voice.pgettext("of", "diamonds"),
            Suit.HEARTS: voice.pgettext("of", "hearts"),
            Suit.SPADES: voice.pgettext("of", "spades"),
        },
        Form.COUNTED: {
            # L10n: Behind a number: "at least 7 clubs".
            Suit.CLUBS: voice.pgettext("counted", "clubs"),
            Suit.DIAMONDS: voice.pgettext("counted", "diamonds"),
            Suit.HEARTS: voice.pgettext("counted", "hearts"),
            Suit.SPADES: voice.pgettext("counted", "spades"),
        },
    }[form]
