"""The command by which weights are tuned."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.match.commands import no_words, read_number
from kalahloa.controllers.features.tuning.tuning import MATCH_GAMES, TuningController
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.controllers.features.match import state as match_state
    from kalahloa.controllers.features.tuning import state as tuning_state
    from kalahloa.controllers.features.tuning import words as tuning_words
if TYPE_CHECKING:
    from kalahloa.controllers.features.tuning.state import TuningOrder

_MAX_SEED = 999_999_999
_MAX_NODES = 10_000_000
TUNING_COMMANDS = CommandTable()
"""`tune` alone tells how tuning stands."""


@TUNING_COMMANDS.declare(
    key="tune",
    tip=QT_TRANSLATE_NOOP("Commands", "Tune a heuristic's weights, or tell the result"),
    typed="tune",
    arguments="[NAME …|stop|match|keep]",
)
def tune(app: AppContext, words: list[str]) -> str:
    """Tune the weights of a heuristic, tell how it stands, or do something with the result."""
    if not words:
        return _standing(app)
    deed = _DEEDS.get(words[0].lower())
    if deed is not None:
        return deed(app, words[1:])
    order = _read_order(app, words)
    app[TuningController].start(order)
    sentence = translate("Commands", "The weights of {name} are being tuned on {games} games.")
    return fill(sentence, name=quote(order.name), games=f"{order.games:,}")


def _standing(app: AppContext) -> str:
    tuning = app[TuningController]
    if tuning.running:
        if tuning.progress is None:
            return translate("Commands", "The weights are being tuned.")
        return tuning_words.progress_text(tuning.progress)
    if tuning.result is not None:
        lines = [tuning_words.result_text(tuning.result)]
        lines += [tuning.verdict] if tuning.verdict else []
        return "\n".join(lines)
    return tuning.error or translate("Commands", "No weights were tuned yet.")


def _stop(app: AppContext, words: list[str]) -> str:
    no_words(words)
    app[TuningController].stop()
    return ""


def _match(app: AppContext, words: list[str]) -> str:
    """Have the new weights play against the old ones."""
    games = MATCH_GAMES
    if words:
        games = read_number(" ".join(words).removeprefix("games "), 2, match_state.MAX_GAMES)
    app[TuningController].play(games + games % 2)
    return translate("Commands", "The new weights play against the old; match tells how they do.")


def _keep(app: AppContext, words: list[str]) -> str:
    """Keep the new weights as a new version of the heuristic."""
    no_words(words)
    app[TuningController].keep()
    return ""


_DEEDS: dict[str, Callable[[AppContext, list[str]], str]] = {
    "stop": _stop,
    "match": _match,
    "keep": _keep,
}


def _read_order(app: AppContext, words: list[str]) -> "TuningOrder":
    """Return what *words* ask for: a name, which may be of several words, and settings."""
    document = app.document
    name = [words[0]]
    rest = list(words[1:])
    while rest and rest[0].lower() not in _KEYS:
        name.append(rest.pop(0))
    order = tuning_state.TuningOrder(
        document.game.key, document.record.rules, " ".join(name).removeprefix("file:")
    )
    while rest:
        key = rest.pop(0).lower()
        if key == "library":
            order = replace(order, from_library=True)
            continue
        if key not in _KEYS or not rest:
            sentence = translate(
                "Commands",
                "'{word}' is no setting of tuning; there are games N, seed N, nodes N, library.",
            )
            raise BadCommand(fill(sentence, word=quote(key)))
        value = rest.pop(0)
        if key == "games":
            order = replace(order, games=read_number(value, 1, tuning_state.MAX_GAMES))
        elif key == "seed":
            order = replace(order, seed=read_number(value, 0, _MAX_SEED))
        else:
            order = replace(order, nodes=read_number(value, 1, _MAX_NODES))
    return order


_KEYS = ("games", "seed", "nodes", "library")
