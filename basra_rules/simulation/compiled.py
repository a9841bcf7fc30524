"""The kernel compiled by numba: its functions as they stand, made machine code, which `machine_code` keeps on disk.

This is the only home of numba.  What numba lacks (`bit_count`, `bit_length`) is added here, one machine
instruction each.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from basra_rules.errors import InvariantError
from basra_rules.simulation import machine_code
from basra_rules.simulation.kernel import (
    captures,
    chance,
    counting,
    counts,
    dealing,
    places,
    playing,
    programs,
    running,
    subsets,
)
from basra_rules.simulation.kernel.running import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from basra_rules.simulation.kernel.places import Words


RunAt: TypeAlias = "Callable[[int, int, int, int, int, int], int]"
"""`kernel.running.run`, compiled: the same with addresses in place of the tables."""

_MODULES: tuple[ModuleType, ...] = (chance, subsets, counts, programs, captures, dealing, playing, counting, running)
"""A module's functions call only those of modules before it, or that stand before them."""

# Called for every play or deal, and small: these become part of their callers.
# fmt: off
_INLINED = frozenset({
    "advance", "applying_plan", "bits", "card_points", "choose", "choose_of_two", "clear_captured",
    "count_values", "exact_sums", "expand", "expand_six", "fitting_groups", "groups_of_six", "hidden_cards",
    "is_small", "mix", "nth_small", "partly_taken", "shuffle", "small_sets", "stream", "unions_of_six",
    "ways_to_take",
})
# fmt: on
_ARGUMENTS = 6
_SIGNATURE = f"int64({', '.join(['int64'] * _ARGUMENTS)})"
_OPTIONS = {"nogil": True, "error_model": "numpy"}
_FOR_MACHINES = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **_OPTIONS}
"""Without what Python needs to call a function."""


def kernel_functions() -> Iterator[FunctionType]:
    """Yield the kernel's functions, each after those that it calls."""
    for module in _MODULES:
        own = [one for one in vars(module).values() if isinstance(one, FunctionType)]
        yield from sorted(
            (one for one in own if one.__module__ == module.__name__), key=lambda one: one.__code__.co_firstlineno
        )


_one_at_a_time = Lock()


def compile_kernel() -> RunAt:
    """Return `run` compiled; making it takes seconds, unless the machine code is on disk."""
    with _one_at_a_time:
        return _compile_kernel()


@cache
def _compile_kernel() -> RunAt:
    return kernel_at(code_path())


def kernel_at(path: Path) -> RunAt:
    """Return `run` from the machine code at `path`, which is made first where it is not there."""
    code = machine_code.read_code(path)
    if code is None:
        namespace = _compile_functions()
        (text,) = _compile_entry(namespace, _FOR_MACHINES).inspect_llvm().values()
        code = machine_code.assemble(text, _ARGUMENTS)
        if code is None:  # this numba makes it otherwise: then as it does
            entry: RunAt = _compile_entry(namespace, _OPTIONS)
            return entry
        machine_code.write_code(path, code)
    return machine_code.load(code, _ARGUMENTS)


def _compile_functions() -> dict[str, Any]:
    """Compile all functions of the kernel, each after those that it calls; return them by name.

    Tables are passed by address, and are plain pointers inside: that spares the care that numba takes of arrays.
    """
    numba: Any = import_module("numba")
    _teach_bits()
    namespace: dict[str, Any] = {}
    for module in _MODULES:
        namespace |= vars(module)
    for function in kernel_functions():
        compiled = numba.njit(**_FOR_MACHINES, forceinline=function.__name__ in _INLINED)
        namespace[function.__name__] = compiled(_copy(function, namespace))
    namespace[table.__name__] = _table_intrinsic()
    return namespace


def _compile_entry(namespace: dict[str, Any], options: dict[str, Any]) -> Any:
    return import_module("numba").njit(_SIGNATURE, **options)(_copy(run_at, namespace))


def _copy(function: Any, namespace: dict[str, Any]) -> FunctionType:
    """Return the function with other globals, those that are compiled."""
    copy = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    return copy


def _table_intrinsic() -> Any:
    """Return what turns the address of a table into a pointer to its words."""
    types: Any = import_module("numba.core.types")
    extending: Any = import_module("numba.extending")
    words = types.CPointer(types.int64)

    def table(_, address):  # type: ignore[no-untyped-def] # noqa: ARG001
        def to_pointer(context, builder, _, addresses):  # type: ignore[no-untyped-def]
            return builder.inttoptr(addresses[0], context.get_value_type(words))

        return words(types.int64), to_pointer

    return extending.intrinsic(table)


def table(address: int) -> Words:
    """Stand for what makes a table of an address; compiled code has its own."""
    raise InvariantError(f"only compiled code reads tables by address ({address})")


def run_at(rules: int, work: int, totals: int, points: int, end: int, policy: int) -> int:  # noqa: PLR0913, PLR0917
    """Call `run` with the tables at these addresses."""
    return run(table(rules), table(work), table(totals), table(points), end, policy)


@cache
def _teach_bits() -> None:
    """Teach numba the two methods; it reads the signatures of these functions, so they bear no annotations."""
    ir: Any = import_module("llvmlite.ir")
    types: Any = import_module("numba.core.types")
    extending: Any = import_module("numba.extending")
    one_word = types.int64(types.int64)
    no = ir.Constant(ir.IntType(1), 0)

    def ones(_, word):  # type: ignore[no-untyped-def] # noqa: ARG001
        return one_word, lambda _, builder, __, words: builder.ctpop(words[0])

    def leading_zeros(_, word):  # type: ignore[no-untyped-def] # noqa: ARG001
        return one_word, lambda _, builder, __, words: builder.ctlz(words[0], no)

    count_ones, count_zeros = extending.intrinsic(ones), extending.intrinsic(leading_zeros)

    def bit_count(word):  # type: ignore[no-untyped-def] # noqa: ARG001
        return lambda word: count_ones(word)  # noqa: PLW0108

    def bit_length(word):  # type: ignore[no-untyped-def] # noqa: ARG001
        return lambda word: 64 - count_zeros(word)

    extending.overload_method(types.Integer, "bit_count")(bit_count)
    extending.overload_method(types.Integer, "bit_length")(bit_length)


def is_kept_on_disk() -> bool:
    """Tell whether the kernel was compiled before, as it is."""
    return code_path().is_file()


def code_path() -> Path:
    """Return where machine code is kept: a file for every state of the kernel, of what made it, and of processors."""
    digest = hashlib.sha256(f"{version('numba')} {sys.version} {machine_code.processor()}".encode())
    for module in (places, *_MODULES, machine_code, sys.modules[__name__]):
        digest.update(Path(str(module.__file__)).read_bytes())
    return _user_cache() / "basra-rules" / f"kernel-{digest.hexdigest()[:16]}"


def _user_cache() -> Path:
    """Return the folder that the system keeps for things that can be made again."""
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if named.is_absolute():
        return named
    try:
        home = Path.home()
    except RuntimeError:  # a user without a home
        return Path(tempfile.gettempdir())
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home))
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache")
