"""The command by which weights are tuned."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.orders import no_words, read_options, read_whole_number
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.tuning.tuning import MATCH_GAMES, TuningController
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.options import options_of
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.controllers.features.match import state as match_state
    from kalahloa.controllers.features.tuning import words as tuning_words
    from kalahloa.models.tuning import recipe as recipes
if TYPE_CHECKING:
    from kalahloa.models.tuning.recipe import TuningOrder

TUNING_COMMANDS = CommandTable()
"""`tune_heuristic` alone tells how tuning stands."""


def start_tuning(app: AppContext, order: "TuningOrder") -> str:
    """Tune as *order* says."""
    app[TuningController].start(order)
    sentence = translate("Commands", "Tuning the weights of {name} on {games} games.")
    return fill(sentence, name=quote(order.name), games=f"{order.recipe.games:,}")


@TUNING_COMMANDS.declare(
    key="tune",
    tip=QT_TRANSLATE_NOOP("Commands", "Tune a heuristic's weights, or show the result"),
    typed="tune",
    arguments="[NAME …|stop|match|save]",
    perform_order=start_tuning,
)
def tune_heuristic(app: AppContext, words: list[str]) -> str:
    """Tune the weights of a heuristic, tell how it stands, or do something with the result."""
    if not words:
        return _standing(app)
    subcommand = _SUBCOMMANDS.get(words[0].lower())
    if subcommand is not None:
        return subcommand(app, words[1:])
    return start_tuning(app, _read_order(app, words))


def _standing(app: AppContext) -> str:
    tuning = app[TuningController]
    if tuning.running:
        if tuning.progress is None:
            return translate("Commands", "Tuning the weights…")
        return tuning_words.progress_text(tuning.progress)
    if tuning.result is not None:
        lines = [tuning_words.tuning_report(tuning.result)]
        lines += [tuning.verdict] if tuning.verdict else []
        return "\n".join(lines)
    return tuning.error or translate("Commands", "You have tuned no weights yet.")


def _stop(app: AppContext, words: list[str]) -> str:
    no_words(words)
    app[TuningController].stop()
    return ""


def _match(app: AppContext, words: list[str]) -> str:
    """Have the new weights play against the old ones."""
    games = MATCH_GAMES
    if words:
        games = read_whole_number(" ".join(words).removeprefix("games "), 2, match_state.MAX_GAMES)
    app[TuningController].play(games + games % 2)
    return translate("Commands", "New weights play the old ones; type match for the score.")


def _keep(app: AppContext, words: list[str]) -> str:
    """Keep the new weights as a new version of the heuristic."""
    no_words(words)
    app[TuningController].keep()
    return ""


_SUBCOMMANDS: dict[str, Callable[[AppContext, list[str]], str]] = {
    "stop": _stop,
    "match": _match,
    "save": _keep,
    "keep": _keep,  # as it was called before
}


def _read_order(app: AppContext, words: list[str]) -> "TuningOrder":
    """Return what *words* ask for: a name, which may be of several words, and settings."""
    document = app.document
    known = options_of(recipes.TuningRecipe)
    end = next((n for n, word in enumerate(words) if n and word.lower() in known), len(words))
    values = read_options(
        recipes.TuningRecipe,
        words[end:],
        translate("Commands", "Tuning has no setting '{word}'; choose one of: {options}."),
    )
    name = " ".join(words[:end]).removeprefix("file:")
    recipe = recipes.TuningRecipe(**values)
    return recipes.TuningOrder(document.game.key, document.record.rules, name, recipe)
