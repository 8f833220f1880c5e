"""Playing in a terminal: whole games from typed lines, with no display and no widgets."""

import io
import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from random import Random
from typing import ClassVar

import pytest
from PySide6.QtCore import QTimer

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.base.settings_reader import user_settings
from kalahloa.controllers.saving.library_checker import Checked, LibraryChecker
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.session.commands import BY_TYPED_NAME
from kalahloa.controllers.work.analysis_service import KINDS
from kalahloa.controllers.work.search_jobs import LinesRequest
from kalahloa.controllers.work.worker import WorkerTask
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.library import Library
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.storage.user_data import library_path
from kalahloa.views import terminal
from kalahloa.views.boards import board_overlays
from kalahloa.views.terminal import run_terminal
from tests.disk import Disk
from tests.processes import ROOT, qt_modules, run, without_display
from tests.shipped_book import shipped_positions

# The application that other tests need must not be preceded by a lesser one.
pytestmark = pytest.mark.usefixtures("qapp")

KEYS = ("loa", "kalah", "tictactoe")
QUICK = Player(Level(searcher="alpha-beta", depth=1))
NUMBERS = "one two three four five six seven eight nine ten".split()
"""What makes the texts of the pseudo-language longer."""
DEEPEST = Player(Level(searcher="game-tree", depth=8))


class Lines(io.StringIO):
    """Lines that look as if somebody typed them."""

    def isatty(self) -> bool:
        return True


class Typist(Lines):
    """Lines of a person who interrupts the program when it thinks about the first one."""

    def readline(self, *_: object) -> str:
        if self.tell() == 0:
            QTimer.singleShot(0, lambda: signal.raise_signal(signal.SIGINT))
        return super().readline()


def play(
    key: str,
    *lines: str,
    first: Player = HUMAN,
    second: Player = HUMAN,
    start: str | None = None,
    source: type[io.StringIO] = io.StringIO,
    **options: object,
) -> tuple[str, int]:
    """Play in this process; return what was shown, and the exit code."""
    game = find_game(key)
    shown = io.StringIO()
    text = source("".join(f"{line}\n" for line in lines))
    rules = game.rulebook.read(None, options)
    code = run_terminal(game, rules, start, (first, second), text, shown)
    return shown.getvalue(), code


def random_game(game: Game, seed: int, answer: bool) -> tuple[list[str], Position]:
    """Return the moves that a person types in a random game, and the position at its end.

    With *answer*, the second side's moves are those of the computer that searches one deep.
    """
    rng = Random(seed)
    position = game.start(game.rulebook.default)
    lines = []
    while not position.is_over():
        if answer and position.side == 1:
            found = find_searcher("alpha-beta").choose(position, Limits(depth=1), game.heuristic())
            position.make(found.move)
        else:
            move = rng.choice(position.legal_moves())
            lines.append(position.format_move(move))
            position.make(move)
    return lines, position


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("second", [HUMAN, QUICK], ids=["human", "alpha-beta:1"])
def test_a_whole_game_is_played(key, second):
    lines, last = random_game(find_game(key), seed=5, answer=second is QUICK)

    shown, code = play(key, *lines, "position", "quit", second=second)

    assert code == 0
    require_end(last, shown)


@pytest.mark.parametrize(("key", "second"), [("loa", "human"), ("kalah", "alpha-beta:1")])
def test_a_whole_game_is_played_with_no_display(key, second):
    lines, last = random_game(find_game(key), seed=5, answer=second != "human")

    result = run("terminal", key, "--second", second, lines="\n".join([*lines, "position", "quit"]))

    assert (result.returncode, result.stderr) == (0, "")
    require_end(last, result.stdout)


def require_end(last: Position, shown: str) -> None:
    """Require that *shown* tells of the position *last*, in which a game is over."""
    outcome = last.outcome()
    assert outcome is not None
    assert last.position_string() in shown
    assert last.diagram() in shown
    assert outcome.reason in shown


@pytest.mark.parametrize("key", KEYS)
def test_computers_play_a_whole_game_until_the_end_of_the_lines(key):
    shown, code = play(key, first=QUICK, second=Player(Level(searcher="game-tree", depth=1)))

    assert code == 0
    assert "The game is paused" not in shown
    assert " wins" in shown or "Draw" in shown


def test_computers_play_a_whole_game_and_the_end_of_the_lines_ends_the_program():
    result = run("terminal", "loa", "--first", "alpha-beta:1", "--second", "game-tree:1")

    assert (result.returncode, result.stderr) == (0, "")
    assert "The game is paused" not in result.stdout
    assert " wins" in result.stdout or "Draw" in result.stdout


def test_the_terminal_loads_nothing_of_qt_but_its_core():
    loaded = qt_modules("terminal", "kalah", lines="3\n6\nhint\nundo\nquit\n")

    assert loaded == ["PySide6.QtCore"]


def test_a_game_against_a_level_is_repeated_by_its_seed():
    games = {
        seed: [
            run(
                *("terminal", "loa", "--first", "computer:2", "--second", "computer:2"),
                *("--seed", seed),
                lines="",
            ).stdout
            for _ in range(2)
        ]
        for seed in ("1", "2")
    }

    assert games["1"][0] == games["1"][1] != games["2"][0] == games["2"][1]


def test_rules_position_and_players_come_from_the_command_line():
    position = "<3,0,0,1,0,2,3,0,1> N"

    result = run(
        *("terminal", "kalah", "--position", position, "--rules", "standard"),
        *("--south", "alpha-beta:2", "--north", "human"),
        lines="rules\nplayers\nposition\n",
    )

    assert "Kalah. Rules: Standard, with changes." in result.stdout
    assert "South: Alpha-beta, depth 2" in result.stdout
    assert position in result.stdout


# -- one line after another ------------------------------------------------------------------------


def test_each_move_is_told_and_the_board_shown():
    shown, code = play("kalah", "3")

    assert "South> 3\nSouth's pit 3: the last stone lands in South's kalah" in shown
    assert "|    |  5 |  5 |  5 |  0 |  4 |  4 |    |" in shown
    assert shown.rstrip().endswith("South is to move.")
    assert code == 0


def test_a_turn_of_several_sowings_is_one_line():
    shown, _ = play("kalah", "3-6")

    assert "South's pit 3:" in shown
    assert "South's pit 6:" in shown
    assert shown.count("North is to move.") == 1


def test_the_terminal_speaks_the_users_language():
    lines = "3 6 9 undo back rules players quit".split()

    environment = {"KALAHLOA_LANGUAGE": "pseudo"}
    shown = run(
        *"terminal kalah --second human".split(), lines="\n".join(lines), environment=environment
    ).stdout

    plain = set(re.findall(r"(?<![\w/-])[A-Za-z]{3,}(?![\w-])", shown))
    assert "[Šóúŧĥ]>" in shown
    assert plain - set(lines) <= {
        "North",
        "South",
        "lecture",
        "Classic",
        *NUMBERS,
    }  # of the diagram, a name


def test_undo_goes_back_to_before_the_humans_own_move():
    shown, _ = play("tictactoe", "5", "undo", "position", second=QUICK)

    assert "At the start." in shown
    assert ".../.../... X" in shown


def test_undo_and_redo_say_where_one_is():
    shown, _ = play("tictactoe", "5", "1", "undo", "redo")

    assert "After 1. X: 5" in shown
    assert "After 2. O: 1" in shown


def test_an_unreadable_line_gets_a_sentence_and_changes_nothing():
    shown, code = play("tictactoe", "10", "jump", "\x00\ud800", "", "position")

    assert "There is no command 'jump'. Type help for a list. A move looks like 5." in shown
    assert shown.count("X is to move.") == 1
    assert ".../.../... X" in shown
    assert code == 0


def test_bytes_that_are_no_text_are_answered_like_any_other_line():
    result = subprocess.run(
        [sys.executable, "-m", "kalahloa", "terminal", "tictactoe"],
        env=without_display(),
        input=b"\xff\xfe\n\xc3\n",
        capture_output=True,
        check=False,
    )

    assert (result.returncode, result.stderr) == (0, b"")


def test_flip_shows_the_board_from_the_other_side():
    shown, _ = play("loa", "flip", "board", "flip")

    position = find_game("loa").start(find_game("loa").rulebook.default)
    assert shown.count(position.diagram()) == 2
    assert shown.count(position.diagram(flipped=True)) == 2


def test_the_lectures_numbers_and_each_stone_are_switched_on_as_in_the_window():
    shown, code = play("kalah", "overlay numbers", "overlay stones", "#4-#6", "flip", "board")

    assert code == 0
    assert " #0   #1   #2   #3   #4   #5   #6       South" in shown
    said = shown.splitlines()
    first, second = (said.index(line) for line in said if line.startswith("South's pit "))
    assert said[first + 1 : first + 5] == [
        "Stone 1 falls into South's pit 4: 5 there.",
        "Stone 2 falls into South's pit 5: 5 there.",
        "Stone 3 falls into South's pit 6: 5 there.",
        "Stone 4 falls into South's kalah: 1 there.",
    ]
    assert said[second + 4] == "Stone 4 falls into South's pit 5: 6 there."
    turned = "       #6   #5   #4   #3   #2   #1   #0  South"
    assert said[-8:].count(turned) == said.count(turned) - 1 == 1


@pytest.mark.parametrize("key", KEYS)
def test_the_terminal_tells_every_overlay_of_the_board(key):
    shown, _ = play(key, "overlay")

    overlays = board_overlays(key)
    assert find_game(key).overlays == overlays
    assert all(f"overlay {one.key}: {one.tip}." in shown for one in overlays)
    assert overlays or "This board has no overlays" in shown


def test_there_is_just_one_view():
    shown, _ = play("tictactoe", "view")

    assert "The terminal only has the text view." in shown


def test_a_hint_is_waited_for():
    shown, _ = play("tictactoe", "hint", "position", start="XX./OO./... X")

    assert shown.index("Hint: X can complete a row.") < shown.index("XX./OO./... X")


def test_each_step_of_a_hint_is_told_when_it_is_asked_for():
    shown, _ = play("tictactoe", "hint", "hint", "hint", start="XX./OO./... X")

    where, move, why = shown.index("Hint: "), shown.index("Hint ("), shown.index("Why 3: ")
    assert where < move < why
    assert "Hint (+1, proven): X marks cell 3" in shown
    assert "Why 3: +1 for X, proven. It completes a row." in shown


def test_a_threat_is_waited_for_and_told():
    shown, _ = play("tictactoe", "threat", "position", start="OX./OO./X.X X")

    assert shown.index("6. Value +1 for O, proven.") < shown.index("OX./OO./X.X X")


def test_statistics_are_waited_for():
    shown, _ = play("tictactoe", "statistics all", "position", "5", "statistics all", "quit")

    none = "The library has no games of this kind."
    assert shown.index(none) < shown.index(".../.../... X") < shown.index("1 game: 0 won")


def test_an_only_move_is_named():
    shown, _ = play("tictactoe", start="XOX/XOO/OX. X")

    assert "X is to move. The only move is 9." in shown


def test_after_the_end_one_can_still_take_back_or_begin_anew():
    shown, code = play("tictactoe", "3", "undo", "new kalah", "quit", start="XX./OO./... X")

    assert "X wins" in shown
    assert "> undo" in shown
    assert (
        shown.index("X wins") < shown.index("At the start.") < shown.index("Kalah. Rules: Classic.")
    )
    assert code == 0


def test_a_side_can_be_given_to_the_computer():
    shown, _ = play("tictactoe", "player O alpha-beta 1", "5", "players")

    assert "O: Alpha-beta, depth 1" in shown
    assert shown.count("X is to move.") == 2


# -- comparing searchers ---------------------------------------------------------------------------


def test_searchers_are_compared_in_words():
    shown, code = play("tictactoe", "compare 1", "comparison", "quit")

    assert code == 0
    assert shown.count("Compared: depth 1") == 2
    assert "  Game-tree search: 10 nodes, 9 leaves, 0 cut-offs" in shown


# -- proving a win ---------------------------------------------------------------------------------


def test_a_win_is_proven_before_the_next_line_and_its_answers_are_listed():
    start = "<6,20,10,0,1,0,2,3,1,1,0,2,1,0,2> S"

    shown, code = play("kalah", "prove", "proof", "proof 6", "quit", start=start)

    assert code == 0
    assert "Proven: South wins by 11 stones with best play." in shown
    assert shown.count("South wins with this move:") == 2
    assert shown.index("Proven:") < shown.index("South wins with this move:\n  6  +11")


def test_an_interrupt_ends_the_search_for_a_win():
    shown, code = play("loa", "prove 3600", "moves", "quit", source=Typist)

    assert code == 0
    assert "Unknown: you stopped the search for a win by Black" in shown
    assert "b1-b3" in shown.partition("stopped the search")[2]


# -- interrupts ------------------------------------------------------------------------------------


def test_an_interrupt_while_the_computer_thinks_holds_play():
    shown, code = play("loa", "b1-b3", "undo", "quit", second=DEEPEST, source=Typist)

    assert "The game is paused; type continue to resume, or quit." in shown
    assert shown.index("The game is paused") < shown.index("At the start.")
    assert code == 0


def test_an_interrupt_with_nobody_at_the_keyboard_ends_the_program(monkeypatch):
    monkeypatch.setattr(Typist, "isatty", lambda self: False)

    shown, code = play("loa", "b1-b3", second=DEEPEST, source=Typist)

    assert code == 130
    assert "The game is paused" not in shown


def test_an_interrupt_while_the_threads_are_begun_ends_them_and_the_program():
    program = """
import os, signal, sys
from kalahloa.cli.main import main
from kalahloa.views import terminal

open_app = terminal.open_app

def interrupted(game):
    made = open_app(game)
    os.kill(os.getpid(), signal.SIGINT)
    return made

terminal.open_app = interrupted
sys.exit(main(["terminal", "kalah"]))
"""

    result = subprocess.run(
        [sys.executable, "-c", program],
        env=without_display(),
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
    )

    assert (result.returncode, result.stderr) == (130, "kalahloa: stopped.\n")


def test_the_interrupt_handler_is_put_back():
    before = signal.getsignal(signal.SIGINT)

    play("tictactoe", "quit")

    assert signal.getsignal(signal.SIGINT) is before


if sys.platform != "win32":

    class RealTerminal:
        """A process in a terminal of its own, and what it has shown there."""

        def __init__(self, *arguments: str) -> None:
            self._ours, theirs = os.openpty()
            self.shown = ""
            self._unread = ""
            self.process = subprocess.Popen(
                [sys.executable, "-c", _IN_TERMINAL, *arguments],
                env={**without_display(), "TERM": "dumb"},
                cwd=ROOT,
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                start_new_session=True,
            )
            os.close(theirs)

        def wait_for(self, text: str) -> None:
            """Read until *text* has been shown, after what was waited for before."""
            while text not in self._unread:
                part = os.read(self._ours, 4096).decode()
                assert part, self.shown
                self._unread += part
                self.shown += part
            self._unread = self._unread.partition(text)[2]

        def press(self, keys: str) -> None:
            os.write(self._ours, keys.encode())

        def runs(self) -> bool:
            """Return whether the process goes on, after some time to end."""
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                return True
            return False

        def end(self) -> int:
            """Return the exit code."""
            code = self.process.wait()
            os.close(self._ours)
            return code

    # The keyboard's interrupt goes to the session whose terminal it is.
    _IN_TERMINAL = (
        "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
        "from kalahloa.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )

    def test_in_a_real_terminal_tab_completes_and_an_interrupt_at_the_prompt_leaves():
        terminal = RealTerminal("terminal", "kalah", "--second", "human")
        terminal.wait_for("South> ")
        terminal.press("posi\t\n")
        terminal.wait_for("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S")
        terminal.wait_for("South> ")

        # In the moment before it waits for a key, readline hears of an interrupt at the next one.
        time.sleep(0.3)
        terminal.press("\x03")
        while terminal.runs():
            terminal.press("\x03")

        assert terminal.end() == 130
        assert "Traceback" not in terminal.shown

    def test_in_a_real_terminal_an_interrupt_pauses_the_computer_and_the_end_of_file_leaves():
        terminal = RealTerminal("terminal", "loa", "--first", "game-tree:8")
        terminal.wait_for("Black thinks")
        terminal.press("\x03")
        terminal.wait_for("The game is paused; type continue to resume, or quit.")
        terminal.wait_for("Black> ")

        terminal.press("\x04")

        assert terminal.end() == 0

    @pytest.mark.parametrize("end", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
    def test_a_terminal_that_is_ended_at_the_prompt_has_kept_what_it_has_shown(end, fresh_settings):
        terminal = RealTerminal("terminal", "kalah", "--second", "human")
        terminal.wait_for("South> ")
        terminal.press("1\n")
        terminal.wait_for("North> ")

        terminal.process.send_signal(end)

        assert terminal.end() == -end
        assert Disk(library_path()).lines() == {("1",)}


def test_a_game_in_the_terminal_is_kept_where_the_window_keeps_its_games(fresh_settings):
    finished = run("terminal", "tictactoe", "--second", "human", lines="1\n5\nquit\n")

    assert finished.returncode == 0
    (record,) = Disk(library_path()).records()
    assert record.game.key == "tictactoe"
    assert [node.text for node in record.line()] == ["1", "5"]


class Looker(io.StringIO):
    """Lines whose reader looks into the library before each."""

    kept: ClassVar[list[int]] = []

    def readline(self, *_: object) -> str:
        self.kept.append(len(Disk(library_path()).games()))
        return super().readline()


def test_a_move_is_on_the_disk_before_the_next_line_is_waited_for(monkeypatch):
    monkeypatch.setattr(Looker, "kept", [])

    play("loa", "b1-b3", "quit", source=Looker)

    assert Looker.kept[0] == 0
    assert Looker.kept[1] > 0


@pytest.mark.parametrize(("source", "waits"), [(io.StringIO, False), (Lines, True)])
def test_only_somebody_who_types_is_given_time_to_look(monkeypatch, source, waits):
    seconds: list[float] = []

    class Watched(terminal.Terminal):
        def run(self) -> int:
            app = self._app
            seconds.extend((app.turns.minimum_think_seconds, app.autoplay.seconds))
            return super().run()

    monkeypatch.setattr(terminal, "Terminal", Watched)

    play("tictactoe", "quit", source=source)

    assert [second > 0 for second in seconds] == [waits, waits]


def test_values_are_told_before_the_next_line_is_read():
    start = "<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S"

    shown, code = play("kalah", "values", "moves", "quit", start=start)

    assert code == 0
    first, second = shown.index("Computing the values of the moves."), shown.index("> moves")
    assert shown[first:second].count("proven") == 3
    assert shown[second:].count("proven") == 3


def test_the_book_is_told_and_walked_through_before_the_next_line_is_read():
    shown, _ = play("kalah", "book", "nextonly", "bookend", "record")

    assert "South to move: +8 for South (book); only move: 1 of 6 is right." in shown
    assert "  □ 3     +8  right, then South again: only move: 1 of 5 is right" in shown
    below = f"{shipped_positions():,} book positions from here; 3 turns complete."
    assert below in shown
    assert "but the values of the moves are unknown; press F5 to search for them." in shown
    assert shown.count(" <") == 1 and "5. South" in shown


def test_an_opening_is_practised_in_the_terminal(monkeypatch):
    monkeypatch.setattr("kalahloa.controllers.features.book.practice.TAKE_BACK_MS", 10)
    monkeypatch.setattr("kalahloa.controllers.features.book.practice.ANSWER_MS", 10)

    shown, _ = play("kalah", "practise", "1", "3-6", "practise", "record")

    assert "1 loses 22 stones: −14 instead of +8 for South. North replies 3-6" in shown
    assert shown.count("Right: still +8 for South.") == 2
    assert "You found 1 of 2 moves at the first try. The others lost 22 stones." in shown
    assert shown.rstrip().endswith("No moves yet.")


def test_sides_are_swapped_in_the_terminal():
    shown, code = play("kalah", "1", "swap", "record", "quit", pie="yes")

    assert code == 0
    assert "North swaps sides: the board turns and South is to move." in shown
    assert "2. North  swap" in shown


@pytest.mark.usefixtures("brief")
def test_values_and_hints_of_one_game_after_those_of_another():
    lines = ["values", "hint"]
    for key in ("loa", "tictactoe", "kalah"):
        lines += [f"new {key}", "values", "hint"]

    shown, code = play("kalah", *lines, "quit")

    assert code == 0
    assert shown.count("Computing the values of the moves.") == 4
    assert shown.count("Hint: ") == 4
    for part in shown.split("Computing the values of the moves.")[1:]:
        assert "estimated" in part or "proven" in part


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize(("key", "order"), [("loa", 1), ("kalah", -1), ("tictactoe", 1)])
def test_every_command_is_answered_or_refused_in_words(key, order):
    names = [name for name in BY_TYPED_NAME if name != "quit"][::order]

    shown, code = play(key, *names)

    assert code == 0
    assert [line for line in names if f"> {line}\n" not in shown] == []
    assert "There is no command" not in shown
    assert shown.count("The terminal only has the text view.") == len(("view", "split"))


def test_a_command_that_needs_a_window_is_refused_in_the_terminal():
    shown, _ = play("tictactoe", "open", "preferences", "5")

    assert shown.count("There is no command") == 2
    assert "X: 5" in shown or "O is to move." in shown


def test_a_hint_is_told_once():
    shown, _ = play("tictactoe", "hint", "moves", "board", start="XX./OO./... X")

    assert shown.count("Hint: ") == 1


def test_a_turn_that_was_played_before_is_told_whole_again():
    shown, _ = play("kalah", "3-6", "start", "3-6")

    assert shown.count("South's pit 3:") == 2
    assert shown.count("South's pit 6:") == 2


# -- damage ----------------------------------------------------------------------------------------


def test_a_library_that_is_damaged_is_repaired_and_that_is_told(monkeypatch):
    play("loa", "b1-b3", "a4-c4")
    with Library.open(library_path()) as library:
        library._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with library_path().open("r+b") as file:
        file.write(b"\x5a" * 100)
    checked = threading.Event()
    work = LibraryChecker.work

    def watched(checker: LibraryChecker, task: WorkerTask) -> None:
        work(checker, task)
        checked.set()

    class Slow(io.StringIO):
        """Lines that are typed after the library was checked."""

        def readline(self, *_: object) -> str:
            assert checked.wait(30)
            return super().readline()

    monkeypatch.setattr(LibraryChecker, "work", watched)

    shown, code = play("loa", "", "c1-c3", source=Slow)

    (aside,) = library_path().parent.glob("library damaged *.sqlite")
    assert (code, shown.count(aside.name)) == (0, 1)
    assert "1 game" in shown
    with Library.open(library_path()) as library:
        assert sorted(header.plies for header in library.search()) == [1, 2]


def test_a_repair_that_ends_with_the_program_is_told_as_it_ends(monkeypatch, capsys):
    play("loa", "b1-b3")
    with Library.open(library_path()) as library:
        library._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with library_path().open("r+b") as file:
        file.write(b"\x5a" * 100)
    began, ending = threading.Event(), threading.Event()
    check, shut_down = LibraryChecker.checked, LibraryChecker.shut_down

    def check_late(checker: LibraryChecker) -> Checked:
        began.set()
        assert ending.wait(30)
        return check(checker)

    def shut_down_now(checker: LibraryChecker) -> None:
        assert began.wait(30)  # a check that has not begun is left for the next start
        ending.set()
        shut_down(checker)

    monkeypatch.setattr(LibraryChecker, "checked", check_late)
    monkeypatch.setattr(LibraryChecker, "shut_down", shut_down_now)

    play("loa", "c1-c3")

    (aside,) = library_path().parent.glob("library damaged *.sqlite")
    assert capsys.readouterr().err.count(aside.name) == 1
    with Library.open(library_path()) as library:
        assert [header.plies for header in library.search()] == [1, 1]


# -- analyses and reviews --------------------------------------------------------------------------


def test_a_review_is_waited_for_and_kept_as_the_window_keeps_it():
    shown, code = play("tictactoe", "5", "2", "review 0.1", "quit")

    assert code == 0
    assert "Review done: X made no mistake, O made 1 mistake" in shown
    with Library.open(library_path()) as library:
        (header,) = library.search()
        assert set(library.analyses(header.id, REVIEWS)) == {1, 2}


def test_what_was_analysed_while_a_line_was_typed_is_kept(monkeypatch):
    found = threading.Event()
    kind = KINDS[LinesRequest]

    def watched(*words):
        news = kind.body(*words)
        found.set()
        return news

    monkeypatch.setitem(KINDS, LinesRequest, replace(kind, body=watched))

    class Slow(Lines):
        def readline(self, *words: object) -> str:
            line = super().readline(*words)
            if line.startswith("quit"):
                assert found.wait(20)
            return line

    play("tictactoe", "5", "2", "analyse", "quit", source=Slow)

    with Library.open(library_path()) as library:
        (header,) = library.search()
        assert set(library.analyses(header.id)) == {2}


def test_an_interrupt_ends_a_review():
    class Impatient(Lines):
        def readline(self, *words: object) -> str:
            line = super().readline(*words)
            if line.startswith("review"):
                QTimer.singleShot(100, lambda: signal.raise_signal(signal.SIGINT))
            return line

    shown, code = play("loa", "b1-b3", "a4-c4", "review 60", "quit", source=Impatient)

    assert code == 0
    assert "Review stopped." in shown


# -- teaching --------------------------------------------------------------------------------------


def test_a_move_that_gives_the_game_away_is_taken_back_before_the_next_line():
    shown, _ = play(
        "tictactoe", "teaching 0", "9", "3", "record", second=QUICK, start="XX./OO./... X"
    )

    judged = "9 loses 2 points and the win, proven: O 6; O wins by 1 point, proven."
    assert "Teaching is on" in shown
    assert shown.index(judged) < shown.index("At the start.") < shown.index("X wins")
    assert "1. X      3   (9) <" in shown


def test_a_position_is_played_on_by_a_typed_line():
    shown, _ = play("tictactoe", "5", "1", "playfrom 1 o", "players")

    assert "You play O from here, against Engine, level 1" in shown
    assert shown.rindex("X: Engine, level 1") > shown.index("You play O")


def test_the_users_own_name_of_the_preferences_is_in_games_of_the_terminal():
    settings = user_settings()
    for key, value in Preferences(name="Maria").to_json().items():
        settings.setValue(key, value)
    settings.sync()

    shown, _ = play("loa", "details", "c1-c3", second=QUICK)

    assert "Black: Maria" in shown
    (record,) = Disk(library_path()).records()
    assert record.players[0] == "Maria"
