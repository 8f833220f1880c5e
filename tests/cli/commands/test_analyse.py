"""The commands that ask the engine: analyse, explain and bench."""

import json
from dataclasses import replace

import pytest

from kalahloa.cli.main import main
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.stages import STAGES
from kalahloa.models.sandbox.orders import SearchOrder
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.search.engine import bench
from kalahloa.models.search.engine.analysis import AnalysedLine, AnalysisResult
from tests.scores import estimate


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    """Return what the command line with *arguments* prints as JSON."""
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_analysis_values_every_move_and_the_best_comes_first(capsys):
    found = answer(capsys, "analyse", "kalah", "--depth", "8", "--lines", "all")

    values = [move["value"] for move in found["moves"]]
    assert values == sorted(values, reverse=True)
    assert {move["move"] for move in found["moves"]} == set("123456")
    assert found["depth"] == 8
    assert found["nodes"] > 0


def test_the_lines_of_an_analysis_can_be_played(capsys):
    found = answer(capsys, "analyse", "loa", "--nodes", "2000", "--lines", "3")

    game = find_game("loa")
    assert len(found["moves"]) == 3
    for move in found["moves"]:
        position = game.start(game.rulebook.default)
        assert move["line"][0] == move["move"]
        for text in move["line"]:
            position.make(position.read_move(text))


def test_a_game_searched_to_its_end_is_proven(capsys):
    found = answer(capsys, "analyse", "tictactoe", "--depth", "9", "--lines", "all")

    assert [move["value"] for move in found["moves"]] == [0.0] * 9
    assert all(move["proven"] for move in found["moves"])


def test_a_win_is_told_with_its_distance(capsys):
    found = answer(capsys, "analyse", "tictactoe", "--position", "XX./OO./... X", "--depth", "5")

    best = found["moves"][0]
    assert (best["move"], best["value"], best["plies"], best["proven"]) == ("3", 1.0, 1, True)


def test_a_limit_of_nodes_gives_the_same_answer_again(capsys):
    first = answer(capsys, "analyse", "loa", "--nodes", "3000")
    second = answer(capsys, "analyse", "loa", "--nodes", "3000")

    assert (first["moves"], first["nodes"]) == (second["moves"], second["nodes"])


def test_an_analysis_in_words_says_what_is_estimated(capsys):
    assert main(["analyse", "kalah", "--stones", "7", "--depth", "4"]) == 0

    shown = capsys.readouterr().out
    assert "estimated" in shown
    assert "For South: depth 4" in shown


@pytest.mark.parametrize(
    ("limit", "compiled"),
    [
        ([], True),
        (["--time", "5"], True),
        (["--time", "0.5"], False),
        (["--nodes", "50000"], True),
        (["--nodes", "49999"], False),
        (["--depth", "6"], True),
        (["--depth", "5"], False),
    ],
)
def test_a_heuristic_of_ones_own_is_compiled_for_a_long_analysis(
    capsys, monkeypatch, tmp_path, limit, compiled
):
    path = tmp_path / "mine.py"
    path.write_text("def evaluate(position):\n    return 0.0\n")
    orders: list[SearchOrder] = []

    def analyse(self, order, stopped, report, tell):
        orders.append(order)
        tell(STAGES[1])
        line = AnalysedLine(1, estimate(0.0), (1,))
        return AnalysisResult((line,), 1, 1, 0.1, 0.0)

    monkeypatch.setattr(Sandbox, "analyse", analyse)

    assert main(["analyse", "kalah", "--heuristic", str(path), *limit]) == 0

    assert [order.compiled for order in orders] == [compiled]


@pytest.mark.parametrize("key", ["loa", "kalah"])
def test_the_terms_of_an_explanation_add_up_to_its_value(capsys, key):
    found = answer(capsys, "explain", key)

    assert sum(term["worth"] for term in found["terms"]) == pytest.approx(found["value"])


@pytest.mark.parametrize("key", ["loa", "kalah"])
def test_an_explanation_says_what_the_network_makes_of_the_position(capsys, key):
    found = answer(capsys, "explain", key)
    assert main(["explain", key]) == 0
    said = capsys.readouterr().out

    assert f"{found['network']:+.2f}" in said
    assert "The engine evaluates with the network" in said


def test_an_explanation_says_nothing_of_a_network_that_there_is_not(capsys):
    assert "network" not in answer(capsys, "explain", "loa", "--size", "6")
    assert "network" not in answer(capsys, "explain", "kalah", "--rules", "standard")


def test_a_game_without_an_evaluation_is_explained_by_its_heuristic(capsys):
    assert main(["explain", "tictactoe"]) == 0

    assert "Marks in open lines" in capsys.readouterr().out


def test_a_move_is_explained_by_the_moves_that_show_why(capsys):
    found = answer(capsys, "explain", "kalah", "--move", "4")

    assert (found["side"], found["move"], found["best"]) == ("South", "4", "3")
    assert (found["value"], found["best_value"], found["loss"]) == (-2, 8, 10)
    assert [(fact["key"], fact["proven"]) for fact in found["facts"]] == [
        ("allowed-win", True),
        ("missed-extra-turn", True),
    ]
    assert found["facts"][1]["text"] == "South could have moved again after pit 3."
    assert found["facts"][1]["moves"] == ["3", "6"]

    assert main(["explain", "kalah", "--move", "4"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "3 is better than 4."
    assert said[1:3] == [
        "  South could have won by 8 stones; now North can win by 2 stones.",
        f"    4 {' '.join(found['refutation'])}",
    ]


def test_of_a_good_move_it_is_explained_what_it_brings(capsys):
    found = answer(capsys, "explain", "tictactoe", "--position", "XX./OO./... X", "--move", "3")

    assert found["loss"] == 0
    assert [(fact["key"], fact["text"]) for fact in found["facts"]] == [
        ("merit", "It completes a row.")
    ]


def test_the_bench_has_a_signature_that_does_not_change(capsys, monkeypatch):
    shallow = [(game, replace(search, depth=3)) for game, search in bench.suite()]
    monkeypatch.setattr(bench, "suite", lambda: shallow)

    first = answer(capsys, "bench")
    second = answer(capsys, "bench")

    assert first["signature"] == second["signature"]
    assert first["nodes"] == sum(case["nodes"] for case in first["cases"])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("analyse loa --time 0", "The time: '0'"),
        ("analyse loa --depth x", "The depth: 'x'"),
        ("analyse loa --nodes -5", "The number of nodes: '-5'"),
        ("analyse loa --lines none", "The number of lines: 'none'"),
        ("analyse loa --threads 0", "The number of threads: '0'"),
        ("analyse loa --table 0", "The size of the table: '0'"),
        ("analyse tictactoe --position XXX/OO./... O", "over"),
        ("explain tictactoe --position XXX/OO./... O", "over"),
        ("explain tictactoe --position XXX/OO./... O --move 6", "over"),
        ("explain loa --move a1-a2", "No piece stands on a1."),
        ("explain loa --time 2", "--time needs --move."),
        ("explain loa --move b1-b3 --time 0", "The time: '0'"),
        ("bench --depth 4", "no option '--depth'"),
    ],
)
def test_a_wrong_argument_is_told_in_one_line(capsys, line, sentence):
    arguments = line.split()
    if "--position" in arguments:
        place = arguments.index("--position") + 1
        arguments[place : place + 2] = [" ".join(arguments[place : place + 2])]

    assert main(arguments) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
