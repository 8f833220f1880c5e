"""The table of features: the only place that names all of them."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, NoReturn

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.commands.declaration import FeatureDeclaration
from kalahloa.controllers.features.analysis import feature as analysis
from kalahloa.controllers.features.book import feature as book
from kalahloa.controllers.features.clock import feature as clock
from kalahloa.controllers.features.comparison import feature as comparison
from kalahloa.controllers.features.course import feature as course
from kalahloa.controllers.features.ending import feature as ending
from kalahloa.controllers.features.first_steps import feature as first_steps
from kalahloa.controllers.features.guessing import feature as guessing
from kalahloa.controllers.features.home import feature as home
from kalahloa.controllers.features.lab import feature as lab
from kalahloa.controllers.features.library import feature as library
from kalahloa.controllers.features.match import feature as match
from kalahloa.controllers.features.proofs import feature as proofs
from kalahloa.controllers.features.puzzles import feature as puzzles
from kalahloa.controllers.features.reviews import feature as reviews
from kalahloa.controllers.features.teaching import feature as teaching
from kalahloa.controllers.features.training import feature as training
from kalahloa.controllers.features.trees import feature as trees
from kalahloa.controllers.features.tuning import feature as tuning
from kalahloa.models.game.plugins import PluginFailed, load_plugin, plugins
from kalahloa.models.text.errors import BadCommand, KalahloaError
from kalahloa.models.text.quotation import shorten

ENTRY_POINT_GROUP = "kalahloa.features"
"""The group of entry points of features in other packages; each is a `FeatureDeclaration`."""
FEATURES: tuple[FeatureDeclaration, ...] = (
    analysis.FEATURE,
    clock.FEATURE,
    training.FEATURE,
    teaching.FEATURE,
    reviews.FEATURE,
    guessing.FEATURE,
    book.FEATURE,
    proofs.FEATURE,
    puzzles.FEATURE,
    first_steps.FEATURE,
    home.FEATURE,
    library.FEATURE,
    course.FEATURE,
    trees.FEATURE,
    comparison.FEATURE,
    match.FEATURE,
    tuning.FEATURE,
    lab.FEATURE,
    ending.FEATURE,
)
"""What the built-in features declare; they follow in this order."""
_log = logging.getLogger(__name__)


@cache
def declarations() -> tuple[FeatureDeclaration, ...]:
    """Return what all features declare, the built-in ones first.

    What is wrong with those of other packages is in the log.
    """
    return (*FEATURES, *_from_elsewhere())


def _from_elsewhere() -> Iterator[FeatureDeclaration]:
    for point in plugins(ENTRY_POINT_GROUP):
        try:
            declared = load_plugin(point)
            if not isinstance(declared, FeatureDeclaration):
                raise PluginFailed("it is no FeatureDeclaration")
        except PluginFailed as error:
            _log.warning("The feature %s cannot be loaded: %s", point.name, error)
            continue
        yield replace(declared, commands=tuple(map(_guarded, declared.commands)))


def _guarded(command: Command) -> Command:
    """Return *command*, which refuses in a sentence where it would raise anything else."""

    def refuse(error: Exception) -> NoReturn:
        sentence = translate("Commands", "{name} failed: {problem}.")
        problem = shorten(error).rstrip(".")
        raise BadCommand(fill(sentence, name=command.typed or command.key, problem=problem))

    def guard(call: Any, instead: Callable[[Exception], Any]) -> Any:
        def guarded(*values: Any) -> Any:
            try:
                return call(*values)
            except KalahloaError:
                raise
            except Exception as error:
                _report(command.key, shorten(error))
                return instead(error)

        return guarded if callable(call) else call

    return replace(
        command,
        run=guard(command.run, refuse),
        perform_order=guard(command.perform_order, refuse),
        run_at=guard(command.run_at, refuse),
        possible=guard(command.possible, lambda _: False),
        following=guard(command.following, lambda _: ()),
        checked=guard(command.checked, lambda _: False),
        otherwise=guard(command.otherwise, shorten),
    )


@cache  # as some of it is asked of all commands at every change
def _report(key: str, problem: str) -> None:
    _log.warning("The command %s has failed: %s", key, problem, exc_info=True)
