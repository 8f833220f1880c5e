"""Mistakes in the rules of a game are found, and the games that come with the program have none."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from kalahloa.models.game.game import Game
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.plain_position import PlainPosition
from kalahloa.models.game.random_walk import find_fault
from kalahloa.models.game.registry import own_games
from kalahloa.models.game.rulebook import IntegerOption, Preset, Rulebook
from kalahloa.models.game.rules_walk import RulesWalk, all_rules
from kalahloa.models.game.transition import Action, Step
from kalahloa.models.text.errors import BadPosition
from tests.sweeps import rounds


@dataclass(frozen=True)
class HeapRules:
    size: int = 7


class Heap(PlainPosition):
    """Two sides take one or two from a heap; whoever takes the last one wins."""

    def __init__(self, left: int, side: int, rules: HeapRules) -> None:
        self.left = left
        super().__init__(side, rules)

    def list_moves(self) -> list[int]:
        return [1, 2][: self.left]

    def do_move(self, move: int) -> None:
        self.left -= move
        self.side = 1 - self.side

    def undo_move(self, move: int) -> None:
        self.left += move

    def board_outcome(self) -> Outcome | None:
        if self.left > 0:
            return None
        return Outcome(1 - self.side, 1 if self.side else -1, "The heap is empty.")

    def position_string(self) -> str:
        return f"{self.left} {self.side}"

    def always_ends(self) -> bool:
        return True


def heap_game(kind: type[Heap], heuristic: Callable[[Any], float] = lambda position: 0.0) -> Game:
    """Return the game whose positions are of class *kind*."""

    def read(text: str, rules: HeapRules) -> Heap:
        left, side = text.split()
        if not left.isdigit():
            raise BadPosition("Not a heap.")
        return kind(int(left), int(side), rules)

    return Game(
        key="heap",
        title="Heap",
        sides=("One", "Two"),
        rulebook=Rulebook(
            (IntegerOption("size", "Size", 1, 9),), (Preset("usual", "Seven.", HeapRules()),)
        ),
        start=lambda rules: kind(rules.size, 0, rules),
        read=read,
        example="1",
        hint="Take one or two.",
        heuristics=(Heuristic("none", "None", "Nothing.", heuristic),),
    )


def faults(game: Game, steps: int = 60) -> set[str]:
    """Return what is wrong with *game* under all rules."""
    found = (find_fault(partial(RulesWalk, game, rules), 1, steps) for _, rules in all_rules(game))
    return {fault.sentence for fault in found if fault is not None}


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_the_games_that_come_with_the_program_have_no_fault(game):
    assert faults(game, rounds(40)) == set()


def test_all_presets_and_both_ends_of_each_option_are_tried():
    assert [name for name, _ in all_rules(heap_game(Heap))] == ["usual", "size 1", "size 9"]
    assert faults(heap_game(Heap)) == set()


class ForgetsUndo(Heap):
    def undo_move(self, move: int) -> None:
        self.left += 1


class SharesNames(Heap):
    def format_move(self, move: int) -> str:
        return "take"


class ReadsOther(Heap):
    def parse_move(self, text: str) -> int:
        return 1


class GoesOn(Heap):
    def list_moves(self) -> list[int]:
        return [1, 2] if self.left > 1 else []


class Wins(Heap):
    def board_outcome(self) -> Outcome | None:
        return None if self.left > 0 else Outcome(1 - self.side, 0, "The heap is empty.")


class Silent(Heap):
    def board_outcome(self) -> Outcome | None:
        return None if self.left > 0 else Outcome(None, 0, " ")


class WritesOther(Heap):
    def position_string(self) -> str:
        return f"{self.left} 0"

    def key(self) -> tuple[int, int]:
        return self.left, self.side


class SharesKeys(Heap):
    def key(self) -> int:
        return 0


class SharesBoards(Heap):
    """Copies have the list in common."""

    def __init__(self, left: int, side: int, rules: HeapRules) -> None:
        self.heap = [left]
        super().__init__(left, side, rules)

    def do_move(self, move: int) -> None:
        super().do_move(move)
        self.heap[0] -= move

    def undo_move(self, move: int) -> None:
        super().undo_move(move)
        self.heap[0] += move

    def position_string(self) -> str:
        return f"{self.heap[0]} {self.side}"

    def copy_board(self, twin: Any) -> None:
        twin.heap, twin.left = self.heap, self.left


class MovesNothing(Heap):
    def transition(self, move: int) -> tuple[Step, ...]:
        return (Step(Action.MOVE, 0, 1, 2),)


class Mute(Heap):
    def status(self, side: int) -> Any:
        return None


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (ForgetsUndo, "After a move and unmake, position_string is "),
        (SharesNames, "Two moves have the notation 'take'."),
        (ReadsOther, "is not the move with that notation."),
        (GoesOn, "There is no legal move, but the game is not over."),
        (Wins, "raises BadGame: An outcome's score is above 0 where side 0 wins"),
        (Silent, "The outcome has no reason."),
        (WritesOther, "is read as another position."),
        (SharesKeys, "has the key of another one."),
        (SharesBoards, "A move that is made on a position changes a copy of it."),
        (MovesNothing, "transition of "),
        (Mute, "diagram, status or describe does not return a text."),
    ],
)
def test_a_mistake_is_found(kind, sentence):
    assert any(sentence in found for found in faults(heap_game(kind)))


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_heuristic_that_returns_no_number_is_found(value):
    assert f"The heuristic none returns {value!r}." in faults(heap_game(Heap, lambda _: value))
