"""`basra profiles`: which profiles are shipped."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class ListFormat(StrEnum):
    """How the list is printed."""

    TEXT = "text"
    JSON = "json"


def profiles(
    output: Annotated[ListFormat, typer.Option("--format", help="How the list is printed.")] = ListFormat.TEXT,
) -> None:
    """List the shipped profiles."""
    from basra_rules import resources  # noqa: PLC0415 - loaded when it is needed
    from basra_rules.profile.loading import load_profile  # noqa: PLC0415

    rows = []
    for name in resources.profile_names():
        profile = load_profile(name)
        parents = profile.origins.parents
        players = ", ".join(map(str, profile.seats.players))
        rows.append({"name": name, "title": profile.title, "players": players, "extends": (parents or ("",))[0]})
    if output is ListFormat.JSON:
        import json  # noqa: PLC0415

        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        default = ", the default" if row["name"] == resources.DEFAULT_PROFILE else ""
        extends = f", extends {row['extends']}" if row["extends"] else ""
        typer.echo(f"{row['name']:<{width}}  {row['title']} ({row['players']} players{extends}{default})")
