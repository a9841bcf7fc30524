"""The conversation of `basra identify`, its end in words, and the house-rule file that comes of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from basra_rules.analysis.agreement import rank, render_ranking
from basra_rules.analysis.identification import Identification, Interview, OpenOption
from basra_rules.analysis.overriding import Overrides, render_house
from basra_rules.analysis.questions import SOMETHING_ELSE, Question
from basra_rules.cli.output import tell, terminal_width
from basra_rules.errors import UsageError, one_of, render_diagnostic, sorted_diagnostics
from basra_rules.exact import counted
from basra_rules.profile.fields import NAME
from basra_rules.scenarios.belonging import scenario_files

_HOW = "Answer with a number; ? = I don't know, back = the question before, quit = enough."
_UNKNOWN = frozenset({"?", "don't know", "dont know"})
_BACK = frozenset({"back", "b"})
_QUIT = frozenset({"quit", "q", "exit"})


@dataclass(frozen=True, slots=True)
class House:
    """What a house-rule file says: the profile that it extends, its choices, and what does not fit, in words."""

    name: str
    choices: Mapping[str, str]
    overrides: Overrides = ()
    remarks: tuple[str, ...] = ()


def rank_scenarios(paths: Sequence[Path]) -> House | None:
    """Print the profiles by their agreement with scenario files, and return the best; None where none agrees.

    Raises:
        UsageError: none of the scenarios can run.
    """
    files = scenario_files(paths)
    faults = sorted_diagnostics(fault for file in files for one in file.scenarios for fault in one.faults)
    for fault in faults:
        typer.echo(f"{render_diagnostic(fault, terminal_width(sys.stderr))}\n", err=True)
    ranking = rank(files)
    if not any(one.ran for one in ranking):
        raise UsageError("none of the scenarios can run under any of the profiles")
    if left_out := sum(bool(one.faults) for file in files for one in file.scenarios):
        tell(f"note: {counted(left_out, 'scenario')} with faults left out")
    typer.echo(render_ranking(ranking))
    best = ranking[0]
    if not best.passed:
        return None
    remarks = tuple(f"disagrees with the scenario: {name}" for name in best.failing)
    return House(best.name, dict(best.choices), remarks=remarks)


def hold_interview() -> House | None:
    """Ask until the profile is found, and print it; None where nothing is known."""
    interview = Interview()
    typer.echo(f"Which Basra do you play? At most {interview.most} questions. {_HOW}")
    while (question := interview.next_question()) is not None:
        if not _ask(interview, question):
            break
    if not interview.answers:
        typer.echo("Nothing was answered, so nothing is known. Until another time.")
        return None
    result = interview.result()
    typer.echo(render_identification(result))
    if not result.agrees:
        return None
    remarks = tuple(f"otherwise here: {one.question} {one.answer}" for one in result.evidence if not one.fits)
    return House(result.name, result.choices, result.overrides, remarks)


def _ask(interview: Interview, question: Question) -> bool:
    """Ask one question until there is an answer; False where there is to be no further one."""
    choices = interview.choices_for(question)
    typer.echo(f"\n{len(interview.history) + 1}. {question.text}")
    for number, choice in enumerate((*choices, SOMETHING_ELSE), 1):
        typer.echo(f"   {number}  {choice}")
    while (said := _read()) is not None and said not in _QUIT:
        if not said:
            typer.echo(f"That is no answer. {_HOW}")
            continue
        if said in _UNKNOWN:
            interview.answer(question, None)
        elif said in _BACK:
            if not interview.back():
                typer.echo("This is the first question.")
        elif said.isascii() and said.isdigit() and 1 <= int(said) <= len(choices):
            interview.answer(question, choices[int(said) - 1])
        elif said.isascii() and said.isdigit() and int(said) == len(choices) + 1:
            interview.answer(question, _ask_what_else(question))
        else:
            typer.echo(f"That is none of 1 to {len(choices) + 1}. {_HOW}")
            continue
        return True
    return False


def _ask_what_else(question: Question) -> str:
    """Return what happens instead, where that can be told; Enter alone leaves it open."""
    if not question.wanted:
        return SOMETHING_ELSE
    typer.echo(f"What, then? Write {question.wanted}; Enter alone leaves it open.")
    while said := _read_line():
        told = question.parse_answer(said)
        if told is not None:
            typer.echo(f"So: {told}.")
            return told
        typer.echo(f"That can't be read. Write {question.wanted}; Enter alone leaves it open.")
    return SOMETHING_ELSE


def _read() -> str | None:
    said = _read_line()
    return None if said is None else said.lower()


def _read_line() -> str | None:
    try:
        return input("> ").strip()
    except EOFError:
        typer.echo()
        return None


def render_identification(result: Identification) -> str:
    """Return what an interview came to, with the evidence and the runner-up."""
    if not result.agrees:
        said = "\n".join(f"  - {one.question} {one.answer}" for one in result.evidence)
        return f"\nNone of the profiles agrees with anything that you said:\n{said}"
    made = "".join(f" --option {option}={choice}" for option, choice in result.choices.items())
    changed = ", ".join(f"{key}: {value}" for key, value in result.overrides)
    changed = f"; changed: {changed}" if changed else ""
    lines = ["", f"You play {result.title}: {result.name}{made}{changed}"]
    if result.others:
        lines.append(f"These answer alike in all that was asked: {', '.join(result.others)}")
    lines.append("What speaks for it, and against:")
    lines += [f"  {'+' if one.fits else '-'} {one.question} {one.answer}" for one in result.evidence]
    if result.open_options:
        lines.append("Options that are still open:")
        lines += [f"  ? {_open(one)}" for one in result.open_options]
    if result.runner_up:
        lines.append(f"The runner-up is {result.runner_up}; it would have answered otherwise:")
        lines += [f"  - {one.question} {one.expected}" for one in result.against]
    where = "" if not result.overrides else " (without the changes; --write puts them into a file)"
    lines.append(f"Play it: basra play {result.name}{made}{where}")
    return "\n".join(lines)


def _open(option: OpenOption) -> str:
    first, *others = option.choices
    return f"{option.name} ({option.about}): {option.why}; {first} by default, or else {one_of(others)}"


def write_house_file(path: Path, house: House) -> None:
    """Write a profile that extends what was found, and makes its choices.

    Raises:
        UsageError: there is such a file already, or it can't be written.
    """
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    if path.suffix not in (".yaml", ".yml") or not NAME.fullmatch(name):
        raise UsageError(f"`--write {path}`: expected the name of a file such as ours.yaml")
    text = render_house(name, house.name, tuple(house.choices.items()), house.overrides)
    text += "".join(f"# {remark}\n" for remark in house.remarks)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"`--write {path}`: there is such a file already") from None
    except OSError as error:
        raise UsageError(f"`--write {path}`: {error.strerror}") from None
    typer.echo(f"Wrote {path}; check it with: basra check {path}")
