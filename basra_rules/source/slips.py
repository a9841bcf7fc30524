"""What is probably wrong where the YAML parser gave up.

The parser says where it stopped, and what began before that; its own words differ from one
parser to the other and speak of tokens.  The likely slip is found from the text around.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from basra_rules.errors import Diagnostic, SourceFile, Span
from basra_rules.source.invisible import STRANGE_SPACE, name_character, strange_space
from basra_rules.source.lines import Line, levels_above, line_above, line_at
from basra_rules.source.nodes import shorten

_CODE = "yaml-syntax"
_NEEDS_QUOTES = "a text that starts with it needs quotes"
_CLOSERS = {"[": "]", "{": "}"}
_QUOTED = re.compile(r""""(?:[^"\\]++|\\.)*+"|'(?:[^']++|'')*+'""", re.DOTALL)
_OPEN_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+', re.DOTALL)
_WORD = re.compile(r"[^\s,:\[\]{}]+|.?")


@dataclass(frozen=True, slots=True)
class Slip:
    """Where the parser stopped (`at`), where what it was reading began, and its latest complete scalar or bracket."""

    source: SourceFile
    at: int
    began: int | None
    latest: tuple[int, int]

    @property
    def text(self) -> str:
        """Return the whole text."""
        return self.source.text

    @property
    def character(self) -> str:
        """Return the character at which the parser stopped; nothing at the end of the file."""
        return self.text[self.at : self.at + 1]

    @property
    def opener(self) -> str:
        """Return the first character of what the parser was reading."""
        return "" if self.began is None or self.began == self.at else self.text[self.began]

    @property
    def line(self) -> Line:
        """Return the line where the parser stopped."""
        return line_at(self.source, self.at)

    @property
    def before(self) -> str:
        """Return what stands before that place on its line."""
        return self.text[self.line.start : self.at]

    @property
    def is_at_end(self) -> bool:
        """Tell whether nothing follows but blanks."""
        return not self.text[self.at :].strip()

    def fault(self, message: str, start: int, end: int, label: str = "", advice: str = "") -> Diagnostic:
        """Return the diagnostic about the characters `start` up to `end`."""
        return Diagnostic(_CODE, message, Span(self.source, start, end), label, help=advice)

    def fault_here(self, message: str, label: str = "", advice: str = "") -> Diagnostic:
        """Return the diagnostic about the word at which the parser stopped."""
        word = _WORD.match(self.text, self.at)
        return self.fault(message, self.at, word.end() if word else self.at, label, advice)


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
    return slip.fault("a tab stands where YAML takes only spaces", slip.at, end, "write spaces")


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
        return Diagnostic(_CODE, message, Span(source, backslash, backslash + 2), label)
    found = re.compile(f"[0-9a-fA-F]{{0,{digits}}}").match(text, backslash + 2)
    span = Span(source, backslash, found.end() if found else backslash + 2)
    if len(span.text) < digits + 2:
        return Diagnostic(_CODE, f"`\\{letter}` needs {digits} hexadecimal digits", span)
    return Diagnostic(_CODE, f"`{span.text}` is no character", span, "write the character itself")


def _unclosed_quote(slip: Slip) -> Diagnostic | None:
    if slip.began is None or slip.opener not in ("'", '"'):
        return None
    is_cut = slip.text[slip.at : slip.at + 3] in ("---", "...")  # a quoted text can't go on over such a line
    if _QUOTED.match(slip.text, slip.began) and not is_cut:
        return None
    return slip.fault("this quote is never closed", slip.began, slip.began + 1, "opened here")


def _reserved(slip: Slip) -> Diagnostic | None:
    """Explain a text that starts with a character that has a meaning of its own."""
    if slip.began is not None and slip.opener in ("|", ">") and line_at(slip.source, slip.began) == slip.line:
        return slip.fault(f"`{slip.opener}` begins a block of lines", slip.began, slip.began + 1, _NEEDS_QUOTES)
    if slip.began is not None and slip.opener in ("&", "*", "%") and not _ANCHOR.match(slip.text, slip.began):
        return slip.fault(f"`{slip.opener}` has a meaning in YAML", slip.began, slip.began + 1, _NEEDS_QUOTES)
    if slip.character and slip.character in "@`%?":
        what = "a backtick" if slip.character == "`" else f"`{slip.character}`"
        return slip.fault(f"a text can't start with {what}", slip.at, slip.at + 1, "put it in quotes")
    return None


_ANCHOR = re.compile(r"[&*][0-9A-Za-z_-]")


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
        return slip.fault(f"this quote is closed only on line {number}", start, start + 1, label)
    if end < slip.at or slip.character in ("'", '"', ",", ":", ""):
        return None
    label = "in single quotes, an apostrophe is written ''"
    if quote == '"':
        label = 'is a closing quote missing? inside, " is written \\"'
    return slip.fault_here("the quoted text ends before this", label)


def _flow(slip: Slip) -> Diagnostic | None:
    """Explain a fault between brackets."""
    if slip.began is None or slip.opener not in _CLOSERS:
        return None
    closer = _CLOSERS[slip.opener]
    line, first = slip.line, line_at(slip.source, slip.began)
    is_left = line.start > first.start and line.indentation <= first.indentation and slip.character not in ("]", "}")
    if slip.is_at_end or is_left:
        return slip.fault(f"`{slip.opener}` is never closed", slip.began, slip.began + 1, f"no `{closer}` follows")
    if slip.character in ("]", "}"):
        opened = Span(slip.source, slip.began, slip.began + 1)
        message = f"`{slip.character}` can't close `{slip.opener}`, opened at {opened.line}:{opened.column}"
        return slip.fault_here(message, f"expected `{closer}`")
    return _missing_comma(slip, first)


def _missing_comma(slip: Slip, first: Line) -> Diagnostic:
    missing = "a comma" if slip.opener == "[" else "a comma or a colon"
    label = "" if slip.character in ("'", '"') else "or all of the text needs quotes"
    at = slip.at
    if slip.character == ":":
        at = slip.line.start + slip.before.rstrip().rfind(" ") + 1
    diagnostic = replace(slip, at=at).fault_here(f"{missing} is missing before this", label)
    if first == slip.line:
        return diagnostic
    return replace(diagnostic, notes=(f"inside the `{slip.opener}` on line {first.number}",))


def _bracket_or_comma(slip: Slip) -> Diagnostic | None:
    if slip.character == ",":
        inside = slip.text[: slip.at].rstrip().endswith((",", "[", "{"))
        message = "a value is missing before this comma" if inside else "a text can't start with `,`"
        return slip.fault_here(message, "" if inside else "put it in quotes")
    if slip.character in ("]", "}"):
        return slip.fault_here(f"`{slip.character}` closes nothing")
    return None


def _list_item(slip: Slip) -> Diagnostic | None:
    if not re.match(r"-(?:\s|\Z)", slip.text[slip.at : slip.at + 2]):
        return None
    if slip.before.strip():
        advice = "write `key: [one, two]`, or each item on a line of its own"
        return slip.fault("a list can't start on the line of its key", slip.at, slip.at + 1, advice=advice)
    above = line_above(slip.source, slip.line)
    key = above.key if above else None
    label = f"`{key['key']}` above has its value already" if key and key["value"] else ""
    return slip.fault("a list item stands where a key is expected", slip.at, slip.at + 1, label)


def _second_colon(slip: Slip) -> Diagnostic | None:
    """Explain a colon that YAML takes for the end of a key, where none can stand."""
    if slip.character != ":":
        return None
    if slip.before.strip()[-1:] in ("", "{", "[", ","):
        return slip.fault("a key is missing before the colon", slip.at, slip.at + 1)
    if slip.text[slip.at + 1 : slip.at + 2] in (",", "?", "[", "]", "{", "}"):
        return slip.fault("a space is missing after this colon", slip.at, slip.at + 1, "or the text needs quotes")
    line = slip.line
    key = line.key
    if key and key["value"] and line.start + key.start("value") <= slip.at:
        message = "a colon with a space behind it can't stand inside a text"
        quoted = f"{key['key']}: {_quoted(key['value'])}"
        braced = f"{key['key']}: {{{key['value'].strip()}}}"
        if not _INNER_KEY.fullmatch(key["value"]) or braced.count("{") != braced.count("}"):
            return slip.fault(message, slip.at, slip.at + 1, "put all of the text in quotes", quoted)
        label = "a second key goes on a line of its own, indented more, or into { }; a text goes into quotes"
        return slip.fault(message, slip.at, slip.at + 1, label, f"`{braced}`, or for a text `{quoted}`")
    above = line_above(slip.source, line)
    if above is None:
        return None
    key = above.key
    if key is None:
        return _keyless(slip, above)
    return _indented_too_far(slip, line, key) if key["value"] and line.indentation > key.start("key") else None


_INNER_KEY = re.compile(r"""[a-z_]\w*: +[^\s"'#\[\]][^"'#\[\]]*""")


def _indented_too_far(slip: Slip, line: Line, key: re.Match[str]) -> Diagnostic:
    message = f"this line is indented like a part of `{key['key']}`, which has its value already"
    return slip.fault(message, line.start + line.indentation, slip.at, f"indent it by {key.start('key')}")


def _quoted(value: str) -> str:
    value = re.sub(r"\s+#.*", "", value).strip()
    return f"'{value}'" if '"' in value and "'" not in value else '"' + value.replace('"', '\\"') + '"'


def _missing_colon(slip: Slip) -> Diagnostic | None:
    if slip.began is None or not slip.opener or slip.opener in _CLOSERS or slip.opener in "-|>":
        return None
    line = line_at(slip.source, slip.began)
    if line.key:
        return None
    above = line_above(slip.source, line)
    key = above.key if above else None
    if key and _BLOCK_OR_NOTHING.fullmatch(key["value"] or "") and line.indentation <= key.start("key"):
        start = line.start + line.indentation
        message = f"this line is not indented more than `{key['key']}`, to which it seems to belong"
        return slip.fault(message, start, start + len(line.text.strip()), "indent it more")
    return _keyless(slip, line)


_BLOCK_OR_NOTHING = re.compile(r"(?:[|>][-+0-9]*\s*(?:#.*)?)?")


def _keyless(slip: Slip, line: Line) -> Diagnostic:
    """Explain a line that should have a key and has none."""
    text = line.text.strip()
    start = line.start + line.text.index(text)
    if text.startswith(("<<<<<<<", "=======", ">>>>>>>")):
        return slip.fault("a conflict of versions was left here", start, start + 7, "keep one side, delete the markers")
    if text.startswith(("//", "/*")):
        return slip.fault("a comment starts with `#`", start, start + 2)
    if re.match(r"-[^\s-]", text):
        return slip.fault("a space is missing after this dash", start, start + 1)
    if match := _ODD_COLON.search(text):
        message = f"{name_character(match['colon'])} is no colon to YAML"
        return slip.fault(message, start + match.start(), start + match.end(), "write `:` and a space")
    if match := _GLUED.match(text):
        label = f"write `{match['key']}: {shorten(match['value'])}`"
        at = start + match.end("key")
        odd = match["value"][0]
        if odd.isspace():
            return slip.fault(f"{name_character(odd)} follows the colon", at + 1, at + 2, "write an ordinary space")
        return slip.fault("a space is missing after this colon", at, at + 1, label)
    if match := _EQUALS.match(text):
        at = start + match.end("key") + match["gap"].index("=")
        return slip.fault("a key ends with a colon", at, at + 1, f"write `{match['key']}: {shorten(match['value'])}`")
    return slip.fault("a colon is missing on this line", start, start + len(text), "expected `key: value`")


_ODD_COLON = re.compile(r"^[\w. -]+?(?P<colon>[：﹕︰])")
_GLUED = re.compile(r"""(?:- +)*(?P<key>[\w.-]+|"[^"]*"|'[^']*'):(?P<value>\S.*|[^\S ].*)""")
_EQUALS = re.compile(r"(?:- +)*(?P<key>[\w.-]+)(?P<gap> *= *)(?P<value>.*)")


def _after_the_end(slip: Slip) -> Diagnostic | None:
    above = line_above(slip.source, slip.line)
    if above is None or above.text.rstrip() != "...":
        return None
    return slip.fault("`...` ends the file, and more follows", above.start, above.start + 3, "delete this line")


def _indentation(slip: Slip) -> Diagnostic | None:
    """Explain a line that is indented as far as no line that it could continue."""
    if slip.before.strip(" ") or slip.is_at_end:
        return None
    levels = levels_above(slip.source, slip.line)
    if not levels or slip.line.indentation in levels:
        return None
    expected = ", ".join(map(str, levels[:-1])) + (" or " if levels[1:] else "") + str(levels[-1])
    message = f"this line is indented by {slip.line.indentation}, and goes with no line above"
    return slip.fault_here(message, f"lines above are indented by {expected}")


def _key_in_list(slip: Slip) -> Diagnostic | None:
    if slip.opener != "-" or slip.before.strip(" "):
        return None
    return slip.fault_here("a key stands among the items of a list", "start it with `- `, or indent it")


def _after_value(slip: Slip) -> Diagnostic | None:
    """Explain text behind a value that was complete."""
    start, end = slip.latest
    if end == start or slip.text[end - 1] not in "]}\"'" or slip.text[end : slip.at].strip(" ") or slip.is_at_end:
        return None
    what = "the brackets" if slip.text[end - 1] in "]}" else "the quoted text"
    key = slip.line.key
    advice = f"{key['key']}: {_quoted(key['value'])}" if key and key["value"] else ""
    return slip.fault_here(f"{what} ended before this, and the value with it", "put all of the value in quotes", advice)


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
    _list_item,
    _second_colon,
    _missing_colon,
    _after_the_end,
    _indentation,
    _key_in_list,
    _after_value,
)
