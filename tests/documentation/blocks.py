"""The blocks of code on a page of the documentation, and what is printed below them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_FENCE = re.compile(r'^(?P<indent> *)```(?P<language>[\w-]+)?(?: title="(?P<title>[^"]+)")?\n$')
_EXCUSE = re.compile(r"no test runs this: (.+)")


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code: its language and title, its text without the indent, and its place.

    `first` and `last` number the lines of the text from 0, `last` not being among them.
    """

    language: str
    title: str
    text: str
    indent: str
    first: int
    last: int

    @property
    def excuse(self) -> str | None:
        """Why no test runs the block, as it says itself, for readers to see."""
        found = _EXCUSE.search(self.text)
        return found[1] if found else None


@dataclass(frozen=True, slots=True)
class Example:
    """A block, and the block right below it that shows what it prints, if there is one."""

    block: Block
    output: Block | None


def read_examples(page: Path) -> tuple[Example, ...]:
    """Return all blocks of a page, in order; an output goes with what prints it."""
    lines = page.read_text(encoding="utf-8").splitlines(keepends=True)
    blocks = list(_blocks(lines))
    examples: list[Example] = []
    for block in blocks:
        before = examples[-1] if examples else None
        if before is not None and before.output is None and _is_output(block, before.block, lines):
            examples[-1] = Example(before.block, block)
        else:
            examples.append(Example(block, None))
    return tuple(examples)


def _is_output(block: Block, before: Block, lines: list[str]) -> bool:
    between = lines[before.last + 1 : block.first - 1]
    return block.language == "text" and before.language in ("sh", "python") and not "".join(between).strip()


def _blocks(lines: list[str]) -> Iterator[Block]:
    number = 0
    while number < len(lines):
        fence = _FENCE.match(lines[number])
        number += 1
        if fence is None:
            continue
        indent = fence["indent"]
        last = lines.index(f"{indent}```\n", number)
        text = "".join(line.removeprefix(indent) for line in lines[number:last])
        yield Block(fence["language"] or "", fence["title"] or "", text, indent, number, last)
        number = last + 1


def replace_outputs(page: Path, outputs: dict[Block, str]) -> None:
    """Write a page anew with other texts in the blocks that show output."""
    lines = page.read_text(encoding="utf-8").splitlines(keepends=True)
    for block in sorted(outputs, key=lambda block: block.first, reverse=True):
        new = [(block.indent + line).rstrip() + "\n" for line in outputs[block].splitlines()]
        lines[block.first : block.last] = new
    page.write_text("".join(lines), encoding="utf-8")
