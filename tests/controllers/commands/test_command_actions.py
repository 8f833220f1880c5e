"""What commands do to games, players and the clipboard."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Hint, HintStep
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import COMPUTER, texts
from tests.disk import Disk
from tests.scores import exact

LATE = "<6,3,2,1,0,2,3,0,1,0,0,1,0,0,2> N"
EGGS = "1bwbwbw1/w6b/b6w/w6b/b6w/w6b/b6w/1wbwbwb1 b"


@pytest.fixture
def clipboard(app: AppContext, tmp_path: Path) -> Iterator[list[str]]:
    """The texts that were on the clipboard, the newest last."""
    copied: list[str] = [""]
    app.copy, app.paste = copied.append, lambda: copied[-1]
    disk = Disk(tmp_path / "library.sqlite")
    keeper = Keeper(app.document, disk.open, app.document)
    app.open_text = keeper.open_text_later
    yield copied
    keeper.shut_down()


def paste(app: AppContext, qtbot) -> str:
    """Paste what is on the clipboard, and return why that is not possible."""
    keeper = app.document.findChild(Keeper)
    ended: list[object] = []
    keeper.opened.connect(lambda _: ended.append(""))
    keeper.failed.connect(ended.append)
    do(app, "paste-game")
    qtbot.waitUntil(lambda: bool(ended))
    return str(ended[0])


def do(app: AppContext, key: str, *words: str) -> str:
    return BY_KEY[key].perform(app, list(words))


def test_a_rematch_has_the_same_rules_start_players_and_comment(app):
    kalah = find_game("kalah")
    rules = kalah.rulebook.read("standard")
    app.document.new_game(kalah, rules, (HUMAN, HUMAN), LATE, comment="A late start")
    do(app, "play", "3")
    app.document.set_player(0, COMPUTER)
    number = app.document.place.record_number

    do(app, "rematch")

    record = app.document.record
    assert (record.rules, record.start, record.root.comment) == (rules, LATE, "A late start")
    assert app.document.players == (COMPUTER, HUMAN)
    assert app.document.place.record_number != number
    assert texts(app) == []


def test_players_change_sides_and_the_one_to_move_goes_on(app, searcher):
    searcher.shut()
    app.document.new_game(find_game("kalah"), players=(HUMAN, COMPUTER))

    shown = do(app, "swap-sides")

    assert app.document.players == (COMPUTER, HUMAN)
    assert app.document.place.thinking
    assert app.document.place.flipped
    assert shown == f"South: {COMPUTER.title}. North: Human."


@pytest.mark.parametrize("ply", [0, 1, 3])
def test_one_goes_to_a_ply_of_the_line_from_anywhere_on_it(app, ply):
    app.document.new_game(find_game("kalah"))
    do(app, "play", "3-6")
    do(app, "play", "1")
    do(app, "back")

    do(app, "goto", str(ply))

    assert app.document.node.ply == ply


@pytest.mark.parametrize("word", ["99", "-1", "x", "", "1 2", "²", "1" * 9999])
def test_a_node_that_is_not_there_is_refused(app, word):
    app.document.play(app.document.position.legal_moves()[0])
    node = app.document.node

    with pytest.raises(BadCommand, match="The game has no node"):
        do(app, "goto-node", *word.split(" "))

    assert app.document.node is node


def test_values_are_shown_and_hidden_again(app):
    shown = []
    for _ in range(3):
        do(app, "values")
        shown.append(app.document.place.values_wanted)

    assert shown == [True, False, True]


def test_a_pause_by_a_key_does_not_speak_of_typing(app, searcher):
    searcher.shut()
    app.document.set_player(0, COMPUTER)

    assert BY_KEY["pause"].trigger(app) == ""

    assert app.document.place.waits_for_continue


def test_a_hint_that_is_shown_already_is_said_again(app, monkeypatch):
    value = exact(1.0)
    hint = Hint(3, "b1-b3", value, HintStep.WHY)
    app.document._place = replace(app.document.place, hint=hint)
    monkeypatch.setattr(app[Analysis], "request_hint", lambda _: None)

    assert do(app, "hint") == "Why b1-b3: +1 for Black, proven."


def test_the_end_is_that_of_the_line_last_followed(app):
    for move in ("b1-b3", "a4-c4"):
        do(app, "play", move)
    do(app, "start")
    do(app, "play", "b1-d3")
    do(app, "start")

    do(app, "end")

    assert texts(app) == ["b1-d3"]


# -- the clipboard ---------------------------------------------------------------------------------


def test_the_position_is_copied_and_pasted_as_a_new_game_of_the_same_rules(app, clipboard, qtbot):
    kalah = find_game("kalah")
    rules = kalah.rulebook.read("standard")
    app.document.new_game(kalah, rules)
    do(app, "play", "3-6")
    copied = app.document.position.position_string()
    assert do(app, "copy-position") == f"Copied: {copied}"
    assert clipboard[-1] == copied

    do(app, "start")
    assert paste(app, qtbot) == ""

    record = app.document.record
    assert (record.start, record.rules, len(record.nodes)) == (copied, rules, 1)


@pytest.mark.parametrize(
    ("text", "key"), [(LATE, "kalah"), ("XX./OO./... X", "tictactoe"), (f"  {EGGS}\n", "loa")]
)
def test_a_position_of_any_game_can_be_pasted(app, clipboard, text, key, qtbot):
    clipboard.append(text)

    assert paste(app, qtbot) == ""

    assert app.document.game.key == key
    assert app.document.record.start == text.strip()


@pytest.mark.parametrize(
    ("text", "key", "moves"),
    [
        ("(;GM[9]SZ[8];B[b1-b3];W[a4-c4])", "loa", ["b1-b3", "a4-c4"]),
        ("1. b1-b3 a4-c4 2. c1xc4", "loa", ["b1-b3", "a4-c4", "c1xc4"]),
    ],
)
def test_a_game_can_be_pasted(app, clipboard, text, key, moves, qtbot):
    clipboard.append(text)

    assert paste(app, qtbot) == ""

    record = app.document.record
    assert record.game.key == key
    assert [node.text for node in record.main_line()] == moves


@pytest.mark.parametrize(
    "text", ["nonsense", "two\nlines", "x" * 1_000_000, "<b>bold</b>", "\x00", "9" * 9000]
)
def test_what_is_no_game_is_refused_and_changes_nothing(app, clipboard, text, qtbot):
    do(app, "play", "b1-b3")
    record = app.document.record
    clipboard.append(text)

    sentence = paste(app, qtbot)

    assert app.document.record is record
    assert 0 < len(sentence) < 600


@pytest.mark.parametrize("text", ["", "   \n"])
def test_without_a_text_there_is_nothing_to_paste(app, clipboard, text):
    clipboard.append(text)

    with pytest.raises(BadCommand, match="clipboard"):
        do(app, "paste-game")
