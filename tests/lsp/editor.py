"""An editor without a window: it starts a language server, opens files, and remembers what the server says."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from attrs import evolve
from lsprotocol import types
from pygls.lsp.client import LanguageClient

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from pathlib import Path

PATIENCE = 60
_MARKDOWN = [types.MarkupKind.Markdown]
_CAPABILITIES = types.ClientCapabilities(
    text_document=types.TextDocumentClientCapabilities(
        hover=types.HoverClientCapabilities(content_format=_MARKDOWN),
        completion=types.CompletionClientCapabilities(
            completion_item=types.ClientCompletionItemOptions(documentation_format=_MARKDOWN, snippet_support=False)
        ),
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
            related_information=True, version_support=True, code_description_support=True
        ),
        code_action=types.CodeActionClientCapabilities(
            code_action_literal_support=types.ClientCodeActionLiteralOptions(
                code_action_kind=types.ClientCodeActionKindOptions(value_set=[types.CodeActionKind.QuickFix])
            )
        ),
    ),
    workspace=types.WorkspaceClientCapabilities(configuration=True),
)


class Editor:
    """One session with a server: what a person does in an editor, and what the editor would show."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self.shown: dict[str, types.PublishDiagnosticsParams] = {}
        self.log: list[str] = []
        self.exit_code: int | None = None
        self._news = asyncio.Event()
        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._receive(params))  # noqa: PLW0108
        client.feature(types.WINDOW_LOG_MESSAGE)(lambda params: self.log.append(params.message))
        client.feature(types.WINDOW_SHOW_MESSAGE)(lambda params: self.log.append(params.message))
        client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _: None)

    def _receive(self, params: types.PublishDiagnosticsParams) -> None:
        self.shown[params.uri] = params
        self._news.set()

    def configure(self, settings: Mapping[str, Any]) -> None:
        """Answer the server's questions for settings with these, by section."""
        self.client.feature(types.WORKSPACE_CONFIGURATION)(
            lambda params: [settings.get(item.section, {}) for item in params.items]
        )

    def open(self, path: Path, text: str | None = None, version: int = 1) -> str:
        """Open a file, with the text of the disk or another one; return its address."""
        content = path.read_text(encoding="utf-8") if text is None else text
        item = types.TextDocumentItem(path.as_uri(), "yaml", version, content)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return path.as_uri()

    def type(self, uri: str, text: str, version: int) -> None:
        """Replace the whole text of an open file."""
        identifier = types.VersionedTextDocumentIdentifier(version, uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))

    def close(self, uri: str) -> None:
        """Close a file."""
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def wait(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds of what was received."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def diagnostics(self, uri: str, version: int | None = None) -> list[types.Diagnostic]:
        """Return what is shown of a file, once something is; of a version of it, where one is given."""
        await self.wait(lambda: uri in self.shown and version in (None, self.shown[uri].version))
        return list(self.shown[uri].diagnostics)

    async def until(self, uri: str, *codes: str) -> list[types.Diagnostic]:
        """Return what is shown of a file once it is just this, by code."""
        await self.wait(lambda: uri in self.shown and self.codes(uri) == sorted(codes))
        return list(self.shown[uri].diagnostics)

    def codes(self, uri: str) -> list[str]:
        """Return the codes of all that is shown of a file."""
        return sorted(str(one.code) for one in self.shown[uri].diagnostics)

    async def complete(self, uri: str, line: int, character: int) -> list[types.CompletionItem]:
        """Return what the server offers at a place, both counted from 0."""
        where = types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        found = await self.client.text_document_completion_async(where)
        return list(found.items if isinstance(found, types.CompletionList) else found or ())

    async def hover(self, uri: str, line: int, character: int) -> str:
        """Return what is shown over a place; nothing where nothing is."""
        where = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        found = await self.client.text_document_hover_async(where)
        return found.contents.value if found and isinstance(found.contents, types.MarkupContent) else ""


@asynccontextmanager
async def editor(
    *command: str,
    root: Path,
    settings: Mapping[str, Any] | None = None,
    environment: Mapping[str, str] | None = None,
    encoding: types.PositionEncodingKind = types.PositionEncodingKind.Utf16,
) -> AsyncIterator[Editor]:
    """Start a server over standard input and output, and stop it in the end."""
    client = LanguageClient("editor", "1")
    session = Editor(client)
    session.configure(settings or {})
    await client.start_io(*command, cwd=root, env=environment)
    try:
        capabilities = evolve(_CAPABILITIES, general=types.GeneralClientCapabilities(position_encodings=[encoding]))
        await client.initialize_async(
            types.InitializeParams(process_id=None, capabilities=capabilities, root_uri=root.as_uri())
        )
        client.initialized(types.InitializedParams())
        yield session
        await client.shutdown_async(None)
        client.exit(None)
    except BaseException:
        _kill(client)
        raise
    finally:
        await client.stop()  # type: ignore[no-untyped-call]
        session.exit_code = client._server.returncode if client._server else None


def _kill(client: LanguageClient) -> None:
    """End a server that is not asked to end by itself any more."""
    if client._server is not None and client._server.returncode is None:
        client._server.kill()
