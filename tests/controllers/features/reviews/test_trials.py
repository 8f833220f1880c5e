"""Trying again: a better move than a mistake is looked for, with what followed it hidden."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.desk import Desk
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


@pytest.fixture
def desk(qapp) -> Iterator[Desk]:
    made = Desk.of(TICTACTOE)
    made.turns.minimum_think_seconds = 0.0
    made.trials._back.setInterval(20)
    made.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    yield made
    made.shut_down()


@pytest.fixture
def said(desk: Desk) -> list[str]:
    heard: list[str] = []
    desk.trials.message.connect(heard.append)
    return heard


def play(desk: Desk, moves: str) -> None:
    for text in moves.split():
        desk.turns.play(desk.document.position.read_move(text))


def review(desk: Desk, qtbot) -> None:
    desk.reviews.start(SETTINGS)
    qtbot.waitUntil(lambda: not desk.reviews.running, timeout=20_000)


@pytest.fixture
def lost(desk: Desk, qtbot) -> Desk:
    """The desk at the end of a game that is lost and reviewed."""
    play(desk, LOST)
    review(desk, qtbot)
    return desk


def try_again(desk: Desk) -> str:
    return BY_KEY["try-again"].trigger(desk)


def back(desk: Desk, qtbot) -> None:
    """Wait until what was tried is taken back."""
    trial = desk.document.place.trial
    assert trial is not None
    qtbot.waitUntil(lambda: desk.document.node is trial.node, timeout=20_000)


def test_it_begins_before_the_next_mistake_and_hides_what_follows(lost, qtbot):
    lost.document.walk(lost.document.record.main_line()[0])
    lost.live.set_on(True)
    lost.analysis.request_hint()
    qtbot.waitUntil(
        lambda: bool(lost.document.place.live.lines and lost.document.place.hint), timeout=20_000
    )

    answer = try_again(lost)

    place = lost.document.place
    assert texts(lost) == ["5"]
    assert "O played 2 here: Blunder. Find a better move." in answer
    assert place.trial is not None and place.trial.node is lost.document.node
    assert not place.values and place.hint is None and not place.live.lines
    assert place.redo_target is None and place.ahead is None and place.line_end is place.node
    assert place.reviewed is not None
    assert [node.ply for node in place.reviewed.line] == [0, 1]
    assert [ply.text for ply in place.reviewed.review.plies] == ["5"]


def test_values_are_hidden_until_it_ends(lost, qtbot):
    lost.document.walk(lost.document.record.main_line()[0])
    lost.analysis.set_wanted(True)
    qtbot.waitUntil(lambda: bool(lost.document.place.values), timeout=20_000)

    try_again(lost)
    assert not lost.document.place.values
    try_again(lost)

    assert lost.document.place.values


@pytest.mark.parametrize("key", ["redo", "forward", "end", "hint", "autoplay"])
def test_no_command_leads_to_what_is_hidden(lost, key):
    lost.walks.to_start()
    try_again(lost)

    with pytest.raises(BadCommand):
        BY_KEY[key].trigger(lost)
    assert lost.document.place.trial is not None


def test_it_begins_at_the_mistake_that_led_here(lost):
    lost.document.walk(lost.document.record.main_line()[1])

    try_again(lost)

    assert texts(lost) == ["5"]


def test_after_the_last_mistake_there_is_nothing_to_try(lost):
    with pytest.raises(BadCommand, match="no mistake after"):
        try_again(lost)
    assert lost.document.place.trial is None


def test_a_line_that_is_not_reviewed_cannot_be_tried(desk):
    play(desk, "5 2")

    with pytest.raises(BadCommand, match="not reviewed"):
        try_again(desk)


def test_the_mistake_itself_is_taken_back_and_stays_in_the_record(lost, said, qtbot):
    lost.walks.to_start()
    try_again(lost)

    play(lost, "2")

    assert said == ["That gives away 1 point; try again, or give up."]
    assert lost.document.place.trial is not None
    assert texts(lost) == ["5", "2"]
    back(lost, qtbot)
    assert lost.document.place.trial is not None
    assert lost.document.place.redo_target is None


def test_another_bad_move_is_judged_taken_back_and_kept_as_a_variation(lost, said, qtbot):
    lost.walks.to_start()
    try_again(lost)

    play(lost, "4")
    assert lost.document.place.trial.judging
    back(lost, qtbot)

    assert said == ["That gives away 1 point; try again, or give up."]
    trial = lost.document.place.trial
    assert [node.text for node in trial.tried] == ["4"] and not trial.judging
    assert [node.text for node in trial.node.children] == ["2", "4"]


def test_a_good_move_ends_it_and_shows_everything_again(lost, said, qtbot):
    lost.walks.to_start()
    try_again(lost)

    play(lost, "1")
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)

    assert said == ["That keeps the draw."]
    assert lost.document.place.trial is None
    assert texts(lost) == ["5", "1"]
    lost.walks.back()
    assert {child.text for child in lost.document.node.children} == {"1", "2"}


def test_what_was_judged_is_kept_with_the_review(lost, said, qtbot):
    kept = []
    lost.reviews.found.connect(kept.extend)
    lost.walks.to_start()
    try_again(lost)

    play(lost, "3")
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)

    assert [ply.text for ply in kept] == ["3"]
    assert kept[0].number == lost.document.node.number


def test_redo_leads_where_it_did_when_one_stops(lost, qtbot):
    lost.walks.to_start()
    try_again(lost)
    play(lost, "4")
    back(lost, qtbot)

    assert "see again" in try_again(lost)

    assert lost.document.place.trial is None
    assert [node.text for node in lost.document.place.reviewed.line[1:]] == LOST.split()
    lost.walks.to_end()
    assert texts(lost) == LOST.split()


def test_giving_up_shows_the_better_line(lost):
    lost.walks.to_start()
    try_again(lost)

    answer = BY_KEY["give-up"].trigger(lost)

    assert "Better was" in answer and "instead of" in answer
    assert lost.document.place.trial is None
    better = lost.document.node
    assert better.text != "2" and better.parent.children[0].text == "2"
    lost.study.undo_edit()
    assert [child.text for child in lost.document.record.main_line()[0].children] == ["2"]


def test_there_is_nothing_to_give_up_otherwise(lost):
    with pytest.raises(BadCommand, match="No mistake is tried again"):
        BY_KEY["give-up"].trigger(lost)


ENDS = {
    "undo": lambda desk: desk.walks.undo(),
    "start": lambda desk: desk.walks.to_start(),
    "another game": lambda desk: desk.document.new_game(KALAH),
    "the same game anew": lambda desk: desk.document.open_record(
        desk.document.record, desk.document.players
    ),
    "jump": lambda desk: desk.document.jump(5),
    "deletion": lambda desk: desk.study.delete_from(desk.document.record.main_line()[0]),
    "workspace": lambda desk: desk.turns.set_answers(False),
}


@pytest.mark.parametrize("way", ENDS)
@pytest.mark.parametrize("moves", ["", "4", "2"])
def test_whatever_leads_elsewhere_ends_it(lost, said, qtbot, way, moves):
    lost.walks.to_start()
    try_again(lost)
    play(lost, moves)

    ENDS[way](lost)
    if moves and way == "undo":  # which only takes the try back
        assert lost.document.place.trial is not None
        lost.walks.undo()

    assert lost.document.place.trial is None
    assert not lost.trials.running
    node = lost.document.node
    qtbot.wait(60)
    assert lost.document.node is node


def test_shutting_down_while_a_move_is_judged(lost):
    lost.walks.to_start()
    try_again(lost)
    play(lost, "4")

    lost.shut_down()


def test_no_computer_answers_what_is_tried(lost, said, qtbot):
    lost.document.set_player(0, COMPUTER)
    lost.walks.to_start()
    try_again(lost)

    play(lost, "4")
    assert not lost.turns.thinking
    back(lost, qtbot)
    play(lost, "1")
    qtbot.waitUntil(lambda: "That keeps the draw." in said, timeout=20_000)

    assert not lost.turns.thinking
    assert lost.document.place.waits_for_continue
    lost.turns.continue_play()
    qtbot.waitUntil(lambda: lost.document.node.ply == 3, timeout=20_000)


def test_a_game_begun_meanwhile_is_played_by_its_computers(lost, qtbot):
    lost.walks.to_start()
    try_again(lost)

    lost.document.new_game(TICTACTOE, players=(COMPUTER, HUMAN))

    qtbot.waitUntil(lambda: lost.document.node.ply == 1, timeout=20_000)


def test_an_illegal_move_changes_nothing(lost):
    lost.walks.to_start()
    try_again(lost)

    with pytest.raises(IllegalMove):
        play(lost, "5")
    assert lost.document.place.trial.tried == ()


def test_in_kalah_stones_given_away_are_said(desk, said, qtbot):
    desk.document.new_game(KALAH, start="<6,1,1,0,2,0,1,3,0,2,0,1,0,0,4> S")
    moves = [desk.document.position.format_move(m) for m in desk.document.position.legal_moves()]
    for text in moves:
        desk.document.walk(desk.document.record.root)
        play(desk, text)
        review(desk, qtbot)
    known = {child: desk.reviews.known(child) for child in desk.document.record.root.children}
    losses = {child.text: ply.loss for child, ply in known.items()}
    worst = max(losses, key=losses.__getitem__)
    best = min(losses, key=losses.__getitem__)
    assert losses[worst] >= 2 and losses[best] == 0
    desk.document.walk(next(child for child in known if child.text == worst))
    try_again(desk)

    play(desk, worst)
    back(desk, qtbot)
    play(desk, best)

    assert f"{losses[worst]:g} stones" in said[0] or "turns a win" in said[0]
    assert desk.document.place.trial is None
    assert said[1].startswith("That ")
