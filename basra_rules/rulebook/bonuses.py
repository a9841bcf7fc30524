"""What a play scores at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.cards import iterate
from basra_rules.expression.compiling import compile_pattern
from basra_rules.expression.tree import And, CardIs, Literal, SingleCard
from basra_rules.rulebook.patterns import Form

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from basra_rules.cards import CardSet
    from basra_rules.expression.tree import Condition, Pattern
    from basra_rules.profile.models import Bonus
    from basra_rules.rulebook.document import Statement
    from basra_rules.rulebook.teller import Teller


def tell_bonuses(teller: Teller) -> Iterator[Statement]:
    """Yield every bonus, those too that are worth nothing here.  Source: key `bonuses`."""
    say, bonuses = teller.voice, teller.profile.bonuses
    if not bonuses:
        yield teller.statement(say.gettext("No play scores anything at once."))
        return
    yield teller.statement(
        say.gettext(
            "Only a play that captures can score these points, at once. Whatever fits the play scores, and all of it "
            "is added up. Here, captured cards are those taken from the floor, without the card that takes them. The "
            "card that scored then lies face up among the cards of its side."
        )
    )
    names = name_bonuses(teller)
    for name, bonus in bonuses.items():
        yield _off(teller, name, bonus) if _is_off(bonus) else _bonus(teller, names, name)


# Names


def name_bonuses(teller: Teller) -> dict[str, str]:
    """Return what each bonus is called; those that players call alike are told apart by what they are for."""
    bonuses = teller.profile.bonuses
    plain = {name: teller.named(name, bonus.label) for name, bonus in bonuses.items()}
    names = dict(plain)
    for called in set(plain.values()):
        alike = [name for name, bonus in bonuses.items() if plain[name] == called and not _is_off(bonus)]
        cards = {name: _for_cards(teller, bonuses[name]) for name in alike}
        others = [name for name in alike if not cards[name] or list(cards.values()).count(cards[name]) > 1]
        if len(alike) > 1:
            names |= {name: _with(teller, called, bonuses[name]) for name in alike if name not in others}
        if len(others) > 1:
            names |= {name: _numbered(teller, called, number) for number, name in enumerate(others, 1)}
    return names


def _with(teller: Teller, called: str, bonus: Bonus) -> str:
    pattern, _ = _parted(bonus.when.tree)
    assert pattern is not None
    # L10n: Tells one of several bonuses of one name by the card that it is for; {card} has the form "one":
    # L10n: "basra with the 7♦". Starts with a small letter.
    return teller.voice.gettext("{bonus} with {card}", bonus=called, card=teller.cards(pattern, Form.ONE))


def _numbered(teller: Teller, called: str, number: int) -> str:
    # L10n: Tells one of several bonuses of one name by its number: "basra, case 2". Starts with a small letter.
    return teller.voice.gettext("{bonus}, case {number}", bonus=called, number=number)


def _for_cards(teller: Teller, bonus: Bonus) -> CardSet:
    """Return the cards that a bonus names as those it is for; none where it names no card."""
    pattern, _ = _parted(bonus.when.tree)
    return compile_pattern(pattern, teller.rules.tables, None) & teller.rules.deck if pattern else 0


def _parted(tree: Condition) -> tuple[Pattern | None, Condition]:
    """Return which card a bonus is for, where it names one, and what else it asks."""
    if not isinstance(tree, And):
        return None, tree
    for place, part in enumerate(tree.parts):
        if isinstance(part, CardIs) and part.subject is SingleCard.PLAYED and not part.negated:
            left = (*tree.parts[:place], *tree.parts[place + 1 :])
            return part.pattern, And(left, tree.span) if len(left) > 1 else left[0]
    return None, tree


# Statements


def _is_off(bonus: Bonus) -> bool:
    return isinstance(bonus.points.tree, Literal) and bonus.points.tree.value == 0


def _keys(name: str, bonus: Bonus) -> list[str]:
    return [f"bonuses.{name}.{one}" for one in type(bonus).model_fields if getattr(bonus, one) is not None]


def _bonus(teller: Teller, names: Mapping[str, str], name: str) -> Statement:
    bonus = teller.profile.bonuses[name]
    pattern, rest = _parted(bonus.when.tree)
    is_told = pattern is not None and names[name] == _with(teller, teller.named(name, bonus.label), bonus)

    def say(condition: str) -> str:
        # L10n: Follows the name of a bonus and a dash. {points} is such as "10 points"; {condition} is one or more
        # L10n: clauses: "10 points if the play takes everything on the floor and the played card is a jack".
        text = teller.voice.gettext(
            "{points} if {condition}", points=teller.amounts.points(bonus.points.tree), condition=condition
        )
        return text if bonus.instead_of is None else f"{text} {_instead(teller, names, bonus.instead_of)}"

    tree = rest if is_told else bonus.when.tree
    return teller.with_condition(say, tree, *_keys(name, bonus), term=names[name])


def _off(teller: Teller, name: str, bonus: Bonus) -> Statement:
    """Return that a bonus is worth nothing, in a way that leaves no doubt whether another one is."""
    pattern, rest = _parted(bonus.when.tree)
    cards = _for_cards(teller, bonus)
    if pattern is None or any(teller.rules.bonuses[card] for card in iterate(cards)):
        # L10n: Follows the name of a bonus and a dash. {condition} is one or more clauses.
        return teller.with_condition(
            lambda condition: teller.voice.gettext("no points of its own if {condition}", condition=condition),
            bonus.when.tree,
            *_keys(name, bonus),
            term=teller.named(name, bonus.label),
        )
    card = teller.cards(pattern, Form.ONE)
    # L10n: {card} has the form "one"; {condition} is one or more clauses: "A jack never scores anything at once, not
    # L10n: even if the play takes the only card on the floor, a jack".
    return teller.with_condition(
        lambda condition: teller.voice.gettext(
            "{card} never scores anything at once, not even if {condition}", card=card, condition=condition
        ),
        rest,
        *_keys(name, bonus),
    )


def _instead(teller: Teller, names: Mapping[str, str], name: str) -> str:
    """Return which other bonus does not count then."""
    points = teller.amounts.points(teller.profile.bonuses[name].points.tree)
    # L10n: Follows "50 points if …". {bonus} is the name of another bonus, {points} what it is worth.
    return teller.voice.gettext(
        "(the bonus “{bonus}” of {points} then does not count)", bonus=names[name], points=points
    )
