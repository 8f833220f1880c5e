"""What is said of puzzles."""

from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.features.puzzles.state import PuzzleStock
from kalahloa.controllers.features.reviews.loss_words import format_loss
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.text.numbers import signed
from kalahloa.models.text.quotation import shorten

with lazy_imports():
    from kalahloa.models.study.puzzles import puzzle as puzzles
    from kalahloa.models.study.training import schedule

if TYPE_CHECKING:
    from kalahloa.models.study.puzzles.picker import PuzzleStanding


def task_sentence(puzzle: "puzzles.Puzzle", side: int) -> str:
    """Return the task of the puzzle for *side*, the solver's, who is addressed."""
    game, value = find_game(puzzle.game), puzzle.value
    if puzzle.goal is not puzzles.Goal.KEEP:
        sentence = (
            translate("Puzzles", "You play {side}. One move wins at once: which one?")
            if puzzle.plies == 1
            else translate("Puzzles", "You play {side}. One move wins by force: which one?")
        )
    elif not value:
        sentence = translate("Puzzles", "You play {side}. One move holds the draw: which one?")
    elif value > 0:
        sentence = translate("Puzzles", "You play {side}. One move wins by {stones}: which one?")
    else:
        sentence = translate(
            "Puzzles", "You play {side}. One move loses by no more than {stones}: which one?"
        )
    return fill(sentence, side=game.sides[side], stones=format_loss(game, abs(value or 1), True))


def puzzle_facts(puzzle: "puzzles.Puzzle", moves: int) -> tuple[tuple[str, str], ...]:
    """Return how many *moves* are to be found and how hard the puzzle is, as names with values."""
    find = translate("Puzzles", "%n move(s)", "", moves)
    facts = [(translate("Puzzles", "Find"), find)]
    if puzzle.rating:
        of = translate("Puzzles", "{rating} of {most}")
        rating = fill(of, rating=puzzle.rating, most=puzzles.MAX_RATING)
        facts.append((translate("Puzzles", "Difficulty"), rating))
    if puzzle.margin is not None:
        lost = format_loss(find_game(puzzle.game), puzzle.margin, True)
        words = fill(translate("Puzzles", "lose at least {amount}"), amount=lost)
        facts.append((translate("Puzzles", "Other moves"), words))
    return tuple(facts)


def facts_sentence(puzzle: "puzzles.Puzzle", moves: int) -> str:
    """Return the facts in a line."""
    named = translate("Puzzles", "{name}: {value}")
    facts = puzzle_facts(puzzle, moves)
    return " · ".join(fill(named, name=name, value=value) for name, value in facts)


def wrong_sentence(
    game: Game, puzzle: "puzzles.Puzzle", text: str, ply: ReviewedPly | None, *, is_first: bool
) -> str:
    """Return what is wrong with the move *text*; *ply* is what was found of it, if anything.

    *is_first* is whether it is the first move, of which the puzzle may say more than a search.
    """
    answer = ply.refutation[0] if ply is not None and ply.refutation else ""
    if puzzle.value is not None:
        if ply is None or not ply.value.proven:
            sentence = translate("Puzzles", "{move} does not keep {value}.")
            if not puzzle.value:
                sentence = translate("Puzzles", "{move} does not keep the draw.")
            return fill(sentence, move=text, value=signed(puzzle.value))
        worth = round(ply.value.number)
        sentence = translate("Puzzles", "{move} loses {amount}: {value} for {side}, not {best}.")
        return fill(
            sentence,
            move=text,
            side=game.sides[ply.side],
            amount=format_loss(game, puzzle.value - worth, True),
            value=signed(worth),
            best=signed(puzzle.value),
        )
    if ply is not None and ply.value.proven and ply.value.number < 0:
        if answer:
            sentence = translate("Puzzles", "{move} loses by force to {answer}.")
            return fill(sentence, move=text, answer=answer)
        return fill(translate("Puzzles", "{move} loses."), move=text)
    proven = (is_first and not puzzle.bound) or (ply is not None and ply.value.proven)
    sentence = (
        translate("Puzzles", "{move} does not win.")
        if proven
        else translate("Puzzles", "No known win after {move}.")
    )
    said = fill(sentence, move=text)
    if answer:
        said += " " + fill(translate("Puzzles", "The reply is {answer}."), answer=answer)
    return said


def solved_sentence(mistakes: int, other: str, comes_again: bool) -> str:
    """Return that the puzzle is solved, after so many *mistakes*.

    *other* is a move that wins as well as the solution's, if that was made; *comes_again* is
    whether the puzzle is to be repeated because of this attempt.
    """
    said = [translate("Puzzles", "Solved.")]
    if other:
        sentence = translate("Puzzles", "{move} wins as well, but not as quickly.")
        said.append(fill(sentence, move=other))
    if mistakes:
        said.append(translate("Puzzles", "%n wrong move(s) before that.", "", mistakes))
    if comes_again:
        said.append(translate("Puzzles", "You will see this puzzle again tomorrow."))
    return " ".join(said)


def solution_sentence(puzzle: "puzzles.Puzzle") -> str:
    """Return the solution in notation."""
    sentence = translate("Puzzles", "The solution: {moves}.")
    return fill(sentence, moves=shorten(" ".join(puzzle.solution)))


def stock_sentence(stock: PuzzleStock, moment: int) -> str:
    """Return how one stands with the puzzles, a sentence a line; *moment* is the time."""
    if stock.standing is None:
        return translate("Puzzles", "Loading the puzzles…")
    sentence = translate("Puzzles", "{title}, {set}:")
    title = find_game(stock.game).title
    head = fill(sentence, title=title, set=set_name(stock.chosen))
    return f"{head}\n{standing_sentence(stock.standing, moment)}"


def tried_words(standing: "PuzzleStanding") -> str:
    """Return how many of the set were tried, in a few words."""
    words = translate("Puzzles", "{attempted} of {total} tried")
    return fill(words, attempted=standing.attempted, total=standing.total)


def standing_sentence(standing: "PuzzleStanding", moment: int) -> str:
    """Return how one stands with a set of puzzles, a sentence a line; *moment* is the time."""
    sentence = translate(
        "Puzzles", "{attempted} of {total} tried, {passed} solved at the first try."
    )
    tried = fill(
        sentence, attempted=standing.attempted, total=standing.total, passed=standing.passed
    )
    return "\n".join([tried, due_sentence(standing, moment), streak_sentence(standing)])


def set_name(chosen: PuzzleSet) -> str:
    """Return what the set is called."""
    return {
        PuzzleSet.SHIPPED: translate("Puzzles", "Built-in"),
        PuzzleSet.MINED: translate("Puzzles", "From my games"),
        PuzzleSet.FAILED: translate("Puzzles", "Failed before"),
    }[chosen]


def due_sentence(standing: "PuzzleStanding", moment: int) -> str:
    """Return how many puzzles are to be repeated today, or when the next one is."""
    if standing.due:
        count = standing.due
        return translate("Puzzles", "%n puzzle(s) to repeat today.", "", count)
    if standing.next_due is None:
        return translate("Puzzles", "No puzzles to repeat.")
    days = max(1, -(-(standing.next_due - moment) // schedule.DAY))
    if days == 1:
        return translate("Puzzles", "No puzzles to repeat before tomorrow.")
    return translate("Puzzles", "No puzzles to repeat for %n day(s).", "", days)


def streak_sentence(standing: "PuzzleStanding") -> str:
    """Return how many were solved in a row, and what rating suits."""
    count = standing.in_a_row
    row = (
        translate("Puzzles", "You solved the last %n at the first try.", "", count)
        if count > 1
        else translate("Puzzles", "You solved the last one at the first try.")
        if count
        else translate("Puzzles", "You did not solve the last one at the first try.")
        if standing.attempted
        else translate("Puzzles", "None tried yet.")
    )
    rating = fill(translate("Puzzles", "Suggested rating: {rating}."), rating=standing.rating)
    return f"{row} {rating}"
