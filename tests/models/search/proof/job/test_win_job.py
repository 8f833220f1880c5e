"""Jobs that prove wins: they come to the values that are known, whatever becomes of the workers."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.compiled import is_compiled
from kalahloa.models.game.proof_checker import CheckedProof, CheckStopped, WrongProof, check_proof
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.value import WON as MATE
from kalahloa.models.search.proof.job import verify
from kalahloa.models.search.proof.job.answers import Answers, JobProof, WholeJobProof
from kalahloa.models.search.proof.job.graph import ProofGraph, cost_of
from kalahloa.models.search.proof.job.job import WinJob
from kalahloa.models.search.proof.job.job_file import WinJobFile, read_job
from kalahloa.models.search.proof.job.task import (
    NOT_WON,
    OPEN,
    WON,
    Expanded,
    Searched,
    SolverSetting,
    WinReport,
    WinStatement,
    WinTask,
)
from kalahloa.models.search.proof.job.task_solver import WinTaskSolver, solver_here
from kalahloa.models.search.proof.job.verify import Verifier
from kalahloa.models.search.proof.proof_file import ProofFile, file_answers
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.pool import PoolFailed
from tests.models.graph_game import GraphGame, random_graph
from tests.models.random_play import STEADY
from tests.models.work.own_thread import OwnThread

LOA = find_game("loa")
SEEDS = st.integers(0, 1 << 30)
SIZES = [4, 5] if is_compiled() else [4]
FEW = {4: 20, 5: 3000}
"""Nodes of a first search that make a job of many tasks."""
ENOUGH = 1000
"""Nodes that solve a position after the start of the smallest board at once."""


def statement_of(size: int, preset: str = "tutorial") -> WinStatement:
    return WinStatement(LOA, LOA.rulebook.read(preset, {"size": size}))


def leaves(graph: ProofGraph) -> list[str]:
    """Return the keys of the positions that the proof in *graph* rests on."""
    return list(dict.fromkeys(map(graph.statement.key, JobProof(graph).leaves())))


def whole(graph: ProofGraph) -> CheckedProof:
    """Return the proof in *graph* with all its answers, checked."""
    proof = WholeJobProof(graph)
    proof.search(1)
    return check_proof(graph.statement.start(), graph.statement.side, proof)


def own_thread(statement: WinStatement, **settings: Any) -> OwnThread[WinTask, WinReport]:
    return OwnThread(WinTaskSolver(statement, 1).solve, key=lambda task: task.key, **settings)


def proven(path: Path, statement: WinStatement, nodes: int, **pool: Any) -> WinJob:
    with WinJobFile(path, statement) as file:
        job = WinJob(file, nodes)
        job.run(own_thread(statement, **pool))
    return job


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["tutorial", "olympiad"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("room", [1, 3])
def test_the_first_player_wins_on_small_boards(tmp_path, size, preset, room):
    statement = statement_of(size, preset)

    job = proven(tmp_path / "a.job", statement, FEW[size], room=room)

    assert job.value == WON
    assert job.done > 10
    found = leaves(job.graph)
    verifier = Verifier(statement, 8)
    assert all(verifier.is_right(key) for key in found[:5])
    assert (len(found) > 20, verifier.answers > 5) == (size == 5, size == 5)


def test_no_side_wins_tictactoe(tmp_path):
    game = find_game("tictactoe")

    job = proven(tmp_path / "a.job", WinStatement(game, game.rulebook.read()), 30)

    assert job.value == NOT_WON
    assert job.done > 5


def graph_statement(seed: int, nodes: int) -> tuple[WinStatement, bool] | None:
    """Return the statement that the mover wins a game on a random graph, and whether it is true."""
    graph = random_graph(seed, nodes)
    if not graph.arrows[0]:
        return None
    game: Any = SimpleNamespace(
        key="graph",
        start=lambda rules: GraphGame(graph, 0),
        read=lambda text, rules: GraphGame(graph, int(text)),
        symmetric=None,
        rulebook=SimpleNamespace(as_mapping=lambda rules: {"seed": seed}),
    )
    return WinStatement(game, None), 0 in graph.won_by(graph.owners[0])


@STEADY
@given(SEEDS, st.integers(2, 24), st.sampled_from([1, 4]))
def test_in_cyclic_graphs_exactly_the_forced_wins_are_proven(tmp_path_factory, seed, nodes, room):
    found = graph_statement(seed, nodes)
    if found is None:
        return
    statement, is_won = found

    job = proven(tmp_path_factory.mktemp("jobs") / "a.job", statement, 1, room=room)

    assert job.value == (WON if is_won else NOT_WON)
    if is_won:
        leaves(job.graph)
        whole(job.graph)


# -- runs ------------------------------------------------------------------------------------------


def test_a_job_that_is_stopped_again_and_again_comes_to_the_same_value(tmp_path):
    statement, path = statement_of(4), tmp_path / "a.job"
    tasks: list[WinTask] = []
    value = OPEN
    while value == OPEN:
        with WinJobFile(path, statement) as file:
            pool = own_thread(statement)
            value = WinJob(file, FEW[4]).run(pool, partial(is_done, pool.done, 2))
            tasks += pool.done

    record = read_job(path, statement)
    assert value == record.graph().start.value == WON
    assert [report.task for report in record.reports] == tasks
    assert len(tasks) > 10


def is_done(tasks: list[WinTask], count: int) -> bool:
    return len(tasks) >= count


def test_workers_that_die_cost_only_their_pieces(tmp_path):
    random = Random(1)

    job = proven(
        tmp_path / "a.job", statement_of(4), FEW[4], dies=lambda task: random.random() < 0.3
    )

    assert (job.value, job.lost > 3) == (WON, True)


def test_a_piece_of_which_all_workers_die_ends_the_job(tmp_path):
    with pytest.raises(PoolFailed, match="10 workers have died of the same piece"):
        proven(tmp_path / "a.job", statement_of(4), FEW[4], dies=lambda task: True)


def test_files_of_the_same_job_are_merged(tmp_path):
    statement = statement_of(4)
    proven(tmp_path / "a.job", statement, FEW[4])
    other = read_job(tmp_path / "a.job", statement)

    with WinJobFile(tmp_path / "b.job", statement) as file:
        first, second = file.merge(other), file.merge(other)

    assert (0 < first <= len(other.reports), second) == (True, 0)
    assert read_job(tmp_path / "b.job", statement).graph().start.value == WON


def test_a_damaged_line_is_left_out_and_done_again(tmp_path):
    statement, path = statement_of(4), tmp_path / "a.job"
    proven(path, statement, FEW[4])
    lines = path.read_bytes().splitlines(keepends=True)
    for number in (1, len(lines) // 2):
        damaged = lines.copy()
        damaged[number] = damaged[number].replace(b"nodes", b"nudes")
        path.write_bytes(b"".join(damaged))

        assert read_job(path, statement).damaged == 1
        assert proven(path, statement, FEW[4]).value == WON


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"Hello\n", "it is no proof of Kalahloa"),
        (b"", "it is no proof of Kalahloa"),
    ],
)
def test_what_is_no_file_of_a_job_is_refused(tmp_path, text, reason):
    path = tmp_path / "a.job"
    path.write_bytes(text)

    with pytest.raises(BadFile, match=f"a.job cannot be used: {reason}.$"):
        WinJobFile(path, statement_of(4))


def test_a_file_of_other_rules_is_refused(tmp_path):
    path = tmp_path / "a.job"
    proven(path, statement_of(4), FEW[4])

    with pytest.raises(BadFile, match=r"to a job with other rules: simultaneous mover\.$"):
        read_job(path, statement_of(4, "olympiad"))


# -- what is wrong ---------------------------------------------------------------------------------


def test_answers_that_contradict_each_other_are_refused(tmp_path):
    statement, path = statement_of(4), tmp_path / "a.job"
    job = proven(path, statement, ENOUGH)
    key = leaves(job.graph)[0]
    with WinJobFile(path, statement) as file:
        file.write_reports(Searched(WinTask(key, 1), NOT_WON, 1, 0.0))

    with pytest.raises(BadFile, match=r"Two answers on the position .* contradict each other"):
        read_job(path, statement).graph()


def test_estimates_of_other_positions_are_refused(tmp_path):
    statement, path = statement_of(4), tmp_path / "a.job"
    with WinJobFile(path, statement) as file:
        key = statement.key(statement.start())
        file.write_reports(Expanded(WinTask(key, 1, expands=True), (1, 2, 3, 4, 5, 6, 7), 1, 0.0))

    with pytest.raises(BadFile, match=r"is followed by \d+ others"):
        read_job(path, statement).graph()


def wrong_graph() -> tuple[WinStatement, ProofGraph, str]:
    """Return a graph that rests on a position that is not won, and the key of that."""
    statement = statement_of(4)
    start = statement.start()
    lost = next(
        key
        for move in start.legal_moves()
        if not is_won(statement, key := key_after(statement, move))
    )
    graph = ProofGraph(statement)
    key = statement.key(start)
    count = len(statement.after(start)[1])
    graph.add(Expanded(WinTask(key, 1, expands=True), (0,) * count, 1, 0.0))
    graph.add(Searched(WinTask(lost, 1), WON, 1, 0.0))

    return statement, graph, lost


def test_the_check_finds_a_win_that_is_none():
    statement, graph, lost = wrong_graph()

    assert graph.start.value == WON
    assert leaves(graph) == [lost]
    assert Verifier(statement, 8).is_right(lost) is False


def key_after(statement: WinStatement, move: int) -> str:
    position = statement.start()
    position.make(move)
    return statement.key(position)


def is_won(statement: WinStatement, key: str) -> bool:
    search = ProofSearch(statement.position(key), ProofTable(1), statement.side)
    return search.run() > 0


def test_the_walk_finds_holes_and_cycles(tmp_path):
    statement = statement_of(4)
    job = proven(tmp_path / "a.job", statement, FEW[4])
    start = job.graph.start
    first = start.answer
    assert first is not None

    start.answer = start
    with pytest.raises(WrongProof, match="there is no answer"):
        leaves(job.graph)
    start.answer = None
    with pytest.raises(WrongProof, match="there is no answer"):
        leaves(job.graph)
    start.answer = first
    assert first.after
    first.after[-1].value = OPEN
    with pytest.raises(WrongProof, match="there is no answer"):
        leaves(job.graph)


def test_the_walk_does_not_go_in_circles():
    for seed in range(2000):
        found = graph_statement(seed, 8)
        if found is None:
            continue
        graph = ProofGraph(found[0])
        key = graph.start.key
        decided, after = found[0].after(found[0].position(key))
        if decided or key in after or not after:
            continue
        back = [one for one in after if key in found[0].after(found[0].position(one))[1]]
        if len(after) == 1 and back:
            break
    graph.add(Expanded(WinTask(key, 1, expands=True), (0,) * len(after), 1, 0.0))
    other = found[0].after(found[0].position(back[0]))[1]
    graph.add(Expanded(WinTask(back[0], 1, expands=True), (0,) * len(other), 1, 0.0))
    for node in graph.nodes.values():
        node.value, node.is_searched = WON, node.after is None
    graph.start.answer = graph.nodes[back[0]]
    graph.nodes[back[0]].answer = graph.start

    with pytest.raises(WrongProof, match="comes back to a position"):
        leaves(graph)


def test_a_position_whose_answers_do_not_win_is_not_right(monkeypatch):
    statement = statement_of(4)

    def wrong(*args: object, **others: object) -> None:
        raise WrongProof("The game is not won.")

    monkeypatch.setattr(verify, "check_proof", wrong)

    assert Verifier(statement, 8).is_right(statement.key(statement.start())) is False


def test_a_reply_that_is_left_out_is_found(tmp_path):
    statement = statement_of(4)
    job = proven(tmp_path / "a.job", statement, ENOUGH)
    reply = leaves(job.graph)[-1]
    del job.graph.nodes[reply]

    with pytest.raises(WrongProof, match="there is no answer"):
        leaves(job.graph)


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_proof_is_right_from_the_start_on(tmp_path, size):
    statement = statement_of(size)
    job = proven(tmp_path / "a.job", statement, FEW[size])

    checked = whole(job.graph)

    assert checked.plies % 2 == 1
    assert checked.answer(statement.start()) is not None
    file = ProofFile(LOA, statement.rules, None, statement.side, file_answers(checked))
    assert file.check().answers == checked.answers


def test_a_win_that_is_none_is_found_where_it_is_searched_again():
    _, graph, lost = wrong_graph()

    with pytest.raises(WrongProof, match=f"^No win is found in the position {lost}.$"):
        WholeJobProof(graph).search(1)


def test_the_search_for_all_answers_can_be_stopped(tmp_path):
    job = proven(tmp_path / "a.job", statement_of(4), ENOUGH)
    told = []

    with pytest.raises(CheckStopped):
        WholeJobProof(job.graph).search(1, lambda: len(told) == 1, lambda *done: told.append(done))

    assert [done for done, _, _ in told] == [0]


@pytest.mark.parametrize("size", SIZES)
def test_the_answers_win_against_any_replies(tmp_path, size):
    statement = statement_of(size)
    job = proven(tmp_path / "a.job", statement, FEW[size])
    answers = Answers(job.graph, 8)
    for seed in range(20):
        random = Random(seed)
        position = statement.start()
        while not position.is_over():
            if position.side == statement.side:
                move = answers.answer(position)
                assert move in position.legal_moves()
            else:
                move = random.choice(position.legal_moves())
            position.make(move)
        assert position.outcome().winner == statement.side


def test_there_is_no_answer_where_the_proof_does_not_lead(tmp_path):
    statement = statement_of(4)
    job = proven(tmp_path / "a.job", statement, FEW[4])
    answers = Answers(job.graph, 8)
    position = statement.start()
    others = [
        move for move in position.legal_moves() if not is_won(statement, key_after(statement, move))
    ]
    position.make(others[0])

    found = []
    for reply in position.legal_moves():
        position.make(reply)
        found.append(answers.answer(position))
        position.unmake()

    assert None in found


@pytest.mark.parametrize("preset", ["openspiel"])
def test_rules_under_which_more_than_the_position_counts_are_refused(preset):
    with pytest.raises(ValueError, match="depends on the moves before it"):
        statement_of(5, preset)


def test_a_better_estimate_costs_less():
    costs = [cost_of(estimate) for estimate in (-MATE + 9, -500, 0, 200, 329, 331, 900, MATE - 9)]

    assert costs == sorted(costs, reverse=True)
    assert len(set(costs)) == len(costs)


# -- solvers ---------------------------------------------------------------------------------------


def test_a_thread_keeps_its_solver_for_a_job_and_takes_another_for_another_one():
    first, second = (SolverSetting("loa", statement_of(size).rules, 1) for size in (4, 5))

    solver = solver_here(first)

    assert solver_here(first) is solver
    assert (
        solver_here(second).solve(WinTask(statement_of(5).key(statement_of(5).start()), 10)).nodes
        > 0
    )
    assert solver_here(first) is not solver


def test_threads_have_solvers_of_their_own():
    setting = SolverSetting("loa", statement_of(4).rules, 1)

    with ThreadPoolExecutor(1) as executor:
        theirs = executor.submit(solver_here, setting).result()

    assert theirs is not solver_here(setting)
