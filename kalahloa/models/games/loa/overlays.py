"""What overlays show of Lines of Action: groups, pieces without a move, lines, centres, distances.

Of the rules only the size of the board matters, and the side to move does not.  Squares are
numbered as in `kalahloa.models.games.loa.board`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from kalahloa.models.game.overlay import Overlay
from kalahloa.models.games.loa.notation import SIDES
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.rules import LoaRules
from kalahloa.models.games.loa.squares import (
    FILES,
    board_squares,
    distance,
    line_name,
    line_through,
    square_name,
)
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

GROUPS, STUCK, LINES, CENTRES, DISTANCES = "groups", "stuck", "lines", "centre", "distance"
"""The keys of the overlays."""
_MAX_KEPT = 64


@dataclass(frozen=True, slots=True)
class PieceGroup:
    """Connected pieces of `side`, on `squares` in ascending order."""

    side: int
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineOfAction:
    """A line through a square: all its `squares`, and the `count` of pieces of both sides on it.

    `name` is the line in words, such as ``the first rank``.
    """

    squares: tuple[int, ...]
    count: int
    name: str


@dataclass(frozen=True, slots=True)
class LoaFacts:
    """What overlays show of a position.

    `groups` are those of both sides, the largest of each side first.  `stuck` are the squares of
    the pieces that could not move if their side were to move.  `centres` are the mean file and rank
    (from 0) of each side's pieces.  `distances` are those in king's moves from each piece outside
    its side's largest group to the nearest piece of that group; where several groups are the
    largest, to the nearest of any.  Neighbours have distance 1, so that each is 2 or more.
    """

    groups: tuple[PieceGroup, ...]
    stuck: frozenset[int]
    centres: tuple[tuple[float, float], tuple[float, float]]
    distances: Mapping[int, int]

    def group_at(self, square: int) -> PieceGroup | None:
        """Return the group of the piece on *square*, or None where none stands there."""
        return next((group for group in self.groups if square in group.squares), None)


def facts(position: Loa) -> LoaFacts:
    """Return what overlays show of *position*."""
    return _facts(position.pieces(0), position.pieces(1), position.size)


@lru_cache(maxsize=_MAX_KEPT)
def _facts(black: int, white: int, size: int) -> LoaFacts:
    position = Loa(black, white, 0, LoaRules(size=size))
    groups: list[PieceGroup] = []
    stuck: set[int] = set()
    distances: dict[int, int] = {}
    for side in (0, 1):
        squares = position.squares(side)
        own = _groups(position, side)
        groups += own
        stuck |= set(squares) - {move & 63 for move in position.piece_moves(side)}
        main = [
            square
            for group in own
            if len(group.squares) == len(own[0].squares)
            for square in group.squares
        ]
        for square in squares:
            if square not in main:
                distances[square] = min(distance(square, other) for other in main)
    return LoaFacts(
        groups=tuple(groups),
        stuck=frozenset(stuck),
        centres=(_centre(position.squares(0)), _centre(position.squares(1))),
        distances=distances,
    )


def _groups(position: Loa, side: int) -> list[PieceGroup]:
    """Return the groups of *side*, the largest first, equal ones by their first square."""
    boards = dict.fromkeys(position.group_of(square) for square in position.squares(side))
    groups = [
        PieceGroup(side, tuple(square for square in range(64) if board >> square & 1))
        for board in boards
    ]
    return sorted(groups, key=lambda group: (-len(group.squares), group.squares))


def _centre(squares: list[int]) -> tuple[float, float]:
    files = sum(square % 8 for square in squares)
    ranks = sum(square // 8 for square in squares)
    return files / len(squares), ranks / len(squares)


@cache
def _lines_through(square: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the squares of each line through *square*, which is on each; no line of one square.

    The board has *size* ranks.
    """
    lines: dict[int, list[int]] = {}
    for other in board_squares(size):
        line = line_through(square, other)
        if line >= 0:
            lines.setdefault(line, []).append(other)
    return tuple(tuple(sorted((square, *lines[line]))) for line in sorted(lines))


def lines(position: Loa, square: int) -> tuple[LineOfAction, ...]:
    """Return the lines through *square*: rank, file and the diagonals (one in a corner)."""
    return tuple(
        LineOfAction(
            squares,
            position.line_count(squares[0], squares[-1]),
            line_name(squares[0], squares[-1], position.size),
        )
        for squares in _lines_through(square, position.size)
    )


# -- in words --------------------------------------------------------------------------------------


def _names(squares: tuple[int, ...] | list[int]) -> str:
    return ", ".join(map(square_name, squares))


def _tell_groups(position: Loa) -> list[Sentence]:
    known = facts(position)
    told = []
    for side, name in enumerate(SIDES):
        own = [group.squares for group in known.groups if group.side == side]
        written = "; ".join(f"{_names(squares)} ({len(squares)})" for squares in own)
        sentence = QT_TRANSLATE_NOOP("Models", "{side} has %n group(s): {groups}.")
        told.append(sentence.counted(len(own), side=name, groups=written))
    return told


def _tell_group(position: Loa, square: int) -> str:
    group = facts(position).group_at(square)
    if group is None:
        return ""
    return QT_TRANSLATE_NOOP("Models", "in a group of %n").counted(len(group.squares))


def _tell_stuck(position: Loa) -> list[Sentence]:
    stuck = facts(position).stuck
    told = []
    for side, name in enumerate(SIDES):
        own = [square for square in position.squares(side) if square in stuck]
        if own:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} cannot move the pieces on {squares}.")
            told.append(sentence.format(side=name, squares=_names(own)))
        else:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} can move each of its pieces.")
            told.append(sentence.format(side=name))
    return told


def _tell_stuck_at(position: Loa, square: int) -> str:
    stuck = square in facts(position).stuck
    return QT_TRANSLATE_NOOP("Models", "cannot move") if stuck else ""


def _tell_lines(position: Loa) -> list[Sentence]:
    size = position.size
    last = size - 1
    ranks = " ".join(str(position.line_count(8 * n, 8 * n + last)) for n in range(size))
    files = " ".join(str(position.line_count(n, n + 8 * last)) for n in range(size))
    return [
        QT_TRANSLATE_NOOP("Models", "Pieces on ranks 1 to {last}: {counts}.").format(
            last=size, counts=ranks
        ),
        QT_TRANSLATE_NOOP("Models", "Pieces on files a to {last}: {counts}.").format(
            last=FILES[last], counts=files
        ),
    ]


def _tell_lines_at(position: Loa, square: int) -> str:
    if square not in board_squares(position.size):
        return ""
    named = [(line.name, line.count) for line in lines(position, square)]
    told = [
        QT_TRANSLATE_NOOP("Models", "{count} on {line}").format(count=count, line=name)
        for name, count in named
    ]
    both = QT_TRANSLATE_NOOP("Models", "{first}, {second}")
    words = told[0]
    for more in told[1:]:
        words = both.format(first=words, second=more)
    return words


def _tell_centres(position: Loa) -> list[Sentence]:
    told = []
    for (file, rank), name in zip(facts(position).centres, SIDES, strict=True):
        sentence = QT_TRANSLATE_NOOP(
            "Models", "{side}'s centre of mass is nearest to {square} (file {file}, rank {rank})."
        )
        # Where two squares are equally near, the one nearer to a1.
        near = int(file + 0.499) + 8 * int(rank + 0.499)
        told.append(
            sentence.format(
                side=name, square=square_name(near), file=f"{file + 1:.1f}", rank=f"{rank + 1:.1f}"
            )
        )
    return told


def _tell_distances(position: Loa) -> list[Sentence]:
    distances = facts(position).distances
    told = []
    for side, name in enumerate(SIDES):
        own = [
            f"{square_name(square)} {distances[square]}"
            for square in position.squares(side)
            if square in distances
        ]
        if own:
            sentence = QT_TRANSLATE_NOOP(
                "Models", "{side}'s distances to its largest group: {distances}."
            )
            told.append(sentence.format(side=name, distances=", ".join(own)))
        else:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} has no piece outside its largest group.")
            told.append(sentence.format(side=name))
    return told


def _tell_distance(position: Loa, square: int) -> str:
    away = facts(position).distances.get(square)
    if away is None:
        return ""
    return QT_TRANSLATE_NOOP("Models", "{distance} from the largest group").format(distance=away)


OVERLAYS = (
    Overlay(
        GROUPS,
        QT_TRANSLATE_NOOP("Models", "Groups"),
        QT_TRANSLATE_NOOP("Models", "Connected pieces in one colour, with their count"),
        _tell_groups,
        _tell_group,
        usual=True,
    ),
    Overlay(
        STUCK,
        QT_TRANSLATE_NOOP("Models", "Pieces that cannot move"),
        QT_TRANSLATE_NOOP("Models", "Marks each piece that has no move"),
        _tell_stuck,
        _tell_stuck_at,
        usual=True,
    ),
    Overlay(
        LINES,
        QT_TRANSLATE_NOOP("Models", "Counts of lines"),
        QT_TRANSLATE_NOOP("Models", "How far a piece moves along the lines through a square"),
        _tell_lines,
        _tell_lines_at,
        usual=True,
    ),
    Overlay(
        CENTRES,
        QT_TRANSLATE_NOOP("Models", "Centres of mass"),
        QT_TRANSLATE_NOOP("Models", "The middle of each side's pieces"),
        _tell_centres,
    ),
    Overlay(
        DISTANCES,
        QT_TRANSLATE_NOOP("Models", "Distances to the largest group"),
        QT_TRANSLATE_NOOP("Models", "The distance of each piece to its largest group"),
        _tell_distances,
        _tell_distance,
    ),
)
"""The overlays of Lines of Action, in the order of menus."""
