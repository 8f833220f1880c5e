"""What can be typed: every command, what is refused, and ten thousand lines gone wrong."""

from dataclasses import replace
from random import Random

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.session.commands import BY_TYPED_WORD, COMMANDS
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.text.errors import BadCommand, IllegalMove, KalahloaError
from tests.controllers.conftest import COMPUTER, texts
from tests.models.random_play import random_position
from tests.models.test_text_safety import mutated, said
from tests.sweeps import rounds

NAMES = [command.typed for command in COMMANDS if command.typed]
OLD_NAMES = (
    "help moves values board undo redo hint go pause flip new player players record goto position "
    "rules view quit"
).split()


@pytest.fixture
def interpreter(app: AppContext) -> Interpreter:
    app.document.new_game(find_game("kalah"))
    return Interpreter(app)


def state(app: AppContext) -> tuple:
    """Return all that a refused line must leave as it was."""
    record = app.document.record
    return (
        id(record),
        record.position.position_string(),
        len(record.nodes),
        record.current.number,
        [None if node.followed is None else node.followed.number for node in record.nodes],
        app.document.players,
        app.document.place.held,
    )


# -- moves -----------------------------------------------------------------------------------------


def test_a_line_that_is_a_move_is_played(interpreter, app):
    assert interpreter.execute(" 6 ") == ""

    assert texts(app) == ["6"]


def test_a_turn_of_several_sowings_is_played_in_one_line(interpreter, app):
    interpreter.execute("3-6")

    assert texts(app) == ["3", "6"]


def test_a_whole_turn_is_played_for_the_computer_while_play_is_held(interpreter, app):
    app.document.new_game(app.document.game, players=(COMPUTER, HUMAN))
    app.turns.pause()

    interpreter.execute("3-6")

    assert texts(app) == ["3", "6"]
    assert not app.document.place.held


def test_a_turn_with_a_wrong_end_is_not_played_at_all(interpreter, app):
    with pytest.raises(IllegalMove, match="South's pit 3 is empty"):
        interpreter.execute("3-3")

    assert texts(app) == []


def test_an_empty_line_does_nothing(interpreter, app):
    before = state(app)

    assert interpreter.execute(" \t ") == ""

    assert state(app) == before


def test_a_word_that_is_no_command_is_told_so_with_an_example(interpreter):
    with pytest.raises(BadCommand, match=r"There is no command 'jump'.*A move looks like 3"):
        interpreter.execute("jump 3")


def test_a_wrong_move_is_told_by_the_rules(interpreter):
    with pytest.raises(IllegalMove, match="There is no pit 7; South's pits are 1 to 6"):
        interpreter.execute("7")


# -- asking ----------------------------------------------------------------------------------------


def test_help_explains_the_game_and_lists_every_command(interpreter, app):
    shown = interpreter.execute("help")

    assert shown.startswith(app.document.game.hint)
    rows = shown.splitlines()[len(app.document.game.hint.splitlines()) + 1 :]
    assert [row.split()[0] for row in rows if row.startswith("  ") and row[2] != " "] == NAMES
    assert max(map(len, rows)) <= 72


def test_what_could_ever_be_typed_can_be_typed_still():
    assert set(OLD_NAMES) <= set(BY_TYPED_WORD)


def test_an_older_name_does_what_it_did_and_is_in_no_list(interpreter, app):
    north = app.document.players[1]
    interpreter.execute("player south alpha-beta 1")
    interpreter.execute("exchange")

    assert app.document.players[0] == north
    assert not {"exchange", "go"} & {*interpreter.names, *interpreter.completions("")}


@pytest.mark.parametrize("name", NAMES)
def test_help_explains_each_command(interpreter, name):
    assert interpreter.execute(f"HELP {name.upper()}").startswith(name)


def test_help_has_one_column_of_commands_and_one_of_what_they_do(interpreter):
    rows = interpreter.execute("help").splitlines()

    undo = next(row for row in rows if row.startswith("  undo [N] "))
    players = next(row for row in rows if row.startswith("  players "))
    assert undo.index("Take back") == players.index("Show the players")


def test_a_slip_of_the_fingers_is_answered_with_what_was_meant(interpreter):
    with pytest.raises(BadCommand, match=r"There is no command 'unod'. Did you mean undo\?"):
        interpreter.execute("unod 2")
    with pytest.raises(BadCommand, match=r"Did you mean values\?"):
        interpreter.execute("help valeus")


def test_help_on_what_is_no_command_is_refused(interpreter):
    with pytest.raises(BadCommand, match="There is no command '3'"):
        interpreter.execute("help 3")


def test_moves_lists_the_legal_moves(interpreter):
    interpreter.execute("3")

    assert interpreter.execute("moves") == "1 2 4 5 6"


def test_moves_are_listed_in_full_while_only_some_values_are_known(interpreter, monkeypatch, app):
    monkeypatch.setattr(app[Analysis], "text", lambda: "  3  +1.5  estimated")

    assert interpreter.execute("moves") == "1 2 3 4 5 6"


def test_moves_says_when_there_are_none(interpreter, app):
    app.document.new_game(find_game("tictactoe"), start="XX./OO./... X")
    interpreter.execute("3")

    assert interpreter.execute("moves") == "The game is over: there are no moves."


def test_board_position_and_rules_show_where_one_stands(interpreter, app):
    interpreter.execute("new kalah standard")

    assert interpreter.execute("board") == app.document.position.diagram()
    assert interpreter.execute("position") == "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"


@pytest.mark.parametrize(
    ("new", "goal", "parts"),
    [
        (
            "kalah",
            "more stones in their kalah",
            ["here 6", "when the player to move has no stones"],
        ),
        ("kalah standard", "more stones in their kalah", ["as soon as all pits of one player"]),
        ("loa", "Connect all your pieces", ["as many squares as", "captured", "third time"]),
        ("loa openspiel", "Connect all your pieces", ["cannot move loses", "second time"]),
        ("tictactoe", "Three of your marks", ["X moves first", "draw"]),
    ],
)
def test_rules_are_explained_in_sentences_from_the_goal_to_the_end(interpreter, new, goal, parts):
    interpreter.execute(f"new {new}")

    heading, first, *rest = interpreter.execute("rules").splitlines()

    assert "Rules: " in heading
    assert goal in first
    assert all(any(part in line for line in rest) for part in parts)
    assert all(line.endswith(".") for line in rest)


def test_rules_of_a_game_that_does_not_explain_itself_are_those_of_its_options(interpreter, app):
    app.document.new_game(replace(find_game("kalah"), rule_sentences=None))

    assert interpreter.execute("rules").splitlines()[1:3] == [
        "  Pits per side: 6",
        "  Stones per pit: 4",
    ]


def test_players_says_who_plays_and_how_they_stand(interpreter, app):
    assert interpreter.execute("players").startswith("South: Human, 0 in the kalah\nNorth: Human")

    app.document.new_game(find_game("tictactoe"))

    assert interpreter.execute("players").startswith("X: Human, 0 marks\nO: Human")


def test_record_lists_the_line_its_variations_and_where_one_is(interpreter):
    assert interpreter.execute("record") == "No moves yet."
    for line in ("6", "1", "undo", "2", "undo"):
        interpreter.execute(line)

    rows = interpreter.execute("record").splitlines()

    assert [row.split() for row in rows] == [["1.", "South", "6", "<"], ["2.", "North", "2", "(1)"]]


# -- walking ---------------------------------------------------------------------------------------


def test_undo_and_redo_walk_once_or_many_times(interpreter, app):
    interpreter.execute("3-6")

    interpreter.execute("undo 2")
    assert texts(app) == []

    interpreter.execute("redo")
    assert texts(app) == ["3"]

    interpreter.execute("redo 9999")
    assert texts(app) == ["3", "6"]


def test_goto_goes_to_a_ply_of_the_line(interpreter, app):
    interpreter.execute("3-6")

    interpreter.execute("goto 1")
    assert texts(app) == ["3"]

    interpreter.execute("goto 2")
    interpreter.execute("goto 0")
    assert texts(app) == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        ("goto", "No moves yet."),
        ("goto 1", "No moves yet."),
        ("go", "The computer is not waiting."),
    ],
)
def test_a_walk_that_cannot_be_made_is_refused(interpreter, app, line, sentence):
    before = state(app)

    with pytest.raises(BadCommand) as caught:
        interpreter.execute(line)

    assert str(caught.value) == sentence
    assert state(app) == before


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("undo 0", "0 is too small."),
        ("undo x", "'x' is not a number."),
        ("undo 1 2", "'1 2' is not a number."),
        ("redo ²", "'²' is not a number."),
        ("goto", "This line has positions 0 to 2."),
        ("goto 3", "This line has positions 0 to 2."),
        ("goto 99999", "'99999' is not a number."),
    ],
)
def test_a_number_of_steps_that_is_none_is_refused(interpreter, app, line, sentence):
    interpreter.execute("3-6")
    interpreter.execute("undo")
    before = state(app)

    with pytest.raises(BadCommand) as caught:
        interpreter.execute(line)

    assert str(caught.value) == sentence
    assert state(app) == before


# -- the computer ----------------------------------------------------------------------------------


def test_hint_has_a_move_proposed(interpreter, app, qtbot):
    assert interpreter.execute("hint") == "Looking for a good move."

    qtbot.waitUntil(lambda: app.document.place.hint is not None)
    assert app.document.place.hint.text == "1"
    assert texts(app) == []


def test_there_is_no_hint_while_the_computer_thinks_or_after_the_end(interpreter, app, searcher):
    searcher.shut()
    interpreter.execute("player south computer")
    with pytest.raises(BadCommand, match="Wait until it is your turn"):
        interpreter.execute("hint")

    app.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN), start="XX./OO./... X")
    interpreter.execute("3")
    with pytest.raises(BadCommand, match="The game is over"):
        interpreter.execute("hint")


def test_pause_holds_the_computer_and_go_lets_it_go_on(interpreter, app, searcher, qtbot):
    searcher.shut()
    interpreter.execute("player north alpha-beta 2")
    interpreter.execute("6")
    assert app.turns.thinking

    assert interpreter.execute("pause") == "The game is paused; type continue to resume."
    assert not app.turns.thinking

    searcher.open()
    interpreter.execute("go")
    qtbot.waitUntil(lambda: len(texts(app)) > 1)


def test_player_gives_a_side_to_a_searcher_and_back(interpreter, app):
    shown = interpreter.execute("player North alpha-beta 3")

    assert shown.splitlines()[1].startswith("North: Alpha-beta, depth 3")
    assert app.document.players[1].level.depth == 3
    interpreter.execute("player north human")
    assert app.document.players == (HUMAN, HUMAN)


def test_player_gives_a_searcher_a_heuristic_of_the_users(interpreter, app):
    HeuristicStore().save(HeuristicSource("My best", "kalah", "def evaluate(p): return 0.5"))

    shown = interpreter.execute("player north alpha-beta 3 file:My best")
    interpreter.execute("player south computer 4 file:My best")

    assert shown.splitlines()[1].startswith("North: Alpha-beta, depth 3, heuristic 'My best'")
    assert [player.level.heuristic for player in app.document.players] == ["file:My best"] * 2
    assert app.document.players[0].level.strength == 4


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("player", "Type player south or north, then human, computer or a searcher: game-tree,"),
        ("player west human", "Type player south or north"),
        ("player south", "Type player south or north"),
        ("player south guess", "There is no searcher 'guess'; choose one of: game-tree,"),
        ("player south alpha-beta 9", "A depth is a number from 1 to 8."),
        ("player south alpha-beta 0", "0 is too small."),
        ("player south alpha-beta x", "'x' is not a number."),
        ("player south alpha-beta file:none", "You have no heuristic called 'none'."),
        ("player south human file:none", "You have no heuristic called 'none'."),
    ],
)
def test_a_player_that_does_not_exist_is_refused(interpreter, app, line, sentence):
    before = state(app)

    with pytest.raises(KalahloaError) as caught:
        interpreter.execute(line)

    assert str(caught.value).startswith(sentence)
    assert state(app) == before


# -- games and views -------------------------------------------------------------------------------


def test_new_begins_the_same_game_again_or_another(interpreter, app):
    interpreter.execute("new standard")
    interpreter.execute("3")
    interpreter.execute("new")
    assert app.document.record.rules.end == "standard"
    assert texts(app) == []

    interpreter.execute("new LOA olympiad")
    assert app.document.game.key == "loa"
    assert app.document.record.rules.simultaneous == "draw"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("new chess", "There are no rules called 'chess'; choose one of: lecture, standard,"),
        ("new loa lecture", "There are no rules called 'lecture'; choose one of: tutorial,"),
        ("new kalah standard 6", "'6' is one argument too many"),
    ],
)
def test_a_game_that_does_not_exist_is_refused(interpreter, app, line, sentence):
    before = state(app)

    with pytest.raises(KalahloaError) as caught:
        interpreter.execute(line)

    assert str(caught.value).startswith(sentence)
    assert state(app) == before


@pytest.mark.parametrize(
    ("name", "key"), [("view", "switch-view"), ("split", "split-view"), ("quit", "quit")]
)
def test_what_only_a_view_can_do_is_asked_of_it(interpreter, app, name, key):
    asked: list[str] = []
    app.window_actions[key] = lambda: asked.append(key)
    before = state(app)

    assert interpreter.execute(name) == ""

    assert asked == [key]
    assert state(app) == before


def test_what_only_a_view_can_do_is_refused_where_there_is_none(interpreter, app):
    with pytest.raises(BadCommand, match="needs the graphical window"):
        interpreter.execute("view")


def test_flip_turns_the_board(interpreter, app):
    shown = interpreter.execute("board")

    assert interpreter.execute("flip") == ""

    assert interpreter.execute("board") == app.document.position.diagram(True) != shown


# -- completion ------------------------------------------------------------------------------------


def test_commands_and_legal_moves_are_completed(interpreter, app):
    assert interpreter.completions("p") == [
        "pause", "promote", "prune", "pauseanalysis", "playfrom", "previousmistake",
        "previousofeither", "practise", "prove", "proof",
        "puzzle", "puzzles", "playgame", "page", "playsteps",
        "player", "players", "position", "play"
    ]  # fmt: skip
    assert interpreter.completions("UN")[0] == "undo"
    assert interpreter.completions("zz") == []

    app.document.new_game(find_game("loa"))

    assert interpreter.completions("c1") == ["c1-c3", "c1-e3", "c1xa3"]


def test_first_words_of_commands_are_completed(interpreter, app):
    assert interpreter.completions("help und") == ["help undo", "help undolibrary"]
    assert interpreter.completions("puzzles f") == ["puzzles failed"]
    assert interpreter.completions("puzzle n") == ["puzzle next"]
    assert interpreter.completions("new ") == [f"new {key}" for key in game_keys()]
    assert interpreter.completions("player N") == ["player north"]
    assert interpreter.completions("play ") == [f"play {pit}" for pit in range(1, 7)]
    assert interpreter.completions("undo ") == []


def test_nothing_typed_completes_to_everything(interpreter):
    assert interpreter.completions("") == [*NAMES, "1", "2", "3", "4", "5", "6"]


def test_every_completion_of_a_move_can_be_played(interpreter, app):
    for move in interpreter.completions("")[len(NAMES) :]:
        interpreter.execute(move)
        interpreter.execute("undo")

    assert len(app.document.record.root.children) == 6


# -- lines gone wrong ------------------------------------------------------------------------------

_LINES = [
    *NAMES,
    *("help undo", "undo 2", "redo 3", "goto 1", "new kalah standard", "new loa", "new tictactoe"),
    *("player {first} alpha-beta 2", "player {second} computer", "player {first} human"),
]


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
@pytest.mark.parametrize("held", [False, True], ids=["humans", "held computers"])
def test_a_mutated_line_is_done_or_refused_in_words_and_then_changes_nothing(
    app, searcher, key, held
):
    searcher.shut()
    interpreter = Interpreter(app)
    game = find_game(key)
    players = (COMPUTER, HUMAN) if held else (HUMAN, HUMAN)
    rng = Random(f"{key} {held}")
    refused = 0

    lines = rounds(800)
    for number in range(lines):
        if number % 20 == 0:
            start = random_position(key, number, number % 9).position_string()
            app.document.new_game(game, game.rulebook.default, players, start)
            app.turns.pause()
        position = app.document.position
        moves = [position.format_move(move) for move in position.legal_moves()] or ["1"]
        turn = "-".join(rng.choices(moves, k=2))
        plain = rng.choice([rng.choice(_LINES), rng.choice(moves), turn])
        first, second = (side.lower() for side in app.document.game.sides)
        line = mutated(plain.format(first=first, second=second), rng)
        before = state(app)
        try:
            shown = interpreter.execute(line)
        except KalahloaError as error:
            assert said(error)
            assert state(app) == before, line
            refused += 1
        else:
            assert isinstance(shown, str)
        assert (
            app.document.position.position_string()
            == app.document.record.replayed().position_string()
        )

    assert refused > lines // 2
