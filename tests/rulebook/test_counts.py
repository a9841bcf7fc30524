"""The worked count of a deal shows a whole score."""

from __future__ import annotations

import pytest

from basra_rules import resources
from basra_rules.engine.scoring import score_tallies
from basra_rules.profile.loading import load_profile
from basra_rules.rulebook.counts import share_out, tell_count
from basra_rules.rulebook.teller import make_teller
from basra_rules.rulebook.voice import Voice
from basra_rules.rules.compiling import compile_rules

each_profile = pytest.mark.parametrize("name", resources.profile_names())


@each_profile
def test_every_card_that_scores_is_told_of(name: str) -> None:
    rules = compile_rules(load_profile(name))
    shares = share_out(rules, 10)
    assert sum(share.tally.cards for share in shares) == rules.deck.bit_count()
    known = [share.tally.known for share in shares]
    assert sum(known) == known[0] | known[1]
    scoring = sum(1 << card for card, points in enumerate(rules.scoring.cards) if points and rules.deck >> card & 1)
    assert scoring & ~sum(known) == 0
    assert all(share.tally.known.bit_count() <= share.tally.cards for share in shares)


@each_profile
def test_every_award_is_won(name: str) -> None:
    rules = compile_rules(load_profile(name))
    tallies = [share.tally for share in share_out(rules, 10)]
    result = score_tallies(rules, tallies, [0] * len(rules.scoring.awards))
    assert not result.void
    assert [sum(award.points) for award in result.awards] == [award.points for award in rules.scoring.awards]


def test_the_parts_of_a_score_are_added_up() -> None:
    (statement,) = tell_count(make_teller(load_profile("egyptian"), Voice()), 10)
    assert statement.text.replace("\N{NO-BREAK SPACE}", " ") == (
        "Side 1 has captured 29 cards, among them A♣ J♣ 10♦ A♥ A♠, and 10 points from the play: 7 + 30 + 10 = 47 "
        "points. Side 2 has captured 23 cards, among them 2♣ A♦ J♦ J♥ J♠: 6 points."
    )


def test_where_most_cards_score_sides_have_whole_ranks() -> None:
    (statement,) = tell_count(make_teller(load_profile("russian"), Voice()), 0)
    assert "28 cards (A, 3, 5, 7, 9, J and K of all suits)" in statement.text
