"""Jobs: the value that comes out, what is asked on the way, and what is not asked twice."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from kalahloa.models.games.kalah.job.job import ValueJob, ValueJobProgress, next_asked, start_key
from kalahloa.models.games.kalah.job.job_file import ValueJobFile, read_margin_job
from kalahloa.models.games.kalah.job.task import MarginSolverSetting, MarginTask
from kalahloa.models.games.kalah.rules import RULEBOOK, KalahRules
from kalahloa.models.work.pool import PoolFailed
from tests.models.games.kalah.job.own_thread import own_thread
from tests.oracles import oracle

SMALL = oracle("kalah")["small_boards"]


def setting_of(preset: str, pits: int, stones: int) -> MarginSolverSetting:
    rules = RULEBOOK.read(preset, {"pits": pits, "stones": stones})
    return MarginSolverSetting(rules, 0, 1)


SETTING = setting_of("lecture", 4, 3)


def rough(key: bytes) -> float:
    """Return an estimate without a search: the stones of one side less those of the other."""
    half = len(key) // 2
    return float(sum(key[:half]) - sum(key[half:]))


def prove(path: Path, setting: MarginSolverSetting, turns: int = 2, **settings) -> tuple[int, int]:
    with ValueJobFile(path, setting.rules) as file:
        return ValueJob(file, turns, estimate=rough).run(own_thread(setting), **settings)


@pytest.mark.parametrize("preset", SMALL)
@pytest.mark.parametrize("board", ["1,3", "2,3", "2,4", "3,3", "3,6", "4,3"])
def test_a_job_proves_the_known_value(tmp_path, preset, board):
    setting = setting_of(preset, *map(int, board.split(",")))
    value = SMALL[preset][board]

    assert prove(tmp_path / "a.proof", setting) == (value, value)


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
@pytest.mark.parametrize("room", [1, 2, 5])
def test_the_value_does_not_depend_on_the_cut_or_on_the_workers(tmp_path, turns, room):
    with ValueJobFile(tmp_path / "a.proof", SETTING.rules) as file:
        found = ValueJob(file, turns, estimate=rough).run(own_thread(SETTING, room))

    assert found == (SMALL["lecture"]["4,3"],) * 2


def test_a_job_that_is_stopped_after_each_piece_proves_none_twice(tmp_path):
    path = tmp_path / "a.proof"
    value = SMALL["lecture"]["4,3"]
    runs = 0
    solved: list[MarginTask] = []
    found = (-24, 24)
    while found != (value, value):
        pool = own_thread(SETTING)
        with ValueJobFile(path, SETTING.rules) as file:
            before = len(solved)
            job = ValueJob(file, 3, estimate=rough)
            found = job.run(pool, lambda pool=pool: len(pool.done) > 0)
            assert (job.proven, job.lost) == (len(pool.done), 0)
        solved += pool.done
        runs += 1
        assert len(solved) <= before + 1

    assert runs > 10
    assert len(set(solved)) == len(solved)
    assert len(read_margin_job(path, SETTING.rules).answers) == len(solved)


def test_a_worker_that_dies_loses_only_its_own_piece(tmp_path):
    chance = Random(5)
    dead: list[MarginTask] = []

    def dies(task: MarginTask) -> bool:
        is_dead = chance.random() < 0.3
        if is_dead:
            dead.append(task)
        return is_dead

    pool = own_thread(SETTING, 3, dies=dies)
    with ValueJobFile(tmp_path / "a.proof", SETTING.rules) as file:
        job = ValueJob(file, 3, estimate=rough)
        found = job.run(pool)

    assert found == (SMALL["lecture"]["4,3"],) * 2
    assert job.lost == len(dead) > 3
    assert len(set(pool.done)) == len(pool.done)
    given = read_margin_job(tmp_path / "a.proof", SETTING.rules).given
    assert {task for task, times in given.items() if times > 1} <= set(dead)


def test_a_piece_that_ends_every_worker_ends_the_job(tmp_path):
    with (
        ValueJobFile(tmp_path / "a.proof", SETTING.rules) as file,
        pytest.raises(PoolFailed, match="10 workers have died of the same piece"),
    ):
        ValueJob(file, 2, estimate=rough).run(own_thread(SETTING, dies=lambda task: True))


def test_pieces_that_take_too_long_are_cut_into_smaller_ones(tmp_path):
    path = tmp_path / "a.proof"
    setting = setting_of("lecture", 5, 3)
    with ValueJobFile(path, setting.rules) as file:
        job = ValueJob(file, 1, estimate=rough)
        asked = []
        # A search looks at its limit for the first time at its first node.
        job.run(own_thread(replace(setting, limit=1e-9)), lambda: len(job.record.unproven) > 5)
        asked += job.record.unproven

    with ValueJobFile(path, setting.rules) as file:
        again = ValueJob(file, 1, estimate=rough)
        pool = own_thread(setting)
        low, high = again.run(pool)

    with ValueJobFile(tmp_path / "b.proof", setting.rules) as file:
        plain = ValueJob(file, 1, estimate=rough).run(own_thread(setting))
    assert low == high == plain[0] == plain[1]
    assert {task.key for task in asked}.isdisjoint(task.key for task in pool.done)


def test_only_the_question_asked_is_proven(tmp_path):
    value = SMALL["lecture"]["4,3"]

    low, high = prove(tmp_path / "a.proof", SETTING, at_least=value)
    assert low == value < high
    low, high = prove(tmp_path / "b.proof", SETTING, at_least=value + 2)
    assert low < value + 2 > high
    assert prove(tmp_path / "b.proof", SETTING, at_least=value) == (value, value)


def test_the_cheap_questions_come_first():
    asked = []
    bounds = (-24, 24)
    last = None
    value = 8
    while (number := next_asked(bounds, 5.4, last)) is not None:
        asked.append(number)
        low, high = bounds
        bounds = (number, high) if value >= number else (low, number - 2)
        last = value >= number if number not in (0, 2) else None

    assert asked == [0, 2, 6, 8, 10]
    assert next_asked((-24, -2), -3.0, None) == -4
    assert next_asked((-24, -2), 30.0, None) == -2
    assert next_asked((0, 0), 0.0, None) is None
    assert next_asked((4, 12), 0.0, False) == 12


def test_the_progress_tells_the_question_and_how_much_is_left(tmp_path):
    told: list[tuple[ValueJobProgress, object]] = []

    def listen(progress: ValueJobProgress) -> None:
        told.append((progress, progress.forecast()))

    with ValueJobFile(tmp_path / "a.proof", SETTING.rules) as file:
        ValueJob(file, 2, estimate=rough).run(own_thread(SETTING), report=listen)

    assert [progress.question for progress, _ in told][:1] == [0]
    assert len({progress.question for progress, _ in told}) > 2
    assert told[0][1].least_seconds is None
    for _, found in told[10:]:
        assert 0 <= found.least_tasks <= found.most_tasks
        assert 0 <= found.least_seconds <= found.most_seconds
    # For each question, at least as many tasks are left at its beginning as the forecast's least
    # said wherever all went as expected, and never more than its most.
    for number, (progress, found) in enumerate(told):
        later = [one.proven for one, _ in told[number:] if one.question == progress.question]
        assert later[-1] - progress.proven <= found.most_tasks


def test_the_start_is_the_position_of_the_rules():
    assert start_key(KalahRules(pits=2, stones=3)) == bytes([3, 3, 3, 3])
