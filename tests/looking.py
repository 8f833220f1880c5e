"""Looks at games in every way there is, and tells what in the library is other than before."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from difflib import unified_diff
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from kalahloa.controllers.base.player import Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.saving.game_files import GameSnapshot
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.open_app import make_keeper, open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.importer import import_files
from kalahloa.models.library.library import Library
from kalahloa.models.library.readers import ALL_READERS
from kalahloa.models.record.annotation import Mark, Notes
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import KalahloaError
from tests.disk import Disk
from tests.library_games import kept_rows
from tests.views.conftest import Hands, hands_on

WORDS = (
    *("back", "forward", "start", "end", "undo", "redo", "goto 1", "goto 3", "flip", "record"),
    *("review", "nextmistake", "lastmistake", "reviewmarks", "players", "position", "moves"),
    *("hint", "values", "threat", "analyse", "listcomments", "autoplay", "exchange", "load 1"),
    *("guess", "guess", "practise", "answer", "puzzle", "hint", "mygame", "features"),
    *("tree", "book", "nextonly", "bookend", "provenline"),
)
"""What is typed while somebody looks."""
PATIENCE, GLANCE = 20.0, 0.5
"""How many seconds a game may take to open, and a command to be answered, before the test goes on
without it."""
NAMES = ("", "Human", "Anna", "Ben", "Engine, level 5", "Ærø 三")
LEVELS = (None, None, Player(Level.of_engine(5)).to_json(), {"searcher": "one of tomorrow"}, 7)


def random_record(chance: random.Random) -> Record:
    """Return a record with names, comments and variations; some games are over, some are not."""
    game = find_game(chance.choice(("tictactoe", "tictactoe", "kalah", "loa")))
    details = {"event": "Club evening", "date": "2021-03-04"} if chance.random() < 0.5 else {}
    if chance.random() < 0.2:
        details["result"] = "1-0"
    record = Record(game, players=(chance.choice(NAMES), chance.choice(NAMES)), details=details)
    for _ in range(chance.randrange(1, 4)):
        for _ in range(chance.randrange(1, 12)):
            moves = record.position.legal_moves()
            if record.current.outcome is not None or not moves:
                break
            record.play(chance.choice(moves))
        record.jump(chance.randrange(len(record.nodes)))
    for node in record.nodes:
        if chance.random() < 0.2:
            record.annotate(node, Notes("A comment.", (Mark.GOOD,) if node.parent else ()))
    return record


def fill(folder: Path, count: int, chance: random.Random) -> list[Path]:
    """Write *count* records to files in *folder*, take them into its library, and return them."""
    paths = []
    for number in range(count):
        path = folder / f"game {number}.{chance.choice(('sgf', 'kalahloa'))}"
        levels = (chance.choice(LEVELS), chance.choice(LEVELS))
        GameSnapshot.of(random_record(chance), levels).write(path)
        paths.append(path)
    disk = Disk(folder / "library.sqlite")
    with disk.open() as library:
        report = import_files(library, paths, ALL_READERS)
        assert not report.failed, report.failed
    return paths


def turn_until(is_done: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Let the event loop run until *is_done*, or for some *seconds*."""
    end = monotonic() + seconds
    while not is_done() and monotonic() < end:
        QApplication.processEvents()


class Looker:
    """A window, or a terminal, and somebody who looks at a game in it."""

    def __init__(self, app: AppContext, keeper: Keeper, chance: random.Random) -> None:
        self.app, self.keeper, self._chance = app, keeper, chance
        self._interpreter = Interpreter(app)
        self._came: list[object] = []
        keeper.opened.connect(self._came.append)
        keeper.failed.connect(self._came.append)
        app[Reviews]._reviewer.settings = ReviewSettings(Limits(depth=1), mebibytes=1)

    def opened(self, open_it: Callable[[], object]) -> None:
        """Open a game by *open_it*, and wait until it is there."""
        self._came.clear()
        open_it()
        turn_until(lambda: bool(self._came))

    def look(self, count: int) -> None:
        """Type *count* commands that only look, or guesses where moves are guessed."""
        for _ in range(count):
            place = self.app.document.place
            guesses = place.get(Guessing) is not None and place[Guessing].waiting
            practises = place.get(Practice) is not None and place[Practice].asking
            if guesses or practises:
                position = self.app.document.position
                move = self._chance.choice(position.legal_moves())
                text = position.format_move(move)
            else:
                text = self._chance.choice(WORDS)
            with suppress(KalahloaError):  # which is not possible here
                self._interpreter.execute(text)
            turn_until(lambda: not self._is_busy(), GLANCE)

    def _is_busy(self) -> bool:
        place = self.app.document.place
        return self.app.is_busy and not place.autoplaying


def ways(hands: Hands, looker: Looker, path: Path, number: int) -> dict[str, Callable[[], object]]:
    """Return every way to open the game *number*, which came from *path*, in a window."""
    window, keeper = hands.window, hands.keeper
    library = hands.app[LibraryView]
    assert library is not None

    def drop() -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        left = Qt.MouseButton.LeftButton
        window.dropEvent(
            QDropEvent(
                QPoint(5, 5), Qt.DropAction.CopyAction, data, left, Qt.KeyboardModifier.NoModifier
            )
        )

    def preview() -> None:
        shown: list[object] = []
        library.previewed.connect(shown.append)
        library.preview(number)
        turn_until(lambda: bool(shown))
        keeper.open_later(number)

    return {
        "file": lambda: keeper.open_later(path),
        "dialog": lambda: window.window_actions.open_file(path),
        "drop": drop,
        "library": lambda: library.open(number),
        "recent": lambda: window.recent.chosen.emit(number),
        "preview": preview,
    }


def sessions(folder: Path, paths: list[Path], chance: random.Random) -> Iterator[str]:
    """Look at each of the games made of *paths* in some way, and yield how."""
    with Library.open(folder / "library.sqlite") as library:
        numbers = [library.game_from(path.read_bytes()) for path in paths]
    games = list(zip(paths, numbers, strict=True))
    while games:
        with ExitStack() as steps:
            windows = [hands_on("tictactoe", folder) for _ in range(2)]
            for one in windows:
                steps.callback(one.window.close)
            lookers = [Looker(one.app, one.keeper, chance) for one in windows]
            if windows[0].keeper.restore_last():
                lookers[0].look(4)
                yield "start"
            for path, number in (games.pop() for _ in range(min(10, len(games)))):
                assert number is not None
                first = chance.randrange(2)
                kinds = ways(windows[first], lookers[first], path, number)
                kind = chance.choice(list(kinds))
                lookers[first].opened(kinds[kind])
                lookers[first].look(chance.randrange(3, 9))
                yield kind
                if chance.random() < 0.3:
                    other = lookers[1 - first]
                    other.opened(lambda: other.keeper.open_later(number))  # noqa: B023
                    other.look(3)
                    yield "second window"
                if chance.random() < 0.3:
                    _look_in_terminal(folder, number, chance)
                    yield "terminal"


def _look_in_terminal(folder: Path, number: int, chance: random.Random) -> None:
    """Open the game as a terminal has it: controllers without a window."""
    app = open_app(find_game("tictactoe"))
    keeper = make_keeper(app, Disk(folder / "library.sqlite").open)
    try:
        looker = Looker(app, keeper, chance)
        looker.opened(lambda: keeper.open_later(number))
        looker.look(4)
    finally:
        app.release()
        keeper.shut_down()
        app.shut_down()


def changes(folder: Path, count: int, seed: int) -> tuple[list[str], Counter[str]]:
    """Look at *count* games in *folder*; return what in its library differs, and how it was."""
    chance = random.Random(seed)
    paths = fill(folder, count, chance)
    before = kept_rows(folder / "library.sqlite")
    looks = Counter(sessions(folder, paths, chance))
    after = kept_rows(folder / "library.sqlite")
    return [line for line in unified_diff(before, after, n=0) if line[:1] in "+-"], looks
