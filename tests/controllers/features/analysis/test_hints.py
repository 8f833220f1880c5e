"""Hints in steps: where to look, the move, and why; and none of them contradicts the values."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.core.place import HintStep
from kalahloa.controllers.features.analysis.findings import Findings
from kalahloa.controllers.features.analysis.hint_words import MAX_WHY, hint_sentence
from kalahloa.controllers.features.analysis.hints import Hints
from kalahloa.controllers.work.search_jobs import LinesNews
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import Line, move_value
from kalahloa.models.text.errors import BadCommand

KALAH = find_game("kalah")
FEW_STONES = "<6,10,6,0,0,0,1,0,2,0,0,1,0,0,1> S"


@pytest.fixture(autouse=True)
def shallow(desk) -> None:
    desk.analysis.reason_plan = replace(desk.analysis.reason_plan, limits=Limits(depth=3))


def ask(desk, qtbot, word: str = "") -> str:
    """Ask for the next step, and return what is said of it."""
    answer = BY_KEY["hint"].perform(desk, word.split())
    qtbot.waitUntil(lambda: not desk.document.place.hinting, timeout=20_000)
    seeking = answer in ("Looking for a good move.", "Comparing the best moves.")
    return hint_sentence(desk.document.place) if seeking or not answer else answer


def test_the_steps_come_one_by_one(desk, qtbot):
    first = BY_KEY["hint"].trigger(desk)
    qtbot.waitUntil(lambda: desk.document.place.hint is not None)
    where = desk.document.place.hint
    move, why = None, None

    told = ask(desk, qtbot)
    move = desk.document.place.hint
    reason = ask(desk, qtbot)
    why = desk.document.place.hint

    assert first == "Looking for a good move."
    assert (where.step, where.shown_move) == (HintStep.WHERE, None)
    assert where.clue.cells == (where.move & 63,)
    assert (move.step, move.shown_move, move.clue.cells) == (HintStep.MOVE, where.move, ())
    assert told.startswith("Hint (") and told.endswith("Ask again for the reason.")
    assert why.step is HintStep.WHY and why.line.startswith("1. ")
    assert reason.startswith(f"Why {why.text}: ") and reason.endswith(why.line)


def test_where_to_look_does_not_tell_the_move(desk, qtbot):
    sentence = ask(desk, qtbot)

    hint = desk.document.place.hint
    assert hint.step is HintStep.WHERE
    assert sentence == f"Hint: {hint.clue.sentence} Ask again for the move."
    assert hint.text not in sentence


def test_a_step_can_be_typed(desk, qtbot):
    assert Interpreter(desk).execute("hint move") == "Looking for a good move."
    qtbot.waitUntil(lambda: desk.document.place.hint is not None)
    assert desk.document.place.hint.step is HintStep.MOVE

    ask(desk, qtbot, "why")
    assert desk.document.place.hint.step is HintStep.WHY


def test_all_of_it_can_be_asked_for_at_once(desk, qtbot):
    ask(desk, qtbot, "why")

    assert desk.document.place.hint.step is HintStep.WHY
    assert desk.document.place.hint.line


@pytest.mark.parametrize("words", ["now", "move why"])
def test_another_word_is_refused(desk, words):
    with pytest.raises(BadCommand, match="where, move, why"):
        BY_KEY["hint"].perform(desk, words.split())
    assert not desk.document.place.hinting


def test_asking_after_the_last_step_tells_it_again(desk, qtbot):
    ask(desk, qtbot, "why")
    sentence = hint_sentence(desk.document.place)

    assert BY_KEY["hint"].trigger(desk) == sentence
    assert not desk.document.place.hinting


def test_the_next_position_begins_with_the_first_step(desk, qtbot):
    ask(desk, qtbot, "why")
    desk.document.play(desk.document.position.legal_moves()[0])
    assert desk.document.place.hint is None

    ask(desk, qtbot)

    assert desk.document.place.hint.step is HintStep.WHERE


def test_the_search_for_the_reason_ends_with_its_position(desk, qtbot):
    ask(desk, qtbot, "move")
    desk.analysis.reason_plan = replace(desk.analysis.reason_plan, limits=Limits(seconds=600.0))
    BY_KEY["hint"].trigger(desk)
    assert desk.document.place.hinting

    desk.document.play(desk.document.position.legal_moves()[0])

    assert not desk.document.place.hinting
    assert desk.document.place.hint is None
    ask(desk, qtbot)
    assert desk.document.place.hint.step is HintStep.WHERE


@pytest.mark.parametrize("step", ["where", "move", "why"])
def test_no_step_contradicts_the_values_beside_it(desk, qtbot, step):
    """The searcher prefers the first legal move, at +10.36; the solver knows better."""
    desk.document.new_game(KALAH, start=FEW_STONES)
    ask(desk, qtbot, step)

    desk.analysis.set_wanted(True)
    qtbot.waitUntil(lambda: desk.document.place.values_final, timeout=20_000)

    place = desk.document.place
    assert place.hint.value == place.values[place.hint.move]
    assert place.hint.value.number == max(value.number for value in place.values.values())
    assert place.hint.clue.cells == () or step == "where"
    if step == "why":
        assert f"{place.hint.value.text} for South, proven." in hint_sentence(place)


def test_the_reason_is_not_searched_for_where_two_lines_are_known(desk, qtbot):
    desk.document.new_game(KALAH, start=FEW_STONES)
    desk.live.set_on(True)
    qtbot.waitUntil(
        lambda: (
            len(desk.document.place.live.lines) > 1
            and all(len(line.moves) > 1 for line in desk.document.place.live.lines[:2])
        ),
        timeout=20_000,
    )
    desk.live.set_paused(True)
    ask(desk, qtbot, "move")

    BY_KEY["hint"].trigger(desk)

    assert not desk.document.place.hinting
    assert desk.document.place.hint.step is HintStep.WHY
    best = desk.document.place.live.lines[0]
    assert desk.document.place.hint.move == best.move


def test_what_a_game_from_outside_raises_hides_its_words_only(desk, qtbot):
    def broken(*_):
        raise ZeroDivisionError

    game = replace(find_game("tictactoe"), clue=broken, merits=broken)
    desk.document.new_game(game)

    ask(desk, qtbot)
    assert desk.document.place.hint.clue.sentence == ""
    ask(desk, qtbot, "why")

    assert desk.document.place.hint.why == ()
    assert hint_sentence(desk.document.place).startswith("Why ")


def test_long_words_of_a_game_from_outside_are_cut_off(desk, qtbot):
    game = replace(find_game("tictactoe"), merits=lambda *_: ["x" * 10_000])
    desk.document.new_game(game)

    ask(desk, qtbot, "why")

    assert len(hint_sentence(desk.document.place)) <= MAX_WHY


def test_where_to_look_follows_another_move_that_is_found_to_be_better(desk):
    node, position = desk.document.node, desk.document.position
    findings = Findings()
    hints = Hints(findings)
    hints.advance()
    told = []
    for depth, text in enumerate(("b1-b3", "c1-c3"), 1):
        value = move_value(float(depth), False, None, False, depth)
        findings.add_hint(node, position.read_move(text), value)
        hint = hints.hint(desk.document.game, node, position)
        told.append((hint.text, hint.clue.cells))

    assert told == [("b1-b3", (1,)), ("c1-c3", (2,))]


def test_the_reason_compares_with_the_next_best_move_that_is_known_by_then(desk):
    node, position = desk.document.node, desk.document.position
    first, *others = (
        Line(move, move_value(number, False, None, False, 3), (move,))
        for number, move in zip((3.0, 1.0, 2.0), position.legal_moves(), strict=False)
    )
    findings = SimpleNamespace()
    hints = Hints(findings)
    hints.advance(HintStep.WHY)
    told = []
    for rival in others:
        findings.lines = lambda *_, rival=rival: (first, rival)
        told.append(" ".join(hints.hint(desk.document.game, node, position).why))

    for sentence, rival in zip(told, others, strict=True):
        assert f"The next best move, {position.format_move(rival.move)}," in sentence


def test_what_the_best_moves_lead_to_is_looked_for_once(desk):
    node, position = desk.document.node, desk.document.position
    hints = Hints(Findings())
    assert not hints.can_explain(node, position)

    hints.explained = node

    assert hints.can_explain(node, position)


def test_lines_that_others_have_asked_for_are_no_reason(desk, qtbot):
    ask(desk, qtbot, "move")
    desk.analysis.reason_plan = replace(desk.analysis.reason_plan, limits=Limits(seconds=600.0))
    BY_KEY["hint"].trigger(desk)

    desk.service.lined.emit(LinesNews(0, None, finished=True))

    assert desk.document.place.hinting
    assert desk.document.place.hint.step is HintStep.MOVE
