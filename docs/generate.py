"""Writes the pages of the documentation that are made from the profiles, the models, the commands and other tables.

`python -m docs.generate`, in the project's environment, writes docs/profiles.md and the lower parts of
docs/profile-file.md, docs/expressions.md, docs/commands.md and docs/diagnostics.md anew; a test holds the
pages to what they are made from.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from basra_rules import resources
from basra_rules.analysis.diagnostic_pages import list_pages
from basra_rules.analysis.linting import CODES
from basra_rules.profile.differences import RULE_AREAS, flow_text, group_differences
from basra_rules.profile.loading import load_profile
from basra_rules.profile.options import choices_of, option_node
from basra_rules.source.nodes import MapNode
from docs.command_reference import command_sections
from docs.reference import key_tables, name_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.profile.differences import Difference
    from basra_rules.profile.models import Profile

PAGE = Path(__file__).parent / "profiles.md"
KEYS_PAGE = PAGE.with_name("profile-file.md")
NAMES_PAGE = PAGE.with_name("expressions.md")
COMMANDS_PAGE = PAGE.with_name("commands.md")
CODES_PAGE = PAGE.with_name("diagnostics.md")
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
        COMMANDS_PAGE: _below_the_mark(COMMANDS_PAGE, command_sections()),
        CODES_PAGE: _below_the_mark(CODES_PAGE, _code_list()),
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


_BY_NAME = ("ways", "awards")
"""Keys below which every name has a row of its own."""


def _cell(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


def _values(area: str, profile: Profile) -> dict[str, str]:
    """Return the keys of an area with their values in short form, one level deep."""
    node = profile.origins.tree.get(area)
    if not isinstance(node, MapNode):
        return {}
    values: dict[str, str] = {}
    for entry in node:
        key = entry.key.text
        if key in _BY_NAME and isinstance(entry.value, MapNode):
            values |= {f"{key}.{one.key.text}": flow_text(one.value) for one in entry.value}
        else:
            values[key] = flow_text(entry.value)
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
    lines = [*_changed_rules(profile, parent), *_changed_options(profile, parent)]
    yield f"It extends [{parent.name}](#{parent.name})" + (", with" if lines else " and changes nothing.")
    yield ""
    yield from lines
    if lines:
        yield ""


def _changed_rules(profile: Profile, parent: Profile) -> list[str]:
    """Return an item for every rule that is not the parent's: what it is here, and what it was."""
    found = group_differences(profile, parent)
    return [f"- `{'.'.join(one.path)}`{_change(one)}" for area in found.values() for one in area]


def _change(difference: Difference) -> str:
    if difference.here is None:
        return ": removed"
    if difference.there is None:
        return f": `{difference.here}`"
    return f": `{difference.here}`, not `{difference.there}`"


def _changed_options(profile: Profile, parent: Profile) -> list[str]:
    """Return an item for every option of the parent that this profile does without."""
    return [f"- `options.{name}`: removed" for name in parent.options if name not in profile.options]


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


def _code_list() -> str:
    """Return the lists of all codes: mistakes of meaning, which are warnings, then what makes a file unusable."""
    titles = dict(line.split(": ", 1) for line in list_pages().splitlines())
    lines = [*_LINT_HEAD, *(_code_item(code, titles[code]) for code in titles if code in CODES), ""]
    lines += [*_FAULTS_HEAD, *(_code_item(code, titles[code]) for code in titles if code not in CODES)]
    return "\n".join(lines) + "\n"


_LINT_HEAD = (
    "## Mistakes of meaning",
    "",
    "The profile is sound, and yet it may not say what was meant. These are warnings, which `allow` justifies.",
    "",
)
_FAULTS_HEAD = (
    "## Faults",
    "",
    "The file can't be used as it is; a fault in one scenario is that scenario's, and the others run.",
    "",
)


def _code_item(code: str, title: str) -> str:
    return f"- [{code}](diagnostics/{code}.md): {title}"


if __name__ == "__main__":
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
