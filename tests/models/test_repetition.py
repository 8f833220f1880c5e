"""Wins that the engine proves where games end by repetition: none of them may be false.

The games here are small graphs, in which one board is reached on several ways and comes again on
some of them; what they are worth is found by trying all ways to the end, without a table.
"""

from random import Random

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.bits import splitmix64
from kalahloa.models.games import find_game
from kalahloa.models.outcome import Outcome
from kalahloa.models.search.engine import Engine, EngineLimits
from kalahloa.models.searchable import SearchPosition

SEEDS = 250 if is_compiled() else 60
KEYS = splitmix64(7, 64)

engine = Engine(1)


class Paths(SearchPosition):
    """Boards and the moves between them: *edges* has, for each board and side, where it may go.

    Who has no move has lost.  The game is a draw when a board stands for the *times*-th time: with
    the same side to move or, where *either*, with whichever.
    """

    def __init__(self, edges: dict[tuple[int, int], list[int]], times: int, either: bool) -> None:
        self.edges = edges
        self.times = times
        self.either = either
        self.board = 0
        self.side = 0
        self.before: list[tuple[int, int]] = []
        self._name()

    def _name(self) -> None:
        self.hash = KEYS[2 * self.board + self.side]

    @property
    def ply(self) -> int:
        return len(self.before)

    def legal_moves(self) -> list[int]:
        return [] if self.is_over() else self.edges[self.board, self.side]

    def make(self, move: int) -> None:
        self.before.append((self.board, self.side))
        self.board, self.side = move, 1 - self.side
        self._name()

    def unmake(self) -> None:
        self.board, self.side = self.before.pop()
        self._name()

    def is_over(self) -> bool:
        return self.outcome() is not None

    def outcome(self) -> Outcome | None:
        if not self.edges[self.board, self.side]:
            winner = 1 - self.side
            return Outcome(winner, 1 - 2 * winner, "There is no move.")
        times = 1 + sum(self._same(one) for one in self.before)
        return Outcome(None, 0, "Draw: the board came again.") if times >= self.times else None

    def _same(self, moment: tuple[int, int]) -> bool:
        return moment[0] == self.board and (self.either or moment[1] == self.side)

    def recurs(self, since: int) -> bool:
        # The engine counts from where its copy was set up, which is here the first board.
        return any(self._same(one) for one in self.before[since:])

    def recalls(self) -> int:
        return self.ply if self.either else 0

    def copy(self) -> "Paths":
        twin = Paths(self.edges, self.times, self.either)
        for board, _ in [*self.before[1:], (self.board, self.side)] if self.before else []:
            twin.make(board)
        return twin

    def position_string(self) -> str:
        return f"{self.board} {self.side}"


def worth(position: Paths) -> int:
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


def random_paths(seed: int, boards: int, times: int, either: bool) -> Paths:
    """Return a game whose boards have one to three moves, or none."""
    random = Random(seed)
    edges = {}
    for board in range(boards):
        for side in (0, 1):
            others = [other for other in range(boards) if other != board]
            count = random.choice([0, 1, 1, 2, 2, 3]) if board else 2
            edges[board, side] = random.sample(others, min(count, len(others)))
    position = Paths(edges, times, either)
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
        best = engine.analyse(position, EngineLimits(depth=depth)).lines[0]

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
        score = engine.analyse(position, EngineLimits(depth=30, nodes=1000)).lines[0].score
        if score.proven:
            assert (score.value > 0) - (score.value < 0) == true, seed
            found[true] += 1

    assert found[1] > SEEDS // 5
    assert found[-1] >= SEEDS // 60


def test_a_board_that_comes_again_for_the_other_side_is_no_proof_of_a_draw():
    game = find_game("loa")
    for preset, over in (("openspiel", True), ("tutorial", False)):
        position = game.read("8/1b3b2/8/1w6/8/8/8/5w2 b", game.rulebook.read(preset))
        for move in ["b7-d7", "f1-g1", "d7-c8", "g1-f1"]:
            position.make(position.read_move(move))
        back = position.read_move("c8-b7")

        lines = engine.analyse(position, EngineLimits(depth=1), lines=100).lines
        score = next(line.score for line in lines if line.move == back)
        position.make(back)

        assert position.is_over() == over
        assert not score.proven
