"""Whatever has a proof is walked, saved and checked by the one checker, and faults are found."""

from pathlib import Path

import pytest

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.proof_checker import (
    CheckedProof,
    WinningStrategy,
    WrongProof,
    check_proof,
)
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import ProofResult, run_search
from kalahloa.models.search.proof.proof_file import ProofFile, file_answers, load_proof
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.proof.strategies import KnownStrategy, LineStrategy, TableStrategy
from kalahloa.models.study.forced.by_proof import ProofProver
from kalahloa.models.study.forced.question import WinQuestion
from kalahloa.models.work.cancellation import never
from tests.models.graph_game import Graph, GraphGame
from tests.models.random_play import start
from tests.oracles import loa_endgames

LOA, TICTACTOE = find_game("loa"), find_game("tictactoe")


def endgame(plies: int) -> Position:
    """Return a published endgame whose proof takes so many plies and few nodes."""
    row = min(
        (row for row in loa_endgames() if row["plies"] == plies and row["rules"] != "openspiel"),
        key=lambda row: row["nodes"],
    )
    return LOA.read(row["position"], LOA.rulebook.preset(row["rules"]).rules)


def table_of(position: Position) -> TableStrategy:
    search = ProofSearch(position.copy(), ProofTable(16))
    assert run_search(search, 0, 0.0, never, None) is ProofResult.WIN
    return TableStrategy(search, position)


def study_of(position: Position) -> ProofProver:
    prover = ProofProver(position, WinQuestion(position.side, limits=Limits()))
    assert prover.prove(never, lambda progress: None).is_win
    return prover


def known_of(position: Position) -> KnownStrategy:
    return KnownStrategy(LOA.knowledge.to_play(position.rules), position.side)


def saved(game: Game, position: Position, checked: CheckedProof, path: Path) -> CheckedProof:
    """Return *checked* as it comes back from the file *path*, where it was checked again."""
    text, answers = position.position_string(), file_answers(checked)
    ProofFile(game, position.rules, text, position.side, answers).save(path)
    return load_proof(path).check()


@pytest.mark.parametrize(
    ("make", "position"),
    [
        (table_of, endgame(3)),
        (table_of, endgame(5)),
        (study_of, endgame(5)),
        (study_of, start("loa", "olympiad", size=4)),
        (known_of, start("loa", "olympiad", size=4)),
        (known_of, start("loa", "tutorial", size=5)),
    ],
)
def test_every_proof_is_walked_saved_and_checked(tmp_path, make, position: Position):
    strategy: WinningStrategy = make(position)

    checked = check_proof(position, position.side, strategy)
    again = saved(LOA, position, checked, tmp_path / "a.proof")

    assert again.answers == checked.answers
    assert (again.plies, again.positions) == (checked.plies, checked.positions)
    assert checked.plies % 2 == 1


def test_a_forced_line_is_saved_and_checked(tmp_path):
    position = TICTACTOE.read("X.X/OO./... X", TICTACTOE.rulebook.default)

    checked = check_proof(position, 0, LineStrategy((2,), position))
    again = saved(TICTACTOE, position, checked, tmp_path / "a.proof")

    assert (again.plies, len(again.answers)) == (1, 1)


# -- faults ----------------------------------------------------------------------------------------


class Answers:
    """The strategy that has *answers* by position string."""

    def __init__(self, answers: dict[str, int]) -> None:
        self.answers = answers

    def answer(self, position: Position) -> int | None:
        return self.answers.get(position.position_string())


@pytest.fixture(scope="module")
def right() -> tuple[Position, dict[str, int]]:
    """A position of three plies before the end, and the answers that win it."""
    position = endgame(3)
    checked = check_proof(position, position.side, table_of(position))
    return position, {key: found.move for key, found in checked.answers.items()}


def test_every_answer_that_is_left_out_is_found(right):
    position, answers = right
    for key in answers:
        rest = Answers({other: move for other, move in answers.items() if other != key})
        with pytest.raises(WrongProof, match="there is no answer"):
            check_proof(position, position.side, rest)


def test_every_last_answer_that_does_not_win_is_found(right):
    position, answers = right
    changed = 0
    for key in list(answers)[1:]:
        last = LOA.read(key, position.rules)
        for move in last.legal_moves():
            last.make(move)
            wins = last.is_over()
            last.unmake()
            if not wins:
                changed += 1
                with pytest.raises(WrongProof, match=r"there is no answer|the game is not won"):
                    check_proof(position, position.side, Answers({**answers, key: move}))
                break

    assert changed == len(answers) - 1


def test_answers_from_another_start_are_none(right):
    _, answers = right

    with pytest.raises(WrongProof, match="At the start: there is no answer"):
        check_proof(start("loa"), 0, Answers(answers))


def test_answers_for_the_other_side_are_none(right):
    position, answers = right

    with pytest.raises(WrongProof, match=r"there is no answer|the game is not won"):
        check_proof(position, 1 - position.side, Answers(answers))


def test_a_proof_that_comes_back_is_wrong():
    # 0 -> 1 -> 0 goes round; 0 -> 2 wins at once.
    graph = Graph([0, 1, 0], [[1, 2], [0], []], [None, None, 0])
    game = GraphGame(graph, 0)

    assert check_proof(game, 0, Answers({"0": 2})).plies == 1
    with pytest.raises(WrongProof, match="the proof comes back to a position"):
        check_proof(game, 0, Answers({"0": 1}))


def test_a_win_under_some_rules_is_none_under_others():
    text = "8/8/8/8/2b5/1w2w3/3w4/1b6 b"  # b1xb3 connects Black, and White as well
    wins, draws = (
        LOA.read(text, LOA.rulebook.preset(name).rules) for name in ("tutorial", "olympiad")
    )
    answer = Answers({wins.position_string(): wins.read_move("b1xb3")})

    assert check_proof(wins, wins.side, answer).plies == 1
    with pytest.raises(WrongProof, match="After b1xb3: the game is not won"):
        check_proof(draws, draws.side, answer)
