"""For a book builder: solves one position after the other."""

from collections.abc import Callable, Iterable, Iterator

from kalahloa.models.games.kalah.position import Kalah


def one_by_one(
    value: Callable[[Kalah], int | None],
) -> Callable[[Iterable[Kalah]], Iterator[tuple[Kalah, int]]]:
    """Return what solves positions by *value*, which returns None to stop."""

    def solve(positions: Iterable[Kalah]) -> Iterator[tuple[Kalah, int]]:
        for position in positions:
            found = value(position)
            if found is None:
                return
            yield position, found

    return solve
