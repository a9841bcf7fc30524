"""What is probably wrong where the YAML parser gave up.

The parser says where it stopped, and what began before that; its own words differ from one
parser to the other and speak of tokens.  The likely slip is found from the text around.
"""

from __future__ import annotations

import re
from dataclasses import replace

from basra_rules.errors import Diagnostic, Edit, Fix, SourceFile, Span, write
from basra_rules.source.invisible import STRANGE_SPACE, name_character, strange_space
from basra_rules.source.line_slips import LINE_EXPLANATIONS
from basra_rules.source.lines import Line, all_lines, line_above, line_at, value_of, without_comment
from basra_rules.source.stopping import CODE, Slip
from basra_rules.source.tabs import write_spaces
from basra_rules.source.text_edits import insert, put_in_quotes

_NEEDS_QUOTES = "a text that starts with it needs quotes"
_CLOSERS = {"[": "]", "{": "}"}
_QUOTED = re.compile(r""""(?:[^"\\]++|\\.)*+"|'(?:[^']++|'')*+'""", re.DOTALL)
_OPEN_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+', re.DOTALL)


def explain_slip(slip: Slip) -> Diagnostic:
    """Return what is probably wrong."""
    found = (explain(slip) for explain in _EXPLANATIONS)
    diagnostic = next((one for one in found if one is not None), None) or _general(slip)
    if diagnostic.span and any(quote in slip.source.line_text(diagnostic.span.line) for quote in "“”„"):
        note = "curly quotes are letters to YAML; the quotes that count are \" and '"
        return replace(diagnostic, notes=(*diagnostic.notes, note))
    return diagnostic


def _tab(slip: Slip) -> Diagnostic | None:
    if slip.character != "\t":
        return None
    end = slip.at + len(slip.text[slip.at : slip.at + 40]) - len(slip.text[slip.at : slip.at + 40].lstrip("\t"))
    fault = slip.fault("a tab stands where YAML takes only spaces", slip.at, end, "write spaces")
    return fault.mended_by(write_spaces(slip.source, slip.at))


def _escape(slip: Slip) -> Diagnostic | None:
    if slip.opener != '"' or slip.began is None:
        return None
    backslash = slip.text.rfind("\\", max(slip.began, slip.at - 2), slip.at + 1)
    if backslash < 0 or backslash + 1 == len(slip.text) or not _OPEN_QUOTED.fullmatch(slip.text, slip.began, backslash):
        return None
    return explain_escape(slip.source, backslash)


def explain_escape(source: SourceFile, backslash: int) -> Diagnostic:
    """Return what is wrong with the escape that starts at `backslash`, inside double quotes."""
    text = source.text
    letter = text[backslash + 1 : backslash + 2]
    digits = {"x": 2, "u": 4, "U": 8}.get(letter)
    if digits is None:
        message, label = f"`\\{letter}` is no escape", "in double quotes, a backslash is written twice"
        fault = Diagnostic(CODE, message, Span(source, backslash, backslash + 2), label)
        return fault.mended_by(insert("write the backslash twice", source, backslash, "\\", certain=False))
    found = re.compile(f"[0-9a-fA-F]{{0,{digits}}}").match(text, backslash + 2)
    span = Span(source, backslash, found.end() if found else backslash + 2)
    if len(span.text) < digits + 2:
        return Diagnostic(CODE, f"`\\{letter}` needs {digits} hexadecimal digits", span)
    return Diagnostic(CODE, f"`{span.text}` is no character", span, "write the character itself")


def _unclosed_quote(slip: Slip) -> Diagnostic | None:
    if slip.began is None or slip.opener not in ("'", '"'):
        return None
    is_cut = slip.text[slip.at : slip.at + 3] in ("---", "...")  # a quoted text can't go on over such a line
    if _QUOTED.match(slip.text, slip.began) and not is_cut:
        return None
    fault = slip.fault("this quote is never closed", slip.began, slip.began + 1, "opened here")
    return fault.mended_by(_close_quote(slip.source, slip.began))


def _close_quote(source: SourceFile, opened: int) -> Fix:
    """Return the fix that closes a quote at the end of its line; certain where nothing else on the line needs thought.

    The next line has to start a key, or to be none.
    """
    line, quote = line_at(source, opened), source.text[opened]
    text = without_comment(line.text)
    inside = text[opened - line.start + 1 :]
    starts_value = line.key is not None and line.key["value"] and line.start + line.key.start("value") == opened
    below = line_at(source, min(len(source.text), line.start + len(line.text) + 2))
    ends = below.number == line.number or below.is_blank or below.key is not None
    alone = _ALONE_IN_BRACKETS.fullmatch(inside)
    if alone:
        at = opened + 1 + len(alone[1])
        return insert(f"write `{quote}` before the bracket", source, at, quote, certain=True)
    simple = bool(starts_value) and not re.search(r"""["'\\,\[\]{}#]""", inside) and ends
    return insert(f"write `{quote}` at its end", source, line.start + len(text), quote, certain=simple)


_ALONE_IN_BRACKETS = re.compile(r"""([^,\[\]{}#"']*[^,\[\]{}#"'\s])\s*[\]}]+""")


def _reserved(slip: Slip) -> Diagnostic | None:
    """Explain a text that starts with a character that has a meaning of its own."""
    if slip.began is not None and slip.opener in ("|", ">") and line_at(slip.source, slip.began) == slip.line:
        fault = slip.fault(f"`{slip.opener}` begins a block of lines", slip.began, slip.began + 1, _NEEDS_QUOTES)
        return fault.mended_by(_quote_value(slip.source, slip.began))
    if slip.began is not None and slip.opener in ("&", "*", "%") and not _ANCHOR.match(slip.text, slip.began):
        fault = slip.fault(f"`{slip.opener}` has a meaning in YAML", slip.began, slip.began + 1, _NEEDS_QUOTES)
        return fault.mended_by(_quote_value(slip.source, slip.began))
    if slip.character and slip.character in "@`%?":
        what = "a backtick" if slip.character == "`" else f"`{slip.character}`"
        fault = slip.fault(f"a text can't start with {what}", slip.at, slip.at + 1, "put it in quotes")
        return fault.mended_by(_quote_value(slip.source, slip.at))
    return None


_ANCHOR = re.compile(r"[&*][0-9A-Za-z_-]")


def _quote_value(source: SourceFile, start: int) -> Fix | None:
    """Return the fix that puts the value of a line in quotes, if a value starts there."""
    value = value_of(line_at(source, start), source)
    return put_in_quotes(value, certain=True) if value and value.start == start else None


def _after_quote(slip: Slip) -> Diagnostic | None:
    """Explain text right behind a closing quote: that quote was meant otherwise, or an earlier one is missing."""
    start, end = slip.latest
    quote = slip.text[start : start + 1]
    if not quote or quote not in "'\"" or slip.text[end : slip.at].strip(" "):
        return None
    lines = slip.text.count("\n", start, end)
    if lines:
        number = Span(slip.source, end - 1, end).line
        label = "is a closing quote missing on this line?"
        fault = slip.fault(f"this quote is closed only on line {number}", start, start + 1, label)
        return fault.mended_by(_close_quote(slip.source, start))
    if end < slip.at or slip.character in ("'", '"', ",", ":", ""):
        return None
    label = "in single quotes, an apostrophe is written ''"
    if quote == '"':
        label = 'is a closing quote missing? inside, " is written \\"'
    return slip.fault_here("the quoted text ends before this", label).mended_by(_double_inside(slip, start, quote))


def _double_inside(slip: Slip, start: int, quote: str) -> Fix | None:
    """Return the fix for a value in quotes that has such quotes inside: those are written as they must be there."""
    value = value_of(slip.line, slip.source)
    if value is None or value.start != start or not value.text.endswith(quote) or "\\" in value.text:
        return None
    inner = value.text[1:-1]
    if quote == '"':
        return write(value, '"' + inner.replace('"', '\\"') + '"', certain=False)
    return write(value, "'" + inner.replace("''", "'").replace("'", "''") + "'", certain=True)


def _flow(slip: Slip) -> Diagnostic | None:
    """Explain a fault between brackets."""
    if slip.began is None or slip.opener not in _CLOSERS:
        return None
    closer = _CLOSERS[slip.opener]
    line, first = slip.line, line_at(slip.source, slip.began)
    is_left = line.start > first.start and line.indentation <= first.indentation and slip.character not in ("]", "}")
    if slip.is_at_end or is_left:
        fault = slip.fault(f"`{slip.opener}` is never closed", slip.began, slip.began + 1, f"no `{closer}` follows")
        return fault.mended_by(_close_bracket(slip, first, closer))
    if slip.character in ("]", "}"):
        opened = Span(slip.source, slip.began, slip.began + 1)
        message = f"`{slip.character}` can't close `{slip.opener}`, opened at {opened.line}:{opened.column}"
        fault = slip.fault_here(message, f"expected `{closer}`")
        return fault.mended_by(_other_bracket(slip, first, closer))
    return _foreign_comma(slip, first) or _nested(slip) or _missing_comma(slip, first)


def _close_bracket(slip: Slip, first: Line, closer: str) -> Fix:
    """Return the fix that closes a bracket at the end of its lines; certain where all is one line."""
    inside = [one for one in all_lines(slip.source) if first.number <= one.number and not one.is_blank]
    left = (place for place, one in enumerate(inside) if place and one.indentation <= first.indentation)
    last = inside[next(left, len(inside)) - 1]
    end = last.start + len(without_comment(last.text))
    alone = last == first and all(first.text.count(one) - first.text.count(other) <= 1 for one, other in ("{}", "[]"))
    return insert(f"write `{closer}` at its end", slip.source, end, closer, certain=alone)


def _other_bracket(slip: Slip, first: Line, closer: str) -> Fix:
    """Return the fix for a bracket that closes one of the other kind: that one first, if there is such a one."""
    other = {"}": "{", "]": "["}[slip.character]
    around = slip.text[first.start : slip.began]
    if around.count(other) > around.count(slip.character):
        return insert(f"write `{closer}` before it", slip.source, slip.at, closer, certain=first == slip.line)
    return write(slip.span(slip.at, slip.at + 1), closer, certain=False)


def _foreign_comma(slip: Slip, first: Line) -> Diagnostic | None:
    """Explain a comma of another script, which is a letter to YAML."""
    found = re.compile(r"[，、،；]|;(?=\s)").search(slip.text, first.start, slip.at + 1)
    if found is None:
        return None
    what = "`;`" if found[0] == ";" else name_character(found[0])
    fault = slip.fault(f"{what} is no comma to YAML", *found.span(), "write `,` and a space")
    after = re.compile(r"[ \t]*").match(slip.text, found.end())
    end = after.end() if after else found.end()
    return fault.mended_by(write(slip.span(found.start(), end), ", ", certain=True))


def _nested(slip: Slip) -> Diagnostic | None:
    """Explain a mapping that stands in another without brackets of its own: `{tie: extend: 20}`."""
    if slip.character != ":" or slip.opener != "{":
        return None
    at = slip.line.start + slip.before.rstrip().rfind(" ") + 1
    key = _KEY_AND_COLON_BEFORE.search(slip.text, slip.line.start, at)
    inner = _INNER_ENTRY.match(slip.text, at)
    if key is None or inner is None:
        return None
    right = f"{{{inner['entry']}}}"
    fault = slip.fault(f"what `{key['key']}` holds needs brackets of its own", *inner.span("entry"), f"write `{right}`")
    return fault.mended_by(write(slip.span(*inner.span("entry")), right, certain=inner["end"] == "}"))


_KEY_AND_COLON_BEFORE = re.compile(r"[{,]\s*(?P<key>[\w-]+):\s+\Z")
_INNER_ENTRY = re.compile(r"(?P<entry>[\w♣♦♥♠-]+: +[^,{}\[\]:\r\n]*[^,{}\[\]:\s])\s*(?P<end>[,}])")


def _missing_comma(slip: Slip, first: Line) -> Diagnostic:
    missing = "a comma" if slip.opener == "[" else "a comma or a colon"
    label = "" if slip.character in ("'", '"') else "or all of the text needs quotes"
    at = slip.at
    if slip.character == ":":
        at = slip.line.start + slip.before.rstrip().rfind(" ") + 1
    diagnostic = replace(slip, at=at).fault_here(f"{missing} is missing before this", label)
    diagnostic = diagnostic.mended_by(_part(slip, at, certain=not label))
    if first == slip.line:
        return diagnostic
    return replace(diagnostic, notes=(f"inside the `{slip.opener}` on line {first.number}",))


def _part(slip: Slip, at: int, *, certain: bool) -> Fix:
    """Return the fix that parts two words between brackets: by a colon behind a key, or else by a comma."""
    before = slip.text[:at].rstrip()
    behind = slip.span(len(before), len(before))
    if slip.opener == "{" and slip.text[at] in "{[" and _KEY_BEFORE.search(before):
        return Fix("write a colon before it", (Edit(behind, ":"),), certain=True)
    sure = certain or bool(_NUMBER_BEFORE.search(before))
    return Fix("write a comma before it", (Edit(behind, ","),), certain=sure)


_KEY_BEFORE = re.compile(r"[{,]\s*[\w-]+\Z")
_NUMBER_BEFORE = re.compile(r":\s+[0-9.]+\Z")


def _bracket_or_comma(slip: Slip) -> Diagnostic | None:
    if slip.character == ",":
        inside = slip.text[: slip.at].rstrip().endswith((",", "[", "{"))
        if inside:
            fault = slip.fault_here("a value is missing before this comma")
            again = slip.text[: slip.at].rstrip().endswith(",")
            comma = Edit(slip.span(slip.at, slip.at + 1), "")
            return fault.mended_by(Fix("delete the comma", (comma,), certain=again))
        fault = slip.fault_here("a text can't start with `,`", "put it in quotes")
        return fault.mended_by(_quote_value(slip.source, slip.at))
    if slip.character in ("]", "}"):
        tag = _TAG.search(slip.text, slip.line.start, slip.at)
        if tag:
            label = "a text that starts with it needs quotes; in an expression, write `not`"
            fault = slip.fault("`!` has a meaning in YAML", tag.start("sign"), tag.start("sign") + 1, label)
            return fault.mended_by(write(slip.span(*tag.span("sign")), "not ", certain=True))
        fault = slip.fault_here(f"`{slip.character}` closes nothing")
        opening = {"]": "[", "}": "{"}[slip.character]
        line = slip.line.text.rstrip()
        last = slip.at - slip.line.start == len(line) - 1
        extra = line.count(slip.character) == line.count(opening) + 1 and opening in line
        bracket = Edit(slip.span(slip.at, slip.at + 1), "")
        return fault.mended_by(Fix("delete the bracket", (bracket,), certain=last and extra))
    return None


_TAG = re.compile(r"[:,\[{]\s*(?P<sign>!\s*)(?=[a-z(])")


def _general(slip: Slip) -> Diagnostic:
    if slip.is_at_end:
        return slip.fault("the file ends in the middle of something", slip.at, slip.at)
    return slip.fault_here("this is not YAML here", "a text with signs in it needs quotes")


def _strange_indentation(slip: Slip) -> Diagnostic | None:
    """Explain a line, or the one above, that is indented with spaces which look like the ordinary one."""
    for line in (slip.line, line_above(slip.source, slip.line)):
        found = _STRANGE_INDENTATION.match(line.text) if line else None
        if line and found:
            at = line.start + found.start("space")
            return strange_space(Span(slip.source, at, at + 1), found["space"])
    return None


_STRANGE_INDENTATION = re.compile(rf" *(?P<space>{STRANGE_SPACE.pattern})")

_EXPLANATIONS = (
    _strange_indentation,
    _tab,
    _escape,
    _unclosed_quote,
    _reserved,
    _after_quote,
    _flow,
    _bracket_or_comma,
    *LINE_EXPLANATIONS,
)
