"""Heuristics of one's own in matches: named, run in worker processes, and stopped there."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.fast import CompiledHeuristic, NotCompiled, why_not_available
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.match.match import Match, MatchConfig
from kalahloa.models.match.openings import Openings
from kalahloa.models.match.participant import prepare, read_participant
from kalahloa.models.sandbox import landlock
from kalahloa.models.sandbox import own_heuristic as module
from kalahloa.models.sandbox.failures import Why
from kalahloa.models.sandbox.own_heuristic import TookTooLong, fast_heuristic, own_heuristic
from kalahloa.models.sandbox.user_code import UserCodeFailed
from kalahloa.models.text.errors import BadCommand, HeuristicFailed, KalahloaError, UnknownName
from kalahloa.models.work.calls import call_processes
from kalahloa.models.work.pool import PoolFailed

KALAH = find_game("kalah")
CONSTANT = "def evaluate(position):\n    return 1.5\n"


def source(text: str = CONSTANT, name: str = "Mine 2") -> HeuristicSource:
    return HeuristicSource(name, "kalah", text)


def read(text: str, own: HeuristicSource | None = None):
    return read_participant(text, KALAH, own=lambda name: own)


def config(text: str) -> MatchConfig:
    first = read("engine:nodes=100:heuristic=file:Mine 2", source(text))
    second = read("random")
    return MatchConfig("kalah", KALAH.rulebook.default, first, second, Openings(3, 1))


@pytest.mark.parametrize(
    "text",
    [
        "engine:nodes=100:heuristic=file:Mine 2",
        "engine:heuristic=file:Mine 2:depth=3",
        "alpha-beta:depth=2:heuristic=file:Mine 2",
    ],
)
def test_a_participant_has_a_heuristic_of_ones_own(text):
    participant = read(text, source())

    assert participant.source == source()
    assert participant.heuristic == "file:Mine 2"
    assert read(participant.text, source()) == participant


def test_a_heuristic_is_named_by_its_file_as_well():
    asked = []

    def find(name: str) -> HeuristicSource:
        asked.append(name)
        return source()

    participant = read_participant("engine:heuristic=Folder/Mine.py:nodes=5", KALAH, own=find)

    assert asked == ["Folder/Mine.py"]
    assert participant.text == "engine:nodes=5:heuristic=file:Mine 2"


@pytest.mark.parametrize("text", ["engine:heuristic=file:none", "engine:heuristic=none.py"])
def test_a_heuristic_that_is_not_there_is_told(text):
    with pytest.raises(UnknownName, match="There is no heuristic"):
        read(text)
    with pytest.raises(UnknownName, match="There is no heuristic"):
        read_participant(text, KALAH)


def test_a_level_takes_no_heuristic_of_ones_own():
    with pytest.raises(BadCommand, match="has a level"):
        read("engine:level=3:heuristic=file:Mine 2", source())


def test_it_plays_in_worker_processes_as_in_this_one():
    text = (
        "def evaluate(position):\n    print('noise')\n    return 0.5 if position.side else -0.5\n"
    )
    results = []
    for workers in (1, 2):
        with call_processes(workers) as pool:
            results.append(Match(config(text), 2).play(pool))

    assert results[0] == results[1]
    assert results[0].complete


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def evaluate(position)\n    return 1\n", "cannot be read"),
        ("x = 1\n", "has no function"),
        ("def evaluate(position):\n    return 1 / 0\n", "ZeroDivisionError"),
        ("def evaluate(position):\n    return 'one'\n", "not a number"),
        ("def evaluate(position):\n    return float('nan')\n", "NaN"),
        ("import sys\ndef evaluate(position):\n    sys.exit(3)\n", "end the program"),
    ],
)
def test_a_heuristic_that_fails_ends_the_match_with_a_sentence(text, sentence):
    with (
        call_processes(1) as pool,
        pytest.raises(HeuristicFailed, match=sentence),
    ):
        Match(config(text), 1).play(pool)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("os.system('true > {path}')", "may not start another process"),
        ("open({path!r}, 'w')", "may not change files"),
        ("os.mkfifo({path!r})", "may not change files"),
    ],
)
def test_it_may_do_no_more_than_in_the_sandbox(code, sentence, tmp_path):
    path = str(tmp_path / "written")
    text = f"import os\n\n\ndef evaluate(position):\n    {code.format(path=path)}\n    return 0\n"

    with call_processes(1) as pool, pytest.raises(HeuristicFailed, match=sentence):
        Match(config(text), 1).play(pool)

    assert not Path(path).exists()


@pytest.mark.skipif(not landlock.version(), reason="The kernel has no Landlock.")
def test_it_reads_no_file_of_the_users(tmp_path):
    path = tmp_path / "note"
    path.write_text("mine", encoding="utf-8")
    text = f"def evaluate(position):\n    return len(open({str(path)!r}).read())\n"

    with (
        call_processes(1) as pool,
        pytest.raises(HeuristicFailed, match="Permission denied"),
    ):
        Match(config(text), 1).play(pool)


def test_a_heuristic_that_does_not_return_is_ended():
    text = "def evaluate(position):\n    while True:\n        pass\n"

    with (
        call_processes(1) as pool,
        pytest.raises(HeuristicFailed, match="took more than"),
    ):
        Match(config(text), 1).play(pool)


def test_a_heuristic_that_catches_everything_is_ended_with_its_process():
    text = (
        "def evaluate(position):\n"
        "    while True:\n"
        "        try:\n"
        "            while True:\n"
        "                pass\n"
        "        except BaseException:\n"
        "            pass\n"
    )

    with (
        call_processes(1) as pool,
        pytest.raises(PoolFailed, match="3 workers have died of the same task"),
    ):
        Match(config(text), 1).play(pool)


def test_the_same_source_is_loaded_once():
    assert own_heuristic(source()) is own_heuristic(source())
    assert own_heuristic(source()) is not own_heuristic(source(CONSTANT + "\n"))


def test_failures_name_the_line():
    evaluate = own_heuristic(source("def evaluate(position):\n    return [][0]\n"))

    with pytest.raises(HeuristicFailed, match=r"'Mine 2' failed in line 2: IndexError") as caught:
        evaluate(KALAH.start(KALAH.rulebook.default))

    assert caught.value.line == 2
    assert isinstance(caught.value, KalahloaError)


def test_no_file_is_read_for_a_built_in_heuristic():
    participant = read_participant("engine:heuristic=kalah-difference", KALAH)

    assert participant.source is None
    assert not Path("kalah-difference").exists()


# -- at full speed ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "compiled"),
    [
        ("engine:nodes=1000:heuristic=file:Mine 2", True),
        ("engine:seconds=0.1:heuristic=file:Mine 2", True),
        ("engine:depth=4:heuristic=file:Mine 2", True),
        ("engine:nodes=999:heuristic=file:Mine 2", False),
        ("engine:depth=3:heuristic=file:Mine 2", False),
        ("alpha-beta:depth=8:heuristic=file:Mine 2", False),
    ],
)
def test_it_is_compiled_for_an_engine_that_asks_it_often(text, compiled):
    assert read(text, source()).to_compile is compiled


def test_heuristics_of_the_game_are_not_compiled():
    assert not read("engine:nodes=5000:heuristic=kalah-difference").to_compile
    assert not read("engine:level=5").to_compile and not read("random").to_compile


@pytest.fixture
def compiler(monkeypatch) -> Iterator[list[str]]:
    """Pretend that Numba is there; the texts that were compiled."""
    texts: list[str] = []

    def compile_it(text, game, interpreted, report=None):
        texts.append(text)
        position = game.start(game.rulebook.default)
        assert interpreted(position) == 1.5
        return CompiledHeuristic(lambda _: 9.0, 0, 0.0, None)

    monkeypatch.setattr(module, "why_not_available", lambda: None)
    monkeypatch.setattr(module, "compile_heuristic", compile_it)
    fast_heuristic.cache_clear()
    yield texts
    fast_heuristic.cache_clear()


def test_a_compiled_heuristic_plays_in_all_games_and_is_compiled_once(compiler):
    participant = read("engine:nodes=2000:heuristic=file:Mine 2", source())

    assert prepare((participant, read("random"))) == ["", ""]
    for seed in range(2):
        move = participant.mover(KALAH, seed)
        assert move(KALAH.start(KALAH.rulebook.default)) in range(1, 7)

    assert compiler == [CONSTANT]
    # Where the C function has no value the engine asks this one, whose errors are told.
    assert fast_heuristic(source()).interpreted is own_heuristic(source())


def test_where_it_cannot_be_compiled_it_runs_interpreted_and_it_is_said_why(monkeypatch):
    def compile_it(*_: object) -> NotCompiled:
        return NotCompiled("Line 2 keeps it from being compiled.", 2)

    monkeypatch.setattr(module, "why_not_available", lambda: None)
    monkeypatch.setattr(module, "compile_heuristic", compile_it)
    fast_heuristic.cache_clear()
    participant = read("engine:nodes=1000:heuristic=file:Mine 2", source())

    assert prepare((participant,)) == ["Line 2 keeps it from being compiled."]
    assert participant.mover(KALAH, 1)(KALAH.start(KALAH.rulebook.default)) in range(1, 7)
    fast_heuristic.cache_clear()


def test_a_call_that_takes_too_long_keeps_it_from_being_compiled(monkeypatch):
    def endless(*_: object) -> float:
        raise UserCodeFailed(Why.RAISED, 2, TookTooLong.__name__)

    def compile_it(text, game, interpreted, report=None):
        with suppress(Exception):  # as the comparison of the values does
            interpreted(game.start(game.rulebook.default))
        raise AssertionError("The C function would never return.")

    monkeypatch.setattr(module, "why_not_available", lambda: None)
    monkeypatch.setattr(module, "compile_heuristic", compile_it)
    monkeypatch.setattr(module, "_loaded", lambda _: endless)
    fast_heuristic.cache_clear()
    own_heuristic.cache_clear()

    made = fast_heuristic(source())

    assert isinstance(made, NotCompiled) and "too long" in made.sentence
    fast_heuristic.cache_clear()
    own_heuristic.cache_clear()


def test_a_heuristic_that_fails_is_left_to_the_games():
    broken = source("def evaluate(position):\n    return 1 / 0\nraise ValueError('no')\n", "Broken")
    participant = read("engine:nodes=2000:heuristic=file:Mine 2", broken)

    assert prepare((participant,)) in ([""], [why_not_available_sentence()])
    with pytest.raises(HeuristicFailed):
        participant.mover(KALAH, 1)(KALAH.start(KALAH.rulebook.default))


def why_not_available_sentence() -> str:
    why = why_not_available()
    return "" if why is None else str(why.sentence)
