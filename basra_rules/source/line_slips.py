"""Slips in lines of a YAML text outside of brackets: colons, dashes, indentation, what belongs to which line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from basra_rules.errors import Edit, Fix, write
from basra_rules.source.invisible import name_character
from basra_rules.source.lines import levels_above, line_above, line_at, line_below, value_of
from basra_rules.source.nodes import shorten
from basra_rules.source.text_edits import STEP, indent_line, insert, put_in_quotes, quoted

if TYPE_CHECKING:
    from basra_rules.errors import Diagnostic, Span
    from basra_rules.source.lines import Line
    from basra_rules.source.stopping import Slip

_CLOSERS = ("[", "{")


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
        fault = slip.fault("a space is missing after this colon", slip.at, slip.at + 1, "or the text needs quotes")
        opens = slip.text[slip.at + 1 : slip.at + 2] in _CLOSERS
        return fault.mended_by(insert("write a space after it", slip.source, slip.at + 1, " ", certain=opens))
    line = slip.line
    key = line.key
    if key and key["value"] and line.start + key.start("value") <= slip.at:
        return _colon_in_text(slip, line, key)
    above = line_above(slip.source, line)
    if above is None:
        return None
    key = above.key
    if key is None:
        return _keyless(slip, above)
    return _indented_too_far(slip, line, key) if key["value"] and line.indentation > key.start("key") else None


_IN_BRACKETS = re.compile(r"\(([a-z_]+: [^()\"'#]+)\)")
_INNER_KEY = re.compile(r"""[a-z_]\w*: +[^\s"'#\[\]][^"'#\[\]]*|[\w♣♦♥♠]+: +(?:[0-9.]+|\{.*\})""")


def _braced(text: str) -> str:
    """Return `tie: extend: 20` as the mappings that it was meant as: `{tie: {extend: 20}}`."""
    *keys, last = _INNER_COLON.split(text)
    if len(keys) < 2 or not all(map(_PLAIN_KEY.fullmatch, keys)) or "{" in last:
        return f"{{{text}}}"
    for key in reversed(keys):
        last = f"{{{key}: {last}}}"
    return last


_INNER_COLON = re.compile(r": +")
_PLAIN_KEY = re.compile(r"[\w♣♦♥♠-]+")


def _colon_in_text(slip: Slip, line: Line, key: re.Match[str]) -> Diagnostic:
    message = "a colon with a space behind it can't stand inside a text"
    value = value_of(line, slip.source)
    assert value is not None  # the colon stands in it
    in_quotes = f"{key['key']}: {quoted(value.text)}"
    braced = _braced(value.text)
    if in_brackets := _IN_BRACKETS.fullmatch(value.text):
        right = f"{{{in_brackets[1]}}}"
        fault = slip.fault(message, slip.at, slip.at + 1, "keys and values stand in { }", f"{key['key']}: {right}")
        return fault.mended_by(write(value, right, certain=True), put_in_quotes(value, certain=False))
    is_key = _INNER_KEY.fullmatch(value.text) and braced.count("{") == braced.count("}")
    quote = put_in_quotes(value, certain=not is_key)
    if not is_key:
        fault = slip.fault(message, slip.at, slip.at + 1, "put all of the text in quotes", in_quotes)
        return fault.mended_by(quote)
    label = "a second key goes on a line of its own, indented more, or into { }; a text goes into quotes"
    advice = f"`{key['key']}: {braced}`, or for a text `{in_quotes}`"
    fault = slip.fault(message, slip.at, slip.at + 1, label, advice)
    return fault.mended_by(write(value, braced, certain=False), quote)


def _indented_too_far(slip: Slip, line: Line, key: re.Match[str]) -> Diagnostic:
    message = f"this line is indented like a part of `{key['key']}`, which has its value already"
    level = key.start("key")
    fault = slip.fault(message, line.start + line.indentation, slip.at, f"indent it by {level}")
    assert fault.span is not None
    return fault.mended_by(indent_line(fault.span, level, certain=True))


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
        fault = slip.fault(message, start, start + len(line.text.strip()), "indent it more")
        assert fault.span is not None
        return fault.mended_by(indent_line(fault.span, key.start("key") + STEP, certain=False))
    return _keyless(slip, line)


_BLOCK_OR_NOTHING = re.compile(r"(?:[|>][-+0-9]*\s*(?:#.*)?)?")


def _keyless(slip: Slip, line: Line) -> Diagnostic:
    """Explain a line that should have a key and has none."""
    text = line.text.strip()
    start = line.start + line.text.index(text)
    if text.startswith(("<<<<<<<", "=======", ">>>>>>>")):
        return slip.fault("a conflict of versions was left here", start, start + 7, "keep one side, delete the markers")
    if text.startswith(("//", "/*")):
        fault = slip.fault("a comment starts with `#`", start, start + 2)
        return fault.mended_by(write(slip.span(start, start + 2), "#", certain=True) if text[1] == "/" else None)
    if re.match(r"-[^\s-]", text):
        fault = slip.fault("a space is missing after this dash", start, start + 1)
        is_number = text[1].isdigit()
        return fault.mended_by(insert("write a space after it", slip.source, start + 1, " ", certain=not is_number))
    return _without_a_colon(slip, start, text)


def _without_a_colon(slip: Slip, start: int, text: str) -> Diagnostic:
    """Explain a line whose colon is another sign, lacks its space, or is not there."""
    if match := _ODD_COLON.search(text):
        message = f"{name_character(match['colon'])} is no colon to YAML"
        fault = slip.fault(message, start + match.start(), start + match.end(), "write `:` and a space")
        colon = slip.span(start + match.start("colon"), start + match.end("blanks"))
        right = ": " if text[match.end() :] else ":"
        return fault.mended_by(write(colon, right, certain=True))
    if match := _GLUED.match(text):
        label = f"write `{match['key']}: {shorten(match['value'])}`"
        at = start + match.end("key")
        odd = match["value"][0]
        if odd.isspace():
            message = f"{name_character(odd)} follows the colon"
            fault = slip.fault(message, at + 1, at + 2, "write an ordinary space")
            return fault.mended_by(write(slip.span(at + 1, at + 2), " ", certain=True))
        fault = slip.fault("a space is missing after this colon", at, at + 1, label)
        return fault.mended_by(insert("write a space after it", slip.source, at + 1, " ", certain=True))
    if match := _EQUALS.match(text):
        at = start + match.end("key") + match["gap"].index("=")
        fault = slip.fault("a key ends with a colon", at, at + 1, f"write `{match['key']}: {shorten(match['value'])}`")
        gap = slip.span(start + match.start("gap"), start + match.end("gap"))
        return fault.mended_by(write(gap, ": ", certain=True))
    fault = slip.fault("a colon is missing on this line", start, start + len(text), "expected `key: value`")
    word = re.match(r"[\w.-]+(?= |\Z)", text)
    if word is None:
        return fault
    end = start + word.end()
    line = line_at(slip.source, start)
    below = line_below(slip.source, line)
    opens = word[0] == text and below is not None and below.key is not None and below.indentation > line.indentation
    sure = opens or bool(_KEY_AND_WORD.fullmatch(text))
    return fault.mended_by(insert(f"write `:` after `{word[0]}`", slip.source, end, ":", certain=sure))


_KEY_AND_WORD = re.compile(r"[a-z_]+ [\w.♣♦♥♠]+")


ODD_COLONS = "：﹕︰"
_ODD_COLON = re.compile(rf"^[\w. -]+?(?P<colon>[{ODD_COLONS}])(?P<blanks>\s*)")
_GLUED = re.compile(r"""(?:- +)*(?P<key>[\w.-]+|"[^"]*"|'[^']*'):(?P<value>\S.*|[^\S ].*)""")
_EQUALS = re.compile(r"(?:- +)*(?P<key>[\w.-]+)(?P<gap> *= *)(?P<value>.*)")


def _after_the_end(slip: Slip) -> Diagnostic | None:
    above = line_above(slip.source, slip.line)
    if above is None or above.text.rstrip() != "...":
        return None
    fault = slip.fault("`...` ends the file, and more follows", above.start, above.start + 3, "delete this line")
    next_line = line_at(slip.source, above.start).start + len(above.text)
    after = re.compile(r"\r\n?|\n").match(slip.text, next_line)
    gone = slip.span(above.start, after.end() if after else next_line)
    return fault.mended_by(Fix("delete this line", (Edit(gone, ""),), certain=True))


def _indentation(slip: Slip) -> Diagnostic | None:
    """Explain a line that is indented as far as no line that it could continue."""
    if slip.before.strip(" ") or slip.is_at_end:
        return None
    levels = levels_above(slip.source, slip.line)
    if not levels or slip.line.indentation in levels:
        return None
    expected = ", ".join(map(str, levels[:-1])) + (" or " if levels[1:] else "") + str(levels[-1])
    message = f"this line is indented by {slip.line.indentation}, and goes with no line above"
    fault = slip.fault_here(message, f"lines above are indented by {expected}")
    nearest = sorted(levels, key=lambda level: abs(level - slip.line.indentation))
    return fault.mended_by(*(indent_line(slip.word, level, certain=False) for level in nearest))


def _key_in_list(slip: Slip) -> Diagnostic | None:
    if slip.opener != "-" or slip.before.strip(" "):
        return None
    fault = slip.fault_here("a key stands among the items of a list", "start it with `- `, or indent it")
    item = insert("start it with `- `", slip.source, slip.at, "- ", certain=False)
    return fault.mended_by(indent_line(slip.word, slip.line.indentation + STEP, certain=False), item)


def _after_value(slip: Slip) -> Diagnostic | None:
    """Explain text behind a value that was complete."""
    start, end = slip.latest
    if end == start or slip.text[end - 1] not in "]}\"'" or slip.text[end : slip.at].strip(" ") or slip.is_at_end:
        return None
    what = "the brackets" if slip.text[end - 1] in "]}" else "the quoted text"
    key, value = slip.line.key, value_of(slip.line, slip.source)
    bare = _without_quotes(slip, value)
    advice = f"{key['key']}: {quoted(value.text)}" if key and value else ""
    if bare and key and value:
        plain = value.text.replace(slip.text[start], "", 2)
        advice = f"`{key['key']}: {plain}`, or for a text `{advice}`"
    label = "put all of the value in quotes" + (", or nothing of it" if what == "the quoted text" else "")
    fault = slip.fault_here(f"{what} ended before this, and the value with it", label, advice)
    return fault.mended_by(put_in_quotes(value, certain=False) if value else None, bare)


def _without_quotes(slip: Slip, value: Span | None) -> Fix | None:
    """Return the fix that takes the quotes from the part of a value that has them."""
    start, end = slip.latest
    if value is None or value.start != start or slip.text[start] not in "'\"" or "\\" in slip.text[start:end]:
        return None
    quotes = (slip.span(start, start + 1), slip.span(end - 1, end))
    return Fix("leave out the quotes", tuple(Edit(one, "") for one in quotes))


LINE_EXPLANATIONS = (
    _list_item,
    _second_colon,
    _missing_colon,
    _after_the_end,
    _indentation,
    _key_in_list,
    _after_value,
)
"""What may be wrong with a line, the first that fits being the answer."""
