"""Teaching: moves that give away too much are taken back, and their refutation is shown."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.commands import BY_KEY, BY_TYPED_NAME
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.teaching.state import Teaching, TeachingSettings
from kalahloa.controllers.features.teaching.words import loss_words, turns_of, worth_words
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import MoveValue, move_value
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import BadCommand, IllegalMove
from tests.controllers.conftest import COMPUTER, texts
from tests.scripted import ScriptedSearcher

TICTACTOE = find_game("tictactoe")
KALAH = find_game("kalah")
LOA = find_game("loa")
ON = TeachingSettings(on=True, margin=0)
"""Takes back whatever gives anything away; a game of tic-tac-toe has a margin of 1."""


@pytest.fixture
def desk(qapp, searcher: ScriptedSearcher) -> Iterator[Desk]:
    """A game of tic-tac-toe: a human begins; the computer plays the first legal move."""
    made = Desk.of(TICTACTOE, service=AnalysisService(find=searcher.find))
    made.turns.minimum_think_seconds = 0.0
    made.teaching.moment_ms = 20
    made.teaching.limits = Limits(depth=9)
    made.reviews._reviewer.settings = ReviewSettings(mebibytes=1, cached=False)
    made.teaching.set_settings(ON)
    made.document.new_game(TICTACTOE, players=(HUMAN, COMPUTER))
    yield made
    searcher.open()
    made.shut_down()


@pytest.fixture
def said(desk: Desk) -> list[str]:
    heard: list[str] = []
    desk.teaching.message.connect(heard.append)
    return heard


def state(desk: Desk) -> Teaching:
    told = desk.document.place.teaching
    assert told is not None
    return told


def play(desk: Desk, moves: str) -> None:
    for text in moves.split():
        desk.turns.play(desk.document.position.read_move(text))


def calm(desk: Desk, qtbot) -> None:
    """Wait until nothing is judged, taken back, put in order or searched."""
    qtbot.waitUntil(
        lambda: (
            not state(desk).is_busy
            and not desk.document.place.thinking
            and not desk.teaching._arranging.isActive()
        ),
        timeout=20_000,
    )


def sit(desk: Desk, start: str) -> None:
    """Begin at *start*, where the human is to move."""
    players = (HUMAN, COMPUTER) if start.endswith("X") else (COMPUTER, HUMAN)
    desk.document.new_game(TICTACTOE, players=players, start=start)


THREAT = "XX./OO./... X"
"""X wins by 3; after 7, 8 or 9 O wins by 6."""
CORNER = "X../.../... O"
"""Only 5 keeps the draw."""
HOPELESS = "XO./.X./X.O O"
"""X has two threats."""


# -- taking back -----------------------------------------------------------------------------------


def test_a_move_that_keeps_the_value_stands_and_is_answered(desk, said, qtbot):
    sit(desk, THREAT)

    play(desk, "3")
    calm(desk, qtbot)

    assert texts(desk) == ["3"]
    assert said == []
    assert state(desk).refuted is None


def test_nobody_answers_before_the_move_is_judged(desk, searcher, qtbot):
    play(desk, "5")

    place = desk.document.place
    assert state(desk).judging is desk.document.node
    assert not place.thinking and not place.human_may_move
    assert searcher.asked == []
    with pytest.raises(IllegalMove, match="played by the computer"):
        play(desk, "1")
    calm(desk, qtbot)
    assert texts(desk) == ["5", "1"]


def test_a_move_that_gives_away_too_much_is_refuted_and_taken_back(desk, said, searcher, qtbot):
    sit(desk, THREAT)
    desk.teaching.moment_ms = 1000

    play(desk, "9")
    qtbot.waitUntil(lambda: state(desk).refuted is not None, timeout=20_000)

    refuted = state(desk).refuted
    assert texts(desk) == ["9"] and refuted.node is desk.document.node
    assert state(desk).takes_back and refuted.left == 2
    assert said == [
        "9 gives away 2 points and the win, proven: O 6; O wins by 1 point, proven. "
        "Try again; 2 more moves can be taken back."
    ]
    desk.teaching._back.start(0)
    calm(desk, qtbot)
    assert texts(desk) == []
    assert state(desk).refuted.is_back
    assert desk.document.place.human_may_move
    assert searcher.asked == []


def test_while_it_is_on_the_board_no_move_can_be_made(desk, qtbot):
    sit(desk, THREAT)
    desk.document.set_players((HUMAN, HUMAN))
    desk.teaching.moment_ms = 60_000
    play(desk, "9")
    qtbot.waitUntil(lambda: state(desk).refuted is not None, timeout=20_000)

    assert not desk.document.place.human_may_move
    with pytest.raises(IllegalMove, match="taken back in a moment"):
        play(desk, "3")
    with pytest.raises(BadCommand, match="taken back in a moment"):
        BY_KEY["play"].perform(desk, ["3"])
    assert texts(desk) == ["9"]


def test_what_was_tried_stays_as_a_variation_with_its_refutation(desk, qtbot):
    sit(desk, CORNER)
    play(desk, "2")
    calm(desk, qtbot)

    play(desk, "5")
    calm(desk, qtbot)

    root = desk.document.record.root
    assert texts(desk)[0] == "5" and len(texts(desk)) == 2
    assert [child.text for child in root.children] == ["5", "2"]
    refuted = desk.reviews.known(root.children[1])
    below = [node.text for node in root.children[1].with_below()][1:]
    assert len(below) == 2 and below == list(refuted.refutation[: len(below)])
    assert refuted.mark in (Mark.MISTAKE, Mark.BLUNDER)
    assert desk.document.place.found_marks[root.children[1].number] is refuted.mark


def test_what_was_played_before_is_a_variation_of_what_stands(desk, qtbot):
    sit(desk, CORNER)
    desk.teaching.set_settings(replace(ON, on=False))
    play(desk, "9")
    desk.walks.to_start()
    desk.teaching.set_settings(ON)
    play(desk, "2")
    calm(desk, qtbot)

    play(desk, "5")
    calm(desk, qtbot)
    assert [child.text for child in desk.document.record.root.children] == ["5", "2", "9"]


def test_the_refutation_in_the_record_does_not_end_the_game(desk, qtbot):
    sit(desk, THREAT)
    play(desk, "9")
    calm(desk, qtbot)

    assert state(desk).refuted.ply.refutation == ("6",)
    assert desk.turns.plays_computer
    play(desk, "3")
    calm(desk, qtbot)

    assert [child.text for child in desk.document.record.root.children] == ["3", "9"]
    assert desk.document.record.root.children[1].children == []


def test_what_was_taken_back_can_be_looked_at_with_its_answer(desk, qtbot):
    sit(desk, THREAT)
    play(desk, "9")
    calm(desk, qtbot)
    refuted = state(desk).refuted

    BY_KEY["forward"].trigger(desk)
    assert state(desk).refuted == refuted and not state(desk).is_busy
    assert desk.document.place.human_may_move
    BY_KEY["back"].trigger(desk)
    assert state(desk).refuted == refuted
    BY_KEY["forward"].trigger(desk)
    desk.turns.continue_play()

    calm(desk, qtbot)
    assert texts(desk) == ["9", "3"]
    assert state(desk).refuted is None


def test_after_so_many_moves_the_next_one_stands_and_is_answered(desk, said, qtbot):
    desk.teaching.set_settings(replace(ON, times=2))
    sit(desk, THREAT)

    for move, left in (("9", 1), ("7", 0)):
        play(desk, move)
        calm(desk, qtbot)
        assert state(desk).refuted.left == left
        assert texts(desk) == []
    assert said[1].endswith("Try again; the next move stands.")
    play(desk, "8")
    calm(desk, qtbot)

    assert said[2:] == ["8 gives away 2 points and the win, proven. It stands."]
    assert texts(desk) == ["8", "3"]
    assert [child.text for child in desk.document.record.root.children] == ["8", "7", "9"]


def test_the_same_bad_move_again_counts_again_and_is_not_searched_twice(desk, said, qtbot):
    sit(desk, THREAT)
    asked = []
    judge = desk.reviews.judge
    desk.reviews.judge = lambda *given: asked.append(given) or judge(*given)

    for _ in range(2):
        play(desk, "9")
        calm(desk, qtbot)

    assert len(asked) == 1
    assert state(desk).refuted.left == 1
    assert len(said) == 2


def test_moves_are_taken_back_anew_where_one_has_stood(desk, said, qtbot):
    desk.teaching.set_settings(replace(ON, times=1))
    sit(desk, THREAT)
    for _ in range(2):
        play(desk, "9")
        calm(desk, qtbot)
    assert texts(desk)[0] == "9"

    desk.walks.to_start()
    play(desk, "9")
    calm(desk, qtbot)

    assert texts(desk) == []


def test_a_loss_up_to_the_amount_stands(desk, said, qtbot):
    desk.teaching.set_settings(replace(ON, margin=2))
    sit(desk, THREAT)

    play(desk, "9")
    calm(desk, qtbot)

    assert texts(desk)[0] == "9" and said == []


def test_a_position_in_which_everything_loses_takes_nothing_back(desk, said, qtbot):
    sit(desk, HOPELESS)

    play(desk, "8")
    calm(desk, qtbot)

    assert texts(desk)[0] == "8" and said == []


def test_the_only_move_is_not_judged(desk, qtbot):
    desk.document.new_game(TICTACTOE, players=(HUMAN, HUMAN), start="XOX/XOO/OX. X")
    assert len(desk.document.position.legal_moves()) == 1

    play(desk, "9")

    assert state(desk).judging is None


def test_the_moves_of_computers_are_never_taken_back(desk, said, qtbot):
    desk.document.new_game(TICTACTOE, players=(COMPUTER, COMPUTER))
    qtbot.waitUntil(lambda: desk.document.node.outcome is not None, timeout=20_000)

    assert said == []


def test_between_two_humans_both_are_taught(desk, said, qtbot):
    desk.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    play(desk, "5")
    calm(desk, qtbot)
    assert texts(desk) == ["5"]

    play(desk, "2")
    calm(desk, qtbot)

    assert texts(desk) == ["5"]
    assert "2 gives away 1 point" in said[0]


def test_where_the_other_human_has_answered_the_move_stands(desk, said, qtbot):
    desk.document.new_game(TICTACTOE, players=(HUMAN, HUMAN), start="X../.../... O")
    play(desk, "2")
    assert state(desk).judging.text == "2"

    play(desk, "5")
    assert state(desk).judging.text == "5"
    calm(desk, qtbot)

    assert texts(desk) == ["2", "5"]
    assert said == []


# -- Kalah: several sowings ------------------------------------------------------------------------


SOWINGS = "<6,1,1,0,2,0,1,3,0,2,0,1,0,0,4> S"


def known_losses(desk: Desk, qtbot) -> dict[str, float]:
    """Return what each move from the position gives away."""
    root = desk.document.record.root
    for move in desk.document.position.legal_moves():
        desk.document.play(move)
        number = desk.reviews.judge(desk.document.node, Limits(seconds=5))
        with qtbot.waitSignal(
            desk.reviews.judged, timeout=20_000, check_params_cb=lambda n, *_, m=number: n == m
        ):
            pass
        desk.document.walk(root)
    known = {child.text: desk.reviews.known(child) for child in root.children}
    assert all(ply.proven for ply in known.values())
    return {text: ply.loss for text, ply in known.items()}


def test_each_sowing_of_a_turn_is_judged_and_all_are_taken_back(desk, said, qtbot):
    desk.teaching.set_settings(replace(ON, on=False))
    desk.document.new_game(KALAH, players=(HUMAN, HUMAN), start=SOWINGS)
    losses = known_losses(desk, qtbot)
    worst = max(losses, key=losses.__getitem__)
    best = min(losses, key=losses.__getitem__)
    assert losses[worst] >= 2 and losses[best] == 0
    desk.document.new_game(KALAH, players=(HUMAN, COMPUTER), start=SOWINGS)
    desk.teaching.limits = Limits(seconds=5)
    desk.teaching.set_settings(replace(ON, margin=int(losses[worst]) - 1))

    play(desk, worst)
    calm(desk, qtbot)
    assert texts(desk) == []
    assert f"{losses[worst]:g} stone" in said[0] and "proven" in said[0]
    play(desk, best)
    calm(desk, qtbot)

    assert texts(desk)[0] == best
    assert desk.document.record.root.children[0].text == best


def test_a_second_sowing_made_meanwhile_goes_back_with_the_first(desk, said, qtbot, monkeypatch):
    desk.document.new_game(KALAH, players=(HUMAN, COMPUTER))
    desk.turns.play_text("3-6")
    first, second = desk.document.node.path()[1:]
    assert [node.text for node in (first, second)] == ["3", "6"]
    assert state(desk).judging is first

    lost = replace(_ply(first.number, first.move, "3"), loss=9.0)
    desk.teaching._end_request()
    desk.teaching._decide(lost)
    calm(desk, qtbot)

    assert texts(desk) == []
    assert [child.text for child in desk.document.record.root.children] == ["3"]
    assert second.in_tree


def _ply(number: int, move: int, text: str, side: int = 0) -> ReviewedPly:
    value = move_value(-3.0, True, None, True, 9)
    best = move_value(6.0, True, None, True, 9)
    return ReviewedPly(number, move, text, side, value, move, text, best, 9.0, True)


# -- what leads elsewhere --------------------------------------------------------------------------


ENDS = {
    "undo": lambda desk: desk.walks.undo(),
    "start": lambda desk: desk.walks.to_start(),
    "new game": lambda desk: desk.document.new_game(KALAH, players=(HUMAN, HUMAN)),
    "the same game anew": lambda desk: desk.document.open_record(
        desk.document.record, desk.document.players
    ),
    "deletion": lambda desk: desk.study.delete_from(desk.document.record.root.children[0]),
    "study": lambda desk: desk.turns.set_answers(False),
    "off": lambda desk: BY_KEY["teaching"].trigger(desk),
}


@pytest.mark.parametrize("way", ENDS)
@pytest.mark.parametrize("when", ["judged", "taken back"])
def test_whatever_leads_elsewhere_ends_it(desk, said, qtbot, way, when):
    sit(desk, THREAT)
    desk.teaching.moment_ms = 60_000
    play(desk, "9")
    if when == "taken back":
        qtbot.waitUntil(lambda: state(desk).takes_back, timeout=20_000)
    heard = len(said)

    ENDS[way](desk)

    assert not state(desk).is_busy
    calm(desk, qtbot)
    node = desk.document.node
    qtbot.wait(60)
    assert desk.document.node is node
    assert len(said) == heard


def test_undo_in_the_moment_takes_it_back_at_once_and_counts(desk, said, qtbot):
    sit(desk, THREAT)
    desk.teaching.moment_ms = 60_000
    play(desk, "9")
    qtbot.waitUntil(lambda: state(desk).takes_back, timeout=20_000)

    desk.walks.undo()
    calm(desk, qtbot)

    assert state(desk).refuted.is_back and state(desk).refuted.left == 2
    assert texts(desk) == []


def test_another_level_while_a_move_is_judged_goes_on_judging(desk, qtbot):
    sit(desk, THREAT)
    play(desk, "9")

    desk.document.set_player(1, replace(COMPUTER, level=replace(COMPUTER.level, depth=2)))
    assert state(desk).judging is not None
    calm(desk, qtbot)

    assert texts(desk) == []


def test_a_computer_in_the_place_of_the_human_lets_the_move_stand(desk, qtbot):
    sit(desk, THREAT)
    play(desk, "9")

    desk.document.set_player(0, COMPUTER)

    assert state(desk).judging is None
    qtbot.waitUntil(lambda: desk.document.node.outcome is not None, timeout=20_000)


def test_a_pause_while_the_move_is_judged_holds_play_afterwards(desk, qtbot):
    play(desk, "5")

    desk.turns.pause()
    calm(desk, qtbot)

    assert texts(desk) == ["5"]
    assert desk.document.place.waits_for_continue


def test_in_study_nothing_is_judged(desk, said):
    sit(desk, THREAT)
    desk.turns.set_answers(False)

    play(desk, "9")

    assert state(desk).judging is None and not state(desk).active


def test_what_another_window_deletes_is_not_judged(desk, qtbot):
    sit(desk, THREAT)
    play(desk, "9")
    record, node = desk.document.record, desk.document.node

    with desk.document.telling():
        desk.document.walk(record.root)
        record.remove(node)

    assert not state(desk).is_busy
    calm(desk, qtbot)
    assert texts(desk) == []


def test_trying_again_suspends_it(desk, qtbot):
    desk.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    desk.teaching.set_settings(replace(ON, on=False))
    play(desk, "5 2")
    desk.reviews.start(ReviewSettings(Limits(depth=9), mebibytes=1))
    qtbot.waitUntil(lambda: not desk.reviews.running, timeout=20_000)
    desk.walks.to_start()
    desk.teaching.set_settings(ON)
    BY_KEY["try-again"].trigger(desk)

    play(desk, "4")

    assert not state(desk).active and state(desk).judging is None
    assert desk.document.place.trial is not None


def test_a_view_that_still_animates_the_move_is_waited_for(desk, qtbot):
    sit(desk, THREAT)
    showing = [True]
    desk.turns.is_presenting = lambda: showing[0]
    play(desk, "9")
    qtbot.waitUntil(lambda: state(desk).takes_back, timeout=20_000)

    qtbot.wait(100)
    assert texts(desk) == ["9"]
    showing.clear()
    showing.append(False)
    calm(desk, qtbot)

    assert texts(desk) == []


def test_a_move_that_is_not_judged_in_time_stands(desk, said, qtbot, searcher):
    sit(desk, THREAT)
    desk.reviews.judge = lambda *_: 10**6

    play(desk, "9")
    desk.teaching._patience.start(0)
    calm(desk, qtbot)

    assert said == ["The move could not be judged in time; it stands."]
    assert texts(desk)[0] == "9" and len(texts(desk)) == 2


def test_a_judgement_that_fails_says_so_and_the_move_stands(desk, said, qtbot):
    desk.reviews.judge = lambda *_: 10**6
    sit(desk, THREAT)
    play(desk, "9")

    desk.reviews.judged.emit(10**6, None, "The game cannot be reviewed: no memory.")
    calm(desk, qtbot)

    assert said == ["The game cannot be reviewed: no memory."]
    assert len(texts(desk)) == 2


def test_shutting_down_while_a_move_is_judged(desk):
    play(desk, "5")

    desk.shut_down()


def test_a_late_judgement_of_another_move_changes_nothing(desk, said, qtbot):
    sit(desk, THREAT)
    play(desk, "9")
    number = desk.teaching._request
    desk.walks.undo()

    desk.reviews.judged.emit(number, _ply(1, 9, "9"), "")

    assert said == [] and state(desk).refuted is None


# -- what is said ----------------------------------------------------------------------------------


LOA_VALUES = {
    "a proven win of the other side": (
        move_value(-1.0, True, 5, False, 9),
        move_value(0.2, False, None, False, 9),
        "b1-b3 lets White win by force: ",
        "White wins in 4 plies, proven",
    ),
    "an estimate": (
        move_value(-0.9, False, None, False, 9),
        move_value(0.9, False, None, False, 9),
        "gives away about 40 % of the chances, estimated",
        "estimated",
    ),
}


@pytest.mark.parametrize("case", LOA_VALUES)
def test_what_is_estimated_is_never_called_proven(desk, said, case, qtbot):
    value, best, lost, worth = LOA_VALUES[case]
    desk.document.new_game(LOA, players=(HUMAN, HUMAN))
    desk.reviews.judge = lambda *_: 10**6
    play(desk, "b1-b3")
    node = desk.document.node
    proven = value.proven and best.proven
    ply = ReviewedPly(
        node.number, node.move, node.text, 0, value, 1, "c8-c6", best, 40.0, proven,
        refutation=("a2-c2", "d1-d3"),
    )  # fmt: skip
    desk.reviews.judged.emit(10**6, ply, "")
    qtbot.waitUntil(lambda: bool(said))

    assert len(said) == 1
    assert lost in said[0] and worth in said[0]
    assert "White a2-c2, Black d1-d3" in said[0]
    assert ("proven" in said[0]) == value.proven


def test_what_is_lost_of_an_estimate_is_itself_estimated():
    ply = replace(_ply(1, 1, "4"), best_value=move_value(6.2, False, None, True, 9), proven=False)

    assert loss_words(KALAH, ply, by_margin=True) == "4 gives away about 9 stones, estimated"
    assert worth_words(KALAH, ply, by_margin=True) == "North wins by 3 stones, proven"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (move_value(0.0, True, None, True, 9), "a draw, proven"),
        (move_value(4.0, True, None, True, 9), "South wins by 4 stones, proven"),
        (move_value(-4.0, True, None, True, 9), "North wins by 4 stones, proven"),
        (move_value(-3.6, False, None, True, 9), "North is ahead by about 4 stones, estimated"),
    ],
)
def test_whose_point_of_view_a_margin_has_is_said(value: MoveValue, said: str):
    ply = replace(_ply(1, 1, "1"), value=value)

    assert worth_words(KALAH, ply, by_margin=True) == said


def test_a_refutation_is_told_turn_by_turn():
    start = KALAH.start(KALAH.rulebook.default)

    assert turns_of(start, ("3", "6", "2", "1", "5")) == ((0, "3-6"), (1, "2-1"), (0, "5"))


def test_in_lines_of_action_an_allowed_forced_win_is_too_much_whatever_the_points(desk):
    desk.document.new_game(LOA, players=(HUMAN, HUMAN))
    lost, close = move_value(-1.0, True, 5, False, 9), move_value(-2.5, False, None, False, 9)
    ply = ReviewedPly(1, 1, "b1-b3", 0, lost, 2, "c8-c6", close, 4.0, False)

    assert desk.teaching.gives_too_much(ply)
    assert not desk.teaching.gives_too_much(replace(ply, value=close))
    assert not desk.teaching.gives_too_much(replace(ply, best_value=lost, loss=0.0))


# -- switching -------------------------------------------------------------------------------------


def test_the_switch_and_the_words_set_it(desk):
    assert BY_KEY["teaching"].checked(desk.document.place)

    assert BY_KEY["teaching"].trigger(desk) == "Teaching is off."
    assert not BY_KEY["teaching"].checked(desk.document.place)
    answer = BY_TYPED_NAME["teaching"].perform(desk, ["2", "5"])

    assert desk.teaching.settings == TeachingSettings(True, margin=2, points=15, times=5)
    assert answer == (
        "Teaching is on: a move that gives away more than 2 points is taken back, "
        "up to 5 times in a position."
    )
    desk.document.new_game(LOA)
    BY_TYPED_NAME["teaching"].perform(desk, ["20"])
    assert desk.teaching.settings == TeachingSettings(True, margin=2, points=20, times=5)
    BY_TYPED_NAME["teaching"].perform(desk, ["off"])
    assert not desk.teaching.settings.on


@pytest.mark.parametrize("words", ["much", "25", "3 0", "3 10", "1 2 3", "-1", "on 3"])
def test_words_that_are_no_amount_change_nothing(desk, words):
    with pytest.raises(BadCommand):
        BY_TYPED_NAME["teaching"].perform(desk, words.split())

    assert desk.teaching.settings == ON


def test_in_study_it_is_said_that_it_waits(desk):
    desk.turns.set_answers(False)

    assert "as in Study" in BY_TYPED_NAME["teaching"].perform(desk, ["on"])
