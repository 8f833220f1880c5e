"""The recorded search of the position that is shown, and the node of it that is looked at."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from PySide6.QtCore import QObject, QTimer, Signal

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.trees.search_state import TreeOrder, TreeRun
from kalahloa.controllers.features.trees.search_words import run_sentence
from kalahloa.controllers.features.trees.tree_job import SearchTrees, TreeRequest, TreeSandbox
from kalahloa.controllers.features.trees.tree_place import TreePlace
from kalahloa.controllers.work.worker import Policy, Worker, WorkerTask
from kalahloa.models.game.position import Position
from kalahloa.models.record.node import Node
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.search.search_tree import TreeNode
from kalahloa.models.search.searchers import find_lecture_searcher
from kalahloa.models.search.tree_lines import best_line, find_line, moves_to
from kalahloa.models.text.errors import UnknownName

PATIENCE_MS = 400
"""Progress is told from then on, so that short searches do not flicker."""


class TreeSearch(Feature):
    """Has positions searched with their trees recorded, and knows which node is looked at.

    The tree stays while one walks elsewhere in the record, and goes with the record.  A second run
    of the same position, by the searcher `compare_with`, can be looked at beside the first.
    """

    changed = Signal()
    """Something of what the properties tell is different."""
    progressed = Signal(object)
    """The `Progress` of the search; None once it has ended."""

    def __init__(
        self, document: Document, parent: QObject | None = None, search: SearchTrees | None = None
    ) -> None:
        """Follow *document*; *search* searches, by default in a process of its own."""
        super().__init__(parent)
        self._document = document
        self._sandbox = TreeSandbox()
        self._search = search or self._sandbox
        self._worker = Worker("search tree", self, gives_way=True)
        self._order = TreeOrder()
        self._compare_with = ""
        self._run: TreeRun | None = None
        self._other: TreeRun | None = None
        self._shown = 0
        self._step: int | None = None
        self._negamax = False
        self._is_for_other = False
        self._is_asked = False
        self._closed = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app.document)

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return whether a search goes on, and whether there is a tree."""
        return {TreePlace: TreePlace(self.running, self._run is not None)}

    def secret_fields(self) -> Fields:
        """Return no tree."""
        return {TreePlace: None}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Forget the tree where another record is open."""
        if Cause.NEW in causes:
            self._stop()
            self._run = self._other = None
            self._shown, self._step = 0, None
            try:
                self._document.game.heuristic(self._built_in())
            except UnknownName:
                self._order = replace(self._order, heuristic="")
            self.changed.emit()

    def _report(self) -> None:
        """Tell that a search has begun or ended, or that there is another tree."""
        self._document.report(Cause.FINDINGS)
        self.changed.emit()

    def _built_in(self) -> str | None:
        name = self._order.heuristic
        return None if not name or ":" in name else name

    # -- what is to be searched ----------------------------------------------------------------

    @property
    def order(self) -> TreeOrder:
        """How the next search is made."""
        return self._order

    def set_order(self, order: TreeOrder) -> None:
        """Set the searcher, depth and evaluation of the next search."""
        if order != self._order:
            self._order = order
            self.changed.emit()

    @property
    def compare_with(self) -> str:
        """The name of the searcher of the second run; empty for none."""
        return self._compare_with

    def set_compare(self, name: str) -> None:
        """Have the searcher called *name* search the same position as well, at once if there is
        a run; with an empty *name* nothing is compared."""
        if name == self._compare_with:
            return
        assert not name or find_lecture_searcher(name) is not None
        self._compare_with = name
        if self._is_for_other:
            self._stop()
        self._other = None
        self._search_other()
        self._report()

    # -- searching -----------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether a search goes on."""
        return self._worker.is_busy

    @property
    def is_comparing(self) -> bool:
        """Whether the search that goes on is that of the second run."""
        return self.running and self._is_for_other

    def run_now(self, *, answer: bool = False) -> None:
        """Search the current position; with *answer*, `answered` tells what came of it.

        The old tree stays until the new one is there.  Nothing happens if the game is over.
        """
        document = self._document
        if document.node.outcome is not None or self._closed:
            return
        self._is_asked = answer
        self._begin(self._order, document.node, document.position.copy(), other=False)
        self.began.emit()

    def stop(self) -> None:
        """Stop the search; the tree of before stays."""
        if self.running:
            self._stop()
            self._report()

    def _begin(self, order: TreeOrder, node: Node, position: Position, *, other: bool) -> None:
        game = self._document.game

        def search(task: WorkerTask) -> SearchResult:
            return self._search(TreeRequest(game, position, order, task.stop), task.report)

        def take(result: SearchResult) -> None:
            if result.passes:
                self._receive(TreeRun.of(order, game, node, position, result))
            else:
                self._fail("")

        self._is_for_other = other
        self._patience.start()
        self._worker.do(
            search,
            news=self._receive_progress,
            done=take,
            failed=lambda sentence, _: self._fail(sentence),
            failure=translate("SearchTree", "The search failed: {reason}"),
            policy=Policy.LATEST,
        )
        self._report()

    def _search_other(self) -> None:
        """Begin the second run, if one is wanted and the first is there."""
        run = self._run
        if self._compare_with and run is not None and not self.running and not self._closed:
            order = replace(run.order, searcher=self._compare_with)
            self._begin(order, run.node, run.position.copy(), other=True)

    def _stop(self) -> None:
        self._worker.drop()
        self._is_asked = False
        self._end()

    def _end(self) -> None:
        self._patience.stop()
        self.progressed.emit(None)

    def _receive_progress(self, progress: Progress) -> None:
        if not self._patience.isActive():
            self.progressed.emit(progress)

    def _fail(self, sentence: str) -> None:
        self._end()
        self._is_asked = False
        if self._is_for_other:
            self._compare_with = ""
        self._report()
        self.message.emit(sentence)

    def _receive(self, run: TreeRun) -> None:
        self._end()
        asked, self._is_asked = self._is_asked, False
        if self._is_for_other:
            self._other = run
        else:
            self._run, self._other = run, None
            self._shown, self._step = 0, None
            self._search_other()
        self._report()
        if asked:
            self.answered.emit(run_sentence(run))

    @property
    def is_busy(self) -> bool:
        """Whether a search is running."""
        return self.running

    def interrupt(self) -> str | None:
        """Stop the search that is running."""
        if not self.running:
            return None
        self.stop()
        return translate("Commands", "Search stopped.")

    def shut_down(self) -> None:
        """Stop for good, and end the thread."""
        self._closed = True
        self._patience.stop()
        self._worker.cancel()
        self._sandbox.close()
        self._worker.shut_down()

    # -- what is looked at ---------------------------------------------------------------------

    @property
    def run(self) -> TreeRun | None:
        """The last search that has ended, None if there is none of this record."""
        return self._run

    @property
    def other(self) -> TreeRun | None:
        """The same position searched by `compare_with`, None if it was not, or not yet."""
        return self._other

    @property
    def shown(self) -> int:
        """The index of the node that is looked at, in the pass of `run`."""
        return self._shown

    @property
    def node(self) -> TreeNode | None:
        """The node that is looked at, None without a run."""
        return None if self._run is None else self._run.tree.node(self._shown)

    @property
    def other_shown(self) -> int:
        """The index of the same node in `other`, or of the last one on the way to it."""
        node = self.node
        if node is None or self._other is None:
            return 0
        return find_line(self._other.tree.root, moves_to(node))[-1].index

    @property
    def step(self) -> int | None:
        """The last step of the search that is shown as done; None where all of them are."""
        return self._step

    def show(self, index: int, step: int | None = None) -> None:
        """Look at node *index* of the pass, after *step* or at the end of the search.

        Raises `IndexError` if there is no such node.
        """
        if self._run is None or not 0 <= index < len(self._run.tree):
            raise IndexError(f"The tree has no node {index}.")
        if (index, step) != (self._shown, self._step):
            self._shown, self._step = index, step
            self.changed.emit()

    def show_moves(self, moves: Sequence[int]) -> int:
        """Look at the node that *moves* lead to, and return how many of them were searched.

        Where that is fewer, the last node on the way is shown.
        """
        if self._run is None:
            return 0
        line = find_line(self._run.tree.root, moves)
        self.show(line[-1].index)
        return len(line) - 1

    def show_best(self, plies: int | None = 1) -> bool:
        """Follow best play for so many *plies*, None to its end; return whether there is any."""
        node = self.node
        if node is None:
            return False
        line = best_line(node)
        if len(line) == 1:
            return False
        self.show(line[-1 if plies is None else min(plies, len(line) - 1)].index)
        return True

    def set_pass(self, index: int) -> None:
        """Look at pass *index* of `run`, from 0, at its root.

        Raises `IndexError` if there is no such pass.
        """
        if self._run is None:
            raise IndexError("There is no search.")
        if index != self._run.pass_index:
            self._run = self._run.with_pass(index)
            self._shown, self._step = 0, None
            self.changed.emit()

    @property
    def negamax(self) -> bool:
        """Whether each value is for the side to move at its node, rather than for MAX."""
        return self._negamax

    def set_negamax(self, on: bool) -> None:
        """Show values for the side to move at each node, or for MAX."""
        if on != self._negamax:
            self._negamax = on
            self.changed.emit()

    @property
    def max_side(self) -> int | None:
        """Whose point of view values have: the side that is MAX, None for the mover of each."""
        return None if self._negamax or self._run is None else self._run.max_side
