"""Tabs in the indentation of a YAML text, where only spaces may stand, and the spaces that were meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from basra_rules.errors import Edit, Fix, Span
from basra_rules.source.lines import all_lines, line_at
from basra_rules.source.text_edits import STEP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.errors import SourceFile
    from basra_rules.source.lines import Line

_BLANKS = re.compile(r"[ \t]*")


def write_spaces(source: SourceFile, at: int) -> Fix:
    """Return the fix for the tab at `at`: one in the indentation stands for a step, and so do its like below."""
    line = line_at(source, at)
    if line.text[: at - line.start].strip(" \t"):
        return Fix("write a space", (Edit(Span(source, at, at + 1), " "),), certain=True)
    lines = [one for one in all_lines(source) if not one.is_blank]
    step = min((one.indentation for one in lines if one.indentation and not _has_tabs(one)), default=STEP)
    tabbed = [one for one in all_lines(source) if one.text.startswith("\t") or one.number == line.number]
    edits = tuple(Edit(Span(source, one.start, one.start + len(_blanks(one))), _spaces(one, step)) for one in tabbed)
    return Fix("write spaces instead of tabs", edits, all(_fits(lines, one, step) for one in tabbed))


def _blanks(line: Line) -> str:
    found = _BLANKS.match(line.text)
    return found[0] if found else ""


def _has_tabs(line: Line) -> bool:
    return "\t" in _blanks(line)


def _spaces(line: Line, step: int) -> str:
    return _blanks(line).replace("\t", " " * step)


def _fits(lines: Sequence[Line], line: Line, step: int) -> bool:
    """Tell whether a line can only have been meant to stand where its tabs put it, a step for each."""
    if set(_blanks(line)) != {"\t"}:
        return False
    place = next((number for number, one in enumerate(lines) if one.number == line.number), 0)
    if not place or all(_has_tabs(one) or not one.indentation for one in lines):
        return True
    above = lines[place - 1]
    deeper = len(_spaces(line, step)) - len(_spaces(above, step))
    opens = above.key is not None and not above.key["value"] and not above.text.lstrip().startswith("-")
    return deeper == 0 or (deeper == step and opens) or (deeper < 0 and _has_tabs(above))
