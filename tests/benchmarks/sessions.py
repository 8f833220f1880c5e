"""A session of the real program that does something by itself, for `tests.benchmarks.kill`.

    python -m tests.benchmarks.sessions KIND [--seed N] [--new] --events FD

What is shown is written to the file descriptor FD, a JSON object a line.  ``{"t": …, "game": …,
"states": [[path, state], …]}`` has the seconds of the monotonic clock, the game's name, and for
each node that has changed the moves that lead to it and its state: None if it is not in the tree,
else its comment, marks, the number of its drawings, and the moves that follow it in their order.
``t`` is `COMING` in the same line before, when the keeper hears of it.
``{"t", "game", "edits"}`` has how many edits can be taken back, ``{"durable": […]}`` how many
milliseconds things that were shown took to be on disk.

Kinds: ``computers``, ``clicks``, ``edits``, ``shared`` (clicks and edits in one game that other
programs have open), ``crowd`` (the same in a game of its own, while many games come and go, see
`tests.benchmarks.crowd`) in the window; ``lines`` and ``turns`` (of computers) in the terminal.
"""

import argparse
import faulthandler
import json
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QObject, QTimer, Slot

import kalahloa.app
import kalahloa.views.terminal
from kalahloa.cli.main import main as run_program
from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.models.game.registry import find_game
from kalahloa.models.library import database
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Shape
from kalahloa.models.record.record import Node, Record
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.text.errors import KalahloaError
from kalahloa.views.window.main_window import MainWindow
from tests.benchmarks.crowd import Crowd, write_crowds

GAMES = ("loa", "kalah", "tictactoe")
FAST = Player(Level("alpha-beta", depth=1))
LATE_SECONDS = 0.4
"""After which it is written where a program is that has not kept what it has shown."""
WATCH_SECONDS = 0.05
PAUSES = {
    "computers": (0, 5),
    "clicks": (0, 4),
    "edits": (1, 8),
    "crowd": (1, 8),
    "shared": (2, 12),
}
"""From when to when, in milliseconds, the next thing is done."""
MAX_NODES = 300
"""With how many nodes a record is left for another game."""
NAME = "event"
"""The detail of a game that has its name."""
State = list[Any] | None
COMING = 1e12
"""The moment of what is not shown yet."""


def state_of(node: Node) -> State:
    """Return what is compared of *node*, which is in the tree."""
    notes = node.notes
    marks = "".join(sorted(mark.value for mark in notes.marks))
    return [notes.comment, marks, len(notes.drawings), [child.text for child in node.children]]


def find(record: Record, path: Iterable[str]) -> Node | None:
    """Return the node in the tree of *record* to which the moves in *path* lead."""
    node: Node | None = record.root
    for text in path:
        if node is None:
            return None
        node = next((child for child in node.children if child.text == text), None)
    return node


class Pipe:
    """Writes JSON lines, whole, from any thread."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._lock = threading.Lock()

    def write(self, **line: Any) -> None:
        rest = json.dumps(line).encode() + b"\n"
        with self._lock:
            while rest:
                rest = rest[os.write(self._number, rest) :]


class Durability:
    """Measures how long what was shown takes to be written, by the writer's own calls.

    Each thing is reported with its time by phase, see `PHASES`; with how long the threads computed
    in it, of which the rest was waiting for a processor, the interpreter, the lock or the disk.
    """

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()
        self._shown: dict[OpenGame, list[float]] = {}
        self._noted: dict[OpenGame, list[tuple[float, float]]] = {}
        self._statements = Statements()
        self._written: list[tuple[Any, ...]] = []
        self._writing: list[tuple[float, float]] = []
        threading.Thread(target=self._watch, daemon=True).start()
        note, write, flush = OpenGame.queue_changes, OpenGame.write, Library.flush

        def noting(game: OpenGame) -> None:
            note(game)
            now = time.monotonic()
            with self._lock:
                shown = self._shown.pop(game, ())
                self._noted.setdefault(game, []).extend((each, now) for each in shown)

        def writing(game: OpenGame, library: Any) -> bool:
            if game._kept is not None and game._kept.news:
                return write(game, library)
            with self._lock:
                noted = self._writing = self._noted.pop(game, [])
            begun, computed = time.monotonic(), time.thread_time()
            self._statements.begin()
            try:
                has_news = write(game, library)
            except BaseException:
                with self._lock:
                    self._noted[game] = noted + self._noted.get(game, [])
                raise
            finally:
                with self._lock:
                    self._writing = []
            now = time.monotonic()
            if noted:
                lock, commit = self._statements.waited, self._statements.committed
                spans = [lock, now - begun - lock - commit, commit]
                computed = time.thread_time() - computed
                with self._lock:
                    self._written.append((noted, begun, spans, now, computed))
            return has_news

        def flushing(library: Library) -> None:
            with self._lock:
                written, self._written = self._written, []
            flush(library)
            for one in written:
                self._report(*one)

        OpenGame.queue_changes, OpenGame.write = noting, writing  # type: ignore[method-assign]
        Library.flush = flushing  # type: ignore[method-assign]

    def _report(
        self,
        noted: list[tuple[float, float]],
        begun: float,
        spans: list[float],
        written: float,
        computed: float,
    ) -> None:
        now = time.monotonic()
        self._pipe.write(
            durable=[_ms(written - shown) for shown, _ in noted],
            phases=[
                list(map(_ms, (then - shown, begun - then, *spans, now - written)))
                for shown, then in noted
            ],
            computed=_ms(computed),
        )

    def _watch(self) -> None:
        """Write where all threads are when something is late, once for each thing."""
        said = 0.0
        while True:
            time.sleep(WATCH_SECONDS)
            with self._lock:
                pairs = chain(self._writing, *self._noted.values())
                oldest = min(chain((shown for shown, _ in pairs), *self._shown.values()), default=0)
            if oldest > said and time.monotonic() - oldest > LATE_SECONDS:
                said = oldest
                # Not `dump_traceback_later`, which does not stop the threads, and has crashed.
                faulthandler.dump_traceback()

    def begin(self, game: OpenGame, moment: float, is_noted: bool) -> None:
        """Take note that something of *game* was shown at *moment*.

        The keeper, which hears of it first, may have noted it already.
        """
        with self._lock:
            if is_noted:
                self._noted.setdefault(game, []).append((moment, moment))
            else:
                self._shown.setdefault(game, []).append(moment)


PHASES = ("shown", "queue", "lock", "work", "commit", "flush")
"""Until it is noted on the GUI's thread, until the writer begins, and of that: waiting for the
lock, the transaction, and the commit, after which the program may be killed; and until the disk is
flushed, after which the power may go."""


class Statements:
    """Measures how long the calling thread waits for the lock and for commits, in seconds."""

    def __init__(self) -> None:
        self._own = threading.local()
        begin, execute = database._begin, database.Connection.execute

        def beginning(connection: sqlite3.Connection) -> None:
            then = time.monotonic()
            begin(connection)
            self._own.waited = self.waited + time.monotonic() - then

        def executing(connection: Any, statement: str, *given: Any) -> Any:
            then = time.monotonic()
            try:
                return execute(connection, statement, *given)
            finally:
                if statement == "COMMIT":
                    self._own.committed = self.committed + time.monotonic() - then

        database._begin = beginning
        database.Connection.execute = executing  # type: ignore[method-assign]

    def begin(self) -> None:
        """Begin to count anew on this thread."""
        self._own.waited = self._own.committed = 0.0

    @property
    def waited(self) -> float:
        """How long this thread has waited for locks."""
        return getattr(self._own, "waited", 0.0)

    @property
    def committed(self) -> float:
        """How long this thread has waited for commits."""
        return getattr(self._own, "committed", 0.0)


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 1)


class Session(QObject):
    """Reports what an app shows; `act` does something with it, if it is a window's."""

    def __init__(
        self, app: AppContext, keeper: Keeper, pipe: Pipe, kind: str, seed: int, window: Any = None
    ) -> None:
        super().__init__(app.document)
        self.app, self.keeper, self.kind, self.window = app, keeper, kind, window
        self._pipe = pipe
        self._durability = Durability(pipe)
        self._chance = Random(seed)
        self._name = f"{os.getpid()}.{seed}"
        self._count = 0
        self._edits = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_time)
        self._begin_record()
        _running.append(self)
        app.document.changed.connect(self._on_changed)
        for signal, step in (
            (app.study.edited, 1),
            (app.study.redone, 1),
            (app.study.undone, -1),
        ):
            signal.connect(lambda _, step=step: self._on_edit(step))

    # -- what is shown -------------------------------------------------------------------------

    def _begin_record(self) -> None:
        record = self.app.document.record
        self._edits = len(self.keeper._game.edits)
        self._paths: dict[int, list[str]] = {}
        if NAME not in record.details:
            self._count += 1
            record.details = MappingProxyType({NAME: f"{self._name}.{self._count}"})

    def _path(self, number: int) -> list[str]:
        node = self.app.document.record.nodes[number]
        return [one.text for one in node.path()[1:]]

    @Slot(object)
    def _on_changed(self, change: Change) -> None:
        moment = time.monotonic()
        if change.is_new:
            self._begin_record()
        if states := self._changed_states(change):
            self._report(moment, states=states)

    def announce(self, change: Change) -> None:
        """Report what the keeper hears of now: it may be kept before all panels show it."""
        states = [] if change.is_new else self._changed_states(change)
        if states:
            self._pipe.write(t=COMING, game=self._game_name, states=states)

    def announce_edits(self, step: int) -> None:
        """Report, for the same reason, how many edits can be taken back."""
        self._pipe.write(t=COMING, game=self._game_name, edits=self._edits + step)

    @property
    def _game_name(self) -> str:
        return self.app.document.record.details.get(NAME, "")

    def _changed_states(self, change: Change) -> list[tuple[str, State]]:
        numbers = {node.number for node in (*change.came, *change.edited)} | set(change.went)
        paths: dict[tuple[str, ...], None] = {}
        for number in numbers:
            path = self._path(number)
            paths[tuple(path)] = None
            paths[tuple(path[:-1])] = None
        return list(self._states(paths))

    def _states(self, paths: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, State]]:
        record = self.app.document.record
        for path in paths:
            node = find(record, path)
            yield " ".join(path), None if node is None else state_of(node)

    def _on_edit(self, step: int) -> None:
        self._edits += step
        self._report(time.monotonic(), edits=self._edits)

    def _report(self, moment: float, **what: Any) -> None:
        self._durability.begin(self.keeper._game, moment, not self.keeper._changed)
        self._pipe.write(t=moment, game=self._game_name, **what)

    # -- what is done --------------------------------------------------------------------------

    def start(self, anew: bool) -> None:
        """Begin to do something, in another game if *anew*, as soon as Qt's loop runs."""
        if self.kind == "computers":
            self.app.turns.minimum_think_seconds = 0.0
            self.app.turns.is_presenting = lambda: False
        if anew:
            # The last game may be open in another program, which is not looked at here.
            self._new_game((HUMAN, HUMAN))
        self._looked = time.monotonic()
        QTimer.singleShot(0, lambda: self._pipe.write(ready=time.monotonic()))
        self._timer.start(0)

    def _on_time(self) -> None:
        try:
            if self.kind == "computers":
                self._have_computers_play()
            else:
                self._act()
        except KalahloaError:
            pass  # what cannot be done just now
        self._timer.start(self._chance.randint(*PAUSES[self.kind]))

    def _new_game(self, players: tuple[Player, Player]) -> None:
        self.app.document.new_game(find_game(self._chance.choice(GAMES)), players=players)

    def _have_computers_play(self) -> None:
        document = self.app.document
        if document.place.outcome is not None or document.players != (FAST, FAST):
            self._new_game((FAST, FAST))
        elif document.place.held:
            self.app.turns.continue_play()

    def _act(self) -> None:
        document, chance = self.app.document, self._chance
        if self.kind == "shared":
            if time.monotonic() - self._looked > chance.uniform(0.05, 0.4):
                self._looked = time.monotonic()
                self.keeper.find_changes()
            if len(document.record.nodes) > 2 * MAX_NODES:
                self._click()
                return
        elif len(document.record.nodes) > MAX_NODES or chance.random() < 0.005:
            self._new_game((HUMAN, HUMAN))
            return
        if document.players != (HUMAN, HUMAN):
            document.set_players((HUMAN, HUMAN))
        if self.kind == "clicks" or chance.random() < 0.5:
            self._click()
        else:
            self._edit()

    def _click(self) -> None:
        document, chance, walks = self.app.document, self._chance, self.app.navigation
        full = len(document.record.nodes) > 2 * MAX_NODES
        if not full and document.place.outcome is None and chance.random() < 0.6:
            moves = document.position.legal_moves()
            if moves:
                self.window.graphical.move_chosen.emit(chance.choice(moves))
                return
        walk = chance.randrange(8)
        if walk == 0:
            walks.undo(chance.randint(1, 3))
        elif walk == 1:
            walks.redo(chance.randint(1, 3))
        elif walk == 2:
            walks.back()
        elif walk == 3:
            walks.forward()
        elif walk == 4:
            walks.to_next_line(chance.choice((1, -1)))
        elif walk == 5:
            walks.to_end()
        else:
            document.go_to(self._some_node())

    def _some_node(self) -> Node:
        return self._chance.choice(list(self.app.document.record.root.subtree()))

    def _edit(self) -> None:
        study, chance, node = self.app.study, self._chance, self._some_node()
        deed = chance.random()
        if deed < 0.35:
            study.comment(node, self._text())
        elif deed < 0.5:
            study.toggle_mark(node, chance.choice(list(Mark)))
        elif deed < 0.6:
            study.toggle_drawing(node, Drawing(Shape.CELL, f"{chance.randint(1, 9)}", "", Ink.RED))
        elif deed < 0.7:
            if node.ply > 3:
                study.delete_from(node)
        elif deed < 0.73:
            study.delete_line(node)
        elif deed < 0.74:
            study.delete_variations()
        elif deed < 0.8:
            study.promote(node)
        elif deed < 0.83:
            study.make_main_line(node)
        elif deed < 0.94:
            study.undo_edit()
        else:
            study.redo_edit()

    def _text(self) -> str:
        self._count += 1
        words = "and then " * self._chance.choice((0, 1, 20, 400))
        return f"<{self._name}.{self._count}>\n\n{words}".strip()


_running: list[Session] = []


def announce_first() -> None:
    """Have keepers tell the session of what they hear, before they hear of it."""
    changed, edited, undone = Keeper._on_changed, Keeper._on_edited, Keeper._on_undone

    def hear_changed(keeper: Keeper, change: Change) -> None:
        for session in _running:
            session.announce(change)
        changed(keeper, change)

    def hear_edited(keeper: Keeper, plain: Any) -> None:
        for session in _running:
            session.announce_edits(1)
        edited(keeper, plain)

    def hear_undone(keeper: Keeper, plain: Any) -> None:
        for session in _running:
            session.announce_edits(-1)
        undone(keeper, plain)

    Keeper._on_changed = hear_changed  # type: ignore[method-assign]
    Keeper._on_edited = hear_edited  # type: ignore[method-assign]
    Keeper._on_undone = hear_undone  # type: ignore[method-assign]


# -- the programs ----------------------------------------------------------------------------------


def run_window(pipe: Pipe, kind: str, seed: int, anew: bool) -> None:
    """Run the window, which goes on with the last game unless *anew*."""
    make_window = kalahloa.app.make_window
    crowds = write_crowds(data_folder()) if kind == "crowd" else []

    def make(*given: Any) -> MainWindow:
        window = make_window(*given)
        session = Session(window._app, window._keeper, pipe, kind, seed, window)
        session.start(anew)
        if crowds:
            crowd = Crowd(window._app[LibraryView], crowds, Random(seed), session)
            QTimer.singleShot(0, crowd.start)
        return window

    kalahloa.app.make_window = make
    kalahloa.app.run_window()


def run_terminal(pipe: Pipe, kind: str, seed: int) -> None:
    """Run the terminal, with lines from a pipe."""
    make_terminal = kalahloa.views.terminal.Terminal

    def make(app: AppContext, keeper: Keeper, *streams: Any) -> Any:
        Session(app, keeper, pipe, kind, seed)
        pipe.write(ready=time.monotonic())
        return make_terminal(app, keeper, *streams)

    kalahloa.views.terminal.Terminal = make  # type: ignore[assignment,misc]
    player = "human" if kind == "lines" else "alpha-beta:1"
    lines = list(some_lines(Random(seed))) if kind == "lines" else ["rematch\n"] * 1000
    source, target = os.pipe()
    os.dup2(source, 0)

    def feed() -> None:
        for line in lines:
            rest = line.encode()
            while rest:
                rest = rest[os.write(target, rest) :]
        while True:  # what was not killed by now waits
            time.sleep(1)

    threading.Thread(target=feed, daemon=True).start()
    sys.exit(run_program(["terminal", "loa", "--first", player, "--second", player]))


def some_lines(chance: Random, count: int = 800) -> Iterator[str]:
    """Yield lines of games with moves, variations, comments and edits; some are refused."""
    record = Record(find_game("loa"))
    for number in range(count):
        deed = chance.random()
        moves = record.position.legal_moves()
        if deed < 0.02 or not moves or record.current.outcome is not None:
            record = Record(find_game("loa"))
            yield "new loa\n"
        elif deed < 0.7:
            move = chance.choice(moves)
            text = record.position.format_move(move)
            record.play(move)
            yield f"{text}\n"
        elif deed < 0.8:
            if record.undo():
                yield "undo\n"
        elif deed < 0.9:
            yield f"comment <{number}> {'words ' * chance.choice((1, 100))}\n"
        elif deed < 0.96:
            yield f"mark {chance.choice('! ? !! ?? !? ?!'.split())}\n"
        else:
            yield chance.choice(("unedit\n", "reedit\n", "uncomment\n"))


def main() -> None:
    """Run a session until it is killed."""
    parser = argparse.ArgumentParser(description="A session that does something by itself.")
    parser.add_argument("kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--new", action="store_true", help="begin with another game")
    parser.add_argument("--events", type=int, required=True)
    given = parser.parse_args()
    pipe = Pipe(given.events)
    sys.argv[1:] = []
    announce_first()
    if given.kind in ("lines", "turns"):
        run_terminal(pipe, given.kind, given.seed)
    else:
        run_window(pipe, given.kind, given.seed, given.new)


if __name__ == "__main__":
    main()
