"""Readings: which of them still speak of the value in force.

A reading tells what one value rests on.  Where a nearer file, or a choice, puts another value there,
the reading's source says nothing of it any more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.errors import Span
    from basra_rules.profile.models import Profile, Reading
    from basra_rules.profile.provenance import Origins


def reading_of(profile: Profile, key: str) -> Reading | None:
    """Return the reading of `key`, or of the nearest key around it that has one; None where it no longer holds."""
    parts = key.split(".")
    for length in range(len(parts), 0, -1):
        around = ".".join(parts[:length])
        for place, reading in enumerate(profile.readings):
            if reading.key == around:
                return reading if overriding(profile, place, key) is None else None
    return None


def source_of(profile: Profile, key: str) -> str:
    """Return the source that a reading gives for `key`, or for the nearest key around it, if it still holds."""
    parts = key.split(".")
    for length in range(len(parts), 0, -1):
        around = ".".join(parts[:length])
        for place, reading in enumerate(profile.readings):
            if reading.key == around and reading.source:
                return reading.source if overriding(profile, place, key) is None else ""
    return ""


def overriding(profile: Profile, place: int, key: str | None = None) -> Span | None:
    """Return where the value that reading number `place` speaks of was replaced; None where the reading holds.

    `key` narrows the question to a key within the reading's.
    """
    reading: Reading = profile.readings[place]
    origins = profile.origins
    entry = origins.entry(key or reading.key)
    written = _distance(origins, _span_of_reading(origins, place))
    if entry is None:
        return None
    chosen = [path for path, made in origins.by_choice.items() if f"{path}.".startswith(f"{key or reading.key}.")]
    if chosen:
        return origins.span(chosen[0])
    spans = [node.span for node in _leaves(entry.value)]
    return next((span for span in spans if _distance(origins, span) < written), None)


def _span_of_reading(origins: Origins, place: int) -> Span | None:
    readings = origins.tree.get("readings")
    return readings.items[place].span if isinstance(readings, ListNode) else None


def _distance(origins: Origins, span: Span | None) -> int:
    """Return how many parents away the file is in which something was written."""
    names = [source.name for source in origins.files]
    return names.index(span.source.name) if span is not None and span.source.name in names else len(names)


def _leaves(node: Node) -> Iterator[Node]:
    if isinstance(node, MapNode):
        for entry in node:
            yield from _leaves(entry.value)
    else:
        assert isinstance(node, ScalarNode | ListNode)
        yield node
