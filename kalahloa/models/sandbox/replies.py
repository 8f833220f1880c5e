"""What the child answers, checked: everything may be of any type and size."""

from math import isfinite
from typing import Any

from kalahloa.models.game.position import Position
from kalahloa.models.heuristics.costs import FeatureCost
from kalahloa.models.heuristics.line_values import MAX_TEXT
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.speed import Speed
from kalahloa.models.heuristics.stages import STAGES
from kalahloa.models.sandbox.frames import BrokenStream
from kalahloa.models.sandbox.orders import MAX_PRINTED, Evaluation
from kalahloa.models.sandbox.sentences import read_sentence
from kalahloa.models.search.engine.analysis import AnalysedLine, AnalysisResult
from kalahloa.models.search.lecture.scale import score_of_value
from kalahloa.models.search.pass_counts import PassCounts
from kalahloa.models.search.request import Line, Progress, SearchResult
from kalahloa.models.search.score import Score, ScoreKind, score_of_search
from kalahloa.models.search.search_tree import SearchTree

MAX_CODE_LINES = 10_000
"""So many lines of a heuristic have values at most."""
MAX_LINE = 10_000
"""Maximum number of moves of a line."""
MAX_LINES = 1_000
MAX_FEATURES = 100
"""So many features have costs at most, and so many characters has the name of one."""
MAX_COUNTS = 1_000
"""Maximum number of passes that are counted."""
_MAX_MOVE = 1 << 62

Message = dict[str, Any]


def read_progress(message: Message, position: Position) -> Progress:
    """Return the progress at *position* in *message*; raise `BrokenStream` if there is none."""
    return Progress(
        _whole(message, "depth"),
        _whole(message, "nodes"),
        None if message.get("value", 0) is None else _score(message, position),
        _line(message.get("line")),
        _number(message, "seconds"),
        _whole(message, "completed"),
    )


def read_stage(message: Message) -> str:
    """Return the sentence in *message* on what is done; raise `BrokenStream` if there is none."""
    number = _whole(message, "number")
    if number >= len(STAGES):
        raise BrokenStream("a heuristic is compiled in another way")
    return STAGES[number]


def read_speed(message: Message) -> Speed:
    """Return the speed in *message*; raise `BrokenStream` if there is none."""
    sentence = read_sentence(message.get("sentence", ""))
    speeds = {
        name: _number(message, name)
        for name in ("interpreted", "compiled", "own")
        if name in message or name == "interpreted"
    }
    if min(speeds.values()) <= 0:
        raise BrokenStream("a search was not fast at all")
    return Speed(**speeds, sentence=sentence)


def read_result(
    message: Message, position: Position, passes: tuple[SearchTree, ...]
) -> SearchResult:
    """Return the result at *position* in *message*, with *passes*.

    Raises `BrokenStream` if there is none.
    """
    line = _line(message.get("line"))
    if not line or line[0] != message.get("move"):
        raise BrokenStream("a result has no move")
    counts = _counts(message.get("counts", []))
    try:
        return SearchResult(
            move=line[0],
            score=_score(message, position),
            line=line,
            nodes=_whole(message, "nodes"),
            seconds=_number(message, "seconds"),
            depth=_whole(message, "depth"),
            passes=passes,
            counts=counts,
        )
    except ValueError as error:
        raise BrokenStream("nothing was searched") from error


def _score(message: Message, position: Position) -> Score:
    proven = message.get("proven") is True
    value = _number(message, "value")
    kind, depth = ScoreKind.of(position), _whole(message, "depth")
    return score_of_value(value, proven, position.side, kind, depth)


def _counts(data: Any) -> tuple[PassCounts, ...]:
    if not isinstance(data, list) or len(data) > MAX_COUNTS:
        raise BrokenStream("there are no counts")
    try:
        return tuple(PassCounts.from_json(one) for one in data)
    except (TypeError, ValueError) as error:
        raise BrokenStream("counts are no numbers") from error


def read_analysis(message: Message, position: Position) -> AnalysisResult:
    """Return the analysis of *position* in *message*; raise `BrokenStream` if there is none."""
    lines = message.get("lines")
    if not isinstance(lines, list) or not 0 < len(lines) <= MAX_LINES:
        raise BrokenStream("an analysis has no lines")
    kind, depth = ScoreKind.of(position), _whole(message, "depth")
    read = tuple(_analysed_line(line, position.side, kind, depth) for line in lines)
    try:
        return AnalysisResult(
            read,
            depth,
            _whole(message, "nodes"),
            _number(message, "seconds"),
            _number(message, "used"),
        )
    except ValueError as error:
        raise BrokenStream("nothing was searched") from error


def _analysed_line(data: Any, side: int, kind: ScoreKind, depth: int) -> AnalysedLine:
    if not isinstance(data, list) or len(data) != 4:
        raise BrokenStream("a line has no score")
    move, value, complete, moves = data
    line = _line(moves)
    if not line or line[0] != move or type(value) is not int or abs(value) > 1 << 30:
        raise BrokenStream("a line has no move, or no value")
    return AnalysedLine(line[0], score_of_search(value, complete is True, side, kind, depth), line)


def read_evaluation(message: Message, source: HeuristicSource) -> Evaluation | None:
    """Return the evaluation by *source* in *message*; raise `BrokenStream` if there is none."""
    if message.get("value", 0) is None:
        return None
    terms, printed = message.get("terms"), message.get("printed")
    if not isinstance(terms, dict) or not isinstance(printed, str) or len(printed) > MAX_PRINTED:
        raise BrokenStream("an evaluation has no terms")
    if not terms.keys() <= source.weights.keys():
        raise BrokenStream("an evaluation has other terms")
    return Evaluation(
        _number(message, "value"),
        {name: _number(terms, name) for name in terms},
        printed,
        _lines_of_text(message.get("lines", {})),
        _costs(message.get("costs", {})),
        _number(message, "microseconds") if "microseconds" in message else 0.0,
    )


def _costs(data: Any) -> dict[str, FeatureCost]:
    """Return the costs of features that *data* holds."""
    if not isinstance(data, dict) or len(data) > MAX_FEATURES:
        raise BrokenStream("features have no costs")
    found = {}
    for name, pair in data.items():
        if not name.isidentifier() or len(name) > MAX_FEATURES or not isinstance(pair, list):
            raise BrokenStream("a feature has no cost")
        if len(pair) != 2:
            raise BrokenStream("a feature has another cost")
        both = {"calls": pair[0], "microseconds": pair[1]}
        found[name] = FeatureCost(_whole(both, "calls"), _number(both, "microseconds"))
    return found


def _lines_of_text(data: Any) -> dict[int, str]:
    """Return the values of lines that *data* holds."""
    if not isinstance(data, dict) or len(data) > MAX_CODE_LINES:
        raise BrokenStream("the lines have no values")
    for number, text in data.items():
        if not (number.isascii() and number.isdigit() and len(number) <= 6):
            raise BrokenStream("a line has no number")
        if not isinstance(text, str) or len(text) > MAX_TEXT or not text.isprintable():
            raise BrokenStream("a line has no value")
    return {int(number): text for number, text in data.items()}


def _number(message: Message, name: str) -> float:
    value: Any = message.get(name)
    if type(value) not in (int, float) or not abs(value) < 1e300 or not isfinite(value):
        raise BrokenStream(f"{name} is no number")
    return float(value)


def _whole(message: Message, name: str) -> int:
    value = message.get(name)
    if type(value) is not int or not 0 <= value < 1 << 62:
        raise BrokenStream(f"{name} is no whole number")
    return value


def _line(moves: Any) -> Line:
    if not isinstance(moves, list) or len(moves) > MAX_LINE:
        raise BrokenStream("there is no line of moves")
    if not all(type(move) is int and abs(move) < _MAX_MOVE for move in moves):
        raise BrokenStream("a move is no number")
    return tuple(moves)
