"""A profile told from the beginning to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basra_rules.profile.loading import given_choices, resolve_profile
from basra_rules.rulebook.bonuses import tell_bonuses
from basra_rules.rulebook.capturing import tell_playing
from basra_rules.rulebook.choices import tell_options
from basra_rules.rulebook.dealing import tell_dealing
from basra_rules.rulebook.document import Rulebook, Section
from basra_rules.rulebook.examples import tell_examples
from basra_rules.rulebook.readings import note_readings
from basra_rules.rulebook.scoring import tell_match, tell_scoring
from basra_rules.rulebook.seating import tell_cards, tell_players
from basra_rules.rulebook.teller import make_teller

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from basra_rules.profile.family import Family
    from basra_rules.profile.models import Profile
    from basra_rules.rulebook.teller import Teller
    from basra_rules.rulebook.voice import Voice


def tell_rules(family: Family, options: Mapping[str, object], voice: Voice) -> Rulebook:
    """Return the rulebook of a profile under the choices given.

    Raises:
        ProfileError: the profile can't be used.
    """
    profile = resolve_profile(family, given_choices(options))
    teller = make_teller(profile, voice)
    rules, notes = note_readings(teller, _rules(teller))
    chosen = tuple(tell_options(teller, family, rules, lambda other: _rules(make_teller(other, voice))))
    more = [
        Section(voice.gettext("What can be agreed otherwise"), chosen, ("options",)),
        Section(voice.gettext("Examples"), tuple(tell_examples(teller, family)), numbered=True),
        Section(voice.gettext("Where this comes from"), notes, ("readings",), numbered=True),
    ]
    return Rulebook(
        title=voice.text_of_profile("title", profile.title or profile.name),
        lines=tuple(_sources(teller)),
        sections=(*rules, *(section for section in more if section.statements)),
        language=voice.language.value,
        direction="rtl" if voice.is_right_to_left else "ltr",
    )


def tell_rules_alone(profile: Profile, voice: Voice) -> tuple[Section, ...]:
    """Return the sections that tell the rules of a profile, without options, examples and notes."""
    return _rules(make_teller(profile, voice))


def _rules(teller: Teller) -> tuple[Section, ...]:
    """Return the sections that tell the rules alone."""
    say = teller.voice
    return (
        Section(say.gettext("The players"), tuple(tell_players(teller)), ("seats",)),
        Section(say.gettext("The cards"), tuple(tell_cards(teller)), ("deck",)),
        Section(say.gettext("The deal"), tuple(tell_dealing(teller)), ("dealing",)),
        Section(say.gettext("The play"), tuple(tell_playing(teller)), ("capture",)),
        Section(say.gettext("Points scored at once"), tuple(tell_bonuses(teller)), ("bonuses",)),
        Section(say.gettext("The count after a deal"), tuple(tell_scoring(teller)), ("scoring",)),
        Section(say.gettext("The match"), tuple(tell_match(teller)), ("match",)),
    )


def _sources(teller: Teller) -> Iterator[str]:
    say, sources = teller.voice, teller.profile.sources
    if sources:
        listed = [f"{key} {say.text_of_profile('source', text)}" for key, text in sources.items()]
        # L10n: {sources} is a list of books and pages, each with a short key: "S0 strict Egyptian profile (Russian)".
        yield say.gettext("Sources: {sources}.", sources=say.series(listed))
