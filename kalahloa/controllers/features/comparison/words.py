"""What is said of comparisons of searchers."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.models.search.comparison import Comparison, ComparisonRow, ComparisonTask
from kalahloa.models.search.comparison_words import figures, row_sentence, title_of


def about_words(comparison: Comparison) -> str:
    """Return on what and how deep is compared, in a few words."""
    depth, count = comparison.depth, len(comparison.plan.samples)
    if count == 1:
        return fill(translate("Comparison", "depth {depth}"), depth=depth)
    done = comparison.samples[depth - 1]
    if done == count:
        words = translate("Comparison", "depth {depth}, {count} positions")
    else:
        words = translate("Comparison", "depth {depth}, {done} of {count} positions")
    return fill(words, depth=depth, done=done, count=count)


def comparison_progress(comparison: Comparison, task: ComparisonTask | None, nodes: int) -> str:
    """Return how far a comparison is, in a few words."""
    total = comparison.plan.task_count
    words = fill(
        translate("Comparison", "{done} of {total} searches"), done=comparison.done, total=total
    )
    if task is None:
        return words
    searcher = fill(
        translate("Comparison", "{title} to depth {depth}"),
        title=title_of(task.searcher),
        depth=task.depth,
    )
    if nodes:
        known = fill(translate("Comparison", "{nodes} nodes"), nodes=f"{nodes:,}")
        return f"{words} · {searcher} · {known}"
    return f"{words} · {searcher}"


def began_sentence(comparison: Comparison) -> str:
    """Return what is being compared."""
    plan = comparison.plan
    sentence = translate(
        "Comparison", "Comparing {count} searchers to depth {depth}, using {heuristic}."
    )
    return fill(
        sentence, count=len(plan.searchers), depth=plan.depth, heuristic=plan.heuristic.title
    )


def done_sentence(comparison: Comparison) -> str:
    """Return that a comparison is done, and the least that it shows."""
    rows = [row for row in comparison.at(comparison.depth) if row.is_comparable]
    done = fill(translate("Comparison", "Comparison done: {about}."), about=about_words(comparison))
    if not rows:
        return done
    most = max(rows, key=lambda row: row.cost.nodes)
    least = min(rows, key=lambda row: row.cost.nodes)
    sentence = translate("Comparison", "{done} {most} visits {many} nodes, {least} {few}.")
    return fill(
        sentence,
        done=done,
        most=title_of(most.searcher),
        many=f"{most.cost.nodes:,}",
        least=title_of(least.searcher),
        few=f"{least.cost.nodes:,}",
    )


def measured_words(row: ComparisonRow) -> str:
    """Return everything that *row* says."""
    return in_words(row_sentence(row))


def figure_lines(comparison: Comparison) -> list[str]:
    """Return what the numbers show, a sentence a line."""
    return [in_words(sentence) for sentence in figures(comparison)]


def answer_text(comparison: Comparison) -> str:
    """Return the whole comparison, line by line."""
    rows = comparison.at(comparison.depth)
    head = fill(translate("Comparison", "Compared: {about}"), about=about_words(comparison))
    lines = [head, *(f"  {measured_words(row)}" for row in rows), *figure_lines(comparison)]
    return "\n".join(lines)
