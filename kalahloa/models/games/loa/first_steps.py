"""The rules of Lines of Action learnt by doing: six moves of one game, and the last of another."""

from collections.abc import Callable

from kalahloa.models.game.first_steps import (
    ExplainedRow,
    Explanation,
    FirstStep,
    Illustration,
    after_line,
)
from kalahloa.models.games.loa.overlays import LineOfAction, lines
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.squares import (
    distance,
    line_name,
    line_through,
    square_name,
    square_number,
    squares_between,
)
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_GAME = tuple("c1-c3 h4-f4 f8-f5 a7-c5 e1-b4 a6-c6 f5-f8 a3-b2 f8xh6".split())
_WON_GAME = tuple(
    "g8-a8 h7-f7 a8-b7 f7-f4 b1-c2 f4-f7 b8-b6 a7-a1 c2-c5 h6-e6 g1-d4 h2-h6 c1-c4 f7-d7 d1-d5 "
    "h6-g5 e1-e4 g5-h6 f1-f3".split()
)
_SLOPES = (0, 90, 45, 135)
"""The directions of `line_through` in degrees."""
_NUMBERS = (
    QT_TRANSLATE_NOOP("Models", "none"),
    QT_TRANSLATE_NOOP("Models", "one"),
    QT_TRANSLATE_NOOP("Models", "two"),
    QT_TRANSLATE_NOOP("Models", "three"),
    QT_TRANSLATE_NOOP("Models", "four"),
    QT_TRANSLATE_NOOP("Models", "five"),
    QT_TRANSLATE_NOOP("Models", "six"),
    QT_TRANSLATE_NOOP("Models", "seven"),
    QT_TRANSLATE_NOOP("Models", "eight"),
)
WhyWrong = Callable[[Loa, int], str]


def first_steps(start: Loa) -> tuple[FirstStep, ...]:
    """Return the steps; see `Game.first_steps`."""
    return (
        _step(
            start,
            0,
            title=QT_TRANSLATE_NOOP("Models", "Choose a line"),
            rule=QT_TRANSLATE_NOOP("Models", "Pieces move along lines: straight or diagonal"),
            task=QT_TRANSLATE_NOOP("Models", "Move the piece on c1 straight up the c-file, to c3."),
            praise=QT_TRANSLATE_NOOP("Models", "Right: up the c-file, as far as the rule says."),
        ),
        _step(
            start,
            2,
            title=QT_TRANSLATE_NOOP("Models", "Count, and move as far"),
            rule=QT_TRANSLATE_NOOP(
                "Models", "Count the pieces on the line: three, so it moves three squares"
            ),
            task=QT_TRANSLATE_NOOP("Models", "Move the piece from f8 to f5."),
            praise=QT_TRANSLATE_NOOP("Models", "Right: three pieces, three squares."),
        ),
        _step(
            start,
            4,
            title=QT_TRANSLATE_NOOP("Models", "Jump over your own pieces"),
            rule=QT_TRANSLATE_NOOP("Models", "A piece may jump over your own pieces"),
            task=QT_TRANSLATE_NOOP("Models", "Move the piece on e1 over the one on c3, to b4."),
            praise=QT_TRANSLATE_NOOP("Models", "Right: your piece on c3 was not in the way."),
        ),
        _step(
            start,
            6,
            title=QT_TRANSLATE_NOOP("Models", "Stopped by the other side"),
            rule=QT_TRANSLATE_NOOP("Models", "It may not jump over a piece of the other side"),
            task=QT_TRANSLATE_NOOP(
                "Models",
                "On f4 a white piece stops f5 on its way down to f2. Go the other way: up to f8.",
            ),
            praise=QT_TRANSLATE_NOOP("Models", "Right: nobody stands in the way up the file."),
        ),
        _step(
            start,
            8,
            title=QT_TRANSLATE_NOOP("Models", "Capture"),
            rule=QT_TRANSLATE_NOOP(
                "Models", "Land on a piece of the other side to take it off the board"
            ),
            task=QT_TRANSLATE_NOOP("Models", "Take a white piece with your piece on f8."),
            praise=QT_TRANSLATE_NOOP("Models", "Right: it is off the board."),
            why_wrong=_why_no_capture,
            others=("f8xc5",),
            is_hinted=False,
        ),
        _step(
            start,
            len(_WON_GAME) - 1,
            _WON_GAME,
            title=QT_TRANSLATE_NOOP("Models", "Connect all your pieces"),
            rule=QT_TRANSLATE_NOOP("Models", "Connect all your pieces, and you win"),
            task=QT_TRANSLATE_NOOP(
                "Models", "Only your piece on f1 stands apart. Join it to the others."
            ),
            praise=QT_TRANSLATE_NOOP(
                "Models", "You win: each of your pieces touches another, and all hang together."
            ),
            why_wrong=_why_not_connected,
            is_hinted=False,
        ),
    )


def _step(
    start: Loa,
    ply: int,
    game: tuple[str, ...] = _GAME,
    *,
    title: str,
    rule: str,
    task: str,
    praise: str,
    why_wrong: WhyWrong | None = None,
    others: tuple[str, ...] = (),
    is_hinted: bool = True,
) -> FirstStep:
    """Return the step in which the move after *ply* plies of *game*, from *start*, is to be made.

    The *others* are right, too.  The way of the move is marked from the beginning if it
    *is_hinted*.
    """
    line, text = game[:ply], game[ply]
    position = after_line(start, line)
    move = position.read_move(text)
    shown = _illustration(position, move)
    return FirstStep(
        title=title,
        rule=rule,
        task=task,
        line=line,
        moves=(text, *others),
        praise=praise,
        why_wrong=why_wrong or (lambda at, other: _why_other_line(at, other, move)),
        answer=game[ply + 1] if ply + 1 < len(game) else "",
        marks=shown if is_hinted else Illustration(way=shown.way[:1]),
        shown=shown,
        explanation=_explanation(position, move if is_hinted else move & 63),
    )


# -- what is wrong -----------------------------------------------------------------------------


def _why_other_piece(move: int, origin: int) -> Sentence:
    sentence = QT_TRANSLATE_NOOP(
        "Models", "That is the piece on {other}. Move the one on {origin}."
    )
    return sentence.format(other=square_name(move & 63), origin=square_name(origin))


def _why_other_line(position: Loa, move: int, right: int) -> Sentence:
    """Return why *move*, of another piece or along another line, is not the *right* one."""
    origin, target = move & 63, move >> 6
    if origin != right & 63:
        return _why_other_piece(move, right & 63)
    count = position.line_count(origin, target)
    sentence = QT_TRANSLATE_NOOP(
        "Models",
        "That line has {number} piece(s), so the piece moves {number} square(s): to {target}. "
        "Choose {line}.",
    )
    return sentence.counted(
        count,
        number=_NUMBERS[count],
        target=square_name(target),
        line=line_name(origin, right >> 6),
    )


def _why_no_capture(position: Loa, move: int) -> Sentence:
    origin = square_number(_GAME[8][:2])
    if move & 63 != origin:
        return _why_other_piece(move, origin)
    sentence = QT_TRANSLATE_NOOP(
        "Models",
        "Nobody stands on {target}, so nothing is taken. Count the other lines of {origin}.",
    )
    return sentence.format(target=square_name(move >> 6), origin=square_name(origin))


def _why_not_connected(position: Loa, move: int) -> Sentence:
    after = position.copy(stack=False)
    after.make(move)
    sentence = QT_TRANSLATE_NOOP(
        "Models", "Then your pieces are in %n groups. Join the one on f1 to the others."
    )
    return sentence.counted(len(after.groups(position.side)))


# -- what is marked ----------------------------------------------------------------------------


def _line_of(position: Loa, move: int) -> LineOfAction:
    """Return the line along which *move* goes."""
    return next(line for line in lines(position, move & 63) if move >> 6 in line.squares)


def _illustration(position: Loa, move: int) -> Illustration:
    """Return the line of *move*, its pieces in the order in which one counts them, and the way."""
    origin, target = move & 63, move >> 6
    band = _line_of(position, move).squares
    if origin > target:
        band = band[::-1]
    standing = position.pieces(0) | position.pieces(1)
    between = squares_between(origin, target)
    way = (origin, *(between if origin < target else reversed(between)), target)
    return Illustration(band, tuple(one for one in band if standing >> one & 1), way)


def _explanation(position: Loa, move: int) -> Explanation:
    """Return what each line through the origin of *move* gives; that of *move* is current."""
    origin = move & 63
    title = QT_TRANSLATE_NOOP("Models", "The lines through {square}")
    rows = []
    for line in lines(position, origin):
        way = line_through(line.squares[0], line.squares[-1])
        rows.append(
            ExplainedRow(
                _row_name(origin, line, way),
                QT_TRANSLATE_NOOP("Models", "%n piece(s)").counted(line.count),
                _effect(position, origin, line),
                _SLOPES[way],
                move != origin and move >> 6 in line.squares,
            )
        )
    order = {90: 0, 45: 1, 135: 2, 0: 3}
    rows.sort(key=lambda row: order[row.slope or 0])
    note = QT_TRANSLATE_NOOP("Models", "Pieces of both colours count, and the piece itself.")
    return Explanation(title.format(square=square_name(origin)), note, tuple(rows))


def _row_name(origin: int, line: LineOfAction, way: int) -> Sentence:
    if way == 0:
        return QT_TRANSLATE_NOOP("Models", "Along {line}").format(line=line.name)
    if way == 1:
        sentence = QT_TRANSLATE_NOOP("Models", "Along {line}")
        if origin == line.squares[0]:
            sentence = QT_TRANSLATE_NOOP("Models", "Up {line}")
        elif origin == line.squares[-1]:
            sentence = QT_TRANSLATE_NOOP("Models", "Down {line}")
        return sentence.format(line=line.name)
    first, last = square_name(line.squares[0]), square_name(line.squares[-1])
    return QT_TRANSLATE_NOOP("Models", "Diagonal {first}-{last}").format(first=first, last=last)


def _effect(position: Loa, origin: int, line: LineOfAction) -> Sentence:
    """Return how far the piece on *origin* moves along *line*, and where to, or why not."""
    ends = [one for one in line.squares if distance(origin, one) == line.count]
    counted = QT_TRANSLATE_NOOP("Models", "%n square(s), {where}")
    if not ends:
        off = QT_TRANSLATE_NOOP("Models", "off the board")
        return counted.counted(line.count, where=off)
    legal = [end for end in ends if origin | end << 6 in position.legal_moves()]
    if not legal:
        return counted.counted(line.count, where=_why_stopped(position, origin, ends[0]))
    other = position.pieces(1 - position.side)
    first = square_name(legal[0])
    if other >> legal[0] & 1:
        where = QT_TRANSLATE_NOOP("Models", "captures {square}").format(square=first)
    elif len(legal) == 2:
        where = QT_TRANSLATE_NOOP("Models", "to {square} or {second}").format(
            square=first, second=square_name(legal[1])
        )
    else:
        where = QT_TRANSLATE_NOOP("Models", "to {square}").format(square=first)
    return counted.counted(line.count, where=where)


def _why_stopped(position: Loa, origin: int, end: int) -> Sentence:
    """Return why the piece on *origin* cannot move to *end*, which is far enough away."""
    for square in squares_between(origin, end):
        if position.pieces(1 - position.side) >> square & 1:
            return QT_TRANSLATE_NOOP("Models", "stopped by {square}").format(
                square=square_name(square)
            )
    return QT_TRANSLATE_NOOP("Models", "your own piece is on {square}").format(
        square=square_name(end)
    )
