"""Puzzles in an app context: right and wrong moves, results, and the user's own game meanwhile."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import Phase, PuzzleState
from kalahloa.controllers.features.puzzles.words import wrong_sentence
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.training.hint_words import exercise_hint
from kalahloa.controllers.features.training.training import Training
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.puzzles.puzzle import Puzzle
from kalahloa.models.study.puzzles.rule_of_thumb import move_kind
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.study.training.results import read_results, results_path
from kalahloa.models.study.training.schedule import (
    DAY,
    FAILED,
    SHOWN,
    SOLVED,
    WITH_EFFORT,
    WITH_HINTS,
)
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import COMPUTER, texts
from tests.models.study.puzzles.puzzle_samples import keep_ten, win_in_3

LOA = find_game("loa")
KALAH = find_game("kalah")
NOON = 1_700_000_000_000


@pytest.fixture
def time() -> list[int]:
    """The time that the app's clock shows, in milliseconds, as its only item."""
    return [NOON]


@pytest.fixture
def app(qapp, time: list[int]) -> Iterator[AppContext]:
    made = open_app(LOA)
    made.turns.minimum_think_seconds = 0.0
    made[Puzzles].delay_ms = (5, 5, 5)
    made[Training].clock = lambda: time[0]
    made[Reviews]._reviewer.settings = ReviewSettings(
        Limits(nodes=20_000), mebibytes=1, cached=False
    )
    made.document.new_game(LOA, players=(HUMAN, COMPUTER))
    made.turns.pause()
    yield made
    made.shut_down()


@pytest.fixture
def said(app: AppContext) -> list[str]:
    heard: list[str] = []
    app[Puzzles].message.connect(heard.append)
    return heard


def play(app: AppContext, text: str) -> None:
    app.turns.play(app.document.position.read_move(text))


def state_of(app: AppContext) -> PuzzleState:
    state = app.document.place.get(PuzzleState)
    assert state is not None
    return state


def begin(app: AppContext, puzzle: Puzzle) -> None:
    app[Puzzles].begin(puzzle)


def sowing_again(position: Position) -> list[str]:
    """Return the moves after which the same side is to move again."""
    found = []
    for move in position.legal_moves():
        after = position.copy()
        after.make(move)
        if after.side == position.side:
            found.append(position.format_move(move))
    return found


def until(app: AppContext, qtbot, phase: Phase) -> None:
    qtbot.waitUntil(lambda: state_of(app).phase is phase, timeout=20_000)


def refuted(app: AppContext, qtbot) -> None:
    """Wait until the wrong move that was just made is taken back."""
    before = state_of(app).mistakes
    assert state_of(app).phase is Phase.JUDGING
    qtbot.waitUntil(
        lambda: state_of(app).mistakes > before and state_of(app).phase is Phase.SOLVING,
        timeout=20_000,
    )


def qualities(app: AppContext) -> list[int]:
    """Return the qualities of the attempts that are kept."""
    store = app[Training].store
    assert store is None or store.wait()
    return [attempt.quality for attempt in read_results(results_path())]


# -- on the board ------------------------------------------------------------------------------


def test_a_puzzle_comes_on_the_board_with_its_task_and_nothing_that_helps(app, said):
    app[LiveAnalysis].set_on(True)

    begin(app, win_in_3())

    place = app.document.place
    assert place.position.position_string() == win_in_3().position
    assert state_of(app).task == "You play Black. One move wins by force: which one?"
    assert said[-1] == state_of(app).task
    assert (state_of(app).moves, state_of(app).found) == (2, 0)
    assert place.secret and not place.can_hint and not place[Live].lines
    assert place.human_may_move and not place.thinking


def test_the_solver_sits_at_the_bottom(app):
    begin(app, win_in_3())
    assert not app.document.place.flipped

    puzzle = next(one for one in shipped_puzzles("loa") if one.start().side == 1)
    begin(app, puzzle)

    assert app.document.place.flipped


def test_the_other_side_answers_until_all_is_found(app, qtbot, said):
    begin(app, win_in_3())

    play(app, "c2-e4")
    assert state_of(app).phase is Phase.ANSWERING and state_of(app).found == 1
    until(app, qtbot, Phase.SOLVING)
    assert texts(app) == ["c2-e4", "h4xe4"]
    play(app, "f2-f4")

    assert state_of(app).phase is Phase.SOLVED and state_of(app).found == 2
    assert not app.document.place.secret
    assert said[-1] == "Solved."
    assert qualities(app) == [SOLVED]


def test_several_sowings_of_a_turn_are_found_one_after_the_other(app, qtbot):
    puzzle = next(
        one for one in shipped_puzzles("kalah") if one.moves_to_find == 3 and len(one.solution) == 3
    )
    begin(app, puzzle)

    for number, text in enumerate(puzzle.solution):
        assert state_of(app).found == number
        play(app, text)

    assert state_of(app).phase is Phase.SOLVED


def test_the_answers_that_the_solution_has_come_before_ones_own_next_move(app, qtbot):
    puzzle = next(
        one
        for one in shipped_puzzles("kalah")
        if one.moves_to_find < len(one.solution) and len(one.solution) > 4
    )
    solver = puzzle.start().side
    begin(app, puzzle)
    made: list[str] = []

    while state_of(app).phase is not Phase.SOLVED:
        until(app, qtbot, Phase.SOLVING)
        assert app.document.position.side == solver
        play(app, puzzle.solution[app.document.node.ply])
        made = texts(app)

    assert tuple(made) == puzzle.solution


# -- wrong moves -------------------------------------------------------------------------------


def test_a_wrong_move_is_refuted_and_taken_back(app, qtbot, said):
    begin(app, win_in_3())
    root = app.document.node
    seen: list[list[str]] = []
    app.document.changed.connect(lambda _: seen.append(texts(app)))

    play(app, "c2-d1")
    refuted(app, qtbot)

    assert app.document.node is root
    assert state_of(app).phase is Phase.SOLVING and state_of(app).mistakes == 1
    answered = next(moves for moves in seen if len(moves) == 2)
    assert answered[0] == "c2-d1"
    sentence = next(one for one in said if "c2-d1" in one)
    assert answered[1] in sentence
    assert qualities(app) == [FAILED]


def test_the_answer_is_seen_also_where_the_wrong_move_sows_again(app, qtbot):
    """The solver is to move after it, which does not mean that the other side has answered."""
    puzzle, wrong = next(
        (puzzle, text)
        for puzzle in shipped_puzzles("kalah")
        for text in sowing_again(puzzle.start())
        if text != puzzle.solution[0]
    )
    begin(app, puzzle)
    sides: set[int] = set()
    app.document.changed.connect(
        lambda _: sides.update(node.side for node in app.document.node.path()[1:])
    )

    play(app, wrong)
    refuted(app, qtbot)

    assert sides == {0, 1}


def test_a_wrong_move_in_the_middle_leads_back_to_the_middle(app, qtbot, said):
    begin(app, win_in_3())
    play(app, "c2-e4")
    until(app, qtbot, Phase.SOLVING)

    play(app, "f2-e2")
    refuted(app, qtbot)

    assert said[-1].startswith(("No known win after f2-e2. The answer is ", "f2-e2 loses"))
    assert texts(app) == ["c2-e4", "h4xe4"]
    assert state_of(app).found == 1


def test_what_a_wrong_move_gives_away_is_said(app, qtbot, said):
    begin(app, keep_ten())

    play(app, "5")
    refuted(app, qtbot)

    assert said[-1] == "5 loses 8 stones: +2 for South, not +10."


def test_a_mistake_counts_once_and_the_puzzle_comes_again_tomorrow(app, qtbot, said, time):
    puzzle = shipped_puzzles("loa")[0]
    begin(app, puzzle)
    wrong = [
        app.document.position.format_move(move)
        for move in app.document.position.legal_moves()
        if app.document.position.format_move(move) != puzzle.solution[0]
    ]
    for text in wrong[:2]:
        play(app, text)
        refuted(app, qtbot)
    play(app, puzzle.solution[0])

    assert said[-1] == "Solved. 2 wrong moves before that. You will see this puzzle again tomorrow."
    assert qualities(app) == [FAILED]
    qtbot.waitUntil(lambda: not app[Puzzles].collection.stock.loading)
    standing = app[Puzzles].collection.stock.standing
    assert standing is not None and standing.due == 0
    assert standing.next_due == NOON + DAY

    time[0] += DAY
    app[Puzzles].collection.pick("loa")
    qtbot.waitUntil(lambda: not app[Puzzles].collection.stock.loading)
    assert state_of(app).puzzle == puzzle


def test_another_winning_move_is_accepted(app, qtbot, said):
    """A puzzle whose solution is not the only one, as in a damaged file."""
    shipped = next(one for one in shipped_puzzles("loa") if one.plies == 1)
    position = shipped.start()
    other = next(
        position.format_move(move)
        for move in position.legal_moves()
        if position.format_move(move) != shipped.solution[0]
    )
    begin(app, replace(shipped, solution=(other,), rest=()))

    play(app, shipped.solution[0])
    until(app, qtbot, Phase.SOLVED)

    assert said[-1].startswith(f"Solved. {shipped.solution[0]} wins as well")
    assert qualities(app) == [SOLVED]


def test_a_move_for_the_other_side_is_taken_back_and_counts_for_nothing(app, qtbot):
    app[Puzzles].delay_ms = (60_000, 5, 5)
    begin(app, win_in_3())
    play(app, "c2-e4")

    play(app, "h4-h6")
    app[Puzzles].delay_ms = (5, 5, 5)
    until(app, qtbot, Phase.SOLVING)

    assert texts(app) == ["c2-e4", "h4xe4"]
    assert state_of(app).mistakes == 0


def test_a_walk_back_leads_on_from_there(app, qtbot):
    begin(app, win_in_3())
    play(app, "c2-e4")
    until(app, qtbot, Phase.SOLVING)

    app.navigation.to_start()
    assert state_of(app).found == 0
    play(app, "c2-e4")
    until(app, qtbot, Phase.SOLVING)
    play(app, "f2-f4")

    assert state_of(app).phase is Phase.SOLVED


# -- help --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["loa", "kalah"])
def test_no_hint_gives_the_move_away_or_contradicts_another(app, key):
    game = find_game(key)
    for puzzle in shipped_puzzles(key)[::20]:
        position = puzzle.start()
        right = position.read_move(puzzle.solution[0])
        left = {position.format_move(move): move for move in position.legal_moves()}
        for nth in range(3):
            hint = exercise_hint(game, position, right, nth)
            if "one of these" in hint:
                named = hint.removesuffix(".").partition(": it is one of these: ")[2].split(", ")
                assert set(named) <= left.keys()
                left = {text: left[text] for text in named}
            elif hint:
                kind = move_kind(position, right)
                left = {
                    text: move for text, move in left.items() if move_kind(position, move) is kind
                }
            assert len(left) > 1 and right in left.values()


def test_hints_say_more_and_more_but_not_the_move(app, qtbot):
    begin(app, win_in_3())

    first, second, third = (BY_KEY["hint"].trigger(app) for _ in range(3))

    assert first == "Hint: the right move captures nothing."
    assert "c2-e4" in second and second.count("-") + second.count("x") == 3
    assert "no more hints" in third
    assert state_of(app).hints == 2
    play(app, "c2-e4")
    until(app, qtbot, Phase.SOLVING)
    # Nothing captures here, so that the kind of the move would say nothing.
    assert BY_KEY["hint"].trigger(app) == "Hint: it is one of these: f2-f4, d7-b7, d6-e7."
    play(app, "f2-f4")
    assert qualities(app) == [WITH_HINTS]


def test_an_attempt_that_took_long_is_one_with_effort(app, qtbot, time):
    begin(app, keep_ten())
    time[0] += 121_000

    play(app, "1")

    assert qualities(app) == [WITH_EFFORT]


def test_the_solution_can_be_shown_and_walked_through(app):
    begin(app, win_in_3())

    answer = BY_KEY["exercise-show"].trigger(app)

    assert answer == "The solution: c2-e4 h4xe4 f2-f4."
    assert [node.text for node in app.document.record.line()] == ["c2-e4", "h4xe4", "f2-f4"]
    assert app.document.place.redo_target is not None and app.document.place.autoplaying
    assert qualities(app) == [SHOWN]


def test_again_begins_anew_and_does_not_count(app, qtbot):
    begin(app, keep_ten())
    play(app, "5")
    refuted(app, qtbot)

    BY_KEY["exercise-again"].trigger(app)
    assert texts(app) == [] and state_of(app).mistakes == 0
    assert not app.document.record.root.children
    play(app, "1")

    assert state_of(app).phase is Phase.SOLVED
    assert qualities(app) == [FAILED]


def test_again_before_any_mistake_still_counts(app):
    begin(app, keep_ten())

    BY_KEY["exercise-again"].trigger(app)
    play(app, "1")

    assert qualities(app) == [SOLVED]


def test_again_after_a_hint_does_not_count(app):
    begin(app, keep_ten())
    BY_KEY["hint"].trigger(app)

    BY_KEY["exercise-again"].trigger(app)
    assert state_of(app).hints == 0
    play(app, "1")

    assert state_of(app).phase is Phase.SOLVED
    assert qualities(app) == []


def test_what_follows_the_solution_is_in_the_record_afterwards(app, qtbot):
    puzzle = next(one for one in shipped_puzzles("loa") if one.rest)
    begin(app, puzzle)
    while state_of(app).phase is not Phase.SOLVED:
        until(app, qtbot, Phase.SOLVING)
        play(app, puzzle.solution[app.document.node.ply])

    whole = list(puzzle.solution + puzzle.rest)
    qtbot.waitUntil(lambda: [node.text for node in app.document.record.line()] == whole)


# -- the user's own game -----------------------------------------------------------------------


def test_the_own_game_comes_back_where_it_was(app, qtbot):
    app.document.play(app.document.position.read_move("c1-c3"))
    app.turns.pause()
    app.study.comment(app.document.node, "A plan")
    app.document.turn_board()
    record, node = app.document.record, app.document.node
    flipped = app.document.place.flipped

    begin(app, win_in_3())
    begin(app, keep_ten())
    assert app.document.place.undo_edit == ""
    answer = BY_KEY["own-game"].trigger(app)

    place = app.document.place
    assert "where you left it" in answer
    assert app.document.record is record and app.document.node is node
    assert app.document.players == (HUMAN, COMPUTER) and place.held
    assert place.flipped == flipped and place.undo_edit
    assert place.get(PuzzleState) is None and not place.secret and not place.has_own_game
    assert not app.document.for_exercise


def test_a_game_that_others_have_played_is_still_theirs_after_a_puzzle(app):
    """A move in it is a variation, as it was before the puzzle."""
    record = Record(LOA)
    record.play(record.position.read_move("c1-c3"))
    record.jump(0)
    app.document.open_record(record, (HUMAN, HUMAN))
    begin(app, win_in_3())
    BY_KEY["own-game"].trigger(app)

    play(app, "d1-d3")

    assert app.document.record is record and not app.document.is_own
    assert record.main_line()[0].text == "c1-c3"


def test_another_game_ends_the_puzzle(app):
    begin(app, win_in_3())

    app.document.new_game(KALAH)

    assert app.document.place.get(PuzzleState) is None and not app.document.place.has_own_game
    assert app.document.players == (HUMAN, COMPUTER)
    with pytest.raises(BadCommand):
        BY_KEY["own-game"].trigger(app)


def test_a_computer_that_thinks_in_the_own_game_moves_neither_in_the_puzzle_nor_after_it(app):
    app.document.new_game(LOA, players=(COMPUTER, HUMAN))
    assert app.document.place.thinking

    begin(app, win_in_3())
    assert not app.document.place.thinking and app.document.place.human_may_move
    app[Puzzles].leave()

    place = app.document.place
    assert place.held and not place.thinking and texts(app) == []
    app.turns.continue_play()
    assert app.document.place.thinking


def test_another_exercise_ends_the_puzzle(app):
    class Other:
        key = "other"
        running = True
        offers = frozenset()

        def stop(self) -> None:
            raise AssertionError("It has just begun.")

    begin(app, win_in_3())

    app.exercises.begin(Other())

    assert app[Puzzles].state is None and app.document.place.get(PuzzleState) is None
    assert app.document.place.has_own_game


def test_where_computers_answer_the_own_game_comes_back(app, qtbot):
    record = app.document.record
    app.turns.set_answers(False)
    begin(app, win_in_3())

    app.turns.set_answers(True)

    qtbot.waitUntil(lambda: app.document.record is record)
    assert app.document.place.get(PuzzleState) is None and app.document.place.held


def test_playing_on_afterwards_makes_it_a_game_to_be_kept(app, qtbot):
    begin(app, keep_ten())
    play(app, "1")
    assert app.document.for_exercise

    play(app, app.document.position.format_move(app.document.position.legal_moves()[0]))

    assert not app.document.for_exercise and app.document.place.has_own_game


def test_a_walk_through_the_solution_keeps_nothing(app, qtbot):
    begin(app, win_in_3())
    app[Puzzles].show_answer()
    app.autoplay.stop()

    while app.document.place.redo_target is not None:
        app.navigation.redo(1)

    assert app.document.for_exercise


def test_what_is_to_be_found_is_not_asked_for_twice(app, qtbot):
    with pytest.raises(BadCommand, match="no exercise on the board"):
        BY_KEY["exercise-show"].trigger(app)

    begin(app, keep_ten())
    play(app, "1")

    with pytest.raises(BadCommand, match="no move to find"):
        BY_KEY["exercise-show"].trigger(app)


# -- commands ----------------------------------------------------------------------------------


def test_the_next_puzzle_is_one_of_the_suggested_rating(app, qtbot):
    BY_KEY["next-puzzle"].trigger(app)

    qtbot.waitUntil(lambda: app.document.place.get(PuzzleState) is not None, timeout=20_000)
    assert state_of(app).puzzle.game == "loa"
    assert state_of(app).puzzle.rating == 3


def test_a_puzzle_is_called_by_its_id_whatever_its_game(app, qtbot):
    puzzle = shipped_puzzles("kalah")[7]

    BY_KEY["next-puzzle"].perform(app, [puzzle.id])

    qtbot.waitUntil(lambda: app.document.place.get(PuzzleState) is not None, timeout=20_000)
    assert state_of(app).puzzle == puzzle
    assert app[Puzzles].collection.stock.game == "kalah"


def test_a_puzzle_that_is_found_after_something_else_was_wanted_does_not_come(app, qtbot):
    with qtbot.waitSignal(app[Puzzles].collection.picked, timeout=20_000):
        app[Puzzles].pick("kalah")
        app.document.new_game(LOA)

    assert app.document.place.get(PuzzleState) is None and not app.document.place.has_own_game


def test_an_id_that_is_none_is_refused_and_one_of_no_puzzle_is_not_found(app, qtbot, said):
    with pytest.raises(BadCommand, match="is not the id"):
        BY_KEY["next-puzzle"].perform(app, ["../a"])

    BY_KEY["next-puzzle"].perform(app, ["loa-000000000000"])

    qtbot.waitUntil(lambda: said == ["There is no puzzle loa-000000000000."])


def test_next_passes_over_what_was_shown_before(app, qtbot):
    seen = []
    for _ in range(3):
        BY_KEY["next-puzzle"].trigger(app)
        qtbot.waitUntil(
            lambda: (
                not app[Puzzles].collection.stock.loading
                and app.document.place.get(PuzzleState) is not None
                and state_of(app).puzzle.id not in seen
            )
        )
        seen.append(state_of(app).puzzle.id)

    assert len(set(seen)) == 3
    assert qualities(app) == []


def test_how_one_stands_is_told(app, qtbot):
    begin(app, shipped_puzzles("loa")[0])
    play(app, shipped_puzzles("loa")[0].solution[0])
    qtbot.waitUntil(lambda: not app[Puzzles].collection.stock.loading, timeout=20_000)

    told = BY_KEY["puzzles"].perform(app, [])

    assert told.splitlines()[2:] == [
        "Lines of Action, Built-in:",
        f"1 of {len(shipped_puzzles('loa'))} tried, 1 solved at the first try.",
        "No puzzles to repeat.",
        "You solved the last one at the first try. Suggested rating: 2.",
    ]


def test_a_set_and_a_game_are_chosen_by_words(app, qtbot):
    BY_KEY["puzzles"].perform(app, [])
    qtbot.waitUntil(lambda: app[Puzzles].collection.stock.games == ("loa", "kalah"))

    BY_KEY["puzzles"].perform(app, ["kalah"])
    BY_KEY["puzzles"].perform(app, ["failed"])

    stock = app[Puzzles].collection.stock
    assert (stock.game, stock.chosen.value) == ("kalah", "failed")
    with pytest.raises(BadCommand, match="is not one of"):
        BY_KEY["puzzles"].perform(app, ["chess"])


def test_what_no_proof_says_is_not_said_as_if_it_were_proven():
    puzzle = win_in_3()
    refuted = replace(puzzle, bound=0)

    known = wrong_sentence(LOA, refuted, "c2-d1", None, is_first=True)
    unknown = [
        wrong_sentence(LOA, puzzle, "c2-d1", None, is_first=True),
        wrong_sentence(LOA, refuted, "f2-e2", None, is_first=False),
    ]

    assert known == "c2-d1 does not win."
    assert unknown == ["No known win after c2-d1.", "No known win after f2-e2."]
