"""What tells two profiles apart: shown for every rule that differs, and true by the engine under both."""

from __future__ import annotations

import json
import time
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.comparison import Comparison, compare_profiles
from basra_rules.analysis.contrast import is_proved_same
from basra_rules.analysis.paired_deals import play_pairs
from basra_rules.analysis.parting import find_partings
from basra_rules.analysis.situations import make_domain
from basra_rules.analysis.trees import BONUSES, WAYS
from basra_rules.cli.diff_card import render_card
from basra_rules.cli.diff_data import as_json
from basra_rules.cli.diffing import render_comparison, render_scenarios, sides_of
from basra_rules.engine.bonuses import score_bonuses
from basra_rules.engine.captures import find_captures, is_capture
from basra_rules.engine.state import Action
from basra_rules.errors import UsageError
from basra_rules.profile.family import read_family
from basra_rules.profile.loading import load_profile
from basra_rules.resources import profile_names
from basra_rules.rules.compiling import compile_rules
from basra_rules.scenarios.outcome import Status
from basra_rules.scenarios.reading import read_scenarios
from basra_rules.scenarios.running import Runner
from tests.analysis.scenario_texts import scenario_file

if TYPE_CHECKING:
    from pathlib import Path

    from basra_rules.analysis.parting import Parting
    from basra_rules.rules.model import Rules

PAIRS = [
    *Random(4).sample(sorted(combinations(profile_names(), 2)), 12),
    ("egyptian", "lebanese"),
    ("bastra", "yemeni"),
    ("pisti", "egyptian"),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_each_way_or_bonus_that_differs_is_shown_at_work(one: str, other: str) -> None:
    domain = make_domain(load_profile(one), load_profile(other))
    partings = find_partings(domain)
    assert partings.hidden == ()
    for rule, parting in partings.shown.items():
        assert_shows(rule, parting, domain.rules[0], domain.rules[1])


def assert_shows(rule: str, parting: Parting, one: Rules, other: Rules) -> None:
    """Ask the engine anew: the rule's own verdict differs, and so does what may be played or is scored."""
    table, card = parting.position.table, parting.position.card
    if rule.startswith(BONUSES):
        assert parting.captured
        name = rule.removeprefix(BONUSES)
        scored = []
        for rules in (one, other):
            legal = is_capture(rules, table, card, parting.captured)
            bonuses = score_bonuses(rules, table, Action(card, parting.captured)) if legal else ()
            scored.append(sum(bonus.points for bonus in bonuses if bonus.bonus.name == name))
        assert scored[0] != scored[1]
    elif rule.startswith(WAYS):
        sets = [set(find_captures(rules, table, card, cap=1000).sets) for rules in (one, other)]
        assert sets[0] != sets[1]
    assert parting.one.plain() != parting.other.plain() or parting.one.names() != parting.other.names()


@pytest.mark.parametrize(("one", "other"), PAIRS[:6] + PAIRS[-3:])
def test_the_scenarios_of_a_comparison_pass_under_their_profile(tmp_path: Path, one: str, other: str) -> None:
    comparison = compare_profiles(load_profile(one), load_profile(other), (one, other))
    scenarios: tuple[list[str], list[str]] = ([], [])
    for place in (0, 1):
        scenarios[place].extend(situation.sides[place].scenario or "" for situation in comparison.situations)
        scenarios[place].extend(count.scenarios[place] or "" for count in comparison.counts)
        scenarios[place][:] = filter(None, scenarios[place])
        if not scenarios[place]:
            continue
        path = tmp_path / "scenarios.yaml"
        path.write_text("scenarios:\n" + "\n".join(scenarios[place]) + "\n", encoding="utf-8")
        outcomes = list(Runner(read_family((one, other)[place])).run_file(read_scenarios(path)))
        assert [outcome.scenario.node.span for outcome in outcomes if outcome.status is not Status.PASSED] == []
    assert scenarios[0] != scenarios[1] or (one, other) == ("jordanian", "jordanian-court")  # the deck alone differs


def test_two_names_of_one_game_are_proved_equal() -> None:
    comparison = compare("palestinian", "jordanian")
    assert comparison.proved
    assert comparison.situations == ()
    assert "proved equal" in render_comparison(comparison)


def test_only_they_are_proved_equal() -> None:
    profiles = {name: load_profile(name) for name in profile_names()}
    equal = [pair for pair in combinations(sorted(profiles), 2) if is_proved_same(*(profiles[name] for name in pair))]
    assert equal == [("jordanian", "palestinian")]


def test_a_rule_in_other_words_is_proved_equal(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(
        "format: 1\nname: house\nextends: egyptian\n"
        "bonuses: {seven_of_diamonds: {when: not (card is not 7♦ or not numeric or sum > 10)}}\n",
        encoding="utf-8",
    )
    assert is_proved_same(load_profile(path), load_profile("egyptian"))


def compare(one: str, other: str, **more: int) -> Comparison:
    first, second = sides_of((one, None), (other, None))
    return compare_profiles(first.profile, second.profile, (first.name, second.name), **more)


def test_an_option_on_either_side() -> None:
    comparison = compare("egyptian", "egyptian:lone_jack=triple,target=121")
    assert comparison.names == ("egyptian", "egyptian (lone_jack=triple, target=121)")
    assert [situation.rules for situation in comparison.situations] == [("bonuses.lone_jack",)]
    assert [count.rules for count in comparison.counts] == [("match.target",)]
    with pytest.raises(UsageError):
        sides_of(("egyptian", ["lone_jack"]), ("egyptian", None))


def test_options_of_who_must_capture_and_what_groups_are_shown() -> None:
    obliged = compare("bastra", "bastra:obligation=hand")
    assert [situation.rules for situation in obliged.situations] == [("capture.obligation",)]
    grouped = compare("egyptian", "egyptian:groups=maximal")
    assert [situation.rules for situation in grouped.situations] == [("capture.groups",)]


def test_a_difference_that_only_history_shows_comes_with_the_play_before() -> None:
    comparison = compare("lebanese", "lebanese-ashush")
    (situation,) = comparison.situations
    assert len(situation.plays) == 2
    assert situation.rules == ("bonuses.lone_and_trailed",)


def test_what_differs_on_large_floors_only_is_found(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(
        "format: 1\nname: house\nextends: egyptian\nbonuses: {many: {when: count > 6, points: 5}}\n", encoding="utf-8"
    )
    domain = make_domain(load_profile(path), load_profile("egyptian"))
    parting = find_partings(domain).shown["bonuses.many"]
    assert len(parting.position.table.floor) == 7


@pytest.mark.parametrize(
    ("rules", "rule"),
    [
        ("scoring: {leftover: dealer}", "scoring.leftover"),
        ("dealing: {redeal: {J: 3}}", "dealing.redeal"),
        (
            "scoring: {awards: {clubs: {counts: ♣, at_least: most, points: 7, if_nobody: nobody}}}",
            "scoring.awards.clubs",
        ),
    ],
)
def test_what_shows_in_whole_deals_only_comes_with_a_deal(tmp_path: Path, rules: str, rule: str) -> None:
    path = tmp_path / "teta.yaml"
    path.write_text(f"format: 1\nname: teta\nextends: egyptian\n{rules}\n", encoding="utf-8")
    comparison = compare_profiles(load_profile("egyptian"), load_profile(path), ("egyptian", "teta"))
    shown = [one for one in comparison.counts if rule in one.rules]
    assert shown
    assert all(one.one != one.other for one in shown)
    for name, scenario in zip(("egyptian", path), shown[0].scenarios, strict=True):
        assert scenario
        file = scenario_file(tmp_path, scenario)
        assert [one.status for one in Runner(read_family(str(name))).run_file(file)] == [Status.PASSED]


def test_the_same_game_twice_never_differs_on_deals() -> None:
    rules = compile_rules(load_profile("palestinian")), compile_rules(load_profile("jordanian"))
    pairs = play_pairs(*rules, 20, 1)
    assert pairs.changed.value == pairs.together.value == pairs.gap.value == 0
    assert pairs.together.low is pairs.gap.high is None
    assert 0 < pairs.changed.high < 0.2


def test_pairs_of_deals_part_only_where_the_rules_do() -> None:
    rules = compile_rules(load_profile("egyptian")), compile_rules(load_profile("egyptian", {"lone_jack": "double"}))
    pairs = play_pairs(*rules, 400, 0)
    found = pairs
    assert 0 < found.changed.value < 0.1
    # a jack on a lone jack gives 20 by the other rules alone, and to one of two sides
    assert -40 * found.changed.value < found.together.value <= -20 * found.changed.value
    assert found.gap.value == pytest.approx(-found.together.value / 2, abs=0.05)
    assert play_pairs(*rules, 400, 0) == pairs


def test_no_common_number_of_players_leaves_deals_out(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("format: 1\nname: house\nextends: bastra\nseats: {players: [3]}\n", encoding="utf-8")
    comparison = compare(str(path), "egyptian", deals=5)
    assert comparison.deals is None
    with pytest.raises(UsageError):
        play_pairs(compile_rules(load_profile(path)), compile_rules(load_profile("egyptian")), 1, 0)


def test_text_page_and_data_say_the_same() -> None:
    comparison = compare("egyptian", "lebanese", deals=10)
    text, card, data = render_comparison(comparison), render_card(comparison), as_json(comparison)
    assert json.loads(json.dumps(data)) == data
    assert len(card.splitlines()) < 40
    for situation in data["situations"]:
        assert situation["play"] in text
    assert "random policy" in text
    assert data["deals"]["policy"] == "random"
    assert data["deals"]["share"]["low"] <= data["deals"]["share"]["value"] <= data["deals"]["share"]["high"]
    assert "(profiles/lebanese.yaml:9)" in text


def test_only_what_decides_is_said_to_show() -> None:
    shown = {situation.rules for situation in compare("bastra", "russian").situations}
    assert ("capture.ways.sweep",) in shown  # a seven of diamonds on an ace, which is worth the same in both
    assert ("deck.capture_values", "capture.ways.sweep") in shown  # a jack on an ace and a jack
    values = [rules for rules in shown if "deck.capture_values" in rules]
    assert len(values) == 1


def test_ways_that_differ_by_capture_values_alone_are_not_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("format: 1\nname: house\nextends: egyptian\ndeck: {capture_values: {Q: 5}}\n", encoding="utf-8")
    partings = find_partings(make_domain(load_profile(path), load_profile("egyptian")))
    assert "deck.capture_values" in partings.shown
    assert "capture.ways.sum" not in partings.rules


def test_options_that_are_added_removed_or_changed_are_told(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(
        """format: 1
name: house
extends: egyptian
remove: [options.groups]
options:
  target: {about: points that end the match, sets: match.target, choices: [101, 151]}
  lone_jack: {choices: {double: 25}}
  tie: {about: equal scores at the target, sets: match.tie, choices: [another_deal, draw]}
""",
        encoding="utf-8",
    )
    comparison = compare("egyptian", str(path))
    lines = render_comparison(comparison).splitlines()
    start = lines.index("options that are not the same:")
    assert lines[start + 1 : start + 5] == [
        "  target (points that end the match): egyptian: 101, 121; house: 101, 151",
        "  groups (which groups a card takes): only egyptian has it: chosen, maximal",
        "  lone_jack (a jack on a lone jack): otherwise under double",
        "  tie (equal scores at the target): only house has it: another_deal, draw",
    ]
    data = {one["option"]: one for one in as_json(comparison)["options"]}
    assert data["groups"]["offers"][1] == {"profile": "house", "choices": None}
    assert data["tie"]["offers"][1]["choices"] == ["another_deal", "draw"]
    assert data["lone_jack"]["other_effect"] == ["double"]


def test_equal_options_are_not_told() -> None:
    assert compare("egyptian", "egyptian:target=121").options == ()


def test_the_end_of_a_deal_is_part_of_the_scenario() -> None:
    comparison = compare("pisti", "pisti:last_pisti=counts")
    assert [situation.last_card for situation in comparison.situations] == [True, True]
    for situation in comparison.situations:
        assert "  last_card: true" in (situation.sides[0].scenario or "").splitlines()


def test_lines_are_no_longer_than_the_terminal() -> None:
    comparison = compare("egyptian", "lebanese", deals=10)
    for render in (render_comparison, render_card):
        assert max(map(len, render(comparison, 80).splitlines())) <= 80
        assert render(comparison, 80).split() == render(comparison).split()


def house_of(folder: Path, rules: str) -> str:
    path = folder / "house.yaml"
    path.write_text(f"format: 1\nname: house\nextends: egyptian\n{rules}\n", encoding="utf-8")
    return str(path)


def test_deals_are_played_by_players_for_whom_the_rules_differ(tmp_path: Path) -> None:
    (tmp_path / "short.yaml").write_text(
        "format: 1\nname: short\nextends: egyptian\ndeck: {without: 2♠ or 3♠}\nseats: {players: [2, 3]}\n"
        "dealing: {remainder: dealer}\n",
        encoding="utf-8",
    )
    path = tmp_path / "house.yaml"
    path.write_text(
        "format: 1\nname: house\nextends: short.yaml\ndealing: {remainder: last_capturer}\n", encoding="utf-8"
    )
    comparison = compare(str(tmp_path / "short.yaml"), str(path), deals=300)
    assert comparison.deals is not None
    assert comparison.deals.players == 3
    assert comparison.deals.changed.value > 0
    assert [count.rules for count in comparison.counts] == [("dealing.remainder",)]
    assert comparison.counts[0].what.startswith("the same deal is played: 3 players")


def test_players_with_other_sides_are_told_and_not_compared(tmp_path: Path) -> None:
    comparison = compare("egyptian", house_of(tmp_path, "seats: {sides: solo}"), deals=20)
    text, card = render_comparison(comparison), render_card(comparison)
    assert "for 4 players the sides are others" in text
    assert "scored differently: none (at most 16.1% of the deals)" in text
    assert "all sides together" not in text
    assert "None of 20 deals for 2 players is scored differently (random play)." in card
    assert "Here: Everybody plays alone, also when there are four." in card


def test_a_carried_award_is_none_of_a_side_but_one_of_all_together(tmp_path: Path) -> None:
    comparison = compare("egyptian", house_of(tmp_path, "scoring: {awards: {majority: {at_least: 28}}}"), deals=300)
    assert comparison.deals is not None
    assert comparison.deals.changed.value > 0.05
    assert comparison.deals.gap.value == pytest.approx(15 * comparison.deals.changed.value)
    assert comparison.deals.together.value == 0


def test_each_rule_of_the_match_has_a_match_of_its_own(tmp_path: Path) -> None:
    comparison = compare("egyptian", house_of(tmp_path, "match: {games_to_win: 2, tie: {extend: 20}}"))
    assert [count.rules for count in comparison.counts] == [("match.tie",), ("match.games_to_win",)]
    assert [(count.one, count.other) for count in comparison.counts] == [
        ("side 0 has won", "the match goes on, to 121 points"),
        ("side 0 has won", "the match goes on, games won: 1 – 0"),
    ]
    only_games = compare("egyptian", house_of(tmp_path, "match: {games_to_win: 2}"))
    assert [count.rules for count in only_games.counts] == [("match.games_to_win",)]


def test_a_card_speaks_in_sentences_and_labels(tmp_path: Path) -> None:
    rules = "dealing: {refill: after_play}\nmatch: {games_to_win: 2}\nchoose: {lone_jack: triple, groups: maximal}"
    card = render_card(compare("egyptian", house_of(tmp_path, rules)))
    assert "30 for double basra" in card
    assert "After each play the player draws one card" in card
    assert not any(key in card for key in ("lone_jack", "dealing.", "match.", "after_play", "games_to_win"))
    assert "Also:" not in render_card(compare("egyptian", "egyptian:groups=maximal"))


def test_a_condition_that_differs_in_two_places_is_shown_in_both_directions(tmp_path: Path) -> None:
    rules = "bonuses: {seven_of_diamonds: {when: card is 7♦ and sum < 10}}"
    comparison = compare("egyptian", house_of(tmp_path, rules))
    points = [[side.captures[0][1] for side in situation.sides] for situation in comparison.situations]
    assert points == [[10, 0], [0, 10]]
    assert {situation.rules for situation in comparison.situations} == {("bonuses.seven_of_diamonds",)}


def test_what_is_shown_is_printed_as_a_file_of_scenarios_for_each_side(tmp_path: Path) -> None:
    rules = "bonuses: {seven_of_diamonds: {when: card is 7♦ and sum < 10}}\nmatch: {tie: {extend: 20}}"
    names = "egyptian", house_of(tmp_path, rules)
    texts = render_scenarios(compare(*names)).split("scenarios:\n")[1:]
    assert len(texts) == 2
    for place, text in enumerate(texts):
        path = tmp_path / f"of_{place}.yaml"
        path.write_text("scenarios:\n" + text, encoding="utf-8")
        for name in names:
            outcomes = list(Runner(read_family(name)).run_file(read_scenarios(path)))
            assert len({one.scenario.name for one in outcomes}) == 3
            expected = Status.PASSED if name == names[place] else Status.FAILED
            assert {one.status for one in outcomes} == {expected}


def test_cards_that_one_deck_lacks_show_what_only_they_can() -> None:
    comparison = compare("jordanian", "russian")
    shown = {situation.rules: situation for situation in comparison.situations}
    kings = shown["capture.ways.kings",]
    assert [bool(side.scenario) for side in kings.sides] == [False, True]
    assert "jordanian: can't come about: K♣ not in the deck" in render_comparison(comparison)
    data = as_json(comparison)["situations"][comparison.situations.index(kings)]
    assert [side["not_in_the_deck"] for side in data["outcomes"]] == ["K♣", None]


def test_rules_that_take_long_to_look_into_are_compared_in_seconds(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(
        """format: 1
name: house
extends: ethiopian
capture:
  ways:
    two: {played: numeric, groups_of: 11 - card.value, smallest: 1}
bonuses:
  many: {when: equal_groups(groups >= 2 and total < 9) and count >= 3, points: 2 * count + card.value}
  rich: {when: sum >= 15 and any captured is ♦ and floor.count > count + 1, points: 0.5 * sum}
""",
        encoding="utf-8",
    )
    start = time.process_time()
    comparison = compare("egyptian", str(path))
    assert time.process_time() - start < 10
    assert {"capture.ways.two", "bonuses.many", "bonuses.rich"} <= comparison.shown


def test_rules_that_refuse_to_deal_to_some_players_are_compared_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(
        "format: 1\nname: house\nextends: egyptian\nseats: {players: [3, 4], sides: solo}\n"
        "dealing: {packet: 5, floor: 6, remainder: refuse}\n",
        encoding="utf-8",
    )
    found = compare_profiles(load_profile(path), load_profile("egyptian"), ("house", "egyptian"), deals=20)
    assert {"dealing.packet", "dealing.remainder"} & {rule for count in found.counts for rule in count.rules}
    assert "can't be dealt to so many players" in render_comparison(found)
