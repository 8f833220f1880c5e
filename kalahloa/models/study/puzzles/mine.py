"""Mining puzzles: from records, from one's own mistakes in them, and from games of the engine.

The games of the engine with itself are short of perfect on purpose: each begins with random moves,
each side searches few nodes, and now and then a move is random, so that there are wins to find on
both sides.  They depend on their seed only.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.record.record import Record
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.study.puzzles.finding import Finder
from kalahloa.models.study.puzzles.puzzle import Puzzle, puzzle_id
from kalahloa.models.text.folding import fold
from kalahloa.models.work.cancellation import never

MAX_RANDOM_PLIES = 10
"""The most random moves at the beginning of a game of the engine with itself."""
NODES = (100, 300, 1_000, 3_000)
"""The nodes of a side's searches in these games."""
RANDOM_MOVES = 0.1
"""The share of random moves later in these games (0 to 1)."""
MAX_PLIES = 150
MAX_PER_GAME = 3
"""The most puzzles of one game, so that they are varied."""
LOOK_BACK = 2
"""How many of a side's positions before a win is seen get a longer search."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position where there may be a puzzle; `played` is the move made there, None if unknown."""

    position: Position
    played: int | None
    source: str


@dataclass(frozen=True, slots=True)
class MiningProgress:
    """How far the mining is: games looked through, positions looked at, and puzzles found."""

    games: int
    positions: int
    puzzles: int


class Miner:
    """Mines puzzles of *game*.

    *known* are ids of puzzles that are left out, as is a puzzle already found, symmetric ones
    included.  With *mistakes_only*, a puzzle counts only if another move was made there.  *report*
    is called after each position.  Once *stopped* returns True, the mining ends (see
    `cancellation`).
    """

    def __init__(
        self,
        game: Game,
        finder: Finder,
        *,
        known: Iterable[str] = (),
        mistakes_only: bool = False,
        stopped: Callable[[], bool] = never,
        report: Callable[[MiningProgress], None] | None = None,
    ) -> None:
        self._game = game
        self._finder = finder
        self._known = set(known)
        self._mistakes_only = mistakes_only
        self._stopped = stopped
        self._report = report
        self.progress = MiningProgress(0, 0, 0)

    def mine(self, games: Iterable[Iterable[Candidate]]) -> Iterator[Puzzle]:
        """Yield the puzzles of *games*, each given by its positions in their order."""
        for candidates in games:
            if self._stopped():
                return
            yield from self._mine_game(list(candidates))
            self._tell(games=1)

    def _mine_game(self, candidates: list[Candidate]) -> Iterator[Puzzle]:
        found = 0
        covered: set[int] = set()
        for candidate in self._promising(candidates):
            if self._stopped() or found == MAX_PER_GAME:
                return
            position = candidate.position
            # What is asked later in a puzzle is no puzzle of its own.
            if position.hash in covered or puzzle_id(self._game, position) in self._known:
                continue
            puzzle = self._finder.puzzle(position, candidate.source)
            if puzzle is None:
                continue
            line = puzzle.start()
            if self._mistakes_only and line.read_move(puzzle.solution[0]) == candidate.played:
                continue
            for text in puzzle.solution + puzzle.rest:
                line.make(line.read_move(text))
                covered.add(line.hash)
            self._known.add(puzzle.id)
            found += 1
            self._tell(puzzles=1)
            yield puzzle

    def _promising(self, candidates: list[Candidate]) -> list[Candidate]:
        """Return those of *candidates* that may be puzzles, in their order."""
        chosen = []
        for candidate in candidates:
            if self._stopped():
                break
            chosen.append(self._finder.is_promising(candidate.position))
            self._tell(positions=1)
        candidates = candidates[: len(chosen)]
        is_solved = bool(candidates) and can_be_solved(candidates[0].position)
        if not is_solved:
            for index in self._before_wins(candidates, chosen):
                chosen[index] = self._finder.is_promising(candidates[index].position, deeply=True)
        found = [candidate for candidate, is_one in zip(candidates, chosen, strict=True) if is_one]
        if is_solved:
            # Else nearly all would be from the beginning of the games.
            Random(len(candidates)).shuffle(found)
        return found

    def _before_wins(self, candidates: list[Candidate], chosen: list[bool]) -> list[int]:
        """Return the places of positions shortly before those where a win was seen."""
        places = set()
        for side in (0, 1):
            own = [at for at, one in enumerate(candidates) if one.position.side == side]
            for nth, at in enumerate(own):
                if chosen[at]:
                    places.update(own[max(0, nth - LOOK_BACK) : nth])
        return sorted(place for place in places if not chosen[place])

    def _tell(self, games: int = 0, positions: int = 0, puzzles: int = 0) -> None:
        before = self.progress
        self.progress = replace(
            before,
            games=before.games + games,
            positions=before.positions + positions,
            puzzles=before.puzzles + puzzles,
        )
        if self._report is not None:
            self._report(self.progress)


def positions_of(record: Record, source: str, player: str | None = None) -> Iterator[Candidate]:
    """Yield the positions of *record* where a move was made, variations included, in order.

    With *player*, these are only the positions where the player of that name, whatever its case
    and accents, made a move of the main line.  *source* says where the record is from; the ply is
    added.
    """
    wanted = None if player is None else " ".join(fold(player).split())
    names = [" ".join(fold(name).split()) for name in record.players]
    position = record.game.read(record.start, record.rules)
    # Nodes in preorder: unmake back to the parent of each.
    path = [record.root]
    for node in record.root.subtree():
        if node.parent is None:
            continue
        while path[-1] is not node.parent:
            path.pop()
            position.unmake()
        assert node.move is not None
        is_first = node.parent.children[0] is node
        if wanted is None:
            is_wanted = is_first  # once for each position
        else:
            on_main_line = is_first and all(
                one.parent is None or one.parent.children[0] is one for one in path
            )
            is_wanted = on_main_line and names[position.side] == wanted
        if is_wanted:
            yield Candidate(
                position.copy(stack=False), node.move, f"{source}, ply {node.ply}"[:200]
            )
        position.make(node.move)
        path.append(node)


def self_play(
    game: Game,
    rules: Any,
    seed: int,
    start: str | None = None,
    stopped: Callable[[], bool] = never,
) -> Iterator[Candidate]:
    """Yield the positions of a game of the engine with itself, the random beginning left out.

    *start* is a position string, None for the game's start.
    """
    random = Random(f"puzzles {seed}")
    position = game.start(rules) if start is None else game.read(start, rules)
    for _ in range(random.randint(1, MAX_RANDOM_PLIES)):
        if position.is_over():
            return
        position.make(random.choice(position.legal_moves()))
    engine = Engine(1)
    limits = [Limits(nodes=random.choice(NODES)) for _ in range(2)]
    while not position.is_over() and position.ply < MAX_PLIES and not stopped():
        moves = position.legal_moves()
        if random.random() < RANDOM_MOVES:
            move = random.choice(moves)
        else:
            evaluator = None if position.has_evaluation() else game.heuristic()
            move = (
                engine.analyse(position, limits[position.side], evaluator=evaluator).lines[0].move
            )
        yield Candidate(position.copy(stack=False), move, f"self-play {seed}, ply {position.ply}")
        position.make(move)


def self_played(
    game: Game,
    rules: Any,
    first_seed: int,
    start: str | None = None,
    stopped: Callable[[], bool] = never,
) -> Iterator[Iterator[Candidate]]:
    """Yield games of the engine with itself, with the seeds from *first_seed* on, without end."""
    seed = first_seed
    while True:
        yield self_play(game, rules, seed, start, stopped)
        seed += 1
