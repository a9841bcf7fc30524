"""The language server itself: what an editor may ask, and who answers."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from basra_rules.authoring.formatting import format_text
from basra_rules.errors import BasraError
from basra_rules.lsp.answers import (
    actions_of,
    completion_of,
    diagnostic_of,
    hover_of,
    location_of,
    symbol_of,
)
from basra_rules.lsp.background import Library
from basra_rules.lsp.completing import complete
from basra_rules.lsp.defining import find_definition
from basra_rules.lsp.desk import Desk, path_of
from basra_rules.lsp.hovering import hover
from basra_rules.lsp.positions import Ruler
from basra_rules.lsp.streams import claim_output
from basra_rules.lsp.symbols import symbols
from basra_rules.lsp.watching import Watch
from basra_rules.scenarios.sorting import Kind, kind_of_text
from basra_rules.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.lsp.desk import Document
    from basra_rules.lsp.diagnosing import Finding

NAME = "basra-lsp"
_TRIGGERS = [" ", ".", ":", "[", "{", ",", '"', "("]
_log = logging.getLogger(__name__)


class Server(LanguageServer):
    """Serves profiles and scenario files; the texts come whole, so that no edit is ever misread."""

    def __init__(self) -> None:
        super().__init__(NAME, __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.desk = Desk()
        self.library = Library(self.desk)
        self.watch = Watch(self.library, self.show)

    @property
    def ruler(self) -> Ruler:
        """Return the measure of columns that the editor and this server agreed on."""
        return Ruler(str(self.workspace.position_encoding or types.PositionEncodingKind.Utf16))

    def show(self, uri: str, findings: tuple[Finding, ...], version: int | None) -> None:
        """Show what was found in a file."""
        shown = [diagnostic_of(one, self.ruler, self.desk) for one in findings]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown, version))

    def report_server_error(self, error: Exception, source: type[Exception]) -> None:
        """Log a fault of ours; nobody who edits a file can do anything about it."""
        _log.error("%s: %s", source.__name__, error)

    def place(self, file: types.TextDocumentIdentifier, position: types.Position) -> tuple[Document, int] | None:
        """Return the file that a question is about, and the number of the character; None where it is not open."""
        document = self.desk.documents.get(file.uri)
        return (document, self.ruler.character(document.source, position)) if document else None


def build_server() -> Server:
    """Return the server with all its features."""
    server = Server()
    _register_files(server)
    _register_questions(server)
    _register_changes(server)
    return server


def serve() -> None:
    """Serve one editor over standard input and output, until it says goodbye."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    server = build_server()
    try:
        server.start_io(stdout=claim_output())
    finally:
        server.watch.stop()


def _register_files(server: Server) -> None:
    @server.feature(types.INITIALIZED)
    async def _(_: types.InitializedParams) -> None:
        server.watch.warm_up()
        await _watch_files(server)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def _(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        server.desk.put(item.uri, item.text, item.version)
        server.watch.look_at(item.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def _(params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        if params.content_changes and uri in server.desk.documents:
            server.desk.put(uri, params.content_changes[-1].text, params.text_document.version)
            server.watch.look_at(uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def _(params: types.DidCloseTextDocumentParams) -> None:
        server.desk.take_away(params.text_document.uri)
        server.watch.forget(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _(_: types.DidChangeWatchedFilesParams) -> None:
        server.watch.look_at_all()


async def _watch_files(server: Server) -> None:
    """Ask to be told when files change on the disk, where the editor offers that: parents need not be open."""
    offered = server.client_capabilities.workspace
    watched = offered.did_change_watched_files if offered else None
    if watched is None or not watched.dynamic_registration:
        return
    options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher("**/*.yaml")])
    method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    await server.client_register_capability_async(
        types.RegistrationParams([types.Registration("watched-files", method, options)])
    )


def _register_questions(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS))
    def _(params: types.CompletionParams) -> types.CompletionList | None:
        found = server.place(params.text_document, params.position)
        if found is None:
            return None
        document, at = found
        return completion_of(complete(server.library.background(document), at), document.source, server.ruler)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def _(params: types.HoverParams) -> types.Hover | None:
        found = server.place(params.text_document, params.position)
        shown = hover(server.library.background(found[0]), found[1]) if found else None
        return hover_of(shown, found[0].source, server.ruler) if found and shown else None

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def _(params: types.DefinitionParams) -> types.Location | None:
        found = server.place(params.text_document, params.position)
        target = find_definition(server.library.background(found[0]), found[1]) if found else None
        return location_of(target, server.ruler, server.desk) if target else None

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def _(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        document = server.desk.documents.get(params.text_document.uri)
        parts = symbols(server.library.background(document)) if document else ()
        return [symbol_of(part, document.source, server.ruler) for part in parts] if document else []


def _register_changes(server: Server) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    def _(params: types.CodeActionParams) -> list[types.CodeAction]:
        document = server.desk.documents.get(params.text_document.uri)
        found = server.watch.findings(document.uri) if document else ()
        current = [one for one in found if document and one.span.source.text == document.text]
        touched = [one for one in current if _share_a_line(server.ruler.range(one.span), params.range)]
        touched.sort(key=lambda one: not _overlap(server.ruler.range(one.span), params.range))
        return list(actions_of(touched, server.ruler, server.desk))

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def _(params: types.DocumentFormattingParams) -> Sequence[types.TextEdit]:
        document = server.desk.documents.get(params.text_document.uri)
        if document is None or kind_of_text(document.path, document.text) is Kind.OTHER:
            return []
        try:
            text = format_text(document.source, path_of(document.uri))
        except BasraError as error:
            message = str(error).splitlines()[0]
            server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))
            return []
        source = document.source
        whole = types.Range(types.Position(0, 0), server.ruler.position(source, len(source.text)))
        return [] if text == source.text else [types.TextEdit(whole, text)]


def _share_a_line(one: types.Range, other: types.Range) -> bool:
    """Tell whether two ranges touch a line in common; whoever selects a whole line ends at the start of the next."""

    def last(area: types.Range) -> int:
        ends_before = area.end.character == 0 and area.end.line > area.start.line
        return area.end.line - ends_before

    return one.start.line <= last(other) and other.start.line <= last(one)


def _overlap(one: types.Range, other: types.Range) -> bool:
    def place(position: types.Position) -> tuple[int, int]:
        return position.line, position.character

    return place(one.start) <= place(other.end) and place(other.start) <= place(one.end)
