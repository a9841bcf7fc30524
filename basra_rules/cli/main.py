"""The entry point: finds the command, and turns every error into a message and an exit code.

Exit codes: 0 fine; 1 findings; 2 usage, or a file that can't be read or is no valid profile.
"""

from __future__ import annotations

import os
import sys

from basra_rules.version import __version__

TYPE_CHECKING = False  # `typing` itself takes so long to import that a ctrl-C could fall into it
if TYPE_CHECKING:
    from types import TracebackType
    from typing import TextIO

    import typer

    from basra_rules.errors import BasraError

_OWN_OPTIONS = ("--help", "-h", "--version", "--install-completion", "--show-completion")
_SHELL_ASKS = "_BASRA_COMPLETE"
_INTERRUPTED = 130
_INTERNAL = 70


def main() -> None:
    """Run `basra` with the arguments of this process."""
    try:
        _main()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


def _main() -> None:
    _replace_closed_streams()
    arguments = sys.argv[1:]
    for stream in (sys.stdout, sys.stderr):
        _speak_unicode(stream)
    if arguments in (["--version"], ["version"]):
        # by far the most frequent question of other programs: answered before anything is imported
        print(f"basra {__version__}")
        return
    if _SHELL_ASKS in os.environ:
        from basra_rules.cli.completing import answer_shell  # noqa: PLC0415 - after `--version` was answered

        sys.exit(answer_shell(_exit_code, os.environ))
    if not arguments or _means_play(arguments[0]):
        sys.argv.insert(1, "play")
    sys.exit(_run())


def _replace_closed_streams() -> None:
    """Let a closed input be an empty one and a closed stderr swallow all; without an output there is nothing to do.

    Python has None for a stream that was closed before it started.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        print("error: the output can't be written: it is closed", file=sys.stderr)
        sys.exit(2)


def _means_play(first: str) -> bool:
    """Tell whether the first argument is one of `play`: an option of its own, or what to play."""
    from basra_rules import resources  # noqa: PLC0415 - after `--version` was answered

    if first.startswith("-"):
        return first not in _OWN_OPTIONS
    return first.endswith(".yaml") or resources.profile_path(first) is not None


def _speak_unicode(stream: TextIO) -> None:
    """Let a stream that can't write a card's suit write a substitute rather than fail."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _run() -> int:
    from basra_rules.errors import BasraError  # noqa: PLC0415 - after `--version` was answered

    try:
        code = _exit_code()
        sys.stdout.flush()
    except BasraError as error:
        return _complain(error)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        # the reader went away, as `head` does: not our fault, and nothing more to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"error: the output can't be written: {error.strerror}", file=sys.stderr)
        return 2
    except Exception as error:  # the last line of defence: no traceback reaches a user
        return _apologise(error)
    return code


def _exit_code() -> int:
    try:
        build_app()(prog_name="basra")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0


def build_app() -> typer.Typer:
    """Return the application with all its commands."""
    import typer  # noqa: PLC0415 - after `--version` was answered

    from basra_rules.cli import (  # noqa: PLC0415
        answer,
        check,
        check_files,
        conform,
        diff,
        explain,
        fmt,
        identify,
        judge,
        kit,
        lsp,
        mutate,
        new,
        play,
        profiles,
        rulebook,
        schema,
        show,
        simulate,
        why,
    )

    app = typer.Typer(
        name="basra",
        help="Fishing card games as data: play, write down and check the rules of Basra and its relatives. "
        "With no command, it plays.",
        no_args_is_help=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for command in (
        play.play,
        check.check,
        check_files.check_files,
        judge.judge,
        profiles.profiles,
        new.new,
        show.show,
        why.why,
        rulebook.rulebook,
        diff.diff,
        mutate.mutate,
        identify.identify,
        explain.explain,
        fmt.fmt,
        schema.schema,
        lsp.lsp,
        simulate.simulate,
        kit.kit,
        conform.conform,
        answer.answer,
    ):
        app.command()(command)

    @app.callback()
    def _options(
        version: bool = typer.Option(False, "--version", help="Print the version.", is_eager=True),
    ) -> None:
        if version:
            typer.echo(f"basra {__version__}")
            raise typer.Exit

    return app


def _complain(error: BasraError) -> int:
    from basra_rules.cli.output import render_error  # noqa: PLC0415

    print(render_error(error), file=sys.stderr)
    return 2


def _apologise(error: Exception) -> int:
    """Report a fault of this program in one line; with BASRA_DEBUG set, with its traceback."""
    if os.environ.get("BASRA_DEBUG"):
        import traceback  # noqa: PLC0415

        traceback.print_exception(error)
    where = _innermost(error.__traceback__)
    print(f"internal error: {type(error).__name__}: {error} ({where})", file=sys.stderr)
    print("this is a fault of the program, not of your file; BASRA_DEBUG=1 shows more", file=sys.stderr)
    return _INTERNAL


def _innermost(trace: TracebackType | None) -> str:
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}" if trace else "?"
