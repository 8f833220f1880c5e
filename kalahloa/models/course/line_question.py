"""The exercise of beating a search to a fixed depth, which always answers alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kalahloa.models.course.question import AnswerKind, AnswerVerdict, CourseQuestion
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.position import Position
from kalahloa.models.text.errors import BadCommand, IllegalMove
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


@dataclass(frozen=True, kw_only=True)
class LineQuestion(CourseQuestion):
    """With which moves *side* beats a search; `replies` are its moves, by position string."""

    form: ClassVar[AnswerKind] = AnswerKind.LINE
    side: int
    replies: Mapping[str, int]

    def check(self, words: Sequence[str]) -> AnswerVerdict:
        """See `CourseQuestion.check`; *words* are the moves of `side`, in their order."""
        given = [part for word in words for part in word.split()]
        if not given:
            raise BadCommand(QT_TRANSLATE_NOOP("Models", "Choose a move first."))
        position = self.position.copy()
        played: list[str] = []
        while (outcome := position.outcome()) is None:
            if position.side != self.side:
                move = self.replies[position.position_string()]
            elif given:
                try:
                    move = position.read_move(given.pop(0))
                except IllegalMove as error:
                    raise BadCommand(error.sentence) from None
            else:
                text = QT_TRANSLATE_NOOP(
                    "Models", "The game is not over after {line}: add your next move."
                )
                return AnswerVerdict(False, text.format(line=" ".join(played)))
            played.append(position.format_move(move))
            position.make(move)
        if given:
            raise BadCommand(
                QT_TRANSLATE_NOOP("Models", "The game is over after {line}.").format(
                    line=" ".join(played)
                )
            )
        return self._verdict(position, outcome, " ".join(played))

    def solution(self) -> tuple[str, ...]:
        """See `CourseQuestion.solution`; the first line that wins, if there is one."""
        return tuple(self._winning(self.position) or ())

    def _winning(self, position: Position) -> list[str] | None:
        """Return the moves of `side` with which it wins from *position*; None if it cannot."""
        outcome = position.outcome()
        if outcome is not None:
            return [] if outcome.winner == self.side else None
        is_own = position.side == self.side
        moves = position.legal_moves() if is_own else [self.replies[position.position_string()]]
        for move in moves:
            after = position.copy()
            after.make(move)
            line = self._winning(after)
            if line is not None:
                return [position.format_move(move), *line] if is_own else line
        return None

    def _verdict(self, position: Position, outcome: Outcome, line: str) -> AnswerVerdict:
        if outcome.winner == self.side:
            text = QT_TRANSLATE_NOOP("Models", "Right: {line} wins.")
            return AnswerVerdict(True, text.format(line=line))
        text = (
            QT_TRANSLATE_NOOP("Models", "{line} is a draw. Try another line.")
            if outcome.winner is None
            else QT_TRANSLATE_NOOP("Models", "{line} loses. Try another line.")
        )
        return AnswerVerdict(False, text.format(line=line))
