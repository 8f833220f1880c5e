"""Trying again: a better move than a mistake is looked for, with what followed it hidden."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.exercise_card import ExerciseCard
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_card import mistakes_card, trial_task
from kalahloa.controllers.features.reviews.trial_state import Mistake, Trial
from kalahloa.controllers.features.reviews.trials import Trials
from kalahloa.controllers.features.training.hint_words import no_more_hints
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import BadCommand, IllegalMove
from tests.controllers.conftest import COMPUTER, texts

TICTACTOE = find_game("tictactoe")
KALAH = find_game("kalah")
SETTINGS = ReviewSettings(Limits(depth=9), mebibytes=1)
LOST = "5 2 1 9 4 7 6"
"""O's 2 on an edge loses; a corner keeps the draw."""
LOSES = "That loses 1 point; try again, or give up."
KEEPS = (
    "That keeps the draw. O had played 2. X could then win by force. After 2 (top centre), X can "
    "still complete 6 rows; after 1 (top left), only 5."
)


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    made = open_app(TICTACTOE)
    made.turns.minimum_think_seconds = 0.0
    made[Trials]._back.setInterval(20)
    made.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    yield made
    made.shut_down()


@pytest.fixture
def said(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[Trials].message.connect(heard.append)
    return heard


def play(app: AppContext, moves: str) -> None:
    for text in moves.split():
        app.turns.play(app.document.position.read_move(text))


def review(app: AppContext, qtbot) -> None:
    app[Reviews].start(SETTINGS)
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=20_000)


@pytest.fixture
def lost(app: AppContext, qtbot) -> AppContext:
    """The app at the end of a game that is lost and reviewed."""
    play(app, LOST)
    review(app, qtbot)
    return app


def try_again(app: AppContext) -> str:
    return BY_KEY["try-again"].trigger(app)


def back(app: AppContext, qtbot) -> None:
    """Wait until what was tried is taken back."""
    trial = app.document.place.get(Trial)
    assert trial is not None
    qtbot.waitUntil(lambda: app.document.node is trial.node, timeout=20_000)


def test_it_begins_before_the_next_mistake_and_hides_what_follows(lost, qtbot):
    lost.document.go_to(lost.document.record.main_line()[0])
    lost[LiveAnalysis].set_on(True)
    lost[Analysis].request_hint()
    qtbot.waitUntil(
        lambda: bool(lost.document.place[Live].lines and lost.document.place.hint), timeout=20_000
    )

    answer = try_again(lost)

    place = lost.document.place
    assert texts(lost) == ["5"]
    assert "O played 2 (blunder). Find a better move." in answer
    assert place.get(Trial) is not None and place[Trial].node is lost.document.node
    assert not place.values and place.hint is None and not place[Live].lines
    assert place.redo_target is None and place.ahead is None and place.line_end is place.node
    assert place.get(Reviewed) is not None
    assert [node.ply for node in place[Reviewed].line] == [0, 1]
    assert [ply.text for ply in place[Reviewed].review.plies] == ["5"]


def test_values_are_hidden_until_it_ends(lost, qtbot):
    lost.document.go_to(lost.document.record.main_line()[0])
    lost[Analysis].set_wanted(True)
    qtbot.waitUntil(lambda: bool(lost.document.place.values), timeout=20_000)

    try_again(lost)
    assert not lost.document.place.values
    try_again(lost)

    assert lost.document.place.values


@pytest.mark.parametrize("key", ["redo", "forward", "end", "autoplay"])
def test_no_command_leads_to_what_is_hidden(lost, key):
    lost.navigation.to_start()
    try_again(lost)

    with pytest.raises(BadCommand):
        BY_KEY[key].trigger(lost)
    assert lost.document.place.get(Trial) is not None


def test_it_begins_at_the_mistake_that_led_here(lost):
    lost.document.go_to(lost.document.record.main_line()[1])

    try_again(lost)

    assert texts(lost) == ["5"]


def test_after_the_last_mistake_there_is_nothing_to_try(lost):
    with pytest.raises(BadCommand, match="no mistake after"):
        try_again(lost)
    assert lost.document.place.get(Trial) is None


def test_a_line_that_is_not_reviewed_cannot_be_tried(app):
    play(app, "5 2")

    with pytest.raises(BadCommand, match="not reviewed"):
        try_again(app)


def test_the_mistake_itself_is_taken_back_and_stays_in_the_record(lost, said, qtbot):
    lost.navigation.to_start()
    try_again(lost)

    play(lost, "2")

    assert said == [f"{LOSES} X could then win by force."]
    assert lost.document.place.get(Trial) is not None
    assert texts(lost) == ["5", "2"]
    back(lost, qtbot)
    assert lost.document.place.get(Trial) is not None
    assert lost.document.place.redo_target is None


def test_another_bad_move_is_judged_taken_back_and_kept_as_a_variation(lost, said, qtbot):
    lost.navigation.to_start()
    try_again(lost)

    play(lost, "4")
    assert lost.document.place[Trial].judging
    back(lost, qtbot)

    assert said == [f"{LOSES} X could then win by force."]
    trial = lost.document.place.get(Trial)
    assert [node.text for node in trial.tried] == ["4"] and not trial.judging
    assert [node.text for node in trial.node.children] == ["2", "4"]


def test_a_good_move_ends_it_and_shows_everything_again(lost, said, qtbot):
    lost.navigation.to_start()
    try_again(lost)

    play(lost, "1")
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)

    assert said == [KEEPS]
    assert lost.document.place.get(Trial) is None
    assert texts(lost) == ["5", "1"]
    lost.navigation.back()
    assert {child.text for child in lost.document.node.children} == {"1", "2"}


def test_what_was_judged_is_kept_with_the_review(lost, said, qtbot):
    kept = []
    lost[Reviews].found.connect(kept.extend)
    lost.navigation.to_start()
    try_again(lost)

    play(lost, "3")
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)

    assert [ply.text for ply in kept] == ["3"]
    assert kept[0].number == lost.document.node.number


def test_redo_leads_where_it_did_when_one_stops(lost, qtbot):
    lost.navigation.to_start()
    try_again(lost)
    play(lost, "4")
    back(lost, qtbot)

    assert "showing the moves played again" in try_again(lost)

    assert lost.document.place.get(Trial) is None
    assert [node.text for node in lost.document.place[Reviewed].line[1:]] == LOST.split()
    lost.navigation.to_end()
    assert texts(lost) == LOST.split()


def test_giving_up_shows_the_better_line(lost):
    lost.navigation.to_start()
    try_again(lost)

    answer = BY_KEY["exercise-show"].trigger(lost)

    assert "Better was" in answer and "instead of" in answer
    assert lost.document.place.get(Trial) is None
    better = lost.document.node
    assert better.text != "2" and better.parent.children[0].text == "2"
    lost.study.undo_edit()
    assert [child.text for child in lost.document.record.main_line()[0].children] == ["2"]


def test_there_is_nothing_to_give_up_otherwise(lost):
    with pytest.raises(BadCommand, match="There is no exercise on the board"):
        BY_KEY["exercise-show"].trigger(lost)


ENDS = {
    "undo": lambda app: app.navigation.undo(),
    "start": lambda app: app.navigation.to_start(),
    "another game": lambda app: app.document.new_game(KALAH),
    "the same game anew": lambda app: app.document.open_record(
        app.document.record, app.document.players
    ),
    "jump": lambda app: app.document.jump(5),
    "deletion": lambda app: app.study.delete_from(app.document.record.main_line()[0]),
    "workspace": lambda app: app.turns.set_answers(False),
}


@pytest.mark.parametrize("way", ENDS)
@pytest.mark.parametrize("moves", ["", "4", "2"])
def test_whatever_leads_elsewhere_ends_it(lost, said, qtbot, way, moves):
    lost.navigation.to_start()
    try_again(lost)
    play(lost, moves)

    ENDS[way](lost)
    if moves and way == "undo":  # which only takes the try back
        assert lost.document.place.get(Trial) is not None
        lost.navigation.undo()

    assert lost.document.place.get(Trial) is None
    assert not lost[Trials].running
    node = lost.document.node
    qtbot.wait(60)
    assert lost.document.node is node


def test_shutting_down_while_a_move_is_judged(lost):
    lost.navigation.to_start()
    try_again(lost)
    play(lost, "4")

    lost.shut_down()


def test_no_computer_answers_what_is_tried(lost, said, qtbot):
    lost.document.set_player(0, COMPUTER)
    lost.navigation.to_start()
    try_again(lost)

    play(lost, "4")
    assert not lost.turns.thinking
    back(lost, qtbot)
    play(lost, "1")
    qtbot.waitUntil(lambda: said[-1].startswith("That keeps the draw."), timeout=20_000)

    assert not lost.turns.thinking
    assert lost.document.place.waits_for_continue
    lost.turns.continue_play()
    qtbot.waitUntil(lambda: lost.document.node.ply == 3, timeout=20_000)


def test_a_game_begun_meanwhile_is_played_by_its_computers(lost, qtbot):
    lost.navigation.to_start()
    try_again(lost)

    lost.document.new_game(TICTACTOE, players=(COMPUTER, HUMAN))

    qtbot.waitUntil(lambda: lost.document.node.ply == 1, timeout=20_000)


def test_an_illegal_move_changes_nothing(lost):
    lost.navigation.to_start()
    try_again(lost)

    with pytest.raises(IllegalMove):
        play(lost, "5")
    assert lost.document.place[Trial].tried == ()


def test_in_kalah_stones_given_away_are_said(app, said, qtbot):
    app.document.new_game(KALAH, start="<6,1,1,0,2,0,1,3,0,2,0,1,0,0,4> S")
    moves = [app.document.position.format_move(m) for m in app.document.position.legal_moves()]
    for text in moves:
        app.document.go_to(app.document.record.root)
        play(app, text)
        review(app, qtbot)
    known = {child: app[Reviews].known(child) for child in app.document.record.root.children}
    losses = {child.text: ply.loss for child, ply in known.items()}
    worst = max(losses, key=losses.__getitem__)
    best = min(losses, key=losses.__getitem__)
    assert losses[worst] >= 2 and losses[best] == 0
    app.document.go_to(next(child for child in known if child.text == worst))
    try_again(app)

    play(app, worst)
    back(app, qtbot)
    play(app, best)

    assert f"{losses[worst]:g} stones" in said[0] or "turns a win" in said[0]
    assert app.document.place.get(Trial) is None
    assert said[1].startswith("That ")


# -- help ------------------------------------------------------------------------------------------


def card(app: AppContext) -> ExerciseCard:
    return mistakes_card(app.document.place)


def test_hints_name_several_moves_with_the_best_among_them_and_never_it_alone(lost):
    lost.navigation.to_start()
    try_again(lost)
    best = lost.document.place[Trial].mistake.ply.best_text

    told = BY_KEY["hint"].trigger(lost)

    named = told.removeprefix("Hint: it is one of these: ").rstrip(".").split(", ")
    assert best in named and len(named) == 3
    assert card(lost).feedback == told and lost.document.place[Trial].hints == 1
    assert BY_KEY["hint"].trigger(lost) == no_more_hints()


def test_what_was_tried_is_listed_with_what_it_gave_away(lost, said, qtbot):
    lost.navigation.to_start()
    try_again(lost)
    play(lost, "4")
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)

    shown = card(lost).table

    assert shown is not None and shown.rows == (("4", "1 point"),)
    assert card(lost).feedback == said[0]


def test_the_same_mistake_is_tried_again_and_then_the_next_one(lost, qtbot):
    lost.navigation.to_start()
    try_again(lost)
    first = lost.document.node
    BY_KEY["exercise-show"].trigger(lost)
    assert card(lost).task == "The better move" and card(lost).is_on
    assert card(lost).feedback.startswith("Better was ")

    BY_KEY["exercise-again"].trigger(lost)
    assert lost.document.node is first and lost.document.place.get(Trial) is not None
    BY_KEY["exercise-next"].trigger(lost)

    following = lost.document.place.get(Trial)
    assert following is None or following.node.ply > first.ply
    qtbot.waitUntil(lambda: not lost.is_busy, timeout=20_000)


def test_my_mistakes_begin_with_the_first_one_where_none_follows(lost):
    lost.navigation.to_end()

    told = BY_KEY["my-mistakes"].trigger(lost)

    assert lost.document.place.get(Trial) is not None and "Find a better move" in told
    assert lost.document.node.ply < len(LOST.split()) - 1


def test_whose_mistake_it_is_is_said(lost):
    assert trial_task(TICTACTOE, Mistake(lost.document.record.root, "5", None, None)) == (
        "X played 5. Find a better move."
    )
    own = Mistake(lost.document.record.root, "5", None, None, is_own=True)
    assert trial_task(TICTACTOE, own) == "You played 5. Find a better move."
