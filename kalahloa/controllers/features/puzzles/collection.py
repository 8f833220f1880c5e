"""All puzzles and the results so far: loaded, picked and found in games in the background."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.puzzles.state import (
    NOTHING_KNOWN,
    MineNews,
    MiningState,
    PuzzleStock,
)
from kalahloa.controllers.features.training.training import Training
from kalahloa.controllers.saving.opening import OpenLibrary, open_user_library
from kalahloa.controllers.work.worker import Policy, Worker, WorkerTask
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet

with lazy_imports():
    from kalahloa.controllers.features.puzzles import puzzle_mining
if TYPE_CHECKING:
    from kalahloa.controllers.features.training.store import StoreAnswer
    from kalahloa.models.study.training.schedule import Attempt


class PuzzleCollection(QObject):
    """The puzzles of all games; threads are started when they are first needed."""

    picked = Signal(object)
    """The `Puzzle` that was asked for."""
    changed = Signal()
    """`stock` is another one."""
    message = Signal(str)
    """A sentence for the user."""

    def __init__(self, training: Training, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._training = training
        training.answered_store.connect(self._receive_answer)
        self.open_library: OpenLibrary = open_user_library
        """Opens the library whose games are looked through."""
        self.stock: PuzzleStock = NOTHING_KNOWN
        # Not in the queue of searches: it may take hours, and nothing that is shown depends on it.
        # So it neither waits for an analysis without an end nor stops one, and gives way to all.
        self._miner = Worker("mining puzzles", self, gives_way=True)
        self._mining: WorkerTask | None = None
        self._seen: dict[int, int] = {}
        """The revisions of the games that were looked through, by their numbers."""
        self._newest = 0
        self._wanted = 0
        self._shown: dict[str, int] = {}
        """When puzzles were shown, by their ids."""

    # -- remembering ---------------------------------------------------------------------------

    def restore(self, chosen: PuzzleSet) -> None:
        """Take puzzles from the set *chosen* as in an earlier session; nothing is asked yet."""
        self._set(replace(self.stock, chosen=chosen))

    # -- what is known -------------------------------------------------------------------------

    def prepare(self, game: str) -> None:
        """Load what is known, if it is not, with *game* as the one that is looked at."""
        if not self.stock.game and not self.stock.loading:
            self._set(replace(self.stock, game=game))
            self._ask(anew=True)

    def reload(self) -> None:
        """Read the results again, which another window may have added to."""
        self._ask(anew=True)

    def choose(self, chosen: PuzzleSet) -> None:
        """Take the next puzzles from the set *chosen*."""
        self._set(replace(self.stock, chosen=chosen, standing=None))
        self._ask()

    def choose_game(self, game: str) -> None:
        """Take the next puzzles from those of *game*."""
        self._set(replace(self.stock, game=game, standing=None))
        self._ask()

    def mark_shown(self, identity: str) -> None:
        """Put the puzzle with this id after the others, unless it is attempted."""
        self._shown[identity] = self._training.clock()

    def pick(self, game: str) -> None:
        """Pick the next puzzle of the set, of *game* if none was chosen; `picked` delivers it."""
        if not self.stock.game:
            self._set(replace(self.stock, game=game))
        self._wanted = self._ask(wants_one=True)

    def find(self, identity: str, game: str) -> None:
        """Find the puzzle with this id; `picked` delivers it.

        *game* is shown if none was chosen yet.
        """
        if not self.stock.game:
            self._set(replace(self.stock, game=game))
        self._wanted = self._ask(wants_one=True, identity=identity)

    def keep(self, attempt: "Attempt") -> None:
        """Keep the result of *attempt*."""
        self._training.store.keep(attempt)
        self._ask()

    def _set(self, stock: PuzzleStock) -> None:
        if stock != self.stock:
            self.stock = stock
            self.changed.emit()

    def _ask(self, *, wants_one: bool = False, identity: str = "", anew: bool = False) -> int:
        self._newest = self._training.ask(
            game=self.stock.game,
            chosen=self.stock.chosen,
            wants_one=wants_one,
            identity=identity,
            shown=dict(self._shown),
            anew=anew,
        )
        self._set(replace(self.stock, loading=True))
        return self._newest

    @Slot(object)
    def _receive_answer(self, answer: "StoreAnswer") -> None:
        number = answer.request.number
        if number == self._newest:
            stock = replace(self.stock, games=answer.games, standing=answer.standing)
            self._set(replace(stock, game=answer.game or stock.game, loading=False))
        if number == self._wanted:
            self._wanted = 0
            if answer.puzzle is not None:
                self.picked.emit(answer.puzzle)
            elif answer.problem:
                self.message.emit(answer.problem)

    # -- looking for more ----------------------------------------------------------------------

    @property
    def is_mining(self) -> bool:
        """Whether games are being looked through."""
        return self._mining is not None

    def mine(self, game: str) -> None:
        """Look through the games of the library for puzzles of *game*."""
        title, open_library, seen = find_game(game).title, self.open_library, self._seen
        self._mining = self._miner.do(
            lambda task: puzzle_mining.mine_games(game, open_library, seen, task),
            news=partial(self._receive_news, title),
            done=lambda news: self._end_mining(_mined_sentence(title, news, task.stop())),
            failed=lambda sentence, _: self._end_mining(sentence),
            failure=translate("Puzzles", "Cannot search the games: {reason}."),
            policy=Policy.LATEST,
        )
        task = self._mining
        self._set(replace(self.stock, mining=MiningState(title)))

    def stop_mining(self) -> None:
        """Stop looking; what was found is kept."""
        if self._mining is not None:
            self._mining.cancel()

    def _receive_news(self, title: str, news: MineNews) -> None:
        mining = MiningState(title, news.games, news.total, news.puzzles)
        self._set(replace(self.stock, mining=mining))

    def _end_mining(self, sentence: str) -> None:
        self._mining = None
        self._set(replace(self.stock, mining=None))
        self._ask(anew=True)
        self.message.emit(sentence)

    def shut_down(self) -> None:
        """Stop looking."""
        self._miner.shut_down()


def _mined_sentence(title: str, news: MineNews, stopped: bool) -> str:
    """Return what came of looking through games, which was *stopped* before its end or not."""
    title = in_words(title)
    if not news.total:
        sentence = translate("Puzzles", "The library has no {title} games.")
        return fill(sentence, title=title)
    count, games = news.puzzles, news.games
    found = (
        translate("Puzzles", "%n new puzzle(s)", "", count)
        if count
        else translate("Puzzles", "no new puzzle")
    )
    if stopped:
        sentence = translate("Puzzles", "Stopped after {games} of {total} {title} games: {found}.")
        return fill(sentence, games=games, total=news.total, title=title, found=found)
    looked = translate("Puzzles", "Searched %n {title} game(s): {found}.", "", games)
    return fill(looked, title=title, found=found)
