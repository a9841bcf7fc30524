"""What shells offer while a command line is typed: profiles, files, options with their choices, codes.

It must be quick, and must never disturb the line: where nothing can be offered, nothing is said.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, MutableMapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import typer

from basra_rules import resources
from basra_rules.exact import parse_place


def complete_profile(incomplete: str) -> list[str]:
    """Return the profiles, and the YAML files beside them; nothing where a path goes on: shells know paths best."""
    folder, _, start = incomplete.rpartition("/")
    if folder or incomplete.startswith("/"):
        inside = sorted(path.name for path in Path(f"{folder}/").glob(f"{start}*") if _may_be_a_profile(path))
        return [f"{folder}/{name}" for name in inside if name.endswith(".yaml")] if _all_files(inside) else []
    files = sorted(path.name for path in Path().glob("*.yaml") if _may_be_a_profile(path))
    return [name for name in (*resources.profile_names(), *files) if name.startswith(incomplete)]


def _may_be_a_profile(path: Path) -> bool:
    return path.is_dir() or (path.name.endswith(".yaml") and not path.name.endswith(".scenarios.yaml"))


def _all_files(names: list[str]) -> bool:
    return all(name.endswith(".yaml") for name in names)


def complete_option(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return every choice of the options of the profile that stands in the line, or else of the default."""
    from basra_rules.profile.glance import glance_at_options  # noqa: PLC0415 - loaded when it is needed

    options = glance_at_options(_profile_in(ctx))
    pairs = [(f"{name}={choice}", about) for name, (about, choices) in options.items() for choice in choices]
    return [(pair, about) for pair, about in pairs if pair.startswith(incomplete)]


def _profile_in(ctx: typer.Context) -> str:
    """Return the profile of the line; where an option lacks its choice yet, it is among what was not read any more."""
    return next(iter(ctx.args), None) or ctx.params.get("profile") or resources.DEFAULT_PROFILE


def complete_key(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the keys of the rules of the profile that stands in the line."""
    from basra_rules.profile.glance import glance_at_keys  # noqa: PLC0415 - loaded when it is needed

    return [key for key in glance_at_keys(_profile_in(ctx)) if key.startswith(incomplete)]


def complete_code(incomplete: str) -> list[str]:
    """Return the codes of diagnostics."""
    from basra_rules.analysis.diagnostic_pages import codes  # noqa: PLC0415 - loaded when it is needed

    return [code for code in codes() if code.startswith(incomplete)]


def answer_shell(run: Callable[[], int], environment: MutableMapping[str, str]) -> int:
    """Let `run` answer a shell; print what it offers and swallow what goes wrong."""
    said = io.StringIO()
    taken = _join_words(environment) if "COMP_WORDS" in environment else ""
    try:
        with redirect_stdout(said), redirect_stderr(io.StringIO()):
            code = run()
    except Exception:
        if environment.get("BASRA_DEBUG"):
            raise
        return 1
    sys.stdout.write("".join(_without(taken, line) for line in said.getvalue().splitlines(keepends=True)))
    return code


def _without(taken: str, line: str) -> str:
    """Return a line without what of it stands in the word already, be it behind the name of an option."""
    starts = [0, *(place + 1 for place, character in enumerate(taken) if character == "=")]
    there = next((taken[start:] for start in starts if line.startswith(taken[start:])), "")
    return line.removeprefix(there)


def _join_words(environment: MutableMapping[str, str]) -> str:
    """Put together what bash takes apart at `=`, and return what of the word stands before the part that it replaces.

    For `--option target=1` bash says the words `--option`, `target`, `=` and `1`, and replaces the `1`.
    """
    text = environment.get("COMP_WORDS", "")
    between = "\n" if "\n" in text else " "
    words = text.split(between)
    current = parse_place(environment.get("COMP_CWORD", ""))
    if current is None or "=" not in words[: current + 1]:
        return ""
    while len(words) <= current:
        words.append("")
    joined, starts = _joined(words[: current + 1])
    environment["COMP_WORDS"] = between.join(joined)
    environment["COMP_CWORD"] = str(len(joined) - 1)
    last = joined[-1]
    return last[: last.rfind("=") + 1] if starts else ""


def _joined(words: list[str]) -> tuple[list[str], bool]:
    """Return the words with those around a `=` as one, and whether the last is of that kind."""
    joined: list[str] = []
    glue = False
    for word in words:
        if joined and (word == "=" or glue):
            joined[-1] += word
        else:
            joined.append(word)
        glue = word == "="
    return joined, "=" in joined[-1]
