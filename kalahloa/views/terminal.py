"""Playing in the terminal, by typed lines and without a display.

Uses the same controllers and commands as the window, and only QtCore.
"""

import ctypes
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from shutil import get_terminal_size
from types import FrameType
from typing import Any, TextIO

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer, Slot

import kalahloa.plain_imports  # noqa: F401  # before what uses Qt
from kalahloa.controllers.base.player import Player
from kalahloa.controllers.base.settings_reader import SettingsReader, user_settings
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.commands.reports import standing_report
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.overlays import overlay_sentences
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.hint_words import hint_sentence
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.first_steps.first_steps import FirstSteps
from kalahloa.controllers.features.first_steps.state import FirstStepsState
from kalahloa.controllers.features.library.statistics import LibraryStatistics
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import PuzzleState
from kalahloa.controllers.features.teaching.teaching import TeachingController
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.session.open_app import make_keeper, open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.controllers.work.garbage import Collector
from kalahloa.controllers.work.search_jobs import SearchNews
from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import KalahloaError
from kalahloa.views.look.language import install_language
from kalahloa.views.rule_words import game_in_words

LISTEN_MS = 50
"""Interval at which Python code runs during Qt's event loop, so that it handles signals."""

INTERRUPTED = 130


def run_terminal(
    game: Game,
    rules: Any,
    start: str | None,
    players: tuple[Player, Player],
    source: TextIO,
    target: TextIO,
    seed: int | None = None,
) -> int:
    """Play *game* from *start* (None: its start) with lines from *source*; write to *target*.

    *seed* is that of the game, for computer players (see `Document.new_game`).
    Returns the exit code: 0 after `quit` or at the end of the lines, 130 after an interrupt.
    Raises `BadPosition` where *start* is none of the game's positions.
    """
    for stream in (source, target):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and stream.errors in ("strict", "surrogateescape"):
            reconfigure(errors="replace")  # undecodable text is not a move anyway
    # Needed by Qt's event loop and threads.
    _app = QCoreApplication.instance()
    if _app is None:
        _app = QCoreApplication(["kalahloa"])
        install_language(_app)
    _collector = Collector()
    hear_interrupts = _hold_interrupts()
    try:
        app = open_app(game)  # its threads inherit the mask
        app.service.begins_late = False
        keeper = make_keeper(app)
        app.add(LibraryStatistics, LibraryStatistics(keeper.open_library, app.document))
    except BaseException:
        hear_interrupts()
        raise
    try:
        # Not sooner: threads that nobody ends would abort the process.
        hear_interrupts()
        terminal = Terminal(app, keeper, source, target)
        app.document.set_own_name(Preferences.load(SettingsReader(user_settings())).name)
        app.document.new_game(game, rules, players, start, seed=seed)
        keeper.check_later()
        return terminal.run()
    finally:
        try:
            app.release()
            said: list[str] = []
            keeper.failed.connect(said.append)
            keeper.shut_down()
            for sentence in dict.fromkeys((*said, keeper.failure)):
                if sentence and (sentence == keeper.failure or sentence not in keeper.failure):
                    print(sentence, file=sys.stderr)
        finally:
            app.shut_down()


def _hold_interrupts() -> Callable[[], object]:
    """Block SIGINT until the returned function is called; threads started until then ignore it.

    POSIX may deliver it to any thread, but it must wake the main one, which waits for a line.
    """
    if sys.platform == "win32":
        return lambda: None
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    return partial(signal.pthread_sigmask, signal.SIG_SETMASK, before)


@contextmanager
def _no_input_hook() -> Iterator[None]:
    """Prevent PySide's input hook from running Qt's event loop while Python waits for a line.

    An interrupt does not end that loop; it would be handled only after the next key.
    """
    hook = ctypes.c_void_p.in_dll(ctypes.pythonapi, "PyOS_InputHook")
    before = hook.value
    hook.value = None
    try:
        yield
    finally:
        hook.value = before


class Terminal(QObject):
    """Reads lines while nobody thinks, and lets Qt run while somebody does.

    What the controller signals is only noted, and written between two turns of the loop: an error
    while writing (a closed pipe) then ends the program in the ordinary way.
    """

    def __init__(
        self,
        app: AppContext,
        keeper: Keeper,
        source: TextIO,
        target: TextIO,
    ) -> None:
        super().__init__()
        self._app = app
        self._keeper = keeper
        self._source = source
        self._target = target
        self._typed = source.isatty()
        self._shows_progress = target.isatty()
        if not self._typed:
            app.turns.minimum_think_seconds = 0.0
            app.autoplay.seconds = 0.0
            app[Puzzles].delay_ms = app[FirstSteps].delay_ms = (0, 0, 0)
            app[TeachingController].moment_ms = 0
        if self._shows_progress:
            app.columns = get_terminal_size().columns
        self._interpreter = Interpreter(app)
        self._news: list[str | Change] = []
        self._hint_written: object = None
        self._progress = ""
        self._stale = True
        self._done = False
        self._reading = False
        self._interrupted = False
        self._loop = QEventLoop(self)
        self._ticker = QTimer(self)
        self._ticker.setInterval(LISTEN_MS)
        self._ticker.timeout.connect(self._listen)
        app.overlays.named = lambda key: find_game(key).overlays
        app[Puzzles].collection.open_library = keeper.open_library
        app.window_actions.update(
            {
                "quit": self._quit,
                "switch-view": self._refuse_view,
                "split-view": self._refuse_view,
            }
        )
        app.document.changed.connect(self._on_changed)
        app.document.message.connect(self.say)
        keeper.message.connect(self.say)
        for controller in app.controllers:
            controller.message.connect(self.say)
            controller.answered.connect(self.say)
        statistics = app.get(LibraryStatistics)
        if statistics is not None:
            statistics.failed.connect(self.say)
        keeper.failed.connect(self.say)
        app.turns.progressed.connect(self._on_progress)
        app[Analysis].progressed.connect(self._on_progress)

    def run(self) -> int:
        """Play until the lines end or `quit` is typed; return the exit code."""
        before = signal.signal(signal.SIGINT, self._on_interrupt)
        if self._typed:
            self._prepare_line_editing()
        try:
            while not self._done:
                self._write_news()
                if self._stale:
                    self._write_board()
                if self._is_waiting:
                    self._wait()
                else:
                    # Reading blocks, and the process may be killed meanwhile.
                    self._keeper.finish_checks()
                    self._keeper.save()
                    self._write_news()
                    self._take_line()
            self._write_news()
        except EOFError:
            if self._typed:
                self._write("")
        except KeyboardInterrupt:
            self._write("")
            return INTERRUPTED
        finally:
            signal.signal(signal.SIGINT, before)
        return 0

    # -- lines in ------------------------------------------------------------------------------

    def _take_line(self) -> None:
        line = self._read_line()
        if self._app[LiveAnalysis].on:
            # What was found while the line was typed is there for the command, and to be kept.
            QTimer.singleShot(LISTEN_MS, self._loop.quit)
            self._loop.exec()
        try:
            answer = self._interpreter.execute(line)
        except KalahloaError as error:
            answer = in_words(error)
        self._write_news()
        if answer:
            self._write(answer)

    def _read_line(self) -> str:
        """Return the next line; raise `EOFError` after the last, `KeyboardInterrupt` if told to."""
        place = self._app.document.place
        prompt = "> " if place.ending is not None else f"{in_words(place.side_name)}> "
        self._reading = True
        try:
            if self._interrupted:
                raise KeyboardInterrupt
            if self._typed and self._source is sys.stdin:
                with _no_input_hook():
                    return input(prompt)
            line = self._source.readline()
        finally:
            self._reading = False
        if not line:
            raise EOFError
        self._write(prompt + line.rstrip("\r\n"))
        return line

    def _prepare_line_editing(self) -> None:
        """Give the typed line a history, and commands and moves on the tab key."""
        try:
            import readline
        except ImportError:  # Windows: its console has a history of its own
            return
        found: list[str] = []

        def complete(text: str, state: int) -> str | None:
            if state == 0:
                found[:] = self._interpreter.completions(text)
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims("\n")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")

    # -- waiting for the computer --------------------------------------------------------------

    @property
    def _is_waiting(self) -> bool:
        """Whether something goes on that is waited for: steps that are played only by a person."""
        return self._app.is_busy or (self._typed and self._app[TreeSteps].playing)

    def _wait(self) -> None:
        """Let Qt run until something has changed; an interrupt pauses play, or ends a review."""
        self._show_progress("")
        self._ticker.start()
        self._loop.exec()
        self._ticker.stop()
        self._clear_progress()
        if self._interrupted:
            self._interrupted = False
            if not self._typed:  # nobody can type go
                raise KeyboardInterrupt
            sentence = self._app.interrupt()
            if sentence:
                self._write("\n" + sentence)

    def _on_interrupt(self, number: int, frame: FrameType | None) -> None:
        # Raised in the middle of Qt's loop, an exception would only be printed.
        self._interrupted = True
        if self._reading:
            raise KeyboardInterrupt

    @Slot()
    def _listen(self) -> None:
        # Not all work that is waited for tells of its end.
        if self._interrupted or not self._is_waiting:
            self._loop.quit()

    # -- what the controller and the commands say ----------------------------------------------

    @Slot(object)
    def _on_changed(self, change: Change) -> None:
        self._news.append(change)
        has_ended = Cause.EDIT in change.causes and change.place.ending is not None
        self._stale = self._stale or change.moved or has_ended or Cause.VIEW in change.causes
        self._loop.quit()

    @Slot(str)
    def say(self, sentence: str) -> None:
        """Write *sentence* between two turns of the loop."""
        self._news.append(sentence)
        self._loop.quit()

    @Slot(object)
    def _on_progress(self, news: SearchNews) -> None:
        progress = news.progress
        if progress is None:
            self._show_progress(f": {in_words(news.preparing)}")
            return
        depth = self.tr(": depth {depth}, {nodes} positions")
        self._show_progress(fill(depth, depth=progress.depth, nodes=f"{progress.nodes:,}"))

    def _refuse_view(self) -> None:
        self._news.append(self.tr("The terminal only has the text view."))

    def _quit(self) -> None:
        self._done = True

    # -- text out ------------------------------------------------------------------------------

    def _write(self, text: str) -> None:
        self._target.write(in_words(text) + "\n")
        self._target.flush()

    def _show_progress(self, progress: str) -> None:
        """Overwrite the progress line, if the output is a terminal."""
        if not self._shows_progress:
            return
        place = self._app.document.place
        searching = self.tr("{side} thinks") if place.thinking else self.tr("Searching")
        text = fill(searching, side=place.side_name) + progress
        self._target.write("\r" + text.ljust(len(self._progress)))
        self._target.flush()
        self._progress = text

    def _clear_progress(self) -> None:
        if self._progress:
            self._target.write("\r" + " " * len(self._progress) + "\r")
            self._target.flush()
            self._progress = ""

    def _write_news(self) -> None:
        """Write what has happened since the last time."""
        news, self._news = self._news, []
        for item in news:
            if isinstance(item, str):
                self._write(item)
                continue
            self._write_change(item)

    def _write_change(self, change: Change) -> None:
        """Write what *change* has brought: a beginning, moves, a walk, a hint."""
        place, node = change.place, change.place.node
        if change.is_new and place.get(PuzzleState) is None and place.get(FirstStepsState) is None:
            self._write_beginning(place)
        elif change.played and change.before is not None:
            self._write_moves(change)
        elif Cause.WALK in change.causes and node.parent is None:
            self._write(self.tr("At the start."))
        elif Cause.WALK in change.causes:
            after = self.tr("After {ply}. {side}: {move}")
            side = place.game.sides[node.side]
            self._write(fill(after, ply=node.ply, side=side, move=node.text))
        if Cause.FINDINGS in change.causes and place.hint is not None:
            self._write_hint(place)

    def _write_moves(self, change: Change) -> None:
        """Describe the moves played in *change*."""
        position = change.place.position.copy()
        for _ in change.played:
            position.unmake()
        for node in change.played:
            assert node.move is not None
            self._write(position.describe(node.move))
            position.make(node.move)
            for sentence in overlay_sentences(change.place, position):
                self._write(sentence)

    def _write_hint(self, place: Place) -> None:
        news = None if place.hint is None else (place.node, place.hint.news)
        if news != self._hint_written:
            self._write(hint_sentence(place))
        self._hint_written = news

    def _write_beginning(self, place: Place) -> None:
        players = zip(place.game.sides, place.players, strict=True)
        self._write(game_in_words(place.game, place.rules))
        self._write(" ".join(f"{in_words(side)}: {in_words(one.title)}." for side, one in players))
        help_hint = self.tr("Type help for the commands.")
        self._write(f"{in_words(place.game.hint)} {help_hint}")

    def _write_board(self) -> None:
        """Write the board, how the sides stand, and who is to move or who has won."""
        self._stale = False
        place = self._app.document.place
        position = place.position
        self._write(f"\n{place.diagram}\n")
        standing = standing_report(place)
        if standing:
            self._write(" ".join(standing))
        if place.ending is not None:
            self._write(place.ending.reason)
            return
        said = [fill(self.tr("{side} is to move."), side=place.side_name)]
        moves = position.legal_moves()
        if len(moves) == 1:
            only = self.tr("The only move is {move}.")
            said.append(fill(only, move=position.format_move(moves[0])))
        if place.waits_for_continue:
            said.append(self.tr("The game is paused; type continue to resume."))
        self._write(" ".join(said))
