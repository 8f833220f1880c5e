"""Teaching: moves that give away too much are taken back, and their refutation is shown."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.controllers.features.teaching.card import teaching_card
from kalahloa.controllers.features.teaching.state import Teaching, TeachingSettings
from kalahloa.controllers.features.teaching.teaching import TeachingController
from kalahloa.controllers.features.teaching.words import loss_words, ply_value_words, turns_of
from kalahloa.controllers.session.commands import BY_KEY, BY_TYPED_NAME
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import Score
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import BadCommand, IllegalMove
from tests.controllers.conftest import COMPUTER, texts
from tests.scores import move_score
from tests.scripted import ScriptedSearcher

TICTACTOE = find_game("tictactoe")
KALAH = find_game("kalah")
LOA = find_game("loa")
ON = TeachingSettings(on=True, margin=0)
"""Takes back whatever gives anything away; a game of tic-tac-toe has a margin of 1."""


@pytest.fixture
def app(qapp, searcher: ScriptedSearcher) -> Iterator[AppContext]:
    """A game of tic-tac-toe: a human begins; the computer plays the first legal move."""
    made = open_app(TICTACTOE, service=AnalysisService(find=searcher.find))
    made.turns.minimum_think_seconds = 0.0
    made[TeachingController].moment_ms = 20
    made[TeachingController].limits = Limits(depth=9)
    made[Reviews]._reviewer.settings = ReviewSettings(mebibytes=1, cached=False)
    made[TeachingController].set_settings(ON)
    made.document.new_game(TICTACTOE, players=(HUMAN, COMPUTER))
    yield made
    searcher.open()
    made.shut_down()


@pytest.fixture
def said(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[TeachingController].message.connect(heard.append)
    return heard


def state(app: AppContext) -> Teaching:
    told = app.document.place.get(Teaching)
    assert told is not None
    return told


def play(app: AppContext, moves: str) -> None:
    for text in moves.split():
        app.turns.play(app.document.position.read_move(text))


def calm(app: AppContext, qtbot) -> None:
    """Wait until nothing is judged, taken back, put in order or searched."""
    qtbot.waitUntil(
        lambda: (
            not state(app).is_busy
            and not app.document.place.thinking
            and not app[TeachingController]._arranging.isActive()
        ),
        timeout=20_000,
    )


def sit(app: AppContext, start: str) -> None:
    """Begin at *start*, where the human is to move."""
    players = (HUMAN, COMPUTER) if start.endswith("X") else (COMPUTER, HUMAN)
    app.document.new_game(TICTACTOE, players=players, start=start)


THREAT = "XX./OO./... X"
"""X wins by 3; after 7, 8 or 9 O wins by 6."""
CORNER = "X../.../... O"
"""Only 5 keeps the draw."""
HOPELESS = "XO./.X./X.O O"
"""X has two threats."""


# -- taking back -----------------------------------------------------------------------------------


def test_a_move_that_keeps_the_value_stands_and_is_answered(app, said, qtbot):
    sit(app, THREAT)

    play(app, "3")
    calm(app, qtbot)

    assert texts(app) == ["3"]
    assert said == []
    assert state(app).refuted is None


def test_nobody_answers_before_the_move_is_judged(app, searcher, qtbot):
    play(app, "5")

    place = app.document.place
    assert state(app).judging is app.document.node
    assert not place.thinking and not place.human_may_move
    assert searcher.asked == []
    with pytest.raises(IllegalMove, match="The computer plays"):
        play(app, "1")
    calm(app, qtbot)
    assert texts(app) == ["5", "1"]


def test_a_move_that_gives_away_too_much_is_refuted_and_taken_back(
    app, said, searcher, qtbot, monkeypatch
):
    sit(app, THREAT)
    app[TeachingController].moment_ms = 60_000
    searches: list[object] = []
    monkeypatch.setattr(app.service, "search", lambda *asked, **more: searches.append(asked) or 1)

    play(app, "9")
    qtbot.waitUntil(lambda: state(app).refuted is not None, timeout=20_000)

    refuted = state(app).refuted
    assert texts(app) == ["9"] and refuted.node is app.document.node
    assert state(app).takes_back and refuted.left == 2
    assert said == [
        "9 loses 2 points and the win, proven: O 6; O wins by 1 point, proven. Try again; 2 "
        "more moves can be stopped here."
    ]
    app[TeachingController]._back.start(0)
    calm(app, qtbot)
    assert texts(app) == []
    assert state(app).refuted.is_back
    assert app.document.place.human_may_move
    assert searches == [] and searcher.asked == []


def test_while_it_is_on_the_board_no_move_can_be_made(app, qtbot):
    sit(app, THREAT)
    app.document.set_players((HUMAN, HUMAN))
    app[TeachingController].moment_ms = 60_000
    play(app, "9")
    qtbot.waitUntil(lambda: state(app).refuted is not None, timeout=20_000)

    assert not app.document.place.human_may_move
    with pytest.raises(IllegalMove, match="about to undo"):
        play(app, "3")
    with pytest.raises(BadCommand, match="about to undo"):
        BY_KEY["play"].perform(app, ["3"])
    assert texts(app) == ["9"]


def test_what_was_tried_stays_as_a_variation_with_its_refutation(app, qtbot):
    sit(app, CORNER)
    play(app, "2")
    calm(app, qtbot)

    play(app, "5")
    calm(app, qtbot)

    root = app.document.record.root
    assert texts(app)[0] == "5" and len(texts(app)) == 2
    assert [child.text for child in root.children] == ["5", "2"]
    refuted = app[Reviews].known(root.children[1])
    below = [node.text for node in root.children[1].with_below()][1:]
    assert len(below) == 2 and below == list(refuted.refutation[: len(below)])
    assert refuted.mark in (Mark.MISTAKE, Mark.BLUNDER)
    assert app.document.place.found_marks[root.children[1].number] is refuted.mark


def test_what_was_played_before_is_a_variation_of_what_stands(app, qtbot):
    sit(app, CORNER)
    app[TeachingController].set_settings(replace(ON, on=False))
    play(app, "9")
    app.navigation.to_start()
    app[TeachingController].set_settings(ON)
    play(app, "2")
    calm(app, qtbot)

    play(app, "5")
    calm(app, qtbot)
    assert [child.text for child in app.document.record.root.children] == ["5", "2", "9"]


def test_the_refutation_in_the_record_does_not_end_the_game(app, qtbot):
    sit(app, THREAT)
    play(app, "9")
    calm(app, qtbot)

    assert state(app).refuted.ply.refutation == ("6",)
    assert app.turns.plays_computer
    play(app, "3")
    calm(app, qtbot)

    assert [child.text for child in app.document.record.root.children] == ["3", "9"]
    assert app.document.record.root.children[1].children == []


def test_what_was_taken_back_can_be_looked_at_with_its_answer(app, qtbot):
    sit(app, THREAT)
    play(app, "9")
    calm(app, qtbot)
    refuted = state(app).refuted

    BY_KEY["forward"].trigger(app)
    assert state(app).refuted == refuted and not state(app).is_busy
    assert app.document.place.human_may_move
    BY_KEY["back"].trigger(app)
    assert state(app).refuted == refuted
    BY_KEY["forward"].trigger(app)
    app.turns.continue_play()

    calm(app, qtbot)
    assert texts(app) == ["9", "3"]
    assert state(app).refuted is None


def test_after_so_many_moves_the_next_one_stands_and_is_answered(app, said, qtbot):
    app[TeachingController].set_settings(replace(ON, times=2))
    sit(app, THREAT)

    for move, left in (("9", 1), ("7", 0)):
        play(app, move)
        calm(app, qtbot)
        assert state(app).refuted.left == left
        assert texts(app) == []
    assert said[1].endswith("Try again; the next move stands.")
    play(app, "8")
    calm(app, qtbot)

    assert said[2:] == ["8 loses 2 points and the win, proven. The move stands."]
    assert texts(app) == ["8", "3"]
    assert [child.text for child in app.document.record.root.children] == ["8", "7", "9"]


def test_the_same_bad_move_again_counts_again_and_is_not_searched_twice(app, said, qtbot):
    sit(app, THREAT)
    asked = []
    judge = app[Reviews].judge
    app[Reviews].judge = lambda *given: asked.append(given) or judge(*given)

    for _ in range(2):
        play(app, "9")
        calm(app, qtbot)

    assert len(asked) == 1
    assert state(app).refuted.left == 1
    assert len(said) == 2


def test_moves_are_taken_back_anew_where_one_has_stood(app, said, qtbot):
    app[TeachingController].set_settings(replace(ON, times=1))
    sit(app, THREAT)
    for _ in range(2):
        play(app, "9")
        calm(app, qtbot)
    assert texts(app)[0] == "9"

    app.navigation.to_start()
    play(app, "9")
    calm(app, qtbot)

    assert texts(app) == []


def test_a_loss_up_to_the_amount_stands(app, said, qtbot):
    app[TeachingController].set_settings(replace(ON, margin=2))
    sit(app, THREAT)

    play(app, "9")
    calm(app, qtbot)

    assert texts(app)[0] == "9" and said == []


def test_a_position_in_which_everything_loses_takes_nothing_back(app, said, qtbot):
    sit(app, HOPELESS)

    play(app, "8")
    calm(app, qtbot)

    assert texts(app)[0] == "8" and said == []


def test_the_only_move_is_not_judged(app, qtbot):
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN), start="XOX/XOO/OX. X")
    assert len(app.document.position.legal_moves()) == 1

    play(app, "9")

    assert state(app).judging is None


def test_the_moves_of_computers_are_never_taken_back(app, said, qtbot):
    app.document.new_game(TICTACTOE, players=(COMPUTER, COMPUTER))
    qtbot.waitUntil(lambda: app.document.node.outcome is not None, timeout=20_000)

    assert said == []


def test_between_two_humans_both_are_taught(app, said, qtbot):
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    play(app, "5")
    calm(app, qtbot)
    assert texts(app) == ["5"]

    play(app, "2")
    calm(app, qtbot)

    assert texts(app) == ["5"]
    assert "2 loses 1 point" in said[0]


def test_where_the_other_human_has_answered_the_move_stands(app, said, qtbot):
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN), start="X../.../... O")
    play(app, "2")
    assert state(app).judging.text == "2"

    play(app, "5")
    assert state(app).judging.text == "5"
    calm(app, qtbot)

    assert texts(app) == ["2", "5"]
    assert said == []


# -- Kalah: several sowings ------------------------------------------------------------------------


SOWINGS = "<6,1,1,0,2,0,1,3,0,2,0,1,0,0,4> S"


def known_losses(app: AppContext, qtbot) -> dict[str, float]:
    """Return what each move from the position gives away."""
    root = app.document.record.root
    for move in app.document.position.legal_moves():
        app.document.play(move)
        number = app[Reviews].judge(app.document.node, Limits(seconds=5))
        with qtbot.waitSignal(
            app[Reviews].judged, timeout=20_000, check_params_cb=lambda n, *_, m=number: n == m
        ):
            pass
        app.document.go_to(root)
    known = {child.text: app[Reviews].known(child) for child in root.children}
    assert all(ply.proven for ply in known.values())
    return {text: ply.loss for text, ply in known.items()}


def test_each_sowing_of_a_turn_is_judged_and_all_are_taken_back(app, said, qtbot):
    app[TeachingController].set_settings(replace(ON, on=False))
    app.document.new_game(KALAH, players=(HUMAN, HUMAN), start=SOWINGS)
    losses = known_losses(app, qtbot)
    worst = max(losses, key=losses.__getitem__)
    best = min(losses, key=losses.__getitem__)
    assert losses[worst] >= 2 and losses[best] == 0
    app.document.new_game(KALAH, players=(HUMAN, COMPUTER), start=SOWINGS)
    app[TeachingController].limits = Limits(seconds=5)
    app[TeachingController].set_settings(replace(ON, margin=int(losses[worst]) - 1))

    play(app, worst)
    calm(app, qtbot)
    assert texts(app) == []
    assert f"{losses[worst]:g} stone" in said[0] and "proven" in said[0]
    play(app, best)
    calm(app, qtbot)

    assert texts(app)[0] == best
    assert app.document.record.root.children[0].text == best


def test_a_second_sowing_made_meanwhile_goes_back_with_the_first(app, said, qtbot, monkeypatch):
    app.document.new_game(KALAH, players=(HUMAN, COMPUTER))
    app.turns.play_text("3-6")
    first, second = app.document.node.path()[1:]
    assert [node.text for node in (first, second)] == ["3", "6"]
    assert state(app).judging is first

    lost = replace(_ply(first.number, first.move, "3"), loss=9.0)
    app[TeachingController]._end_request()
    app[TeachingController]._decide(lost)
    calm(app, qtbot)

    assert texts(app) == []
    assert [child.text for child in app.document.record.root.children] == ["3"]
    assert second.in_tree


def _ply(number: int, move: int, text: str, side: int = 0) -> ReviewedPly:
    value = move_score(-3.0, True, None, True, 9)
    best = move_score(6.0, True, None, True, 9)
    return ReviewedPly(number, move, text, side, value, move, text, best, 9.0, True)


# -- what leads elsewhere --------------------------------------------------------------------------


ENDS = {
    "undo": lambda app: app.navigation.undo(),
    "start": lambda app: app.navigation.to_start(),
    "new game": lambda app: app.document.new_game(KALAH, players=(HUMAN, HUMAN)),
    "the same game anew": lambda app: app.document.open_record(
        app.document.record, app.document.players
    ),
    "deletion": lambda app: app.study.delete_from(app.document.record.root.children[0]),
    "study": lambda app: app.turns.set_answers(False),
    "off": lambda app: BY_KEY["teaching"].trigger(app),
}


@pytest.mark.parametrize("way", ENDS)
@pytest.mark.parametrize("when", ["judged", "taken back"])
def test_whatever_leads_elsewhere_ends_it(app, said, qtbot, way, when):
    sit(app, THREAT)
    app[TeachingController].moment_ms = 60_000
    play(app, "9")
    if when == "taken back":
        qtbot.waitUntil(lambda: state(app).takes_back, timeout=20_000)
    heard = len(said)

    ENDS[way](app)

    assert not state(app).is_busy
    calm(app, qtbot)
    node = app.document.node
    qtbot.wait(60)
    assert app.document.node is node
    assert len(said) == heard


def test_undo_in_the_moment_takes_it_back_at_once_and_counts(app, said, qtbot):
    sit(app, THREAT)
    app[TeachingController].moment_ms = 60_000
    play(app, "9")
    qtbot.waitUntil(lambda: state(app).takes_back, timeout=20_000)

    app.navigation.undo()
    calm(app, qtbot)

    assert state(app).refuted.is_back and state(app).refuted.left == 2
    assert texts(app) == []


def test_another_level_while_a_move_is_judged_goes_on_judging(app, qtbot):
    sit(app, THREAT)
    play(app, "9")

    app.document.set_player(1, replace(COMPUTER, level=replace(COMPUTER.level, depth=2)))
    assert state(app).judging is not None
    calm(app, qtbot)

    assert texts(app) == []


def test_a_computer_in_the_place_of_the_human_lets_the_move_stand(app, qtbot):
    sit(app, THREAT)
    play(app, "9")

    app.document.set_player(0, COMPUTER)

    assert state(app).judging is None
    qtbot.waitUntil(lambda: app.document.node.outcome is not None, timeout=20_000)


def test_a_pause_while_the_move_is_judged_holds_play_afterwards(app, qtbot):
    play(app, "5")

    app.turns.pause()
    calm(app, qtbot)

    assert texts(app) == ["5"]
    assert app.document.place.waits_for_continue


def test_in_study_nothing_is_judged(app, said):
    sit(app, THREAT)
    app.turns.set_answers(False)

    play(app, "9")

    assert state(app).judging is None and not state(app).active


def test_what_another_window_deletes_is_not_judged(app, qtbot):
    sit(app, THREAT)
    play(app, "9")
    record, node = app.document.record, app.document.node

    with app.document.one_change():
        app.document.go_to(record.root)
        record.remove(node)

    assert not state(app).is_busy
    calm(app, qtbot)
    assert texts(app) == []


def test_trying_again_suspends_it(app, qtbot):
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    app[TeachingController].set_settings(replace(ON, on=False))
    play(app, "5 2")
    app[Reviews].start(ReviewSettings(Limits(depth=9), mebibytes=1))
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=20_000)
    app.navigation.to_start()
    app[TeachingController].set_settings(ON)
    BY_KEY["try-again"].trigger(app)

    play(app, "4")

    assert not state(app).active and state(app).judging is None
    assert app.document.place.get(Trial) is not None


def test_a_view_that_still_animates_the_move_is_waited_for(app, qtbot):
    sit(app, THREAT)
    showing = [True]
    app.turns.is_presenting = lambda: showing[0]
    play(app, "9")
    qtbot.waitUntil(lambda: state(app).takes_back, timeout=20_000)

    qtbot.wait(100)
    assert texts(app) == ["9"]
    showing.clear()
    showing.append(False)
    calm(app, qtbot)

    assert texts(app) == []


def test_a_move_that_is_not_judged_in_time_stands(app, said, qtbot, searcher):
    sit(app, THREAT)
    app[Reviews].judge = lambda *_: 10**6

    play(app, "9")
    app[TeachingController]._patience.start(0)
    calm(app, qtbot)

    assert said == ["No value found in time; the move stands."]
    assert texts(app)[0] == "9" and len(texts(app)) == 2


def test_a_judgement_that_fails_says_so_and_the_move_stands(app, said, qtbot):
    app[Reviews].judge = lambda *_: 10**6
    sit(app, THREAT)
    play(app, "9")

    app[Reviews].judged.emit(10**6, None, "The game cannot be reviewed: no memory.")
    calm(app, qtbot)

    assert said == ["The game cannot be reviewed: no memory."]
    assert len(texts(app)) == 2


def test_shutting_down_while_a_move_is_judged(app):
    play(app, "5")

    app.shut_down()


def test_a_late_judgement_of_another_move_changes_nothing(app, said, qtbot):
    sit(app, THREAT)
    play(app, "9")
    number = app[TeachingController]._request
    app.navigation.undo()

    app[Reviews].judged.emit(number, _ply(1, 9, "9"), "")

    assert said == [] and state(app).refuted is None


# -- what is said ----------------------------------------------------------------------------------


LOA_VALUES = {
    "a proven win of the other side": (
        move_score(-1.0, True, 5, False, 9),
        move_score(0.2, False, None, False, 9),
        "b1-b3 lets White force a win: ",
        "White wins in 4 plies, proven",
    ),
    "an estimate": (
        move_score(-0.9, False, None, False, 9),
        move_score(0.9, False, None, False, 9),
        "loses about 40 % of the chances, estimated",
        "estimated",
    ),
}


@pytest.mark.parametrize("case", LOA_VALUES)
def test_what_is_estimated_is_never_called_proven(app, said, case, qtbot):
    value, best, lost, worth = LOA_VALUES[case]
    app.document.new_game(LOA, players=(HUMAN, HUMAN))
    app[Reviews].judge = lambda *_: 10**6
    play(app, "b1-b3")
    node = app.document.node
    proven = value.proven and best.proven
    ply = ReviewedPly(
        node.number, node.move, node.text, 0, value, 1, "c8-c6", best, 40.0, proven,
        refutation=("a2-c2", "d1-d3"),
    )  # fmt: skip
    app[Reviews].judged.emit(10**6, ply, "")
    qtbot.waitUntil(lambda: bool(said))

    assert len(said) == 1
    assert lost in said[0] and worth in said[0]
    assert "White a2-c2, Black d1-d3" in said[0]
    assert ("proven" in said[0]) == value.proven


def test_what_is_lost_of_an_estimate_is_itself_estimated():
    ply = replace(_ply(1, 1, "4"), best_value=move_score(6.2, False, None, True, 9), proven=False)

    assert loss_words(KALAH, ply) == "4 loses about 9 stones, estimated"
    assert ply_value_words(KALAH, ply) == "North wins by 3 stones, proven"


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (move_score(0.0, True, None, True, 9), "a draw, proven"),
        (move_score(4.0, True, None, True, 9), "South wins by 4 stones, proven"),
        (move_score(-4.0, True, None, True, 9), "North wins by 4 stones, proven"),
        (move_score(-3.6, False, None, True, 9), "North is ahead by about 4 stones, estimated"),
    ],
)
def test_whose_point_of_view_a_margin_has_is_said(value: Score, said: str):
    ply = replace(_ply(1, 1, "1"), value=value)

    assert ply_value_words(KALAH, ply) == said


@pytest.mark.parametrize(
    ("own", "said"),
    [(0, "you win by 4 stones, proven"), (1, "South wins by 4 stones, proven")],
)
def test_who_plays_a_side_is_you(own: int, said: str):
    ply = replace(_ply(1, 1, "1"), value=move_score(4.0, True, None, True, 9))

    assert ply_value_words(KALAH, ply, own) == said


def test_a_refutation_is_told_turn_by_turn():
    start = KALAH.start(KALAH.rulebook.default)

    assert turns_of(start, ("3", "6", "2", "1", "5")) == ((0, "3-6"), (1, "2-1"), (0, "5"))


def test_in_lines_of_action_an_allowed_forced_win_is_too_much_whatever_the_points(app):
    app.document.new_game(LOA, players=(HUMAN, HUMAN))
    lost, close = move_score(-1.0, True, 5, False, 9), move_score(-2.5, False, None, False, 9)
    ply = ReviewedPly(1, 1, "b1-b3", 0, lost, 2, "c8-c6", close, 4.0, False)

    assert app[TeachingController].gives_too_much(ply)
    assert not app[TeachingController].gives_too_much(replace(ply, value=close))
    assert not app[TeachingController].gives_too_much(replace(ply, best_value=lost, loss=0.0))


# -- switching -------------------------------------------------------------------------------------


def test_the_switch_and_the_words_set_it(app):
    assert BY_KEY["teaching"].checked(app.document.place)

    assert BY_KEY["teaching"].trigger(app) == "Teaching is off."
    assert not BY_KEY["teaching"].checked(app.document.place)
    answer = BY_TYPED_NAME["teaching"].perform(app, ["2", "5"])

    assert app[TeachingController].settings == TeachingSettings(True, margin=2, points=15, times=5)
    assert answer == (
        "Teaching is on: it stops you when a move loses more than 2 points, at most 5 times per "
        "position."
    )
    app.document.new_game(LOA)
    BY_TYPED_NAME["teaching"].perform(app, ["20"])
    assert app[TeachingController].settings == TeachingSettings(True, margin=2, points=20, times=5)
    BY_TYPED_NAME["teaching"].perform(app, ["off"])
    assert not app[TeachingController].settings.on


@pytest.mark.parametrize("words", ["much", "25", "3 0", "3 10", "1 2 3", "-1", "on 3"])
def test_words_that_are_no_amount_change_nothing(app, words):
    with pytest.raises(BadCommand):
        BY_TYPED_NAME["teaching"].perform(app, words.split())

    assert app[TeachingController].settings == ON


def test_in_study_it_is_said_that_it_waits(app):
    app.turns.set_answers(False)

    assert "not in Study" in BY_TYPED_NAME["teaching"].perform(app, ["on"])


# -- the card --------------------------------------------------------------------------------------


def test_the_card_says_what_is_stopped_and_counts(app, qtbot):
    sit(app, CORNER)
    assert teaching_card(app.document.place).is_on
    assert ("Stopped", "0 of 0 moves") in teaching_card(app.document.place).facts

    play(app, "2")
    calm(app, qtbot)
    play(app, "5")
    calm(app, qtbot)

    card = teaching_card(app.document.place)
    assert ("Stopped", "1 of 1 moves") in card.facts  # the position counts once
    app[TeachingController].set_settings(TeachingSettings())
    assert not teaching_card(app.document.place).is_on
    assert teaching_card(app.document.place).next.command == "teaching"


def test_between_two_people_the_card_asks_for_a_game_against_the_computer(app):
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))

    assert "Both sides are yours" in teaching_card(app.document.place).task
