"""Runs the examples of a page as its reader would: in order, in one folder, with the files that the page shows."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel.messages.pofile import read_po

from basra_rules.errors import render_diagnostic
from basra_rules.profile.loading import check_profile, load_profile
from tests.cli.running import ROOT, basra

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.documentation.blocks import Block

# A `basra` for shell blocks that notes how each start ended.
_PROGRAM = """\
#!/bin/sh
{python} -m basra_rules "$@"
code=$?
echo "$code" >> {codes}
exit $code
"""

_FRAGMENT = "format: 1\nname: fragment\nextends: egyptian\n"

# What no two runs print alike: how long something took, and how fast it went.
_TIMES = re.compile(r"\b[\d,.]+(?: ?(?:ns|µs|ms|s)\b| (?:seconds|deals a second|minutes)\b)")


def without_times(text: str) -> str:
    """Return a text that two runs print alike; spaces at the end of a line do not count."""
    return "\n".join(_TIMES.sub("TIME", line).rstrip() for line in text.rstrip().splitlines())


class Workshop:
    """The folder in which the examples of one page are run."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._codes = programs / "codes"
        self._names: dict[str, Any] = {"__name__": "example"}
        self._profile = "egyptian"
        self._environment = {
            **os.environ,
            "PATH": os.pathsep.join([str(programs), str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "COLUMNS": "80",
            "LC_ALL": "C.UTF-8",
            "LANGUAGE": "en",
            "NO_COLOR": "1",
        }
        program = programs / "basra"
        program.write_text(_PROGRAM.format(python=sys.executable, codes=self._codes), encoding="utf-8")
        program.chmod(0o755)

    def write(self, block: Block) -> None:
        """Write the file that a block with a title shows."""
        path = self.folder / block.title
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        if block.text.startswith("format:"):
            self._profile = str(path)

    def run_shell(self, text: str) -> tuple[str, list[int]]:
        """Run commands; return all that they print, and the exit code of each `basra` and of the last command."""
        self._codes.write_text("", encoding="utf-8")
        done = subprocess.run(
            ["bash", "-c", text],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
        )
        codes = [int(code) for code in self._codes.read_text(encoding="utf-8").split()]
        return done.stdout, [*codes, done.returncode]

    def run_python(self, text: str) -> str:
        """Run a program, which goes on where the page's last one stopped; return what it prints."""
        printed = io.StringIO()
        with contextlib.chdir(self.folder), contextlib.redirect_stdout(printed):
            exec(compile(text, "<example>", "exec"), self._names)  # noqa: S102 - the documentation's own examples
        return printed.getvalue()

    def check_yaml(self, text: str) -> str:
        """Return what is wrong with a file, or a piece of one, that the page shows without a name.

        A piece of a profile is laid over the default one; scenarios must hold for the page's latest profile.
        """
        first = text.lstrip().splitlines()[0]
        path = self.folder / "shown.yaml"
        if first.startswith("- name:") or re.search(r"^scenarios:", text, flags=re.MULTILINE):
            path.write_text(f"scenarios:\n{text}" if first.startswith("- ") else text, encoding="utf-8")
            named = re.search(r"^profile: (\S+)", text, flags=re.MULTILINE)
            done = basra("check", named[1] if named else self._profile, str(path), cwd=self.folder)
            return done.stdout + done.stderr if done.returncode else ""
        path.write_text(text if text.startswith("format:") else _FRAGMENT + text, encoding="utf-8")
        if faults := check_profile(path):
            return "\n".join(render_diagnostic(fault) for fault in faults)
        choices = load_profile(path).origins.choices
        return "\n".join(f"`{option}` has no choice in force" for option, made in choices.items() if not made.choice)


def check_data(language: str, text: str) -> None:
    """Raise where a text is not of its format."""
    if language == "json":
        json.loads(text)
    elif language == "toml":
        tomllib.loads(text)
    elif language == "po":
        read_po(io.StringIO(text), abort_invalid=True)


def elide(printed: str, shown: str) -> str:
    """Return what a page that shows `shown` shows of an output: all, or its ends with a `…` between."""
    if "…" not in shown.splitlines():
        return printed
    lines, kept = printed.splitlines(), shown.splitlines()
    head = kept.index("…")
    tail = len(kept) - head - 1
    return "\n".join([*lines[:head], "…", *(lines[-tail:] if tail else [])])


def is_used(title: str, later: Iterable[str]) -> bool:
    """Tell whether one of the later texts names a file, or the profile whose scenarios it holds."""
    profile = re.sub(r"\.scenarios\.yaml$", ".yaml", title)
    return any(title in text or profile in text for text in later)
