"""The matches that are kept in the user's folder: finished ones, and those to go on with."""

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kalahloa.models.heuristics.played_version import PlayedVersion, PlayedVersions
from kalahloa.models.match.elo import Elo
from kalahloa.models.match.match import MatchResult
from kalahloa.models.match.match_file import read_match
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.text.errors import BadFile

SUFFIX = ".match"
MAX_LISTED = 20


@dataclass(frozen=True)
class MatchSummary:
    """A match in a file: its participants as text, and how it stands after `games` games.

    `versions` are those of the participants' heuristics.
    """

    path: Path
    game: str
    first: str
    second: str
    games: int
    wanted: int
    score: float
    elo: Elo | None
    complete: bool
    versions: tuple[PlayedVersion | None, PlayedVersion | None] = (None, None)

    @classmethod
    def of(cls, path: Path, result: MatchResult, versions: PlayedVersions) -> "MatchSummary":
        """Return the summary of *result*, which is in the file at *path*."""
        first, second = result.config.first, result.config.second
        return cls(
            path,
            result.config.game,
            first.text,
            second.text,
            len(result.games),
            2 * result.wanted,
            result.score,
            result.elo,
            result.complete,
            (versions.of(first.source), versions.of(second.source)),
        )


def matches_folder() -> Path:
    """Return the folder, which need not exist; raises what `data_folder` raises."""
    return data_folder() / "matches"


def new_path(folder: Path) -> Path:
    """Return the path of a file for a match that begins now; its name sorts by time."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    number = 1
    while (path := folder / f"{stamp}-{number:03}{SUFFIX}").exists():
        number += 1
    return path


def list_matches(folder: Path, most: int = MAX_LISTED) -> list[MatchSummary]:
    """Return the newest matches in *folder*, the newest first; what cannot be read is left out."""
    found: list[MatchSummary] = []
    versions = PlayedVersions()
    try:
        paths = sorted(folder.glob(f"*{SUFFIX}"), reverse=True)
    except OSError:
        return []
    for path in paths:
        with suppress(BadFile):
            found.append(MatchSummary.of(path, read_match(path), versions))
        if len(found) >= most:
            break
    return found
