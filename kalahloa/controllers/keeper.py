"""Saves games automatically, each in a file of its own, after every move; and opens them again."""

import logging
from contextlib import ExitStack
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QStandardPaths, QTimer, Signal, Slot

from kalahloa.controllers.document import Document
from kalahloa.controllers.game_files import (
    GameFile,
    GameSnapshot,
    LoadedGame,
    find_games,
    load_game,
    shown_path,
)
from kalahloa.controllers.place import Cause, Change
from kalahloa.controllers.recent_games import RecentGame
from kalahloa.controllers.translation import fill, in_words, translate
from kalahloa.controllers.work.game_reader import GameReader, RecentReply
from kalahloa.controllers.work.game_writer import MAX_WAIT_SECONDS, GameWriter, Written
from kalahloa.models.errors import BadFile

_KEPT = frozenset({Cause.NEW, Cause.MOVE, Cause.WALK, Cause.PLAYERS, Cause.EDIT})
"""What is kept of a document has changed."""
SAVE_AFTER_MS = 10
"""How long after a change it is handed over: when the board and the panels are painted."""
SAVE_EVERY_MS = 60
"""Minimum time between two snapshots, and from opening a record to the first one; the first change
of a record that is open is saved as soon as it is drawn."""
RETRY_MS = 5000
"""Time between two attempts to save games that could not be saved."""

_log = logging.getLogger(__name__)
# Without a log, as in the terminal, nothing is printed.
_log.addHandler(logging.NullHandler())


def games_folder() -> Path:
    """Return the folder of saved games, in the user's data folder."""
    QCoreApplication.setApplicationName("Kalahloa")
    QCoreApplication.setOrganizationName("Kalahloa")
    place = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(place)) / "games"


class Keeper(QObject):
    """Saves the document's record in *folder* when it changes; each new game in a new file."""

    failed = Signal(str)
    """Why a game cannot be saved or read, as a sentence; emitted once per game."""
    message = Signal(str)
    """A sentence for the user about where a game is saved."""
    failure_changed = Signal(str)
    """`failure` is now this sentence, or empty."""
    opened = Signal(object)
    """The game at this path, which `open_later` was asked for, has been opened."""
    recent_changed = Signal()
    """`recent` returns something else now."""

    def __init__(self, document: Document, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self._document = document
        self._record = document.record
        self._players = document.players
        self._file = GameFile(folder)
        self._opened: GameFile | None = None
        self._copies: set[GameFile] = set()
        self._unsaved: dict[GameFile, Written] = {}
        self._slow = ""
        self._failure = ""
        self._opening = 0
        self._recent: tuple[RecentGame, ...] = ()
        self._recent_count = 0
        self._changed = False
        self._ended = False
        self._writer = GameWriter(self)
        self._writer.finished.connect(self._take_results)
        self._reader = GameReader(self)
        self._reader.finished.connect(self._take_reply)
        self._retry = QTimer(self)
        self._retry.setInterval(RETRY_MS)
        self._retry.timeout.connect(self._try_again)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_EVERY_MS)
        self._timer.timeout.connect(self._on_time)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SAVE_AFTER_MS)
        self._soon.timeout.connect(self._on_time)
        self._log_game()
        document.changed.connect(self._on_changed)

    # -- the current game ----------------------------------------------------------------------

    @Slot(object)
    def _on_changed(self, change: Change) -> None:
        document = self._document
        if document.record is not self._record:
            # Save the old record with its own players.
            self._hand_over()
            file = self._opened or GameFile(self.folder)
            if file is not self._file:
                self._writer.close(self._file)
            self._file = file
            self._record = document.record
            self._slow = ""
            self._update_failure()
            self._log_game()
        self._players = document.players
        if change.causes & _KEPT:
            self._note_change(change.is_new)

    def _log_game(self) -> None:
        game, rules = self._record.game, self._record.rules
        _log.info("Game: %s, %s rules", game.key, game.rulebook.name_of(rules))

    def _note_change(self, is_new: bool) -> None:
        self._changed = True
        # Writing a long record slows down what is going to show the change.  Showing one that was
        # just opened takes several frames, and nothing of it is lost if it is written after them.
        if is_new:
            self._timer.start()
        elif not self._timer.isActive():
            self._soon.start()

    @Slot()
    def _on_time(self) -> None:
        if self._changed:
            self._hand_over()
            self._timer.start()

    def _hand_over(self) -> None:
        """Pass a changed record to the writer; nothing is written before the first move."""
        if self._changed and not self._ended and len(self._record.nodes) > 1:
            self._writer.write(self._file, GameSnapshot.of(self._record, self._players))
        self._changed = False

    @Slot()
    def save(self) -> None:
        """Save the record, and what could not be saved before; wait until it is done or fails."""
        if self._ended:
            return
        self._request_unsaved()
        self._hand_over()
        kept = self._writer.wait()
        self._take_results()
        if not kept:
            self._slow = fill(
                translate(
                    "Controllers", "The game is not saved: the disk has taken {seconds:g} seconds."
                ),
                seconds=MAX_WAIT_SECONDS,
            )
            self._update_failure(self._slow)

    def _request_unsaved(self) -> None:
        for file, result in self._unsaved.items():
            if file is self._file:
                self._changed = True
            else:
                self._writer.write(file, result.snapshot)

    @Slot()
    def _try_again(self) -> None:
        self._request_unsaved()
        self._hand_over()

    @Slot()
    def _take_results(self) -> None:
        for result in self._writer.take_results():
            name = (
                result.file.path.name
                if result.file.path
                else translate("Controllers", "a new file")
            )
            if result.file in self._copies:
                self._copies.discard(result.file)
                if result.error:
                    _log.warning("A copy was not written: %s", result.error)
                    self.failed.emit(result.error)
                else:
                    _log.info("A copy was written to %s", name)
                    self.message.emit(
                        fill(
                            translate("Controllers", "A copy of the game is in {path}."),
                            path=shown_path(result.file.path or self.folder),
                        )
                    )
            elif result.error:
                is_new = result.file not in self._unsaved
                self._unsaved[result.file] = result
                if is_new:
                    _log.warning("Not saved in %s: %s", name, result.error)
                self._update_failure(result.error if is_new else "")
            else:
                if self._unsaved.pop(result.file, None) is not None:
                    _log.info("Saved again in %s", name)
                if result.file is self._file:
                    self._slow = ""
                self._update_failure()
        if bool(self._unsaved) != self._retry.isActive() and not self._ended:
            (self._retry.start if self._unsaved else self._retry.stop)()

    @property
    def failure(self) -> str:
        """Why a game is not saved, as a sentence, or an empty string.

        The current game comes first; the others are those played before it in this session.
        """
        return self._failure

    def _update_failure(self, news: str = "") -> None:
        """Set `failure`; *news* is a sentence about a game of which nothing was said before."""
        before = self._failure
        current = self._unsaved.get(self._file)
        if current is not None:
            self._failure = current.error
        elif self._slow:
            self._failure = self._slow
        else:
            self._failure = next((result.error for result in self._unsaved.values()), "")
        if news and before != news:
            self.failed.emit(news)
        if before and not self._failure:
            self.message.emit(translate("Controllers", "The game is being saved again."))
        if before != self._failure:
            self.failure_changed.emit(self._failure)

    def shut_down(self) -> None:
        """Save the record and end the threads, whatever fails; may be called twice."""
        if not self._ended:
            with ExitStack() as steps:  # the last one first; each runs whatever another raises
                steps.callback(self._take_results)
                steps.callback(self._writer.shut_down)
                steps.callback(self._end)
                steps.callback(self.save)
                steps.callback(self._reader.shut_down)

    def _end(self) -> None:
        self._ended = True
        self._timer.stop()
        self._soon.stop()
        self._retry.stop()
        self._writer.close(self._file)

    # -- other games ---------------------------------------------------------------------------

    def games(self) -> list[Path]:
        """Return the files of all saved games, the most recent first."""
        return find_games(self.folder)[0]

    def recent(self, count: int = 10) -> list[RecentGame]:
        """Return the *count* most recent games of the folder, except the current one.

        Returns what is known, at once; if it is out of date, `recent_changed` follows, unless a
        game is being opened.
        """
        # One more, because the current game is among them.
        self._recent_count = max(self._recent_count, count + 1)
        if not self._opening and not self._ended:
            self._reader.list_recent(self.folder, self._recent_count)
        others = [game for game in self._recent if game.path != self._file.path]
        return others[:count]

    def restore_last(self) -> bool:
        """Open the most recent game that can be read; return whether there was one."""
        games, others = find_games(self.folder)
        sentences = [
            fill(
                translate("Controllers", "{path} in the folder of games is not a readable file."),
                path=shown_path(Path(path.name)),
            )
            for path in others
        ]
        restored = False
        for path in games:
            try:
                self.open(path)
            except BadFile as error:
                sentences.append(in_words(error))
                continue
            restored = True
            break
        # Emitted after the game is shown, or messages about that would replace it.
        if sentences:
            self.failed.emit(" ".join(sentences))
        return restored

    def open(self, path: Path) -> None:
        """Continue the game in the file at *path*; raise `BadFile`, and change nothing, on failure.

        A game in this folder is saved to its own file, unless another window or terminal has it
        open.  Any other game is saved to a new file, and the file at *path* is not changed.
        """
        self.save()
        if self._is_current(path):
            self._document.open_record(self._record, self._players)
            return
        try:
            game = load_game(path, self.folder)
        except BadFile as error:
            _log.warning("Not opened: %s", error)
            raise
        self._go_on_with(game)

    def open_later(self, path: Path) -> None:
        """Do what `open` does, but read and check the file on a background thread.

        `opened` or `failed` is emitted when that is done.  A later call replaces an earlier one.
        The current game can be played on until then; it is saved first.
        """
        if self._ended:
            return
        self._hand_over()
        number = self._writer.last_number
        self._opening = self._reader.read(
            path, self.folder, self._file.path, lambda: self._writer.wait(number)
        )

    @Slot()
    def _take_reply(self) -> None:
        reply = self._reader.take_reply()
        if reply is None or self._ended:
            return
        if isinstance(reply, RecentReply):
            if reply.games != self._recent:
                self._recent = reply.games
                self.recent_changed.emit()
            return
        self._opening = 0
        if reply.error:
            _log.warning("Not opened: %s", reply.error)
            self.failed.emit(reply.error)
            return
        if reply.game is not None:
            self._go_on_with(reply.game)
        elif self._is_current(reply.path):
            self._document.open_record(self._record, self._players)
        else:
            # It was the current game when it was asked for, and another one has begun since.
            self.open_later(reply.path)
            return
        self.opened.emit(reply.path)

    def _is_current(self, path: Path) -> bool:
        return self._file.path is not None and path.resolve() == self._file.path

    def _go_on_with(self, game: LoadedGame) -> None:
        """Show *game*, which the next change of the record is about."""
        _log.info(
            "Opened %s: %s, %d nodes%s",
            game.path.name,
            game.record.game.key,
            len(game.record.nodes),
            ", a copy" if game.held else "",
        )
        self._opened = game.file
        try:
            self._document.open_record(game.record, game.players)
        finally:
            self._opened = None
        if game.held:
            self.message.emit(
                fill(
                    translate(
                        "Controllers",
                        "{path} is open in another window or terminal; you go on in a copy of it.",
                    ),
                    path=shown_path(Path(game.path.name)),
                )
            )

    def save_copy(self, path: Path) -> None:
        """Write a copy of the game to *path*; `message` or `failed` reports the result."""
        target = path.resolve()
        if target == self._file.path:
            self.save()
            if self._file not in self._unsaved and not self._slow:
                self.message.emit(
                    fill(
                        translate("Controllers", "The game is saved in {path}."),
                        path=shown_path(path),
                    )
                )
            return
        try:
            in_folder = target.parent == self.folder.resolve()
            file = GameFile.open(target) if in_folder else GameFile(path.parent, path)
        except BlockingIOError:
            self.failed.emit(
                fill(
                    translate("Controllers", "{path} is open in another window or terminal."),
                    path=shown_path(path),
                )
            )
            return
        self._copies.add(file)
        self._writer.write(file, GameSnapshot.of(self._record, self._players))
        self._writer.close(file, unwritten=True)
