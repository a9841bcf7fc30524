"""Validates files against a JSON Schema as others would: by check-jsonschema, a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from basra_rules.profile.json_schema import JsonSchema


def check_jsonschema(*arguments: str) -> dict[str, Any]:
    """Return what check-jsonschema reports."""
    command = [sys.executable, "-m", "check_jsonschema", "--output-format", "json", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=120)
    assert done.returncode in (0, 1), done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def findings(schema: Path, files: Iterable[Path]) -> dict[str, list[str]]:
    """Return the findings on each file that has any, by its name: the place, and what is wrong there."""
    report = check_jsonschema("--schemafile", str(schema), *map(str, files))
    assert not report.get("parse_errors"), report
    found: dict[str, list[str]] = {}
    for error in report.get("errors", []):
        found.setdefault(Path(error["filename"]).name, []).append(f"{error['path']}: {error['message']}")
    return found


def write_schema(schema: JsonSchema, folder: Path) -> Path:
    """Write a schema to a folder and return its path."""
    path = folder / "schema.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    return path


def described_keys(schema: JsonSchema) -> Iterator[tuple[str, str]]:
    """Yield every key that a schema knows, wherever it stands, with its description."""
    for key, value in _properties(schema):
        yield key, value.get("description", "")
    for part in schema.values():
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            if isinstance(inner, dict):
                yield from described_keys(inner)
        if isinstance(part, dict):
            yield from described_keys(part)


def _properties(schema: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    properties = schema.get("properties")
    for key, value in properties.items() if isinstance(properties, dict) else ():
        if isinstance(value, dict):
            yield key, value
