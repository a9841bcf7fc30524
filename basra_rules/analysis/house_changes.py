"""The changes of a profile's keys that may be behind what a table answers otherwise."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from basra_rules.analysis.facts import told_worths
from basra_rules.cards import RANKS, cards_of, parse_cards
from basra_rules.exact import plain_number
from basra_rules.profile.vocabulary import Groups, HowMany, Obligation, Sets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from basra_rules.analysis.questions import Question
    from basra_rules.rules.model import Rules

Overrides: TypeAlias = tuple[tuple[str, str], ...]
"""Values by dotted key, both as they are written."""

_NUMBER = re.compile(r"(?<![\w♣♦♥♠])\d+(?:\.\d+)?(?![\w♣♦♥♠½¼¾])")
_HALVES = {"½": ".5", "¼": ".25", "¾": ".75"}
_SMALLEST = ("3", "4", "1", "2")
_TOTALS = ("card.value", *(f"{total} - card.value" for total in (11, 15, 13, 14, 10, 12)))
WAYS = "capture.ways."
REMOVE = "remove"


def changes_behind(question: Question, said: str, rules: Rules) -> Iterator[Overrides]:
    """Yield each change that may be behind an answer, the simplest first."""
    single = list(dict.fromkeys(_single(question, said, rules)))
    yield from ((one,) for one in single)
    yield from (pair for pair in combinations(single, 2) if pair[0][0] != pair[1][0])
    if "scoring.cards" in question.keys:
        yield _worths(said, rules)
    if f"{WAYS}*" in question.keys:
        yield from _new_ways(question, said)
        yield from _ways(rules)


def _single(question: Question, said: str, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield each change of one key."""
    numbers = list(dict.fromkeys([*_numbers(said), "0"]))
    for key in question.keys:
        if key in _WORDS:
            yield from ((key, str(word)) for word in _WORDS[key])
        elif key in _NAMES:
            values = [str(word) for word in question.words] if question.words else numbers
            yield from ((key.replace("*", name), one) for name in _NAMES[key](rules) for one in values)
        elif key == "seats.players":
            yield key, f"[{', '.join(numbers[:-1])}]"
        elif key not in ("scoring.cards", f"{WAYS}*"):
            words = question.words
            yield from ((key, str(word)) for word in words or ())
            yield from ((key, f"{{{word}: {one}}}") for word in words or () for one in numbers[:-1])
            yield from ((key, one) for one in (() if words else numbers))


def _numbers(said: str) -> Iterator[str]:
    """Yield the numbers in an answer as files write them."""
    for mark, decimals in _HALVES.items():
        said = re.sub(rf"(\d*){mark}", rf"\g<1>{decimals}", said)
    yield from (f"0{one}" if one.startswith(".") else one for one in _NUMBER.findall(said))


_WORDS = {"capture.obligation": Obligation, "capture.groups": Groups}
_NAMES: dict[str, Callable[[Rules], Sequence[str]]] = {
    "bonuses.*.points": lambda rules: rules.bonus_names,
    "scoring.awards.*.points": lambda rules: [award.name for award in rules.scoring.awards],
    "scoring.awards.*.if_nobody": lambda rules: [award.name for award in rules.scoring.awards],
}


def _worths(said: str, rules: Rules) -> Overrides:
    """Return what captured cards count, where a table is told to count them otherwise."""
    told = told_worths(said) or {}
    found: dict[str, str] = {}
    for rank in RANKS:
        of_rank = [card for card in cards_of(rules.deck) if card.rank == rank]
        worths = {card: told.get(str(card), told.get(rank, 0)) for card in of_rank}
        wrong = {card: worth for card, worth in worths.items() if worth != rules.scoring.cards[card]}
        if len(wrong) == len(of_rank) and len(set(worths.values())) == 1:
            found |= {f"scoring.cards.{rank}": plain_number(worths[of_rank[0]])} if of_rank else {}
        else:
            found |= {f"scoring.cards.{card}": plain_number(worth) for card, worth in wrong.items()}
    return tuple(found.items())


def _new_ways(question: Question, said: str) -> Iterator[Overrides]:
    """Yield the way by which a card takes the rank that it is told to take, or all, if it is a card of its own kind."""
    played = question.played
    if played is not None and question.subject == str(played):
        yield ((f"{WAYS}{played.rank}_takes_all".lower(), f"{{played: {played}, takes: floor}}"),)
    for told in _TAKEN.findall(said) if played is not None else ():
        ranks = {card.rank for card in parse_cards(told)}
        if len(ranks) == 1 and played is not None:
            (rank,) = ranks
            name = f"{played.rank}_takes_{rank}".lower()
            yield ((f"{WAYS}{name}", f"{{played: {played.rank}, takes: {rank}}}"),)


_TAKEN = re.compile(r"(?:takes |; or )([^;a-z]+) and scores")


def _ways(rules: Rules) -> Iterator[Overrides]:
    """Yield each simple change of a way to capture: how many cards it takes, and which groups."""
    for key in dict.fromkeys(one.clause.key for ways in rules.capture.ways for one in ways.groupings):
        smallest = [(f"{key}.smallest", one) for one in _SMALLEST]
        totals = [(f"{key}.groups_of", one) for one in _TOTALS]
        yield from ((one,) for one in (*smallest, *((f"{key}.sets", str(word)) for word in Sets), *totals))
        yield from ((total, (f"{key}.smallest", "1")) for total in totals)
    keys = [one.clause.key for ways in rules.capture.ways for one in ways.wholes]
    keys += [one.clause.key for ways in rules.capture.ways for one in ways.picks]
    for key in dict.fromkeys(keys):
        yield from (((f"{key}.how_many", str(word)),) for word in HowMany)
        yield ((REMOVE, f"[{key}]"),)
        yield ((f"{key}.played", "none"),)
