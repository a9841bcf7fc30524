"""The language server as an editor meets it: a process, spoken to over its standard streams."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from lsprotocol import types

from tests.cli.running import ROOT
from tests.lsp.editor import editor
from tests.lsp.open_files import CHILD

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from tests.lsp.editor import Editor

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
COMMAND = (sys.executable, "-m", "basra_rules", "lsp", "--stdio")


def edit(
    folder: Path,
    act: Callable[[Editor], Awaitable[None]],
    encoding: types.PositionEncodingKind = types.PositionEncodingKind.Utf16,
) -> None:
    """Do something in an editor; in the end the server must still be there, and have nothing to complain of."""

    async def session() -> None:
        async with editor(*COMMAND, root=folder, environment=ENVIRONMENT, encoding=encoding) as one:
            await act(one)
            assert one.log == []
        assert one.exit_code == 0

    asyncio.run(session())


async def actions(one: Editor, uri: str, line: int) -> list[types.CodeAction]:
    where = types.Range(types.Position(line, 0), types.Position(line, 99))
    asked = types.CodeActionParams(types.TextDocumentIdentifier(uri), where, types.CodeActionContext([]))
    found = await one.client.text_document_code_action_async(asked)
    return [action for action in found or () if isinstance(action, types.CodeAction)]


def after(text: str, action: types.CodeAction, uri: str) -> str:
    """Return a text of one line each with the edits of an action made, the last first."""
    assert action.edit is not None
    assert action.edit.changes is not None
    lines = text.splitlines(keepends=True)
    for change in reversed(action.edit.changes[uri]):
        start, end = change.range.start, change.range.end
        before, behind = lines[start.line][: start.character], lines[end.line][end.character :]
        lines[start.line : end.line + 1] = [before + change.new_text + behind]
    return "".join(lines)


def test_a_slip_is_told_while_typing_and_mended_by_a_quick_fix(tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        text = f"{CHILD}title: 🂡\n# 🂡 is one card and two units\ndealing: {{paket: 6}}\n"
        uri = one.open(tmp_path / "house.yaml", text)
        (shown,) = await one.until(uri, "unknown-key")
        assert shown.message.startswith("unknown key `paket` in `dealing`: did you mean `packet`?")
        assert shown.severity is types.DiagnosticSeverity.Error
        assert shown.code_description is not None
        assert shown.code_description.href.endswith("docs/diagnostics/unknown-key.md")
        assert (shown.range.start, shown.range.end) == (types.Position(5, 10), types.Position(5, 15))
        (action,) = await actions(one, uri, 5)
        assert (action.title, action.kind) == ("Write `packet`", types.CodeActionKind.QuickFix)
        assert await actions(one, uri, 0) == []
        one.type(uri, after(text, action, uri), 2)
        await one.until(uri)
        assert one.shown[uri].version == 2

    edit(tmp_path, act)


def test_quick_fixes_are_offered_wherever_the_cursor_stands_on_a_line(tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        text = f"{CHILD}dealing: {{paket: 6}}\nmatch: {{taget: 77, tei: draw}}\n"
        uri = one.open(tmp_path / "house.yaml", text)
        await one.until(uri, "unknown-key", "unknown-key", "unknown-key")

        async def offered(*places: int) -> list[str]:
            where = types.Range(types.Position(*places[:2]), types.Position(*places[2:]))
            asked = types.CodeActionParams(types.TextDocumentIdentifier(uri), where, types.CodeActionContext([]))
            return [action.title for action in await one.client.text_document_code_action_async(asked) or ()]

        assert await offered(3, 0, 3, 0) == ["Write `packet`"]
        assert await offered(3, 0, 4, 0) == ["Write `packet`"]  # the whole line, as editors select it
        assert await offered(4, 0, 4, 0) == ["Write `target`", "Write `tie`"]
        assert await offered(4, 22, 4, 22) == ["Write `tie`", "Write `target`"]  # where the cursor is comes first
        assert await offered(3, 4, 4, 2) == ["Write `packet`", "Write `target`", "Write `tie`"]
        assert await offered(2, 0, 2, 3) == []

    edit(tmp_path, act)


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 12), ("utf-16", 10), ("utf-32", 9)])
def test_columns_are_counted_as_the_editor_counts_them(encoding: str, column: int, tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        uri = one.open(tmp_path / "house.yaml", f"{CHILD}match: {{🂡: 1, target: 5}}\n")
        (shown,) = await one.until(uri, "unknown-key")
        assert (shown.range.start, shown.range.end) == (types.Position(3, 8), types.Position(3, column))
        assert "the score that ends the match" in await one.hover(uri, 3, column + len(": 1, t"))

    edit(tmp_path, act, types.PositionEncodingKind(encoding))


def test_what_is_odd_is_told_when_nobody_types_any_more(tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        text = CHILD + "match: {target: 77}\nbonuses: {basra: {points: 9}}\n"
        uri = one.open(tmp_path / "house.yaml", text)
        for version in range(2, 12):  # faster than anything is looked at
            one.type(uri, text.replace("9", str(version)), version)
        one.type(uri, text.replace("9", "10"), 12)
        (shown,) = await one.until(uri, "override-equal")
        assert shown.severity is types.DiagnosticSeverity.Warning
        assert one.shown[uri].version == 12
        related = shown.related_information or ()
        assert [place.location.uri for place in related] == [(ROOT / "profiles" / "egyptian.yaml").as_uri()]

    edit(tmp_path, act)


def test_completion_hover_definition_and_the_parts_of_a_file(tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        text = f"{CHILD}bonuses:\n  basra: {{when: sweep and card is J, points: 20}}\ndealing:\n  pa\nmatch: {{tar\n"
        uri = one.open(tmp_path / "house.yaml", text)
        offered = {item.label: item for item in await one.complete(uri, 6, 4)}
        packet = offered["packet"].text_edit
        assert isinstance(packet, types.TextEdit)
        assert (packet.new_text, packet.range.start) == ("packet: ", types.Position(6, 2))
        assert "numeric" in {item.label for item in await one.complete(uri, 4, 34)}
        assert "*inherited:* `{when: sweep and card is not (J or 7♦), points: 10}`" in await one.hover(uri, 4, 4)
        assert "the floor was not empty" in await one.hover(uri, 4, 18)
        assert "Egyptian Basra" in await one.hover(uri, 2, 12)
        here = types.DefinitionParams(types.TextDocumentIdentifier(uri), types.Position(4, 4))
        target = await one.client.text_document_definition_async(here)
        assert isinstance(target, types.Location)
        assert target.uri == (ROOT / "profiles" / "egyptian.yaml").as_uri()
        whole = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
        parts = await one.client.text_document_document_symbol_async(whole)
        assert [part.name for part in parts or ()] == ["format", "name", "extends", "bonuses", "dealing", "match"]

    edit(tmp_path, act)


def test_a_file_is_formatted_and_one_with_faults_is_left_alone(tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        uri = one.open(tmp_path / "house.yaml", "extends: egyptian\nname: house\nformat: 1\n")
        asked = types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), types.FormattingOptions(2, True))
        (change,) = await one.client.text_document_formatting_async(asked) or ()
        assert change.new_text == CHILD
        assert change.range == types.Range(types.Position(0, 0), types.Position(3, 0))
        one.type(uri, CHILD, 2)
        assert not await one.client.text_document_formatting_async(asked)
        one.type(uri, CHILD + "mach: 1\n", 3)
        assert not await one.client.text_document_formatting_async(asked)
        assert one.log == ["error[unknown-key]: unknown key `mach`"]
        one.log.clear()

    edit(tmp_path, act)


def test_a_parent_counts_as_it_stands_in_the_editor(tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        aunt = tmp_path / "aunt.yaml"
        aunt.write_text(CHILD, encoding="utf-8")
        child = one.open(tmp_path / "house.yaml", "format: 1\nname: a\nextends: ./aunt.yaml\nremove: [options.mine]\n")
        await one.until(child, "unknown-path")
        parent = one.open(aunt)
        mine = "options: {mine: {about: x, sets: match.target, choices: [101, 131]}}\n"
        one.type(parent, CHILD + mine, 2)
        await one.wait(lambda: "unknown-path" not in one.codes(child))
        one.type(parent, CHILD + "options: {", 3)
        (shown,) = await one.until(child, "yaml-syntax")
        assert shown.range.start.line == 2
        assert [place.location.uri for place in shown.related_information or ()] == [parent]
        one.close(parent)  # unsaved: the disk counts again
        await one.until(child, "unknown-path")
        assert one.codes(parent) == []

    edit(tmp_path, act)


def test_scenarios_fail_where_they_expect_in_vain_also_when_the_profile_changes(tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        house, held = tmp_path / "house.yaml", tmp_path / "house.scenarios.yaml"
        house.write_text(CHILD + "match: {target: 77}\n", encoding="utf-8")
        situation = "scenarios:\n  - name: a\n    floor: 3♣ 5♦\n    plays: [8♥ x 3♣ 5♦]\n    expect: {points: 10}\n"
        held.write_text(situation, encoding="utf-8")
        scenarios = one.open(held)
        await one.until(scenarios)
        profile = one.open(house)
        one.type(profile, CHILD + "bonuses: {basra: {points: 12}}\n", 2)
        (shown,) = await one.until(scenarios, "scenario-failed")
        assert shown.message.startswith("expected 10, but it is 12")
        assert (shown.range.start, shown.range.end) == (types.Position(4, 13), types.Position(4, 19))
        assert profile in [place.location.uri for place in shown.related_information or ()]
        one.close(scenarios)
        await one.until(scenarios, "scenario-failed")  # the profile that is open still fails it
        one.close(profile)
        await one.until(scenarios)

    edit(tmp_path, act)


def test_nothing_that_is_opened_or_asked_ends_the_server(tmp_path: Path) -> None:
    async def act(one: Editor) -> None:
        other = one.open(tmp_path / "compose.yaml", "services: {web: {image: x}}\n")
        assert await one.diagnostics(other) == []
        for name, text in {"a": "\x00", "b": "{" * 5000, "c": "x: 1\n" * 300_000, "d": "- \ud83c", "e": ""}.items():
            uri = one.open(tmp_path / f"{name}.yaml", f"format: 1\n{text}" if text else "")
            await one.diagnostics(uri)
            await one.complete(uri, 10**6, 10**6)
            assert await one.hover(uri, 0, 0) is not None
            one.close(uri)
            assert await one.hover(uri, 0, 0) == ""
            assert await one.complete(uri, 0, 0) == []
        one.close((tmp_path / "never-opened.yaml").as_uri())
        one.type((tmp_path / "never-opened.yaml").as_uri(), "x", 2)
        unsaved = "untitled:Untitled-1"
        item = types.TextDocumentItem(unsaved, "yaml", 1, CHILD + "mach: 1\n")
        one.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await one.until(unsaved, "unknown-key")
        old = one.open(tmp_path / "old.yaml", CHILD + "mach: 1\n")
        await one.until(old, "unknown-key")
        one.close(old)  # as a file that is renamed
        new = one.open(tmp_path / "new.yaml", CHILD + "mach: 1\n")
        await one.until(new, "unknown-key")
        assert one.codes(old) == []

    edit(tmp_path, act)


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pygls'] = None; from basra_rules.cli.main import main; main()"
    command = [sys.executable, "-c", code, "lsp"]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: the language server needs the extra `lsp`: pip install 'basra-rules[lsp]'\n"
