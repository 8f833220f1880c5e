"""The commands that find and check fair starts of Kalah."""

import json
import shlex

import pytest

from kalahloa.cli.main import main
from kalahloa.models.games.kalah.fair_starts import read_starts
from kalahloa.models.games.kalah.game import read_position
from kalahloa.models.games.kalah.rules import KalahRules
from tests.models.games.kalah.kalah_minimax import minimax
from tests.processes import qt_modules

SMALL = "--pits 3 --stones 3 --table 1 --threads 1"
RULES = KalahRules(pits=3, stones=3)


def answer(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> dict:
    assert main([*shlex.split(line), "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_what_is_found_is_a_draw_with_the_same_stones_on_both_sides(capsys):
    found = answer(capsys, f"fair kalah {SMALL} --count 3")

    assert found["complete"]
    assert len({row["position"] for row in found["starts"]}) == 3
    for row in found["starts"]:
        position = read_position(row["position"], RULES)
        stones = position.stones()
        assert stones[:4] == stones[4:]
        assert (position.in_pits(0), position.in_kalah(0), position.side) == (9, 0, 0)
        assert minimax(position, {}) == 0
        assert (row["value"], row["proven"]) == (0, True)


def test_what_is_found_is_added_to_a_list_and_is_found_right(capsys, tmp_path):
    path = tmp_path / "some.starts"
    first = answer(capsys, f"fair kalah {SMALL} --count 1 --output {path}")
    second = answer(capsys, f"fair kalah {SMALL} --count 2 --output {path}")
    verified = answer(capsys, f"fair verify kalah {SMALL} --file {path}")

    assert second["starts"][:1] == first["starts"]
    assert read_starts(path) == tuple(row["position"] for row in second["starts"])
    assert (verified["known"], verified["solved"], verified["right"]) == (2, 2, True)


def test_a_start_that_is_no_draw_is_found(capsys, tmp_path):
    path = tmp_path / "some.starts"
    path.write_text("# not fair\n<3,0,0,3,3,3,3,3,3> S\n", encoding="ascii")

    found = answer(capsys, f"fair verify kalah {SMALL} --file {path}", 1)

    assert found["wrong"] == ["<3,0,0,3,3,3,3,3,3> S"]


def test_where_there_are_not_enough_it_says_so(capsys):
    assert main(shlex.split(f"fair kalah {SMALL} --count 9999")) == 0

    shown = capsys.readouterr()
    assert shown.out.count("\n") > 3
    assert f"{shown.out.count(chr(10))} of 9999 starts were found." in shown.err


def test_what_is_found_is_shown_when_memory_runs_out(capsys, monkeypatch):
    def find(self, starts, report):
        yield "<3,0,0,1,0,0,1,0,0> S"
        raise MemoryError

    monkeypatch.setattr("kalahloa.models.games.kalah.fair_start_search.FairStartSearch.find", find)

    assert main(shlex.split(f"fair kalah {SMALL}")) == 1

    shown = capsys.readouterr()
    assert shown.out == "<3,0,0,1,0,0,1,0,0> S\n"
    assert shown.err.splitlines()[-1].startswith("kalahloa: There is not enough memory for this.")


def test_no_time_finds_nothing(capsys):
    found = answer(capsys, f"fair kalah {SMALL} --time 0.000001")

    assert (found["starts"], found["complete"]) == ([], False)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fair loa", "Only Kalah has fair starts"),
        ("fair kalah --count 0", "The count: '0'"),
        ("fair verify kalah --pits 5 --stones 9", "No known fair starts for these rules"),
        ("fair verify kalah --file /nowhere/a.starts", "cannot be read"),
        ("fair verify loa", "Only Kalah has fair starts"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(capsys, line, sentence):
    assert main(line.split()) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


def test_fair_starts_need_nothing_of_qt():
    assert qt_modules("fair", *shlex.split(f"kalah {SMALL} --count 1")) == []
