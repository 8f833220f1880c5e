"""Reviews in the library: there at once when a game is opened again, and never in its way."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import make_keeper, open_app
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.library import Library
from kalahloa.models.library.selection import Selection
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.kept import read_plies, short_ply_to_json
from kalahloa.models.study.review.reviewed import Review
from kalahloa.models.study.review.settings import ReviewSettings
from tests.disk import Disk

TICTACTOE = find_game("tictactoe")
SETTINGS = ReviewSettings(Limits(depth=9), mebibytes=1)
LOST = "5 2 1 9 4 7 6"


@pytest.fixture
def disk(tmp_path) -> Disk:
    return Disk(tmp_path / "library.sqlite")


@pytest.fixture
def opened(qapp, disk: Disk) -> Iterator[list[tuple[AppContext, Keeper]]]:
    made: list[tuple[AppContext, Keeper]] = []
    yield made
    for app, keeper in made:
        keeper.shut_down()
        app.shut_down()


def open_kept(disk: Disk, opened: list[tuple[AppContext, Keeper]]) -> tuple[AppContext, Keeper]:
    app = open_app(TICTACTOE)
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    keeper = make_keeper(app, disk.open)
    opened.append((app, keeper))
    return app, keeper


def play(app: AppContext, moves: str) -> None:
    for text in moves.split():
        app.document.play(app.document.position.read_move(text))


def review(app: AppContext, qtbot) -> Review:
    app[Reviews].start(SETTINGS)
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=20_000)
    found = app.document.place.get(Reviewed)
    assert found is not None and found.review.complete
    return found.review


def test_a_game_that_is_opened_again_shows_its_review_without_searching(opened, disk, qtbot):
    app, keeper = open_kept(disk, opened)
    play(app, LOST)
    found = review(app, qtbot)
    keeper.shut_down()

    again, other = open_kept(disk, opened)
    other.restore_last()

    shown = again.document.place.get(Reviewed)
    assert shown is not None and not shown.running
    assert shown.review == found
    assert [ply.mark for ply in shown.review.plies].count(Mark.BLUNDER) == 1


def test_another_window_has_it_too_while_the_game_is_open(opened, disk, qtbot):
    app, keeper = open_kept(disk, opened)
    play(app, LOST)
    found = review(app, qtbot)
    keeper.save()

    second, other = open_kept(disk, opened)
    other.open_later(keeper.game_id)
    qtbot.waitUntil(lambda: second.document.place.get(Reviewed) is not None, timeout=5000)

    assert second.document.place[Reviewed].review == found


def test_a_review_found_in_another_window_is_shown_when_the_game_is_looked_at_again(
    opened, disk, qtbot
):
    app, keeper = open_kept(disk, opened)
    play(app, LOST)
    keeper.save()
    second, other = open_kept(disk, opened)
    other.open_later(keeper.game_id)
    qtbot.waitUntil(lambda: other.game_id == keeper.game_id, timeout=5000)
    found = review(app, qtbot)
    keeper.save()

    other.find_changes()
    qtbot.waitUntil(lambda: second.document.place.get(Reviewed) is not None, timeout=5000)

    assert second.document.place[Reviewed].review == found
    assert second.document.place.found_marks == app.document.place.found_marks != {}


def test_a_look_that_falls_on_a_write_finds_reviews_as_well(opened, disk, qtbot):
    app, keeper = open_kept(disk, opened)
    play(app, LOST)
    keeper.save()
    second, other = open_kept(disk, opened)
    other.open_later(keeper.game_id)
    qtbot.waitUntil(lambda: other.game_id == keeper.game_id, timeout=5000)
    other.save()
    found = review(app, qtbot)
    keeper.save()

    second.document.jump(0)
    play(second, "3")  # written at once
    other.find_changes()
    second.document.jump(7)
    qtbot.waitUntil(lambda: second.document.place.get(Reviewed) is not None, timeout=5000)

    assert second.document.place[Reviewed].review == found


def test_a_review_of_moves_that_came_from_the_other_window_comes_with_them(opened, disk, qtbot):
    app, keeper = open_kept(disk, opened)
    play(app, "5")
    keeper.save()
    second, other = open_kept(disk, opened)
    other.open_later(keeper.game_id)
    qtbot.waitUntil(lambda: other.game_id == keeper.game_id, timeout=5000)
    play(second, "3")  # so that nodes have different numbers in the two windows
    other.save()
    play(app, "2 1 9 4 7 6")
    found = review(app, qtbot)
    keeper.save()

    other.find_changes()
    qtbot.waitUntil(lambda: len(second.document.record.nodes) == 9, timeout=5000)
    last = next(node for node in second.document.record.nodes if node.text == "6")
    second.document.jump(last.number)

    shown = second.document.place.get(Reviewed)
    assert shown is not None
    assert [(ply.text, ply.loss) for ply in shown.review.plies] == [
        (ply.text, ply.loss) for ply in found.plies
    ]


def test_a_review_of_moves_that_are_not_kept_yet_is_kept_with_them(opened, disk, qtbot):
    app, keeper = open_kept(disk, opened)
    app.document.play(4)
    review(app, qtbot)
    assert keeper.game_id is None or keeper.game_id == 1
    keeper.save()

    with disk.open() as library:
        assert list(library.analyses(1, REVIEWS)) == [1]
        assert library.analyses(1) == {}


def test_another_game_has_nothing_of_it(opened, disk, qtbot):
    app, keeper = open_kept(disk, opened)
    play(app, LOST)
    review(app, qtbot)
    app.document.new_game(TICTACTOE)
    play(app, "1")
    keeper.save()

    with disk.open() as library:
        assert len(library.analyses(1, REVIEWS)) == 7
        assert library.analyses(2, REVIEWS) == {}


def test_what_is_known_here_is_not_replaced_by_what_was_kept(opened, disk, qtbot):
    app, keeper = open_kept(disk, opened)
    play(app, LOST)
    found = review(app, qtbot)
    keeper.save()

    keeper.open_later(keeper.game_id)
    qtbot.waitSignal(keeper.opened, timeout=5000).wait()

    assert app.document.place[Reviewed].review == found


def broken(plain, **changes):
    return {**plain, **changes}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda plain: None,
        lambda plain: [],
        lambda plain: "x",
        lambda plain: {"version": 1},
        lambda plain: broken(plain, version=99),
        lambda plain: broken(plain, text="9"),
        lambda plain: broken(plain, move=8),
        lambda plain: broken(plain, side=0),
        lambda plain: broken(plain, best_text="5"),
        lambda plain: broken(plain, best_text="{0.__class__}"),
        lambda plain: broken(plain, best=3),
        lambda plain: broken(plain, loss=-1),
        lambda plain: broken(plain, loss="NaN"),
        lambda plain: broken(plain, mark="boo"),
        lambda plain: broken(plain, line=["x" * 1000]),
        lambda plain: broken(plain, value=[0, True]),
        lambda plain: broken(
            plain, reasons=[{"context": "x", "template": "{0.__class__}", "fields": {}}]
        ),
    ],
)
def test_damaged_and_hostile_values_are_left_out(opened, disk, qtbot, spoil):
    app, _ = open_kept(disk, opened)
    play(app, LOST)
    found = review(app, qtbot)
    plains = {ply.number: short_ply_to_json(ply) for ply in found.plies}
    good = {number: plain for number, plain in plains.items() if number != 2}
    number = app.document.node.number

    read = read_plies(app.document.record, {**good, 2: spoil(plains[2]), 77: plains[3], -1: None})

    assert read == tuple(ply for ply in found.plies if ply.number != 2)
    assert app.document.node.number == number


def test_a_ply_is_read_for_the_node_it_is_kept_with_also_in_a_variation(opened, disk, qtbot):
    app, _ = open_kept(disk, opened)
    play(app, LOST)
    review(app, qtbot)
    app.document.go_to(app.document.record.root)
    play(app, "1 5 9")
    found = review(app, qtbot)

    plains = {ply.number: {**short_ply_to_json(ply), "number": 0} for ply in found.plies}

    assert read_plies(app.document.record, plains) == found.plies


def test_the_accuracy_is_in_the_library(opened, disk, qtbot):
    app, keeper = open_kept(disk, opened)
    play(app, LOST)
    found = review(app, qtbot)
    keeper.save()

    with disk.open() as library:
        (header,) = library.search()
        assert header.accuracy == tuple(one.percent for one in found.accuracy)


def test_what_is_found_of_a_node_that_is_not_written_waits_for_it(disk):
    record = Record(TICTACTOE)
    record.play(5)
    game = OpenGame(record, (HUMAN, HUMAN))
    game.queue_changes()
    with disk.open() as library:
        game.write(library)
        node = record.play(1)
        game.queue_analysis(node.number, {"depth": 1})

        game.write(library)
        assert library.analyses(game.id) == {}
        game.queue_changes()
        game.write(library)
        game.write(library)

        assert library.analyses(game.id) == {node.number: {"depth": 1}}


def test_a_game_stays_what_it_was_whatever_is_tried_in_it_afterwards(opened, disk, qtbot):
    app, keeper = open_kept(disk, opened)
    play(app, LOST)
    review(app, qtbot)
    keeper.save()

    def told() -> tuple[object, ...]:
        keeper.save()
        with Library.open(disk.path) as library:
            header = library.headers([keeper.game_id])[0]
            found = library.mistakes(Selection())
        return header.result, header.score, header.plies, header.accuracy, found.total

    before = told()
    assert before[:3] == ("1-0", 1, 7) and None not in before[3]

    app.navigation.to_start()
    BY_KEY["try-again"].trigger(app)
    app.turns.play(app.document.position.read_move("1"))
    assert told() == before
    BY_KEY["exercise-show"].trigger(app)
    assert told() == before
    app.document.jump(2)
    app.turns.set_answers(False)
    play(app, "3")
    assert told() == before
    app.document.jump(0)
    assert told() == before
    assert [ply.text for ply in review(app, qtbot).plies] == LOST.split()
