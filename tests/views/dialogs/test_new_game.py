"""The new-game dialog: by keys only, and what it says as one types."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QWidget

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.search.default_searchers import FOR_PLAYING
from kalahloa.models.search.levels.levels import ENDING, HIGHEST, LASTING, PERFECT
from kalahloa.models.search.searchers import lecture_searchers
from kalahloa.views.dialogs.new_game import NewGameDialog
from kalahloa.views.dialogs.player_chooser import PlayerChooser, PlayerDialog
from kalahloa.views.dialogs.position_editor import PositionEditorDialog, SetUpGame
from kalahloa.views.rule_words import rules_in_words

SEARCHER = Player(Level("alpha-beta", depth=3))


@pytest.fixture
def make(qtbot) -> Callable[..., NewGameDialog]:
    """Return a function that opens the dialog on a game with two players."""

    kept = []

    def make_dialog(key: str, first: Player = HUMAN, second: Player = HUMAN) -> NewGameDialog:
        game = find_game(key)
        dialog = NewGameDialog(game, game.rulebook.default, (first, second))
        qtbot.addWidget(dialog)
        kept.append(dialog)
        dialog.show()
        qtbot.waitExposed(dialog)
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        return dialog

    return make_dialog


def choose(field: QComboBox, key: str) -> None:
    field.setCurrentIndex(field.findData(key))


def press(key: Qt.Key, times: int = 1) -> None:
    """Press *key* wherever the focus is."""
    for _ in range(times):
        QTest.keyClick(QApplication.focusWidget(), key)


def tab_to(field: QWidget) -> None:
    """Press Tab until *field* has the focus."""
    for _ in range(40):
        if field.hasFocus():
            return
        press(Qt.Key.Key_Tab)
    raise AssertionError(f"Tab does not reach {field.accessibleName()}.")


# -- keys ----------------------------------------------------------------------------------------


def test_a_game_with_options_is_begun_by_the_keyboard_alone(open_window, qtbot):
    hands = open_window("loa")
    hands.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    dialog = hands.window.findChild(NewGameDialog)
    qtbot.waitUntil(dialog.games.hasFocus)

    press(Qt.Key.Key_Down)  # Kalah
    qtbot.waitUntil(lambda: dialog.rules_form.fields["stones"].isVisible())
    tab_to(dialog.choosers[1].who)
    press(Qt.Key.Key_Down, 3)  # level 3
    tab_to(dialog.rules_form.fields["stones"])
    press(Qt.Key.Key_Up, 2)
    tab_to(dialog.rules_form.fields["pie"])
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Return)

    record = hands.document.record
    assert record.game.key == "kalah"
    assert (record.rules.stones, record.rules.pie) == (6, "yes")
    assert hands.document.players == (HUMAN, Player(Level.of_engine(3)))


def test_a_start_is_typed_and_the_game_begun_by_enter(make, qtbot):
    dialog = make("kalah")
    tab_to(dialog.start_field.line)

    QTest.keyClicks(QApplication.focusWidget(), "<6,0,0,0,0,0,0,0,1,4,4,4,4,4,4> S")
    press(Qt.Key.Key_Return)

    assert not dialog.isVisible()
    assert dialog.choice().start == "<6,0,0,0,0,0,0,0,1,4,4,4,4,4,4> S"


def test_new_options_of_another_game_are_reached_before_the_buttons(make, qtbot):
    dialog = make("tictactoe")
    choose(dialog.games, "loa")
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    qtbot.waitUntil(lambda: all(one.isVisible() for one in dialog.rules_form.fields.values()))
    dialog.preset.setFocus()

    reached = []
    while not ok.hasFocus():
        press(Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())

    assert reached[:-1] == list(dialog.rules_form.fields.values())


# -- the start -----------------------------------------------------------------------------------


def test_a_start_is_shown_as_a_board_as_one_types(make, qtbot):
    dialog = make("kalah")

    QTest.keyClicks(dialog.start_field.line, "<6,0,0,0,0,0,0,0,1,4,4,4,4,4,4> S")

    qtbot.waitUntil(dialog.start_field.preview.isVisible)
    assert "|  1 |  0 |  0 |  0 |  0 |  0 |" in dialog.start_field.preview.text()
    assert not dialog.problem.isVisible()


def test_what_is_wrong_with_a_start_is_said_as_one_types_and_goes_with_it(make, qtbot):
    dialog = make("kalah")

    QTest.keyClicks(dialog.start_field.line, "<6,0,0,1> S")
    assert not dialog.problem.isVisible()  # not at every letter

    qtbot.waitUntil(dialog.problem.isVisible)
    assert "14 cells" in dialog.problem.text()
    dialog.start_field.line.clear()
    assert not dialog.problem.isVisible()


def test_a_start_is_read_again_by_other_rules_and_in_another_game(make):
    dialog = make("kalah")
    dialog.start_field.line.setText("<6,0,0,0,0,0,0,0,1,4,4,4,4,4,4> S")
    dialog.start_field.check()
    assert dialog.start_field.preview.isVisible()

    QTest.keyClick(dialog.rules_form.fields["pits"], Qt.Key.Key_Down)
    assert dialog.problem.isVisible()
    assert not dialog.start_field.preview.isVisible()

    choose(dialog.games, "loa")
    assert "b or w" in dialog.problem.text()


def test_a_wrong_start_is_refused_and_the_keyboard_goes_to_it(make):
    dialog = make("kalah")
    dialog.start_field.line.setText("nonsense")

    QTest.mouseClick(
        dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), Qt.MouseButton.LeftButton
    )

    assert dialog.isVisible()
    assert dialog.problem.isVisible()
    assert dialog.start_field.line.hasFocus()


# -- the rules -----------------------------------------------------------------------------------


def test_every_option_says_what_is_chosen(make):
    dialog = make("kalah")
    book = dialog.choice().game.rulebook
    for option in book.options:
        field = dialog.rules_form.fields[option.name]
        if isinstance(field, QComboBox):
            for value, sentence in option.values.items():
                choose(field, value)

                assert field.accessibleDescription() == sentence


def test_own_rules_stand_in_the_list_only_while_they_are_chosen(make):
    dialog = make("kalah")
    presets = len(dialog.choice().game.rulebook.presets)
    QTest.keyClick(dialog.rules_form.fields["stones"], Qt.Key.Key_Up)
    assert dialog.preset.count() == presets + 1

    choose(dialog.preset, "standard")

    assert dialog.preset.count() == presets
    assert dialog.choice().rules.stones == 4


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "Classic"),
        ({"end": "standard"}, "Standard"),
        ({"pie": "yes"}, "Classic; pie rule: yes"),
        ({"pits": 12, "stones": 12}, "Classic; pits per side: 12; stones per pit: 12"),
        ({"remaining": "last-mover"}, "Classic; stones left at the end: all to the last mover"),
    ],
)
def test_rules_are_put_into_words(changes, words):
    book = find_game("kalah").rulebook

    assert rules_in_words(book, book.read(None, changes)) == words


def test_no_title_of_an_option_is_that_of_another_field(make):
    for key in ("kalah", "loa", "tictactoe"):
        dialog = make(key)
        titles = [dialog.games, dialog.preset, dialog.start_field.line]
        names = {field.accessibleName() for field in titles}

        assert not names & {option.title for option in dialog.choice().game.rulebook.options}
        assert "Start" not in names


# -- the players ---------------------------------------------------------------------------------


def test_the_players_swap_sides(make):
    dialog = make("kalah", SEARCHER, HUMAN)

    QTest.mouseClick(dialog.swap, Qt.MouseButton.LeftButton)
    assert dialog.choice().players == (HUMAN, SEARCHER)

    QTest.mouseClick(dialog.swap, Qt.MouseButton.LeftButton)
    assert dialog.choice().players == (SEARCHER, HUMAN)


@pytest.mark.parametrize(
    "player",
    [
        HUMAN,
        Player(Level.of_engine(1)),
        Player(Level.of_engine(PERFECT)),
        Player(Level("engine", depth=None, seconds=3.5)),
        Player(Level("engine", depth=6)),
        Player(Level("alpha-beta", depth=2, seconds=60)),
        Player(Level("game-tree", depth=2, heuristic="kalah-difference")),
        Player(Level("game-tree", depth=None, seconds=0.25)),
    ],
    ids=lambda player: player.title,
)
def test_a_player_that_is_not_changed_is_kept_whole(make, player):
    assert make("kalah", player, player).choice().players == (player, player)


def test_a_searcher_takes_no_heuristic_of_another_game_along(make):
    dialog = make("loa", Player(Level("alpha-beta", depth=2, heuristic="orphans")))
    assert dialog.choice().players[0].level.heuristic == "orphans"

    choose(dialog.games, "kalah")

    names = [heuristic.name for heuristic in find_game("kalah").heuristics]
    assert dialog.choice().players[0].level.heuristic in [None, *names]


def test_every_level_stands_in_the_list_with_its_name_and_the_perfect_one_after_them(make):
    chooser = make("kalah").choosers[0]
    keys = [chooser.who.itemData(row) for row in range(chooser.who.count())]
    texts = [chooser.who.itemText(row) for row in range(chooser.who.count())]

    assert keys[0] == "human"
    first = keys.index("engine-1")
    assert keys[first : first + PERFECT] == [f"engine-{number}" for number in range(1, PERFECT + 1)]
    for number, spec in enumerate(ENDING, 1):
        assert texts[first + number - 1] == f"Engine, level {number}: {spec.name}"
    assert texts[first + PERFECT - 1] == "Engine, perfect"
    assert keys[-7:] == [one.name for one in lecture_searchers()]


@pytest.mark.parametrize(("key", "is_offered"), [("kalah", True), ("loa", False)])
def test_the_order_of_moves_is_chosen_where_the_lecture_has_its_own(make, key, is_offered):
    level = Level(searcher="alpha-beta-by-number", depth=3)
    dialog = make(key, Player(level))
    chooser = dialog.choosers[0]

    assert dialog.choice().players[0].level == level
    assert (chooser.who.currentText(), chooser.order.isVisible()) == ("Alpha-beta", is_offered)
    choose(chooser.who, "negamax")
    assert chooser.player().level.searcher == "negamax-by-number"
    choose(chooser.order, "")
    assert chooser.player().level.searcher == "negamax"
    choose(chooser.order, "-by-number")
    choose(chooser.who, "engine-own")

    assert not chooser.order.isVisible()
    assert chooser.player().level.searcher == "engine"


def test_each_level_means_something_else(make):
    chooser = make("kalah").choosers[0]
    meanings = set()
    for number in range(1, PERFECT + 1):
        choose(chooser.who, f"engine-{number}")
        assert chooser.sentence.isVisible()
        meanings.add(chooser.sentence.text())

    assert len(meanings) == PERFECT
    choose(chooser.who, "engine-7")
    seen = f"looks at up to {ENDING[6].nodes:,} positions per move"
    assert chooser.sentence.text() == f"Tournament player: {seen}."
    for number, roughly in enumerate(("very roughly", "roughly", "rather roughly"), 1):
        choose(chooser.who, f"engine-{number}")
        assert chooser.sentence.text().endswith(f"judges moves {roughly}.")
    choose(chooser.who, "engine-4")
    assert chooser.sentence.text().endswith("judges moves a little roughly.")
    choose(chooser.who, "engine-5")
    assert chooser.sentence.text() == (
        "Club player: looks one move ahead, and sees what loses at once."
    )
    choose(chooser.who, "engine-10")
    assert chooser.sentence.text().endswith("and proves what it can.")


def test_what_a_level_looks_at_depends_on_the_game(make):
    chooser = make("loa").choosers[0]

    choose(chooser.who, "engine-10")

    assert chooser.sentence.text() == (
        f"Master: looks at up to {LASTING[-1].nodes:,} positions per move."
    )


def test_there_is_no_perfect_level_where_a_game_may_go_on_for_ever(make):
    dialog = make("kalah", Player(Level.of_engine(PERFECT)))

    choose(dialog.games, "loa")

    assert dialog.choosers[0].who.findData(f"engine-{PERFECT}") == -1
    assert dialog.choice().players[0] == Player(Level.of_engine(HIGHEST))


def shown_limits(chooser: PlayerChooser) -> list[bool]:
    fields = (chooser.measure, chooser.plies, chooser.seconds, chooser.heuristic)
    return [field.isVisible() for field in fields]


def test_limits_and_heuristic_are_shown_where_they_can_be_chosen(make):
    chooser = make("loa").choosers[0]
    assert shown_limits(chooser) == [False, False, False, False]

    choose(chooser.who, "engine-4")
    assert shown_limits(chooser) == [False, False, False, False]

    choose(chooser.who, "engine-own")
    assert shown_limits(chooser) == [True, True, False, False]

    choose(chooser.measure, "seconds")
    assert shown_limits(chooser) == [True, False, True, False]

    choose(chooser.who, "game-tree")
    assert shown_limits(chooser) == [True, False, True, True]
    assert chooser.player().level.strength is None


def test_the_engine_is_given_own_limits(make):
    chooser = make("kalah").choosers[0]
    choose(chooser.who, "engine-own")
    choose(chooser.measure, "seconds")
    chooser.seconds.selectAll()
    QTest.keyClicks(chooser.seconds, "12.5")

    level = chooser.player().level

    assert (level.searcher, level.depth, level.seconds) == ("engine", None, 12.5)


def test_the_open_list_says_what_the_levels_mean_and_needs_no_scrolling(make, qtbot):
    chooser = make("kalah").choosers[0]
    view = chooser.who.view()
    chooser.who.setFocus()
    row = chooser.who.findData("engine-5")

    size = view.sizeHintForIndex(view.model().index(row, 0))

    text = "Level 5, club player: looks 2 moves ahead"
    assert size.width() >= view.fontMetrics().horizontalAdvance(text)
    assert chooser.who.maxVisibleItems() >= chooser.who.count()


def test_headings_of_the_list_cannot_be_chosen(make):
    chooser = make("kalah").choosers[0]
    chooser.who.setFocus()
    chosen = [chooser.who.currentData()]
    for _ in range(30):
        press(Qt.Key.Key_Down)
        chosen.append(chooser.who.currentData())

    assert None not in chosen
    assert chosen[-1] == "negascout"


def test_one_side_is_asked_for_by_its_name(qtbot):
    dialog = PlayerDialog(find_game("loa"), 1, HUMAN)
    qtbot.addWidget(dialog)

    assert dialog.windowTitle() == "Who plays White?"
    assert dialog.chooser.player() == HUMAN


# -- heuristics of the user's ----------------------------------------------------------------------


def keep_heuristic(name: str, text: str = '"""Counts nothing."""\n') -> HeuristicSource:
    source = HeuristicSource(name, "loa", text)
    HeuristicStore().save(source)
    return source


def heuristics_of(chooser: PlayerChooser) -> list[str]:
    return [chooser.heuristic.itemText(row) for row in range(chooser.heuristic.count())]


def test_the_users_heuristics_stand_after_the_games(make):
    keep_heuristic("mine")
    chooser = make("loa").choosers[0]

    choose(chooser.who, "game-tree")

    assert heuristics_of(chooser)[-2:] == ["Capture count", "mine (yours)"]
    choose(chooser.heuristic, "file:mine")
    assert chooser.heuristic_sentence.text() == "Counts nothing."
    assert chooser.player() == Player(Level("game-tree", depth=4, heuristic="file:mine"))


def test_the_users_heuristics_are_among_the_opponents(make):
    keep_heuristic("mine")
    dialog = make("loa")
    chooser = dialog.choosers[1]

    choose(chooser.who, "file:mine")

    assert chooser.who.currentText() == "mine (yours)"
    assert chooser.heuristic_sentence.text() == "Counts nothing."
    assert not chooser.heuristic.isVisible()
    assert chooser.player() == Player(Level(FOR_PLAYING, depth=4, heuristic="file:mine"))
    chooser.plies.setValue(2)
    assert chooser.player() == Player(Level(FOR_PLAYING, depth=2, heuristic="file:mine"))
    choose(dialog.games, "kalah")
    assert chooser.who.findData("file:mine") == -1
    assert chooser.player().level.heuristic is None


def test_without_heuristics_of_the_users_there_is_no_heading_for_them(make):
    chooser = make("loa").choosers[0]

    shown = [chooser.who.itemText(row) for row in range(chooser.who.count())]

    assert "Searchers of the lecture" in shown
    assert "Your heuristics" not in shown


def test_the_engine_evaluates_by_itself_or_by_one_of_the_users(make):
    keep_heuristic("mine")
    chooser = make("loa").choosers[0]

    choose(chooser.who, "engine-own")

    assert heuristics_of(chooser) == ["The engine's own evaluation", "mine (yours)"]
    assert chooser.player().level.heuristic is None
    choose(chooser.heuristic, "file:mine")
    assert chooser.player() == Player(Level("engine", depth=4, heuristic="file:mine"))
    choose(chooser.who, "game-tree")
    assert chooser.player().level.heuristic == "file:mine"


@pytest.mark.parametrize("searcher", ["engine", "alpha-beta"])
def test_a_player_with_one_is_shown(make, searcher):
    keep_heuristic("mine")
    player = Player(Level(searcher, depth=3, heuristic="file:mine"))

    chooser = make("loa", player).choosers[0]

    assert chooser.heuristic.isVisible()
    assert chooser.heuristic.currentText() == "mine (yours)"
    chooser.plies.setValue(2)
    assert chooser.player() == Player(Level(searcher, depth=2, heuristic="file:mine"))


def test_why_one_cannot_play_yet_is_said(make):
    keep_heuristic("mine")
    HeuristicStore().path("loa", "mine").write_text("x = 1\n")
    chooser = make("loa").choosers[0]
    choose(chooser.who, "game-tree")

    choose(chooser.heuristic, "file:mine")

    assert "or was changed there: open it in the lab" in chooser.heuristic_sentence.text()


def test_heuristics_are_those_of_the_game(make):
    keep_heuristic("mine")
    dialog = make("loa", Player(Level("alpha-beta", depth=2, heuristic="file:mine")))

    choose(dialog.games, "kalah")

    assert "mine (yours)" not in heuristics_of(dialog.choosers[0])


def test_a_start_that_was_set_up_brings_its_game_and_rules(make, monkeypatch):
    dialog = make("loa")
    kalah = find_game("kalah")
    rules = kalah.rulebook.preset("standard").rules
    start = "<6,20,20,0,2,0,1,0,2,1,0,1,0,0,1> S"
    dialog.start_field.wanted.emit()
    (editor,) = dialog.findChildren(PositionEditorDialog)
    monkeypatch.setattr(editor, "choice", lambda: SetUpGame(kalah, rules, start))

    editor.accept()

    chosen = dialog.choice()
    assert (chosen.game, chosen.rules, chosen.start) == (kalah, rules, start)
