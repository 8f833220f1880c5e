"""Wins that the engine proves where games end by repetition: none of them may be false.

The games here are small graphs, in which one board is reached on several ways and comes again on
some of them; what they are worth is found by trying all ways to the end, without a table.
"""

from random import Random
from typing import Any

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.plain_position import PlainPosition
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.repetition import Repetition
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import ProofResult, prove
from tests.pure_twin import load_pure
from tests.scores import is_certain
from tests.sweeps import rounds

SEEDS = rounds(120 if is_compiled() else 60)

engine = Engine(1)


def paths(base: Any, outcome: Any, repetition: Any) -> Any:
    """Return the class of the game, made of classes of one mode."""

    class Paths(base):
        """Boards and the moves between them: *edges* has where each board and side may go.

        Who has no move has lost.  The game is a draw when a board stands for the *times*-th time:
        with the same side to move or, where *either*, with whichever.
        """

        def __init__(
            self, edges: dict[tuple[int, int], list[int]], times: int, either: bool
        ) -> None:
            self.edges = edges
            self.board = 0
            self.before: list[int] = []
            self.repetition = repetition(times, any_side=either)
            super().__init__()

        def key(self) -> int:
            return self.board

        def list_moves(self) -> list[int]:
            return self.edges[self.board, self.side]

        def do_move(self, move: int) -> None:
            self.before.append(self.board)
            self.board, self.side = move, 1 - self.side

        def undo_move(self, move: int) -> None:
            self.board = self.before.pop()

        def board_outcome(self) -> Any:
            if self.edges[self.board, self.side]:
                return None
            winner = 1 - self.side
            return outcome(winner, 1 - 2 * winner, "There is no move.")

        def position_string(self) -> str:
            return f"{self.board} {self.side}"

    return Paths


class OwnRule(paths(PlainPosition, Outcome, lambda times, any_side: None)):
    """The same game with the rule for repetition in its own code, of which nobody is told."""

    def __init__(self, edges: dict[tuple[int, int], list[int]], times: int, either: bool) -> None:
        self.times, self.either = times, either
        self.stood = [(0, 0)]
        super().__init__(edges, times, either)

    def do_move(self, move: int) -> None:
        super().do_move(move)
        self.stood.append((self.board, self.side))

    def undo_move(self, move: int) -> None:
        super().undo_move(move)
        self.stood.pop()

    def board_outcome(self) -> Outcome | None:
        times = sum(
            board == self.board and (self.either or side == self.side) for board, side in self.stood
        )
        found = super().board_outcome()
        return Outcome(None, 0, "Again.") if found is None and times >= self.times else found


Paths = paths(PlainPosition, Outcome, Repetition)


def worth(position: Any) -> int:
    """Return 1, 0 or -1 for the side to move, by trying everything."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.score_for(position.side)
    best = -1
    for move in position.legal_moves():
        position.make(move)
        best = max(best, -worth(position))
        position.unmake()
        if best == 1:
            break
    return best


def random_paths(seed: int, boards: int, times: int, either: bool, game: Any = Paths) -> Any:
    """Return a position of *game* whose boards have one to three moves, or none."""
    random = Random(seed)
    edges = {}
    for board in range(boards):
        for side in (0, 1):
            others = [other for other in range(boards) if other != board]
            count = random.choice([0, 1, 1, 2, 2, 3]) if board else 2
            edges[board, side] = random.sample(others, min(count, len(others)))
    position = game(edges, times, either)
    for _ in range(seed % 4):
        moves = position.legal_moves()
        if moves:
            position.make(random.choice(moves))
    if position.is_over():
        position.unmake()
    return position


def test_a_win_that_another_way_would_spoil_is_not_taken_from_the_table():
    # 4 is won by way of 5, and 5 stands for the second time where 4 was reached by way of 5.
    start, fork, plain, plain_too, won, twice, round_about, last, end = range(9)
    edges = {(board, side): [end] for board in range(9) for side in (0, 1)}
    edges |= {
        (start, 0): [fork],
        (fork, 1): [plain, twice],
        (plain, 0): [plain_too],
        (plain_too, 1): [won],
        (twice, 0): [round_about],
        (round_about, 1): [won],
        (won, 0): [twice],
        (twice, 1): [last],
        (last, 0): [end],
        (end, 1): [],
    }
    position = Paths(edges, 2, either=True)
    assert worth(position) == 0

    for depth in range(1, 15):
        best = engine.analyse(position, Limits(depth=depth)).lines[0]

        assert not best.score.decided


@pytest.mark.parametrize(
    ("boards", "times", "either"),
    [(7, 2, True), (6, 2, False), (4, 3, False), (5, 3, True)],
    ids=["second, either side", "second, same side", "third, same side", "third, either side"],
)
def test_what_is_proven_is_so_whatever_way_led_there(boards: int, times: int, either: bool):
    found = {-1: 0, 0: 0, 1: 0}

    for seed in range(SEEDS):
        position = random_paths(seed, boards, times, either)
        true = worth(position)
        score = engine.analyse(position, Limits(depth=30, nodes=1000)).lines[0].score
        if is_certain(score):
            assert (score.number > 0) - (score.number < 0) == true, seed
            found[true] += 1

    assert found[1] > SEEDS // 5
    assert found[-1] >= SEEDS // 60


@pytest.mark.parametrize(
    ("boards", "times", "either"),
    [(7, 2, True), (6, 2, False), (4, 3, False), (5, 3, True)],
    ids=["second, either side", "second, same side", "third, same side", "third, either side"],
)
def test_a_rule_for_repetition_of_which_nobody_is_told_makes_no_false_proof(
    boards: int, times: int, either: bool
):
    proven = 0

    for seed in range(SEEDS):
        position = random_paths(seed, boards, times, either, OwnRule)
        true = worth(position)
        score = engine.analyse(position, Limits(depth=30, nodes=1000)).lines[0].score
        proof = prove(position, Limits(nodes=3000), mebibytes=1)
        if is_certain(score):
            assert (score.number > 0) - (score.number < 0) == true, seed
        if proof.result is not ProofResult.UNKNOWN:
            assert (proof.result is ProofResult.WIN) == (true > 0), seed
        proven += is_certain(score) or proof.result is not ProofResult.UNKNOWN

    assert proven > SEEDS // 5


def test_what_was_played_before_counts_the_same_compiled_or_not():
    pure = load_pure()
    game = paths(
        pure["game.plain_position"].PlainPosition,
        pure["game.outcome"].Outcome,
        pure["game.repetition"].Repetition,
    )
    twin_engine = pure["search.engine.engine"].Engine(1)
    twin_limits = pure["search.limits"].Limits

    for seed in range(3, 203, 4):  # three moves have been made
        limits = {"depth": 30, "nodes": 300}
        found = engine.analyse(random_paths(seed, 4, 3, False), Limits(**limits))
        twin = twin_engine.analyse(random_paths(seed, 4, 3, False, game), twin_limits(**limits))

        assert (found.lines[0].score.text, found.lines[0].line, found.nodes) == (
            twin.lines[0].score.text,
            twin.lines[0].line,
            twin.nodes,
        )


def test_a_board_that_comes_again_for_the_other_side_is_no_proof_of_a_draw():
    game = find_game("loa")
    for preset, over in (("openspiel", True), ("tutorial", False)):
        position = game.read("8/1b3b2/8/1w6/8/8/8/5w2 b", game.rulebook.read(preset))
        for move in ["b7-d7", "f1-g1", "d7-c8", "g1-f1"]:
            position.make(position.read_move(move))
        back = position.read_move("c8-b7")

        lines = engine.analyse(position, Limits(depth=1), lines=100).lines
        score = next(line.score for line in lines if line.move == back)
        position.make(back)

        assert position.is_over() == over
        assert not is_certain(score)
