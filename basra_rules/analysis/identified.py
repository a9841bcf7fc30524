"""What an interview comes to: a profile, what is changed in it, and what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.analysis.house_changes import REMOVE, WAYS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from basra_rules.analysis.house_changes import Overrides


@dataclass(frozen=True, slots=True)
class Evidence:
    """A question with its answer, and whether a profile gives it; `expected` is what the profile would answer."""

    question: str
    answer: str
    expected: str

    @property
    def fits(self) -> bool:
        """Tell whether the profile gives the answer."""
        return self.answer == self.expected


@dataclass(frozen=True, slots=True)
class OpenOption:
    """An option of the profile that no answer has settled, with the choices that fit, the one in force first."""

    name: str
    about: str
    choices: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Identification:
    """What the answers come to.

    `choices` are those that differ from the profile's defaults; `overrides` are keys to be changed besides, with
    their values; `open_options` are those that nothing has settled; `others` fit as well in all that was asked;
    `against` says what the runner-up would have answered otherwise.  `clashing` are the answers that could be
    written each alone, but not together with the others; `unasked` are rules of the profile that nobody was asked
    for or knew, each with what the profile says.
    """

    name: str
    title: str
    choices: Mapping[str, str]
    overrides: Overrides
    open_options: tuple[OpenOption, ...]
    evidence: tuple[Evidence, ...]
    others: tuple[str, ...]
    runner_up: str | None
    against: tuple[Evidence, ...]
    clashing: tuple[Evidence, ...] = ()
    unasked: tuple[tuple[str, str], ...] = ()

    @property
    def unwritten(self) -> tuple[Evidence, ...]:
        """Return the answers that the profile does not give, with the changes either."""
        return tuple(one for one in self.evidence if not one.fits)

    @property
    def guessed(self) -> Overrides:
        """Return the changes of ways to capture: a few plays never tell a way in full."""
        return tuple(pair for pair in self.overrides if pair[0].startswith((WAYS, REMOVE)))

    @property
    def agrees(self) -> bool:
        """Tell whether the profile gives any of the answers."""
        return any(one.fits for one in self.evidence)
