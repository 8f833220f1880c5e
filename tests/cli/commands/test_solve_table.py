"""The table of values: equal to what is published, and what it prints and refuses."""

import json
import re
import shlex

import pytest

from kalahloa.cli.commands.solve_table import as_text
from kalahloa.cli.main import main
from kalahloa.models.search.solver.solution import Bounds
from kalahloa.resources import resource
from tests.oracles import oracle

SMALL = oracle("kalah")["small_boards"]


def ask(capsys: pytest.CaptureFixture[str], line: str, code: int = 0) -> str:
    assert main(shlex.split(line)) == code
    return capsys.readouterr().out


def test_the_values_under_all_presets_are_the_known_ones(capsys):
    found = json.loads(ask(capsys, "solve-table kalah --pits 3 --stones 4 --table 16 --json"))

    assert list(found["tables"]) == [
        "lecture",
        "standard",
        "empty-capture",
        "empty-capture-lecture-end",
    ]
    for name, rows in found["tables"].items():
        values = {f"{row['pits']},{row['stones']}": row["value"] for row in rows}
        assert len(values) == 12
        assert values == {size: SMALL[name][size] for size in values}


def test_the_table_has_a_row_for_each_number_of_pits(capsys):
    assert ask(capsys, "solve-table kalah --pits 2 --stones 3 --rules standard --table 1") == (
        "standard (columns: stones per pit)\n"
        "  pits     1     2     3\n"
        "     1     0    −2    +6\n"
        "     2    +2    −2    −2\n"
        "\n"
    )


def test_the_table_of_options_is_named_by_them(capsys):
    shown = ask(capsys, "solve-table kalah --pits 1 --stones 2 --remaining last-mover --table 1")

    assert shown.startswith("remaining last-mover (columns: stones per pit)\n")


def test_what_is_not_solved_in_time_is_a_bound_or_a_question_mark(capsys):
    line = "solve-table kalah --pits 6 --stones 6 --rules standard --limit 0.02 --table 1 --json"
    (rows,) = json.loads(ask(capsys, line))["tables"].values()

    values = {(row["pits"], row["stones"]): row["value"] for row in rows}
    assert values[1, 1] in (None, SMALL["standard"]["1,1"])
    assert (6, 6) not in values or values[6, 6] is None
    cells = {
        Bounds(4, 4): "+4",
        Bounds(2, 8): "≥ +2",
        Bounds(-6, -2): "≤ −2",
        Bounds(-6, 2): "?",
        None: "?",
    }
    for bounds, cell in cells.items():
        assert as_text("x", {(1, 1): bounds}).split()[-len(cell.split()) :] == cell.split()


def rows_of(html: str) -> list[list[str]]:
    return [re.findall(r">([^<]+)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", html)]


def test_the_help_has_the_tables_that_the_command_prints(capsys):
    html = ask(capsys, "solve-table kalah --pits 3 --stones 3 --html --table 16")
    page = resource("help", "kalah.html").read_text(encoding="utf-8")

    for name in SMALL:
        printed = rows_of(html.partition(f"<p><b>{name}</b></p>")[2].partition("</table>")[0])
        shown = rows_of(page.partition(f"<p><b>{name}</b></p>")[2].partition("</table>")[0])
        assert len(printed) == 4
        assert [row[:4] for row in shown[:4]] == printed


@pytest.mark.parametrize("name", SMALL)
def test_the_help_has_the_published_values(name):
    page = resource("help", "kalah.html").read_text(encoding="utf-8")
    rows = rows_of(page.partition(f"<p><b>{name}</b></p>")[2].partition("</table>")[0])
    cells = {
        f"{row[0]},{stones}": cell
        for row in rows[1:]
        for stones, cell in zip(rows[0][1:], row[1:], strict=True)
    }

    assert len(rows) == 7
    for size, value in SMALL[name].items():
        assert cells[size] == (f"{value:+d}".replace("-", "−") if value else "0")
    if name == "empty-capture":
        signs = ["DLWLWD", "WLLLWW", "DWWWWL", "WWWWWD", "DDWWWW", "WWWWW"]
        for pits, letters in enumerate(signs, 1):
            for stones, letter in enumerate(letters, 1):
                cell = cells[f"{pits},{stones}"]
                if cell[0] not in "?≤":
                    assert {"+": "W", "−": "L", "0": "D", "≥": "W"}[cell[0]] == letter


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("solve-table loa", "Only Kalah has tables of values"),
        ("solve-table kalah --limit 0", "The limit: '0'"),
        ("solve-table kalah --html --json", "cannot be combined"),
        ('solve-table kalah --position "<1,0,0,1,1> S"', "has no option '--position'"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(capsys, line, sentence):
    assert main(shlex.split(line)) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
