"""Fixes of an expression: other words in the place of some, wherever in the file the text stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.errors import Edit, Fix, Span

if TYPE_CHECKING:
    from basra_rules.source.nodes import ScalarNode


def put(scalar: ScalarNode, place: tuple[int, int], right: str, *, certain: bool) -> Fix:
    """Return the fix that writes `right` over the characters of `place`; nothing: they are left out.

    Words are kept apart from what stands beside them.
    """
    start, end = place
    text = scalar.text
    title = f"write `{right}`" if right else f"leave out `{text[start:end]}`"
    if not right:
        end += len(text[end:]) - len(text[end:].lstrip(" "))
    elif _is_words(right):
        right = " " * _needs_space(text[start - 1 : start] if start else "", "(") + right
        right += " " * _needs_space(text[end : end + 1], ")")
    return Fix(title, (Edit(scalar.all_of(start, end), right),), certain)


def put_around(scalar: ScalarNode, place: tuple[int, int], title: str, *, certain: bool) -> Fix:
    """Return the fix that puts brackets around the characters of `place`."""
    inside = scalar.all_of(*place)
    opening, closing = (Span(inside.source, at, at) for at in (inside.start, inside.end))
    return Fix(title, (Edit(opening, "("), Edit(closing, ")")), certain)


def _is_words(text: str) -> bool:
    """Tell whether `text` begins and ends with a word such as `and`; cards and ranks are none."""
    return text[0].islower() and text[-1].isalpha()


def _needs_space(beside: str, bracket: str) -> bool:
    return beside not in ("", bracket) and not beside.isspace()
