"""Tuning weights: see `tuning_runner`."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.features.match.match_playing import MatchBroken
from kalahloa.controllers.features.tuning.state import TuningNews, TuningRequest
from kalahloa.controllers.work.background import NICENESS
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.naming import read_own
from kalahloa.models.heuristics.own_names import OWN
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.tuning.library_games import finished_games
from kalahloa.models.tuning.samples import FinishedGame
from kalahloa.models.tuning.tuning import (
    TuningProgress,
    TuningRecipe,
    TuningStopped,
    collect,
    require_weights,
)
from kalahloa.models.tuning.tuning import (
    tune as fit_weights,
)
from kalahloa.models.work.cancellation import Throttle, is_ready
from kalahloa.models.work.worker_processes import worker_processes


def tune(request: TuningRequest, tell: Callable[[TuningNews], None]) -> TuningNews:
    """Do what *request* says, and *tell* meanwhile; return the last news, without a result if it
    was stopped.

    Raises a `KalahloaError` where the weights cannot be tuned.
    """
    order, number = request.order, request.number
    game = find_game(order.game)
    source = read_own(OWN + order.name, game)
    require_weights(source)
    recipe = TuningRecipe(order.games, order.seed, order.nodes, from_library=order.from_library)
    tell(TuningNews(number, source))
    throttle = Throttle()

    def report(progress: TuningProgress) -> None:
        if throttle.is_due():
            tell(TuningNews(number, source, progress))

    with ExitStack() as stack:
        games: list[FinishedGame] = []
        if order.from_library:
            if request.open_library is None:
                raise BadCommand(translate("Tuning", "There is no library here."))
            library = stack.enter_context(request.open_library())
            for one in finished_games(library, game, order.rules):
                games.append(one)
                if len(games) == recipe.games or request.stop.is_set():
                    break
        try:
            executor = stack.enter_context(worker_processes(request.workers, NICENESS))
            samples = collect(
                source, order.rules, recipe, executor, request.workers, games, report, request.stop
            )
            # In a worker as well: it takes a second of plain Python.
            future = executor.submit(fit_weights, source, recipe, samples)
            if not is_ready(future, request.stop):
                raise TuningStopped
            return TuningNews(number, source, None, future.result())
        except TuningStopped:
            return TuningNews(number, source)
        except BrokenExecutor as error:
            raise MatchBroken(
                translate(
                    "Tuning",
                    "A process that tuned weights has ended; the heuristic may have ended it, or "
                    "did not return.",
                )
            ) from error
