"""A board of Kalah as it is being set up."""

from typing import Any, ClassVar, Self

from kalahloa.models.game.outcome import FIRST
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.games.kalah.notation import LETTERS, PIE_WORDS, read_board, write_board
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

MAX_STONES = 9999
"""The most stones in a cell: position strings have numbers of four digits."""


class KalahSetUp(SetUp):
    """The stones in pits and kalahs; cells are numbered as in the module `board`.

    `phase` is the state of the pie rule, an index into `PIE_WORDS`.
    """

    counts: ClassVar[bool] = True
    most: ClassVar[int] = MAX_STONES
    hint: ClassVar[Sentence] = QT_TRANSLATE_NOOP(
        "Models",
        "Click a pit or kalah to add a stone, right-click to remove one; the wheel, + and - do "
        "the same. Type a number to set the count of the focused one. Drag to move all its "
        "stones.",
    )

    @classmethod
    def read(cls, text: str, rules: Any) -> Self:
        stones, side, pie = read_board(text, rules)
        return cls(rules, tuple(stones), side, pie)

    @classmethod
    def empty(cls, rules: Any) -> Self:
        return cls(rules, (0,) * (2 * rules.pits + 2), FIRST)

    def text(self) -> str:
        word = PIE_WORDS[self.phase]
        return f"{write_board(self.contents)} {LETTERS[self.side]}{word and ' ' + word}"

    def swapped(self) -> Self:
        half = len(self.contents) // 2
        contents = self.contents[half:] + self.contents[:half]
        return type(self)(self.rules, contents, 1 - self.side, self.phase)

    def status(self, side: int) -> Sentence:
        *pits, kalah = self._cells(side)
        return QT_TRANSLATE_NOOP(
            "Models", "%n stone(s), {pits} in the pits and {kalah} in the kalah"
        ).counted(sum(pits) + kalah, pits=sum(pits), kalah=kalah)

    def total(self) -> str:
        usual = 2 * self.rules.pits * self.rules.stones
        sentence = QT_TRANSLATE_NOOP("Models", "%n stone(s) in all; a game starts with {usual}.")
        return sentence.counted(sum(self.contents), usual=usual)

    def phases(self) -> tuple[Sentence, ...]:
        if self.rules.pie == "no":
            return ()
        return (
            QT_TRANSLATE_NOOP("Models", "The sides can no longer be swapped"),
            QT_TRANSLATE_NOOP("Models", "The first turn is in progress"),
            QT_TRANSLATE_NOOP("Models", "The side to move may swap sides"),
        )

    def with_rules(self, rules: Any) -> Self:
        """Return this set-up under *rules*: pits keep their numbers, and surplus ones go."""
        contents: tuple[int, ...] = ()
        for side in (0, 1):
            *pits, kalah = self._cells(side)
            missing = rules.pits - len(pits)
            contents += (*pits[: rules.pits], *[0] * missing, kalah)
        phase = 0 if rules.pie == "no" else self.phase
        return type(self)(rules, contents, self.side, phase)

    def _cells(self, side: int) -> tuple[int, ...]:
        """Return the contents of *side*'s pits in sowing order, and last of its kalah."""
        half = len(self.contents) // 2
        return self.contents[half * side : half * side + half]
