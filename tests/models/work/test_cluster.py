"""Work on a Dask cluster of real processes, one of which is killed; where Dask is installed."""

import json
import os
import shlex
import signal
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from kalahloa.cli.main import main
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.job.job import ValueJob, ValueJobProgress
from kalahloa.models.games.kalah.job.job_file import ValueJobFile
from kalahloa.models.games.kalah.job.margin_solver import solve_margin
from kalahloa.models.games.kalah.job.task import MarginSolverSetting
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.match.match import Match, MatchConfig, MatchResult
from kalahloa.models.match.openings import Openings
from kalahloa.models.match.participant import read_participant
from kalahloa.models.search.proof.job.answers import JobProof
from kalahloa.models.search.proof.job.job import WinJob, WinJobProgress
from kalahloa.models.search.proof.job.job_file import WinJobFile, read_job
from kalahloa.models.search.proof.job.task import WON, WinStatement
from kalahloa.models.search.proof.job.task import SolverSetting as WinSetting
from kalahloa.models.search.proof.job.task_solver import solve_here as win_solve_here
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.work.calls import call_here
from kalahloa.models.work.cluster import Cluster
from tests.benchmarks.proof_kills import check, lines_of
from tests.models.work.own_thread import OwnThread
from tests.oracles import oracle

LOA = find_game("loa")
SETTING = MarginSolverSetting(KalahRules(pits=4, stones=3), 8, 1)
LONGER = MarginSolverSetting(KalahRules(pits=4, stones=5), 8, 1)


def value_of(setting: MarginSolverSetting) -> int:
    rules = setting.rules
    value: int = oracle("kalah")["small_boards"]["lecture"][f"{rules.pits},{rules.stones}"]
    return value


def test_without_dask_it_is_told_what_to_install(monkeypatch):
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("kalahloa.models.work.cluster.import_module", missing)

    with pytest.raises(BadCommand, match=r"--cluster needs Dask"):
        Cluster(partial(solve_margin, SETTING), "tcp://127.0.0.1:1")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    import distributed

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as made:
        yield made


def test_a_cluster_of_processes_proves_the_value(cluster, tmp_path, capsys):
    path = tmp_path / "a.proof"
    line = f"prove-start kalah --pits 4 --stones 3 --table 1 --output {path} --json"

    assert main(shlex.split(f"{line} --cluster {cluster.scheduler_address}")) == 0

    found = json.loads(capsys.readouterr().out)
    assert (found["value"], found["lost"]) == (value_of(SETTING), 0)
    assert check(path, 0, 2) == []


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_a_worker_of_the_cluster_that_is_killed_loses_only_its_piece(cluster, tmp_path):
    path = tmp_path / "a.proof"
    pool = Cluster(partial(solve_margin, LONGER), cluster.scheduler_address)
    killed: list[int] = []

    def kill_once(progress: ValueJobProgress) -> None:
        if progress.proven >= 20 and not killed:
            workers = [one["pid"] for one in workers_of(cluster)]
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    try:
        with ValueJobFile(path, LONGER.rules) as file:
            job = ValueJob(file, 4)
            found = job.run(pool, report=kill_once)
    finally:
        pool.close()

    assert killed
    assert found == (value_of(LONGER),) * 2
    # Dask may have a task done again whose answer comes from the worker that is being killed.
    assert [one for one in check(path, 1, 2) if "some are missing: " not in one] == []
    answers = [line for line in lines_of(path) if "answer" in line]
    assert len(answers) == job.proven > 20
    assert len({line["by"][0] for line in answers}) >= 2


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_a_cluster_proves_a_win_though_one_of_its_workers_is_killed(cluster, tmp_path):
    path = tmp_path / "a.job"
    statement = WinStatement(LOA, LOA.rulebook.read("tutorial", {"size": 4}))
    setting = WinSetting(LOA.key, statement.rules, 1)
    pool: Cluster[Any, Any] = Cluster(partial(win_solve_here, setting), cluster.scheduler_address)
    killed: list[int] = []

    def kill_once(progress: WinJobProgress) -> None:
        if progress.done >= 3 and not killed:
            killed.append(workers_of(cluster)[0]["pid"])
            os.kill(killed[0], signal.SIGKILL)

    try:
        with WinJobFile(path, statement) as file:
            WinJob(file, 20).run(pool, report=kill_once)
    finally:
        pool.close()

    graph = read_job(path, statement).graph()
    assert killed
    assert graph.start.value == WON
    JobProof(graph).leaves()  # raises where an answer is missing


def test_the_command_proves_a_win_on_a_cluster(cluster, tmp_path, capsys):
    path = tmp_path / "a.job"
    line = f"prove-start loa --size 4 --nodes 20 --table 1 --output {path} --json"

    assert main(shlex.split(f"{line} --cluster {cluster.scheduler_address}")) == 0

    assert json.loads(capsys.readouterr().out)["value"] == "win"


def test_a_proof_on_a_cluster_says_how_to_go_on_there(cluster, tmp_path, capsys):
    path, address = tmp_path / "a.job", cluster.scheduler_address
    line = f"prove-start loa --size 4 --nodes 20 --output {path} --time 0.0001"

    assert main(shlex.split(f"{line} --cluster {address}")) == 0

    last = capsys.readouterr().out.splitlines()[-1]
    assert last.endswith(f"loa --size 4 --nodes 20 --cluster {address} --output {path}")


def test_the_command_plays_a_match_on_a_cluster_as_in_processes(cluster, capsys):
    line = "match kalah engine:level=2 engine:level=1 --games 12 --json"
    assert main(shlex.split(f"{line} --workers 2")) == 0
    expected = capsys.readouterr().out

    assert main(shlex.split(f"{line} --cluster {cluster.scheduler_address}")) == 0

    assert capsys.readouterr().out == expected


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_a_match_on_a_cluster_goes_on_though_a_worker_is_killed(cluster):
    kalah = find_game("kalah")
    first, second = (read_participant(text, kalah) for text in ("engine:level=3", "engine:level=2"))
    config = MatchConfig("kalah", kalah.rulebook.default, first, second, Openings(3, 1))
    pool: Cluster[Any, Any] = Cluster(call_here, cluster.scheduler_address)
    killed: list[int] = []

    def kill_once(result: MatchResult) -> None:
        if len(result.pairs) == 3:
            killed.append(workers_of(cluster)[0]["pid"])
            os.kill(killed[0], signal.SIGKILL)

    try:
        result = Match(config, 12).play(pool, kill_once)
    finally:
        pool.close()

    assert killed
    assert result == Match(config, 12).play(OwnThread(call_here))


def test_a_heuristic_of_ones_own_does_not_play_on_a_cluster(tmp_path, capsys):
    path = tmp_path / "Mine.py"
    path.write_text("def evaluate(position):\n    return float(position.side)\n")
    line = f"match kalah engine:nodes=60:heuristic={path} random --games 2 --cluster tcp://x"

    assert main(shlex.split(line)) == 2

    assert "plays on this machine only, not on a cluster" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", ["prove-start loa --size 4 --output a", "match loa random random"]
)
def test_a_cluster_and_workers_exclude_each_other(command, capsys):
    assert main(shlex.split(f"{command} --workers 2 --cluster tcp://x")) == 2

    assert "--workers is for this machine" in capsys.readouterr().err


def workers_of(cluster: Any) -> list[dict[str, Any]]:
    """Return the id of each worker's process."""
    return [{"pid": nanny.process.pid} for nanny in cluster.workers.values()]


def test_an_address_where_nothing_answers_is_told(monkeypatch):
    monkeypatch.setattr("kalahloa.models.work.cluster.CONNECT_SECONDS", 1)

    with pytest.raises(BadCommand, match=r"No Dask scheduler answers at 'tcp://127\.0\.0\.1:1'"):
        Cluster(partial(solve_margin, SETTING), "tcp://127.0.0.1:1")
    with pytest.raises(BadCommand, match="No Dask scheduler answers at 'nonsense://'"):
        Cluster(partial(solve_margin, SETTING), "nonsense://")
