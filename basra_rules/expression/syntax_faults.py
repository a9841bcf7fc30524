"""What to say where the syntax breaks off: what stands there, and what was expected instead.

The parser knows only that a piece does not fit.  Each rule below looks at the pieces around it
and recognises one way of going wrong; the first that does gives the answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.cards import is_surely_meant, meant_by
from basra_rules.errors import Diagnostic, one_of
from basra_rules.expression.misfits import EXAMPLES, Wanted
from basra_rules.expression.parts import RANK_NAMES
from basra_rules.expression.rewording import put
from basra_rules.expression.vocabulary import NAMES, TABLE_PREFIX, Kind, find, names_of
from basra_rules.nearness import is_surely, nearest
from basra_rules.source.invisible import name_character
from basra_rules.source.nodes import shorten

if TYPE_CHECKING:
    from collections.abc import Callable

    from basra_rules.errors import Fix
    from basra_rules.source.nodes import ScalarNode


class Missing(StrEnum):
    """What the parser was waiting for: something to speak of, or a word that joins or ends."""

    OPERAND = "operand"
    OPERATOR = "operator"


_PIECE = re.compile(
    r"(?:10|[2-9AJQKTajqkt])(?:[♣♦♥♠][\uFE0E\uFE0F]?|[CDHScdhs](?!\w))"
    r"|[0-9]+\.?[0-9]*|\.[0-9]+|[^\W\d]\w*(?:\.\w+)*|[♣♦♥♠][\uFE0E\uFE0F]?|[<>=!]=|\S"
)
_SUITS = ("♣", "♦", "♥", "♠")
_CARD = re.compile(r"(?:10|[2-9AJQKT])(?:[♣♦♥♠][\uFE0E\uFE0F]?|[CDHS])?|[♣♦♥♠][\uFE0E\uFE0F]?")
_ORDERS = frozenset({"<", "<=", ">", ">=", "≤", "≥"})
_COMPARISONS = frozenset({"<", "<=", ">", ">=", "==", "!=", "≤", "≥", "≠"})
_ARITHMETIC = frozenset({"+", "-", "*"})
_JOINERS = frozenset({"and", "or", "not"})
_JOINS = {
    Wanted.CONDITION: "`and`, `or`",
    Wanted.NUMBER: "`+`, `-`, `*`",
    Wanted.PATTERN: "`and`, `or`",
}
_QUANTIFIERS = frozenset({"all", "any"})


@dataclass(frozen=True, slots=True)
class _Break:
    """Where the syntax breaks off: all pieces, which of them does not fit, and what could have stood there.

    `at` is the number of pieces where the text ends too early.
    """

    pieces: tuple[re.Match[str], ...]
    at: int
    missing: Missing
    wanted: Wanted

    def word(self, distance: int = 0) -> str:
        """Return the piece `distance` places from the break; nothing beyond either end."""
        place = self.at + distance
        return self.pieces[place][0] if 0 <= place < len(self.pieces) else ""


@dataclass(frozen=True, slots=True)
class _Repair:
    """What to write over the pieces from `first` to `last`, both counted from the break; nothing deletes them."""

    text: str
    first: int = 0
    last: int = 0
    certain: bool = False


@dataclass(frozen=True, slots=True)
class _Answer:
    """Message and label, how far from the break the caret stands, and what would mend it.

    `close` is the number of a bracket that is never closed.
    """

    message: str
    label: str
    distance: int = 0
    repairs: tuple[_Repair, ...] = ()
    close: int | None = None


_Rule: TypeAlias = "Callable[[_Break], _Answer | None]"


def syntax_fault(
    scalar: ScalarNode, position: int | None, missing: Missing, wanted: Wanted, reads: Callable[[str], bool]
) -> Diagnostic:
    """Return the fault at `position` (None: the text ends too early); `reads` tells whether another text has none."""
    pieces = tuple(_PIECE.finditer(scalar.text))
    at = len(pieces)
    if position is not None:
        at = next((number for number, piece in enumerate(pieces) if piece.end() > position), at)
    broken = _Break(pieces, at, missing, wanted)
    answer = next(answer for rule in _RULES if (answer := rule(broken)))
    place = at + answer.distance
    end = len(scalar.text.rstrip())
    start, stop = pieces[place].span() if place < len(pieces) else (end, end)
    fault = Diagnostic("expression-syntax", answer.message, scalar.span_of(start, stop), answer.label)
    closed = () if answer.close is None else _close_bracket(scalar, broken, answer.close, reads)
    return fault.mended_by(*(_fix(scalar, broken, repair) for repair in answer.repairs), *closed)


def _close_bracket(scalar: ScalarNode, broken: _Break, opened: int, reads: Callable[[str], bool]) -> tuple[Fix, ...]:
    """Return the fixes that close a bracket where the text can then be read; certain where that is one place alone.

    A bracket around one word is nothing that anybody would open.
    """
    inside = broken.pieces[opened + 1 : opened + 1 + _MOST_PLACES]
    ends = [piece for piece in inside if reads(f"{scalar.text[: piece.end()]}){scalar.text[piece.end() :]}")]
    certain = len(ends) == 1 or all(_is_of_pattern(piece[0]) for piece in broken.pieces[opened + 1 :])
    if len(ends) > 1 and ends[0] is inside[0]:
        del ends[0]
    if not ends or len(ends) > _MOST_OFFERS:
        return _close_several(scalar, reads)
    fixes = (put(scalar, (piece.end(), piece.end()), ")", certain=certain and len(ends) == 1) for piece in ends)
    return tuple(replace(fix, title=f"close it behind `{piece[0]}`") for fix, piece in zip(fixes, ends, strict=True))


def _close_several(scalar: ScalarNode, reads: Callable[[str], bool]) -> tuple[Fix, ...]:
    """Return the fix that closes as many brackets as are open at the end of the text, where it can then be read."""
    end = len(scalar.text.rstrip())
    right = next((")" * count for count in range(1, _MOST_BRACKETS) if reads(scalar.text[:end] + ")" * count)), "")
    return (put(scalar, (end, end), right, certain=False),) if right else ()


_MOST_BRACKETS = 5
_MOST_PLACES = 24
_MOST_OFFERS = 3


def _fix(scalar: ScalarNode, broken: _Break, repair: _Repair) -> Fix:
    first, last = broken.at + repair.first, broken.at + repair.last
    end = len(scalar.text.rstrip())
    start = broken.pieces[first].start() if first < len(broken.pieces) else end
    stop = broken.pieces[last].end() if last < len(broken.pieces) else end
    return put(scalar, (start, stop), repair.text, certain=repair.certain)


def _expected(broken: _Break) -> str:
    """Return what could stand at the break, in the words of an author."""
    before = broken.word(-1)
    if broken.missing is Missing.OPERATOR:
        return f"expected {_JOINS[broken.wanted]} or {'`)`' if _open_brackets(broken) else 'the end'}"
    if before == "is" or (before == "not" and broken.word(-2) == "is"):
        return f"expected {EXAMPLES[Wanted.PATTERN]}"
    if before in _COMPARISONS | _ARITHMETIC:
        return f"expected {EXAMPLES[Wanted.NUMBER]}"
    if before in _JOINERS and broken.wanted is not Wanted.PATTERN:
        return f"expected {EXAMPLES[Wanted.CONDITION]}"
    return f"expected {EXAMPLES[broken.wanted]}"


def _foreign_character(broken: _Break) -> _Answer | None:
    word = broken.word()
    if not word or re.fullmatch(r"[ -~♣♦♥♠≤≥≠\uFE0E\uFE0F]+", word):
        return None
    if len(word) == 1:
        return _Answer(f"`{word}` has no place here: it is {name_character(word)}", _expected(broken))
    return _Answer(f"`{shorten(word)}` is no word of an expression", "names are written in the letters a to z")


def _quantified(broken: _Break) -> _Answer | None:
    """`all(captured)`, `all captured J`, `all captured`."""
    if broken.word(-1) == "all" or (broken.word(-1) == "any" and broken.word() in ("(", "is")):
        said = f"`{broken.word(-1)}` asks about a set of cards"
        return _Answer(said, f"write `{broken.word(-1)} captured is …` or `{broken.word(-1)} floor is …`")
    if broken.word(-2) in _QUANTIFIERS and find(broken.word(-1)):
        asked = f"{broken.word(-2)} {broken.word(-1)}"
        return _Answer(f"`{asked}` lacks what the cards should be", f"expected `is`, as in `{asked} is J`")
    return None


def _after_is(broken: _Break) -> _Answer | None:
    """`card is == J`, `sum is <= 10`, `card is not not J`, `card not is J`, `sum is`."""
    word, before = broken.word(), broken.word(-1)
    if before == "is" and word in _COMPARISONS:
        subject = find(broken.word(-2), Kind.ONE_CARD, Kind.CARDS)
        fix = f"leave out `{word}`" if subject else "leave out `is`"
        kept = ("is not" if word in ("!=", "≠") else "is") if subject else word
        repair = _Repair(kept, -1, certain=not subject or word not in _ORDERS)
        return _Answer(f"`is` and `{word}` do not go together", fix, repairs=(repair,))
    if word == "not" and before == "not" and broken.word(-2) == "is":
        return _Answer("`not` stands here twice", "put what follows in brackets: `is not (not …)`")
    if word == "not" and broken.word(1) == "is":
        return _Answer("`not` stands after `is`", "write `is not`", repairs=(_Repair("is not", 0, 1, certain=True),))
    if word == "not" and find(before, Kind.ONE_CARD):
        return _Answer(
            f"`is` is missing after `{before}`", "write `is not`", repairs=(_Repair("is not", certain=True),)
        )
    if word == "is":
        return _Answer(
            "before `is` stands the card it asks about", "write `card is …`, `floor.top is …` or `all captured is …`"
        )
    return None


def _misplaced_not(broken: _Break) -> _Answer | None:
    """`sum < not 3`, `sum not < 3`, `sweep not numeric`."""
    if broken.word() != "not":
        return None
    term, sign, other = broken.word(-1), broken.word(1), broken.word(2)
    if broken.missing is Missing.OPERATOR and sign in _COMPARISONS:
        alone = broken.word(-2) not in _COMPARISONS | _ARITHMETIC
        repairs = (_Repair(f"not {term} {sign}", -1, 1),) if alone else ()
        said = f"write `not {term} {sign} {other}`" if alone and other else "write it there"
        return _Answer("`not` stands before the whole comparison", said, repairs=repairs)
    if broken.missing is Missing.OPERAND and term in _COMPARISONS and broken.word(-2):
        whole = f"not {broken.word(-2)} {term} {sign}"
        return _Answer("`not` stands before the whole comparison", f"write `{whole}`")
    if broken.missing is Missing.OPERAND:
        return _Answer("`not` stands before the whole comparison", "write it there")
    joined = (_Repair("and not"), _Repair("or not"))
    return _Answer("`not` joins nothing", "write `and not` or `or not`", repairs=joined)


def _at_the_end(broken: _Break) -> _Answer | None:
    """`sweep and`, `(sweep`."""
    if broken.word():
        return None
    if broken.missing is Missing.OPERAND:
        return _Answer(f"something is missing after `{broken.word(-1)}`", _expected(broken))
    opened = _open_brackets(broken)
    if opened:
        return _Answer("this bracket is never closed", "its `)` is missing", opened[-1] - broken.at, close=opened[-1])
    return _Answer("the end comes too early", _expected(broken))


def _brackets(broken: _Break) -> _Answer | None:
    """`sweep)`, `()`, `(sweep and)`."""
    if broken.word() != ")":
        return None
    if not _open_brackets(broken):
        return _Answer("this bracket was never opened", "delete it, or add `(`", repairs=(_Repair(""),))
    if broken.word(-1) == "(":
        return _Answer("nothing stands between the brackets", _expected(broken))
    return _Answer(f"something is missing after `{broken.word(-1)}`", _expected(broken))


def _open_brackets(broken: _Break) -> list[int]:
    opened: list[int] = []
    for place in range(broken.at):
        word = broken.pieces[place][0]
        if word == "(":
            opened.append(place)
        elif word == ")" and opened:
            opened.pop()
    return opened


def _no_operand(broken: _Break) -> _Answer | None:
    """`and sweep`, `sweep and or numeric`, `+5`, `2 * / 3`."""
    word, before = broken.word(), broken.word(-1)
    if broken.missing is Missing.OPERATOR or word not in _COMPARISONS | _ARITHMETIC | {"and", "or"}:
        return None
    if word == "+":
        label = "a number without a sign is positive: leave the `+` out"
        return _Answer("`+` needs a number before it", label, repairs=(_Repair("", certain=True),))
    if not before or before == "(":
        return _Answer(f"something is missing before `{word}`", _expected(broken))
    if word == before and word in ("and", "or"):
        return _Answer(f"`{word}` stands here twice", "leave one out", repairs=(_Repair("", certain=True),))
    return _Answer(f"something is missing between `{before}` and `{word}`", _expected(broken))


def _no_card(broken: _Break) -> _Answer | None:
    """`12♦`, `1♥`, `7P`."""
    word, before = broken.word(), broken.word(-1)
    if not (broken.at and before.isalnum() and word):
        return None
    glued = broken.pieces[broken.at - 1].end() == broken.pieces[broken.at].start()
    is_suit = word[:1] in _SUITS
    if not glued or not (is_suit or (before in RANK_NAMES and word.isalpha() and find(word) is None)):
        return None
    meant = meant_by(before + word)
    label = f"write `{meant}`" if meant else "a card is a rank (A, 2 to 10, J, Q, K) and a suit: `7♦`"
    label = label if is_suit else "the suits are ♣ ♦ ♥ ♠, or C D H S"
    repairs = (_Repair(meant, -1, certain=is_surely_meant(before + word)),) if meant else ()
    return _Answer(f"`{before}{word}` is no card", label, -1, repairs)


def _side_by_side(broken: _Break) -> _Answer | None:
    """`card J`, `captured K`, `sum 10`, `2 card.value`, `sweep numeric`, `J Q`."""
    word, before = broken.word(), broken.word(-1)
    if broken.missing is Missing.OPERAND or not (word[0].isalnum() or word[0] in "_(♣♦♥♠") or word in ("and", "or"):
        return None
    message = f"`{before}` and `{word}` stand side by side"
    if find(before, Kind.ONE_CARD):
        repair = _Repair(f"is {word}", certain=_is_of_pattern(word))
        return _Answer(message, f"expected `is`: `{before} is {word}`", repairs=(repair,))
    cards = _cards_meant(before)
    if cards:
        return _all_or_any(broken, cards)
    if broken.wanted is Wanted.NUMBER and _is_number(before) and find(word) is None and not _is_number(word):
        return _Answer(message, f"write `{before}` alone", repairs=(_Repair(before, -1),))
    unknown = next((place for place in (-1, 0) if _is_unknown(broken.word(place))), None)
    if unknown is not None:
        return _no_word(broken, unknown)
    if _is_card(before) and _is_card(word) and (broken.wanted is Wanted.PATTERN or _is_asked(broken)):
        return _alternatives(broken, message)
    left, right = _is_number(before), _is_number(word)
    if left and right and before[0].isdigit():
        repair = _Repair(f"* {word}", certain=not word[0].isdigit())
        return _Answer(message, f"write `{before} * {word}` to multiply", repairs=(repair,))
    if left and right:
        return _Answer(message, f"compare them: `{before} <= {word}`", repairs=(_Repair(f"<= {word}"),))
    joined = tuple(_Repair(f"{join} {word}") for join in ("and", "or"))
    return _Answer(message, "join them with `and` or `or`", repairs=joined)


def _is_unknown(word: str) -> bool:
    """Tell whether a piece is a word that an expression does not know."""
    return word[:1].isalpha() and not (find(word) or _is_card(word) or word.startswith(TABLE_PREFIX))


def _no_word(broken: _Break, place: int) -> _Answer:
    """`sweep whenever numeric`, `fnord J`."""
    word = broken.word(place)
    if broken.word(place - 1) in _QUANTIFIERS:
        known = [one.name for one in names_of(Kind.CARDS)]
        return _Answer(f"`{shorten(word)}` is no set of cards", f"expected {one_of(known)}", place)
    names = [one.name for one in NAMES]
    meant = nearest(word, names)
    if meant is None:
        return _Answer(f"`{shorten(word)}` is no word here", _expected(broken), place)
    repair = _Repair(meant, place, place, certain=is_surely(word, meant, names))
    return _Answer(f"`{shorten(word)}` is no word here", f"did you mean `{meant}`?", place, (repair,))


def _all_or_any(broken: _Break, cards: str) -> _Answer:
    """`captured K`, `floor card.rank`."""
    before, word = broken.word(-1), broken.word()
    shown = "…" if find(word) and not find(word, Kind.PATTERN) else word
    said = [f"{quantifier} {cards} is {shown}" for quantifier in ("all", "any")]
    repairs = tuple(_Repair(one, -1) for one in said) if shown == word else ()
    message = f"`{before}` is a set of cards: all of them, or any?"
    return _Answer(message, f"write `{said[0]}` or `{said[1]}`", -1, repairs)


def _alternatives(broken: _Break, message: str) -> _Answer:
    """`J Q` and `2♠ 3♠`: no card is both."""
    first = last = 0
    while _is_card(broken.word(first - 1)):
        first -= 1
    while _is_card(broken.word(last + 1)):
        last += 1
    words = [broken.word(place) for place in range(first, last + 1)]
    pattern = " or ".join(words)
    pattern = f"({pattern})" if _is_asked(broken) else pattern
    alike = all(word[0] in _SUITS for word in words) or all(word[0] not in _SUITS for word in words)
    label = f"join them with `or`: `{pattern}`" if alike else "join them with `and` or `or`"
    counted = words[0].isdigit() and not words[-1].isdigit()  # `2 K` may be two kings
    return _Answer(message, label, repairs=(_Repair(pattern, first, last, certain=alike and not counted),))


def _is_asked(broken: _Break) -> bool:
    """Tell whether the cards before the break follow an `is`."""
    place = -1
    while _is_card(broken.word(place)):
        place -= 1
    return broken.word(place) == "is" or (broken.word(place) == "not" and broken.word(place - 1) == "is")


def _is_card(word: str) -> bool:
    """Tell whether a piece is a card, a rank or a suit."""
    return bool(_CARD.fullmatch(word))


def _is_of_pattern(word: str) -> bool:
    return _is_card(word) or find(word, Kind.PATTERN) is not None or word == "or"


def _cards_meant(word: str) -> str | None:
    """Return the set of cards that `word` names, also by a word that people write instead."""
    sets = names_of(Kind.CARDS)
    return next((one.name for one in sets if word == one.name or (find(word) is None and word in one.also)), None)


def _is_number(word: str) -> bool:
    if word.startswith("card."):
        return find(word, Kind.PATTERN) is None
    return (word[:1].isdigit() and word.replace(".", "").isdigit()) or find(word, Kind.NUMBER) is not None


def _anything_else(broken: _Break) -> _Answer:
    return _Answer(f"`{shorten(broken.word())}` has no place here", _expected(broken))


_RULES: tuple[_Rule, ...] = (
    _foreign_character,
    _quantified,
    _after_is,
    _misplaced_not,
    _at_the_end,
    _brackets,
    _no_operand,
    _no_card,
    _side_by_side,
    _anything_else,
)
