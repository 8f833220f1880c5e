"""What is said of puzzles."""

from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.features.puzzles.state import PuzzleStock
from kalahloa.controllers.features.reviews.loss_words import amount
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.text.quotation import shorten

with lazy_imports():
    from kalahloa.models.study.puzzles import puzzle as puzzles
    from kalahloa.models.study.puzzles import rule_of_thumb, schedule

if TYPE_CHECKING:
    from kalahloa.models.study.puzzles.shelf import PuzzleStanding

SHOWN_TOGETHER = 3
"""How many moves a hint names, one of which is right."""


def task_sentence(puzzle: "puzzles.Puzzle", side: int) -> str:
    """Return the task of the puzzle for *side*, the solver's."""
    name = find_game(puzzle.game).sides[side]
    if puzzle.goal is puzzles.Goal.KEEP:
        sentence = translate("Puzzles", "{side} to move: only one move keeps {value}.")
        return fill(sentence, side=name, value=f"{puzzle.value:+d}")
    if puzzle.plies == 1:
        return fill(translate("Puzzles", "{side} to move wins at once."), side=name)
    return fill(translate("Puzzles", "{side} to move wins by force."), side=name)


def facts_sentence(puzzle: "puzzles.Puzzle", moves: int) -> str:
    """Return how many *moves* are to be found, and how hard the puzzle is."""
    facts = [translate("Puzzles", "%n move(s) to find", "", moves)]
    if puzzle.rating:
        facts.append(fill(translate("Puzzles", "rating {rating}"), rating=puzzle.rating))
    if puzzle.margin is not None:
        lost = amount(find_game(puzzle.game), puzzle.margin, True)
        facts.append(fill(translate("Puzzles", "any other move loses {amount}"), amount=lost))
    return " · ".join(facts)


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
            return fill(sentence, move=text, value=f"{puzzle.value:+d}")
        worth = round(ply.value.number)
        sentence = translate(
            "Puzzles", "{move} gives away {amount}: {value} for {side}, not {best}."
        )
        return fill(
            sentence,
            move=text,
            side=game.sides[ply.side],
            amount=amount(game, puzzle.value - worth, True),
            value=f"{worth:+d}",
            best=f"{puzzle.value:+d}",
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


def puzzle_hint_sentence(game: Game, position: Position, move: int, nth: int) -> str:
    """Return the *nth* hint (from 0) for *move*, the right one in *position*; empty after the last.

    One says what kind of move it is, where several moves are of that kind and some are not; the
    last one names some of the moves that this leaves.  So no hint gives the move away.
    """
    moves = position.legal_moves()
    kind = rule_of_thumb.move_kind(position, move)
    same = [one for one in moves if rule_of_thumb.move_kind(position, one) is kind]
    hints = []
    if 1 < len(same) < len(moves):
        hints.append(_kind_sentence(game, position, kind))
        moves = same
    if len(moves) > SHOWN_TOGETHER:
        at = moves.index(move)
        step = len(moves) // SHOWN_TOGETHER
        named = sorted(moves[(at + step * number) % len(moves)] for number in range(SHOWN_TOGETHER))
        texts = ", ".join(position.format_move(one) for one in named)
        hints.append(fill(translate("Puzzles", "Hint: it is one of these: {moves}."), moves=texts))
    return hints[nth] if nth < len(hints) else ""


def _kind_sentence(game: Game, position: Position, kind: "rule_of_thumb.MoveKind") -> str:
    if kind is rule_of_thumb.MoveKind.AGAIN:
        sentence = translate("Puzzles", "Hint: after the right move {side} moves again.")
        return fill(sentence, side=game.sides[position.side])
    if kind is rule_of_thumb.MoveKind.TAKES:
        return translate("Puzzles", "Hint: the right move captures.")
    return translate("Puzzles", "Hint: the right move captures nothing.")


def solution_sentence(puzzle: "puzzles.Puzzle") -> str:
    """Return the solution in notation."""
    sentence = translate("Puzzles", "The solution: {moves}.")
    return fill(sentence, moves=shorten(" ".join(puzzle.solution)))


def stock_sentence(stock: PuzzleStock, moment: int) -> str:
    """Return how one stands with the puzzles, a sentence a line; *moment* is the time."""
    if stock.standing is None:
        return translate("Puzzles", "The puzzles are being loaded.")
    sentence = translate("Puzzles", "{title}, {set}:")
    title = find_game(stock.game).title
    head = fill(sentence, title=title, set=set_name(stock.chosen))
    return f"{head}\n{standing_sentence(stock.standing, moment)}"


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
