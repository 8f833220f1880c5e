"""Keeps games: everything that happens to the document is in the library at once."""

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.core.study_controller import StudyController
from kalahloa.controllers.saving.findings_keeper import FindingsKeeper
from kalahloa.controllers.saving.game_files import GameSnapshot
from kalahloa.controllers.saving.importing import Imported, Importing
from kalahloa.controllers.saving.library_checker import LibraryChecker
from kalahloa.controllers.saving.library_reader import LibraryReader, Wanted
from kalahloa.controllers.saving.library_writer import (
    MAX_WAIT_SECONDS,
    Exported,
    LibraryWriter,
    Written,
)
from kalahloa.controllers.saving.open_game import OpenGame, game_of
from kalahloa.controllers.saving.opening import (
    MendLibrary,
    OpenLibrary,
    Pasted,
    import_first,
    mend_user_library,
    newest_first,
    open_newest,
    open_user_library,
    updates_user_library,
)
from kalahloa.controllers.saving.rescue import FindFolder, rescue, user_folders
from kalahloa.controllers.saving.sources import AnalysisSource, ReviewSource
from kalahloa.models.library.game_rows import GameHeader, Json
from kalahloa.models.storage.json_file import shown_path
from kalahloa.models.storage.user_data import old_games_folder
from kalahloa.models.text.errors import KalahloaError, LibraryBusy, LibraryDamaged

if TYPE_CHECKING:
    from kalahloa.models.library.importer import ImportProgress

_KEPT = frozenset({Cause.NEW, Cause.MOVE, Cause.WALK, Cause.PLAYERS, Cause.EDIT})
"""What is kept of a document has changed."""
SAVE_AFTER_MS = 10
"""How long after a walk or another player it is handed over; moves and edits are at once."""
SAVE_EVERY_MS = 20
"""Minimum time between two of those."""
SAVE_NEW_AFTER_MS = 40
"""How long after a record was opened it is handed over: when all of it is painted."""
RETRY_MS = 2000
"""Time between two attempts to write what could not be written."""
TROUBLED_SECONDS = 0.5
"""How long `save` waits where something could not be saved before: not as for a slow disk."""
MAX_ROUNDS = 5
"""How often `save` writes again because other programs write the same game at the same time."""
MAX_SAID = 3
"""How many problems of an import are said at once; the rest is in the report."""
MAX_UNREADABLE = 20
"""How many games that cannot be read are passed over to find the last one."""

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())  # without a log, as in the terminal, nothing is printed


class Keeper(QObject):
    """Keeps the document's record in the library whenever it changes.

    Other programs may have the same library open, and the same game.
    """

    failed = Signal(str)
    """Why a game cannot be saved or read, as a sentence; emitted once per game."""
    message = Signal(str)
    """A sentence for the user about where a game is saved."""
    failure_changed = Signal(str)
    """`failure` is now this sentence, or empty."""
    opened = Signal(object)
    """The game with this id, or of the file at this path, that was asked for has been opened."""
    imported = Signal(object)
    """An `Imported`: what came of an import."""
    import_progressed = Signal(object)
    """How far an import is, an `ImportProgress`; None when none runs any longer."""
    recent_changed = Signal()
    """`recent` returns something else now."""

    def __init__(
        self,
        document: Document,
        open_library: OpenLibrary = open_user_library,
        parent: QObject | None = None,
        mend: MendLibrary | None = None,
        folders: Sequence[FindFolder] = (),
    ) -> None:
        """Keep *document*; *mend* checks and repairs the library that *open_library* opens.

        Games that cannot be saved at the end go into files in one of *folders*.  By default, the
        user's own library is repaired and any other only opened, and games go to the user's folders
        if it is the user's library that they cannot be saved in.
        """
        super().__init__(parent)
        is_users = open_library is open_user_library
        self._folders = folders or (user_folders() if is_users else ())
        if mend is None:
            mend = mend_user_library if is_users else lambda: (open_library(), ())
        self._open_library = open_library
        self._study: StudyController | None = None
        self._live: AnalysisSource | None = None
        self._reviews: ReviewSource | None = None
        self._document = document
        self._game = OpenGame(document.record, document.players)
        self._opened: OpenGame | None = None
        self._paused: OpenGame | None = None  # the user's own, while an exercise is shown
        self._unsaved: dict[OpenGame, str] = {}
        self._slow = ""
        self._failure = ""
        self._opening = 0
        self._recent: tuple[GameHeader, ...] = ()
        self._recent_count = 0
        self._changed = False
        self._is_mid_edit = False  # what takes back an edit that was done is not known yet
        self._ended = False
        self._writer = LibraryWriter(open_library, self)
        self._writer.finished.connect(self._receive_results)
        self._reader = LibraryReader(open_library, self)
        self._imports = Importing(open_library, self)
        self._imports.progressed.connect(self.import_progressed)
        self._imports.imported.connect(self._receive_imported)
        self._checker = LibraryChecker(mend, self, *((updates_user_library,) if is_users else ()))
        self._checker.message.connect(self.message)
        self._checking = False
        self._check_error = ""
        self._wants_last = False
        self._retry = QTimer(self)
        self._retry.setInterval(RETRY_MS)
        self._retry.timeout.connect(self._try_again)
        self._timer = single_shot(self, self._on_time)
        self._soon = single_shot(self, self._on_time, SAVE_AFTER_MS)
        self._findings = FindingsKeeper(lambda: self._game, self._write_found, self)
        self._log_game()
        document.changed.connect(self._on_changed)

    def follow_edits(self, study: StudyController) -> None:
        """Keep the edits of *study*, the document's, so that they can be taken back later."""
        self._study = study
        study.edited.connect(self._on_edited)
        study.redone.connect(self._on_edited)
        study.continued.connect(self._keep_edit)
        study.undone.connect(self._on_undone)

    def follow_analysis(self, live: AnalysisSource) -> None:
        """Keep what *live* finds, so that it is there when a game is opened again."""
        self._live = live
        live.found.connect(self._findings.keep_analysis)

    def follow_reviews(self, reviews: ReviewSource) -> None:
        """Keep what *reviews* finds of moves, so that it is there when a game is opened again."""
        self._reviews = reviews
        reviews.found.connect(self._findings.keep_plies)
        reviews.rated.connect(self._findings.keep_accuracy)

    def hold(self, held: bool) -> None:
        """Write what the current game is now, and nothing more of it as long as it is *held*."""
        self._hand_over()
        self._game.hold(held)
        self._note_change()

    def _write_found(self) -> None:
        if self._game.id is not None and not self._ended:
            self._writer.write(self._game)

    @Slot(object)
    def _on_edited(self, data: Json) -> None:
        self._game.queue_edit(data)
        self._keep_edit()

    @Slot(object)
    def _on_undone(self, _plain: Json) -> None:
        self._game.queue_undone_edit()
        self._keep_edit()

    def _keep_edit(self) -> None:
        """Hand over an edit with what it did to the record: both are written together."""
        self._is_mid_edit = False
        self._note_change(at_once=True)

    # -- the current game ----------------------------------------------------------------------

    @property
    def open_library(self) -> OpenLibrary:
        """What opens the library in which games are kept, on any thread."""
        return self._open_library

    @property
    def game_id(self) -> int | None:
        """The number of the current game in the library; None until it is there."""
        return self._game.id

    @Slot(object)
    def _on_changed(self, change: Change) -> None:
        document = self._document
        if document.record is not self._game.record:
            self._hand_over()  # the old record, with its own players
            if document.for_exercise and self._paused is None:
                self._paused = self._game
            own = self._paused
            self._paused = own if change.place.has_own_game else None
            self._game = game_of(document.record, document.players, (self._opened, own))
            if self._game is own and self._live is not None:
                self._live.restore(own.analyses)
            self._slow = ""
            self._update_failure()
            self._log_game()
        self._game.players = document.players
        self._game.queue_levels(document.played_by)
        self._game.is_edited |= Cause.EDIT in change.causes and not self._game.is_held
        self._game.for_exercise = document.for_exercise
        if change.causes & _KEPT:
            self._is_mid_edit |= Cause.EDIT in change.causes
            is_played = Cause.MOVE in change.causes and not self._is_mid_edit
            self._note_change(change.is_new, at_once=is_played)

    def _log_game(self) -> None:
        record = self._game.record
        rules = record.game.rulebook.name_of(record.rules)
        _log.info("Game: %s, %s rules", record.game.key, rules)

    def _note_change(self, is_new: bool = False, *, at_once: bool = False) -> None:
        self._changed = True
        # Showing a record that was just opened takes several frames, which writing would slow down.
        if is_new:
            self._timer.start(SAVE_NEW_AFTER_MS)
        elif at_once:
            # No timer: this thread may be busy when it ends. The writer leaves time for painting.
            self._hand_over()
        elif not self._timer.isActive() and not self._soon.isActive():
            # Not started anew: changes may come faster than it ends.
            self._soon.start()

    @Slot()
    def _on_time(self) -> None:
        if self._changed:
            if not self._game.has_content:
                self._writer.warm_up()
            self._hand_over()
            self._timer.start(SAVE_EVERY_MS)

    def _hand_over(self) -> None:
        """Pass what has changed to the writer; nothing is written before the first move."""
        if self._changed and not self._ended and self._game.has_content:
            self._game.queue_changes()
            self._writer.write(self._game)
        self._changed = False
        self._is_mid_edit = False

    @Slot()
    def save(self) -> None:
        """Write everything that is not in the library; wait until it is there or fails."""
        if self._ended:
            return
        if self._live is not None:
            self._live.emit_found()
        self._request_unsaved()
        for _ in range(MAX_ROUNDS):
            self._hand_over()
            asked = self._writer.last_number
            kept = self._writer.wait(seconds=TROUBLED_SECONDS if self._unsaved else None)
            self._receive_results()  # after news, what waited for them is asked for
            if not self._changed and self._writer.last_number == asked:
                break
        if not kept and not self._unsaved:
            slow = translate(
                "Controllers",
                "The game is not saved yet: the disk has not answered for {seconds:g} seconds.",
            )
            self._slow = fill(slow, seconds=MAX_WAIT_SECONDS)
            self._update_failure(self._slow)

    def find_changes(self) -> None:
        """Show what other programs have written to the current game meanwhile, if anything."""
        if not self._ended and self._game.id is not None:
            self._writer.find_changes(self._game)

    def _request_unsaved(self) -> None:
        self._changed |= self._game in self._unsaved
        for game in self._unsaved:
            if game is not self._game:
                self._writer.write(game)

    @Slot()
    def _try_again(self) -> None:
        self._request_unsaved()
        self._hand_over()
        if self._wants_last and self._check_error:
            self.check_later()

    @Slot()
    def _receive_results(self) -> None:
        for result in self._writer.pop_results():
            if isinstance(result, Exported):
                self._say_exported(result)
            elif result.is_look:
                # What could not be saved is not saved by that; nor is a failure one to save.
                if result.is_damaged:
                    self.check_later()
                elif result.has_news:
                    self._take_in(result.game)
                if self._reviews is not None:
                    self._reviews.add_reviewed(result.game.record, result.game.pop_reviews())
            elif result.error:
                self._receive_failure(result)
            else:
                if self._unsaved.pop(result.game, None) is not None:
                    _log.info("Saved again: game %s", result.game.id)
                if result.game is self._game:
                    self._slow = ""
                self._update_failure()
                if result.has_news:
                    self._take_in(result.game)
        self._retry_if_needed()

    def _retry_if_needed(self) -> None:
        """Have everything tried again later that has not worked, and only then."""
        if not (self._unsaved or (self._wants_last and self._check_error)):
            self._retry.stop()
        elif not self._retry.isActive() and not self._ended:
            self._retry.start()

    def _receive_failure(self, result: Written) -> None:
        is_new = result.game not in self._unsaved
        self._unsaved[result.game] = result.error
        if result.is_damaged:
            self.check_later()
        if is_new:
            _log.warning("Not saved: %s", result.error)
        self._update_failure(result.error if is_new else "")

    def _take_in(self, game: OpenGame) -> None:
        """Show what other programs have written to *game*, and write what waited for that."""
        game.queue_changes()
        if game is self._game:
            self._document.merge(game.merge)
        else:
            game.merge()
        self._writer.write(game)

    def _say_exported(self, result: Exported) -> None:
        if result.error:
            _log.warning("A copy was not written: %s", result.error)
            self.failed.emit(result.error)
            return
        _log.info("A copy was written to %s", result.path.name)
        sentence = translate("Controllers", "Saved a copy of the game in {path}.")
        self.message.emit(fill(sentence, path=shown_path(result.path)))

    @property
    def failure(self) -> str:
        """Why a game is not saved, as a sentence, or an empty string.

        The current game comes first; the others are those played before it in this session.
        """
        return self._failure

    def _update_failure(self, news: str = "") -> None:
        """Set `failure`; *news* is a sentence about a game of which nothing was said before."""
        before = self._failure
        if self._game in self._unsaved:
            self._failure = self._unsaved[self._game]
        else:
            self._failure = self._slow or next(iter(self._unsaved.values()), "")
        if news and news not in (before, self._check_error):
            self.failed.emit(news)
        if before and not self._failure:
            self.message.emit(translate("Controllers", "The game is saved again."))
        if before != self._failure:
            self.failure_changed.emit(self._failure)

    def shut_down(self) -> None:
        """Save the record and end the threads, whatever fails; may be called twice."""
        if not self._ended:
            with ExitStack() as steps:  # the last one first; each runs whatever another raises
                steps.callback(self._rescue)
                steps.callback(self._receive_results)
                steps.callback(self._writer.shut_down)
                steps.callback(self._end)
                steps.callback(self.save)
                steps.callback(self._reader.shut_down)
                steps.callback(self._imports.shut_down)
                steps.callback(self.finish_checks)
                steps.callback(self._checker.shut_down)

    def _rescue(self) -> None:
        """Write the games that are not saved to files."""
        games = {self._game: "", **self._unsaved} if self._slow else self._unsaved
        if games and self._folders:
            rescued = rescue(games, self._folders)
            _log.warning("Not saved at the end: %s", rescued)
            self._failure = f"{self._failure} {rescued}".strip()
            self.failure_changed.emit(self._failure)

    def _end(self) -> None:
        self._ended = True
        self._timer.stop()
        self._soon.stop()
        self._retry.stop()

    # -- other games ---------------------------------------------------------------------------

    def recent(self, count: int = 10) -> list[GameHeader]:
        """Return the *count* games that were changed last, except the current one.

        Returns what is known, at once; if it is out of date, `recent_changed` follows, unless a
        game is being opened.
        """
        self._recent_count = max(self._recent_count, count + 1)  # the current one is among them
        self._list_recent()
        others = [game for game in self._recent if game.id != self._game.id]
        return others[:count]

    def _list_recent(self) -> None:
        if self._recent_count and not self._opening and not self._ended:
            self._reader.list_recent(self._recent_count, self._receive_recent)

    def _receive_recent(self, games: tuple[GameHeader, ...]) -> None:
        if games != self._recent:
            self._recent = games
            self.recent_changed.emit()

    def restore_last(self) -> bool:
        """Open the game that was changed last and can be read; return whether there was one."""
        sentences: list[str] = []
        restored = False
        try:
            with closing(self._open_library()) as library:
                game, errors = open_newest(library, MAX_UNREADABLE)
                sentences += map(in_words, errors)
                if game is not None:
                    self._go_on_with(game)
                    restored = True
        except (LibraryDamaged, LibraryBusy):
            self._wants_last = True
            self.check_later()
        except KalahloaError as error:
            sentences.append(in_words(error))
        # Emitted after the game is shown, or messages about that would replace it.
        if sentences:
            self.failed.emit(" ".join(sentences))
        return restored

    def check_later(self) -> None:
        """Look for damage in the library, and repair it, on a background thread.

        `failed` tells what was found, and where the damaged file is kept.  Games that could not be
        saved are saved then, and the last game is opened if it was asked for meanwhile.
        """
        if not self._ended and not self._checking:
            self._checking = True
            self._checker.check(self.finish_checks)

    def finish_checks(self) -> None:
        """Do and tell what follows from checks that have ended; the event loop calls it too."""
        while self._checker.checks:
            checked = self._checker.checks.popleft()
            self._checking = False
            if self._ended:
                continue
            if checked.error and checked.error not in (self._check_error, self._failure):
                _log.warning("Not checked: %s", checked.error)
                self.failed.emit(checked.error)
            self._check_error = checked.error
            self._writer.warm_up()
            if checked.sentences:
                _log.warning("Repaired: %s", " ".join(checked.sentences))
                self.failed.emit(" ".join(checked.sentences))
            if self._unsaved and not checked.error:
                self._try_again()
            self._list_recent()
            if self._wants_last and checked.last is not None and not self._game.is_in_use:
                self.open_later(checked.last)
            self._wants_last = self._wants_last and bool(checked.error)
        self._retry_if_needed()

    def open_text_later(self, text: str) -> None:
        """Open the game or the position in *text* as `open_later` does."""
        now, record = self._document, self._document.record
        here = (record.game, record.rules, record.start)
        self.open_later(Pasted(text, *here, now.players, now.next_names))

    def open_later(self, wanted: Wanted) -> None:
        """Open a game: that with the id *wanted*, or the one in the file at that path or in a text.

        It is read and checked on a background thread; `opened` or `failed` is emitted when that is
        done.  A later wish replaces an earlier one (see `Document.intend`).  The current game can
        be played on until then; it is saved first.  A file is taken into the library, and stays.
        """
        if self._ended:
            return
        self._hand_over()
        number = self._writer.last_number
        take = partial(self._take_game, wanted)
        self._reader.open(wanted, lambda: self._writer.wait(number), take, self._refuse)
        self._opening = self._document.intend()

    def _is_still_wanted(self) -> bool:
        """Return whether the user still wants what was being opened, which has ended."""
        wish, self._opening = self._opening, 0
        return wish == self._document.intent

    def _refuse(self, sentence: str) -> None:
        if self._is_still_wanted():
            _log.warning("Not opened: %s", sentence)
            self.failed.emit(sentence)

    def _take_game(self, wanted: Wanted, game: OpenGame) -> None:
        if self._is_still_wanted():
            self._go_on_with(self._open_here(game), self._document.intent)
            self.opened.emit(wanted)

    def _open_here(self, game: OpenGame) -> OpenGame:
        """Return the game that is open here already, with more in it than in the library."""
        for other in (self._game, self._paused, *self._unsaved):
            if other is not None and game.id is not None and other.id == game.id:
                return other
        return game

    def _go_on_with(self, game: OpenGame, wish: int = 0) -> None:
        """Show *game*, which the next change of the record is about."""
        record = game.record
        _log.info("Opened game %s: %s, %d nodes", game.id, record.game.key, len(record.nodes))
        self._opened = game
        game.open_again()
        try:
            self._document.open_record(record, game.players, is_own=not game.source, wish=wish)
        finally:
            self._opened = None
        if self._study is not None and game.edits and not game.is_edited:
            self._study.restore_edits(game.edits)
        if self._live is not None:
            self._live.restore(game.analyses)
        if self._reviews is not None and game.reviews:
            self._reviews.add_reviewed(record, game.reviews)

    def import_later(self, paths: Iterable[Path], *, again: bool = True) -> None:
        """Take the games of *paths*, files and folders, into the library, on a background thread.

        `imported` is emitted when that is done.  With *again*, games of these files that were
        deleted come back.
        """
        if not self._ended:
            self._imports.import_later(paths, again=again)

    def import_old_games(self, find_folder: Callable[[], Path] = old_games_folder) -> None:
        """Take the games into the library that versions without one kept in a folder.

        Where there is no game yet, the newest one is there when this returns; the others come in
        the background.
        """
        try:
            files = newest_first(find_folder())
        except KalahloaError:
            return  # of which more is heard as soon as there is something to keep
        if not files:
            return
        try:
            with self._open_library() as library:
                import_first(library, files[:MAX_UNREADABLE])
        except KalahloaError as error:
            self.failed.emit(in_words(error))
            return
        self.import_later(files, again=False)

    def stop_import(self) -> None:
        """Stop the import that runs, if any; what was read until then is in the library."""
        self._imports.cancel()

    @property
    def import_progress(self) -> "ImportProgress | None":
        """How far an import is; None while none runs."""
        return self._imports.progress

    @Slot(object)
    def _receive_imported(self, result: Imported) -> None:
        self.imported.emit(result)
        report = result.report
        _log.info("Imported %d games, %d not", len(report.imported), len(report.failed))
        if problems := result.problems(MAX_SAID):
            self.failed.emit(" ".join(problems))
        if report.imported:
            self._list_recent()

    def save_copy(self, path: Path) -> None:
        """Write a copy of the game to *path*; `message` or `failed` reports the result."""
        self._writer.write_copy(path, GameSnapshot.of(self._game.record, self._game.levels))
