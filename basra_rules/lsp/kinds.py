"""Which files are ours: an editor sends whatever YAML is open."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

from basra_rules.profile.schema import known_keys
from basra_rules.scenarios.reading import FILE_KEYS

if TYPE_CHECKING:
    from basra_rules.lsp.desk import Document


class Kind(StrEnum):
    """What a file is."""

    PROFILE = "profile"
    SCENARIOS = "scenarios"
    OTHER = "other"


_TOP_KEY = re.compile(r"""^(?:\{\s*)?["']?(\w+)["']?[ \t]*:""", re.MULTILINE)
_SUFFIXES = (".scenarios.yaml", ".scenarios.yml")
_SURELY_OURS = 2


def kind_of(document: Document) -> Kind:
    """Tell what a file is: by its name, or else by its keys, so that a file with slips in it is still what it is.

    Other programs have files with `extends` or `scenarios` too; one key alone proves nothing.
    """
    if document.path.name.endswith(_SUFFIXES):
        return Kind.SCENARIOS
    keys = set(_TOP_KEY.findall(document.text))
    if "scenarios" in keys:
        is_ours = document.path.parent.name == "scenarios" or keys <= set(FILE_KEYS)
        return Kind.SCENARIOS if is_ours else Kind.OTHER
    known = keys & set(known_keys(()))
    return Kind.PROFILE if "format" in known or len(known) >= _SURELY_OURS else Kind.OTHER


def may_become_ours(document: Document) -> bool:
    """Tell whether a file could be meant as one of ours: there is no key in it yet that is not."""
    keys = set(_TOP_KEY.findall(document.text))
    return keys <= set(known_keys(())) or keys <= set(FILE_KEYS)
