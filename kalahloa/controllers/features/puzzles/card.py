"""The card of puzzles: what is to be done, and which puzzles there are."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.commands.exercise_card import NEXT, Ask, ExerciseCard, ExerciseChoice
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.puzzles.state import (
    NOTHING_KNOWN,
    MiningState,
    PuzzleState,
    PuzzleStock,
)
from kalahloa.controllers.features.puzzles.words import puzzle_facts, set_name, tried_words
from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet


def puzzle_card(place: Place) -> ExerciseCard:
    """Return the card of the puzzle on the board, or what puzzles there are."""
    state, stock = place.get(PuzzleState), place.get(PuzzleStock) or NOTHING_KNOWN
    more = [_mining_ask(stock.mining)]
    if place.has_own_game:
        more.insert(0, Ask("own-game", label=translate("Puzzles", "Back to my game")))
    aside = "" if stock.standing is None else tried_words(stock.standing)
    note = "" if stock.mining is None else mining_words(stock.mining)
    if state is None:
        return ExerciseCard(
            task=translate("Puzzles", "Find the only right move. Your own game stays saved."),
            next=Ask("next-puzzle"),
            aside=aside,
            choices=_choices(stock),
            note=note,
            more=tuple(more),
        )
    return ExerciseCard(
        task=in_words(state.task),
        next=NEXT,
        is_on=True,
        feedback="" if state.feedback == state.task else in_words(state.feedback),
        aside=aside,
        facts=puzzle_facts(state.puzzle, state.moves),
        done=state.found,
        total=state.moves if state.moves > 1 else 0,
        choices=_choices(stock),
        note=note,
        more=tuple(more),
    )


def _choices(stock: PuzzleStock) -> tuple[ExerciseChoice, ...]:
    games = tuple((key, in_words(find_game(key).title)) for key in stock.games)
    sets = tuple((one.value, set_name(one)) for one in PuzzleSet)
    return (
        ExerciseChoice(translate("Puzzles", "Game"), games, stock.game, "puzzles"),
        ExerciseChoice(translate("Puzzles", "Which puzzles"), sets, stock.chosen.value, "puzzles"),
    )


def _mining_ask(mining: MiningState | None) -> Ask:
    if mining is None:
        return Ask("mine-puzzles", label=translate("Puzzles", "Find puzzles in my games"))
    return Ask("mine-puzzles", label=translate("Puzzles", "Stop searching"))


def mining_words(mining: MiningState) -> str:
    """Return how far looking for puzzles is."""
    sentence = translate("Puzzles", "{games} of {total} games searched, {puzzles} puzzles found")
    return fill(sentence, games=mining.games, total=mining.total, puzzles=mining.puzzles)
