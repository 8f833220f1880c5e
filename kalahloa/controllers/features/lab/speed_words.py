"""What is said of the speed of a heuristic."""

from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.lab.state import LabSpeed
from kalahloa.controllers.features.match.words import speed_text as pace_text

if TYPE_CHECKING:
    from kalahloa.models.heuristics.speed import Speed


def speed_sentences(known: LabSpeed) -> str:
    """Return what is known of a heuristic's speed, as sentences; empty if nothing is."""
    if known.running:
        return in_words(known.doing) or translate("Lab", "Measuring the speed…")
    if known.problem:
        told = in_words(known.problem)
        if known.line is None:
            return told
        return fill(translate("Lab", "Line {line}: {sentence}"), line=known.line, sentence=told)
    return "" if known.speed is None else _measured_text(known.speed)


def _measured_text(speed: "Speed") -> str:
    if speed.compiled is None:
        sentence = translate("Lab", "Interpreted: {speed}{share}.")
    else:
        sentence = translate(
            "Lab", "Compiled: {speed}{share}; {gain} times as fast as interpreted ({interpreted})."
        )
    share = ""
    if speed.share is not None:
        words = translate("Lab", ", {share} of that with the engine's own evaluation")
        share = fill(words, share=f"{speed.share:.0%}")
    shown = fill(
        sentence,
        speed=pace_text(speed.compiled or speed.interpreted),
        share=share,
        gain=_times(speed.gain or 1.0),
        interpreted=pace_text(speed.interpreted),
    )
    if not speed.sentence:
        return shown
    return f"{shown} {in_words(speed.sentence)}"


def _times(gain: float) -> str:
    return f"{gain:.1f}" if gain < 9.95 else f"{gain:.0f}"
