"""What was found is kept with the game, and shown at once when it is opened again."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.findings import Effort
from kalahloa.controllers.features.analysis.kept_analysis import (
    MAX_KEPT,
    MAX_PLIES,
    analysis_from_json,
    analysis_to_json,
)
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.controllers.work.live_settings import LiveSettings
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.move_values import Line
from kalahloa.models.search.score import ScoreKind
from tests.disk import Disk
from tests.scores import estimate, exact

LOA = find_game("loa")


def lines_of(position, plies: int = 3) -> tuple[Line, ...]:
    found = []
    kind = ScoreKind.of(position)
    for rank, move in enumerate(position.legal_moves()):
        there, moves = position.copy(), [move]
        there.make(move)
        while len(moves) < plies and not there.is_over():
            choices = there.legal_moves()
            moves.append(choices[len(moves) * 7 % len(choices)])
            there.make(moves[-1])
        proven = rank == 0
        value = (
            exact(1.0, kind=kind, plies=3 if kind is ScoreKind.WINNER else None, depth=3)
            if proven
            else estimate(-0.1, kind=kind, depth=9)
        )
        found.append(Line(move, value, tuple(moves)))
    return tuple(found)


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_what_is_kept_comes_back(key):
    game = find_game(key)
    position = game.start(game.rulebook.default)
    lines = lines_of(position)

    found = analysis_from_json(position, analysis_to_json(position, lines, Effort(9, 12_345, 1.5)))

    assert (found.depth, found.nodes, found.seconds) == (9, 12_345, 1.5)
    assert found.values == {line.move: line.value for line in lines}
    assert next(iter(found.values.values())) == lines[0].value
    for line in lines[:MAX_KEPT]:
        assert found.lines[line.move] == line.moves


def test_long_lines_are_cut():
    position = LOA.start(LOA.rulebook.default)

    plain = analysis_to_json(position, lines_of(position, 60), Effort())

    assert max(len(moves) for moves, *_ in plain["lines"]) == MAX_PLIES
    assert [len(moves) for moves, *_ in plain["lines"]][MAX_KEPT:] == [1] * (36 - MAX_KEPT)


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"lines": None},
        {"lines": [[["a9"], 0.1, False, "+0.10", 1, None]]},
        {"lines": [[["b1-b3"], 1e300, False, "+0.10", 1, None]]},
        {"lines": [[["b1-b3"], float("nan"), False, "+0.10", 1, None]]},
        {"lines": [[["b1-b3"], 0.1, "yes", "+0.10", 1, None]]},
        {"lines": [[["b1-b3"], 0.1, True, "x" * 99, 1, None]]},
        {"lines": [[["b1-b3"], 0.1, True, "+0.10", -1, None]]},
        {"lines": [[[], 0.1, True, "+0.10", 1, None]]},
        {"lines": [[["b1-b3"] * 2, 0.1, True, "+0.10", 1, None]]},
        {"lines": [[[["b1-b3"]], 0.1, True, "+0.10", 1, None]]},
        {"depth": "9"},
        {"nodes": -1},
        {"seconds": "soon"},
    ],
)
def test_what_does_not_fit_is_refused(change):
    position = LOA.start(LOA.rulebook.default)
    plain = analysis_to_json(position, lines_of(position)[:1], Effort(1, 1, 1.0))

    with pytest.raises(ValueError):
        analysis_from_json(position, plain | change)


@pytest.mark.parametrize("plain", [None, 7, "x", [], {}, {"version": 1}])
def test_what_is_no_analysis_is_refused(plain):
    with pytest.raises(ValueError):
        analysis_from_json(LOA.start(LOA.rulebook.default), plain)


# -- in the library --------------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path) -> Disk:
    return Disk(tmp_path / "library.sqlite")


def open_kept(disk: Disk) -> tuple[AppContext, Keeper]:
    app = open_app(LOA, service=AnalysisService())
    app[LiveAnalysis].set_settings(LiveSettings(lines=3, table=1, depth=2))
    keeper = Keeper(app.document, disk.open, app.document)
    keeper.follow_edits(app.study)
    keeper.follow_analysis(app[LiveAnalysis])
    return app, keeper


@pytest.fixture
def apps(qapp, disk: Disk) -> Iterator[list[tuple[AppContext, Keeper]]]:
    opened: list[tuple[AppContext, Keeper]] = []
    yield opened
    for app, keeper in opened:
        keeper.shut_down()
        app.shut_down()


def analyse(app: AppContext, qtbot) -> tuple[Line, ...]:
    qtbot.waitUntil(
        lambda: bool(app.document.place[Live].lines) and not app.document.place[Live].running,
        timeout=20_000,
    )
    return app.document.place[Live].lines


def test_lines_are_there_at_once_when_the_game_is_opened_again(apps, disk, qtbot):
    first, keeper = open_kept(disk)
    apps.append((first, keeper))
    first.document.play(first.document.position.read_move("b1-b3"))
    first[LiveAnalysis].set_on(True)
    here = analyse(first, qtbot)
    first.navigation.back()
    root = analyse(first, qtbot)
    keeper.shut_down()

    again, other = open_kept(disk)
    apps.append((again, other))
    again[LiveAnalysis].set_on(True)
    again[LiveAnalysis].set_paused(True)
    other.restore_last()

    assert again.document.place[Live].lines == root
    again.document.go_to(again.document.record.nodes[1])
    assert again.document.place[Live].lines == here
    assert again.document.place[Live].effort.depth == 2


def test_another_game_has_none_of_it(apps, disk, qtbot):
    app, keeper = open_kept(disk)
    apps.append((app, keeper))
    app.document.play(app.document.position.read_move("b1-b3"))
    app[LiveAnalysis].set_on(True)
    analyse(app, qtbot)
    app.document.new_game(LOA)
    app[LiveAnalysis].set_on(False)
    app.document.play(app.document.position.read_move("b1-b3"))
    keeper.save()

    with disk.open() as library:
        kept = [sorted(library.analyses(number)) for number in (1, 2)]

    assert kept[0] in ([1], [0, 1])
    assert kept[1] in ([], [0])


def test_damaged_analyses_do_no_harm(apps, disk, qtbot):
    app, keeper = open_kept(disk)
    apps.append((app, keeper))
    app.document.play(app.document.position.read_move("b1-b3"))
    keeper.save()
    with disk.open() as library:
        library.keep_analyses(1, {0: {"version": 1}, 1: ["nonsense"], 77: None})
    app.document.new_game(LOA)
    app[LiveAnalysis].set_on(True)

    keeper.restore_last()

    assert len(analyse(app, qtbot)) == 3
