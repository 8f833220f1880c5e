"""Games that cannot be saved when the program ends: each goes into a file of its own."""

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import mkdtemp

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.saving.game_files import GameSnapshot
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.models.storage.json_file import SUFFIX, shown_path
from kalahloa.models.storage.user_data import old_games_folder
from kalahloa.models.text.errors import KalahloaError

FindFolder = Callable[[], Path]
"""Returns a folder for files with games; may raise a `KalahloaError`, as where there is none."""


def user_folders() -> tuple[FindFolder, ...]:
    """Return what finds the folders for the user's games, the best first.

    What is in the first one is taken into the library when the window is next opened.
    """
    return old_games_folder, Path.home, _temporary_folder


def _temporary_folder() -> Path:
    """Return a new folder for temporary files, which nobody else can look into or foresee."""
    return Path(mkdtemp(prefix="kalahloa-"))


def rescue(games: Iterable[OpenGame], folders: Sequence[FindFolder]) -> str:
    """Write each of *games* to a file in the first of *folders* that takes it.

    Returns what the user is to be told: where they are, or that they are not kept.
    """
    said = [_rescued(game, folders) for game in games]
    return " ".join(said)


def _rescued(game: OpenGame, folders: Sequence[FindFolder]) -> str:
    snapshot = GameSnapshot.of(game.record, game.levels)
    for number, find_folder in enumerate(folders):
        try:
            path = _free_name(find_folder(), game.record.game.key)
            snapshot.write(path, private=True)
        except (KalahloaError, OSError, ValueError, RuntimeError):
            continue
        sentence = (
            translate(
                "Controllers",
                "The game is saved in {path}; the next start moves it into the library.",
            )
            if number == 0
            else translate(
                "Controllers", "The game is saved in {path}; you can open it from there."
            )
        )
        return fill(sentence, path=shown_path(path))
    return translate("Controllers", "The game is lost: there is nowhere to save it.")


def _free_name(folder: Path, game: str) -> Path:
    """Return a path in *folder* that no file has, with the date and the *game*'s key."""
    stem = f"{time.strftime('%Y-%m-%d %H.%M.%S')} {game}"
    number = 1
    while (path := folder / f"{stem}{f' {number}' if number > 1 else ''}{SUFFIX}").exists():
        number += 1
    return path
