"""The rules of Lines of Action once more, slowly and with nothing from the package.

A board is a mapping of squares, pairs of file and rank from 0, to ``b`` and ``w``.
"""

from collections.abc import Iterator

Square = tuple[int, int]
Board = dict[Square, str]
Move = tuple[Square, Square]
WAYS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)]


def usual_start(size: int) -> Board:
    """Return the board on which a game begins: Black below and above, White left and right."""
    board = {}
    for inner in range(1, size - 1):
        board[inner, 0] = board[inner, size - 1] = "b"
        board[0, inner] = board[size - 1, inner] = "w"
    return board


def moves(board: Board, size: int, side: str) -> Iterator[Move]:
    """Yield the moves of *side* that the rules allow."""
    for square, piece in board.items():
        if piece != side:
            continue
        for right, up in WAYS:
            way = [(square[0] + n * right, square[1] + n * up) for n in range(-size, size + 1)]
            line = [at for at in way if 0 <= at[0] < size and 0 <= at[1] < size]
            count = sum(at in board for at in line)
            target = (square[0] + count * right, square[1] + count * up)
            passed = [(square[0] + n * right, square[1] + n * up) for n in range(1, count)]
            if target not in line or board.get(target) == side:
                continue
            if all(board.get(at, side) == side for at in passed):
                yield square, target


def after(board: Board, move: Move) -> Board:
    """Return *board* after *move*."""
    rest = {square: piece for square, piece in board.items() if square != move[0]}
    return {**rest, move[1]: board[move[0]]}


def connected(board: Board, side: str) -> bool:
    """Return whether all pieces of *side* are one group."""
    left = {square for square, piece in board.items() if piece == side}
    near = [left.pop()]
    while near:
        file, rank = near.pop()
        found = {at for at in left if abs(at[0] - file) < 2 and abs(at[1] - rank) < 2}
        left -= found
        near += found
    return not left


def perft(board: Board, size: int, side: str, depth: int) -> int:
    """Return the number of sequences of *depth* moves; without a move one passes."""
    if depth == 0:
        return 1
    if connected(board, "b") or connected(board, "w"):
        return 0
    other = "w" if side == "b" else "b"
    legal = list(moves(board, size, side))
    if not legal:
        return perft(board, size, other, depth - 1)
    return sum(perft(after(board, move), size, other, depth - 1) for move in legal)
