"""Writes boards and games for people: the work in slices, for a program that goes on meanwhile.

`job_for` takes a record, options, and a path, or None to return the content only; `job.finish`
does all of it at once.  It needs an application (`QT_QPA_PLATFORM=offscreen` will do), and no
window.  Files are replaced whole or not at all.  `BadFile` is raised, with a sentence, where
something cannot be drawn or written.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtGui import QImage

from kalahloa.models.record.record import Record
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.study.turn_numbers import number_of
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.views.pictures.animation import animation
from kalahloa.views.pictures.board_picture import BoardPicture, png
from kalahloa.views.pictures.handout import handout_pdf
from kalahloa.views.pictures.job import Elsewhere, Job, Slice
from kalahloa.views.pictures.lines import LinePositions, move_title, scene_at
from kalahloa.views.pictures.options import (
    AnimationOptions,
    PageOptions,
    PictureOptions,
    StudyOptions,
    node_of,
)
from kalahloa.views.pictures.page import page_pdf
from kalahloa.views.pictures.study import study_page

Options = PictureOptions | AnimationOptions | PageOptions | StudyOptions


@dataclass(frozen=True)
class Format:
    """A kind of file: its suffix, what it holds, the type of its options, and what makes it."""

    suffix: str
    title: str
    options: type[Options]
    job: Callable[[Record, Options], Job[bytes]]


def format_of(path: Path) -> Format:
    """Return the kind of file that *path* names by its suffix; raise `BadFile` if there is none."""
    suffix = path.suffix.lower().removeprefix(".")
    made = FORMATS.get("html" if suffix == "htm" else suffix)
    if made is None:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Pictures", "'{suffix}' is not a format to export to; choose one of: {known}."
            ).format(suffix=quote(path.suffix), known=", ".join(FORMATS))
        )
    return made


def job_for(record: Record, options: Options, suffix: str, path: Path | None) -> Job[bytes]:
    """Return the work that exports *record* to the kind of file called *suffix*, and returns it.

    The record is read while the work goes on, but only what never changes of it: moves that are
    played meanwhile do no harm.
    """
    content = yield from FORMATS[suffix].job(record, options)
    if path is not None:
        yield Elsewhere(lambda _: _write(path, content))
    yield Slice(1.0)
    return content


def handout_job(name: str, path: Path) -> Job[bytes]:
    """Return the work that prints the chapter of the course called *name* to *path*."""
    content = yield from handout_pdf(name)
    yield Elsewhere(lambda _: _write(path, content))
    yield Slice(1.0)
    return content


def picture_job(record: Record, options: PictureOptions) -> Job[QImage]:
    """Return the work that draws the board as a picture."""
    picture = yield from _picture_of(record, options)
    try:
        return (yield from picture.painted())
    finally:
        picture.close()


def _picture_of(record: Record, options: PictureOptions) -> Job[BoardPicture]:
    """Return the picture of the board, ready to be drawn; it must be closed."""
    node = node_of(record, options.node)
    position = LinePositions(record.game, record.rules, record.start).at(node)
    scene = scene_at(record.game, node, position, number_of(node), record.players)
    picture = BoardPicture(record.game, options)
    try:
        yield Slice(0.0)
        yield from picture.shown(scene)
    except BaseException:
        picture.close()
        raise
    return picture


def _png(record: Record, options: Options) -> Job[bytes]:
    assert isinstance(options, PictureOptions)
    image = yield from picture_job(record, options)
    return (yield Elsewhere(partial(png, image)))


def _svg(record: Record, options: Options) -> Job[bytes]:
    assert isinstance(options, PictureOptions)
    title = move_title(record.game, record.root, 0, record.players)
    picture = yield from _picture_of(record, options)
    try:
        return (yield from picture.vectors(title))
    finally:
        picture.close()


def _gif(record: Record, options: Options) -> Job[bytes]:
    assert isinstance(options, AnimationOptions)
    return (yield from animation(record, options, "GIF", record.players))


def _webp(record: Record, options: Options) -> Job[bytes]:
    assert isinstance(options, AnimationOptions)
    return (yield from animation(record, options, "WEBP", record.players))


def _pdf(record: Record, options: Options) -> Job[bytes]:
    assert isinstance(options, PageOptions)
    return (yield from page_pdf(record, options))


def _html(record: Record, options: Options) -> Job[bytes]:
    assert isinstance(options, StudyOptions)
    return (yield from study_page(record, options))


def _write(path: Path, content: bytes) -> None:
    try:
        write_whole(path, [content])
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise BadFile(
            QT_TRANSLATE_NOOP("Pictures", "{path} cannot be written: {reason}.").format(
                path=shorten(path, 200), reason=shorten(reason)
            )
        ) from error


FORMATS = {
    made.suffix: made
    for made in (
        Format("png", QT_TRANSLATE_NOOP("Pictures", "Picture of the board"), PictureOptions, _png),
        Format("svg", QT_TRANSLATE_NOOP("Pictures", "Drawing of the board"), PictureOptions, _svg),
        Format("gif", QT_TRANSLATE_NOOP("Pictures", "Animated game"), AnimationOptions, _gif),
        Format("webp", QT_TRANSLATE_NOOP("Pictures", "Animated game"), AnimationOptions, _webp),
        Format("pdf", QT_TRANSLATE_NOOP("Pictures", "Page to print"), PageOptions, _pdf),
        Format("html", QT_TRANSLATE_NOOP("Pictures", "Web page"), StudyOptions, _html),
    )
}
"""The kinds of files by their suffixes."""
