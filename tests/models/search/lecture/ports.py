"""The published algorithms, written anew from their descriptions, with boards of their own.

Nothing here asks the program for anything but the board at the beginning.  Finished games count 100
a stone (or a win), less 0.01 a ply for the winner, as everywhere in the program; all else is the
sources'.  A port counts each position that it looks at, the first one included.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf

Cells = tuple[int, ...]


def finished(score: int, plies: int) -> float:
    """Return the value of a game that ended with *score*, *plies* moves from the beginning."""
    if score == 0:
        return 0.0
    return 100 * score - 0.01 * plies if score > 0 else 100 * score + 0.01 * plies


# -- the lecture: Kalah ----------------------------------------------------------------------------


@dataclass(frozen=True)
class LectureBoard:
    """Fourteen cells as the lecture numbers them, and the player to move, 1 or 2.

    Cell 0 is the kalah of player 1, whose pits are 1 to 6; cell 7 is that of player 2, whose pits
    are 8 to 13.  Stones move towards lower numbers, and from 0 on to 13.
    """

    cells: Cells
    player: int

    @property
    def kalah(self) -> int:
        """The cell of the player's kalah."""
        return 0 if self.player == 1 else 7

    def pits(self, player: int) -> range:
        """Return the pits of *player*, the one next to its kalah first."""
        return range(1, 7) if player == 1 else range(8, 14)

    def choices(self) -> list[int]:
        """Return the pits that the player can sow, from the one next to the own kalah outwards."""
        return [pit for pit in self.pits(self.player) if self.cells[pit]]

    def lead(self) -> int:
        """Return the stones in the kalah of player 1 less those in that of player 2."""
        return self.cells[0] - self.cells[7]

    def after(self, pit: int) -> "LectureBoard":
        """Return the board after the player has sown *pit*."""
        cells = list(self.cells)
        stones, cells[pit], cell = cells[pit], 0, pit
        other_kalah = 7 - self.kalah
        while stones:
            cell = (cell - 1) % 14
            if cell != other_kalah:
                cells[cell] += 1
                stones -= 1
        if cell == self.kalah:
            return LectureBoard(tuple(cells), self.player)
        opposite = 14 - cell
        if cell in self.pits(self.player) and cells[cell] == 1 and cells[opposite]:
            cells[self.kalah] += 1 + cells[opposite]
            cells[cell] = cells[opposite] = 0
        return LectureBoard(tuple(cells), 3 - self.player)

    def swept(self) -> int:
        """Return the final lead of player 1 where the player to move cannot sow."""
        rest = [sum(self.cells[pit] for pit in self.pits(player)) for player in (1, 2)]
        return self.lead() + rest[0] - rest[1]


@dataclass
class Picker:
    """The lecture's two pickMove: the best pit, its value, and how many boards were looked at.

    Player 1 takes the largest value, player 2 the smallest; of pits of the same value the first one
    stays.  *depth* counts what is searched after the move that is picked.
    """

    prunes: bool
    boards: int = 0

    def pick(self, board: LectureBoard, depth: int) -> tuple[int, float]:
        """Return the pit to sow and its value for player 1."""
        self.boards += 1
        best, chosen, alpha, beta = None, 0, -inf, inf
        for pit in board.choices():
            after = board.after(pit)
            left = depth if after.player != board.player else depth + 1
            value = self.value(after, left, alpha, beta, 1)
            if best is None or (value > best if board.player == 1 else value < best):
                best, chosen = value, pit
            if board.player == 1:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
        assert best is not None
        return chosen, best

    def value(
        self, board: LectureBoard, depth: int, alpha: float, beta: float, plies: int
    ) -> float:
        """Return the value of *board* for player 1."""
        self.boards += 1
        choices = board.choices()
        if not choices:
            return finished(board.swept(), plies)
        if depth == 0:
            return board.lead()
        best = -inf if board.player == 1 else inf
        for pit in choices:
            after = board.after(pit)
            left = depth - (after.player != board.player)
            value = self.value(after, left, alpha, beta, plies + 1)
            if board.player == 1:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if self.prunes and alpha >= beta:
                break
        return best


# -- the tutorial: tic-tac-toe ---------------------------------------------------------------------

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass
class Crosses:
    """The tutorial's minimax: X takes the largest value, O the smallest; marks are +1 and -1."""

    boards: int = 0

    def pick(self, cells: Cells, mark: int, depth: int) -> tuple[int, float]:
        """Return the cell to mark and its value for X."""
        self.boards += 1
        found = [
            (self.value(marked(cells, cell, mark), -mark, depth - 1, 1), cell)
            for cell in range(9)
            if not cells[cell]
        ]
        best = (max if mark > 0 else min)(value for value, _ in found)
        return next(cell for value, cell in found if value == best), best

    def value(self, cells: Cells, mark: int, depth: int, plies: int) -> float:
        """Return the value of *cells* for X, *mark* being to move."""
        self.boards += 1
        if any(sum(cells[cell] for cell in row) == -3 * mark for row in ROWS):
            return finished(-mark, plies)
        if all(cells):
            return 0.0
        if depth == 0:
            return open_marks(cells)
        values = [
            self.value(marked(cells, cell, mark), -mark, depth - 1, plies + 1)
            for cell in range(9)
            if not cells[cell]
        ]
        return max(values) if mark > 0 else min(values)


def marked(cells: Cells, cell: int, mark: int) -> Cells:
    """Return *cells* with *mark* in *cell*."""
    return (*cells[:cell], mark, *cells[cell + 1 :])


def open_marks(cells: Cells) -> int:
    """Return the marks of X in rows without O less those of O in rows without X."""
    value = 0
    for row in ROWS:
        there = {cells[cell] for cell in row}
        if not {1, -1} <= there:
            value += sum(cells[cell] for cell in row)
    return value


# -- the tutorial: Lines of Action -----------------------------------------------------------------

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
Square = tuple[int, int]


@dataclass(frozen=True)
class Lines:
    """A board of Lines of Action: the squares of both sides, the side to move's first.

    Squares are column and row, from 0.
    """

    own: frozenset[Square]
    other: frozenset[Square]

    def moves(self) -> Iterator[tuple[Square, Square]]:
        """Yield the moves of the side to move."""
        pieces = self.own | self.other
        for column, row in self.own:
            for right, up in STEPS:
                on_line = sum((column + n * right, row + n * up) in pieces for n in range(-7, 8))
                target = (column + on_line * right, row + on_line * up)
                way = [(column + n * right, row + n * up) for n in range(1, on_line)]
                inside = all(0 <= one < 8 for one in target)
                if inside and target not in self.own and self.other.isdisjoint(way):
                    yield (column, row), target

    def after(self, move: tuple[Square, Square]) -> "Lines":
        """Return the board after *move*, seen by the other side."""
        start, target = move
        return Lines(self.other - {target}, self.own - {start} | {target})


def is_connected(squares: frozenset[Square]) -> bool:
    """Return whether *squares* are one group."""
    todo = [next(iter(squares))]
    seen = set(todo)
    while todo:
        column, row = todo.pop()
        near = {(column + right, row + up) for right, up in STEPS} & squares - seen
        seen |= near
        todo += near
    return len(seen) == len(squares)


@dataclass
class Negamax:
    """The tutorial's negamax, for a position in which nothing can come again or be passed.

    *evaluate* takes a board and returns its value for the side to move.
    """

    evaluate: Callable[[Lines], float]
    boards: int = 0
    best: set[tuple[Square, Square]] = field(default_factory=set)

    def value(self, board: Lines, depth: int, plies: int = 0) -> float:
        """Return the value of *board* for the side to move; `best` has the best first moves."""
        self.boards += 1
        if plies:
            if is_connected(board.other):
                return finished(-1, plies)
            if is_connected(board.own):
                return finished(1, plies)
        if depth == 0:
            return self.evaluate(board)
        values = {}
        for move in board.moves():
            values[move] = -self.value(board.after(move), depth - 1, plies + 1)
        best = max(values.values())
        if not plies:
            self.best = {move for move, value in values.items() if value == best}
        return best
