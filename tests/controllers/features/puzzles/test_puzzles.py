"""Puzzles at a desk: right and wrong moves, results, and the user's own game meanwhile."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.puzzles.state import Phase, PuzzleState
from kalahloa.controllers.features.puzzles.words import hint_sentence, wrong_sentence
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.puzzles.keeping import read_results, results_path
from kalahloa.models.study.puzzles.puzzle import Puzzle
from kalahloa.models.study.puzzles.rule_of_thumb import move_kind
from kalahloa.models.study.puzzles.schedule import (
    DAY,
    FAILED,
    SHOWN,
    SOLVED,
    WITH_EFFORT,
    WITH_HINTS,
)
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import COMPUTER, texts
from tests.models.study.puzzles.puzzle_samples import keep_ten, win_in_3

LOA = find_game("loa")
KALAH = find_game("kalah")
NOON = 1_700_000_000_000


@pytest.fixture
def time() -> list[int]:
    """The time that the desk's clock shows, in milliseconds, as its only item."""
    return [NOON]


@pytest.fixture
def desk(qapp, time: list[int]) -> Iterator[Desk]:
    made = Desk.of(LOA)
    made.turns.minimum_think_seconds = 0.0
    made.puzzles.delay_ms = (5, 5, 5)
    made.puzzles.collection.clock = lambda: time[0]
    made.reviews._reviewer.settings = ReviewSettings(
        Limits(nodes=20_000), mebibytes=1, cached=False
    )
    made.document.new_game(LOA, players=(HUMAN, COMPUTER))
    made.turns.pause()
    yield made
    made.shut_down()


@pytest.fixture
def said(desk: Desk) -> list[str]:
    heard: list[str] = []
    desk.puzzles.message.connect(heard.append)
    return heard


def play(desk: Desk, text: str) -> None:
    desk.turns.play(desk.document.position.read_move(text))


def state_of(desk: Desk) -> PuzzleState:
    state = desk.document.place.puzzle
    assert state is not None
    return state


def begin(desk: Desk, puzzle: Puzzle) -> None:
    desk.puzzles.begin(puzzle)


def sowing_again(position: Position) -> list[str]:
    """Return the moves after which the same side is to move again."""
    found = []
    for move in position.legal_moves():
        after = position.copy()
        after.make(move)
        if after.side == position.side:
            found.append(position.format_move(move))
    return found


def until(desk: Desk, qtbot, phase: Phase) -> None:
    qtbot.waitUntil(lambda: state_of(desk).phase is phase, timeout=20_000)


def refuted(desk: Desk, qtbot) -> None:
    """Wait until the wrong move that was just made is taken back."""
    before = state_of(desk).mistakes
    assert state_of(desk).phase is Phase.JUDGING
    qtbot.waitUntil(
        lambda: state_of(desk).mistakes > before and state_of(desk).phase is Phase.SOLVING,
        timeout=20_000,
    )


def qualities(desk: Desk) -> list[int]:
    """Return the qualities of the attempts that are kept."""
    store = desk.puzzles.collection._store
    assert store is None or store.wait()
    return [attempt.quality for attempt in read_results(results_path())]


# -- on the board ------------------------------------------------------------------------------


def test_a_puzzle_comes_on_the_board_with_its_task_and_nothing_that_helps(desk, said):
    desk.live.set_on(True)

    begin(desk, win_in_3())

    place = desk.document.place
    assert place.position.position_string() == win_in_3().position
    assert state_of(desk).task == "Black to move wins by force."
    assert said[-1] == state_of(desk).task
    assert (state_of(desk).moves, state_of(desk).found) == (2, 0)
    assert place.secret and not place.can_hint and not place.live.lines
    assert place.human_may_move and not place.thinking


def test_the_solver_sits_at_the_bottom(desk):
    begin(desk, win_in_3())
    assert not desk.document.place.flipped

    puzzle = next(one for one in shipped_puzzles("loa") if one.start().side == 1)
    begin(desk, puzzle)

    assert desk.document.place.flipped


def test_the_other_side_answers_until_all_is_found(desk, qtbot, said):
    begin(desk, win_in_3())

    play(desk, "c2-e4")
    assert state_of(desk).phase is Phase.ANSWERING and state_of(desk).found == 1
    until(desk, qtbot, Phase.SOLVING)
    assert texts(desk) == ["c2-e4", "h4xe4"]
    play(desk, "f2-f4")

    assert state_of(desk).phase is Phase.SOLVED and state_of(desk).found == 2
    assert not desk.document.place.secret
    assert said[-1] == "Solved."
    assert qualities(desk) == [SOLVED]


def test_several_sowings_of_a_turn_are_found_one_after_the_other(desk, qtbot):
    puzzle = next(
        one for one in shipped_puzzles("kalah") if one.moves_to_find == 3 and len(one.solution) == 3
    )
    begin(desk, puzzle)

    for number, text in enumerate(puzzle.solution):
        assert state_of(desk).found == number
        play(desk, text)

    assert state_of(desk).phase is Phase.SOLVED


def test_the_answers_that_the_solution_has_come_before_ones_own_next_move(desk, qtbot):
    puzzle = next(
        one
        for one in shipped_puzzles("kalah")
        if one.moves_to_find < len(one.solution) and len(one.solution) > 4
    )
    solver = puzzle.start().side
    begin(desk, puzzle)
    made: list[str] = []

    while state_of(desk).phase is not Phase.SOLVED:
        until(desk, qtbot, Phase.SOLVING)
        assert desk.document.position.side == solver
        play(desk, puzzle.solution[desk.document.node.ply])
        made = texts(desk)

    assert tuple(made) == puzzle.solution


# -- wrong moves -------------------------------------------------------------------------------


def test_a_wrong_move_is_refuted_and_taken_back(desk, qtbot, said):
    begin(desk, win_in_3())
    root = desk.document.node
    seen: list[list[str]] = []
    desk.document.changed.connect(lambda _: seen.append(texts(desk)))

    play(desk, "c2-d1")
    refuted(desk, qtbot)

    assert desk.document.node is root
    assert state_of(desk).phase is Phase.SOLVING and state_of(desk).mistakes == 1
    answered = next(moves for moves in seen if len(moves) == 2)
    assert answered[0] == "c2-d1"
    sentence = next(one for one in said if "c2-d1" in one)
    assert answered[1] in sentence
    assert qualities(desk) == [FAILED]


def test_the_answer_is_seen_also_where_the_wrong_move_sows_again(desk, qtbot):
    """The solver is to move after it, which does not mean that the other side has answered."""
    puzzle, wrong = next(
        (puzzle, text)
        for puzzle in shipped_puzzles("kalah")
        for text in sowing_again(puzzle.start())
        if text != puzzle.solution[0]
    )
    begin(desk, puzzle)
    sides: set[int] = set()
    desk.document.changed.connect(
        lambda _: sides.update(node.side for node in desk.document.node.path()[1:])
    )

    play(desk, wrong)
    refuted(desk, qtbot)

    assert sides == {0, 1}


def test_a_wrong_move_in_the_middle_leads_back_to_the_middle(desk, qtbot, said):
    begin(desk, win_in_3())
    play(desk, "c2-e4")
    until(desk, qtbot, Phase.SOLVING)

    play(desk, "f2-e2")
    refuted(desk, qtbot)

    assert said[-1].startswith(("No win is known after f2-e2. The answer is ", "f2-e2 loses"))
    assert texts(desk) == ["c2-e4", "h4xe4"]
    assert state_of(desk).found == 1


def test_what_a_wrong_move_gives_away_is_said(desk, qtbot, said):
    begin(desk, keep_ten())

    play(desk, "5")
    refuted(desk, qtbot)

    assert said[-1] == "5 gives away 8 stones: +2 for South, not +10."


def test_a_mistake_counts_once_and_the_puzzle_comes_again_tomorrow(desk, qtbot, said, time):
    puzzle = shipped_puzzles("loa")[0]
    begin(desk, puzzle)
    wrong = [
        desk.document.position.format_move(move)
        for move in desk.document.position.legal_moves()
        if desk.document.position.format_move(move) != puzzle.solution[0]
    ]
    for text in wrong[:2]:
        play(desk, text)
        refuted(desk, qtbot)
    play(desk, puzzle.solution[0])

    assert said[-1] == "Solved. 2 wrong moves before that. The puzzle comes again tomorrow."
    assert qualities(desk) == [FAILED]
    qtbot.waitUntil(lambda: not desk.puzzles.collection.stock.loading)
    standing = desk.puzzles.collection.stock.standing
    assert standing is not None and standing.due == 0
    assert standing.next_due == NOON + DAY

    time[0] += DAY
    desk.puzzles.collection.pick("loa")
    qtbot.waitUntil(lambda: not desk.puzzles.collection.stock.loading)
    assert state_of(desk).puzzle == puzzle


def test_another_winning_move_is_accepted(desk, qtbot, said):
    """A puzzle whose solution is not the only one, as in a damaged file."""
    shipped = next(one for one in shipped_puzzles("loa") if one.plies == 1)
    position = shipped.start()
    other = next(
        position.format_move(move)
        for move in position.legal_moves()
        if position.format_move(move) != shipped.solution[0]
    )
    begin(desk, replace(shipped, solution=(other,), rest=()))

    play(desk, shipped.solution[0])
    until(desk, qtbot, Phase.SOLVED)

    assert said[-1].startswith(f"Solved. {shipped.solution[0]} wins as well")
    assert qualities(desk) == [SOLVED]


def test_a_move_for_the_other_side_is_taken_back_and_counts_for_nothing(desk, qtbot):
    desk.puzzles.delay_ms = (60_000, 5, 5)
    begin(desk, win_in_3())
    play(desk, "c2-e4")

    play(desk, "h4-h6")
    desk.puzzles.delay_ms = (5, 5, 5)
    until(desk, qtbot, Phase.SOLVING)

    assert texts(desk) == ["c2-e4", "h4xe4"]
    assert state_of(desk).mistakes == 0


def test_a_walk_back_leads_on_from_there(desk, qtbot):
    begin(desk, win_in_3())
    play(desk, "c2-e4")
    until(desk, qtbot, Phase.SOLVING)

    desk.walks.to_start()
    assert state_of(desk).found == 0
    play(desk, "c2-e4")
    until(desk, qtbot, Phase.SOLVING)
    play(desk, "f2-f4")

    assert state_of(desk).phase is Phase.SOLVED


# -- help --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["loa", "kalah"])
def test_no_hint_gives_the_move_away_or_contradicts_another(desk, key):
    game = find_game(key)
    for puzzle in shipped_puzzles(key)[::20]:
        position = puzzle.start()
        right = position.read_move(puzzle.solution[0])
        left = {position.format_move(move): move for move in position.legal_moves()}
        for nth in range(3):
            hint = hint_sentence(game, position, right, nth)
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


def test_hints_say_more_and_more_but_not_the_move(desk, qtbot):
    begin(desk, win_in_3())

    first, second, third = (BY_KEY["puzzle-hint"].trigger(desk) for _ in range(3))

    assert first == "Hint: the right move captures nothing."
    assert "c2-e4" in second and second.count("-") + second.count("x") == 3
    assert "no other hint" in third
    assert state_of(desk).hints == 2
    play(desk, "c2-e4")
    until(desk, qtbot, Phase.SOLVING)
    # Nothing captures here, so that the kind of the move would say nothing.
    assert BY_KEY["puzzle-hint"].trigger(desk) == "Hint: it is one of these: f2-f4, d7-b7, d6-e7."
    play(desk, "f2-f4")
    assert qualities(desk) == [WITH_HINTS]


def test_an_attempt_that_took_long_is_one_with_effort(desk, qtbot, time):
    begin(desk, keep_ten())
    time[0] += 121_000

    play(desk, "1")

    assert qualities(desk) == [WITH_EFFORT]


def test_the_solution_can_be_shown_and_walked_through(desk):
    begin(desk, win_in_3())

    answer = BY_KEY["show-solution"].trigger(desk)

    assert answer == "The solution: c2-e4 h4xe4 f2-f4."
    assert [node.text for node in desk.document.record.line()] == ["c2-e4", "h4xe4", "f2-f4"]
    assert desk.document.place.redo_target is not None and desk.document.place.autoplaying
    assert qualities(desk) == [SHOWN]


def test_again_begins_anew_and_does_not_count(desk, qtbot):
    begin(desk, keep_ten())
    play(desk, "5")
    refuted(desk, qtbot)

    BY_KEY["puzzle-again"].trigger(desk)
    assert texts(desk) == [] and state_of(desk).mistakes == 0
    assert not desk.document.record.root.children
    play(desk, "1")

    assert state_of(desk).phase is Phase.SOLVED
    assert qualities(desk) == [FAILED]


def test_again_before_any_mistake_still_counts(desk):
    begin(desk, keep_ten())

    BY_KEY["puzzle-again"].trigger(desk)
    play(desk, "1")

    assert qualities(desk) == [SOLVED]


def test_again_after_a_hint_does_not_count(desk):
    begin(desk, keep_ten())
    BY_KEY["puzzle-hint"].trigger(desk)

    BY_KEY["puzzle-again"].trigger(desk)
    assert state_of(desk).hints == 0
    play(desk, "1")

    assert state_of(desk).phase is Phase.SOLVED
    assert qualities(desk) == []


def test_what_follows_the_solution_is_in_the_record_afterwards(desk, qtbot):
    puzzle = next(one for one in shipped_puzzles("loa") if one.rest)
    begin(desk, puzzle)
    while state_of(desk).phase is not Phase.SOLVED:
        until(desk, qtbot, Phase.SOLVING)
        play(desk, puzzle.solution[desk.document.node.ply])

    whole = list(puzzle.solution + puzzle.rest)
    qtbot.waitUntil(lambda: [node.text for node in desk.document.record.line()] == whole)


# -- the user's own game -----------------------------------------------------------------------


def test_the_own_game_comes_back_where_it_was(desk, qtbot):
    desk.document.play(desk.document.position.read_move("c1-c3"))
    desk.turns.pause()
    desk.study.comment(desk.document.node, "A plan")
    desk.document.turn_board()
    record, node = desk.document.record, desk.document.node
    flipped = desk.document.place.flipped

    begin(desk, win_in_3())
    begin(desk, keep_ten())
    assert desk.document.place.undo_edit == ""
    answer = BY_KEY["own-game"].trigger(desk)

    place = desk.document.place
    assert "where you left it" in answer
    assert desk.document.record is record and desk.document.node is node
    assert desk.document.players == (HUMAN, COMPUTER) and place.held
    assert place.flipped == flipped and place.undo_edit
    assert place.puzzle is None and not place.secret and not place.has_own_game
    assert not desk.document.for_exercise


def test_a_game_that_others_have_played_is_still_theirs_after_a_puzzle(desk):
    """A move in it is a variation, as it was before the puzzle."""
    record = Record(LOA)
    record.play(record.position.read_move("c1-c3"))
    record.jump(0)
    desk.document.open_record(record, (HUMAN, HUMAN))
    begin(desk, win_in_3())
    BY_KEY["own-game"].trigger(desk)

    play(desk, "d1-d3")

    assert desk.document.record is record and not desk.document.is_own
    assert record.main_line()[0].text == "c1-c3"


def test_another_game_ends_the_puzzle(desk):
    begin(desk, win_in_3())

    desk.document.new_game(KALAH)

    assert desk.document.place.puzzle is None and not desk.document.place.has_own_game
    assert desk.document.players == (HUMAN, COMPUTER)
    with pytest.raises(BadCommand):
        BY_KEY["own-game"].trigger(desk)


def test_a_computer_that_thinks_in_the_own_game_moves_neither_in_the_puzzle_nor_after_it(desk):
    desk.document.new_game(LOA, players=(COMPUTER, HUMAN))
    assert desk.document.place.thinking

    begin(desk, win_in_3())
    assert not desk.document.place.thinking and desk.document.place.human_may_move
    desk.puzzles.leave()

    place = desk.document.place
    assert place.held and not place.thinking and texts(desk) == []
    desk.turns.continue_play()
    assert desk.document.place.thinking


def test_another_exercise_ends_the_puzzle(desk):
    class Other:
        running = True

        def stop(self) -> None:
            raise AssertionError("It has just begun.")

    begin(desk, win_in_3())

    desk.exercises.begin(Other())

    assert desk.puzzles.state is None and desk.document.place.puzzle is None
    assert desk.document.place.has_own_game


def test_where_computers_answer_the_own_game_comes_back(desk, qtbot):
    record = desk.document.record
    desk.turns.set_answers(False)
    begin(desk, win_in_3())

    desk.turns.set_answers(True)

    qtbot.waitUntil(lambda: desk.document.record is record)
    assert desk.document.place.puzzle is None and desk.document.place.held


def test_playing_on_afterwards_makes_it_a_game_to_be_kept(desk, qtbot):
    begin(desk, keep_ten())
    play(desk, "1")
    assert desk.document.for_exercise

    play(desk, desk.document.position.format_move(desk.document.position.legal_moves()[0]))

    assert not desk.document.for_exercise and desk.document.place.has_own_game


def test_a_walk_through_the_solution_keeps_nothing(desk, qtbot):
    begin(desk, win_in_3())
    desk.puzzles.show_solution()

    while desk.document.place.redo_target is not None:
        desk.walks.redo(1)

    assert desk.document.for_exercise


def test_what_is_to_be_found_is_not_asked_for_twice(desk, qtbot):
    with pytest.raises(BadCommand, match="F8 brings one"):
        BY_KEY["puzzle-hint"].trigger(desk)

    begin(desk, keep_ten())
    play(desk, "1")

    with pytest.raises(BadCommand, match="This puzzle is done"):
        BY_KEY["show-solution"].trigger(desk)


# -- commands ----------------------------------------------------------------------------------


def test_the_next_puzzle_is_one_of_the_suggested_rating(desk, qtbot):
    BY_KEY["next-puzzle"].trigger(desk)

    qtbot.waitUntil(lambda: desk.document.place.puzzle is not None, timeout=20_000)
    assert state_of(desk).puzzle.game == "loa"
    assert state_of(desk).puzzle.rating == 3


def test_a_puzzle_is_called_by_its_id_whatever_its_game(desk, qtbot):
    puzzle = shipped_puzzles("kalah")[7]

    BY_KEY["next-puzzle"].perform(desk, [puzzle.id])

    qtbot.waitUntil(lambda: desk.document.place.puzzle is not None, timeout=20_000)
    assert state_of(desk).puzzle == puzzle
    assert desk.puzzles.collection.stock.game == "kalah"


def test_a_puzzle_that_is_found_after_something_else_was_wanted_does_not_come(desk, qtbot):
    with qtbot.waitSignal(desk.puzzles.collection.picked, timeout=20_000):
        desk.puzzles.pick("kalah")
        desk.document.new_game(LOA)

    assert desk.document.place.puzzle is None and not desk.document.place.has_own_game


def test_an_id_that_is_none_is_refused_and_one_of_no_puzzle_is_not_found(desk, qtbot, said):
    with pytest.raises(BadCommand, match="is no id"):
        BY_KEY["next-puzzle"].perform(desk, ["../a"])

    BY_KEY["next-puzzle"].perform(desk, ["loa-000000000000"])

    qtbot.waitUntil(lambda: said == ["There is no puzzle loa-000000000000."])


def test_next_passes_over_what_was_shown_before(desk, qtbot):
    seen = []
    for _ in range(3):
        BY_KEY["next-puzzle"].trigger(desk)
        qtbot.waitUntil(
            lambda: (
                not desk.puzzles.collection.stock.loading
                and desk.document.place.puzzle is not None
                and state_of(desk).puzzle.id not in seen
            )
        )
        seen.append(state_of(desk).puzzle.id)

    assert len(set(seen)) == 3
    assert qualities(desk) == []


def test_how_one_stands_is_told(desk, qtbot):
    begin(desk, shipped_puzzles("loa")[0])
    play(desk, shipped_puzzles("loa")[0].solution[0])
    qtbot.waitUntil(lambda: not desk.puzzles.collection.stock.loading, timeout=20_000)

    told = BY_KEY["puzzles"].perform(desk, [])

    assert told.splitlines()[2:] == [
        "Lines of Action, Shipped:",
        f"1 of {len(shipped_puzzles('loa'))} tried, 1 solved at the first try.",
        "Nothing to repeat.",
        "The last one was solved at the first try. Suggested rating: 2.",
    ]


def test_a_set_and_a_game_are_chosen_by_words(desk, qtbot):
    BY_KEY["puzzles"].perform(desk, [])
    qtbot.waitUntil(lambda: desk.puzzles.collection.stock.games == ("loa", "kalah"))

    BY_KEY["puzzles"].perform(desk, ["kalah"])
    BY_KEY["puzzles"].perform(desk, ["failed"])

    stock = desk.puzzles.collection.stock
    assert (stock.game, stock.chosen.value) == ("kalah", "failed")
    with pytest.raises(BadCommand, match="is none of"):
        BY_KEY["puzzles"].perform(desk, ["chess"])


def test_what_no_proof_says_is_not_said_as_if_it_were_proven():
    puzzle = win_in_3()
    refuted = replace(puzzle, bound=0)

    known = wrong_sentence(LOA, refuted, "c2-d1", None, is_first=True)
    unknown = [
        wrong_sentence(LOA, puzzle, "c2-d1", None, is_first=True),
        wrong_sentence(LOA, refuted, "f2-e2", None, is_first=False),
    ]

    assert known == "c2-d1 does not win."
    assert unknown == ["No win is known after c2-d1.", "No win is known after f2-e2."]
