"""An independent solver of Kalah for tests: its own rules, plain minimax with a dictionary."""

Pits = tuple[int, ...]


class Minimax:
    """Exact margins under the rules *end* (lecture, standard) and *capture* (opposite, empty)."""

    def __init__(self, end: str, capture: str) -> None:
        self._standard = end == "standard"
        self._empty = capture == "empty"
        self._known: dict[tuple[Pits, Pits], int] = {}

    def value(self, own: Pits, other: Pits) -> int:
        """Return what the side to move still gains more than the other with best play."""
        if not any(own) or (self._standard and not any(other)):
            return sum(own) - sum(other)
        key = (own, other)
        if key not in self._known:
            self._known[key] = max(self.moves(own, other).values())
        return self._known[key]

    def moves(self, own: Pits, other: Pits) -> dict[int, int]:
        """Return the value of each move by its number, 1 for the far pit."""
        found = {}
        for pit, stones in enumerate(own):
            if stones:
                gained, again, mine, theirs = self._sow(own, other, pit)
                after = self.value(mine, theirs) if again else -self.value(theirs, mine)
                found[pit + 1] = gained + after
        return found

    def _sow(self, own: Pits, other: Pits, pit: int) -> tuple[int, bool, Pits, Pits]:
        count = len(own)
        cells = [*own, 0, *other]
        hand, cells[pit] = cells[pit], 0
        at = pit
        while hand:
            at = (at + 1) % len(cells)
            cells[at] += 1
            hand -= 1
        facing = 2 * count - at
        if at < count and cells[at] == 1 and (cells[facing] or self._empty):
            cells[count] += 1 + cells[facing]
            cells[at] = cells[facing] = 0
        return cells[count], at == count, tuple(cells[:count]), tuple(cells[count + 1 :])
