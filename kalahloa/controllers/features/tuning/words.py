"""What is said of tuned weights."""

from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.models.text.numbers import with_minus

if TYPE_CHECKING:
    from kalahloa.models.tuning.regression import Iteration
    from kalahloa.models.tuning.tuning import TunedWeight, TuningProgress, TuningResult


def tuned_text(value: float) -> str:
    """Return a weight: ``1.5``, ``−0.15``."""
    return with_minus(f"{value:.4g}")


def range_text(weight: "TunedWeight") -> str:
    """Return the 95 % interval of *weight* in words."""
    if weight.low is None or weight.high is None:
        return translate("Tuning", "not enough games yet")
    sentence = translate("Tuning", "95 %: {low} to {high}")
    return fill(sentence, low=tuned_text(weight.low), high=tuned_text(weight.high))


def weight_sentence(weight: "TunedWeight") -> str:
    """Return what became of *weight*."""
    sentence = translate("Tuning", "{name}: {old} before, {new} now ({range})")
    if weight.bent:
        sentence = translate(
            "Tuning", "{name}: {old} before, {new} now ({range}; not linear, so only an estimate)"
        )
    return fill(
        sentence,
        name=weight.name,
        old=tuned_text(weight.old),
        new=tuned_text(weight.new),
        range=range_text(weight),
    )


def loss_text(loss: float) -> str:
    """Return a loss."""
    return f"{loss:.4f}"


def iteration_text(iteration: "Iteration") -> str:
    """Return the losses after an iteration, in words."""
    if iteration.held_out is None:
        sentence = translate("Tuning", "Iteration {number}: loss {loss}")
        return fill(sentence, number=iteration.number, loss=loss_text(iteration.loss))
    sentence = translate("Tuning", "Iteration {number}: loss {loss}, held out {held_out}")
    return fill(
        sentence,
        number=iteration.number,
        loss=loss_text(iteration.loss),
        held_out=loss_text(iteration.held_out),
    )


def progress_text(progress: "TuningProgress") -> str:
    """Return how far tuning is, in a few words."""
    sentence = translate("Tuning", "{games} of {wanted} games, {positions} positions")
    return fill(
        sentence,
        games=f"{progress.games:,}",
        wanted=f"{progress.wanted:,}",
        positions=f"{progress.positions:,}",
    )


def data_sentence(result: "TuningResult") -> str:
    """Return what the weights were tuned on."""
    sentence = translate(
        "Tuning", "Tuned on {games} games, {positions} quiet positions, {held_out} held out."
    )
    return fill(
        sentence,
        games=f"{result.games:,}",
        positions=f"{result.positions:,}",
        held_out=f"{result.held_out:,}",
    )


def tuning_sentence(result: "TuningResult") -> str:
    """Return whether the new weights predict games better than the old ones, and by how much."""
    first, last = result.iterations[0], result.iterations[-1]
    before, after = first.held_out, last.held_out
    if before is None or after is None:
        before, after = first.loss, last.loss
    sentence = translate(
        "Tuning", "The new weights of {name} predict games better: loss {after}, before {before}."
    )
    if not result.is_better:
        sentence = translate(
            "Tuning",
            "The new weights of {name} predict games no better than the old: loss {after}, "
            "before {before}.",
        )
    return fill(sentence, name=result.source.name, after=loss_text(after), before=loss_text(before))


def tuning_report(result: "TuningResult") -> str:
    """Return all of the result, a sentence a line."""
    lines = [tuning_sentence(result), data_sentence(result)]
    lines += [weight_sentence(weight) for weight in result.weights]
    if not result.converged:
        lines.append(translate("Tuning", "The search for the best weights has not converged."))
    return "\n".join(lines)
