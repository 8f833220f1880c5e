"""Games of the library from which weights are learned: those that were played to their end."""

from collections.abc import Iterator
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.library.library import Library
from kalahloa.models.library.query import Query
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.tuning.samples import FinishedGame

_AT_ONCE = 200


def finished_games(library: Library, game: Game, rules: Any) -> Iterator[FinishedGame]:
    """Yield the games of *game* under *rules* whose main line ends the game, the newest first.

    A game that cannot be read is left out.
    """
    offset = 0
    while page := library.search(Query(games=(game.key,)), limit=_AT_ONCE, offset=offset):
        offset += len(page)
        for header in page:
            if header.result == "*" or not header.plies:
                continue
            try:
                if game.rulebook.read(None, header.rules) != rules:
                    continue
                record = library.load(header.id).to_record()
            except KalahloaError:
                continue
            outcome = record.main_end.outcome
            if outcome is not None:
                moves = tuple(node.text for node in record.main_line())
                yield FinishedGame(header.id, rules, record.start, moves, outcome.winner)
