"""What no single key can show: whether the parts of a profile fit together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from basra_rules.cards import CARDS
from basra_rules.errors import Diagnostic, name_meant
from basra_rules.expression.compiling import compile_amount, compile_pattern
from basra_rules.expression.features import names_used
from basra_rules.profile.deck import conflicting_values, deck_of, kept_off, tables_of
from basra_rules.profile.schema import known_keys
from basra_rules.profile.vocabulary import FloorKind
from basra_rules.source.nodes import ListNode, MapNode, ScalarNode
from basra_rules.source.text_edits import delete_item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.models import Profile, Way

FLOOR_TOP = "floor.top"
SOURCE_KEY = re.compile(r"[A-Z][0-9]+\b")
_RESERVED_TABLES = ("rank", "value", "suit")


def check_consistency(profile: Profile) -> Iterator[Diagnostic]:
    """Yield the faults between keys that are each in order by themselves."""
    yield from _deck_faults(profile)
    yield from _dealing_faults(profile)
    yield from _capture_faults(profile)
    yield from _pile_faults(profile)
    yield from _total_faults(profile)
    yield from _bonus_faults(profile)
    yield from _reading_faults(profile)


def _deck_faults(profile: Profile) -> Iterator[Diagnostic]:
    for name in profile.deck.tables:
        if name in _RESERVED_TABLES:
            span = profile.origins.key_span(f"deck.tables.{name}")
            yield Diagnostic("reserved-name", f"`card.{name}` has a meaning already", span, "choose another name")
    for entry in profile.deck.capture_values:
        if "numeric" in names_used(entry.pattern.tree):
            message = "`numeric` depends on the capture values that it would give here"
            yield Diagnostic("conflict", message, entry.pattern.node.span, "name ranks instead, such as `J or Q`")
    for entry, card, other in conflicting_values(profile):
        message = f"{card} has two capture values here, and neither pattern is the narrower one"
        note = f"the other is `{other.pattern.node.text}` in line {other.pattern.node.span.line}"
        yield Diagnostic("conflict", message, entry.pattern.node.span, "which one counts?", (note,))
    players = profile.seats.players
    for place, count in enumerate(players):
        if count in players[:place]:
            yield _twice(profile, place, count)


def _twice(profile: Profile, place: int, count: int) -> Diagnostic:
    """Return the fault of a number of players that is listed for the second time, as number `place`."""
    entry = profile.origins.entry("seats.players")
    listed = entry.value if entry is not None and isinstance(entry.value, ListNode) else None
    if listed is None:
        return Diagnostic("repeated-value", f"{count} players stand there twice", profile.span("seats.players"))
    second = listed.items[place]
    fault = Diagnostic("repeated-value", f"{count} players stand there twice", second.span, "the second")
    return fault.mended_by(delete_item(listed, second, "delete the second", certain=False))


def _dealing_faults(profile: Profile) -> Iterator[Diagnostic]:
    dealing = profile.dealing
    deck = deck_of(profile)
    most = max(profile.seats.players)
    needed = most * dealing.packet + dealing.floor
    if needed > deck.bit_count():
        message = f"the deck has {deck.bit_count()} cards, too few to deal {_dealt(profile, most)}"
        span = profile.origins.nearest_span("dealing.packet", "dealing.floor", "deck.without", "seats.players")
        yield Diagnostic("deck-too-small", message, span, f"{needed} cards are needed")
    elif dealing.floor:
        yield from _keep_off_faults(profile, needed)
    for entry in dealing.redeal:
        if entry.value > dealing.floor:
            message = f"{entry.value} such cards can't lie on the floor where {dealing.floor} are dealt"
            yield Diagnostic("out-of-range", message, entry.pattern.node.span, "more than `dealing.floor`")
    if dealing.hidden and dealing.hidden >= dealing.floor:
        message = f"{dealing.hidden} floor cards can't be hidden where {dealing.floor} are dealt: the last lies open"
        yield Diagnostic("out-of-range", message, profile.span("dealing.hidden"), "must be below `dealing.floor`")
    if dealing.hidden and profile.capture.floor is not FloorKind.PILE:
        span = profile.span("dealing.hidden")
        yield Diagnostic("conflict", "hidden cards need a pile", span, "expected 0, or `capture: {floor: pile}`")


def _dealt(profile: Profile, most: int) -> str:
    packet, floor = profile.dealing.packet, profile.dealing.floor
    return f"{packet} to each of {most} players" + (f" and {floor} to the floor" if floor else "")


def _keep_off_faults(profile: Profile, needed: int) -> Iterator[Diagnostic]:
    anywhere, top = kept_off(profile)
    off = anywhere | top
    span = profile.span("dealing.keep_off_floor")
    if off and profile.dealing.kept_off_go is None:
        label = "expected `kept_off_go` beside it"
        yield Diagnostic("missing-key", "nothing says where cards go that are kept off the floor", span, label)
    left = (deck_of(profile) & ~off).bit_count()
    # every seat may have been dealt cards that could have lain on the floor
    if off and left < needed:
        message = f"kept off the floor are so many cards that {left} are left, too few to be sure of a valid floor"
        yield Diagnostic("floor-out-of-reach", message, span, f"{needed} others may be needed")


def _capture_faults(profile: Profile) -> Iterator[Diagnostic]:
    capture = profile.capture
    grouping = False
    for name, way in capture.ways.items():
        yield from _way_faults(profile, f"capture.ways.{name}", way)
        if way.groups_of is not None:
            grouping = True
            if capture.floor is FloorKind.PILE:
                message = f"a pile has no groups, but the way `{name}` takes some: only the top card lies open"
                yield Diagnostic("conflict", message, profile.span("capture.floor"), f"or remove capture.ways.{name}")
    if grouping and capture.groups is None:
        message = "a way takes groups, but `capture` does not say which"
        span = profile.span("capture")
        yield Diagnostic("missing-key", message, span, "expected `groups: chosen` or `groups: maximal` in here")


def _pile_faults(profile: Profile) -> Iterator[Diagnostic]:
    """Yield where an expression speaks of the top of a floor that is no pile: there, order means nothing."""
    conditions = [way.when for way in profile.capture.ways.values()]
    conditions += [bonus.when for bonus in profile.bonuses.values()]
    if profile.capture.floor is FloorKind.PILE:
        return
    for condition in conditions:
        if condition is not None and FLOOR_TOP in names_used(condition.tree):
            message = f"`{FLOOR_TOP}` has no meaning where the floor lies spread out"
            help_text = "`capture: {floor: pile}` makes the floor a pile"
            yield Diagnostic("name-out-of-scope", message, condition.node.span, "the floor is no pile", help=help_text)


def _way_faults(profile: Profile, path: str, way: Way) -> Iterator[Diagnostic]:
    if way.takes is None and way.groups_of is None:
        message = f"`{path}` says nothing of what is taken"
        yield Diagnostic("missing-key", message, profile.span(path), "expected `takes` or `groups_of` in here")
    if way.takes is not None and way.groups_of is not None:
        help_text = "write two ways: all that admit the played card apply together"
        span = profile.origins.key_span(f"{path}.groups_of")
        yield Diagnostic(
            "conflict", "a way has either `takes` or `groups_of`", span, "the second of two", help=help_text
        )
    belongs = {
        "how_many": ("takes", way.takes),
        "smallest": ("groups_of", way.groups_of),
        "sets": ("groups_of", way.groups_of),
    }
    for key, (partner, value) in belongs.items():
        if getattr(way, key) is not None and value is None:
            span = profile.origins.key_span(f"{path}.{key}")
            yield Diagnostic("conflict", f"`{key}` belongs to `{partner}`", span, f"this way has no `{partner}`")


def _total_faults(profile: Profile) -> Iterator[Diagnostic]:
    """Yield the ways whose groups total nothing for every card that they admit."""
    tables = tables_of(profile)
    for name, way in profile.capture.ways.items():
        if way.groups_of is None:
            continue
        played = [card for card in CARDS if compile_pattern(way.played.tree, tables, card) >> card & 1]
        totals = [compile_amount(way.groups_of.tree, tables, card) for card in played]
        if totals and not any(callable(total) or total > 0 for total in totals):
            message = f"no group totals {way.groups_of.node.text}: capture values are above 0"
            span = profile.span(f"capture.ways.{name}.groups_of")
            yield Diagnostic("out-of-range", message, span, "expected a total above 0")


def _bonus_faults(profile: Profile) -> Iterator[Diagnostic]:
    for name, bonus in profile.bonuses.items():
        if bonus.instead_of is None:
            continue
        entry = profile.origins.entry(f"bonuses.{name}.instead_of")
        assert entry is not None  # it has a value
        assert isinstance(entry.value, ScalarNode)
        span = entry.value.span
        if bonus.instead_of not in profile.bonuses:
            known = (one for one in profile.bonuses if one != name)
            meant = name_meant(entry.value.text_span, bonus.instead_of, known)
            message = f"unknown bonus `{bonus.instead_of}`"
            yield Diagnostic("unknown-name", message, span, meant.label, fixes=meant.fixes)
        elif name in _replaced_by(profile, name):
            yield Diagnostic("conflict", f"`{name}` would score instead of itself", span, "this goes round in a circle")


def _replaced_by(profile: Profile, name: str) -> set[str]:
    found: set[str] = set()
    following = profile.bonuses[name].instead_of
    while following is not None and following not in found:
        found.add(following)
        bonus = profile.bonuses.get(following)
        following = bonus.instead_of if bonus else None
    return found


def _reading_faults(profile: Profile) -> Iterator[Diagnostic]:
    listed = profile.origins.tree.get("readings")
    for item in listed if isinstance(listed, ListNode) else ():
        key = item.get("key") if isinstance(item, MapNode) else None
        source = item.get("source") if isinstance(item, MapNode) else None
        if isinstance(source, ScalarNode):
            yield from _source_faults(profile, source)
        if isinstance(key, ScalarNode) and not _names_a_key(profile, key.text):
            parent = profile.origins.entry(key.text.rpartition(".")[0])
            known = parent.value.keys if parent and isinstance(parent.value, MapNode) else profile.origins.tree.keys
            last = key.text.rpartition(".")[2]
            meant = name_meant(key.all_of(len(key.text) - len(last), len(key.text)), last, known)
            message = f"a reading speaks of `{key.text}`, which is no key here"
            yield Diagnostic("unknown-path", message, key.span, meant.label, fixes=meant.fixes)


def _source_faults(profile: Profile, source: ScalarNode) -> Iterator[Diagnostic]:
    """Yield a fault where a reading cites a source by a key that `sources` does not have."""
    key = SOURCE_KEY.match(source.text)
    if key is not None and not key[0].startswith("G") and key[0] not in profile.sources:
        meant = name_meant(source.all_of(0, len(key[0])), key[0], profile.sources)
        label = meant.label or "expected a key of `sources`"
        span = source.span_of(0, len(key[0]))
        yield Diagnostic("unknown-source", f"`{key[0]}` is not among the `sources`", span, label, fixes=meant.fixes)


def _names_a_key(profile: Profile, path: str) -> bool:
    parts = tuple(path.split("."))
    return profile.origins.entry(path) is not None or parts[-1] in known_keys(parts[:-1])
