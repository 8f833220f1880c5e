"""Saves games automatically, each in a file of its own, after every move."""

import stat
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QStandardPaths, QTimer, Signal, Slot

from kalahloa.controllers.document import Document
from kalahloa.controllers.game_files import SUFFIX, GameFile, GameSnapshot, read_record
from kalahloa.controllers.place import Cause, Change
from kalahloa.controllers.work.game_writer import MAX_WAIT_SECONDS, GameWriter
from kalahloa.models.errors import BadFile

_KEPT = frozenset({Cause.NEW, Cause.MOVE, Cause.WALK, Cause.PLAYERS, Cause.EDIT})
"""What is kept of a document has changed."""
SAVE_EVERY_MS = 60
"""Minimum time between two snapshots; the first change is saved at once."""


def games_folder() -> Path:
    """Return the folder of saved games, in the user's data folder."""
    QCoreApplication.setApplicationName("Kalahloa")
    QCoreApplication.setOrganizationName("Kalahloa")
    place = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(place)) / "games"


class Keeper(QObject):
    """Saves the controller's record in *folder* when it changes; each new game in a new file."""

    failed = Signal(str)
    """Why a game cannot be saved or read, as a sentence; emitted once per game."""
    message = Signal(str)
    """A sentence for the user about where a game is saved."""

    def __init__(self, document: Document, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self.failure = ""
        """Why the current game is not saved, or an empty string."""
        self._document = document
        self._record = document.record
        self._players = document.players
        self._file = GameFile(folder)
        self._opened: GameFile | None = None
        self._copies: set[GameFile] = set()
        self._changed = False
        self._ended = False
        self._writer = GameWriter(self)
        self._writer.finished.connect(self._take_results)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_EVERY_MS)
        self._timer.timeout.connect(self._on_time)
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
            self.failure = ""
        self._players = document.players
        if change.causes & _KEPT:
            self._note_change()

    def _note_change(self) -> None:
        self._changed = True
        if not self._timer.isActive():
            self._on_time()

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
        """Save the record and wait until it is on disk or has failed."""
        if self._ended:
            return
        self._changed = self._changed or bool(self.failure)
        self._hand_over()
        kept = self._writer.wait()
        self._take_results()
        if not kept:
            self._fail(f"The game is not saved: the disk has taken {MAX_WAIT_SECONDS:g} seconds.")

    @Slot()
    def _take_results(self) -> None:
        for result in self._writer.take_results():
            if result.file in self._copies:
                self._copies.discard(result.file)
                if result.error:
                    self.failed.emit(result.error)
                else:
                    self.message.emit(f"A copy of the game is in {result.file.path}.")
            elif result.error:
                self._fail(result.error, current=result.file is self._file)
            elif result.file is self._file and self.failure:
                self.failure = ""
                self.message.emit("The game is being saved again.")

    def _fail(self, sentence: str, *, current: bool = True) -> None:
        if not current:
            self.failed.emit(sentence)
        elif not self.failure:
            self.failure = sentence
            self.failed.emit(sentence)

    def shut_down(self) -> None:
        """Save the record and end the writer; may be called twice."""
        if not self._ended:
            try:
                self.save()
            finally:
                self._ended = True
                self._timer.stop()
                self._writer.close(self._file)
                self._writer.shut_down()
                self._take_results()

    # -- other games ---------------------------------------------------------------------------

    def games(self) -> list[Path]:
        """Return the files of all saved games, the most recent first."""
        return self._find_games()[0]

    def _find_games(self) -> tuple[list[Path], list[Path]]:
        """Return the game files, the most recent first, and entries that only have such a name."""
        files: list[tuple[int, Path]] = []
        others: list[Path] = []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            try:
                facts = path.stat()
            except OSError:
                others.append(path)
                continue
            if stat.S_ISREG(facts.st_mode):
                files.append((facts.st_mtime_ns, path))
            else:
                others.append(path)
        return [path for _, path in sorted(files, reverse=True)], others

    def restore_last(self) -> bool:
        """Open the most recent game that can be read; return whether there was one."""
        games, others = self._find_games()
        sentences = [
            f"{path.name} in the folder of games is not a readable file." for path in others
        ]
        restored = False
        for path in games:
            try:
                self.open(path)
            except BadFile as error:
                sentences.append(str(error))
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
        held = False
        file = GameFile(self.folder)
        target = path.resolve()
        if target == self._file.path:
            file = self._file
        elif target.parent == self.folder.resolve():
            try:
                file = GameFile.open(target)
            except BlockingIOError:
                held = True
        try:
            record, players = read_record(target)
        except BadFile:
            if file is not self._file:
                file.close()
            raise
        if held:
            # The copy gets no file until something is played.
            content = GameSnapshot.of(record, players).to_bytes()
            file = GameFile(self.folder, written=content)
        self._opened = file
        try:
            self._document.open_record(record, players)
        finally:
            self._opened = None
        if held:
            self.message.emit(
                f"{path.name} is open in another window or terminal; you go on in a copy of it."
            )

    def save_copy(self, path: Path) -> None:
        """Write a copy of the game to *path*; `message` or `failed` reports the result."""
        target = path.resolve()
        if target == self._file.path:
            self.save()
            if not self.failure:
                self.message.emit(f"The game is saved in {path}.")
            return
        try:
            in_folder = target.parent == self.folder.resolve()
            file = GameFile.open(target) if in_folder else GameFile(path.parent, path)
        except BlockingIOError:
            self.failed.emit(f"{path} is open in another window or terminal.")
            return
        self._copies.add(file)
        self._writer.write(file, GameSnapshot.of(self._record, self._players))
        self._writer.close(file)
