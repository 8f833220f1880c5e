"""One queue for all searches: who comes first, who is stopped, and that none is lost."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, Qt

from kalahloa.controllers.base.player import Level
from kalahloa.controllers.work import analysis_service, background
from kalahloa.controllers.work.analysis_service import KINDS, AnalysisService, JobKind, Priority
from kalahloa.controllers.work.search_jobs import (
    LinesPlan,
    LinesRequest,
    SearchNews,
    SearchReply,
    SearchRequest,
    ValuesNews,
    ValuesRequest,
    find_lines,
    find_move,
    find_values,
)
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.move_values import FoundValues, TimeSlice, Valuer
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.work.cancellation import Stop
from tests.scores import WINNER, estimate
from tests.scripted import ScriptedSearcher

QUICK = (TimeSlice(0.05, 0.02),)
MOVE, HINT, PROOF, VALUES, REVIEW, COMPARISON, LINES = Priority
LEVEL = Level(depth=1)


@dataclass(frozen=True)
class Scripted:
    """A request for a job that does what its `Stage` says."""

    number: int
    name: str
    stage: "Stage"


class Stage:
    """Runs scripted jobs and writes down what happens to them."""

    def __init__(self) -> None:
        self.diary: list[str] = []
        self.at_work = 0
        self.most_at_work = 0
        self.threads: dict[str, int] = {}
        self.gates: dict[str, threading.Event] = {}
        self.begun: dict[str, threading.Event] = {}
        self.ended = threading.Event()
        self.deaf: set[str] = set()
        """The jobs that do not heed their flag."""
        self.error: BaseException | None = None
        self._lock = threading.Lock()

    def hold(self, name: str) -> threading.Event:
        """Have the job called *name* work until the returned event is set."""
        self.gates[name] = threading.Event()
        self.begun[name] = threading.Event()
        return self.gates[name]

    def run(self, request: Scripted, stop: Stop, report: Callable[[object], None]) -> SearchReply:
        name = request.name
        with self._lock:
            self.at_work += 1
            self.most_at_work = max(self.most_at_work, self.at_work)
            self.diary.append(f"{name} begins")
            self.threads[name] = threading.get_ident()
        try:
            report(SearchNews(request.number, Progress(1, 1, estimate(0.0), (), 0.0)))
            if name in self.gates:
                self.begun[name].set()
                while not self.gates[name].wait(0.001):
                    if stop() and name not in self.deaf:
                        self.diary.append(f"{name} stops")
                        raise SearchStopped
            if self.error is not None:
                raise self.error
            self.diary.append(f"{name} ends")
            return SearchReply(request.number, _result())
        finally:
            with self._lock:
                self.at_work -= 1


def _result(move: int = 1) -> SearchResult:
    return SearchResult(move, estimate(0.0), (move,), 1, 0.0, 1)


class Heard:
    """What a service tells."""

    def __init__(self, service: AnalysisService) -> None:
        self.replies: list[SearchReply] = []
        self.news: list[SearchNews] = []
        self.values: list[ValuesNews] = []
        service.replied.connect(self.replies.append)
        service.progressed.connect(self.news.append)
        service.valued.connect(self.values.append)

    @property
    def answered(self) -> list[int]:
        return [reply.number for reply in self.replies]


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    monkeypatch.setitem(
        KINDS,
        Scripted,
        JobKind(
            lambda request, stop, report: request.stage.run(request, stop, report),
            lambda number, reason: SearchReply(number, None, f"Failed: {reason}"),
        ),
    )
    made = Stage()
    yield made
    for gate in made.gates.values():
        gate.set()


@pytest.fixture
def service(qapp, stage: Stage) -> Iterator[AnalysisService]:
    made = AnalysisService(time_slices=QUICK)
    yield made
    for gate in stage.gates.values():
        gate.set()
    made.shut_down()


@pytest.fixture
def heard(service: AnalysisService) -> Heard:
    return Heard(service)


@pytest.fixture
def ask(service: AnalysisService, stage: Stage) -> Callable[[str, Priority], int]:
    """Return a function that queues the job called so."""

    def submit(name: str, priority: Priority) -> int:
        return service.submit(priority, lambda number: Scripted(number, name, stage))

    return submit


# -- order -----------------------------------------------------------------------------------------


def test_jobs_are_numbered_and_each_is_answered_once(service, ask, heard, qtbot):
    numbers = [ask("one", MOVE), ask("two", HINT), ask("three", REVIEW)]

    qtbot.waitUntil(lambda: len(heard.replies) == 3)

    assert numbers == [1, 2, 3]
    assert heard.answered == numbers
    assert [news.number for news in heard.news] == numbers


def test_jobs_of_one_priority_wait_in_order(stage, ask, heard, qtbot):
    gate = stage.hold("first")
    ask("first", HINT)
    stage.begun["first"].wait()
    ask("second", HINT)
    ask("third", HINT)

    gate.set()

    qtbot.waitUntil(lambda: len(heard.replies) == 3)
    assert [line for line in stage.diary if "begins" in line] == [
        "first begins",
        "second begins",
        "third begins",
    ]


def test_waiting_jobs_run_by_priority(stage, ask, heard, qtbot):
    gate = stage.hold("move")
    ask("move", MOVE)
    stage.begun["move"].wait()
    for name, priority in (("lines", LINES), ("review", REVIEW), ("values", VALUES)):
        ask(name, priority)
    ask("proof", PROOF)
    ask("hint", HINT)

    gate.set()

    qtbot.waitUntil(lambda: len(heard.replies) == 6)
    assert [line.split()[0] for line in stage.diary if "begins" in line] == [
        "move",
        "hint",
        "proof",
        "values",
        "review",
        "lines",
    ]


@pytest.mark.parametrize(("urgent", "lesser"), list(pairwise(Priority)))
def test_a_more_urgent_job_stops_a_lesser_one_which_begins_again_after_it(
    stage, ask, heard, qtbot, urgent, lesser
):
    gate = stage.hold("lesser")
    first = ask("lesser", lesser)
    qtbot.waitUntil(stage.begun["lesser"].is_set)

    second = ask("urgent", urgent)
    qtbot.waitUntil(lambda: second in heard.answered)
    gate.set()
    qtbot.waitUntil(lambda: first in heard.answered)

    assert stage.diary == [
        "lesser begins",
        "lesser stops",
        "urgent begins",
        "urgent ends",
        "lesser begins",
        "lesser ends",
    ]
    assert heard.answered == [second, first]


def test_what_follows_the_place_is_begun_after_that_is_drawn(service, stage, ask, heard, qtbot):
    first = ask("values", VALUES)
    assert stage.diary == []

    service.cancel(first)
    second = ask("lines", LINES)
    move = ask("move", MOVE)

    qtbot.waitUntil(lambda: second in heard.answered)
    assert heard.answered == [move, second]
    assert not any("values" in line for line in stage.diary)


def test_a_less_urgent_job_stops_nothing(stage, ask, heard, qtbot):
    gate = stage.hold("move")
    ask("move", MOVE)
    stage.begun["move"].wait()

    ask("hint", HINT)
    ask("another move", MOVE)
    gate.set()

    qtbot.waitUntil(lambda: len(heard.replies) == 3)
    assert "move stops" not in stage.diary


def test_a_job_that_was_stopped_keeps_its_turn_among_equals(stage, ask, heard, qtbot):
    gate = stage.hold("early")
    early = ask("early", VALUES)
    qtbot.waitUntil(stage.begun["early"].is_set)
    late = ask("late", VALUES)

    ask("hint", HINT)
    gate.set()

    qtbot.waitUntil(lambda: len(heard.replies) == 3)
    assert heard.answered[1:] == [early, late]


def test_a_job_can_be_stopped_for_others_again_and_again(stage, ask, heard, qtbot):
    gate = stage.hold("values")
    values = ask("values", VALUES)
    for _ in range(5):
        qtbot.waitUntil(stage.begun["values"].is_set)
        stage.begun["values"].clear()
        hint = ask("hint", HINT)
        qtbot.waitUntil(lambda hint=hint: hint in heard.answered)
        qtbot.waitUntil(stage.begun["values"].is_set)

    gate.set()

    qtbot.waitUntil(lambda: values in heard.answered)
    assert heard.answered.count(values) == 1
    assert stage.diary.count("values stops") == 5


def test_an_answer_that_came_before_the_stop_counts(service, stage, ask, heard, qtbot):
    """The job has ended, but its answer is still under way when another job stops it."""
    gate = stage.hold("values")
    values = ask("values", VALUES)
    qtbot.waitUntil(stage.begun["values"].is_set)
    # Of the stage, which lives until the threads that set it have ended.
    service._workers[True].worked.connect(stage.ended.set, Qt.ConnectionType.DirectConnection)
    gate.set()
    assert stage.ended.wait(30)

    ask("move", MOVE)

    qtbot.waitUntil(lambda: len(heard.replies) == 2)
    assert heard.answered[0] == values
    assert stage.diary.count("values begins") == 1


def test_moves_and_hints_share_a_thread_and_what_is_only_shown_has_another(
    stage, ask, heard, qtbot
):
    for priority in Priority:
        ask(priority.name, priority)

    qtbot.waitUntil(lambda: len(heard.replies) == len(Priority))

    threads = stage.threads
    assert threads["MOVE"] == threads["HINT"]
    assert threads["PROOF"] == threads["VALUES"] == threads["LINES"] == threads["REVIEW"]
    assert threads["MOVE"] != threads["VALUES"]


_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.sampled_from(list(Priority)), st.booleans()),
        st.tuples(st.just("cancel"), st.integers(0, 20)),
        st.tuples(st.just("open"), st.integers(0, 20)),
        st.tuples(st.just("wait")),
    ),
    max_size=25,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=_STEPS)
def test_whatever_is_asked_one_job_runs_at_a_time_and_none_is_lost(qtbot, monkeypatch, steps):
    stage = Stage()
    monkeypatch.setitem(
        KINDS,
        Scripted,
        JobKind(
            lambda request, stop, report: request.stage.run(request, stop, report),
            lambda number, reason: SearchReply(number, None, reason),
        ),
    )
    service = AnalysisService()
    heard = Heard(service)
    asked: list[int] = []
    cancelled: set[int] = set()
    silent: dict[int, int] = {}
    for number, step in enumerate(steps):
        if step[0] == "ask":
            if step[2]:
                stage.hold(str(number))
            asked.append(
                service.submit(step[1], lambda job, name=str(number): Scripted(job, name, stage))
            )
        elif step[0] == "cancel" and asked:
            job = asked[step[1] % len(asked)]
            service.cancel(job)
            if job not in heard.answered:
                cancelled.add(job)
            silent[job] = sum(news.number == job for news in heard.news)
        elif step[0] == "open" and stage.gates:
            list(stage.gates.values())[step[1] % len(stage.gates)].set()
        elif step[0] == "wait":
            QCoreApplication.sendPostedEvents()

    for gate in stage.gates.values():
        gate.set()
    qtbot.waitUntil(lambda: set(heard.answered) == set(asked) - cancelled)
    service.shut_down()

    assert sorted(heard.answered) == sorted(set(asked) - cancelled)
    assert stage.most_at_work <= 1
    for job, count in silent.items():
        assert sum(news.number == job for news in heard.news) == count


# -- cancelling ------------------------------------------------------------------------------------


def test_a_running_job_can_be_cancelled_and_is_not_answered(service, stage, ask, heard, qtbot):
    stage.hold("hint")
    hint = ask("hint", HINT)
    stage.begun["hint"].wait()

    service.cancel(hint)
    after = ask("after", HINT)

    qtbot.waitUntil(lambda: after in heard.answered)
    assert heard.answered == [after]
    assert "hint stops" in stage.diary


def test_a_waiting_job_can_be_cancelled_and_never_begins(service, stage, ask, heard, qtbot):
    gate = stage.hold("move")
    ask("move", MOVE)
    waiting, last = ask("waiting", HINT), ask("last", HINT)

    service.cancel(waiting)
    gate.set()

    qtbot.waitUntil(lambda: last in heard.answered)
    assert waiting not in heard.answered
    assert "waiting begins" not in stage.diary


def test_a_job_that_was_stopped_for_another_can_be_cancelled(service, stage, ask, heard, qtbot):
    stage.hold("values")
    gate = stage.hold("move")
    values = ask("values", VALUES)
    qtbot.waitUntil(stage.begun["values"].is_set)
    move = ask("move", MOVE)

    service.cancel(values)
    gate.set()
    last = ask("last", REVIEW)

    qtbot.waitUntil(lambda: last in heard.answered)
    assert heard.answered == [move, last]
    assert stage.diary.count("values begins") == 1


def test_what_was_under_way_of_a_cancelled_job_is_dropped(service, stage, ask, heard, qtbot):
    stage.hold("hint")
    hint = ask("hint", HINT)
    stage.begun["hint"].wait()  # its news are queued, but not delivered yet

    service.cancel(hint)
    last = ask("last", HINT)

    qtbot.waitUntil(lambda: last in heard.answered)
    assert {news.number for news in heard.news} == {last}


def test_all_can_be_cancelled_and_numbers_go_on(service, stage, ask, heard, qtbot):
    stage.hold("one")
    for name, priority in (("one", HINT), ("two", VALUES), ("three", MOVE)):
        ask(name, priority)

    service.cancel_all()

    assert ask("last", REVIEW) == 4
    qtbot.waitUntil(lambda: heard.answered == [4])


def test_cancelling_what_is_answered_or_was_never_asked_is_nothing(service, ask, heard, qtbot):
    done = ask("done", MOVE)
    qtbot.waitUntil(lambda: done in heard.answered)

    for number in (done, 0, 99):
        service.cancel(number)

    last = ask("last", MOVE)
    qtbot.waitUntil(lambda: last in heard.answered)


def test_a_receiver_of_an_answer_can_ask_for_more(service, ask, heard, qtbot):
    def go_on(_: object) -> None:
        if len(heard.replies) < 4:
            ask("more", HINT)

    service.replied.connect(go_on)
    ask("values", VALUES)
    ask("move", MOVE)

    qtbot.waitUntil(lambda: len(heard.replies) == 5)
    assert sorted(heard.answered) == [1, 2, 3, 4, 5]


# -- failures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("out of luck"), "out of luck"),
        (MemoryError(), "MemoryError"),
        (SystemExit("bye"), "bye"),
        (SearchStopped(), "SearchStopped"),
    ],
)
def test_a_job_that_raises_is_answered_with_a_sentence(stage, ask, heard, qtbot, error, reason):
    stage.error = error
    ask("failing", MOVE)
    qtbot.waitUntil(lambda: len(heard.replies) == 1)
    stage.error = None
    ask("next", MOVE)
    qtbot.waitUntil(lambda: len(heard.replies) == 2)

    assert [reply.error for reply in heard.replies] == [f"Failed: {reason}", ""]


@pytest.mark.parametrize("priority", [MOVE, VALUES])
def test_where_no_thread_can_start_there_is_a_sentence(
    service, ask, heard, qtbot, monkeypatch, priority
):
    with monkeypatch.context() as patch:
        patch.setattr(background.QThread, "start", lambda _self: None)
        number = ask("unlucky", priority)
        assert heard.replies == []  # whoever asks knows the number first
        qtbot.waitUntil(lambda: len(heard.replies) == 1)
    assert heard.replies == [
        SearchReply(number, None, "Failed: no thread could start; memory may be short.")
    ]

    ask("lucky", priority)

    qtbot.waitUntil(lambda: len(heard.replies) == 2)
    assert heard.replies[1].error == ""


# -- jobs that do not stop -------------------------------------------------------------------------


def test_a_deaf_job_holds_up_shutting_down_for_a_moment_only(qapp, stage):
    service = AnalysisService()
    gate = stage.hold("deaf")
    stage.deaf.add("deaf")
    service.submit(MOVE, lambda number: Scripted(number, "deaf", stage))
    stage.begun["deaf"].wait()

    assert not service.shut_down(0.01)

    assert service.is_stuck
    assert background.has_stuck_threads()
    worker = service._given_up[0]
    gate.set()
    assert worker._thread.wait(5000)
    assert not service.is_stuck
    assert not background.has_stuck_threads()
    assert service.shut_down()


@pytest.mark.parametrize("priority", [MOVE, VALUES])
def test_a_deaf_job_is_given_up_and_others_run(
    service, stage, ask, heard, qtbot, monkeypatch, priority
):
    service._patience.setInterval(0)
    gate = stage.hold("deaf")
    stage.deaf.add("deaf")
    deaf = ask("deaf", priority)
    qtbot.waitUntil(stage.begun["deaf"].is_set)

    service.cancel(deaf)
    after = ask("after", priority)

    qtbot.waitUntil(lambda: after in heard.answered)
    assert service.is_stuck
    assert heard.answered == [after]
    gate.set()
    qtbot.waitUntil(lambda: not service.is_stuck)
    last = ask("last", priority)
    qtbot.waitUntil(lambda: last in heard.answered)
    assert deaf not in heard.answered


def test_the_late_end_of_a_job_that_was_given_up_begins_nothing(service, stage, ask, heard, qtbot):
    service._patience.setInterval(0)
    deaf_gate, gate = stage.hold("deaf"), stage.hold("running")
    stage.deaf.add("deaf")
    deaf = ask("deaf", HINT)
    qtbot.waitUntil(stage.begun["deaf"].is_set)
    service.cancel(deaf)
    ask("running", HINT)
    qtbot.waitUntil(stage.begun["running"].is_set)

    deaf_gate.set()
    qtbot.waitUntil(lambda: not service.is_stuck)
    QCoreApplication.processEvents()
    ask("waiting", HINT)

    assert service._running is not None
    assert "waiting begins" not in stage.diary
    gate.set()
    qtbot.waitUntil(lambda: len(heard.replies) == 2)


def test_values_that_were_given_up_keep_their_valuer_to_themselves(
    service, stage, ask, heard, qtbot
):
    service._patience.setInterval(0)
    stage.hold("deaf")
    stage.deaf.add("deaf")
    kept = service._valuer
    deaf = ask("deaf", VALUES)
    qtbot.waitUntil(stage.begun["deaf"].is_set)

    service.cancel(deaf)

    qtbot.waitUntil(lambda: service.is_stuck)
    assert service._valuer is not kept


def test_a_deaf_job_that_has_to_wait_for_a_move_is_answered_with_a_sentence(
    service, stage, ask, heard, qtbot
):
    service._patience.setInterval(0)
    stage.hold("deaf")
    stage.deaf.add("deaf")
    deaf = ask("deaf", VALUES)
    qtbot.waitUntil(stage.begun["deaf"].is_set)

    move = ask("move", MOVE)

    qtbot.waitUntil(lambda: len(heard.replies) == 2)
    assert heard.replies[0] == SearchReply(deaf, None, "Failed: it could not be stopped.")
    assert heard.answered == [deaf, move]


_STUCK_PROCESS = """
import os, sys, threading
from PySide6.QtCore import QCoreApplication
from kalahloa.controllers.base.player import Level
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.controllers.work.background import has_stuck_threads
from kalahloa.models.game.registry import find_game

began = threading.Event()

class Deaf:
    def choose(self, *_, **__):
        began.set()
        threading.Event().wait()

application = QCoreApplication([])
service = AnalysisService(find=lambda *_: Deaf())
game = find_game("tictactoe")
service.search(game, game.start(game.rulebook.default), Level(depth=1))
began.wait()
assert not service.shut_down(0.01)
del service
if has_stuck_threads():
    print("saved", flush=True)
    os._exit(0)
"""


def test_a_process_with_a_deaf_searcher_can_leave_without_an_abort():
    done = subprocess.run(
        [sys.executable, "-c", _STUCK_PROCESS], capture_output=True, text=True, timeout=60
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "saved\n", "")


def test_after_shutting_down_requests_do_nothing(service, ask, heard, qtbot):
    assert service.shut_down()

    ask("late", MOVE)

    assert service._jobs == {}
    assert service.shut_down()


# -- searches and values ---------------------------------------------------------------------------


def test_the_body_of_a_search_can_be_called_by_itself():
    game = find_game("tictactoe")
    position = game.start(game.rulebook.default)
    told: list[object] = []

    reply = find_move(SearchRequest(7, game, position, LEVEL), Stop(), told.append)

    assert reply.number == 7
    assert reply.result is not None
    assert reply.result.move in position.legal_moves()
    assert all(isinstance(news, SearchNews) and news.number == 7 for news in told)


def test_the_body_of_values_can_be_called_by_itself():
    game = find_game("tictactoe")
    position = game.start(game.rulebook.default)
    request = ValuesRequest(3, game, position, lambda: Valuer((TimeSlice(30.0, 0.0),), 1))
    told: list[ValuesNews] = []

    news = find_values(request, Stop(), told.append)

    assert (news.number, news.finished) == (3, True)
    assert {value.short for value in news.values.values()} == {"0"}
    assert told
    assert not any(one.finished for one in told)


def test_a_search_works_on_a_copy(service, heard, qtbot):
    game = find_game("tictactoe")
    position = game.start(game.rulebook.default)
    searcher = ScriptedSearcher()
    searcher.answer = lambda given: given.make(1) or given.unmake() or 2
    service._find = searcher.find

    service.search(game, position, LEVEL)
    position.make(5)

    qtbot.waitUntil(lambda: len(heard.replies) == 1)
    assert searcher.asked == [game.start(game.rulebook.default).position_string()]
    assert heard.replies[0].result.move == 2


def test_an_illegal_move_of_a_searcher_is_a_failure(service, heard, qtbot):
    game = find_game("tictactoe")
    searcher = ScriptedSearcher()
    searcher.answer = lambda _: 99
    service._find = searcher.find

    service.search(game, game.start(game.rulebook.default), LEVEL)

    qtbot.waitUntil(lambda: len(heard.replies) == 1)
    assert heard.replies[0].result is None
    assert heard.replies[0].error == (
        "The search failed: the searcher chose a move that is not legal."
    )


def test_values_that_fail_are_a_sentence(service, heard, qtbot, monkeypatch):
    def failing(*_: object) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setattr(analysis_service, "Valuer", failing)
    game = find_game("tictactoe")

    number = service.values(game, game.start(game.rulebook.default))

    qtbot.waitUntil(lambda: len(heard.values) == 1)
    assert heard.values == [ValuesNews(number, {}, True, "Cannot compute the values: out of luck")]


def test_values_go_on_after_a_move_with_the_same_valuer(service, heard, qtbot):
    game = find_game("tictactoe")
    searcher = ScriptedSearcher()
    service._find = searcher.find
    values = service.values(game, game.start(game.rulebook.default))
    qtbot.waitUntil(lambda: service._valuer._valuer is not None)
    first = service._valuer()

    service.search(game, game.start(game.rulebook.default), LEVEL)

    qtbot.waitUntil(lambda: bool(heard.replies))
    qtbot.waitUntil(lambda: bool(heard.values) and heard.values[-1].finished)
    assert heard.values[-1].number == values
    assert len(heard.values[-1].values) == 9
    assert service._valuer() is first


def test_a_game_without_heuristic_has_values_too(service, heard, qtbot):
    game = replace(find_game("tictactoe"), heuristics=())

    service.values(game, game.start(game.rulebook.default))

    qtbot.waitUntil(lambda: bool(heard.values) and heard.values[-1].finished)
    assert heard.values[-1].error == ""
    assert len(heard.values[-1].values) == 9


# -- lines -----------------------------------------------------------------------------------------


class Chatty(Valuer):
    """Reports a hundred times at once."""

    def analyse(self, position, lines=0, *, report=None, **_):
        move = position.legal_moves()[0]
        for depth in range(1, 101):
            value = estimate(0.0, kind=WINNER, depth=depth)
            found = FoundValues((move,), {move: value}, {move: (move,)}, (move,), depth)
            report(found)
        return found


def test_lines_are_told_at_once_at_most_ten_times_a_second_and_at_the_end():
    game = find_game("loa")
    position = game.start(game.rulebook.default)
    told = []

    answer = find_lines(LinesRequest(3, game, position, LinesPlan(), Chatty), Stop(), told.append)

    assert [(news.number, news.found.depth, news.finished) for news in told] == [(3, 1, False)]
    assert (answer.number, answer.found.depth, answer.finished) == (3, 100, True)


def test_lines_come_after_values_and_are_begun_again_after_a_hint(service, heard, qtbot):
    game = find_game("kalah")
    position = game.start(game.rulebook.default)
    lines = []
    service.lined.connect(lines.append)
    number = service.lines(game, position, LinesPlan(lines=2, mebibytes=1))
    qtbot.waitUntil(lambda: bool(lines), timeout=20_000)

    hint = service.search(game, position, LEVEL, HINT)
    qtbot.waitUntil(lambda: hint in heard.answered, timeout=20_000)
    seen = len(lines)
    qtbot.waitUntil(lambda: len(lines) > seen, timeout=20_000)
    service.cancel(number)
    seen = len(lines)
    values = service.values(game, position)
    qtbot.waitUntil(lambda: any(news.number == values for news in heard.values), timeout=20_000)

    assert {news.number for news in lines} == {number}
    assert len(lines) == seen
