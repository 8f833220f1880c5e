"""What somebody hears who plays with a screen reader, told by an AT-SPI client as Orca is one."""

from collections.abc import Iterable

from tests.end_to_end import screen_reader
from tests.end_to_end.program import need, wait_until
from tests.end_to_end.screen_reader import Found

pytestmark = need("Xvfb", "xdotool", "openbox", "dbus-daemon", also=screen_reader.is_there)

ROLES_OF_CONTROLS = {
    *(
        "push button",
        "check box",
        "radio button",
        "combo box",
        "spin button",
        "text",
        "tree",
        "list",
    ),
    *("list item", "table cell", "menu item", "panel", "label", "tool bar"),
    *("page tab list", "page tab"),
}
"""What may have the keyboard's focus: `panel` is a board, `label` a page or text to be read."""
WINDOW = "Tic-tac-toe – Kalahloa"


def faults_in(tree: Found) -> list[Found]:
    """Return the controls in sight that have no name, or a role that says nothing."""
    return [
        one
        for one in tree.walk()
        if {"focusable", "showing"} <= one.states
        and not ((one.label or one.name).strip() and one.role in ROLES_OF_CONTROLS)
        # Beside the moves there are cells without one; no key leads there.
        and not (one.role == "table cell" and not one.text)
    ]


def names_of(found: Iterable[Found]) -> list[str]:
    return [one.name for one in found]


def test_every_control_has_a_name_and_a_role(start_read):
    program, reader = start_read("--game", "tictactoe")
    program.press("5")
    wait_until(lambda: len(program.game()[0]) == 2)

    def look(name: str, *keys: str, controls: int) -> None:
        """Press *keys* for the window called *name*, look at its controls, and close it."""
        program.press(*keys)
        found = reader.window(name)
        seen = [one for one in found.walk() if {"focusable", "showing"} <= one.states]
        assert len(seen) >= controls, found.outline()
        assert faults_in(found) == []
        program.press("Escape")
        reader.wait_for_window(WINDOW)

    window = reader.window(WINDOW)
    assert len(window.one("panel", "Tic-tac-toe board").all("push button")) == 9
    for panel in ("Players", "Moves"):
        assert window.one("panel", panel).states >= {"showing"}
    assert faults_in(window) == []
    for keys in ("ctrl+3", "F2", "ctrl+2"):
        program.press(keys)
        assert faults_in(reader.tree()) == []
    assert reader.tree().one("text", "Move or command").states >= {"focused", "editable"}
    program.press("F2")
    look("New game", "ctrl+n", controls=8)
    look("Preferences", "ctrl+comma", controls=9)
    look("Open a game", "ctrl+o", controls=8)
    look("Save a copy", "ctrl+s", controls=8)
    look("Who plays X?", "alt+p", "f", controls=3)
    look("Who plays O?", "alt+p", "s", controls=3)
    look("About Kalahloa", "alt+h", "a", controls=1)
    look("Kalahloa help", "F1", controls=1)


def test_moves_refusals_hints_and_results_are_said_once_and_in_order(start_read):
    program, reader = start_read("--game", "tictactoe")

    program.press("Right", "Return")
    wait_until(lambda: len(program.game()[0]) == 2)
    reply = program.game()[0][1]
    said = ["You: 5. O is thinking.", f"O: {reply}. Your turn."]
    reader.wait_to_hear(*said)
    program.press("5")
    said.append("Cell 5 is taken by X.")
    reader.wait_to_hear(*said)
    program.press("ctrl+h")
    said.append("Looking for a good move.")
    wait_until(lambda: len(reader.heard()) > len(said))
    hint = reader.heard()[len(said)]
    assert hint == "Hint: All moves draw. Ask again to see the move."
    said.append(hint)
    program.press("ctrl+h")
    wait_until(lambda: len(reader.heard()) > len(said))
    hint = reader.heard()[len(said)]
    # Proven, unless the machine was too busy for that.
    assert hint.startswith("Hint (") and "): X marks cell " in hint
    said.append(hint)
    program.press("ctrl+z")
    said.append("At the start. Your turn.")
    reader.wait_to_hear(*said)
    assert reader.notified() == []  # which is for readers that take no announcements

    # In the text view, against a human.
    reader.forget()
    program.press("F2")
    program.type_line("player o human")
    for move in "12437":
        program.type_line(move)
    program.type_line("8")
    program.type_line("undo 2")
    program.type_line("zzz")
    reader.wait_to_hear(
        "X: Human, 0 marks\nO: Human, 0 marks",
        *("X: 1. O to move.", "O: 2. X to move.", "X: 4. O to move.", "O: 3. X to move."),
        "X: 7. X wins: three in a row.",
        "The game is over: X wins: three in a row.",
        "After X: 4. O to move.",
        "There is no command 'zzz'. Type help for a list. A move looks like 5.",
    )

    # In the palette what Enter would do is said, as the focus stays in the line.
    reader.forget()
    program.press("ctrl+k")
    reader.wait_for_focus("Find a command")
    program.type_text("rematch")
    wait_until(lambda: reader.heard()[-1:] == ["Rematch, Ctrl+Shift+N"])
    program.press("Return")
    new_game = "Tic-tac-toe. Rules: Classic. X to move."
    wait_until(lambda: reader.heard()[-1:] == [new_game])
    assert reader.heard().count(new_game) == 1


def test_the_focus_and_the_names_of_cells_and_moves_are_followed(start_read):
    program, reader = start_read("--game", "tictactoe", "--view", "text")
    program.type_line("player o human")
    for move in "1243":
        program.type_line(move)
    program.wait_for(list("1243"), 4)
    reader.forget()

    # A cell of the board tells its new name, and is found again after text view, menu and dialog.
    program.press("F2")
    reader.wait_for_focus("Tic-tac-toe board")
    assert set(reader.focused()) == {"Tic-tac-toe board"}
    program.press("Right")
    reader.wait_for_focus("5, centre, empty")
    program.press("Return")
    program.wait_for(list("12435"), 5)
    wait_until(lambda: reader.renamed("5, centre, X") > 0)
    for keys, focus in (
        ("F2", "Move or command"),
        ("F10", "Game"),
        ("alt+p", "Undo"),
        ("ctrl+n", "Game"),
        ("ctrl+k", "Find a command"),
    ):
        reader.forget()
        program.press(keys)
        reader.wait_for_focus(focus)
        program.press("F2" if keys == "F2" else "Escape")
        reader.wait_for_focus("5, centre, X")
        assert reader.focused().count("5, centre, X") == 1
    assert reader.tree().one("push button", "5, centre, X").states >= {"focused"}

    # The keys in the move list lead from move to move.
    program.press("shift+Tab")
    reader.wait_for_focus("Moves played")
    moves = reader.tree().one("tree", "Moves played")
    assert names_of(one for one in moves.children if "selected" in one.states) == ["Move 3, X: 5"]
    for key, move in (("Left", "Move 2, O: 3"), ("Up", "Move 1, O: 2"), ("End", "Move 3, X: 5")):
        program.press(key)
        reader.wait_for_focus(move)
    wait_until(lambda: reader.heard()[-1:] == ["After X: 5. O to move."])
    reader.forget()
    program.press("Home")
    reader.wait_to_hear("At the start. X to move.")

    # Who had the focus keeps it when the panels are arranged anew.
    before = reader.focus().name
    program.press("ctrl+3")
    wait_until(lambda: "checked" in reader.tree().one("radio button", "Study").states)
    assert reader.focus().name == before
