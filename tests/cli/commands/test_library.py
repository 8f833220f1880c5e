"""The command that lists, shows, imports and exports the games of the library."""

import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from kalahloa.cli.commands.library import COMMAND
from kalahloa.cli.library import match_saver
from kalahloa.cli.main import main
from kalahloa.models.game.registry import find_game
from kalahloa.models.library import bulk, schema
from kalahloa.models.library.library import Library
from kalahloa.models.notation.sgf.reader import read_games
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.annotation import Mark, Notes
from kalahloa.models.record.json_record import record_from_json, record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.storage.user_data import library_path
from tests.models.library.games import record_of
from tests.models.study.pages.page_reader import ReadPage
from tests.oracles import oracle
from tests.processes import qt_modules, run, without_display

HEADER = {"id", "game", "rules", "players", "result", "plies", "modified", "tags", "source"}
has_pictures = pytest.mark.skipif(
    find_spec("kalahloa.views.pictures") is None, reason="nothing draws pictures yet"
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """The folder of the library, which does not exist yet; the current folder is another."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("KALAHLOA_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def add(folder) -> Callable[..., int]:
    """A function that adds a record to the library and returns its id."""

    def add_one(record: Record, **facts: object) -> int:
        with Library.open(library_path()) as library:
            return library.add(record, **facts)  # type: ignore[arg-type]

    return add_one


@pytest.fixture
def ask(capsys) -> Callable[[str], str]:
    """A function that runs `kalahloa library`, which must succeed, and returns what it prints."""

    def run_here(line: str) -> str:
        assert main(["library", *shlex.split(line)]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return printed.out

    return run_here


@pytest.fixture
def refusal(capsys) -> Callable[..., str]:
    """A function that runs `kalahloa library`, which must fail, and returns its one sentence."""

    def run_here(line: str, code: int = 2) -> str:
        assert main(["library", *shlex.split(line)]) == code
        said = capsys.readouterr().err
        assert said.startswith("kalahloa: ") and said.count("\n") == 1
        return said.removeprefix("kalahloa: ").rstrip("\n")

    return run_here


def listed(ask: Callable[[str], str], options: str = "") -> list[int]:
    return [game["id"] for game in json.loads(ask(f"list {options} --json"))]


def studied() -> Record:
    """Return a record with a variation, a comment, a mark and a removed line."""
    record = record_of("c1-c3 a3-c5 b1-b3", "loa", players=("Anna", "Bert"))
    record.annotate(record.current, Notes("a plan\x1b[31m", (Mark.GOOD,)))
    record.jump(1)
    record.play(record.position.read_move("a4-c4"))
    record.play(record.position.read_move("d1-d3"))
    record.jump(0)
    record.remove(record.play(record.position.read_move("f1-f3")))
    record.jump(3)
    return record


def own_file(path: Path, record: Record) -> Path:
    path.write_text(json.dumps(record_to_json(record)))
    return path


# -- list and show ---------------------------------------------------------------------------------


def test_without_a_library_the_list_is_empty_and_none_is_created(ask, folder):
    assert json.loads(ask("list --json")) == []
    assert ask("list") == "The library is empty.\n"
    assert not folder.exists()


@pytest.mark.parametrize("line", ["list", "list --json", "statistics --json", "check"])
def test_a_folder_for_data_that_is_a_file_is_no_empty_library(folder, capsys, line):
    folder.write_text("not a folder")

    assert main(["library", *line.split()]) == 1

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert f"{folder}" in printed.err and "Not a directory" in printed.err


def test_the_list_tells_of_each_game_the_newest_first(ask, add):
    older = add(record_of("1 5 2 8 3"), tags=("b", "a"), created=1.0)
    newer = add(studied())

    games = json.loads(ask("list --json"))

    assert [game["id"] for game in games] == [newer, older]
    assert all(game.keys() >= HEADER for game in games)
    first, second = games
    assert (first["game"], first["players"], first["result"]) == ("loa", ["Anna", "Bert"], "*")
    assert (first["comments"], first["variations"]) == (1, 1)
    assert first["rules"] == {
        "no_move": "pass",
        "repetition": "third",
        "simultaneous": "mover",
        "start": "standard",
    }
    assert (second["result"], second["plies"], second["tags"]) == ("1-0", 5, ["a", "b"])
    assert second["created"] == "1970-01-01T00:00:01.000+00:00"


def test_the_list_for_people_has_a_line_for_each_game(ask, add):
    add(record_of("1 5", players=("A\n\x1b[31m", "")), levels=(None, {"strength": 3}))
    add(studied())

    heading, first, second = ask("list").splitlines()

    assert heading.split()[:4] == ["number", "date", "game", "players"]
    assert "loa        Anna – Bert  " in first
    assert "A \ufffd[31m – Computer, level 3" in second
    assert len({line.index(word) for line, word in ((heading, "rules"), (first, "tutor"))}) == 1


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("--game loa", [2]),
        ("--game TicTacToe", [3, 1]),
        ("--game kalah", []),
        ("--player ann", [2]),
        ("--words anna", [2]),
        ("--comment plan", [2]),
        ("--comment anna", []),
        ("--result 1-0", [1]),
        ("--result '*'", [3, 2]),
        ("--tag nice", [3, 1]),
        ("--tag nice --tag short", [3]),
        ("--rules tutorial", [2]),
        ("--since 2020-01-01", [3, 2]),
        ("--until 1999", [1]),
        ("--limit 2", [3, 2]),
        ("--trash", [4]),
        ("--trash --game loa", []),
    ],
)
def test_games_are_found_by(ask, add, options, found):
    add(record_of("1 5 2 8 3", details={"date": "1998-03-04"}), tags=("nice",))
    add(studied())
    add(record_of("5"), tags=("short", "nice"))
    add(record_of("7"))
    assert ask("trash 4") == "1 game is moved to the trash.\n"

    assert listed(ask, options) == found


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("--player strasse", [1]),
        ("--player 'STRASSE fritz'", [1]),
        ("--player ilgaz", [2]),
        ("--player ILGAZ", [2]),
        ("--player 小明", [3]),
        ("--player 😀", [4]),
        ("--player '!!!'", []),
        ("--words '!!!'", [4]),
        ("--comment '!!!'", [4]),
        ("--player åse", [5]),
        ("--player ase", [5]),
        ("--player A\u030ase", [5]),
        ("--player ﾀﾅｶ", [6]),
    ],
)
def test_games_are_found_by_names_of_all_scripts(ask, add, options, found):
    for name in ("Fritz Straße", "\u0131lgaz", "王小明", "Anna 😀", "Åse", "田中 たなか"):
        record = record_of("5", players=(name, ""))
        if "😀" in name:
            record.annotate(record.current, Notes("Well played!!!"))
        add(record)

    assert listed(ask, options) == found
    add_trashed = " ".join(map(str, range(1, 7)))
    ask(f"trash {add_trashed}")
    assert listed(ask, f"{options} --trash") == found


def test_columns_stand_below_one_another_whatever_the_script(ask, add):
    names = ("王小明", "Anna 😀", "A\u030ase", "김철수", "Pat")
    for name in names:
        add(record_of("5", players=(name, "Bert")))

    _, *lines = ask("list").splitlines()

    wide = {"王小明": 3, "Anna 😀": 1, "A\u030ase": -1, "김철수": 3, "Pat": 0}
    begins = {line.index("*") + wide[name] for line, name in zip(lines, names[::-1], strict=True)}
    assert len(begins) == 1


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--player ''", "--player needs a text to search for."),
        ("--words ' '", "--words needs a text to search for."),
        ("--comment \u0301", "“\u0301” has no letters or signs to search for."),
        ("--player \u200d", "“\u200d” has no letters or signs to search for."),
        (f"--words '{' '.join(map(str, range(51)))}'", "Search for at most 50 words at once."),
    ],
)
def test_a_text_that_cannot_be_looked_for_is_refused(refusal, add, option, sentence):
    add(studied())

    assert refusal(f"list {option}") == sentence


def test_games_are_found_by_a_position_under_whatever_rules_and_in_variations(ask, add):
    kalah = find_game("kalah")
    for stones in (4, 6):
        rules = kalah.rulebook.read("standard", {"stones": stones})
        add(record_of("3 1", "kalah", rules=rules))
    record = record_of("3 1", "kalah", rules=kalah.rulebook.read("empty-capture"))
    add(record)
    other = studied()
    add(other)
    variation = next(node for node in other.nodes if node.text == "d1-d3")
    place = other.position_at(variation).position_string()
    start = f"--position '{record.start}'"
    after = f"--position '{record.position.position_string()}'"

    assert listed(ask, start) == listed(ask, f"{start} --game kalah") == [3, 1]
    assert listed(ask, after) == [3, 1]
    assert listed(ask, f"{after} --rules empty-capture --limit 1") == [3]
    assert listed(ask, f"--position '{place}'") == [4]
    assert listed(ask, f"--position '{place}' --trash") == []
    assert listed(ask, "--position 'XX./OO./... X'") == []


def test_a_long_list_is_read_in_pages(ask, add, monkeypatch):
    monkeypatch.setattr("kalahloa.cli.library.listing._AT_ONCE", 2)
    for number in range(5):
        add(record_of("5"), created=float(number))

    assert listed(ask) == [5, 4, 3, 2, 1]
    assert listed(ask, "--limit 3") == [5, 4, 3]


def test_a_game_is_shown_with_its_main_line_and_all_nodes(ask, add):
    record = studied()
    number = add(record)

    shown = json.loads(ask(f"show {number} --json"))

    assert shown.keys() >= HEADER
    assert shown["main_line"] == ["c1-c3", "a3-c5", "b1-b3"]
    assert shown["current"] == 3
    nodes = shown["nodes"]
    assert [(node["parent"], node["move"]) for node in nodes] == [
        (None if node.parent is None else node.parent.number, node.text) for node in record.nodes
    ]
    assert [node["removed"] for node in nodes] == [False] * 6 + [True]
    assert (nodes[3]["comment"], nodes[3]["marks"]) == ("a plan\x1b[31m", ["!"])


def test_the_main_line_is_that_which_was_promoted(ask, add):
    record = studied()
    record.place_child(record.node(4), 0)

    shown = json.loads(ask(f"show {add(record)} --json"))

    assert shown["main_line"] == ["c1-c3", "a4-c4", "d1-d3"]


def test_a_game_is_shown_for_people_without_what_a_terminal_obeys(ask, add):
    shown = ask(f"show {add(studied(), tags=('nice',))}").splitlines()

    assert shown[0] == "Game 1: Lines of Action, tutorial"
    assert shown[1].startswith("Anna – Bert, *, ")
    assert "Tags: nice" in shown
    assert "1. c1-c3 a3-c5 2. b1-b3! {a plan\ufffd[31m} *" in shown
    assert shown[-2:] == ["Variations:", "  ply 2: a4-c4 d1-d3"]


def test_comments_and_marks_of_variations_are_shown(ask, add):
    record = studied()
    variation = next(node for node in record.nodes if node.text == "a4-c4")
    record.annotate(variation, Notes("First\n\nsecond\x1b[2J", (Mark.DUBIOUS,)))

    shown = ask(f"show {add(record)}").splitlines()

    assert shown[-1] == "  ply 2: a4-c4?! {First second\ufffd[2J} d1-d3"


def test_a_game_that_is_not_installed_is_listed_and_shown_as_json(ask, add, refusal):
    add(record_of("5 1"))
    with closing(sqlite3.connect(library_path())) as database, database:
        database.execute("UPDATE games SET game = 'chess'")

    assert listed(ask, "--game chess") == [1]
    assert json.loads(ask("show 1 --json"))["main_line"] == ["5", "1"]
    assert "There is no game 'chess'" in refusal("show 1")


# -- import ----------------------------------------------------------------------------------------


def test_the_recorded_games_are_read_from_sgf_to_their_known_ends(ask, tmp_path):
    games = oracle("loa")["games"]
    for number, game in enumerate(games):
        # Half of them as Little Golem writes them.
        texts = [text.replace("x", "-:"[number % 2]) for text in game["moves"]]
        moves = [f";{'BW'[ply % 2]}[{text}]" for ply, text in enumerate(texts)]
        name = game["name"].replace("]", r"\]")
        # One was resigned: its last position does not tell the result.
        root = f";FF[4]GM[9]PB[{name}]{'' if 'final' in game else 'RE[W+Resign]'}"
        (tmp_path / f"{number}.sgf").write_text(f"({root}{''.join(moves)})")

    told = json.loads(ask(f"import {tmp_path} --json"))

    assert len(told["imported"]) == len(games)
    assert told["failed"] == told["known"] == told["notes"] == []
    found = {game["players"][0]: game for game in json.loads(ask("list --game loa --json"))}
    for game in games:
        header = found[game["name"]]
        assert header["plies"] == len(game["moves"])
        first, _ = game.get("returns_black_white", (-1, 1))
        assert header["result"] == {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[first]
        shown = json.loads(ask(f"show {header['id']} --json"))
        assert [re.split("[-x:]", text) for text in shown["main_line"]] == [
            re.split("[-x:]", text) for text in game["moves"]
        ]
        if "final" in game:
            (found_there,) = listed(
                ask, f"--position '{game['final']} {'bw'[header['plies'] % 2]}'"
            )
            assert found_there == header["id"]


def test_the_import_says_what_was_read_and_what_not_and_why(ask, tmp_path, capsys):
    good = own_file(tmp_path / "a.kalahloa", record_of("1 5 2"))
    many = tmp_path / "games"
    many.write_bytes(write_games([record_of("5"), record_of("1")]))
    moves = tmp_path / "moves.txt"
    moves.write_text("1. c1-c3 a3-c5 2. b1-b3 a1-h8")
    bad = tmp_path / "letter.txt"
    bad.write_text("Dear friend, no game today.")
    files = " ".join(map(str, (good, many, moves, bad, tmp_path / "nowhere")))

    told = json.loads(ask(f"import {files} --json"))

    assert told["imported"] == [1, 2, 3, 4]
    assert [one["file"] for one in told["failed"]] == [str(bad), str(tmp_path / "nowhere")]
    assert told["failed"][1]["reason"].endswith("cannot be read: No such file or directory.")
    assert [one["file"] for one in told["notes"]] == [str(moves)]
    assert "a1-h8" in told["notes"][0]["note"]

    again = ask(f"import {files}").splitlines()
    assert again[0].startswith(f"Not read: {bad}: ")
    assert f"In the library already: {good}" in again
    assert again[-1] == "Imported no games."


@pytest.mark.parametrize("options", ["", " --json"])
def test_the_exit_code_is_two_only_if_nothing_could_be_read(tmp_path, capsys, options):
    bad = tmp_path / "letter.txt"
    bad.write_text("Dear friend, no game today.")
    good = own_file(tmp_path / "a.json", record_of("1 5 2"))
    (tmp_path / "empty").mkdir()
    codes = [
        main(["library", "import", *map(str, files), *options.split()])
        for files in ([bad], [tmp_path / "empty"], [bad, good], [good])
    ]

    assert codes == [2, 2, 0, 0]
    assert capsys.readouterr().err == ""


def test_what_was_read_before_an_interrupt_is_kept(tmp_path):
    games = [record_of("c1-c3 a3-c5", "loa")] * 20_000
    path = tmp_path / "many.sgf"
    path.write_bytes(write_games(games[:1]) * len(games))
    process = subprocess.Popen(
        [sys.executable, "-m", "kalahloa", "library", "import", str(path), "--json"],
        env=without_display(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    end = time.monotonic() + 60
    while not count() and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)

    told = json.loads(out)
    assert (process.returncode, err) == (130, "kalahloa: stopped.\n")
    assert 0 < len(told["imported"]) < len(games)
    assert count() == len(told["imported"])


def count() -> int:
    if not library_path().exists():
        return 0
    with Library.open(library_path()) as library:
        return library.count()


# -- export ----------------------------------------------------------------------------------------


def test_several_games_are_written_into_one_sgf_file(ask, add, tmp_path):
    records = [studied(), record_of("1 5 2 8 3")]
    ids = [add(record) for record in records]

    assert ask(f"export {ids[0]} {ids[1]} {ids[0]} --output out.sgf") == ""

    read = read_games(Path("out.sgf").read_bytes())
    plains = [record_to_json(game.record) for game in read]
    ids_read = [plain.pop("id") for plain in plains]
    assert ids_read == [json.loads(ask(f"show {one} --json"))["uid"] for one in ids]
    assert plains == [
        record_to_json(record_from_json(record_to_json(record))) for record in records
    ]
    assert ask("export 1 2") == Path("out.sgf").read_text(encoding="utf-8")


def test_our_json_and_lists_of_moves_are_read_again(ask, add):
    add(studied(), levels=(None, {"strength": 3}))

    assert ask("export 1 --output a.kalahloa") == ""
    Path("b").write_text(ask("export 1 --format txt"), encoding="utf-8")

    plain = json.loads(Path("a.kalahloa").read_text())
    assert plain["levels"] == [None, {"strength": 3}]
    assert json.loads(ask("export 1 --format JSON")) == plain
    told = json.loads(ask("import a.kalahloa b --json"))
    assert (told["imported"], told["again"], told["merged"]) == ([2], [1], [])
    assert (told["failed"], told["notes"]) == ([], [])
    lines = [json.loads(ask(f"show {number} --json"))["main_line"] for number in (1, 2)]
    assert lines == [lines[0]] * 2


def test_into_a_folder_each_game_goes_into_a_file_of_its_own(ask, add):
    add(studied())
    add(record_of("5"))

    assert ask("export 1 2 --format json --output new/").split() == [
        "new/loa-1.json",
        "new/tictactoe-2.json",
    ]
    assert ask("export 2 --output new") == "new/tictactoe-2.sgf\n"


def test_several_games_are_chapters_of_one_web_page(ask, add):
    add(studied())
    add(record_of("5"))

    assert ask("export 1 2 --output study.html") == ""
    turned = ask("export 2 --format html --flipped")

    page = ReadPage(Path("study.html").read_bytes())
    count = len(list(studied().root.subtree()))
    assert [len(chapter.light) for chapter in page.chapters] == [count, 2]
    (chapter,) = ReadPage(turned.encode()).chapters
    assert chapter.rows[0] != page.chapters[1].rows[0]


PICTURES = {
    "png": b"\x89PNG",
    "svg": b"<?xml",
    "gif": b"GIF89a",
    "webp": b"RIFF",
    "pdf": b"%PDF",
}


@has_pictures
@pytest.mark.parametrize("form", PICTURES)
def test_pictures_of_every_form_are_drawn(add, form):
    add(record_of("1 5 2 8 3"))

    assert main(["library", "export", "1", "--output", f"game.{form}"]) == 0

    assert Path(f"game.{form}").read_bytes().startswith(PICTURES[form])


@has_pictures
@pytest.mark.parametrize("form", ["gif", "pdf"])  # frames, and a printer
def test_pictures_are_drawn_without_a_display(add, form):
    add(record_of("1 5 2 8 3"))

    result = run("library", "export", "1", "--output", f"game.{form}")

    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert Path(f"game.{form}").read_bytes().startswith(PICTURES[form])


@has_pictures
def test_the_node_that_is_drawn_can_be_chosen(add):
    add(record_of("1 5 2 8 3"))

    for name, node in (("start", "0"), ("again", "0"), ("later", "4")):
        main(["library", "export", "1", "--output", f"{name}.svg", "--node", node])

    start, again, later = (Path(f"{name}.svg").read_bytes() for name in ("start", "again", "later"))
    assert start == again != later


@has_pictures
def test_how_a_board_is_drawn_can_be_chosen(add):
    add(record_of("1 5 2 8 3"))
    chosen = {
        "usual": [],
        "narrow": ["--width", "300"],
        "scaled": ["--width", "300", "--scale", "2"],
        "dark": ["--dark"],
        "bare": ["--no-caption"],
        "flipped": ["--flipped"],
    }

    for name, options in chosen.items():
        assert main(["library", "export", "1", "--output", f"{name}.svg", *options]) == 0

    drawn = {name: Path(f"{name}.svg").read_text() for name in chosen}
    assert len(set(drawn.values())) == len(chosen)
    widths = {name: re.search(r'width="(\d+)"', text)[1] for name, text in drawn.items()}
    assert (widths["usual"], widths["narrow"], widths["scaled"]) == ("800", "300", "600")


@has_pictures
def test_the_pace_of_an_animation_can_be_chosen(add):
    image = pytest.importorskip("PIL.Image")
    add(record_of("1 5 2 8 3"))

    line = "export 1 --output a.gif --width 100 --pace 400".split()
    assert main(["library", *line]) == 0

    with image.open("a.gif") as read:
        assert (read.width, read.info["duration"]) == (100, 400)


def test_without_qt_pictures_are_refused_in_one_sentence(add, refusal, monkeypatch):
    add(record_of("5"))

    def no_qt(name: str) -> None:
        raise ModuleNotFoundError("No module named 'PySide6'", name="PySide6")

    monkeypatch.setattr("kalahloa.cli.library.exporting.import_module", no_qt)

    said = refusal("export 1 --format png --output a.png", 1)

    assert said.startswith("Qt cannot be loaded: No module named 'PySide6'.")


def test_nothing_else_needs_qt(add, tmp_path):
    add(studied())
    path = own_file(tmp_path / "a.json", record_of("5"))

    export = ("export 1", "export 1 --format html")
    for line in ("list", "show 1", f"import {path}", *export, "check", "where", "tag 1 a"):
        assert qt_modules("library", *line.split()) == []


# -- check, backup, where, trash and tags ----------------------------------------------------------


def test_where_tells_the_place_whether_there_is_a_library_or_not(ask, add, folder):
    path = folder / "library.sqlite"

    assert ask("where") == f"{path}\n"
    assert json.loads(ask("where --json")) == {
        "path": str(path),
        "folder": str(folder),
        "exists": False,
        "bytes": None,
    }
    add(record_of("5"))
    assert json.loads(ask("where --json"))["bytes"] == path.stat().st_size


def test_a_whole_library_is_whole(ask, add, folder):
    assert "There is no library" in ask("check")
    assert not folder.exists()

    add(record_of("5"))

    assert ask("check") == f"The library {library_path()} is undamaged: 1 game.\n"
    assert json.loads(ask("check --json")) == {
        "path": str(library_path()),
        "condition": "whole",
        "games": 1,
        "problems": [],
        "repaired": False,
    }


def damage(name: str) -> None:
    """Damage the library: its file, or only an index, which a thorough check alone finds."""
    path = library_path()
    if name == "file":
        content = bytearray(path.read_bytes())
        for page in range(2 * 4096, len(content), 4096):
            content[page : page + 40] = b"\xff" * 40
        path.write_bytes(content)
    else:
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("DELETE FROM words_data WHERE id > 10")


@pytest.mark.parametrize("what", ["file", "index"])
def test_damage_is_found_said_and_repaired_and_the_damaged_file_is_kept(
    ask, add, capsys, what, folder
):
    for number in range(30):
        add(record_of("1 5 2 8 3", players=(f"Player {number}", "")))
    damage(what)

    assert main(["library", "check"]) == 1
    assert capsys.readouterr().err.endswith(
        "kalahloa library check --repair copies what can be read into a new library.\n"
    )
    assert main(["library", "check", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["problems"]

    told = ask("check --repair")

    assert "was damaged. It is saved as " in told
    assert any(file.name.startswith("library damaged ") for file in folder.iterdir())
    assert ask("check").startswith(f"The library {library_path()} is undamaged: ")


def test_a_backup_is_a_library(ask, add, folder, monkeypatch, refusal):
    add(studied())

    assert ask("backup copy.sqlite") == "copy.sqlite: 1 game\n"

    Path("other").mkdir()
    Path("copy.sqlite").rename("other/library.sqlite")
    assert "is a folder" in refusal("backup other")
    assert "is the library itself" in refusal(f"backup {folder}/library.sqlite")
    os.symlink(folder / "library.sqlite", "link")
    assert "is the library itself" in refusal("backup link")
    monkeypatch.setenv("KALAHLOA_DATA", "other")
    assert json.loads(ask("show 1 --json"))["main_line"] == ["c1-c3", "a3-c5", "b1-b3"]


def test_games_go_into_the_trash_and_come_back(ask, add, refusal):
    for _ in range(3):
        add(record_of("5"))

    assert ask("trash 1 3") == "2 games are moved to the trash.\n"
    assert (listed(ask), listed(ask, "--trash")) == ([2], [3, 1])
    assert ask("restore 3") == "1 game is restored.\n"
    assert listed(ask) == [3, 2]
    assert refusal("trash 2 9") == "The library has no game 9."
    assert listed(ask) == [3, 2]


def test_many_games_go_into_the_trash_in_turn_with_what_is_played(ask, add, refusal, monkeypatch):
    for _ in range(3):
        add(record_of("5"))
    monkeypatch.setattr(bulk, "HOLD_SECONDS", 0.0)
    transactions = []
    together = Library.together
    monkeypatch.setattr(Library, "together", lambda self: transactions.append(1) or together(self))

    assert ask("trash 1 2 3") == "3 games are moved to the trash.\n"
    assert len(transactions) == 3
    assert refusal("restore 1 2 9") == "The library has no game 9."
    assert listed(ask) == []


def test_tags_are_added_and_removed(ask, add):
    add(record_of("5"))

    assert ask("tag 1") == "The game has no tags.\n"
    assert ask("tag 1 nice 'by  heart' nice") == "by heart, nice\n"
    assert ask("tag 1 again") == "again, by heart, nice\n"
    assert ask("tag 1 nice none --remove") == "again, by heart\n"
    assert listed(ask, "--tag 'by heart'") == [1]


# -- what cannot be done ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "",
            "A sub-command must follow kalahloa library; choose one of: list, show, "
            "import, export,",
        ),
        ("lsit", "'lsit' is not a sub-command of kalahloa library; choose one of: list,"),
        ("list --limit 0", "The number of games: '0' is not a number from 1 to"),
        ("list --result won", "There is no result 'won'; choose one of: 1-0, 0-1, 1/2-1/2, *."),
        ("list --game chess", "There is no game 'chess'; choose one of: loa, kalah, tictactoe."),
        ("list --position nonsense", "'nonsense' is not a position of any game."),
        ("list --position nonsense --game kalah", "A position is <n,south kalah,north kalah,"),
        ("list --colour red", "kalahloa library list has no option '--colour'; it has: --help,"),
        ("show", "the following arguments are required: ID; see kalahloa library show --help"),
        ("show one", "The number of a game: 'one' is not a number from 1 to"),
        ("show 7", "The library has no game 7."),
        ("export 1 7", "The library has no game 7."),
        ("export 1 --format doc", "There is no format 'doc'; choose one of: sgf, json, txt, html,"),
        (
            "export 1 --output game.doc",
            "The name 'game.doc' does not show the format; add --format",
        ),
        ("export 1 1 2 --format json", "A json file holds one game; use --output FOLDER/"),
        ("export 1 --node 1", "--node is for png and svg only, not for sgf."),
        ("export 1 --width 300", "--width is for gif, webp, png and svg only, not for sgf"),
        (
            "export 1 --pace 300 --format png",
            "--pace is for gif and webp only, not for png",
        ),
        ("export 1 --dark --format pdf", "--dark is for gif, webp, png and svg only, not"),
        ("export 1 --width wide --format png", "The value of --width"),
        ("export 1 --width 9 --format png", "A picture is 64 to 8,192 pixels wide, after scaling."),
        ("export 1 --pace 3 --format gif", "A pace is 50 to 60,000 milliseconds per move."),
        ("export 1 --output /dev/null/game.sgf", "/dev/null/game.sgf cannot be written: "),
        ("tag 1 ''", "'' is not a tag: a tag has 1 to 100 characters."),
        ("tag 1 x\udcff", "'x\ufffd' is not a tag: it has characters that are not text."),
        ("trash -3", "The number of a game: '-3' is not a number from 1 to"),
        ("where there", "unrecognized arguments: there; see kalahloa library where --help"),
    ],
)
def test_a_wrong_argument_is_told_in_one_line(add, refusal, line, sentence):
    for _ in range(2):
        add(record_of("5"))

    assert refusal(line).startswith(sentence)


@pytest.mark.parametrize("line", ["show 1", "export 1", "trash 1", "backup copy", "tag 1 a"])
def test_without_a_library_there_is_no_game(refusal, folder, line):
    assert refusal(line, 1) == f"There is no library {library_path()}."
    assert not folder.exists()


def test_a_library_of_a_newer_version_is_said_and_left_alone(add, refusal, tmp_path):
    add(record_of("5"))
    with closing(sqlite3.connect(library_path())) as database:
        database.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    before = library_path().read_bytes()
    game = own_file(tmp_path / "a.json", record_of("1"))

    for line in ("list", "show 1", f"import {game}", "check", "check --repair", "backup copy"):
        assert "A newer version of Kalahloa saved" in refusal(line, 1)

    assert library_path().read_bytes() == before


def test_a_file_that_is_no_library_is_said(add, refusal, folder, tmp_path):
    folder.mkdir()
    library_path().write_bytes(b"no library " * 1000)
    game = own_file(tmp_path / "a.json", record_of("1"))

    for line in ("list", f"import {game}"):
        assert refusal(line, 1).endswith("copies what can be read into a new library.")


def test_a_locked_library_is_said(add):
    add(record_of("5"))
    with closing(sqlite3.connect(library_path(), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        result = run("library", "trash", "1")

    assert (result.returncode, result.stdout) == (1, "")
    assert "Another program has locked" in result.stderr
    assert result.stderr.count("\n") == 1


def test_where_nothing_can_be_written_this_is_said(refusal, tmp_path, monkeypatch):
    """The folder is a file, which not even the administrator can write into."""
    (tmp_path / "data").write_text("")
    game = own_file(tmp_path / "a.json", record_of("1"))

    assert "cannot be used: " in refusal(f"import {game}", 1)


def test_without_a_home_there_is_no_place_for_a_library():
    environment = {"HOME": "nowhere", "XDG_DATA_HOME": "", "KALAHLOA_DATA": ""}

    for line in ("where", "list", "check"):
        result = run("library", line, environment=environment)

        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr.startswith("kalahloa: There is no folder for the library: ")
        assert result.stderr.count("\n") == 1


# -- help ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMAND.commands, ids=lambda command: command.name)
def test_the_example_in_the_help_can_be_run(capsys, add, command):
    add(studied())
    add(record_of("5"))
    Path("games.sgf").write_bytes(write_games([record_of("7")]))
    Path("old-games").mkdir()

    assert main(["library", command.name, "--help"]) == 0
    shown = capsys.readouterr().out
    example = shown.partition("example:\n")[2].strip()
    assert shown.startswith(f"usage: kalahloa library {command.name} ")
    assert example.startswith(f"kalahloa library {command.name}")

    assert main(shlex.split(example)[1:]) == 0


def test_the_help_of_the_group_and_of_the_program_name_every_sub_command(capsys):
    for line, indent in (("library --help", "  "), ("--help", "  library ")):
        assert main(line.split()) == 0
        shown = capsys.readouterr().out
        for command in COMMAND.commands:
            name = command.name if indent.strip() else f"library {command.name}"
            assert f"\n{indent}{name} " in shown


# -- the games of a match --------------------------------------------------------------------------


def test_a_match_keeps_its_games(ask, capsys):
    line = "match kalah engine:nodes=100 random --rules standard --games 4 --save --json"

    assert main([*line.split(), "--openings", "random:2:1", "--workers", "2"]) == 0

    printed = capsys.readouterr()
    assert printed.err == "kalahloa: Saved 4 games of the match in the library.\n"
    result = json.loads(printed.out)

    def flat(name: str) -> list[float]:
        return [value for pair in result["pairs"] for value in pair[name]]

    games = json.loads(ask("list --tag match --json"))[::-1]
    assert [game["players"] for game in games] == [
        ["engine:nodes=100", "random"],
        ["random", "engine:nodes=100"],
    ] * 2
    assert [game["details"]["round"] for game in games] == ["1.1", "1.2", "2.1", "2.2"]
    assert [game["plies"] for game in games] == flat("plies")
    points = [{"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}[game["result"]] for game in games]
    swapped = [points[0], 1 - points[1], points[2], 1 - points[3]]
    assert swapped == flat("points")
    assert {game["preset"] for game in games} == {"standard"}
    for number, game in enumerate(games):
        shown = json.loads(ask(f"show {game['id']} --json"))
        assert shown["main_line"][:2] == result["pairs"][number // 2]["opening"]
        assert len(shown["main_line"]) == game["plies"] == shown["current"]


def test_games_lost_on_time_and_cut_off_have_their_results(ask, capsys):
    for line in (
        "tictactoe engine:clock=0.000001 random --games 2",
        "loa random random --games 2 --most-plies 9 --position '8/8/2bb4/2wbw1bb/3b1wb1/8/7w/8 w'",
    ):
        assert main(shlex.split(f"match {line} --openings random:1:1 --save")) == 0
    capsys.readouterr()

    late, other, *cut_off = json.loads(ask("list --json"))[::-1]

    assert [late["result"], other["result"]] == ["0-1", "1-0"]
    assert late["details"]["termination"] == "time"
    assert [game["result"] for game in cut_off] == ["1/2-1/2"] * 2
    assert {game["start"].split()[0] for game in cut_off} == {"8/8/2bb4/2wbw1bb/3b1wb1/8/7w/8"}


def test_a_match_without_a_library_does_not_begin(refusal, tmp_path, capsys):
    (tmp_path / "data").write_text("")

    assert main("match tictactoe random random --games 2 --save".split()) == 1

    printed = capsys.readouterr()
    assert printed.out == ""
    assert "cannot be used" in printed.err


def test_a_match_goes_on_where_its_games_cannot_be_kept_for_a_while(ask, capsys, monkeypatch):
    monkeypatch.setattr(match_saver, "GAMES_AT_ONCE", 2)
    failures = iter([True, True])
    add_many = Library.add_many

    def fails_twice(self: Library, games: list) -> list[int]:
        if games and next(failures, False):
            raise match_saver.LibraryUnavailable("The disk is full.")
        return add_many(self, games)

    monkeypatch.setattr(Library, "add_many", fails_twice)

    assert main("match tictactoe random random --games 8 --save".split()) == 0

    assert "Saved 8 games of the match in the library" in capsys.readouterr().err
    assert len(listed(ask)) == 8


def test_games_that_could_not_be_kept_are_said_after_the_result(capsys, monkeypatch):
    def fails(self: Library, games: list) -> list[int]:
        if games:
            raise match_saver.LibraryUnavailable("The disk is full.")
        return []

    monkeypatch.setattr(Library, "add_many", fails)

    assert main("match tictactoe random random --games 8 --save".split()) == 1

    printed = capsys.readouterr()
    assert "Score: " in printed.out
    assert printed.err.endswith(" 8 games of the match are not saved.\n")


# -- statistics --------------------------------------------------------------------------------


def test_statistics_are_told_in_words(add, capsys):
    add(record_of("1 5 2 8 3", players=("Human", "Engine")), levels=(None, {"strength": 3}))
    add(record_of("1 5 2 8 3", players=("Anna", "Bert")))

    assert main(["library", "statistics", "--game", "tictactoe"]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "1 game: 1 won, 0 drawn, 0 lost, 0 not finished",
        "",
        "Results by side",
        "  X: 1 won, 0 drawn, 0 lost (1 game)",
        "Percentages are shares of the points, shown from 10 games.",
        "",
        "Results by opponent",
        "  Engine: 1 won, 0 drawn, 0 lost (1 game)",
        "",
        "Results by opening",
        "  1: 1 won, 0 drawn, 0 lost (1 game)",
        "Positions after 1 move, in any order of moves.",
    ]


def test_statistics_as_json_have_all_facts(add, capsys):
    add(record_of("1 5 2 8 3", players=("Anna", "Bert")))
    add(record_of("1 3 2 5 9 7", players=("Bert", "Anna")))

    assert main(["library", "statistics", "--player", "Anna", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert (found["player"], found["you"], found["game"]) == ("Anna", False, None)
    assert found["results"] == {"games": 2, "won": 2, "drawn": 0, "lost": 0, "percent": None}
    assert [side["won"] for side in found["by_side"]] == [1, 1]
    assert found["mistakes"]["total"]["moves"] == 0


@pytest.mark.parametrize(
    ("name", "kind"), [("nobody", "of this kind"), ("me", "of yours"), ("all", "of this kind")]
)
def test_statistics_of_nothing_say_so(folder, capsys, name, kind):
    assert main(["library", "statistics", "--player", name]) == 0
    assert capsys.readouterr().out == f"The library has no games {kind}.\n"
    assert not folder.exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--side", "3"], "A side is 1 or 2"),
        (["--game", "chess"], "chess"),
        (["--what"], "--what"),
    ],
)
def test_statistics_with_wrong_options_say_what_is_wrong(capsys, options, sentence):
    assert main(["library", "statistics", *options]) == 2
    assert sentence in capsys.readouterr().err
