"""The games of a match as records, and as new games for the library."""

from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.played_version import PlayedVersion
from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.match.match import GamePlayed, MatchConfig
from kalahloa.models.match.participant import Participant
from kalahloa.models.record.record import NewNode, Record

Versions = tuple[PlayedVersion | None, PlayedVersion | None]
"""Those of the heuristics of the two participants."""
TAG = "match"
_RESULTS = {0.0: "0-1", 0.5: "1/2-1/2", 1.0: "1-0"}


NO_VERSIONS: Versions = (None, None)


def record_of(
    config: MatchConfig,
    number: int,
    swapped: bool,
    game: GamePlayed,
    versions: Versions = NO_VERSIONS,
) -> Record:
    """Return a game of pair *number*, which has its moves; the second of a pair is *swapped*.

    *versions* are those that the heuristics of the participants had.
    """
    participants = (_named(config.first, versions[0]), _named(config.second, versions[1]))
    titles = (
        _named(config.first, versions[0], title=True),
        _named(config.second, versions[1], title=True),
    )
    players = (titles[swapped], titles[not swapped])
    details = {
        "event": f"Match: {participants[0]} – {participants[1]}",
        "round": f"{number + 1}.{1 + swapped}",
    }
    if game.cut_off or game.on_time:
        details["result"] = _RESULTS[float(1 - game.points if swapped else game.points)]
    if game.on_time:
        details["termination"] = "time"
    record = Record(find_game(config.game), config.rules, config.start, players, details=details)
    record.grow([NewNode(parent, text) for parent, text in enumerate(game.moves)])
    record.jump(len(game.moves))
    return record


def library_game(
    config: MatchConfig,
    number: int,
    swapped: bool,
    game: GamePlayed,
    versions: Versions = NO_VERSIONS,
) -> NewGame:
    """Return the same game for the library."""
    record = record_of(config, number, swapped, game, versions)
    both = (config.first.level_to_json, config.second.level_to_json)
    levels = (both[swapped], both[not swapped])
    return NewGame.of(record, levels, source="match", tags=(TAG,))


def _named(participant: Participant, version: PlayedVersion | None, *, title: bool = False) -> str:
    """Return the participant's text or *title*, with the version of its heuristic if it has one."""
    if version is None:
        return participant.title if title else participant.text
    number = "another version" if version.number is None else f"version {version.number}"
    return f"{participant.text} ({number})"
