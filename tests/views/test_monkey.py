"""Random actions in two windows: whatever is done, everything that is shown and kept agrees.

`python -m tests.monkey` does the same for longer.
"""

import pytest

from tests.monkey.monkey import Monkey
from tests.sweeps import rounds
from tests.views.checker import all_show_records

CHECK_EVERY = 20


@pytest.mark.parametrize(
    ("games", "speed", "seed", "actions"),
    [
        (("loa", "kalah"), 0.0, 1, 200),
        (("kalah", "tictactoe"), 4.0, 2, 200),
        (("tictactoe", "loa"), 1.0, 3, 240),
    ],
)
def test_after_random_actions_everything_shown_and_kept_agrees(
    open_window, tmp_path, monkeypatch, games, speed, seed, actions
):
    monkeypatch.chdir(tmp_path)  # where files go that are typed with a name only
    all_hands = [open_window(game, speed=speed, scripted=False) for game in games]
    copies = tmp_path / "copies"
    copies.mkdir()
    monkey = Monkey(all_hands, seed, copies)

    longest = 0
    for number in range(rounds(actions)):
        monkey.act()
        longest = max(longest, *(len(hands.document.record.nodes) for hands in all_hands))
        if number % CHECK_EVERY == 0:
            all_show_records(all_hands)

    all_show_records(all_hands)
    assert longest > 5
    assert len(monkey.commands) > 10
