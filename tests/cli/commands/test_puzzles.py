"""The commands that mine, check and list puzzles."""

import json
import shlex
import signal

import pytest

from kalahloa.cli.main import main
from kalahloa.compiled import is_compiled
from kalahloa.models.library.library import Library
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.storage.user_data import library_path
from kalahloa.models.study.puzzles import mine
from kalahloa.models.study.puzzles.keeping import mined_path
from kalahloa.models.study.puzzles.puzzle import read_puzzles, write_puzzles
from tests.models.study.puzzles.puzzle_samples import LOA, WIN_IN_3, keep_ten, win_in_3


def answer(capsys: pytest.CaptureFixture[str], line: str, code: int = 0):
    assert main([*shlex.split(line), "--json"]) == code
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def game_file(tmp_path):
    """Return a file with a game in which Anna misses a win."""
    record = Record(LOA, start=WIN_IN_3, players=("Anna", "Bert"))
    record.play(record.position.read_move("f2-d2"))
    path = tmp_path / "game.kalahloa"
    path.write_text(json.dumps(record_to_json(record)))
    return path


@pytest.fixture
def puzzle_file(tmp_path):
    path = tmp_path / "some.puzzles"
    path.write_text("".join(write_puzzles([win_in_3(), keep_ten()])))
    return path


# -- mine ------------------------------------------------------------------------------------------


def test_puzzles_in_a_file_are_added_to_another_with_their_ratings(capsys, game_file, tmp_path):
    output = tmp_path / "new" / "mine.puzzles"

    found = answer(capsys, f"puzzles mine loa {game_file} --output {output}")

    assert [row["id"] for row in found["puzzles"]] == [win_in_3().id]
    assert (found["games"], found["positions"], found["complete"]) == (1, 1, True)
    (puzzle,) = read_puzzles(output)
    assert puzzle.solution == win_in_3().solution
    assert puzzle.rating == win_in_3().rating
    assert puzzle.source == "game.kalahloa, game 1, ply 1"
    again = answer(capsys, f"puzzles mine loa {game_file} --output {output}")
    assert again["puzzles"] == []


def test_without_another_file_they_go_into_the_folder_of_the_user(capsys, game_file):
    assert main(["puzzles", "mine", "loa", str(game_file)]) == 0

    assert [puzzle.id for puzzle in read_puzzles(mined_path())] == [win_in_3().id]
    assert f"1 puzzle is new in {mined_path()}." in capsys.readouterr().out
    assert win_in_3().id in {row["id"] for row in answer(capsys, "puzzles list")}


def test_games_of_the_library_are_looked_through_by_number_or_all(capsys, game_file, tmp_path):
    assert main(["library", "import", str(game_file)]) == 0
    capsys.readouterr()
    with Library.open(library_path()) as library:
        (header,) = library.search()

    by_number = answer(capsys, f"puzzles mine loa {header.id} --output {tmp_path / 'a'}")
    every = answer(capsys, f"puzzles mine loa --library --output {tmp_path / 'b'}")
    other = answer(capsys, f"puzzles mine kalah --library --output {tmp_path / 'c'}")

    assert len(by_number["puzzles"]) == len(every["puzzles"]) == 1
    assert by_number["puzzles"][0]["source"] == f"game {header.id}, ply 1"
    assert other["puzzles"] == []


def test_the_mistakes_of_a_player_are_found_but_not_those_of_the_other(capsys, game_file, tmp_path):
    anna = answer(capsys, f"puzzles mine loa {game_file} --player anna --output {tmp_path / 'a'}")
    bert = answer(capsys, f"puzzles mine loa {game_file} --player bert --output {tmp_path / 'b'}")

    assert (len(anna["puzzles"]), len(bert["puzzles"])) == (1, 0)


@pytest.mark.skipif(not is_compiled(), reason="this takes minutes uncompiled")
def test_games_of_the_engine_give_the_same_puzzles_with_the_same_seed(capsys, tmp_path):
    start = "--position '<6,14,9,5,1,0,2,0,1,1,1,0,0,11,3> S'"
    line = f"puzzles mine kalah {start} --count 2 --seed 4 --output {tmp_path}/"

    one, same = (answer(capsys, line + name) for name in ("one", "same"))

    assert one["puzzles"] == same["puzzles"]
    assert (len(one["puzzles"]), one["complete"]) == (2, True)
    assert all(row["rating"] for row in one["puzzles"])


def test_an_interrupt_keeps_what_was_found(capsys, monkeypatch, game_file, tmp_path):
    whole = mine.Miner.mine

    def interrupted(self, games):
        for puzzle in whole(self, games):
            yield puzzle
            signal.raise_signal(signal.SIGINT)
            assert self._stopped()
            return

    monkeypatch.setattr(mine.Miner, "mine", interrupted)

    found = answer(capsys, f"puzzles mine loa {game_file} --output {tmp_path / 'kept'}", 130)

    assert len(found["puzzles"]) == 1
    assert [puzzle.id for puzzle in read_puzzles(tmp_path / "kept")] == [win_in_3().id]


def test_what_was_found_before_a_file_that_cannot_be_read_is_kept(capsys, game_file, tmp_path):
    line = f"puzzles mine loa {game_file} {tmp_path / 'missing.sgf'} --output {tmp_path / 'kept'}"

    assert main(shlex.split(line)) == 2

    assert "missing.sgf cannot be read" in capsys.readouterr().err
    assert len(read_puzzles(tmp_path / "kept")) == 1


def test_time_that_is_up_ends_the_work(capsys, tmp_path):
    found = answer(capsys, f"puzzles mine loa --time 0.01 --output {tmp_path / 'x'}")

    assert (found["puzzles"], found["complete"]) == ([], False)
    assert not (tmp_path / "x").exists()


# -- check and list --------------------------------------------------------------------------------


def test_puzzles_that_are_right_are_found_right(capsys, puzzle_file):
    found = answer(capsys, f"puzzles check {puzzle_file}")

    assert (found["puzzles"], found["checked"], found["right"]) == (2, 2, True)
    assert (found["wrong"], found["undecided"]) == ([], [])
    assert main(["puzzles", "check", str(puzzle_file), "--quick"]) == 0
    assert "2 of 2 puzzles checked in" in capsys.readouterr().out


def test_a_puzzle_that_is_wrong_is_told_with_the_reason(capsys, puzzle_file):
    text = puzzle_file.read_text().replace('"next_best": 6', '"next_best": 2')
    puzzle_file.write_text(text)

    found = answer(capsys, f"puzzles check {puzzle_file}", 1)

    assert found["wrong"] == [{"id": keep_ten().id, "reason": "another move is as good."}]
    assert not found["right"]
    assert answer(capsys, f"puzzles check {puzzle_file} --game loa")["right"]
    assert main(["puzzles", "check", str(puzzle_file)]) == 1
    assert f"Wrong: {keep_ten().id}: another move is as good." in capsys.readouterr().out


def test_puzzles_are_listed_by_game_and_rating(capsys, puzzle_file):
    every = answer(capsys, f"puzzles list {puzzle_file}")
    rated = answer(capsys, f"puzzles list {puzzle_file} --rating {win_in_3().rating}")
    kalah = answer(capsys, f"puzzles list {puzzle_file} --game kalah")
    shipped = answer(capsys, "puzzles list --game loa --limit 3")

    assert [row["id"] for row in every] == [win_in_3().id, keep_ten().id]
    assert every[0]["rules"]["simultaneous"] == "mover"
    assert [row["game"] for row in rated] == ["loa"]
    assert [row["solution"] for row in kalah] == [["1"]]
    assert len(shipped) == 3
    assert main(["puzzles", "list", str(puzzle_file)]) == 0
    shown = capsys.readouterr().out
    assert f"{WIN_IN_3}  win in 3 plies: c2-e4 h4xe4 f2-f4" in shown
    assert "keep +10, the next best is +6: 1" in shown
    assert main(["puzzles", "list", "--game", "tictactoe"]) == 0
    assert capsys.readouterr().out == "No puzzles match.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("mine chess", "There is no game 'chess'"),
        ("mine loa --count 0", "The count: '0'"),
        ("mine loa --player anna", "--player needs games"),
        ("mine loa 3 --seed 5", "--seed is for games of the engine"),
        ("mine loa --seed x", "The seed: 'x'"),
        ("mine loa 0", "The number of a game: '0'"),
        ("mine loa missing.sgf", "missing.sgf cannot be read: No such file"),
        ("mine loa --output .", ". is not a regular file."),
        ("check missing.puzzles", "missing.puzzles cannot be read: No such file"),
        ("check --game chess", "There is no game 'chess'"),
        ("list --game chess", "There is no game 'chess'"),
        ("list --rating 11", "The rating: '11'"),
        ("list --limit x", "The number of puzzles: 'x'"),
        ("list --nonsense", "kalahloa puzzles list has no option '--nonsense'"),
        ("", "A sub-command must follow kalahloa puzzles; choose one of: mine, check, list."),
    ],
)
def test_wrong_use_is_told_in_one_sentence(capsys, monkeypatch, tmp_path, arguments, sentence):
    monkeypatch.chdir(tmp_path)

    assert main(["puzzles", *shlex.split(arguments)]) == 2

    shown = capsys.readouterr()
    assert shown.err.startswith(f"kalahloa: {sentence}")
    assert shown.err.count("\n") == 1
    assert shown.out == ""


def test_a_file_that_holds_no_puzzles_is_refused(capsys, game_file):
    for command in ("check", "list"):
        assert main(["puzzles", command, str(game_file)]) == 2
        assert "cannot be read as puzzles, line 1" in capsys.readouterr().err
