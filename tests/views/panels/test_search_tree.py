"""The panel of the search tree: it is asked for, walked and compared by clicks and keys."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsSimpleTextItem, QMenu

from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_state import TreeOrder
from kalahloa.controllers.features.trees.tree_job import search_here
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.tree_lines import left_out, moves_to
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.search_tree import SearchTreePanel
from kalahloa.views.trees.layout import NO_NODE, CellState, Size
from kalahloa.views.trees.tree_view import TreeView
from tests.models.heuristics.own_heuristics import keep
from tests.views.conftest import Hands
from tests.views.panels.stage import Stage

TICTACTOE, KALAH, LOA = (find_game(key) for key in ("tictactoe", "kalah", "loa"))
START = "XO./.X./..O X"
CONTROL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


class Searcher:
    """The panel, and the search of which it shows the tree."""

    def __init__(self, hands: Hands | Stage, panel: Panel, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        hands.document.new_game(TICTACTOE, start=START)
        assert isinstance(panel, SearchTreePanel)
        self.panel = panel
        self.search = hands.app[TreeSearch]
        self.search._search = search_here  # quicker than with a process for each test

    @property
    def tree(self) -> TreeView:
        return self.panel.tree

    def drawn(self, tree: TreeView | None = None) -> None:
        """Wait until all is drawn, small boards included."""
        view = tree or self.tree
        self.qtbot.waitUntil(
            lambda: (
                not self.search.running
                and self.panel.is_drawn
                and not view.is_drawing
                and not self.panel.thumbnails.is_busy
                and self.panel.card.is_drawn
            ),
            timeout=30_000,
        )

    def run(self, name: str = "alpha-beta", depth: int = 4) -> None:
        """Choose a searcher and a depth, and click Search."""
        box = self.panel.bar.searcher
        box.setFocus()
        box.setCurrentIndex(box.findData(name))
        box.activated.emit(box.currentIndex())
        self.panel.bar.depth_box.setValue(depth)
        QTest.mouseClick(self.panel.bar.button, LEFT)
        self.drawn()
        self.tree.setFocus()

    def key(self, key: Qt.Key) -> None:
        QTest.keyClick(self.tree, key)
        self.drawn()

    def click(self, node: int, modifiers: Qt.KeyboardModifier | None = None) -> None:
        point = self.tree.middle_of(node)
        QTest.mouseClick(
            self.tree.viewport(), LEFT, modifiers or Qt.KeyboardModifier.NoModifier, point
        )
        self.drawn()

    def texts(self, tree: TreeView | None = None) -> list[str]:
        items = (tree or self.tree).scene().items()
        return [item.text() for item in items if isinstance(item, QGraphicsSimpleTextItem)]

    def children(self) -> list[int]:
        node = self.search.node
        return [child.index for child in node.children]


@pytest.fixture
def learner(show_panel, qtbot) -> Searcher:
    stage = show_panel(SearchTreePanel, "tictactoe", (830, 620))
    return Searcher(stage, stage.panel, qtbot)


@pytest.fixture
def in_window(open_window, qtbot) -> Searcher:
    """The panel in a window, in the workspace Learn."""
    hands = open_window("tictactoe")
    hands.window.resize(1300, 860)
    hands.window.rooms.open_page("search")
    hands.window.rooms.focus("search_tree")
    return Searcher(hands, hands.window.panel_host.panel("search_tree"), qtbot)


# -- asking ----------------------------------------------------------------------------------------


def test_a_click_searches_the_position_and_draws_the_tree(learner):
    assert not learner.tree.isVisible()
    assert "Choose a searcher" in learner.panel.note.text()

    learner.run("alpha-beta", 4)

    run = learner.search.run
    assert (run.searcher.name, run.depth) == ("alpha-beta", 4)
    assert learner.tree.isVisible() and not learner.panel.note.isVisible()
    texts = learner.texts()
    assert {"MAX", "MIN", "X moves", "O moves"} <= set(texts)
    assert [row.size for row in learner.tree.plan.rows] == [Size.BOARD, Size.BOARD]
    boards = [one for one in learner.tree.scene().items() if isinstance(one, QGraphicsPixmapItem)]
    assert len(boards) == 1 + len(learner.children())
    assert learner.panel.facts.whole.startswith(f"{run.result.nodes:,} nodes · ")


def test_what_the_first_tree_needs_is_made_in_turns_before_any_of_it_is_seen(learner, qtbot):
    seen = []
    learner.panel.thumbnails.measured = partial(_noted, learner, seen)

    learner.run("alpha-beta", 4)

    assert len(seen) > 1 and not any(seen)
    assert learner.tree.isVisible() and learner.panel.card.board.isVisible()


def _noted(learner, seen, position):
    """Yield as the panel's `Thumbnails` do, and note each time whether a tree is seen."""
    for _ in type(learner.panel.thumbnails).measured(learner.panel.thumbnails, position):
        seen.append(learner.tree.isVisible())
        yield


def test_the_command_shows_the_panel_and_searches(open_window, qtbot):
    hands = open_window("tictactoe")

    hands.window.actions_by_name["look-inside"].trigger()

    qtbot.waitUntil(lambda: hands.app[TreeSearch].run is not None)
    panel = hands.window.panel_host.panel("search_tree")
    assert hands.window.rooms.page.key == "search"
    assert panel.is_seen
    qtbot.waitUntil(panel.tree.hasFocus, timeout=5000)
    run = hands.app[TreeSearch].run
    hands.press(Qt.Key.Key_2, CONTROL)
    hands.window.actions_by_name["look-inside"].trigger()
    assert panel.is_seen
    assert hands.app[TreeSearch].run is run and not hands.app[TreeSearch].running


def test_the_chosen_heuristic_is_searched_with(learner):
    learner.hands.document.new_game(LOA)
    box = learner.panel.bar.heuristic
    assert [box.itemData(row) for row in range(box.count())] == [one.name for one in LOA.heuristics]
    box.setCurrentIndex(2)
    box.activated.emit(2)

    learner.run("alpha-beta", 1)

    assert learner.search.run.heuristic == LOA.heuristics[2].name


def test_a_search_is_stopped_by_the_same_button(learner, qtbot):
    learner.hands.document.new_game(LOA)
    learner.search.set_order(TreeOrder("alpha-beta-ordered", 8))
    QTest.mouseClick(learner.panel.bar.button, LEFT)
    assert learner.search.running and learner.panel.bar.button.text() == "Stop"
    qtbot.waitUntil(lambda: "nodes" in learner.panel.facts.whole, timeout=30_000)

    QTest.mouseClick(learner.panel.bar.button, LEFT)

    assert not learner.search.running
    assert learner.panel.bar.button.text() == "Search"
    assert learner.panel.facts.whole == ""


def test_the_tree_is_hidden_while_one_is_to_find_the_move(learner):
    learner.run()

    class Exercise:
        key, offers = "any", frozenset()
        running = True

        def stop(self) -> None:
            self.running = False

    exercise = Exercise()
    learner.hands.app.exercises.begin(exercise)
    learner.hands.document.turn_board()
    assert not learner.tree.isVisible()
    assert not learner.panel.bar.button.isEnabled()
    assert "hidden" in learner.panel.note.text()

    exercise.running = False
    learner.hands.document.turn_board()
    assert learner.tree.isVisible()


def test_another_game_takes_the_tree_away(learner):
    learner.run()

    learner.hands.document.new_game(KALAH)

    assert not learner.tree.isVisible()
    assert learner.tree.run is None
    learner.run("alpha-beta", 2)
    assert learner.tree.run is learner.search.run
    assert type(learner.panel.card.board).__name__ == "KalahBoardView"


@pytest.mark.parametrize("mirrored", [False, True])
def test_another_game_takes_the_tree_away_while_the_panel_is_hidden(in_window, mirrored):
    in_window.run("alpha-beta", 2)
    in_window.hands.press(Qt.Key.Key_2, CONTROL)
    assert not in_window.panel.isVisible()

    in_window.hands.document.new_game(KALAH)
    BOARDS.choose(mirrored=mirrored)
    in_window.hands.window.rooms.open_page("search")
    in_window.hands.window.rooms.focus("search_tree")

    assert in_window.tree.run is None and in_window.panel.isVisible()
    in_window.run("alpha-beta", 2)
    assert in_window.tree.run is in_window.search.run


# -- walking ---------------------------------------------------------------------------------------


def test_arrows_walk_the_tree(learner):
    learner.run("game-tree", 3)
    run = learner.search.run

    learner.key(Qt.Key.Key_Down)
    assert moves_to(learner.search.node) == run.result.line[:1]
    learner.key(Qt.Key.Key_Home)
    siblings = [child.index for child in run.tree.root.children]
    assert learner.search.shown == siblings[0]
    learner.key(Qt.Key.Key_Right)
    assert learner.search.shown == siblings[1]
    learner.key(Qt.Key.Key_End)
    learner.key(Qt.Key.Key_Right)
    assert learner.search.shown == siblings[-1]
    learner.key(Qt.Key.Key_Left)
    assert learner.search.shown == siblings[-2]
    learner.key(Qt.Key.Key_Up)
    assert learner.search.shown == 0
    for _ in run.result.line:
        learner.key(Qt.Key.Key_B)
    assert moves_to(learner.search.node) == run.result.line


def test_a_screen_reader_hears_node_value_and_window(learner, announced):
    learner.run("alpha-beta", 3)

    learner.key(Qt.Key.Key_Down)

    said = announced[-1]
    node = learner.search.node
    assert said.startswith(f"{node.text}. MIN: O is to move. Value for X: ")
    assert "Entered with α +1.00, β +∞, left with α +1.00, β +1 in 3." in said


def test_clicks_choose_fold_and_keep_open(learner):
    learner.run("game-tree", 3)
    first, second = learner.children()[:2]

    learner.click(first)
    assert learner.search.shown == first
    assert len(learner.tree.plan.rows) == 3
    learner.click(first)
    assert len(learner.tree.plan.rows) == 2
    learner.click(first)
    learner.click(second, CONTROL)
    groups = learner.tree.plan.rows[2].groups
    assert [group.parent for group in groups] == [first, second]
    learner.click(second, CONTROL)
    assert len(learner.tree.plan.rows[2].groups) == 1


def test_enter_folds_and_plus_and_minus_zoom(learner):
    learner.run("game-tree", 2)
    learner.key(Qt.Key.Key_Return)
    assert len(learner.tree.plan.rows) == 1
    learner.key(Qt.Key.Key_Return)
    assert len(learner.tree.plan.rows) == 2
    width = learner.tree.plan.width

    for _ in range(4):
        learner.key(Qt.Key.Key_Plus)
    assert learner.tree.plan.width > 2 * width
    learner.key(Qt.Key.Key_0)
    assert learner.tree.plan.width == width
    for _ in range(2):
        learner.key(Qt.Key.Key_Minus)
    assert learner.tree.plan.rows[1].size < Size.BOARD


def test_a_cut_branch_says_why_under_the_mouse(learner):
    learner.run("alpha-beta", 4)
    node = next(one for one in learner.search.run.tree.root.walk() if one.pruned)
    learner.search.show(node.index)
    learner.drawn()
    row = learner.tree.plan.rows[-1]
    cell = next(one for one in row.cells if one.state is CellState.CUT)
    assert any(text.startswith("cut: β ") for text in learner.texts())

    point = learner.tree.mapFromScene(cell.middle, row.top + row.box / 2)
    QTest.mouseMove(learner.tree.viewport(), point)
    learner.drawn()

    card = learner.panel.card
    assert card.way.text() == cell.text
    assert "not searched" in card.value.text() and "Cut off: " in card.value.text()
    shown = card.board.state.position
    there = learner.search.run.position_at(node.index)
    there.make(cell.move)
    assert shown.position_string() == there.position_string()


def test_the_board_shows_the_node_under_the_mouse_and_else_the_one_looked_at(learner):
    learner.run("game-tree", 3)
    node = learner.children()[2]

    QTest.mouseMove(learner.tree.viewport(), learner.tree.middle_of(node))
    learner.drawn()
    there = learner.search.run.position_at(node)
    assert learner.panel.card.board.state.position.position_string() == there.position_string()
    assert learner.panel.card.way.text() == learner.search.run.tree.node(node).text + "."
    QTest.mouseMove(learner.tree.viewport(), QPoint(3, 3))
    learner.drawn()

    assert learner.panel.card.board.state.position.position_string() == START


def test_moves_that_are_typed_are_found(learner):
    learner.run("game-tree", 3)
    field = learner.panel.find_field

    QTest.keyClicks(field, "3 6")
    QTest.keyClick(field, Qt.Key.Key_Return)

    assert moves_to(learner.search.node) == (3, 6)
    assert learner.tree.hasFocus()
    field.clear()
    QTest.keyClicks(field, "1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert moves_to(learner.search.node) == (3, 6)


def test_the_best_line_is_followed(learner):
    learner.run("alpha-beta", 4)

    QTest.mouseClick(learner.panel.best_button, LEFT)

    assert moves_to(learner.search.node) == learner.search.run.result.line


def test_another_pass_is_chosen(learner):
    learner.run("alpha-beta-ordered", 3)
    box = learner.panel.passes
    assert [box.itemText(row) for row in range(box.count())] == ["Depth 1", "Depth 2", "Depth 3"]

    box.setCurrentIndex(0)
    box.activated.emit(0)
    learner.drawn()

    assert learner.tree.run.tree is learner.search.run.passes[0]
    assert all(not cell.has_more for cell in learner.tree.plan.rows[1].cells)


def test_the_node_is_put_on_the_board(learner):
    learner.run("game-tree", 2)
    learner.key(Qt.Key.Key_Down)

    QTest.mouseClick(learner.panel.card.button, LEFT)

    node = learner.search.node
    assert learner.hands.texts() == [node.text]
    assert learner.tree.isVisible()


# -- menus -----------------------------------------------------------------------------------------


def action(menu: QMenu, text: str):
    found = {one.text().replace("&", ""): one for one in menu.actions()}
    return found[text]


def more(learner: Searcher) -> QMenu:
    QTest.mouseClick(learner.panel.more_button, LEFT)
    menu = learner.panel.findChild(QMenu, "treeMenu")
    assert menu is not None
    return menu


def test_negamax_has_the_values_of_the_mover(learner):
    learner.run("game-tree", 3)
    before = [cell.value for cell in learner.tree.plan.rows[1].cells]
    menu = more(learner)

    action(menu, "Values for the mover (negamax)").trigger()
    menu.close()
    learner.drawn()

    turned = {"+": "−", "−": "+"}
    after = [cell.value for cell in learner.tree.plan.rows[1].cells]
    assert after == [turned.get(text[0], text[0]) + text[1:] for text in before]
    assert not {"MAX", "MIN"} & set(learner.texts())


def test_two_searchers_stand_side_by_side_at_the_same_node(learner):
    learner.run("game-tree", 3)
    menu = more(learner)
    compare = action(menu, "Compare with").menu()

    action(compare, "NegaScout").trigger()
    menu.close()
    learner.drawn(learner.panel.other_tree)

    other = learner.panel.other_tree
    assert other.isVisible() and other.run is learner.search.other
    assert learner.panel.other_side.title.whole.startswith("NegaScout · ")
    assert learner.panel.side.title.whole == "Game-tree search"
    learner.key(Qt.Key.Key_Down)
    assert moves_to(other.run.tree.node(other.shown)) == moves_to(learner.search.node)
    assert "NegaScout: " in learner.panel.card.compared.text()
    learner.drawn(other)
    child = other.run.tree.root.children[-1]
    QTest.mouseClick(other.viewport(), LEFT, pos=other.middle_of(child.index))
    assert moves_to(learner.search.node) == moves_to(child)


def test_the_menu_of_a_node_keeps_it_open_and_puts_it_on_the_board(learner):
    learner.run("game-tree", 3)
    node = learner.children()[1]
    point = learner.tree.middle_of(node)
    cell = learner.tree.cell_at(point)
    assert cell.node == node

    learner.tree.menu_wanted.emit(cell, learner.tree.viewport().mapToGlobal(point))
    menu = learner.panel.findChild(QMenu, "nodeMenu")
    action(menu, "Keep its moves open").trigger()
    assert node in learner.tree.kept_open
    action(menu, "Go to this position").trigger()
    menu.close()

    assert learner.search.shown == node
    assert learner.hands.texts() == [learner.search.node.text]


def test_another_game_that_is_begun_elsewhere_takes_the_tree_away(in_window):
    in_window.run("game-tree", 2)
    in_window.hands.press(Qt.Key.Key_2, CONTROL)

    in_window.hands.document.new_game(KALAH)
    in_window.hands.window.rooms.open_page("search")

    assert in_window.tree.run is None and not in_window.tree.isVisible()
    in_window.run("game-tree", 1)
    assert in_window.tree.run.game is KALAH


def test_letters_are_made_larger(learner):
    learner.run("game-tree", 2)

    menu = more(learner)
    action(action(menu, "Text size").menu(), "200%").trigger()
    menu.close()
    learner.drawn()

    assert learner.tree.transform().m11() == 2.0
    right = max(cell.x + cell.width for row in learner.tree.plan.rows for cell in row.cells)
    assert right * 2 <= learner.tree.viewport().width()


# -- window and files ------------------------------------------------------------------------------


def test_the_panel_gets_a_window_of_its_own_and_comes_back(in_window):
    in_window.run("game-tree", 2)
    rooms = in_window.hands.window.rooms

    in_window.hands.window.actions_by_name["project-tree"].trigger()
    assert rooms.is_detached("search_tree") and in_window.panel.isVisible()
    assert in_window.tree.letters > 1
    in_window.hands.window.actions_by_name["project-tree"].trigger()

    assert not rooms.is_detached("search_tree") and in_window.panel.isVisible()
    assert in_window.tree.letters == 1


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_tree_is_exported_as_it_is_shown(in_window, tmp_path: Path, qtbot, suffix):
    in_window.run("alpha-beta", 4)
    path = tmp_path / f"tree.{suffix}"
    exports = in_window.hands.window.window_actions.exports

    exports._begin_tree(in_window.tree, path)
    qtbot.waitUntil(lambda: not exports.is_busy)

    if suffix == "svg":
        text = path.read_text()
        assert text.startswith("<?xml") and "MAX" in text and "X moves" in text
    else:
        image = QImage(str(path))
        rect = in_window.tree.sceneRect()
        assert abs(image.width() - 2 * rect.width()) <= 2
        assert len({image.pixel(x, image.height() // 8) for x in range(image.width())}) > 5


def test_heuristics_that_the_user_keeps_are_offered(learner):
    def offered() -> list[str]:
        box = learner.panel.bar.heuristic
        return [box.itemData(row) for row in range(box.count())]

    assert not any("file:" in name for name in offered())

    keep("mine", "def evaluate(position):\n    return 0.5\n", "tictactoe")
    learner.hands.app[Lab].filed.emit()

    assert offered()[-1] == "file:mine"
    box = learner.panel.bar.heuristic
    assert box.itemText(box.count() - 1) == "mine (yours)"
    box.setCurrentIndex(box.count() - 1)
    box.activated.emit(box.currentIndex())
    assert learner.search.order.heuristic == "file:mine"
    learner.hands.app[Lab].filed.emit()
    assert box.currentData() == "file:mine"


def test_a_legend_says_what_marks_mean(learner):
    legend = learner.panel.legend
    assert not legend.isVisible()

    learner.run("alpha-beta", 3)

    assert legend.isVisible() and legend.entries[0].isVisible()


def test_the_window_fits_a_small_screen_with_the_tree(in_window):
    in_window.run("alpha-beta", 3)
    window = in_window.hands.window

    window.resize(640, 480)
    in_window.qtbot.waitUntil(lambda: not window.rooms._later.isActive())
    window.rooms.focus("search_tree")
    in_window.drawn()

    assert (window.width(), window.height()) == (640, 480)
    assert in_window.panel.is_seen and in_window.tree.isVisible()
    assert not in_window.tree.horizontalScrollBar().isVisible()


@pytest.mark.parametrize("game", ["kalah", "loa"])
def test_other_games_have_boards_too(learner, game):
    learner.hands.document.new_game(find_game(game))

    learner.run("alpha-beta", 2)
    learner.key(Qt.Key.Key_Down)

    assert learner.tree.plan.rows[0].size is Size.BOARD
    out = left_out(learner.search.node, learner.search.run.position_at(learner.search.shown))
    cells = learner.tree.plan.rows[-1].cells
    assert [cell.move for cell in cells if cell.node == NO_NODE] == list(out)
