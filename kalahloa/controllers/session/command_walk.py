"""A random walk of typed lines through an open game without a window."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic

from PySide6.QtCore import QCoreApplication

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.agreement import require_agreement, require_kept
from kalahloa.controllers.session.commands import BY_TYPED_NAME
from kalahloa.controllers.session.open_app import make_keeper, open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.game import Game
from kalahloa.models.game.random_walk import FaultFound, RandomWalk, WalkFault, find_fault
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.models.library.library import Library

SLOW = {"match", "tune", "mine", "compare", "prove", "heuristic", "evaluate", "startfrom"}
"""The commands that start processes, or search for many seconds."""
ANSWERS = {"solution", "hint", "next", "moves", "help", "lesson"}
"""Those that may tell in an exercise what is to be found."""
WALKS = ("undo", "undo 3", "redo", "back", "forward", "start", "end", "goto 2", "undoedit")
WORDS = ("", "", "", "1", "-1", "nonsense", "0 0 0", "x" * 200)
PATIENCE = 0.05
"""Seconds in which a command that was done may have news."""
KEPT_EVERY = 8
"""After so many actions the library is looked at."""


class CommandWalk(RandomWalk):
    """Types lines: moves, ways to walk, and commands, *own* ones (names) as often as all others.

    After each, `require_agreement` and `require_kept` look at everything.
    """

    def __init__(self, game: Game, own: tuple[str, ...] = ()) -> None:
        self._folder, self._before = Path(mkdtemp(prefix="walk-")), Path.cwd()
        os.chdir(self._folder)  # where files go that are typed with a name only
        self._own = own
        self._names = [name for name in BY_TYPED_NAME if name not in SLOW | {"quit"}]
        self._heard: list[str] = []
        self._count = 0
        self.app, self.keeper = self.open(game)
        self._interpreter = Interpreter(self.app)
        for controller in self.app.controllers:
            controller.message.connect(self._heard.append)
            controller.answered.connect(self._heard.append)

    def open(self, game: Game) -> tuple[AppContext, Keeper]:
        """Return the context of a new document of *game*, and what keeps its games."""
        app = open_app(game)
        app.turns.minimum_think_seconds = 0.0
        keeper = make_keeper(app, self.open_library)
        app.document.new_game(game, players=(HUMAN, HUMAN))
        return app, keeper

    def open_library(self) -> Library:
        """Open the library of this walk."""
        return Library.open(self._folder / "library.sqlite")

    # -- actions -------------------------------------------------------------------------------

    def choose(self, chance: Random) -> str:
        """Return a legal move, a way to walk, or a command with some words."""
        position = self.app.document.position
        kind = chance.random()
        if kind < 0.35 and self.app.document.node.outcome is None and position.legal_moves():
            return position.format_move(chance.choice(position.legal_moves()))
        if kind < 0.55:
            return chance.choice(WALKS)
        names = self._own if self._own and kind < 0.78 else self._names
        return chosen_command(self.app, names, chance)

    def do(self, action: str) -> None:
        """Type *action*; all that is shown and kept must agree then."""
        self._heard.clear()
        secret, here = self.app.document.place.secret, self.app.document.node
        try:
            self._heard.append(self._interpreter.execute(action))
        finally:
            self.wait()
        if secret and self.app.document.place.secret and self.app.document.node is here:
            self._require_secret(action)
        self.check()

    def wait(self) -> None:
        """Let what was asked for come to an end, or go on for a moment."""
        end = monotonic() + PATIENCE
        QCoreApplication.processEvents()
        while self.app.is_busy and monotonic() < end:
            QCoreApplication.processEvents()

    def check(self) -> None:
        """Raise `FaultFound` unless everything agrees."""
        require_agreement(self.app)
        self._count += 1
        if self._count % KEPT_EVERY == 0:
            require_kept(self.app, self.keeper)

    def _require_secret(self, action: str) -> None:
        """Raise `FaultFound` if what was heard has the move that follows in the game."""
        name = action.split()[0]
        # A number may mean something else, such as that of a pit that was played before.
        children = self.app.document.node.children
        following = [node.text for node in children if not node.text.isdigit()]
        words = set(" ".join(self._heard).replace(",", " ").split())
        if name in BY_TYPED_NAME and name not in ANSWERS and words.intersection(following):
            raise FaultFound(f"'{name}' tells in an exercise what is to be found.")

    # -- the end -------------------------------------------------------------------------------

    def end(self) -> None:
        """Look at the library; opening its games must change nothing there."""
        self.app.release()
        require_kept(self.app, self.keeper)
        self.keeper.save()
        before = self._games()
        opened: list[object] = []
        self.keeper.opened.connect(opened.append)
        self.keeper.failed.connect(opened.append)
        for number, header in enumerate(before, 1):
            self.keeper.open_later(header.id)
            end = monotonic() + 20.0
            while len(opened) < number and monotonic() < end:
                QCoreApplication.processEvents()
            require_agreement(self.app)
        self.keeper.save()
        if self._games() != before:
            raise FaultFound("Opening the games of the library changes it.")

    def _games(self) -> list[GameHeader]:
        """Return the games in the library, wherever they were left, and whatever was found."""
        with self.open_library() as library:
            return [
                replace(header, current=0, line_end=None, accuracy=(None, None))
                for header in library.search()
            ]

    def close(self) -> None:
        """End all threads, and delete the library."""
        self.app.release()
        self.keeper.shut_down()
        self.app.shut_down()
        os.chdir(self._before)
        rmtree(self._folder, ignore_errors=True)


def chosen_command(app: AppContext, names: Sequence[str], chance: Random) -> str:
    """Return a line that is a command of *names* with words that mean something, or nothing."""
    name = chance.choice(names)
    known = Interpreter(app).completions(f"{name} ")
    return chance.choice([*known, *(f"{name} {words}".strip() for words in WORDS)])


def find_fault_of_commands(
    game: Game, own: tuple[str, ...], seed: int, steps: int
) -> WalkFault | None:
    """Return the first fault of a `CommandWalk` of so many *steps*; None if there is none."""
    application = QCoreApplication.instance() or QCoreApplication(["kalahloa"])
    fault = find_fault(lambda: CommandWalk(game, own), seed, steps)
    application.sendPostedEvents()
    return fault
