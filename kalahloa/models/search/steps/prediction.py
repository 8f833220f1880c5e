"""Questions on a recorded search: which moves will not be looked at?"""

from collections.abc import Collection
from dataclasses import dataclass

from kalahloa.models.game.position import Position
from kalahloa.models.search.steps.state import SearchState, StackLevel, is_to_come_again
from kalahloa.models.search.steps.step_map import StepMap
from kalahloa.models.search.steps.step_words import StepTeller
from kalahloa.models.search.tree_words import value_words
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

ONE_IN = 3
"""One in so many other steps before a cut is asked about as well, so that nothing may be cut."""
MAX_LOOK = 60
"""So many steps before the next cut are looked at for that."""
_MIXER = 2_654_435_761
"""Knuth's multiplier, which makes steps that follow one another differ."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A move that has not been looked at when the question is asked."""

    move: int
    text: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """The moves of `side` at a level of the stack that have not been looked at.

    `after` is the move that led to the level, empty at the root.  `is_cut` is whether they are
    skipped now, before anything else is searched.
    """

    side: int
    after: str
    branches: tuple[Branch, ...]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class PredictionQuestion:
    """What is skipped after the value that has come back at `state`?

    `levels` have the moves in question, the innermost first: where the value has come back, and at
    the level above.
    """

    state: SearchState
    levels: tuple[Waiting, ...]

    @property
    def branches(self) -> tuple[Branch, ...]:
        """All moves in question, in the order of the levels."""
        return tuple(branch for level in self.levels for branch in level.branches)

    @property
    def skipped(self) -> frozenset[int]:
        """The numbers, in `branches`, of those that are skipped: the right answer."""
        found: list[int] = []
        number = 0
        for level in self.levels:
            if level.is_cut:
                found.extend(range(number, number + len(level.branches)))
            number += len(level.branches)
        return frozenset(found)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether an answer was right, and the sentences that say so, and why."""

    is_right: bool
    verdict: str
    reason: str


def question_at(state: SearchState, position: Position) -> PredictionQuestion | None:
    """Return the question to ask at *state* of a search of *position*; None if there is none.

    *position* is as it was.
    """
    if state.returned is None or state.is_over or state.is_to_come_again:
        return None
    levels = [_waiting(state.here, position, state, is_cut=state.is_cut)]
    if not levels[0].branches:
        return None
    if len(state.levels) > 1:
        above = state.levels[-2]
        levels.append(_waiting(above, position, state, is_cut=state.is_cut and _goes_on(state)))
    return PredictionQuestion(state, tuple(level for level in levels if level.branches))


def _waiting(level: StackLevel, root: Position, state: SearchState, is_cut: bool) -> Waiting:
    node = level.node
    position = root.copy()
    for move in _moves_to(level):
        position.make(move)
    tree, now = node.tree, state.step.number
    seen = {child.move for child in node.children if tree.entered_at(child.index) <= now}
    moves = [move for move in position.legal_moves() if move not in seen]
    branches = tuple(Branch(move, position.format_move(move)) for move in moves)
    return Waiting(node.side, node.text, branches, is_cut)


def _moves_to(level: StackLevel) -> list[int]:
    return [node.move for node in level.node.path() if node.move is not None]


def _goes_on(state: SearchState) -> bool:
    """Return whether the cut goes on at the level above: the same side moves there, twice."""
    node, above = state.node, state.levels[-2].node
    return (
        above.pruned > 0
        and not above.unrecorded
        and above.tree.left_at(above.index) == node.tree.left_at(node.index) + 1
    )


def next_question(steps: StepMap, number: int) -> int | None:
    """Return the first step after *number* that is to be asked about; None if there is none."""
    cut = steps.next_cut(number)
    step = number
    for _ in range(MAX_LOOK):
        following = steps.following(step)
        if following is None or following == cut:
            return cut
        step = following
        if _mixed(step) % ONE_IN == 0 and _is_worth_asking(steps, step):
            return step
    return cut


def _mixed(step: int) -> int:
    return step * _MIXER % 2**32 >> 16


def _is_worth_asking(steps: StepMap, number: int) -> bool:
    """Return whether a value comes back at step *number* at a node that goes on with a move."""
    step = steps.tree.step(number)
    above = None if step.is_entry else step.node.parent
    if above is None:
        return False
    ends_there = steps.tree.left_at(above.index) == number + 1
    return not ends_there and not is_to_come_again(above, step.node)


def judge_prediction(
    question: PredictionQuestion,
    answer: Collection[int],
    teller: StepTeller,
    sides: tuple[str, str],
) -> Judgement:
    """Judge *answer*, the numbers of the branches that are said to be skipped."""
    state = question.state
    right = question.skipped
    is_right = frozenset(answer) == right
    if is_right:
        verdict = QT_TRANSLATE_NOOP("Models", "Right.")
    elif not right:
        verdict = QT_TRANSLATE_NOOP("Models", "No: the search skips nothing.")
    elif not answer:
        verdict = QT_TRANSLATE_NOOP("Models", "No: the search skips %n move(s).").counted(
            len(right)
        )
    elif right - frozenset(answer):
        verdict = QT_TRANSLATE_NOOP("Models", "No: you missed %n skipped move(s).").counted(
            len(right - frozenset(answer))
        )
    else:
        verdict = QT_TRANSLATE_NOOP("Models", "No: %n of your move(s) (is|are) searched.").counted(
            len(frozenset(answer) - right)
        )
    reason = teller.describe(state).why if right else _why_none(state, sides)
    return Judgement(is_right, verdict, reason)


def _why_none(state: SearchState, sides: tuple[str, str]) -> str:
    """Return why nothing is skipped at *state*."""
    level, node = state.here, state.node
    most = state.levels[0].node.side
    turn = 1.0 if node.side == most else -1.0
    low, high = sorted((turn * level.alpha, turn * level.beta))
    return QT_TRANSLATE_NOOP(
        "Models",
        "Alpha ({alpha}) is still less than beta ({beta}): {side} may still do better, so the "
        "search looks at the next move.",
    ).format(alpha=value_words(low + 0.0), beta=value_words(high + 0.0), side=sides[node.side])
