"""A sandbox: heuristics of the user's, and recorded searches, in a process of their own."""

import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from time import monotonic
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.speed import SECONDS, Speed
from kalahloa.models.sandbox.failures import Why, failure, way_to_end
from kalahloa.models.sandbox.frames import BrokenStream, FrameKind, unpack
from kalahloa.models.sandbox.limits import SandboxLimits
from kalahloa.models.sandbox.orders import Evaluation, EvaluationOrder, SearchOrder
from kalahloa.models.sandbox.process import ChildProcess, Ended
from kalahloa.models.sandbox.replies import (
    read_analysis,
    read_evaluation,
    read_progress,
    read_result,
    read_speed,
    read_stage,
)
from kalahloa.models.sandbox.trees import TreeReceiver
from kalahloa.models.search.engine.analysis import AnalysisResult
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.search_tree import SearchTree
from kalahloa.models.work.cancellation import ASK_SECONDS, TELL_SECONDS, Stop, Throttle, never

DEFAULT_LIMITS = SandboxLimits()
MAX_PASSES = 1_000
"""Maximum number of trees of one search."""
_AT_ONCE = 500
"""How many positions are evaluated in one order."""
_SMALL_TABLE = 4
"""The table in MiB with which speeds are measured."""
_LAST_SECONDS = 1.0
"""How long a process that says nothing more may take to end."""

Message = dict[str, Any]


class Sandbox:
    """One process, started when it is first needed, and again after its death.

    The methods are called from worker threads, one call at a time; others wait.  All raise
    `SearchStopped` soon after *stopped* returns True (within 0.2 s, whatever the heuristic does;
    see `cancellation`), `HeuristicFailed` if the user's heuristic fails or exceeds *limits*, and
    `SandboxFailed` if the process cannot be started, or fails in a search without such a heuristic.
    """

    def __init__(self, limits: SandboxLimits = DEFAULT_LIMITS) -> None:
        self._limits = limits
        self._asking = threading.Lock()
        self._child: ChildProcess | None = None
        self._is_closed = False
        self._at_exit: weakref.finalize[[], Sandbox] | None = None

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- asking --------------------------------------------------------------------------------

    def search(
        self,
        order: SearchOrder,
        stopped: Callable[[], bool] = never,
        report: Callable[[Progress], None] | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> SearchResult:
        """Run the search of *order* and return its result, with the trees if they were recorded.

        *report* is called at most ten times a second; *tell* with a sentence on what is done before
        the search begins, where that takes long (see `compile_heuristic`).  For a search that is
        limited by nodes, or by depth, the result is that of `Searcher.choose` in this process.
        """
        position = order.position()
        passes: list[SearchTree] = []
        receiver: TreeReceiver | None = None
        throttle = Throttle()

        def take(message: Message | bytes) -> None:
            nonlocal receiver
            if receiver is not None:
                if isinstance(message, bytes):
                    receiver.receive_bytes(message)
                elif (tree := receiver.receive(message)) is not None:
                    passes.append(tree)
                    receiver = None
            elif isinstance(message, bytes):
                raise BrokenStream("there are bytes of nothing")
            elif message["type"] == "tree" and order.record and len(passes) < MAX_PASSES:
                receiver = TreeReceiver(message)
            elif message["type"] == "progress":
                progress = read_progress(message, position)
                if report is not None and throttle.is_due():
                    report(progress)
            elif message["type"] == "stage":
                stage = read_stage(message)
                if tell is not None:
                    tell(stage)
            else:
                raise BrokenStream("there is something else than a search")

        def finish(message: Message) -> SearchResult:
            if stopped():
                raise SearchStopped("The search was stopped.")
            return read_result(message, position, tuple(passes))

        return self._ask("search", order.to_json(), order.source, stopped, take, finish)

    def analyse(
        self,
        order: SearchOrder,
        stopped: Callable[[], bool] = never,
        report: Callable[[AnalysisResult], None] | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> AnalysisResult:
        """Return the best `order.lines` moves by the engine, as `Engine.analyse` does.

        Its leaves are evaluated by the heuristic of *order*, or by the engine's own evaluation if
        it has none; `order.searcher` does not matter.  *tell* is called as by `search`.  Once
        *stopped* returns True, the result so far is returned; `SearchStopped` is raised if there is
        none.
        """
        position = order.position()
        throttle = Throttle()
        latest: AnalysisResult | None = None

        def take(message: Message | bytes) -> None:
            nonlocal latest
            if not isinstance(message, bytes) and message["type"] == "stage":
                stage = read_stage(message)
                if tell is not None:
                    tell(stage)
                return
            if isinstance(message, bytes) or message["type"] != "analysis":
                raise BrokenStream("there is something else than an analysis")
            latest = finish(message)
            if report is not None and throttle.is_due():
                report(latest)

        def finish(message: Message) -> AnalysisResult:
            return read_analysis(message, position)

        try:
            return self._ask("analyse", order.to_json(), order.source, stopped, take, finish)
        except SearchStopped:
            if latest is None:
                raise
            return latest

    def measure(
        self,
        source: HeuristicSource,
        game: Game,
        position: Position,
        stopped: Callable[[], bool] = never,
        tell: Callable[[str], None] | None = None,
        seconds: float = SECONDS,
    ) -> Speed:
        """Return how fast the engine is with *source* at *position*, which is not over.

        Each search takes so many *seconds*; *tell* is called as by `search`.
        """
        order = SearchOrder.of(
            *(game, position, Engine.name, Limits(seconds=seconds), source), mebibytes=_SMALL_TABLE
        )

        def take(message: Message | bytes) -> None:
            if isinstance(message, bytes) or message["type"] != "stage":
                raise BrokenStream("there is something else than a speed")
            stage = read_stage(message)
            if tell is not None:
                tell(stage)

        def finish(message: Message) -> Speed:
            if stopped():
                raise SearchStopped("The search was stopped.")
            return read_speed(message)

        return self._ask("measure", order.to_json(), source, stopped, take, finish)

    def evaluate(
        self,
        source: HeuristicSource,
        positions: Sequence[Position],
        terms: bool = True,
        stopped: Callable[[], bool] = never,
        lines: bool = False,
    ) -> tuple[Evaluation | None, ...]:
        """Return what *source* says of each of *positions*, all under the same rules.

        It is None for a position whose game is over.  Without *terms* there are none, which is as
        many times quicker as there are weights, and one.  With *lines*, the first one comes with
        the values that lines of the text have there.
        """
        found: list[Evaluation | None] = []

        def take(message: Message | bytes) -> None:
            if isinstance(message, bytes) or message["type"] != "evaluation":
                raise BrokenStream("there is something else than an evaluation")
            found.append(read_evaluation(message, source))

        def finish(message: Message) -> None:
            if stopped():
                raise SearchStopped("The search was stopped.")
            if len(found) != expected:
                raise BrokenStream("there are not as many evaluations as positions")

        expected = 0
        for begin in range(0, len(positions), _AT_ONCE):
            some = positions[begin : begin + _AT_ONCE]
            expected += len(some)
            order = EvaluationOrder.of(source, some, terms, lines and not begin).to_json()
            self._ask("evaluate", order, source, stopped, take, finish)
        return tuple(found)

    def warm_up(self) -> None:
        """Start the process, so that the first order need not wait for it."""
        with self._asking:
            if not self._is_closed:
                self._ready_child(None)

    def close(self) -> None:
        """End the process; a call that is running raises `SearchStopped`.  May be called twice."""
        self._is_closed = True
        child = self._child
        if child is not None:
            child.kill()
            child.wake()

    @property
    def pid(self) -> int | None:
        """The number of the process, or None if there is none."""
        child = self._child
        return child.pid if child is not None and child.is_alive else None

    # -- the conversation ----------------------------------------------------------------------

    def _ask(
        self,
        what: str,
        order: Message,
        source: HeuristicSource | None,
        stopped: Callable[[], bool],
        take: Callable[[Message | bytes], None],
        finish: Callable[[Message], Any],
    ) -> Any:
        """Give *order* to the child, and return what *finish* makes of its answer."""
        with self._turn(stopped):
            if self._is_closed or stopped():
                raise SearchStopped("The search was stopped.")
            child = self._ready_child(source)
            talk = _Talk(child, self._limits, source, stopped)
            try:
                talk.begin(what, order)
                return finish(talk.answer(take))
            except SearchStopped:
                raise
            except BrokenStream:
                child.kill()
                raise talk.failed(Why.GARBLED) from None
            except Ended:
                if self._is_closed:
                    raise SearchStopped("The sandbox was closed.") from None
                child.wait(_LAST_SECONDS)
                child.kill()
                text = way_to_end(child.exit_code)
                raise talk.failed(Why.ENDED, {"text": text}) from None
            except BaseException:
                if not talk.is_over:
                    child.kill()
                raise

    @contextmanager
    def _turn(self, stopped: Callable[[], bool]) -> Iterator[None]:
        """Wait until no other call is running."""
        while not self._asking.acquire(timeout=TELL_SECONDS):
            if stopped() or self._is_closed:
                raise SearchStopped("The search was stopped.")
        try:
            yield
        finally:
            self._asking.release()

    def _ready_child(self, source: HeuristicSource | None) -> ChildProcess:
        """Return the process, started if need be.

        What a heuristic leaves behind must not change what another does, nor a search without one.
        """
        child = self._child
        if child is not None and (
            not child.is_alive or (child.has_run is not None and child.has_run != source)
        ):
            child.kill()
            child = None
        if child is None:
            child = self._child = ChildProcess(self._limits)
            if self._at_exit is not None:
                self._at_exit.detach()
            self._at_exit = weakref.finalize(self, child.kill)
            if self._is_closed:
                child.kill()
        child.has_run = source
        return child


class _Talk:
    """One order and what the child answers."""

    _number = 0

    def __init__(
        self,
        child: ChildProcess,
        limits: SandboxLimits,
        source: HeuristicSource | None,
        stopped: Callable[[], bool],
    ) -> None:
        self._child = child
        self._limits = limits
        self._source = source
        self._stopped = stopped
        self._is_ready = False
        self.is_over = False
        """Whether the child has answered, and waits for the next order."""

    def begin(self, what: str, order: Message) -> None:
        """Send *order*."""
        _Talk._number += 1
        self._number = _Talk._number
        self._child.send({"do": what, "number": self._number, "order": order})

    def answer(self, take: Callable[[Message | bytes], None]) -> Message:
        """Hand what the child says to *take*, and return the message of the type ``result``."""
        child, limits, stopped = self._child, self._limits, self._stopped
        asked = not isinstance(stopped, Stop) and stopped is not never
        wait = ASK_SECONDS if asked else TELL_SECONDS
        heard = monotonic()
        stop_by: float | None = None
        told = stopped.telling(child.wake) if isinstance(stopped, Stop) else nullcontext()
        with told:
            while True:
                frame = child.receive(wait)
                now = monotonic()
                if stop_by is None and stopped():
                    child.send({"do": "stop", "number": self._number})
                    stop_by = now + limits.stop_seconds
                if stop_by is not None and now >= stop_by:
                    child.kill()
                    raise SearchStopped("The search was stopped.")
                if frame is None:
                    patience = limits.silent_seconds if child.is_ready else limits.start_seconds
                    if now - heard > patience:
                        child.kill()
                        raise self.failed(Why.SILENT)
                    continue
                heard = now
                message = self._taken(frame, take, stop_by is not None)
                if message is not None:
                    self.is_over = True
                    return message

    def _taken(
        self,
        frame: tuple[FrameKind, bytes],
        take: Callable[[Message | bytes], None],
        is_stopping: bool,
    ) -> Message | None:
        """Take *frame*; return the message if it is the result."""
        kind, content = frame
        if kind is FrameKind.BYTES:
            if not is_stopping:
                take(content)
            return None
        message = unpack(content)
        match message.get("type"):
            case "ready":
                self._child.is_ready = True
            case "pulse":
                pass
            case "result":
                return message
            case "stopped":
                self.is_over = True
                raise SearchStopped("The search was stopped.")
            case "failed":
                self._raise(message)
            case str():
                if not is_stopping:
                    take(message)
            case _:
                raise BrokenStream("a message has no type")
        return None

    def _raise(self, message: Message) -> None:
        try:
            why = Why(str(message.get("why")))
        except ValueError as error:
            raise BrokenStream("a failure has no reason") from error
        if why.is_harmless:
            self.is_over = True
        else:
            self._child.kill()
        raise self.failed(why, message)

    def failed(self, why: Why, details: Message | None = None) -> Exception:
        """Return what is raised when the child has failed."""
        return failure(self._source, why, details or {}, self._limits)
