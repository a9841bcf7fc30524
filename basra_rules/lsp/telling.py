"""What is told of a key: its meaning, what it takes, what is inherited and from where, and what the value rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.lsp.outline import Branch
from basra_rules.lsp.subjects import facts_at, subject_of
from basra_rules.profile.differences import flow_text
from basra_rules.profile.models import Profile
from basra_rules.profile.readings import reading_of
from basra_rules.scenarios.sorting import Kind
from basra_rules.source.nodes import MapNode, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.errors import Span
    from basra_rules.lsp.background import Background
    from basra_rules.lsp.outline import Path
    from basra_rules.source.nodes import Entry

_WIDTH = 200
_OF_THE_FILE: tuple[Path, ...] = ((), ("format",), ("name",), ("title",))
"""Where nothing is inherited: each file says this for itself."""


def key_about(background: Background, path: Path) -> str:
    """Return what there is to say of the key at a path, as Markdown."""
    return "\n\n".join(_paragraphs(background, path))


def _paragraphs(background: Background, path: Path) -> Iterator[str]:
    facts = facts_at(background, path)
    if facts is not None:
        yield facts.about
        default = "" if facts.default in ("–", "required") else f"; default {facts.default}"
        yield f"*takes:* {facts.takes}{default}"
    inherited = inherited_entry(background, path)
    if inherited is not None:
        yield from _inheritance(background, inherited)
    yield from _readings(background, path)


def inherited_entry(background: Background, path: Path) -> Entry | None:
    """Return the parent's entry of the key at a path of a profile; None where it has none."""
    subject = subject_of(background, path) if background.kind is Kind.PROFILE else None
    if subject is None or background.parent is None or subject.path[:1] in _OF_THE_FILE:
        return None
    return background.parent.origins.entry(".".join(subject.path))


def _inheritance(background: Background, entry: Entry) -> Iterator[str]:
    span = entry.key.span if isinstance(entry.value, MapNode) else entry.value.span
    yield f"*inherited:* {in_code(flow_text(entry.value))} ({place_of(background, span)})"
    for old in reversed(entry.overridden):
        yield f"*before that:* {in_code(flow_text(old))} ({place_of(background, old.span)})"


def heading(background: Background, path: Path) -> str:
    """Return the path of a key as the profile or the scenario sees it."""
    subject = subject_of(background, path)
    return f"**{'.'.join(subject.path if subject and subject.path else path)}**"


def in_code(text: str) -> str:
    """Return a text as code in Markdown, on one line and not too long."""
    return f"`{shorten(text, _WIDTH).replace('`', chr(0x2B9))}`"


def place_of(background: Background, span: Span) -> str:
    """Return a place as people read it, and where it can be, as a link that an editor follows."""
    text = f"{span.source.name}:{span.line}"
    path = background.path_of(span)
    return f"[{text}]({path.resolve().as_uri()}#L{span.line})" if path.is_absolute() else text


def _readings(background: Background, path: Path) -> Iterator[str]:
    """Yield what the value of a key rests on, by the readings of the profile in force."""
    subject = subject_of(background, path)
    if subject is None or subject.root is not Profile or background.kind is not Kind.PROFILE:
        return
    key = ".".join(subject.path)
    own = reading_of(background.own, key) if background.own else None
    inherited = reading_of(background.parent, key) if background.parent else None
    found = own or inherited
    if found is not None:
        of = "" if found.key == key else f" of `{found.key}`"
        whose = "reading" if own else "reading of the inherited value"
        source = f", {found.source}" if found.source else ""
        note = f": {found.note}" if found.note else ""
        yield f"*{whose}{of}:* {found.status}{source}{note}"
        if found.others:
            yield f"*also read:* {'; '.join(found.others)}"


def tables_known(background: Background) -> tuple[str, ...]:
    """Return the names of the deck's tables, those in force and those that the file is adding."""
    rules = background.rules
    known = list(rules.deck.tables) if rules else []
    own = background.root.at(("deck", "tables"))
    if own is not None and isinstance(own.value, Branch):
        known += [entry.key for entry in own.value.entries]
    return tuple(dict.fromkeys(known))
