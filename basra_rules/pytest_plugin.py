"""For pytest: every scenario of a `*.scenarios.yaml` is a test.

A file's profile is the one beside it, or else the one that it names; it is checked as `basra check` does.
pytest imports this module in every run where the package is installed: whatever it needs is imported
when there is a file of scenarios.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from basra_rules.profile.family import Family
    from basra_rules.profile.models import Profile
    from basra_rules.profile.options import Choice
    from basra_rules.scenarios.reading import ReadScenario
    from basra_rules.scenarios.running import Runner

_ENDING = ".scenarios.yaml"
_OPTION = "--basra-option"
_LINT = "--basra-lint"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options to those of pytest."""
    group = parser.getgroup("basra", "scenarios of card games")
    option_help = "a choice of an option of the profiles, such as target=121; repeatable"
    group.addoption(_OPTION, action="append", default=[], metavar="NAME=CHOICE", help=option_help)
    lint_help = "also look for mistakes of meaning in the profiles that scenarios stand beside"
    group.addoption(_LINT, action="store_true", help=lint_help)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Return the collector of a file of scenarios; nothing for any other file."""
    if not file_path.name.endswith(_ENDING):
        return None
    collector: pytest.Collector = ScenarioCollector.from_parent(parent, path=file_path)
    return collector


class ScenarioFailed(Exception):  # noqa: N818 - it is an outcome
    """A scenario did not pass, or a profile is not in order; the text is the report."""


class ScenarioCollector(pytest.File):
    """Collects the scenarios of a file; what keeps all of them from running is an error of the collection."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each scenario, the profile's own first if it was asked for."""
        from basra_rules.errors import BasraError  # noqa: PLC0415 - loaded when it is needed

        try:
            yield from self._items()
        except BasraError as error:
            raise self.CollectError(str(error)) from None

    def _items(self) -> Iterator[pytest.Item]:
        from basra_rules.errors import ScenarioFileError  # noqa: PLC0415
        from basra_rules.profile.family import read_family  # noqa: PLC0415
        from basra_rules.profile.loading import given_choices, resolve_profile  # noqa: PLC0415
        from basra_rules.profile.options import parse_pairs  # noqa: PLC0415
        from basra_rules.scenarios.belonging import profile_of  # noqa: PLC0415
        from basra_rules.scenarios.reading import read_scenarios  # noqa: PLC0415
        from basra_rules.scenarios.running import Runner  # noqa: PLC0415

        file = read_scenarios(_as_people_write(self.path))
        choices = given_choices(parse_pairs(self.config.getoption(_OPTION), _OPTION))
        runner = Runner(read_family(profile_of(file)), choices)
        profile = resolve_profile(runner.family, choices)
        faults = tuple(runner.file_faults(file))
        if faults:
            raise ScenarioFileError(faults)
        if self.config.getoption(_LINT):
            name = f"the profile {profile.name} is in order"
            yield LintItem.from_parent(self, name=name, family=runner.family, profile=profile)
        for scenario in file.scenarios:
            yield ScenarioItem.from_parent(self, runner=runner, scenario=scenario, choices=file.choices)


class ScenarioItem(pytest.Item):
    """One scenario as a test."""

    def __init__(self, *, runner: Runner, scenario: ReadScenario, choices: Sequence[Choice], **others: Any) -> None:
        super().__init__(name=" ".join(scenario.name.split()), **others)
        self._runner, self._scenario, self._choices = runner, scenario, choices
        if scenario.source:
            self.user_properties.append(("source", scenario.source))

    def runtest(self) -> None:
        """Run the scenario.

        Raises:
            ScenarioFailed: it did not pass.
        """
        from basra_rules.scenarios.report import render_outcome  # noqa: PLC0415

        report = render_outcome(self._runner.run(self._scenario, self._choices))
        if report:
            raise ScenarioFailed(report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the scenario's own report: our code has no part in why it failed."""
        return _failure(excinfo) or super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the scenario stands, and what it is called."""
        return self.path, self._scenario.span.line - 1, self.name


class LintItem(pytest.Item):
    """What `basra check` finds in a profile that can be played, as a test."""

    def __init__(self, *, family: Family, profile: Profile, **others: Any) -> None:
        super().__init__(**others)
        self._family, self._profile = family, profile

    def runtest(self) -> None:
        """Look for mistakes of meaning.

        Raises:
            ScenarioFailed: there are some.
        """
        from basra_rules.analysis.linting import lint_profile  # noqa: PLC0415 - loaded when it is needed
        from basra_rules.errors import render_diagnostic  # noqa: PLC0415

        found = lint_profile(self._profile, self._family)
        if found:
            raise ScenarioFailed("\n\n".join(map(render_diagnostic, found)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the findings."""
        return _failure(excinfo) or super().repr_failure(excinfo, style)


def _failure(excinfo: pytest.ExceptionInfo[BaseException]) -> str:
    return str(excinfo.value) if isinstance(excinfo.value, ScenarioFailed) else ""


def _as_people_write(path: Path) -> Path:
    """Return a path as seen from the current folder, where it lies in it."""
    here = path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
