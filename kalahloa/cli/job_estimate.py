"""What `kalahloa prove-start --estimate` prints."""

import argparse
import json
from typing import TYPE_CHECKING

from kalahloa.cli.failures import Failed, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import stop_function
from kalahloa.cli.progress import ProgressLine

if TYPE_CHECKING:
    from kalahloa.models.games.kalah.job.job import ValueJob
    from kalahloa.models.games.kalah.job.job_file import ValueJobFile
    from kalahloa.models.games.kalah.job.sampling import Estimated
    from kalahloa.models.games.kalah.job.task import Pool

DAY = 86400.0


def show_estimate(
    job: "ValueJob",
    file: "ValueJobFile",
    pool: "Pool",
    at_least: int | None,
    sampling: tuple[int, float, int, int],
    values: argparse.Namespace,
    line: ProgressLine,
    interrupt: Interrupt,
) -> int:
    """Have *pool* try a sample of the tasks of *job*, and print what the whole takes.

    The question is whether the value is at least *at_least*, by default the next one of the job.
    *sampling* is the number of tasks, the limit in seconds for each, the seed, and how many turns
    deeper one is drawn in place of each.
    """
    from kalahloa.models.games.kalah.job.sampling import draw_strata, estimated, measure_strata
    from kalahloa.models.text.numbers import signed

    count, limit, seed, deeper = sampling
    asked = job.next_question() if at_least is None else at_least
    if asked is None:
        raise Failed("The value is proven, so there is nothing to estimate.")
    tree = job.whole_tree()  # so that the seed draws the same tasks again
    question = tree.question(asked)
    line.say("collecting the tasks")
    expected = tree.is_expected_below(question)
    samples = draw_strata(tree, question, job.estimate, count, seed, deeper)
    if not samples:
        raise Failed("The question needs no search, so there is nothing to estimate.")

    def show(done: int, wanted: int) -> None:
        line.show(done, wanted, f"{done:,} of {wanted:,} tasks tried")

    costs = measure_strata(samples, file, pool, stop_function(values, interrupt), show)
    found = estimated(costs, seed)
    if found is None:
        raise Failed("Too few tasks were tried for an estimate; proven results are saved.")
    turns = values.turns + deeper
    facts = {"question": asked, "expected": expected, "turns": turns, "limit": limit}
    if values.json:
        strata = [
            {
                "stones": cost.name[0],
                "distance": cost.name[1],
                "pieces": cost.size,
                "seconds": cost.seconds,
                "weights": cost.weights,
                "censored": cost.censored,
                "unexpected": cost.unexpected,
            }
            for cost in found.strata
        ]
        numbers = {
            "pieces": found.tasks,
            "tried": found.tried,
            "censored": found.censored,
            "unexpected": found.unexpected,
            "seconds": found.seconds,
            "low": found.low,
            "high": found.high,
        }
        print(json.dumps({**facts, **numbers, "strata": strata}))
    else:
        answer = "yes" if expected else "no"
        print(f"Is the value at least {signed(asked)}? Expected: {answer}.")
        about = "about " if deeper else ""
        after = "1 turn" if turns == 1 else f"{turns} turns"
        tasks = "1 task" if round(found.tasks) == 1 else f"{found.tasks:,.0f} tasks"
        print(f"Split after {after}: {about}{tasks} if all are as expected.")
        _print_strata(found)
        print(_in_words(found, limit))
    return finish(interrupt)


def _print_strata(found: "Estimated") -> None:
    rows: list[tuple[str, ...]] = [
        ("stones", "estimate", "tasks", "tried", "no result", "unexpected", "seconds each")
    ]
    for cost in found.strata:
        mean = sum(cost.seconds) / len(cost.seconds)
        counts = (cost.size, len(cost.seconds), cost.censored, cost.unexpected)
        numbers = [*(f"{count:,}" for count in counts), f"{mean:,.2f}"]
        rows.append((*cost.name, *numbers))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            word.ljust(width) if place < 2 else word.rjust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  " + "  ".join(cells))


def _in_words(found: "Estimated", limit: float) -> str:
    most = "at least " if found.censored or found.unexpected else ""
    text = (
        f"Total: {most}{_processor_time(found.seconds)} "
        f"(95 % interval {_processor_time(found.low)} to {_processor_time(found.high)})."
    )
    if found.censored:
        text += f" {found.censored} of {found.tried} tasks had no result within {limit:g} s."
    if found.unexpected:
        text += (
            f" {found.unexpected} of {found.tried} tasks had an unexpected result; each "
            "adds further tasks."
        )
    return text


def _processor_time(seconds: float) -> str:
    if seconds >= DAY / 10:
        return f"{seconds / DAY:,.2f} processor-days"
    return f"{seconds:,.3g} processor-seconds"
