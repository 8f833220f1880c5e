"""All that statistics say of a player, as far as it was asked for."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kalahloa.models.library.library import Library
from kalahloa.models.library.mistakes import MARKS, PHASES, Mistakes, Tally
from kalahloa.models.library.openings import LibraryOpenings
from kalahloa.models.library.selection import Selection
from kalahloa.models.library.statistics import GameGroup, GameTally, PlayerResults, RatedGame
from kalahloa.models.work.cancellation import never


@dataclass(frozen=True)
class PlayerFacts:
    """What is known of the games of `selection`; None is what has not been asked for.

    There are openings of one game only.
    """

    selection: Selection
    results: PlayerResults | None = None
    rated: tuple[RatedGame, ...] | None = None
    openings: LibraryOpenings | None = None
    mistakes: Mistakes | None = None

    @classmethod
    def of(
        cls, library: Library, selection: Selection, stopped: Callable[[], bool] = never
    ) -> "PlayerFacts":
        """Return all facts; raise `ReadingStopped` soon after *stopped* returns True.

        A player is found whatever the case and accents of the name.
        """
        if selection.player:
            selection = replace(selection, player=library.known_name(selection.player))
        return cls(
            selection,
            library.results(selection),
            library.rated_games(selection),
            library.openings(selection, stopped) if selection.game else None,
            library.mistakes(selection, stopped),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the facts, all of them asked for, as JSON-compatible values."""
        selection, results = self.selection, self.results or PlayerResults(self.selection)
        openings = self.openings or LibraryOpenings()
        return {
            "player": None if selection.you else selection.player or None,
            "you": selection.you,
            "game": selection.game or None,
            "rules": selection.preset or None,
            "results": _score(results.total),
            "by_side": [_score(group.score) for group in results.by_side],
            "by_level": [_group(group) for group in results.by_level],
            "opening_plies": openings.plies,
            "by_opening": [_group(group) for group in openings.groups],
            "other_openings": _score(openings.others),
            "accuracy": [
                {"game": one.game, "date": one.date, "percent": one.percent, "mean": one.mean}
                for one in self.rated or ()
            ],
            "mistakes": _mistakes(self.mistakes or Mistakes()),
        }


def _score(score: GameTally) -> dict[str, Any]:
    return {
        "games": score.games,
        "won": score.won,
        "drawn": score.drawn,
        "lost": score.lost,
        "percent": score.percent,
    }


def _group(group: GameGroup) -> dict[str, Any]:
    return {"key": group.key, "name": group.name, **_score(group.score)}


def _mistakes(mistakes: Mistakes) -> dict[str, Any]:
    return {
        "by_margin": mistakes.by_margin,
        "total": _tally(mistakes.total),
        "by_phase": {
            phase.value: _tally(tally)
            for phase, tally in zip(PHASES, mistakes.by_phase, strict=True)
        },
        "by_kind": {kind.value: _tally(tally) for kind, tally in mistakes.by_kind},
        "given_away": [
            {"game": one.game, "date": one.date, "moves": one.moves, "given": one.given}
            for one in mistakes.over_time
        ],
    }


def _tally(tally: Tally) -> dict[str, Any]:
    marks = {mark.value: count for mark, count in zip(MARKS, tally.marks, strict=True)}
    return {"moves": tally.moves, **marks, "given": tally.given, "games": list(tally.games)}
