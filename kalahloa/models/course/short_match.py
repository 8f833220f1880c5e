"""The short match of a heuristic of the user's against a level of the engine.

Imported when the first one is played.
"""

from collections.abc import Callable
from random import Random

from kalahloa.models.course.question import AnswerVerdict
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.match.match import play_game
from kalahloa.models.match.participant import Participant
from kalahloa.models.sandbox.orders import SearchOrder
from kalahloa.models.sandbox.sandbox import Sandbox
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.text.errors import BadHeuristic, SandboxFailed
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

SEARCHER = "alpha-beta-ordered"
PAIRS = 4
"""So many openings are played, each with either side."""
OPENING_PLIES = 2
MAX_PLIES = 200
_ENGINE = "engine"


def play_match(
    game: Game,
    name: str,
    start: Position,
    level: int,
    depth: int,
    seed: int,
    stopped: Callable[[], bool] = never,
) -> AnswerVerdict:
    """Play the match of the user's heuristic *name*, and say how it ended; raises `SearchStopped`.

    The heuristic runs in a process of its own.
    """
    try:
        source = HeuristicStore().load_trusted(game.key, name)
    except BadHeuristic as error:
        return AnswerVerdict(False, error.sentence)
    opponent = Participant(_ENGINE, level=level)
    points = 0.0
    with Sandbox() as sandbox:

        def own(position: Position) -> int:
            order = SearchOrder.of(game, position, SEARCHER, Limits(depth=depth), source)
            return sandbox.search(order, stopped).move

        try:
            for number, opening in enumerate(_openings(start, seed)):
                for side in (0, 1):
                    if stopped():
                        raise SearchStopped("The search was stopped.")
                    other = opponent.mover(game, 2 * number + side + seed)
                    movers = (own, other) if side == 0 else (other, own)
                    won = play_game(opening.copy(), movers, MAX_PLIES)
                    points += 0.5 if won is None else won if side == 0 else 1 - won
        except SandboxFailed as error:
            return AnswerVerdict(False, error.sentence)
    games = 2 * PAIRS
    text = (
        QT_TRANSLATE_NOOP(
            "Models",
            "Right: {name} scored {points} points in {games} games against level {level}.",
        )
        if 2 * points > games
        else QT_TRANSLATE_NOOP(
            "Models",
            "{name} scored only {points} points in {games} games against level {level}; it "
            "needs more than half.",
        )
    )
    told = text.format(name=source.name, points=f"{points:g}", games=games, level=level)
    return AnswerVerdict(2 * points > games, told)


def _openings(start: Position, seed: int) -> list[Position]:
    rng = Random(seed)
    found: list[Position] = []
    while len(found) < PAIRS:
        position = start.copy()
        for _ in range(OPENING_PLIES):
            if not position.is_over():
                position.make(rng.choice(position.legal_moves()))
        if not position.is_over():
            found.append(position)
    return found
