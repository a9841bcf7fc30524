"""The conversation of `basra identify`, its end in words, and the house-rule file that comes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from basra_rules.analysis.agreement import rank, render_ranking
from basra_rules.analysis.identification import Identification, Interview
from basra_rules.analysis.questions import Question
from basra_rules.errors import UsageError
from basra_rules.profile.fields import NAME
from basra_rules.scenarios.belonging import scenario_files
from basra_rules.version import FORMAT

_HOW = "Answer with a number; ? = I don't know, back = the question before, quit = enough."
_UNKNOWN = frozenset({"?", "", "don't know", "dont know"})
_BACK = frozenset({"back", "b"})
_QUIT = frozenset({"quit", "q", "exit"})


@dataclass(frozen=True, slots=True)
class House:
    """What a house-rule file says: the profile that it extends, its choices, and what does not fit, in words."""

    name: str
    choices: Mapping[str, str]
    remarks: tuple[str, ...] = ()


def rank_scenarios(paths: Sequence[Path]) -> House | None:
    """Print the profiles by their agreement with scenario files, and return the best."""
    ranking = rank(scenario_files(paths))
    typer.echo(render_ranking(ranking))
    best = ranking[0]
    remarks = tuple(f"disagrees with the scenario: {name}" for name in best.failing)
    return House(best.name, dict(best.choices), remarks)


def hold_interview() -> House | None:
    """Ask until the profile is found, and print it; None where nothing was answered."""
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
    remarks = tuple(f"otherwise here: {one.question} {one.answer}" for one in result.evidence if not one.fits)
    return House(result.name, result.choices, remarks)


def _ask(interview: Interview, question: Question) -> bool:
    """Ask one question until there is an answer; False where there is to be no further one."""
    choices = interview.choices_for(question)
    typer.echo(f"\n{len(interview.history) + 1}. {question.text}")
    for number, choice in enumerate((*choices, "something else"), 1):
        typer.echo(f"   {number}  {choice}")
    while (said := _read()) is not None and said not in _QUIT:
        if said in _UNKNOWN:
            interview.answer(question, None)
        elif said in _BACK:
            if not interview.back():
                typer.echo("This is the first question.")
        elif said.isascii() and said.isdigit() and 1 <= int(said) <= len(choices) + 1:
            interview.answer(question, (*choices, "something else")[int(said) - 1])
        else:
            typer.echo(f"That is none of 1 to {len(choices) + 1}. {_HOW}")
            continue
        return True
    return False


def _read() -> str | None:
    try:
        return input("> ").strip().lower()
    except EOFError:
        typer.echo()
        return None


def render_identification(result: Identification) -> str:
    """Return what an interview came to, with the evidence and the runner-up."""
    made = "".join(f" --option {option}={choice}" for option, choice in result.choices.items())
    lines = ["", f"You play {result.title}: {result.name}{made}"]
    if result.others:
        lines.append(f"These answer alike in all that was asked: {', '.join(result.others)}")
    lines.append("What speaks for it, and against:")
    lines += [f"  {'+' if one.fits else '-'} {one.question} {one.answer}" for one in result.evidence]
    if result.runner_up:
        lines.append(f"The runner-up is {result.runner_up}; it would have answered otherwise:")
        lines += [f"  - {one.question} {one.expected}" for one in result.against]
    lines.append(f"Play it: basra play {result.name}{made}")
    return "\n".join(lines)


def write_house_file(path: Path, house: House) -> None:
    """Write a profile that extends what was found, and makes its choices.

    Raises:
        UsageError: there is such a file already, or it can't be written.
    """
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    if path.suffix not in (".yaml", ".yml") or not NAME.fullmatch(name):
        raise UsageError(f"`--write {path}`: expected the name of a file such as ours.yaml")
    lines = [f"format: {FORMAT}", f"name: {name}", f"extends: {house.name}"]
    if house.choices:
        made = ", ".join(f"{option}: {choice}" for option, choice in house.choices.items())
        lines.append(f"choose: {{{made}}}")
    lines += [f"# {remark}" for remark in house.remarks]
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    except FileExistsError:
        raise UsageError(f"`--write {path}`: there is such a file already") from None
    except OSError as error:
        raise UsageError(f"`--write {path}`: {error.strerror}") from None
    typer.echo(f"Wrote {path}; check it with: basra check {path}")
