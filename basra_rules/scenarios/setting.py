"""What a scenario led to: the facts that its expectations are compared with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from basra_rules.errors import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Mapping

    from basra_rules.engine.state import Action, Illegal, Table
    from basra_rules.errors import Fix, Span
    from basra_rules.rules.model import Rules
    from basra_rules.scenarios.model import Scenario
    from basra_rules.scenarios.reading import ReadScenario


class CannotRun(Exception):  # noqa: N818 - it is an outcome, caught by the runner
    """The scenario does not describe a situation that can come about."""

    def __init__(self, code: str, message: str, span: Span, label: str = "", notes: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, label, notes)

    def noting(self, note: str) -> CannotRun:
        """Return the same with one more note."""
        self.diagnostic = replace(self.diagnostic, notes=(*self.diagnostic.notes, note))
        return self

    def mended_by(self, *fixes: Fix | None) -> CannotRun:
        """Return the same with these fixes."""
        self.diagnostic = self.diagnostic.mended_by(*fixes)
        return self


@dataclass(frozen=True, slots=True)
class Asked:
    """The last play of a scenario: the table it is judged by, and the rules' refusal, if any."""

    table: Table
    action: Action
    refusal: Illegal | None


@dataclass(frozen=True, slots=True)
class Setting:
    """A scenario that was run.

    `facts` holds, by the key of an expectation, what is the case; a key that can't be told yet is
    missing, and `why_not` says why.
    """

    rules: Rules
    read: ReadScenario
    scenario: Scenario
    facts: Mapping[str, Any]
    drawn: tuple[str, ...] = ()
    asked: Asked | None = None
    why_not: Mapping[str, str] = field(default_factory=dict)
