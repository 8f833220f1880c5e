"""Proving forced wins at a desk: what is asked, what is kept, and what others hear of it."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.proofs.actions import read_question
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.known import known_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import MoveValue, move_value
from kalahloa.models.search.proof.proof import ProofResult
from kalahloa.models.study.forced import by_margin, by_proof
from kalahloa.models.study.forced.navigation import WalkStopped
from kalahloa.models.study.forced.question import Question
from kalahloa.models.text.errors import BadCommand
from tests.oracles import loa_endgames

LOA, KALAH, TICTACTOE = (find_game(key) for key in ("loa", "kalah", "tictactoe"))
KALAH_ENDGAME = "<6,20,10,0,1,0,2,3,1,1,0,2,1,0,2> S"
"""South, who is to move, wins by 11; `tests.models.study.forced` has an independent solver's."""
EASY = min(
    (row for row in loa_endgames() if row["rules"] == "tutorial" and row["plies"] == 5),
    key=lambda row: row["nodes"],
)


@pytest.fixture
def desk(qapp) -> Iterator[Desk]:
    """A won endgame of Lines of Action."""
    made = Desk.of(LOA)
    made.document.new_game(LOA, LOA.rulebook.read("tutorial"), start=EASY["position"])
    yield made
    made.shut_down()


@pytest.fixture
def said(desk: Desk) -> list[str]:
    heard: list[str] = []
    desk.proofs.message.connect(heard.append)
    return heard


def typed(desk: Desk, line: str) -> str:
    return Interpreter(desk).execute(line)


def done(desk: Desk, qtbot) -> None:
    qtbot.waitUntil(lambda: not desk.proofs.busy, timeout=30_000)


def prove(desk: Desk, qtbot, words: str = "") -> None:
    typed(desk, f"prove {words}".strip())
    done(desk, qtbot)


def endless(desk: Desk) -> None:
    """Begin a search that takes longer than any test."""
    desk.document.new_game(LOA)
    desk.proofs.start(Question(0, limits=Limits()))


# -- verdicts --------------------------------------------------------------------------------------


def test_a_win_is_proven_told_in_words_and_kept_with_the_node(desk, said, qtbot):
    answer = typed(desk, "prove")
    assert desk.document.place.proof.running
    assert "Can Black force a win?" in answer or "Can White force a win?" in answer
    done(desk, qtbot)

    proof = desk.document.place.proof
    assert not proof.running
    assert proof.tree is not None and proof.tree.verdict.is_win
    assert proof.tree.node is desk.document.node
    assert len(said) == 1 and said[0].startswith("Proven: ") and "wins by force in" in said[0]
    plies = proof.tree.verdict.plies
    assert f"{plies} plies" in said[0]


def test_a_win_that_cannot_be_forced_is_disproven(desk, said, qtbot):
    desk.document.new_game(TICTACTOE)

    prove(desk, qtbot, "o")

    assert said == ["Proven: O cannot force a win."]
    proof = desk.document.place.proof
    assert proof.tree is None
    assert [one.verdict.result for one in proof.results] == [ProofResult.NO_WIN]


def test_what_the_limits_do_not_suffice_for_is_called_unknown(desk, said, qtbot):
    desk.document.new_game(LOA)

    prove(desk, qtbot, "300n")

    assert "Not known" in said[0] and "300 nodes" in said[0]
    assert "roven:" not in said[0]
    assert desk.document.place.proof.tree is None


def test_in_kalah_the_margin_is_proven(desk, said, qtbot):
    desk.document.new_game(KALAH, start=KALAH_ENDGAME)

    for words in ("", "south by 11", "south by 12", "north"):
        prove(desk, qtbot, words)

    assert said[0] == "Proven: South wins by 11 stones with best play."
    assert said[1].startswith("Proven: South wins by ")
    assert said[2].startswith("Proven: South cannot win by 12 stones.")
    assert said[3] == "Proven: South wins by 11 stones with best play."
    results = desk.document.place.proof.results
    assert [one.verdict.is_win for one in results] == [False, False, True, True]


def test_several_verdicts_are_kept_for_a_position_and_none_is_searched_for_twice(desk, qtbot):
    side = desk.document.place.side
    prove(desk, qtbot)
    prove(desk, qtbot, f"{desk.document.game.sides[1 - side]} 2000n")
    first = desk.document.place.proof.results[1]

    answer = typed(desk, f"prove {desk.document.game.sides[side]}")

    assert not desk.proofs.running
    assert answer.startswith("Proven: ")
    results = desk.document.place.proof.results
    assert len(results) == 2 and results[0].verdict is first.verdict


def test_an_open_verdict_is_replaced_when_it_is_searched_on(desk, qtbot):
    prove(desk, qtbot, "20n")
    assert desk.document.place.proof.results[0].verdict.is_open

    prove(desk, qtbot)

    assert [one.verdict.is_win for one in desk.document.place.proof.results] == [True]


# -- elsewhere -------------------------------------------------------------------------------------


def test_walking_and_editing_meanwhile_does_not_disturb_it(desk, said, qtbot):
    asked_at = desk.document.node
    typed(desk, "prove")
    desk.document.play(desk.document.position.legal_moves()[0])
    desk.study.comment(desk.document.node, "elsewhere")

    done(desk, qtbot)

    assert len(said) == 1 and "wins by force" in said[0]
    desk.document.walk(asked_at)
    proof = desk.document.place.proof
    assert proof.tree is not None and proof.tree.node is asked_at and proof.moves == ()


def test_the_tree_is_that_of_the_nearest_node_above(desk, qtbot):
    prove(desk, qtbot)
    tree = desk.document.place.proof.tree

    for move in tree.verdict.line[:2]:
        desk.document.play(move)

    proof = desk.document.place.proof
    assert proof.tree == tree
    assert proof.moves == tree.verdict.line[:2]
    assert proof.results == ()


def test_another_game_ends_the_search(desk, said, qtbot):
    endless(desk)

    desk.document.new_game(TICTACTOE)

    assert not desk.proofs.busy and not desk.document.place.proof.running
    prove(desk, qtbot)
    assert len(said) == 1 and "X" in said[0]


def test_a_verdict_holds_for_the_same_moves_of_a_later_record_and_no_others(desk, qtbot):
    prove(desk, qtbot)
    number = desk.document.place.proof.tree.number
    rules = desk.document.record.rules

    desk.document.new_game(LOA, LOA.rulebook.read("olympiad"), start=EASY["position"])
    assert desk.document.place.proof.tree is None
    desk.document.new_game(LOA, rules, start=EASY["position"])

    assert desk.document.place.proof.tree.number == number


def test_it_is_stopped_by_the_same_command_and_keeps_what_is_certain(desk, said, qtbot):
    endless(desk)

    answer = BY_KEY["prove"].trigger(desk)

    assert not desk.proofs.busy
    assert "was stopped" in answer and "Not known" in answer
    assert desk.document.place.proof.results[0].verdict.stopped
    assert said == []


def test_another_question_stops_the_first(desk, said, qtbot):
    endless(desk)

    prove(desk, qtbot, "white 100n")

    assert len(said) == 1 and "White" in said[0]


def test_quitting_ends_the_search(desk):
    endless(desk)

    desk.shut_down()

    assert not desk.service.is_stuck


def test_a_hint_goes_first_and_the_search_goes_on_after_it(desk, said, qtbot):
    desk.proofs.start(Question(desk.document.place.side, limits=Limits(nodes=2_000_000)))
    BY_KEY["hint"].trigger(desk)

    qtbot.waitUntil(lambda: desk.document.place.hint is not None, timeout=30_000)
    done(desk, qtbot)

    assert "wins by force" in said[-1]


def test_only_so_many_trees_keep_their_memory(desk, qtbot):
    prove(desk, qtbot)
    first = desk.document.place.proof.tree.number
    for _ in range(3):
        desk.document.play(desk.document.position.legal_moves()[0])
        prove(desk, qtbot, "50n")

    assert desk.proofs.replies(first, ()) is None
    found = []
    desk.proofs.replied.connect(lambda number, moves, replies, error: found.append(replies))
    desk.proofs.want(first, ())
    done(desk, qtbot)
    assert len(found) == 1 and len(found[0]) == 1


# -- what is known then ----------------------------------------------------------------------------


def test_what_is_proven_joins_the_findings_and_is_kept_with_them(desk, qtbot):
    kept = []
    desk.live.found.connect(lambda number, plain: kept.append((number, plain)))
    prove(desk, qtbot)
    desk.live.tell_found()

    node, verdict = desk.document.node, desk.document.place.proof.tree.verdict
    value = desk.analysis.findings.values(node)[verdict.line[0]]
    assert value.proven and value.plies == verdict.plies and value.number == 1
    assert kept[0][0] == node.number
    assert kept[0][1]["lines"][0][2] is True


def test_a_margin_joins_the_findings_for_the_side_that_moves(desk, qtbot):
    desk.document.new_game(KALAH, start=KALAH_ENDGAME)

    prove(desk, qtbot, "north")

    values = desk.analysis.findings.values(desk.document.node)
    assert [(value.number, value.proven) for value in values.values()] == [(11, True)]


def estimate(desk: Desk, number: float, move: int | None = None) -> MoveValue:
    """Have a hint estimate a move as *number*; return what the hint, and the values, say then."""
    node, moves = desk.document.node, desk.document.position.legal_moves()
    value = move_value(number, False, None, False, 9)
    desk.analysis.findings.add_hint(node, moves[0] if move is None else move, value)
    best = desk.analysis.findings.hint(node)
    assert best is not None
    assert best[1] == desk.analysis.findings.values(node)[best[0]]
    return best[1]


def too_large(*_: object) -> int:
    """Stop the walk through a proof."""
    raise WalkStopped


@pytest.mark.parametrize("is_counted", [True, False])
def test_nobody_estimates_beside_a_proof_of_a_win(desk, qtbot, monkeypatch, is_counted):
    if not is_counted:
        monkeypatch.setattr(by_proof.ProofWalk, "walk", too_large)

    prove(desk, qtbot)

    verdict = desk.document.place.proof.tree.verdict
    assert (verdict.plies is not None) == is_counted
    said = estimate(desk, 0.0)
    assert said.proven and said.number == 1
    assert said.text == (f"wins in {verdict.plies}" if is_counted else "wins")


def test_a_proof_of_the_other_sides_win_says_that_every_move_loses(desk, qtbot, monkeypatch):
    prove(desk, qtbot)
    move = desk.document.place.proof.tree.verdict.line[0]
    side = desk.document.game.sides[desk.document.position.side]
    desk.document.play(move)
    monkeypatch.setattr(by_proof.ProofWalk, "walk", too_large)

    prove(desk, qtbot, side.lower())

    values = desk.analysis.values
    assert set(values) == set(desk.document.position.legal_moves())
    assert all(value.proven and value.number == -1 for value in values.values())
    assert estimate(desk, 0.0).proven


def test_what_is_proven_above_is_known_all_along_the_tree(desk, qtbot):
    prove(desk, qtbot)
    root, verdict = desk.document.node, desk.document.place.proof.tree.verdict

    for made, move in enumerate(verdict.line):
        said = estimate(desk, 0.0)
        wins = 1 if made % 2 == 0 else -1
        assert (said.number, said.proven, said.plies) == (wins, True, verdict.plies - made)
        desk.document.play(move)

    desk.document.walk(root)
    position = desk.document.position
    other = next(move for move in position.legal_moves() if move != verdict.line[0])
    desk.document.play(other)
    assert not estimate(desk, 0.0).proven  # nothing is proven of what is not in the tree


def test_replies_to_moves_that_are_not_in_the_tree_prove_nothing(desk, qtbot):
    desk.document.new_game(KALAH, start=KALAH_ENDGAME)
    prove(desk, qtbot, "south by 5")
    typed(desk, "proof")
    done(desk, qtbot)
    position = desk.document.position
    kept = desk.proofs.replies(desk.document.place.proof.tree.number, ())
    assert kept is not None and desk.document.position.side == 0
    desk.document.play(next(move for move in position.legal_moves() if move != kept[0].move))
    typed(desk, "proof")
    done(desk, qtbot)

    number = 3.0 if desk.document.position.side else -3.0
    said = estimate(desk, number)
    assert (said.number, said.proven) == (number, False)


def test_a_win_that_cannot_be_forced_is_not_hoped_for(desk, qtbot):
    desk.document.new_game(LOA, LOA.rulebook.read("tutorial"), start=EASY["position"])
    loser = desk.document.game.sides[1 - desk.document.position.side]

    prove(desk, qtbot, loser.lower())

    assert desk.document.place.proof.results[0].verdict.result is ProofResult.NO_WIN
    assert estimate(desk, -0.4).number == 0


def test_a_margin_that_is_only_bounded_bounds_what_is_estimated(desk, qtbot, monkeypatch):
    monkeypatch.setattr(by_margin, "EXACT_SECONDS", 0.0)
    desk.document.new_game(KALAH, start=KALAH_ENDGAME)

    prove(desk, qtbot, "south by 5")

    verdict = desk.document.place.proof.results[0].verdict
    assert verdict.is_win and verdict.low >= 5
    assert estimate(desk, -3.0).number >= 5


def test_an_exact_margin_is_known_wherever_the_position_is_met_again(desk, qtbot):
    desk.document.new_game(KALAH, start=KALAH_ENDGAME)

    prove(desk, qtbot, "north")

    known = known_value(desk.analysis.known_now()(), desk.document.position)
    assert known is not None and known.value == 11


# -- the tree in words -----------------------------------------------------------------------------


def test_the_typed_list_has_the_winning_move_and_then_every_answer(desk, qtbot):
    prove(desk, qtbot)

    first = typed(desk, "proof").splitlines()
    move = first[1].split()[0]
    answers = typed(desk, f"proof {move}").splitlines()
    typed(desk, move)
    there = typed(desk, "proof").splitlines()

    assert len(first) == 2 and first[0].endswith("wins with this move:")
    assert answers == there
    position = desk.document.position
    legal = {position.format_move(move) for move in position.legal_moves()}
    assert {row.split()[0] for row in there[1:]} == legal
    assert there[0].startswith("Every answer of")


def test_the_typed_list_tells_later_what_has_to_be_searched_for(desk, qtbot):
    told = []
    desk.proofs.answered.connect(told.append)
    desk.document.new_game(KALAH, start=KALAH_ENDGAME)
    prove(desk, qtbot)

    assert typed(desk, "proof") == "Looking for the replies in the proof."
    done(desk, qtbot)

    assert told == ["South wins with this move:\n  6  +11"]


def test_without_a_proof_there_is_nothing_to_list(desk):
    for name in ("proof", "keepproof", "copyproof"):
        with pytest.raises(BadCommand, match="No win is proven here"):
            typed(desk, name)


def test_the_main_line_is_written_into_the_game_as_one_edit(desk, qtbot):
    prove(desk, qtbot)
    line = desk.document.place.proof.tree.verdict.line
    desk.document.play(next(m for m in desk.document.position.legal_moves() if m != line[0]))

    typed(desk, "keepproof")

    node = desk.document.record.root
    for move in line:
        node = next(child for child in node.children if child.move == move)
    assert node.outcome is not None
    desk.study.undo_edit()
    assert [child.move for child in desk.document.record.root.children] != [line[0]]
    assert all(child.move != line[0] for child in desk.document.record.root.children)


def test_the_main_line_is_copied_with_numbers(desk, qtbot):
    copied = []
    desk.copy = copied.append
    prove(desk, qtbot)

    typed(desk, "copyproof")

    assert len(copied[0].split()) >= len(desk.document.place.proof.tree.verdict.line)
    assert "1" in copied[0].split()[0]


# -- while a move is to be found alone -------------------------------------------------------------


def test_nothing_is_proven_or_shown_while_a_move_is_to_be_found_alone(desk, qtbot):
    prove(desk, qtbot)

    class Exercise:
        running = True

        def stop(self) -> None:
            self.running = False

    exercise = Exercise()
    desk.exercises.begin(exercise)
    desk.document.turn_board()

    assert desk.document.place.proof is None
    for name in ("prove", "proof", "keepproof"):
        with pytest.raises(BadCommand):
            typed(desk, name)


def test_a_verdict_is_not_told_while_a_move_is_to_be_found_alone(desk, said, qtbot):
    class Exercise:
        running = True

        def stop(self) -> None:
            self.running = False

    exercise = Exercise()
    typed(desk, "prove")
    desk.exercises.begin(exercise)
    desk.document.turn_board()

    done(desk, qtbot)

    assert said == []
    exercise.stop()
    desk.document.turn_board()
    assert desk.document.place.proof.tree is not None


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "side", "margin", "seconds", "nodes"),
    [
        ("", 0, None, 30.0, None),
        ("white", 1, None, 30.0, None),
        ("Black 5", 0, None, 5.0, None),
        ("2.5s", 0, None, 2.5, None),
        ("white 5000n", 1, None, None, 5000),
        ("5000n 3", 0, None, 3.0, 5000),
    ],
)
def test_side_and_limits_are_read_from_what_is_typed(words, side, margin, seconds, nodes):
    question = read_question(LOA, 0, False, words.split())

    assert question == Question(side, margin)
    assert question.limits == Limits(seconds=seconds, nodes=nodes)


def test_a_margin_and_the_memory_are_read_from_what_is_typed():
    question = read_question(KALAH, 1, True, ["south", "by", "4", "16MiB"])

    assert (question.side, question.margin, question.mebibytes) == (0, 4, 16)


@pytest.mark.parametrize(
    "words", ["green", "0", "by 3", "5x", "99999999", "0n", "0mib", "5000mib", "١٢"]
)
def test_other_words_are_refused_with_what_would_be_right(words):
    with pytest.raises(BadCommand, match=r"write prove|number from"):
        read_question(LOA, 0, False, words.split())


def test_nodes_are_no_limit_where_margins_count():
    with pytest.raises(BadCommand, match="least margin"):
        read_question(KALAH, 0, True, ["500n"])


def test_a_finished_game_is_not_asked_about(desk):
    desk.document.new_game(TICTACTOE)
    for move in (1, 4, 2, 5, 3):
        desk.document.play(move)

    with pytest.raises(BadCommand, match="over"):
        typed(desk, "prove")
