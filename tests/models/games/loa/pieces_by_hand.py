"""Lines of Action once more, as plainly as its rules are told, to check what is said of moves."""

from collections.abc import Iterator, Set
from itertools import groupby

from kalahloa.models.games.loa.position import Loa

Square = tuple[int, int]
"""The file and the rank, from 0."""
WAYS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


def square(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def pieces(position: Loa, side: int) -> frozenset[Square]:
    """Return the squares of *side*, read from the position string."""
    rows = position.position_string().split()[0].split("/")
    found = set()
    for rank, row in enumerate(reversed(rows)):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
                continue
            if sign == "bw"[side]:
                found.add((file, rank))
            file += 1
    return frozenset(found)


def groups(own: Set[Square]) -> list[frozenset[Square]]:
    """Return the groups of *own*, the largest first."""
    left, found = set(own), []
    while left:
        ahead = [left.pop()]
        group = set(ahead)
        while ahead:
            file, rank = ahead.pop()
            near = {(file + x, rank + y) for x, y in WAYS} & left
            left -= near
            group |= near
            ahead += near
        found.append(frozenset(group))
    return sorted(found, key=len, reverse=True)


def moves(own: Set[Square], other: Set[Square], size: int) -> Iterator[tuple[Square, Square]]:
    """Yield the moves of *own*."""
    for file, rank in own:
        for x, y in WAYS:
            line = [(file + n * x, rank + n * y) for n in range(-8, 9)]
            count = sum(one in own or one in other for one in line)
            target = file + count * x, rank + count * y
            passed = [(file + n * x, rank + n * y) for n in range(1, count)]
            is_on_board = 0 <= target[0] < size and 0 <= target[1] < size
            if is_on_board and target not in own and not {*passed} & other:
                yield (file, rank), target


def can_connect(own: frozenset[Square], other: frozenset[Square], size: int, count: int) -> bool:
    """Return whether *own* can connect in at most *count* moves while the other side passes."""
    if len(groups(own)) == 1:
        return True
    return count > 0 and any(
        can_connect(own - {origin} | {target}, other - {target}, size, count - 1)
        for origin, target in moves(own, other, size)
    )


def stuck(own: frozenset[Square], other: frozenset[Square], size: int) -> frozenset[Square]:
    """Return the pieces of *own* that cannot move."""
    return own - {origin for origin, _ in moves(own, other, size)}


def blockers(one: Square, own: Set[Square], other: Set[Square]) -> frozenset[Square]:
    """Return the first piece of *other* on each way of the piece on *one* that it blocks."""
    found = set()
    file, rank = one
    for x, y in WAYS:
        line = [(file + n * x, rank + n * y) for n in range(-8, 9)]
        count = sum(other_one in own or other_one in other for other_one in line)
        way = [(file + n * x, rank + n * y) for n in range(1, count)]
        end = file + count * x, rank + count * y
        if 0 <= end[0] < 8 and 0 <= end[1] < 8:
            found |= {*[passed for passed in way if passed in other][:1]}
    return frozenset(found)


def walls(own: Set[Square], other: Set[Square], size: int) -> dict[frozenset[Square], int]:
    """Return how many pieces of *own* each wall of *other* keeps away from the largest group."""
    main = [one for group in groups(own) if len(group) == len(groups(own)[0]) for one in group]
    targets: dict[Square, list[Square]] = {}
    for origin, target in moves(own, other, size):
        targets.setdefault(origin, []).append(target)

    def away(one: Square) -> int:
        return min(max(abs(one[0] - file), abs(one[1] - rank)) for file, rank in main)

    kept = [
        one
        for one in own - {*main}
        if all(away(target) >= away(one) for target in targets.get(one, []))
    ]
    found = {}
    for axis in (0, 1):
        lines = groupby(
            sorted(other, key=lambda one: (one[1 - axis], one[axis])),
            key=lambda one: one[1 - axis],
        )
        for _, line in lines:
            row: list[Square] = []
            for one in [*line, (99, 99)]:
                if row and one[axis] != row[-1][axis] + 1:
                    behind = [piece for piece in kept if blockers(piece, own, other) & {*row}]
                    if len(row) > 1 and len(behind) > 1:
                        found[frozenset(row)] = len(behind)
                    row = []
                row.append(one)
    return found
