"""A comparison of searchers in words: each row, and the figures that the lecture argues with."""

from collections.abc import Iterator
from math import ceil, floor, log

from kalahloa.models.search.comparison import Comparison, ComparisonRow, SearchCost, is_counted
from kalahloa.models.search.lecture.alpha_beta import ASPIRATION
from kalahloa.models.search.searchers import find_searcher, lecture_searchers
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

# -- numbers ---------------------------------------------------------------------------------------


def nodes_text(cost: SearchCost) -> str:
    """Return the nodes of *cost* in digits, with a sign where they are a lower bound."""
    return f"{cost.nodes:,}" if not cost.given_up else f"≥ {cost.nodes:,}"


def seconds_text(seconds: float) -> str:
    """Return a time in few characters: ``3 ms``, ``0.11 s``, ``12 s``."""
    if seconds < 0.001:
        return "< 1 ms"
    if seconds < 0.1:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:,.0f} s"


def cost_time(cost: SearchCost) -> str:
    """Return the time of *cost*, with a sign where it is a lower bound."""
    return f"≥ {seconds_text(cost.seconds)}" if cost.given_up else seconds_text(cost.seconds)


def factor_text(factor: float | None) -> str:
    """Return an effective branching factor, or a dash where it is not known."""
    return "–" if factor is None else f"{factor:.1f}"


def share_text(part: int, whole: int) -> str:
    """Return *part* of *whole* in percent; what is neither nothing nor all is not told as that."""
    if not whole:
        return "–"
    percent = round(100 * part / whole)
    if part and not percent:
        return "< 1 %"
    if part < whole and percent == 100:
        return "> 99 %"
    return f"{percent} %"


def row_value(row: ComparisonRow) -> Sentence | str:
    """Return the value of *row*, empty if it is not known."""
    return "" if row.score is None else row.score.text


def against(nodes: int, others: int) -> Sentence | str:
    """Return how many more or fewer *nodes* are than *others*: ``35 % fewer``."""
    if nodes == others or not others:
        return QT_TRANSLATE_NOOP("Models", "the same number")
    if nodes < others:
        share = share_text(others - nodes, others)
        return QT_TRANSLATE_NOOP("Models", "{share} fewer").format(share=share)
    if nodes < 3 * others:
        share = share_text(nodes - others, others)
        return QT_TRANSLATE_NOOP("Models", "{share} more").format(share=share)
    return QT_TRANSLATE_NOOP("Models", "{times} times as many").format(
        times=f"{nodes / others:.1f}"
    )


def short_title_of(searcher: str) -> str:
    """Return the title of the searcher called *searcher*, in few words."""
    return find_searcher(searcher).short_title or title_of(searcher)


# -- rows ------------------------------------------------------------------------------------------


def title_of(searcher: str) -> str:
    """Return the title of the searcher called *searcher*."""
    return find_searcher(searcher).title


def row_sentence(row: ComparisonRow) -> Sentence:
    """Return everything that *row* says, as a sentence."""
    cost = row.cost
    if row.error and cost.failed == cost.searches:
        return QT_TRANSLATE_NOOP("Models", "{title} failed: {error}").format(
            title=title_of(row.searcher), error=row.error
        )
    if cost.given_up:
        return QT_TRANSLATE_NOOP(
            "Models", "{title}: more than {nodes} nodes, stopped after {time}"
        ).format(
            title=title_of(row.searcher),
            nodes=f"{cost.nodes:,}",
            time=seconds_text(cost.seconds),
        )
    fields = {
        "title": title_of(row.searcher),
        "nodes": f"{cost.nodes:,}",
        "time": seconds_text(cost.seconds),
    }
    if not row.counted:
        return QT_TRANSLATE_NOOP("Models", "{title}: {nodes} nodes, {time}").format(**fields)
    return QT_TRANSLATE_NOOP(
        "Models",
        "{title}: {nodes} nodes, {leaves} leaves, {cutoffs} cut-offs, {hits} table hits, {time}",
    ).format(
        **fields,
        leaves=f"{cost.leaves:,}",
        cutoffs=f"{cost.cutoffs:,}",
        hits=f"{cost.hits:,}",
    )


# -- the argument ----------------------------------------------------------------------------------


def figures(comparison: Comparison) -> tuple[Sentence, ...]:
    """Return what the numbers show, in sentences: those for which there are numbers."""
    depth = comparison.depth
    rows = {row.searcher: row for row in comparison.at(depth)}
    finished = {name: row.cost for name, row in rows.items() if row.is_comparable}
    return tuple(
        sentence
        for sentence in (
            *_values(comparison, depth, rows),
            *_whole_tree(finished, depth),
            *_cutting(finished),
            *_ordering(finished),
            *_table(finished),
            *_aspiration(finished),
            *_scout(finished),
            *_growth(comparison),
            *_engine(finished, depth),
            *_ends(rows),
        )
    )


def _values(
    comparison: Comparison, depth: int, rows: dict[str, ComparisonRow]
) -> Iterator[Sentence]:
    exact = [row for row in rows.values() if row.counted and row.is_comparable]
    if len(exact) < 2:
        return
    differing = comparison.differing[depth - 1]
    if differing:
        yield QT_TRANSLATE_NOOP(
            "Models", "The searchers differ in the value of %n position(s) at depth {depth}."
        ).counted(differing, depth=depth)
    elif exact[0].score is not None:
        yield QT_TRANSLATE_NOOP(
            "Models", "%n searcher(s) of the lecture (finds|find) the same value: {value}."
        ).counted(len(exact), value=row_value(exact[0]))
    else:
        yield QT_TRANSLATE_NOOP(
            "Models",
            "The {count} searchers of the lecture find the same value in each of %n position(s).",
        ).counted(comparison.samples[depth - 1], count=len(exact))


def whole_tree(finished: dict[str, SearchCost]) -> SearchCost | None:
    """Return the cost of the searches that cut nothing off; None if there are none."""
    whole = (one.name for one in lecture_searchers() if not one.prunes)
    return next((finished[name] for name in whole if name in finished), None)


def least_leaves(moves: float, depth: int) -> float:
    """Return the leaves of the smallest tree that proves a value, if each position has *moves*.

    That is what alpha-beta evaluates when the best move always comes first (D. E. Knuth and R. W.
    Moore, "An analysis of alpha-beta pruning", 1975).
    """
    return float(moves ** ceil(depth / 2) + moves ** floor(depth / 2) - 1)


def _whole_tree(finished: dict[str, SearchCost], depth: int) -> Iterator[Sentence]:
    whole = whole_tree(finished)
    if whole is None or depth < 2 or not whole.leaves:
        return
    leaves = whole.leaves / whole.searches
    moves = leaves ** (1 / depth)
    if moves < 1.05:
        return
    yield QT_TRANSLATE_NOOP(
        "Models",
        "The full tree has {leaves} leaves at depth {depth}: b^d with b = {moves}. With the "
        "best move always first, alpha-beta would need about {least}, on the order of b^(d/2).",
    ).format(
        leaves=f"{leaves:,.0f}",
        depth=depth,
        moves=f"{moves:.1f}",
        least=f"{least_leaves(moves, depth):,.0f}",
    )
    for name in ("alpha-beta-ordered", "alpha-beta"):
        cost = finished.get(name)
        if cost is not None and cost.last_leaves:
            need = cost.last_leaves / cost.searches
            power = _power(need, moves)
            yield QT_TRANSLATE_NOOP("Models", "{title} needs {leaves} leaves: b^{power}.").format(
                title=title_of(name), leaves=f"{need:,.0f}", power=f"{power:.1f}"
            )


def _power(number: float, base: float) -> float:
    """Return the power of *base* (> 1) that *number* (>= 1) is."""
    return log(max(1.0, number)) / log(base)


def _cutting(finished: dict[str, SearchCost]) -> Iterator[Sentence]:
    whole, cut = whole_tree(finished), finished.get("alpha-beta")
    if whole is None or cut is None:
        return
    yield QT_TRANSLATE_NOOP(
        "Models",
        "Alpha-beta visits {nodes} of {all} nodes, {change}; its {cutoffs} cut-offs skip "
        "{pruned} moves.",
    ).format(
        nodes=f"{cut.nodes:,}",
        all=f"{whole.nodes:,}",
        change=against(cut.nodes, whole.nodes),
        cutoffs=f"{cut.cutoffs:,}",
        pruned=f"{cut.pruned:,}",
    )


def _ordering(finished: dict[str, SearchCost]) -> Iterator[Sentence]:
    plain, sorted_ = finished.get("alpha-beta"), finished.get("alpha-beta-ordered")
    if plain is None or sorted_ is None:
        return
    yield QT_TRANSLATE_NOOP(
        "Models",
        "Move ordering: {nodes} nodes in all passes together, {change}; in the last pass alone "
        "{last}. To sort the moves it evaluates {sorted} positions, which do not count as nodes.",
    ).format(
        nodes=f"{sorted_.nodes:,}",
        change=against(sorted_.nodes, plain.nodes),
        last=f"{sorted_.last_nodes:,}",
        sorted=f"{sorted_.sorted_by:,}",
    )
    if plain.cutoffs and sorted_.cutoffs:
        yield QT_TRANSLATE_NOOP(
            "Models",
            "With ordering, the first move causes {share} of the cut-offs; without, {before}.",
        ).format(
            share=share_text(sorted_.first_cutoffs, sorted_.cutoffs),
            before=share_text(plain.first_cutoffs, plain.cutoffs),
        )


def _table(finished: dict[str, SearchCost]) -> Iterator[Sentence]:
    plain, cached = finished.get("alpha-beta-ordered"), finished.get("alpha-beta-table")
    if plain is None or cached is None:
        return
    yield QT_TRANSLATE_NOOP(
        "Models",
        "The table answers {hits} of {nodes} nodes; with it, the search visits {change}.",
    ).format(
        hits=f"{cached.hits:,}",
        nodes=f"{cached.nodes:,}",
        change=against(cached.nodes, plain.nodes),
    )


def _aspiration(finished: dict[str, SearchCost]) -> Iterator[Sentence]:
    plain, narrow = finished.get("alpha-beta-ordered"), finished.get("alpha-beta-aspiration")
    if plain is None or narrow is None:
        return
    yield QT_TRANSLATE_NOOP(
        "Models", "The aspiration window, ±{width} around the last value: {nodes} nodes, {change}."
    ).format(
        width=f"{ASPIRATION:g}",
        nodes=f"{narrow.nodes:,}",
        change=against(narrow.nodes, plain.nodes),
    )
    failed = narrow.high + narrow.low
    if not failed:
        yield QT_TRANSLATE_NOOP(
            "Models",
            "None of the %n (pass|passes) with a window failed, so nothing was searched again.",
        ).counted(narrow.window_passes)
        return
    yield QT_TRANSLATE_NOOP(
        "Models",
        "{failed} of %n (pass|passes) with a window failed and had to be repeated: {high} high, "
        "{low} low. That cost {nodes} nodes, {share} of all.",
    ).counted(
        narrow.window_passes,
        failed=failed,
        high=narrow.high,
        low=narrow.low,
        nodes=f"{narrow.high_nodes + narrow.low_nodes:,}",
        share=share_text(narrow.high_nodes + narrow.low_nodes, narrow.nodes),
    )
    if narrow.high:
        yield QT_TRANSLATE_NOOP(
            "Models", "A fail-high costs {nodes} extra nodes on average."
        ).format(nodes=f"{narrow.high_nodes / narrow.high:,.0f}")


def _scout(finished: dict[str, SearchCost]) -> Iterator[Sentence]:
    plain, scout = finished.get("alpha-beta-ordered"), finished.get("negascout")
    if plain is None or scout is None:
        return
    yield QT_TRANSLATE_NOOP(
        "Models",
        "NegaScout: {nodes} nodes, {change}. {again} moves were better than expected and had to "
        "be searched again, which wasted {repeated} nodes.",
    ).format(
        nodes=f"{scout.nodes:,}",
        change=against(scout.nodes, plain.nodes),
        again=f"{scout.again:,}",
        repeated=f"{scout.repeated:,}",
    )


def _growth(comparison: Comparison) -> Iterator[Sentence]:
    listed: Sentence | None = None
    for name in comparison.plan.searchers:
        factor = comparison.branching(name)
        if factor is None:
            continue
        fields = {"title": short_title_of(name), "factor": factor_text(factor)}
        if listed is None:
            listed = QT_TRANSLATE_NOOP("Models", "{title} {factor}").format(**fields)
        else:
            listed = QT_TRANSLATE_NOOP("Models", "{list}; {title} {factor}").format(
                list=listed, **fields
            )
    if listed is not None:
        yield QT_TRANSLATE_NOOP(
            "Models", "Growth in nodes per extra ply (effective branching factor): {list}."
        ).format(list=listed)


def _engine(finished: dict[str, SearchCost], depth: int) -> Iterator[Sentence]:
    engine = next((finished[name] for name in finished if not is_counted(name)), None)
    if engine is None:
        return
    yield QT_TRANSLATE_NOOP(
        "Models",
        "The engine visits {nodes} nodes to depth {depth}, but its tree differs: it prunes "
        "more, counts every move as a ply, may use its own evaluation, and is compiled.",
    ).format(nodes=f"{engine.nodes:,}", depth=depth)


def _ends(rows: dict[str, ComparisonRow]) -> Iterator[Sentence]:
    for name, row in rows.items():
        if row.error:
            yield QT_TRANSLATE_NOOP("Models", "{title} failed: {error}").format(
                title=title_of(name), error=row.error
            )
        elif row.cost.given_up:
            yield QT_TRANSLATE_NOOP(
                "Models", "{title} was stopped early; its numbers are lower bounds."
            ).format(title=title_of(name))
