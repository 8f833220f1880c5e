"""Hints in steps: where to look, the move, and why; and none of them contradicts the values."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import HintStep
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.findings import Findings
from kalahloa.controllers.features.analysis.hint_words import MAX_WHY, hint_sentence
from kalahloa.controllers.features.analysis.hints import Hints
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.controllers.work.search_jobs import LinesNews
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import Line
from kalahloa.models.text.errors import BadCommand
from tests.scores import move_score

KALAH = find_game("kalah")
FEW_STONES = "<6,10,6,0,0,0,1,0,2,0,0,1,0,0,1> S"


@pytest.fixture(autouse=True)
def shallow(app) -> None:
    app[Analysis].reason_plan = replace(app[Analysis].reason_plan, limits=Limits(depth=3))


@pytest.fixture
def real(qapp) -> Iterator[AppContext]:
    """An app whose hints are searched for."""
    made = open_app(find_game("loa"))
    yield made
    made.shut_down()


def ask(app, qtbot, word: str = "") -> str:
    """Ask for the next step, and return what is said of it."""
    answer = BY_KEY["hint"].perform(app, word.split())
    qtbot.waitUntil(lambda: not app.document.place.hinting, timeout=20_000)
    seeking = answer in ("Looking for a good move.", "Comparing the best moves.")
    return hint_sentence(app.document.place) if seeking or not answer else answer


def test_the_steps_come_one_by_one(app, qtbot):
    first = BY_KEY["hint"].trigger(app)
    qtbot.waitUntil(lambda: app.document.place.hint is not None)
    where = app.document.place.hint
    move, why = None, None

    told = ask(app, qtbot)
    move = app.document.place.hint
    reason = ask(app, qtbot)
    why = app.document.place.hint

    assert first == "Looking for a good move."
    assert (where.step, where.shown_move) == (HintStep.WHERE, None)
    assert where.clue.cells == (where.move & 63,)
    assert (move.step, move.shown_move, move.clue.cells) == (HintStep.MOVE, where.move, ())
    assert told.startswith("Hint (") and told.endswith("Ask again to see why.")
    assert why.step is HintStep.WHY and why.line.startswith("1. ")
    assert reason.startswith(f"Why {why.text}: ") and reason.endswith(why.line)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ((), "Hint: All moves draw. Ask again to see the move."),
        (("1", "5", "9"), "Hint: Look at the edges. Ask again to see the move."),
    ],
)
def test_a_hint_says_so_where_all_moves_draw(real, qtbot, moves, sentence):
    real.document.new_game(find_game("tictactoe"))
    for move in moves:
        real.turns.play_text(move)

    assert ask(real, qtbot) == sentence


def test_where_to_look_does_not_tell_the_move(app, qtbot):
    sentence = ask(app, qtbot)

    hint = app.document.place.hint
    assert hint.step is HintStep.WHERE
    assert sentence == f"Hint: {hint.clue.sentence} Ask again to see the move."
    assert hint.text not in sentence


def test_a_step_can_be_typed(app, qtbot):
    assert Interpreter(app).execute("hint move") == "Looking for a good move."
    qtbot.waitUntil(lambda: app.document.place.hint is not None)
    assert app.document.place.hint.step is HintStep.MOVE

    ask(app, qtbot, "why")
    assert app.document.place.hint.step is HintStep.WHY


def test_all_of_it_can_be_asked_for_at_once(app, qtbot):
    ask(app, qtbot, "why")

    assert app.document.place.hint.step is HintStep.WHY
    assert app.document.place.hint.line


@pytest.mark.parametrize("words", ["now", "move why"])
def test_another_word_is_refused(app, words):
    with pytest.raises(BadCommand, match="where, move, why"):
        BY_KEY["hint"].perform(app, words.split())
    assert not app.document.place.hinting


def test_asking_after_the_last_step_tells_it_again(app, qtbot):
    ask(app, qtbot, "why")
    sentence = hint_sentence(app.document.place)

    assert BY_KEY["hint"].trigger(app) == sentence
    assert not app.document.place.hinting


def test_the_next_position_begins_with_the_first_step(app, qtbot):
    ask(app, qtbot, "why")
    app.document.play(app.document.position.legal_moves()[0])
    assert app.document.place.hint is None

    ask(app, qtbot)

    assert app.document.place.hint.step is HintStep.WHERE


def test_the_search_for_the_reason_ends_with_its_position(app, qtbot):
    ask(app, qtbot, "move")
    app[Analysis].reason_plan = replace(app[Analysis].reason_plan, limits=Limits(seconds=600.0))
    BY_KEY["hint"].trigger(app)
    assert app.document.place.hinting

    app.document.play(app.document.position.legal_moves()[0])

    assert not app.document.place.hinting
    assert app.document.place.hint is None
    ask(app, qtbot)
    assert app.document.place.hint.step is HintStep.WHERE


@pytest.mark.parametrize("step", ["where", "move", "why"])
def test_no_step_contradicts_the_values_beside_it(app, qtbot, step):
    """The searcher prefers the first legal move, at +10.36; the solver knows better."""
    app.document.new_game(KALAH, start=FEW_STONES)
    ask(app, qtbot, step)

    app[Analysis].set_wanted(True)
    qtbot.waitUntil(lambda: app.document.place.values_final, timeout=20_000)

    place = app.document.place
    assert place.hint.value == place.values[place.hint.move]
    assert place.hint.value.number == max(value.number for value in place.values.values())
    assert place.hint.clue.cells == () or step == "where"
    if step == "why":
        assert f"{place.hint.value.short} for South, proven." in hint_sentence(place)


def test_the_reason_is_not_searched_for_where_two_lines_are_known(app, qtbot, monkeypatch):
    app.document.new_game(KALAH, start=FEW_STONES)
    app[LiveAnalysis].set_on(True)
    qtbot.waitUntil(
        lambda: (
            len(app.document.place[Live].lines) > 1
            and all(len(line.moves) > 1 for line in app.document.place[Live].lines[:2])
        ),
        timeout=20_000,
    )
    app[LiveAnalysis].set_paused(True)
    ask(app, qtbot, "move")
    searches: list[object] = []
    monkeypatch.setattr(app.service, "lines", lambda *asked: searches.append(asked))

    BY_KEY["hint"].trigger(app)

    assert not searches
    qtbot.waitUntil(lambda: not app.document.place.hinting)
    assert app.document.place.hint.step is HintStep.WHY
    best = app.document.place[Live].lines[0]
    assert app.document.place.hint.move == best.move


def test_what_a_game_from_outside_raises_hides_its_words_only(app, qtbot):
    def broken(*_):
        raise ZeroDivisionError

    game = replace(find_game("tictactoe"), clue=broken, why_good=broken)
    app.document.new_game(game)

    ask(app, qtbot)
    assert app.document.place.hint.clue.sentence == ""
    ask(app, qtbot, "why")

    place = app.document.place
    assert place.hint.why == ()
    assert hint_sentence(place).startswith("Why ") and " for X, " in hint_sentence(place)
    against = replace(place, players=(HUMAN, Player(Level.of_engine(3))))
    assert " for you, " in hint_sentence(against)


def test_long_words_of_a_game_from_outside_are_cut_off(app, qtbot):
    game = replace(find_game("tictactoe"), why_good=lambda *_: ["x" * 10_000])
    app.document.new_game(game)

    ask(app, qtbot, "why")

    assert len(hint_sentence(app.document.place)) <= MAX_WHY


def test_where_to_look_follows_another_move_that_is_found_to_be_better(app):
    node, position = app.document.node, app.document.position
    findings = Findings()
    hints = Hints(findings)
    hints.advance()
    told = []
    for depth, text in enumerate(("b1-b3", "c1-c3"), 1):
        value = move_score(float(depth), False, None, False, depth)
        findings.add_hint(node, position.read_move(text), value)
        hint = hints.hint(app.document.game, node, position)
        told.append((hint.text, hint.clue.cells))

    assert told == [("b1-b3", (1,)), ("c1-c3", (2,))]


def test_the_reason_compares_with_the_next_best_move_that_is_known_by_then(app):
    node, position = app.document.node, app.document.position
    first, *others = (
        Line(move, move_score(number, False, None, False, 3), (move,))
        for number, move in zip((3.0, 1.0, 2.0), position.legal_moves(), strict=False)
    )
    findings = SimpleNamespace()
    hints = Hints(findings)
    hints.advance(HintStep.WHY)
    told = []
    for rival in others:
        findings.lines = lambda *_, rival=rival: (first, rival)
        told.append(" ".join(hints.hint(app.document.game, node, position).why))

    for sentence, rival in zip(told, others, strict=True):
        assert f"The next best move, {position.format_move(rival.move)}," in sentence


def test_what_the_best_moves_lead_to_is_looked_for_once(app):
    node, position = app.document.node, app.document.position
    hints = Hints(Findings())
    assert not hints.can_explain(node, position)

    hints.explained = node

    assert hints.can_explain(node, position)


def test_lines_that_others_have_asked_for_are_no_reason(app, qtbot):
    ask(app, qtbot, "move")
    app[Analysis].reason_plan = replace(app[Analysis].reason_plan, limits=Limits(seconds=600.0))
    BY_KEY["hint"].trigger(app)

    app.service.lined.emit(LinesNews(0, None, finished=True))

    assert app.document.place.hinting
    assert app.document.place.hint.step is HintStep.MOVE


class Later:
    """Makes reasons when it is told to."""

    def __init__(self) -> None:
        self.asked: list = []

    def __call__(self, run, receive) -> None:
        self.asked.append((run, receive))

    def finish(self) -> None:
        run, receive = self.asked.pop(0)
        receive(run())


def test_the_reasons_of_another_move_are_not_shown_while_new_ones_are_made(app):
    node, position = app.document.node, app.document.position
    lines = [
        Line(move, move_score(1.0, False, None, False, 3), (move,))
        for move in position.legal_moves()[:2]
    ]
    findings, work = SimpleNamespace(), Later()
    hints = Hints(findings, work)
    hints.advance(HintStep.WHY)
    findings.lines = lambda *_: (lines[0],)
    assert hints.hint(app.document.game, node, position).step is HintStep.MOVE
    findings.lines = lambda *_: (lines[1],)
    assert hints.hint(app.document.game, node, position).step is HintStep.MOVE
    assert len(work.asked) == 1  # one after the other

    work.finish()

    assert hints.hint(app.document.game, node, position).step is HintStep.MOVE
    work.finish()
    shown = hints.hint(app.document.game, node, position)
    assert (shown.step, shown.move) == (HintStep.WHY, lines[1].move)
    assert not work.asked


def test_reasons_that_were_given_up_are_made_again(app):
    node, position = app.document.node, app.document.position
    move = position.legal_moves()[0]
    findings, work = SimpleNamespace(), Later()
    findings.lines = lambda *_: (Line(move, move_score(1.0, False, None, False, 3), (move,)),)
    hints = Hints(findings, work)
    hints.advance(HintStep.WHY)
    hints.hint(app.document.game, node, position)
    _, late = work.asked.pop()

    hints.forget()
    hints.advance(HintStep.WHY)
    assert hints.hint(app.document.game, node, position).step is HintStep.MOVE
    late(("of before",))
    work.finish()

    assert hints.hint(app.document.game, node, position).step is HintStep.WHY
    assert "of before" not in hints.hint(app.document.game, node, position).why
