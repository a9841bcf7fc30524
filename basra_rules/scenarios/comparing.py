"""Compares what a scenario expects with what is the case, and names the rules that decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basra_rules.cards import card_set, format_cards
from basra_rules.engine.table import taken_cards
from basra_rules.exact import format_number
from basra_rules.scenarios.deciding import deciding_rules
from basra_rules.scenarios.outcome import Difference
from basra_rules.scenarios.reading import given_expectations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from basra_rules.cards import CardSet
    from basra_rules.scenarios.setting import Setting


def compare(setting: Setting) -> Iterator[Difference]:
    """Yield every expectation that does not hold, in the order of the model."""
    refused = setting.asked.refusal if setting.asked else None
    for key in given_expectations(setting.scenario):
        wanted = getattr(setting.scenario.expect, key)
        span = setting.read.expectation(key)
        rules = tuple(deciding_rules(setting, key))
        if key not in setting.facts:
            reason = setting.why_not.get(key) or (f"refused: {refused.message}" if refused else "unknown")
            yield Difference(key, _shown(key, wanted, setting), reason, span, rules)
        elif not _same(key, wanted, setting):
            actual = _shown(key, setting.facts[key], setting)
            if key == "legal" and wanted == (0,) and not setting.facts[key]:
                actual += "; a card that can take nothing has `legal: []`"
            yield Difference(key, _shown(key, wanted, setting), actual, span, rules)


def _same(key: str, wanted: Any, setting: Setting) -> bool:
    actual = setting.facts[key]
    if key == "legal":
        complete = setting.facts["total"] + (0 in actual) == len(set(wanted))
        return complete and {with_hidden(cards, setting) for cards in wanted} == set(actual)
    if key == "takes":
        return bool(with_hidden(card_set(wanted), setting) == actual)
    if key == "floor" and setting.rules.capture.pile:
        return bool(tuple(wanted) == actual)
    return bool(_plain_value(key, wanted) == _plain_value(key, actual))


def with_hidden(cards: CardSet, setting: Setting) -> CardSet:
    """Return a captured set with the face-down cards that come along, whether they were named or not."""
    return taken_cards(setting.asked.table, cards) if setting.asked else cards


def _plain_value(key: str, value: Any) -> Any:
    """Return a value in the form in which it compares: sets of cards as sets, names in one order."""
    if key in ("floor", "leftover"):
        return value if isinstance(value, int) else card_set(value)
    if key in ("hands", "captured"):
        return tuple(one if isinstance(one, int) else card_set(one) for one in value)
    if key == "bonuses":
        return sorted(value)
    return tuple(value) if isinstance(value, list) else value


def _shown(key: str, value: Any, setting: Setting) -> str:
    """Return a value in words, for the report."""
    show = _SHOW.get(key)
    legal = setting.facts.get("legal")
    if legal is not None and value is legal:
        more = setting.facts["total"] - len(legal - {0})
        return _sets(value) + (f" and {more} more" if more > 0 else "")
    return show(value) if show else _plain(value)


def _plain(value: Any) -> str:
    if value is None:
        return "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(_plain(one) for one in value) + "]"
    return value if isinstance(value, str) else format_number(value)


def _cards(value: Any) -> str:
    return format_cards(value) or "nothing"


def _sets(value: Any) -> str:
    shown = sorted(value, key=lambda cards: (-cards.bit_count(), cards))
    return ", ".join(format_cards(cards) if cards else "trail" for cards in shown) or "nothing"


def _hands(value: Any) -> str:
    return " · ".join(format_cards(cards) or "nothing" for cards in value)


_SHOW: dict[str, Callable[[Any], str]] = {
    "legal": _sets,
    "takes": lambda value: format_cards(value) or "nothing (it trailed)",
    "floor": lambda value: format_cards(value) or "empty",
    "leftover": _cards,
    "hands": _hands,
    "captured": _hands,
}
