"""The rules of Kalah learnt by doing: two moves of one game, and one move each of others."""

from kalahloa.models.game.first_steps import (
    ExplainedRow,
    Explanation,
    FirstStep,
    Illustration,
    after_line,
)
from kalahloa.models.games.kalah.notation import Sowing, counted
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence


def first_steps(start: Kalah) -> tuple[FirstStep, ...]:
    """Return the steps; see `Game.first_steps`."""
    return (
        _step(
            start,
            "",
            "1",
            title=QT_TRANSLATE_NOOP("Models", "Sow a pit"),
            rule=QT_TRANSLATE_NOOP("Models", "Take all stones of a pit and sow them one by one"),
            task=QT_TRANSLATE_NOOP("Models", "Sow your pit 1: one stone goes into each next pit."),
            praise=QT_TRANSLATE_NOOP("Models", "Right: four stones, one into each of four pits."),
            answer="2",
        ),
        _step(
            start,
            "1 2",
            "2",
            title=QT_TRANSLATE_NOOP("Models", "End in your kalah"),
            rule=QT_TRANSLATE_NOOP("Models", "End in your kalah, and you move again"),
            task=QT_TRANSLATE_NOOP(
                "Models", "Find the pit whose last stone falls into your kalah: count from pit 2."
            ),
            praise=QT_TRANSLATE_NOOP(
                "Models", "Right: one stone more in your kalah, and it is your turn again."
            ),
            is_hinted=False,
        ),
        _step(
            start,
            "3 6 3",
            "2",
            title=QT_TRANSLATE_NOOP("Models", "Capture"),
            rule=QT_TRANSLATE_NOOP("Models", "End in an empty pit of yours to capture"),
            task=QT_TRANSLATE_NOOP(
                "Models",
                "Your pit 6 is empty, and five stones lie opposite. End there with pit 2 or pit 1.",
            ),
            praise=QT_TRANSLATE_NOOP(
                "Models", "Right: your last stone and the five opposite go to your kalah."
            ),
            others=("1",),
            is_hinted=False,
        ),
        _step(
            start,
            "5 5 3 2 5",
            "6",
            title=QT_TRANSLATE_NOOP("Models", "All the way round"),
            rule=QT_TRANSLATE_NOOP("Models", "You never sow into the other side's kalah"),
            task=QT_TRANSLATE_NOOP(
                "Models",
                "Sow the eight stones of your pit 6: they go round and come back to your pit 1.",
            ),
            praise=QT_TRANSLATE_NOOP(
                "Models", "Right: one stone into your kalah, none into the other side's."
            ),
        ),
        _step(
            start,
            "3 6 6 2 5 5 4 2 2 6 6 5 3 2 5",
            "6",
            title=QT_TRANSLATE_NOOP("Models", "The end of the game"),
            rule=QT_TRANSLATE_NOOP(
                "Models", "The game ends when you are to move and have no stone"
            ),
            task=QT_TRANSLATE_NOOP(
                "Models", "Sow your last stone, pit 6. The other side keeps what lies in its pits."
            ),
            praise=QT_TRANSLATE_NOOP(
                "Models", "You win by 26 to 22: the other side has kept its last seven stones."
            ),
        ),
    )


def _step(
    start: Kalah,
    line: str,
    text: str,
    *,
    title: str,
    rule: str,
    task: str,
    praise: str,
    others: tuple[str, ...] = (),
    answer: str = "",
    is_hinted: bool = True,
) -> FirstStep:
    """Return the step in which the pit *text* is to be sown after *line*, from *start*.

    The *others* are right, too.  The way of the stones is marked from the beginning if it
    *is_hinted*.
    """
    moves = tuple(line.split())
    position = after_line(start, moves)
    move = position.read_move(text)
    sown = position.sowing(move)
    way = Illustration(way=(sown.origin, *sown.path))
    return FirstStep(
        title=title,
        rule=rule,
        task=task,
        line=moves,
        moves=(text, *others),
        praise=praise,
        why_wrong=lambda at, other: _why_wrong(at, other, sown, move),
        answer=answer,
        marks=way if is_hinted else Illustration(),
        shown=way,
        explanation=_explanation(position, move if is_hinted else 0),
    )


def _why_wrong(position: Kalah, move: int, wanted: Sowing, right: int) -> Sentence:
    """Return what *move* does, and not what the sowing *wanted* of pit *right* does."""
    sown = position.sowing(move)
    if wanted.extra_turn:
        sentence = QT_TRANSLATE_NOOP(
            "Models", "Pit {pit} has {stones}: the last one falls into {where}, not your kalah."
        )
    elif wanted.captured:
        sentence = QT_TRANSLATE_NOOP(
            "Models", "Pit {pit} has {stones}: the last one falls into {where} and takes nothing."
        )
    elif len(wanted.path) > len(sown.path) and len(wanted.path) > position.rules.pits:
        sentence = QT_TRANSLATE_NOOP(
            "Models",
            "Pit {pit} has only {stones}: the last one falls into {where}. Sow pit {right}.",
        )
    else:
        sentence = QT_TRANSLATE_NOOP(
            "Models", "That is pit {pit}: its last stone falls into {where}. Sow pit {right} now."
        )
    return sentence.format(
        pit=move,
        stones=counted(len(sown.path)),
        where=_place_name(sown.path[-1], position),
        right=right,
    )


def _place_name(cell: int, position: Kalah) -> Sentence:
    """Return what the side to move calls *cell*, in which its last stone falls."""
    pits = position.rules.pits
    number = cell % (pits + 1)
    if number == pits:
        return QT_TRANSLATE_NOOP("Models", "your kalah")
    if int(cell > pits) == position.side:
        return QT_TRANSLATE_NOOP("Models", "your pit {pit}").format(pit=number + 1)
    return QT_TRANSLATE_NOOP("Models", "the other side's pit {pit}").format(pit=number + 1)


def _explanation(position: Kalah, move: int) -> Explanation:
    """Return what each pit of the side to move does; *move* is the current one, 0 none."""
    stones = position.stones()
    first = position.side * (position.rules.pits + 1)
    rows = [
        ExplainedRow(
            QT_TRANSLATE_NOOP("Models", "Pit {pit}").format(pit=pit),
            counted(stones[first + pit - 1]),
            _effect(position, pit),
            current=pit == move,
        )
        for pit in range(1, position.rules.pits + 1)
    ]
    return Explanation(
        QT_TRANSLATE_NOOP("Models", "What your pits do"),
        QT_TRANSLATE_NOOP("Models", "It depends on where the last stone falls."),
        tuple(rows),
    )


def _effect(position: Kalah, pit: int) -> Sentence:
    """Return where the last stone of *pit* falls, and what that brings the side to move."""
    if pit not in position.legal_moves():
        return QT_TRANSLATE_NOOP("Models", "nothing to sow")
    sown = position.sowing(pit)
    if sown.ends:
        return QT_TRANSLATE_NOOP("Models", "your kalah: the game ends")
    if sown.extra_turn:
        return QT_TRANSLATE_NOOP("Models", "your kalah: move again")
    where = _place_name(sown.path[-1], position)
    if sown.captured:
        sentence = QT_TRANSLATE_NOOP("Models", "{where}: takes {stones}")
        return sentence.format(where=where, stones=counted(sown.captured))
    return where
