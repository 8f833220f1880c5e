"""The whole program by keys alone, in a real window: no test here moves the mouse.

What the keys do is read from the game's file and, where the focus is, by a screen reader.
"""

from tests.end_to_end import screen_reader
from tests.end_to_end.conftest import SCREEN
from tests.end_to_end.program import Program, need, wait_until
from tests.end_to_end.screen_reader import ScreenReader

pytestmark = need("Xvfb", "xdotool", "openbox", "dbus-daemon", also=screen_reader.is_there)

BOARD = "Tic-tac-toe board"


def press_until(program: Program, reader: ScreenReader, key: str, focus: str) -> list[str]:
    """Press *key* until *focus* has the focus; return all that had it on the way.

    What was done before must have been followed: a focus that is told late would be taken for the
    key's.  On the board it is a cell that has the focus, which is told after it.
    """

    def is_told() -> bool:
        return bool(reader.focused()) and reader.focused()[-1] != BOARD

    passed: list[str] = []
    while passed[-1:] != [focus]:
        assert len(passed) < 30, passed
        reader.forget()
        program.press(key)
        wait_until(is_told, lambda: f"{key} after {passed}")
        name = reader.focused()[-1]
        passed.append(BOARD if is_cell(name) else name)
    return passed


def is_cell(name: str) -> bool:
    """Return whether *name* is that of a cell: ``5, centre, X``."""
    return name[:1].isdigit()


def wait_for_board(reader: ScreenReader) -> None:
    """Wait until the board has the focus again after a popup, and that is all that is told of it.

    It is told once when the popup is closed, and once when the window is active again, and then the
    cell that the keyboard is on.
    """
    wait_until(lambda: is_cell(reader.focused()[-1]) if reader.focused() else False)
    # The answers come after whatever was told before them.
    wait_until(lambda: "active" in reader.tree(depth=1).children[0].states)


def walk_to(program: Program, reader: ScreenReader, square: str) -> None:
    """Go with the arrows from the square of a chess board that has the focus to *square*."""
    at = reader.focused()[-1]
    right, up = ord(square[0]) - ord(at[0]), int(square[1]) - int(at[1])
    keys = ["Right" if right > 0 else "Left"] * abs(right) + ["Up" if up > 0 else "Down"] * abs(up)
    program.press(*keys)
    wait_until(lambda: reader.focused()[-1].startswith(square), lambda: repr(reader.focused()))


def test_a_whole_game(start_read):
    program, reader = start_read("--game", "tictactoe", "--view", "text")
    wait_until(lambda: reader.focus().name == "Move or command")
    program.type_line("player o human")
    program.press("F2")
    reader.wait_for_focus(BOARD)

    # By arrows and Enter, and by numbers.
    program.press("Right", "Return")
    program.wait_for_moves("5")
    program.press("Left", "Return")
    program.wait_for_moves("5", "4")
    program.press("1", "9")
    program.wait_for_moves("5", "4", "1", "9")
    # Another way.
    program.press("ctrl+z", "ctrl+z", "ctrl+z")
    program.wait_for(list("5419"), 1)
    program.press("ctrl+shift+z")
    program.wait_for(list("5419"), 2)
    program.press("2", "8", "3")
    program.wait_for(list("5419283"), 7)
    program.press("F2")
    reader.wait_for_focus("Move or command")
    program.type_line("9")
    program.wait_for(list("54192839"), 8)
    program.press("F2")
    wait_until(lambda: reader.focused()[-1].startswith("4, middle left"))
    program.press("Down", "Return")
    program.wait_for(list("541928397"), 9)
    wait_until(lambda: program.newest()["result"] == "1-0")

    # As large as the screen, and back.
    before = program.size()
    program.press("F11")
    wait_until(lambda: program.size() == SCREEN)
    program.press("Escape")
    wait_until(lambda: program.size() == before)

    program.press("ctrl+q")
    code, errors = program.ended()
    assert code == 0
    assert "Traceback" not in errors
    assert program.game()[0] == list("541928397")


def test_new_games_with_other_rules_and_players(start_read):
    program, reader = start_read("--game", "tictactoe")

    program.press("ctrl+n")
    reader.wait_for_focus("Game")
    program.press("k")
    press_until(program, reader, "Tab", "North")
    program.press("Home")
    press_until(program, reader, "Tab", "Rules")
    program.press("Down")
    press_until(program, reader, "Tab", "Pits per side")
    program.type_text("4")
    press_until(program, reader, "Tab", "Stones per pit")
    program.type_text("3")
    program.press("Return")
    reader.wait_for_window("Kalah – Kalahloa")

    # Pits by their numbers, and by arrows and Enter.
    program.press("2", "1", "3")
    program.wait_for_moves("2", "1", "3")
    program.press("Right")
    reader.wait_for_focus("South's pit 4, 5 stones")
    program.press("Return")
    program.wait_for_moves("2", "1", "3", "4")
    game = program.newest()
    assert game["players"] == ["Human", "Human"]
    assert game["start"] == "<4,0,0,3,3,3,3,3,3,3,3> S"
    assert game["rules"]["end"] == "standard"

    # Another game, with the same players.
    program.press("ctrl+n")
    reader.wait_for_focus("Game")
    program.press("l", "Return")
    reader.wait_for_window("Lines of Action – Kalahloa")
    reader.forget()
    program.press("Right")
    # A square; before it may be told that the board has the focus.
    wait_until(lambda: any(name[1:2].isdigit() for name in reader.focused()[-1:]))
    for start, end in (("b1", "b3"), ("a2", "c2"), ("c8", "c5")):
        walk_to(program, reader, start)
        program.press("Return")
        walk_to(program, reader, end)
        program.press("Return")
    program.wait_for_moves("b1-b3", "a2-c2", "c8-c5")
    assert program.newest()["players"] == ["Human", "Human"]


def test_every_panel_and_menu(start_read):
    program, reader = start_read("--game", "tictactoe", "--view", "text")
    wait_until(lambda: reader.focus().name == "Move or command")
    program.type_line("player o human")
    program.type_line("5")
    program.press("F2")
    reader.wait_for_focus(BOARD)

    # Tab goes round everything that can be used now.
    players = ["Human, X · 1 mark", "Human, O · 0 marks, to move"]
    bar = ["Menu", "New game", "Undo", "Hint", "Analyse", "Resign", "Home", "Play", "Study"]
    bar += ["Train", "Algorithms", "Lab", "Board", "Text"]
    ring = press_until(program, reader, "Tab", BOARD)
    panels = [*players, "Moves played"]
    assert ring == [*bar, *panels, BOARD]
    ring = press_until(program, reader, "shift+Tab", BOARD)
    assert ring == [*reversed([*bar, *panels]), BOARD]

    # The arrows go through each menu.
    for keys, last, others in (
        ("alt+g", "New game…", {"Rematch", "Open…", "Recent games", "Save a copy…", "Quit"}),
        ("alt+p", "Undo", {"First player…", "Resign", "Play from here…", "First position"}),
        ("alt+t", "Hint", {"Show threat", "Teaching", "Next puzzle", "Statistics"}),
        ("alt+v", "Board", {"Text", "Panels", "Study", "Full screen", "Preferences…"}),
        ("alt+h", "Contents", {"Rules of this game", "Keyboard shortcuts", "About Kalahloa"}),
    ):
        reader.forget()
        program.press(keys)
        reader.wait_for_focus(last)
        assert others <= set(press_until(program, reader, "Down", last))
        program.press("Escape")
        wait_for_board(reader)

    # F10 opens them all.
    reader.forget()
    program.press("F10")
    reader.wait_for_focus("Game")
    assert press_until(program, reader, "Down", "Game") == [
        *("Edit", "View", "Play", "Study", "Train", "Algorithms", "Lab", "Help", "Game")
    ]
    program.press("Escape")
    wait_for_board(reader)

    # A panel is hidden by the menu, and shown by the palette.
    reader.forget()
    program.press("alt+v")
    reader.wait_for_focus("Board")
    press_until(program, reader, "Down", "Panels")
    press_until(program, reader, "Right", "Home")
    press_until(program, reader, "Down", "Players")
    program.press("Return")
    wait_until(lambda: not shows(reader, "Players"))
    assert shows(reader, "Moves")
    wait_for_board(reader)
    program.press("ctrl+k")
    reader.wait_for_focus("Find a command")
    program.type_line("show players")
    wait_until(lambda: shows(reader, "Players"))
    wait_for_board(reader)

    # A panel's button does with Space what a click does.
    press_until(program, reader, "Tab", players[0])
    program.press("space")
    dialog = reader.window("Who plays X?")
    assert dialog.one("combo box", "You (human)").label == "X"
    program.press("Down", "Return")
    reader.wait_for_window("Tic-tac-toe – Kalahloa")
    wait_until(lambda: program.newest()["players"] == ["Engine, level 1", "Human"])


def shows(reader: ScreenReader, panel: str) -> bool:
    """Return whether the *panel* is in sight."""
    return "showing" in reader.tree().one("panel", panel).states
