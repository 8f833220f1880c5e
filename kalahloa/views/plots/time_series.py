"""Accuracy and what was given away, game by game, as series."""

from collections.abc import Sequence
from math import ceil
from typing import TypeVar

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.models.library.mistakes import GivenAway
from kalahloa.models.library.statistics import WINDOW, RatedGame
from kalahloa.models.text.quotation import shorten
from kalahloa.views.plots.series import Series, SeriesPoint, Style, Tick, even_ticks

MAX_GAMES = 250
"""Of more games than these so many are shown, evenly chosen, and always the last one."""
_DATES = 4
"""So many days are written along the horizontal axis."""
_Game = TypeVar("_Game", RatedGame, GivenAway)


def accuracy_series(rated: Sequence[RatedGame]) -> Series:
    """Return the moving mean of the accuracy; the points' keys are the games'."""
    shown = _chosen(rated)
    sentence = translate("Plots", "{date}: {percent} %; mean of the last {n} games {mean} %")
    points = tuple(
        SeriesPoint(
            place,
            one.mean,
            fill(
                sentence,
                date=shorten(one.date, 10),
                percent=f"{one.percent:.0f}",
                n=min(WINDOW, place),
                mean=f"{one.mean:.0f}",
            ),
            one.game,
            label=shorten(one.date, 10),
        )
        for place, one in shown
    )
    return Series(
        points,
        Style.LINE,
        0.0,
        100.0,
        max(1, len(rated)),
        tuple(Tick(at, f"{at} %") for at in (0, 50, 100)),
        _days(shown, len(rated)),
        names=_names(translate("Plots", "mean accuracy")),
        shown=_percent,
    )


def given_series(given: Sequence[GivenAway], by_margin: bool) -> Series:
    """Return the moving mean of what was given away a move, in the unit of losses."""
    shown = _chosen(given)
    unit = "" if by_margin else " %"
    sentence = translate("Plots", "{date}: {given} lost per move; mean of {n} games {mean}")
    points = []
    for place, one in shown:
        last = given[max(0, place - WINDOW) : place]
        mean = sum(game.given / game.moves for game in last) / len(last)
        text = fill(
            sentence,
            date=shorten(one.date, 10),
            given=f"{one.given / one.moves:.1f}{unit}",
            n=len(last),
            mean=f"{mean:.1f}{unit}",
        )
        points.append(SeriesPoint(place, mean, text, one.game, label=shorten(one.date, 10)))
    high = float(max([1, *(ceil(point.y) for point in points)]))
    return Series(
        tuple(points),
        Style.LINE,
        0.0,
        high,
        max(1, len(given)),
        tuple(Tick(at, f"{at:g}{unit}") for at in even_ticks(0, high)),
        _days(shown, len(given)),
        names=_names(translate("Plots", "mean loss per move")),
        shown=_one_decimal if by_margin else _percent,
    )


def _percent(value: float) -> str:
    return f"{value:.0f} %"


def _one_decimal(value: float) -> str:
    return f"{value:.1f}"


def _names(value: str) -> tuple[str, str, str, str]:
    return translate("Plots", "game"), translate("Plots", "date"), value, translate("Plots", "mark")


def _chosen(games: Sequence[_Game]) -> list[tuple[int, _Game]]:
    """Return at most `MAX_GAMES` of *games*, each with its number, counted from 1."""
    step = ceil(len(games) / MAX_GAMES) or 1
    first = (len(games) - 1) % step if games else 0
    return [(number + 1, games[number]) for number in range(first, len(games), step)]


def _days(shown: Sequence[tuple[int, RatedGame | GivenAway]], last: int) -> tuple[Tick, ...]:
    """Return the days of a few of the games that are *shown*, of so many in all."""
    step = max(1, last // _DATES)
    ticks = []
    following = 1
    for number, one in shown:
        if number >= following:
            ticks.append(Tick(number, shorten(one.date, 10)))
            following = number + step
    return tuple(ticks)
