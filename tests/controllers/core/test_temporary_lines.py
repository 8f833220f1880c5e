"""Walking through a game writes nothing, wherever the walk leads."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.move_commands import MOVE_COMMANDS
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.book.practice import PracticeController
from kalahloa.controllers.features.book.practice_state import Practice
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import make_keeper, open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.knowledge import OFF
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import IllegalMove, KalahloaError
from tests.controllers.conftest import texts
from tests.disk import Disk
from tests.library_games import kept_rows

KALAH = find_game("kalah")
LINE = "1 3 4 1 1 2"
QUICK = ReviewSettings(Limits(seconds=0.02), mebibytes=1)
WALKS = {
    "back": "back",
    "forward": "forward",
    "start": "start",
    "end": "end",
    "undo": "undo 2",
    "redo": "redo 2",
    "goto": "goto 3",
    "goto-node": "",
    "previous-variation": "",
    "next-variation": "",
    "autoplay": "autoplay 0",
    "next-mistake": "nextmistake",
    "previous-mistake": "previousmistake",
    "next-of-either": "nextofeither",
    "previous-of-either": "previousofeither",
    "try-again": "tryagain",
    "next-only-move": "nextonly",
    "book-end": "bookend",
    "proven-line": "bestline",
    "practise": "practise",
    "guess": "guess both",
}
"""The commands that lead to another position of the record, and how they are typed."""
IN_OTHERS = {
    *("paste-game", "own-game", "lab", "step-back", "step-end"),
    *(
        "next-cut",
        "previous-cut",
        "next-best",
        "previous-best",
        "exercise-next",
        "previous-rule",
        "step-start",
    ),
}
"""Those that lead to another record, to a panel, or through a search."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite"


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    made = open_app(KALAH)
    made.turns.minimum_think_seconds = made.autoplay.seconds = 0.0
    made[Analysis].set_budget(OFF)
    made[Reviews]._reviewer.settings = QUICK
    made.document.new_game(KALAH, players=(HUMAN, HUMAN))
    yield made
    made.shut_down()


@pytest.fixture
def keeper(app: AppContext, path: Path) -> Iterator[Keeper]:
    made = make_keeper(app, Disk(path).open)
    yield made
    made.shut_down()


def play(app: AppContext, line: str) -> None:
    for text in line.split():
        app.turns.play_text(text)


def walk(app: AppContext, key: str, qtbot) -> None:
    """Do the command *key*, as a menu or a typed line does, and wait until it has led somewhere."""
    line = WALKS[key]
    if line:
        Interpreter(app).execute(line)
    elif key == "goto-node":
        BY_KEY[key].perform(app, ["2"])
    else:
        BY_KEY[key].trigger(app)
    qtbot.waitUntil(lambda: not app.is_busy, timeout=20_000)


def show(app: AppContext, line: str = "3 6") -> None:
    app.temporary_lines.show(app.document.record.root, line.split())
    assert texts(app) == line.split()


def children(app: AppContext) -> list[str]:
    return [child.text for child in app.document.record.root.children]


def stored(keeper: Keeper, path: Path) -> list[list[str]]:
    keeper.save()
    return [[node.text for node in one.root.with_below()[1:]] for one in Disk(path).records()]


@pytest.mark.parametrize("key", WALKS)
def test_no_walk_changes_the_library(app, keeper, path, qtbot, key):
    play(app, LINE)
    app.navigation.back()
    play(app, "4")
    app[Reviews].start(QUICK)
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=20_000)
    keeper.save()
    before = kept_rows(path)
    assert len(before) > len(LINE.split())

    for begin in (app.navigation.to_start, app.navigation.to_end):
        begin()
        try:
            walk(app, key, qtbot)
        except KalahloaError:
            continue  # it is not possible here
        keeper.save()
        assert kept_rows(path) == before, key
    app.release()
    keeper.save()

    assert kept_rows(path) == before


def test_all_commands_that_walk_are_tried():
    """Whoever adds one has to name it here; its tip says where it goes."""
    going = {
        key
        for key, command in BY_KEY.items()
        if command.tip.startswith("Go ") or command in tuple(MOVE_COMMANDS)
    }

    assert going - IN_OTHERS <= WALKS.keys()


def test_a_game_in_which_one_only_looked_is_not_in_the_library(app, keeper, path, qtbot):
    walk(app, "next-only-move", qtbot)
    assert texts(app) == ["3"] and stored(keeper, path) == []

    app.document.new_game(KALAH)

    assert stored(keeper, path) == []


def test_a_line_is_kept_as_far_as_it_is_played_on(app, keeper, path, qtbot):
    show(app)
    app.navigation.back()
    play(app, "1")

    qtbot.waitUntil(lambda: stored(keeper, path) == [["3", "1"]])

    assert texts(app) == ["3", "1"]
    assert [child.text for child in app.document.node.parent.children] == ["1"]


def test_a_line_is_kept_as_far_as_something_is_written_in_it(app, keeper, path, qtbot):
    show(app, "3 6 2")
    app.navigation.back()
    Interpreter(app).execute("comment So far")

    qtbot.waitUntil(lambda: stored(keeper, path) == [["3", "6"]])

    assert texts(app) == ["3", "6"]


def test_a_line_goes_when_another_move_is_played(app, keeper, path, qtbot):
    show(app)
    app.navigation.to_start()
    play(app, "1")

    qtbot.waitUntil(lambda: children(app) == ["1"])

    assert stored(keeper, path) == [["1"]] and texts(app) == ["1"]


def test_one_walks_through_what_was_played_and_what_is_shown(app, keeper, path, qtbot):
    play(app, "1")
    app.navigation.to_start()
    show(app)
    app.document.go_to(app.document.record.root.children[0])
    assert children(app) == ["1", "3"]

    app.release()

    assert children(app) == ["1"] and texts(app) == ["1"]
    assert stored(keeper, path) == [["1"]]


def test_practising_from_a_shown_line_leaves_it_unkept(app, keeper, path, qtbot):
    play(app, "1")
    app.navigation.to_start()
    show(app, "3")
    Interpreter(app).execute("practise")
    qtbot.waitUntil(lambda: app.document.place[Practice].asking, timeout=20_000)
    play(app, "6")
    app[PracticeController].stop()
    assert stored(keeper, path) == [["1"]]

    app.release()

    assert children(app) == ["1"] and stored(keeper, path) == [["1"]]


def test_a_line_that_is_there_is_walked_and_nothing_is_held(app, keeper, path, qtbot):
    play(app, "3 6")
    app.navigation.to_start()
    show(app)
    app.navigation.to_start()
    play(app, "1")

    assert [sorted(moves) for moves in stored(keeper, path)] == [["1", "3", "6"]]


def test_a_line_that_cannot_be_played_holds_nothing(app, keeper, path):
    with pytest.raises(IllegalMove):
        app.temporary_lines.show(app.document.record.root, ["3", "3", "3", "3"])
    play(app, "1")

    assert stored(keeper, path) == [["1"]]
