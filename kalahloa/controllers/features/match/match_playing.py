"""Playing a match: its games are counted, kept in a file, and told."""

from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.match.state import (
    MatchBegun,
    MatchNews,
    MatchOrder,
    MatchPace,
    TestState,
)
from kalahloa.controllers.work.background import NICENESS
from kalahloa.controllers.work.worker import WorkerTask
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.naming import read_own
from kalahloa.models.heuristics.played_version import PlayedVersions
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.match.elo_series import MatchPoints
from kalahloa.models.match.match import Match, MatchConfig, MatchResult
from kalahloa.models.match.match_file import MatchFile
from kalahloa.models.match.match_store import matches_folder, new_path
from kalahloa.models.match.openings import read_openings
from kalahloa.models.match.participant import Participant, prepare, read_participant
from kalahloa.models.match.sprt import SequentialTest, SprtStatus
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.text.errors import BadHeuristic, KalahloaError
from kalahloa.models.text.quotation import quote
from kalahloa.models.work.calls import CallPool, call_processes, in_order
from kalahloa.models.work.cancellation import Stop
from kalahloa.models.work.pool import PoolFailed

TELL_SECONDS = 0.2
SYNC_SECONDS = 1.0


class MatchBroken(KalahloaError):
    """A process that played games has ended."""


def play_ordered(what: MatchOrder | Path, workers: int, task: WorkerTask) -> MatchNews:
    """Play a match in so many worker processes, and return the last news; the task tells others.

    *what* is the order, or the file of a match to go on with.  Raises a `KalahloaError` where the
    match cannot be played; what was played before is kept.
    """
    match, file = _prepare(what, task.stop)
    with file:
        return _Playing(match, file, workers, task).run()


def _prepare(what: MatchOrder | Path, stop: Stop) -> tuple[Match, MatchFile]:
    if isinstance(what, Path):
        file = MatchFile(what)
        try:
            known = file.known
            for participant in (known.config.first, known.config.second):
                _require_trust(participant.source)
            match = Match(known.config, known.wanted, known.test, True, known.pairs)
        except BaseException:
            file.__exit__(None, None, None)
            raise
        return match, file
    for source in what.sources.values():
        HeuristicStore().trust(source)  # it was made here, of one that may run
    test = None if what.test is None else SequentialTest(*what.test)
    pairs = max(1, what.games // 2)
    match = Match(config_of(what), pairs, test, allow_fewer=True, stopped=stop)
    return match, MatchFile.create(new_path(matches_folder()), match.result)


def config_of(order: MatchOrder) -> MatchConfig:
    """Return the configuration of *order*; raises a `KalahloaError` where it cannot be read."""
    game = find_game(order.game)

    def own(name: str) -> HeuristicSource:
        return order.sources.get(name) or read_own(name, game)

    default = Limits(order.depth, order.seconds, order.nodes)
    return MatchConfig(
        game.key,
        order.rules,
        read_participant(order.first, game, _fitting(order.first, default), own),
        read_participant(order.second, game, _fitting(order.second, default), own),
        read_openings(order.openings),
        order.start,
        keep_moves=True,
    )


def _fitting(text: str, default: Limits) -> Limits:
    """Return the *default* limits, without the nodes for searchers that do not count them."""
    if text.partition(":")[0].strip().lower() == Engine.name:
        return default
    return Limits(default.depth, default.seconds)


def _require_trust(source: HeuristicSource | None) -> None:
    """Raise `BadHeuristic` if *source*, of a file, may not run: the file may come from anywhere."""
    if source is not None and not HeuristicStore().is_trusted(source):
        sentence = translate(
            "Match",
            "The heuristic '{name}' comes from outside this program: save it in the lab and "
            "allow it to run.",
        )
        raise BadHeuristic(fill(sentence, name=source.name))


class _Playing:
    """A match, while it is played."""

    def __init__(self, match: Match, file: MatchFile, workers: int, task: WorkerTask) -> None:
        self._match = match
        self._file = file
        self._send = task.report
        self._stop = task.stop
        self._course = MatchPoints()
        self._told = 0
        self._known = len(match.result.pairs)
        self._began = monotonic()
        self._told_at = self._synced_at = self._began
        self._workers = max(1, min(workers, match.result.wanted))
        self._is_compiling = False
        self._note = ""

    def run(self) -> MatchNews:
        result = self._match.result
        test = None if result.test is None else (result.test.elo0, result.test.elo1)
        config, known = result.config, PlayedVersions()
        versions = (known.of(config.first.source), known.of(config.second.source))
        begun = MatchBegun(config, 2 * result.wanted, test, self._file.path, versions)
        self._send(self._news(begun))
        if not result.complete:
            try:
                with call_processes(self._workers, NICENESS) as pool:
                    self._compile(pool)
                    self._match.play(pool, self._receive, self._stop)
            except PoolFailed as error:
                self._send(self._news())
                raise MatchBroken(
                    translate(
                        "Match",
                        "A process that played games ended unexpectedly; a heuristic may have "
                        "ended it, or not returned.",
                    )
                ) from error
            except BaseException:
                self._send(self._news())
                raise
        return self._news()

    def _compile(self, pool: CallPool) -> None:
        """Have the user's heuristics compiled in all processes, before the first game."""
        config = self._match.config
        own = tuple(one for one in (config.first, config.second) if one.to_compile)
        if not own or find_spec("numba") is None:
            return
        self._is_compiling = True
        self._send(self._news())
        # It takes so long that each process gets one of them.
        calls = [partial(prepare, own) for _ in range(self._workers)]
        for sentences in in_order(pool, calls, self._stop):
            for participant, sentence in zip(own, sentences, strict=True):
                if sentence:
                    self._note = _why_interpreted(participant, sentence)
        self._is_compiling = False
        self._began = monotonic()
        self._send(self._news())

    def _receive(self, result: MatchResult) -> None:
        """Keep what is new in *result*, and tell it now and then."""
        self._file.append_new(result)
        now = monotonic()
        if now - self._synced_at >= SYNC_SECONDS:
            self._file.sync()
            self._synced_at = monotonic()
        if now - self._told_at >= TELL_SECONDS:
            self._told_at = now
            self._send(self._news())

    def _news(self, begun: MatchBegun | None = None) -> MatchNews:
        result = self._match.result
        new = result.pairs[self._told :]
        before = len(self._course.points)
        self._course.add(new)
        self._told = len(result.pairs)
        return MatchNews(
            begun,
            new,
            tuple(self._course.points[before:]),
            self._pace(result),
            _test_state(result),
            complete=result.complete,
        )

    def _pace(self, result: MatchResult) -> MatchPace:
        played = len(result.pairs) - self._known
        seconds = monotonic() - self._began
        first, second = result.efforts
        pace = MatchPace(
            self._workers,
            speeds=(first.speed, second.speed),
            is_compiling=self._is_compiling,
            note=self._note,
        )
        if not played:
            return pace
        rate = played / max(seconds, 1e-3)
        left = (result.wanted - len(result.pairs)) / rate
        return replace(pace, games_a_minute=120 * rate, seconds_left=left)


def _why_interpreted(participant: Participant, sentence: str) -> str:
    name = "" if participant.source is None else participant.source.name
    told = translate("Match", "{name} runs uncompiled: {reason}")
    return fill(told, name=quote(name), reason=in_words(sentence))


def _test_state(result: MatchResult) -> TestState | None:
    test = result.test
    if test is None:
        return None
    accepted = {SprtStatus.WEAKER: test.elo0, SprtStatus.STRONGER: test.elo1}
    ratio = test.ratio(result.pentanomial)
    return TestState(ratio, test.bound, accepted.get(test.status(result.pentanomial)))
