"""What a play scores at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.expression.tree import Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    for name, bonus in bonuses.items():
        yield _bonus(teller, name, bonus)


def _bonus(teller: Teller, name: str, bonus: Bonus) -> Statement:
    key = f"bonuses.{name}"
    keys = [f"{key}.{one}" for one in type(bonus).model_fields if getattr(bonus, one) is not None]
    amount = bonus.points.tree

    def say(condition: str) -> str:
        if isinstance(amount, Literal) and amount.value == 0:
            # L10n: Follows the name of a bonus and a dash. {condition} is one or more clauses.
            return teller.voice.gettext("nothing is scored here if {condition}", condition=condition)
        # L10n: Follows the name of a bonus and a dash. {points} is such as "10 points"; {condition} is one or more
        # L10n: clauses: "10 points if the play takes everything on the floor and the played card is a jack".
        text = teller.voice.gettext(
            "{points} if {condition}", points=teller.amounts.points(amount), condition=condition
        )
        return text if bonus.instead_of is None else f"{text} {_instead(teller, bonus.instead_of)}"

    return teller.with_condition(say, bonus.when.tree, *keys, term=teller.named(name, bonus.label))


def _instead(teller: Teller, name: str) -> str:
    """Return which other bonus does not count then."""
    other = teller.profile.bonuses[name]
    named = teller.named(name, other.label)
    points = teller.amounts.points(other.points.tree)
    # L10n: Follows "50 points if …". {bonus} is the name of another bonus, {points} what it is worth.
    return teller.voice.gettext("(the bonus “{bonus}” of {points} then does not count)", bonus=named, points=points)
