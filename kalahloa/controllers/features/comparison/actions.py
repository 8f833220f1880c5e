"""What the commands of comparing searchers do: see `command_actions`."""

from dataclasses import replace

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.commands.typed_words import BENCH, SUITE
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.comparison.comparison import (
    DEFAULT_SUITE,
    Comparisons,
    ComparisonSettings,
    Positions,
    why_no_samples,
)
from kalahloa.controllers.features.comparison.words import answer_text, began_sentence
from kalahloa.models.heuristics.own_names import own_name
from kalahloa.models.search.comparison_bounds import MAX_DEPTH
from kalahloa.models.search.comparison_samples import MAX_SAMPLES
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

"""The words by which positions are asked for."""


def compare(app: AppContext, words: list[str]) -> str:
    """Compare as the words say, by default as before; or stop."""
    if not words and app[Comparisons].running:
        return stop_comparing(app)
    settings = read_settings(app, words)
    reason = why_no_samples(app.document.game, settings)
    if reason:
        raise BadCommand(reason)
    if settings.positions is Positions.HERE and app.document.place.outcome is not None:
        raise BadCommand(translate("Commands", "The game is over."))
    app[Comparisons].start(settings, to_answer=bool(words))
    comparison = app[Comparisons].comparison
    assert comparison is not None
    return began_sentence(comparison)


def stop_comparing(app: AppContext) -> str:
    """Stop, and tell what is known by then."""
    return app[Comparisons].interrupt() or ""


def tell_comparison(app: AppContext, words: list[str]) -> str:
    """Tell everything that is known of the last comparison."""
    comparison = app[Comparisons].comparison
    assert comparison is not None
    return answer_text(comparison)


def read_settings(app: AppContext, words: list[str]) -> ComparisonSettings:
    """Return the settings that *words* ask for: a depth, ``suite`` and a number, ``bench``.

    The heuristic may be named, too.  Raises `BadCommand` for words that cannot be read.
    """
    settings = app[Comparisons].settings
    if not words:
        return settings
    settings = replace(settings, positions=Positions.HERE)
    known = [heuristic.name for heuristic in app.document.game.heuristics]
    rest = list(words)
    while rest:
        given = rest.pop(0)
        word = given.lower()
        if own_name(given) is not None:
            settings = replace(settings, heuristic=given)
        elif word == BENCH:
            settings = replace(settings, positions=Positions.BENCH)
        elif word == SUITE:
            count = DEFAULT_SUITE
            if rest and rest[0].isdigit():
                count = _number(rest.pop(0), MAX_SAMPLES)
            settings = replace(settings, positions=Positions.RANDOM, count=count)
        elif word in known:
            settings = replace(settings, heuristic=word)
        elif word.isdigit():
            settings = replace(settings, depth=_number(word, MAX_DEPTH))
        else:
            sentence = translate(
                "Commands",
                "'{word}' cannot be read: write compare, a depth from 1 to {most}, a heuristic, "
                "and suite with a number of positions, or bench, each if you like.",
            )
            raise BadCommand(fill(sentence, word=quote(word), most=MAX_DEPTH))
    return settings


def _number(text: str, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 0
    if not 1 <= number <= most:
        sentence = translate("Commands", "'{text}' is not a number from {least} to {most}.")
        raise BadCommand(fill(sentence, text=quote(text), least=1, most=most))
    return number
