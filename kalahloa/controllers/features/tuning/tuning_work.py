"""Tuning weights: worker processes play, sample and fit."""

from contextlib import ExitStack
from functools import partial

from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.features.match.match_playing import MatchBroken
from kalahloa.controllers.saving.opening import OpenLibrary
from kalahloa.controllers.work.background import NICENESS
from kalahloa.controllers.work.worker import WorkerTask
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.file_names import FILE_PREFIX
from kalahloa.models.heuristics.naming import read_own
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.tuning.library_games import finished_games
from kalahloa.models.tuning.recipe import TuningOrder
from kalahloa.models.tuning.samples import FinishedGame
from kalahloa.models.tuning.tuning import (
    TuningProgress,
    TuningResult,
    TuningStopped,
    collect,
    require_weights,
)
from kalahloa.models.tuning.tuning import (
    tune as fit_weights,
)
from kalahloa.models.work.calls import call_processes, in_order
from kalahloa.models.work.cancellation import Throttle
from kalahloa.models.work.pool import PoolFailed


def do_tuning(
    order: TuningOrder, workers: int, open_library: OpenLibrary | None, task: WorkerTask
) -> TuningResult | None:
    """Do what *order* says, with so many *workers*; return None if *task* was cancelled.

    The task tells the heuristic as it was read, and then `TuningProgress`, at most ten times a
    second.  *open_library* is for games of the library.  Raises a `KalahloaError` where the weights
    cannot be tuned.
    """
    game = find_game(order.game)
    source = read_own(FILE_PREFIX + order.name, game)
    require_weights(source)
    recipe = order.recipe
    task.report(source)
    throttle = Throttle()

    def report(progress: TuningProgress) -> None:
        if throttle.is_due():
            task.report(progress)

    with ExitStack() as stack:
        games: list[FinishedGame] = []
        if recipe.from_library:
            if open_library is None:
                raise BadCommand(translate("Tuning", "No library is open here."))
            library = stack.enter_context(open_library())
            for one in finished_games(library, game, order.rules):
                games.append(one)
                if len(games) == recipe.games or task.stop():
                    break
        try:
            pool = stack.enter_context(call_processes(workers, NICENESS))
            samples = collect(source, order.rules, recipe, pool, games, report, task.stop)
            # In a worker as well: it takes a second of plain Python.
            fit = partial(fit_weights, source, recipe, samples)
            return next(in_order(pool, [fit], task.stop), None)
        except TuningStopped:
            return None
        except PoolFailed as error:
            raise MatchBroken(
                translate(
                    "Tuning",
                    "A process that tuned weights ended unexpectedly; the heuristic may have "
                    "ended it, or not returned.",
                )
            ) from error
