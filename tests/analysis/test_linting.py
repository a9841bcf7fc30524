"""Lint: what it finds is true, and it finds nothing where there is nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from basra_rules.analysis.edits import Edit, edited
from basra_rules.analysis.findings import SUCH_AS
from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.analysis.linting import CODES, lint_profile
from basra_rules.analysis.runs import Ruleset
from basra_rules.analysis.situations import Case, cases, make_domain
from basra_rules.analysis.study import Study
from basra_rules.cards import cards_of, parse_cards
from basra_rules.engine.bonuses import score_bonuses, situation
from basra_rules.engine.budget import least_given
from basra_rules.engine.captures import find_captures
from basra_rules.engine.deal import play, start_deal, table_of
from basra_rules.engine.layout import way_situation
from basra_rules.engine.legality import may_trail
from basra_rules.engine.scoring import Tally, score_tallies
from basra_rules.engine.state import Action, Seat
from basra_rules.errors import Severity
from basra_rules.expression.compiling import compile_condition
from basra_rules.expression.parsing import parse_condition
from basra_rules.profile.family import Family, read_family
from basra_rules.profile.loading import check_profile, given_choices, load_profile, resolve_profile
from basra_rules.profile.vocabulary import FloorKind
from basra_rules.resources import profile_names, profile_path
from basra_rules.rules.compiling import compile_rules
from basra_rules.scenarios.outcome import Status
from basra_rules.scenarios.reading import read_scenarios
from basra_rules.scenarios.running import Runner
from basra_rules.source.editing import apply_edits
from basra_rules.source.nodes import scalar_from_text
from basra_rules.source.reading import PROFILE_LIMIT, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from basra_rules.analysis.situations import Domain
    from basra_rules.errors import Diagnostic
    from basra_rules.expression.situation import Situation
    from basra_rules.profile.models import Profile
    from basra_rules.source.nodes import ScalarNode

HEAVY = {"ethiopian", "yemeni", "lebanese"}  # seconds each; one seed of a kind is enough for them


@dataclass(frozen=True)
class Seed:
    """A fault put into a profile, the code that must find it, and where it must point."""

    title: str
    code: str
    changes: str
    points_at: str


SEEDS = [
    Seed("two numbers", "never-holds", "bonuses: {seed: {when: count > 3 and count < 2, points: 5}}", "count > 3"),
    Seed(
        "no such card", "never-holds", "bonuses: {seed: {when: any captured is (J and Q), points: 5}}", "any captured"
    ),
    Seed("too many", "never-holds", "bonuses: {seed: {when: sum < 2 and count > 4 and numeric, points: 5}}", "sum < 2"),
    Seed("a capture", "always-holds", "bonuses: {seed: {when: count >= 1, points: 5}}", "count >= 1"),
    Seed("all or none", "always-holds", "bonuses: {seed: {when: numeric or not numeric, points: 5}}", "numeric or not"),
    Seed(
        "weaker",
        "part-decides-nothing",
        "bonuses: {seed: {when: sum > 7 and sum > 5 and numeric and floor.count > 0, points: 5}}",
        "sum > 5",
    ),
    Seed("chain", "part-decides-nothing", "bonuses: {seed: {when: 0 <= count < 4 and sweep, points: 5}}", "0 <= count"),
    Seed("twice", "same-play-twice", "bonuses: {seed: {when: count == 2, points: 5}}", "seed"),
    Seed(
        "below another",
        "always-covered",
        "bonuses: {seed: {when: count > 2, points: 5, instead_of: under}, "
        "under: {when: count > 2 and sweep, points: 1}}",
        "under",
    ),
    Seed("a large group", "way-never-applies", "capture: {ways: {seed: {played: A, groups_of: 500}}}", "seed"),
    *(
        Seed(title, "way-never-applies", f"capture: {{groups: chosen, ways: {{seed: {{{way}}}}}}}", "seed")
        for title, way in {
            "on an empty floor": "played: A, when: floor.count == 0, takes: floor",
            "less than it takes": "played: J, when: floor.sum < 2, takes: 5",
            "a group of one": "played: numeric, when: floor.count < 2, groups_of: card.value",
            "too little for a group": "played: 8, when: floor.sum < 9, groups_of: 9",
            "none of those that it takes": "played: A, when: not any floor is (J or 5), takes: J or 5",
            "nothing left to add up": "played: 6, when: not any floor is (A or 2 or 3 or 4), groups_of: 5",
            "few cards, many points": "played: A, when: floor.count <= 2 and floor.sum > 17, groups_of: 16",
            "no numbers": "played: J, when: not floor.numeric and floor.count == 1, groups_of: 5, smallest: 1",
        }.items()
    ),
    Seed("taken by another way", "way-never-applies", "capture: {ways: {seed: {played: J, takes: numeric}}}", "seed"),
    Seed(
        "too many of a kind",
        "award-out-of-reach",
        "scoring: {awards: {seed: {counts: J, at_least: 5, points: 3, if_nobody: nobody}}}",
        "5",
    ),
    Seed(
        "none of a kind",
        "award-out-of-reach",
        "deck: {without: 9}\nscoring: {awards: {seed: {counts: 9, at_least: most, points: 3, if_nobody: nobody}}}",
        "9",
    ),
    Seed("a table nobody reads", "rule-without-effect", "deck: {tables: {seed: {J: 12}}}", "seed"),
    Seed("no such card to count", "rule-without-effect", "deck: {without: 9}\nscoring: {cards: {9: 3}}", "9"),
    Seed(
        "instead of what never comes with it",
        "rule-without-effect",
        "bonuses:\n  seed: {when: card is 10 and count == 1, points: 3}\n"
        "  other: {when: card is A, points: 2, instead_of: seed}",
        "instead_of",
    ),
    Seed("again", "override-equal", "dealing: {floor: FLOOR}", "FLOOR"),
    Seed("no choice", "option-without-effect", "options: {seed: {about: seed, choices: {a: {}, b: {}}}}", "seed"),
    Seed(
        "two for one key",
        "options-overlap",
        "options:\n  seed: {about: the end, sets: match.target, choices: [50, 60]}\n"
        "  other: {about: the end, sets: match.target, choices: [50, 70]}\nmatch: {target: 50}",
        "other",
    ),
    Seed(
        "no default",
        "no-choice-in-force",
        "options: {seed: {about: the end, sets: match.target, choices: [51, 61]}}",
        "seed",
    ),
    Seed("a point", "target-reached-at-once", "match: {target: 1}", "1"),
    Seed(
        "both",
        "award-for-several",
        "scoring: {awards: {seed: {counts: J, at_least: 2, points: 3, if_nobody: nobody}}}",
        "2",
    ),
    Seed("old", "unused-allow", "allow: {never-holds: long ago}", "never-holds"),
    Seed("kings and queens", "matches-nothing", "deck: {without: K and Q}", "K and Q"),
    Seed(
        "either or both",
        "mixed-and-or",
        "bonuses: {seed: {when: count == 2 and card is A or card is 5, points: 3}}",
        "count == 2",
    ),
    Seed(
        "either or both of cards",
        "mixed-and-or",
        "scoring: {cards: {J or 7 and ♦: 2}}",
        "J or 7",
    ),
    Seed("way of no card", "matches-nothing", "capture: {ways: {seed: {played: A, takes: J and Q}}}", "J and Q"),
    Seed("no code", "unknown-code", "allow: {never-hold: long ago}", "never-hold"),
]
ALONE = [
    Seed(
        "no way for kings",
        "uncapturable-card",
        "remove: [capture.ways.courts, options.court_match]\ncapture: {ways: {sweep: {takes: numeric or J}}}",
        "ways",
    ),
    Seed(
        "nothing scores",
        "target-out-of-reach",
        "bonuses: {basra: {points: 0}, seven_of_diamonds: {points: 0}}\n"
        "remove: [scoring.awards.majority, scoring.cards.A, scoring.cards.J, scoring.cards.2♣, scoring.cards.10♦, "
        "options.lone_jack]",
        "101",
    ),
    Seed("nobody need", "gap", "capture: {obligation: none}", "none"),
    Seed(
        "one alone",
        "gap",
        "seats: {players: [3]}\nscoring: {awards: {majority: {at_least: 27, if_nobody: each}}}",
        "each",
    ),
    Seed(
        "the fifth of a rank",
        "never-holds",
        "capture: {ways: {seed: {played: 10, when: floor.count == 4 and all floor is 10, takes: floor}}}",
        "floor.count == 4",
    ),
    Seed("taken by its like", "way-never-applies", "capture: {ways: {seed: {played: 10, takes: 10}}}", "seed"),
    Seed("five at once", "packet-does-not-divide", "dealing: {packet: 11}\nseats: {players: [2]}", "11"),
    Seed("nothing new", "changes-nothing", "title: House", "egyptian"),
    Seed(
        "the same in other words", "override-equal", "bonuses: {basra: {when: card is not (7♦ or J) and sweep}}", "card"
    ),
    Seed("as it is anyway", "override-equal", "choose: {target: 101}", "101"),
    Seed("nothing is kept off", "rule-without-effect", "deck: {without: K}\ndealing: {keep_off_floor: K}", "keep_off"),
]


def write(folder: Path, parent: str, changes: str) -> Path:
    path = folder / "house.yaml"
    path.write_text(f"format: 1\nname: house\nextends: {parent}\n{changes}\n", encoding="utf-8")
    return path


def lint(path: Path) -> tuple[Profile, Family, tuple[Diagnostic, ...]]:
    family = read_family(path)
    profile = resolve_profile(family)
    return profile, family, lint_profile(profile, family)


@pytest.mark.parametrize("name", profile_names())
def test_nothing_is_found_in_a_shipped_profile(name: str) -> None:
    path = profile_path(name)
    assert path is not None
    assert lint(path)[2] == ()


@cache
def parents() -> tuple[str, ...]:
    return tuple(name for name in profile_names() if name not in HEAVY)


def admits(parent: str, seed: Seed) -> bool:
    """Tell whether a profile can be extended so: no groups are taken from a pile."""
    return "groups_of" not in seed.changes or load_profile(parent).capture.floor is FloorKind.SPREAD


def seeded() -> list[tuple[str, Seed]]:
    """Return seeds with the profiles they are put into: each in two, each profile with a few."""
    chance = Random(7)
    return [
        (name, seed) for seed in SEEDS for name in chance.sample([one for one in parents() if admits(one, seed)], 2)
    ] + [("egyptian", one) for one in ALONE]


@pytest.mark.parametrize(("parent", "seed"), seeded(), ids=lambda one: one if isinstance(one, str) else one.title)
def test_a_seeded_fault_is_found_and_what_is_said_of_it_is_true(tmp_path: Path, parent: str, seed: Seed) -> None:
    inherited = resolve_profile(read_family(parent))
    changes = seed.changes.replace("FLOOR", str(inherited.dealing.floor))
    profile, family, found = lint(write(tmp_path, parent, changes))
    hits = [one for one in found if one.code == seed.code]
    assert hits, [one.code for one in found]
    points_at = seed.points_at.replace("FLOOR", str(inherited.dealing.floor))
    assert any(one.span is not None and one.span.text.startswith(points_at) for one in hits), hits[0].span
    for one in found:
        assert one.severity is Severity.WARNING
        assert_witness_passes(tmp_path, family, one)
        if one.code in PROOFS:
            PROOFS[one.code](Found(profile, family, one))


def test_a_way_that_adds_nothing_is_shown_on_the_smallest_floor(tmp_path: Path) -> None:
    _, _, found = lint(write(tmp_path, "egyptian", "capture: {ways: {extra: {played: 9, takes: 9}}}"))
    notes = [line for one in found if one.code == "way-never-applies" for line in "\n".join(one.notes).splitlines()]
    assert "floor: 9♦" in [line.strip() for line in notes]


def assert_witness_passes(folder: Path, family: Family, finding: Diagnostic) -> None:
    """Run the scenario that a finding shows, if it shows one, through the engine."""
    shown = [note for note in finding.notes if note.startswith(SUCH_AS)]
    for note in shown:
        path = folder / "witness.yaml"
        path.write_text("scenarios:\n" + note.removeprefix(SUCH_AS).replace("\n      ", "\n  "), encoding="utf-8")
        outcomes = list(Runner(family).run_file(read_scenarios(path)))
        assert [outcome.status for outcome in outcomes] == [Status.PASSED], note


@dataclass(frozen=True)
class Found:
    """A finding, and the profile that it was found in."""

    profile: Profile
    family: Family
    finding: Diagnostic


def some_cases(domain: Domain) -> Iterator[Case]:
    return cases(domain, domain.rules[0], 3 if len(domain.classes) < 15 else 2)


def captures(domain: Domain) -> Iterator[Case]:
    return (case for case in some_cases(domain) if case.action.captured)


def verdicts(text: str, domain: Domain, *, way: bool) -> Iterator[bool]:
    """Yield what a condition, read anew from its text, says of plays."""
    tree = parse_condition(scalar_from_text(text))
    for case in some_cases(domain) if way else captures(domain):
        asked: Situation = way_situation(case.table, case.action.card) if way else situation(case.table, case.action)
        test = compile_condition(tree, domain.rules[0].tables, case.action.card)
        yield test if isinstance(test, bool) else test(asked)


def rule_of(finding: Diagnostic) -> str:
    return finding.message.split("`")[-2]


def node_of(profile: Profile, finding: Diagnostic) -> ScalarNode:
    key = rule_of(finding)
    name = key.rpartition(".")[2]
    if key.startswith("bonuses."):
        return profile.bonuses[name].when.node
    when = profile.capture.ways[name].when
    assert when is not None
    return when.node


def condition_of(profile: Profile, finding: Diagnostic) -> str:
    return node_of(profile, finding).text


def prove_never(found: Found) -> None:
    domain = make_domain(found.profile)
    way = rule_of(found.finding).startswith("capture.")
    assert not any(verdicts(condition_of(found.profile, found.finding), domain, way=way))


def prove_always(found: Found) -> None:
    domain = make_domain(found.profile)
    way = rule_of(found.finding).startswith("capture.")
    assert all(verdicts(condition_of(found.profile, found.finding), domain, way=way))


def prove_idle_part(found: Found) -> None:
    """Put what is always so, or never, in the place of the part, and compare."""
    domain, span = make_domain(found.profile), found.finding.span
    text = condition_of(found.profile, found.finding)
    assert span is not None
    start = span.start - node_of(found.profile, found.finding).text_span.start
    before, after = text[:start], text[start + len(span.text) :]
    idle = "(floor.count >= 0)" if "the rest holds" in found.finding.label else "(floor.count < 0)"
    if after.lstrip().startswith("<"):  # the first link of a chain: what follows stands by itself
        idle = span.text.split()[-1]
    elif before.rstrip().endswith(("<", "<=")):
        idle = span.text.split()[0]
    way = rule_of(found.finding).startswith("capture.")
    assert list(verdicts(text, domain, way=way)) == list(verdicts(before + idle + after, domain, way=way))


def prove_twice(found: Found) -> None:
    one, other = found.finding.message.split("`")[1], found.finding.message.split("`")[3]
    note = next(note for note in found.finding.notes if note.startswith(SUCH_AS))
    named = note.split("bonuses: [")[1].split("]")[0].split(", ")
    assert {one, other} <= set(named)


def prove_covered(found: Found) -> None:
    domain = make_domain(found.profile)
    name = found.finding.message.split("`")[1]
    scoring = [{one.bonus.name for one in score_bonuses(domain.rules[0], c.table, c.action)} for c in captures(domain)]
    if "never scores:" in found.finding.message:
        assert not any(name in scored for scored in scoring)
    else:
        assert not any(scored == {name} for scored in scoring)


def prove_uncapturable(found: Found) -> None:
    domain = make_domain(found.profile)
    note = next(note for note in found.finding.notes if note.startswith(SUCH_AS))
    card = parse_cards(note.split("floor: ")[1].splitlines()[0])[0]
    assert not any(case.action.captured >> card & 1 for case in captures(domain))


def prove_way_idle(found: Found) -> None:
    """Take the way out and compare what may be captured."""
    name = found.finding.message.split("`")[1]
    ways = {key: way for key, way in found.profile.capture.ways.items() if key != name}
    without = found.profile.model_copy(update={"capture": found.profile.capture.model_copy(update={"ways": ways})})
    domain = make_domain(found.profile, without)
    for case in some_cases(domain):
        sets = (find_captures(rules, case.table, case.action.card).sets for rules in domain.rules)
        assert len(set(sets)) == 1


def prove_packets(found: Found) -> None:
    """Play a deal to its end: the last packet is another, or cards are left."""
    rules = make_domain(found.profile).rules[0]
    told = next(note for note in found.finding.notes if " players" in note)
    players = int(told.split(" players")[0].rpartition(" ")[2])
    stock = list(cards_of(rules.deck))
    Random(1).shuffle(stock)
    state = start_deal(rules, players, Seat(0), tuple(stock)).state
    while not state.over:
        card = cards_of(state.hands[state.turn])[0]
        sets = find_captures(rules, table_of(state), card).sets
        action = Action(card) if may_trail(rules, table_of(state), card) else Action(card, sets[0])
        state = play(rules, state, action).state
    left = (rules.deck.bit_count() - rules.dealing.floor) % players
    assert state.packets[-1] != rules.dealing.packet or left


def prove_reached(found: Found) -> None:
    """Share the deck out at random: some side reaches the target whatever it gets."""
    rules = make_domain(found.profile).rules[0]
    sides = rules.seats.sides(rules.seats.players[0])
    for number in range(200):
        chance = Random(number)
        shares = [0] * sides
        for card in cards_of(rules.deck):
            shares[chance.randrange(sides)] |= 1 << card
        tallies = [Tally(share.bit_count(), share) for share in shares]
        result = score_tallies(rules, tallies, tuple(0 for _ in rules.scoring.awards))
        assert result.void or max(result.points) >= rules.match.target


def prove_override(found: Found) -> None:
    """Compare with the profile that has the inherited value there: the games are the same, whatever the words."""
    path = found.finding.message.split("`")[1]
    entry = found.profile.origins.entry(path)
    other = resolve_profile(Family(found.family.files[1:]))
    if entry is not None:
        tried = edited(
            Ruleset(found.profile, compile_rules(found.profile)),
            Edit(tuple(path.split(".")), entry.value, entry.overridden[-1]),
        )
        assert tried is not None
        other = tried.profile
    domain = make_domain(found.profile, other)
    prints = [fingerprint(rules) for rules in domain.rules]
    assert {area for area in prints[0] if prints[0][area] != prints[1][area]} <= {"bonuses"}
    for case in captures(domain):
        mine, theirs = (score_bonuses(rules, case.table, case.action) for rules in domain.rules)
        assert [one.points for one in mine] == [one.points for one in theirs]


PROOFS = {
    "never-holds": prove_never,
    "always-holds": prove_always,
    "part-decides-nothing": prove_idle_part,
    "same-play-twice": prove_twice,
    "always-covered": prove_covered,
    "uncapturable-card": prove_uncapturable,
    "way-never-applies": prove_way_idle,
    "packet-does-not-divide": prove_packets,
    "target-reached-at-once": prove_reached,
    "override-equal": prove_override,
}


def test_every_check_has_a_seed() -> None:
    assert {seed.code for seed in (*SEEDS, *ALONE)} == set(CODES)


def test_what_a_tie_carries_on_is_no_point_of_the_deal(tmp_path: Path) -> None:
    found = lint(write(tmp_path, "egyptian", "match: {target: 17}"))
    assert "target-reached-at-once" not in {one.code for one in found[2]}
    rules = compile_rules(load_profile(tmp_path / "house.yaml"))
    result = score_tallies(rules, [Tally(26, rules.deck), Tally(26)], (0,))
    assert max(result.points) < rules.match.target
    assert least_given(rules, 2) == sum(result.points)


def test_the_floor_never_has_as_many_cards_as_before_the_play_before(tmp_path: Path) -> None:
    changes = "bonuses: {seed: {when: previous.floor_count == floor.count and card is K, points: 1}}"
    assert "never-holds" in {one.code for one in lint(write(tmp_path, "yemeni", changes))[2]}


def test_two_bonuses_that_a_large_sweep_scores_are_found(tmp_path: Path) -> None:
    changes = "bonuses: {seed: {when: count == 14 and card is 10, points: 1}}"
    found = [one.message for one in lint(write(tmp_path, "egyptian", changes))[2]]
    assert any("`basra` and `seed`" in one for one in found)


def test_a_way_that_adds_nothing_is_shown_where_it_would_take_something(tmp_path: Path) -> None:
    changes = "capture: {ways: {seed: {played: 10, when: floor.count >= 1, takes: 10}}}"
    [found] = [one for one in lint(write(tmp_path, "egyptian", changes))[2] if one.code == "way-never-applies"]
    assert "10♣ x 10♦" in "".join(found.notes)


def test_allow_justifies_a_finding(tmp_path: Path) -> None:
    changes = "bonuses: {seed: {when: count >= 1 and card is K, points: 5}}"
    assert "part-decides-nothing" in {one.code for one in lint(write(tmp_path, "egyptian", changes))[2]}
    allowed = f"{changes}\nallow: {{part-decides-nothing: for the reader, same-play-twice: they add up}}"
    assert lint(write(tmp_path, "egyptian", allowed))[2] == ()


def test_what_a_parent_is_told_is_not_said_again_of_the_child(tmp_path: Path) -> None:
    assert lint(write(tmp_path, "russian", "match: {target: 201}"))[2] == ()


def test_what_another_choice_needs_is_no_finding(tmp_path: Path) -> None:
    changes = (
        "bonuses: {kings: {when: card is K and count > 1, points: 1}}\n"
        "options: {kings: {about: kings, choices: {many: {}, "
        "more: {bonuses: {kings: {when: card is K and count > 9}}}}}}"
    )
    found = lint(write(tmp_path, "egyptian", changes))[2]
    assert "never-holds" not in {one.code for one in found}


def test_equal_groups_are_never_claimed_beyond_what_is_proved(tmp_path: Path) -> None:
    changes = (
        "bonuses:\n"
        "  rare: {when: card is 7♦ and equal_groups(groups >= 5 and total == 9), points: 5}\n"
        "  never: {when: card is 7♦ and equal_groups(groups >= 5 and total < 1), points: 5}"
    )
    study = Study(resolve_profile(read_family(write(tmp_path, "egyptian", changes))))
    assert study.judgement("bonuses.rare.when").can_be(True)
    assert not study.judgement("bonuses.never.when").can_be(True)


OVERLAPPING = [
    "  pair: {when: count == 2, points: 5}\n  low: {when: card is (8 or 9) and floor.count > 1, points: 4}",
    "  one: {when: count == 1 and numeric, points: 5}\n  ten: {when: card is not K, points: 2}",
    "  one: {when: count == 1, points: 5, instead_of: basra}\n  low: {when: card is 4, points: 4, instead_of: basra}",
]


@pytest.mark.parametrize("bonuses", OVERLAPPING)
def test_where_all_advice_on_bonuses_is_followed_none_add_up(tmp_path: Path, bonuses: str) -> None:
    path = write(tmp_path, "egyptian", f"bonuses:\n{bonuses}")
    found = [one for one in lint(path)[2] if one.code == "same-play-twice"]
    assert found
    edits = [edit for one in found for fix in one.fixes[:1] for edit in fix.edits]
    assert all(one.fixes or "changes above" in one.label for one in found)
    path.write_text(apply_edits(read_file(path, PROFILE_LIMIT), edits).source.text, encoding="utf-8")
    assert not [one.message for one in lint(path)[2] if one.code == "same-play-twice"]


def test_a_reason_for_changing_nothing_is_left_over_once_something_is_changed(tmp_path: Path) -> None:
    allowed = "allow: {changes-nothing: nothing is changed yet}"
    assert lint(write(tmp_path, "egyptian", allowed))[2] == ()
    path = write(tmp_path, "egyptian", f"match: {{target: 131}}\n{allowed}")
    assert [one.code for one in lint(path)[2]] == ["unused-allow"]


def test_whether_a_reason_is_needed_is_not_asked_under_a_caller_s_choices(tmp_path: Path) -> None:
    family = read_family(write(tmp_path, "egyptian", "allow: {changes-nothing: nothing is changed yet}"))
    profile = resolve_profile(family, given_choices({"target": 121}))
    assert lint_profile(profile, family) == ()


@pytest.mark.parametrize("reason", ['""', '" "'])
def test_a_finding_is_not_justified_by_an_empty_reason(tmp_path: Path, reason: str) -> None:
    faults = check_profile(write(tmp_path, "egyptian", f"allow: {{gap: {reason}}}"))
    assert [one.code for one in faults] == ["empty"]


def test_what_a_way_takes_that_no_card_is_has_one_cause_and_one_finding(tmp_path: Path) -> None:
    changes = "capture: {ways: {nobles: {played: K and Q, when: floor.count > 2, takes: J}}}"
    assert [one.code for one in lint(write(tmp_path, "egyptian", changes))[2]] == ["matches-nothing"]


def test_brackets_are_asked_for_only_where_they_matter(tmp_path: Path) -> None:
    same = "count >= 1 and card is K or card is Q"  # every capture takes a card
    for condition in (same, "(sweep and card is K) or card is Q", "sweep and (card is K or card is Q)"):
        path = write(tmp_path, "egyptian", f"bonuses: {{seed: {{when: {condition}, points: 5}}}}")
        assert "mixed-and-or" not in {one.code for one in lint(path)[2]}, condition


@pytest.mark.parametrize("fix", [0, 1])
def test_either_way_to_write_brackets_reads_as_it_says(tmp_path: Path, fix: int) -> None:
    path = write(tmp_path, "egyptian", "bonuses: {seed: {when: count == 2 and card is A or card is 5, points: 5}}")
    found = next(one for one in lint(path)[2] if one.code == "mixed-and-or")
    before = lint(path)[0].bonuses["seed"].when.tree
    path.write_text(apply_edits(read_file(path, PROFILE_LIMIT), found.fixes[fix].edits).source.text, encoding="utf-8")
    profile, _, left = lint(path)
    assert (profile.bonuses["seed"].when.tree == before) is (fix == 0)
    assert "mixed-and-or" not in {one.code for one in left}
