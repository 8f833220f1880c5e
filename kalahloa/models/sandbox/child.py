"""The process in which heuristics and recorded searches run: ``python -m`` this, with two pipes.

The main thread reads orders; a worker carries them out; a third one tells that the process is
alive, and ends it when a call of the heuristic takes too long.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import _exit as leave
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Any

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.fast import CompiledHeuristic, compile_heuristic, is_available
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.stages import STAGES
from kalahloa.models.sandbox.confinement import (
    confine,
    limit_memory,
    memory_used,
    renew_processor_time,
)
from kalahloa.models.sandbox.failures import Why
from kalahloa.models.sandbox.frames import (
    header_of_bytes,
    pack,
    read_frame,
    unpack,
    write_all,
)
from kalahloa.models.sandbox.landlock import code_folders, restrict
from kalahloa.models.sandbox.limits import SandboxLimits
from kalahloa.models.sandbox.orders import EvaluationOrder, SearchOrder
from kalahloa.models.sandbox.sentences import sentence_message
from kalahloa.models.sandbox.trees import tree_parts
from kalahloa.models.sandbox.user_code import (
    Printed,
    UserCode,
    UserCodeFailed,
    Watch,
    line_that_runs,
)
from kalahloa.models.search.engine.analysis import AnalysisResult
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.engine.heuristic_engine import HeuristicEngine
from kalahloa.models.search.lecture.lecture_searcher import LectureSearcher
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.levels.levels import at_level
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.score import search_value
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.work.cancellation import Stop

PULSE_SECONDS = 0.2
"""How often the process tells that it is alive, while it works."""
RENEWAL_SECONDS = 5.0
_WATCH_SECONDS = 0.02
_MAX_TEXT = 1_000
"""So much of what code calls something is told."""
_RESERVE_BYTES = 8 << 20
"""Given back when something fails, so that it can be said though memory is short."""
_STACK_BYTES = 64 << 20
"""Deep searches recurse."""


class Child:
    """The orders of one parent, carried out one after the other."""

    def __init__(self, orders: int, replies: int, limits: SandboxLimits) -> None:
        """*orders* and *replies* are the descriptors of the pipes."""
        self._orders = orders
        self._replies = replies
        self._limits = limits
        self._writing = threading.Lock()
        self._waiting: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._watch = Watch()
        self._stop = Stop()
        self._number = 0
        self._busy = False
        self._is_confined = False
        self._monitor = 0
        self._reserve = bytes(_RESERVE_BYTES)

    def run(self) -> None:
        """Take orders until the parent has no more."""
        threading.stack_size(_STACK_BYTES)
        threading.Thread(target=self._work, daemon=True).start()
        monitor = threading.Thread(target=self._keep_watch, daemon=True)
        monitor.start()
        assert monitor.ident is not None
        self._monitor = monitor.ident
        self._send({"type": "ready"})
        try:
            while True:
                _, content = read_frame(self._orders)
                message = unpack(content)
                if message["do"] == "stop":
                    if message["number"] == self._number:
                        self._stop.set()
                    continue
                self._stop, self._number = Stop(), message["number"]
                self._waiting.put(message)
        finally:
            # Whatever the heuristic is doing, and whether it lets its threads end or not.
            leave(0)

    # -- talking -------------------------------------------------------------------------------

    def _send(self, message: dict[str, Any]) -> None:
        content = pack(message)
        with self._writing:
            write_all(self._replies, content)

    def _send_bytes(self, content: memoryview) -> None:
        with self._writing:
            write_all(self._replies, header_of_bytes(len(content)))
            write_all(self._replies, content)

    def _fail(self, why: Why, line: int | None = None, error: str = "", text: str = "") -> None:
        self._reserve = b""
        error, text = error[:_MAX_TEXT], text[:_MAX_TEXT]
        failed = {"type": "failed", "why": why.value, "line": line, "error": error, "text": text}
        self._send(failed)

    # -- threads -------------------------------------------------------------------------------

    def _keep_watch(self) -> None:
        """Tell that the process is alive; end it if a call takes too long."""
        try:
            self._keep_watching()
        finally:
            leave(1)

    def _keep_watching(self) -> None:
        watch, limits = self._watch, self._limits
        calls, since, told, renewed = -1, monotonic(), 0.0, 0.0
        while True:
            sleep(_WATCH_SECONDS)
            now = monotonic()
            if now - renewed >= RENEWAL_SECONDS:
                renew_processor_time()
                renewed = now
            if not self._busy:
                continue
            if watch.calls != calls or not watch.inside:
                calls, since = watch.calls, now
            elif now - since > (limits.load_seconds if watch.is_loading else limits.seconds):
                self._fail(Why.LOADING if watch.is_loading else Why.SLOW, line_that_runs())
                leave(1)
            if memory_used() > limits.mebibytes:
                self._fail(Why.MEMORY, line_that_runs())
                leave(1)
            if now - told >= PULSE_SECONDS:
                self._send({"type": "pulse"})
                told = now

    def _work(self) -> None:
        """Carry out orders; end the process when more has failed than the heuristic."""
        try:
            while self._carry_out(self._waiting.get()):
                pass
        finally:
            leave(1)

    def _carry_out(self, message: dict[str, Any]) -> bool:
        """Carry out the order in *message*; return whether further ones can be."""
        actions = {
            "search": self._search,
            "analyse": self._analyse,
            "evaluate": self._evaluate,
            "measure": self._measure,
        }
        self._busy = True
        try:
            actions[message["do"]](message["order"])
        except UserCodeFailed as failed:
            self._fail(failed.why, failed.line, failed.error, failed.text)
            return failed.why.is_harmless
        except SearchStopped:
            self._send({"type": "stopped"})
        except MemoryError:
            self._fail(Why.MEMORY)
            return False
        except KalahloaError as error:
            self._fail(Why.BROKEN, error=str(error))
        except BaseException as error:
            self._fail(Why.BROKEN, error=type(error).__name__, text=str(error))
            return False
        finally:
            self._busy = False
        return True

    # -- orders --------------------------------------------------------------------------------

    def _load(self, source: HeuristicSource) -> UserCode:
        if not self._is_confined:
            self._is_confined = True
            watch, identify = self._watch, threading.get_ident
            ours = (threading.main_thread().ident, self._monitor)
            confine(lambda: watch.inside and identify() not in ours, self._monitor)
        return UserCode(source, find_game(source.game), self._watch)

    def _search(self, data: dict[str, Any]) -> None:
        order = SearchOrder.from_json(data)
        position = order.position()
        with _printing_nowhere():
            searcher, heuristic = self._searcher(order)
            counts = {"count": order.count} if isinstance(searcher, LectureSearcher) else {}
            result = searcher.choose(
                position,
                order.limits,
                heuristic,
                stopped=self._stop,
                report=self._report,
                record_tree=order.record,
                **counts,
            )
        for tree in result.passes:
            for part in tree_parts(tree):
                if self._stop.is_set():
                    raise SearchStopped
                if isinstance(part, memoryview):
                    self._send_bytes(part)
                else:
                    self._send(part)
        self._send({"type": "result", **result_message(result)})

    def _searcher(self, order: SearchOrder) -> tuple[Searcher, Heuristic]:
        game, source = find_game(order.game), order.source
        if source is None:
            name = order.heuristic if isinstance(order.heuristic, str) else None
            searcher = (
                find_searcher(order.searcher)
                if order.strength is None
                else at_level(order.strength, order.seed, game.knowledge)
            )
            return searcher, game.heuristic(name)
        code = self._load(source)
        heuristic = code.heuristic(source)
        if order.strength is not None:
            by_level = self._evaluator(order, source, code)
            return at_level(order.strength, order.seed, heuristic=by_level), heuristic
        if order.searcher == Engine.name:
            evaluator: Any = self._evaluator(order, source, code)
            return HeuristicEngine(evaluator, order.mebibytes), heuristic
        return find_searcher(order.searcher), heuristic

    def _evaluator(
        self, order: SearchOrder, source: HeuristicSource, code: UserCode
    ) -> Callable[[Any], float]:
        """Return what the engine is to ask: compiled if that is ordered and can be."""
        if order.compiled and is_available():
            game = find_game(source.game)
            made = compile_heuristic(source.text, game, code.evaluate, self._tell_stage)
            if isinstance(made, CompiledHeuristic):
                return made
        return code.evaluate

    def _tell_stage(self, sentence: str) -> None:
        self._send({"type": "stage", "number": STAGES.index(sentence)})

    def _report(self, progress: Progress) -> None:
        self._send({"type": "progress", **progress_message(progress)})

    def _analyse(self, data: dict[str, Any]) -> None:
        order = SearchOrder.from_json(data)
        position = order.position()
        evaluator: Callable[[Any], float] | None = None
        with _printing_nowhere():
            if order.source is not None:
                evaluator = self._evaluator(order, order.source, self._load(order.source))
            elif order.heuristic is not None or not position.has_evaluation():
                assert not isinstance(order.heuristic, HeuristicSource)
                evaluator = find_game(order.game).heuristic(order.heuristic)
            found = Engine(order.mebibytes, network=True).analyse(
                position,
                order.limits,
                lines=order.lines,
                evaluator=evaluator,
                stopped=self._stop,
                report=lambda sofar: self._send({"type": "analysis", **analysis_message(sofar)}),
            )
        self._send({"type": "result", **analysis_message(found)})

    def _measure(self, data: dict[str, Any]) -> None:
        """Tell how fast the engine is with the heuristic interpreted and compiled, and without."""
        order = SearchOrder.from_json(data)
        source, position = order.source, order.position()
        assert source is not None
        with _printing_nowhere():
            code = self._load(source)
            interpreted = self._speed(order, position, code.evaluate)
            game = find_game(source.game)
            made = compile_heuristic(source.text, game, code.evaluate, self._tell_stage)
            found: dict[str, Any] = {"interpreted": interpreted}
            if isinstance(made, CompiledHeuristic):
                found["compiled"] = self._speed(order, position, made)
            else:
                found["sentence"] = sentence_message(made.sentence)
            if position.has_evaluation():
                found["own"] = self._speed(order, position, None)
        self._send({"type": "result", **found})

    def _speed(
        self, order: SearchOrder, position: Position, evaluator: Callable[[Any], float] | None
    ) -> float:
        """Return the nodes a second; a search that ends before the time is begun anew."""
        nodes, seconds, began = 0, 0.0, monotonic()
        wanted = order.limits.seconds or 0.0
        while not nodes or monotonic() - began < wanted:
            found = Engine(order.mebibytes, network=True).analyse(
                position, order.limits, lines=1, evaluator=evaluator, stopped=self._stop
            )
            if self._stop.is_set():
                raise SearchStopped
            nodes, seconds = nodes + max(1, found.nodes), seconds + found.seconds
        return nodes / max(seconds, 1e-6)

    def _evaluate(self, data: dict[str, Any]) -> None:
        order = EvaluationOrder.from_json(data)
        boards = order.boards()
        printed = Printed()
        with _printing_to(printed):
            code = self._load(order.source)
            value = code.evaluate
            without = self._without_weights(order.source) if order.terms else {}
            for number, board in enumerate(boards):
                if self._stop.is_set():
                    raise SearchStopped
                if board.is_over():
                    self._send({"type": "evaluation", "value": None})
                    continue
                printed.text = ""
                found = value(board)
                said = printed.text
                terms = {}
                for name, other in without.items():
                    with _term_missing():
                        terms[name] = found - other(board)
                message = {"type": "evaluation", "value": found, "terms": terms, "printed": said}
                if order.lines and not number:
                    message["lines"] = code.line_values(board, order.source.text)
                    costs, total = code.costs(board)
                    message["costs"] = {
                        name: [one.calls, one.microseconds] for name, one in costs.items()
                    }
                    message["microseconds"] = total
                self._send(message)
        self._send({"type": "result"})

    def _without_weights(self, source: HeuristicSource) -> dict[str, Callable[[Any], float]]:
        """Return for each weight of *source* the function with that weight 0."""
        found = {}
        for name in source.weights:
            with _term_missing():
                changed = source.with_weights({name: 0.0})
                found[name] = UserCode(changed, find_game(source.game), self._watch).evaluate
        return found


def progress_message(progress: Progress) -> dict[str, Any]:
    """Return *progress* as JSON-compatible values."""
    return {
        "depth": progress.depth,
        "nodes": progress.nodes,
        "value": None if progress.score is None else lecture_value(progress.score),
        "line": progress.line,
        "seconds": progress.seconds,
        "completed": progress.completed,
    }


def result_message(result: SearchResult) -> dict[str, Any]:
    """Return *result* without its trees as JSON-compatible values."""
    return {
        "move": result.move,
        "value": lecture_value(result.score),
        "line": list(result.line),
        "nodes": result.nodes,
        "seconds": result.seconds,
        "depth": result.depth,
        "proven": result.score.proven,
        "counts": [one.to_json() for one in result.counts],
    }


def analysis_message(found: AnalysisResult) -> dict[str, Any]:
    """Return *found* as JSON-compatible values."""
    return {
        "lines": [
            [line.move, search_value(line.score), line.score.proven, list(line.line)]
            for line in found.lines
        ],
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": found.seconds,
        "used": found.table_used,
    }


@contextmanager
def _term_missing() -> Iterator[None]:
    """Leave a term out whose weight cannot be 0, because it is divided by, say."""
    try:
        yield
    except UserCodeFailed as failed:
        if not failed.why.is_harmless:
            raise


@contextmanager
def _printing_to(stream: Printed) -> Iterator[None]:
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = stream
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _printing_nowhere() -> Any:
    return _printing_to(Printed())


def own_pipes() -> tuple[int, int]:
    """Return descriptors of what came as standard input and output, which then lead nowhere."""
    orders, replies = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return orders, replies


def run_child() -> None:
    """Carry out the orders that come from the parent."""
    orders, replies = own_pipes()
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (orders, replies):
            msvcrt.setmode(descriptor, os.O_BINARY)
    try:
        _, content = read_frame(orders)
        limits = SandboxLimits(**unpack(content))
    except EOFError:
        return
    limit_memory(limits.mebibytes)
    restrict(code_folders())  # before there are other threads
    Child(orders, replies, limits).run()


if __name__ == "__main__":
    run_child()
