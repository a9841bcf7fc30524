"""Which name was meant by one that does not exist: the nearest, unless it would mean the opposite."""

from __future__ import annotations

import re
from difflib import SequenceMatcher, get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the name of `known` that `name` was most likely meant to be, if any is near.

    What would mean the opposite of what was written is never meant, nor anything less near then.
    """
    candidates = sorted(known)
    for candidate in candidates:
        if _letters(candidate) == _letters(name):
            return candidate
    by_folded = {candidate.casefold(): candidate for candidate in reversed(candidates)}
    close = get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[close[0]] if close and not is_opposite(name, by_folded[close[0]]) else None


def is_surely(name: str, meant: str, known: Iterable[str]) -> bool:
    """Tell whether `name` can only be a slip for `meant`: one slip of the pen away, and no other name is near.

    Short names are near to many others, and with another digit a name means another thing.
    """
    written, right = _letters(name), _letters(meant)
    if written == right:
        return True
    if len(right) < _SHORTEST_SURE or not _is_one_slip(written, right) or _digits(name) != _digits(meant):
        return False
    others = (_letters(other) for other in known if other != meant)
    return all(SequenceMatcher(None, written, other).ratio() < _NEAR for other in others)


_SEPARATORS = re.compile(r"[-_.\s]")
_SHORTEST_SURE = 4
_NEAR = 0.75


def _letters(name: str) -> str:
    """Return `name` without what people take for the same: large letters, and what separates words."""
    return _SEPARATORS.sub("", name.casefold()) or name


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _is_one_slip(written: str, right: str) -> bool:
    """Tell whether one letter is missing, too many or another, or two have changed places."""
    start = _common_start(written, right)
    end = _common_start(written[start:][::-1], right[start:][::-1])
    one, other = written[start : len(written) - end], right[start : len(right) - end]
    return max(len(one), len(other)) == 1 or (len(one) == 2 and one == other[::-1])


def _common_start(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their start."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (left, right) in enumerate(pairs) if left != right), min(len(one), len(other)))


# Opposites

_NEGATION = re.compile(r"(?:(?<=[-_.\s])|\A)(?:not|non|no|never|un|dis|anti|counter|without|except)[-_\s]?")
_WORD_ENDS = re.compile(r"[-_.\s]|(?<=[a-z])(?=[A-Z])")
_REVERSED = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (
        ("on", "off"),
        ("most", "least"),
        ("more", "less fewer"),
        ("win wins won", "lose loses lost"),
        ("first", "last"),
        ("before", "after"),
        ("captured captures took taken", "trailed trails"),
        ("max maximum maximal largest highest", "min minimum minimal smallest lowest"),
        ("left", "right"),
        ("top", "bottom"),
        ("nobody", "somebody everybody"),
        ("all any", "none"),
        ("or", "nor"),
        ("even", "odd"),
        ("with", "without"),
        ("empty", "full"),
        ("hidden", "shown visible"),
    )
)
_AS_GOOD_AS = 0.9


def is_opposite(name: str, other: str) -> bool:
    """Tell whether two names seem to mean the opposite of each other: `not_last` and `last`, `first` and `last`."""
    mine, theirs = _words(name), _words(other)
    reversed_words = any(
        (mine & one and theirs & two) or (mine & two and theirs & one)
        for one, two in _REVERSED
        if not mine & theirs & (one | two)
    )
    return reversed_words or _denies(name, other) or _denies(other, name)


def affirmed(name: str) -> Iterator[str]:
    """Yield a name without the negation in it: `numeric` for `non_numeric`; nothing where there is none."""
    for match in _NEGATION.finditer(name):
        yield name[: match.start()] + name[match.end() :]


def _denies(name: str, other: str) -> bool:
    """Tell whether one name is, but for a negation in it, about the other."""
    if _NEGATION.search(other):
        return False
    likeness = SequenceMatcher(None, _letters(name), _letters(other)).ratio()
    least = max(likeness, _AS_GOOD_AS)
    return any(
        SequenceMatcher(None, _letters(rest), _letters(other)).ratio() >= least for rest in affirmed(name) if rest
    )


def _words(name: str) -> set[str]:
    return {word.casefold() for word in _WORD_ENDS.split(name) if word}
