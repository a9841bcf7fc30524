"""The kernel compiled by numba: its functions as they stand, turned to machine code and kept on disk.

This is the only home of numba.  What numba lacks (`bit_count`, `bit_length`) is added here, one machine
instruction each.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import version as distribution_version
from pathlib import Path
from threading import Lock
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from basra_rules.errors import InvariantError
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
_SIGNATURE = "int64(int64, int64, int64, int64, int64, int64)"
_OPTIONS = {"nogil": True, "error_model": "numpy"}


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
    """Compile all functions of the kernel, each after those that it calls.

    Tables are passed by address, and are plain pointers inside: that spares the care that numba takes of arrays.
    """
    numba: Any = import_module("numba")
    _teach_bits()
    namespace: dict[str, Any] = {}
    for module in _MODULES:
        namespace |= vars(module)
    inside = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **_OPTIONS}
    for function in kernel_functions():
        compiled = numba.njit(**inside, forceinline=function.__name__ in _INLINED)
        namespace[function.__name__] = compiled(_copy(function, namespace))
    namespace[table.__name__] = _table_intrinsic()
    with _kept_on_disk(numba, cache_folder(numba.__version__)) as is_kept:
        entry: RunAt = numba.njit(_SIGNATURE, cache=is_kept, **_OPTIONS)(_copy(run_at, namespace))
    return entry


@contextmanager
def _kept_on_disk(numba: Any, folder: Path) -> Iterator[bool]:
    """Let numba keep machine code in `folder` for a while; say whether it can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        yield False
        return
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield os.access(folder, os.W_OK)
    finally:
        numba.config.CACHE_DIR = before


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
    return any(cache_folder(distribution_version("numba")).glob("*.nbi"))


def cache_folder(version: str) -> Path:
    """Return where machine code is kept: a folder of its own for every state of the kernel and its compiler."""
    digest = hashlib.sha256(version.encode() + sys.version.encode())
    for module in (places, *_MODULES, sys.modules[__name__]):
        digest.update(Path(str(module.__file__)).read_bytes())
    return _user_cache() / "basra-rules" / digest.hexdigest()[:16]


def _user_cache() -> Path:
    """Return the folder that the system keeps for things that can be made again."""
    named = os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")
