"""Texts that are almost numbers: what their authors meant."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from basra_rules.errors import write
from basra_rules.exact import NUMBER_RULE, parse_number, plain_number
from basra_rules.look_alikes import plain_text

if TYPE_CHECKING:
    from basra_rules.errors import Fix
    from basra_rules.source.nodes import ScalarNode

_DIGIT_MARKS = re.compile(r"(?<=[0-9])[_'’\s](?=[0-9])")
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COMMA = re.compile(r"(?P<whole>[0-9]+),(?P<rest>[0-9]+)")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]{1,8}")
_EXPONENT = re.compile(r"[0-9]+(?:\.[0-9]+)?[eE][-+]?[0-9]{1,2}")
_WITH_WORDS = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)?)\s*[^\W\d_]+(?:\s+[^\W\d_]+)?")


def number_meant(found: ScalarNode) -> tuple[str, *tuple[Fix, ...]]:
    """Return the help for a text that is no number, which may be nothing, and the fixes behind it."""
    text = plain_text(found.text.strip())
    if found.looks_numeric and text == found.text:
        exact = _written_out(text)
        return (NUMBER_RULE, write(found.span, exact, certain=True)) if exact else (NUMBER_RULE,)
    several = _SEVERAL.fullmatch(text)
    if several and not _THOUSANDS.fullmatch(text):
        return _several(found, text)
    digits = _DIGIT_MARKS.sub("", text)
    if parse_number(digits) is not None:
        how = "it without quotes" if digits == found.text else "the digits alone"
        how = "it in western digits" if text != found.text.strip() else how
        return f"write {how}: `{digits}`", write(found.span, digits, certain=True)
    if text.casefold() in _WORDS:
        number = str(_WORDS.index(text.casefold()))
        return f"write `{number}`", write(found.span, number, certain=True)
    return (
        _with_a_sign(found, text)
        or _with_letters(found, text)
        or _with_a_comma(found, text)
        or _with_words(found, text)
        or ("",)
    )


_SEVERAL = re.compile(r"[0-9.]+(?:\s*;\s*[0-9.]+|\s+[0-9.]+)+")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:\s[0-9]{3})+")


def _several(found: ScalarNode, text: str) -> tuple[str, *tuple[Fix, ...]]:
    """Return the answer to `30 0` and `[30; 0]`: several numbers, which stand in a list with commas."""
    listed = ", ".join(re.split(r"[\s;]+", text))
    before = found.span.source.text[: found.span.start].rstrip()
    if before.endswith(("[", ",")):
        return f"a comma stands between numbers: `{listed}`", write(found.span, listed, certain=";" in text)
    return f"several numbers are a list: `[{listed}]`", write(found.span, f"[{listed}]", certain=False)


def _with_a_sign(found: ScalarNode, text: str) -> tuple[str, *tuple[Fix, ...]] | None:
    """Return the answer to `101;`, as other languages end a line."""
    number = text.rstrip(";,. ")
    if number == text or parse_number(number) is None:
        return None
    return f"write the number alone: `{number}`", write(found.span, number, certain=True)


def _with_letters(found: ScalarNode, text: str) -> tuple[str, *tuple[Fix, ...]] | None:
    """Return the answer to `1O1` and `l01`, where a letter looks like a digit."""
    number = text.translate(_LETTERS_FOR_DIGITS)
    if number == text or not any(map(str.isdigit, text)) or parse_number(number) is None:
        return None
    return f"a letter stands between the digits: write `{number}`", write(found.span, number, certain=False)


_LETTERS_FOR_DIGITS = str.maketrans("OolI", "0011")


def _written_out(text: str) -> str:
    """Return a number with an exponent, or a hexadecimal one, in plain digits; nothing where it has too many."""
    if _HEXADECIMAL.fullmatch(text):
        digits = str(int(text, 16))
    elif _EXPONENT.fullmatch(text):
        digits = plain_number(Fraction(Decimal(text)))
    else:
        return ""
    return digits if parse_number(digits) is not None else ""


def _with_a_comma(found: ScalarNode, text: str) -> tuple[str, *tuple[Fix, ...]] | None:
    match = _COMMA.fullmatch(text)
    if match is None:
        return None
    decimal, whole = f"{match['whole']}.{match['rest']}", match["whole"] + match["rest"]
    if len(match["rest"]) == len("000"):
        said = f"thousands have no mark, and decimals have a point: write `{whole}` or `{decimal}`"
        return said, *(write(found.span, one, certain=False) for one in (whole, decimal))
    return f"decimals have a point: write `{decimal}`", write(found.span, decimal, certain=True)


def _with_words(found: ScalarNode, text: str) -> tuple[str, *tuple[Fix, ...]] | None:
    match = _WITH_WORDS.fullmatch(text)
    if match is None or parse_number(match["number"]) is None:
        return None
    return f"write the number alone: `{match['number']}`", write(found.span, match["number"], certain=False)
