"""Exact numbers: points, capture values and scores are integers or fractions, never floats."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TypeAlias

Number: TypeAlias = int | Fraction

DIGITS = 9
DECIMALS = 3
NUMBER_RULE = f"a number has at most {DIGITS} digits and {DECIMALS} decimals, and no exponent"
_NUMBER = re.compile(rf"[-+]?(?:[0-9]+(?:\.[0-9]{{0,{DECIMALS}}})?|\.[0-9]{{1,{DECIMALS}}})")
_VULGAR = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def parse_number(text: str) -> Number | None:
    """Return the number that `text` writes, or None where it is none (see `NUMBER_RULE`)."""
    if not _NUMBER.fullmatch(text) or sum(ch.isdigit() for ch in text) > DIGITS:
        return None
    return exact(Fraction(text))


def parse_shown(text: str) -> Number | None:
    """Return the number that `format_number` writes so, or a file: `14½` or `14.5`."""
    for value, mark in _VULGAR.items():
        if text.endswith(mark):
            whole = parse_number(text[:-1] + "0" if text[:-1] in ("", "-") else text[:-1])
            return (whole - value if text.startswith("-") else whole + value) if isinstance(whole, int) else None
    return parse_number(text)


def parse_place(text: str) -> int | None:
    """Return the whole number that digits alone write; None where there are others, or far too many."""
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None


def counted(number: int, what: str) -> str:
    """Return a number of things in words: `1 card`, `2 cards`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def exact(value: Number) -> Number:
    """Return `value` as an integer where it is one."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def format_number(value: Number) -> str:
    """Return `value` for people: halves and quarters as ½ ¼ ¾, other fractions as decimals."""
    value = exact(value)
    if isinstance(value, int):
        return str(value)
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    if rest in _VULGAR:
        return f"{sign}{whole or ''}{_VULGAR[rest]}"
    return sign + plain_number(abs(value))


def plain_number(value: Number) -> str:
    """Return `value` in ASCII as the files write it: `12.5`; `1/3` where no decimal is exact."""
    value = exact(value)
    if isinstance(value, int):
        return str(value)
    for places in range(1, 13):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    return str(value)
