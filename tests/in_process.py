"""What stands for the sandbox in tests of the lab: heuristics of the tests, run here."""

from collections.abc import Callable, Sequence

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.line_values import line_values
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.sandbox.orders import Evaluation
from kalahloa.models.text.errors import HeuristicFailed

FILE = "<heuristic>"


class InProcess:
    """Runs what it is given at once; keeps the texts that it was asked to run."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.closed = False

    def evaluate(
        self,
        source: HeuristicSource,
        positions: Sequence[Position],
        terms: bool = True,
        stopped: Callable[[], bool] = lambda: False,
        lines: bool = False,
    ) -> tuple[Evaluation | None, ...]:
        """Return what *source* says of *positions*."""
        self.ran.append(source.text)
        functions = {name: _function(source.with_weights({name: 0.0})) for name in source.weights}
        whole = _function(source)
        found = []
        for number, position in enumerate(positions):
            if position.is_over():
                found.append(None)
                continue
            game = find_game(source.game)
            view = game.features.view(position)
            value = _value(whole, view)
            parts = {name: value - _value(one, view) for name, one in functions.items()}
            told = {}
            if lines and not number:
                told = line_values(whole, view, source.text, FILE, game.sides)
            found.append(Evaluation(value, parts, "", told))
        return tuple(found)

    def close(self) -> None:
        """Note the end."""
        self.closed = True


def _function(source: HeuristicSource) -> Callable[[object], float]:
    names: dict[str, object] = {}
    try:
        exec(compile(source.text, FILE, "exec"), names)
    except SyntaxError as error:
        raise HeuristicFailed(f"It does not compile: {error.msg}.", error.lineno) from error
    return names["evaluate"]  # type: ignore[return-value]


def _value(function: Callable[[object], float], view: object) -> float:
    try:
        return float(function(view))
    except ZeroDivisionError as error:
        line = error.__traceback__.tb_next.tb_lineno  # type: ignore[union-attr]
        raise HeuristicFailed("It divides by zero.", line) from error
