"""The jobs that search: for a move, for the values of all moves, and for lines of play."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kalahloa.controllers.base.player import Level
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.work.late_sandbox import LateSandbox
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.knowledge import KnowledgeSource
from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.file_names import user_heuristic_name
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.known import OnDemand, SessionKnowledge, SessionSource, nothing_known
from kalahloa.models.search.levels.levels import at_level, sure_engine
from kalahloa.models.search.limits import NO_LIMITS, Limits
from kalahloa.models.search.move_values import FoundValues, Valuer, Values
from kalahloa.models.search.request import Progress, SearchResult
from kalahloa.models.search.score import Score
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.text.errors import BadHeuristic, SandboxFailed, UnknownName
from kalahloa.models.work.cancellation import Stop, Throttle

with lazy_imports():
    from kalahloa.controllers.work import own_search

if TYPE_CHECKING:
    from kalahloa.models.sandbox.sandbox import Sandbox

# -- what jobs are asked and what they tell --------------------------------------------------------

FindSearcher = Callable[[Level, int, KnowledgeSource], Searcher]


def searcher_for(level: Level, seed: int, knowledge: KnowledgeSource) -> Searcher:
    """Return the searcher for *level*; *seed* determines what levels choose at random.

    The highest levels use *knowledge*, that of the game, and so does the engine that has a time
    limit and evaluates for itself.
    """
    if level.strength is None:
        by_own_evaluation = level.searcher == Engine.name and level.heuristic is None
        if by_own_evaluation and level.limits.seconds is not None:
            return sure_engine(NO_LIMITS, seed, knowledge)
        return find_searcher(level.searcher)
    return at_level(level.strength, seed, knowledge)


@dataclass(frozen=True)
class SearchRequest:
    """A request for a move at *position*, which nobody else may modify, at a level.

    A heuristic of the user's runs in what *sandbox* returns, on the thread of the job.  *known*
    returns what is known of the game's rules, also there; levels use what was proven of it.
    """

    number: int
    game: Game
    position: Position
    level: Level
    find: FindSearcher = searcher_for
    seed: int = 0
    sandbox: "Callable[[], Sandbox]" = field(default_factory=LateSandbox)
    known: OnDemand = nothing_known


@dataclass(frozen=True)
class SearchReply:
    """The reply to the request with the same number; `error` is a sentence if it failed."""

    number: int
    result: SearchResult | None
    error: str = ""


@dataclass(frozen=True)
class SearchNews:
    """The progress of the search with this number.

    There is none yet while what `preparing` says is done: a heuristic is compiled.
    """

    number: int
    progress: Progress | None
    preparing: str = ""


@dataclass(frozen=True)
class ValuesRequest:
    """A request for the values of all moves at *position*, which nobody else may modify.

    *valuer* returns the `Valuer` to use, and *known* what is known of the game's rules; both are
    called on the thread of the job.
    """

    number: int
    game: Game
    position: Position
    valuer: Callable[[], Valuer]
    known: OnDemand = nothing_known


@dataclass(frozen=True)
class ValuesNews:
    """The values known so far for request *number*; with *finished*, no more will follow.

    *error* is a sentence if something failed, otherwise empty.
    """

    number: int
    values: Values
    finished: bool = False
    error: str = ""


@dataclass(frozen=True)
class LinesPlan:
    """How a position is analysed.

    `lines` is the number of best moves, 0 for all; `all_moves` is whether the others have values,
    too.  Without `limits` the work goes on until everything is proven.  The engine has a table of
    so many `mebibytes`, and so many `threads`.
    """

    lines: int = 1
    all_moves: bool = False
    limits: Limits = NO_LIMITS
    threads: int = 1
    mebibytes: int = 64


@dataclass(frozen=True)
class LinesRequest:
    """A request to analyse *position*, which nobody else may modify, as *plan* says.

    *valuer* and *known* are as in `ValuesRequest`.
    """

    number: int
    game: Game
    position: Position
    plan: LinesPlan
    valuer: Callable[[], Valuer]
    known: OnDemand = nothing_known


@dataclass(frozen=True)
class LinesNews:
    """What request *number* has found so far, None if it failed; with *finished*, that is all.

    *error* is a sentence if something failed, otherwise empty.
    """

    number: int
    found: FoundValues | None
    finished: bool = False
    error: str = ""


# -- the jobs --------------------------------------------------------------------------------------

ReportNews = Callable[[Any], None]


def find_move(request: SearchRequest, stop: Stop, report: ReportNews) -> SearchReply:
    """Search for a move, and *report* `SearchNews`; raises what the searcher raises."""
    level, game = request.level, request.game
    position = request.position.copy()

    def tell(progress: Progress) -> None:
        report(SearchNews(request.number, progress))

    def prepare(sentence: str) -> None:
        report(SearchNews(request.number, None, sentence))

    if user_heuristic_name(level.heuristic) is not None:
        try:
            result = own_search.search_own(
                *(request.sandbox(), game, position, level, request.seed, stop, tell, prepare)
            )
        except (BadHeuristic, SandboxFailed) as error:
            return SearchReply(request.number, None, in_words(error))
    else:
        source = SessionSource(game.knowledge, request.known)
        searcher = request.find(level, request.seed, source)
        heuristic = game.heuristic(level.heuristic)
        result = searcher.choose(position, level.limits, heuristic, stopped=stop, report=tell)
    if result.move not in request.position.legal_moves():
        raise ValueError("the searcher chose a move that is not legal.")
    return SearchReply(request.number, result)


def find_values(request: ValuesRequest, stop: Stop, report: ReportNews) -> ValuesNews:
    """Compute the values of all moves, and *report* `ValuesNews` while they improve.

    Raises what a game in plain Python raises, and `MemoryError`.
    """
    position = request.position.copy()
    known = request.known()
    values = request.valuer().values(
        position,
        evaluator=None if position.has_evaluation() else _first_heuristic(request.game),
        knowledge=known,
        stopped=stop,
        report=lambda values: report(ValuesNews(request.number, values)),
    )
    _remember(known, position, values)
    return ValuesNews(request.number, values, True)


def find_lines(request: LinesRequest, stop: Stop, report: ReportNews) -> LinesNews:
    """Analyse a position, and *report* `LinesNews` at once, and then at most ten times a second.

    Raises what a game in plain Python raises, and `MemoryError`.
    """
    position, plan = request.position.copy(), request.plan
    known, throttle = request.known(), Throttle()

    def tell(found: FoundValues) -> None:
        if throttle.is_due():
            report(LinesNews(request.number, found))

    valuer = request.valuer()
    valuer.tune(plan.mebibytes, plan.threads)
    found = valuer.analyse(
        position,
        plan.lines,
        all_moves=plan.all_moves,
        limits=plan.limits,
        evaluator=None if position.has_evaluation() else _first_heuristic(request.game),
        knowledge=known,
        stopped=stop,
        report=tell,
    )
    _remember(known, position, found.values)
    return LinesNews(request.number, found, True)


def _remember(known: SessionKnowledge, position: Position, values: Mapping[int, Score]) -> None:
    """Have *known* keep what is proven of the moves of *position*, in games that always end."""
    proven = {move: round(value.number) for move, value in values.items() if value.proven}
    if proven and can_be_solved(position):
        known.remember(position, proven)


def _first_heuristic(game: Game) -> Heuristic | None:
    try:
        return game.heuristic()
    except UnknownName:
        return None


def no_move(number: int, reason: str) -> SearchReply:
    """Return that there is no move, for *reason*."""
    return SearchReply(
        number, None, fill(translate("Controllers", "The search failed: {reason}"), reason=reason)
    )


def no_values(number: int, reason: str) -> ValuesNews:
    """Return that there are no values, for *reason*."""
    return ValuesNews(
        number,
        {},
        True,
        fill(translate("Controllers", "Cannot compute the values: {reason}"), reason=reason),
    )


def no_lines(number: int, reason: str) -> LinesNews:
    """Return that there are no lines, for *reason*."""
    sentence = translate("Controllers", "Cannot analyse the position: {reason}")
    return LinesNews(number, None, True, fill(sentence, reason=reason))
