"""The code is held to the table of modules in docs/architecture.md, and to a few rules of the house."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "basra_rules"

# The package's own front door and back door belong to no level.
DOORS = {"__init__", "__main__"}
# Who may import a library that one place is the home of.
HOMES = {
    "babel": {"rulebook"},
    "click": set(),
    "lark": {"expression"},
    "lsprotocol": {"lsp"},
    "pydantic": {"profile", "scenarios"},
    "pydantic_core": {"profile", "scenarios"},
    "pygls": {"lsp"},
    "pytest": {"pytest_plugin"},
    "rich": {"cli", "tui"},
    "ruamel": {"authoring"},
    "typer": {"cli"},
    "yaml": {"source"},
}
WRITES_TO_THE_TERMINAL = {"cli", "tui"}
TOO_GENERAL = {"BaseException", "Exception", "RuntimeError", "ValueError"}
MOST_LINES = 420
LONGER_FOR_A_REASON: dict[str, str] = {}  # path in the package: reason


@dataclass(frozen=True)
class Module:
    """A file of the package: where it is, which row of the table it belongs to, and its tree."""

    path: Path
    unit: str
    tree: ast.Module

    def at(self, node: ast.AST) -> str:
        """Return `file:line` of `node`, as editors understand it."""
        return f"{self.path.relative_to(ROOT).as_posix()}:{getattr(node, 'lineno', 1)}"

    @property
    def dotted(self) -> tuple[str, ...]:
        """Return the name of the package that relative imports in this file start from."""
        return self.path.relative_to(ROOT).parent.parts


@dataclass(frozen=True)
class Import:
    """One imported module, and where."""

    place: str
    importer: str
    target: tuple[str, ...]


@cache
def modules() -> tuple[Module, ...]:
    files = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)
    return tuple(Module(path, unit_of(path), ast.parse(path.read_text(encoding="utf-8"))) for path in files)


def nodes() -> Iterator[tuple[Module, ast.AST]]:
    """Yield every node of every module."""
    for module in modules():
        for node in ast.walk(module.tree):
            yield module, node


def unit_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


@cache
def levels() -> dict[str, int]:
    """Return the table of modules: a module's name to its level."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|\s*(\d+)\s*\|\s*`(\w+)`\s*\|", text, re.MULTILINE)
    return {name: int(level) for level, name in rows}


def imports() -> Iterator[Import]:
    """Yield every import, wherever it stands: also for type checkers only, and inside functions."""
    for module, node in nodes():
        for target in imported_by(module, node):
            yield Import(module.at(node), module.unit, tuple(target.split(".")))


def imported_by(module: Module, node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        start = module.dotted[: len(module.dotted) + 1 - node.level] if node.level else ()
        base = ".".join([*start, *([node.module] if node.module else [])])
        return [f"{base}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Call) and called(node) in {"import_module", "__import__"} and node.args:
        name = node.args[0]
        return [name.value] if isinstance(name, ast.Constant) and isinstance(name.value, str) else []
    return []


def called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def own_imports() -> Iterator[tuple[Import, str]]:
    """Yield every import of this package's own modules with the row of the table that it leads to."""
    for each in imports():
        if each.target[0] == PACKAGE.name:
            yield each, each.target[1] if len(each.target) > 1 else "__init__"


def docstrings(tree: ast.Module) -> set[ast.Constant]:
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, owners)]
    firsts = [body[0].value for body in bodies if body and isinstance(body[0], ast.Expr)]
    return {first for first in firsts if isinstance(first, ast.Constant)}


def strings(module: Module) -> Iterator[ast.Constant]:
    """Yield the string constants of `module` that are not docstrings; those of f-strings too."""
    excused = docstrings(module.tree)
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in excused:
            yield node


def hold(rule: str, breaches: Iterable[str]) -> None:
    found = sorted(set(breaches))
    assert not found, f"{rule}:\n  " + "\n  ".join(found)


def test_the_table_names_every_module_and_package() -> None:
    existing = {module.unit for module in modules()} - DOORS
    hold("not in the table of docs/architecture.md", existing - levels().keys())


def test_every_row_of_the_table_is_a_module_or_package() -> None:
    existing = {module.unit for module in modules()}
    hold("in the table of docs/architecture.md, but not in basra_rules/", levels().keys() - existing)


def test_modules_import_only_from_levels_above_their_own() -> None:
    hold(
        "a module imports only from levels above its own, and packages on one level never import each other",
        [
            f"{each.place}: `{each.importer}` (level {levels()[each.importer]}) imports `{to}` (level {levels()[to]})"
            for each, to in own_imports()
            if each.importer in levels() and to in levels() and to != each.importer
            if levels()[to] >= levels()[each.importer]
        ],
    )


def test_modules_import_each_other_by_name_and_not_through_the_package() -> None:
    hold(
        "inside the package a name is imported from the module that defines it",
        [
            f"{each.place}: `{'.'.join(each.target)}`"
            for each, to in own_imports()
            if to not in levels() and each.importer not in DOORS
        ],
    )


def test_nothing_but_its_own_files_and_main_imports_the_cli() -> None:
    hold(
        "the command line is imported by nothing",
        [each.place for each, to in own_imports() if to == "cli" and each.importer not in {"cli", "__main__"}],
    )


def test_a_library_is_imported_only_in_its_home() -> None:
    hold(
        "each of these libraries has its home",
        [
            f"{each.place}: `{each.target[0]}` belongs in {' and '.join(sorted(HOMES[each.target[0]])) or 'no module'}"
            for each in imports()
            if each.importer not in HOMES.get(each.target[0], {each.importer})
        ],
    )


def test_no_profile_is_named_in_the_package() -> None:
    profiles = {path.stem for path in (ROOT / "profiles").rglob("*.yaml") if "scenarios" not in path.parts}
    assert profiles
    names = re.compile(rf"(?<![\w-])({'|'.join(sorted(profiles, key=len, reverse=True))})(?![\w-])", re.IGNORECASE)
    hold(
        "a variant is data: no profile's name stands in the package but the default's, in resources.py",
        [
            f"{module.at(node)}: `{found[0]}`"
            for module in modules()
            if module.unit != "resources"
            for node in strings(module)
            if (found := names.search(str(node.value)))
        ],
    )


def test_a_module_can_be_read_in_one_sitting() -> None:
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (each.path for each in modules())}
    hold(
        f"a module has at most {MOST_LINES} lines",
        [
            f"{path.relative_to(ROOT).as_posix()}:{lines}: {lines} lines"
            for path, lines in sizes.items()
            if lines > MOST_LINES and path.relative_to(PACKAGE).as_posix() not in LONGER_FOR_A_REASON
        ],
    )


def test_only_what_draws_prints() -> None:
    hold(
        "results are returned; only the command line and the terminal game print",
        [
            module.at(node)
            for module, node in nodes()
            if module.unit not in WRITES_TO_THE_TERMINAL
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
        ],
    )


def test_errors_are_raised_from_the_tree_of_errors() -> None:
    hold(
        "an error says what kind it is: one of errors.py, or one that a protocol of Python's asks for",
        [
            f"{module.at(node)}: {name}"
            for module, node in nodes()
            if isinstance(node, ast.Raise) and (name := raised(node)) in TOO_GENERAL
        ],
    )


def raised(statement: ast.Raise) -> str:
    error = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
    return error.id if isinstance(error, ast.Name) else ""
