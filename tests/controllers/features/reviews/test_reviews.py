"""The review of a game: what is found of each move, and what the commands make of it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.review_job import ReviewNews, ReviewRequest
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import COMPUTER, texts

TICTACTOE = find_game("tictactoe")
SETTINGS = ReviewSettings(Limits(depth=9), mebibytes=1)
LOST = "5 2 1 9 4 7 6"
"""X in the middle, O on an edge, which loses: X makes two threats at once."""


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    made = open_app(TICTACTOE)
    made.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    yield made
    made.shut_down()


def play(app: AppContext, moves: str) -> None:
    for text in moves.split():
        app.document.play(app.document.position.read_move(text))


def review(app: AppContext, qtbot) -> Reviewed:
    """Review the line, and wait for its end."""
    app[Reviews].start(SETTINGS)
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=20_000)
    found = app.document.place.get(Reviewed)
    assert found is not None
    return found


def marks(found: Reviewed) -> dict[str, Mark | None]:
    return {f"{ply.number}. {ply.text}": ply.mark for ply in found.review.plies}


def test_each_move_of_the_line_is_valued_and_mistakes_are_marked(app, qtbot):
    play(app, LOST)

    found = review(app, qtbot)

    assert found.review.complete and not found.running and found.share == 1
    assert [ply.text for ply in found.review.plies] == LOST.split()
    assert marks(found)["2. 2"] is Mark.BLUNDER
    assert all(ply.mark not in (Mark.MISTAKE, Mark.BLUNDER) for ply in found.review.plies[::2])


def test_a_line_without_moves_is_not_reviewed(app):
    app[Reviews].start(SETTINGS)

    assert not app[Reviews].running
    assert app.document.place.get(Reviewed) is None
    with pytest.raises(BadCommand, match="No moves yet"):
        BY_KEY["review"].trigger(app)


def test_the_start_of_a_review_is_told_and_a_second_one_does_not_disturb_it(app, qtbot):
    play(app, LOST)
    told = []
    app.document.changed.connect(lambda change: told.append(change.causes))

    app[Reviews].start(SETTINGS)
    app[Reviews].start(SETTINGS)

    place = app.document.place
    assert place.get(Reviewed) is not None and place[Reviewed].running
    assert told == [frozenset({Cause.REVIEW})]
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=20_000)


def test_what_was_found_stays_while_one_walks_and_comes_back(app, qtbot):
    play(app, LOST)
    found = review(app, qtbot)

    app.navigation.to_start()
    app.navigation.forward()

    now = app.document.place.get(Reviewed)
    assert now is not None
    assert now.review == found.review
    assert [node.number for node in now.line] == [node.number for node in found.line]


def test_a_variation_has_a_review_of_its_own_with_what_it_shares(app, qtbot):
    play(app, LOST)
    review(app, qtbot)
    app.document.go_to(app.document.place.root.children[0])
    play(app, "1 9")

    shown = app.document.place.get(Reviewed)

    assert shown is not None
    assert [ply.text for ply in shown.review.plies] == ["5"]
    assert shown.review.total == 3
    again = review(app, qtbot)
    assert [ply.text for ply in again.review.plies] == ["5", "1", "9"]
    assert all(ply.mark not in (Mark.MISTAKE, Mark.BLUNDER) for ply in again.review.plies)


def test_a_review_that_is_stopped_goes_on_where_it_was(app, qtbot):
    play(app, LOST)
    app[Reviews].start(SETTINGS)
    qtbot.waitUntil(
        lambda: (
            (bool(r := app.document.place.get(Reviewed)) and bool(r.review.plies))
            or not app[Reviews].running
        ),
        timeout=20_000,
    )
    app[Reviews].stop()
    before = app.document.place.get(Reviewed)
    kept = () if before is None else before.review.plies

    found = review(app, qtbot)

    assert found.review.complete
    assert set(kept) <= set(found.review.plies)


def test_another_game_stops_the_review_and_shows_nothing_of_it(app, qtbot):
    play(app, LOST)
    app[Reviews].start(SETTINGS)

    app.document.new_game(find_game("loa"))

    assert not app[Reviews].running
    assert app.document.place.get(Reviewed) is None
    qtbot.wait(50)
    assert app.document.place.get(Reviewed) is None


def test_a_computers_move_comes_before_the_review_which_goes_on_afterwards(app, qtbot):
    play(app, LOST)
    app.navigation.back()
    app[Reviews].start(SETTINGS)
    app.document.go_to(app.document.place.root)
    app.document.new_game(TICTACTOE, players=(HUMAN, COMPUTER))
    play(app, "5")
    qtbot.waitUntil(lambda: app.document.node.ply == 2, timeout=20_000)
    assert not app[Reviews].running


def test_the_next_mistake_is_looked_at_from_the_position_before_it(app, qtbot):
    play(app, LOST)
    review(app, qtbot)
    app.navigation.to_start()

    said = BY_KEY["next-mistake"].trigger(app)

    assert texts(app) == ["5"]
    assert app.document.node.ply == 1
    assert "O played 2 here" in said and "Blunder" in said
    assert "There is no mistake after" in BY_KEY["next-mistake"].trigger(app)
    app.navigation.to_end()
    BY_KEY["previous-mistake"].trigger(app)
    assert app.document.node.ply == 1
    assert "There is no mistake before" in BY_KEY["previous-mistake"].trigger(app)


def test_mistakes_of_the_computer_are_passed_over(app, qtbot):
    play(app, LOST)
    app.document.set_player(1, COMPUTER)
    review(app, qtbot)
    app.navigation.to_start()

    assert "There is no mistake after" in BY_KEY["next-mistake"].trigger(app)


def test_mistakes_of_the_computer_are_found_where_those_of_either_side_are_wanted(app, qtbot):
    play(app, LOST)
    app.document.set_player(1, COMPUTER)
    review(app, qtbot)
    app.navigation.to_start()

    said = BY_KEY["next-of-either"].trigger(app)

    assert texts(app) == ["5"] and "The computer played 2 here" in said
    assert "There is no mistake after" in BY_KEY["next-of-either"].trigger(app)
    assert "Find a better move" in BY_KEY["try-again"].trigger(app)
    BY_KEY["try-again"].trigger(app)
    app.navigation.to_end()
    BY_KEY["previous-of-either"].trigger(app)
    assert texts(app) == ["5"]
    assert "There is no mistake before" in BY_KEY["previous-of-either"].trigger(app)


def test_the_review_is_written_into_the_game_as_one_edit(app, qtbot):
    play(app, LOST)
    found = review(app, qtbot)
    app.navigation.to_start()
    blunder = found.line[2]
    better = next(ply for ply in found.review.plies if ply.number == blunder.number).line

    said = BY_KEY["keep-review"].trigger(app)

    assert "marked" in said
    assert blunder.notes.judgement is Mark.BLUNDER
    assert blunder.notes.comment
    first = found.line[1]
    assert better[0] in [child.text for child in first.children]
    assert first.children[0] is blunder
    assert "already has the review" in BY_KEY["keep-review"].trigger(app)

    app.study.undo_edit()

    assert blunder.notes.judgement is None and not blunder.notes.comment
    assert first.children == [blunder]


def test_a_judgement_and_a_comment_of_the_user_stay(app, qtbot):
    play(app, LOST)
    found = review(app, qtbot)
    app.study.toggle_mark(found.line[2], Mark.INTERESTING)
    app.study.comment(found.line[2], "Why not?")

    BY_KEY["keep-review"].trigger(app)

    assert found.line[2].notes.judgement is Mark.INTERESTING
    assert found.line[2].comment.startswith("Why not?\n\n")


@pytest.mark.parametrize("word", ["0", "-1", "nan", "a lot", "1e9"])
def test_a_time_that_is_none_is_refused(app, word):
    play(app, "5")

    with pytest.raises(BadCommand, match="not a time in seconds"):
        BY_KEY["review"].perform(app, [word])
    assert not app[Reviews].running


def test_what_is_deleted_is_no_longer_in_the_line(app, qtbot):
    play(app, LOST)
    found = review(app, qtbot)

    app.study.delete_from(found.line[4])

    now = app.document.place.get(Reviewed)
    assert now is not None
    assert len(now.line) == 4 and len(now.review.plies) == 3


def test_shutting_down_while_a_review_runs_is_quick(app):
    play(app, LOST)
    app[Reviews].start(ReviewSettings(Limits(seconds=60)))

    app.shut_down()


def test_at_the_end_the_mistakes_of_each_side_are_told(app, qtbot):
    said = []
    app[Reviews].message.connect(said.append)
    play(app, LOST)

    review(app, qtbot)

    assert said == ["Review done: X made no mistake, O made 1 mistake."]


def test_who_has_played_a_computer_is_told_of_mistakes_as_you(app, qtbot):
    said = []
    app[Reviews].message.connect(said.append)
    play(app, LOST)
    app.document.set_players((COMPUTER, HUMAN))

    review(app, qtbot)

    assert said == ["Review done: the computer made no mistake, you made 1 mistake."]


def test_from_a_variation_the_next_mistake_is_that_of_the_game(app, qtbot):
    play(app, "5 2 8 1")  # O's 2 loses, X's 8 gives the win away
    review(app, qtbot)
    places = app.document.place[Reviewed].mistakes()
    assert places[0].ply == 1 and len(places) >= 2
    app.document.go_to(places[0])
    play(app, "1")

    BY_KEY["next-mistake"].trigger(app)

    assert app.document.node is places[1]


def _ply(number: int, depth: int, loss: float, proven: bool = False) -> ReviewedPly:
    """Return what a review says of ply *number* of `LOST`, at some *depth*."""
    text = LOST.split()[number - 1]
    move = int(text) - 1
    value = Score(-loss, 0, ScoreKind.MARGIN, proven, depth=depth)
    best = Score(0.0, 0, ScoreKind.MARGIN, proven, depth=depth)
    mark = Mark.BLUNDER if loss else None
    return ReviewedPly(
        number, move, text, (number - 1) % 2, value, move, text, best, loss, proven, mark
    )


def test_a_longer_review_values_what_was_estimated_anew_and_the_deeper_values_stay(
    app, monkeypatch
):
    play(app, LOST)
    requests: list[ReviewRequest] = []
    monkeypatch.setattr(
        app.service,
        "submit",
        lambda _, make: requests.append(make(len(requests) + 1)) or len(requests),
    )
    kept: list[ReviewedPly] = []
    app[Reviews].found.connect(kept.extend)

    def reviewed(seconds: float, *plies: ReviewedPly) -> set[int]:
        """Review with so much time, in which *plies* are found; return which were taken over."""
        app[Reviews].start(ReviewSettings(Limits(seconds=seconds)))
        request = requests[-1]
        timed = tuple(replace(ply, seconds=seconds) for ply in plies)
        app.service.reviewed.emit(ReviewNews(request.number, timed, len(plies), 7, True))
        return set(request.known.all())

    first = [_ply(1, 0, 0, proven=True), _ply(2, 5, 0), _ply(3, 5, 0)]
    assert reviewed(0.5, *first) == set()
    assert reviewed(0.5, *first) == {1, 2, 3}
    deeper, shallower = _ply(2, 8, 9), _ply(3, 4, 9)
    assert reviewed(2.0, first[0], deeper, shallower) == {1}

    assert kept == [
        *(replace(ply, seconds=0.5) for ply in first),
        replace(deeper, seconds=2.0),
        replace(first[2], seconds=2.0),  # the values of before, which the time did not better
    ]
    assert app.document.place.found_marks == {2: Mark.BLUNDER}
    assert reviewed(1.0) == {1, 2, 3}
    assert reviewed(3.0) == {1}


# -- single moves ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "moves"), [("tictactoe", "5 2"), ("loa", "b1-b3 a4-c4"), ("kalah", "3 6 1")]
)
def test_a_move_is_judged_by_itself_in_a_game_that_was_not_reviewed(app, qtbot, key, moves):
    app.document.new_game(find_game(key), players=(HUMAN, HUMAN))
    app[Reviews]._reviewer.settings = ReviewSettings(Limits(depth=3), mebibytes=1, cached=False)
    play(app, moves)
    node = app.document.node

    with qtbot.waitSignal(app[Reviews].judged, timeout=20_000) as judged:
        number = app[Reviews].judge(node)

    told, ply, error = judged.args
    assert (told, error) == (number, "")
    assert (ply.number, ply.text, ply.side) == (node.number, node.text, node.side)
    assert app[Reviews].known(node) is ply


def test_a_move_that_is_not_in_the_record_is_judged_and_not_kept(app, qtbot):
    play(app, "5")
    kept: list[object] = []
    app[Reviews].found.connect(kept.extend)
    app[Reviews]._reviewer.settings = SETTINGS

    with qtbot.waitSignal(app[Reviews].judged, timeout=20_000) as judged:
        app[Reviews].judge_move(app.document.node, 2)

    assert judged.args[1].mark is Mark.BLUNDER
    assert kept == [] and len(app.document.record.nodes) == 2
    assert app.document.place.get(Reviewed) is None


def test_a_move_that_is_judged_after_its_game_was_left_is_not_kept_for_the_next_one(app, qtbot):
    play(app, "5 2")
    kept: list[object] = []
    app[Reviews].found.connect(kept.extend)
    app[Reviews]._reviewer.settings = SETTINGS

    with qtbot.waitSignal(app[Reviews].judged, timeout=20_000):
        app[Reviews].judge(app.document.node)
        app.document.new_game(TICTACTOE)

    assert kept == []


def test_only_the_game_itself_is_rated_and_not_a_variation(app, qtbot):
    rated: list[int] = []
    app[Reviews].rated.connect(lambda plies, _: rated.append(plies))
    play(app, LOST)
    app.document.jump(1)
    play(app, "1 9")

    review(app, qtbot)
    assert rated == []

    app.document.jump(0)
    review(app, qtbot)
    assert rated == [len(LOST.split())]
