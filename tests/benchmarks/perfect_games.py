"""Games of Kalah by the lecture's rules that the level *perfect* begins, against those who may err.

The levels from 5 on always make the same move in the same position, and OpenSpiel's tree search
mostly does.  So that no two games need be alike, chance chooses among moves of *perfect*'s that are
as good and as hard to answer, and makes the first moves of the second player: none in every fourth
game, and one, two or three in the others.  What is proven of the start holds whatever that one
does.

OpenSpiel's game ends as soon as either side's pits are empty, the lecture's goes on there while the
side to move has stones in its pits; that is all in which the rules differ.  Up to that point the
boards are the same, and the tree search thinks by its own rules.  From there on, where it has no
moves, *perfect* plays for it as well, so that it loses nothing by the difference.  The margin
counted is always the lecture's.
"""

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice, repeat

from kalahloa.models.game.outcome import FIRST
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.match.match import play_game
from kalahloa.models.match.participant import RANDOM, Mover, Participant
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.levels.levels import HIGHEST, LOWEST, PERFECT
from tests.models.random_play import start
from tests.openspiel import COUNTERPARTS

MAX_RANDOM = 3
MAX_REPEATS = 5
KALAH = find_game("kalah")
THEIRS = next(one for one in COUNTERPARTS if one.key == KALAH.key)
Line = tuple[int, ...]
"""All moves of a game."""


@dataclass
class Tally:
    """The margins of some games for the first player, and which games they were."""

    margins: list[int] = field(default_factory=list)
    games: set[Line] = field(default_factory=set)

    def add(self, other: "Tally") -> None:
        """Count the games of *other* too."""
        self.margins += other.margins
        self.games |= other.games

    @property
    def text(self) -> str:
        """The figures in words."""
        count = len(self.margins)
        return (
            f"{count} games, {len(self.games)} of them different, margins {min(self.margins):+} to "
            f"{max(self.margins):+}, {sum(self.margins) / count:+.1f} in the mean"
        )


def after_chance(usual: Mover, number: int) -> Mover:
    """Return who makes some first moves by chance, so many as *number* says, then the *usual*."""
    chance = Participant(RANDOM).mover(KALAH, number)
    movers = chain(repeat(chance, number % (MAX_RANDOM + 1)), repeat(usual))
    return lambda position: next(movers)(position)


class MctsOpponent:
    """OpenSpiel's tree search with *seconds* for a move."""

    def __init__(self, seconds: float, number: int) -> None:
        from tests.benchmarks.openspiel_match import MctsMover  # which needs OpenSpiel

        self._search = MctsMover(seconds, THEIRS, number + 1)
        self._rest = Participant(Engine.name, level=PERFECT).mover(KALAH, number)

    def __call__(self, position: Position) -> int:
        return self._rest(position) if over_for_openspiel(position) else self._search(position)


def over_for_openspiel(position: Position) -> bool:
    """Return whether OpenSpiel's game has ended in *position*, or before."""
    theirs = start(THEIRS.key, THEIRS.preset)
    for move in position.move_stack():
        if theirs.is_over():
            return True
        theirs.make(move)
    return theirs.is_over()


def opponents(against: str, seconds: float) -> Iterator[tuple[str, Callable[[int], Mover]]]:
    """Yield the names of those *against* whom to play, with what gives one for a game's number.

    They are ``mcts``, with so many *seconds* for a move, or ``levels``, which are ten.
    """
    if against == "mcts":
        yield f"MCTS at {seconds:g} s a move", partial(MctsOpponent, seconds)
        return
    for level in range(LOWEST, HIGHEST + 1):
        participant = Participant(Engine.name, level=level)
        yield f"level {level}", partial(participant.mover, KALAH)


def play(
    games: int, opponent: Callable[[int], Mover], numbers: Iterator[int], known: Set[Line]
) -> Tally:
    """Play until *games* games are neither alike nor *known*; all that were played count.

    It gives up after `MAX_REPEATS` times as many.  Each game takes one of *numbers*, by which
    chance decides in it.
    """
    tally = Tally()
    for number in islice(numbers, MAX_REPEATS * games):
        position = start(KALAH.key)
        perfect = Participant(Engine.name, level=PERFECT).mover(KALAH, number)
        play_game(position, (perfect, after_chance(opponent(number), number)))
        outcome = position.outcome()
        assert outcome is not None
        tally.add(Tally([outcome.score_for(FIRST)], {tuple(position.move_stack())}))
        if len(tally.games - known) == games:
            break
    return tally
