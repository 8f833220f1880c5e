"""The commands by which puzzles are solved and found."""

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.commands.command import CommandTable
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import PuzzleState, PuzzleStock
from kalahloa.controllers.features.puzzles.words import facts_sentence, stock_sentence
from kalahloa.controllers.features.training.training import Training
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.models.study.puzzles import puzzle as puzzle_file

PUZZLE_COMMANDS = CommandTable()

_SETS = {
    "built-in": PuzzleSet.SHIPPED,
    PuzzleSet.MINED.value: PuzzleSet.MINED,
    PuzzleSet.FAILED.value: PuzzleSet.FAILED,
}
"""The sets of puzzles, by the words that are typed for them."""


@PUZZLE_COMMANDS.declare(
    key="next-puzzle",
    title=QT_TRANSLATE_NOOP("Commands", "&Next puzzle"),
    tip=QT_TRANSLATE_NOOP("Commands", "Show the next puzzle; your game stays saved"),
    words=QT_TRANSLATE_NOOP("Commands", "tactics, exercise, problem, another puzzle"),
    menu="train",
    group=5,
    shortcuts=("Ctrl+F8",),
    typed="puzzle",
    arguments="[ID|GAME|next]",
    following=lambda app: ("next", *app[Puzzles].game_keys),
)
def next_puzzle(app: AppContext, words: list[str]) -> str:
    """Put the next puzzle on the board, of the game or with the id that was typed."""
    game = app.document.game.key
    if len(words) == 1 and words[0].lower() in app[Puzzles].game_keys:
        game = words[0].lower()
        app[Puzzles].collection.choose_game(game)
        words = []
    if not words or words == ["next"]:
        app[Puzzles].pick(game)
        return ""
    if len(words) > 1 or not puzzle_file.is_id(words[0]):
        sentence = translate("Commands", "'{words}' is not the id of a puzzle.")
        raise BadCommand(fill(sentence, words=quote(" ".join(words))))
    app[Puzzles].find(words[0], game)
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
    typed="findpuzzles",
    typed_aliases=("minepuzzles",),
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
    tip=QT_TRANSLATE_NOOP("Commands", "Show your results; SET: built-in, mined or failed"),
    typed="puzzles",
    arguments="[GAME|SET]",
    following=lambda app: [*game_keys(), *_SETS],
)
def report_results(app: AppContext, words: list[str]) -> str:
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
    said += stock_sentence(collection.stock, app[Training].clock()).splitlines()
    return "\n".join(said)


def _choose(app: AppContext, words: list[str]) -> None:
    collection = app[Puzzles].collection
    (word, *rest) = words
    sets = {**_SETS, PuzzleSet.SHIPPED.value: PuzzleSet.SHIPPED}  # as it was called before
    if rest or not (word in sets or word in collection.stock.games):
        sentence = translate("Commands", "'{words}' is not one of: {known}.")
        known = ", ".join([*collection.stock.games, *_SETS])
        raise BadCommand(fill(sentence, words=quote(" ".join(words)), known=known))
    if word in sets:
        collection.choose(sets[word])
    else:
        collection.choose_game(word)
