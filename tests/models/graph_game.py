"""A game on a graph, in plain Python: the sides push one token along arrows, until it is stuck.

Where it is stuck stands who wins.  A side may have several moves in a row.  The token can come back
to a node: under the rules *returns* "go on" nothing happens, under "draw" the game is a draw, and
under "draw by pairs" also where it comes to the other node of a pair (0 and 1, 2 and 3, ...).
"""

from random import Random

from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.plain_position import PlainPosition
from kalahloa.models.game.repetition import Repetition

RETURNS = ("go on", "draw", "draw by pairs")


class Graph:
    """*owners* says who is to move at each node, *arrows* where to, *winners* who wins at ends."""

    def __init__(self, owners: list[int], arrows: list[list[int]], winners: list[int | None]):
        self.owners = owners
        self.arrows = arrows
        self.winners = winners

    def won_by(self, side: int) -> set[int]:
        """Return the nodes from which *side* forces a win, by retrograde analysis."""
        won = {
            node
            for node, winner in enumerate(self.winners)
            if not self.arrows[node] and winner == side
        }
        while True:
            more = {
                node
                for node, targets in enumerate(self.arrows)
                if targets
                and (any if self.owners[node] == side else all)(to in won for to in targets)
            } - won
            if not more:
                return won
            won |= more


def random_graph(seed: int, nodes: int) -> Graph:
    """Return a graph of *nodes* nodes, a third of them ends."""
    random = Random(seed)
    ends = [random.random() < 0.3 for _ in range(nodes)]
    return Graph(
        [random.randrange(2) for _ in range(nodes)],
        [
            [] if end else [random.randrange(nodes) for _ in range(random.randint(1, 3))]
            for end in ends
        ],
        [random.choice((0, 1, None)) for _ in range(nodes)],
    )


class GraphGame(PlainPosition):
    """The token of *graph* on *node*; *returns* is one of `RETURNS`.

    Draws by pairs are a rule of the game's own, of which the base knows nothing.
    """

    def __init__(self, graph: Graph, node: int, returns: str = "go on") -> None:
        self.graph = graph
        self.returns = returns
        self.path = [node]
        if returns != "draw by pairs":
            self.repetition = Repetition(2 if returns == "draw" else 0)
        super().__init__(graph.owners[node])

    def key(self) -> int:
        return self.path[-1]

    def list_moves(self) -> list[int]:
        return sorted(set(self.graph.arrows[self.path[-1]]))

    def do_move(self, move: int) -> None:
        self.path.append(move)
        self.side = self.graph.owners[move]

    def undo_move(self, move: int) -> None:
        self.path.pop()

    def copy_board(self, twin: "GraphGame") -> None:
        twin.graph = self.graph
        twin.returns = self.returns
        twin.path = self.path.copy()

    def board_outcome(self) -> Outcome | None:
        *before, node = self.path
        if self.returns == "draw by pairs" and node // 2 in [other // 2 for other in before]:
            return Outcome(None, 0, "The token has come back.")
        if self.graph.arrows[node]:
            return None
        winner = self.graph.winners[node]
        if winner is None:
            return Outcome(None, 0, "The token is stuck.")
        return Outcome(winner, 1 - 2 * winner, "The token is stuck.")

    def position_string(self) -> str:
        return str(self.path[-1])


def forced(position: PlainPosition, side: int) -> bool:
    """Return whether *side* wins by force, by trying every line of a game without endless ones."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.winner == side
    found = []
    for move in position.legal_moves():
        position.make(move)
        found.append(forced(position, side))
        position.unmake()
        if found[-1] == (position.side == side):
            break
    return any(found) if position.side == side else all(found)
