"""What the commands about puzzles do: see `command_actions`."""

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import PuzzleState
from kalahloa.controllers.features.puzzles.words import facts_sentence, stock_sentence
from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.puzzle import is_id
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote


def next_puzzle(app: AppContext, words: list[str]) -> str:
    """Put the next puzzle on the board, or the one with the id that was typed."""
    game = app.document.game.key
    if not words or words == ["next"]:
        app[Puzzles].pick(game)
        return ""
    if len(words) > 1 or not is_id(words[0]):
        sentence = translate("Commands", "'{words}' is no id of a puzzle.")
        raise BadCommand(fill(sentence, words=quote(" ".join(words))))
    app[Puzzles].find(words[0], game)
    return ""


def hint(app: AppContext, words: list[str]) -> str:
    """Give a hint for the move that is to be found."""
    return app[Puzzles].hint()


def show_solution(app: AppContext, words: list[str]) -> str:
    """Show the solution, and walk through it."""
    sentence = app[Puzzles].show_solution()
    app.autoplay.start()
    return sentence


def again(app: AppContext, words: list[str]) -> str:
    """Put the same puzzle on the board once more."""
    app[Puzzles].again()
    return ""


def leave(app: AppContext, words: list[str]) -> str:
    """Go back to the user's own game."""
    app[Puzzles].leave()
    return translate("Commands", "This is your game, where you left it.")


def mine(app: AppContext, words: list[str]) -> str:
    """Look for puzzles in the games of the library, or stop that."""
    collection = app[Puzzles].collection
    if collection.is_mining:
        collection.stop_mining()
        return ""
    key = collection.stock.game or app.document.game.key
    collection.mine(key)
    sentence = translate("Commands", "Your games of {title} are looked through for puzzles.")
    return fill(sentence, title=find_game(key).title)


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
        sentence = translate("Commands", "'{words}' is none of: {known}.")
        known = ", ".join([*collection.stock.games, *sets])
        raise BadCommand(fill(sentence, words=quote(" ".join(words)), known=known))
    if word in sets:
        collection.choose(sets[word])
    else:
        collection.choose_game(word)
