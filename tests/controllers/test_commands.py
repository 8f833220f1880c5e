"""What can be typed: every command, what is refused, and ten thousand lines gone wrong."""

from collections.abc import Iterator
from random import Random

import pytest

from kalahloa.controllers.commands import Commands
from kalahloa.controllers.player import HUMAN
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.models.errors import BadCommand, IllegalMove, KalahloaError
from kalahloa.models.registry import find_game
from tests.controllers.conftest import COMPUTER
from tests.models.random_play import random_position
from tests.models.test_text_safety import mutated, said

NAMES = [
    "help",
    "moves",
    "values",
    "board",
    "undo",
    "redo",
    "hint",
    "go",
    "pause",
    "flip",
    "new",
    "player",
    "players",
    "record",
    "goto",
    "position",
    "rules",
    "view",
    "quit",
]


@pytest.fixture
def commands(controller: TurnController) -> Iterator[Commands]:
    controller.new_game(find_game("kalah"))
    yield Commands(controller)


def texts(controller: TurnController) -> list[str]:
    """Return the moves on the way to the current place."""
    return [node.text for node in controller.record.current.path()[1:]]


def state(controller: TurnController) -> tuple:
    """Return all that a refused line must leave as it was."""
    record = controller.record
    return (
        id(record),
        record.position.position_string(),
        len(record.nodes),
        record.current.number,
        [None if node.followed is None else node.followed.number for node in record.nodes],
        controller.players,
        controller.held,
    )


# -- moves -----------------------------------------------------------------------------------------


def test_a_line_that_is_a_move_is_played(commands, controller):
    assert commands.execute(" 6 ") == ""

    assert texts(controller) == ["6"]


def test_a_turn_of_several_sowings_is_played_in_one_line(commands, controller):
    commands.execute("3-6")

    assert texts(controller) == ["3", "6"]


def test_a_whole_turn_is_played_for_the_computer_while_play_is_held(commands, controller):
    controller.new_game(controller.game, players=(COMPUTER, HUMAN))
    controller.pause()

    commands.execute("3-6")

    assert texts(controller) == ["3", "6"]
    assert not controller.held


def test_a_turn_with_a_wrong_end_is_not_played_at_all(commands, controller):
    with pytest.raises(IllegalMove, match="South's pit 3 is empty"):
        commands.execute("3-3")

    assert texts(controller) == []


def test_an_empty_line_does_nothing(commands, controller):
    before = state(controller)

    assert commands.execute(" \t ") == ""

    assert state(controller) == before


def test_a_word_that_is_no_command_is_told_so_with_an_example(commands):
    with pytest.raises(BadCommand, match=r"There is no command 'jump'.*A move looks like 3"):
        commands.execute("jump 3")


def test_a_wrong_move_is_told_by_the_rules(commands):
    with pytest.raises(IllegalMove, match="There is no pit 7; South's pits are 1 to 6"):
        commands.execute("7")


# -- asking ----------------------------------------------------------------------------------------


def test_help_explains_the_game_and_lists_every_command(commands, controller):
    shown = commands.execute("help")

    assert shown.startswith(controller.game.hint)
    assert [line.split()[0] for line in shown.splitlines()[2:]] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_help_explains_each_command(commands, name):
    assert commands.execute(f"HELP {name.upper()}").startswith(name)


def test_help_on_what_is_no_command_is_refused(commands):
    with pytest.raises(BadCommand, match="There is no command '3'"):
        commands.execute("help 3")


def test_moves_lists_the_legal_moves(commands):
    commands.execute("3")

    assert commands.execute("moves") == "1 2 4 5 6"


def test_moves_says_when_there_are_none(commands, controller):
    controller.new_game(find_game("tictactoe"), start="XX./OO./... X")
    commands.execute("3")

    assert commands.execute("moves") == "The game is over; there are no moves."


def test_board_position_and_rules_show_where_one_stands(commands, controller):
    commands.execute("new kalah standard")

    assert commands.execute("board") == controller.position.diagram()
    assert commands.execute("position") == "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"
    assert commands.execute("rules").startswith("Kalah, rules: standard.\n  Pits a side: 6\n")
    assert "as soon as either side's pits are empty" in commands.execute("rules")


def test_players_says_who_plays_and_how_they_stand(commands, controller):
    assert commands.execute("players").startswith("South: Human, 0 in the kalah\nNorth: Human")

    controller.new_game(find_game("tictactoe"))

    assert commands.execute("players").startswith("X: Human, 0 marks\nO: Human")


def test_record_lists_the_line_its_variations_and_where_one_is(commands):
    assert commands.execute("record") == "No move has been played."
    for line in ("6", "1", "undo", "2", "undo"):
        commands.execute(line)

    rows = commands.execute("record").splitlines()

    assert [row.split() for row in rows] == [["1.", "South", "6", "<"], ["2.", "North", "2", "(1)"]]


# -- walking ---------------------------------------------------------------------------------------


def test_undo_and_redo_walk_once_or_many_times(commands, controller):
    commands.execute("3-6")

    commands.execute("undo 2")
    assert texts(controller) == []

    commands.execute("redo")
    assert texts(controller) == ["3"]

    commands.execute("redo 9999")
    assert texts(controller) == ["3", "6"]


def test_goto_goes_to_a_ply_of_the_line(commands, controller):
    commands.execute("3-6")

    commands.execute("goto 1")
    assert texts(controller) == ["3"]

    commands.execute("goto 2")
    commands.execute("goto 0")
    assert texts(controller) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        ("undo 0", "0 is too small."),
        ("undo x", "'x' is not a number."),
        ("undo 1 2", "'1 2' is not a number."),
        ("redo ²", "'²' is not a number."),
        ("goto", "This line has positions 0 to 0."),
        ("goto 1", "This line has positions 0 to 0."),
        ("goto 99999", "'99999' is not a number."),
        ("go", "The game is not paused."),
    ],
)
def test_a_walk_that_cannot_be_made_is_refused(commands, controller, line, sentence):
    before = state(controller)

    with pytest.raises(BadCommand) as caught:
        commands.execute(line)

    assert str(caught.value) == sentence
    assert state(controller) == before


# -- the computer ----------------------------------------------------------------------------------


def test_hint_has_a_move_proposed(commands, controller, qtbot):
    with qtbot.waitSignal(controller.hinted, check_params_cb=lambda hint: hint is not None):
        assert commands.execute("hint") == "Looking for a good move."

    assert controller.hint.text == "1"
    assert texts(controller) == []


def test_there_is_no_hint_while_the_computer_thinks_or_after_the_end(
    commands, controller, searcher
):
    searcher.shut()
    commands.execute("player south computer")
    with pytest.raises(BadCommand, match="Wait until it is your turn"):
        commands.execute("hint")

    controller.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN), start="XX./OO./... X")
    commands.execute("3")
    with pytest.raises(BadCommand, match="The game is over"):
        commands.execute("hint")


def test_pause_holds_the_computer_and_go_lets_it_go_on(commands, controller, searcher, qtbot):
    searcher.shut()
    commands.execute("player north alpha-beta 2")
    commands.execute("6")
    assert controller.thinking

    assert commands.execute("pause") == "The game is paused; type go to continue."
    assert not controller.thinking

    searcher.open()
    commands.execute("go")
    qtbot.waitUntil(lambda: len(texts(controller)) > 1)


def test_player_gives_a_side_to_a_searcher_and_back(commands, controller):
    shown = commands.execute("player North alpha-beta 3")

    assert shown.splitlines()[1].startswith("North: Alpha-beta, depth 3")
    assert controller.players[1].level.depth == 3
    commands.execute("player north human")
    assert controller.players == (HUMAN, HUMAN)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("player", "Write player south or north, then human, computer or a searcher: game-tree,"),
        ("player west human", "Write player south or north"),
        ("player south", "Write player south or north"),
        ("player south guess", "There is no searcher 'guess'; there are: game-tree,"),
        ("player south alpha-beta 9", "A depth is a number from 1 to 8."),
        ("player south alpha-beta 0", "0 is too small."),
        ("player south alpha-beta x", "'x' is not a number."),
    ],
)
def test_a_player_that_does_not_exist_is_refused(commands, controller, line, sentence):
    before = state(controller)

    with pytest.raises(KalahloaError) as caught:
        commands.execute(line)

    assert str(caught.value).startswith(sentence)
    assert state(controller) == before


# -- games and views -------------------------------------------------------------------------------


def test_new_begins_the_same_game_again_or_another(commands, controller):
    commands.execute("new standard")
    commands.execute("3")
    commands.execute("new")
    assert controller.record.rules.end == "standard"
    assert texts(controller) == []

    commands.execute("new LOA olympiad")
    assert controller.game.key == "loa"
    assert controller.record.rules.simultaneous == "draw"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("new chess", "There are no rules called 'chess'; there are: lecture, standard,"),
        ("new loa lecture", "There are no rules called 'lecture'; there are: tutorial,"),
        ("new kalah standard 6", "'6' is too much"),
    ],
)
def test_a_game_that_does_not_exist_is_refused(commands, controller, line, sentence):
    before = state(controller)

    with pytest.raises(KalahloaError) as caught:
        commands.execute(line)

    assert str(caught.value).startswith(sentence)
    assert state(controller) == before


@pytest.mark.parametrize("name", ["flip", "view", "quit"])
def test_what_only_a_view_can_do_is_asked_of_it(commands, controller, qtbot, name):
    before = state(controller)

    with qtbot.waitSignal(getattr(commands, f"{name}_requested")):
        assert commands.execute(name) == ""

    assert state(controller) == before


# -- completion ------------------------------------------------------------------------------------


def test_commands_and_legal_moves_are_completed(commands, controller):
    assert commands.completions("p") == ["pause", "player", "players", "position"]
    assert commands.completions("UN") == ["undo"]
    assert commands.completions("zz") == []

    controller.new_game(find_game("loa"))

    assert commands.completions("c1") == ["c1-c3", "c1-e3", "c1xa3"]


def test_nothing_typed_completes_to_everything(commands):
    assert commands.completions("") == [*NAMES, "1", "2", "3", "4", "5", "6"]


def test_every_completion_of_a_move_can_be_played(commands, controller):
    for move in commands.completions("")[len(NAMES) :]:
        commands.execute(move)
        commands.execute("undo")

    assert len(controller.record.root.children) == 6


# -- lines gone wrong ------------------------------------------------------------------------------

_LINES = [
    *NAMES,
    *("help undo", "undo 2", "redo 3", "goto 1", "new kalah standard", "new loa", "new tictactoe"),
    *("player {first} alpha-beta 2", "player {second} computer", "player {first} human"),
]


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
@pytest.mark.parametrize("held", [False, True], ids=["humans", "held computers"])
def test_a_mutated_line_is_done_or_refused_in_words_and_then_changes_nothing(
    controller, searcher, key, held
):
    searcher.shut()
    commands = Commands(controller)
    game = find_game(key)
    players = (COMPUTER, HUMAN) if held else (HUMAN, HUMAN)
    rng = Random(f"{key} {held}")
    refused = 0

    for number in range(1700):
        if number % 20 == 0:
            start = random_position(key, number, number % 9).position_string()
            controller.new_game(game, game.rulebook.default, players, start)
            controller.pause()
        position = controller.position
        moves = [position.format_move(move) for move in position.legal_moves()] or ["1"]
        turn = "-".join(rng.choices(moves, k=2))
        plain = rng.choice([rng.choice(_LINES), rng.choice(moves), turn])
        first, second = (side.lower() for side in controller.game.sides)
        line = mutated(plain.format(first=first, second=second), rng)
        before = state(controller)
        try:
            shown = commands.execute(line)
        except KalahloaError as error:
            assert said(error)
            assert state(controller) == before, line
            refused += 1
        else:
            assert isinstance(shown, str)
        assert (
            controller.position.position_string() == controller.record.replayed().position_string()
        )

    assert refused > 850
