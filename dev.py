#!/usr/bin/env python3
"""Run, test and check basra-rules from a checkout; `python3 dev.py` lists what it can do.

It needs the standard library and one of uv and pip.  The first start makes an environment in `.dev/`
and installs the project there; later starts only compare a stamp.  `.dev/` may be deleted at any time.
Exit code 3 says that setting up failed; any other is that of the program that was run.
"""

import os
import sys
from contextlib import contextmanager
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 (people start this file with whatever `python3` they have)
    sys.exit(
        f"dev.py needs Python 3.11 or newer, and {sys.executable} is {sys.version.split()[0]}.\n"
        "Start it with a newer one (`python3.12 dev.py …`), or use `uv run basra`, which fetches one by itself."
    )

TYPE_CHECKING = False  # importing typing would cost every start a few milliseconds
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable, Iterator
    from typing import IO

ROOT = Path(__file__).resolve().parent
DEV = ROOT / ".dev"
HOME = DEV / f"{sys.implementation.name}{sys.version_info.major}.{sys.version_info.minor}"
SITE = DEV / "site"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
SET_UP_FAILED = 3
INTERRUPTED = 130

# Where pip finds packages is the machine's business and kept; where it puts them is ours.
PIP_SETTINGS = {
    "PIP_CACHE_DIR",
    "PIP_CERT",
    "PIP_CLIENT_CERT",
    "PIP_CONFIG_FILE",
    "PIP_DEFAULT_TIMEOUT",
    "PIP_EXTRA_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_INDEX_URL",
    "PIP_KEYRING_PROVIDER",
    "PIP_NO_CACHE_DIR",
    "PIP_NO_INDEX",
    "PIP_PROXY",
    "PIP_RETRIES",
    "PIP_TIMEOUT",
    "PIP_TRUSTED_HOST",
}
OTHER_PYTHONS = {
    "CONDA_PREFIX",
    "PYTHONHOME",
    "PYTHONPATH",
    "UV_PYTHON",
    "UV_SYSTEM_PYTHON",
    "VIRTUAL_ENV",
    "__PYVENV_LAUNCHER__",
}


class SetUpError(Exception):
    """The environment can't be made; the text says why and what to do."""


def note(text: str) -> None:
    """Tell how far things are, on standard error: standard output belongs to the program."""
    print(f"dev.py: {text}", file=sys.stderr, flush=True)


# ── the stamp ────────────────────────────────────────────────────────────────────────────────────


def base_python() -> str:
    """Return the interpreter behind this one, should this one belong to an environment."""
    return str(getattr(sys, "_base_executable", None) or sys.executable)


def identity() -> str:
    """Return what an environment can't survive a change of: the Python and the place of the checkout."""
    return f"{sys.version} {os.path.realpath(base_python())} {ROOT}".replace("\n", " ")


def expected_stamp() -> str:
    """Return what the stamp of a finished environment says now."""
    return identity() + "\n" + (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def stamp_file(purpose: str) -> Path:
    """Return the stamp for `purpose`: `run` (the project) or `test` (the tools as well)."""
    return HOME / f"{purpose}.stamp"


def read_stamp(purpose: str) -> str:
    """Return what the stamp for `purpose` says, nothing if there is none."""
    try:
        return stamp_file(purpose).read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return ""


def write_stamp(purpose: str) -> None:
    """Declare the environment fit for `purpose`, in one step, so that no half of it is ever believed."""
    new = stamp_file(purpose).with_suffix(".new")
    new.write_text(expected_stamp(), encoding="utf-8")
    new.replace(stamp_file(purpose))


def is_ready(purpose: str) -> bool:
    """Tell whether the environment is fit for `purpose`."""
    return PYTHON.exists() and read_stamp(purpose) == expected_stamp()


# ── setting up ───────────────────────────────────────────────────────────────────────────────────


def prepare(purpose: str) -> None:
    """Make sure that the environment is fit for `purpose`."""
    if is_ready(purpose):
        return
    with lock():
        if not is_ready(purpose):  # whoever held the lock may have done it
            set_up(purpose)


@contextmanager
def lock() -> "Iterator[None]":
    """Let one start at a time change the environment."""
    DEV.mkdir(exist_ok=True)
    with (DEV / "lock").open("w", encoding="utf-8") as file:
        take_lock(file)
        yield


if sys.platform == "win32":

    def take_lock(file: "IO[str]") -> None:
        """Wait until this start alone holds `file`; the system gives it back when the process ends."""
        import msvcrt  # noqa: PLC0415 (as all imports that only setting up needs)

        while True:
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            except OSError:
                continue
            return

else:

    def take_lock(file: "IO[str]") -> None:
        """Wait until this start alone holds `file`.

        The installer inherits it: should this process be killed, the lock lasts until the installer has ended.
        """
        import fcntl  # noqa: PLC0415

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            note("waiting for another start that is setting up …")
            fcntl.flock(file, fcntl.LOCK_EX)
        os.set_inheritable(file.fileno(), True)


def set_up(purpose: str) -> None:
    """Bring the environment into the state that `purpose` needs, and stamp it."""
    if is_ready("run"):  # add the tools and leave the project alone: it may be running
        note("setting up (once): the tools for tests and checks …")
        install(requirements())
    else:
        reusable = PYTHON.exists() and read_stamp("run").startswith(identity() + "\n")
        stamp_file("test").unlink(missing_ok=True)
        stamp_file("run").unlink(missing_ok=True)
        note("setting up (once): an environment in .dev, then the project and its libraries …")
        if not reusable:
            create_environment()
        install_project(purpose)
        write_stamp("run")
    if purpose == "test":
        write_stamp("test")


def install_project(purpose: str) -> None:
    """Install the project: with every extra for tests; to run, with what makes simulations quick, if it can be had."""
    if purpose == "test":
        install(["--editable", ".[dev,docs,fast,plots,cluster,lsp]"])
        return
    try:
        install(["--editable", ".[fast]"])
    except SetUpError:
        note("that failed with the extra `fast`; trying without it, which makes only `basra simulate` slower …")
        install(["--editable", "."])


def requirements() -> "list[str]":
    """Return the libraries and tools that pyproject.toml names, those of the extras too."""
    import tomllib  # noqa: PLC0415

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (name for names in project["optional-dependencies"].values() for name in names)
    return [*project["dependencies"], *extras]


def create_environment() -> None:
    """Make an empty environment, without pip: installing from outside is quicker and works on a bare Debian too."""
    import shutil  # noqa: PLC0415

    if HOME.exists():
        shutil.rmtree(HOME)
    done = call([base_python(), "-m", "venv", "--without-pip", str(HOME)])
    if done.returncode != 0:
        raise SetUpError(f"can't make an environment.\n\n{transcript(done)}")


def install(what: "list[str]") -> None:
    """Install `what` into the environment with the first installer that manages it."""
    failures: list[str] = []
    for installer in installers():
        if failures:
            note("that failed; trying pip …")
        done = call([*installer, *what])
        if done.returncode == 0:
            return
        failures.append(transcript(done))
    if not failures:
        raise SetUpError(
            f"found neither uv nor a pip (22.3 or newer) for {base_python()}.\n"
            "Install one of them: `apt-get install python3-pip` (Debian, Ubuntu), `dnf install python3-pip` (Fedora)."
        )
    raise SetUpError(
        "installing failed.\n\n" + "\n\n".join(failures) + "\n\n"
        "Most often the package registry can't be reached: see that `python3 -m pip download lark` works here\n"
        "(behind a proxy or a mirror, pip has to be told), then start again. Nothing half-made is kept in use."
    )


def installers() -> "Iterator[list[str]]":
    """Yield the beginnings of the commands that can install into the environment, the quickest first."""
    import shutil  # noqa: PLC0415

    uv = shutil.which("uv")
    if uv:
        yield [uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", str(PYTHON)]
    pip = find_pip()
    if pip:
        yield [*pip, "install", "--quiet", "--no-input", "--disable-pip-version-check"]


def find_pip() -> "list[str] | None":
    """Return the beginning of a pip command that works on the environment, if there is one."""
    inside = [str(PYTHON), "-m", "pip"]
    for pip in (inside, [base_python(), "-m", "pip"], ["pip3"], ["pip"]):
        there = pip if pip is inside else [*pip, "--python", str(PYTHON)]
        if call([*there, "--version"]).returncode == 0:
            return there
    ensured = call([str(PYTHON), "-m", "ensurepip"])
    return inside if ensured.returncode == 0 else None


def call(command: "list[str]") -> "subprocess.CompletedProcess[str]":
    """Run `command` quietly and return how it ended and what it said."""
    import subprocess  # noqa: PLC0415

    try:
        return subprocess.run(
            command,
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            close_fds=False,  # so that it inherits the lock
            check=False,
        )
    except OSError as error:
        return subprocess.CompletedProcess(command, 127, str(error))


def transcript(done: "subprocess.CompletedProcess[str]") -> str:
    """Return a command and what it said, for people to read."""
    return f"$ {' '.join(done.args)}\n{done.stdout.strip()}"


def environment() -> "dict[str, str]":
    """Return the variables for whatever is started: without other Pythons', with our programs first on the path."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in OTHER_PYTHONS and (name in PIP_SETTINGS or not name.startswith("PIP_"))
    }
    kept["PIP_USER"] = kept["PIP_REQUIRE_VIRTUALENV"] = "0"  # against what pip's own configuration may say
    kept["PATH"] = os.pathsep.join([str(PYTHON.parent), kept.get("PATH", os.defpath)])
    return kept


# ── verbs ────────────────────────────────────────────────────────────────────────────────────────


def run(arguments: "list[str]") -> int:
    """Run `basra` with the arguments; without any it plays, and `run --help` lists its commands."""
    prepare("run")
    # -P: neither a module in the current folder nor one beside this file may stand in for ours
    return become([str(PYTHON), "-P", "-m", "basra_rules", *arguments])


def test(arguments: "list[str]") -> int:
    """Run all checks and tests; with arguments, pytest alone with these."""
    prepare("test")
    os.chdir(ROOT)
    if arguments:
        return become([str(PYTHON), "-m", "pytest", *arguments])
    failed = failed_checks()
    tests = watch("pytest", "-n", "auto")
    if failed:
        note(f"failed before the tests, see above: {', '.join(failed)}")
    return tests or int(bool(failed))


def check(arguments: "list[str]") -> int:
    """Check the code's format, lint and types."""
    refuse(arguments)
    prepare("test")
    failed = failed_checks()
    if failed:
        note(f"failed: {', '.join(failed)} (`python3 dev.py format` mends what it can)")
    return int(bool(failed))


def format_code(arguments: "list[str]") -> int:
    """Format the code and mend what lint can mend by itself."""
    refuse(arguments)
    prepare("test")
    return watch("ruff", "check", "--quiet", "--fix-only", ".") or watch("ruff", "format", ".")


def docs(arguments: "list[str]") -> int:
    """Build the documentation site and tell where it is; with --serve, show it while it is written."""
    serve = arguments == ["--serve"]
    refuse([] if serve else arguments)
    prepare("test")
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # pyproject.toml holds mkdocs below 2, by way of its theme
    made = watch("docs.generate")
    if made or serve:
        return made or watch("mkdocs", "serve")
    built = watch("mkdocs", "build", "--quiet")
    if not built:
        print(SITE / "index.html")
    return built


def failed_checks() -> "list[str]":
    """Run the checks and return the names of those that failed."""
    checks = {"format": ["ruff", "format", "--check", "."], "lint": ["ruff", "check", "."], "types": ["mypy"]}
    return [name for name, tool in checks.items() if watch(*tool) != 0]


def watch(*tool: str) -> int:
    """Run a tool of the environment in the checkout and return its exit code."""
    import subprocess  # noqa: PLC0415

    with subprocess.Popen([str(PYTHON), "-m", *tool], cwd=ROOT, env=environment()) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            process.wait()  # it was interrupted too and ends in its own way
            raise


def become(command: "list[str]") -> int:
    """Hand standard streams, signals and exit code over to `command`."""
    if os.name != "nt":
        os.execve(command[0], command, environment())
    import signal  # noqa: PLC0415
    import subprocess  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for the program to answer
    return subprocess.call(command, env=environment())


def refuse(arguments: "list[str]") -> None:
    """End with a message if there are arguments where none are known."""
    if arguments:
        sys.exit(f"dev.py: can't do anything with `{arguments[0]}` here\n\n{usage()}")


VERBS: "dict[str, Callable[[list[str]], int]]" = {
    "run": run,
    "test": test,
    "check": check,
    "format": format_code,
    "docs": docs,
}


def usage() -> str:
    """Return the list of verbs."""
    lines = [f"  {name:8}{(verb.__doc__ or '').splitlines()[0]}" for name, verb in VERBS.items()]
    return "\n".join(["Usage: python3 dev.py VERB [ARGUMENTS]", "", *lines])


def main(arguments: "list[str]") -> int:
    """Do what the command line asks and return the exit code."""
    if arguments in (["--help"], ["-h"], ["help"]):
        print(usage())
        return 0
    if not arguments or arguments[0] not in VERBS:
        print(usage(), file=sys.stderr)
        return 2
    try:
        return VERBS[arguments[0]](arguments[1:])
    except (SetUpError, OSError) as error:
        note(f"setting up: {error}")
    except KeyboardInterrupt:
        note("interrupted")
        return INTERRUPTED
    return SET_UP_FAILED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
