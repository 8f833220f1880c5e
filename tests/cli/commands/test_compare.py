"""The command that compares searchers: its table, its facts, its suites, and what it refuses."""

import json
import signal

import pytest

from kalahloa.cli.main import main
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.comparison import ComparisonRun
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.searchers import find_searcher, lecture_searchers, searchers

POSITION = "X../.../... O"
LECTURE = [one.name for one in lecture_searchers()]


@pytest.fixture
def compare(capsys):
    """What the command prints for these arguments."""

    def ask(*arguments: str) -> str:
        assert main(["compare", *arguments]) == 0
        return capsys.readouterr().out

    return ask


def test_the_table_has_a_row_for_each_searcher_and_sentences_below_it(compare):
    shown = compare("tictactoe", "--position", POSITION, "--depth", "3").splitlines()

    assert shown[0].startswith("Tic-tac-toe, 1 position, depth 3, ")
    headings = "nodes leaves cut-offs table passes factor time value".split()
    assert shown[1].split() == headings
    assert [line.split()[0] for line in shown[2:10]] == [one.name for one in searchers()]
    assert shown[10] == ""
    assert shown[11].startswith("7 searchers of the lecture find the same value: ")
    assert any("b^d with b = " in line for line in shown[11:])


def test_the_numbers_are_those_of_the_searches(compare):
    game = find_game("kalah")
    found = json.loads(compare("kalah", "--depth", "3", "--json"))

    assert (found["game"], found["depth"], found["complete"]) == ("kalah", 3, True)
    for name in LECTURE:
        position = game.start(game.rulebook.default)
        plain = find_searcher(name).choose(position, Limits(depth=3), game.heuristic())
        last = found["searchers"][name]["depths"][-1]
        assert (last["depth"], last["nodes"], last["value"]) == (
            3,
            plain.nodes,
            lecture_value(plain.score),
        )
        assert last["leaves"] > 0
    assert "leaves" not in found["searchers"]["engine"]["depths"][-1]
    assert (
        found["searchers"]["game-tree"]["branching"] > found["searchers"]["alpha-beta"]["branching"]
    )


def test_it_is_said_whose_values_are_told(compare):
    asked = ("tictactoe", "--depth", "2", "--searchers", "negamax")

    shown = compare(*asked, "--position", POSITION)
    one, several = (
        json.loads(compare(*asked, *more, "--json"))
        for more in (("--position", POSITION), ("--suite", "2"))
    )

    assert shown.splitlines()[0].endswith("; values are for O")
    assert one["value_for"] == "O"
    assert several["value_for"] is None
    assert several["searchers"]["negamax"]["depths"][0]["value"] is None
    assert "values are for" not in compare(*asked, "--suite", "2")


def test_searchers_can_be_chosen(compare):
    found = json.loads(
        compare("kalah", "--depth", "2", "--searchers", "alpha-beta,negamax,negamax", "--json")
    )

    assert list(found["searchers"]) == ["negamax", "alpha-beta"]


def test_a_suite_is_the_same_for_one_seed(compare):
    asked = ("kalah", "--depth", "1", "--suite", "5", "--json", "--searchers", "negamax")

    one, again, other = (json.loads(compare(*asked, *seed)) for seed in (
        (), ("--seed", "1"), ("--seed", "2")
    ))  # fmt: skip

    assert len(one["positions"]) == 5
    assert one["positions"] == again["positions"] != other["positions"]
    assert one["searchers"]["negamax"]["depths"][0]["positions"] == 5


def test_the_positions_of_the_benchmark_are_compared(compare):
    found = json.loads(compare("loa", "--suite", "bench", "--depth", "1", "--json"))

    assert len(found["positions"]) == len(find_game("loa").bench)


def test_another_heuristic_gives_other_values(compare):
    values = [
        json.loads(
            compare("loa", "--depth", "1", "--heuristic", name, "--searchers", "negamax", "--json")
        )["searchers"]["negamax"]["depths"][0]["value"]
        for name in ("mix", "captures")
    ]

    assert values[0] != values[1]


def test_a_heuristic_in_a_file_is_compared(compare, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("def evaluate(position):\n    return 3.0\n", encoding="utf-8")

    found = json.loads(compare("kalah", "--depth", "1", "--heuristic", str(path), "--json"))

    assert found["heuristic"] == "mine"
    assert {abs(one["depths"][0]["value"]) for one in found["searchers"].values()} == {3.0}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--depth", "9"), "The depth: '9' is not a number from 1 to 8."),
        (("--searchers", "best"), "There is no searcher 'best'; choose one of: game-tree,"),
        (("--searchers", ""), "There is no searcher ''; choose one of: game-tree,"),
        (("--suite", "0"), "The number of positions: '0' is not a number from 1 to 200."),
        (("--suite", "all"), "The number of positions: 'all' is not a number"),
        (
            ("--suite", "bench", "--position", POSITION),
            "--suite bench has its own positions and rules",
        ),
        (("--seed", "2"), "--seed needs --suite with a number of positions."),
        (("--heuristic", "best"), "Tic-tac-toe has no heuristic 'best'; it has:"),
        (("--position", "XXX/OO./... O"), "The game is over:"),
        (("--levels", "2"), "has no option '--levels'"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(capsys, arguments, sentence):
    assert main(["compare", "tictactoe", *arguments]) == 2

    said = capsys.readouterr()
    assert sentence in said.err and said.err.count("\n") == 1
    assert not said.out


def test_a_search_that_takes_too_long_is_given_up(compare):
    found = json.loads(
        compare(
            "loa", "--depth", "5", "--time", "0.2", "--searchers", "game-tree,alpha-beta", "--json"
        )
    )

    last = found["searchers"]["game-tree"]["depths"][-1]
    assert found["complete"] and last["given_up"] == 1 and not last["finished"]
    assert any("stopped early" in sentence for sentence in found["figures"])


def test_an_interrupt_ends_it_and_what_is_known_is_printed(capsys, monkeypatch):
    taken: list[object] = []
    take = ComparisonRun._take

    def interrupted(run: ComparisonRun, found: object) -> None:
        take(run, found)
        taken.append(found)
        if len(taken) == 10:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ComparisonRun, "_take", interrupted)

    code = main(["compare", "loa", "--depth", "8", "--time", "1000"])

    said = capsys.readouterr()
    assert code == 130
    assert said.err == "kalahloa: stopped.\n"
    assert said.out.startswith(
        (
            "Lines of Action, 1 position, depth 1, mix; values are for Black\n",
            "Lines of Action, 1 position, depth 2, mix; values are for Black\n",
        )
    )
