"""The job of searching for a forced win, or for what is missing in its tree, in the background."""

from collections.abc import Callable
from dataclasses import dataclass

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.work.cancellation import Stop

with lazy_imports():
    from kalahloa.models.study.forced import question


@dataclass(frozen=True)
class ProofRequest:
    """A request for the verdict of *prover*, or for the replies after `moves` in its tree.

    The prover keeps what it has found, so that a job which is stopped for a more urgent one goes on
    with that.
    """

    number: int
    prover: "question.WinProver"
    moves: tuple[int, ...] | None = None


@dataclass(frozen=True)
class ProofNews:
    """What request *number* has found so far; with *finished*, no more will follow.

    `replies` answer a request with moves; they are None where the line could not be followed.
    *error* is a sentence if something failed, otherwise empty.
    """

    number: int
    progress: "question.WinProgress | None" = None
    verdict: "question.Verdict | None" = None
    replies: "question.Replies | None" = None
    finished: bool = False
    error: str = ""


def search_proof(
    request: ProofRequest, stop: Stop, report: Callable[[ProofNews], None]
) -> ProofNews:
    """Search for what is requested, and *report* the progress.

    Raises what a game in plain Python raises, and `MemoryError`.
    """
    number, prover = request.number, request.prover
    if request.moves is not None:
        try:
            replies = prover.find_replies(request.moves, stop)
        except question.LineNotFollowed:
            return ProofNews(number, finished=True)
        return ProofNews(number, replies=replies, finished=True)
    verdict = prover.prove(stop, lambda progress: report(ProofNews(number, progress)))
    return ProofNews(number, verdict=verdict, finished=True)
