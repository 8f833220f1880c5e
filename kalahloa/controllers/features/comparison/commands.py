"""The command by which searchers are compared."""

from dataclasses import replace

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.commands.conditions import GAME_OVER
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.comparison.comparison import (
    DEFAULT_SUITE,
    Comparisons,
    ComparisonSettings,
    Positions,
    why_no_samples,
)
from kalahloa.controllers.features.comparison.state import ComparisonState
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.heuristics.file_names import user_heuristic_name
from kalahloa.models.search.comparison_bounds import MAX_DEPTH, MAX_SAMPLES
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.controllers.features.comparison import words as comparison_words

SUITE, BENCH = "suite", "bench"
"""Where the positions come from."""
_NOTHING = QT_TRANSLATE_NOOP("Commands", "No comparison yet; type compare to make one.")


def _can_compare(place: Place) -> bool:
    return place[ComparisonState].running or place.outcome is None


COMPARISON_COMMANDS = CommandTable()
"""The commands of comparing, in the order of the menu."""


@COMPARISON_COMMANDS.declare(
    key="compare",
    title=QT_TRANSLATE_NOOP("Commands", "Compare &searchers"),
    tip=QT_TRANSLATE_NOOP("Commands", "Compare the cost of the searchers on this position"),
    words=QT_TRANSLATE_NOOP(
        "Commands", "benchmark, alpha-beta against minimax, compare algorithms"
    ),
    menu="algorithms",
    group=1,
    possible=_can_compare,
    otherwise=GAME_OVER,
    reveals=True,
    checked=lambda place: place[ComparisonState].running,
    typed="compare",
    arguments="[DEPTH] [suite N|bench]",
    following=lambda app: (SUITE, BENCH),
)
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
    return comparison_words.began_sentence(comparison)


def stop_comparing(app: AppContext) -> str:
    """Stop, and tell what is known by then."""
    return app[Comparisons].interrupt() or ""


@COMPARISON_COMMANDS.declare(
    key="comparison",
    tip=QT_TRANSLATE_NOOP("Commands", "Show the results of the last comparison"),
    possible=lambda place: place[ComparisonState].known,
    otherwise=_NOTHING,
    reveals=True,
    typed="comparison",
)
def comparison_report(app: AppContext, words: list[str]) -> str:
    """Tell everything that is known of the last comparison."""
    comparison = app[Comparisons].comparison
    assert comparison is not None
    return comparison_words.answer_text(comparison)


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
        if user_heuristic_name(given) is not None:
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
                "'{word}' is not understood. Type compare, then optionally a depth from 1 to "
                "{most}, a heuristic, and suite with a number of positions, or bench.",
            )
            raise BadCommand(fill(sentence, word=quote(word), most=MAX_DEPTH))
    return settings


def _number(text: str, most: int) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else 0
    if not 1 <= number <= most:
        sentence = translate("Commands", "'{text}' is not a number from {least} to {most}.")
        raise BadCommand(fill(sentence, text=quote(text), least=1, most=most))
    return number
