"""The interface for programs does what its documentation says, and without Qt."""

import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kalahloa
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.score import search_value
from kalahloa.models.text.errors import (
    BadCommand,
    BadFile,
    BadPosition,
    BadRules,
    IllegalMove,
    UnknownGame,
    UnknownName,
)
from tests.models.random_play import GAME_RULES, random_position

ROOT = Path(__file__).resolve().parents[3]
MODULES = ("kalahloa", *(f"kalahloa.models.api.{name}" for name in
           ("board", "files", "results", "saved_games")))  # fmt: skip
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_the_documentation_are_true(name: str, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))

    result = doctest.testmod(import_module(name), optionflags=FLAGS)

    assert result.failed == 0


def test_the_examples_of_the_readme_are_true(tmp_path, monkeypatch):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    session = text.partition("## From Python")[2].partition("\n## ")[0]
    monkeypatch.chdir(tmp_path)

    test = doctest.DocTestParser().get_doctest(session, {}, "README", None, 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test)

    assert test.examples and runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name", kalahloa.__all__)
def test_every_public_name_is_documented(name: str):
    value = getattr(kalahloa, name)
    if isinstance(value, str):
        return
    assert value.__doc__
    if isinstance(value, type):
        for attribute, member in vars(value).items():
            assert attribute.startswith("_") or member.__doc__, attribute


def run(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    ).stdout


def test_nothing_needs_qt():
    print_all = (
        "import sys\nsys.modules['PySide6'] = None\nimport kalahloa\n"
        "board = kalahloa.kalah(pits=3, stones=2).play('1')\n"
        "print(board.solve().value, len(board.svg()) > 1000, board.reply(2) in board.legal_moves)\n"
        "[getattr(kalahloa, name) for name in kalahloa.__all__]\n"
    )

    assert run(print_all).split()[1:] == ["True", "True"]


def test_importing_the_package_imports_nothing_of_it():
    program = (
        "import sys, kalahloa\nprint(sorted(n for n in sys.modules if n.startswith('kalahloa')))"
    )

    assert run(program) == "['kalahloa', 'kalahloa.version']\n"


def test_names_that_are_not_there_are_said_to_be_missing():
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        kalahloa.chess  # noqa: B018 - which raises
    assert set(kalahloa.__all__) <= set(dir(kalahloa))


@pytest.mark.parametrize(("key", "preset"), GAME_RULES)
def test_positions_of_all_rules_are_set_up_again_from_their_text(key: str, preset: str):
    for seed in range(3):
        position = random_position(key, seed, 12, preset)

        board = kalahloa.new(key, preset, position=position.position_string())

        assert board.position == position.position_string()
        assert board.legal_moves == tuple(map(position.format_move, position.legal_moves()))
        assert board.side == position.side


def test_moves_are_taken_back_and_made_again_and_others_are_variations():
    board = kalahloa.kalah().play("3-6", "1")
    before = board.position

    assert board.undo(2).moves == ("3",) and board.redo(5).position == before
    assert board.undo(99).ply == 0 and board.variations == ("3",)
    board.play("1")
    board.undo()
    assert board.variations == ("3", "1") and board.main_line == ("3", "6", "1")


def test_nothing_is_played_of_turns_of_which_one_is_illegal():
    board = kalahloa.loa()

    with pytest.raises(IllegalMove, match="Move 2 of the text"):
        board.play("b1-h1", "a2-a9")
    assert board.ply == 0 and board.variations == ()


def test_a_copy_is_played_on_its_own():
    board = kalahloa.tictactoe().play("5")
    board.players = ("Ada", "Grace")
    other = board.copy().play("1")

    assert board.moves == ("5",) and other.moves == ("5", "1")
    assert other.players == ("Ada", "Grace")


def test_an_analysis_has_legal_lines_the_best_first():
    board = kalahloa.loa()

    found = board.analyse(nodes=3000, lines=3)

    assert len(found.lines) == 3 and found.nodes >= 1 and found.depth >= 1
    values = [search_value(line.score) for line in found.lines]
    assert values == sorted(values, reverse=True)
    for line in found.lines:
        assert board.copy().play(*line.moves).moves == line.moves
    assert board.analyse(nodes=3000, lines=3).lines == found.lines
    assert str(found).startswith(found.best.score.text)


def test_exact_values_agree_with_the_value_of_the_position():
    board = kalahloa.kalah(pits=4, stones=2)
    solved, values = board.solve(), board.values()

    assert solved.value == max(bounds.value for bounds in values.values()) == 6
    assert set(values) == set(board.legal_moves)
    assert board.copy().play(*solved.line).outcome.score == solved.value


def test_replies_are_legal_and_the_same_for_a_seed():
    board = kalahloa.kalah(pits=3, stones=3)

    for level in (1, 5, 11):
        assert board.reply(level, seed=3) == board.reply(level, seed=3) in board.legal_moves
    assert board.ply == 0


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        (lambda: kalahloa.new("chess"), UnknownName, "chess"),
        (lambda: kalahloa.kalah("nobodys"), BadRules, "nobodys"),
        (lambda: kalahloa.kalah(pits=99), BadRules, "Pits"),
        (lambda: kalahloa.kalah(holes=3), BadRules, "holes"),
        (lambda: kalahloa.new("loa", position="8/8 b"), BadPosition, ""),
        (lambda: kalahloa.loa().solve(), BadCommand, "cannot be solved"),
        (lambda: kalahloa.loa().reply(11), BadCommand, "no perfect level"),
        (lambda: kalahloa.loa().reply(12), UnknownName, "level 12"),
        (lambda: kalahloa.loa().svg(theme="pink"), UnknownName, "pink"),
        (lambda: kalahloa.loa().svg(arrows=["a1-a2"]), IllegalMove, ""),
        (lambda: kalahloa.parse("What a day."), BadFile, ""),
        (lambda: kalahloa.read("no such file"), BadFile, "no such file"),
        (lambda: kalahloa.tictactoe().play("1 4 2 5 3").analyse(), IllegalMove, "over"),
        (lambda: kalahloa.tictactoe().play("1 4 2 5 3").reply(), IllegalMove, "over"),
        (lambda: kalahloa.tictactoe().play("1 4 2 5 3").values(), IllegalMove, "over"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(wrong, error, words: str):
    with pytest.raises(error) as raised:
        wrong()

    assert isinstance(raised.value, kalahloa.KalahloaError)
    assert words in str(raised.value) and str(raised.value).endswith((".", ")", "…"))


def test_a_game_goes_through_a_file_with_its_variations(tmp_path):
    board = kalahloa.kalah(pits=5).play("1", "2")
    board.undo()
    board.play("4")
    board.players, board.details = ("Ada", "Grace"), {"event": "Test"}
    board.save(tmp_path / "game.sgf")

    again = kalahloa.read(tmp_path / "game.sgf")

    assert again.record == board.record and again.problems == ()
    assert again.moves == again.main_line == ("1", "2")
    assert again.undo().variations == ("2", "4")
    assert [one.main_line for one in kalahloa.read_all(tmp_path / "game.sgf")] == [("1", "2")]


def test_what_could_not_be_read_is_said(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[9]FF[4];B[b1h1];W[a2a9])")

    board = kalahloa.read(path)

    assert board.moves == ("b1-h1",) and len(board.problems) == 1


def test_the_picture_marks_the_last_move_and_has_the_width():
    board = kalahloa.loa().play("b1-h1")

    with_mark, without = board.svg(width=250), board._repr_svg_()
    assert with_mark.count(find_game("loa").title) == 1
    assert ElementTree.fromstring(with_mark).attrib["width"] == "250"
    assert len(board.svg(last_move=False)) < len(without)
    assert board.svg(theme="dark") != without != board.svg(flipped=True)
    assert "polygon" in board.svg(arrows=board.legal_moves[:2])


def test_saved_games_are_found_and_opened(tmp_path):
    with kalahloa.Library(tmp_path / "games.db") as library:
        numbers = []
        for names in (("Ada", "Grace"), ("Alan", "Ada"), ("Alan", "Grace")):
            board = kalahloa.tictactoe().play("5", "1")
            board.players = names
            numbers.append(library.add(board))
        assert len(library) == 3
        assert {one.id for one in library} == set(numbers)
        assert {one.id for one in library.find(player="ada")} == set(numbers[:2])
        assert list(library.find(game="loa")) == []
        assert library.board(numbers[1]).players == ("Alan", "Ada")
        with pytest.raises(UnknownGame):
            library.board(999)
