"""Whether a position is a puzzle, and its solution.

There are two kinds, by the game (see `can_be_solved`):

* where games may go on for ever, exactly one move wins.  That it wins, and that no other move does
  within `Puzzle.bound` plies, is shown by trying all moves (`wins`).  Beyond that, the engine
  searches `OTHER_NODES` nodes for a win by another move, and proof-number search of `PROOF_NODES`
  nodes is asked of each other move: if one of them finds a win, the position is no puzzle; if all
  other moves are refuted, the puzzle says so; and otherwise a longer win by another move is not
  excluded, only not found;
* where games always end, exactly one move keeps the exact value, and all others lose at least
  `MIN_MARGIN` points of the final score, by the solver.  Where the obvious move is right all the
  way (see `rule_of_thumb`), there is nothing to find.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import BuildStopped
from kalahloa.models.game.line import format_line
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import ProofResult, prove
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.search.transposition_table import ENTRY_BYTES
from kalahloa.models.study.puzzles.exact import ExactValues, NotInTime
from kalahloa.models.study.puzzles.puzzle import Goal, Puzzle, puzzle_id
from kalahloa.models.study.puzzles.rule_of_thumb import is_obvious
from kalahloa.models.study.puzzles.wins import MAX_WIN_PLIES, WinSearch, WinsStopped
from kalahloa.models.work.cancellation import never

MIN_MOVES = 4
"""With fewer legal moves there is nothing to find."""
MIN_MARGIN = 2
"""The least that every other move loses, in points of the final score."""
MAX_SOLUTION = 12
"""The solver's part of a solution is not longer, in moves, where a value is to be kept."""
MIN_BOUND = 5
"""Other moves are searched for wins within at least so many plies, if the win is quicker too."""
WIN_NODES = 50_000
"""The maximal number of nodes of each search for wins; one that takes more is given up."""
OTHER_NODES = 300_000
"""The nodes of the engine's searches for a win by another move."""
PROOF_NODES = 20_000
"""The maximal number of nodes of the proof searches that each other move gets."""
_PROOF_MEBIBYTES = 1
_FILTER_NODES = 4_000
_DEEP_NODES = 60_000
_FILTER_MARGIN = 1.5
SOLVER_SECONDS = 20.0
"""A position that takes the solver longer is left out; nothing else depends on the machine."""


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """What a puzzle is made of: moves of the position's game, and the facts of a `Puzzle`."""

    solution: tuple[int, ...]
    rest: tuple[int, ...]
    goal: Goal
    plies: int = 0
    value: int | None = None
    next_best: int | None = None
    bound: int = 0


class Finder:
    """Finds the puzzles of *game*; to be used by one thread at a time.

    Work ends once *stopped* returns True (see `cancellation`): then nothing is found.  A position
    that takes the solver more than *seconds* is left out.
    """

    def __init__(
        self,
        game: Game,
        *,
        seconds: float = SOLVER_SECONDS,
        stopped: Callable[[], bool] = never,
    ) -> None:
        self._game = game
        self._seconds = seconds
        self._stopped = stopped
        self._engine = Engine(1)
        self._exact: ExactValues | None = None

    def is_promising(self, position: Position, deeply: bool = False) -> bool:
        """Return whether a short search, a longer one if *deeply*, says that there may be a puzzle.

        It leaves out most positions at little cost; nothing is taken from it.
        """
        if position.is_over() or len(position.legal_moves()) < MIN_MOVES or self._stopped():
            return False
        position = position.copy(stack=False)
        nodes = _DEEP_NODES if deeply else _FILTER_NODES
        by_margin = can_be_solved(position)
        try:
            best, *others = self._engine.analyse(
                position, Limits(nodes=nodes), lines=2 if by_margin else 1, stopped=self._stopped
            ).lines
        except SearchStopped:
            return False
        if by_margin:
            return best.score.number - others[0].score.number >= _FILTER_MARGIN
        plies = best.score.plies
        return best.score.number > 0 and plies is not None and plies <= MAX_WIN_PLIES

    def puzzle(self, position: Position, source: str = "") -> Puzzle | None:
        """Return the puzzle at *position*, not rated yet, or None if it is none.

        Moves before *position* do not count.
        """
        position = position.copy(stack=False)
        if position.is_over() or len(position.legal_moves()) < MIN_MOVES or self._stopped():
            return None
        if can_be_solved(position):
            found = self._value_to_keep(position)
        else:
            found = find_win(position, self._stopped)
        if found is None or self._stopped():
            return None
        moves = format_line(position, found.solution + found.rest)
        return Puzzle(
            id=puzzle_id(self._game, position),
            game=self._game.key,
            rules=position.rules,
            position=position.position_string(),
            solution=moves[: len(found.solution)],
            rest=moves[len(found.solution) :],
            goal=found.goal,
            plies=found.plies,
            value=found.value,
            next_best=found.next_best,
            bound=found.bound,
            source=source,
        )

    def _value_to_keep(self, position: Position) -> FoundPuzzle | None:
        if self._exact is None:
            self._exact = ExactValues(self._game, self._seconds, self._stopped)
        try:
            self._exact.begin(position)
            found = find_value_to_keep(position, self._exact)
        except (BuildStopped, NotInTime):
            return None
        return None if found is None or is_obvious(position, found.solution) else found


# -- wins --------------------------------------------------------------------------------------


def find_win(position: Position, stopped: Callable[[], bool] = never) -> FoundPuzzle | None:
    """Return the only move that wins within `MAX_WIN_PLIES` plies, with its solution, or None."""
    search = WinSearch(position, position.side, max_nodes=WIN_NODES, stopped=stopped)
    try:
        return _find_win(search, stopped)
    except WinsStopped:
        return None


def _find_win(search: WinSearch, stopped: Callable[[], bool]) -> FoundPuzzle | None:
    winning: list[int] = []
    plies = 0
    for plies in range(1, MAX_WIN_PLIES + 1, 2):
        winning = search.moves_within(plies)
        if winning:
            break
    if len(winning) != 1:
        return None
    bound = max(plies, MIN_BOUND)
    if bound > plies and len(search.moves_within(bound)) > 1:
        return None
    if another_wins(search.position, winning[0], stopped=stopped):
        return None
    refuted = others_are_refuted(search.position, winning[0], stopped=stopped)
    if refuted is None:
        return None
    line, needed = longest_line(search, plies)
    return FoundPuzzle(
        solution=tuple(line[:needed]),
        rest=tuple(line[needed:]),
        goal=Goal.WIN,
        plies=plies,
        bound=0 if refuted else bound,
    )


def longest_line(search: WinSearch, plies: int) -> tuple[list[int], int]:
    """Return the win within *plies* plies against a longest defence, and how much is forced.

    The solver is to move.  The second number is that of the moves up to the last one of the solver
    before which it always had one move only.
    """
    line: list[int] = []
    needed = 0
    only = True
    solver = search.position.side
    while not search.position.is_over():
        if search.position.side == solver:
            wins = search.moves_within(plies)
            only = only and len(wins) == 1
            move, plies = wins[0], plies - 1
            if only:
                needed = len(line) + 1
        else:
            move, plies = _longest_defence(search, plies)
        line.append(move)
        search.make(move)
    for _ in line:
        search.unmake()
    return line, needed


def _longest_defence(search: WinSearch, plies: int) -> tuple[int, int]:
    """Return the move that puts off the win longest, and in how many plies that comes after it.

    Of several such moves it is the first after which the solver has only one move.
    """
    best: tuple[int, bool] = (-1, False)
    chosen = 0
    for move in search.position.legal_moves():
        search.make(move)
        left = search.distance(plies - 1)
        assert left is not None  # the win is forced
        if left >= best[0] and best != (left, True):
            only = left > 0 and len(search.moves_within(left)) == 1
            if (left, only) > best:
                best, chosen = (left, only), move
        search.unmake()
    return chosen, best[0]


def another_wins(
    position: Position,
    right: int,
    nodes: int = OTHER_NODES,
    stopped: Callable[[], bool] = never,
) -> bool:
    """Return whether the engine finds a forced win by another move than *right*, of any length.

    The same *nodes* always find the same.  Once *stopped* returns True, none may be found.
    """
    engine = Engine(max(1, nodes * ENTRY_BYTES >> 20))  # with an entry for each node
    try:
        found = engine.analyse(position, Limits(nodes=nodes), lines=2, stopped=stopped)
    except SearchStopped:
        return False
    return any(
        line.move != right and line.score.number > 0 and line.score.plies is not None
        for line in found.lines
    )


def others_are_refuted(
    position: Position, right: int, nodes: int = PROOF_NODES, stopped: Callable[[], bool] = never
) -> bool | None:
    """Return whether all moves but *right* are proven not to win; None if one is proven to win.

    Each move gets at most two proof searches of *nodes* nodes: for a win of the other side, and
    for one of the solver, which may be disproven.
    """
    solver = position.side
    limits = Limits(nodes=nodes)
    all_refuted = True
    for move in position.legal_moves():
        if move == right:
            continue
        position.make(move)
        try:
            if position.is_over():
                continue  # or it would be among the moves that win
            if all_refuted:
                answer = prove(
                    position,
                    limits,
                    side=1 - solver,
                    mebibytes=_PROOF_MEBIBYTES,
                    stopped=stopped,
                )
                if answer.proven:
                    continue
            win = prove(position, limits, side=solver, mebibytes=_PROOF_MEBIBYTES, stopped=stopped)
            if win.proven:
                return None
            if win.result is not ProofResult.NO_WIN:
                all_refuted = False
        finally:
            position.unmake()
    return all_refuted


# -- values ------------------------------------------------------------------------------------


def find_value_to_keep(position: Position, exact: ExactValues) -> FoundPuzzle | None:
    """Return the only move that keeps the value, with its solution, or None.

    *exact* has begun with *position*.  Raises `NotInTime`.
    """
    value = exact.value(position)
    close = exact.keeping(position, value - MIN_MARGIN + 1)
    if len(close) != 1:
        return None
    right = close[0]
    next_best = max(worth for move, worth in exact.values(position).items() if move != right)
    position = position.copy()
    solver = position.side
    line, needed, found = [right], 1, 1
    position.make(right)
    while not position.is_over() and found < MAX_SOLUTION:
        is_solvers = position.side == solver
        keeping = exact.keeping(position, value if is_solvers else -value)
        if is_solvers and len(keeping) > 1:
            break
        if not is_solvers:
            keeping.sort(key=lambda move: not _leaves_one(position, move, solver, value, exact))
        line.append(keeping[0])
        position.make(keeping[0])
        if is_solvers:
            needed = len(line)
            found += 1
    return FoundPuzzle(
        solution=tuple(line[:needed]),
        rest=(),
        goal=Goal.KEEP,
        value=value,
        next_best=next_best,
    )


def _leaves_one(position: Position, move: int, solver: int, value: int, exact: ExactValues) -> bool:
    """Return whether *solver* has only one move that keeps *value* right after *move*."""
    position.make(move)
    try:
        return (
            not position.is_over()
            and position.side == solver
            and len(exact.keeping(position, value)) == 1
        )
    finally:
        position.unmake()
