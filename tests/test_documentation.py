"""The pages that are made from the profiles are those in docs/."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from basra_rules import resources
from basra_rules.profile.loading import load_profile
from basra_rules.scenarios.reading import read_scenarios
from docs.generate import PAGE, profiles_page

SOURCES = (Path(PAGE).parent / "sources.md").read_text(encoding="utf-8")
KEYS = set(re.findall(r"^\| ([SG][0-9]+) \|", SOURCES, flags=re.MULTILINE))


def test_the_page_of_the_profiles_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == profiles_page(), "run `python docs/generate.py`"


@pytest.mark.parametrize("name", resources.profile_names())
def test_every_source_that_a_profile_cites_is_listed(name: str) -> None:
    profile = load_profile(name)
    path = resources.profile_path(name)
    assert path is not None
    scenarios = resources.scenarios_path(path)
    assert scenarios is not None
    cited = [reading.source or "" for reading in profile.readings]
    cited += [scenario.source for scenario in read_scenarios(scenarios).scenarios]
    known = KEYS | set(profile.sources)
    found = {key for text in cited for key in re.findall(r"\b[SGP][0-9]+\b", text)}
    assert found <= known, found - known
