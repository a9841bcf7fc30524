"""What a played card takes from the floor, and when it must."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from basra_rules.cards import iterate
from basra_rules.exact import format_number
from basra_rules.expression.compiling import compile_pattern
from basra_rules.expression.tree import Arithmetic, Literal, NamedPattern, NumberName, Operator
from basra_rules.profile.vocabulary import FloorKind, Groups, Obligation
from basra_rules.rulebook.lone_cards import lone_floor_card
from basra_rules.rulebook.patterns import Form, named_patterns
from basra_rules.rulebook.voice import sentence
from basra_rules.rules.model import Ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.cards import CardSet
    from basra_rules.expression.tree import NumberTree
    from basra_rules.profile.models import Way
    from basra_rules.rulebook.document import Statement
    from basra_rules.rulebook.teller import Teller


def tell_playing(teller: Teller) -> Iterator[Statement]:
    """Yield how a card is played and what it takes.  Source: key `capture`."""
    say, capture = teller.voice, teller.profile.capture
    yield teller.statement(
        say.gettext(
            "In turn each player plays one card from the hand, face up. It may capture cards from the floor: then it "
            "goes, with all that it captures, face down to the captured cards of its player's side."
        )
    )
    yield teller.statement(_floor_kind(teller)[capture.floor], "capture.floor")
    for name, way in capture.ways.items():
        if _is_for_some_card(teller, way):
            yield _way(teller, f"capture.ways.{name}", way)
    yield from _others(teller)
    yield from _together(teller)
    if capture.groups is not None and _groupings(teller):
        yield teller.statement(_groups(teller)[capture.groups], "capture.groups")
    yield teller.statement(_obligation(teller)[capture.obligation], "capture.obligation")


def _floor_kind(teller: Teller) -> dict[FloorKind, str]:
    say = teller.voice
    return {
        FloorKind.SPREAD: say.gettext(
            "A card that captures nothing stays face up on the floor beside the others; so does every card played to "
            "an empty floor."
        ),
        FloorKind.PILE: say.gettext(
            "The floor is one pile. A card that captures nothing is put on top of it, and then is its top card; so is "
            "every card played when there is no pile."
        ),
    }


def _is_for_some_card(teller: Teller, way: Way) -> bool:
    """Tell whether a way is for any card of the deck; one that is not, a game that extends this one may need."""
    return bool(_admitted(teller, way))


def _way(teller: Teller, key: str, way: Way) -> Statement:
    """Return what one way of capturing says, with its condition."""
    keys = [f"{key}.{name}" for name in type(way).model_fields if getattr(way, name) is not None]
    say = teller.voice
    if way.when is None:
        return teller.statement(_rule(teller, way), *keys)
    lone = lone_floor_card(way.when.tree)
    if lone is not None and _takes_everything(way):
        # L10n: {card} and {played} have the form "one": "If the 7♦ is the only card on the floor, any card takes it."
        text = say.gettext(
            "If {card} is the only card on the floor, {played} takes it.",
            card=teller.conditions.only(lone),
            played=_played(teller, way),
        )
        return teller.statement(text, *keys)
    words, below = teller.in_words(way.when.tree)
    if below:
        # L10n: {condition} is clauses, the last of which speaks of a list below; {rule} is one or more sentences on
        # L10n: what a card takes, without a capital.
        text = say.gettext("{rule} But only if {condition}:", rule=_rule(teller, way), condition=words)
        return replace(teller.statement(text, *keys), parts=below)
    # L10n: {condition} is clauses, such as "the top card of the pile is a card of the same rank as the played card";
    # L10n: {rule} is one or more sentences on what a card takes, without a capital.
    text = say.gettext("If {condition}, {rule}", condition=words, rule=_rule(teller, way))
    return teller.statement(text, *keys)


def _rule(teller: Teller, way: Way) -> str:
    return _takes(teller, way) if way.takes is not None else " ".join(_takes_groups(teller, way))


def _takes_everything(way: Way) -> bool:
    return (
        way.takes is not None
        and not way.takes_one
        and isinstance(way.takes.tree, NamedPattern)
        and way.takes.tree.name == "any"
    )


def _played(teller: Teller, way: Way) -> str:
    """Return which cards a way is for; any card, where those that it leaves out take as much without a condition."""
    if _takes_everything(way) and way.when is not None:
        always = [one for one in teller.profile.capture.ways.values() if _takes_everything(one) and one.when is None]
        admitted = [_admitted(teller, one) for one in (way, *always)]
        if not teller.rules.deck & ~reduce(or_, admitted):
            return named_patterns(teller.voice, Form.ONE)["any"]
    return teller.cards(way.played.tree, Form.ONE)


def _admitted(teller: Teller, way: Way) -> CardSet:
    """Return the cards that a way is for."""
    played, tables = way.played.tree, teller.rules.tables
    return sum(1 << card for card in iterate(teller.rules.deck) if compile_pattern(played, tables, card) >> card & 1)


def _takes(teller: Teller, way: Way) -> str:
    say = teller.voice
    assert way.takes is not None
    played = _played(teller, way)
    taken = way.takes.tree
    if way.takes_one:
        # L10n: {played} and {card} have the form "one": "A queen or a king takes one card of the floor, which the
        # L10n: player chooses if there are several: a card of the same rank as the played card".
        return say.gettext(
            "{played} takes one card from the floor, the player's choice if there are several: {card}.",
            played=played,
            card=teller.cards(taken, Form.ONE),
        )
    if _takes_everything(way):
        # L10n: {played} has the form "one": "A jack or the 7♦ takes everything that lies on the floor."
        return say.gettext("{played} takes everything that lies on the floor.", played=played)
    # L10n: {played} has the form "one", {cards} the form "taken": "A king takes all queens from the floor."
    return say.gettext("{played} takes {cards} from the floor.", played=played, cards=teller.cards(taken, Form.TAKEN))


def _takes_groups(teller: Teller, way: Way) -> list[str]:
    say = teller.voice
    what = _takes_one_group(teller, way) if way.one_group else _takes_some_groups(teller, way)
    # L10n: {count} is the fewest cards that make a group.
    size = say.ngettext("A group may be a single card.", "A group has at least {count} cards.", way.smallest_group)
    if way.one_group:
        return [what, size]
    return [what, size, say.gettext("Several groups may be taken at once, but no card counts in two groups.")]


def _takes_some_groups(teller: Teller, way: Way) -> str:
    say = teller.voice
    assert way.groups_of is not None
    played, total = teller.cards(way.played.tree, Form.ONE), way.groups_of.tree
    if _is_own_value(total):
        # L10n: {played} has the form "one": "A number card may take groups of number cards …".
        return say.gettext("{played} may take groups of number cards that add up to its own value.", played=played)
    complement = _made_with_it(total)
    if complement:
        # L10n: {played} has the form "one"; {total} is a number, as digits.
        return say.gettext(
            "{played} may take groups of number cards each of which, together with it, makes exactly {total}.",
            played=played,
            total=complement,
        )
    # L10n: {played} has the form "one"; {amount} is a number, as digits or in words.
    return say.gettext(
        "{played} may take groups of number cards that each add up to this: {amount}.",
        played=played,
        amount=teller.amounts.describe(total),
    )


def _takes_one_group(teller: Teller, way: Way) -> str:
    say = teller.voice
    assert way.groups_of is not None
    played, total = teller.cards(way.played.tree, Form.ONE), way.groups_of.tree
    if _is_own_value(total):
        # L10n: {played} has the form "one": "A number card may take one group of number cards …".
        return say.gettext("{played} may take one group of number cards that adds up to its own value.", played=played)
    complement = _made_with_it(total)
    if complement:
        # L10n: {played} has the form "one"; {total} is a number, as digits: "A number card may take one group of
        # L10n: number cards that, together with it, makes exactly 11."
        return say.gettext(
            "{played} may take one group of number cards that, together with it, makes exactly {total}.",
            played=played,
            total=complement,
        )
    # L10n: {played} has the form "one"; {amount} is a number, as digits or in words.
    return say.gettext(
        "{played} may take one group of number cards that adds up to this: {amount}.",
        played=played,
        amount=teller.amounts.describe(total),
    )


def _is_own_value(total: NumberTree) -> bool:
    return isinstance(total, NumberName) and total.name == "card.value"


def _made_with_it(total: NumberTree) -> str:
    """Return what a group and the played card make together, where a total says that."""
    if not isinstance(total, Arithmetic) or total.operator is not Operator.MINUS:
        return ""
    is_complement = isinstance(total.left, Literal) and _is_own_value(total.right)
    return format_number(total.left.value) if is_complement and isinstance(total.left, Literal) else ""


def _groupings(teller: Teller) -> list[Way]:
    return [way for way in teller.profile.capture.ways.values() if way.groups_of is not None]


def _others(teller: Teller) -> Iterator[Statement]:
    """Yield that there are no other ways, and which cards have none at all."""
    say = teller.voice
    text = say.gettext("No card takes anything in another way.")
    ways = teller.rules.capture.ways
    idle = sum(1 << card for card in iterate(teller.rules.deck) if ways[card] == Ways((), (), ()))
    if idle:
        # L10n: {cards} has the form "many", for a single card "one": "Queens never capture anything."
        never = say.ngettext(
            "{cards} never captures anything.",
            "{cards} never capture anything.",
            min(idle.bit_count(), 2),
            cards=teller.patterns.cards(idle, Form.MANY),
        )
        text = f"{text} {sentence(never)}"
    yield teller.statement(text)


def _together(teller: Teller) -> Iterator[Statement]:
    """Yield how several ways go together, where some card has several."""
    say = teller.voice
    several = [
        ways for ways in teller.rules.capture.ways if len(ways.wholes) + len(ways.picks) + len(ways.groupings) > 1
    ]
    if any(ways.groupings and (ways.wholes or ways.picks) for ways in several):
        yield teller.statement(
            say.gettext(
                "Where several of these rules fit the played card, they apply together: what they give it without a "
                "choice is always taken, and groups can only be added to that."
            )
        )
    elif several:
        yield teller.statement(say.gettext("Where several of these rules fit the played card, they apply together."))


def _groups(teller: Teller) -> dict[Groups, str]:
    say = teller.voice
    return {
        Groups.CHOSEN: say.gettext("If there are several such groups, the player chooses which one to take.")
        if all(way.one_group for way in _groupings(teller))
        else say.gettext(
            "The player chooses which groups to take, and may leave out any of them as long as the card captures "
            "something."
        ),
        Groups.MAXIMAL: say.gettext(
            "As many groups must be taken as go together: nobody may capture less where the same card could capture "
            "all of that and more."
        ),
    }


def _obligation(teller: Teller) -> dict[Obligation, str]:
    say = teller.voice
    return {
        Obligation.NONE: say.gettext(
            "Capturing is never a duty: any card may be played, and it may stay on the floor although it could capture."
        ),
        Obligation.PLAYED_CARD: say.gettext(
            "Any card of the hand may be played; but if the played card can capture, it must."
        ),
        Obligation.HAND: say.gettext(
            "If any card of the hand can capture, a card that captures must be played, and it must capture."
        ),
    }
