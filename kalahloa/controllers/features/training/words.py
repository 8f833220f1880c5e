"""What is said of how one does in all exercises."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.mistake_kind import MistakeKind

with lazy_imports():
    from kalahloa.models.study.training import kinds
if TYPE_CHECKING:
    from kalahloa.models.study.training.statistics import MistakeScore, TrainingStatistic


def kind_name(kind: "kinds.ExerciseKind") -> str:
    """Return what the kind of exercise is called."""
    return {
        kinds.ExerciseKind.PUZZLES: translate("Training", "Puzzles"),
        kinds.ExerciseKind.MISTAKES: translate("Training", "My mistakes"),
        kinds.ExerciseKind.OPENINGS: translate("Training", "Openings"),
        kinds.ExerciseKind.GUESS: translate("Training", "Guessing"),
        kinds.ExerciseKind.TEACH: translate("Training", "Teaching"),
    }[kind]


def mistake_name(kind: MistakeKind | None) -> str:
    """Return what mistakes of *kind* are called; those of no known kind are others."""
    return translate("Training", "Other mistakes") if kind is None else in_words(kind.title)


def weeks_words(score: "MistakeScore") -> str:
    """Return which share was right in each week with attempts, the oldest first: ``50 → 67 %``.

    It is empty where there were none.
    """
    shares = [f"{100 * passed / tried:.0f}" for passed, tried in score.weeks if tried]
    return fill(translate("Training", "{shares} %"), shares=" → ".join(shares)) if shares else ""


def due_words(due: int) -> str:
    """Return how many mistakes are to be repeated today; nothing if there are none."""
    return translate("Training", "%n due", "", due) if due else ""


def mistake_scores_report(scores: "Iterable[MistakeScore]") -> list[str]:
    """Return how one does at each kind of mistake, a sentence each."""
    row = translate("Training", "{kind}: {due} to repeat today, {total} in all.")
    with_weeks = translate(
        "Training", "{kind}: {due} to repeat today, {total} in all; right by week: {weeks}."
    )
    return [
        fill(
            with_weeks if weeks_words(one) else row,
            kind=mistake_name(one.kind),
            due=one.due,
            total=one.total,
            weeks=weeks_words(one),
        )
        for one in scores
    ]


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
    lines += mistake_scores_report(statistic.by_mistake)
    sentence = translate(
        "Training", "To repeat: {today} today, {tomorrow} tomorrow, {later} later."
    )
    lines.append(fill(sentence, today=today, tomorrow=tomorrow, later=sum(later)))
    return "\n".join(lines)
