"""What a played card takes from the floor, and when it must."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import iterate
from basra_rules.expression.compiling import compile_pattern
from basra_rules.expression.tree import NamedPattern, NumberName
from basra_rules.profile.vocabulary import FloorKind, Groups, Obligation
from basra_rules.rulebook.patterns import Form
from basra_rules.rules.model import Ways

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    deck = teller.rules.deck
    played = way.played.tree
    return any(compile_pattern(played, teller.rules.tables, card) >> card & 1 for card in iterate(deck))


def _way(teller: Teller, key: str, way: Way) -> Statement:
    """Return what one way of capturing says; its condition follows in a sentence of its own."""
    keys = [f"{key}.{name}" for name in type(way).model_fields if getattr(way, name) is not None]
    text = " ".join([_takes(teller, way)] if way.takes is not None else _takes_groups(teller, way))
    if way.when is None:
        return teller.statement(text, *keys)

    def say(condition: str) -> str:
        # L10n: {rule} is one or more sentences on what a card takes; {condition} is clauses, such as
        # L10n: "the top card of the pile is a card of the same rank as the played card".
        return teller.voice.gettext("{rule} But only when {condition}", rule=text, condition=condition)

    return teller.with_condition(say, way.when.tree, *keys)


def _takes(teller: Teller, way: Way) -> str:
    say = teller.voice
    assert way.takes is not None
    played = teller.cards(way.played.tree, Form.ONE)
    taken = way.takes.tree
    if way.takes_one:
        # L10n: {played} and {card} have the form "one": "A queen or a king takes one card of the floor, which the
        # L10n: player chooses if there are several: a card of the same rank as the played card".
        return say.gettext(
            "{played} takes one card from the floor, the player's choice if there are several: {card}.",
            played=played,
            card=teller.cards(taken, Form.ONE),
        )
    if isinstance(taken, NamedPattern) and taken.name == "any":
        # L10n: {played} has the form "one": "A jack or the 7♦ takes everything that lies on the floor."
        return say.gettext("{played} takes everything that lies on the floor.", played=played)
    # L10n: {played} has the form "one", {cards} the form "taken": "A king takes all queens from the floor."
    return say.gettext("{played} takes {cards} from the floor.", played=played, cards=teller.cards(taken, Form.TAKEN))


def _takes_groups(teller: Teller, way: Way) -> list[str]:
    say = teller.voice
    assert way.groups_of is not None
    played = teller.cards(way.played.tree, Form.ONE)
    total = way.groups_of.tree
    if isinstance(total, NumberName) and total.name == "card.value":
        # L10n: {played} has the form "one": "A number card may take groups of number cards …".
        what = say.gettext("{played} may take groups of number cards that add up to its own value.", played=played)
    else:
        # L10n: {played} has the form "one"; {amount} is a number, as digits or in words: "11 minus the value of
        # L10n: the played card".
        what = say.gettext(
            "{played} may take groups of number cards that add up to this: {amount}.",
            played=played,
            amount=teller.amounts.describe(total),
        )
    # L10n: {count} is the fewest cards that make a group.
    size = say.ngettext("A group may be a single card.", "A group has at least {count} cards.", way.smallest_group)
    how_many = (
        say.gettext("Only one group may be taken.")
        if way.one_group
        else say.gettext("Several groups may be taken at once, but no card counts in two groups.")
    )
    return [what, size, how_many]


def _groupings(teller: Teller) -> list[Way]:
    return [way for way in teller.profile.capture.ways.values() if way.groups_of is not None]


def _others(teller: Teller) -> Iterator[Statement]:
    """Yield that there are no other ways, and which cards have none at all."""
    say = teller.voice
    text = say.gettext("No card takes anything in another way.")
    ways = teller.rules.capture.ways
    idle = sum(1 << card for card in iterate(teller.rules.deck) if ways[card] == Ways((), (), ()))
    if idle:
        # L10n: {cards} has the form "many": "These cards never capture anything: queens."
        never = say.gettext(
            "These cards never capture anything: {cards}.", cards=teller.patterns.cards(idle, Form.MANY)
        )
        text = f"{text} {never}"
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
