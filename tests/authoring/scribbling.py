"""A careless author: writes what nodes say in any order, style and spelling, with comments everywhere."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from basra_rules.authoring.layout_writing import is_plain
from basra_rules.profile.expression_fields import FROM
from basra_rules.profile.models import FILE_KEYS, Profile
from basra_rules.profile.schema import PATTERN, Path, is_pattern_keyed, known_keys, notation_at
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, Style, scalar_from_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from basra_rules.profile.fields import Area, Notation
    from basra_rules.source.nodes import Entry

LETTERS = {"♣": "Cc", "♦": "Dd", "♥": "Hh", "♠": "Ss"}
FLOW_ODDS = 0.4
COMMENT_ODDS = 0.15


class Scribbler:
    """Writes one document whose model is `root`; `pen` makes every choice."""

    def __init__(self, pen: Random, root: type[Area] = Profile, top: Sequence[str] = ()) -> None:
        self.pen = pen
        self.root = root
        self.top = top  # the fixed keys of the document itself, where the model does not know them
        self.comments = 0

    def document(self, node: Node) -> str:
        """Return the text of a whole file."""
        assert isinstance(node, MapNode)
        head = ["# the head of the file", ""] if self.maybe(0.5) else []
        lines = [*head, *self.block(node, self.start(), 0), *(["# the end of the file"] if self.maybe(0.5) else [])]
        return "\n".join(lines) + "\n" * self.pen.randint(0, 3)

    def start(self) -> Path:
        return ("?",) if self.top else ()

    def maybe(self, odds: float) -> bool:
        return self.pen.random() < odds

    def comment(self, what: str) -> str:
        self.comments += 1
        return f"# {what} {self.comments}"

    # Blocks

    def block(self, node: MapNode | ListNode, path: Path, indent: int) -> Iterator[str]:
        """Yield the lines of a collection that has something in it."""
        pad = " " * indent
        if isinstance(node, MapNode):
            for entry in self.shuffled(node, path):
                below = self.below(path, entry.key.text)
                key = self.key(entry.key, path, in_flow=False)
                yield from self.above(f"before {self.named(entry.key, path)}", pad)
                yield from self.held(f"{pad}{key}:{' ' * self.pen.randint(1, 3)}", entry.value, below, indent, node)
        else:
            for place, item in enumerate(node):
                below = self.below(path, str(place))
                yield from self.above("before an item", pad)
                yield from self.held(f"{pad}-{' ' * self.pen.randint(1, 2)}", item, below, indent, node)
        if indent and self.maybe(COMMENT_ODDS):
            yield pad + self.comment("end")

    def above(self, what: str, pad: str) -> Iterator[str]:
        if self.maybe(COMMENT_ODDS):
            yield ""
        if self.maybe(COMMENT_ODDS):
            yield pad + self.comment(what)

    def held(self, head: str, value: Node, path: Path, indent: int, parent: Node) -> Iterator[str]:
        """Yield the lines of one value behind its key or dash."""
        behind = f"{' ' * self.pen.randint(1, 9)}{self.comment('behind')}" if self.maybe(COMMENT_ODDS) else ""
        if isinstance(value, ScalarNode):
            first, *others = self.scalar(value, path, indent)
            yield head + first + behind
            yield from others
        elif not len(value) or self.maybe(FLOW_ODDS):
            *lines, last = self.flow(value, path, indent).split("\n")
            yield from [head + lines[0], *lines[1:], last + behind] if lines else [head + last + behind]
        else:
            step = self.pen.randint(1, 4)
            if isinstance(value, ListNode) and isinstance(parent, MapNode) and self.maybe(0.3):
                step = 0
            yield head.rstrip() + behind
            yield from self.block(value, path, indent + step)

    def shuffled(self, node: MapNode, path: Path) -> list[Entry]:
        entries = list(node)
        if self.fixed_keys(path):
            self.pen.shuffle(entries)
        return entries

    def fixed_keys(self, path: Path) -> Sequence[str]:
        if path == ("?",):
            return self.top
        return (*known_keys(path, self.root), *FILE_KEYS) if not path else known_keys(path, self.root)

    def below(self, path: Path, key: str) -> Path:
        if path == ("?",):
            return ("?", key)
        if path[:1] == ("?",):
            return () if path[1:] == ("scenarios",) else ("source",)
        return (*path, key)

    # Brackets

    def flow(self, node: Node, path: Path, indent: int) -> str:
        if isinstance(node, ScalarNode):
            return self.in_brackets(node, path)
        opening, closing = "{}" if isinstance(node, MapNode) else "[]"
        gap = self.pen.choice(["", " "])
        parts = list(self.flow_parts(node, path, indent))
        if len(parts) > 1 and self.maybe(0.3):
            pad = "\n" + " " * (indent + 3)
            note = f"  {self.comment('inside')}" if self.maybe(0.5) else ""
            return (
                opening + pad + f",{note}{pad}".join(parts[:2]) + "".join(f",{pad}{one}" for one in parts[2:]) + closing
            )
        return opening + gap + ", ".join(parts) + gap + closing

    def flow_parts(self, node: MapNode | ListNode, path: Path, indent: int) -> Iterator[str]:
        if isinstance(node, ListNode):
            yield from (self.flow(item, self.below(path, str(place)), indent) for place, item in enumerate(node))
        else:
            for entry in self.shuffled(node, path):
                value = self.flow(entry.value, self.below(path, entry.key.text), indent)
                yield f"{self.key(entry.key, path, in_flow=True)}: {value}"

    # Texts

    def notation(self, path: Path) -> Notation | None:
        return None if path[:1] == ("?",) else notation_at(path, self.root)

    def key(self, key: ScalarNode, path: Path, *, in_flow: bool) -> str:
        is_pattern = self.root is Profile and is_pattern_keyed(path) and key.text != FROM
        text = self.misspelt(key.text) if is_pattern else key.text
        return self.written(text, may_be_plain=is_plain(text, in_flow=in_flow, as_key=True))

    def named(self, key: ScalarNode, path: Path) -> str:
        """Return the key as it will stand in a file that is in order."""
        return PATTERN.spell(key.text) if self.root is Profile and is_pattern_keyed(path) else key.text

    def in_brackets(self, node: ScalarNode, path: Path) -> str:
        text, must_be_plain = self.text(node, path)
        if must_be_plain:
            return text
        return self.written(text, may_be_plain=self.may_be_plain(node, text, path, in_flow=True))

    def scalar(self, node: ScalarNode, path: Path, indent: int) -> list[str]:
        text, must_be_plain = self.text(node, path)
        if must_be_plain:
            return [text]
        if self.maybe(0.15) and re.fullmatch(r"\S+( \S+)+", text):
            pad = "\n" + " " * (indent + self.pen.randint(1, 5))
            folded = "".join(pad if self.maybe(0.3) else " " for _ in [0]) + text
            words = text.split(" ")
            folded = words[0] + "".join((pad if self.maybe(0.2) else " ") + word for word in words[1:])
            return (">-" + pad + folded).split("\n")
        return [self.written(text, may_be_plain=self.may_be_plain(node, text, path, in_flow=False))]

    def text(self, node: ScalarNode, path: Path) -> tuple[str, bool]:
        """Return a text in some spelling, and whether quotes would make another value of it."""
        notation = self.notation(path)
        if notation is None:
            return node.text, node.style is Style.PLAIN and node.kind != "text"
        return self.misspelt(node.text, brackets=notation.bare), False

    def may_be_plain(self, node: ScalarNode, text: str, path: Path, *, in_flow: bool) -> bool:
        is_text = self.notation(path) is not None or scalar_from_text(text).kind == "text"
        return bool(text) and is_text and node.text != "" and is_plain(text, in_flow=in_flow, as_key=False)

    def written(self, text: str, *, may_be_plain: bool) -> str:
        double, single = json.dumps(text, ensure_ascii=False), "'" + text.replace("'", "''") + "'"
        return self.pen.choice([*([text] * 3 if may_be_plain else []), double, single])

    def misspelt(self, text: str, *, brackets: bool = False) -> str:
        """Return an expression or cards in another spelling that means the same."""
        text = re.sub(r"(?<=[\dAJQK])[♣♦♥♠](?![\w♣♦♥♠])", self.letter, text)
        text = text.replace("<=", self.pen.choice(["<=", "≤"])).replace(" and ", self.pen.choice([" and ", "  and "]))
        return f"({text})" if brackets and " " in text and self.maybe(0.2) else text

    def letter(self, match: re.Match[str]) -> str:
        letter: str = self.pen.choice([match[0], *LETTERS[match[0]], match[0] + "\N{VARIATION SELECTOR-15}"])
        return letter
