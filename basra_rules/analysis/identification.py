"""Which profile a table plays: asked in a handful of questions, or read from scenarios.

Each question is the one whose answer is expected to tell most among the profiles that still fit best.  An
answer that a profile gives only under another choice of an option speaks a little against it; one that it
never gives speaks against it in full.  Once a profile is found, its options are asked for where the answers
have not settled them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, product
from math import log2
from typing import TYPE_CHECKING

from basra_rules.analysis.candidates import ROUGHLY, UNDER_AN_OPTION, shipped_candidates
from basra_rules.analysis.checklist import ALL_SO, Checklist
from basra_rules.analysis.choices import choice_names
from basra_rules.analysis.facts import MOOT, house_facts
from basra_rules.analysis.identified import Evidence, Identification, OpenOption
from basra_rules.analysis.overriding import find_overrides, is_met, word_changes
from basra_rules.analysis.questions import PLAY_LABELS, SOMETHING_ELSE, every_question, roughly, telling_plays
from basra_rules.analysis.runs import changed, joined
from basra_rules.profile.options import options_settling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from basra_rules.analysis.candidates import Candidate
    from basra_rules.analysis.house_changes import Overrides
    from basra_rules.analysis.questions import Question
    from basra_rules.analysis.runs import Combination

    Answerer = Callable[[Question], str]

MOST_QUESTIONS = 10
_ENOUGH = 5
"""After so many answers a profile whose rules with a few changes give them all is no longer doubted."""
_NEARBY = 2
_AGAIN = 0.5
_LEAST_GAIN = 1e-9


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
        return self._following_up() or self._identifying() or self._of_the_house()

    def _identifying(self) -> Question | None:
        """Return a question that tells the profiles apart, or the choices of the best one's options."""
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
        is_met = len(self.answers) >= _ENOUGH and self._is_met_with_changes(ranked[0])
        return self._splitting([_answerer(one) for one in next_best]) if self._is_doubtful() and not is_met else None

    def _is_met_with_changes(self, winner: Candidate) -> bool:
        """Tell whether a profile gives all answers with some choices and keys changed."""
        made = self.settled(winner)
        overrides = find_overrides(winner.name, made, self.answers)
        return all(winner.answer_with(question, made, overrides) == said for question, said in self.answers)

    def _is_doubtful(self) -> bool:
        """Tell whether the best profile misses more than what houses have rules of their own for."""
        best = self._ranked()[0]
        return sum(best.penalty(question, said) for question, said in self.answers if not question.label) >= ROUGHLY

    def _following_up(self) -> Question | None:
        """Return the question on what was said to be otherwise."""
        question, said = self.history[-1] if self.history else (None, None)
        return question.question_meant(said) if isinstance(question, Checklist) else None

    def _of_the_house(self) -> Question | None:
        """Return a question on what tables often have rules of their own for."""
        for questions in (house_facts(), telling_plays()):
            stated = self._unsettled(questions)
            if stated:
                return self._list_of(stated) or stated[0][0]
        return None

    def _list_of(self, stated: Sequence[tuple[Question, str]]) -> Checklist | None:
        """Return a list of what is to be confirmed; None where that is no use, or lists are not answered."""
        found = Checklist(tuple(stated))
        earlier = [(one, said) for one, said in self.history if isinstance(one, Checklist) and one.text == found.text]
        is_answered = not earlier or earlier[-1][0].question_meant(earlier[-1][1]) is not None
        return found if is_answered and len(stated) > 1 and len(self.history) < self.most - 1 else None

    def _unsettled(self, questions: Sequence[Question]) -> list[tuple[Question, str]]:
        """Return those questions that were not asked, each with what the best profile answers, as changed so far."""
        asked = {question for question, _ in self.history}
        asked |= {
            one
            for question, said in self.history
            if isinstance(question, Checklist) and said in (ALL_SO, SOMETHING_ELSE)
            for one, _ in question.stated
        }
        winner = self._best()[0]
        made = self.settled(winner)
        overrides = find_overrides(winner.name, made, self.answers)
        stated = ((one, winner.answer_with(one, made, overrides)) for one in questions if one not in asked)
        return [(one, said) for one, said in stated if said not in MOOT]

    def choices_for(self, question: Question) -> tuple[str, ...]:
        """Return the answers to choose from: what any candidate answers, the commonest first."""
        if isinstance(question, Checklist):
            return question.choices
        said = Counter(candidate.answer(question) for candidate in self.candidates)
        for candidate in self._best():
            said.update({candidate.answer(question, made): 0 for made in candidate.single_choices})
        if question.words is not None:
            said.update(question.answer(rules) for rules in word_changes(question, self._best()[0].name))
        return tuple(dict.fromkeys(answer for answer, _ in said.most_common()))

    def answer(self, question: Question, said: str | None) -> None:
        """Take an answer."""
        self.history.append((question, said))

    def back(self) -> bool:
        """Forget the last answer; False where there is none."""
        return bool(self.history) and self.history.pop() is not None

    @property
    def answers(self) -> list[tuple[Question, str]]:
        """Return the questions that were answered, those of a list one by one."""
        given: list[tuple[Question, str]] = []
        for question, said in self.history:
            if isinstance(question, Checklist):
                given += question.stated if said == ALL_SO else ()
            elif said is not None:
                given.append((question, said))
        return given

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
        return [one for one in ranked if self.penalty(one) <= least + UNDER_AN_OPTION]

    def _splitting(self, answerers: Sequence[Answerer]) -> Question | None:
        """Return the question that tells most among those who would answer, or None where none does."""
        asked = {question for question, _ in self.history}
        vain = {(question.topic, _parts(answers)) for question, answers in self._asked_in_vain(answerers)}
        subjects = Counter(question.subject for question, _ in self._asked_in_vain(answerers))
        best, found = _LEAST_GAIN, None
        told = _entropy_for_a_house if self._is_doubtful() else _entropy
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
        """Return a question that settles options of the winner which the answers leave open."""
        settled = self.settled(winner)
        for options in (*((one,) for one in winner.ruleset.profile.options), *self._entangled(winner, settled)):
            open_choices = self._fitting_choices(winner, settled, options)
            found = self._splitting([_answerer(winner, made) for made in open_choices])
            if found is not None:
                return found
        return None

    def settled(self, winner: Candidate) -> Combination:
        """Return the choices of the winner's options that fit the answers best, the defaults where all do."""
        made: Combination = ()
        options = [(one,) for one in winner.ruleset.profile.options]
        for each in (*options, *options):
            made = self._fitting_choices(winner, made, each)[0]
        for pair in self._entangled(winner, made):
            made = self._fitting_choices(winner, made, pair)[0]
        return made

    def _entangled(self, winner: Candidate, made: Combination) -> Iterator[tuple[str, str]]:
        """Yield each two options that both change what the winner answers to one of the questions answered."""
        changing: dict[str, set[Question]] = {}
        for ((option, choice),) in winner.single_choices:
            tried = changed(made, option, choice)
            differing = {one for one, _ in self.answers if winner.answer(one, tried) != winner.answer(one, made)}
            changing.setdefault(option, set()).update(differing)
        yield from ((one, other) for one, other in combinations(changing, 2) if changing[one] & changing[other])

    def _open_options(self, winner: Candidate, made: Combination, overrides: Mapping[str, str]) -> Iterator[OpenOption]:
        """Yield the options of which several choices fit the answers, unless a change settles what they would."""
        profile = winner.ruleset.profile
        pairs = list(self._entangled(winner, made))
        for option, said in profile.options.items():
            if option in {one for key in overrides for one in options_settling(profile.origins.tree, key)}:
                continue
            groups = [(option,), *(pair for pair in pairs if option in pair)]
            fitting = [one for group in groups for one in self._fitting_choices(winner, made, group)]
            default = profile.origins.choices[option].choice
            names = tuple(dict.fromkeys(dict(one).get(option, default) for one in fitting))
            if len(names) > 1:
                unknown = any(
                    said is None and len({winner.answer(question, one) for one in fitting}) > 1
                    for question, said in self.history
                )
                yield OpenOption(option, said.about, names, "you didn't know" if unknown else "not asked")

    def _fitting_choices(self, winner: Candidate, made: Combination, options: Sequence[str]) -> list[Combination]:
        """Return `made` with those choices of some options that fit the answers best, the fewest changes first."""
        profile = winner.ruleset.profile
        without = tuple(pair for pair in made if pair[0] not in options)
        others = [
            [(), *(((option, name),) for name in choice_names(profile, option) if name != default)]
            for option, default in ((one, profile.origins.choices[one].choice) for one in options)
        ]
        every = (tuple(pair for one in some for pair in one) for some in product(*others))
        tried = [joined(without, some) for some in sorted(every, key=len)]
        wrong = [sum(winner.answer(question, one) != said for question, said in self.answers) for one in tried]
        return [one for one, count in zip(tried, wrong, strict=True) if count == min(wrong)]

    def clashing_with_last(self) -> Iterator[Evidence]:
        """Yield each answer that no rules known here give together with the last, although some give each of them."""
        question, said = self.history[-1]
        if said is None or (question, said) not in self.answers:
            return
        last = (question, said)
        if not self._is_met_nearby(last):
            return
        for one in self.answers[:-1]:
            is_given = any(
                each.penalty(*one) + each.penalty(*last) <= UNDER_AN_OPTION for each in self.candidates
            ) or self._is_met_nearby(one, last)
            if not is_given and self._is_met_nearby(one):
                yield Evidence(one[0].text, one[1], question.text)

    def _is_met_nearby(self, *answers: tuple[Question, str]) -> bool:
        """Tell whether one of the first few profiles, with some keys changed, gives some answers."""
        return any(is_met(one.name, answers) for one in self._ranked()[:_NEARBY])

    def result(self) -> Identification:
        """Return what the answers so far come to."""
        ranked = self._ranked()
        winner, best = ranked[0], self._best()
        made = self.settled(winner)
        overrides = find_overrides(winner.name, made, self.answers)
        evidence = tuple(self._evidence(winner, made, overrides))
        runner_up = next((one for one in ranked if one not in best), None)
        return Identification(
            name=winner.name,
            title=winner.ruleset.profile.title or winner.name,
            choices=dict(made),
            overrides=overrides,
            open_options=tuple(self._open_options(winner, made, dict(overrides))),
            evidence=evidence,
            others=tuple(one.name for one in best if one is not winner),
            runner_up=runner_up.name if runner_up else None,
            against=tuple(one for one in self._evidence(runner_up) if not one.fits) if runner_up else (),
            clashing=tuple(self._clashing(winner, made, overrides)),
            unasked=tuple(self._unasked(winner, made, overrides)),
        )

    def _clashing(self, winner: Candidate, made: Combination, overrides: Overrides) -> Iterator[Evidence]:
        """Yield the answers that rules meet each alone, but not together with the other answers."""
        for question, said in self.answers:
            expected = winner.answer_with(question, made, overrides)
            if said != expected and find_overrides(winner.name, made, [(question, said)]):
                yield Evidence(question.text, said, expected)

    def _unasked(self, winner: Candidate, made: Combination, overrides: Overrides) -> Iterator[tuple[str, str]]:
        """Yield what nobody was asked for or knew, and what the profile has there."""
        known = {question for question, _ in self.answers}
        for fact in house_facts():
            if fact not in known and (said := winner.answer_with(fact, made, overrides)) not in MOOT:
                yield fact.label, said
        subjects = {question.subject for question in known}
        yield from ((label, "") for subject, label in PLAY_LABELS.items() if subject not in subjects)

    def _evidence(self, candidate: Candidate, made: Combination = (), overrides: Overrides = ()) -> Iterator[Evidence]:
        for question, said in self.history:
            expected = candidate.answer_with(question, made, overrides)
            if isinstance(question, Checklist):
                if said in (ALL_SO, SOMETHING_ELSE):
                    yield Evidence(question.text, question.in_full(said), question.in_full(expected))
            elif said is not None:
                yield Evidence(question.text, said, expected)


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
