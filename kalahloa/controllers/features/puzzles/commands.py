"""The commands by which puzzles are solved and found."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, translate
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.puzzles.state import Phase, PuzzleState, PuzzleStock
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.puzzles import actions as act

_NO_PUZZLE = QT_TRANSLATE_NOOP("Commands", "There is no puzzle on the board; Ctrl+F8 brings one.")


def _is_solving(place: Place) -> bool:
    return place.get(PuzzleState) is not None and place[PuzzleState].phase is Phase.SOLVING


def _is_open(place: Place) -> bool:
    return place.get(PuzzleState) is not None and not place[PuzzleState].phase.is_over


def _why_nothing_to_find(place: Place) -> str:
    if place.get(PuzzleState) is None:
        return translate("Commands", _NO_PUZZLE)
    if place[PuzzleState].phase.is_over:
        return translate("Commands", "This puzzle is done; Ctrl+F8 brings the next one.")
    return translate("Commands", "Wait until it is your turn.")


PUZZLE_COMMANDS: tuple[Command, ...] = (
    Command(
        key="next-puzzle",
        title=QT_TRANSLATE_NOOP("Commands", "&Next puzzle"),
        tip=QT_TRANSLATE_NOOP("Commands", "Bring the next puzzle; your own game is kept"),
        menu="learn",
        group=5,
        shortcuts=("Ctrl+F8",),
        run=act.next_puzzle,
        typed="puzzle",
        arguments="[ID|next]",
    ),
    Command(
        key="puzzle-hint",
        title=QT_TRANSLATE_NOOP("Commands", "H&int for the puzzle"),
        tip=QT_TRANSLATE_NOOP("Commands", "Give a hint for the puzzle on the board"),
        menu="learn",
        group=5,
        shortcuts=("Shift+F8",),
        possible=_is_solving,
        otherwise=_why_nothing_to_find,
        run=act.hint,
        typed="puzzlehint",
    ),
    Command(
        key="show-solution",
        title=QT_TRANSLATE_NOOP("Commands", "Show so&lution"),
        tip=QT_TRANSLATE_NOOP("Commands", "Show the puzzle's solution"),
        menu="learn",
        group=5,
        shortcuts=("Ctrl+Shift+F8",),
        possible=_is_open,
        otherwise=_why_nothing_to_find,
        run=act.show_solution,
        typed="solution",
    ),
    Command(
        key="puzzle-again",
        title=QT_TRANSLATE_NOOP("Commands", "&Puzzle again"),
        tip=QT_TRANSLATE_NOOP("Commands", "Do the same puzzle again, from its beginning"),
        menu="learn",
        group=5,
        shortcuts=("Ctrl+Alt+F8",),
        possible=lambda place: place.get(PuzzleState) is not None,
        otherwise=_NO_PUZZLE,
        run=act.again,
        typed="puzzleagain",
    ),
    Command(
        key="own-game",
        title=QT_TRANSLATE_NOOP("Commands", "&Back to my game"),
        tip=QT_TRANSLATE_NOOP("Commands", "Go on with your own game, where you left it"),
        menu="learn",
        group=5,
        shortcuts=("Alt+F8",),
        possible=lambda place: place.has_own_game,
        otherwise=QT_TRANSLATE_NOOP("Commands", "No game of yours was laid aside."),
        run=act.leave,
        typed="mygame",
    ),
    Command(
        key="mine-puzzles",
        title=QT_TRANSLATE_NOOP("Commands", "&Find puzzles in my games"),
        tip=QT_TRANSLATE_NOOP("Commands", "Look through the library for puzzles, or stop that"),
        menu="learn",
        group=5,
        checked=lambda place: place[PuzzleStock].mining is not None,
        run=act.mine,
        typed="minepuzzles",
    ),
    Command(
        key="puzzles",
        tip=QT_TRANSLATE_NOOP("Commands", "How you stand; SET: shipped, mined or failed"),
        run=act.tell,
        typed="puzzles",
        arguments="[GAME|SET]",
    ),
)
