"""Whatever one does while positions are analysed, all that is shown agrees with the record."""

from collections.abc import Callable
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.models.game.registry import find_game
from tests.controllers.conftest import COMPUTER
from tests.sweeps import rounds
from tests.views.checker import board_shows_record
from tests.views.conftest import Hands

STEPS = rounds(30)


def _play(hands: Hands, chance: Random) -> None:
    if hands.place.human_may_move:
        hands.app.turns.play(chance.choice(hands.place.position.legal_moves()))


def _new_game(hands: Hands, chance: Random) -> None:
    key = chance.choice(["loa", "kalah", "tictactoe"])
    players = chance.choice([(HUMAN, HUMAN), (HUMAN, COMPUTER)])
    rules = find_game("kalah").rulebook.read("standard") if key == "kalah" else None
    hands.document.new_game(find_game(key), chance.choice([None, rules]), players)


def _click_a_line(hands: Hands, chance: Random) -> None:
    panel = hands.window.docks.panel("analysis")
    if panel.is_seen and panel.model.rows:
        spots = [
            piece.rect.center()
            for number, row in enumerate(panel.model.rows)
            for piece in panel.list.delegate.pieces(
                row, panel.list.visualRect(panel.model.index(number))
            )
        ]
        spot = chance.choice(spots)
        QTest.mouseMove(panel.list.viewport(), spot)
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def _trigger(key: str) -> Callable[[Hands, Random], None]:
    return lambda hands, _: hands.window.actions_by_name[key].trigger()


ACTIONS: tuple[tuple[int, Callable[[Hands, Random], None]], ...] = (
    (8, _play),
    (1, _new_game),
    (5, _click_a_line),
    *(
        (weight, _trigger(key))
        for key, weight in {
            "analyse": 2,
            "pause-analysis": 1,
            "lock-analysis": 2,
            "more-lines": 1,
            "fewer-lines": 1,
            "insert-best": 2,
            "insert-line": 2,
            "undo-edit": 2,
            "delete-from-here": 1,
            "values": 2,
            "hint": 1,
            "undo": 2,
            "back": 4,
            "forward": 4,
            "start": 1,
            "end": 1,
            "flip": 1,
            "evaluation-bar": 1,
            "best-arrows": 1,
        }.items()
    ),
    (
        2,
        lambda hands, chance: hands.window.workspaces.switch(
            chance.choice(["play", "study", "library"])
        ),
    ),
)


@pytest.mark.parametrize("seed", range(3))
def test_everything_agrees_after_anything(open_window, qtbot, seed):
    chance = Random(seed)
    hands: Hands = open_window(chance.choice(["loa", "kalah"]))
    hands.window.workspaces.switch("study")
    hands.app[LiveAnalysis].set_on(True)
    actions = [action for _, action in ACTIONS]
    weights = [weight for weight, _ in ACTIONS]
    for _ in range(STEPS):
        chance.choices(actions, weights)[0](hands, chance)
        qtbot.wait(chance.choice([0, 0, 5, 60]))
        board_shows_record(hands)
