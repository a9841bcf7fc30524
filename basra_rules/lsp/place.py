"""Where in a file one is: the path of keys, whether a key or a value stands there, and what is typed of it so far."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from basra_rules.lsp.outline import Branch, Leaf, outline, unquoted, walk

if TYPE_CHECKING:
    from basra_rules.lsp.outline import Path, Twig


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a text.

    At a key, `path` is that of the mapping around it, at a value that of the value itself.  `start` to `end` is the
    token there, none where nothing is typed yet; `siblings` are the keys beside it; `has_colon` tells whether the key
    has one already.
    """

    path: Path
    is_key: bool
    text: str
    start: int
    end: int
    siblings: tuple[str, ...] = ()
    has_colon: bool = False

    @property
    def full_path(self) -> Path:
        """Return the path of the key here, or of the key whose value stands here."""
        return (*self.path, unquoted(self.text)) if self.is_key else self.path


def place_at(text: str, at: int) -> Place | None:
    """Return where the character number `at` of a text is; None inside a comment."""
    root = outline(text)
    if _is_comment(text, root, at):
        return None
    branch, path = _brackets_around(root, at)
    if branch is not None:
        return _between_brackets(text, branch, path, at)
    return _on_entry(text, root, at) or _on_blank_line(text, root, at)


_HASH = re.compile(r"(?<![^ \t])#")


def _is_comment(text: str, root: Branch, at: int) -> bool:
    """Tell whether a hash stands before a place on its line that is no part of a text."""
    line = text.rfind("\n", 0, at) + 1
    hashes = [match.start() for match in _HASH.finditer(text[line:at])]
    leaves = [entry.value for branch, _ in walk(root) if hashes for entry in branch.entries]
    return any(
        not any(isinstance(leaf, Leaf) and leaf.start <= line + place < leaf.end for leaf in leaves) for place in hashes
    )


def _brackets_around(root: Branch, at: int) -> tuple[Branch | None, Path]:
    found: tuple[Branch | None, Path] = (None, ())
    for branch, path in walk(root):
        if branch.in_brackets and branch.start < at <= branch.end - branch.is_closed:
            found = (branch, path)
    return found


def _between_brackets(text: str, branch: Branch, path: Path, at: int) -> Place:
    entry = next((one for one in reversed(branch.entries) if one.start <= at <= one.end), None)
    if entry is None:
        if branch.is_list:
            return Place((*path, str(len(branch.entries))), False, "", at, at)
        return _key(text, branch, path, None, at)
    return _at_entry(text, branch, path, entry, at)


def _at_entry(text: str, branch: Branch, path: Path, entry: Twig, at: int) -> Place:
    if not branch.is_list and (entry.colon is None or at <= entry.colon):
        return _key(text, branch, path, entry, at)
    return _value(text, (*path, entry.key), entry, at)


def _key(text: str, branch: Branch, path: Path, entry: Twig | None, at: int) -> Place:
    siblings = tuple(one.key for one in branch.entries if one is not entry)
    if entry is None:
        return Place(path, True, "", at, at, siblings)
    typed = text[entry.start : entry.key_end]
    has_colon = entry.colon is not None
    return Place(path, True, typed, entry.start, entry.key_end, siblings, has_colon)


def _value(text: str, path: Path, entry: Twig, at: int) -> Place:
    leaf = entry.value
    if isinstance(leaf, Leaf) and leaf.start <= at and not text[leaf.end : at].strip(" \t"):
        end = max(leaf.end, at)
        return Place(path, False, text[leaf.start : end], leaf.start, end)
    return Place(path, False, "", at, at)


def _on_entry(text: str, root: Branch, at: int) -> Place | None:
    """Return the place of the key before `at` on its line, or of the text that `at` is in."""
    line = text.rfind("\n", 0, at) + 1
    found: Place | None = None
    for branch, path in walk(root):
        for entry in branch.entries if not branch.in_brackets else ():
            is_in_text = isinstance(entry.value, Leaf) and entry.value.start <= at <= entry.value.end
            if is_in_text or line <= entry.start <= at <= _end_of_line(text, entry.start):
                found = _at_entry(text, branch, path, entry, at)
                if branch.is_list and entry.value is None:
                    found = _new_entry((*path, entry.key), at)
    return found


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _new_entry(path: Path, at: int) -> Place:
    """Return a place where a value is due, which may be a mapping: a key of it, or the whole value."""
    return Place(path, True, "", at, at)


def _on_blank_line(text: str, root: Branch, at: int) -> Place:
    """Return the place on a line that says nothing: its column tells what it would belong to."""
    column = at - (text.rfind("\n", 0, at) + 1)
    chain = _open_before(root, at)
    if chain:
        branch, path, entry = chain[-1]
        if entry.value is None and entry.colon is not None and column > branch.column:
            return _new_entry((*path, entry.key), at)
    for branch, path, _ in reversed(chain):
        if branch.column <= column:
            if branch.is_list:
                return Place((*path, str(len(branch.entries))), False, "", at, at)
            return _key(text, branch, path, None, at)
    return _key(text, root, (), None, at)


def _open_before(root: Branch, at: int) -> list[tuple[Branch, Path, Twig]]:
    """Return the mappings and lists that are open before a place, each with its last entry, outer ones first."""
    chain = []
    branch: Branch | Leaf | None = root
    path: Path = ()
    while isinstance(branch, Branch) and not branch.in_brackets:
        entry = next((one for one in reversed(branch.entries) if one.start < at), None)
        if entry is None:
            break
        chain.append((branch, path, entry))
        path = (*path, entry.key)
        branch = entry.value
    return chain
