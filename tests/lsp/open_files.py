"""Files as if they were open in an editor: a text with a mark where the cursor is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from basra_rules.lsp.background import Library
from basra_rules.lsp.completing import complete
from basra_rules.lsp.defining import find_definition
from basra_rules.lsp.desk import Desk
from basra_rules.lsp.hovering import hover
from basra_rules.lsp.place import place_at
from tests.cli.running import ROOT

if TYPE_CHECKING:
    from basra_rules.lsp.background import Background
    from basra_rules.lsp.completing import Offer
    from basra_rules.lsp.place import Place

CURSOR = "▮"
NOWHERE = Path("/nowhere/house.yaml")
CHILD = "format: 1\nname: house\nextends: egyptian\n"
SITUATION = "profile: egyptian\nscenarios:\n  - name: a\n    "


@dataclass(frozen=True)
class Opened:
    """An open file with a cursor in it, and what stands behind it."""

    background: Background
    at: int

    @property
    def place(self) -> Place | None:
        return place_at(self.background.document.text, self.at)

    def offers(self) -> dict[str, Offer]:
        return {one.name: one for one in complete(self.background, self.at).items}

    def accept(self, name: str) -> str:
        """Return the text after an offer was accepted, with the cursor behind it."""
        found = complete(self.background, self.at)
        (offer,) = (one for one in found.items if one.name == name)
        text = self.background.document.text
        return f"{text[: found.start]}{offer.text}{CURSOR}{text[found.end :]}"

    def hover(self) -> str:
        shown = hover(self.background, self.at)
        return shown.text if shown else ""

    def hovered(self) -> str:
        """Return the characters that the hover speaks of."""
        shown = hover(self.background, self.at)
        return self.background.document.text[shown.start : shown.end] if shown else ""

    def definition(self) -> str:
        """Return where the thing stands that the cursor is on: file, line, and the text there."""
        target = find_definition(self.background, self.at)
        if target is None:
            return ""
        path = target.path.relative_to(ROOT) if target.path.is_relative_to(ROOT) else target.path
        return f"{path.as_posix()}:{target.span.line}: {target.span.text}".removesuffix(": ")


def opened(text: str, path: Path = NOWHERE, desk: Desk | None = None) -> Opened:
    """Open a file with the text given, the cursor at its mark."""
    desk = desk or Desk()
    document = desk.put(path.as_uri(), text.replace(CURSOR, "", 1), 1)
    return Opened(Library(desk).background(document), max(text.find(CURSOR), 0))


def scenario(text: str) -> Opened:
    """Open a scenario file that goes on, in its first scenario, with this text."""
    return opened(SITUATION + text, NOWHERE.with_name("house.scenarios.yaml"))


def child(text: str) -> Opened:
    """Open a child of the default profile that goes on with this text."""
    return opened(CHILD + text)
