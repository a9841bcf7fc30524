"""The parsers of PyYAML, made to agree: libyaml's where it is built in, else the one in Python."""

from __future__ import annotations

import re
from typing import Any, NoReturn

import yaml

_WORD = re.compile(r"(?:[^ \t\r\n\0:]|:(?![ \t\r\n\0]))+")
_WORD_IN_BRACKETS = re.compile(r"(?:[^ \t\r\n\0:,\[\]{}]|:(?![ \t\r\n\0,?\[\]{}]))+")
_INDICATORS = re.compile(r"(?P<first>[-+])?(?P<width>[1-9])?(?P<last>(?(first)|[-+]?))")
_CHOMPING = {"": None, "+": True, "-": False}


class PythonLoader(yaml.SafeLoader):
    """The parser in Python, where its original refuses or takes other texts than libyaml, corrected."""

    def scan_to_next_token(self) -> None:
        """Skip blanks, comments and line breaks; the original takes no tabs."""
        while True:
            while self.peek() == " " or (self.peek() == "\t" and (self.flow_level or not self.allow_simple_key)):
                self.forward()
            if self.peek() == "#":
                while self.peek() not in "\0\r\n":
                    self.forward()
            if not self.scan_line_break():  # type: ignore[no-untyped-call]
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_directive(self) -> yaml.DirectiveToken:
        """Read a line that starts with `%`; the original skips what it does not know."""
        start = self.get_mark()
        token: yaml.DirectiveToken = super().scan_directive()
        if token.name not in ("YAML", "TAG"):
            self._refuse("no such directive", start)
        return token

    def scan_plain(self) -> yaml.ScalarToken:
        """Read a text without quotes; the original takes no `?` between brackets."""
        start = end = self.get_mark()
        indent = self.indent + 1
        word = _WORD_IN_BRACKETS if self.flow_level else _WORD
        parts: list[str] = []
        blanks: list[str] = []
        while self.peek() != "#" and (match := word.match(self.buffer, self.pointer)):
            self.allow_simple_key = False
            parts += [*blanks, match.group()]
            self.forward(len(match.group()))
            if self.flow_level and self.peek() == ":" and self.peek(1) in ",?[]{}":
                self._refuse("a colon before a bracket or comma", start)
            end = self.get_mark()
            blanks = self.scan_plain_spaces(indent, start)
            if not blanks or (not self.flow_level and self.column < indent):
                break
        return yaml.ScalarToken("".join(parts), True, start, end)

    def scan_plain_spaces(self, indent: int, start_mark: yaml.Mark) -> list[str]:
        """Skip the blanks inside a text without quotes, tabs too; return what they come to."""
        blanks = self._skip(" \t")
        if self.peek() not in "\r\n":
            return [blanks] if blanks else []
        self.allow_simple_key = True
        breaks = 0
        while self.peek() in " \t\r\n":
            if self.peek() == "\t" and self.column < indent:
                self._refuse("a tab in the indentation", start_mark)
            if self.peek() in " \t":
                self.forward()
                continue
            self.scan_line_break()  # type: ignore[no-untyped-call]
            breaks += 1
            if self.prefix(3) in ("---", "...") and self.peek(3) in "\0 \t\r\n":
                return []
        return ["\n"] * (breaks - 1) or [" "]

    def scan_block_scalar_indicators(self, start_mark: yaml.Mark) -> tuple[bool | None, int | None]:  # noqa: ARG002
        """Read what follows `|` or `>`; the original takes no tab and no comment right behind."""
        match = _INDICATORS.match(self.buffer, self.pointer)
        assert match is not None  # it matches nothing too
        self.forward(len(match.group()))
        return _CHOMPING[match["first"] or match["last"]], int(match["width"] or 0) or None

    def scan_block_scalar_ignored_line(self, start_mark: yaml.Mark) -> None:
        """Skip the rest of the line on which a block of lines is announced."""
        self._skip(" \t")
        super().scan_block_scalar_ignored_line(start_mark)

    def scan_block_scalar_indentation(self) -> tuple[list[str], int, yaml.Mark]:
        """Skip to the first line of a block of lines; the original takes tabs for a part of it."""
        result: tuple[list[str], int, yaml.Mark] = super().scan_block_scalar_indentation()
        if self.peek() == "\t":
            self._refuse("a tab in the indentation", None)
        return result

    def scan_block_scalar_breaks(self, indent: int) -> tuple[list[str], yaml.Mark]:
        """Skip to the next line of a block of lines that says something."""
        result: tuple[list[str], yaml.Mark] = super().scan_block_scalar_breaks(indent)
        if self.column < indent and self.peek() == "\t":
            self._refuse("a tab in the indentation", None)
        return result

    def get_event(self) -> Any:
        """Return the next event; an escape that is no character is a fault like any other."""
        try:
            return super().get_event()  # type: ignore[no-untyped-call]
        except (ValueError, OverflowError):
            quote = yaml.Mark(self.name, self.buffer.rfind('"', 0, self.index), 0, 0, None, 0)
            self._refuse("no such character", quote)

    def _skip(self, characters: str) -> str:
        length = 0
        while self.peek(length) in characters:
            length += 1
        skipped: str = self.prefix(length)
        self.forward(length)
        return skipped

    def _refuse(self, problem: str, began: yaml.Mark | None) -> NoReturn:
        raise yaml.scanner.ScannerError(None, began, problem, self.get_mark()) from None


LOADER: type[Any] = getattr(yaml, "CSafeLoader", PythonLoader)
