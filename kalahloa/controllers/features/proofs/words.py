"""What is said of forced wins: questions, verdicts, progress, replies."""

from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.text.numbers import signed

with lazy_imports():
    from kalahloa.models.search.proof import proof

if TYPE_CHECKING:
    from kalahloa.models.study.forced.question import (
        Replies,
        Reply,
        Verdict,
        WinProgress,
        WinQuestion,
    )


def question_sentence(game: Game, question: "WinQuestion") -> str:
    """Return what is searched for, and within what limits."""
    side = game.sides[question.side]
    if question.margin is None:
        sentence = translate("Proofs", "Can {side} force a win? Searching, {limits}.")
        return fill(sentence, side=side, limits=_limits(question))
    sentence = translate("Proofs", "Can {side} win by {margin}? Searching, {limits}.")
    return fill(
        sentence, side=side, margin=_margin_text(game, question.margin), limits=_limits(question)
    )


def _limits(question: "WinQuestion") -> str:
    seconds, nodes = question.limits.seconds, question.limits.nodes
    if nodes is not None:
        return fill(translate("Proofs", "at most {nodes} nodes"), nodes=f"{nodes:,}")
    if seconds is not None:
        return fill(translate("Proofs", "at most {seconds} s"), seconds=f"{seconds:g}")
    return translate("Proofs", "no limit")


def plies_words(plies: int) -> str:
    """Return *plies* in words: ``1 ply``, ``9 plies``."""
    return translate("Proofs", "%n (ply|plies)", "", plies)


def _margin_text(game: Game, margin: int) -> str:
    return in_words(game.format_margin(margin)) if game.format_margin is not None else str(margin)


# -- verdicts --------------------------------------------------------------------------------------


def verdict_sentence(game: Game, verdict: "Verdict") -> str:
    """Return what was found out; what is not proven is called unknown."""
    side = game.sides[verdict.question.side]
    if verdict.is_open:
        return _unknown(game, verdict, side)
    if verdict.low is not None or verdict.high is not None:
        return _margin_sentence(game, verdict, side)
    if verdict.result is proof.ProofResult.NO_WIN:
        return fill(translate("Proofs", "Proven: {side} cannot force a win."), side=side)
    if verdict.plies is None:
        sentence = translate("Proofs", "Proven: {side} wins by force; the length is not counted.")
        return fill(sentence, side=side)
    plies = plies_words(verdict.plies)
    if verdict.shortest:
        sentence = translate("Proofs", "Proven: {side} wins by force in {plies} at the earliest.")
    else:
        sentence = translate("Proofs", "Proven: {side} wins by force in at most {plies}.")
    return fill(sentence, side=side, plies=plies)


def _unknown(game: Game, verdict: "Verdict", side: str) -> str:
    effort = _effort(verdict.nodes, verdict.seconds)
    if verdict.stopped:
        sentence = translate(
            "Proofs", "Unknown: you stopped the search for a win by {side} after {effort}."
        )
    else:
        sentence = translate(
            "Proofs", "Unknown: {effort} neither proved nor refuted a win by {side}."
        )
    text = fill(sentence, side=side, effort=effort)
    bounds = _bounds(game, verdict)
    return f"{text} {bounds}" if bounds else text


def _bounds(game: Game, verdict: "Verdict") -> str:
    low, high = verdict.low, verdict.high
    if low is None or high is None:
        return ""
    sentence = translate("Proofs", "Proven: the margin is between {low} and {high}.")
    return fill(sentence, low=signed(low), high=signed(high))


def _effort(nodes: int, seconds: float) -> str:
    sentence = translate("Proofs", "{nodes} nodes in {seconds} s")
    return fill(sentence, nodes=f"{nodes:,}", seconds=f"{seconds:.1f}")


def _margin_sentence(game: Game, verdict: "Verdict", side: str) -> str:
    low, high, asked = verdict.low, verdict.high, verdict.question.margin
    other = game.sides[1 - verdict.question.side]
    if low is not None and low == high:
        exact = _exact_sentence(game, low, side, other)
        if asked is None or verdict.is_win:
            return exact
        sentence = translate("Proofs", "Proven: {side} cannot win by {margin}.")
        return f"{fill(sentence, side=side, margin=_margin_text(game, asked))} {exact}"
    if verdict.is_win and low is not None:
        sentence = translate("Proofs", "Proven: {side} wins by at least {margin}.")
        return fill(sentence, side=side, margin=_margin_text(game, low))
    if asked is not None and asked > 1:
        sentence = translate("Proofs", "Proven: {side} cannot win by {margin}.")
        return fill(sentence, side=side, margin=_margin_text(game, asked))
    return fill(translate("Proofs", "Proven: {side} cannot force a win."), side=side)


def _exact_sentence(game: Game, margin: int, side: str, other: str) -> str:
    if not margin:
        return translate("Proofs", "Proven: best play ends in a draw.")
    winner = side if margin > 0 else other
    sentence = translate("Proofs", "Proven: {side} wins by {margin} with best play.")
    return fill(sentence, side=winner, margin=_margin_text(game, abs(margin)))


# -- progress --------------------------------------------------------------------------------------


def proof_progress(progress: "WinProgress") -> str:
    """Return how far a search has come, in a few words."""
    words = [
        fill(translate("Proofs", "{nodes} nodes"), nodes=_short(progress.nodes)),
        fill(translate("Proofs", "{seconds} s"), seconds=f"{progress.seconds:.0f}"),
    ]
    if progress.walked:
        walked = translate("Proofs", "won; {positions} positions of the proof visited")
        words.insert(0, fill(walked, positions=f"{progress.walked:,}"))
    elif progress.proof is not None and progress.disproof is not None:
        numbers = translate("Proofs", "proof number {proof}, disproof number {disproof}")
        words.append(fill(numbers, proof=f"{progress.proof:,}", disproof=f"{progress.disproof:,}"))
    elif progress.low is not None and progress.high is not None:
        margins = translate("Proofs", "margin {low} to {high}")
        words.append(fill(margins, low=signed(progress.low), high=signed(progress.high)))
    return " · ".join(words)


def _short(number: int) -> str:
    if number >= 1_000_000:
        return fill(translate("Proofs", "{number} M"), number=f"{number / 1e6:.1f}")
    return f"{number:,}"


# -- replies ---------------------------------------------------------------------------------------


def lasts_words(game: Game, reply: "Reply") -> str:
    """Return how long the game lasts after *reply* at most, or what is won, or how it has ended."""
    if reply.ending:
        return in_words(reply.ending)
    if reply.low is not None:
        if reply.low == reply.high:
            return signed(reply.low)
        return fill(translate("Proofs", "{low} or more"), low=signed(reply.low))
    if reply.plies is None:
        return translate("Proofs", "not counted")
    return plies_words(reply.plies)


def replies_text(game: Game, winner: int, replies: "Replies") -> str:
    """Return *replies* one per line, below a sentence on whose they are; *winner* is a side."""
    first = replies[0]
    side = game.sides[first.side]
    if first.side == winner:
        head = fill(translate("Proofs", "{side} wins with this move:"), side=side)
    else:
        head = fill(translate("Proofs", "Every reply by {side} loses:"), side=side)
        if first.low is not None:
            head = fill(translate("Proofs", "Every reply by {side}:"), side=side)
    width = max(len(reply.text) for reply in replies)
    rows = [f"  {reply.text:{width}}  {lasts_words(game, reply)}" for reply in replies]
    return "\n".join([head, *rows])
