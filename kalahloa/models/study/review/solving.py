"""The exact value of a move by book, tablebase and solver, in games that always end."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from time import monotonic

from kalahloa.models.game.line import format_line
from kalahloa.models.game.position import Position
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.study.review.appraisal import (
    Appraisal,
    Best,
    ReviewStopped,
    Texts,
    kept,
)
from kalahloa.models.study.review.estimating import Estimator
from kalahloa.models.study.review.judgement import least_sound
from kalahloa.models.study.review.reviewed import MAX_LINE
from kalahloa.models.work.cancellation import never

LINE_PLIES = 12
"""The length of a line from the solver; each move of it takes searches."""
SOLVER_SHARE = 0.6
"""The share of a ply's time that the solver gets at least; the engine has the rest."""
HOPELESS_SHARE = 0.2
"""The same where the position after the move, mostly an easier one, was not solved either."""


class SolverAppraiser:
    """Appraises *plies* moves by *solver*, within *seconds* each, None for no limit.

    What the moves before have not used of their time is left for those to come: most of them take
    a moment, and a few at the beginning of a game take long.  What is not proven in time is
    estimated by *estimator*.  *kind* is what counts in the game.  To be used by one thread
    at a time.
    """

    def __init__(
        self,
        solver: Solver,
        estimator: Estimator,
        seconds: float | None,
        kind: ScoreKind,
        plies: int = 1,
    ) -> None:
        self._solver = solver
        self._estimator = estimator
        self._seconds = seconds
        self._kind = kind
        self._ends = inf if seconds is None else monotonic() + seconds * plies
        """When the time of all moves is over."""
        self._left = plies
        """How many moves are still to be appraised."""

    def best(self, position: Position, stopped: Callable[[], bool] = never) -> Best:
        """Return the value of *position*, whose game is not over, and the best line."""
        whole = self._deadline(1.0)
        value = self._value(position, None, self._deadline(SOLVER_SHARE), stopped)
        if value is None:
            return self._estimator.best(position, stopped)
        line = self._line(position, value, whole, stopped)
        return Best(self._proven(position, value), line)

    def appraise(
        self, position: Position, move: int, after: Best, stopped: Callable[[], bool] = never
    ) -> Appraisal:
        """Return what *move* is worth in *position*; *after* is known of the position after it."""
        text = position.format_move(move)
        played = after.before(position.side)
        if len(position.legal_moves()) == 1:
            self._left -= 1
            return kept(move, text, played, after.line)
        whole = self._deadline(1.0)
        deadline = self._deadline(SOLVER_SHARE if played.proven else HOPELESS_SHARE)
        self._left -= 1
        guess = round(played.number) if played.proven else None
        value = self._value(position, guess, deadline, stopped)
        if value is None or not played.proven:
            return self._estimated(position, move, played, value, after.line, stopped)
        if value == played.number:
            only = self._is_only(position, move, value, whole, stopped)
            return replace(kept(move, text, played, after.line), only=only)
        line = self._line(position, value, whole, stopped)
        if not line:
            return self._estimated(position, move, played, None, after.line, stopped)
        best_move = position.read_move(line[0])
        return Appraisal(played, best_move, self._proven(position, value), line, after.line)

    # -- proven ------------------------------------------------------------------------------------

    def _value(
        self,
        position: Position,
        guess: int | None,
        deadline: float | None,
        stopped: Callable[[], bool],
    ) -> int | None:
        """Return the exact value of *position*, or None if there is not enough time."""
        found = self._solver.solve(
            position, seconds=_left(deadline), guess=guess, plies=0, stopped=stopped
        )
        if stopped():
            raise ReviewStopped
        return found.bounds.value

    def _line(
        self,
        position: Position,
        value: int,
        deadline: float | None,
        stopped: Callable[[], bool],
    ) -> Texts:
        """Return a line of best play from *position*, whose value is *value*.

        It is empty if there is not enough time for a single move.
        """
        if self._solver.probe(position) is not None:
            # In the book a line goes as far as the book does, since it may take long beyond.
            known = self._solver.solve(position, guess=value, seconds=_left(deadline))
            if known.line:
                return format_line(position, known.line[:MAX_LINE])
        best = self._best_move(position, value, deadline, stopped)
        if best is None:
            return ()
        text = position.format_move(best)
        side = position.side
        position.make(best)
        try:
            if position.is_over():
                return (text,)
            found = self._solver.solve(
                position,
                seconds=_left(deadline),
                guess=value if position.side == side else -value,
                plies=LINE_PLIES - 1,
                stopped=stopped,
            )
            if stopped():
                raise ReviewStopped
            return (text, *format_line(position, found.line[:MAX_LINE]))
        finally:
            position.unmake()

    def _best_move(
        self,
        position: Position,
        value: int,
        deadline: float | None,
        stopped: Callable[[], bool],
    ) -> int | None:
        """Return a move worth *value*, the value of *position*; None if there is not enough time.

        Those that a short search takes for the best are tried first: for them the solver's table
        mostly has the answer, and to prove that others are worse may take long.
        """
        side = position.side
        for move in self._estimator.by_estimate(position, stopped):
            position.make(move)
            try:
                if position.is_over():
                    outcome = position.outcome()
                    holds = outcome is not None and outcome.score_for(side) == value
                else:
                    holds = bool(
                        self._solver.has_value(
                            position,
                            value if position.side == side else -value,
                            seconds=_left(deadline),
                            stopped=stopped,
                        )
                    )
            finally:
                position.unmake()
            if stopped():
                raise ReviewStopped
            if holds:
                return move
        return None

    def _is_only(
        self,
        position: Position,
        move: int,
        value: int,
        deadline: float | None,
        stopped: Callable[[], bool],
    ) -> bool:
        """Return whether every move but *move*, worth *value*, is known to be a mistake."""
        least = least_sound(value, self._kind is ScoreKind.MARGIN)
        found = self._solver.moves_at_least(
            position, least, seconds=_left(deadline), stopped=stopped
        )
        if stopped():
            raise ReviewStopped
        return all(holds is False for other, holds in found.items() if other != move)

    def _proven(self, position: Position, value: int) -> Score:
        return Score(float(value), position.side, self._kind, True)

    # -- estimated -----------------------------------------------------------------------------

    def _estimated(
        self,
        position: Position,
        move: int,
        played: Score,
        value: int | None,
        answer: Texts,
        stopped: Callable[[], bool],
    ) -> Appraisal:
        """Return the appraisal of *move* where only its value *played*, or *value*, is proven.

        *value* is that of the position, if it is known.  What the move gives away is the difference
        of two estimates of one search; a value that is proven corrects both.
        """
        found = self._estimator.compare(position, move, stopped)
        loss = max(0.0, found.other_value.number - found.value.number)
        answer = answer or found.answer
        if value is not None:
            played = replace(found.value.as_estimate(), number=value - loss)
        elif not played.proven:
            played = found.value
        if not loss:
            return kept(move, position.format_move(move), played, answer)
        if value is not None:
            line = self._line(position, value, self._deadline(1.0), stopped)
            if line:
                best_move = position.read_move(line[0])
                return Appraisal(played, best_move, self._proven(position, value), line, answer)
            # The book knows what the best move is worth, but not which one it is.
        best = replace(found.other_value.as_estimate(), number=played.number + loss)
        return Appraisal(played, found.other, best, found.other_line, answer)

    def _deadline(self, share: float) -> float | None:
        """Return when *share* of this move's time is over, with what others have left of theirs.

        A move that is hopeless does not get that.
        """
        if self._seconds is None:
            return None
        now = monotonic()
        spared = 0.0
        if share > HOPELESS_SHARE:
            spared = max(0.0, self._ends - now - self._seconds * max(1, self._left))
        return now + share * self._seconds + spared


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - monotonic())
