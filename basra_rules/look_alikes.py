"""Characters of other scripts that look like, or stand for, those of our notation: `К`, `７`, `٧`, `♡`, `½`."""

from __future__ import annotations

import unicodedata

_LOOK_ALIKES = str.maketrans("АВСЕНКМОРТХасеорхуΑΒΕΗΙΚΜΝΟΡΤΧо♤♡♢♧❤❥◆◇☓⁎", "ABCEHKMOPTXaceopxyABEHIKMNOPTXo♠♥♦♣♥♥♦♦x*")
FRACTIONS = {"½": "0.5", "¼": "0.25", "¾": "0.75"}


def plain_character(character: str) -> str | None:
    """Return what is meant by a character that only looks like, or stands for, one of ours; None for all others."""
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    if character in FRACTIONS:
        return FRACTIONS[character]
    plain = unicodedata.normalize("NFKC", character).translate(_LOOK_ALIKES)
    return plain if plain != character and len(plain) == 1 and (plain.isascii() or plain in "♣♦♥♠") else None


_RANKS_OF_PICTURES = {1: "A", **{number: str(number) for number in range(2, 11)}, 11: "J", 13: "Q", 14: "K"}
_FIRST_PICTURE = 0x1F0A0
_SUITS_OF_PICTURES = "♠♥♦♣"


def pictured_card(character: str) -> str | None:
    """Return the card whose picture a character is, such as `7♦` for the seven of diamonds; None for all others."""
    suit, rank = divmod(ord(character) - _FIRST_PICTURE, 16)
    if not 0 <= suit < len(_SUITS_OF_PICTURES) or rank not in _RANKS_OF_PICTURES:
        return None
    return _RANKS_OF_PICTURES[rank] + _SUITS_OF_PICTURES[suit]


def plain_text(text: str) -> str:
    """Return `text` with our own characters for those that only look like them, or are pictures of cards."""
    return "".join(plain_character(character) or pictured_card(character) or character for character in text)
