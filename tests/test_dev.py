"""The launcher `dev.py`, with a stand-in for uv, so that nothing is fetched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in for uv is a script with a `#!` line")

# Notes that it was called; "installs" by putting the checkout on the path of the environment's Python.
STAND_IN = """\
#!{python}
import pathlib, subprocess, sys, time
arguments = sys.argv[1:]
here = pathlib.Path(__file__).parent
with (here / "calls").open("a") as calls:
    print(*arguments[arguments.index("--python") + 2 :], file=calls)
if (here / "fails").exists():
    sys.exit("the stand-in fails as told")
time.sleep(0.2)
python = pathlib.Path(arguments[arguments.index("--python") + 1])
[packages] = python.parent.parent.glob("lib/python*/site-packages")
(packages / "checkout.pth").write_text(str(here.parent / "checkout"))
"""

PROGRAM = """\
import os, sys
print(sys.argv[1:], sys.stdin.read().strip(), os.environ.get("PYTHONPATH"))
sys.exit(7 if "seven" in sys.argv else 0)
"""


class Checkout:
    """A small project with the real dev.py, and the stand-in first on the path."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self.programs = folder / "programs"
        (self.root / "basra_rules").mkdir(parents=True)
        self.programs.mkdir()
        shutil.copy(ROOT / "dev.py", self.root)
        shutil.copy(ROOT / "pyproject.toml", self.root)
        (self.root / "basra_rules" / "__init__.py").touch()
        (self.root / "basra_rules" / "__main__.py").write_text(PROGRAM)
        (self.programs / "uv").write_text(STAND_IN.format(python=sys.executable))
        (self.programs / "uv").chmod(0o755)

    def start(self, *arguments: str, **variables: str) -> subprocess.Popen[str]:
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        return subprocess.Popen(
            [sys.executable, self.root / "dev.py", *arguments],
            env={**os.environ, "PATH": path, **variables},
            cwd=self.programs,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        with self.start(*arguments, **variables) as process:
            out, err = process.communicate(stdin)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def installs(self) -> list[str]:
        calls = self.programs / "calls"
        return calls.read_text().splitlines() if calls.exists() else []

    def stamps(self) -> set[str]:
        return {path.name for path in self.root.glob(".dev/*/*.stamp")}


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_run_passes_arguments_input_and_exit_code_through(checkout: Checkout) -> None:
    done = checkout.run("run", "seven", "--option", "a b", stdin="a line\n")
    assert done.stdout == "['seven', '--option', 'a b'] a line None\n"
    assert done.returncode == 7


def test_the_second_start_installs_nothing_and_says_nothing(checkout: Checkout) -> None:
    assert "setting up (once)" in checkout.run("run").stderr
    assert checkout.run("run").stderr == ""
    assert checkout.installs() == ["--editable .[fast]"]


def test_tools_are_added_without_touching_the_installed_project(checkout: Checkout) -> None:
    checkout.run("run")
    checkout.run("test", "--version")
    of_project, of_tools = checkout.installs()
    assert "--editable" in of_project
    assert "--editable" not in of_tools
    assert "pytest" in of_tools
    assert "lark" in of_tools


def test_a_changed_project_file_installs_again(checkout: Checkout) -> None:
    checkout.run("run")
    with (checkout.root / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    checkout.run("run")
    assert checkout.installs() == ["--editable .[fast]", "--editable .[fast]"]


def test_a_moved_checkout_makes_a_new_environment(checkout: Checkout) -> None:
    checkout.run("run")
    checkout.root = checkout.root.rename(checkout.root.with_name("elsewhere"))
    assert "setting up (once)" in checkout.run("run").stderr


def test_starts_at_the_same_time_set_up_once(checkout: Checkout) -> None:
    starts = [checkout.start("run") for _ in range(3)]
    assert [start.communicate()[0] for start in starts] == ["[]  None\n"] * 3
    assert checkout.installs() == ["--editable .[fast]"]


def test_an_interrupted_install_leaves_no_stamp_and_starts_over(checkout: Checkout) -> None:
    checkout.run("run")
    (checkout.programs / "fails").touch()
    with (checkout.root / "pyproject.toml").open("a") as file:
        file.write("# changed\n")
    checkout.run("run", PATH=str(checkout.programs), **NO_PACKAGES)
    assert checkout.stamps() == set()
    (checkout.programs / "fails").unlink()
    assert checkout.run("run").returncode == 0


# Whatever pip is found, it finds nothing to install.
NO_PACKAGES = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}


def test_a_failed_set_up_shows_the_commands_their_output_and_what_to_do(checkout: Checkout) -> None:
    (checkout.programs / "fails").touch()
    done = checkout.run("run", **NO_PACKAGES)
    assert done.returncode == 3
    assert done.stdout == ""
    assert "pip install --quiet" in done.stderr
    assert "the stand-in fails as told" in done.stderr
    assert "Most often the package registry can't be reached" in done.stderr
    assert "Traceback" not in done.stderr


def test_variables_of_other_pythons_do_not_reach_the_program(checkout: Checkout) -> None:
    (checkout.programs / "basra_rules.py").write_text("raise SystemExit('the wrong module')")
    done = checkout.run("run", PYTHONPATH=str(checkout.programs), VIRTUAL_ENV="/nowhere", PIP_TARGET="/nowhere")
    assert done.stdout == "[]  None\n"


@pytest.mark.parametrize(
    ("arguments", "told"), [(["docs"], "['build', '--quiet']\n{site}\n"), (["docs", "--serve"], "['serve']\n")]
)
def test_docs_makes_the_pages_anew_and_then_the_site(checkout: Checkout, arguments: list[str], told: str) -> None:
    (checkout.root / "docs").mkdir()
    (checkout.root / "docs" / "generate.py").write_text("print('pages')")
    (checkout.root / "mkdocs.py").write_text("import sys; print(sys.argv[1:])")
    site = checkout.root / ".dev" / "site" / "index.html"
    assert checkout.run(*arguments).stdout == "pages\n" + told.format(site=site)


def test_docs_ends_where_a_page_can_not_be_made(checkout: Checkout) -> None:
    (checkout.root / "docs").mkdir()
    (checkout.root / "docs" / "generate.py").write_text("raise SystemExit(5)")
    done = checkout.run("docs")
    assert (done.returncode, done.stdout) == (5, "")


@pytest.mark.parametrize("arguments", [[], ["paly"], ["check", "everything"], ["docs", "--open"]])
def test_a_wrong_command_line_lists_the_verbs(checkout: Checkout, arguments: list[str]) -> None:
    done = checkout.run(*arguments)
    assert done.returncode != 0
    assert all(f"\n  {verb} " in done.stderr for verb in ("run", "test", "check", "format", "docs"))
    assert checkout.stamps() == set()


def test_the_checkout_itself_is_what_runs_and_not_a_copy_left_by_its_installation() -> None:
    command = "from basra_rules import resources; print(resources.data_folder('profiles'))"
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()) == ROOT / "profiles"
