"""Connect Four from a package of its own: found, played and searched like the house's games."""

import json
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.saving.game_files import read_record
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.game import Game
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.game.transition import Action
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.search.searchers import searchers
from kalahloa.models.text.errors import BadGame, BadPosition, BadRules, IllegalMove
from tests import plugin
from tests.disk import write_record

# Ways to play 1 to 6 moves; positions after 0 to 5 moves (J. Tromp, also OEIS A212693).
_PERFT = [7, 49, 343, 2401, 16807, 117649]
_POSITIONS = [1, 7, 49, 238, 1120, 4263]
_POSITIONS_4_BY_4 = 161029
_DRAWN = "547125662261271266215743771576315353334444"


@pytest.fixture
def game(tmp_path) -> Iterator[Game]:
    with plugin.installed(tmp_path):
        yield find_game(plugin.KEY)


@pytest.fixture
def app(qapp, game) -> Iterator[AppContext]:
    made = open_app(game)
    made.turns.minimum_think_seconds = 0.0
    yield made
    made.shut_down()


def _played(game: Game, moves: str, **options: int) -> Position:
    position = game.start(game.rulebook.read(None, options))
    for move in moves:
        position.make(int(move))
    return position


def _run(folder: Path, *arguments: str, lines: str = "", **environment: str) -> str:
    """Return what a Python with the plug-in in *folder* prints."""
    environment.setdefault("PYTHONPATH", plugin.search_path(folder))
    result = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        input=lines,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


# -- being found -----------------------------------------------------------------------------------


def test_the_game_is_found_by_its_entry_point(game):
    assert game_keys() == ["loa", "kalah", "tictactoe", "connect-four"]
    assert game.key == plugin.KEY
    assert isinstance(game.start(game.rulebook.default), Position)


def test_without_the_package_there_is_no_such_game():
    assert plugin.KEY not in game_keys()


def test_the_package_builds_and_brings_its_game_along(tmp_path):
    source = tmp_path / "source"
    (source / "connect_four").mkdir(parents=True)
    for file in [plugin.SOURCE / "pyproject.toml", *plugin.SOURCE.glob("connect_four/*.py")]:
        (source / file.relative_to(plugin.SOURCE)).write_bytes(file.read_bytes())
    build = "import os, sys; os.chdir(sys.argv[1]); from setuptools import build_meta as backend; "
    build += "print('built', backend.build_wheel('dist'))"

    wheel = _run(tmp_path, "-c", build, str(source), PYTHONPATH="").split()[-1]
    with zipfile.ZipFile(source / "dist" / wheel) as archive:
        archive.extractall(tmp_path / "installed")  # all that installing a pure wheel comes to
    path = os.pathsep.join([str(tmp_path / "installed"), str(plugin.ROOT)])
    listed = _run(tmp_path, "-m", "kalahloa", "games", PYTHONPATH=path)

    assert "connect-four: Connect Four, Red against Yellow" in listed
    assert "rules small" in listed


# -- the rules -------------------------------------------------------------------------------------


def test_perft_counts_every_way_to_play(game):
    position = game.start(game.rulebook.default)

    assert [position.perft(depth) for depth in range(1, 7)] == _PERFT
    assert position.position_string() == "7/7/7/7/7/7 R"


def test_perft_is_the_same_when_the_base_is_not_compiled(tmp_path):
    plugin.write_metadata(tmp_path)

    answer = _run(tmp_path, "-m", "kalahloa", "perft", plugin.KEY, "5", "--json", KALAHLOA_PURE="1")

    assert json.loads(answer)["leaves"] == _PERFT[4]


def test_perft_does_not_go_on_after_the_end_of_a_game(game):
    position = _played(game, "445566")

    wins = [move for move in position.legal_moves() if _ends(position, move)]

    assert wins == [3, 7]
    assert position.perft(2) == 7 * 7 - 7 * len(wins)


def _ends(position: Position, move: int) -> bool:
    position.make(move)
    over = position.is_over()
    position.unmake()
    return over


def test_a_game_with_more_moves_than_there_is_room_for_is_refused(game):
    class Wide(type(game.start(game.rulebook.default))):
        def list_moves(self) -> list[int]:
            return super().list_moves() * 100

    with pytest.raises(BadGame, match="at most 512 legal moves, not 700"):
        Wide(0, 0, 0, game.rulebook.default).perft(1)


def test_positions_with_one_hash_are_the_same_and_there_are_as_many_as_counted_by_others(game):
    positions = {0: game.start(game.rulebook.default)}
    counts = []
    for _ in _POSITIONS:
        counts.append(len(positions))
        following = {}
        for position in positions.values():
            for move in position.legal_moves():
                twin = position.copy()
                twin.make(move)
                following[twin.hash] = twin
        positions = following

    assert counts == _POSITIONS


def test_the_whole_game_on_four_by_four_is_a_draw(game):
    position = game.start(game.rulebook.read(None, {"columns": 4, "rows": 4}))
    values: dict[int, int] = {}

    def value() -> int:
        key = position.hash
        if key not in values:
            outcome = position.outcome()
            if outcome is not None:
                values[key] = outcome.score_for(position.side)
            else:
                best = -1
                for move in position.legal_moves():
                    position.make(move)
                    best = max(best, -value())
                    position.unmake()
                values[key] = best
        return values[key]

    assert value() == 0
    assert len(values) == _POSITIONS_4_BY_4


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("4142434", 0),  # upright
        ("1122334", 0),  # level
        ("12234334544", 0),  # rising
        ("76654554344", 0),  # falling
        ("11224455", None),  # not with a gap
    ],
)
def test_four_in_a_row_win_in_every_direction(game, moves, winner):
    position = _played(game, moves)

    outcome = position.outcome()

    if winner is None:
        assert outcome is None
    else:
        assert outcome == Outcome(winner, 1 - 2 * winner, "Red wins: four in a row.")
        assert position.legal_moves() == []


def test_no_row_runs_from_the_top_of_a_column_into_the_next(game):
    # Red has the two upper cells of column 1 and the two lower ones of column 2.
    position = game.read("R6/R6/Y6/R6/YR1YY2/RR1YY2 R", game.rulebook.default)

    assert position.outcome() is None


def test_a_full_board_without_four_is_a_draw(game):
    position = _played(game, _DRAWN)

    assert position.outcome() == Outcome(None, 0, "Draw: the board is full.")
    assert position.is_over()


def test_random_games_unmake_to_where_they_came_from(game):
    chance = random.Random(4)
    for columns, rows in ((7, 6), (4, 4), (9, 8), (5, 4)) * 5:
        position = game.start(game.rulebook.read(None, {"columns": columns, "rows": rows}))
        seen = []
        while not position.is_over():
            seen.append((position.position_string(), position.hash, position.side, position.ply))
            assert position.hash == position.hash_from_scratch()
            position.make(chance.choice(position.legal_moves()))
            text = position.position_string()
            if position.outcome() is None:
                assert game.read(text, position.rules).position_string() == text
                assert game.fitting_rules(text, game.rulebook.default) == position.rules
        twin = position.copy()
        for before in reversed(seen):
            position.unmake()
            state = (position.position_string(), position.hash, position.side, position.ply)
            assert state == before
        with pytest.raises(IndexError, match="no move to take back"):
            position.unmake()
        assert len(twin.move_stack()) == len(seen)


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "6 rows"),
        ("7/7/7/7/7 R", "6 rows"),
        ("7/7/7/7/7/7 X", "side to move is R or Y"),
        ("7/7/7/7/7/6 R", "Row 1 has 6 cells"),
        ("7/7/7/7/7/²6 R", "not '²'"),
        ("7/7/7/7/3R3/7 Y", "column 4, row 2 rests on nothing"),
        ("7/7/7/7/7/3R3 R", "cannot be Red's turn"),
        ("7/7/7/7/YYY4/RRRR3 Y", None),
        ("7/7/7/7/YYY3Y/RRRR3 R", "rests on nothing"),
        ("7/7/7/7/RRR4/YYYY3 Y", "cannot be Yellow's turn"),
        ("7/7/7/RR5/RRR4/YYYY3 Y", "Yellow has four in a row"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(game, text, reason):
    if reason is None:
        assert game.read(text, game.rulebook.default).outcome().winner == 0
        return
    with pytest.raises(BadPosition, match=reason):
        game.read(text, game.rulebook.default)


@pytest.mark.parametrize("text", ["", "0", "8", "x", "-1", "44", "٤", "²"])
def test_what_is_no_column_is_refused_with_what_would_be_right(game, text):
    with pytest.raises(IllegalMove, match="number of a column, 1 to 7"):
        _played(game, "").read_move(text)


def test_a_full_column_is_refused_with_those_that_have_room(game):
    position = _played(game, "444444")

    with pytest.raises(IllegalMove, match="Column 4 is full; there is room in 1, 2, 3, 5, 6, 7"):
        position.read_move("4")


def test_a_move_is_described_in_words_and_as_a_step(game):
    position = _played(game, "4")

    (step,) = position.transition(4)

    assert (step.action, step.target, step.side) == (Action.PLACE, position.cell(3, 1), 1)
    assert position.describe(4) == "Yellow's disc falls to row 2 of column 4."
    assert [position.status(side) for side in (0, 1)] == ["1 disc", "0 discs"]


def test_the_diagram_shows_the_board_and_its_back(game):
    position = _played(game, "112", columns=5, rows=4)

    assert position.diagram().splitlines()[2:] == [
        "| Y . . . . |",
        "| R R . . . |",
        "+-----------+",
        "  1 2 3 4 5",
    ]
    assert position.diagram(flipped=True).splitlines()[3] == "| . . . R R |"


def test_options_and_presets_choose_the_size(game):
    book = game.rulebook

    assert (book.read("small").columns, book.read("small").rows) == (5, 4)
    assert book.name_of(book.read(None, {"columns": "9"})) == "classic, columns 9"
    with pytest.raises(BadRules, match="number from 4 to 9"):
        book.read(None, {"columns": 10})


# -- heuristics ------------------------------------------------------------------------------------


def test_heuristics_are_as_good_for_one_side_as_they_are_bad_for_the_other(game):
    chance = random.Random(7)
    for heuristic in game.heuristics:
        position = game.start(game.rulebook.read(None, {"columns": 9, "rows": 8}))
        while not position.is_over():
            value = heuristic(position)
            turned = type(position)(*position._discs, 1 - position.side, position.rules)
            assert heuristic(turned) == pytest.approx(-value)
            assert abs(value) < 90
            position.make(chance.choice(position.legal_moves()))


def test_the_middle_is_worth_more_than_the_edge(game):
    for heuristic in game.heuristics:
        middle, edge = (heuristic(_played(game, move)) for move in "41")
        assert middle < edge < 0.01


# -- playing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("searcher", [searcher.name for searcher in searchers()])
def test_every_searcher_takes_a_win_and_prevents_a_loss(game, searcher):
    level = Level(searcher=searcher, depth=2)
    choose = next(found for found in searchers() if found.name == searcher).choose

    wins = choose(_played(game, "414243"), level.limits, game.heuristic())
    saves = choose(_played(game, "41424"), level.limits, game.heuristic())

    assert wins.move == 4
    assert wins.score.decided
    assert saves.move == 4


@pytest.mark.parametrize("searcher", [searcher.name for searcher in searchers()])
def test_a_human_and_every_searcher_play_a_game_to_its_end(app, qtbot, game, searcher):
    document = app.document
    computer = Player(Level(searcher=searcher, depth=2))
    document.new_game(game, game.rulebook.read("small"), (HUMAN, computer))

    while document.place.outcome is None:
        if document.place.human_may_move:
            app.turns.play(document.position.legal_moves()[0])
        else:
            qtbot.waitSignal(document.changed, timeout=20_000).wait()

    record = document.record
    assert record.replayed().position_string() == record.position.position_string()
    assert record.result == record.current.outcome.points


def test_a_record_keeps_variations_through_a_file(game, tmp_path):
    record = Record(game, game.rulebook.read("small"))
    for move in (3, 3, 2):
        record.play(move)
    record.undo()
    record.play(4)

    path = tmp_path / "game.kalahloa"
    write_record(path, record)
    again, _ = read_record(path)

    assert record_to_json(again) == record_to_json(record)
    assert again.position.diagram() == record.position.diagram()
    assert again.position_before().position_string() == "5/5/2Y2/2R2 R"


def test_a_whole_game_is_played_by_typed_lines(app, game):
    commands = Interpreter(app)

    assert "Connect Four" in commands.execute("rules")
    assert commands.execute("moves") == "1 2 3 4 5 6 7"
    for line in ("4", "3", "4", "undo", "5", " 3 ", "6", "3", "7"):
        commands.execute(line)

    assert app.document.node.outcome.reason == "Red wins: four in a row."
    assert "Red    7" in commands.execute("record")
    with pytest.raises(IllegalMove, match=r"The game is over: Red wins"):
        commands.execute("1")


def test_a_whole_game_is_played_in_the_terminal(tmp_path):
    plugin.write_metadata(tmp_path)

    shown = _run(
        tmp_path,
        *("-m", "kalahloa", "terminal", plugin.KEY, "--second", "human", "--rows", "4"),
        lines="1\n2\n1\n2\n9\n1\n2\n1\nquit\n",
    )

    assert "'9' is not a move; write the number of a column, 1 to 7." in shown
    assert "| R Y . . . . . |" in shown
    assert "Red wins" in shown
