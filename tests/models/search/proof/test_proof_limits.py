"""Proof search keeps its limits, its stop and its memory in every game."""

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.plain_position import PlainPosition
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof import proof as proof_replay
from kalahloa.models.search.proof.proof import Proof, ProofResult, prove
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.proof.strategies import TableStrategy
from kalahloa.models.search.proof.verification import ProofVerification

EASY = "8/8/2bb4/2wbw1bb/3b1wb1/4www1/7w/8 w"
HARD = "8/8/3bb3/3www2/w2wwb2/7w/4bwb1/2w5 w"
WIN_ENTRY = 2


class Corridor(PlainPosition):
    """A game with *doors* moves to the next of *rooms*; the first side wins in the last one."""

    def __init__(self, rooms: int, doors: int) -> None:
        self.rooms = rooms
        self.doors = doors
        self.room = 0
        super().__init__()

    def list_moves(self) -> list[int]:
        return list(range(self.doors))

    def do_move(self, move: int) -> None:
        self.room += 1
        self.side = 1 - self.side

    def undo_move(self, move: int) -> None:
        self.room -= 1

    def board_outcome(self) -> Outcome | None:
        return Outcome(0, 1, "The corridor ends.") if self.room == self.rooms else None

    def key(self) -> int:
        return self.room

    def always_ends(self) -> bool:
        return True

    def position_string(self) -> str:
        return f"room {self.room}"


class Maze(Corridor):
    """A corridor with an evaluation and no repetitions, which stops its own search."""

    search: ProofSearch
    made = 0

    def do_move(self, move: int) -> None:
        super().do_move(move)
        self.made += 1
        if self.made == 50:
            self.search.stop()

    def key(self) -> int:
        return self.made

    def evaluate(self) -> int:
        return 0


def loa(text: str) -> Position:
    game = find_game("loa")
    return game.read(text, game.rulebook.default)


def test_a_plain_game_with_an_evaluation_stops_as_soon_as_others():
    maze = Maze(30, 6)
    search = ProofSearch(maze, ProofTable(1), 1)
    maze.search = search

    value = search.run()

    assert value == 0
    assert maze.made < 200


def test_constructing_a_proof_does_not_search():
    position = loa(EASY)
    search = ProofSearch(position.copy(), ProofTable(1))

    strategy = TableStrategy(search, position)
    Proof(position, position.side, ProofResult.WIN, Limits(nodes=1000), strategy)

    assert search.node_count() == 0


def test_a_lost_part_of_the_line_is_searched_within_the_limits(monkeypatch):
    def lost(self: Proof, position: Position) -> None:
        return None

    monkeypatch.setattr(Proof, "answer", lost)
    found = prove(loa(EASY), Limits(), mebibytes=1)

    limited = prove(loa(EASY), Limits(nodes=found.nodes - 1), mebibytes=1)

    assert (found.result, found.line) == (ProofResult.WIN, ())
    assert limited.nodes < found.nodes


def test_no_line_is_searched_after_a_stop(monkeypatch):
    asked = []

    def lost(self: Proof, position: Position) -> None:
        asked.append(position)

    monkeypatch.setattr(Proof, "answer", lost)

    found = prove(loa(EASY), Limits(), mebibytes=1, stopped=lambda: bool(asked))

    assert (found.result, found.line, len(asked)) == (ProofResult.WIN, (), 1)


@pytest.mark.parametrize(("rooms", "certain"), [(60, True), (80, False)])
def test_a_verification_goes_no_deeper_than_there_is_room_for(rooms: int, certain: bool):
    corridor = Corridor(rooms, 512)
    table = ProofTable(1)
    for _ in range(rooms):
        table.keep(corridor.hash, WIN_ENTRY, 0, 1)
        corridor.make(0)
    for _ in range(rooms):
        corridor.unmake()

    search = ProofSearch(corridor, table, 0)
    search.limit(None, 100_000)

    assert ProofVerification(search).run() is certain
    assert corridor.room == 0


def test_the_engine_finds_a_short_win_that_takes_the_proof_search_long(monkeypatch):
    if not is_compiled():
        monkeypatch.setattr(proof_replay, "FIRST_NODES", 10)
    position = loa(HARD if is_compiled() else EASY)

    proof = prove(position, Limits(nodes=1_600_000 if is_compiled() else 40_000))

    assert proof.proven
    assert len(proof.line) <= 7
    assert proof.replay(proof.longest_defence)
