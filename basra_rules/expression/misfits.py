"""What to say of a part that is of one kind where another belongs."""

from __future__ import annotations

from enum import StrEnum

from basra_rules.expression.vocabulary import Kind


class Wanted(StrEnum):
    """The three kinds of expression, as messages call them."""

    CONDITION = "a condition"
    NUMBER = "a number"
    PATTERN = "a pattern"


EXAMPLES = {
    Wanted.CONDITION: "a condition, such as `sweep`, `sum <= 10` or `card is J`",
    Wanted.NUMBER: "a number, such as `10`, `sum` or `2 * card.value`",
    Wanted.PATTERN: "a pattern: a rank (`J`), a card (`7♦`), a suit (`♣`), `numeric`, or several in brackets",
}

_IN_WORDS = {
    Kind.TRUTH: "a condition",
    Kind.NUMBER: "a number",
    Kind.PATTERN: "a pattern",
    Kind.ONE_CARD: "a card",
    Kind.CARDS: "a set of cards",
    Kind.FUNCTION: "a question about groups",
}

# what to write instead, by what is wanted and what stands there; `{0}` is what was written
_INSTEAD = {
    (Wanted.CONDITION, Kind.NUMBER): "compare it: `{0} <= 10`",
    (Wanted.CONDITION, Kind.PATTERN): "write `card is {0}`",
    (Wanted.CONDITION, Kind.ONE_CARD): "write `{0} is J`",
    (Wanted.CONDITION, Kind.CARDS): "write `all {0} is …` or `any {0} is …`",
    (Wanted.CONDITION, Kind.FUNCTION): "write `{0}(groups >= 2 and total < 10)`",
    (Wanted.NUMBER, Kind.TRUTH): "truth is no number: join conditions with `and`, `or`, `not`",
    (Wanted.NUMBER, Kind.PATTERN): "ask with `is`: `card is {0}`",
    (Wanted.NUMBER, Kind.ONE_CARD): "ask with `is`: `{0} is J`",
    (Wanted.NUMBER, Kind.FUNCTION): "truth is no number: join conditions with `and`, `or`, `not`",
    (Wanted.PATTERN, Kind.ONE_CARD): "write `card.rank` for the rank of the played card",
}
_INSTEAD_OF_NAME = {
    (Wanted.CONDITION, "card.rank"): "write `all captured is card.rank`",
    (Wanted.CONDITION, "any"): "write `any captured is J`",
    (Wanted.CONDITION, "none"): "write `not any captured is J`",
    (Wanted.NUMBER, "card"): "write `card.value`, or ask with `is`: `card is J`",
    (Wanted.NUMBER, "captured"): "write `count` or `sum`",
    (Wanted.NUMBER, "floor"): "write `floor.count` or `floor.sum`",
}


def word_misfit(wanted: Wanted, kind: Kind, text: str) -> tuple[str, str]:
    """Return message and label for `text`, of `kind`, where a part of kind `wanted` belongs."""
    if wanted is Wanted.CONDITION and text[:1].isdigit() and kind is Kind.NUMBER:
        return f"`{text}` is a number, and a condition is expected here", f"compare it: `sum <= {text}`"
    instead = _INSTEAD_OF_NAME.get((wanted, text)) or _INSTEAD.get((wanted, kind))
    message = f"`{text}` is {_IN_WORDS[kind]}, and {wanted} is expected here"
    return message, instead.format(text) if instead else f"expected {EXAMPLES[wanted]}"


def subject_misfit(kind: Kind, text: str, asked: str) -> tuple[str, str]:
    """Return message and label for the word `text` before `is asked`, where it says of no card what it is."""
    message = f"`{text}` is {_IN_WORDS[kind]}, and `is` asks about cards"
    if kind is Kind.CARDS:
        return f"`{text}` is {_IN_WORDS[kind]}: all of them, or any?", f"write `all {text} is` or `any {text} is`"
    if kind is Kind.NUMBER:
        return message, f"compare numbers with `==`: `{text} == {asked if asked.isdigit() else 7}`"
    return message, "write `card is`, `floor.top is`, `all captured is` …"


def missing_rank(text: str) -> tuple[str, str]:
    """Return message and label for a number that is no rank."""
    meant = {"1": "A", "11": "J", "12": "Q", "13": "K"}.get(text)
    return f"there is no rank `{text}`", f"write `{meant}`" if meant else "ranks are A, 2 to 10, J, Q and K"
