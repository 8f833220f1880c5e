"""The games of a match as records, and as new games for the library."""

from kalahloa.models.library.rows import NewGame
from kalahloa.models.match.match import GamePlayed, MatchConfig
from kalahloa.models.record import Entry, Record
from kalahloa.models.registry import find_game

TAG = "match"
_RESULTS = {0.0: "0-1", 0.5: "1/2-1/2", 1.0: "1-0"}


def record_of(config: MatchConfig, number: int, swapped: bool, game: GamePlayed) -> Record:
    """Return a game of pair *number*, which has its moves; the second of a pair is *swapped*."""
    participants = (config.first.text, config.second.text)
    players = (participants[swapped], participants[not swapped])
    details = {
        "event": f"Match: {participants[0]} – {participants[1]}",
        "round": f"{number + 1}.{1 + swapped}",
    }
    if game.cut_off or game.on_time:
        details["result"] = _RESULTS[float(1 - game.points if swapped else game.points)]
    if game.on_time:
        details["termination"] = "time"
    record = Record(find_game(config.game), config.rules, config.start, players, details=details)
    record.grow([Entry(parent, text) for parent, text in enumerate(game.moves)])
    record.jump(len(game.moves))
    return record


def new_game(config: MatchConfig, number: int, swapped: bool, game: GamePlayed) -> NewGame:
    """Return the same game for the library."""
    return NewGame.of(record_of(config, number, swapped, game), source="match", tags=(TAG,))
