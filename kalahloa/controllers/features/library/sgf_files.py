"""Games of the library in files that other programs read."""

from collections.abc import Sequence
from pathlib import Path

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP
from kalahloa.controllers.saving.game_files import sgf_of
from kalahloa.models.library.library import Library
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.storage.json_file import shown_path
from kalahloa.models.text.errors import BadFile


def write_sgf(library: Library, games: Sequence[int], path: Path) -> None:
    """Write *games* of *library* to a file at *path*, in SGF; raise `BadFile` on failure."""
    parts = (sgf_of([library.load(game).to_record()]) for game in games)
    try:
        write_whole(path, parts)
    except OSError as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Controllers", "Cannot save the games in {where}: {reason}.").format(
                where=shown_path(path), reason=error.strerror or error
            )
        ) from error
