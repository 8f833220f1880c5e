"""The panel in which forced wins are asked for, and their trees walked."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.proofs.proofs import Proofs
from kalahloa.controllers.features.proofs.state import ProofLimits, ProofState
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.forced.question import WinQuestion
from kalahloa.views.items import proof_tree
from kalahloa.views.items.proof_tree import LASTS, MOVE
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.proof import ProofPanel
from tests.controllers.features.proofs.test_proofs import EASY, KALAH_ENDGAME
from tests.views.conftest import Hands
from tests.views.panels.stage import Stage

LOA, KALAH = find_game("loa"), find_game("kalah")
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


class Prover:
    """The proof panel, where a win can be proven."""

    def __init__(self, hands: Hands | Stage, panel: Panel, qtbot) -> None:
        self.hands = hands
        self.qtbot = qtbot
        hands.document.new_game(LOA, LOA.rulebook.read("tutorial"), start=EASY["position"])
        assert isinstance(panel, ProofPanel)
        self.panel, self.model, self.tree = panel, panel.model, panel.tree

    def done(self) -> None:
        self.qtbot.waitUntil(lambda: not self.hands.app[Proofs].is_busy, timeout=30_000)

    def prove(self) -> None:
        """Click the button, and wait for the verdict."""
        QTest.mouseClick(self.panel.prove_button, LEFT)
        self.done()

    def key(self, key: Qt.Key) -> None:
        QTest.keyClick(self.tree, key)
        self.done()

    def texts(self, parent: QModelIndex | None = None, column: int = MOVE) -> list[str]:
        above = parent or QModelIndex()
        rows = range(self.model.rowCount(above))
        return [str(self.model.index(row, column, above).data()) for row in rows]

    def moves(self, parent: QModelIndex | None = None) -> list[str]:
        """Return the rows' moves without their numbers."""
        return [text.split()[-1] for text in self.texts(parent)]

    def point_of(self, index: QModelIndex) -> QPoint:
        self.tree.scrollTo(index)
        return self.tree.visualRect(index).center()

    def click(self, index: QModelIndex) -> None:
        QTest.mouseClick(self.tree.viewport(), LEFT, pos=self.point_of(index))


@pytest.fixture
def prover(show_panel, qtbot) -> Prover:
    stage = show_panel(ProofPanel)
    return Prover(stage, stage.panel, qtbot)


@pytest.fixture
def in_window(open_window, qtbot) -> Prover:
    """The panel in a window, in the workspace Study."""
    hands = open_window("loa")
    hands.window.resize(1180, 900)
    hands.press(Qt.Key.Key_3, CONTROL)
    hands.window.rooms.focus("proof")
    return Prover(hands, hands.window.panel_host.panel("proof"), qtbot)


@pytest.fixture
def kalah(prover) -> Prover:
    prover.hands.document.new_game(KALAH, start=KALAH_ENDGAME)
    return prover


def open_all(prover: Prover, above: QModelIndex, seen: list[int]) -> None:
    """Open every branch below *above*, and check each with the rules."""
    model, tree = prover.model, prover.tree
    branch = model.branch(above)
    position = model.tree.position.copy()
    for move in branch.moves:
        position.make(move)
    if position.is_over():
        assert not model.hasChildren(above)
        outcome = position.outcome()
        assert outcome is not None and outcome.winner == model.tree.question.side
        assert above.siblingAtColumn(LASTS).data() == str(outcome.reason).replace("-", "−")
        return
    assert above == QModelIndex() or model.hasChildren(above)
    tree.expand(above)
    prover.done()
    moves = [model.branch(row).reply for row in below(model, above)]
    assert all(reply is not None for reply in moves)
    legal = sorted(position.legal_moves())
    if position.side == model.tree.question.side:
        assert len(moves) == 1 and moves[0].move in legal
    else:
        assert sorted(reply.move for reply in moves) == legal
    seen.append(len(moves))
    for row in range(len(moves)):
        open_all(prover, model.index(row, 0, above), seen)


def below(model, above: QModelIndex) -> Iterator[QModelIndex]:
    """Yield the rows below *above*."""
    for row in range(model.rowCount(above)):
        yield model.index(row, 0, above)


# -- asking ----------------------------------------------------------------------------------------


def test_the_button_proves_the_win_and_shows_verdict_and_tree(prover):
    assert not prover.tree.isVisible()

    prover.prove()

    assert prover.panel.results.text().startswith("Proven: ")
    assert prover.tree.isVisible()
    assert len(prover.texts()) == 1
    verdict = prover.hands.place[ProofState].tree.verdict
    assert prover.texts(column=LASTS) == [f"{verdict.plies - 1} plies"]


def test_the_key_shows_the_panel_and_stops_again(in_window):
    in_window.hands.press(Qt.Key.Key_2, CONTROL)
    in_window.hands.document.new_game(LOA)

    in_window.hands.press(Qt.Key.Key_F9, SHIFT)
    assert in_window.panel.isVisible() and in_window.hands.place[ProofState].running
    assert in_window.panel.prove_button.text() == "Stop"
    in_window.hands.press(Qt.Key.Key_F9, SHIFT)

    assert not in_window.hands.app[Proofs].is_busy
    assert in_window.panel.prove_button.text() == "Prove"
    assert "stopped the search" in in_window.panel.results.text()


def test_the_key_brings_the_panel_to_the_front_and_leaves_the_keyboard(in_window, qtbot):
    window = in_window.hands.window
    window.rooms.focus("engine")
    in_window.hands.board.setFocus()

    in_window.hands.press(Qt.Key.Key_F9, SHIFT)

    qtbot.waitUntil(lambda: in_window.panel.is_seen)
    assert in_window.hands.board.hasFocus()
    in_window.done()


def test_progress_is_shown_while_it_searches(prover, qtbot):
    prover.hands.document.new_game(LOA)

    QTest.mouseClick(prover.panel.prove_button, LEFT)

    qtbot.waitUntil(lambda: "proof number" in prover.panel.facts.whole, timeout=30_000)
    QTest.mouseClick(prover.panel.prove_button, LEFT)
    assert not prover.hands.app[Proofs].is_busy
    assert prover.panel.facts.whole == ""


def test_the_chosen_side_margin_and_limits_are_asked_for(kalah, qtbot):
    panel = kalah.panel
    panel.side.setCurrentIndex(1)
    panel.margin.setValue(3)
    kalah.hands.app[Proofs].set_limits(ProofLimits(5, 16))

    kalah.prove()

    question = kalah.hands.place[ProofState].results[0].question
    assert question == WinQuestion(1, 3)
    assert (question.limits, question.mebibytes) == (Limits(seconds=5.0), 16)
    assert panel.results.text().startswith("Proven: North cannot win by 3 stones.")
    assert not kalah.tree.isVisible()


def test_the_chooser_says_whose_win_is_proven_wherever_one_is_in_its_tree(prover):
    winner = prover.hands.place.side
    prover.prove()

    prover.hands.app.turns.play_text(prover.moves()[0])

    assert prover.hands.place.side == 1 - winner
    assert prover.hands.place[ProofState].tree.question.side == winner
    assert prover.panel.side.currentIndex() == winner

    prover.hands.document.new_game(LOA)
    assert prover.panel.side.currentIndex() == prover.hands.place.side


def test_the_limits_are_chosen_from_a_menu(prover, qtbot):
    QTest.mouseClick(prover.panel.limits_button, LEFT)
    menu = prover.panel.findChild(QMenu, "limitsMenu")
    texts = {action.text(): action for action in menu.actions()}

    texts["At most 2 min"].trigger()
    texts["A table of 256 MiB"].trigger()

    menu.close()
    assert prover.panel.limits_button.text() == "2 min"
    assert prover.hands.app[Proofs].limits == ProofLimits(120, 256)


def test_margins_are_offered_only_where_they_count(prover):
    assert not prover.panel.margin.isVisible()

    prover.hands.document.new_game(KALAH, start=KALAH_ENDGAME)

    assert prover.panel.margin.isVisible()
    assert [prover.panel.side.itemText(i) for i in (0, 1)] == ["South", "North"]


# -- the tree --------------------------------------------------------------------------------------


def test_every_answer_in_the_panel_can_be_opened_to_the_end(prover):
    prover.prove()
    seen: list[int] = []

    open_all(prover, QModelIndex(), seen)

    assert max(seen) > 5
    assert prover.model.count == sum(seen)


def test_in_kalah_every_answer_can_be_opened_to_the_end(kalah):
    kalah.hands.document.new_game(KALAH, start="<6,20,20,0,0,0,1,1,1,1,1,0,0,1,1> S")
    kalah.panel.side.setCurrentIndex(1)
    kalah.prove()
    seen: list[int] = []

    open_all(kalah, QModelIndex(), seen)

    assert max(seen) == 3 and sum(seen) > 15


def test_the_answers_are_there_at_once_the_longest_defence_first(prover):
    prover.prove()

    first = prover.model.index(0, 0)
    assert prover.tree.isExpanded(first)
    plies = [prover.model.branch(row).reply.plies for row in below(prover.model, first)]
    assert len(plies) > 5 and plies == sorted(plies, reverse=True)


def test_the_winners_reply_is_opened_with_an_answer(prover):
    prover.prove()
    answer = next(below(prover.model, prover.model.index(0, 0)))
    prover.tree.setCurrentIndex(answer)

    prover.key(Qt.Key.Key_Right)

    assert prover.tree.isExpanded(answer)
    assert prover.tree.isExpanded(next(below(prover.model, answer)))


def test_enter_follows_the_line_as_a_variation_and_the_tree_stays(prover):
    prover.hands.document.play(prover.hands.document.position.legal_moves()[0])
    played = prover.hands.document.node
    prover.hands.document.go_to(played.parent)
    prover.prove()
    tree = prover.model.tree
    prover.tree.setFocus()
    prover.tree.setCurrentIndex(prover.model.index(0, 0))
    prover.key(Qt.Key.Key_Down)
    branch = prover.model.branch(prover.tree.currentIndex())
    assert len(branch.moves) == 2

    prover.key(Qt.Key.Key_Return)

    path = prover.hands.document.node.path()
    assert tuple(node.move for node in path[1:]) == branch.moves
    assert prover.model.tree == tree
    assert prover.model.branch(prover.tree.currentIndex()).moves == branch.moves
    assert "2 moves earlier: Proven" in prover.panel.results.text()


def test_a_click_follows_the_line_once(prover):
    prover.prove()
    index = prover.model.index(0, 0)

    prover.click(index)

    assert len(prover.hands.document.node.path()) == 2


def test_a_line_of_the_tree_is_followed_from_its_root_wherever_the_board_is(prover):
    prover.prove()
    prover.click(prover.model.index(0, 0))
    answer = next(below(prover.model, prover.model.index(0, 0)))

    prover.click(answer)

    path = prover.hands.document.node.path()
    assert tuple(node.move for node in path[1:]) == prover.model.branch(answer).moves


def test_a_row_that_was_chosen_stays_chosen_while_values_come(prover):
    prover.prove()
    prover.click(prover.model.index(0, 0))
    answer = next(below(prover.model, prover.model.index(0, 0)))
    prover.tree.setCurrentIndex(answer)

    prover.hands.document.report(Cause.FINDINGS)

    assert prover.tree.currentIndex() == answer


def test_walking_on_the_board_goes_along_in_the_tree(prover):
    prover.prove()
    line = prover.hands.place[ProofState].tree.verdict.line

    for move in line[:3]:
        prover.hands.document.play(move)

    assert prover.model.branch(prover.tree.currentIndex()).moves == line[:3]


def test_the_position_after_the_move_that_is_pointed_at_is_shown(prover, qtbot):
    prover.prove()
    prover.tree.setFocus()
    index = prover.model.index(0, 0)
    prover.tree.setCurrentIndex(index)

    QTest.mouseMove(prover.tree.viewport(), prover.point_of(index))
    preview = prover.panel.preview
    assert preview is not None and preview.isVisible()
    after = prover.hands.document.position.copy()
    after.make(prover.model.branch(index).moves[0])
    qtbot.waitUntil(
        lambda: preview.board.state.position.position_string() == after.position_string()
    )
    QTest.keyClick(prover.tree, Qt.Key.Key_Escape)

    assert not preview.isVisible()


def test_the_menu_inserts_and_copies_the_line_to_a_move(prover, qtbot):
    copied = []
    prover.hands.app.copy = copied.append
    prover.prove()
    index = prover.model.index(0, 0)
    prover.tree.expand(index)
    answer = prover.model.index(1, 0, index)

    prover.tree.menu_wanted.emit(answer, prover.tree.mapToGlobal(QPoint(5, 5)))
    menu = prover.panel.findChild(QMenu, "proofMenu")
    insert, copy = menu.actions()[:2]
    insert.trigger()
    copy.trigger()
    menu.close()

    node = prover.hands.document.record.root
    for move in prover.model.branch(answer).moves:
        node = next(child for child in node.children if child.move == move)
    assert prover.hands.document.node is prover.hands.document.record.root
    assert node.text in copied[0]


def test_the_links_write_the_main_line_and_copy_it(prover):
    copied = []
    prover.hands.app.copy = copied.append
    prover.prove()
    line = prover.hands.place[ProofState].tree.verdict.line

    QTest.mouseClick(prover.panel.keep_button, LEFT)
    QTest.mouseClick(prover.panel.copy_button, LEFT)

    node = prover.hands.document.record.root
    for move in line:
        node = next(child for child in node.children if child.move == move)
    assert len(copied) == 1
    prover.hands.app.study.undo_edit()
    assert not prover.hands.document.record.root.children


def test_rows_that_were_waited_for_come_and_a_stopped_search_can_be_taken_up(kalah):
    kalah.prove()
    kalah.done()
    assert kalah.texts(column=LASTS) == ["+11"]
    first = kalah.model.index(0, 0)
    assert kalah.moves(first) == ["5"] and kalah.tree.isExpanded(first)
    again = next(below(kalah.model, first))
    index = next(below(kalah.model, again))

    kalah.tree.expand(index)
    waiting = kalah.texts(index)
    kalah.hands.app[Proofs].stop_wanted()
    stopped = kalah.texts(index)
    kalah.panel._follow(kalah.model.index(0, 0, index))
    kalah.done()

    assert waiting == ["Searching…"]
    assert stopped == ["Search stopped; open this row again to continue."]
    assert None not in [kalah.model.branch(row).reply for row in below(kalah.model, index)]


def test_with_many_rows_a_branch_that_is_closed_is_forgotten(prover, monkeypatch):
    monkeypatch.setattr(proof_tree, "MAX_KEPT_ROWS", 1)
    prover.prove()
    first = prover.model.index(0, 0)
    before = prover.model.count
    answer = prover.model.index(0, 0, first)
    prover.tree.expand(answer)
    assert prover.model.count > before + 1

    prover.tree.collapse(answer)

    assert prover.model.count == before + 1


def test_too_many_rows_are_refused_in_words(prover, monkeypatch):
    prover.prove()
    monkeypatch.setattr(proof_tree, "MAX_ROWS", 1)
    answer = next(below(prover.model, prover.model.index(0, 0)))

    prover.tree.expand(answer)

    assert prover.texts(answer) == ["Too many rows are open; close some."]


def test_a_screen_reader_is_told_whose_move_it_is_and_how_long_it_lasts(prover):
    prover.prove()
    index = prover.model.index(0, 0)

    told = str(index.data(Qt.ItemDataRole.AccessibleTextRole))

    side = LOA.sides[prover.hands.place.side]
    assert told.startswith(f"{side} wins with ") and told.endswith("plies")


# -- elsewhere -------------------------------------------------------------------------------------


def test_another_game_shows_nothing_of_the_proof(prover):
    prover.prove()

    prover.hands.document.new_game(KALAH)

    assert not prover.tree.isVisible() and prover.model.count == 0
    assert prover.panel.results.text().startswith("Is there a forced win")


def test_the_panel_is_empty_while_a_move_is_to_be_found_alone(prover):
    prover.prove()

    class Exercise:
        key, offers = "any", frozenset()
        running = True

        def stop(self) -> None:
            self.running = False

    prover.hands.app.exercises.begin(Exercise())
    prover.hands.document.turn_board()

    assert not prover.tree.isVisible() and prover.model.count == 0
    assert "hidden" in prover.panel.results.text()
    assert not prover.panel.prove_button.isEnabled()


def test_closing_the_window_ends_a_search(in_window):
    in_window.hands.document.new_game(LOA)
    in_window.hands.app[Proofs].start(WinQuestion(0, limits=Limits()))

    in_window.hands.window.close()
    in_window.hands.app.shut_down()

    assert not in_window.hands.app.service.is_stuck
