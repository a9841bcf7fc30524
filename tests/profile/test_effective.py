"""The rules in force as one document that stands for itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from basra_rules import resources
from basra_rules.errors import ProfileError
from basra_rules.profile.effective import effective_document, profile_of_document
from basra_rules.profile.json_schema import profile_schema
from basra_rules.profile.loading import load_profile
from tests.validating import findings, write_schema

if TYPE_CHECKING:
    from pathlib import Path

PROFILES = resources.profile_names()


@pytest.mark.parametrize("name", PROFILES)
def test_effective_rules_stand_for_themselves(name: str) -> None:
    document = effective_document(load_profile(name))
    assert effective_document(profile_of_document(document)) == document
    assert not {"extends", "options", "choose", "remove"} & set(document)


def test_effective_rules_are_profiles_by_the_schema(tmp_path: Path) -> None:
    paths = []
    for name in PROFILES:
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps(effective_document(load_profile(name))), encoding="utf-8")
    assert findings(write_schema(profile_schema(), tmp_path), paths) == {}


def test_defaults_and_choices_are_written_out() -> None:
    document = effective_document(load_profile("egyptian", {"target": 121}))
    assert document["capture"]["floor"] == "spread"
    assert document["dealing"]["hidden"] == 0
    assert document["match"] == {"target": 121, "games_to_win": 1, "tie": "another_deal"}
    assert effective_document(load_profile("syrian"))["deck"]["tables"]["worth"]["J"] == 12.5


def test_rules_that_are_none_are_refused() -> None:
    documents: tuple[Any, ...] = ([], {"format": 1}, {**effective_document(load_profile("egyptian")), "sets": 1})
    for document in documents:
        with pytest.raises(ProfileError):
            profile_of_document(document)
