"""The conversation of `basra identify`, its end in words, and the house-rule file that comes of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from basra_rules.analysis.agreement import rank, render_ranking
from basra_rules.analysis.house_changes import Overrides
from basra_rules.analysis.identification import Interview
from basra_rules.analysis.identified import Evidence, Identification, OpenOption
from basra_rules.analysis.overriding import render_house
from basra_rules.analysis.questions import SOMETHING_ELSE, Question
from basra_rules.analysis.wrapping import wrap_line
from basra_rules.cli.output import tell, terminal_width
from basra_rules.errors import UsageError, one_of, render_diagnostic, sorted_diagnostics
from basra_rules.exact import counted, parse_place
from basra_rules.profile.fields import NAME
from basra_rules.scenarios.belonging import scenario_files

_HOW = "Answer with a number; ? = I don't know, back = the question before, quit = enough."
_THERE_ALREADY = "there is such a file already"
_GUESSED = "Guessed from your answers, which other rules might give as well"
_COMMENT_WIDTH = 100
_UNKNOWN = frozenset({"?", "don't know", "dont know"})
_BACK = frozenset({"back", "b"})
_QUIT = frozenset({"quit", "q", "exit", "enough"})


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
    _say(render_ranking(ranking))
    best = ranking[0]
    if not best.passed:
        return None
    remarks = tuple(f"disagrees with the scenario: {' '.join(name.split())}" for name in best.failing)
    return House(best.name, dict(best.choices), remarks=remarks)


def hold_interview() -> House | None:
    """Ask until the profile is found, and print it; None where nothing is known."""
    interview = Interview()
    _say(f"Which Basra do you play? At most {interview.most} questions. {_HOW}")
    while (question := interview.next_question()) is not None:
        if not _ask(interview, question):
            break
    if not interview.answers:
        typer.echo("Nothing was answered, so nothing is known. Until another time.")
        return None
    result = interview.result()
    _say(render_identification(result))
    if not result.agrees:
        return None
    return House(result.name, result.choices, result.overrides, tuple(_remarks(result)))


def _remarks(result: Identification) -> Iterator[str]:
    """Yield what a file says of answers that are not in it, and of rules that nobody spoke of."""
    if result.unwritten:
        yield "NOT in this file, as no rule was found that gives these answers together with the others:"
        yield from (f"  {one.question} {one.answer}" for one in result.unwritten)
    if result.guessed:
        yield f"{_GUESSED}: {_listed(result.guessed)}"
    if result.unasked:
        yield _unasked(result)


def _ask(interview: Interview, question: Question) -> bool:
    """Ask one question until there is an answer; False where there is to be no further one."""
    choices = interview.choices_for(question)
    _say(f"\n{len(interview.history) + 1}. {question.text}")
    for number, choice in enumerate((*choices, SOMETHING_ELSE), 1):
        _say(f"   {number}  {choice}")
    while (said := _read()) is not None and said not in _QUIT:
        if not said:
            _say(f"That is no answer. {_HOW}")
        elif said in _BACK:
            if interview.back():
                return True
            _say("This is the first question.")
        elif said in _UNKNOWN:
            interview.answer(question, None)
            return True
        elif 1 <= (parse_place(said) or 0) <= len(choices) + 1:
            number = (parse_place(said) or 0) - 1
            interview.answer(question, choices[number] if number < len(choices) else _ask_what_else(question))
            _point_out(interview)
            return True
        else:
            _say(f"That is none of 1 to {len(choices) + 1}. {_HOW}")
    return False


def _point_out(interview: Interview) -> None:
    """Tell at once if no rules are known that give the last answer and an earlier one."""
    one = next(interview.clashing_with_last(), None)
    if one is not None:
        _say(f"No rules that are known here give both this answer and: {one.question} {one.answer}")
        _say("If one of them was a slip, `back` asks it again; otherwise go on.")


def _ask_what_else(question: Question) -> str:
    """Return what happens instead, where that can be told; Enter alone leaves it open."""
    if not question.wanted:
        return SOMETHING_ELSE
    _say(f"What, then? Write {question.wanted}; Enter alone leaves it open.")
    while said := _read_line():
        told = question.parse_answer(said)
        if told is not None:
            _say(f"So: {told}.")
            return told
        _say(f"That can't be read. Write {question.wanted}; Enter alone leaves it open.")
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


def _say(text: str) -> None:
    """Print lines, broken between words where the terminal ends."""
    width = terminal_width()
    for line in text.split("\n"):
        typer.echo("\n".join(wrap_line(line, width)))


def render_identification(result: Identification) -> str:
    """Return what an interview came to, with the evidence and the runner-up."""
    if not result.agrees:
        said = "\n".join(f"  - {one.question} {one.answer}" for one in result.evidence)
        return f"\nNone of the profiles agrees with anything that you said:\n{said}"
    return "\n".join(_lines(result))


def _lines(result: Identification) -> Iterator[str]:
    made = "".join(f" --option {option}={choice}" for option, choice in result.choices.items())
    changed = f"; changed: {_listed(result.overrides)}" if result.overrides else ""
    but = f"; not in it: {counted(len(result.unwritten), 'answer')} of yours" if result.unwritten else ""
    yield ""
    yield f"You play {result.title}: {result.name}{made}{changed}{but}"
    if result.others:
        yield f"These answer alike in all that was asked: {', '.join(result.others)}"
    yield "What speaks for it:"
    yield from (f"  + {one.question} {one.answer}" for one in result.evidence if one.fits)
    if result.unwritten:
        yield "What you said otherwise, which is NOT in these rules, nor in a file that --write makes:"
        yield from (f"  - {one.question} {one.answer}{_clash(one, result)}" for one in result.unwritten)
    if result.guessed:
        yield f"{_GUESSED}: {_listed(result.guessed)}"
    if result.open_options:
        yield "Options that are still open:"
        yield from (f"  ? {_open(one)}" for one in result.open_options)
    if result.unasked:
        yield _unasked(result)
    if result.runner_up:
        yield f"The runner-up is {result.runner_up}; it would have answered otherwise:"
        yield from (f"  - {one.question} {one.expected}" for one in result.against)
    where = "" if not result.overrides else " (without the changes; --write puts them into a file)"
    yield f"Play it: basra play {result.name}{made}{where}"


def _listed(overrides: Overrides) -> str:
    return ", ".join(f"{key}: {value}" for key, value in overrides)


def _clash(one: Evidence, result: Identification) -> str:
    return " (alone it could be written, but not together with your other answers)" if one in result.clashing else ""


def _unasked(result: Identification) -> str:
    told = "; ".join(f"{label} ({said})" if said else label for label, said in result.unasked)
    return f"Not asked or not known, so taken from {result.name}: {told}"


def _open(option: OpenOption) -> str:
    first, *others = option.choices
    return f"{option.name} ({option.about}): {option.why}; {first} by default, or else {one_of(others)}"


def name_of_house_file(path: Path) -> str:
    """Return the name of the profile that a house-rule file is to hold.

    Raises:
        UsageError: it is no name for such a file, there is one already, or no folder for it.
    """
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-")
    if path.suffix not in (".yaml", ".yml") or not NAME.fullmatch(name):
        raise UsageError(f"`--write {path}`: expected the name of a file such as ours.yaml")
    if path.exists():
        raise UsageError(f"`--write {path}`: {_THERE_ALREADY}")
    if not path.parent.is_dir():
        raise UsageError(f"`--write {path}`: there is no folder `{path.parent}`")
    return name


def write_house_file(path: Path, house: House) -> None:
    """Write a profile that extends what was found, and makes its choices.

    Raises:
        UsageError: there is such a file already, or it can't be written.
    """
    name = name_of_house_file(path)
    text = render_house(name, house.name, tuple(house.choices.items()), house.overrides)
    text += "".join(f"# {line}\n" for remark in house.remarks for line in wrap_line(remark, _COMMENT_WIDTH))
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"`--write {path}`: {_THERE_ALREADY}") from None
    except OSError as error:
        raise UsageError(f"`--write {path}`: {error.strerror}") from None
    typer.echo(f"Wrote {path}; check it with: basra check {path}")
