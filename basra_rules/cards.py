"""Ranks, suits and cards, sets of cards as bits, and the notation people write them in.

A `Card` is an integer from 0 to 51 that prints as `7♦`: four suits to a rank, ranks from ace to
king.  A set of cards is a plain `int` (`CardSet`) whose bit number `card` says whether the card
is in it; `cards_of` and `card_set` go back and forth.  Order, where it matters, is a tuple.

Notation: `7♦`, `7D` or `7d`; a ten is `10♦` or `T♦`.  A set is cards with spaces between them, and a
play is the card, or the card, an `x` and what it captures: `8♥ x 3♣ 5♦`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.errors import NotationError
from basra_rules.look_alikes import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CardSet: TypeAlias = int


class Rank(StrEnum):
    """The thirteen ranks, from ace to king."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(StrEnum):
    """The four suits, in the order of their bits."""

    CLUBS = "♣"
    DIAMONDS = "♦"
    HEARTS = "♥"
    SPADES = "♠"


RANKS = tuple(Rank)
SUITS = tuple(Suit)
_LETTERS = {"C": Suit.CLUBS, "D": Suit.DIAMONDS, "H": Suit.HEARTS, "S": Suit.SPADES}


class Card(int):
    """One of the 52 cards; as an integer its place in the deck, as text its name."""

    __slots__ = ()

    @property
    def rank(self) -> Rank:
        """Return the card's rank."""
        return RANKS[self >> 2]

    @property
    def suit(self) -> Suit:
        """Return the card's suit."""
        return SUITS[self & 3]

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return _NAMES[self]

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec)


_NAMES = tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS)
CARDS = tuple(Card(number) for number in range(len(_NAMES)))
FULL_DECK: CardSet = (1 << len(CARDS)) - 1
_TEXT_OR_PICTURE = ("", "\ufe0e", "\ufe0f")
"""What may follow a suit: a variation selector, which many keyboards and web pages add."""
_SPELLINGS = {
    name + ending: CARDS[4 * number + place]
    for number, rank in enumerate(RANKS)
    for place, (letter, suit) in enumerate(_LETTERS.items())
    for name in {rank.value, rank.value.lower(), *(("T", "t") if rank is Rank.TEN else ())}
    for ending in (letter, letter.lower(), *(suit + selector for selector in _TEXT_OR_PICTURE))
}


def cards_of_rank(rank: Rank) -> CardSet:
    """Return the four cards of `rank`."""
    return 0b1111 << 4 * RANKS.index(rank)


def cards_of_suit(suit: Suit) -> CardSet:
    """Return the thirteen cards of `suit`."""
    return sum(1 << card for card in CARDS if card.suit is suit)


def card_set(cards: Iterable[Card]) -> CardSet:
    """Return `cards` as a set."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def cards_of(cards: CardSet) -> tuple[Card, ...]:
    """Return the cards of a set, in the order of the deck."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(CARDS[lowest.bit_length() - 1])
        cards ^= lowest
    return tuple(found)


def iterate(cards: CardSet) -> Iterator[Card]:
    """Yield the cards of a set, in the order of the deck."""
    while cards:
        lowest = cards & -cards
        yield CARDS[lowest.bit_length() - 1]
        cards ^= lowest


def format_cards(cards: CardSet | Iterable[Card]) -> str:
    """Return the cards' names with spaces between them; a set in the order of the deck."""
    return " ".join(map(str, iterate(cards) if isinstance(cards, int) else cards))


def format_play(card: Card, captured: CardSet) -> str:
    """Return a play as people write it: `8♥`, or `8♥ x 3♣ 5♦`."""
    return f"{card} x {format_cards(captured)}" if captured else str(card)


def is_card(text: str) -> bool:
    """Tell whether `text` is a card's name."""
    return text.strip() in _SPELLINGS


def parse_card(text: str) -> Card:
    """Return the card that `text` names; raise `NotationError` if it names none."""
    try:
        return _SPELLINGS[text.strip()]
    except KeyError:
        raise NotationError(_no_card(text.strip()), text, 0, len(text), meant_by(text)) from None


def _no_card(text: str) -> str:
    if not text:
        return "a card is missing"
    shown = "".join(ch if ch.isprintable() else f"U+{ord(ch):04X}" for ch in text[:20])
    if any(quote in text for quote in "“”„«»"):
        return f"`{shown}` is no card: such quotes are letters here"
    if len(text) > 1 and any(cross in text for cross in _CROSSES):
        return f"`{shown}` is no card; an x for a capture has a space on either side"
    return f"`{shown}` is no card; a card is a rank (A, 2 to 10, J, Q, K) and a suit (♣ ♦ ♥ ♠, or C D H S)"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards that `text` names, in its order; a card named twice is an error.

    Raises:
        NotationError: a word is no card, or a card stands there twice.
    """
    return _cards(text, _words(text))


def meant_by(text: str) -> str:
    """Return the cards that are meant by a text which names none as it is written; nothing where nobody can tell."""
    words = _PARTS.findall(plain_text(text))
    cards = [_SPELLINGS.get(rank + suit) for rank, suit in map(_rank_and_suit, words)]
    return " ".join(map(str, cards)) if cards and None not in cards and _is_all_of(text, words) else ""


def is_surely_meant(text: str) -> bool:
    """Tell whether `meant_by` knows for certain: `11♦` may be a jack, or a slip for another number."""
    return all(_rank_and_suit(word)[0] in word.upper() for word in _PARTS.findall(plain_text(text)))


_ODD_RANKS = {"1": "A", "11": "J", "12": "Q", "13": "K", "0": "10"}
_PARTS = re.compile(r"(?:1[0-3]?|[2-9AJQKTajqkt])[♣♦♥♠CDHScdhs]|[♣♦♥♠CDHScdhs](?:1[0-3]?|[2-9AJQKTajqkt])")


def _rank_and_suit(word: str) -> tuple[str, str]:
    suit_first = word[0] in "♣♦♥♠CDHScdhs"
    rank, suit = (word[1:], word[0]) if suit_first else (word[:-1], word[-1])
    return _ODD_RANKS.get(rank, rank), suit


def _is_all_of(text: str, words: Iterable[str]) -> bool:
    """Tell whether a text has nothing but these words and signs that people put between cards."""
    rest = plain_text(text)
    for word in words:
        rest = rest.replace(word, "", 1)
    return not rest.strip(" +&;/|.,“”„«»\ufe0e\ufe0f")


WORDS_FOR_CARDS = {
    "A": ("ace", "aces", "a"),
    "2": ("two", "twos"),
    "3": ("three", "threes"),
    "4": ("four", "fours"),
    "5": ("five", "fives"),
    "6": ("six", "sixes"),
    "7": ("seven", "sevens"),
    "8": ("eight", "eights"),
    "9": ("nine", "nines"),
    "10": ("ten", "tens", "t"),
    "J": ("jack", "jacks", "j"),
    "Q": ("queen", "queens", "q"),
    "K": ("king", "kings", "k"),
    "♣": ("club", "clubs", "c", "C"),
    "♦": ("diamond", "diamonds", "d", "D"),
    "♥": ("heart", "hearts", "h", "H"),
    "♠": ("spade", "spades", "s", "S"),
}
"""By the sign of a rank or suit: the words for it."""
_SIGNS = {word: sign for sign, words in WORDS_FOR_CARDS.items() for word in (sign, *words)}
_SPOKEN = re.compile(r"(?P<rank>\w+)\s+of\s+(?:the\s+)?(?P<suit>\w+|[♣♦♥♠])")
_JOINING = frozenset({"and", "+", "&", ";", "/", "|"})


def _refuse_words(text: str, start: int, word: str, after: int) -> None:
    """Refuse `3 of clubs`, and what joins cards in a sentence, with what to write instead."""
    spoken = _SPOKEN.match(text, start)
    card = _SIGNS.get(spoken["rank"].lower(), "") + _SIGNS.get(spoken["suit"].lower(), "") if spoken else ""
    if spoken and card in _SPELLINGS:
        message = f"`{spoken[0]}` is how a card is spoken of"
        raise NotationError(message, text, *spoken.span(), str(_SPELLINGS[card]))
    if word in _JOINING and start and after < len(text):
        raise NotationError(f"between cards stands a space, and no `{word}`", text, start, after, left_out=True)


def _cards(text: str, words: Iterable[tuple[int, str]]) -> tuple[Card, ...]:
    cards: list[Card] = []
    listed = list(words)
    for place, (start, word) in enumerate(listed):
        try:
            card = parse_card(word)
        except NotationError as error:
            _refuse_words(text, start, word, listed[place + 1][0] if place + 1 < len(listed) else len(text))
            after = listed[place + 1][1] if place + 1 < len(listed) else ""
            if word + after in _SPELLINGS and after:
                message, end = "a card is written without a space", listed[place + 1][0] + len(after)
                raise NotationError(message, text, start, end, str(_SPELLINGS[word + after])) from None
            raise NotationError(error.message, text, start, start + len(word), error.meant) from None
        if card in cards:
            raise NotationError(f"{card} stands there twice", text, start, start + len(word))
        cards.append(card)
    return tuple(cards)


def _words(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for word in text.replace(",", " ").split():
        at = text.index(word, at)
        yield at, word
        at += len(word)


_CROSSES = ("x", "X", "×")


def parse_play(text: str) -> tuple[Card, CardSet]:
    """Return the card played and the set that it captures (empty for a trail).

    Raises:
        NotationError: the text is no play.
    """
    words = list(_words(text))
    place = next((number for number, (_, word) in enumerate(words) if word in _CROSSES), None)
    if place is None:
        _refuse_other_crosses(text, words)
        cards = _cards(text, words)
        if len(cards) != 1:
            problem = "a play is one card, or `8♥ x 3♣ 5♦`: the card, an x and what it captures"
            raise NotationError(problem, text, 0, len(text))
        return cards[0], 0
    cross = words[place][0]
    if place != 1:
        start, end = (0, cross) if place else (cross, cross + 1)
        raise NotationError("one card stands before the x", text, start, end)
    if len(words) == 2:
        raise NotationError("what is captured is missing after the x", text, cross, cross + 1)
    if again := next((start for start, word in words[2:] if word in _CROSSES), None):
        raise NotationError("one x is enough: all that is captured stands behind it", text, again, again + 1)
    card, *captured = _cards(text, words[:1] + words[2:])
    return card, card_set(captured)


_OTHER_CROSSES = frozenset({"*", "х", "Х", "->", "=>", "→", ">", ":", "takes", "captures", "✕", "✖", "☓"})
_GLUED_CROSS = re.compile(r"(?P<card>[^xX×хХ]*)[xX×хХ](?P<captured>[^xX×хХ]*)")


def _refuse_other_crosses(text: str, words: Sequence[tuple[int, str]]) -> None:
    """Refuse a play whose x is another sign, or stands without its spaces."""
    if len(words) > 1 and words[1][1] in _OTHER_CROSSES:
        start, word = words[1]
        message = "between the card and what it captures stands an x"
        raise NotationError(message, text, start, start + len(word), _CROSSES[0])
    for start, word in words[:2]:
        glued = _GLUED_CROSS.fullmatch(word)
        if glued and all(not part or is_card(part) for part in glued.groups()):
            meant = f"{glued['card']} {_CROSSES[0]} {glued['captured']}".strip()
            raise NotationError(_no_card(word), text, start, start + len(word), meant)


def spell_cards(text: str) -> str:
    """Return a text of cards, or a play, with every card written `7♦`; blanks and line breaks stay where they are."""
    return _WORD.sub(lambda word: _spelled(word[0]), _COMMA.sub(" ", text))


_COMMA = re.compile(r"[ \t]*,[ \t]*")
_WORD = re.compile(r"\S+")


def _spelled(word: str) -> str:
    if word in _CROSSES:
        return _CROSSES[0]
    return str(_SPELLINGS[word]) if word in _SPELLINGS else word
