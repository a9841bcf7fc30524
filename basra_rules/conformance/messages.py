"""Lines of JSON between programs."""

from __future__ import annotations

import json

from basra_rules.errors import BasraError
from basra_rules.source.json_nodes import Digits, Json
from basra_rules.source.nodes import shorten


class MessageError(BasraError):
    """A line of another program is no message."""


def read_message(line: str) -> dict[str, Json]:
    """Return the mapping that a line of JSON says; numbers in it are `Digits`.

    Raises:
        MessageError: it is no JSON, says no mapping, or says a key twice.
    """
    try:
        found = json.loads(line, parse_int=Digits, parse_float=Digits, object_pairs_hook=_once_each)
    except (ValueError, RecursionError):
        raise MessageError(f"no JSON: `{shorten(line, 80)}`") from None
    if not isinstance(found, dict):
        raise MessageError(f"no object of JSON: `{shorten(line, 80)}`")
    return found


def _once_each(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise MessageError("a key stands twice in one object")
    return found
