"""The questions of `basra new --interactive`: each is asked until its answer can be used; nothing is written before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import typer

from basra_rules import resources
from basra_rules.authoring.explaining import settling_options
from basra_rules.authoring.starting import Draft, check_free, check_name, check_title, files_of
from basra_rules.errors import BasraError, DiagnosticsError, UsageError, name_meant
from basra_rules.exact import parse_number, parse_place, plain_number
from basra_rules.expression.tree import Literal
from basra_rules.profile.family import Family, read_family
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.models import Profile
from basra_rules.profile.options import choice_name, choices_of, option_node
from basra_rules.source.nodes import scalar_from_text, shorten

_HOW = "Enter keeps what stands in [ ]; back asks the question before again, quit writes nothing."
_BACK = frozenset({"back", "b"})
_QUIT = frozenset({"quit", "q", "exit"})
_YES = frozenset({"", "y", "yes"})
_NO = frozenset({"n", "no"})


@dataclass(frozen=True, slots=True)
class Question:
    """One question: what it is about, its lines, and what an answer means; that may raise a `BasraError`."""

    key: str
    lines: tuple[str, ...]
    read: Callable[[str], Any]


@dataclass
class Talk:
    """What is settled so far; `given` came with the command, `answers` from the questions.

    `said` is what was last typed for each question: who goes back finds it again.
    """

    given: Mapping[str, Any]
    folder: Path
    answers: dict[str, Any] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)

    def known(self, key: str) -> Any:
        """Return what is settled under a key, or None."""
        return self.answers.get(key, self.given.get(key))

    def keep(self, key: str, said: str) -> None:
        """Keep what was said; of another parent, nothing is known yet."""
        if key == "parent" and said != self.said.get(key):
            self.said = {asked: text for asked, text in self.said.items() if asked in ("name", "title")}
        self.said[key] = said

    def draft(self) -> Draft:
        """Return the draft that was agreed upon; what equals the parent's is no change."""
        family: Family = self.known("parent")
        profile = resolve_profile(family)
        choices = {
            name: choice
            for name, made in profile.origins.choices.items()
            if (choice := self.known(f"option {name}")) is not None and choice != made.choice
        }
        points = {
            name: said
            for name in profile.bonuses
            if (said := self.known(f"points {name}")) is not None and said != profile.bonuses[name].points.node.text
        }
        title = self.known("title")
        return Draft(self.known("name"), family, title if title != self.known("name") else "", choices, points)


def ask_for_draft(given: Mapping[str, Any], folder: Path) -> Draft | None:
    """Ask for all that is not given; None where somebody leaves before the end."""
    talk = Talk({key: value for key, value in given.items() if value}, folder)
    typer.echo(f"A profile of your own. {_HOW}")
    while (question := _next_question(talk)) is not None:
        typer.echo("\n" + "\n".join(question.lines))
        answer = _answer(question, talk)
        if answer is None:
            return None
        if answer is _BACK:
            talk.answers.popitem()
        else:
            talk.answers[question.key] = answer
    return talk.draft()


def _answer(question: Question, talk: Talk) -> Any:
    """Return the answer to a question, however often it takes: `_BACK` for the one before, None for none at all."""
    while (said := _read()) is not None and said.lower() not in _QUIT:
        if said.lower() in _BACK and talk.answers:
            return _BACK
        if said.lower() in _BACK:
            typer.echo("This is the first question.")
            continue
        said = said or talk.said.get(question.key, "")
        try:
            answer = question.read(said)
        except BasraError as error:
            typer.echo(_short(error))
        else:
            talk.keep(question.key, said)
            return answer
    return None


def _short(error: BasraError) -> str:
    """Return what is wrong with an answer and what was meant by it, in a sentence."""
    if isinstance(error, DiagnosticsError):
        first = error.diagnostics[0]
        return f"{first.message}: {first.label}" if first.label else f"{first.message}."
    return f"{error}" if str(error).endswith("?") else f"{error}."


def _read() -> str | None:
    try:
        return input("> ").strip()
    except EOFError:
        typer.echo()
        return None


def _next_question(talk: Talk) -> Question | None:
    return next((one for one in _questions(talk) if talk.known(one.key) is None), None)


def _questions(talk: Talk) -> Iterator[Question]:
    """Yield the questions in order; later ones follow from the answers before, and are reached only then."""
    kept = talk.said.get
    shown = _in_brackets(kept("name"))
    yield Question(
        "name", (f"What is it called? The files get this name, such as ours.{shown}",), lambda said: _name(said, talk)
    )
    yield _parent_question(_in_brackets(kept("parent")))
    if talk.known("name") is None or talk.known("parent") is None:
        return
    name = talk.known("name")
    title = _in_brackets(kept("title") or name)
    yield Question("title", (f"What do players call it?{title}",), lambda said: _title(said or name))
    profile = resolve_profile(talk.known("parent"))
    for option in profile.options:
        yield _option_question(profile, option, kept(f"option {option}", ""))
    for bonus in profile.bonuses:
        question = _points_question(profile, bonus, kept(f"points {bonus}", ""))
        if question is not None:
            yield question
    profile_path, scenarios_path = files_of(name, talk.folder)
    yield Question("write", (f"Write {profile_path} and {scenarios_path}? [yes] or no",), _agreed)


def _in_brackets(kept: str | None) -> str:
    return f" [{kept}]" if kept else ""


def _name(said: str, talk: Talk) -> str:
    check_name(said)
    check_free(said, talk.folder)
    return said


def _title(said: str) -> str:
    check_title(said)
    return said


def _parent_question(kept: str) -> Question:
    names = resources.profile_names()
    listed = (f"  {number:2}  {name:<16} {_title_of(name)}" for number, name in enumerate(names, 1))
    asked = f"Which game does it change? A number, a name, or the path of a file.{kept}"
    return Question("parent", (asked, *listed), _parent)


def _title_of(name: str) -> str:
    return read_family(name).files[0].text("title")


def _parent(said: str) -> Family:
    names = resources.profile_names()
    if said.isascii() and said.isdigit():
        number = parse_place(said)
        if number is None or not 1 <= number <= len(names):
            raise UsageError(f"that is none of 1 to {len(names)}")
        said = names[number - 1]
    if not said:
        raise UsageError("every profile here changes another")
    family = read_family(said)
    resolve_profile(family)
    return family


def _option_question(profile: Profile, option: str, kept: str) -> Question:
    node = option_node(profile.origins.tree, option)
    choices = tuple(choices_of(node)) if node else ()
    made = profile.origins.choices[option].choice

    def read(said: str) -> str:
        number = parse_place(said)
        if number is not None and 1 <= number <= len(choices):
            return choices[number - 1]
        chosen = choice_name(said) if said else made
        if chosen in choices or not said:
            return chosen
        meant = name_meant(scalar_from_text(said).span, said, choices)
        near = f"; {meant.label}" if meant.fixes else ""
        raise UsageError(f"`{shorten(said)}` is none of 1 to {len(choices)}, and none of their names{near}")

    now = read(kept)
    listed = (f"  {number}  {f'[{one}]' if one == now else one}" for number, one in enumerate(choices, 1))
    return Question(
        f"option {option}", (f"{profile.options[option].about} ({option}): a number or a name", *listed), read
    )


def _points_question(profile: Profile, name: str, kept: str) -> Question | None:
    """Return the question for the points of a bonus; None where they are an expression, or an option settles them."""
    bonus = profile.bonuses[name]
    if not isinstance(bonus.points.tree, Literal) or any(settling_options(profile, f"bonuses.{name}.points")):
        return None
    now = bonus.points.node.text
    label = f"{bonus.label} ({name})" if bonus.label else name
    lines = (
        f"How many points is {label}? [{kept or now}]; 0 turns it off",
        f"  when {shorten(bonus.when.node.text, 100)}",
    )

    def read(said: str) -> str:
        value = parse_number(said or now)
        if value is None:
            raise UsageError(f"`{shorten(said)}` is no number")
        return plain_number(value)

    return Question(f"points {name}", lines, read)


def _agreed(said: str) -> bool | None:
    """Return True for yes; None, which ends it all, for no."""
    if said.lower() in _YES:
        return True
    if said.lower() in _NO:
        return None
    raise UsageError("yes or no?")
