"""What is counted after a deal, and how a match ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import cards_of
from basra_rules.engine.budget import compute_budget
from basra_rules.exact import format_number
from basra_rules.expression.tree import NamedPattern
from basra_rules.profile.deck import matching
from basra_rules.profile.vocabulary import IfNobody, Leftover, TiePolicy
from basra_rules.rulebook.patterns import Form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.models import Award
    from basra_rules.rulebook.document import Statement
    from basra_rules.rulebook.teller import Teller


def tell_scoring(teller: Teller) -> Iterator[Statement]:
    """Yield what is counted when all cards have been played.  Source: key `scoring`."""
    say, scoring = teller.voice, teller.profile.scoring
    yield teller.statement(_leftover(teller)[scoring.leftover], "scoring.leftover")
    yield teller.statement(
        say.gettext("Then each side counts its captured cards and adds the points that it scored in play.")
    )
    yield from _card_points(teller)
    for name, award in scoring.awards.items():
        yield _award(teller, name, award)


def _leftover(teller: Teller) -> dict[Leftover, str]:
    say = teller.voice
    return {
        Leftover.LAST_CAPTURER: say.gettext(
            "When all cards have been played, what is left on the floor goes to the side that captured last; it scores "
            "no bonus. If nobody captured in the whole deal, nobody gets it."
        ),
        Leftover.DEALER: say.gettext(
            "When all cards have been played, what is left on the floor goes to the dealer's side; it scores no bonus."
        ),
        Leftover.NOBODY: say.gettext(
            "When all cards have been played, nobody gets what is left on the floor, and it counts for nobody."
        ),
    }


def _card_points(teller: Teller) -> Iterator[Statement]:
    """Yield what each kind of captured card is worth, the sum of it all, and that several lines add up."""
    say, entries = teller.voice, teller.profile.scoring.cards
    for entry in entries:
        key = f"scoring.cards.{entry.pattern.node.text}"
        term = teller.cards(entry.pattern.tree, Form.ONE)
        points = teller.full_stop(teller.counted_amounts.points(entry.amount.tree))
        yield teller.statement(points, key, term=term)
    kinds = [matching(teller.profile, entry.pattern) for entry in entries]
    several = [one & other for place, one in enumerate(kinds) for other in kinds[:place] if one & other]
    if several:
        card = cards_of(several[0])[0]
        # L10n: {card} is one card, {points} is such as "4 points".
        text = say.gettext(
            "A card to which several of these lines apply scores all of them; the {card}, for example, scores "
            "{points}.",
            card=str(card),
            points=say.points(teller.rules.scoring.cards[card]),
        )
        yield teller.statement(text)
    total = compute_budget(teller.rules, teller.rules.seats.players[0]).cards
    if entries:
        # L10n: {points} is such as "13 points": "All other cards score nothing; all together score 13 points."
        yield teller.statement(
            say.gettext(
                "Cards not named here score nothing; all cards of the deck together score {points}.",
                points=say.points(total),
            )
        )


# Awards


def _award(teller: Teller, name: str, award: Award) -> Statement:
    key = f"scoring.awards.{name}"
    keys = [f"{key}.{one}" for one in type(award).model_fields if getattr(award, one) is not None]
    keys += [f"{key}.at_least"] if award.at_least is None else []
    parts = [_who(teller, award), *_half(teller, award), _if_nobody(teller, award)[award.if_nobody]]
    return teller.statement(" ".join(parts), *keys, term=_award_name(teller, name, award))


def _award_name(teller: Teller, name: str, award: Award) -> str:
    """Return what an award is called; one for the most cards that has no label is called so."""
    if award.label is None and award.at_least is None and _counts_every_card(award):
        # L10n: The name of points for the most captured cards; a dash and what they are worth follow.
        return teller.voice.gettext("most cards")
    return teller.named(name, award.label)


def _counts_every_card(award: Award) -> bool:
    return isinstance(award.counts.tree, NamedPattern) and award.counts.tree.name == "any"


def _who(teller: Teller, award: Award) -> str:
    """Return who gets the award."""
    say, points = teller.voice, teller.voice.points(award.points)
    every_card = _counts_every_card(award)
    if award.at_least is None and every_card:
        # L10n: Follows a name and a dash. {points} is such as "30 points".
        return say.gettext("{points} for the side that has captured the most cards.", points=points)
    if award.at_least is None:
        # L10n: Follows a name and a dash. {points} is such as "7 points"; {cards} has the form "of": "the most clubs".
        return say.gettext(
            "{points} for the side that has captured the most {cards}.",
            points=points,
            cards=teller.cards(award.counts.tree, Form.OF),
        )
    if every_card:
        # L10n: Follows a name and a dash. {points} is such as "30 points".
        return say.ngettext(
            "{points} for a side that has captured at least {count} card.",
            "{points} for a side that has captured at least {count} cards.",
            award.at_least,
            points=points,
        )
    # L10n: Follows a name and a dash. {points} is such as "7 points"; {cards} has the form "counted": "at least 7
    # L10n: clubs".
    return say.ngettext(
        "{points} for a side that has captured at least {count} of the {cards}.",
        "{points} for a side that has captured at least {count} {cards}.",
        award.at_least,
        points=points,
        cards=teller.cards(award.counts.tree, Form.COUNTED),
    )


def _half(teller: Teller, award: Award) -> Iterator[str]:
    """Yield how many cards are the most between two sides."""
    rules = teller.rules
    counted = len(cards_of(matching(teller.profile, award.counts)))
    if award.at_least is not None or not any(rules.seats.sides(players) == 2 for players in rules.seats.players):
        return
    # L10n: {all} is how many such cards there are, {count} is more than half of them.
    yield teller.voice.ngettext(
        "With two sides, that takes at least {count} of the {all}.",
        "With two sides, that takes at least {count} of the {all}.",
        counted // 2 + 1,
        all=counted,
    )


def _if_nobody(teller: Teller, award: Award) -> dict[IfNobody, str]:
    say = teller.voice
    if award.at_least is None:
        return {
            # L10n: All these speak of sides that have captured equally many cards, and no side more.
            IfNobody.NOBODY: say.gettext(
                "If two or more sides tie for the most, nobody gets these points, and nothing is carried over to the "
                "next deal."
            ),
            IfNobody.EACH: say.gettext("If two or more sides tie for the most, each of them gets these points."),
            IfNobody.CARRY: say.gettext(
                "If two or more sides tie for the most, nobody gets these points now; they are added to those of the "
                "next deal, again and again, until one side wins them all. What is still waiting when the match ends "
                "lapses."
            ),
            IfNobody.REPLAY: say.gettext(
                "If two or more sides tie for the most, the deal is void: nobody scores anything for it, the points of "
                "the play are lost too, and the same dealer deals again."
            ),
        }
    return {
        # L10n: All these speak of a number of cards that no side has captured.
        IfNobody.NOBODY: say.gettext(
            "If no side has so many, nobody gets these points, and nothing is carried over to the next deal."
        ),
        IfNobody.EACH: say.gettext(
            "If no side has so many, sides that tie for the most get these points each; a single leader gets nothing."
        ),
        IfNobody.CARRY: say.gettext(
            "If no side has so many, these points are added to those of the next deal, again and again, until one side "
            "alone wins them all. What is still waiting when the match ends lapses."
        ),
        IfNobody.REPLAY: say.gettext(
            "If no side has so many, the deal is void: nobody scores anything for it, the points of the play are lost "
            "too, and the same dealer deals again."
        ),
    }


# The match


def tell_match(teller: Teller) -> Iterator[Statement]:
    """Yield when the match ends and who wins.  Source: key `match`."""
    say, match = teller.voice, teller.profile.match
    yield teller.statement(say.gettext("Deals follow each other, and each side adds up its points."))
    # L10n: {points} is such as "101 points".
    target = say.gettext(
        "The match ends after the deal, counted to its end, in which a side reaches {points} or more. The side with "
        "most points wins.",
        points=say.points(match.target),
    )
    if match.games_to_win > 1:
        # L10n: {points} is such as "101 points". A match is made of several games here.
        target = say.gettext(
            "A game ends after the deal, counted to its end, in which a side reaches {points} or more. The side with "
            "most points wins the game.",
            points=say.points(match.target),
        )
    yield teller.statement(target, "match.target", "match.games_to_win")
    yield teller.statement(_tie(teller), "match.tie")
    if match.games_to_win > 1:
        text = say.ngettext(
            "The match goes to the side that first wins {count} game. Each game starts from 0.",
            "The match goes to the side that first wins {count} games. Each game starts from 0, a drawn one counts for "
            "nobody, and what was carried on lapses with the game.",
            match.games_to_win,
        )
        yield teller.statement(text, "match.games_to_win")


def _tie(teller: Teller) -> str:
    return ties(teller)[teller.profile.match.tie_policy]


def ties(teller: Teller) -> dict[TiePolicy, str]:
    """Return what happens when the highest scores are equal, for each policy."""
    say = teller.voice
    return {
        TiePolicy.ANOTHER_DEAL: say.gettext(
            "If two or more sides are then tied for the lead, another deal is played, until one is ahead."
        ),
        TiePolicy.DRAW: say.gettext("If two or more sides are then tied for the lead, it is a draw."),
        # L10n: {number} is a number of points, as digits.
        TiePolicy.EXTEND: say.gettext(
            "If two or more sides are then tied for the lead, the goal rises by {number}, again if need be, until it "
            "is above what they have, and deals go on.",
            number=format_number(teller.profile.match.extend),
        ),
    }
