"""The list of moves while one plays, walks, folds and scrolls at random: it keeps up with it all.

The model is seldom read as a whole here, for that fills every variation: the faults of a list that
is filled as it is looked into are where parts of it have not been looked into yet.
"""

from random import Random

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.record import Node, Record
from kalahloa.views.items.move_rows import CommentRow, MoveRow
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.moves import MovesPanel
from tests.sweeps import rounds
from tests.views.items.trees import children_of, children_read, random_record
from tests.views.listed import texts_in
from tests.views.panels.places import Teller, new_record

STEPS = rounds(28)
SPOKEN = Qt.ItemDataRole.AccessibleTextRole


class Player:
    """Does one random thing after the other to a panel in a window."""

    def __init__(self, qtbot, record: Record, seed: int) -> None:
        self.qtbot = qtbot
        self.chance = Random(seed)
        self.undo = 0.2 + 0.1 * (seed % 4)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.panel = MovesPanel(LIGHT)
        self.view, self.tree = self.panel.view, self.panel.tree
        QVBoxLayout(self.window).addWidget(self.panel)
        self.tester = QAbstractItemModelTester(
            self.tree, QAbstractItemModelTester.FailureReportingMode.Fatal
        )
        self.panel.asked.connect(self._asked)
        self.window.resize(320, 420)
        self.window.show()
        qtbot.waitExposed(self.window)
        self.open(record)
        self.deeds = (
            (self.play, 12),
            (self.play_several, 3),
            (self.go_back, 5),
            (self.jump, 4),
            (self.comment, 2),
            (self.click, 4),
            (self.fold, 6),
            (self.fold_by_key, 2),
            (self.scroll, 4),
            (self.resize, 3),
            (self.listen, 4),
            (self.hide_and_show, 1),
            (self.draw, 8),
        )

    def open(self, record: Record) -> None:
        """Show another record."""
        self.teller = Teller(record)
        self.panel.show_change(self.teller.everything())

    def act(self) -> None:
        """Do one thing."""
        deeds, weights = zip(*self.deeds, strict=True)
        self.chance.choices(deeds, weights)[0]()

    # -- deeds ---------------------------------------------------------------------------------

    def _asked(self, key: str, words: list[str]) -> None:
        if key == "goto-node":
            self.panel.show_change(self.teller.jump(int(words[0])))

    def _moves(self) -> list[int]:
        record = self.teller.record
        return [] if record.current.outcome else record.position.legal_moves()

    def play(self) -> None:
        moves = self._moves()
        if moves:
            self.panel.show_change(self.teller.play(self.chance.choice(moves)))

    def play_several(self) -> None:
        """Play and undo, and tell of it all at once."""
        record = self.teller.record
        for _ in range(self.chance.randrange(8)):
            moves = self._moves()
            if moves and self.chance.random() > self.undo:
                record.play(self.chance.choice(moves))
            else:
                record.undo()
        self.play()
        self.panel.show_change(self.teller.jump(record.current.number))

    def go_back(self) -> None:
        for _ in range(self.chance.randrange(1, 4)):
            self.panel.show_change(self.teller.undo())

    def jump(self) -> None:
        nodes = self.teller.record.nodes
        self.panel.show_change(self.teller.jump(self.chance.randrange(len(nodes))))

    def comment(self) -> None:
        node = self.chance.choice(self.teller.record.nodes)
        self.teller.record.annotate(node, Notes(self.chance.choice(("", "A plan"))))
        self.panel.show_change(self.teller.edit(node))

    def _point(self) -> QPoint:
        room = self.view.viewport().rect()
        return QPoint(
            self.chance.randrange(max(1, room.width())),
            self.chance.randrange(max(1, room.height())),
        )

    def click(self) -> None:
        QTest.mouseMove(self.view.viewport(), self._point())
        QTest.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, pos=self._point())

    def fold(self) -> None:
        marks = [self.view.fold_mark(row) for _, row in self.shown_rows()]
        marks = [mark for mark in marks if not mark.isEmpty()]
        if marks:
            at = self.chance.choice(marks).center()
            QTest.mouseClick(self.view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    def fold_by_key(self) -> None:
        QTest.keyClick(self.view, self.chance.choice((Qt.Key.Key_Plus, Qt.Key.Key_Minus)))

    def scroll(self) -> None:
        bar = self.view.verticalScrollBar()
        bar.setValue(self.chance.randint(0, bar.maximum()))

    def resize(self) -> None:
        self.window.resize(self.chance.randrange(200, 500), self.chance.randrange(150, 700))

    def listen(self) -> None:
        """Read what is shown as a screen reader does."""
        for index, _ in self.shown_rows():
            for column in range(3):
                self.tree.data(index.siblingAtColumn(column), SPOKEN)

    def hide_and_show(self) -> None:
        self.panel.hide()
        self.play()
        self.jump()
        self.panel.show()

    def draw(self) -> None:
        """Fail unless what is drawn is what would be drawn had nothing been measured before."""
        self.qtbot.waitUntil(self.view.viewport().updatesEnabled)
        drawn = self.view.viewport().grab().toImage()
        self.view.itemDelegate().rows.forget_all()
        assert self.view.viewport().grab().toImage() == drawn

    # -- looks ---------------------------------------------------------------------------------

    def shown_rows(self) -> list[tuple[QModelIndex, MoveRow]]:
        """Return the index and the row of each row in the viewport, from top to bottom."""
        found: list[tuple[QModelIndex, MoveRow]] = []
        for y in range(0, self.view.viewport().height(), 4):
            index = self.view.indexAt(QPoint(0, y)).siblingAtColumn(0)
            row = self.tree.row_at(index)
            if row is not None and (not found or found[-1][0] != index):
                found.append((index, row))
        return found

    def _is_hidden(self, node: Node) -> bool:
        """Return whether *node* is in a variation that someone has folded."""
        above = self.tree.index_of(node).parent()
        while above.isValid():
            if not self.view.isExpanded(above):
                return True
            above = above.parent()
        return False

    def look(self) -> None:
        """Fail unless the rows in sight are those of the record, and are found where they stand."""
        record, view, tree = self.teller.record, self.view, self.tree
        for index, row in self.shown_rows():
            assert tree.index_of_row(row) == index
            if isinstance(row, CommentRow):
                assert record.nodes[row.node.number] is row.node
                assert row.node.comment.strip()
                continue
            assert index.parent().isValid() == (row.line.parent is not None)
            for side in (0, 1):
                cell = index.siblingAtColumn(1 + side)
                node = tree.node_at(cell)
                if row.outcome is not None or node is None:
                    continue
                assert record.nodes[node.number] is node
                assert tree.index_of(node) == cell
                place = view.visualRect(cell)
                # The text of a folded variation may end before the move, whose place is the row's.
                cut_off = view.is_folded(row) and place == view.visualRect(index)
                if view.viewport().rect().contains(place.center()) and not cut_off:
                    assert view.indexAt(place.center()) == cell
        current = record.current
        assert view.currentIndex() == tree.index_of(current)
        if current.parent is not None:
            row = tree.row_at(view.currentIndex())
            assert row is not None
            assert current in row.turn(current.side)
            assert view.visualRect(view.currentIndex()).isEmpty() == self._is_hidden(current)

    def look_at_everything(self) -> None:
        """Fail unless each move of the record is in the list once, in its place."""
        record = self.teller.record
        assert texts_in(self.tree, record.nodes) == [node.text for node in record.nodes[1:]]
        assert children_read(self.tree) == children_of(record)
        variations = [len(node.children) - 1 for node in record.nodes if node.children]
        assert self.tree.variation_count == sum(variations)


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("nodes", [0, 120])
def test_the_list_keeps_up_with_whatever_is_done(qtbot, game, seed, nodes):
    record = random_record(game, seed, nodes, 0.2 + 0.1 * (seed % 4))
    player = Player(qtbot, record, seed)

    for _ in range(STEPS):
        player.act()
        player.look()
    player.look_at_everything()

    player.open(new_record(game))
    for _ in range(STEPS // 4):
        player.act()
        player.look()
    player.look_at_everything()


@pytest.mark.parametrize("seed", range(2))
def test_any_node_of_a_record_that_was_just_opened_is_found(qtbot, seed):
    record = random_record("kalah", seed, 200, 0.45)
    chance = Random(seed)
    for _ in range(3):
        player = Player(qtbot, record, seed)
        player.listen()
        for node in chance.sample(record.nodes, 10):
            index = player.tree.index_of(node)
            row = player.tree.row_at(index)
            assert (row is None) == (node.parent is None)
            assert row is None or node in row.turn(index.column() - 1)
        player.window.close()
