"""All commands in every state: what is possible does something, what is not says why."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any

import pytest
from PySide6.QtGui import QKeySequence

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.command import Command
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.controllers.features.library.statistics import LibraryStatistics
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_state import Trial
from kalahloa.controllers.features.teaching.state import NO_TEACHING, Teaching, TeachingSettings
from kalahloa.controllers.features.teaching.teaching import TeachingController
from kalahloa.controllers.session.commands import BY_KEY, BY_TYPED_NAME, COMMANDS, MENUS
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.move_values import FoundValues
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.text.errors import BadCommand, IllegalMove
from tests.controllers.conftest import COMPUTER, legal
from tests.models.random_play import random_position
from tests.scores import estimate, exact
from tests.scripted import ScriptedSearcher

KALAH = find_game("kalah")
OVER = "XX./OO./... X"
NO_REQUEST = 10**6
"""The number of a judgement that nobody works on."""

# -- every state -----------------------------------------------------------------------------------


def _nothing_played(app: AppContext) -> None:
    app.document.new_game(KALAH)


def _human_to_move(app: AppContext) -> None:
    app.document.new_game(
        KALAH,
        players=(HUMAN, COMPUTER),
    )
    app.turns.play_text("3")  # and moves again


def _thinking(app: AppContext) -> None:
    _human_to_move(app)
    app.turns.play_text("1")


def _held(app: AppContext) -> None:
    _thinking(app)
    app.turns.pause()


def _undone(app: AppContext) -> None:
    _thinking(app)
    app.navigation.undo()


def _over(app: AppContext) -> None:
    app.document.new_game(find_game("tictactoe"), start=OVER)
    app.turns.play_text("3")


def _over_at_once(app: AppContext) -> None:
    app.document.new_game(find_game("tictactoe"), start="XXX/OO./... O")


def _hint_running(app: AppContext) -> None:
    _human_to_move(app)
    app[Analysis].request_hint()


def _in_a_variation(app: AppContext) -> None:
    app.document.new_game(find_game("loa"), players=(HUMAN, HUMAN))
    app.turns.play_text("b1-b3")
    for move in legal(app)[:3]:
        app.turns.play_text(move)
        app.navigation.undo()
    app.document.go_to(app.document.node.children[1])


def _in_study(app: AppContext) -> None:
    _thinking(app)
    app.turns.set_answers(False)


def _between_computers(app: AppContext) -> None:
    app.document.new_game(KALAH, players=(COMPUTER, COMPUTER))


def _values_shown(app: AppContext) -> None:
    _nothing_played(app)
    app[Analysis].set_wanted(True)


def _analysing(app: AppContext) -> None:
    _nothing_played(app)
    app[LiveAnalysis].set_on(True)
    position = app.document.position
    values = {move: estimate(0.5, depth=9) for move in position.legal_moves()}
    lines = {move: (move,) for move in values}
    app[Analysis].findings.add_found(
        app.document.node, FoundValues(tuple(values), values, lines, tuple(values), 9, 100, 0.1)
    )
    app.document.report(Cause.FINDINGS)


def _reviewed(app: AppContext) -> None:
    app.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))
    app.turns.play_text("5")
    app.turns.play_text("2")
    lost, drawn = exact(-1.0, depth=7), exact(0.0, depth=7)
    mistake = ReviewedPly(2, 2, "2", 1, lost, 1, "1", drawn, 1.0, True, Mark.BLUNDER, ("1", "3"))
    app[Reviews].add_reviewed(app.document.record, [mistake])


def _trying_again(app: AppContext) -> None:
    _reviewed(app)
    BY_KEY["try-again"].trigger(app)
    assert app.document.place.get(Trial) is not None


def _judging(app: AppContext) -> None:
    app[Reviews].judge = lambda *_: NO_REQUEST  # type: ignore[method-assign]
    app[TeachingController].set_settings(TeachingSettings(on=True))
    _thinking(app)
    place = app.document.place
    assert place.get(Teaching) is not None and place[Teaching].judging is not None


def _taken_back(app: AppContext) -> None:
    _judging(app)
    bad, good = exact(-9.0, depth=7), exact(3.0, depth=7)
    ply = ReviewedPly(2, 1, "1", 0, bad, 2, "2", good, 12.0, True, refutation=("1", "2"))
    app[Reviews].judged.emit(NO_REQUEST, ply, "")
    app[TeachingController]._receive_verdict()
    assert app.document.place.is_taken_back


def _tried_in_vain(app: AppContext) -> None:
    _taken_back(app)
    app.navigation.undo()


STATES: dict[str, Callable[[AppContext], None]] = {
    "nothing played": _nothing_played,
    "human to move": _human_to_move,
    "thinking": _thinking,
    "held": _held,
    "undone": _undone,
    "over": _over,
    "over at once": _over_at_once,
    "hint running": _hint_running,
    "variation": _in_a_variation,
    "study": _in_study,
    "between computers": _between_computers,
    "values shown": _values_shown,
    "analysing": _analysing,
    "reviewed": _reviewed,
    "trying again": _trying_again,
    "judging": _judging,
    "taken back": _taken_back,
    "tried in vain": _tried_in_vain,
}


@dataclass
class Front:
    """What a window or a terminal does for its commands: here it only notes what it is asked."""

    asked: list[str] = field(default_factory=list)
    clipboard: str = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"

    def do(self, key: str) -> Callable[[], None]:
        return lambda: self.asked.append(key)

    def set_clipboard(self, text: str) -> None:
        self.clipboard = text


class Shelf:
    """A library that only notes what it is asked."""

    def __init__(self, front: Front, like: type = LibraryView) -> None:
        self._front = front
        self._like = like

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name not in dir(self._like):
            raise AttributeError(name)
        return lambda *_: self._front.asked.append(name)


LIBRARY = {
    "open-game",
    "guess-game",
    "trash-game",
    "restore-game",
    "empty-trash",
    "tag-games",
    "game-details",
    "undo-library",
    "copy-games",
    "export-games",
}
FILES = ("import-heuristic", "export-heuristic")
ONLY_A_FRONT = tuple(command.key for command in COMMANDS if command.run is None)
FRONTS = {
    "window": tuple(
        command.key
        for command in COMMANDS
        if command.title
        and command.key in {*ONLY_A_FRONT, *FILES, "new", "help", "rules", "import", "lab"}
    ),
    "terminal": ("quit", "switch-view", "split-view"),
}


WAYS = ("by menu", "by words")
STATES_FRONTS_WAYS = [
    (state, front, way)
    for number, state in enumerate(STATES)
    for place, front in enumerate(FRONTS)
    for turn, way in enumerate(WAYS)
    if (number + place + turn) % 2 == 0
]
"""Every state with every front and with every way, and every front with every way."""


@pytest.fixture(params=FRONTS)
def front(request: pytest.FixtureRequest, app: AppContext) -> Front:
    """A front that can do what a window, or a terminal, can."""
    made = Front()
    app.window_actions.update({key: made.do(key) for key in FRONTS[request.param]})
    if request.param == "window":
        app.copy, app.paste = made.set_clipboard, lambda: made.clipboard
        app.open_text = lambda _text: made.asked.append("open-text")
        app.add(LibraryView, Shelf(made))  # type: ignore[arg-type]
        app.add(LibraryStatistics, Shelf(made, LibraryStatistics))  # type: ignore[arg-type]
        for key in ("library", "statistics"):
            app.window_actions[key] = made.do(key)
    return made


@pytest.fixture(params=STATES)
def state(request: pytest.FixtureRequest, app: AppContext, searcher: ScriptedSearcher) -> str:
    """The name of the state in which the app is; searches last until the test ends."""
    searcher.shut()
    _enter(request.param, app)
    return request.param


def _enter(state: str, app: AppContext) -> None:
    """Bring *app* into *state*, from whatever state it is in."""
    app[Analysis].set_wanted(False)
    app[LiveAnalysis].set_on(False)
    app[LiveAnalysis].set_lines(3)
    app.turns.set_answers(True)
    app[TeachingController].set_settings(NO_TEACHING)
    app.document.new_game(KALAH, players=(HUMAN, HUMAN))
    STATES[state](app)


def _words(command: Command, app: AppContext) -> list[str]:
    """Return words with which *command* would change something at *app*."""
    place = app.document.place
    if command.key == "player":
        return [place.game.sides[1].lower(), "game-tree", "3"]
    if command.key == "goto":
        return ["1"] if place.node.ply != 1 else ["0"]
    if command.key == "goto-node":
        return ["1"] if place.node.number != 1 else ["0"]
    if command.key == "mark":
        return ["??"]
    if command.key == "comment":
        return ["Why", "not?"]
    if command.key == "comment-at":
        return ["0", "Why not?"]
    if command.key in LIBRARY - {"restore-game", "empty-trash"}:
        words = {"tag-games": ["new", "old", "7"], "export-games": ["old", "7"]}
        return words.get(command.key, ["7"])
    if command.key == "import":
        return ["games.sgf"]
    if command.key == "import-heuristic":
        return ["mine.py"]
    if command.key == "draw":
        return ["cell", "1", "-", "red"]
    if command.key in ("follow-line", "insert-at"):
        root = app.document.record.position_at(place.root)
        moves = root.legal_moves() if place.root.outcome is None else []
        return ["0", *(root.format_move(move) for move in moves[-1:])]
    if command.key == "copy-text":
        return ["1.", "c8-c6"]
    if command.key in ("look-at", "lines-at"):
        return [{"loa": "b1", "kalah": "S3"}.get(place.game.key, "5")]
    if command.key in ("play", "insert"):
        moves = place.position.legal_moves() or [1]
        return [place.position.format_move(moves[-1]) if place.outcome is None else "9"]
    return []


def _clipboard(command: Command, app: AppContext) -> str:
    """Return a text with which *command*, if it pastes, would change something at *app*."""
    moves = app.document.position.legal_moves()
    if command.key != "paste-line" or not moves:
        return Front.clipboard
    return app.document.position.format_move(moves[-1])


def _seen(app: AppContext, front: Front) -> tuple[Any, ...]:
    """Return all that a command can change, apart from what it answers."""
    place = app.document.place
    shown = [getattr(place, entry.name) for entry in fields(place) if entry.name != "position"]
    return (*shown, app[Analysis].answering, app[Course].state, list(front.asked), front.clipboard)


def _is_of_the_front(app: AppContext, command: Command) -> bool:
    """Return whether *command* needs what this front does not have."""
    if (
        command.key in {*LIBRARY, "import", "library", "statistics", "lab"}
        and app.get(LibraryView) is None
    ):
        return True
    if command.key in FILES and command.key not in app.window_actions:
        return True
    if command.key == "set" and app.preferences is None:
        return True
    clipboard = command.key.startswith(("copy-", "paste-")) and app.copy is None
    return clipboard or (command.run is None and command.key not in app.window_actions)


@pytest.mark.parametrize(("state", "front", "way"), STATES_FRONTS_WAYS, indirect=["state", "front"])
def test_every_command_does_something_or_says_why_it_cannot(app, front, state, way):
    by_menu = way == "by menu"
    done = 0
    is_entered = False
    for command in COMMANDS:
        if command.title or not by_menu:
            if not is_entered:
                _enter(state, app)
            front.clipboard = _clipboard(command, app)
            # What was refused has changed nothing, and the state is entered still.
            is_entered = not _does_something(command, app, front, by_menu)
            done += not is_entered

    assert 5 < done < len(COMMANDS)


def _does_something(command: Command, app: AppContext, front: Front, by_menu: bool) -> bool:
    """Return whether *command* does something; fail if it says nothing although it does not."""
    words = _words(command, app)
    before = _seen(app, front)
    possible = command.possible(app.document.place)
    try:
        answer = command.trigger(app) if by_menu else command.perform(app, words)
    except BadCommand as error:
        assert not possible or _is_of_the_front(app, command), command.key
        assert _seen(app, front) == before, command.key
        assert possible or str(error) == command.why_not(app.document.place)
        _require_sentence(str(error))
        return False
    assert possible, command.key
    assert answer or _seen(app, front) != before, command.key
    return True


def _require_sentence(text: str) -> None:
    assert text[0].isupper()
    assert text.endswith(".")
    assert 8 < len(text) < 80


@pytest.mark.parametrize(
    ("state", "key", "reason"),
    [
        ("nothing played", "undo", "There is nothing to undo."),
        ("nothing played", "rematch", "No moves yet."),
        ("nothing played", "swap-sides", "Both sides have the same player."),
        ("nothing played", "pause", "The computer is not thinking."),
        ("thinking", "hint", "Wait until it is your turn."),
        ("thinking", "play", "The computer plays North; pause to move yourself."),
        ("thinking", "continue", "The computer is not waiting."),
        ("held", "pause", "The computer is not thinking."),
        ("over", "hint", "The game is over."),
        ("over", "play", "The game is over."),
        ("over", "redo", "There is nothing to redo."),
        ("over at once", "goto", "No moves yet."),
        ("hint running", "hint", "Still looking for a hint."),
        ("study", "continue", "The computer is not waiting."),
        ("variation", "end", "This is the end of the line."),
        ("judging", "play", "The computer plays North; pause to move yourself."),
        ("taken back", "play", "The program is about to undo your last move."),
    ],
    indirect=["state"],
)
def test_the_reason_fits_the_state(app, state, key, reason):
    place = app.document.place

    assert not BY_KEY[key].possible(place)
    assert BY_KEY[key].why_not(place) == reason


@pytest.mark.parametrize(
    ("state", "keys"),
    [
        ("nothing played", "hint play flip values new"),
        ("human to move", "undo back start hint play rematch swap-sides goto"),
        ("thinking", "undo pause back"),
        ("held", "undo continue hint play"),
        ("undone", "redo hint play forward end"),
        ("over", "undo back start rematch"),
        ("hint running", "undo play"),
        ("variation", "next-variation previous-variation undo play"),
        ("study", "undo hint play"),
        ("judging", "undo teaching play-from"),
        ("taken back", "undo teaching play-from"),
        ("tried in vain", "hint play forward teaching"),
    ],
    indirect=["state"],
)
def test_what_one_needs_in_a_state_is_possible(app, state, keys):
    for key in keys.split():
        assert BY_KEY[key].possible(app.document.place), key


# -- the table -------------------------------------------------------------------------------------


def test_whether_commands_are_possible_is_found_without_looking_at_the_position(app, state):
    # It is asked for all commands at every change; legal moves would take too long.
    place = replace(app.document.place, position=None)

    for command in COMMANDS:
        command.possible(place)
        if command.checked is not None:
            command.checked(place)


def test_every_command_that_may_be_impossible_says_why():
    always = BY_KEY["flip"].possible

    for command in COMMANDS:
        assert (command.possible is always) == (command.otherwise == ""), command.key


def test_keys_and_titles_are_unique():
    titles = [command.label for command in COMMANDS if command.title]

    assert len(BY_KEY) == len(COMMANDS)
    assert len(set(titles)) == len(titles)


def test_whatever_is_in_a_menu_has_a_title_and_a_tip_and_the_groups_are_in_order():
    for menu in MENUS:
        commands = [command for command in COMMANDS if command.menu == menu]
        groups = [command.group for command in commands]
        assert commands
        assert groups == sorted(groups)
        assert all(command.title and command.tip for command in commands)


def test_tips_are_short_and_have_no_full_stop():
    tips = [command.tip for command in COMMANDS if command.tip]

    for tip in tips:
        assert tip[0].isupper()
        assert not tip.endswith(".")
        assert len(tip) <= 60
    assert len(set(tips)) == len(tips)


def test_mnemonics_are_unique_in_each_menu():
    for title in MENUS.values():
        assert title.count("&") == 1
    menus = {
        **{key: [c.title for c in COMMANDS if c.menu == key] for key in MENUS},
        "bar": list(MENUS.values()),
    }
    menus["view"] += ["&Panels", "&Overlays"]  # which the window puts there
    for titles in menus.values():
        mnemonics = [title[title.index("&") + 1].lower() for title in titles]
        assert len(set(mnemonics)) == len(mnemonics), mnemonics


def test_shortcuts_are_unique_together_with_those_of_the_platform(qapp):
    owner: dict[str, str] = {}
    for command in COMMANDS:
        keys = {QKeySequence(text).toString() for text in command.shortcuts}
        if command.standard:
            standard = QKeySequence.StandardKey[command.standard]
            keys |= {found.toString() for found in QKeySequence.keyBindings(standard)}
        for key in keys:
            assert key, command.key
            assert owner.setdefault(key, command.key) == command.key, key


def test_a_title_with_dots_is_that_of_a_dialog_and_only_that():
    dialogs = {
        "new", "edit-position", "open", "save", "export", "import", "first-player",
        "second-player", "palette", "preferences", "teaching-options", "play-from", "export-tree",
        "import-heuristic", "export-heuristic", "versions", "details", "print-handout",
    }  # fmt: skip

    assert {command.key for command in COMMANDS if command.title.endswith("…")} == dialogs


def test_what_is_typed_has_a_tip_and_can_be_done_by_words():
    for name, command in BY_TYPED_NAME.items():
        assert name == name.lower()
        assert name.isalpha()
        assert command.tip
        assert command.run is not None or command.key in FRONTS["terminal"]
    assert len(BY_TYPED_NAME) == sum(1 for command in COMMANDS if command.typed)


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_no_typed_name_is_a_move_of_any_game(key):
    game = find_game(key)
    pie = {"pie": "yes"} if key == "kalah" else {}
    start = game.start(game.rulebook.read(None, pie))
    start.make(start.legal_moves()[0])
    positions = [start, *(random_position(key, seed, seed % 30) for seed in range(20))]

    for name in BY_TYPED_NAME:
        for position in positions:
            with pytest.raises(IllegalMove):
                position.read_turn(name)


def test_a_move_that_is_named_like_a_command_can_be_played_all_the_same(app):
    app.document.new_game(KALAH)

    BY_TYPED_NAME["play"].perform(app, ["3-6"])

    assert app.document.node.ply == 2


def test_a_front_s_command_takes_no_words(app):
    with pytest.raises(BadCommand, match="quit takes no arguments"):
        BY_TYPED_NAME["quit"].perform(app, ["now"])


@pytest.mark.parametrize(
    "command", [one for one in COMMANDS if one.run and not one.arguments], ids=lambda one: one.key
)
def test_a_command_without_arguments_takes_no_words(app, command):
    done = []
    told = replace(command, possible=lambda _: True, run=lambda *_: done.append(command.key))

    with pytest.raises(BadCommand, match=f"{command.typed or command.key} takes no arguments"):
        told.perform(app, ["now"])

    assert done == []
