"""What the models say about a place in a file: which keys may stand there, what they take and what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from basra_rules.lsp.outline import Leaf, unquoted
from basra_rules.profile import models
from basra_rules.profile.describing import FILE_KEY_KINDS, key_in_words
from basra_rules.profile.differences import RULE_AREAS
from basra_rules.profile.models import Profile
from basra_rules.profile.schema import is_pattern_keyed, known_keys, plain, value_at
from basra_rules.scenarios import json_schema, reading
from basra_rules.scenarios.model import Scenario
from basra_rules.scenarios.sorting import Kind

if TYPE_CHECKING:
    from basra_rules.lsp.background import Background
    from basra_rules.lsp.outline import Path
    from basra_rules.profile.fields import Area

REMOVE = "remove"
_CHOICE = 4  # options, NAME, choices, CHOICE


@dataclass(frozen=True, slots=True)
class Facts:
    """What there is to say of a key: its meaning, what it takes, its default in words."""

    about: str
    takes: str
    default: str = "–"


@dataclass(frozen=True, slots=True)
class Subject:
    """The same place seen from the models: which model, and the path in it."""

    root: type[Area]
    path: Path


def subject_of(background: Background, path: Path) -> Subject | None:
    """Return which place of the models a path of the file is; None where it speaks of the file itself."""
    if background.kind is Kind.SCENARIOS:
        return Subject(Scenario, path[2:]) if len(path) > 1 and path[0] == "scenarios" else None
    if path[:1] == ("options",) and path[2:3] == ("choices",) and len(path) >= _CHOICE:
        return _subject_of_choice(background, path)
    return None if path and path[0] in models.FILE_KEYS else Subject(Profile, path)


def _subject_of_choice(background: Background, path: Path) -> Subject | None:
    """Return what the value of an option's choice speaks of: the key that it sets, or the whole profile."""
    sets = option_sets(background, path[1])
    below = path[_CHOICE:]
    if sets:
        return Subject(Profile, (*sets.split("."), *below))
    return None if below[:1] == (REMOVE,) else Subject(Profile, below)


def option_sets(background: Background, name: str) -> str:
    """Return the key that an option sets; nothing where its choices are patches."""
    entry = background.root.at(("options", name, "sets"))
    if entry is not None and isinstance(entry.value, Leaf):
        return unquoted(background.document.text[entry.value.start : entry.value.end])
    option = background.rules.options.get(name) if background.rules else None
    return (option.sets or "") if option else ""


def keys_at(background: Background, path: Path) -> dict[str, Facts]:
    """Return the fixed keys of the mapping at a path, in the models' order; none where the author names them."""
    if background.kind is Kind.SCENARIOS and not path:
        return {key: _of_scenario_file(key) for key in reading.FILE_KEYS}
    subject = subject_of(background, path)
    if subject is None:
        return {}
    known = known_keys(subject.path, subject.root)
    if not subject.path and path:
        known = (*RULE_AREAS, REMOVE) if subject.root is Profile else known  # a choice's patch
    found = {key: _facts(subject.root, (*subject.path, key)) for key in known}
    return {key: facts for key, facts in found.items() if facts is not None}


def facts_at(background: Background, path: Path) -> Facts | None:
    """Return what there is to say of the key at a path; None of a key that the author named."""
    return keys_at(background, path[:-1]).get(path[-1]) if path else None


def _of_scenario_file(key: str) -> Facts:
    return Facts(reading.FILE_KEYS[key], json_schema.FILE_KEY_KINDS[key])


def _facts(root: type[Area], path: Path) -> Facts | None:
    if root is Profile and path[0] in models.FILE_KEYS and len(path) == 1:
        key = path[0]
        return Facts(models.FILE_KEYS[key], FILE_KEY_KINDS[key])
    found = key_in_words(path, root)
    return None if found is None else Facts(*found)


def value_type(background: Background, path: Path) -> tuple[Any, tuple[Any, ...]]:
    """Return the annotation of the value at a path and its marks; (None, ()) where the models know nothing."""
    subject = subject_of(background, path)
    return (None, ()) if subject is None else value_at(subject.path, subject.root)


def marks_at(background: Background, path: Path) -> tuple[Any, ...]:
    """Return the marks of the value at a path, also those inside an optional one."""
    annotation, marks = value_type(background, path)
    return () if annotation is None else plain(annotation, marks)[1]


def has_patterns_as_keys(background: Background, path: Path) -> bool:
    """Tell whether the keys of the mapping at a path are card patterns."""
    subject = subject_of(background, path)
    return subject is not None and subject.root is Profile and is_pattern_keyed(subject.path)
