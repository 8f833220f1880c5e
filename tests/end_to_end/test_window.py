"""The program as a user starts it: a process on an X server, driven by real mouse and key events.

What happens is read from the game's file.
"""

import signal
import time

from tests.end_to_end.program import Program, need

pytestmark = need("Xvfb", "xdotool")


def click_until_a_move_is_made(program: Program, before: list[str]) -> None:
    """Click places of the board's nearer half until one of them is a pit that can be played."""
    width, height = program.size()
    for share in range(10, 60, 3):
        program.click(width * share // 100, height * 64 // 100)
        deadline = time.monotonic() + 0.6
        while time.monotonic() < deadline:
            if len(program.game()[0]) > len(before):
                return
            time.sleep(0.02)
    raise AssertionError("No click has made a move.")


def test_a_game_is_played_by_mouse_and_keys_and_found_again_after_sigterm(start):
    program = start("--game", "kalah")
    program.press("F2")
    program.type_line("player north human")
    program.type_line("3")
    program.wait_for(["3"], 1)
    program.type_line("6")
    program.wait_for(["3", "6"], 2)

    program.press("ctrl+z")
    program.wait_for(["3", "6"], 1)
    program.press("ctrl+shift+z")
    program.wait_for(["3", "6"], 2)
    program.press("ctrl+z")
    program.press("ctrl+z")
    program.wait_for(["3", "6"], 0)

    program.press("F2")
    click_until_a_move_is_made(program, ["3", "6"])
    moves, current = program.game()
    code, errors = program.end()
    assert code == 128 + signal.SIGTERM
    assert "Traceback" not in errors
    assert len(moves) == 3
    assert current == 3

    again = start()
    again.press("ctrl+z")
    again.wait_for(moves, 0)
    again.press("ctrl+k")
    again.type_line("redo")
    again.wait_for(moves, 3)
    code, errors = again.end()
    assert code == 128 + signal.SIGTERM
    assert "Traceback" not in errors
