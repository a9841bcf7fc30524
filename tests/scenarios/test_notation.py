"""Cards in a scenario: signs or letters, a text or a list, also as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from basra_rules.profile.family import read_family
from basra_rules.scenarios.outcome import Status
from basra_rules.scenarios.reading import read_scenarios
from basra_rules.scenarios.running import Runner

if TYPE_CHECKING:
    from pathlib import Path

FORMS = {
    "signs": 'floor: 10♣ 9♦ A♥ K♠\nplays: ["10♥ x 10♣ A♥ 9♦"]\nexpect: {legal: [10♣, 10♣ A♥ 9♦], floor: K♠}',
    "letters": 'floor: 10C 9D AH KS\nplays: ["10H x 10C AH 9D"]\nexpect: {legal: [10C, 10C AH 9D], floor: KS}',
    "small letters": 'floor: tc 9d ah ks\nplays: ["th x tc ah 9d"]\nexpect: {legal: [tc, tc ah 9d], floor: ks}',
    "lists": "floor: [10C, 9D, AH, KS]\nplays: [10H x 10C AH 9D]\nexpect: {legal: [[10C], [10C, AH, 9D]], floor: [KS]}",
    "JSON": '"floor": ["10C", "9D", "AH"]\n"plays": ["10H x 10C AH 9D"]\n"expect": {"legal": [["10C"], "9D 10C AH"]}',
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_cards_means_the_same(tmp_path: Path, form: str) -> None:
    path = tmp_path / "some.yaml"
    lines = "".join(f"    {line}\n" for line in FORMS[form].splitlines())
    path.write_text(f"scenarios:\n  - name: some scenario\n{lines}", encoding="utf-8")
    (outcome,) = Runner(read_family("egyptian")).run_file(read_scenarios(path))
    assert outcome.status is Status.PASSED
