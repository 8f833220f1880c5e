"""`kalahloa library export`: writes games as files, for programs and for people."""

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import Parser, number_type
from kalahloa.cli.drawing import drawing_application, write_drawing
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.library.place import MAX_ID, add_ids, read_ids, the_library
from kalahloa.cli.options import print_notes
from kalahloa.cli.window import qt_failure
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

if TYPE_CHECKING:
    from kalahloa.models.library.game_rows import Json
    from kalahloa.models.record.record import Record

TEXTS = ("sgf", "json", "txt", "html")
PICTURES = ("pdf", "gif", "webp", "png", "svg")
"""What is drawn, which needs Qt; moving pictures need Pillow besides."""
ON_ONE_PAGE = ("sgf", "txt", "html")
"""What several games can be in."""
_BOARDS = ("gif", "webp", "png", "svg")
_MOVING = ("gif", "webp")
_DRAWN: tuple[tuple[str, str | None, str, tuple[str, ...]], ...] = (
    ("--width", "PIXELS", "the width of the picture, before scaling", _BOARDS),
    ("--scale", "N", "draw this many pixels per pixel of width, 1 to 4", _BOARDS),
    ("--dark", None, "draw in dark colours", _BOARDS),
    ("--flipped", None, "draw the second side at the bottom", (*_BOARDS, "pdf", "html")),
    ("--no-caption", None, "leave out the move above the board", _BOARDS),
    ("--pace", "MS", "the time per picture of an animation, in milliseconds", _MOVING),
)
"""How boards are drawn: options, their values, their help, and for which formats they are."""
MAX_PIXELS = 100_000


def add_export(parser: Parser) -> None:
    """Add the games and options of `export_games` to *parser*."""
    add_ids(parser)
    parser.option(
        "--format",
        metavar="FORMAT",
        help=f"{', '.join((*TEXTS, *PICTURES))}: SGF, our own JSON, a list of moves, a web "
        "page to step through, pages to print, moving pictures, or the board (default: by the "
        "name of the file, or sgf)",
    )
    parser.option(
        "--output",
        metavar="FILE",
        help="the file to save, or a folder for one file each (default: the standard output)",
    )
    parser.option(
        "--node",
        metavar="N",
        type=number_type("The number of a node", 0, MAX_ID),
        usual="where you left the game",
        help="for png and svg: the node to draw, by its number in show --json",
    )
    for name, metavar, sentence, forms in _DRAWN:
        sentence = f"for {', '.join(forms)}: {sentence}"
        if metavar is None:
            parser.option(name, action="store_true", help=sentence)
        else:
            # What is too small or too large for a picture, the picture says.
            read = number_type(f"The value of {name}", 1, MAX_PIXELS)
            parser.option(name, metavar=metavar, type=read, help=sentence)


def export_games(values: argparse.Namespace) -> int:
    """Write the games to a file, to a file each in a folder, or to the standard output."""
    ids = read_ids(values.ID)
    output = None if values.output is None else Path(values.output)
    is_folder = output is not None and (output.is_dir() or values.output.endswith(("/", os.sep)))
    form = _read_format(values.format, None if is_folder else output)
    options = _read_options(values, form)
    if len(ids) > 1 and not is_folder and form not in ON_ONE_PAGE:
        raise BadCommand(
            f"A {form} file holds one game; use --output FOLDER/ to save one file per game."
        )
    if output is None and form in PICTURES and sys.stdout.isatty():
        raise BadCommand(f"A terminal cannot show {form}; add --output FILE.")
    with Interrupt() as interrupt:
        games = _load(ids, interrupt)
        if output is not None and is_folder:
            for number, record, levels in games:
                path = output / f"{record.game.key}-{number}.{form}"
                write_drawing(path, _content(form, [(number, record, levels)], options, interrupt))
                print(path)
        else:
            content = _content(form, games, options, interrupt)
            if output is not None:
                write_drawing(output, content)
            else:
                sys.stdout.flush()
                sys.stdout.buffer.write(content)
    return finish(interrupt)


def _read_options(values: argparse.Namespace, form: str) -> dict[str, Any]:
    """Return how *form* is drawn, as options of what draws it; raise `BadCommand`."""
    options: dict[str, Any] = {}
    if values.node is not None:
        if form not in ("png", "svg"):
            raise BadCommand(f"--node is for png and svg only, not for {form}.")
        options["node"] = values.node
    for name, metavar, _, forms in _DRAWN:
        key = name.removeprefix("--").replace("-", "_")
        given = getattr(values, key)
        if given is None or given is False:
            continue
        if form not in forms:
            *others, last = forms
            raise BadCommand(f"{name} is for {', '.join(others)} and {last} only, not for {form}.")
        if key == "no_caption":
            options["caption"] = False
        elif metavar is None:
            options[key] = True
        else:
            options[key] = given
    return options


def _read_format(given: str | None, path: Path | None) -> str:
    """Return the format that is *given*, or that the name of *path* tells; raise `BadCommand`."""
    known = (*TEXTS, *PICTURES)
    if given is not None:
        form = given.strip().lower()
    elif path is None:
        form = "sgf"
    else:
        form = path.suffix.lower().removeprefix(".")
        form = {"kalahloa": "json", "htm": "html"}.get(form, form)
        if form not in known:
            raise BadCommand(
                f"The name '{quote(path.name)}' does not show the format; add --format and one of: "
                f"{', '.join(known)}."
            )
    if form not in known:
        raise BadCommand(f"There is no format '{quote(given)}'; choose one of: {', '.join(known)}.")
    return form


def _load(ids: list[int], interrupt: Interrupt) -> "list[tuple[int, Record, tuple[Json, Json]]]":
    """Return the games *ids* with their levels; raise `UnknownGame` or `BadFile`."""
    from kalahloa.models.library.partial_games import read_readable
    from kalahloa.models.work.cancellation import ReadingStopped

    games = []
    with the_library() as library:
        for number in ids:
            stored = library.load(number)
            try:
                readable = read_readable(stored, interrupt.is_set)
            except ReadingStopped:
                raise interrupt.as_exception() from None
            if readable.sentence:
                print_notes([f"Game {number}: {readable.sentence}"])
            games.append((number, readable.record, stored.header.levels))
    return games


def _content(
    form: str,
    games: "list[tuple[int, Record, tuple[Json, Json]]]",
    options: dict[str, Any],
    interrupt: Interrupt,
) -> bytes:
    """Return *games* in the format *form*; raise `BadFile`, `Failed` or `KeyboardInterrupt`."""
    from kalahloa.models.drawing.board_look import BoardLook
    from kalahloa.models.notation.move_lists import write_moves
    from kalahloa.models.notation.sgf.writer import write_games
    from kalahloa.models.record.json_record import RecordSnapshot, record_to_json
    from kalahloa.models.storage.json_text import encode_json
    from kalahloa.models.study.pages.study_page import write_study_page
    from kalahloa.models.work.cancellation import ReadingStopped

    records = [record for _, record, _ in games]
    try:
        if form == "sgf":
            return write_games(records, interrupt.is_set)
        if form == "html":
            snapshots = [RecordSnapshot.of(record) for record in records]
            return write_study_page(snapshots, look=BoardLook(**options), stopped=interrupt.is_set)
    except ReadingStopped:
        raise interrupt.as_exception() from None
    if form == "txt":
        return "\n".join(map(write_moves, records)).encode()
    ((_, record, levels),) = games
    if form == "json":
        return "".join(encode_json(record_to_json(record) | {"levels": list(levels)})).encode(
            "ascii"
        )
    return _draw(form, record, options, interrupt)


def _draw(form: str, record: "Record", options: dict[str, Any], interrupt: Interrupt) -> bytes:
    """Return *record* as a picture or a page."""
    pictures, jobs = _pictures()
    application = drawing_application()
    try:
        chosen = pictures.FORMATS[form].options(**options)
        content: bytes = jobs.finish_picture(
            pictures.job_for(record, chosen, form, None), interrupt.is_set
        )
    except jobs.ExportStopped:
        raise interrupt.as_exception() from None
    finally:
        del application
    return content


def _pictures() -> tuple[ModuleType, ModuleType]:
    """Return the modules that draw; raise `Failed` if Qt cannot be loaded."""
    try:
        return tuple(  # type: ignore[return-value]
            import_module(f"kalahloa.views.pictures.{name}") for name in ("export", "job")
        )
    except ImportError as error:
        raise qt_failure(error) from error
