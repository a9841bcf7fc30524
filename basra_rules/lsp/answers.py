"""From what was found to the types of the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from basra_rules.analysis.diagnostic_pages import page_path
from basra_rules.errors import Severity
from basra_rules.lsp.completing import Look
from basra_rules.lsp.desk import shown_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from basra_rules.errors import Fix, SourceFile
    from basra_rules.lsp.completing import Offers
    from basra_rules.lsp.defining import Target
    from basra_rules.lsp.desk import Desk
    from basra_rules.lsp.diagnosing import Finding, Related
    from basra_rules.lsp.hovering import Hover
    from basra_rules.lsp.positions import Ruler
    from basra_rules.lsp.symbols import Symbol

SOURCE = "basra"
_SEVERITIES = {Severity.ERROR: types.DiagnosticSeverity.Error, Severity.WARNING: types.DiagnosticSeverity.Warning}
_KINDS = {
    Look.KEY: types.CompletionItemKind.Property,
    Look.NAME: types.CompletionItemKind.Reference,
    Look.WORD: types.CompletionItemKind.Keyword,
    Look.FUNCTION: types.CompletionItemKind.Function,
    Look.CARD: types.CompletionItemKind.EnumMember,
}


def diagnostic_of(finding: Finding, ruler: Ruler, desk: Desk) -> types.Diagnostic:
    """Return a finding as editors show it: what the caret says behind the message, notes and help below it."""
    one = finding.diagnostic
    headline = f"{one.message}: {one.label}" if one.label else one.message
    page = page_path(one.code)
    return types.Diagnostic(
        range=ruler.range(finding.span),
        message="\n".join([headline, *one.notes, *([f"help: {one.help}"] if one.help else [])]),
        severity=_SEVERITIES[one.severity],
        code=one.code,
        code_description=types.CodeDescription(page.as_uri()) if page else None,
        source=SOURCE,
        related_information=[_related(one, ruler, desk) for one in finding.related],
    )


def _related(related: Related, ruler: Ruler, desk: Desk) -> types.DiagnosticRelatedInformation:
    location = types.Location(desk.uri_of(related.path), ruler.range(related.span))
    return types.DiagnosticRelatedInformation(location, related.message)


def actions_of(findings: Iterable[Finding], ruler: Ruler, desk: Desk) -> Iterator[types.CodeAction]:
    """Yield the ways to mend what was found; of several that write the same, one."""
    told: set[Fix] = set()
    for finding in findings:
        for fix in finding.diagnostic.fixes:
            if fix not in told:
                told.add(fix)
                yield types.CodeAction(
                    title=f"{fix.title[:1].upper()}{fix.title[1:]}",
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[diagnostic_of(finding, ruler, desk)],
                    is_preferred=fix.certain,
                    edit=_edit_of(fix, ruler, desk),
                )


def _edit_of(fix: Fix, ruler: Ruler, desk: Desk) -> types.WorkspaceEdit:
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in fix.edits:
        uri = desk.uri_of(shown_file(edit.span.source.name))
        changes.setdefault(uri, []).append(types.TextEdit(ruler.range(edit.span), edit.text))
    return types.WorkspaceEdit(changes=dict(changes))


def completion_of(offers: Offers, source: SourceFile, ruler: Ruler) -> types.CompletionList:
    """Return what may be typed, in the order given."""
    where = types.Range(ruler.position(source, offers.start), ruler.position(source, offers.end))
    width = len(str(len(offers.items)))
    items = [
        types.CompletionItem(
            label=one.name,
            kind=_KINDS[one.look],
            detail=one.detail or None,
            documentation=types.MarkupContent(types.MarkupKind.Markdown, one.about) if one.about else None,
            sort_text=f"{place:0{width}}",
            filter_text=one.text.strip() if one.text.startswith("{") else one.name,
            text_edit=types.TextEdit(where, one.text),
        )
        for place, one in enumerate(offers.items)
    ]
    return types.CompletionList(is_incomplete=False, items=items)


def hover_of(hover: Hover, source: SourceFile, ruler: Ruler) -> types.Hover:
    """Return what is shown over a place."""
    where = types.Range(ruler.position(source, hover.start), ruler.position(source, hover.end))
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, hover.text), where)


def location_of(target: Target, ruler: Ruler, desk: Desk) -> types.Location:
    """Return where a target is."""
    return types.Location(desk.uri_of(target.path), ruler.range(target.span))


def symbol_of(symbol: Symbol, source: SourceFile, ruler: Ruler) -> types.DocumentSymbol:
    """Return a part of a file with the parts of it."""
    start, end = ruler.position(source, symbol.start), ruler.position(source, symbol.end)
    return types.DocumentSymbol(
        name=symbol.name,
        kind=types.SymbolKind.Namespace if symbol.parts else types.SymbolKind.Property,
        range=types.Range(start, end),
        selection_range=types.Range(start, ruler.position(source, symbol.name_end)),
        children=[symbol_of(part, source, ruler) for part in symbol.parts],
    )
