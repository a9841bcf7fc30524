"""Which profile a table plays: asked in a handful of questions, or read from scenarios.

Each question is the one whose answer is expected to tell most among the profiles that still fit best.  An
answer that a profile gives only under another choice of an option speaks a little against it; one that it
never gives speaks against it in full.  Once a profile is found, its options are asked for where the answers
have not settled them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from math import log2
from typing import TYPE_CHECKING

from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.overriding import find_overrides, overridden
from basra_rules.analysis.questions import every_question, roughly
from basra_rules.analysis.runs import Bench, changed
from basra_rules.profile.family import read_family
from basra_rules.profile.options import options_settling
from basra_rules.resources import profile_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from basra_rules.analysis.overriding import Overrides
    from basra_rules.analysis.questions import Question
    from basra_rules.analysis.runs import Combination, Ruleset

    Answerer = Callable[[Question], str]

MOST_QUESTIONS = 10
_UNDER_AN_OPTION = 0.3
_ROUGHLY = 0.6
_AGAIN = 0.5
_LEAST_GAIN = 1e-9


@dataclass(eq=False)
class Candidate:
    """A shipped profile, with what it answers under its default choices and under others."""

    name: str
    _bench: Bench = field(repr=False)
    _known: dict[tuple[Question, Combination], str] = field(default_factory=dict, repr=False)

    @cached_property
    def ruleset(self) -> Ruleset:
        """Return the profile under its default choices."""
        return self.ruleset_of(())

    def ruleset_of(self, made: Combination) -> Ruleset:
        """Return the profile under some choices of its options."""
        found = self._bench.ruleset(made)
        assert found is not None, f"{self.name} has no such choices: {made}"
        return found

    def answer(self, question: Question, made: Combination = ()) -> str:
        """Return what the profile answers under some choices."""
        key = (question, made)
        if key not in self._known:
            self._known[key] = question.answer(self.ruleset_of(made).rules)
        return self._known[key]

    @property
    def ancestors(self) -> int:
        """Return how many profiles it extends, directly or through others."""
        return len(self._bench.family.files) - 1

    @cached_property
    def single_choices(self) -> tuple[Combination, ...]:
        """Return each choice of one option that is not the default."""
        profile = self.ruleset.profile
        return tuple(
            ((option, choice),)
            for option in profile.options
            for choice in choice_names(profile, option)
            if choice != profile.origins.choices[option].choice
        )

    def penalty(self, question: Question, said: str) -> float:
        """Return how much an answer speaks against the profile: 0, a little, or 1."""
        if self.answer(question) == said:
            return 0
        if any(self.answer(question, made) == said for made in self.single_choices):
            return _UNDER_AN_OPTION
        return _ROUGHLY if roughly(self.answer(question)) == roughly(said) else 1

    def answer_with(self, question: Question, made: Combination, overrides: Overrides) -> str:
        """Return what the profile answers with some keys changed besides."""
        rules = overridden(self.name, made, overrides) if overrides else None
        return question.answer(rules) if rules is not None else self.answer(question, made)


def shipped_candidates() -> tuple[Candidate, ...]:
    """Return every shipped profile as a candidate."""
    return tuple(Candidate(name, Bench(read_family(name))) for name in profile_names())


@dataclass(frozen=True, slots=True)
class Evidence:
    """A question with its answer, and whether a profile gives it; `expected` is what the profile would answer."""

    question: str
    answer: str
    expected: str

    @property
    def fits(self) -> bool:
        """Tell whether the profile gives the answer."""
        return self.answer == self.expected


@dataclass(frozen=True, slots=True)
class OpenOption:
    """An option of the profile that no answer has settled, with the choices that fit, the one in force first."""

    name: str
    about: str
    choices: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Identification:
    """What the answers come to.

    `choices` are those that differ from the profile's defaults; `overrides` are keys to be changed besides, with
    their values; `open_options` are those that nothing has settled; `others` fit as well in all that was asked;
    `against` says what the runner-up would have answered otherwise.
    """

    name: str
    title: str
    choices: Mapping[str, str]
    overrides: Overrides
    open_options: tuple[OpenOption, ...]
    evidence: tuple[Evidence, ...]
    others: tuple[str, ...]
    runner_up: str | None
    against: tuple[Evidence, ...]

    @property
    def agrees(self) -> bool:
        """Tell whether the profile gives any of the answers."""
        return any(one.fits for one in self.evidence)


@dataclass
class Interview:
    """The questions and answers so far; an answer of None is "don't know"."""

    candidates: Sequence[Candidate] = field(default_factory=shipped_candidates)
    most: int = MOST_QUESTIONS
    history: list[tuple[Question, str | None]] = field(default_factory=list)

    def next_question(self) -> Question | None:
        """Return the question that tells most, or None where no further one helps."""
        if len(self.history) >= self.most:
            return None
        best = self._best()
        for some in (best, self._near()):
            found = self._splitting([_answerer(each, self.settled(each)) for each in some])
            if found is not None:
                return found
        return self._option_question(best[0]) or self._question_of_doubt()

    def _question_of_doubt(self) -> Question | None:
        """Return a question that tells the best from the next, where none gives every answer."""
        ranked = self._ranked()
        least = self.penalty(ranked[0])
        next_best = [one for one in ranked if self.penalty(one) <= least + 1]
        return self._splitting([_answerer(one) for one in next_best]) if least >= _ROUGHLY else None

    def choices_for(self, question: Question) -> tuple[str, ...]:
        """Return the answers to choose from: what any candidate answers, the commonest first."""
        said = Counter(candidate.answer(question) for candidate in self.candidates)
        for candidate in self._best():
            said.update({candidate.answer(question, made): 0 for made in candidate.single_choices})
        if question.words is not None:
            said.update(dict.fromkeys(self._words_of(question), 0))
        return tuple(dict.fromkeys(answer for answer, _ in said.most_common()))

    def _words_of(self, question: Question) -> Iterator[str]:
        """Yield what the leading profile would answer with any other word under the key."""
        leader = self._best()[0]
        for word in question.words or ():
            rules = overridden(leader.name, (), ((question.keys[0], str(word)),))
            if rules is not None:
                yield question.answer(rules)

    def answer(self, question: Question, said: str | None) -> None:
        """Take an answer."""
        self.history.append((question, said))

    def back(self) -> bool:
        """Forget the last answer; False where there is none."""
        return bool(self.history) and self.history.pop() is not None

    @property
    def answers(self) -> list[tuple[Question, str]]:
        """Return the questions that were answered."""
        return [(question, said) for question, said in self.history if said is not None]

    def penalty(self, candidate: Candidate) -> float:
        """Return how much the answers speak against a candidate."""
        return sum(candidate.penalty(question, said) for question, said in self.answers)

    def _ranked(self) -> list[Candidate]:
        return sorted(self.candidates, key=lambda one: (self.penalty(one), one.ancestors))

    def _best(self) -> list[Candidate]:
        ranked = self._ranked()
        return [one for one in ranked if self.penalty(one) <= self.penalty(ranked[0])]

    def _near(self) -> list[Candidate]:
        """Return the candidates that one choice of an option is enough to bring level with the best."""
        ranked = self._ranked()
        least = self.penalty(ranked[0])
        return [one for one in ranked if self.penalty(one) <= least + _UNDER_AN_OPTION]

    def _splitting(self, answerers: Sequence[Answerer]) -> Question | None:
        """Return the question that tells most among those who would answer, or None where none does."""
        asked = {question for question, _ in self.history}
        vain = {(question.topic, _parts(answers)) for question, answers in self._asked_in_vain(answerers)}
        subjects = Counter(question.subject for question, _ in self._asked_in_vain(answerers))
        best, found = _LEAST_GAIN, None
        told = _entropy if self.penalty(self._ranked()[0]) < _ROUGHLY else _entropy_for_a_house
        if len(answerers) > 1:
            for question in every_question():
                if question not in asked:
                    answers = [answer(question) for answer in answerers]
                    gain = told(answers) * (1 - question.effort / 4) * _AGAIN ** subjects[question.subject]
                    if gain > best + _LEAST_GAIN and (question.topic, _parts(answers)) not in vain:
                        best, found = gain, question
        return found

    def _asked_in_vain(self, answerers: Sequence[Answerer]) -> Iterator[tuple[Question, list[str]]]:
        """Yield each question whose answer told those who answer not apart, with their answers."""
        for question, said in self.history:
            answers = [answer(question) for answer in answerers]
            if said not in answers:
                yield question, answers

    def _option_question(self, winner: Candidate) -> Question | None:
        """Return a question that settles an option of the winner which the answers leave open."""
        settled = self.settled(winner)
        for option in winner.ruleset.profile.options:
            open_choices = self._fitting_choices(winner, settled, option)
            found = self._splitting([_answerer(winner, made) for made in open_choices])
            if found is not None:
                return found
        return None

    def settled(self, winner: Candidate) -> Combination:
        """Return the choices of the winner's options that fit the answers best, the defaults where all do."""
        made: Combination = ()
        for option in (*winner.ruleset.profile.options, *winner.ruleset.profile.options):
            made = self._fitting_choices(winner, made, option)[0]
        return made

    def _open_options(self, winner: Candidate, made: Combination, overrides: Mapping[str, str]) -> Iterator[OpenOption]:
        """Yield the options of which several choices fit the answers, unless a change settles what they would."""
        profile = winner.ruleset.profile
        for option, said in profile.options.items():
            if option in {one for key in overrides for one in options_settling(profile.origins.tree, key)}:
                continue
            fitting = self._fitting_choices(winner, made, option)
            if len(fitting) > 1:
                unknown = any(
                    said is None and len({winner.answer(question, one) for one in fitting}) > 1
                    for question, said in self.history
                )
                default = profile.origins.choices[option].choice
                names = tuple(dict(one).get(option, default) for one in fitting)
                yield OpenOption(option, said.about, names, "you didn't know" if unknown else "not asked")

    def _fitting_choices(self, winner: Candidate, made: Combination, option: str) -> list[Combination]:
        """Return `made` with those choices of an option that fit the answers best, the default first."""
        profile = winner.ruleset.profile
        default = profile.origins.choices[option].choice
        names = [one for one in choice_names(profile, option) if one != default]
        without = tuple(pair for pair in made if pair[0] != option)
        tried = [without, *(changed(without, option, name) for name in names)]
        wrong = [sum(winner.answer(question, one) != said for question, said in self.answers) for one in tried]
        return [one for one, count in zip(tried, wrong, strict=True) if count == min(wrong)]

    def result(self) -> Identification:
        """Return what the answers so far come to."""
        ranked = self._ranked()
        winner, best = ranked[0], self._best()
        made = self.settled(winner)
        overrides = find_overrides(winner.name, made, self.answers)
        runner_up = next((one for one in ranked if one not in best), None)
        return Identification(
            name=winner.name,
            title=winner.ruleset.profile.title or winner.name,
            choices=dict(made),
            overrides=overrides,
            open_options=tuple(self._open_options(winner, made, dict(overrides))),
            evidence=tuple(self._evidence(winner, made, overrides)),
            others=tuple(one.name for one in best if one is not winner),
            runner_up=runner_up.name if runner_up else None,
            against=tuple(one for one in self._evidence(runner_up) if not one.fits) if runner_up else (),
        )

    def _evidence(self, candidate: Candidate, made: Combination = (), overrides: Overrides = ()) -> Iterator[Evidence]:
        for question, said in self.answers:
            yield Evidence(question.text, said, candidate.answer_with(question, made, overrides))


def _answerer(candidate: Candidate, made: Combination = ()) -> Answerer:
    return lambda question: candidate.answer(question, made)


def _parts(answers: Sequence[str]) -> tuple[int, ...]:
    """Return which of those who answer say the same, whatever it is."""
    return tuple(answers.index(answer) for answer in answers)


def _entropy(answers: Sequence[str]) -> float:
    """Return how many bits an answer tells, each of those who answer being equally likely."""
    number = len(answers)
    return -sum(count / number * log2(count / number) for count in Counter(answers).values())


def _entropy_for_a_house(answers: Sequence[str]) -> float:
    """Return how many bits an answer tells a table that plays no known rules: scores of its own hide the rest."""
    return (_entropy(answers) + _entropy([roughly(answer) for answer in answers])) / 2
