"""Where the rules come from: a note for every reading that still holds, at the statement that it speaks of."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.profile.readings import overriding
from basra_rules.profile.vocabulary import ReadingStatus
from basra_rules.rulebook.document import Statement
from basra_rules.rulebook.voice import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from basra_rules.profile.models import Reading
    from basra_rules.rulebook.document import Section
    from basra_rules.rulebook.teller import Teller


def note_readings(teller: Teller, sections: Sequence[Section]) -> tuple[tuple[Section, ...], tuple[Statement, ...]]:
    """Return the sections with the numbers of their notes, and the notes, each once.  Source: key `readings`."""
    profile = teller.profile
    holding = [reading for place, reading in enumerate(profile.readings) if not overriding(profile, place)]
    statements = [one for section in sections for one in section.statements]
    placed = sorted(_placed(holding, statements), key=lambda one: one[0])
    notes: dict[str, Statement] = {}
    numbers: dict[int, dict[int, None]] = {}
    for place, reading in placed:
        note = _note(teller, reading)
        before = notes.get(note.text, Statement(note.text))
        notes[note.text] = replace(before, keys=(*before.keys, *note.keys))
        numbers.setdefault(place, {})[list(notes).index(note.text) + 1] = None
    numbered = iter([replace(one, notes=tuple(sorted(numbers.get(place, ())))) for place, one in enumerate(statements)])
    noted = [replace(section, statements=tuple(next(numbered) for _ in section.statements)) for section in sections]
    return tuple(noted), tuple(notes.values())


def _placed(readings: Sequence[Reading], statements: Sequence[Statement]) -> Iterator[tuple[int, Reading]]:
    """Yield the readings with the places of their statements; what nothing is told of has none."""
    for reading in readings:
        place = _place(reading, statements)
        if place is not None:
            yield place, reading


def _place(reading: Reading, statements: Sequence[Statement]) -> int | None:
    """Return which statement a reading speaks of: the one with its key, else within it, else around it.

    None where nothing is told of it, as of a remainder where every packet divides.
    """
    key = reading.key
    for fits in (
        lambda one: one == key,
        lambda one: one.startswith(f"{key}."),
        lambda one: key.startswith(f"{one}."),
    ):
        found = _first(any(fits(one) for one in statement.keys) for statement in statements)
        if found is not None:
            return found
    return None


def _first(answers: Iterable[bool]) -> int | None:
    return next((place for place, answer in enumerate(answers) if answer), None)


_BETWEEN = re.compile(r"(, |\(\d+\) |§[\d.]+)")


def citation_parts(source: str) -> list[str]:
    """Return a citation in parts: a source's key, names of chapters, and what stands between them."""
    key, space, place = source.partition(" ")
    return [key + space, *filter(None, _BETWEEN.split(place))]


def chapters(source: str) -> list[str]:
    """Return the names of chapters in a citation, which may be translated."""
    return [part for part in citation_parts(source)[1:] if not _BETWEEN.fullmatch(part)]


def _note(teller: Teller, reading: Reading) -> Statement:
    say = teller.voice
    text = statuses(teller)[reading.status]
    if reading.source:
        # L10n: {status} is such as "disputed"; {source} is where it stands in a source: "S2 Play".
        source = _citation(teller, reading.source)
        text = say.gettext("{status} ({source})", status=text, source=source)
    if reading.note:
        note = say.text_of_profile("reading", reading.note)
        # L10n: {status} is such as "disputed (S2 Play)"; {note} is what is decided.
        text = say.gettext("{status}: {note}", status=text, note=note)
    if reading.others:
        others = say.series([say.text_of_profile("reading", other) for other in reading.others])
        # L10n: {note} is what was decided; {others} are other ways to understand the same place.
        text = say.gettext("{note}; also read: {others}", note=text, others=others)
    key = f"readings.{reading.key}"
    keys = [f"{key}.{one}" for one in type(reading).model_fields if getattr(reading, one)]
    return Statement(teller.full_stop(sentence(text)), tuple(keys))


def _citation(teller: Teller, source: str) -> str:
    """Return a citation with its chapters and its commas in the language."""
    say = teller.voice
    # L10n: Joins the chapters of a citation: "S2 Lebanese, variant A, Basra".
    comma = say.pgettext("joins", ", ")
    parts = [comma if part == ", " else say.text_of_profile("citation", part) for part in citation_parts(source)]
    return "".join(parts)


def statuses(teller: Teller) -> dict[ReadingStatus, str]:
    """Return what each status is called."""
    say = teller.voice
    return {
        # L10n: What a rule rests on: the words of a source.
        ReadingStatus.ATTESTED: say.gettext("source"),
        # L10n: What a rule rests on: no source says it, but it follows.
        ReadingStatus.INFERRED: say.gettext("inferred"),
        # L10n: What a rule rests on: the source can be understood otherwise, or others contradict it.
        ReadingStatus.DISPUTED: say.gettext("disputed"),
        # L10n: What a rule rests on: a family's own custom.
        ReadingStatus.HOUSE: say.gettext("house rule"),
    }
