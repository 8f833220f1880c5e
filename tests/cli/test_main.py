"""The command line: what it prints, what it refuses, and what it leaves alone."""

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from kalahloa import __version__
from kalahloa.cli.command import CommandGroup, GameCommand, PlainCommand
from kalahloa.cli.commands import NAMES, find_command
from kalahloa.cli.main import main
from kalahloa.compiled import compiled_note, is_compiled
from kalahloa.models.search.engine import bench
from kalahloa.models.search.request import SearchStopped
from tests import plugin
from tests.models.heuristics.own_heuristics import HOME_TEXT
from tests.processes import ROOT, qt_modules, run, without_display

# The terminal makes an application where there is none, which would not do for windows later on.
pytestmark = pytest.mark.usefixtures("qapp")

X_HAS_WON = "XXX/OO./... O"


@pytest.fixture
def ask(capsys) -> Callable[..., str]:
    """A function that runs the command line, which must succeed, and returns what it prints."""

    def run_here(*arguments: str) -> str:
        assert main(arguments) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        return printed.out

    return run_here


@pytest.fixture
def refusal(capsys) -> Callable[..., str]:
    """A function that runs the command line, which must refuse, and returns what it says."""

    def run_here(*arguments: str) -> str:
        assert main(arguments) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("kalahloa: ")
        assert printed.err.count("\n") == 1
        return printed.err.removeprefix("kalahloa: ").rstrip("\n")

    return run_here


@pytest.fixture
def window(monkeypatch) -> list[tuple]:
    """A list of what the window would have been opened with."""
    opened: list[tuple] = []

    def run_window(*arguments: object, lesson: str | None = None) -> int:
        opened.append(arguments)
        return 0

    monkeypatch.setattr("kalahloa.app.run_window", run_window)
    return opened


# -- perft, moves and best -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "leaves"),
    [
        (["loa", "3"], 44952),
        (["kalah", "5"], 4690),
        (["kalah", "5", "--rules", "empty-capture"], 4685),
        (["kalah", "5", "--capture", "empty", "--end=standard"], 4685),
        (["kalah", "6", "--pits", "3", "--stones", "3"], 283),
        (["kalah", "6", "--rules", "empty-capture", "--pits", "3", "--stones", "3"], 280),
        (["--pits", "4", "--end", "mover-empty", "kalah", "6", "--rules", "standard"], 2203),
        (["--pits", "4", "--end", "lecture", "kalah", "6", "--rules", "standard"], 2203),
        (["tictactoe", "9"], 127872),
        (["tictactoe", "0"], 1),
        (["tictactoe", "4", "--position", X_HAS_WON], 0),
    ],
)
def test_perft_counts_leaves_under_the_rules_asked_for(ask, arguments, leaves):
    answer = json.loads(ask("perft", *arguments, "--json"))

    assert answer["leaves"] == leaves
    assert answer["compiled"] == is_compiled()
    assert set(answer) == {"leaves", "seconds", "leaves_per_second", "compiled"}


def test_perft_says_for_people_what_it_has_counted(ask):
    assert ask("perft", "loa", "2").startswith("1,244 leaves at depth 2 in ")


def test_moves_lists_the_legal_moves(ask):
    assert json.loads(ask("moves", "kalah", "--json")) == {"moves": ["1", "2", "3", "4", "5", "6"]}
    assert "c1xa3" in json.loads(ask("moves", "loa", "--json"))["moves"]
    assert ask("moves", "tictactoe", "--position", "X.O/.X./... O") == "2 4 6 7 8 9\n"


def test_a_long_list_of_moves_is_broken_into_lines_but_no_move_is(ask):
    lines = ask("moves", "loa").splitlines()

    assert max(map(len, lines)) < 80
    assert " ".join(lines).split() == json.loads(ask("moves", "loa", "--json"))["moves"]


def test_a_finished_game_has_no_moves(ask):
    arguments = ("moves", "tictactoe", "--position", X_HAS_WON)

    assert json.loads(ask(*arguments, "--json")) == {"moves": []}
    assert ask(*arguments).startswith("The game is over: X wins")


def test_a_position_brings_its_own_number_of_pits(ask):
    arguments = ("moves", "kalah", "--position", "<3,0,0,1,0,2,3,0,1> N", "--json")

    assert json.loads(ask(*arguments)) == {"moves": ["1", "3"]}


def test_best_finds_the_move_that_wins(ask):
    position = ("--position", "XX./OO./... X")

    answer = json.loads(ask("best", "tictactoe", *position, "--depth", "2", "--json"))

    assert answer["move"] == "3"
    assert answer["line"] == ["3"]
    assert answer["value"] > 90
    assert answer["nodes"] > 0
    facts = {"move", "value", "value_for", "line", "nodes", "seconds", "depth", "proven", "known"}
    assert set(answer) == facts


def test_best_writes_its_line_in_the_notation_of_each_position(ask):
    arguments = ("--searcher", "alpha-beta", "--depth", "3", "--heuristic", "connectedness")

    answer = json.loads(ask("best", "loa", *arguments, "--json"))

    line = answer["line"]
    assert line[0] == answer["move"]
    assert len(line) == 3
    assert all(text[2] in "-x" for text in line)
    assert not answer["proven"]


def test_the_engine_judges_by_the_heuristic_asked_for(ask):
    line = "best loa --searcher engine --depth 3 --json"

    nodes = {
        json.loads(ask(*line.split(), *more))["nodes"]
        for more in ([], ["--heuristic", "mix"], ["--heuristic", "captures"])
    }

    assert len(nodes) == 3


def test_the_time_of_best_has_an_old_name_that_help_does_not_tell(ask):
    answer = json.loads(ask("best", "tictactoe", "--seconds", "60", "--json"))

    assert answer["proven"]
    assert "--seconds" not in ask("best", "--help")


def test_best_says_for_people_what_it_has_found(ask):
    shown = ask("best", "tictactoe", "--position", "X.O/.X./... O", "--depth", "9").splitlines()

    assert shown[0] == "Move:  9"
    assert shown[1] == "Value: 0 for O, proven"
    assert shown[2].startswith("Line:  9 ")
    assert "nodes in" in shown[3]


def test_best_searches_for_a_time(ask):
    answer = json.loads(ask("best", "tictactoe", "--time", "60", "--json"))

    assert answer["proven"]
    assert answer["value"] == 0


def test_games_lists_games_rules_heuristics_and_searchers(ask):
    shown = ask("games")

    for name in ("loa: Lines of Action", "olympiad", "empty-capture-lecture-end", "open-lines"):
        assert name in shown
    assert "alpha-beta-ordered" in shown


# -- games from outside ----------------------------------------------------------------------------


def test_the_options_of_a_plug_in_come_from_its_rules(ask, tmp_path):
    with plugin.installed(tmp_path):
        small = ask("moves", plugin.KEY, "--columns", "5", "--json")
        explained = ask("moves", plugin.KEY, "--help")

    assert json.loads(small) == {"moves": ["1", "2", "3", "4", "5"]}
    assert "--columns N" in explained
    assert "--rows N" in explained


def test_a_plug_in_that_cannot_be_loaded_is_one_line_and_hides_no_other_game(
    ask, refusal, tmp_path
):
    with plugin.installed(tmp_path):
        (tmp_path / "connect_four.py").write_text("raise RuntimeError('broken')", encoding="utf-8")
        for name in [name for name in sys.modules if name.startswith("connect_four")]:
            del sys.modules[name]
        said = refusal("moves", plugin.KEY)
        listed = ask("games")

    assert said == f"The game '{plugin.KEY}' cannot be loaded: RuntimeError: broken"
    assert "broken" in listed
    assert "Lines of Action" in listed


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "chess",
            "There is no command 'chess'; choose one of: moves, best, perft, analyse, explain, "
            "tree, compare, bench, solve, solve-table, prove, check-proof, prove-start, review, "
            "match, tune, endgame, book, fair, terminal, library, puzzles, handout, games, "
            "check-plugin, desktop.",
        ),
        ("moves", "the following arguments are required: GAME; see kalahloa moves --help"),
        ("perft kalah", "the following arguments are required: DEPTH; see kalahloa perft --help"),
        ("perft kalah 3 4", "unrecognized arguments: 4; see kalahloa perft --help"),
        ("moves chess", "There is no game 'chess'; choose one of: loa, kalah, tictactoe."),
        ("perft kalah x", "The depth: 'x' is not a number from 0 to 99."),
        ("perft kalah -1", "The depth: '-1' is not a number from 0 to 99."),
        ("perft kalah 100", "The depth: '100' is not a number from 0 to 99."),
        ("perft kalah ٣", "The depth: '٣' is not a number from 0 to 99."),
        ("best kalah --depth 0", "The depth: '0' is not a number from 1 to 99."),
        (
            "best kalah --depth",
            "argument --depth: expected one argument; see kalahloa best --help",
        ),
        (
            "best kalah --time nan",
            "The time: 'nan' is not a number of seconds above 0, at most 9999999.",
        ),
        (
            "best kalah --searcher guess",
            "There is no searcher 'guess'; choose one of: game-tree, negamax, alpha-beta, "
            "alpha-beta-ordered, alpha-beta-aspiration, alpha-beta-table, negascout, engine.",
        ),
        (
            "best kalah --heuristic guess",
            "Kalah has no heuristic 'guess'; it has: kalah-difference.",
        ),
        (f"best tictactoe --position '{X_HAS_WON}'", "The game is over: X wins: three in a row."),
        (
            "moves loa --rules lecture",
            "There are no rules called 'lecture'; choose one of: tutorial, olympiad, openspiel.",
        ),
        (
            "moves kalah --pits 13",
            "Pits per side: '13' is not a number from 1 to 12.",
        ),
        (
            "moves loa --no-move wins",
            "If you cannot move: 'wins' is not one of: pass, loses.",
        ),
        (
            "moves loa --pits 6",
            "kalahloa moves has no option '--pits'; it has: --help, --rules, --position, --json, "
            "--size, --start, --simultaneous, --no-move, --repetition.",
        ),
        (
            "moves tictactoe --js",
            "kalahloa moves has no option '--js'; it has: --help, --rules, --position, --json.",
        ),
        (
            "moves kalah --pits 6 --position '<3,0,0,1,0,2,3,0,1> N'",
            "The position has 3 pits per side, but the rules have 6.",
        ),
        ("moves tictactoe --position '.../...\n/... O'", "A position is three rows of X, O and"),
        (
            "terminal kalah --first alpha-beta:9",
            "The depth: '9' is not a number from 1 to 8.",
        ),
        (
            "terminal kalah --first human:3",
            "There is no player 'human:3'; choose one of: human, computer,",
        ),
        (
            "terminal loa --white guess",
            "There is no player 'guess'; choose one of: human, computer,",
        ),
        (
            "terminal loa --white alpha-beta:-1s",
            "The time per move: '-1' is not a number of seconds above 0, at most 3600.",
        ),
        ("--view sideways", "There is no view 'sideways'; choose one of: graphical, text."),
        ("--game chess", "There is no game 'chess'; choose one of: loa, kalah, tictactoe."),
        ("--game kalah --position x", "A position is <n,south kalah,north kalah,"),
        (
            "--rules lecture",
            "--rules and --position need --game GAME.",
        ),
        ("--pits 3", "kalahloa has no option '--pits'; it has: --help, --version, --game, --view,"),
        ("games loa", "unrecognized arguments: loa; see kalahloa games --help"),
    ],
)
def test_a_wrong_argument_is_told_in_one_line(refusal, window, arguments, sentence):
    assert refusal(*shlex.split(arguments)).startswith(sentence)
    assert window == []


# -- help and version ------------------------------------------------------------------------------


def game_commands() -> dict[str, GameCommand]:
    """Return the commands that take a game, by the words that they begin with."""
    found = {}
    for name in NAMES:
        command = find_command(name)
        if isinstance(command, GameCommand):
            found[name] = command
        elif isinstance(command, CommandGroup):
            found |= {
                f"{name} {one.name}": one
                for one in command.commands
                if isinstance(one, GameCommand)
            }
            if command.default is not None:
                found[name] = command.default
    return found


GAME_COMMANDS = game_commands()
PLAIN_COMMANDS = {
    name: command for name in NAMES if isinstance(command := find_command(name), PlainCommand)
}


def test_each_command_has_a_file_of_its_name():
    files = {path.stem for path in (ROOT / "kalahloa/cli/commands").glob("[a-z]*.py")}

    assert files == {name.replace("-", "_") for name in NAMES}
    assert [find_command(name).name for name in NAMES] == list(NAMES)


@pytest.mark.parametrize("words", GAME_COMMANDS)
def test_every_command_explains_itself_with_an_example(ask, words):
    for arguments in (["--help"], ["loa", "--help"]):
        shown = ask(*words.split(), *arguments)

        assert shown.startswith(f"usage: kalahloa {words} GAME")
        assert f"example:\n  kalahloa {words} " in shown
    assert "--no-move pass|loses" in shown


@pytest.mark.parametrize("words", [*GAME_COMMANDS, *PLAIN_COMMANDS])
def test_an_option_that_no_command_has_is_refused(refusal, words):
    game = ["kalah"] if words in GAME_COMMANDS else []

    said = refusal(*words.split(), *game, "--nonsense")

    assert said.startswith(f"kalahloa {words} has no option '--nonsense'; it has: --help")


def test_the_help_of_the_program_names_every_command(ask):
    shown = ask("--help")

    for words in GAME_COMMANDS:
        assert f"\n  {words} GAME" in shown
    for words in PLAIN_COMMANDS:
        assert f"\n  {words} " in shown
    assert "kalahloa --game loa --view text" in shown
    assert "kalahloa games" in ask("games", "-h")


@pytest.mark.parametrize("group", ["book", "endgame", "fair"])
def test_a_group_of_commands_explains_itself(ask, group):
    shown = ask(group, "--help")

    assert shown.startswith(f"usage: kalahloa {group} ")
    for words in GAME_COMMANDS:
        if words.startswith(f"{group} "):
            assert f"\n  {words} GAME" in shown


PREPARED = {
    "endgame verify": "endgame build kalah --pits 4 --stones 5",
    "book verify": "book build kalah --pits 4 --stones 4 --turns 1 --table 8",
    "check-proof": "prove loa --size 4 --output loa.proof",
    "fair verify": "fair kalah --pits 4 --stones 3 --count 2 --table 8 --output my.starts",
}
"""What makes that which the example of a command checks."""


BRIEF = {"time": "--time 0.2", "games": "--games 6"}
"""How long what takes seconds by itself is done here."""


@pytest.mark.parametrize("words", [*GAME_COMMANDS, *PLAIN_COMMANDS])
def test_the_example_in_the_help_can_be_run(capsys, monkeypatch, tmp_path, words):
    monkeypatch.setattr("kalahloa.views.terminal.run_terminal", lambda *_, **__: 0)
    quick = [(game, replace(search, depth=3)) for game, search in bench.suite()]
    monkeypatch.setattr(bench, "suite", lambda: quick)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.sgf").write_text("(;GM[9]FF[4];B[b1-b3])")
    (tmp_path / "mine.py").write_text(HOME_TEXT)
    if words in PREPARED:
        assert main(PREPARED[words].split()) == 0
    assert main([*words.split(), "--help"]) == 0
    example = capsys.readouterr().out.partition("example:\n")[2].strip()

    briefly = re.sub(r"--(time|games) \d+", lambda found: BRIEF[found[1]], example)
    assert main(shlex.split(briefly)[1:]) == 0


def test_the_version_says_whether_the_rules_are_compiled(ask):
    assert ask("--version") == f"kalahloa {__version__} ({compiled_note()})\n"


def test_the_version_is_told_without_loading_games_or_qt():
    script = (
        "import sys; from kalahloa.cli.main import main; main(['--version']);"
        "print(*sys.modules, file=sys.stderr)"
    )

    result = subprocess.run(
        [sys.executable, "-S", "-c", script],
        env=without_display(),
        capture_output=True,
        text=True,
        check=True,
    )

    slow = {"PySide6", "cython", "argparse", "dataclasses", "typing", "kalahloa.models"}
    assert not slow & set(result.stderr.split())


# -- the window ------------------------------------------------------------------------------------


def test_without_a_command_the_window_opens(window):
    assert main([]) == 0

    assert window == [(None, None, {}, None, None, None)]


def test_the_window_is_told_what_the_line_says(window):
    line = "--game kalah --view text --rules standard --stones 6 --capture=empty"

    assert main(shlex.split(line)) == 0

    assert window == [("kalah", "standard", {"stones": 6, "capture": "empty"}, None, "text")]


def test_the_window_is_told_the_rules_that_a_position_brings(window):
    position = "<3,0,0,1,0,2,3,0,1> N"

    assert main(["--game", "kalah", "--position", position]) == 0

    assert window == [("kalah", None, {"pits": 3}, position, None)]


def test_a_file_is_opened_in_the_window_also_if_it_is_no_game(window, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("game.kalahloa", "other.txt"):
        (tmp_path / name).write_text("damaged", encoding="utf-8")

    assert main(["game.kalahloa"]) == 0
    assert main([str(tmp_path / "other.txt"), "--view", "text"]) == 0
    assert main(["--view=text", "game.kalahloa"]) == 0

    assert window == [
        (None, None, {}, None, None, tmp_path / "game.kalahloa"),
        (None, None, {}, None, "text", tmp_path / "other.txt"),
        (None, None, {}, None, "text", tmp_path / "game.kalahloa"),
    ]


def test_a_command_is_none_the_less_a_command_beside_a_file_of_its_name(
    window, tmp_path, monkeypatch, capsys
):
    (tmp_path / "games").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    assert main(["games"]) == 0
    assert main(["./games"]) == 0

    assert "kalah" in capsys.readouterr().out
    assert [words[-1] for words in window] == [tmp_path / "games"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere.kalahloa"], "nowhere.kalahloa cannot be opened: No such file or directory."),
        (["nowhere"], "There is no command 'nowhere'; choose one of: moves,"),
        ([""], "There is no command ''; choose one of: moves,"),
        (["a\0.kalahloa"], "a\ufffd.kalahloa cannot be opened: "),
        (
            ["{file}", "--game", "loa"],
            "FILE cannot be combined with --game, --rules or --position.",
        ),
        (["{file}", "{file}"], "unrecognized arguments"),
    ],
)
def test_a_file_that_cannot_be_meant_is_told_in_one_line(
    window, tmp_path, capsys, arguments, sentence
):
    path = tmp_path / "game.kalahloa"
    path.write_text("", encoding="utf-8")

    assert main([word.format(file=path) for word in arguments]) == 2

    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
    assert window == []


# -- as a process ----------------------------------------------------------------------------------


def test_the_module_runs_as_the_command():
    result = run("moves", "kalah")

    assert (result.returncode, result.stdout, result.stderr) == (0, "1 2 3 4 5 6\n", "")


def test_a_wrong_argument_ends_the_process_with_two():
    result = run("perft", "kalah", "many")

    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == ("kalahloa: The depth: 'many' is not a number from 0 to 99.\n")


@pytest.mark.parametrize(
    "arguments",
    [["perft", "loa", "2"], ["moves", "loa"], ["best", "kalah", "--depth", "1"], ["games"]],
    ids=lambda arguments: arguments[0],
)
def test_questions_about_positions_load_nothing_of_qt(arguments):
    assert qt_modules(*arguments) == []


def test_an_interrupt_stops_a_search_with_one_line(capsys, monkeypatch):
    stopped_searches = []

    def choose(self, *_, stopped, **__):
        signal.raise_signal(signal.SIGINT)
        while not stopped():
            pass
        stopped_searches.append(self.name)
        raise SearchStopped

    monkeypatch.setattr(
        "kalahloa.models.search.lecture.lecture_searcher.LectureSearcher.choose", choose
    )

    assert main(["best", "kalah"]) == 130

    assert capsys.readouterr() == ("", "kalahloa: stopped.\n")


def test_a_reader_who_leaves_early_is_no_error():
    process = subprocess.Popen(
        [sys.executable, "-m", "kalahloa", "games"],
        env=without_display(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()

    _, errors = process.communicate()

    assert (process.returncode, errors) == (141, b"")
