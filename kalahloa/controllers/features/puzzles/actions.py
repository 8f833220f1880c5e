"""What the commands about puzzles do: see `command_actions`."""

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.puzzles.words import facts_sentence, stock_sentence
from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.puzzle import is_id
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote


def next_puzzle(desk: Desk, words: list[str]) -> str:
    """Put the next puzzle on the board, or the one with the id that was typed."""
    game = desk.document.game.key
    if not words or words == ["next"]:
        desk.puzzles.pick(game)
        return ""
    if len(words) > 1 or not is_id(words[0]):
        sentence = translate("Commands", "'{words}' is no id of a puzzle.")
        raise BadCommand(fill(sentence, words=quote(" ".join(words))))
    desk.puzzles.find(words[0], game)
    return ""


def hint(desk: Desk, words: list[str]) -> str:
    """Give a hint for the move that is to be found."""
    return desk.puzzles.hint()


def show_solution(desk: Desk, words: list[str]) -> str:
    """Show the solution, and walk through it."""
    sentence = desk.puzzles.show_solution()
    desk.autoplay.start()
    return sentence


def again(desk: Desk, words: list[str]) -> str:
    """Put the same puzzle on the board once more."""
    desk.puzzles.again()
    return ""


def leave(desk: Desk, words: list[str]) -> str:
    """Go back to the user's own game."""
    desk.puzzles.leave()
    return translate("Commands", "This is your game, where you left it.")


def mine(desk: Desk, words: list[str]) -> str:
    """Look for puzzles in the games of the library, or stop that."""
    collection = desk.puzzles.collection
    if collection.is_mining:
        collection.stop_mining()
        return ""
    key = collection.stock.game or desk.document.game.key
    collection.mine(key)
    sentence = translate("Commands", "Your games of {title} are looked through for puzzles.")
    return fill(sentence, title=find_game(key).title)


def tell(desk: Desk, words: list[str]) -> str:
    """Report the results with the puzzles, after choosing the game or the set in *words*."""
    collection = desk.puzzles.collection
    place = desk.document.place
    collection.prepare(place.game.key)
    if words:
        _choose(desk, words)
        return ""
    said = [] if place.puzzle is None else [place.puzzle.task]
    if place.puzzle is not None:
        said.append(facts_sentence(place.puzzle.puzzle, place.puzzle.moves))
    said += stock_sentence(collection.stock, collection.clock()).splitlines()
    return "\n".join(said)


def _choose(desk: Desk, words: list[str]) -> None:
    collection = desk.puzzles.collection
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
