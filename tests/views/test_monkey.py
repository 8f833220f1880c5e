"""Random actions in two windows: whatever is done, everything that is shown and kept agrees.

`python -m tests.monkey` does the same for longer.
"""

import pytest

from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.models.game.random_walk import find_fault
from tests.monkey.monkey import Monkey
from tests.sweeps import rounds


@pytest.mark.parametrize(
    ("games", "speed", "seed", "analyses"),
    [
        (("loa", "kalah"), 0.0, 1, True),
        (("kalah", "tictactoe"), 4.0, 2, False),
        (("tictactoe", "loa"), 1.0, 3, True),
    ],
)
def test_after_random_actions_everything_shown_and_kept_agrees(
    open_window, tmp_path, monkeypatch, games, speed, seed, analyses
):
    monkeypatch.chdir(tmp_path)  # where files go that are typed with a name only
    walks = []

    def begin() -> Monkey:
        all_hands = [open_window(game, speed=speed, scripted=False) for game in games]
        all_hands[0].window.rooms.open_page("study")
        all_hands[0].app[LiveAnalysis].set_on(analyses)
        all_hands[0].app.premoves.set_wanted(True)
        copies = tmp_path / f"copies {len(walks)}"
        copies.mkdir()
        walks.append(Monkey(all_hands, copies))
        return walks[-1]

    assert find_fault(begin, seed, rounds(220)) is None
    assert walks[0].longest > 5
    assert len(walks[0].commands) > 10
