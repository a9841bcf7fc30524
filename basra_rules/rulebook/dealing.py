"""How the cards come to the players and to the floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.profile.models import TopOnly
from basra_rules.profile.vocabulary import Direction, KeptOff, Leader, NextDealer, Refill, Remainder
from basra_rules.rulebook.patterns import Form
from basra_rules.rulebook.voice import calculation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.rulebook.document import Statement
    from basra_rules.rulebook.teller import Teller


def tell_dealing(teller: Teller) -> Iterator[Statement]:
    """Yield how a deal starts and goes on.  Source: key `dealing`."""
    say, dealing = teller.voice, teller.profile.dealing
    yield teller.statement(_next_dealer(teller)[dealing.next_dealer], "dealing.next_dealer")
    yield teller.statement(_packet(teller), "dealing.packet", "dealing.singly")
    yield teller.statement(_first_served(teller))
    if not dealing.floor:
        yield teller.statement(say.gettext("No card is laid on the floor at the start."), "dealing.floor")
    else:
        yield teller.statement(_first_floor(teller), "dealing.floor", "dealing.hidden")
        yield from _opening_floor(teller)
    yield teller.statement(_leader(teller)[dealing.leader], "dealing.leader")
    yield teller.statement(_refill(teller)[dealing.refill], "dealing.refill")
    yield from _remainder(teller)


def _is_to_the_right(teller: Teller) -> bool:
    return teller.profile.seats.direction is Direction.ANTICLOCKWISE


def _next_dealer(teller: Teller) -> dict[NextDealer, str]:
    say = teller.voice
    if _is_to_the_right(teller):
        passes = say.gettext(
            "Who deals first is left to chance; each later deal is dealt by the player to the right of the one before."
        )
    else:
        passes = say.gettext(
            "Who deals first is left to chance; each later deal is dealt by the player to the left of the one before."
        )
    return {
        NextDealer.AFTER_DEALER: passes,
        NextDealer.SAME: say.gettext("Who deals first is left to chance; the same player deals every time."),
    }


def _packet(teller: Teller) -> str:
    say, dealing = teller.voice, teller.profile.dealing
    if dealing.singly:
        return say.ngettext(
            "Each player is dealt {count} card.",
            "Each player is dealt {count} cards, one at a time.",
            dealing.packet,
        )
    return say.ngettext(
        "Each player is dealt {count} card at once.",
        "Each player is dealt {count} cards, all at once.",
        dealing.packet,
    )


def _first_served(teller: Teller) -> str:
    say = teller.voice
    if _is_to_the_right(teller):
        return say.gettext("The player to the dealer's right gets cards first.")
    return say.gettext("The player to the dealer's left gets cards first.")


def _first_floor(teller: Teller) -> str:
    """Return how many cards come to the floor, and which of them lie face down."""
    say, dealing = teller.voice, teller.profile.dealing
    if not dealing.hidden:
        return say.ngettext(
            "Then {count} card from the top of the stock is laid face up on the floor.",
            "Then {count} cards from the top of the stock are laid face up on the floor.",
            dealing.floor,
        )
    laid = say.ngettext(
        "Then {count} card from the top of the stock is laid on the floor.",
        "Then {count} cards from the top of the stock are laid on the floor.",
        dealing.floor,
    )
    # L10n: Follows "Then 4 cards from the top of the stock are laid on the floor."
    hidden = say.ngettext(
        "The first of them lies face down until somebody captures it; any others lie face up.",
        "The first {count} of them lie face down until somebody captures them; any others lie face up.",
        dealing.hidden,
    )
    return f"{laid} {hidden}"


def _opening_floor(teller: Teller) -> Iterator[Statement]:
    """Yield which cards may not lie on the first floor, and when all is dealt again."""
    say, dealing = teller.voice, teller.profile.dealing
    for entry in dealing.redeal:
        # L10n: {cards} has the form "counted": "If at least 2 jacks lie there then, …".
        text = say.ngettext(
            "If at least {count} of the {cards} lies there then, the same dealer gathers all cards and deals again.",
            "If at least {count} {cards} lie there then, the same dealer gathers all cards and deals again.",
            int(entry.value),
            cards=teller.cards(entry.pattern.tree, Form.COUNTED),
        )
        yield teller.statement(text, "dealing.redeal")
    if teller.rules.dealing.keep_off | teller.rules.dealing.keep_off_top:
        yield teller.statement(_kept_off(teller), "dealing.keep_off_floor", "dealing.kept_off_go")


def _kept_off(teller: Teller) -> str:
    say, dealing = teller.voice, teller.profile.dealing
    off = dealing.keep_off_floor
    if isinstance(off, TopOnly):
        # L10n: The floor is a pile here. {card} has the form "one": "If the last card laid on the floor at the start,
        # L10n: the top card, is a jack, it is replaced …".
        barred = say.gettext(
            "If the last card laid on the floor at the start, the top card, is {card}, it is replaced by the next card "
            "of the stock, again and again if need be.",
            card=teller.cards(off.top.tree, Form.ONE),
        )
    elif dealing.redeal:
        # L10n: Follows a rule on several such cards: "If at least 2 jacks lie there then, …". {card} has the form
        # L10n: "one".
        barred = say.gettext(
            "Otherwise, if {card} lies there, it is replaced by the next card of the stock, again and again if need "
            "be.",
            card=teller.cards(off.tree, Form.ONE),
        )
    else:
        # L10n: {card} has the form "one": "If a jack or the 7♦ lies on the floor at the start, it is replaced …".
        barred = say.gettext(
            "If {card} lies on the floor at the start, it is replaced by the next card of the stock, again and again "
            "if need be.",
            card=teller.cards(off.tree, Form.ONE),
        )
    return f"{barred} {_kept_off_go(teller)[dealing.kept_off_go or KeptOff.BOTTOM]}"


def _kept_off_go(teller: Teller) -> dict[KeptOff, str]:
    say = teller.voice
    return {
        KeptOff.INSIDE_STOCK: say.gettext(
            "What was taken away goes back inside the stock at random places, but never on top."
        ),
        KeptOff.BOTTOM: say.gettext("What was taken away goes to the bottom of the stock."),
    }


def _leader(teller: Teller) -> dict[Leader, str]:
    say = teller.voice
    return {
        Leader.AFTER_DEALER: (
            say.gettext("The player to the dealer's right plays first.")
            if _is_to_the_right(teller)
            else say.gettext("The player to the dealer's left plays first.")
        ),
        Leader.DEALER: say.gettext("The dealer plays first."),
    }


def _refill(teller: Teller) -> dict[Refill, str]:
    say, packet = teller.voice, teller.profile.dealing.packet
    return {
        Refill.EMPTY_HANDS: say.ngettext(
            "When all hands are empty, each player is dealt {count} card again, until the stock is used up; "
            "the floor gets none.",
            "When all hands are empty, each player is dealt {count} cards again, until the stock is used up; "
            "the floor gets none.",
            packet,
        ),
        Refill.AFTER_PLAY: say.gettext(
            "After each play the player draws one card from the top of the stock, as long as there are any."
        ),
    }


def _remainder(teller: Teller) -> Iterator[Statement]:
    """Yield what happens where the last packet does not come out even, if it ever does not."""
    say, dealing = teller.voice, teller.profile.dealing
    if dealing.refill is Refill.AFTER_PLAY:
        return
    uneven = [players for players in teller.profile.seats.players if _left_at_last(teller, players)]
    if uneven:
        shared = say.gettext("Where the last cards of the stock don't make a whole packet, they are shared equally.")
        packets = [_packets(teller, players) for players in uneven]
        yield teller.statement(" ".join([shared, *packets]), "dealing.packet")
    if any(_over(teller, players) for players in uneven):
        yield teller.statement(_over_goes(teller)[dealing.remainder], "dealing.remainder")


def _left_at_last(teller: Teller, players: int) -> int:
    """Return how many cards are left for the last packet, 0 where all packets are whole."""
    dealing = teller.profile.dealing
    return (teller.rules.deck.bit_count() - dealing.floor) % (players * dealing.packet)


def _over(teller: Teller, players: int) -> int:
    """Return how many cards can't be shared equally."""
    return _left_at_last(teller, players) % players


def _packets(teller: Teller, players: int) -> str:
    say, dealing = teller.voice, teller.profile.dealing
    stock = teller.rules.deck.bit_count() - dealing.floor
    whole, left = divmod(stock, players * dealing.packet)
    sizes = [dealing.packet] * whole + ([left // players] if left >= players else [])
    # L10n: {players} is a number from 2 to 4; {sizes} is such as "6 + 6 + 4".
    told = say.gettext(
        "With {players} players the packets are {sizes}.", players=players, sizes=calculation(map(str, sizes))
    )
    over = _over(teller, players)
    if not over:
        return told
    # L10n: Follows the sentence on the packets.
    return told + " " + say.ngettext("Then {count} card is over.", "Then {count} cards are over.", over)


def _over_goes(teller: Teller) -> dict[Remainder, str]:
    say = teller.voice
    return {
        # L10n: "Over" are the cards that can't be shared equally at the end of the stock.
        Remainder.LAST_CAPTURER: say.gettext(
            "What is over goes, at the end of the deal, to the side that captured last."
        ),
        Remainder.DEALER: say.gettext("What is over goes to the dealer's captured cards."),
        Remainder.OUT_OF_PLAY: say.gettext("What is over is out of play and counts for nobody."),
        Remainder.REFUSE: say.gettext("The game is not played with so many players that cards are over."),
    }
