"""Opens the window, which is what `kalahloa` does without a command."""

import argparse
import gc
import os
import sys

from kalahloa.cli.arguments import (
    Parser,
    add_position_options,
    add_rule_options,
    load_game,
    option_value,
    read_file_argument,
    read_setup,
)
from kalahloa.cli.failures import Failed
from kalahloa.cli.qt_requirements import (
    allowed_mebibytes,
    opens_on_x11,
    what_is_missing,
    x_server_answers,
)
from kalahloa.models.text.errors import BadCommand, KalahloaError
from kalahloa.models.text.quotation import shorten

LIST_LESSONS = "list"
MIN_MEBIBYTES = 1_200
"""Address space that a window reserves, most of it for the stacks of threads."""


class _ShowVersion(argparse.Action):
    """Prints the version and whether the rules run compiled, and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from kalahloa.compiled import compiled_note
        from kalahloa.version import __version__

        print(f"kalahloa {__version__} ({compiled_note()})")
        parser.exit()


def open_window(arguments: list[str], commands: str) -> int:
    """Open the window; *commands* are lines for the help.

    Raises `KalahloaError` for invalid arguments, and `Failed` if there is no display or no Qt.
    """
    lesson = option_value(arguments, "--lesson")
    key = option_value(arguments, "--game")
    if key is None and lesson is not None and option_value(arguments, "--position") is not None:
        key = _game_of(lesson)
    game = load_game(key) if key is not None else None
    parser = Parser(
        "kalahloa",
        "Play and study Lines of Action and Kalah. Without a command, open the window, with the "
        "game in FILE if there is one.",
        f"commands (see kalahloa COMMAND --help):\n{commands}\n"
        "examples:\n  kalahloa --game loa --view text\n  kalahloa game.kalahloa\n"
        "  kalahloa terminal kalah",
        "[COMMAND | FILE]",
    )
    parser.add_argument("FILE", nargs="?", help="a saved game to open")
    parser.option("--version", action=_ShowVersion, nargs=0, help="show the version and exit")
    parser.option("--game", metavar="GAME", help="the game to start")
    parser.option("--view", metavar="VIEW", help="the view: graphical or text")
    parser.option(
        "--lesson",
        metavar="NAME",
        help="a chapter of the course to show in lecture mode, with --position at that position; "
        "list prints the names",
    )
    add_position_options(parser, game)
    if game is not None:
        add_rule_options(parser, game)
    parser.require_known(arguments, "" if game else " Options of a game's rules need --game GAME.")
    values = parser.parse_args(arguments)
    if values.view not in (None, "graphical", "text"):
        raise BadCommand(f"There is no view '{values.view}'; choose one of: graphical, text.")
    if values.lesson is not None:
        if values.lesson.strip().lower() == LIST_LESSONS:
            return _list_lessons()
        lesson = _lesson_name(values.lesson)
    file = None
    if values.FILE is not None:
        if any(value is not None for value in (game, values.rules, values.position)):
            raise BadCommand("FILE cannot be combined with --game, --rules or --position.")
        file = read_file_argument(values.FILE)
    if game is None:
        if values.rules is not None or values.position is not None:
            raise BadCommand("--rules and --position need --game GAME.")
        setup = None
    else:
        setup = read_setup(game, values)
    _require_screen()
    _warn_if_not_compiled()
    # Nearly all that is made until the window is there stays; to look for garbage in it, again and
    # again, takes a tenth of the start.  `run_window` does it once that is there.
    gc.disable()
    try:
        from kalahloa.app import run_window
    except ImportError as error:
        raise qt_failure(error) from error
    try:
        if setup is None:
            return run_window(None, None, {}, None, values.view, file, lesson=lesson)
        return run_window(
            setup.game.key, setup.preset, setup.options, setup.start, values.view, lesson=lesson
        )
    except (KalahloaError, MemoryError):
        raise
    except Exception as error:  # as from a plug-in; the log has all of it
        raise Failed(f"The window cannot be opened: {shorten(error)}.") from error


def _lesson_name(text: str) -> str:
    """Return the name of the chapter that *text* names; raise `UnknownName` if there is none."""
    from kalahloa.models.course.chapter import find_chapter

    return find_chapter(text).name


def _game_of(lesson: str) -> str | None:
    """Return the key of the game of the chapter's first figure; raise `UnknownName`."""
    from kalahloa.models.course.chapter import find_chapter

    if lesson.strip().lower() == LIST_LESSONS:
        return None
    pages = find_chapter(lesson).pages
    return next((page.figure.ground.game.key for page in pages if page.figure is not None), None)


def _list_lessons() -> int:
    """Print the names of the chapters, with what they are about."""
    from kalahloa.models.course.chapter import chapters

    width = max(len(chapter.name) for chapter in chapters())
    for chapter in chapters():
        print(f"{chapter.number:2}  {chapter.name:{width}}  {chapter.title}: {chapter.sentence}")
    return 0


def qt_failure(error: ImportError) -> Exception:
    """Return a `Failed` if *error* is about Qt, otherwise *error* itself."""
    if (error.name or "").partition(".")[0] in ("PySide6", "shiboken6") or ".so" in str(error):
        return Failed(what_is_missing() or f"Qt cannot be loaded: {error}.")
    return error


def _require_screen() -> None:
    """Raise `Failed` where Qt would hang or end with a core dump.

    That is without a screen, its libraries or the memory for its threads.
    """
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in screens):
        raise Failed("There is no display; kalahloa terminal GAME needs none.")
    missing = what_is_missing()
    if missing:
        raise Failed(missing)
    allowed = allowed_mebibytes()
    if allowed is not None and allowed < MIN_MEBIBYTES:
        raise Failed(
            f"The window needs {MIN_MEBIBYTES:,} MiB of address space, and {allowed:,} are allowed "
            "(ulimit -v); kalahloa terminal GAME needs less."
        )
    if opens_on_x11() and not x_server_answers():
        raise Failed(
            f"The X server at DISPLAY={os.environ.get('DISPLAY', '')} does not answer; "
            "kalahloa terminal GAME needs none."
        )


def _warn_if_not_compiled() -> None:
    """Say that searches are slow, and why, where nobody has asked for that."""
    from kalahloa.compiled import compiled_note, is_compiled, is_forced_pure

    if not is_compiled() and not is_forced_pure():
        print(
            f"The engine is {compiled_note()}. It searches about 100 times slower than compiled; "
            "the README says how to compile it.",
            file=sys.stderr,
        )
