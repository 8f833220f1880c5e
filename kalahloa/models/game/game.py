"""The description of a game: its names, rules, heuristics and positions' constructors."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.clue import Clue
from kalahloa.models.game.feature import FeatureSet
from kalahloa.models.game.first_steps import FirstStep
from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.knowledge import KnowledgeSource, load_source
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.game.overlay import Overlay
from kalahloa.models.game.position import Position
from kalahloa.models.game.rulebook import Rulebook
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.game.win_probability import WinProbability
from kalahloa.models.text.errors import UnknownName
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

with lazy_imports():
    from kalahloa.models.drawing import diagram

if TYPE_CHECKING:
    from kalahloa.models.drawing.board_look import BoardLook
    from kalahloa.models.drawing.geometry import BoardCell
    from kalahloa.models.drawing.svg import Svg


@dataclass(frozen=True, slots=True)
class BenchSearch:
    """One search of the benchmark suite, to *depth* plies.

    `preset` names the rules; `position` is a position string, or None for the start position.
    """

    preset: str
    position: str | None
    depth: int


@dataclass(frozen=True)
class Game:
    """A game that can be played.

    * `key`: the name on the command line and in files.
    * `title`: the name in the window.
    * `sides`: the names of the two sides.
    * `start`: takes rules and returns the start position.
    * `read`: takes a position string and rules and returns the position; raises `BadPosition`.
    * `example`: a move in notation.
    * `hint`: a sentence on how to enter moves, for the command line's help and the text view.
    * `heuristics`: the static evaluations, the default one first.
    * `adapt_rules`: takes a position string and rules, and returns the rules changed to what the
      string implies (such as the size of the board), or unchanged if it cannot be read.
    * `bench`: the searches that the game adds to ``kalahloa bench``.
    * `load_knowledge`: returns `knowledge`; called on first use, so that importing a game is fast.
    * `set_up`: how its boards are set up cell by cell; None if only by position strings.
    * `win_probability`: what estimates mean, in games in which only the winner counts; None if the
      margin counts, or nothing better is known than `win_probability.GENERIC`.
    * `explain`: says why a move is worse than another, beyond what can be said of any game.  Takes
      the position, the move with the best answer to it and what follows, and the line of best play
      instead, both of at least one legal move; returns what tells them apart.  None if it cannot.
    * `symmetric`: takes a position and returns the position strings of those that are the same but
      for a symmetry of the board, with the same side to move; None if there are no symmetries.
    * `clue`: says where to look for a move without telling it: takes a position and the move.  None
      if nothing better is known than half of the moves.
    * `why_good`: says what is good about a move, and what the answer to it brings: takes
      a position and a line of at least one legal move.  None if there are none.
    * `other_to_move`: takes a position and returns the same board with the other side to move, or
      None where that makes no sense.  None if it never does.
    * `premoves`: takes a position and returns the moves that the other side can choose before the
      side to move has moved.  None for those that are legal after at least one of its turns.
    * `format_margin`: says how much of what its margins count a whole number is: ``3 stones``.
      None where that has no name.
    * `features`: what heuristics that users write can ask of its positions; None if users cannot
      write heuristics for it.
    * `draw`: returns a picture of a position; None for a game that is drawn by its diagram.
    * `cells`: takes rules and how the board is drawn, and returns the cells of the picture by their
      numbers; None if nothing can be drawn on it.
    * `first_steps`: takes the usual start by the default rules, and returns the steps by which the
      rules are learnt by doing; None if there are none.
    * `goal`: what to aim at, as an invitation: ``Sow your stones, and collect the most.``
    * `invitation`: what to do first, for a person who plays ``{side}`` against a computer.
    * `showcase`: moves from the default start, separated by spaces, that show how one plays.
    * `standing`: says how the two sides stand, a sentence each: takes a position, the side that the
      reader plays, or None, and whether the board is turned.  None where `Position.status` says it.
    * `effects`: what a legal move does besides the move itself, in a word or two each ("5 stones
      captured", "another turn"): takes a position and a move.
    * `cell_sentences`: what is in a cell and what can be done from there, and `lines_sentences`,
      what can reach it: each takes a position and the label of a cell, as drawings have it, and
      raises `IllegalMove` if there is no such cell.
    * `description`: says what a move does: takes a position, a legal move, and the side that the
      reader plays, or None.  None where `Position.describe` says it.
    * `rule_sentences`: takes rules and explains in sentences how one plays by them: goal, moves,
      captures and end.  None for a game that has only the sentences of its rules' options.
    * `overlays`: what a front without a board can tell of its positions in words.
    """

    key: str
    title: str
    sides: tuple[str, str]
    rulebook: Rulebook
    start: Callable[[Any], Position]
    read: Callable[[str, Any], Position]
    example: str
    hint: str
    heuristics: tuple[Heuristic, ...] = field(default=())
    adapt_rules: Callable[[str, Any], Any] | None = None
    bench: tuple[BenchSearch, ...] = ()
    load_knowledge: Callable[[], KnowledgeSource] = KnowledgeSource
    set_up: type[SetUp] | None = None
    win_probability: WinProbability | None = None
    explain: Callable[[Any, Sequence[int], Sequence[int]], Sequence[MoveFact]] | None = None
    symmetric: Callable[[Any], Iterable[str]] | None = None
    clue: Callable[[Any, int], Clue] | None = None
    why_good: Callable[[Any, list[int]], Sequence[str]] | None = None
    other_to_move: Callable[[Any], Position | None] | None = None
    premoves: Callable[[Any], Collection[int]] | None = None
    format_margin: Callable[[int], str] | None = None
    draw: "Callable[[Any, BoardLook], Svg] | None" = None
    cells: "Callable[[Any, BoardLook], Mapping[int, BoardCell]] | None" = None
    features: FeatureSet | None = None
    first_steps: Callable[[Any], Sequence[FirstStep]] | None = None
    standing: Callable[[Any, int | None, bool], Sequence[str]] | None = None
    effects: Callable[[Any, int], Sequence[str]] | None = None
    cell_sentences: Callable[[Any, str], Sequence[str]] | None = None
    lines_sentences: Callable[[Any, str], Sequence[str]] | None = None
    description: Callable[[Any, int, int | None], str] | None = None
    rule_sentences: Callable[[Any], Sequence[str]] | None = None
    overlays: tuple[Overlay, ...] = ()
    goal: str = ""
    invitation: str = ""
    showcase: str = ""

    @cached_property
    def lesson(self) -> tuple[FirstStep, ...]:
        """The steps by which the rules are learnt by doing; empty if there are none."""
        if self.first_steps is None:
            return ()
        return tuple(self.first_steps(self.start(self.rulebook.default)))

    @cached_property
    def knowledge(self) -> KnowledgeSource:
        """The game's tablebase, opening book and fair starts; never raises (see `load_source`)."""
        return load_source(self.load_knowledge, self.title)

    def picture(self, position: Position, look: "BoardLook") -> "Svg":
        """Return a picture of *position*: the game's own, or its diagram in letters."""
        return (
            diagram.draw_diagram(position, look) if self.draw is None else self.draw(position, look)
        )

    def describe(self, position: Position, move: int, own: int | None = None) -> str:
        """Return a sentence on what *move* does, for who plays the side *own*, if anybody."""
        if self.description is None:
            return position.describe(move)
        return self.description(position, move, own)

    def fitting_rules(self, text: str, rules: Any, fixed: Collection[str] = ()) -> Any:
        """Return *rules* adapted to the position string *text* (see `adapt_rules`).

        The options named in *fixed* are not changed.
        """
        if self.adapt_rules is None:
            return rules
        return replace(
            self.adapt_rules(text, rules), **{name: getattr(rules, name) for name in fixed}
        )

    def heuristic(self, name: str | None = None) -> Heuristic:
        """Return the heuristic called *name* (default: the first), ignoring case.

        Raises `UnknownName` if there is none.
        """
        if name is None:
            if self.heuristics:
                return self.heuristics[0]
            raise UnknownName(
                QT_TRANSLATE_NOOP("Models", "{title} has no heuristic to search with.").format(
                    title=self.title
                )
            )
        for heuristic in self.heuristics:
            if heuristic.name == name.strip().lower():
                return heuristic
        known = ", ".join(heuristic.name for heuristic in self.heuristics)
        raise UnknownName(
            QT_TRANSLATE_NOOP(
                "Models", "{title} has no heuristic '{name}'; it has: {known}."
            ).format(title=self.title, name=quote(name), known=known)
        )
