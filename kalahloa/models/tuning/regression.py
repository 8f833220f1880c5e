"""Logistic regression in plain Python: a few features, some ten thousand rows.

The rows of a cluster, the positions of a game, are not independent: the intervals allow for that
(the sandwich estimator, Liang and Zeger, *Biometrika* 73, 1986).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log1p, sqrt

from kalahloa.models.work.cancellation import never

MAX_ITERATIONS = 50
MIN_GAIN = 1e-9
"""The fit has converged when the loss falls by less than this."""
RIDGE = 1e-9
"""Keeps the equations solvable where features nearly depend on each other."""
_HALVINGS = 30


@dataclass(frozen=True, slots=True)
class Observation:
    """Features of a position, and the result that its game had: 0, 1/2 or 1.

    `offset` is added to the sum of the features times the parameters.
    """

    features: tuple[float, ...]
    target: float
    offset: float = 0.0
    cluster: int = 0


@dataclass(frozen=True, slots=True)
class Iteration:
    """The mean losses, in nats, after an iteration; `held_out` is None without such rows."""

    number: int
    loss: float
    held_out: float | None


@dataclass(frozen=True, slots=True)
class Fit:
    """The parameters that were found, with their standard errors.

    `converged` is whether the loss does not fall any further; it may have been stopped before.
    """

    parameters: tuple[float, ...]
    errors: tuple[float, ...]
    iterations: tuple[Iteration, ...]
    converged: bool


class FitStopped(Exception):
    """The fit was stopped by its caller and has no result."""


def cross_entropy(rows: Sequence[Observation], parameters: Sequence[float]) -> float:
    """Return the mean cross entropy of *rows*, in nats; 0 without rows."""
    total = 0.0
    for row in rows:
        total += _loss(_logit(row, parameters), row.target)
    return total / len(rows) if rows else 0.0


def fit(
    rows: Sequence[Observation],
    held_out: Sequence[Observation],
    start: Sequence[float],
    stopped: Callable[[], bool] = never,
    ridge: float = RIDGE,
) -> Fit:
    """Return the parameters that predict the targets of *rows* best, by Newton's method.

    It begins with *start*, whose losses are those of iteration 0.  Features should be of about the
    same size.  Raises `FitStopped` soon after *stopped* returns True.
    """
    parameters = list(start)
    iterations = [_iteration(0, rows, held_out, parameters)]
    converged = False
    for number in range(1, MAX_ITERATIONS + 1):
        gradient, hessian = _derivatives(rows, parameters, ridge, stopped)
        step = solve(hessian, gradient)
        known = iterations[-1]
        size = 1.0
        for _ in range(_HALVINGS):
            tried = [old - size * change for old, change in zip(parameters, step, strict=True)]
            found = _iteration(number, rows, held_out, tried)
            if found.loss <= known.loss:
                break
            size /= 2
        else:
            converged = True  # no step in this direction helps: rounding is all that is left
            break
        parameters = tried
        iterations.append(found)
        if known.loss - found.loss < MIN_GAIN:
            converged = True
            break
    errors = _errors(rows, parameters, ridge, stopped)
    return Fit(tuple(parameters), errors, tuple(iterations), converged)


def _iteration(
    number: int,
    rows: Sequence[Observation],
    held_out: Sequence[Observation],
    parameters: Sequence[float],
) -> Iteration:
    other = cross_entropy(held_out, parameters) if held_out else None
    return Iteration(number, cross_entropy(rows, parameters), other)


def _logit(row: Observation, parameters: Sequence[float]) -> float:
    total = row.offset
    for feature, parameter in zip(row.features, parameters, strict=True):
        total += feature * parameter
    return total


def _loss(logit: float, target: float) -> float:
    """Return the cross entropy, exact for large logits as well."""
    return log1p(exp(-abs(logit))) + max(logit, 0.0) - target * logit


def probability(logit: float) -> float:
    """Return the logistic function of *logit*."""
    if logit >= 0:
        return 1 / (1 + exp(-logit))
    return (odds := exp(logit)) / (1 + odds)


def _derivatives(
    rows: Sequence[Observation],
    parameters: Sequence[float],
    ridge: float,
    stopped: Callable[[], bool],
) -> tuple[list[float], list[list[float]]]:
    """Return the gradient and the Hessian of the mean loss."""
    size = len(parameters)
    gradient = [0.0] * size
    hessian = [[0.0] * size for _ in range(size)]
    for index, row in enumerate(rows):
        if not index & 1023 and stopped():
            raise FitStopped
        p = probability(_logit(row, parameters))
        error, weight = p - row.target, p * (1 - p)
        for i, feature in enumerate(row.features):
            if feature:
                gradient[i] += error * feature
                scaled = weight * feature
                line = hessian[i]
                for j in range(i + 1):
                    line[j] += scaled * row.features[j]
    count = max(1, len(rows))
    for i in range(size):
        gradient[i] /= count
        for j in range(i + 1):
            hessian[i][j] /= count
            hessian[j][i] = hessian[i][j]
        hessian[i][i] += ridge
    return gradient, hessian


def _errors(
    rows: Sequence[Observation],
    parameters: Sequence[float],
    ridge: float,
    stopped: Callable[[], bool],
) -> tuple[float, ...]:
    """Return the standard errors of *parameters*, with the rows of a cluster taken together."""
    size = len(parameters)
    _, hessian = _derivatives(rows, parameters, ridge, stopped)
    scores: dict[int, list[float]] = {}
    for row in rows:
        error = probability(_logit(row, parameters)) - row.target
        total = scores.setdefault(row.cluster, [0.0] * size)
        for i, feature in enumerate(row.features):
            total[i] += error * feature
    count = max(1, len(rows))
    inverse = [
        solve(hessian, [float(i == j) for j in range(size)]) for i in range(size)
    ]  # symmetric: its rows are its columns
    few = len(scores) / (len(scores) - 1) if len(scores) > 1 else 1.0
    errors = []
    for line in inverse:
        spread = 0.0
        for total in scores.values():
            spread += sum(a * b for a, b in zip(line, total, strict=True)) ** 2
        errors.append(sqrt(few * spread) / count)
    return tuple(errors)


def solve(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    """Return x with *matrix* x = *vector*, by Gauss's elimination with pivots.

    Where the matrix is singular, what it does not determine is 0.
    """
    size = len(vector)
    rows = [[*line, value] for line, value in zip(matrix, vector, strict=True)]
    scale = max((abs(value) for line in matrix for value in line), default=0.0)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        if abs(rows[column][column]) <= 1e-15 * scale:
            rows[column] = [0.0] * (size + 1)
            rows[column][column] = 1.0
            continue
        for row in range(column + 1, size):
            factor = rows[row][column] / rows[column][column]
            if factor:
                for k in range(column, size + 1):
                    rows[row][k] -= factor * rows[column][k]
    found = [0.0] * size
    for row in range(size - 1, -1, -1):
        rest = sum(rows[row][k] * found[k] for k in range(row + 1, size))
        found[row] = (rows[row][size] - rest) / rows[row][row]
    return found
