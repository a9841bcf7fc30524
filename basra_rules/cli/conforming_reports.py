"""The report of `basra conform` in each of its formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from basra_rules.cli.junit import Case, Kind, Problem, Suite, render_suites
from basra_rules.conformance.trying import Trial, Tried, Verdict
from basra_rules.exact import counted

_WORDS = {
    Verdict.PASSED: "passed",
    Verdict.FAILED: "failed",
    Verdict.ERROR: "without an answer",
    Verdict.PARTLY: "passed in part",
    Verdict.UNSUPPORTED: "unsupported",
}
_KINDS = {
    Verdict.FAILED: Kind.FAILURE,
    Verdict.ERROR: Kind.ERROR,
    Verdict.PARTLY: Kind.SKIPPED,
    Verdict.UNSUPPORTED: Kind.SKIPPED,
}
_KEYS = {
    Verdict.PASSED: "passed",
    Verdict.FAILED: "failed",
    Verdict.ERROR: "errors",
    Verdict.PARTLY: "partly",
    Verdict.UNSUPPORTED: "unsupported",
}


def render_trials(trials: Sequence[Trial], program: str, output: str) -> str:
    """Return what came of trying a program as text, json or junit."""
    return _RENDERERS[output](trials, program)


def _text(trials: Sequence[Trial], program: str) -> str:
    tried = [one for trial in trials for one in trial.tried]
    reports = [one.report for one in tried if one.verdict in (Verdict.FAILED, Verdict.ERROR)]
    lines = [f"{trial.profile}: {_counts(trial.tried)}" for trial in trials]
    if len(trials) > 1:
        lines.append(f"all: {_counts(tried)}")
    lines[-1] += f" ({' '.join(program.split())})"
    return "\n\n".join([*reports, "\n".join(lines)])


def _counts(tried: Sequence[Tried]) -> str:
    counts = (f"{_count(tried, verdict)} {word}" for verdict, word in _WORDS.items())
    return f"{counted(len(tried), 'scenario')}: {', '.join(counts)}"


def _count(tried: Sequence[Tried], verdict: Verdict) -> int:
    return sum(one.verdict is verdict for one in tried)


def _json(trials: Sequence[Trial], program: str) -> str:
    tried = [one for trial in trials for one in trial.tried]
    profiles = [
        {"profile": trial.profile, **_numbers(trial.tried), "scenarios": [_scenario_json(one) for one in trial.tried]}
        for trial in trials
    ]
    return json.dumps({"program": program, **_numbers(tried), "profiles": profiles}, ensure_ascii=False, indent=2)


def _numbers(tried: Sequence[Tried]) -> dict[str, int]:
    return {key: _count(tried, verdict) for verdict, key in _KEYS.items()}


def _scenario_json(tried: Tried) -> dict[str, Any]:
    span = tried.scenario.span
    return {
        "name": tried.scenario.name,
        "status": tried.verdict.value,
        "message": tried.report,
        "file": span.source.name,
        "line": span.line,
        "source": tried.scenario.source,
        "seconds": round(tried.seconds, 6),
    }


def _junit(trials: Sequence[Trial], _: str) -> str:
    return render_suites([Suite(trial.profile, tuple(map(_case, trial.tried))) for trial in trials])


def _case(tried: Tried) -> Case:
    kind = _KINDS.get(tried.verdict)
    problem = None if kind is None else Problem(kind, str(tried.scenario.span), tried.report)
    return Case(tried.scenario.name, tried.seconds, problem)


_RENDERERS: dict[str, Callable[[Sequence[Trial], str], str]] = {"text": _text, "json": _json, "junit": _junit}
