"""Lines of reports, broken where a terminal would break them in the middle of a word."""

from __future__ import annotations

import textwrap

from basra_rules.columns import NARROWEST

_DEEPER = 4


def wrap_line(line: str, width: int | None) -> list[str]:
    """Return a line as lines of at most `width` columns, the later ones indented deeper; None: as it is."""
    if width is None or len(line) <= max(width, NARROWEST):
        return [line]
    indent = len(line) - len(line.lstrip()) + _DEEPER
    return textwrap.wrap(
        line,
        max(width, NARROWEST),
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def folded(line: str) -> str:
    """Return a line of YAML in flow form as lines of a moderate width: what they say is the same."""
    return "\n".join(wrap_line(line, _YAML_WIDTH))


_YAML_WIDTH = 76
"""Scenarios are shown indented, in a terminal of 80 columns."""
