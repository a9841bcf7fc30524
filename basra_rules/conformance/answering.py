"""Answers requests with our own engine: the other side of the protocol.

Everything is read from the request itself, the rules too, so that a request that we can answer is one that
says enough.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from basra_rules.conformance.messages import MessageError, read_message
from basra_rules.conformance.plain_scenarios import plain_value, scenario_of
from basra_rules.conformance.protocol import PROTOCOL
from basra_rules.errors import BasraError, render_diagnostic
from basra_rules.exact import parse_place
from basra_rules.profile.effective import profile_of_document
from basra_rules.rules.compiling import compile_rules
from basra_rules.scenarios.outcome import Outcome
from basra_rules.scenarios.running import situate
from basra_rules.source.json_nodes import Digits, Json, json_line
from basra_rules.version import __version__

if TYPE_CHECKING:
    from basra_rules.rules.model import Rules


@dataclass(slots=True)
class Answerer:
    """Answers requests; the same rules are compiled once."""

    _rules: dict[str, Rules] = field(default_factory=dict)

    def answer(self, line: str) -> str:
        """Return the answer to a request, both a line of JSON without its end."""
        number: Json = None
        try:
            request = read_message(line)
            number = _number(request)
            said = self._said(request)
        except (KeyError, TypeError, AttributeError) as error:
            said = {"error": f"the request lacks something, or has something of another kind: {error}"}
        except BasraError as error:
            said = {"error": str(error)}
        return json_line({"id": number, **said})

    def _said(self, request: dict[str, Json]) -> dict[str, Json]:
        if request["type"] == "hello":
            return {"protocol": PROTOCOL, "program": f"basra {__version__}"}
        if request["type"] != "scenario":
            return {"unsupported": f"requests of the type `{request['type']}`"}
        found = situate(self._compiled(request["rules"]), scenario_of(request["scenario"], "the scenario"))
        if isinstance(found, Outcome):
            return {"error": "\n".join(map(render_diagnostic, found.faults))}
        told = [key for key in request["wanted"] if key in found.facts]
        return {"answers": {key: plain_value(key, found.facts[key]) for key in told}}

    def _compiled(self, rules: Json) -> Rules:
        text = json_line(rules)
        if text not in self._rules:
            self._rules[text] = compile_rules(profile_of_document(rules))
        return self._rules[text]


def _number(request: dict[str, Json]) -> int:
    said = request["id"]
    number = parse_place(said) if isinstance(said, Digits) else None
    if number is None:
        raise MessageError("the id of a request is a whole number")
    return number
