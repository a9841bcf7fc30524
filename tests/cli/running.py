"""Runs `basra` as its users do: a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parent.parent.parent


def basra(
    *arguments: str, cwd: Path = ROOT, stdin: str = "", stdout: IO[str] | int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """Run `basra` with these arguments; without `stdin`, input is at its end."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "COLUMNS": "120"}
    return subprocess.run(
        [sys.executable, "-m", "basra_rules", *arguments],
        cwd=cwd,
        env=environment,
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )
