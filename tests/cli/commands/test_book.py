"""The commands that build, check and describe opening books of Kalah."""

import json
import shlex
from pathlib import Path

import pytest

from kalahloa.cli.main import main
from kalahloa.models.games.kalah import knowledge
from kalahloa.models.games.kalah.book.book import Book, book_name, read_book, write_book
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from tests.oracles import oracle
from tests.processes import qt_modules

RULES = KalahRules(pits=3, stones=2)
BOARD = "--pits 3 --stones 2"
SMALL = f"{BOARD} --table 1 --threads 1"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a cache of its own."""
    place = tmp_path / "cache"
    monkeypatch.setenv("KALAHLOA_CACHE", str(place))
    return place


def ask(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> str:
    assert main(shlex.split(line)) == code
    return capsys.readouterr().out


def answer(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> dict:
    return json.loads(ask(capsys, f"{line} --json", code))


def test_a_book_is_built_described_and_found_right(capsys, folder):
    built = answer(capsys, f"book build kalah {SMALL} --turns 2")
    info = answer(capsys, f"book info kalah {BOARD}")
    verified = answer(capsys, f"book verify kalah {SMALL} --sample 5 --seed 1")

    assert built["complete"]
    assert built["path"] == str(folder / "kalah-3-2-opposite-lecture.book")
    (row,) = info["books"]
    assert (row["path"], row["used"], row["whole"]) == (built["path"], True, True)
    assert row["value"] == oracle("kalah")["small_boards"]["lecture"]["3,2"]
    assert row["value_for"] == "South"
    assert row["turns"] == built["turns"]
    assert [(turn["turns"], turn["known"] == turn["positions"]) for turn in row["turns"][:3]] == [
        (0, True),
        (1, True),
        (2, True),
    ]
    assert verified["right"]
    assert (verified["solved"], verified["wrong"]) == (5, [])


def test_a_build_that_ran_out_of_time_says_so_and_goes_on(capsys):
    first = answer(capsys, f"book build kalah {SMALL} --turns 2 --time 0.000001")
    second = answer(capsys, f"book build kalah {SMALL} --turns 2")

    assert (first["complete"], first["positions"]) == (False, 0)
    assert second["complete"]


def test_a_larger_book_takes_what_is_known_from_a_smaller_one(capsys, folder):
    answer(capsys, f"book build kalah {SMALL} --turns 1")
    work = folder / "kalah-3-2-opposite-lecture.work"
    before = len(work.read_bytes())
    work.unlink()

    larger = answer(capsys, f"book build kalah {SMALL} --turns 1")

    assert larger["complete"]
    assert len(work.read_bytes()) < before


def test_the_tablebase_is_as_large_as_was_asked(capsys, monkeypatch):
    sizes = []

    def noted(rules, stones, *rest):
        sizes.append(stones)
        return build_tablebase(rules, stones, *rest)

    monkeypatch.setattr(knowledge, "build_tablebase", noted)
    usual = answer(capsys, f"book build kalah {SMALL} --turns 1 --no-book")
    larger = answer(capsys, f"book build kalah {SMALL} --turns 1 --no-book --tablebase 9")
    answer(capsys, f"book verify kalah {SMALL} --sample 2 --tablebase 0")

    assert sizes == [knowledge.stones_for(3, 12), 9, 0]
    assert usual == larger


@pytest.mark.parametrize("stones", ["-1", "101", "x"])
@pytest.mark.parametrize("command", ["book build", "book verify", "fair", "fair verify"])
def test_an_impossible_tablebase_is_refused(capsys, command, stones):
    assert main(shlex.split(f"{command} kalah {SMALL} --tablebase {stones}")) == 2

    said = capsys.readouterr().err
    assert said.startswith("kalahloa: The tablebase's stones:") and said.count("\n") == 1


def test_draws_are_followed_beyond_the_turns_of_a_book(capsys):
    built = answer(capsys, f"book build kalah {SMALL} --turns 1")
    longer = answer(capsys, f"book build kalah {SMALL} --turns 1 --draws 3")
    again = answer(capsys, f"book build kalah {SMALL} --turns 1 --draws 3")
    verified = answer(capsys, f"book verify kalah {SMALL} --sample 100")

    assert longer["complete"]
    assert longer["positions"] > built["positions"]
    assert again == longer
    assert verified["right"]
    assert verified["solved"] == longer["positions"]


def test_draws_that_ran_out_of_time_are_followed_by_the_next_run(capsys):
    answer(capsys, f"book build kalah {SMALL} --turns 1")
    first = answer(capsys, f"book build kalah {SMALL} --turns 1 --draws 3 --time 0.000001")
    second = answer(capsys, f"book build kalah {SMALL} --turns 1 --draws 3")

    assert not first["complete"]
    assert second["complete"]
    assert second["positions"] > first["positions"]


def test_a_book_goes_where_it_is_told(capsys, tmp_path):
    path = tmp_path / "mine.book"
    ask(capsys, f"book build kalah {SMALL} --turns 1 --output {path}")

    assert len(read_book(path, RULES)) > 3
    assert "all are right" in ask(capsys, f"book verify kalah {SMALL} --file {path}")


def test_a_wrong_value_is_found(capsys, folder):
    answer(capsys, f"book build kalah {SMALL} --turns 2")
    path = folder / book_name(RULES)
    margins = read_book(path, RULES).margins()
    key = next(iter(margins))
    write_book(Book.of(RULES, {**margins, key: margins[key] + 2}), path)

    found = answer(capsys, f"book verify kalah {SMALL} --sample 0", 1)

    assert not found["right"]
    assert len(found["wrong"]) >= 1


def test_a_wrong_value_that_fits_the_others_is_found_by_solving_it(capsys, tmp_path):
    path = tmp_path / "lonely.book"
    write_book(Book.of(RULES, {bytes([2] * 6): 6}), path)

    found = answer(capsys, f"book verify kalah {SMALL} --file {path}", 1)

    assert found["wrong"] == ["<3,0,0,2,2,2,2,2,2> S"]


def test_a_damaged_book_is_told_of_and_not_used(capsys, folder):
    answer(capsys, f"book build kalah {SMALL} --turns 1")
    path = folder / book_name(RULES)
    path.write_bytes(path.read_bytes()[:-1])

    assert f"{path} is damaged: " in ask(capsys, f"book info kalah {BOARD}")
    assert main(shlex.split(f"solve kalah {BOARD} --json")) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["proven"]
    assert shown.err.startswith(f"kalahloa: {path} is damaged: ")
    assert shown.err.count("\n") == 1


def test_the_values_of_a_book_need_no_search(capsys):
    answer(capsys, f"book build kalah {SMALL} --turns 2")

    booked = answer(capsys, f"analyse kalah {BOARD} --exact --lines all")
    searched = answer(capsys, f"analyse kalah {BOARD} --exact --lines all --no-book --no-cache")

    assert booked["nodes"] == 0 < searched["nodes"]
    assert booked["proven"]
    values = [{row["move"]: row["value"] for row in one["moves"]} for one in (booked, searched)]
    assert values[0] == values[1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("book build loa", "Only Kalah has opening books"),
        ("book build kalah --turns 0", "The number of turns: '0'"),
        ("book verify kalah --pits 5 --stones 9", "There is no book for these rules"),
        ("book verify kalah --file /nowhere/a.book", "cannot be read"),
        ("book verify kalah --sample x", "The number of samples: 'x'"),
        ("book", "A sub-command must follow kalahloa book; choose one of: build, verify, info."),
        (
            "book burn kalah",
            "'burn' is not a sub-command of kalahloa book; choose one of: build, verify, ",
        ),
    ],
)
def test_what_cannot_be_is_told_in_one_line(capsys, line, sentence):
    assert main(line.split()) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


def test_a_book_needs_nothing_of_qt():
    assert qt_modules("book", "info", "kalah") == []
