"""`basra schema`: the JSON Schema of the files that people write, and of reports for other programs."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class SchemaOf(StrEnum):
    """Which file's schema is meant."""

    PROFILE = "profile"
    SCENARIOS = "scenarios"
    CHECK_REPORT = "check-report"
    CONFORMANCE_REPORT = "conformance-report"
    SIMULATION_REPORT = "simulation-report"


def schema(
    kind: Annotated[
        SchemaOf, typer.Argument(metavar="|".join(SchemaOf), help="Which file's or report's.")
    ] = SchemaOf.PROFILE,
) -> None:
    """Print the JSON Schema of a profile's file, of a scenario file, or of a report as JSON."""
    import json  # noqa: PLC0415 - loaded when it is needed

    from basra_rules import resources  # noqa: PLC0415
    from basra_rules.profile.json_schema import profile_schema  # noqa: PLC0415
    from basra_rules.scenarios.json_schema import scenario_schema  # noqa: PLC0415

    if kind is SchemaOf.PROFILE:
        found = profile_schema()
    elif kind is SchemaOf.SCENARIOS:
        found = scenario_schema()
    else:
        found = json.loads(resources.schema_path(kind.value).read_text(encoding="utf-8"))
    typer.echo(json.dumps(found, ensure_ascii=False, indent=2))
