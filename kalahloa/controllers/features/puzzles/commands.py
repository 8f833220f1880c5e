"""The commands by which puzzles are solved and found."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import Phase, PuzzleState, PuzzleStock
from kalahloa.controllers.features.puzzles.words import facts_sentence, stock_sentence
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.models.study.puzzles import puzzle as puzzle_file

_NO_PUZZLE = QT_TRANSLATE_NOOP(
    "Commands", "There is no puzzle on the board; press Ctrl+F8 for one."
)


def _is_solving(place: Place) -> bool:
    return place.get(PuzzleState) is not None and place[PuzzleState].phase is Phase.SOLVING


def _is_open(place: Place) -> bool:
    return place.get(PuzzleState) is not None and not place[PuzzleState].phase.is_over


def _why_nothing_to_find(place: Place) -> str:
    if place.get(PuzzleState) is None:
        return translate("Commands", _NO_PUZZLE)
    if place[PuzzleState].phase.is_over:
        return translate("Commands", "This puzzle is done; press Ctrl+F8 for the next.")
    return translate("Commands", "Wait until it is your turn.")


PUZZLE_COMMANDS = CommandTable()


@PUZZLE_COMMANDS.declare(
    key="next-puzzle",
    title=QT_TRANSLATE_NOOP("Commands", "&Next puzzle"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the next puzzle; your game stays saved"),
    words=QT_TRANSLATE_NOOP("Commands", "tactics, exercise, problem, another puzzle"),
    menu="train",
    group=5,
    shortcuts=("Ctrl+F8",),
    typed="puzzle",
    arguments="[ID|next]",
    following=lambda app: ("next",),
)
def next_puzzle(app: AppContext, words: list[str]) -> str:
    """Put the next puzzle on the board, or the one with the id that was typed."""
    game = app.document.game.key
    if not words or words == ["next"]:
        app[Puzzles].pick(game)
        return ""
    if len(words) > 1 or not puzzle_file.is_id(words[0]):
        sentence = translate("Commands", "'{words}' is not the id of a puzzle.")
        raise BadCommand(fill(sentence, words=quote(" ".join(words))))
    app[Puzzles].find(words[0], game)
    return ""


@PUZZLE_COMMANDS.declare(
    key="puzzle-hint",
    title=QT_TRANSLATE_NOOP("Commands", "H&int for the puzzle"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show a hint for the puzzle"),
    words=QT_TRANSLATE_NOOP("Commands", "help with the puzzle, clue, puzzle tip"),
    menu="train",
    group=5,
    shortcuts=("Shift+F8",),
    possible=_is_solving,
    otherwise=_why_nothing_to_find,
    typed="puzzlehint",
)
def give_puzzle_hint(app: AppContext, words: list[str]) -> str:
    """Give a hint for the move that is to be found."""
    return app[Puzzles].hint()


@PUZZLE_COMMANDS.declare(
    key="show-solution",
    title=QT_TRANSLATE_NOOP("Commands", "Show so&lution"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the solution of the puzzle"),
    words=QT_TRANSLATE_NOOP("Commands", "answer, solve puzzle, puzzle solution"),
    menu="train",
    group=5,
    shortcuts=("Ctrl+Shift+F8",),
    possible=_is_open,
    otherwise=_why_nothing_to_find,
    typed="solution",
)
def show_solution(app: AppContext, words: list[str]) -> str:
    """Show the solution, and walk through it."""
    sentence = app[Puzzles].show_solution()
    app.autoplay.start()
    return sentence


@PUZZLE_COMMANDS.declare(
    key="puzzle-again",
    title=QT_TRANSLATE_NOOP("Commands", "Retry pu&zzle"),
    tip=QT_TRANSLATE_NOOP("Commands", "Start the same puzzle again"),
    words=QT_TRANSLATE_NOOP("Commands", "repeat puzzle, restart puzzle, retry puzzle"),
    menu="train",
    group=5,
    shortcuts=("Ctrl+Alt+F8",),
    possible=lambda place: place.get(PuzzleState) is not None,
    otherwise=_NO_PUZZLE,
    typed="puzzleagain",
)
def again(app: AppContext, words: list[str]) -> str:
    """Put the same puzzle on the board once more."""
    app[Puzzles].again()
    return ""


@PUZZLE_COMMANDS.declare(
    key="own-game",
    title=QT_TRANSLATE_NOOP("Commands", "&Back to my game"),
    tip=QT_TRANSLATE_NOOP("Commands", "Return to your own game, where you left it"),
    words=QT_TRANSLATE_NOOP("Commands", "leave puzzle, return to my game, close puzzle"),
    menu="train",
    group=5,
    shortcuts=("Alt+F8",),
    possible=lambda place: place.has_own_game,
    otherwise=QT_TRANSLATE_NOOP("Commands", "You have no game to go back to."),
    typed="mygame",
)
def leave(app: AppContext, words: list[str]) -> str:
    """Go back to the user's own game."""
    app[Puzzles].leave()
    return translate("Commands", "Back to your game, where you left it.")


@PUZZLE_COMMANDS.declare(
    key="mine-puzzles",
    title=QT_TRANSLATE_NOOP("Commands", "&Find puzzles in my games"),
    tip=QT_TRANSLATE_NOOP("Commands", "Search the library for puzzles, or stop"),
    words=QT_TRANSLATE_NOOP("Commands", "make puzzles, my own puzzles, search puzzles"),
    menu="train",
    group=5,
    checked=lambda place: place[PuzzleStock].mining is not None,
    typed="minepuzzles",
)
def mine_library(app: AppContext, words: list[str]) -> str:
    """Look for puzzles in the games of the library, or stop that."""
    collection = app[Puzzles].collection
    if collection.is_mining:
        collection.stop_mining()
        return ""
    key = collection.stock.game or app.document.game.key
    collection.mine(key)
    sentence = translate("Commands", "Searching your {title} games for puzzles.")
    return fill(sentence, title=find_game(key).title)


@PUZZLE_COMMANDS.declare(
    key="puzzles",
    tip=QT_TRANSLATE_NOOP("Commands", "Your results; SET: shipped, mined or failed"),
    typed="puzzles",
    arguments="[GAME|SET]",
    following=lambda app: [*game_keys(), *(one.value for one in PuzzleSet)],
)
def tell(app: AppContext, words: list[str]) -> str:
    """Report the results with the puzzles, after choosing the game or the set in *words*."""
    collection = app[Puzzles].collection
    place = app.document.place
    collection.prepare(place.game.key)
    if words:
        _choose(app, words)
        return ""
    said = [] if place.get(PuzzleState) is None else [place[PuzzleState].task]
    if place.get(PuzzleState) is not None:
        said.append(facts_sentence(place[PuzzleState].puzzle, place[PuzzleState].moves))
    said += stock_sentence(collection.stock, collection.clock()).splitlines()
    return "\n".join(said)


def _choose(app: AppContext, words: list[str]) -> None:
    collection = app[Puzzles].collection
    (word, *rest) = words
    sets = {one.value: one for one in PuzzleSet}
    if rest or not (word in sets or word in collection.stock.games):
        sentence = translate("Commands", "'{words}' is not one of: {known}.")
        known = ", ".join([*collection.stock.games, *sets])
        raise BadCommand(fill(sentence, words=quote(" ".join(words)), known=known))
    if word in sets:
        collection.choose(sets[word])
    else:
        collection.choose_game(word)
