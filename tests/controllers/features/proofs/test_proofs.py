"""Proving forced wins: what is asked, what is kept, and what others hear of it."""

from collections.abc import Iterator

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.proofs.commands import read_question
from kalahloa.controllers.features.proofs.proofs import Proofs
from kalahloa.controllers.features.proofs.state import ProofState
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.known import known_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import ProofResult
from kalahloa.models.search.score import Score
from kalahloa.models.study.forced import by_margin, by_proof
from kalahloa.models.study.forced.navigation import NavigationStopped
from kalahloa.models.study.forced.question import WinQuestion
from kalahloa.models.text.errors import BadCommand
from tests.oracles import loa_endgames
from tests.scores import move_score

LOA, KALAH, TICTACTOE = (find_game(key) for key in ("loa", "kalah", "tictactoe"))
KALAH_ENDGAME = "<6,20,10,0,1,0,2,3,1,1,0,2,1,0,2> S"
"""South, who is to move, wins by 11; `tests.models.study.forced` has an independent solver's."""
EASY = min(
    (row for row in loa_endgames() if row["rules"] == "tutorial" and row["plies"] == 5),
    key=lambda row: row["nodes"],
)


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    """A won endgame of Lines of Action."""
    made = open_app(LOA)
    made.document.new_game(LOA, LOA.rulebook.read("tutorial"), start=EASY["position"])
    yield made
    made.shut_down()


@pytest.fixture
def said(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[Proofs].message.connect(heard.append)
    return heard


def typed(app: AppContext, line: str) -> str:
    return Interpreter(app).execute(line)


def done(app: AppContext, qtbot) -> None:
    qtbot.waitUntil(lambda: not app[Proofs].is_busy, timeout=30_000)


def prove(app: AppContext, qtbot, words: str = "") -> None:
    typed(app, f"prove {words}".strip())
    done(app, qtbot)


def endless(app: AppContext) -> None:
    """Begin a search that takes longer than any test."""
    app.document.new_game(LOA)
    app[Proofs].start(WinQuestion(0, limits=Limits()))


# -- verdicts --------------------------------------------------------------------------------------


def test_a_win_is_proven_told_in_words_and_kept_with_the_node(app, said, qtbot):
    answer = typed(app, "prove")
    assert app.document.place[ProofState].running
    assert "Can Black force a win?" in answer or "Can White force a win?" in answer
    done(app, qtbot)

    proof = app.document.place.get(ProofState)
    assert not proof.running
    assert proof.tree is not None and proof.tree.verdict.is_win
    assert proof.tree.node is app.document.node
    assert len(said) == 1 and said[0].startswith("Proven: ") and "wins by force in" in said[0]
    plies = proof.tree.verdict.plies
    assert f"{plies} plies" in said[0]


def test_a_win_that_cannot_be_forced_is_disproven(app, said, qtbot):
    app.document.new_game(TICTACTOE)

    prove(app, qtbot, "o")

    assert said == ["Proven: O cannot force a win."]
    proof = app.document.place.get(ProofState)
    assert proof.tree is None
    assert [one.verdict.result for one in proof.results] == [ProofResult.NO_WIN]


def test_what_the_limits_do_not_suffice_for_is_called_unknown(app, said, qtbot):
    app.document.new_game(LOA)

    prove(app, qtbot, "300n")

    assert "Unknown" in said[0] and "300 nodes" in said[0]
    assert "roven:" not in said[0]
    assert app.document.place[ProofState].tree is None


def test_in_kalah_the_margin_is_proven(app, said, qtbot):
    app.document.new_game(KALAH, start=KALAH_ENDGAME)

    for words in ("", "south by 11", "south by 12", "north"):
        prove(app, qtbot, words)

    assert said[0] == "Proven: South wins by 11 stones with best play."
    assert said[1].startswith("Proven: South wins by ")
    assert said[2].startswith("Proven: South cannot win by 12 stones.")
    assert said[3] == "Proven: South wins by 11 stones with best play."
    results = app.document.place[ProofState].results
    assert [one.verdict.is_win for one in results] == [False, False, True, True]


def test_several_verdicts_are_kept_for_a_position_and_none_is_searched_for_twice(app, qtbot):
    side = app.document.place.side
    prove(app, qtbot)
    prove(app, qtbot, f"{app.document.game.sides[1 - side]} 2000n")
    first = app.document.place[ProofState].results[1]

    answer = typed(app, f"prove {app.document.game.sides[side]}")

    assert not app[Proofs].running
    assert answer.startswith("Proven: ")
    results = app.document.place[ProofState].results
    assert len(results) == 2 and results[0].verdict is first.verdict


def test_an_open_verdict_is_replaced_when_it_is_searched_on(app, qtbot):
    prove(app, qtbot, "20n")
    assert app.document.place[ProofState].results[0].verdict.is_open

    prove(app, qtbot)

    assert [one.verdict.is_win for one in app.document.place[ProofState].results] == [True]


# -- elsewhere -------------------------------------------------------------------------------------


def test_walking_and_editing_meanwhile_does_not_disturb_it(app, said, qtbot):
    asked_at = app.document.node
    typed(app, "prove")
    app.document.play(app.document.position.legal_moves()[0])
    app.study.comment(app.document.node, "elsewhere")

    done(app, qtbot)

    assert len(said) == 1 and "wins by force" in said[0]
    app.document.go_to(asked_at)
    proof = app.document.place.get(ProofState)
    assert proof.tree is not None and proof.tree.node is asked_at and proof.moves == ()


def test_the_tree_is_that_of_the_nearest_node_above(app, qtbot):
    prove(app, qtbot)
    tree = app.document.place[ProofState].tree

    for move in tree.verdict.line[:2]:
        app.document.play(move)

    proof = app.document.place.get(ProofState)
    assert proof.tree == tree
    assert proof.moves == tree.verdict.line[:2]
    assert proof.results == ()


def test_another_game_ends_the_search(app, said, qtbot):
    endless(app)

    app.document.new_game(TICTACTOE)

    assert not app[Proofs].is_busy and not app.document.place[ProofState].running
    prove(app, qtbot)
    assert len(said) == 1 and "X" in said[0]


def test_a_verdict_holds_for_the_same_moves_of_a_later_record_and_no_others(app, qtbot):
    prove(app, qtbot)
    number = app.document.place[ProofState].tree.number
    rules = app.document.record.rules

    app.document.new_game(LOA, LOA.rulebook.read("olympiad"), start=EASY["position"])
    assert app.document.place[ProofState].tree is None
    app.document.new_game(LOA, rules, start=EASY["position"])

    assert app.document.place[ProofState].tree.number == number


def test_it_is_stopped_by_the_same_command_and_keeps_what_is_certain(app, said, qtbot):
    endless(app)

    answer = BY_KEY["prove"].trigger(app)

    assert not app[Proofs].is_busy
    assert "you stopped" in answer and "Unknown" in answer
    assert app.document.place[ProofState].results[0].verdict.stopped
    assert said == []


def test_another_question_stops_the_first(app, said, qtbot):
    endless(app)

    prove(app, qtbot, "white 100n")

    assert len(said) == 1 and "White" in said[0]


def test_quitting_ends_the_search(app):
    endless(app)

    app.shut_down()

    assert not app.service.is_stuck


def test_a_hint_goes_first_and_the_search_goes_on_after_it(app, said, qtbot):
    app[Proofs].start(WinQuestion(app.document.place.side, limits=Limits(nodes=2_000_000)))
    BY_KEY["hint"].trigger(app)

    qtbot.waitUntil(lambda: app.document.place.hint is not None, timeout=30_000)
    done(app, qtbot)

    assert "wins by force" in said[-1]


def test_only_so_many_trees_keep_their_memory(app, qtbot):
    prove(app, qtbot)
    first = app.document.place[ProofState].tree.number
    for _ in range(3):
        app.document.play(app.document.position.legal_moves()[0])
        prove(app, qtbot, "50n")

    assert app[Proofs].replies(first, ()) is None
    found = []
    app[Proofs].replied.connect(lambda number, moves, replies, error: found.append(replies))
    app[Proofs].want(first, ())
    done(app, qtbot)
    assert len(found) == 1 and len(found[0]) == 1


# -- what is known then ----------------------------------------------------------------------------


def test_what_is_proven_joins_the_findings_and_is_kept_with_them(app, qtbot):
    kept = []
    app[LiveAnalysis].found.connect(lambda number, plain: kept.append((number, plain)))
    prove(app, qtbot)
    app[LiveAnalysis].emit_found()

    node, verdict = app.document.node, app.document.place[ProofState].tree.verdict
    value = app[Analysis].findings.values(node)[verdict.line[0]]
    assert value.proven and value.plies == verdict.plies and value.number == 1
    assert kept[0][0] == node.number
    assert kept[0][1]["lines"][0][2] is True


def test_a_margin_joins_the_findings_for_the_side_that_moves(app, qtbot):
    app.document.new_game(KALAH, start=KALAH_ENDGAME)

    prove(app, qtbot, "north")

    values = app[Analysis].findings.values(app.document.node)
    assert [(value.number, value.proven) for value in values.values()] == [(11, True)]


def estimate(app: AppContext, number: float, move: int | None = None) -> Score:
    """Have a hint estimate a move as *number*; return what the hint, and the values, say then."""
    node, moves = app.document.node, app.document.position.legal_moves()
    value = move_score(number, False, None, False, 9)
    app[Analysis].findings.add_hint(node, moves[0] if move is None else move, value)
    best = app[Analysis].findings.hint(node)
    assert best is not None
    assert best[1] == app[Analysis].findings.values(node)[best[0]]
    return best[1]


def too_large(*_: object) -> int:
    """Stop the walk through a proof."""
    raise NavigationStopped


@pytest.mark.parametrize("is_counted", [True, False])
def test_nobody_estimates_beside_a_proof_of_a_win(app, qtbot, monkeypatch, is_counted):
    if not is_counted:
        monkeypatch.setattr(by_proof.ExploredProof, "walk", too_large)

    prove(app, qtbot)

    verdict = app.document.place[ProofState].tree.verdict
    assert (verdict.plies is not None) == is_counted
    said = estimate(app, 0.0)
    assert said.proven and said.number == 1
    assert said.short == (f"wins in {verdict.plies}" if is_counted else "wins")


def test_a_proof_of_the_other_sides_win_says_that_every_move_loses(app, qtbot, monkeypatch):
    prove(app, qtbot)
    move = app.document.place[ProofState].tree.verdict.line[0]
    side = app.document.game.sides[app.document.position.side]
    app.document.play(move)
    monkeypatch.setattr(by_proof.ExploredProof, "walk", too_large)

    prove(app, qtbot, side.lower())

    values = app[Analysis].values
    assert set(values) == set(app.document.position.legal_moves())
    assert all(value.proven and value.number == -1 for value in values.values())
    assert estimate(app, 0.0).proven


def test_what_is_proven_above_is_known_all_along_the_tree(app, qtbot):
    prove(app, qtbot)
    root, verdict = app.document.node, app.document.place[ProofState].tree.verdict

    for made, move in enumerate(verdict.line):
        said = estimate(app, 0.0)
        wins = 1 if made % 2 == 0 else -1
        assert (said.number, said.proven, said.plies) == (wins, True, verdict.plies - made)
        app.document.play(move)

    app.document.go_to(root)
    position = app.document.position
    other = next(move for move in position.legal_moves() if move != verdict.line[0])
    app.document.play(other)
    assert not estimate(app, 0.0).proven  # nothing is proven of what is not in the tree


def test_replies_to_moves_that_are_not_in_the_tree_prove_nothing(app, qtbot):
    app.document.new_game(KALAH, start=KALAH_ENDGAME)
    prove(app, qtbot, "south by 5")
    typed(app, "proof")
    done(app, qtbot)
    position = app.document.position
    kept = app[Proofs].replies(app.document.place[ProofState].tree.number, ())
    assert kept is not None and app.document.position.side == 0
    app.document.play(next(move for move in position.legal_moves() if move != kept[0].move))
    typed(app, "proof")
    done(app, qtbot)

    number = 3.0 if app.document.position.side else -3.0
    said = estimate(app, number)
    assert (said.number, said.proven) == (number, False)


def test_a_win_that_cannot_be_forced_is_not_hoped_for(app, qtbot):
    app.document.new_game(LOA, LOA.rulebook.read("tutorial"), start=EASY["position"])
    loser = app.document.game.sides[1 - app.document.position.side]

    prove(app, qtbot, loser.lower())

    assert app.document.place[ProofState].results[0].verdict.result is ProofResult.NO_WIN
    assert estimate(app, -0.4).number == 0


def test_a_margin_that_is_only_bounded_bounds_what_is_estimated(app, qtbot, monkeypatch):
    monkeypatch.setattr(by_margin, "EXACT_SECONDS", 0.0)
    app.document.new_game(KALAH, start=KALAH_ENDGAME)

    prove(app, qtbot, "south by 5")

    verdict = app.document.place[ProofState].results[0].verdict
    assert verdict.is_win and verdict.low >= 5
    assert estimate(app, -3.0).number >= 5


def test_an_exact_margin_is_known_wherever_the_position_is_met_again(app, qtbot):
    app.document.new_game(KALAH, start=KALAH_ENDGAME)

    prove(app, qtbot, "north")

    known = known_value(app[Analysis].known_now()(), app.document.position)
    assert known is not None and known.value == 11


# -- the tree in words -----------------------------------------------------------------------------


def test_the_typed_list_has_the_winning_move_and_then_every_answer(app, qtbot):
    prove(app, qtbot)

    first = typed(app, "proof").splitlines()
    move = first[1].split()[0]
    answers = typed(app, f"proof {move}").splitlines()
    typed(app, move)
    there = typed(app, "proof").splitlines()

    assert len(first) == 2 and first[0].endswith("wins with this move:")
    assert answers == there
    position = app.document.position
    legal = {position.format_move(move) for move in position.legal_moves()}
    assert {row.split()[0] for row in there[1:]} == legal
    assert there[0].startswith("Every reply by")


def test_the_typed_list_tells_later_what_has_to_be_searched_for(app, qtbot):
    told = []
    app[Proofs].answered.connect(told.append)
    app.document.new_game(KALAH, start=KALAH_ENDGAME)
    prove(app, qtbot)

    assert typed(app, "proof") == "Looking up the replies in the proof…"
    done(app, qtbot)

    assert told == ["South wins with this move:\n  6  +11"]


def test_without_a_proof_there_is_nothing_to_list(app):
    for name in ("proof", "keepproof", "copyproof"):
        with pytest.raises(BadCommand, match="No proven win here"):
            typed(app, name)


def test_the_main_line_is_written_into_the_game_as_one_edit(app, qtbot):
    prove(app, qtbot)
    line = app.document.place[ProofState].tree.verdict.line
    app.document.play(next(m for m in app.document.position.legal_moves() if m != line[0]))

    typed(app, "keepproof")

    node = app.document.record.root
    for move in line:
        node = next(child for child in node.children if child.move == move)
    assert node.outcome is not None
    app.study.undo_edit()
    assert [child.move for child in app.document.record.root.children] != [line[0]]
    assert all(child.move != line[0] for child in app.document.record.root.children)


def test_the_main_line_is_copied_with_numbers(app, qtbot):
    copied = []
    app.copy = copied.append
    prove(app, qtbot)

    typed(app, "copyproof")

    assert len(copied[0].split()) >= len(app.document.place[ProofState].tree.verdict.line)
    assert "1" in copied[0].split()[0]


# -- while a move is to be found alone -------------------------------------------------------------


def test_nothing_is_proven_or_shown_while_a_move_is_to_be_found_alone(app, qtbot):
    prove(app, qtbot)

    class Exercise:
        key, offers = "any", frozenset()
        running = True

        def stop(self) -> None:
            self.running = False

    exercise = Exercise()
    app.exercises.begin(exercise)
    app.document.turn_board()

    assert app.document.place.get(ProofState) is None
    for name in ("prove", "proof", "keepproof"):
        with pytest.raises(BadCommand):
            typed(app, name)


def test_a_verdict_is_not_told_while_a_move_is_to_be_found_alone(app, said, qtbot):
    class Exercise:
        key, offers = "any", frozenset()
        running = True

        def stop(self) -> None:
            self.running = False

    exercise = Exercise()
    typed(app, "prove")
    app.exercises.begin(exercise)
    app.document.turn_board()

    done(app, qtbot)

    assert said == []
    exercise.stop()
    app.document.turn_board()
    assert app.document.place[ProofState].tree is not None


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

    assert question == WinQuestion(side, margin)
    assert question.limits == Limits(seconds=seconds, nodes=nodes)


def test_a_margin_and_the_memory_are_read_from_what_is_typed():
    question = read_question(KALAH, 1, True, ["south", "by", "4", "16MiB"])

    assert (question.side, question.margin, question.mebibytes) == (0, 4, 16)


@pytest.mark.parametrize(
    "words", ["green", "0", "by 3", "5x", "99999999", "0n", "0mib", "5000mib", "١٢"]
)
def test_other_words_are_refused_with_what_would_be_right(words):
    with pytest.raises(BadCommand, match=r"Type prove|number from"):
        read_question(LOA, 0, False, words.split())


def test_nodes_are_no_limit_where_margins_count():
    with pytest.raises(BadCommand, match="minimum margin"):
        read_question(KALAH, 0, True, ["500n"])


def test_a_finished_game_is_not_asked_about(app):
    app.document.new_game(TICTACTOE)
    for move in (1, 4, 2, 5, 3):
        app.document.play(move)

    with pytest.raises(BadCommand, match="over"):
        typed(app, "prove")
