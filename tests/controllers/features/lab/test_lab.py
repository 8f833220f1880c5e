"""The lab: texts, their files, and what a heuristic says of a position."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.lab import lab
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.lab.lab_evaluator import WON
from kalahloa.controllers.features.lab.state import LabState
from kalahloa.controllers.features.lab.words import comparison_sentences, lab_arrows
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.search_jobs import LinesPlan
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.editor_limits import MAX_LINES
from kalahloa.models.search.limits import Limits
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.text.errors import BadCommand, BadHeuristic
from tests.in_process import InProcess

LOA, KALAH, TICTACTOE = map(find_game, ("loa", "kalah", "tictactoe"))
SIMPLE = '''"""Pieces that can move."""

MOVES = 0.5
GROUPS = -1.0


def evaluate(position):
    me, other = position.side, 1 - position.side
    moves = position.mobility(me) - position.mobility(other)
    groups = position.group_count(me) - position.group_count(other)
    return MOVES * moves + GROUPS * groups
'''
ENDS_SOON = "XX./OO./... X"


class Bench:
    """An app context with a lab that runs heuristics in this process, and what it has said."""

    def __init__(self, app: AppContext, qtbot) -> None:
        self.app = app
        self.qtbot = qtbot
        self.sandbox = InProcess()
        self.lab: Lab = app[Lab]
        self.lab._runs.make_sandbox = lambda: self.sandbox
        self.lab._runs.opinion.plan = LinesPlan(lines=0, limits=Limits(seconds=0.1))
        self.messages: list[str] = []
        self.answers: list[str] = []
        self.replaced: list[str] = []
        self.lab.message.connect(self.messages.append)
        self.lab.answered.connect(self.answers.append)
        self.lab.replaced.connect(self.replaced.append)

    @property
    def state(self) -> LabState:
        state = self.app.document.place.get(LabState)
        assert state is not None
        return state

    @property
    def folder(self) -> Path:
        return data_folder() / "heuristics" / self.app.document.game.key

    def settle(self) -> None:
        """Wait until files are read and written and nothing runs."""
        self.qtbot.waitUntil(lambda: not self.lab.is_busy)
        assert self.lab._filing.wait()

    def load(self) -> None:
        self.lab.prepare()
        self.settle()

    def begin(self, text: str = SIMPLE, name: str = "mine") -> str:
        self.load()
        made = self.lab.new(name, text)
        self.settle()
        return made

    def run(self) -> None:
        self.lab.run()
        self.settle()
        self.qtbot.waitUntil(
            lambda: self.state.failure is not None or self.state.engine is not None
        )


@pytest.fixture
def bench(app, qtbot) -> Iterator[Bench]:
    made = Bench(app, qtbot)
    yield made
    made.lab.shut_down()


def reopened(bench: Bench, qtbot) -> Bench:
    """Return a bench as it is in the next session."""
    bench.app.shut_down()
    app = open_app(bench.app.document.game)
    return Bench(app, qtbot)


# -- texts and files -------------------------------------------------------------------------------


def test_nothing_is_read_before_somebody_looks(bench):
    assert bench.lab._filing._files is None and bench.state == LabState()


def test_the_examples_are_there_from_bad_to_good(bench):
    bench.load()

    assert bench.state.examples and bench.state.opened == ()
    assert not bench.state.loading


def test_an_example_becomes_a_heuristic_of_the_user_s(bench):
    bench.load()
    example = bench.state.examples[0]

    first = bench.lab.start_from(example)
    second = bench.lab.start_from(example.upper())

    assert (first, second) == (example, f"{example}-2")
    assert bench.state.current == second
    assert bench.lab.text(first) == bench.lab.text(second) != ""
    assert not bench.state.heuristic.is_kept and not bench.state.heuristic.must_ask


def test_what_is_typed_is_on_disk_at_once_and_there_again_in_the_next_session(bench, qtbot):
    name = bench.begin()

    bench.lab.edit(name, SIMPLE + "# typed\n")
    bench.settle()

    assert list(bench.folder.parent.glob("drafts/loa/*.json"))
    assert not bench.folder.joinpath("mine.py").exists()
    again = reopened(bench, qtbot)
    again.load()
    assert again.lab.text(name) == SIMPLE + "# typed\n"
    assert again.state.heuristic.is_changed
    again.app.shut_down()


def test_what_was_typed_last_is_written_when_the_program_ends(bench, qtbot):
    name = bench.begin()

    for number in range(30):
        bench.lab.edit(name, f"{SIMPLE}# {number}\n")
    bench.app.shut_down()

    app = open_app(LOA)
    again = Bench(app, qtbot)
    again.load()
    assert again.lab.text(name).endswith("# 29\n")
    app.shut_down()


def test_keeping_writes_a_plain_file_that_may_run(bench, qtbot):
    name = bench.begin()

    bench.lab.keep()
    bench.settle()

    assert bench.folder.joinpath("mine.py").read_text(encoding="utf-8") == SIMPLE
    assert bench.messages == ["Saved mine; it can play now."]
    assert not list(bench.folder.parent.glob("drafts/loa/*.json"))
    opened = bench.state.heuristic
    assert opened.is_kept and not opened.is_changed
    again = reopened(bench, qtbot)
    again.load()
    assert again.state.current == name and not again.state.heuristic.must_ask
    again.app.shut_down()


def test_a_heuristic_is_renamed_with_its_file_and_its_draft(bench):
    name = bench.begin()
    bench.lab.keep()
    bench.lab.edit(name, SIMPLE + "# more\n")
    bench.settle()

    bench.lab.rename("better one")
    bench.settle()

    assert bench.state.names == ("better one",) and bench.state.current == "better one"
    assert bench.folder.joinpath("better one.py").read_text(encoding="utf-8") == SIMPLE
    assert not bench.folder.joinpath("mine.py").exists()
    assert bench.lab.text("better one") == SIMPLE + "# more\n"
    drafts = [path.stem for path in bench.folder.parent.glob("drafts/loa/*.json")]
    assert drafts == ["better one"]


@pytest.mark.parametrize("name", ["", "a/b", "..", "CON", "x" * 80])
def test_what_cannot_be_a_name_is_refused(bench, name):
    bench.begin()

    with pytest.raises(BadHeuristic):
        bench.lab.rename(name)
    with pytest.raises(BadHeuristic):
        bench.lab.new(name)

    assert bench.state.names == ("mine",)


def test_no_two_heuristics_get_the_same_name(bench):
    bench.begin()
    bench.lab.new("other", SIMPLE)

    with pytest.raises(BadCommand, match="already"):
        bench.lab.rename("MINE")


@pytest.mark.parametrize("kept", [True, False])
def test_a_deleted_heuristic_can_be_brought_back(bench, kept):
    told: list[str] = []
    bench.lab.removed.connect(lambda sentence, _: told.append(sentence))
    bench.lab.message.connect(told.append)
    name = bench.begin()
    if kept:
        bench.lab.keep()
        bench.settle()
    bench.lab.edit(name, SIMPLE + "# more\n")

    bench.lab.remove()
    bench.settle()
    gone = bench.state
    bench.lab.restore()
    bench.settle()

    assert told[-2:] == ["Deleted mine.", "Restored mine."]
    assert gone.names == () and gone.current == "" and gone.can_restore
    assert bench.state.names == ("mine",) and not bench.state.can_restore
    assert bench.lab.text("mine") == SIMPLE + "# more\n"
    assert bench.folder.joinpath("mine.py").exists() == kept


def test_too_much_text_is_refused(bench):
    bench.load()

    with pytest.raises(BadCommand, match="lines"):
        bench.lab.new("long", "\n" * MAX_LINES)


# -- what comes from elsewhere ---------------------------------------------------------------------


def test_an_imported_file_is_not_run_before_one_has_agreed(bench, tmp_path):
    given = tmp_path / "given.py"
    given.write_text(SIMPLE, encoding="utf-8")
    bench.load()
    bench.lab.watch("test", True)

    bench.lab.import_file(given)
    bench.settle()

    assert bench.state.heuristic.must_ask and bench.state.current == "given"
    with pytest.raises(BadCommand, match="elsewhere"):
        bench.lab.run()
    with pytest.raises(BadCommand, match="elsewhere"):
        bench.lab.keep()
    bench.lab.edit("given", SIMPLE + "# mine\n")  # a space typed into it changes nothing
    bench.lab._run_by_itself()
    assert bench.state.heuristic.must_ask and bench.sandbox.ran == []
    bench.lab.agree()
    bench.run()
    assert bench.sandbox.ran and bench.state.report is not None


def test_one_is_asked_again_in_the_next_session_until_one_has_agreed(bench, qtbot, tmp_path):
    given = tmp_path / "given.py"
    given.write_text(SIMPLE, encoding="utf-8")
    bench.load()
    bench.lab.import_file(given)
    bench.settle()
    bench.lab.edit("given", SIMPLE + "# mine\n")

    again = reopened(bench, qtbot)
    again.load()

    assert again.state.heuristic.must_ask
    again.lab.agree()
    again.settle()
    third = reopened(again, qtbot)
    third.load()
    assert not third.state.heuristic.must_ask
    third.app.shut_down()


def test_a_draft_without_a_file_is_asked_about_again_as_well(bench, qtbot):
    bench.load()
    bench.lab.new("given", SIMPLE, must_ask=True)

    again = reopened(bench, qtbot)
    again.load()

    assert again.state.heuristic.must_ask and not again.state.heuristic.is_kept
    again.app.shut_down()


def test_a_file_that_another_program_has_changed_is_shown_and_asked_about(bench):
    bench.begin()
    bench.lab.keep()
    bench.settle()

    bench.folder.joinpath("mine.py").write_text(SIMPLE + "# theirs\n", encoding="utf-8")
    bench.lab.find_changes()
    bench.settle()

    assert bench.lab.text("mine").endswith("# theirs\n")
    assert bench.state.heuristic.must_ask and not bench.state.heuristic.is_changed
    assert "Another program has changed mine." in bench.messages


def test_a_change_from_outside_never_replaces_what_is_typed(bench):
    bench.begin()
    bench.lab.keep()
    bench.settle()
    bench.lab.edit("mine", SIMPLE + "# mine\n")

    bench.folder.joinpath("mine.py").write_text(SIMPLE + "# theirs\n", encoding="utf-8")
    bench.lab.find_changes()
    bench.settle()

    assert bench.lab.text("mine").endswith("# mine\n") and bench.state.heuristic.is_outdated
    bench.lab.accept_outside()
    assert bench.lab.text("mine").endswith("# theirs\n")
    assert bench.state.heuristic.must_ask and not bench.state.heuristic.is_outdated


def test_one_s_own_text_can_replace_what_another_program_wrote(bench):
    bench.begin()
    bench.lab.keep()
    bench.settle()
    bench.lab.edit("mine", SIMPLE + "# mine\n")
    bench.folder.joinpath("mine.py").write_text(SIMPLE + "# theirs\n", encoding="utf-8")
    bench.lab.find_changes()
    bench.settle()

    bench.lab.keep_mine()
    bench.lab.keep()
    bench.settle()

    assert bench.folder.joinpath("mine.py").read_text(encoding="utf-8").endswith("# mine\n")
    assert not bench.state.heuristic.is_outdated and not bench.state.heuristic.must_ask


def test_a_file_that_another_program_has_removed_stays_here(bench):
    bench.begin()
    bench.lab.keep()
    bench.settle()

    bench.folder.joinpath("mine.py").unlink()
    bench.lab.find_changes()
    bench.settle()

    assert bench.lab.text("mine") == SIMPLE and not bench.state.heuristic.is_kept
    assert any("deleted mine" in message for message in bench.messages)


def test_a_heuristic_is_exported_as_it_stands(bench, tmp_path):
    bench.begin()

    bench.lab.export(tmp_path / "out.py")
    bench.settle()

    assert (tmp_path / "out.py").read_text(encoding="utf-8") == SIMPLE


def test_what_cannot_be_read_or_written_is_said(bench, tmp_path):
    bench.begin()

    bench.lab.import_file(tmp_path / "missing.py")
    bench.lab.export(tmp_path / "no folder" / "x" / "\0.py")
    bench.settle()

    assert len(bench.messages) == 2


# -- running ---------------------------------------------------------------------------------------


def test_a_run_tells_value_terms_and_moves_for_the_side_to_move(bench):
    bench.begin()
    bench.app.turns.play_text("b1-b3")

    bench.run()

    report = bench.state.report
    assert report is not None and report.side == 1
    assert set(report.terms) == {"MOVES", "GROUPS"}
    assert report.value == pytest.approx(sum(report.terms.values()))
    legal = bench.app.document.position.legal_moves()
    assert sorted(one.move for one in report.moves) == sorted(legal)
    values = [one.value for one in report.moves]
    assert values == sorted(values, reverse=True)
    for one in report.moves:
        assert one.value == pytest.approx(sum(one.terms.values()))
        after = bench.app.document.position.copy()
        after.make(one.move)
        view = LOA.features.view(after)
        mine = 0.5 * (view.mobility(1) - view.mobility(0))
        mine -= view.group_count(1) - view.group_count(0)
        assert one.value == pytest.approx(mine)
    assert report.lines[8] == "1, 0" or report.lines[8]


def test_after_a_move_with_another_turn_the_value_is_not_turned_round(bench):
    bench.app.document.new_game(KALAH)
    text = "def evaluate(position):\n    return position.kalah(position.side) + 0.5\n"
    bench.begin(text)

    bench.run()

    report = bench.state.report
    again = report.find(bench.app.document.position.read_move("3"))
    other = report.find(bench.app.document.position.read_move("1"))
    assert again.value == 1.5  # South is to move again, with a stone in the kalah
    assert other.value == -0.5


def test_moves_that_end_the_game_have_their_outcome_as_value(bench):
    bench.app.document.new_game(TICTACTOE, start=ENDS_SOON)
    bench.begin("def evaluate(position):\n    return 1.0\n")

    bench.run()

    best = bench.state.report.moves[0]
    assert best.value == WON and best.ending and best.text == "3"


def test_an_error_is_told_with_its_line(bench):
    bench.begin("def evaluate(position):\n    a = 1\n    return a / 0\n")

    bench.run()

    assert bench.state.failure.line == 3 and bench.state.report is None
    bench.lab.edit("mine", "def evaluate(position)\n")
    bench.run()
    assert bench.state.failure.line == 1


def test_the_report_is_gone_as_soon_as_text_or_position_is_another(bench):
    bench.begin()
    bench.run()

    bench.lab.edit("mine", SIMPLE + "\n")
    assert bench.state.report is None
    bench.run()
    bench.app.turns.play_text("b1-b3")
    assert bench.state.report is None and bench.state.engine is None


def test_while_somebody_looks_it_runs_by_itself(bench, qtbot):
    bench.begin()
    bench.lab.watch("terms", True)

    qtbot.waitUntil(lambda: bench.state.report is not None)
    bench.lab.edit("mine", SIMPLE.replace("0.5", "0.75"))
    qtbot.waitUntil(lambda: bench.state.report is not None)
    assert bench.state.report.weights["MOVES"] == 0.75
    bench.app.turns.play_text("b1-b3")
    qtbot.waitUntil(lambda: bench.state.report is not None)
    assert bench.state.report.side == 1
    count = len(bench.sandbox.ran)
    bench.lab.watch("terms", False)
    bench.app.navigation.undo()
    bench.lab._run_by_itself()
    assert len(bench.sandbox.ran) == count


def test_what_is_typed_is_run_after_a_pause_and_what_is_opened_at_once(bench, qtbot, monkeypatch):
    monkeypatch.setattr(lab, "PAUSE_MS", 10**8)
    name = bench.begin()
    bench.lab.watch("terms", True)
    qtbot.waitUntil(lambda: bench.sandbox.ran == [SIMPLE])
    bench.settle()

    for typed in ("1", "12"):
        bench.lab.edit(name, f"{SIMPLE}# {typed}")
        QCoreApplication.processEvents()
    assert bench.sandbox.ran == [SIMPLE]

    bench.lab.open(name)
    qtbot.waitUntil(lambda: bench.sandbox.ran == [SIMPLE, f"{SIMPLE}# 12"])


def test_a_late_answer_for_another_text_is_dropped(bench):
    bench.begin()
    bench.lab.run()
    assert bench.state.running

    bench.lab.edit("mine", SIMPLE + "\n")
    bench.settle()

    assert bench.state.report is None and not bench.state.running


def test_weights_are_written_into_the_text(bench):
    bench.begin()
    bench.replaced.clear()

    bench.lab.set_weights({"MOVES": 0.25})

    assert "MOVES = 0.25\n" in bench.lab.text("mine") and bench.replaced == ["mine"]
    with pytest.raises(BadHeuristic):
        bench.lab.set_weights({"NOTHING": 1.0})


def test_heuristic_and_engine_are_compared_in_words_and_on_the_board(bench):
    bench.begin("def evaluate(position):\n    return -position.mobility(position.side) * 0.1\n")

    bench.run()

    state = bench.state
    words = comparison_sentences(state.report, state.engine)
    assert 1 <= len(words) <= 2
    best = state.engine.best
    mine = state.report.moves[0]
    arrows = lab_arrows(state)
    assert list(arrows) == list(dict.fromkeys([mine.move, best]))
    assert mine.text in words[0]
    bench.lab.choose(state.report.moves[-1].move)
    assert next(iter(lab_arrows(bench.state))) == state.report.moves[-1].move


# -- exercises and games ---------------------------------------------------------------------------


def test_in_an_exercise_nothing_is_told(bench, monkeypatch):
    bench.begin()
    bench.run()

    monkeypatch.setattr(bench.app.document, "is_secret", lambda: True)
    bench.app.document.report(Cause.FINDINGS)

    assert bench.state.report is None and bench.state.engine is None
    with pytest.raises(BadCommand, match="yourself first"):
        bench.lab.run()


def test_each_game_has_its_own_heuristics(bench):
    bench.begin()

    bench.app.document.new_game(KALAH)
    bench.load()

    assert bench.state.names == ()
    bench.app.document.new_game(LOA)
    assert bench.state.names == ("mine",)


def test_a_typed_line_is_answered_in_words(bench):
    bench.begin()

    bench.lab.run(answer=True)
    bench.settle()

    assert len(bench.answers) == 1
    assert "MOVES" in bench.answers[0] and "What " in bench.answers[0]
