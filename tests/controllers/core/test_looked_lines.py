"""Walking through a game writes nothing, wherever the walk leads."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.saving.keeper import Keeper
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
    "previous-mistake": "lastmistake",
    "next-of-either": "nextofeither",
    "previous-of-either": "lastofeither",
    "try-again": "tryagain",
    "next-only-move": "nextonly",
    "book-end": "bookend",
    "proven-line": "provenline",
    "practise": "practise",
    "guess": "guess both",
}
"""The commands that lead to another position of the record, and how they are typed."""
IN_OTHERS = {
    *("paste-game", "own-game", "lab", "step-back", "step-end"),
    *("next-cut", "previous-cut", "next-best", "previous-best"),
}
"""Those that lead to another record, to a panel, or through a search."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite"


@pytest.fixture
def desk(qapp) -> Iterator[Desk]:
    made = Desk.of(KALAH)
    made.turns.minimum_think_seconds = made.autoplay.seconds = 0.0
    made.analysis.set_budget(OFF)
    made.reviews._reviewer.settings = QUICK
    made.document.new_game(KALAH, players=(HUMAN, HUMAN))
    yield made
    made.shut_down()


@pytest.fixture
def keeper(desk: Desk, path: Path) -> Iterator[Keeper]:
    made = Keeper(desk.document, Disk(path).open, desk.document)
    made.follow_edits(desk.study)
    made.follow_reviews(desk.reviews)
    for held in desk.holds:
        held.connect(made.hold)
    yield made
    made.shut_down()


def play(desk: Desk, line: str) -> None:
    for text in line.split():
        desk.turns.play_text(text)


def walk(desk: Desk, key: str, qtbot) -> None:
    """Do the command *key*, as a menu or a typed line does, and wait until it has led somewhere."""
    line = WALKS[key]
    if line:
        Interpreter(desk).execute(line)
    elif key == "goto-node":
        BY_KEY[key].perform(desk, ["2"])
    else:
        BY_KEY[key].trigger(desk)
    qtbot.waitUntil(lambda: not desk.is_busy, timeout=20_000)


def show(desk: Desk, line: str = "3 6") -> None:
    desk.looked.show(desk.document.record.root, line.split())
    assert texts(desk) == line.split()


def children(desk: Desk) -> list[str]:
    return [child.text for child in desk.document.record.root.children]


def stored(keeper: Keeper, path: Path) -> list[list[str]]:
    keeper.save()
    return [[node.text for node in one.root.with_below()[1:]] for one in Disk(path).records()]


@pytest.mark.parametrize("key", WALKS)
def test_no_walk_changes_the_library(desk, keeper, path, qtbot, key):
    play(desk, LINE)
    desk.walks.back()
    play(desk, "4")
    desk.reviews.start(QUICK)
    qtbot.waitUntil(lambda: not desk.reviews.running, timeout=20_000)
    keeper.save()
    before = kept_rows(path)
    assert len(before) > len(LINE.split())

    for begin in (desk.walks.to_start, desk.walks.to_end):
        begin()
        try:
            walk(desk, key, qtbot)
        except KalahloaError:
            continue  # it is not possible here
        keeper.save()
        assert kept_rows(path) == before, key
    desk.end_holds()
    keeper.save()

    assert kept_rows(path) == before


def test_all_commands_that_walk_are_tried():
    """Whoever adds one has to name it here; its tip says where it goes."""
    going = {
        key
        for key, command in BY_KEY.items()
        if command.tip.startswith("Go ") or command.menu == "moves"
    }

    assert going - IN_OTHERS <= WALKS.keys()


def test_a_game_in_which_one_only_looked_is_not_in_the_library(desk, keeper, path, qtbot):
    walk(desk, "next-only-move", qtbot)
    assert texts(desk) == ["3"] and stored(keeper, path) == []

    desk.document.new_game(KALAH)

    assert stored(keeper, path) == []


def test_a_line_is_kept_as_far_as_it_is_played_on(desk, keeper, path, qtbot):
    show(desk)
    desk.walks.back()
    play(desk, "1")

    qtbot.waitUntil(lambda: stored(keeper, path) == [["3", "1"]])

    assert texts(desk) == ["3", "1"]
    assert [child.text for child in desk.document.node.parent.children] == ["1"]


def test_a_line_is_kept_as_far_as_something_is_written_in_it(desk, keeper, path, qtbot):
    show(desk, "3 6 2")
    desk.walks.back()
    Interpreter(desk).execute("comment So far")

    qtbot.waitUntil(lambda: stored(keeper, path) == [["3", "6"]])

    assert texts(desk) == ["3", "6"]


def test_a_line_goes_when_another_move_is_played(desk, keeper, path, qtbot):
    show(desk)
    desk.walks.to_start()
    play(desk, "1")

    qtbot.waitUntil(lambda: children(desk) == ["1"])

    assert stored(keeper, path) == [["1"]] and texts(desk) == ["1"]


def test_one_walks_through_what_was_played_and_what_is_shown(desk, keeper, path, qtbot):
    play(desk, "1")
    desk.walks.to_start()
    show(desk)
    desk.document.walk(desk.document.record.root.children[0])
    assert children(desk) == ["1", "3"]

    desk.end_holds()

    assert children(desk) == ["1"] and texts(desk) == ["1"]
    assert stored(keeper, path) == [["1"]]


def test_practising_from_a_shown_line_leaves_it_unkept(desk, keeper, path, qtbot):
    play(desk, "1")
    desk.walks.to_start()
    show(desk, "3")
    Interpreter(desk).execute("practise")
    qtbot.waitUntil(lambda: desk.document.place.practice.asking, timeout=20_000)
    play(desk, "6")
    desk.practice.stop()
    assert stored(keeper, path) == [["1"]]

    desk.end_holds()

    assert children(desk) == ["1"] and stored(keeper, path) == [["1"]]


def test_a_line_that_is_there_is_walked_and_nothing_is_held(desk, keeper, path, qtbot):
    play(desk, "3 6")
    desk.walks.to_start()
    show(desk)
    desk.walks.to_start()
    play(desk, "1")

    assert [sorted(moves) for moves in stored(keeper, path)] == [["1", "3", "6"]]


def test_a_line_that_cannot_be_played_holds_nothing(desk, keeper, path):
    with pytest.raises(IllegalMove):
        desk.looked.show(desk.document.record.root, ["3", "3", "3", "3"])
    play(desk, "1")

    assert stored(keeper, path) == [["1"]]
