"""The tree of moves: what stands in which row, and that a change costs no more than it must."""

from functools import reduce
from random import Random

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.core.study_controller import StudyController
from kalahloa.controllers.core.undo import variation_start
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Mark, Notes
from kalahloa.views.items.move_rows import CommentRow
from kalahloa.views.items.move_tree import MoveTree
from tests.sweeps import rounds
from tests.views.items.trees import children_of, children_read, play_at_random, random_record
from tests.views.panels.places import Teller, new_record, place_of

GAMES = ("loa", "kalah", "tictactoe")


class Ears:
    """Counts what a model tells."""

    def __init__(self, tree: MoveTree) -> None:
        self.rows = self.changed = self.resets = 0
        tree.rowsInserted.connect(self._inserted)
        tree.dataChanged.connect(self._changed)
        tree.modelReset.connect(self._reset)

    def _inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.rows += last - first + 1

    def _changed(self) -> None:
        self.changed += 1

    def _reset(self) -> None:
        self.resets += 1

    def take(self) -> tuple[int, int, int]:
        """Return how many rows, changed ranges and resets there were since the last call."""
        found = (self.rows, self.changed, self.resets)
        self.rows = self.changed = self.resets = 0
        return found


def shown(tree: MoveTree, parent: QModelIndex | None = None) -> list:
    """Return the texts of the rows below *parent*, each followed by those below it, if any."""
    parent = parent or QModelIndex()
    tree.fill_variation(parent)
    rows: list = []
    for at in range(tree.rowCount(parent)):
        cells = [tree.index(at, column, parent) for column in range(3)]
        rows.append(" ".join(tree.data(cell) or "-" for cell in cells))
        below = shown(tree, cells[0])
        if below:
            rows.append(below)
    return rows


def spoken(tree: MoveTree, index: QModelIndex) -> str | None:
    return tree.data(index, Qt.ItemDataRole.AccessibleTextRole)


def told(record, comments: bool = False) -> MoveTree:
    tree = MoveTree()
    tree.show_comments(comments)
    tree.show_change(Change.everything(place_of(record)))
    return tree


def played(teller: Teller, moves: str) -> Teller:
    for move in moves.split():
        teller.play(move)
    return teller


# -- what stands where -----------------------------------------------------------------------------


def test_a_move_is_a_row_with_a_turn_of_either_side():
    teller = played(Teller(new_record("loa")), "b1-b3 a4-c4 d1-d3")
    assert shown(told(teller.record)) == ["1 b1-b3 a4-c4", "2 d1-d3 -"]


def test_the_sowings_of_a_turn_are_one_entry():
    teller = played(Teller(new_record("kalah")), "3 6 2 1")
    assert shown(told(teller.record)) == ["1 3-6 2-1"]


def test_where_the_second_side_moves_first_its_turn_is_in_its_own_column():
    start = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> N"
    teller = played(Teller(new_record("kalah", start)), "1 1 2")
    assert shown(told(teller.record)) == ["1 - 1", "2 1 2"]


def test_variations_stand_below_the_move_they_are_an_alternative_to_in_the_order_of_plies():
    teller = played(Teller(new_record("loa")), "b1-b3 a4-c4 d1-d3 a5-c5")
    for number, moves in ((3, "a3-c5 e1-e3 a6-c6"), (2, "e1-e3"), (3, "a6-c6")):
        teller.jump(number)
        played(teller, moves)
    teller.jump(5)
    played(teller, "f1-f3")

    assert shown(told(teller.record)) == [
        "1 b1-b3 a4-c4",
        "2 d1-d3 a5-c5",
        ["2 e1-e3 -", "2 - a3-c5", ["3 e1-e3 a6-c6", ["3 f1-f3 -"]], "2 - a6-c6"],
    ]


def test_an_alternative_to_a_later_sowing_shows_the_sowings_before_it():
    teller = played(Teller(new_record("kalah")), "3 6 2")
    teller.jump(1)
    played(teller, "1 2 3")
    tree = told(teller.record)
    assert shown(tree) == ["1 3-6 2", ["1 3-1 2", ["2 3 -"]]]
    assert tree.data(tree.index_of(teller.record.nodes[4])) == "3-1"


def test_the_result_is_the_last_row_of_the_main_line():
    teller = played(Teller(new_record("tictactoe")), "1 4 2 5 3")
    rows = shown(told(teller.record))
    assert rows[:3] == ["1 1 4", "2 2 5", "3 3 -"]
    assert rows[3].startswith("1-0  X wins")
    teller = played(Teller(new_record("tictactoe")), "1 2 3 5 4 6 8 7 9")
    assert shown(told(teller.record))[-1].startswith("1/2-1/2  ")


def test_a_variation_that_ends_the_game_tells_its_result():
    teller = played(Teller(new_record("tictactoe")), "1 4 2 5 9")
    teller.jump(4)
    teller.play("3")
    tree = told(teller.record)
    line = tree.row_of(teller.record.nodes[6]).line
    assert line.text() == "3. 3 1-0"
    assert "1-0" not in str(shown(tree))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_reading_the_whole_model_gives_the_records_tree(game, seed):
    record = random_record(game, seed, 250, undo=0.2 + 0.1 * (seed % 4))
    tree = told(record)
    assert children_read(tree) == children_of(record)
    assert tree.variation_count == sum(
        len(node.children) - 1 for node in record.nodes if node.children
    )
    for node in record.nodes[1:]:
        index = tree.index_of(node)
        row = tree.row_at(index)
        assert row is not None
        assert node in row.turn(index.column() - 1)


def test_a_deeply_nested_node_is_found_without_reading_the_rest():
    record = random_record("loa", 3, 400, undo=0.4)
    for node in record.nodes[1:]:
        tree = told(record)
        row = tree.row_at(tree.index_of(node))
        assert row is not None
        assert node in row.turn(node.side)


def test_a_node_that_nobody_told_of_has_no_row():
    teller = played(Teller(new_record("loa")), "b1-b3")
    tree = told(teller.record)
    teller.play("a4-c4")
    assert tree.row_of(teller.record.current) is None
    assert not tree.index_of(teller.record.root).isValid()


# -- changes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(rounds(2)))
def test_a_tree_that_was_told_of_every_change_is_what_a_new_one_would_be(game, seed):
    chance = Random(seed)
    teller = Teller(new_record(game))
    tree = MoveTree()
    tester = QAbstractItemModelTester(tree, QAbstractItemModelTester.FailureReportingMode.Fatal)
    ears = Ears(tree)
    for _ in range(2):  # two games in a row
        tree.show_change(teller.everything())
        ears.take()
        for _ in range(120):
            for change in play_at_random(teller, chance, 1, undo=0.2 + 0.1 * (seed % 4)):
                tree.show_change(change)
            if chance.random() < 0.1:
                tree.index_of(chance.choice(teller.record.nodes))
        assert ears.take()[2] == 0
        new = told(teller.record)
        assert shown(tree) == shown(new)
        assert tree.variation_count == new.variation_count
        assert children_read(tree) == children_of(teller.record)
        teller = Teller(new_record(game))
    del tester


def test_one_new_move_costs_one_row_or_one_cell():
    teller = Teller(new_record("kalah"))
    tree = MoveTree()
    tree.show_change(teller.everything())
    ears = Ears(tree)
    costs = []
    for move in "3 6 2 1".split():
        tree.show_change(teller.play(move))
        costs.append(ears.take())
    assert costs == [(1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0)]
    tree.show_change(teller.jump(2))
    assert ears.take() == (0, 0, 0)
    tree.show_change(teller.play("5"))
    assert ears.take() == (1, 0, 0)


def test_one_new_move_costs_as_little_in_a_record_of_10_000_nodes(monkeypatch):
    record = random_record("kalah", 1, 16_000, undo=0.35)
    while len(record.nodes) < 10_000:
        play_at_random(Teller(record), Random(len(record.nodes)), 1_000, 0.35)
    teller = Teller(record)
    reads = []
    data = MoveTree.data
    monkeypatch.setattr(MoveTree, "data", lambda *words: reads.append(words) or data(*words))
    tree = told(record)
    ears = Ears(tree)
    assert reads == []
    chance = Random(2)
    for _ in range(50):
        teller.jump(chance.randrange(len(record.nodes)))
        tree.show_change(teller.edit())
        tree.index_of(record.current)
        ears.take()
        known = len(record.nodes)
        for change in play_at_random(teller, chance, 1, undo=0):
            tree.show_change(change)
            rows, changed, resets = ears.take()
            assert rows <= (2 if len(record.nodes) > known else 0)
            assert (changed <= 2, resets) == (True, 0)
    assert reads == []


def test_a_comment_changes_its_row_only():
    teller = played(Teller(new_record("loa")), "b1-b3 a4-c4")
    tree = told(teller.record)
    ears = Ears(tree)
    node = teller.record.nodes[1]
    teller.record.annotate(node, Notes("A <b>plan</b>\nand more"))
    tree.show_change(teller.edit(node))
    assert ears.take() == (0, 1, 0)
    index = tree.index_of(node)
    tip = tree.data(index, Qt.ItemDataRole.ToolTipRole)
    assert (tip, spoken(tree, index)) == (
        "<span>A &lt;b&gt;plan&lt;/b&gt;</span>",
        "Move 1, Black: b1-b3. Comment: A <b>plan</b>",
    )


def test_another_order_of_the_children_is_shown():
    teller = played(Teller(new_record("loa")), "b1-b3 a4-c4")
    teller.jump(1)
    teller.play("a5-c5")
    tree = told(teller.record)
    assert shown(tree) == ["1 b1-b3 a4-c4", ["1 - a5-c5"]]
    above = teller.record.nodes[1]
    above.children.reverse()
    tree.show_change(teller.edit(above.children[0]))
    assert shown(tree) == ["1 b1-b3 a5-c5", ["1 - a4-c4"]]


def test_another_record_is_shown_whole_even_if_nobody_said_it_is_new():
    tree = told(played(Teller(new_record("loa")), "b1-b3 a4-c4").record)
    tree.show_change(played(Teller(new_record("kalah")), "3 6").undo())
    assert shown(tree) == ["1 3-6 -"]


# -- comments in rows of their own -----------------------------------------------------------------


def commented(tree: MoveTree) -> set:
    """Return the nodes whose comments have a row, each at the right place below its move."""
    found, waiting = set(), [QModelIndex()]
    while waiting:
        above = waiting.pop()
        indexes = [tree.index(at, 0, above) for at in range(tree.rowCount(above))]
        waiting += indexes
        for index in indexes:
            row = tree.row_at(index)
            if isinstance(row, CommentRow):
                assert row.node not in found
                assert tree.index_of_row(row) == index
                found.add(row.node)
    return found


def annotated(moves: str, comments: dict[int, str], jump: tuple[int, str] | None = None) -> Teller:
    teller = played(Teller(new_record("loa")), moves)
    if jump is not None:
        teller.jump(jump[0])
        played(teller, jump[1])
    for number, comment in comments.items():
        teller.record.annotate(teller.record.nodes[number], Notes(comment))
    return teller


def test_each_comment_is_a_row_below_its_move_and_before_the_variations():
    comments = {0: "The game", 1: "First", 2: "Second", 4: "Last", 5: "Inside"}
    teller = annotated("b1-b3 a4-c4 d1-d3 a5-c5", comments, (2, "e1-e3"))
    assert shown(told(teller.record, comments=True)) == [
        "The game - -",
        "1 b1-b3 a4-c4",
        "First - -",
        "Second - -",
        "2 d1-d3 a5-c5",
        ["Last - -", "2 e1-e3 -", ["Inside - -"]],
    ]


def test_one_comment_more_or_less_costs_one_row():
    teller = annotated("b1-b3 a4-c4 d1-d3 a5-c5", {1: "First"}, (2, "e1-e3"))
    tree = told(teller.record, comments=True)
    ears = Ears(tree)
    costs, rows = [], []
    for number, comment in ((2, "Second"), (2, "Other"), (0, "Game"), (4, "Last"), (5, "Inside")):
        node = teller.record.nodes[number]
        teller.record.annotate(node, Notes(comment))
        tree.show_change(teller.edit(node))
        costs.append(ears.take())
    for number in (1, 2, 0, 4, 5):
        node = teller.record.nodes[number]
        teller.record.annotate(node, Notes())
        tree.show_change(teller.edit(node))
        costs.append(ears.take())
        rows.append(tree.rowCount())
    assert costs == [
        (1, 1, 0), (0, 2, 0), (1, 0, 0), (1, 1, 0), (1, 1, 0),
        (0, 1, 0), (0, 1, 0), (0, 0, 0), (0, 1, 0), (0, 1, 0),
    ]  # fmt: skip
    assert rows == [4, 3, 2, 2, 2]
    assert shown(tree) == ["1 b1-b3 a4-c4", "2 d1-d3 a5-c5", ["2 e1-e3 -"]]


def test_moves_and_variations_come_and_go_around_comments(qapp):
    document = Document(find_game("loa"))
    study = StudyController(document)
    tree = MoveTree()
    tree.show_comments(True)
    tree.show_change(Change.everything(document.place))
    document.changed.connect(tree.show_change)
    document.play(document.position.read_move("b1-b3"))
    study.comment(document.node, "First")
    document.play(document.position.read_move("a4-c4"))
    assert shown(tree) == ["1 b1-b3 a4-c4", "First - -"]
    document.play(document.position.read_move("d1-d3"))
    study.comment(document.node, "Last")
    assert shown(tree) == ["1 b1-b3 a4-c4", "First - -", "2 d1-d3 -", "Last - -"]
    document.jump(1)
    document.play(document.position.read_move("a5-c5"))
    assert shown(tree)[:2] == ["1 b1-b3 a4-c4", ["First - -", "1 - a5-c5"]]
    study.delete_from(document.node)
    assert shown(tree)[:2] == ["1 b1-b3 a4-c4", "First - -"]
    study.delete_from(document.record.nodes[3])
    assert shown(tree) == ["1 b1-b3 a4-c4", "First - -"]
    study.undo_edit()
    assert shown(tree)[2:] == ["2 d1-d3 -", "Last - -"]


def test_a_comment_in_a_variation_that_is_not_looked_into_fills_nothing():
    teller = annotated("b1-b3 a4-c4 d1-d3 a5-c5", {}, (2, "e1-e3 a5-c5 f1-f3"))
    tree = told(teller.record, comments=True)
    ears = Ears(tree)
    for number in (5, 6, 7):
        node = teller.record.nodes[number]
        teller.record.annotate(node, Notes("Text"))
        tree.show_change(teller.edit(node))
    assert ears.take()[0] == 0
    assert shown(tree)[2] == [
        "2 e1-e3 a5-c5", ["Text - -", "Text - -", "3 f1-f3 -", "Text - -"]
    ]  # fmt: skip


def test_the_rows_of_comments_can_be_hidden_and_shown_again():
    teller = annotated("b1-b3 a4-c4", {0: "The game", 1: "First"})
    tree = told(teller.record, comments=True)
    assert not tree.show_comments(True)
    assert tree.show_comments(False)
    assert shown(tree) == ["1 b1-b3 a4-c4"]
    assert tree.show_comments(True)
    assert shown(tree) == ["The game - -", "1 b1-b3 a4-c4", "First - -"]


def test_a_comment_is_told_as_plain_text_on_one_line_and_says_what_it_is_on():
    text = "<b>A</b>\u202e plan\n\nand " + "more " * 200
    teller = annotated("b1-b3 a4-c4", {0: "Club", 1: text})
    tree = told(teller.record, comments=True)
    index = tree.index(2, 0)
    on_one_line = "<b>A</b>\ufffd plan and more more"
    assert tree.data(index).startswith(on_one_line)
    assert len(tree.data(index)) <= 400
    assert spoken(tree, index).startswith("Comment on move 1, Black, b1-b3: " + on_one_line)
    assert spoken(tree, tree.index(0, 0)) == "Comment on the game: Club"
    assert "&lt;b&gt;" in tree.data(index, Qt.ItemDataRole.ToolTipRole)
    assert spoken(tree, index.siblingAtColumn(1)) == "No move"


# -- words for a screen reader ---------------------------------------------------------------------


def test_every_cell_says_what_it_is():
    teller = played(Teller(new_record("loa")), "b1-b3 a4-c4 d1-d3 a5-c5")
    teller.jump(3)
    played(teller, "a3-c5 e1-e3 a6-c6")
    tree = told(teller.record)
    nodes = teller.record.nodes
    assert [spoken(tree, tree.index_of(nodes[number])) for number in (1, 4, 5, 6)] == [
        "Move 1, Black: b1-b3",
        "Move 2, White: a5-c5",
        "Variation, move 2, White: a3-c5",
        "Variation, move 3, Black: e1-e3",
    ]
    head = tree.index_of(nodes[5])
    assert spoken(tree, head.siblingAtColumn(0)) == "Variation, 2… a3-c5 3. e1-e3 a6-c6"
    assert spoken(tree, tree.index(0, 0)) == "Move 1"
    assert spoken(tree, head.siblingAtColumn(1)) == "No move"


def test_a_tool_tip_tells_what_may_be_cut_off():
    teller = played(Teller(new_record("kalah")), "3 6 2")
    teller.jump(1)
    played(teller, "1 2 3")
    tree = told(teller.record)
    nodes = teller.record.nodes
    tips = [
        tree.data(index, Qt.ItemDataRole.ToolTipRole)
        for index in (
            tree.index_of(nodes[2]),
            tree.index_of(nodes[3]),
            tree.index_of(nodes[4]),
            tree.index_of(nodes[4]).siblingAtColumn(0),
        )
    ]
    assert tips == ["3-6", "", "3-1", "1. 3-1 2 2. 3"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_a_tree_that_was_told_of_random_edits_is_what_a_new_one_would_be(qapp, game, seed):
    comments = bool(seed % 2)
    chance = Random(f"{game} {seed}")
    document = Document(find_game(game))
    study = StudyController(document)
    teller = Teller(document.record)
    for _ in range(120):
        list(play_at_random(teller, chance, 1, undo=0.35))
    for node in document.record.nodes:
        if chance.random() < 0.3:
            study.comment(node, "Text")
    tree = MoveTree()
    tester = QAbstractItemModelTester(tree, QAbstractItemModelTester.FailureReportingMode.Fatal)
    tree.show_comments(comments)
    tree.show_change(Change.everything(place_of(document.record)))
    document.changed.connect(tree.show_change)
    document.report(Cause.VIEW)
    resets = Ears(tree)
    for _ in range(60):
        _edit_at_random(document, study, chance)
        if chance.random() < 0.4:
            tree.index_of(chance.choice(list(document.record.root.subtree())))
        new = told(document.record, comments)
        assert tree.variation_count == new.variation_count
        assert tree.comment_count == new.comment_count
        assert [tree.data(tree.index(at, 0)) for at in range(tree.rowCount())] == [
            new.data(new.index(at, 0)) for at in range(new.rowCount())
        ]
        if chance.random() < 0.3:
            assert shown(tree) == shown(new)
    assert shown(tree) == shown(told(document.record, comments))
    assert resets.take()[2] < 45
    assert commented(tree) == {
        node for node in document.record.root.with_below() if node.comment and comments
    }
    del tester


@pytest.mark.parametrize("game", GAMES)
def test_a_view_that_was_hidden_lists_what_was_taken_back_below_what_was_played_on(game, qapp):
    document = Document(find_game(game))
    tree = MoveTree()
    tree.show_change(Change.everything(document.place))
    changes: list[Change] = []
    document.changed.connect(changes.append)
    document.play_on(document.position.legal_moves()[0])
    fork = document.node
    for later in range(3):
        document.go_to(fork)
        document.play_on(document.position.legal_moves()[later])
        document.play_on(document.position.legal_moves()[0])

    tree.show_change(reduce(Change.followed_by, changes))

    assert shown(tree) == shown(told(document.record))


def _edit_at_random(document: Document, study: StudyController, chance: Random) -> None:
    node = chance.choice(list(document.record.root.subtree()))
    deeds = ["comment", "undo", "redo", "move", "insert", "insert"]
    if node.parent is not None:
        deeds += ["delete", "delete", "mark"]
    if variation_start(node) is not None:
        deeds += ["promote", "delete line", "main line"]
    deed = chance.choice(deeds)
    if deed == "comment":
        study.comment(node, chance.choice(["", "Text"]))
    elif deed == "mark":
        study.toggle_mark(node, Mark.GOOD)
    elif deed == "delete":
        study.delete_from(node)
    elif deed == "delete line":
        study.delete_line(node)
    elif deed == "promote":
        study.promote(node)
    elif deed == "main line":
        study.make_main_line(node)
    elif deed == "undo" and document.place.undo_edit:
        study.undo_edit()
    elif deed == "redo" and document.place.redo_edit:
        study.redo_edit()
    elif deed in ("move", "insert") and node.outcome is None:
        position = document.record.position_at(node)
        move = chance.choice(position.legal_moves()[:5])
        if deed == "insert":
            study.insert(node, position.format_move(move))
        else:
            document.go_to(node)
            chance.choice([document.play, document.play_on])(move)


@pytest.mark.parametrize("numbers", [(5,), (4,), (5, 3)], ids=["a variation", "the end", "both"])
def test_a_deletion_and_its_undo_cost_no_reset(qapp, numbers):
    document = Document(find_game("loa"))
    study = StudyController(document)
    for number, text in (
        (0, "b1-b3"), (1, "a4-c4"), (2, "c1xc4"), (3, "a5-c5"), (2, "d1-d3")
    ):  # fmt: skip
        document.jump(number)
        document.play(document.position.read_move(text))
    tree = MoveTree()
    tree.show_change(Change.everything(document.place))
    document.changed.connect(tree.show_change)
    before = shown(tree)
    ears = Ears(tree)
    for number in numbers:
        study.delete_from(document.record.nodes[number])
    assert shown(tree) == shown(told(document.record)) != before
    while document.place.undo_edit:
        study.undo_edit()
    assert shown(tree) == before
    assert ears.take()[2] == 0


def test_variations_are_counted_rightly_when_a_line_is_separated_from_one_played_again(qapp):
    document = Document(find_game("tictactoe"))
    study = StudyController(document)
    for move in (1, 5, 2):
        document.play(move)
    tree = MoveTree()
    tree.show_change(Change.everything(document.place))
    document.changed.connect(tree.show_change)
    study.delete_from(document.record.nodes[2])
    document.play(5)
    study.undo_edit()  # 2 stands below the move that was played again

    study.redo_edit()

    assert tree.variation_count == 0
    assert shown(tree) == shown(told(document.record))
