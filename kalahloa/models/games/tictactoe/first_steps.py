"""The rules of tic-tac-toe learnt by doing: four moves."""

from collections.abc import Callable

from kalahloa.models.game.first_steps import FirstStep, Illustration, after_line
from kalahloa.models.games.tictactoe.position import CELL_NAMES, LINES, TicTacToe
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence


def first_steps(start: TicTacToe) -> tuple[FirstStep, ...]:
    """Return the steps; see `Game.first_steps`."""
    return (
        _step(
            start,
            "",
            ("5",),
            title=QT_TRANSLATE_NOOP("Models", "Mark a cell"),
            rule=QT_TRANSLATE_NOOP("Models", "Mark one free cell in each turn"),
            task=QT_TRANSLATE_NOOP("Models", "You are X. Mark the cell in the middle."),
            praise=QT_TRANSLATE_NOOP("Models", "Right: four rows lead through the middle."),
            why_wrong=_why_not_middle,
            marks=Illustration(way=(4,)),
        ),
        _step(
            start,
            "1 5 9 3",
            ("7",),
            title=QT_TRANSLATE_NOOP("Models", "Block"),
            rule=QT_TRANSLATE_NOOP("Models", "Block a row that O is about to complete"),
            task=QT_TRANSLATE_NOOP(
                "Models", "O has two in a row. Mark the third cell of that row."
            ),
            praise=QT_TRANSLATE_NOOP("Models", "Right: O cannot complete that row any more."),
            why_wrong=_why_not_blocked,
            marks=Illustration(band=(2, 4, 6)),
        ),
        _step(
            start,
            "5 2 1 9",
            ("4", "7"),
            title=QT_TRANSLATE_NOOP("Models", "Two threats at once"),
            rule=QT_TRANSLATE_NOOP("Models", "Threaten two rows at once: O can block only one"),
            task=QT_TRANSLATE_NOOP("Models", "Find a cell that gives you two rows with two X."),
            praise=QT_TRANSLATE_NOOP("Models", "Right: you threaten two rows, and O blocks one."),
            why_wrong=_why_no_fork,
            answer="6",
        ),
        _step(
            start,
            "5 2 1 9 4 6",
            ("7",),
            title=QT_TRANSLATE_NOOP("Models", "Three in a row"),
            rule=QT_TRANSLATE_NOOP("Models", "Three of your marks in a row win"),
            task=QT_TRANSLATE_NOOP("Models", "Complete a row: across, down or diagonal."),
            praise=QT_TRANSLATE_NOOP("Models", "You win: the first column is yours."),
            why_wrong=_why_no_row,
            shown=Illustration(band=(0, 3, 6), way=(6,)),
        ),
    )


def _step(
    start: TicTacToe,
    line: str,
    moves: tuple[str, ...],
    *,
    title: str,
    rule: str,
    task: str,
    praise: str,
    why_wrong: Callable[[TicTacToe, int], str],
    answer: str = "",
    marks: Illustration | None = None,
    shown: Illustration | None = None,
) -> FirstStep:
    """Return the step in which one of *moves* is to be made after *line*, from *start*."""
    texts = tuple(line.split())
    move = after_line(start, texts).read_move(moves[0])
    marked = marks or Illustration()
    return FirstStep(
        title=title,
        rule=rule,
        task=task,
        line=texts,
        moves=moves,
        praise=praise,
        why_wrong=why_wrong,
        answer=answer,
        marks=marked,
        shown=shown or Illustration(band=marked.band, way=(move - 1,)),
    )


def _why_not_middle(_position: TicTacToe, move: int) -> Sentence:
    sentence = QT_TRANSLATE_NOOP("Models", "That is cell {cell}, {place}. The middle is cell 5.")
    return sentence.format(cell=move, place=CELL_NAMES[move - 1])


def _rows_to_complete(position: TicTacToe, side: int) -> list[int]:
    """Return the free cells with which *side* would complete a row, one for each row."""
    own, other = position.marks(side), position.marks(1 - side)
    rows = [line & ~own for line in LINES if (line & own).bit_count() == 2 and not line & other]
    return [row.bit_length() - 1 for row in rows]


def _after(position: TicTacToe, move: int) -> TicTacToe:
    after = position.copy(stack=False)
    after.make(move)
    return after


def _why_not_blocked(position: TicTacToe, move: int) -> Sentence:
    cell = _rows_to_complete(_after(position, move), 1 - position.side)[0]
    sentence = QT_TRANSLATE_NOOP("Models", "Then O marks cell {cell} and has three in a row.")
    return sentence.format(cell=cell + 1)


def _why_no_fork(position: TicTacToe, move: int) -> Sentence:
    cells = _rows_to_complete(_after(position, move), position.side)
    if not cells:
        return QT_TRANSLATE_NOOP("Models", "That threatens nothing: no row has two X and no O.")
    sentence = QT_TRANSLATE_NOOP(
        "Models", "That threatens one row only: O blocks it with cell {cell}."
    )
    return sentence.format(cell=cells[0] + 1)


def _why_no_row(position: TicTacToe, move: int) -> Sentence:
    cell = _rows_to_complete(position, position.side)[0]
    sentence = QT_TRANSLATE_NOOP("Models", "That completes no row; cell {cell} does.")
    return sentence.format(cell=cell + 1)
