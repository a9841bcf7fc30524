"""The JSON Schemas in the hands of the server that most editors have for YAML, the real one.

It needs node and npm, and is put into `.dev/` the first time.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from basra_rules.profile.json_schema import profile_schema
from basra_rules.scenarios.json_schema import scenario_schema
from tests.cli.running import ROOT
from tests.lsp.editor import editor
from tests.validating import write_schema

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from lsprotocol.types import CompletionItem, Diagnostic

    from tests.lsp.editor import Editor

SERVER = "yaml-language-server@1.25.0"  # the newest that node 20 runs
OLDEST_NODE = 20
SECONDS_TO_INSTALL = 120


def install(home: Path) -> str | None:
    """Put the server into `home` in one step, however many tests ask at once; return what went wrong, if anything."""
    home.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home.parent) as around:
        folder = str(Path(around) / "server")
        command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, SERVER]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS_TO_INSTALL)
        except subprocess.TimeoutExpired:
            return f"npm took more than {SECONDS_TO_INSTALL} s"
        if done.returncode:
            return f"npm could not install {SERVER}: {done.stderr.strip()[-500:]}"
        try:
            Path(folder).rename(home)
        except OSError:
            assert home.is_dir()  # another test was quicker
    return None


@pytest.fixture(scope="module")
def server() -> Path:
    if not shutil.which("node") or not shutil.which("npm"):
        pytest.skip("node and npm are not installed")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").split(".")[0]) < OLDEST_NODE:
        pytest.skip(f"node {version} is too old for the server")
    home = ROOT / ".dev" / SERVER.replace("@", "-")
    problem = None if home.is_dir() else install(home)
    if problem:
        pytest.skip(problem)
    return home / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"


def edit(server: Path, folder: Path, act: Callable[[Editor], Awaitable[None]]) -> None:
    """Do something in an editor that knows the schemas and sends all files of a folder to the server."""
    schemas = {}
    for name, schema in (("profile", profile_schema()), ("scenarios", scenario_schema())):
        (folder / name).mkdir()
        schemas[write_schema(schema, folder / name).as_uri()] = [f"*.{name}.yaml"]
    settings: dict[str, Any] = {"schemas": schemas, "schemaStore": {"enable": False}, "validate": True}

    async def session() -> None:
        command = ("node", str(server), "--stdio")
        async with editor(
            *command, root=folder, settings={"yaml": settings | {"hover": True, "completion": True}}
        ) as one:
            await act(one)

    asyncio.run(session())


def messages(diagnostics: Sequence[Diagnostic]) -> set[tuple[int, str]]:
    return {(one.range.start.line, one.message) for one in diagnostics}


def labels(items: Sequence[CompletionItem]) -> set[str]:
    return {item.label for item in items}


CHILD = "format: 1\nname: house\nextends: egyptian\n"


def test_it_finds_nothing_wrong_with_what_is_right(server: Path, tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        examples = ROOT / "docs" / "examples"
        house = (examples / "teta.yaml").read_text(encoding="utf-8")
        situations = (examples / "teta.scenarios.yaml").read_text(encoding="utf-8")
        complete = (ROOT / "profiles" / "egyptian.yaml").read_text(encoding="utf-8")
        for name, text in (("a.profile", house), ("b.scenarios", situations), ("c.profile", complete)):
            assert await one.diagnostics(one.open(tmp_path / f"{name}.yaml", text)) == []

    edit(server, tmp_path, act)


def test_it_says_of_each_mistake_what_is_wrong(server: Path, tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        broken = (
            "dealing: {paket: 4}\nmatch: {tie: coin}\ncapture: {obligation: always}\n"
            "bonuses: {two words: {when: sweep}}\n"
        )
        uri = one.open(tmp_path / "a.profile.yaml", CHILD + broken)
        assert messages(await one.diagnostics(uri)) == {
            (3, "Property paket is not allowed."),
            (4, "expected another_deal or draw"),
            (5, 'Value is not accepted. Valid values: "none", "played_card", "hand".'),
            (6, "a name is letters, digits, _ and -, and starts with a letter or digit"),
        }
        scenario = "scenarios:\n  - name: a\n    match: {deals: [[1, 0]]}\n    expect: {takes: 8♥}\n"
        uri = one.open(tmp_path / "b.scenarios.yaml", scenario)
        assert messages(await one.diagnostics(uri)) == {(3, "does not go with `match`: a scenario is of one kind")}

    edit(server, tmp_path, act)


def test_it_offers_keys_words_and_profiles(server: Path, tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        half = "format: 1\nname: house\nextends: \nseats:\n  sides: \ndealing:\n  \n"
        uri = one.open(tmp_path / "a.profile.yaml", half)
        await one.diagnostics(uri)  # by then it has read the schema
        assert "egyptian" in labels(await one.complete(uri, 2, 9))
        assert labels(await one.complete(uri, 4, 9)) == {"partners", "solo"}
        assert {"packet", "floor", "keep_off_floor"} <= labels(await one.complete(uri, 6, 2))

    edit(server, tmp_path, act)


def test_it_shows_what_a_key_means(server: Path, tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        uri = one.open(tmp_path / "a.profile.yaml", CHILD + "dealing:\n  packet: 6\n")
        await one.diagnostics(uri)
        shown = await one.hover(uri, 4, 4)
        assert "cards dealt to each seat at once" in shown
        assert "whole number from 1 to 26" in shown

    edit(server, tmp_path, act)
