"""What is said of how one does in all exercises."""

from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.models.study.training import kinds
if TYPE_CHECKING:
    from kalahloa.models.study.training.statistics import TrainingStatistic


def kind_name(kind: "kinds.ExerciseKind") -> str:
    """Return what the kind of exercise is called."""
    return {
        kinds.ExerciseKind.PUZZLES: translate("Training", "Puzzles"),
        kinds.ExerciseKind.MISTAKES: translate("Training", "My mistakes"),
        kinds.ExerciseKind.OPENINGS: translate("Training", "Openings"),
        kinds.ExerciseKind.GUESS: translate("Training", "Guessing"),
        kinds.ExerciseKind.TEACH: translate("Training", "Teaching"),
    }[kind]


def tally_words(passed: int, tried: int) -> str:
    """Return so many of so many, in words."""
    return fill(translate("Training", "{passed} of {tried}"), passed=passed, tried=tried)


def before_words(statistic: "TrainingStatistic") -> str:
    """Return how it was in the week before, in a few words."""
    if not statistic.tried_before:
        return translate("Training", "this week")
    words = translate("Training", "this week, {score} the week before")
    score = tally_words(statistic.passed_before, statistic.tried_before)
    return fill(words, score=score)


def statistic_report(statistic: "TrainingStatistic") -> str:
    """Return how one does, a sentence a line."""
    today, tomorrow, *later = statistic.due
    lines = []
    if statistic.tried:
        sentence = translate("Training", "Right at the first try: {score} {when}.")
        score = tally_words(statistic.passed, statistic.tried)
        lines.append(fill(sentence, score=score, when=before_words(statistic)))
        row = translate("Training", "{kind}: {score}.")
        for one in statistic.by_kind:
            score = tally_words(one.passed, one.tried)
            lines.append(fill(row, kind=kind_name(one.kind), score=score))
    else:
        lines.append(translate("Training", "You have not trained this week."))
    sentence = translate(
        "Training", "To repeat: {today} today, {tomorrow} tomorrow, {later} later."
    )
    lines.append(fill(sentence, today=today, tomorrow=tomorrow, later=sum(later)))
    return "\n".join(lines)
