"""The reference of the commands, made from the functions that carry them out."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from typer.models import ArgumentInfo, OptionInfo

from basra_rules.cli.main import build_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from typer.models import CommandInfo

_KINDS = {int: "NUMBER", float: "NUMBER", str: "TEXT", Path: "FILE"}


def command_sections() -> str:
    """Return a section for each command: what it does, how it is written, its arguments and options."""
    lines = [line for command in build_app().registered_commands for line in (*_section(command), "")]
    return "\n".join(lines).rstrip() + "\n"


def _section(command: CommandInfo) -> Iterator[str]:
    function = command.callback
    assert function is not None
    name = command.name or function.__name__.replace("_", "-")
    parameters = list(_parameters(function))
    needed = [one.usage for one in parameters if one.is_argument or one.is_required]
    yield f"## basra {name}"
    yield ""
    yield inspect.cleandoc(command.help or function.__doc__ or "")
    yield ""
    yield f"`{' '.join(['basra', name, *needed])}`"
    yield ""
    yield from (f"- `{one.title}`: {one.info.help or ''}{one.remark}" for one in parameters)


@dataclass(frozen=True, slots=True)
class _Parameter:
    """An argument or option of a command, as its function declares it."""

    name: str
    type: Any
    info: ArgumentInfo | OptionInfo
    default: Any

    @property
    def is_argument(self) -> bool:
        return isinstance(self.info, ArgumentInfo)

    @property
    def is_required(self) -> bool:
        return self.default is inspect.Parameter.empty

    @property
    def title(self) -> str:
        """What stands in a command line: an argument's name, or an option with what follows it."""
        if self.is_argument:
            return (self.info.metavar or self.name.upper()) + ("…" if self._is_repeatable else "")
        # typer keeps the first name of an annotated option where a default would stand
        declared = [one for one in (self.info.default, *(self.info.param_decls or ())) if isinstance(one, str)]
        names = ", ".join(declared) or f"--{self.name.replace('_', '-')}"
        return f"{names} {self._kind}".rstrip()

    @property
    def usage(self) -> str:
        return self.title if self.is_required else f"[{self.title}]"

    @property
    def remark(self) -> str:
        """What else there is to say: whether it must be given, or what holds where it is not."""
        if self.is_required:
            return " Required."
        default = self.default.value if isinstance(self.default, Enum) else self.default
        return "" if default is None or default is False or default == "" else f" Default: `{default}`."

    @property
    def _is_repeatable(self) -> bool:
        return get_origin(self._given) is list

    @property
    def _given(self) -> Any:
        """The type of what is given, where nothing may be given too."""
        members = [one for one in get_args(self.type) if one is not NoneType]
        return members[0] if NoneType in get_args(self.type) else self.type

    @property
    def _kind(self) -> str:
        kind = get_args(self._given)[0] if self._is_repeatable else self._given
        if kind is bool:
            return ""
        if issubclass(kind, Enum):
            return "|".join(one.value for one in kind)
        low, high = self.info.min, self.info.max
        return _KINDS[kind] if high is None else f"{low}…{high}"


def _parameters(function: Callable[..., Any]) -> Iterator[_Parameter]:
    hints = get_type_hints(function, include_extras=True)
    for name, parameter in inspect.signature(function).parameters.items():
        given, info = get_args(hints[name])
        yield _Parameter(name, given, info, parameter.default)
