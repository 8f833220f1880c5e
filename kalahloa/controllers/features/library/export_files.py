"""Games of the library in files for others: SGF for programs, a web page for readers."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QLocale

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, in_words
from kalahloa.controllers.saving.game_files import sgf_of
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.library.library import Library
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.storage.json_file import shown_path
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.cancellation import never

with lazy_imports():
    from kalahloa.models.study.pages import study_page

_PAGES = (".html", ".htm")


def write_games_file(
    library: Library, games: Sequence[int], path: Path, stopped: Callable[[], bool] = never
) -> None:
    """Write *games* of *library* to a file at *path*; raise `BadFile` on failure.

    That is a web page whose chapters they are if its name says so, otherwise SGF.  Raises
    `ReadingStopped` soon after *stopped* returns True.
    """
    records = (library.load(game).to_record(stopped) for game in games)
    parts: Iterable[bytes] = (sgf_of([record]) for record in records)
    if path.suffix.lower() in _PAGES:
        content = study_page.write_study_page(
            [RecordSnapshot.of(record) for record in records],
            language=QLocale().bcp47Name() or "en",
            words=in_words,
            stopped=stopped,
        )
        parts = [content]
    try:
        write_whole(path, parts)
    except OSError as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Controllers", "Cannot save the games in {where}: {reason}.").format(
                where=shown_path(path), reason=error.strerror or error
            )
        ) from error
