"""Figures of chapters: described by the chapter, and searched when they are shown."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isinf

from kalahloa.models.course.small_tree import SmallTree
from kalahloa.models.course.trial_search import (
    StartingPoint,
    kept_search,
    search,
    short_estimate,
    value_after,
)
from kalahloa.models.game.position import Position
from kalahloa.models.search.lecture import scale
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.search.score import Score
from kalahloa.models.search.search_tree import SearchTree, TreeCounts
from kalahloa.models.search.searchers import find_lecture_searcher, find_searcher
from kalahloa.models.text.errors import BadFile, KalahloaError
from kalahloa.models.text.numbers import INFINITY, MINUS
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

KINDS = ("board", "tree", "counts", "values")
MAX_RECORDED = 200_000
"""So many nodes a figure has at most; what is larger belongs into the panel of search trees."""
MAX_MOVES = 40


@dataclass(frozen=True)
class Figure:
    """What a chapter says of a figure.

    `kind` is one of `KINDS`: the board alone; the tree that `searcher` searches to `depth`; the
    counts of `searchers` at each of `depths`; the values of the moves at each of `depths`.
    `most` is the greatest depth that the reader may choose.
    """

    kind: str
    ground: StartingPoint
    searcher: str = ""
    depth: int = 1
    most: int = 1
    searchers: tuple[str, ...] = ()
    depths: tuple[int, ...] = ()

    @property
    def is_searched(self) -> bool:
        """Whether it shows what a search has found."""
        return self.kind != "board"


@dataclass(frozen=True)
class ShownFigure:
    """A figure that was searched, at `position`.

    `rows` are those of a table, the first one its headings; they are empty where `tree` is shown,
    or only the board.  `record` is the search from which `tree` was made.  `result` says in a
    sentence what was found.
    """

    figure: Figure
    position: Position
    tree: SmallTree | None = None
    rows: tuple[tuple[str, ...], ...] = ()
    result: str = ""
    is_own: bool = False
    record: SearchTree | None = None


def show_figure(
    figure: Figure,
    depth: int | None = None,
    stopped: Callable[[], bool] = never,
    own: bool = False,
) -> ShownFigure:
    """Search what *figure* shows, to *depth* instead of its own if that is given.

    *own* is whether its position is one of the reader's.  Raises `SearchStopped`, and `BadFile` if
    there is too much to count.
    """
    at = figure.ground.position()
    if depth is not None:
        figure = replace(figure, depth=max(1, min(depth, figure.most)))
    if at.is_over():
        outcome = at.outcome()
        return ShownFigure(figure, at, result="" if outcome is None else outcome.reason, is_own=own)
    if figure.kind == "tree":
        return _tree(figure, at, own, stopped)
    if figure.kind == "counts":
        return ShownFigure(figure, at, rows=_counts(figure, stopped), is_own=own)
    if figure.kind == "values":
        return ShownFigure(figure, at, rows=_values(figure, at, stopped), is_own=own)
    return ShownFigure(figure, at, is_own=own)


def _tree(figure: Figure, at: Position, own: bool, stopped: Callable[[], bool]) -> ShownFigure:
    result = search(figure.ground, at, figure.searcher, figure.depth, stopped=stopped)
    counts = TreeCounts.of(result.passes[-1])
    with_cuts = QT_TRANSLATE_NOOP(
        "Models",
        "{searcher}, depth {depth}: value {value}, best move {move}; {nodes} nodes, {leaves} "
        "leaves, {cutoffs} cut-offs.",
    )
    without_cuts = QT_TRANSLATE_NOOP(
        "Models",
        "{searcher}, depth {depth}: value {value}, best move {move}; {nodes} nodes, {leaves} "
        "leaves.",
    )
    told = (with_cuts if counts.cutoffs else without_cuts).format(
        searcher=find_searcher(figure.searcher).title,
        depth=result.depth,
        value=_score_text(result.score),
        move=at.format_move(result.move),
        nodes=f"{counts.nodes:,}",
        leaves=f"{counts.leaves:,}",
        cutoffs=f"{counts.cutoffs:,}",
    )
    searcher = find_lecture_searcher(figure.searcher)
    negated = searcher is not None and searcher.negates
    try:
        tree = SmallTree.of(result.passes[-1], negated)
    except KalahloaError as error:
        sentence = QT_TRANSLATE_NOOP("Models", "{told} {why}")
        return ShownFigure(
            figure, at, result=sentence.format(told=told, why=error.sentence), is_own=own
        )
    record = result.passes[-1]
    return ShownFigure(figure, at, tree, result=told, is_own=own, record=record)


def _counts(figure: Figure, stopped: Callable[[], bool]) -> tuple[tuple[str, ...], ...]:
    several = len(figure.searchers) > 1
    rows: list[tuple[str, ...]] = [
        (
            QT_TRANSLATE_NOOP("Models", "Searcher"),
            QT_TRANSLATE_NOOP("Models", "Depth"),
            QT_TRANSLATE_NOOP("Models", "Nodes"),
            QT_TRANSLATE_NOOP("Models", "Leaves"),
            QT_TRANSLATE_NOOP("Models", "Value"),
        )
    ]
    for name in figure.searchers:
        for depth in figure.depths:
            if stopped():
                raise SearchStopped("The search was stopped.")
            result = kept_search(figure.ground, name, depth)
            counts = TreeCounts.of(_last(result.passes))
            rows.append(
                (
                    find_searcher(name).title,
                    str(result.depth),
                    f"{counts.nodes:,}",
                    f"{counts.leaves:,}",
                    _score_text(result.score),
                )
            )
    # A narrow panel has no room for all: leaves, or whose they are.
    return tuple((*row[:3], row[4]) if several else row[1:] for row in rows)


def _last(passes: tuple[SearchTree, ...]) -> SearchTree:
    if len(passes[-1]) > MAX_RECORDED:
        raise BadFile(QT_TRANSLATE_NOOP("Models", "The tree is too large for a figure."))
    return passes[-1]


def _values(
    figure: Figure, at: Position, stopped: Callable[[], bool]
) -> tuple[tuple[str, ...], ...]:
    heads = tuple(
        QT_TRANSLATE_NOOP("Models", "Depth {depth}").format(depth=depth) for depth in figure.depths
    )
    rows: list[tuple[str, ...]] = [(QT_TRANSLATE_NOOP("Models", "Move"), *heads)]
    for move in at.legal_moves()[:MAX_MOVES]:
        cells = []
        for depth in figure.depths:
            value, _, proven = value_after(figure.ground, at, move, depth, stopped)
            cells.append(figure_value(value, proven))
        rows.append((at.format_move(move), *cells))
    return tuple(rows)


def _score_text(score: Score) -> str:
    return score.text if score.proven or score.decided else short_estimate(score.number)


def figure_value(value: float, proven: bool = False) -> str:
    """Return *value* in few characters: ``+2``, ``wins by 4``, ``draw``, ``∞``."""
    if isinf(value):
        return INFINITY if value > 0 else f"{MINUS}{INFINITY}"
    if scale.is_decisive(value) or (proven and value == 0):
        return scale.lecture_text(value, proven)
    return short_estimate(value)
