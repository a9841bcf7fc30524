"""The story of a key, as `basra why` tells it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from basra_rules.authoring.explaining import Leaf, Rests, Settled, Story, Value
from basra_rules.errors import Span

_COLUMN = 48


def render_text(story: Story) -> str:
    """Return the story for people."""
    return "\n".join(_lines(story))


def _lines(story: Story) -> Iterator[str]:
    whole = story.leaves[0].key == story.key if len(story.leaves) == 1 else False
    if story.removed is not None:
        yield f"{story.key} is removed at {_place(story.removed)}"
        yield from (f"  it was {leaf.value.text} ({_place(leaf.value.span)})" for leaf in story.leaves)
    elif whole:
        yield f"{story.key}: {story.leaves[0].value.text}"
        yield from (f"  {part}" for part in _history(story.leaves[0]))
    else:
        yield f"{story.key}:"
        for leaf in story.leaves:
            text = f"  {leaf.key.removeprefix(story.key + '.')}: {leaf.value.text}"
            yield f"{text:<{_COLUMN}} # {'; '.join(_history(leaf))}"
    yield from (f"  {_settled(one)}" for one in story.options)
    if story.meaning:
        yield f"  meaning: {story.meaning}"
    if story.takes:
        yield f"  may be: {story.takes}"
    if story.readings:
        yield "readings:"
    for one in story.readings:
        yield from _reading(one)


def _history(leaf: Leaf) -> Iterator[str]:
    if leaf.value.span is None:
        yield "default: no file says it"
        return
    chosen = f", the choice {leaf.choice.choice} of {leaf.choice.option} ({leaf.choice.by})" if leaf.choice else ""
    yield f"written at {_place(leaf.value.span)}{chosen}"
    yield from (f"replaces {old.text} ({_place(old.span)})" for old in leaf.replaced)


def _settled(one: Settled) -> str:
    choices = " | ".join(f"[{choice}]" if choice == one.made.choice else choice for choice in one.choices)
    none = "" if one.made.choice else " (none of these is in force)"
    return f"option {one.option} settles it: {choices}{none}"


def _reading(one: Rests) -> Iterator[str]:
    reading = one.reading
    source = f", {reading.source}" if reading.source else ""
    note = f": {reading.note}" if reading.note else ""
    yield f"  {reading.key} – {reading.status}{source}{note} ({_place(one.span)})"
    if one.replaced is not None:
        yield f"    replaced at {_place(one.replaced)}, so it does not speak of the value in force"
    if reading.others:
        yield f"    also read: {'; '.join(reading.others)}"
    yield from (f"    {source}" for source in one.sources)


def _place(span: Span | None) -> str:
    return "nowhere" if span is None else f"{span.source.name}:{span.line}"


def render_json(story: Story) -> str:
    """Return the story for programs."""
    told = {
        "key": story.key,
        "meaning": story.meaning,
        "takes": story.takes,
        "removed": _json_place(story.removed),
        "values": [_json_leaf(leaf) for leaf in story.leaves],
        "options": [
            {"option": one.option, "choices": list(one.choices), "choice": one.made.choice, "by": one.made.by}
            for one in story.options
        ],
        "readings": [_json_reading(one) for one in story.readings],
    }
    return json.dumps(told, ensure_ascii=False, indent=2)


def _json_leaf(leaf: Leaf) -> dict[str, Any]:
    choice = leaf.choice
    made = None if choice is None else {"option": choice.option, "choice": choice.choice, "by": choice.by}
    return {
        "key": leaf.key,
        **_json_value(leaf.value),
        "default": leaf.value.span is None,
        "choice": made,
        "replaced": [_json_value(old) for old in leaf.replaced],
    }


def _json_value(value: Value) -> dict[str, Any]:
    return {"value": value.text, "place": _json_place(value.span)}


def _json_place(span: Span | None) -> dict[str, Any] | None:
    return None if span is None else {"file": span.source.name, "line": span.line, "column": span.column}


def _json_reading(one: Rests) -> dict[str, Any]:
    reading = one.reading
    return {
        "key": reading.key,
        "status": reading.status.value,
        "source": reading.source,
        "sources": list(one.sources),
        "note": reading.note,
        "others": list(reading.others),
        "place": _json_place(one.span),
        "replaced": _json_place(one.replaced),
    }
