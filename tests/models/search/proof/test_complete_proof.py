"""Proofs with all their answers: found, written to files, and checked by the rules alone."""

import json
import zlib
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.proof_checker import CheckStopped, WrongProof, check_proof
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.notation import write_board
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof import complete_proof
from kalahloa.models.search.proof.complete_proof import different_moves, prove_whole
from kalahloa.models.search.proof.proof import ProofResult
from kalahloa.models.search.proof.proof_file import ProofFile, load_proof
from kalahloa.models.text.errors import BadFile
from kalahloa.resources import resource
from tests.models.games.loa import brute
from tests.models.graph_game import GraphGame, random_graph
from tests.models.random_play import start

LOA = find_game("loa")
UNBOUNDED = Limits()
PROOFS = sorted(resource("proofs").glob("*.proof"))
SIZES = [4, 5] if is_compiled() else [4]


def proof_of(position: Position, mebibytes: int = 8, game: Game = LOA) -> ProofFile:
    moves = different_moves(position, game.symmetric)
    found = prove_whole(position, UNBOUNDED, mebibytes=mebibytes, moves=moves)
    assert found.result is ProofResult.WIN
    assert found.answers is not None
    text = position.position_string()
    return ProofFile(game, position.rules, text, position.side, found.answers)


@pytest.fixture(scope="module")
def small() -> ProofFile:
    """The proof for four ranks under the rules of the Olympiad."""
    return proof_of(start("loa", "olympiad", size=4))


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["tutorial", "olympiad"])
@pytest.mark.parametrize("size", SIZES)
def test_the_first_player_wins_on_four_and_on_five_ranks(size: int, preset: str):
    proof = proof_of(start("loa", preset, size=size))

    checked = proof.check()

    assert len(checked.answers) == len(proof.answers)
    assert checked.plies % 2 == 1
    assert checked.plies == 3 or size == 5


@pytest.mark.parametrize("path", PROOFS, ids=lambda path: path.stem)
@pytest.mark.parametrize("preset", ["tutorial", "olympiad"])
def test_the_proofs_that_are_shipped_are_right_from_the_start_on(path: Path, preset: str):
    proof = load_proof(path)
    size = int(path.stem.rpartition("-")[2])
    rules = LOA.rulebook.read(preset, {"size": size})

    checked = replace(proof, rules=rules).check()

    assert (proof.game, proof.start, proof.side) == (LOA, None, 0)
    assert proof.rules == LOA.rulebook.read("olympiad", {"size": size})
    assert checked.plies == {4: 3, 5: 21}[size]


def test_a_proof_under_the_rules_of_the_olympiad_is_one_under_those_of_the_tutorial(small):
    # No game in it ends with both sides connected, which would be a draw.
    tutorial = LOA.rulebook.read("tutorial", {"size": 4})

    checked = replace(small, rules=tutorial).check()

    assert len(checked.answers) == len(small.answers)


def test_a_proof_wins_against_every_defence_by_rules_written_independently(small):
    answers = small.check().answers
    lost = []

    def walk(board: brute.Board, black_moves: bool) -> None:
        if brute.connected(board, "b") or brute.connected(board, "w"):
            if not brute.connected(board, "b") or brute.connected(board, "w"):
                lost.append(board)
            return
        if black_moves:
            answer = answers[_written(board)].move
            move = (answer % 8, answer % 64 // 8), (answer // 64 % 8, answer // 512)
            assert move in set(brute.moves(board, 4, "b"))
            walk(brute.after(board, move), False)
            return
        replies = list(brute.moves(board, 4, "w"))
        for reply in replies:
            walk(brute.after(board, reply), True)
        if not replies:
            walk(board, True)

    walk(brute.usual_start(4), True)

    assert lost == []


def _written(board: brute.Board) -> str:
    black, white = (
        sum(1 << file + 8 * rank for (file, rank), piece in board.items() if piece == letter)
        for letter in "bw"
    )
    return f"{write_board(black, white, 4)} b"


@pytest.mark.skipif(not is_compiled(), reason="takes a minute uncompiled")
def test_a_tree_is_whole_where_the_table_has_lost_most_of_it():
    proof = proof_of(start("loa", "olympiad", size=5), mebibytes=1)

    assert proof.check().plies > 3


def test_a_long_search_tries_what_the_engine_finds_best(monkeypatch):
    monkeypatch.setattr(complete_proof, "SHORT_NODES", 1)

    proof = proof_of(start("loa", size=SIZES[-1]))

    assert proof.check().answer(proof.position()) is not None


def test_a_long_search_tries_the_other_moves_where_the_first_does_not_win(monkeypatch):
    monkeypatch.setattr(complete_proof, "SHORT_NODES", 1)
    position = LOA.read("4/b2w/w3/2b1 b", LOA.rulebook.read("olympiad", {"size": 4}))
    won = {proof_of(position).check().answer(position)}
    poor = next(move for move in position.legal_moves() if not _wins(position, move))
    monkeypatch.setattr(complete_proof, "_best_move", lambda *_: poor)

    proof = proof_of(position)

    assert proof.check().answer(position) != poor
    assert won


def _wins(position: Position, move: int) -> bool:
    found = prove_whole(position, UNBOUNDED, mebibytes=1, moves=[move])
    return found.result is ProofResult.WIN


def test_where_no_win_can_be_forced_there_are_no_answers():
    found = prove_whole(start("tictactoe"), UNBOUNDED, mebibytes=1)

    assert (found.result, found.answers) == (ProofResult.NO_WIN, None)


def test_a_search_ends_at_its_limit_without_answers():
    found = prove_whole(start("loa", size=6), Limits(nodes=3000), mebibytes=1)

    assert (found.result, found.answers) == (ProofResult.UNKNOWN, None)
    assert found.nodes == 3000


def test_what_could_not_be_checked_is_not_searched():
    with pytest.raises(WrongProof, match="depends on the moves before it"):
        prove_whole(start("loa", "openspiel", size=4), UNBOUNDED, mebibytes=1)


def test_a_finished_game_is_not_to_be_proven():
    position = LOA.read("bb6/8/8/8/8/8/8/w6w b", LOA.rulebook.default)

    with pytest.raises(ValueError, match="The game is over"):
        prove_whole(position, UNBOUNDED, mebibytes=1)


@pytest.mark.parametrize(("size", "count"), [(4, 3), (5, 5), (6, 6), (8, 9)])
def test_moves_that_a_symmetry_makes_of_others_are_left_out(size: int, count: int):
    position = start("loa", size=size)

    moves = different_moves(position, LOA.symmetric)

    assert len(moves) == count
    assert set(moves) <= set(position.legal_moves())
    assert different_moves(position, None) == position.legal_moves()


# -- in graphs -------------------------------------------------------------------------------------


def _graph_proof(game: GraphGame, answers: bytes) -> ProofFile:
    made = SimpleNamespace(start=lambda _rules: game.copy())
    return ProofFile(made, None, None, game.side, answers)


@pytest.mark.parametrize("seed", range(60))
def test_in_cyclic_graphs_all_wins_are_proven_and_found_right(seed: int):
    graph = random_graph(seed, 20)
    for node in range(20):
        if not graph.arrows[node]:
            continue
        game = GraphGame(graph, node, "draw")
        found = prove_whole(game, Limits(nodes=20_000), mebibytes=1)
        won = node in graph.won_by(game.side)
        assert (found.answers is not None) == won
        if found.answers is not None:
            _graph_proof(game, found.answers).check()


class AnyMoves:
    """Answers with any legal move."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def answer(self, position: Position) -> int:
        return self.random.choice(position.legal_moves())


@pytest.mark.parametrize("seed", range(60))
def test_no_answers_make_a_win_where_there_is_none(seed: int):
    graph = random_graph(seed, 12)
    random = Random(seed)
    for node in range(12):
        side = graph.owners[node]
        if not graph.arrows[node] or node in graph.won_by(side):
            continue
        game = GraphGame(graph, node, "draw")
        for _ in range(8):
            with pytest.raises(WrongProof):
                check_proof(game, side, AnyMoves(random))


# -- wrong proofs ----------------------------------------------------------------------------------


def test_no_wrong_answer_is_passed_over(small):
    for place in range(len(small.answers)):
        for byte in {0, 1, 2, 3, 255} - {small.answers[place]}:
            wrong = bytearray(small.answers)
            wrong[place] = byte
            try:
                checked = replace(small, answers=bytes(wrong)).check()
            except WrongProof:
                continue
            # Another answer may win at once as well.
            assert checked.plies <= 3


def test_it_is_told_after_which_moves_the_proof_fails(small):
    first = small.check().answer(small.position())
    move = small.position().format_move(first)

    with pytest.raises(WrongProof, match=f"^After {move} .*: the answer is no legal move.$"):
        replace(small, answers=small.answers[:1] + b"\xff" * 9).check()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda answers: answers[:-1], "there is no answer"),
        (lambda answers: answers + b"\0", "The file has replies that no line reaches."),
    ],
)
def test_a_proof_with_too_few_or_too_many_answers_is_wrong(small, change, sentence: str):
    with pytest.raises(WrongProof, match=sentence):
        replace(small, answers=change(small.answers)).check()


def test_a_proof_is_not_checked_where_boards_count_with_either_side_to_move(small):
    openspiel = LOA.rulebook.read("openspiel", {"size": 4})

    with pytest.raises(WrongProof, match="depends on the moves before it"):
        replace(small, rules=openspiel).check()


def test_a_check_can_be_stopped():
    proof = ProofFile(LOA, LOA.rulebook.default, None, 0, bytes(9))

    with pytest.raises(CheckStopped):
        proof.check(stopped=lambda: True)
    with pytest.raises(CheckStopped):
        check_proof(start("loa"), 1, AnyMoves(Random(1)), stopped=lambda: True)


# -- files -----------------------------------------------------------------------------------------


def test_a_proof_comes_back_from_its_file(small, tmp_path):
    path = tmp_path / "small.proof"

    small.save(path)

    assert load_proof(path) == small
    header = json.loads(path.read_bytes().split(b"\n")[0])
    assert (header["game"], header["side"], header["rules"]["size"]) == ("loa", 0, 4)


def _damaged(path: Path, **changes: object) -> Path:
    line, _, packed = path.read_bytes().partition(b"\n")
    header = {**json.loads(line), **changes}
    path.write_bytes(json.dumps(header).encode() + b"\n" + packed)
    return path


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "other"}, "is not a proof file"),
        ({"version": 2}, "was written by a later version"),
        ({"answers": 3}, "is damaged"),
        ({"answers": 1 << 40}, "is damaged"),
        ({"answers": "many"}, "is damaged"),
        ({"side": 2}, "is damaged"),
        ({"start": "8/8 b"}, "is damaged"),
        ({"game": "go"}, "cannot be read: "),
        ({"rules": {"size": 3}}, "cannot be read: "),
    ],
)
def test_a_damaged_file_is_refused_in_words(small, tmp_path, changes, sentence: str):
    path = tmp_path / "small.proof"
    small.save(path)

    with pytest.raises(BadFile, match=sentence):
        load_proof(_damaged(path, **changes))


@pytest.mark.parametrize("data", [b"", b"{}", b"[]\n", b"(;GM[9])", b"\xff\xfe\n", b"null\nx"])
def test_another_file_is_refused_in_words(tmp_path, data: bytes):
    path = tmp_path / "other"
    path.write_bytes(data)

    with pytest.raises(BadFile, match=r"is not a proof file\.$"):
        load_proof(path)


def test_a_file_that_unpacks_to_too_much_is_refused(small, tmp_path):
    path = tmp_path / "small.proof"
    small.save(path)
    line = path.read_bytes().split(b"\n")[0]
    path.write_bytes(line + b"\n" + zlib.compress(bytes(1 << 24)))

    with pytest.raises(BadFile, match="is damaged"):
        load_proof(path)
