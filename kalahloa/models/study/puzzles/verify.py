"""Whether puzzles are right: checked from the rules, and for exact values by the solver.

A win is walked: every answer of the other side is met until the game is won, and every other first
move is shown not to win within as many plies.  Nothing is taken from the search that found it.
"""

from collections.abc import Callable

from kalahloa.models.game.knowledge import BuildStopped
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.study.puzzles.exact import ExactValues, NotInTime
from kalahloa.models.study.puzzles.finding import (
    OTHER_NODES,
    PROOF_NODES,
    another_wins,
    others_are_refuted,
)
from kalahloa.models.study.puzzles.puzzle import Goal, Puzzle, puzzle_id
from kalahloa.models.study.puzzles.wins import MAX_WIN_PLIES, WinSearch, WinsStopped
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence
from kalahloa.models.work.cancellation import never

SECONDS = 120.0
"""The time that the solver gets for a puzzle."""
MORE_NODES = 3 * PROOF_NODES
"""The nodes of each proof search where all other moves are said to be refuted."""


class VerificationStopped(Exception):
    """The check was stopped, or a value could not be proven in time."""


class _Wrong(Exception):
    def __init__(self, reason: Sentence) -> None:
        super().__init__(reason)
        self.reason = reason


class PuzzleVerifier:
    """Checks puzzles; to be used by one thread at a time.

    It is thorough, or else leaves out what takes longest: wins of other first moves beyond the
    length of the solution, and the exact value of the second-best move.  The engine gets
    *other_nodes* nodes to find such a win.  Work ends once *stopped* returns True (see
    `cancellation`).
    """

    def __init__(
        self,
        *,
        thorough: bool = True,
        other_nodes: int = OTHER_NODES,
        stopped: Callable[[], bool] = never,
    ) -> None:
        self._thorough = thorough
        self._other_nodes = other_nodes
        self._stopped = stopped
        self._exact: dict[str, ExactValues] = {}

    def problem(self, puzzle: Puzzle) -> Sentence | None:
        """Return what is wrong with *puzzle*, or None if it is right.

        Raises `VerificationStopped`, also where the solver needs more than `SECONDS`.
        """
        position = puzzle.start()
        game = find_game(puzzle.game)
        try:
            if position.is_over():
                raise _Wrong(QT_TRANSLATE_NOOP("Models", "the game is over."))
            if puzzle.id != puzzle_id(game, position):
                raise _Wrong(QT_TRANSLATE_NOOP("Models", "its name does not match the position."))
            if can_be_solved(position) != (puzzle.goal is Goal.KEEP):
                raise _Wrong(QT_TRANSLATE_NOOP("Models", "its goal does not match its game."))
            if puzzle.goal is Goal.WIN:
                self._check_win(puzzle, position)
            else:
                if puzzle.game not in self._exact:
                    self._exact[puzzle.game] = ExactValues(game, SECONDS, self._stopped)
                self._check_value(puzzle, position, self._exact[puzzle.game])
        except _Wrong as wrong:
            return wrong.reason
        except (WinsStopped, NotInTime, BuildStopped) as error:
            raise VerificationStopped from error
        return None

    # -- wins ------------------------------------------------------------------------------------

    def _check_win(self, puzzle: Puzzle, position: Position) -> None:
        search = WinSearch(position, position.side, stopped=self._stopped)
        plies = puzzle.plies
        _require(plies <= MAX_WIN_PLIES, _TOO_LONG)
        right = position.read_move(puzzle.solution[0])
        _require(search.distance(plies) == plies, _NOT_SO_LONG)
        _walk(search, puzzle, plies)
        if not self._thorough:
            return
        if puzzle.bound:
            _require(puzzle.bound <= MAX_WIN_PLIES, _TOO_LONG)
            _require(search.moves_within(puzzle.bound) == [right], _ANOTHER)
        _require(not another_wins(position, right, self._other_nodes, self._stopped), _ANOTHER)
        # What the search left open when the puzzle was found it leaves open again; a refutation may
        # have been found with more nodes than are usual now.
        nodes = PROOF_NODES if puzzle.bound else MORE_NODES
        refuted = others_are_refuted(position, right, nodes, self._stopped)
        if self._stopped():
            raise VerificationStopped
        _require(refuted is not None, _ANOTHER)
        _require(bool(refuted) or puzzle.bound > 0, _NOT_REFUTED)

    # -- values ----------------------------------------------------------------------------------

    def _check_value(self, puzzle: Puzzle, position: Position, exact: ExactValues) -> None:
        assert puzzle.value is not None and puzzle.next_best is not None
        exact.begin(position)
        _require(exact.has_value(position, puzzle.value), _OTHER_VALUE)
        right = position.read_move(puzzle.solution[0])
        _require(exact.keeping(position, puzzle.next_best + 1) == [right], _ANOTHER)
        if self._thorough:
            _require(len(exact.keeping(position, puzzle.next_best)) > 1, _OTHER_VALUE)
        solver = position.side
        for text in puzzle.solution:
            move = position.read_move(text)
            if position.side == solver:
                _require(exact.keeping(position, puzzle.value) == [move], _ANOTHER)
            else:
                _require(move in exact.keeping(position, -puzzle.value), _WEAK_ANSWER)
            position.make(move)


def _walk(search: WinSearch, puzzle: Puzzle, plies: int) -> None:
    """Walk the solution, and what follows it, of a win within *plies* plies."""
    solver = search.position.side
    for number, text in enumerate(puzzle.solution + puzzle.rest):
        move = search.position.read_move(text)
        if search.position.side == solver:
            winning = search.moves_within(plies)
            _require(move in winning, _NO_WIN)
            _require(number >= len(puzzle.solution) or winning == [move], _ANOTHER)
            plies -= 1
        else:
            left = _after(search, move, plies)
            others = [_after(search, other, plies) for other in search.position.legal_moves()]
            _require(left == max(others), _WEAK_ANSWER)
            plies = left
        search.make(move)
    _require(search.wins_within(0), _NO_WIN)
    for _ in puzzle.solution + puzzle.rest:
        search.unmake()


def _after(search: WinSearch, move: int, plies: int) -> int:
    """Return within how few plies the solver wins after *move*, at most *plies* with the move."""
    search.make(move)
    left = search.distance(plies - 1)
    search.unmake()
    if left is None:
        raise _Wrong(_NO_WIN)
    return left


def _require(is_true: bool, reason: Sentence) -> None:
    if not is_true:
        raise _Wrong(reason)


_TOO_LONG = QT_TRANSLATE_NOOP("Models", "the win is too long to check.")
_NOT_SO_LONG = QT_TRANSLATE_NOOP("Models", "there is no win of this length, or a shorter one.")
_NO_WIN = QT_TRANSLATE_NOOP("Models", "the solution does not win.")
_ANOTHER = QT_TRANSLATE_NOOP("Models", "another move is as good.")
_NOT_REFUTED = QT_TRANSLATE_NOOP("Models", "another move has no refutation.")
_WEAK_ANSWER = QT_TRANSLATE_NOOP("Models", "the other side has a better reply.")
_OTHER_VALUE = QT_TRANSLATE_NOOP("Models", "the values differ from the solver's.")
