"""Machine code kept on disk and loaded by llvmlite alone: numba, which made it, takes as long to load as all the rest.

What is kept is one function that refers to nothing outside.  It is called as numba calls its own: where to put the
result, where to put an error, then the arguments; it returns 0 where all went well.  Code that does not look so, as
another numba may make it, is not kept.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import stat
import tempfile
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from basra_rules.errors import InvariantError

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class MachineCode:
    """An object file, and the name that its function bears in it."""

    name: str
    content: bytes


def processor() -> str:
    """Return a text that says what machine code must fit: who translates, for which processor and what it can do."""
    binding = _binding()
    return f"{import_module('llvmlite').__version__} {binding.get_host_cpu_name()} {_features()}"


@cache
def _binding() -> Any:
    binding = import_module("llvmlite.binding")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding


def _features() -> str:
    try:
        return str(_binding().get_host_cpu_features().flatten())
    except RuntimeError:  # some processors can't be asked
        return ""


def _machine() -> Any:
    """Return what translates for this processor, set as numba sets its own."""
    binding = _binding()
    target = binding.Target.from_default_triple()
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=_features(),
        opt=3,
        reloc="static" if target.name.startswith("x86") else "default",
        codemodel="jitdefault",
        jit=True,
    )


def assemble(text: str, arguments: int) -> MachineCode | None:
    """Return the machine code of a module in LLVM's language, whose one open function takes so many whole numbers.

    None where it is not as `load` needs it.
    """
    module = _binding().parse_assembly(text)
    entries = [one for one in module.functions if not one.is_declaration and one.linkage.name == "external"]
    if len(entries) != 1 or _refers_outside(module) or not _is_called_as_known(entries[0], arguments):
        return None
    return MachineCode(entries[0].name, _machine().emit_object(module))


def _refers_outside(module: Any) -> bool:
    """Tell whether a module needs anything but what LLVM itself has."""
    functions = any(one.is_declaration and not one.name.startswith("llvm.") for one in module.functions)
    return functions or any(one.is_declaration for one in module.global_variables)


def _is_called_as_known(function: Any, arguments: int) -> bool:
    types = [str(one.type) for one in function.arguments]
    given = ["place" if one == "ptr" or one.endswith("*") else one for one in types]  # older ones say what is there
    head = str(function).partition(f"@{function.name}(")[0]
    return given == ["place", "place", *["i64"] * arguments] and head.rstrip().endswith(" i32")


def load(code: MachineCode, arguments: int) -> Callable[..., int]:
    """Return the function, which takes so many whole numbers; Python's lock is open while it runs."""
    binding = _binding()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(code.content))
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * arguments)
    call = kind(engine.get_function_address(code.name))

    def function(*given: int) -> int:
        result, error = ctypes.c_int64(), ctypes.c_void_p()
        if call(ctypes.byref(result), ctypes.byref(error), *given):
            raise InvariantError("compiled code reports an error")
        return result.value

    function.engine = engine  # type: ignore[attr-defined] # the code goes when it goes
    return function


def read_code(path: Path) -> MachineCode | None:
    """Return the code that was written to `path`; None where there is none, not all of it, or it may be another's."""
    try:
        with path.open("rb") as file:
            trusted = _is_only_ours(os.fstat(file.fileno()))
            digest, _, text = file.read().partition(b"\n")
    except OSError:
        return None
    if not trusted or digest != _digest(text):
        return None
    name, _, content = text.partition(b"\n")
    return MachineCode(name.decode(), content)


def _is_only_ours(status: os.stat_result) -> bool:
    """Tell whether nobody else has written a file, or could have, where the system tells."""
    own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return own and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def write_code(path: Path, code: MachineCode) -> None:
    """Write the code to `path`, all of it or nothing; where that is not possible it is made anew the next time."""
    text = code.name.encode() + b"\n" + code.content
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            whole = Path(folder, path.name)
            whole.touch(0o600)
            whole.write_bytes(_digest(text) + b"\n" + text)
            whole.replace(path)
    except OSError:
        return


def _digest(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode()
