"""Knowledge of a game on a 3 by 3 board that is wrong on purpose: who asks it gives that away."""

from typing import Any

from kalahloa.models.game.knowledge import FairStarts, Knowledge, KnowledgeSource

LIED_ABOUT = ".X./.../... O"
"""After the move 2; a draw, of which the book says that the side to move loses."""


class WrongBook(Knowledge):
    """Says that the position `LIED_ABOUT` is lost, and that all others it is asked of are drawn."""

    has_book = True

    def __init__(self, rules: Any) -> None:
        super().__init__(rules)
        self.helped: list[str] = []

    def use_tablebase(self, position: Any) -> None:
        self.helped.append(position.position_string())

    def probe(self, position: Any) -> int | None:
        if position.ply == 0:
            return None
        return -1 if position.position_string() == LIED_ABOUT else 0


class WrongSource(KnowledgeSource):
    """Knows a wrong book of any rules, and one fair start."""

    available = True

    def __init__(self) -> None:
        self.books: list[WrongBook] = []

    def book(self, rules: Any) -> Knowledge:
        self.books.append(WrongBook(rules))
        return self.books[-1]

    def fair_starts(self, rules: Any) -> FairStarts:
        return FairStarts((LIED_ABOUT,))
