"""A rulebook as plain text, wrapped to a width, and as Markdown."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from basra_rules.rulebook.document import DASH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.rulebook.document import Rulebook, Section, Statement

CARDS = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠](?: (?:10|[2-9AJQK])[♣♦♥♠])*")
"""One card, or several with spaces between them."""
NUMBERS = re.compile(r"(?<!\w)(?:-?\d*[½¼¾]|-\d+(?:\.\d+)?|\d+(?:\+\d+)+)")
"""A number with a sign or a fraction, or a sum: what would turn round among letters from right to left."""
_TURNED = re.compile(f"{CARDS.pattern}|{NUMBERS.pattern}")
_LEFT_TO_RIGHT = "\N{LEFT-TO-RIGHT MARK}"
_RIGHT_TO_LEFT = "\N{RIGHT-TO-LEFT MARK}"
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|])")
_STARTS_A_BLOCK = re.compile(r"^(\d+)([.)])|^([-+])")


def render_text(rulebook: Rulebook, width: int) -> str:
    """Return the rulebook as text in lines of at most `width` characters."""
    lines = [rulebook.title, "=" * min(len(rulebook.title), width), ""]
    for line in rulebook.lines:
        lines += [*textwrap.wrap(line, width), ""]
    for section in rulebook.sections:
        lines += [section.heading, "-" * min(len(section.heading), width)]
        lines += [wrapped for line in _section(section, width) for wrapped in line]
        lines.append("")
    text = "\n".join(lines).rstrip() + "\n"
    return _from_the_right(isolate(text)) if rulebook.direction == "rtl" else text


def isolate(text: str) -> str:
    """Return a right-to-left text in which cards and such numbers still read from left to right.

    The outer marks keep what stands between two of them, such as a full stop, from joining them to one run.
    """
    left, right = _LEFT_TO_RIGHT, _RIGHT_TO_LEFT
    return _TURNED.sub(lambda found: f"{right}{left}{found[0]}{left}{right}", text)


def _from_the_right(text: str) -> str:
    """Return a text whose lines each start at the right, also one that starts with a Latin word."""
    return "".join(_RIGHT_TO_LEFT + line if line.strip() else line for line in text.splitlines(keepends=True))


def _section(section: Section, width: int) -> Iterator[list[str]]:
    for number, statement in enumerate(section.statements, 1):
        mark = f"{number}." if section.numbered else "•"
        yield from _wrapped(statement, mark, "", width)


def _wrapped(statement: Statement, mark: str, indent: str, width: int) -> Iterator[list[str]]:
    first = f"{indent}{mark} "
    text = line_of(statement, "".join(f" [{number}]" for number in statement.notes))
    yield textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_on_hyphens=False,
        break_long_words=False,
    )
    for part in statement.parts:
        yield from _wrapped(part, "–", " " * len(first), width)


def line_of(statement: Statement, notes: str) -> str:
    """Return what a statement says on its own line."""
    return (f"{statement.term}{DASH}{statement.text}" if statement.term else statement.text) + notes


def render_markdown(rulebook: Rulebook) -> str:
    """Return the rulebook as Markdown (CommonMark)."""
    lines = [f"# {_escaped(rulebook.title)}", ""]
    for line in rulebook.lines:
        lines += [_escaped(line), ""]
    for section in rulebook.sections:
        lines += [f"## {_escaped(section.heading)}", ""]
        for number, statement in enumerate(section.statements, 1):
            lines += _marked(statement, f"{number}." if section.numbered else "-", "")
        lines.append("")
    text = "\n".join(lines).rstrip() + "\n"
    return f'<div dir="rtl">\n\n{isolate(text)}\n</div>\n' if rulebook.direction == "rtl" else text


def _marked(statement: Statement, mark: str, indent: str) -> Iterator[str]:
    notes = "".join(f" \\[{number}\\]" for number in statement.notes)
    text = _escaped(statement.text)
    yield f"{indent}{mark} " + (f"**{_escaped(statement.term)}**{DASH}{text}" if statement.term else text) + notes
    for part in statement.parts:
        yield from _marked(part, "-", indent + " " * (len(mark) + 1))


def _escaped(text: str) -> str:
    """Return a text in which nothing is a mark of Markdown."""
    escaped = _SPECIAL.sub(r"\\\1", text)
    return _STARTS_A_BLOCK.sub(lambda found: f"{found[1] or ''}\\{found[2] or found[3]}", escaped)
