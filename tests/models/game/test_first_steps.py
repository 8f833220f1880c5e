"""The lessons of all games: their positions, moves and texts."""

import pytest

from kalahloa.models.game.first_steps import FirstStep, after_line
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import own_games

STEPS = [
    pytest.param(game, step, id=f"{game.key}-{number}")
    for game in own_games()
    for number, step in enumerate(game.lesson, 1)
]
each_step = pytest.mark.parametrize(("game", "step"), STEPS)


def position_of(game: Game, step: FirstStep) -> Position:
    """Return where the step begins; raise `IllegalMove` if no play leads there."""
    return after_line(game.start(game.rulebook.default), step.line)


def wrong_moves(game: Game, step: FirstStep) -> list[int]:
    position = position_of(game, step)
    texts = {move: position.format_move(move) for move in position.legal_moves()}
    return [move for move, text in texts.items() if text not in step.moves]


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_each_game_has_a_lesson_that_ends_with_the_end_of_a_game(game):
    last = game.lesson[-1]
    position = position_of(game, last)
    position.make(position.read_move(last.moves[0]))
    outcome = position.outcome()

    assert outcome is not None and outcome.winner == 0
    assert len({step.title for step in game.lesson}) == len(game.lesson)


@each_step
def test_a_step_begins_in_a_position_of_play_in_which_the_first_side_is_to_move(game, step):
    position = position_of(game, step)

    assert position.side == 0
    assert not position.is_over()


@each_step
def test_the_right_moves_are_legal_and_the_answer_is_one_of_the_other_side(game, step):
    for text in step.moves:
        position = position_of(game, step)
        assert position.format_move(position.read_move(text)) == text
    position = after_line(position_of(game, step), step.moves[:1])
    if step.answer:
        assert position.side == 1
        assert position.read_move(step.answer) in position.legal_moves()


@each_step
def test_each_wrong_move_is_answered_in_one_line(game, step):
    position = position_of(game, step)
    before = position.position_string()
    for move in wrong_moves(game, step):
        said = str(step.why_wrong(position, move))
        assert said.endswith((".", "!"))
        assert len(said) <= 100
        assert "{" not in said
    assert position.position_string() == before


@each_step
def test_texts_are_short_sentences_and_the_rule_is_a_headline(game, step):
    assert not step.rule.endswith(".") and len(step.rule) <= 64
    assert step.task.endswith(".") and len(step.task) <= 100
    assert step.praise.endswith(".") and len(step.praise) <= 80


@each_step
def test_what_is_shown_ends_where_the_move_does(game, step):
    position = position_of(game, step)
    steps = position.transition(position.read_move(step.moves[0]))
    targets = {one.target for one in steps if one.action.value in ("move", "place", "sow")}
    origins = {one.origin for one in steps if one.origin >= 0}
    way = step.shown.way

    assert way[-1] in targets
    assert len(way) == 1 or way[0] in origins
    assert set(step.shown.counted) <= set(step.shown.band)


@each_step
def test_the_table_has_the_current_row_where_the_move_is_marked_from_the_beginning(game, step):
    table = step.explanation
    if table is not None:
        is_marked = len(step.marks.way) > 1
        assert [row.current for row in table.rows].count(True) == is_marked
