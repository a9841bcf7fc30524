"""The messages between the runner and a program: one line of JSON each, a request and then its answer.

    {"id": 0, "type": "hello", "protocol": 1, "runner": "basra 0.1.0"}
    {"id": 0, "protocol": 1, "program": "my-basra 2.3"}
    {"id": 1, "type": "scenario", "profile": …, "options": …, "rules": …, "scenario": …, "wanted": ["legal"]}
    {"id": 1, "answers": {"legal": [["3♣", "5♦"]]}}

An answer may also say `unsupported` or `error`, each with a reason, or beside `answers` in a list what of the wanted
is unsupported.  PROTOCOL.md in the kit tells the form in full.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from basra_rules.cards import card_set
from basra_rules.conformance.messages import MessageError, read_message
from basra_rules.errors import Diagnostic, ScenarioFileError, did_you_mean
from basra_rules.exact import parse_place
from basra_rules.scenarios.comparing import with_hidden
from basra_rules.scenarios.model import Expect
from basra_rules.scenarios.reading import given_expectations, validated
from basra_rules.source.json_nodes import Digits, Json, as_node
from basra_rules.source.nodes import MapNode, shorten
from basra_rules.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from basra_rules.scenarios.setting import Setting

PROTOCOL = 1
HELLO = 0
"""The number of the first request of every conversation; scenarios are counted from 1."""

_EXPECTED = "an answer has `answers`, `unsupported` or `error`: an object, a reason, a reason"


def hello() -> dict[str, Json]:
    """Return the request that opens a conversation."""
    return {"id": HELLO, "type": "hello", "protocol": PROTOCOL, "runner": f"basra {__version__}"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program says to the request `number`: one of `answers`, `unsupported` and `error`, or its hello.

    `left_out` are the answers that it can't give though it gives others.
    """

    number: int
    answers: dict[str, Json] | None = None
    left_out: tuple[str, ...] = ()
    unsupported: str | None = None
    error: str | None = None
    hello: Hello | None = None


@dataclass(frozen=True, slots=True)
class Hello:
    """What a program says of itself."""

    protocol: str
    program: str


def read_answer(line: str) -> Answer:
    """Return the answer that a line says.

    Raises:
        MessageError: it says none.
    """
    message = read_message(line)
    number = message.get("id")
    place = parse_place(number) if isinstance(number, Digits) else None
    if place is None:
        raise MessageError("the answer lacks its `id`, the number of the request")
    found = Answer(place)
    if found.number == HELLO and "protocol" in message:
        return replace(found, hello=Hello(str(message["protocol"]), str(message.get("program", ""))))
    said = {key: value for key, value in message.items() if key != "id"}
    match said:
        case {"answers": dict(answers), **others} if not others:
            return replace(found, answers=answers)
        case {"answers": dict(answers), "unsupported": list(keys), **others} if not others:
            return replace(found, answers=answers, left_out=tuple(map(str, keys)))
        case {"unsupported": str(reason), **others} if not others:
            return replace(found, unsupported=reason)
        case {"error": str(reason), **others} if not others:
            return replace(found, error=reason)
    raise MessageError(f"it has {_listed(tuple(said))}; {_EXPECTED}")


def _listed(keys: tuple[str, ...]) -> str:
    return ", ".join(f"`{shorten(key)}`" for key in keys[:5]) or "nothing but its `id`"


def answered(setting: Setting, answer: Answer) -> Setting:
    """Return the setting with what the program says instead of what our engine found; only that is still expected.

    Raises:
        ScenarioFileError: an answer is not of the form that it must have, or was not asked for.
    """
    wanted = tuple(given_expectations(setting.scenario))
    answers = answer.answers or {}
    strange = [key for key in (*answers, *answer.left_out) if key not in wanted]
    if strange:
        label = did_you_mean(strange[0], wanted)
        message = f"`{shorten(strange[0])}` was not asked for"
        raise ScenarioFileError([Diagnostic("unknown-key", message, as_node(strange[0], _NAME).span, label)])
    node = as_node(answers, _NAME)
    assert isinstance(node, MapNode)
    said = validated(Expect, node)
    facts = {key: getattr(said, key) for key in answers}
    if "takes" in facts:
        facts["takes"] = with_hidden(card_set(facts["takes"]), setting)
    if "legal" in facts:
        facts["legal"] = {with_hidden(cards, setting) for cards in facts["legal"]}
        facts["total"] = len(facts["legal"] - {0})
    kept = [key for key in wanted if key not in answer.left_out]
    scenario = setting.scenario.model_copy(update={"expect": _expecting(setting.scenario.expect, kept)})
    return replace(setting, scenario=scenario, facts=facts, why_not=dict.fromkeys(kept, "the program does not say"))


_NAME = "answer"


def _expecting(expect: Expect, kept: Sequence[str]) -> Expect:
    """Return the expectations of some keys alone."""
    return Expect.model_construct(_fields_set=set(kept), **{key: getattr(expect, key) for key in kept})
