"""What the lab says: values, terms, and how a heuristic and the engine differ."""

from collections.abc import Mapping
from math import copysign
from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.lab.state import LabState
from kalahloa.models.game.game import Game
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.text.numbers import signed

if TYPE_CHECKING:
    from kalahloa.controllers.features.lab.reports import EngineOpinion, LabReport, RankedMove
    from kalahloa.models.heuristics.costs import FeatureCost

DECIMALS = 2
_NOTHING = 1e-9
"""Smaller differences come of rounding."""


def term_text(number: float) -> str:
    """Return a value or a term: ``+0.36``, ``0.00``."""
    return signed(number, DECIMALS)


def weight_text(number: float) -> str:
    """Return a weight as it is written in code: ``1.5``."""
    return f"{number:g}"


def rest_of(value: float, terms: Mapping[str, float]) -> float:
    """Return what *value* has beside its *terms*; 0 where they add up to it."""
    rest = value - sum(terms.values())
    return 0.0 if abs(rest) < _NOTHING * max(1.0, abs(value)) else rest


def move_label(move: "RankedMove") -> str:
    """Return a move with its value, or how the game ends with it."""
    return f"{move.text}  {in_words(move.ending) if move.ending else term_text(move.value)}"


def value_sentence(game: Game, report: "LabReport") -> str:
    """Return what the heuristic says of the position, for whom, and how long that took."""
    count = len(report.moves) + 1
    sentence = translate("Lab", "No errors in %n position(s).", "", count)
    value = translate("Lab", "{value} for {side}, estimated.")
    side = game.sides[report.side]
    return f"{fill(value, value=term_text(report.value), side=side)} {sentence}"


def comparison_sentences(report: "LabReport", engine: "EngineOpinion | None") -> list[str]:
    """Return how the heuristic's first move and the engine's differ, in at most two sentences."""
    best = engine.best if engine is not None else None
    if engine is None or best is None or not report.moves:
        return []
    mine, theirs = report.moves[0], report.find(best)
    if theirs is None:
        return []
    told = engine.values[best]
    if mine.move == best:
        sentence = translate("Lab", "Your heuristic and the engine both prefer {move}.")
        return [fill(sentence, move=mine.text)]
    if told.order == _order_of(engine, mine.move):
        sentence = translate(
            "Lab", "Your heuristic prefers {mine}; the engine values it like {best}."
        )
        return [fill(sentence, mine=mine.text, best=theirs.text)]
    if abs(mine.value - theirs.value) < _NOTHING:
        sentence = translate(
            "Lab",
            "Your heuristic values {mine} and {best} alike; the engine prefers {best}.",
        )
    else:
        sentence = translate(
            "Lab", "Your heuristic prefers {mine} to {best}; the engine prefers {best}."
        )
    return [fill(sentence, mine=mine.text, best=theirs.text), *_reason(engine, mine, best)]


def _order_of(engine: "EngineOpinion", move: int) -> object:
    value = engine.values.get(move)
    return None if value is None else value.order


def _reason(engine: "EngineOpinion", mine: "RankedMove", best: int) -> list[str]:
    """Return what the engine sees that the heuristic does not."""
    told = engine.values[best]
    if told.proven:
        sentence = translate(
            "Lab", "Yours only values the position itself; the engine has proven {value}."
        )
        return [fill(sentence, value=told.short)]
    answer = engine.answers.get(mine.move, "")
    if answer:
        sentence = translate(
            "Lab",
            "Yours only values the position itself; the engine also sees the reply {answer}.",
        )
        return [fill(sentence, answer=answer)]
    return [translate("Lab", "Yours only values the position itself; the engine looks ahead.")]


def lab_arrows(state: LabState) -> dict[int, Score]:
    """Return the moves to point out, with the heuristic's values: the chosen, the engine's best.

    Empty while no report is there.
    """
    move, report = state.chosen_move, state.report
    if move is None or report is None:
        return {}
    best = state.engine.best if state.engine is not None else None
    other = report.find(best) if best is not None else None
    shown = [move] if other is None or other.move == move.move else [move, other]
    return {
        one.move: Score(copysign(1.0, one.value), report.side, ScoreKind.WINNER, True)
        if one.ending and one.value
        else Score(one.value, report.side, ScoreKind.WINNER, bool(one.ending))
        for one in shown
    }


# -- as text, for typed lines ----------------------------------------------------------------------


def report_text(game: Game, state: LabState) -> str:
    """Return the value, the terms of the move that is looked at, and the best moves, as lines."""
    report, move = state.report, state.chosen_move
    if report is None:
        return "" if state.failure is None else failure_text(state)
    lines = [value_sentence(game, report)]
    if move is not None and not move.ending:
        lines += _terms_text(report, move)
    most = 8
    lines += [f"  {move_label(one)}" for one in report.moves[:most]]
    lines += comparison_sentences(report, state.engine)
    if report.printed:
        lines.append(fill(translate("Lab", "It printed: {text}"), text=report.printed))
    return "\n".join(lines)


def _terms_text(report: "LabReport", move: "RankedMove") -> list[str]:
    head = fill(translate("Lab", "What {move} changes:"), move=move.text)
    rows = [(name, before, move.terms.get(name, 0.0)) for name, before in report.terms.items()]
    rest = rest_of(report.value, report.terms), rest_of(move.value, move.terms)
    if rows and any(rest):
        rows.append((translate("Lab", "the rest"), *rest))
    rows.append((translate("Lab", "value"), report.value, move.value))
    width = max(len(name) for name, _, _ in rows)
    return [
        head,
        *(
            f"  {name:{width}}  {term_text(before):>8} {term_text(after):>8} "
            f"{term_text(after - before):>8}"
            for name, before, after in rows
        ),
    ]


def failure_text(state: LabState) -> str:
    """Return why the heuristic could not be run, with the line."""
    failure = state.failure
    assert failure is not None
    if failure.line is None:
        return in_words(failure.sentence)
    return fill(
        translate("Lab", "Line {line}: {sentence}"), line=failure.line, sentence=failure.sentence
    )


def features_text(game: Game) -> str:
    """Return what can be asked of a position, one line each."""
    features = () if game.features is None else game.features.features
    width = max((len(feature.signature) for feature in features), default=0)
    return "\n".join(
        f"  {feature.signature:{width}}  {in_words(feature.sentence)}" for feature in features
    )


def code_text(state: LabState, text: str) -> str:
    """Return *text*, that of the current heuristic, with numbers and values; else what there is."""
    if not text:
        known = ", ".join(state.names) or translate("Lab", "none yet")
        examples = ", ".join(state.examples) or translate("Lab", "not loaded yet")
        sentence = translate("Lab", "Your heuristics: {known}. Examples: {examples}.")
        return fill(sentence, known=known, examples=examples)
    values = {} if state.report is None else state.report.lines
    rows = text.split("\n")
    width = len(str(len(rows)))
    shown = []
    for number, row in enumerate(rows, 1):
        value = f"   # {values[number]}" if number in values else ""
        shown.append(f"{number:{width}}  {row}{value}".rstrip())
    return "\n".join(shown)


# -- costs -----------------------------------------------------------------------------------------


def cost_text(cost: "FeatureCost") -> str:
    """Return the microseconds of a call of a feature."""
    return fill(translate("Lab", "{number} µs"), number=_microseconds(cost.microseconds))


def cost_sentence(name: str, cost: "FeatureCost", total: float) -> str:
    """Return how often a feature is asked for, and its share of *total* microseconds."""
    sentence = translate("Lab", "{name}: {calls} times {cost}, {share} of an evaluation")
    share = f"{cost.share(total):.0%}"
    return fill(sentence, name=name, calls=cost.calls, cost=cost_text(cost), share=share)


def costs_text(report: "LabReport") -> str:
    """Return how long an evaluation takes, and what most of that is for; may be empty."""
    total = report.microseconds
    if total <= 0:
        return ""
    text = fill(translate("Lab", "{number} µs"), number=_microseconds(total))
    if not report.costs:
        return text
    name = max(report.costs, key=lambda one: report.costs[one].share(total))
    most = translate("Lab", "{total}, {share} of it {name}")
    return fill(most, total=text, share=f"{report.costs[name].share(total):.0%}", name=name)


def _microseconds(number: float) -> str:
    return f"{number:.1f}" if number < 99.95 else f"{number:,.0f}"
