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


def plain_text(text: str) -> str:
    """Return `text` with our own characters in the place of those that only look like them."""
    return "".join(plain_character(character) or character for character in text)
