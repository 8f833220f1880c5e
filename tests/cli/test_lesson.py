"""`kalahloa --lesson`: chapters by name, and the list of them."""

import pytest

from kalahloa import app
from kalahloa.cli.main import main
from kalahloa.models.course.chapter import chapter_names


@pytest.fixture
def opened(monkeypatch) -> list[tuple]:
    """What the window would be opened with."""
    calls: list[tuple] = []

    def run_window(game, rules, options, position, view, file=None, lesson=None):
        calls.append((game, position, lesson))
        return 0

    monkeypatch.setattr(app, "run_window", run_window)
    return calls


def test_the_chapters_are_listed(capsys, opened):
    assert main(["--lesson", "list"]) == 0

    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in shown] == list(chapter_names())
    assert not opened


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--lesson", "alpha-beta"], (None, None, "alpha-beta")),
        (["--lesson=5"], (None, None, "alpha-beta")),
        (
            ["--lesson", "minimax", "--position", "XO./.XO/X.O X"],
            ("tictactoe", "XO./.XO/X.O X", "minimax"),
        ),
        (["--lesson", "minimax", "--game", "loa"], ("loa", None, "minimax")),
    ],
)
def test_a_chapter_is_opened_at_a_position(opened, arguments, expected):
    assert main(arguments) == 0

    assert opened == [expected]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--lesson", "minmax"],
        ["--lesson", "no such\nlesson"],
        ["--lesson", "minmax", "--position", "XO./.XO/X.O X"],
        ["--lesson", "minimax", "--position", "nonsense"],
        ["--lesson"],
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(capsys, opened, arguments):
    assert main(arguments) == 2

    told = capsys.readouterr().err
    assert told.startswith("kalahloa: ") and told.count("\n") == 1
    assert not opened
