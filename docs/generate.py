"""Writes the pages of the documentation that are made from the profiles, the models and the table of names.

`python -m docs.generate`, in the project's environment, writes docs/profiles.md and the lower parts of
docs/profile-file.md and docs/expressions.md anew; a test holds the pages to what they are made from.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.profile.differences import RULE_AREAS, describe_differences, flow_text
from basra_rules.profile.loading import load_profile
from basra_rules.profile.options import choices_of, option_node
from basra_rules.source.nodes import MapNode
from docs.reference import key_tables, name_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.models import Profile

PAGE = Path(__file__).parent / "profiles.md"
KEYS_PAGE = PAGE.with_name("profile-file.md")
NAMES_PAGE = PAGE.with_name("expressions.md")
_MADE = "<!-- All below is made by docs/generate.py; do not edit it. -->\n"
_HEAD = """\
# Profiles

This page is made from the files in `profiles/` by `docs/generate.py`; do not edit it.
The sources are listed in [sources.md](sources.md); what each key means is said in [profile-file.md](profile-file.md).
"""


def pages() -> dict[Path, str]:
    """Return every page that is made, with what it should say."""
    return {
        PAGE: profiles_page(),
        KEYS_PAGE: _below_the_mark(KEYS_PAGE, key_tables()),
        NAMES_PAGE: _below_the_mark(NAMES_PAGE, name_tables()),
    }


def _below_the_mark(page: Path, made: str) -> str:
    """Return a page whose upper part is written by hand, with `made` below it."""
    written, _, _ = page.read_text(encoding="utf-8").partition(_MADE)
    return f"{written}{_MADE}\n{made}"


def profiles_page() -> str:
    """Return docs/profiles.md: all profiles side by side, then each by itself."""
    profiles = [load_profile(name) for name in resources.profile_names()]
    lines = [_HEAD, "## Side by side", ""]
    for area in RULE_AREAS:
        lines += _comparison(area, profiles)
    for profile in profiles:
        lines += _about(profile)
    return "\n".join(lines).rstrip() + "\n"


def _cell(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


def _values(area: str, profile: Profile) -> dict[str, str]:
    """Return the keys of an area with their values in short form, one level deep."""
    node = profile.origins.tree.get(area)
    if not isinstance(node, MapNode):
        return {}
    values: dict[str, str] = {}
    for entry in node:
        if area == "capture" and entry.key.text == "ways" and isinstance(entry.value, MapNode):
            values |= {f"ways.{way.key.text}": flow_text(way.value) for way in entry.value}
        else:
            values[entry.key.text] = flow_text(entry.value)
    return values


def _comparison(area: str, profiles: list[Profile]) -> Iterator[str]:
    """Yield an area's table: a row for each value of a key, with the profiles that have it."""
    yield f"### {area}"
    yield ""
    yield "| key | value | in |"
    yield "|---|---|---|"
    values = {profile.name: _values(area, profile) for profile in profiles}
    for key in dict.fromkeys(key for one in values.values() for key in one):
        holders: dict[str, list[str]] = {}
        for name, one in values.items():
            if key in one:
                holders.setdefault(one[key], []).append(name)
        for value, names in holders.items():
            who = "all" if len(names) == len(profiles) else ", ".join(names)
            yield f"| {key} | {_cell(value)} | {who} |"
    yield ""


def _about(profile: Profile) -> Iterator[str]:
    yield f"## {profile.name}"
    yield ""
    yield f"{profile.title}. File: `{profile.origins.files[0].name}`."
    yield ""
    yield from _differences(profile)
    yield from _options(profile)
    yield from _readings(profile)


def _differences(profile: Profile) -> Iterator[str]:
    if not profile.origins.parents:
        yield "It extends no other profile."
        yield ""
        return
    parent = load_profile(profile.origins.parents[0])
    lines = describe_differences(profile, parent)
    yield f"It extends [{parent.name}](#{parent.name})" + (", with" if lines else " and changes nothing.")
    yield ""
    yield from (f"- `{line}`" for line in lines)
    if lines:
        yield ""


def _options(profile: Profile) -> Iterator[str]:
    if profile.options:
        yield "| option | choices, the default first | about |"
        yield "|---|---|---|"
    for name, option in profile.options.items():
        node = option_node(profile.origins.tree, name)
        default = profile.origins.choices[name].choice
        choices = sorted(choices_of(node) if node else (), key=lambda choice: choice != default)
        yield f"| `{name}` | {', '.join(f'`{choice}`' for choice in choices)} | {option.about} |"
    if profile.options:
        yield ""


def _readings(profile: Profile) -> Iterator[str]:
    if profile.readings:
        yield "| reading | rests on | source | note | also read |"
        yield "|---|---|---|---|---|"
    for reading in profile.readings:
        note, others = reading.note or "", "; ".join(reading.others)
        yield f"| `{reading.key}` | {reading.status} | {reading.source or ''} | {note} | {others} |"
    if profile.readings:
        yield ""


if __name__ == "__main__":
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
