"""The command that reviews a game: what it reads, what it prints, and what it refuses."""

import json
import signal
from dataclasses import replace

import pytest

from kalahloa.cli.main import main
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.library import Library
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.storage.user_data import library_path
from kalahloa.models.study.review.reviewer import Reviewer
from kalahloa.models.text.errors import LibraryFull

MOVES = ("1", "2", "5", "3", "9")


def _record() -> Record:
    record = Record(find_game("tictactoe"), players=("Ann", "Bob"))
    for text in MOVES:
        record.play(record.position.read_move(text))
    return record


def _write(folder, suffix: str):
    path = folder / f"game.{suffix}"
    if suffix == "sgf":
        path.write_bytes(write_games([_record()]))
    elif suffix == "kalahloa":
        path.write_text(json.dumps(record_to_json(_record())))
    else:
        path.write_text("1. b1-b3 a2-c2 2. b8-b6")
    return path


@pytest.mark.parametrize("suffix", ["sgf", "kalahloa"])
def test_a_game_in_a_file_is_reviewed(tmp_path, capsys, suffix):
    assert main(["review", str(_write(tmp_path, suffix)), "--exact", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert [ply["move"] for ply in found["plies"]] == list(MOVES)
    assert [ply["ply"] for ply in found["plies"]] == [1, 2, 3, 4, 5]
    assert [ply["value_for"] for ply in found["plies"]] == ["X", "O", "X", "O", "X"]
    blunder = found["plies"][1]
    assert (blunder["value"], blunder["best_value"], blunder["loss"]) == (-1, 0, 1)
    assert (blunder["proven"], blunder["mark"], blunder["best"]) == (True, "??", "5")
    assert blunder["line"][0] == "5"
    assert blunder["refutation"]
    assert "X could then win by force." in blunder["reasons"]
    assert [fact["text"] for fact in blunder["facts"]] == blunder["reasons"]
    assert blunder["facts"][0]["key"] == "allowed-win"
    assert blunder["facts"][0]["moves"] == [blunder["move"], *blunder["refutation"]]
    assert found["accuracy"] == [100, 50]
    assert found["given_away"] == [0, 1]
    assert (found["exact"], found["complete"], found["unit"]) == (True, True, "margin")
    assert found["players"] == ["Ann", "Bob"]


def test_a_list_of_moves_is_reviewed_by_win_probability(tmp_path, capsys):
    path = _write(tmp_path, "txt")

    assert main(["review", str(path), "--time", "0.02", "--table", "1", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["unit"]) == ("loa", "win probability")
    for ply in found["plies"]:
        points = 100 * (ply["best_win_probability"] - ply["win_probability"])
        assert ply["loss"] == pytest.approx(max(0, points), abs=0.03)
        assert not ply["proven"]
    assert all(0 <= percent <= 100 for percent in found["accuracy"])


def test_a_game_of_the_library_is_reviewed_by_its_number(capsys):
    with Library.open(library_path(), True) as library:
        number = library.add(_record())

    assert main(["review", str(number), "--json"]) == 0

    assert len(json.loads(capsys.readouterr().out)["plies"]) == len(MOVES)


@pytest.fixture
def reviewed(monkeypatch) -> list[set[int]]:
    """What was known, by nodes, of each game that is reviewed from now on."""
    seen: list[set[int]] = []
    review = Reviewer.review

    def watched(self, line, known=None, **more):
        seen.append(set(known or ()))
        return review(self, line, known, **more)

    monkeypatch.setattr(Reviewer, "review", watched)
    return seen


@pytest.fixture
def estimated() -> int:
    """The number of a game of Lines of Action in the library, whose values are estimated."""
    record = Record(find_game("loa"))
    for text in ("b1-b3", "a2-c2", "b8-b6"):
        record.play(record.position.read_move(text))
    with Library.open(library_path(), True) as library:
        return library.add(record)


def test_what_was_found_of_a_game_of_the_library_is_kept_there(capsys, reviewed, estimated):
    command = ["review", str(estimated), "--table", "1", "--json"]
    found = []
    for more in (["--time", "0.03"], ["--time", "0.02"], ["--time", "0.04"], ["--anew"]):
        assert main([*command, *more]) == 0
        found.append(json.loads(capsys.readouterr().out))

    assert reviewed == [set(), {1, 2, 3}, set(), set()]
    assert found[1]["plies"] == found[0]["plies"]
    with Library.open(library_path()) as library:
        (header,) = library.headers([estimated])
        kept = library.analyses(estimated, REVIEWS)
    assert {plain["seconds"] for plain in kept.values()} == {0.5}  # the usual time is the longest
    assert header.accuracy == pytest.approx(found[3]["accuracy"], abs=0.01)


@pytest.mark.parametrize(("more", "known"), [([], {1, 2, 3}), (["--exact"], set())])
def test_an_exact_review_takes_over_no_estimate(capsys, monkeypatch, estimated, more, known):
    command = ["review", str(estimated), "--table", "1"]
    assert main(command) == 0
    seen = []

    def review(self, line, known=None, **_):
        seen.append(set(known or ()))
        raise MemoryError

    monkeypatch.setattr(Reviewer, "review", review)

    assert main([*command, *more]) != 0
    assert seen == [known]


def test_what_is_proven_is_kept_and_read_whatever_the_time(capsys, reviewed):
    with Library.open(library_path(), True) as library:
        number = library.add(_record())

    assert main(["review", str(number), "--exact", "--json"]) == 0
    assert main(["review", str(number), "--exact", "--json"]) == 0

    first, again = map(json.loads, capsys.readouterr().out.splitlines())
    assert reviewed == [set(), {1, 2, 3, 4, 5}]
    assert again["plies"] == first["plies"]


def test_a_review_that_cannot_be_kept_is_printed_nevertheless(capsys, monkeypatch, estimated):
    def fail(*_):
        raise LibraryFull("The disk is full.")

    monkeypatch.setattr(Library, "keep_analyses", fail)

    assert main(["review", str(estimated), "--time", "0.02", "--table", "1", "--json"]) == 0

    printed = capsys.readouterr()
    assert len(json.loads(printed.out)["plies"]) == 3
    assert "The review is not saved: The disk is full." in printed.err


def test_what_is_estimated_is_called_about_so_much(tmp_path, capsys):
    rules = replace(find_game("kalah").rulebook.default, stones=9)
    record = Record(find_game("kalah"), rules)
    for text in ("1", "1", "2", "2"):
        record.play(record.position.read_move(text))
    path = tmp_path / "game.sgf"
    path.write_bytes(write_games([record]))
    arguments = ["review", str(path), "--time", "0.02", "--table", "1", "--no-cache"]

    assert main([*arguments, "--json"]) == 0
    plies = json.loads(capsys.readouterr().out)["plies"]
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()

    assert not any(ply["proven"] for ply in plies)
    rows = [line.split() for line in lines[1:] if line.strip() and line.split()[0].isdigit()]
    for row in rows:
        assert row[2].startswith("~") or row[3].startswith("~")
        assert len(row) < 6 or row[-1].startswith("~")
    assert sum("lost about" in line for line in lines) == 2


def test_people_get_a_table_with_reasons(tmp_path, capsys):
    assert main(["review", str(_write(tmp_path, "sgf"))]) == 0

    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert lines[0].split() == ["ply", "move", "value", "best", "value", "lost"]
    assert lines[2].split() == ["2", "2", "??", "−1", "5", "0", "1"]
    assert "      X could then win by force." in lines
    assert any(line.startswith("      Better: 5") for line in lines)
    assert any(line.startswith("      Answer: ") for line in lines)
    assert "X: lost 0; 3 of 3 moves kept the value (100 %); 0 ?!, 0 ?, 0 ??." in lines
    assert shown.err == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nothing.sgf"], "nothing.sgf cannot be opened: No such file or directory."),
        (["."], "cannot be opened"),
        (["7"], "no game"),
        ([], "GAME"),
        (["x.sgf", "--time", "0"], "The time: '0'"),
        (["x.sgf", "--exact", "--time", "1"], "--exact cannot be combined with --time."),
        (["x.sgf", "--threads", "0"], "The number of threads"),
        (["x.sgf", "--table", "0"], "The size of the table"),
        (["x.sgf", "--depth", "3"], "has no option '--depth'"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(capsys, arguments, sentence):
    with Library.open(library_path(), True):
        pass

    assert main(["review", *arguments]) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("kalahloa: ")
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"hello", "not a position, a game or a list of moves"),
        (b"(;GM[9]FF[4])", "There are no moves to review"),
        (b'{"format": "kalahloa record"', "damaged"),
        (b"X.O/.X./... O", "There are no moves to review"),
        (b"1. b1-b3 a2-c2", "so it cannot be solved"),
    ],
)
def test_a_file_that_cannot_be_reviewed_is_refused(tmp_path, capsys, content, sentence):
    path = tmp_path / "game.txt"
    path.write_bytes(content)

    assert main(["review", str(path), "--exact"]) == 2

    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


def test_after_an_interrupt_what_is_done_is_printed(tmp_path, capsys, monkeypatch):
    review = Reviewer.review

    def interrupted(self, line, known=None, *, stopped, report, building):
        def report_and_stop(progress) -> None:
            report(progress)
            if progress.done == 2:
                signal.raise_signal(signal.SIGINT)

        return review(self, line, known, stopped=stopped, report=report_and_stop, building=building)

    monkeypatch.setattr(Reviewer, "review", interrupted)

    code = main(["review", str(_write(tmp_path, "sgf")), "--json"])

    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert code == 130
    assert [ply["ply"] for ply in found["plies"]] == [4, 5]
    assert not found["complete"]
    assert "stopped." in shown.err


def test_of_several_games_in_a_file_the_first_is_reviewed(tmp_path, capsys):
    path = tmp_path / "two.sgf"
    path.write_bytes(write_games([_record(), _record()]))

    assert main(["review", str(path), "--json"]) == 0

    shown = capsys.readouterr()
    assert len(json.loads(shown.out)["plies"]) == len(MOVES)
    assert "reviewing the first" in shown.err
