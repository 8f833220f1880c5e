"""Stepping through a search in the words of the text view and the terminal."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.trees.search_words import short_words
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.features.trees.steps_state import AnswerCount
from kalahloa.models.search.steps.prediction import Judgement, PredictionQuestion
from kalahloa.models.search.steps.stack import Remark, StackRow, remark_at, stack_rows

MAX_LISTED = 40
"""So many moves of a question are listed."""


def step_words(steps: TreeSteps) -> str:
    """Return the step that is shown, in sentences, and what is asked."""
    told = steps.description()
    head = fill(
        translate("TreeSteps", "Step {number} of {count}."),
        number=f"{steps.number + 1:,}",
        count=f"{steps.count:,}",
    )
    text = " ".join(part for part in (head, in_words(told.what), in_words(told.why)) if part)
    if steps.asking and steps.question is not None:
        text = "\n".join((text, *question_rows(steps.question, steps.sides)))
    return text


def question_rows(question: PredictionQuestion, sides: tuple[str, str]) -> list[str]:
    """Return the moves that may be skipped, a line for each level, and how to answer."""
    rows = []
    for level in question.levels:
        names = " ".join(branch.text for branch in level.branches[:MAX_LISTED])
        if len(level.branches) > MAX_LISTED:
            names += " …"
        rows.append(f"{waiting_title(level.side, level.after, sides)}: {names}")
    rows.append(translate("TreeSteps", "Type skipped and the moves, or all, up or none."))
    return rows


def waiting_title(side: int, after: str, sides: tuple[str, str]) -> str:
    """Return whose moves wait, and after which move."""
    if not after:
        return fill(translate("TreeSteps", "{side}'s moves at the root"), side=sides[side])
    return fill(translate("TreeSteps", "{side}'s moves after {move}"), side=sides[side], move=after)


def judged_words(judgement: Judgement, score: AnswerCount) -> str:
    """Return how an answer was, why, and the score."""
    parts = (in_words(judgement.verdict), in_words(judgement.reason), score_words(score))
    return " ".join(part for part in parts if part)


def score_words(score: AnswerCount) -> str:
    """Return the score as a sentence; empty before anything was asked."""
    if not score.asked:
        return ""
    sentence = translate("TreeSteps", "{right} of {asked} right.")
    return fill(sentence, right=score.right, asked=score.asked)


def level_words(row: StackRow, sides: tuple[str, str]) -> str:
    """Return a level of the stack in words."""
    kind = "MAX" if row.is_max else "MIN"
    move = row.move or translate("TreeSteps", "root")
    text = f"{kind} {in_words(sides[row.side])}, {move}"
    if row.alpha is not None and row.beta is not None:
        window = translate("TreeSteps", "alpha {alpha}, beta {beta}")
        text += ": " + fill(window, alpha=short_words(row.alpha), beta=short_words(row.beta))
    if row.best is not None:
        best = translate("TreeSteps", "best {value} with {move}")
        text += "; " + fill(best, value=short_words(row.best), move=row.best_move)
    return text


def remark_words(remark: Remark) -> str:
    """Return the numbers of a line of code in short: ``+1.00 ≤ +1.00``; empty without any."""
    values = [short_words(value) for value in remark.values]
    if remark.is_window:
        return f"α {values[0]}, β {values[1]}"
    return f" {remark.sign} ".join(values)


def stack_words(steps: TreeSteps) -> str:
    """Return the stack and the algorithm with the line that is run, as text in several lines."""
    state, algorithm = steps.state, steps.algorithm
    if state is None or algorithm is None:
        return ""
    rows = [
        level_words(row, steps.sides)
        for row in stack_rows(state, algorithm.prunes, steps.is_negamax)
    ]
    if steps.asking:
        return "\n".join(rows)
    current = algorithm.line_at(state)
    for number, line in enumerate(algorithm.lines(state)):
        mark = ">" if number == current else " "
        remark = remark_words(remark_at(state, algorithm)) if number == current else ""
        rows.append(f"{mark} {line.text}" + (f"    # {remark}" if remark else ""))
    return "\n".join(rows)
