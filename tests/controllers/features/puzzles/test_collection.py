"""Puzzles are loaded, results kept and games looked through in the background."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.features.puzzles.collection import PuzzleCollection
from kalahloa.controllers.features.puzzles.puzzle_mining import before_mistakes
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import PuzzleStock
from kalahloa.controllers.features.training.training import Training
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.record import Record
from kalahloa.models.storage.file_lock import FileLock
from kalahloa.models.study.puzzles.keeping import mined_path
from kalahloa.models.study.puzzles.puzzle import read_puzzles
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.training.results import add_results, read_results, results_path
from kalahloa.models.study.training.schedule import FAILED, SOLVED, Attempt
from kalahloa.models.text.errors import LibraryUnavailable
from tests.disk import Disk
from tests.models.study.puzzles.puzzle_samples import LOA, WIN_IN_3, win_in_3
from tests.scores import move_score

NOON = 1_700_000_000_000


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path / "library.sqlite")


@pytest.fixture
def training(qapp) -> Iterator[Training]:
    made = Training(Document(LOA))
    made.clock = lambda: NOON
    yield made
    made.shut_down()


@pytest.fixture
def collection(training: Training, disk: Disk) -> Iterator[PuzzleCollection]:
    made = PuzzleCollection(training)
    made.open_library = disk.open
    yield made
    made.shut_down()


@pytest.fixture
def said(collection: PuzzleCollection, training: Training) -> list[str]:
    heard: list[str] = []
    collection.message.connect(heard.append)
    training.message.connect(heard.append)
    return heard


def wait(collection: PuzzleCollection, qtbot) -> None:
    qtbot.waitUntil(lambda: not collection.stock.loading, timeout=20_000)


def add_game(disk: Disk, start: str, *moves: str) -> int:
    record = Record(LOA, start=start)
    for text in moves:
        record.play(record.position.read_move(text))
    return disk.add(record)


# -- results -----------------------------------------------------------------------------------


def test_nothing_is_loaded_before_it_is_needed(collection, training):
    assert training._store is None and collection.stock.standing is None


def test_a_result_is_written_and_counted(collection, qtbot):
    puzzle = shipped_puzzles("loa")[0]
    collection.prepare("loa")
    collection.keep(Attempt(NOON, puzzle.id, SOLVED))
    wait(collection, qtbot)

    assert read_results(results_path()) == (Attempt(NOON, puzzle.id, SOLVED),)
    assert collection.stock.standing is not None
    assert collection.stock.standing.passed == 1


def test_what_another_window_has_kept_is_there_too(collection, qtbot):
    first, second, third = (puzzle.id for puzzle in shipped_puzzles("loa")[:3])
    collection.prepare("loa")
    wait(collection, qtbot)

    add_results(results_path(), [Attempt(NOON, first, FAILED)])
    collection.keep(Attempt(NOON + 1, second, SOLVED))
    wait(collection, qtbot)
    assert collection.stock.standing.attempted == 2
    assert len(read_results(results_path())) == 2

    add_results(results_path(), [Attempt(NOON + 2, third, SOLVED)])
    collection.reload()
    wait(collection, qtbot)
    assert collection.stock.standing.attempted == 3


def test_a_lock_that_another_holds_keeps_nobody_waiting_here(collection, qtbot):
    puzzle = shipped_puzzles("loa")[0]
    results_path().parent.mkdir(parents=True)
    lock = FileLock(results_path())
    try:
        collection.keep(Attempt(NOON, puzzle.id, SOLVED))
        assert collection.stock.loading and not results_path().exists()
    finally:
        lock.release()
    wait(collection, qtbot)

    assert len(read_results(results_path())) == 1


def test_a_result_that_cannot_be_written_is_told_and_written_later(collection, qtbot, said):
    puzzle = shipped_puzzles("loa")[0]
    folder = results_path().parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("in the way")
    collection.keep(Attempt(NOON, puzzle.id, SOLVED))
    wait(collection, qtbot)
    assert said and said[0].startswith("The result is not saved:")
    assert collection.stock.standing.attempted == 1

    folder.unlink()
    collection.keep(Attempt(NOON + 1, puzzle.id, FAILED))
    wait(collection, qtbot)

    assert [attempt.quality for attempt in read_results(results_path())] == [SOLVED, FAILED]


def test_a_damaged_file_of_results_is_kept_aside_and_told(collection, qtbot, said):
    results_path().parent.mkdir(parents=True)
    results_path().write_text("{")

    collection.keep(Attempt(NOON, shipped_puzzles("loa")[0].id, SOLVED))
    wait(collection, qtbot)

    assert "damaged-1" in said[0]
    assert len(read_results(results_path())) == 1


def test_a_result_is_written_at_the_end(collection, training, qtbot):
    collection.keep(Attempt(NOON, shipped_puzzles("loa")[0].id, SOLVED))
    training.shut_down()

    assert len(read_results(results_path())) == 1


# -- looking through games ---------------------------------------------------------------------


def mine(collection: PuzzleCollection, qtbot) -> None:
    collection.mine("loa")
    qtbot.waitUntil(lambda: not collection.is_mining, timeout=60_000)
    wait(collection, qtbot)


def test_a_win_that_was_missed_in_a_game_becomes_a_puzzle(collection, disk, qtbot, said):
    number = add_game(disk, WIN_IN_3, "f2-d2")
    collection.prepare("loa")

    mine(collection, qtbot)

    assert said == ["Searched 1 Lines of Action game: 1 new puzzle."]
    (puzzle,) = read_puzzles(mined_path())
    assert (puzzle.id, puzzle.solution) == (win_in_3().id, win_in_3().solution)
    assert puzzle.source == f"game {number}, ply 1" and puzzle.rating > 0
    collection.choose(PuzzleSet.MINED)
    wait(collection, qtbot)
    assert collection.stock.standing.total == 1


def test_a_game_is_looked_through_once_until_it_changes(collection, disk, qtbot, said):
    add_game(disk, WIN_IN_3, "f2-d2")
    mine(collection, qtbot)
    mined_path().unlink()

    mine(collection, qtbot)
    assert said[-1] == "Searched 1 Lines of Action game: no new puzzle."

    (game,) = disk.games()
    game.record.jump(0)
    game.record.play(game.record.position.read_move("f2-h2"))
    game.queue_changes()
    with disk.open() as library:
        game.write(library)
    mine(collection, qtbot)
    assert said[-1] == "Searched 1 Lines of Action game: 1 new puzzle."


def test_reviewed_mistakes_are_looked_at_before_all_else():
    record = Record(LOA, start=WIN_IN_3)
    first = record.play(record.position.read_move("f2-d2"))
    second = record.play(record.position.legal_moves()[0])
    value = move_score(0.0, False, None, False, 1)
    plies = [
        ReviewedPly(
            *(node.number, node.move, node.text, node.side, value),
            *(node.move, node.text, value, 30.0, False),
            mark=mark,
        )
        for node, mark in ((first, Mark.BLUNDER), (second, None))
    ]
    game = OpenGame(record, (HUMAN, HUMAN))
    game.reviews = tuple(plies)

    (candidate,) = before_mistakes(game, "game 7")

    assert candidate.position.position_string() == WIN_IN_3
    assert (candidate.played, candidate.source) == (first.move, "game 7, ply 1")


def test_without_games_that_is_said(collection, qtbot, said):
    mine(collection, qtbot)

    assert said == ["The library has no Lines of Action games."]


def test_it_is_stopped_and_what_was_found_stays(collection, disk, qtbot, said):
    for _ in range(3):
        add_game(disk, WIN_IN_3, "f2-d2")
    collection.changed.connect(
        lambda: (
            collection.stock.mining and collection.stock.mining.total and collection.stop_mining()
        )
    )

    mine(collection, qtbot)

    assert said[-1].startswith("Stopped after ")
    assert collection.stock.mining is None


def test_a_library_that_cannot_be_opened_is_told(collection, qtbot, said):
    def refuse() -> Library:
        raise LibraryUnavailable("The disk is gone.")

    collection.open_library = refuse
    mine(collection, qtbot)

    assert said == ["The disk is gone."]


def test_the_command_begins_it_and_stops_it(qapp, disk, qtbot):
    app = open_app(LOA)
    app[Puzzles].collection.open_library = disk.open
    try:
        answer = BY_KEY["mine-puzzles"].trigger(app)
        assert answer == "Searching your Lines of Action games for puzzles."
        assert app.document.place[PuzzleStock].mining is not None
        BY_KEY["mine-puzzles"].trigger(app)
        qtbot.waitUntil(lambda: not app[Puzzles].collection.is_mining, timeout=20_000)
        assert app.document.place[PuzzleStock].mining is None
    finally:
        app.shut_down()
