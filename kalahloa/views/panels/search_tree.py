"""The panel in which the tree of a search is looked at."""

from functools import partial

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSplitter,
    QToolButton,
    QWidget,
)

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_commands import missing_move
from kalahloa.controllers.features.trees.search_state import TreeOrder, TreeRun
from kalahloa.controllers.features.trees.search_words import (
    missing_sentence,
    pass_words,
    run_facts,
    searcher_title,
    tree_node_words,
)
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.search.request import Progress
from kalahloa.models.search.searchers import lecture_searchers
from kalahloa.models.study.lines import read_line
from kalahloa.models.text.errors import IllegalMove
from kalahloa.views.accessibility import announce, delete_when_closed
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.later_drawing import TURN_MS
from kalahloa.views.look.pace import PACE
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel
from kalahloa.views.trees.cell_words import compared_words, words_of
from kalahloa.views.trees.layout import NO_NODE, TreeCell
from kalahloa.views.trees.legend import Legend
from kalahloa.views.trees.node_card import NodeCard
from kalahloa.views.trees.preparation import Preparation
from kalahloa.views.trees.search_bar import SearchBar, narrow_box
from kalahloa.views.trees.thumbnails import Thumbnails
from kalahloa.views.trees.titled_tree import TitledTree
from kalahloa.views.trees.tree_view import LETTERS, TreeView

MIN_WIDE = 520
"""From this width on, in pixels, the node stands beside the tree; else it has no board."""
CARD_SHARE = 0.23
_CARD_WIDTHS = (170, 300)
TELL_MS = 15
"""How long after the tree the board of a node is drawn; one that walks on need not wait for it."""


class SearchTreePanel(Panel):
    """Asks for searches, shows their trees, and the node that is looked at."""

    key = "search_tree"
    context_commands = ("look-inside", "export-tree", "project-tree")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._search: TreeSearch | None = None
        self._pointed: TreeCell | None = None
        title = self.title_label()
        self.facts = self.make_line("muted", at_end=True)
        self.legend = Legend(theme, self)
        self.bar = SearchBar(self)
        self.bar.pressed.connect(self._run)
        self.bar.changed.connect(self._set_order)
        self.passes = narrow_box(self, self.tr("Pass of the search"), 40)
        self.find_field = QLineEdit(self)
        self.find_field.setPlaceholderText(self.tr("Find moves…"))
        self.find_field.setAccessibleName(self.tr("Find a node by its moves"))
        self.find_field.setToolTip(self.tr("The moves from the root to the node"))
        self.find_field.setMinimumWidth(60)
        self.find_field.returnPressed.connect(self._find)
        self.best_button = self._button(self.tr("Best line"), self.tr("Follow the best play"))
        self.best_button.clicked.connect(self._follow_best)
        self.out_button = self._button("−", self.tr("Zoom out"))
        self.out_button.clicked.connect(partial(self._zoom, -1))
        self.in_button = self._button("+", self.tr("Zoom in"))
        self.in_button.clicked.connect(partial(self._zoom, 1))
        self.more_button = self._button("…", self.tr("More about the tree"))
        self.more_button.clicked.connect(self._show_more)
        self.note = self.make_sentence("muted")
        self.thumbnails = Thumbnails(theme, self)
        self.tree = self._made_tree()
        self.other_tree = self._made_tree()
        self.other_tree.setAccessibleName(self.tr("Search tree of the other searcher"))
        self.other_tree.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.card = NodeCard(theme, self)
        self.card.to_board.connect(lambda: self.asked.emit("tree-to-board", []))
        self.tree.chosen.connect(self._show)
        self.other_tree.chosen.connect(self._show_other)
        self.tree.pointed.connect(self._point)
        self.other_tree.pointed.connect(self._point_other)
        self.tree.menu_wanted.connect(self._show_menu)
        self.hand_focus_to(self.tree)
        BOARDS.changed.connect(self._mirror)
        self._telling = single_shot(self, self._show_in_turn, TELL_MS)
        self._preparation = Preparation(self.card, self.thumbnails, self)
        self._preparation.ended.connect(self._show_prepared)
        self._arrange(title)
        self.passes.activated.connect(self._set_pass)

    def _made_tree(self) -> TreeView:
        tree = TreeView(self.theme, self.thumbnails, self)
        tree.setObjectName("treeView")
        tree.remarked.connect(self._announce)
        return tree

    def _button(self, text: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setObjectName("step")
        return button

    def _arrange(self, title: PlainLabel) -> None:
        head = side_by_side(title, (self.legend, 3), (self.facts, 2))
        self.tools = QWidget(self)
        tools = QHBoxLayout(self.tools)
        tools.setContentsMargins(0, 0, 0, 0)
        tools.setSpacing(4)
        tools.addWidget(self.passes, 2)
        tools.addWidget(self.find_field, 3)
        for button in (self.best_button, self.out_button, self.in_button, self.more_button):
            tools.addWidget(button)
        self.side = TitledTree(self.tree, self)
        self.other_side = TitledTree(self.other_tree, self)
        self.side.title.hide()
        self.other_side.hide()
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.addWidget(self.side)
        self.splitter.addWidget(self.other_side)
        self.splitter.addWidget(self.card)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setStretchFactor(2, 0)
        parts = (head, self.bar, self.tools, self.note, (self.splitter, 1))
        self.lay_out(*parts, 0, spacing=6)  # below the bar while there is no tree
        self.tools.hide()
        self.legend.hide()
        self.splitter.hide()

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Show what the controller of recorded searches has."""
        if isinstance(service, TreeSearch):
            self._search = service
            service.changed.connect(self._on_changed)
            service.progressed.connect(self._show_progress)
        elif isinstance(service, Lab):
            service.filed.connect(self._offer_heuristics)

    def refresh(self, change: Change) -> None:
        """Offer the heuristics of the game, and turn boards as that of the game is."""
        if change.is_new or not self.bar.heuristic.count():
            self._offer_heuristics()
        self._show_state()
        self._set_boards()
        self._show_trees_soon()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.legend.set_theme(theme)
        self.thumbnails.set_theme(theme)
        self.tree.set_theme(theme)
        self.other_tree.set_theme(theme)
        self.card.set_theme(theme)

    def _mirror(self) -> None:
        """Redraw the small boards."""
        if self.place is not None and self.is_seen:
            self._set_boards()
            self._telling.start()
        else:
            self._is_stale = True

    def _set_boards(self) -> None:
        """Have small boards drawn as that of the game is turned."""
        assert self.place is not None
        for tree in (self.tree, self.other_tree):
            if tree.run is not None and tree.run.game is not self.place.game:
                tree.show_run(None)  # its positions have no place on the other game's board
        self.thumbnails.set_game(
            self.place.game,
            flipped=self.place.flipped,
            mirrored=BOARDS.mirrored,
            scale=max(1, min(4, round(self.devicePixelRatioF()))),
        )

    @Slot()
    def _on_changed(self) -> None:
        if self.is_seen and self.place is not None:
            self._show_state()
            self._show_trees_soon()
        else:
            self._is_stale = True

    @Slot()
    def _offer_heuristics(self) -> None:
        """Offer the heuristics of the game, and those that the user has kept."""
        if self.place is not None:
            game = self.place.game
            self.bar.show_game(game, HeuristicStore().names(game.key))
            if self._search is not None:
                self._show_state()

    # -- showing -------------------------------------------------------------------------------

    @property
    def _is_secret(self) -> bool:
        return self.place is not None and self.place.secret

    def _show_state(self) -> None:
        search, place = self._search, self.place
        if search is None or place is None:
            return
        running = search.running
        possible = place.outcome is None and not place.secret
        self.bar.show_order(search.order, running=running, possible=possible)
        if not running:
            run = search.run
            self.facts.setText("" if run is None or place.secret else run_facts(run))
        elif not self.facts.whole or search.run is None:
            self.facts.setText(self.tr("Searching…"))
        self.note.setText(self._note())
        self.note.setVisible(bool(self.note.text()))

    def _note(self) -> str:
        search = self._search
        if self._is_secret:
            return self.tr("The tree is hidden until you have found the move.")
        if search is None or search.run is None:
            return self.tr(
                "Choose a searcher and a depth, then Search: the tree shows every position the "
                "searcher visited."
            )
        sentences = [missing_sentence(search.run)]
        if search.run.dropped:
            dropped = search.run.dropped
            sentences.append(self.tr("The first %n (pass is|passes are) not stored.", "", dropped))
        return " ".join(sentence for sentence in sentences if sentence)

    @Slot(object)
    def _show_progress(self, progress: Progress | None) -> None:
        if progress is not None:
            words = self.tr("depth {depth}, {nodes} nodes, {seconds} s")
            self.facts.setText(
                fill(
                    words,
                    depth=progress.depth,
                    nodes=f"{progress.nodes:,}",
                    seconds=f"{progress.seconds:.0f}",
                )
            )

    def _show_trees_soon(self) -> None:
        """Show what there is, but the first tree of a game after all is made that it needs."""
        run = None if self._search is None or self._is_secret else self._search.run
        if run is None or run is self.tree.run or self._preparation.is_done_for(run):
            self._preparation.drop()
            self._show_trees()
        else:
            self._preparation.begin(run)

    @property
    def is_drawn(self) -> bool:
        """Whether all is drawn; small boards may still come."""
        preparing = self._preparation.is_busy or self._telling.isActive()
        return not (preparing or self.tree.is_drawing or self.other_tree.is_drawing)

    def finish(self) -> None:
        """Show now what is to be shown."""
        self._preparation.finish()

    @Slot()
    def _show_prepared(self) -> None:
        """Show the tree, unless it has gone meanwhile."""
        if self.is_seen:
            self._show_trees()
        else:
            self._is_stale = True

    def _show_trees(self) -> None:
        search, place = self._search, self.place
        if search is None or place is None:
            return
        run = None if self._is_secret else search.run
        self.tools.setVisible(run is not None)
        self.legend.setVisible(run is not None)
        self.splitter.setVisible(run is not None)
        if run is None:
            self.tree.show_run(None)
            self.other_tree.show_run(None)
            self.card.clear()
            return
        self._show_passes(run)
        self.card.show_game(run.game)
        if self.tree.run is not run:
            self._pointed = None
        self.tree.show_run(run, search.shown, search.step, search.max_side)
        comparing = bool(search.compare_with)
        self.side.title.setVisible(comparing)
        self.other_side.setVisible(comparing)
        if comparing:
            self.side.title.setText(searcher_title(run.order.searcher))
            title = searcher_title(search.compare_with)
            facts = self.tr("searching…") if search.other is None else run_facts(search.other)
            self.other_side.title.setText(f"{title} · {facts}")
        self.other_tree.show_run(search.other, search.other_shown, None, search.max_side)
        self.best_button.setEnabled(run.tree.root.count() > 1)
        self._telling.start()

    @property
    def _other(self) -> TreeRun | None:
        """The second run, once it is shown."""
        other = None if self._search is None else self._search.other
        return other if other is self.other_tree.run else None

    def _show_passes(self, run: TreeRun) -> None:
        texts = [pass_words(run, index) for index in range(len(run.passes))]
        if [self.passes.itemText(index) for index in range(self.passes.count())] != texts:
            self.passes.clear()
            self.passes.addItems(texts)
        self.passes.setCurrentIndex(run.pass_index)
        self.passes.setVisible(len(texts) > 1)

    @Slot()
    def _show_in_turn(self) -> None:
        """Show the node, in a turn of the event loop in which nothing else is done."""
        if PACE.is_free:
            self._telling.setInterval(TELL_MS)
            self._show_node()
            PACE.end()
        else:
            self._telling.start(TURN_MS)

    def _show_node(self) -> None:
        """Show the node under the mouse, or else the one that is looked at."""
        search, place = self._search, self.place
        if search is None or place is None or search.run is None or self._is_secret:
            return
        cell = self._pointed
        run = search.run
        if run is not self.tree.run:
            return  # it is shown in a moment
        found = self.tree.plan.find(search.shown)
        if cell is None:
            cell = None if found is None else found[1]
        if cell is None:
            return
        if self.card.board is None or self._card_has_board:
            self.card.show_position(
                self.tree.position_of(cell),
                cell.move,
                flipped=place.flipped,
            )
        elif self.card.board is not None:
            self.card.board.hide()
        # In the turn of the board they would take too long.
        words = words_of(cell, run, search)
        self.card.show_words_soon(words, compared_words(cell, run, search))
        self.card.button.setEnabled(True)

    @property
    def _card_has_board(self) -> bool:
        return self.splitter.orientation() is Qt.Orientation.Horizontal

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the node beside the tree, or below it where the panel is narrow."""
        super().resizeEvent(event)
        wide = event.size().width() >= MIN_WIDE
        way = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if self.splitter.orientation() is not way:
            self.splitter.setOrientation(way)
            self._telling.start()
        if wide:
            least, most = _CARD_WIDTHS
            card = round(min(most, max(least, event.size().width() * CARD_SHARE)))
            rest = event.size().width() - card
            self.splitter.setSizes([rest, rest, card])
        else:
            height = event.size().height()
            self.splitter.setSizes([height, height, 90])

    # -- what is asked for ---------------------------------------------------------------------

    @Slot()
    def _run(self) -> None:
        search = self._search
        if search is not None:
            self.asked.emit("look-inside", ["stop"] if search.running else search.order)

    @Slot(object)
    def _set_order(self, order: TreeOrder) -> None:
        if self._search is not None:
            self._search.set_order(order)

    @Slot(int)
    def _set_pass(self, index: int) -> None:
        if self._search is not None:
            self._search.set_pass(index)

    @Slot(int)
    def _show(self, node: int) -> None:
        # Not a node of the tree of before, while the new one is still to be shown.
        if self._search is not None and self._search.run is self.tree.run:
            self._search.show(node)

    @Slot(int)
    def _show_other(self, node: int) -> None:
        """Look at the same node as in the other tree, or the last one on the way to it."""
        search, run = self._search, self._other
        if search is not None and run is not None:
            path = run.tree.node(node).path()
            search.show_moves([one.move for one in path if one.move is not None])

    @Slot(object)
    def _point(self, cell: TreeCell | None) -> None:
        self._pointed = cell
        self._telling.start()

    @Slot(object)
    def _point_other(self, cell: TreeCell | None) -> None:
        """Say what the other searcher has found where the mouse is."""
        search, run = self._search, self._other
        if search is None or run is None or cell is None or cell.node == NO_NODE:
            self._telling.start()
            return
        words = tree_node_words(run, run.tree.node(cell.node), search.max_side)
        self.card.show_words(words, searcher_title(run.order.searcher))

    @Slot()
    def _find(self) -> None:
        """Go to the node after the moves in the field."""
        search = self._search
        if search is None or search.run is None or not self.find_field.text().strip():
            return
        position = search.run.position.copy()
        moves = []
        try:
            for text in read_line(position, self.find_field.text()):
                moves.append(position.read_move(text))
                position.make(moves[-1])
        except IllegalMove as error:
            self._announce(in_words(error))
            return
        found = search.show_moves(moves)
        node = search.node
        if found < len(moves) and node is not None:
            self._announce(missing_move(search.run, node, moves[found]))
        else:
            announce(self.tree, self.tree.said())
        self.tree.setFocus()

    @Slot()
    def _follow_best(self) -> None:
        search = self._search
        if search is not None and not search.show_best(None):
            search.show(0)
            search.show_best(None)

    @Slot(str)
    def _announce(self, sentence: str) -> None:
        """Say *sentence* in the status line, and to a screen reader."""
        self.remarked.emit(sentence)
        announce(self, sentence)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Escape take the keyboard from a field to the tree."""
        if event.key() == Qt.Key.Key_Escape and self.find_field.hasFocus():
            self.tree.setFocus()
            return
        super().keyPressEvent(event)

    # -- menus ---------------------------------------------------------------------------------

    def _menu(self, name: str) -> QMenu:
        menu = QMenu(self)
        menu.setObjectName(name)
        delete_when_closed(menu)
        return menu

    @Slot()
    def _show_more(self) -> None:
        """Offer what is not asked for often."""
        search = self._search
        if search is None:
            return
        menu = self._menu("treeMenu")
        for text, on in (
            (self.tr("Values for &MAX"), False),
            (self.tr("Values for the mover (&negamax)"), True),
        ):
            action = menu.addAction(text, partial(search.set_negamax, on))
            action.setCheckable(True)
            action.setChecked(search.negamax is on)
        menu.addSeparator()
        compare = menu.addMenu(self.tr("&Compare with"))
        searchers = ((one.name, in_words(one.title)) for one in lecture_searchers())
        for name, text in (("", self.tr("Nothing")), *searchers):
            action = compare.addAction(text, partial(search.set_compare, name))
            action.setCheckable(True)
            action.setChecked(name == search.compare_with)
        letters = menu.addMenu(self.tr("&Text size"))
        for size in LETTERS:
            action = letters.addAction(f"{size:.0%}", partial(self.set_letters, size))
            action.setCheckable(True)
            action.setChecked(size == self.tree.letters)
        menu.addAction(self.tr("&Fit the width"), partial(self.tree.set_zoom, 1.0))
        menu.addAction(self.tr("Fold &all but the path"), self.tree.fold_all)
        menu.addSeparator()
        menu.addAction(self.tr("&Export…"), lambda: self.asked.emit("export-tree", []))
        menu.addAction(self.tr("&Detach tree"), lambda: self.asked.emit("project-tree", []))
        menu.popup(self.more_button.mapToGlobal(self.more_button.rect().bottomLeft()))

    def _zoom(self, steps: int, *_: object) -> None:
        self.tree.zoom_by(steps)

    def set_letters(self, size: float) -> None:
        """Set the factor by which trees are enlarged."""
        self.tree.set_letters(size)
        self.other_tree.set_letters(size)

    @Slot(object, QPoint)
    def _show_menu(self, cell: TreeCell | None, point: QPoint) -> None:
        """Offer what can be done with a node, or with the tree as a whole."""
        search = self._search
        if search is None or cell is None or cell.node == NO_NODE:
            self.menu_requested.emit(point, None)
            return
        node = cell.node
        menu = self._menu("nodeMenu")
        menu.addAction(self.tr("&Show node"), partial(self._show, node))
        here = menu.addAction(self.tr("Go to this &position"))
        here.triggered.connect(partial(self._to_board, node))
        kept = menu.addAction(self.tr("&Keep its moves open"))
        kept.setCheckable(True)
        kept.setChecked(node in self.tree.kept_open)
        kept.setEnabled(cell.has_more)
        kept.triggered.connect(partial(self._keep_open, node))
        menu.addAction(self.tr("Follow &best play"), partial(self._follow_from, node))
        menu.addSeparator()
        menu.addAction(
            self.tr("Show &data as a table"), lambda: self.asked.emit("figure-table", [])
        )
        menu.popup(point)

    def _keep_open(self, node: int) -> None:
        self.tree.keep_open(node, node not in self.tree.kept_open)

    def _to_board(self, node: int) -> None:
        self._show(node)
        self.asked.emit("tree-to-board", [])

    def _follow_from(self, node: int) -> None:
        self._show(node)
        if self._search is not None:
            self._search.show_best(None)
