"""Home: games to play at the level of last time, and what to continue."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.features.home.home import opponent_word, players_against, puzzle_of
from kalahloa.controllers.features.home.state import HomeState
from kalahloa.controllers.features.puzzles.state import PuzzleState
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.record.record import Record
from kalahloa.views.panels.home import HomePanel
from tests.views.conftest import Hands

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def home(hands: Hands) -> HomePanel:
    hands.press(Qt.Key.Key_1, CONTROL)
    panel = hands.window.panel_host.panel("home")
    assert isinstance(panel, HomePanel)
    return panel


def test_each_game_has_a_board_and_a_goal(open_window, qtbot):
    panel = home(open_window("kalah"))
    qtbot.waitUntil(lambda: all(tile.board.board is not None for tile in panel.games))

    assert [tile.game.key for tile in panel.games] == list(game_keys())
    for tile in panel.games:
        assert tile.board.board is not None and tile.board.board.isVisible()
        assert tile.game.goal


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_play_starts_the_game_against_the_level_that_is_chosen(open_window, qtbot, key):
    hands = open_window("kalah")
    tile = next(one for one in home(hands).games if one.game.key == key)
    tile.opponent.setCurrentIndex(tile.opponent.findData("3"))

    QTest.mouseClick(tile.play, LEFT)

    qtbot.waitUntil(lambda: hands.window.rooms.page.key == "play")
    assert hands.place.game.key == key
    assert hands.place.players == (HUMAN, Player(Level.of_engine(3)))
    qtbot.waitUntil(hands.board.hasFocus)


def test_the_opponent_of_last_time_is_offered_again(open_window):
    hands = open_window("kalah")
    hands.document.new_game(find_game("loa"), players=(HUMAN, Player(Level.of_engine(7))))
    hands.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))

    panel = home(hands)

    shown = {tile.game.key: tile.opponent.currentData() for tile in panel.games}
    assert shown == {"loa": "7", "kalah": "two", "tictactoe": "5"}
    hands.window.close()
    again = open_window("tictactoe")
    assert again.place[HomeState].opponents["loa"] == "7"


def test_continue_leads_to_the_board(open_window, qtbot):
    hands = open_window("tictactoe")
    hands.click_move(5)
    panel = home(hands)
    assert panel.resume.title.text() == "Continue"

    QTest.mouseClick(panel.resume.button, LEFT)

    qtbot.waitUntil(lambda: hands.window.rooms.page.key == "play")
    assert hands.texts() == ["5"]


def test_todays_puzzle_is_shown_and_begun(open_window, qtbot):
    hands = open_window("kalah")
    panel = home(hands)
    qtbot.waitUntil(panel.puzzle.button.isEnabled)
    puzzle = hands.place[HomeState].puzzle
    assert puzzle == puzzle_of(date.today())

    QTest.mouseClick(panel.puzzle.button, LEFT)

    qtbot.waitUntil(lambda: hands.place.get(PuzzleState) is not None)
    assert hands.place[PuzzleState].puzzle == puzzle
    assert hands.window.rooms.page.key == "puzzles"


def test_each_day_has_a_puzzle_of_its_own():
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(14)]

    puzzles = [puzzle_of(day) for day in days]

    assert len({puzzle.id for puzzle in puzzles}) == len(days)
    assert {puzzle.game for puzzle in puzzles} == {"loa", "kalah"}
    assert puzzles == [puzzle_of(day) for day in days]


def test_boards_stand_still_where_motion_is_reduced(open_window):
    hands = open_window("kalah")  # without animations
    panel = home(hands)

    assert not any(tile.board.is_playing for tile in panel.games)


@pytest.mark.parametrize("word", ["two", "1", "10", "perfect"])
def test_the_word_of_an_opponent_means_the_same_both_ways(word):
    assert opponent_word(players_against(word)) == word


def test_a_level_that_is_none_is_refused_in_a_sentence(open_window):
    hands = open_window("kalah")
    hands.window.show_view(text=True)

    hands.type_line("playgame kalah 77")

    assert "'77' is not a level" in hands.window.text.messages.toPlainText()
    assert hands.place.game.key == "kalah"


def test_a_high_card_has_its_words_below_the_board(open_window, qtbot):
    hands = open_window("kalah")
    card = home(hands).resume
    qtbot.waitUntil(lambda: card.board is not None)

    hands.window.resize(700, 1100)
    qtbot.waitUntil(lambda: card.head.geometry().top() > card.place.geometry().bottom())
    hands.window.resize(1180, 780)

    qtbot.waitUntil(lambda: card.head.geometry().left() > card.place.geometry().right())


def test_titles_grow_with_the_letters_of_the_interface(open_window, qtbot):
    hands = open_window("kalah")
    panel = home(hands)
    titles = [panel.question, panel.latest.title, *(tile.title for tile in panel.games)]
    before = [title.fontMetrics().height() for title in titles]

    hands.window.set_preferences(replace(hands.window.preferences, letters=150))

    qtbot.waitUntil(
        lambda: all(
            title.fontMetrics().height() > 1.3 * height
            for title, height in zip(titles, before, strict=True)
        ),
        timeout=10_000,
    )


def test_a_game_that_one_has_resigned_is_not_one_to_continue(open_window, qtbot):
    hands = open_window("loa", players=(HUMAN, Player(Level.of_engine(1))))
    hands.document.play(hands.document.position.read_move("b1-b3"))
    BY_KEY["resign"].perform(hands.app, [])

    panel = home(hands)

    assert panel.resume.title.text() == "Your last game"
    assert panel.resume.words.text().startswith("You have resigned")


def test_home_says_you_of_whose_turn_and_of_who_has_won(open_window, qtbot):
    hands = open_window("kalah", players=(HUMAN, Player(Level.of_engine(1))))
    for moves in ("1 5 2 3 4 7", "1 4 2 5 3"):
        record = Record(find_game("tictactoe"))
        record.players = ("Human", "Engine, level 1")
        for move in moves.split():
            record.play(record.position.read_move(move))
        players = (HUMAN, Player(Level.of_engine(1)))
        hands.disk.add(record, players, created=1_700_000_000.0 + len(moves))

    panel = home(hands)

    def names() -> set[str]:
        return {one.accessibleName() for one in panel.findChildren(QPushButton)}

    title = find_game("tictactoe").title

    qtbot.waitUntil(lambda: f"{title}, You – Engine, level 1, Won" in names())

    assert f"{title}, You – Engine, level 1, Lost" in names()
    assert panel.resume.words.text().startswith("Your turn")
