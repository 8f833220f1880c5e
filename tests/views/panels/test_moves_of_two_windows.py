"""Two windows change one game at random, and take in what the other has done, sooner or later."""

from pathlib import Path
from random import Random

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kalahloa.controllers.saving.opening import open_stored
from kalahloa.models.library.library import Library
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.moves import MovesPanel
from tests.controllers.windows import Window, change_at_random, tree_of
from tests.views.items.trees import children_read
from tests.views.listed import texts_in

STEPS = 60


class Listed:
    """The list of moves of *window*, in a widget that is shown and hidden."""

    def __init__(self, qtbot, window: Window) -> None:
        self.record_of = window
        self.widget = QWidget()
        qtbot.addWidget(self.widget)
        self.panel = MovesPanel(LIGHT)
        QVBoxLayout(self.widget).addWidget(self.panel)
        self.tester = QAbstractItemModelTester(
            self.panel.tree, QAbstractItemModelTester.FailureReportingMode.Fatal
        )
        self.widget.resize(320, 420)
        self.widget.show()
        window.document.changed.connect(self.panel.show_change)
        window.document.open_record(window.record, window.document.players)

    def hide_or_show(self) -> None:
        """Hide the panel, or show it again."""
        self.panel.setVisible(not self.panel.isVisible())

    def look(self, *, at_everything: bool) -> None:
        """Fail unless the list shows the record; looking *at_everything* fills all variations."""
        if not self.panel.isVisible():
            return
        tree, record = self.panel.tree, self.record_of.record
        nodes = [node for node in record.nodes if node.in_tree]
        lines = sum(len(node.children) - 1 for node in nodes if node.children)
        assert tree.variation_count == lines
        assert tree.comment_count == sum(bool(node.comment.strip()) for node in nodes)
        assert self.panel.view.currentIndex() == tree.index_of(record.current)
        if at_everything:
            assert texts_in(tree, nodes) == [node.text for node in nodes[1:]]
            assert children_read(tree) == {
                node.number: [child.number for child in node.children]
                for node in nodes
                if node.children
            }


@pytest.mark.parametrize("game", ["tictactoe", "kalah"])
@pytest.mark.parametrize("seed", range(12))
def test_both_windows_show_what_is_kept(qtbot, tmp_path: Path, game, seed):
    chance = Random(seed)
    path = tmp_path / "library.sqlite"
    with Library.open(path) as one, Library.open(path) as other:
        windows = Window(one, game), Window(other, game)
        lists = [Listed(qtbot, window) for window in windows]
        first, second = windows
        while first.game.id is None:
            change_at_random(first, chance)
            first.save()
        second.open_stored(first.game.id)

        for _ in range(STEPS):
            at = chance.randrange(2)
            window = windows[at]
            dice = chance.random()
            if dice < 0.5:
                change_at_random(window, chance)
            elif dice < 0.55:
                lists[at].hide_or_show()
            elif dice < 0.58:
                window.save()
                window.open_stored(first.game.id)
            else:
                steps = (window.hand_over, window.write, window.take, window.look, window.save)
                chance.choices(steps, (1, 2, 2, 1, 1))[0]()
            lists[at].look(at_everything=chance.random() < 0.2)
        for window in (*windows, *windows, *windows):
            window.save()
            window.look_and_save()

        kept = tree_of(open_stored(one, first.game.id).record)
        for window, listed in zip(windows, lists, strict=True):
            assert tree_of(window.record) == kept
            listed.panel.show()
            listed.look(at_everything=True)
