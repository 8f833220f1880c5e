"""The room Train: one card for every exercise, the results, and what comes again."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.features.reviews.trial_state import MistakeChoice, Trial, TrialEnd
from kalahloa.controllers.features.reviews.trials import Trials
from kalahloa.controllers.features.teaching.state import Teaching
from kalahloa.controllers.features.training.state import TrainingState
from kalahloa.controllers.features.training.training import Training, milliseconds_now
from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Mark
from kalahloa.models.study.training.kinds import ExerciseKind
from kalahloa.models.study.training.schedule import DAY, SOLVED
from kalahloa.models.study.training.statistics import LAST_DAYS
from kalahloa.models.text.sentence import Sentence
from kalahloa.views.panels.coming_back import BAR_WIDTH, MIN_BAR, ComingBackPanel
from kalahloa.views.panels.training import EXERCISES
from kalahloa.views.panels.training_results import TrainingResultsPanel
from kalahloa.views.window.rooms import PAGES
from tests.models.library.reviewed_games import LEVELS, Given, add
from tests.views.conftest import Hands
from tests.views.panels.training_hands import choice, facts, link, panel

LEFT = Qt.MouseButton.LeftButton
KALAH = find_game("kalah")
NOON = 1_700_000_000_000


def results(hands: Hands) -> TrainingResultsPanel:
    found = hands.window.panel_host.panel("training_results")
    assert isinstance(found, TrainingResultsPanel)
    return found


def coming_back(hands: Hands) -> ComingBackPanel:
    found = hands.window.panel_host.panel("coming_back")
    assert isinstance(found, ComingBackPanel)
    return found


@pytest.fixture
def open_page(open_window, qtbot) -> Callable[..., Hands]:
    """Return a function that opens a window of a size on a page, with some results."""

    def make(page: str, size: tuple[int, int] = (1366, 768)) -> Hands:
        hands = open_window("kalah", (HUMAN, Player(Level.of_engine(1))))
        hands.window.resize(*size)
        training = hands.app[Training]
        training.clock = lambda: NOON
        start = KALAH.start(KALAH.rulebook.default)
        training.keep(ExerciseKind.GUESS, KALAH, start, SOLVED)
        training.add_missed(ExerciseKind.MISTAKES, KALAH, start, "1", counts=True)
        hands.window.rooms.open_page(page)
        qtbot.waitUntil(lambda: not hands.place[TrainingState].loading, timeout=20_000)
        hands.window.panel_host.finish()
        return hands

    return make


def test_every_page_of_the_room_is_an_exercise_and_every_exercise_has_one():
    assert [key for key in PAGES if key in EXERCISES] == [
        *("puzzles", "mistakes", "openings", "guess", "teach")
    ]


@pytest.mark.parametrize("page", EXERCISES)
def test_each_page_invites_to_begin_with_one_button(open_page, page):
    hands = open_page(page)

    shown = panel(hands)
    assert shown.head.text() and shown.told.text().endswith(".")
    assert shown.next_button.text() == "Start" and shown.next_button.isEnabledTo(shown) == (
        page != "guess"  # there is no game to guess yet
    )
    assert not shown.again_button.isEnabled() or page == "teach"


@pytest.mark.parametrize("page", EXERCISES)
def test_the_results_and_what_comes_back_stand_on_each_page(open_page, page):
    hands = open_page(page)

    found = results(hands)
    assert found.score.text() == "1 of 2" and found.when.text() == "this week"
    shown = [kind for kind, (name, *_) in found.rows.items() if name.isVisible()]
    assert shown == [ExerciseKind.MISTAKES, ExerciseKind.GUESS]
    bar = found.rows[ExerciseKind.GUESS][1]
    assert (bar.value(), bar.maximum()) == (1, 1)
    assert bar.accessibleName() == "Guessing: 1 of 1 right at the first try"
    back = coming_back(hands)
    texts = [bar.count.text() for bar in back.bars if bar.isVisible()]
    assert texts[:2] == ["0", "1"] and sum(map(int, texts)) == 1


def test_there_are_as_many_bars_as_there_is_room_for(open_page, qtbot):
    hands = open_page("mistakes", (1600, 1000))
    back = coming_back(hands)
    assert len([bar for bar in back.bars if bar.isVisible()]) == len(LAST_DAYS) + 1
    assert back.words.isVisible()

    hands.window.resize(640, 480)
    qtbot.waitUntil(lambda: not back.words.isVisible())

    seen = [bar for bar in back.bars if bar.isVisible()]
    assert [bar.when.text() for bar in seen] == ["Today", "Tomorrow", "This week", "Later"]
    assert [bar.count.text() for bar in seen] == ["0", "1", "0", "0"]


@pytest.fixture
def reviewed_library(tmp_path) -> Path:
    """Return the path of a library with two reviewed games, in which O errs in two ways."""
    path = tmp_path / "games" / "library.sqlite"
    path.parent.mkdir()
    told = Sentence("Models", "{other} could then win by force.", {"other": "X"})
    kinds = {"5 2 1 9 4 7 6": MistakeKind.ALLOWED_WIN, "1 2 5 9 4 6": MistakeKind.CUT_OFF}
    with Library.open(path) as library:
        for moves, kind in kinds.items():
            facts = (MoveFact("fact", told, kind=kind),)
            losses = ((0, None), (1, Mark.BLUNDER))
            add(library, Given(moves, levels=LEVELS[1::-1], losses=losses, facts=facts))
    return path


def test_one_kind_of_mistake_is_trained_and_each_answer_is_explained(
    open_window, qtbot, reviewed_library
):
    hands = open_window("tictactoe", scripted=False)
    hands.app[Training].store.open_library = lambda: Library.open(reviewed_library)
    hands.app[Training].clock = lambda: milliseconds_now() + 2 * DAY
    hands.app[Trials]._back.setInterval(30)
    hands.window.rooms.open_page("mistakes")
    qtbot.waitUntil(lambda: bool(panel(hands)._boxes), timeout=20_000)
    box = choice(hands, "Kind of mistake")
    assert [box.itemText(row) for row in range(box.count())] == [
        *("All kinds (2 due)", "Allowed wins (1 due)", "Groups cut off (1 due)")
    ]

    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_G)  # of groups
    qtbot.waitUntil(lambda: hands.place[MistakeChoice].word == "cut-off", timeout=20_000)
    QTest.mouseClick(panel(hands).next_button, LEFT)
    qtbot.waitUntil(lambda: hands.place.get(Trial) is not None, timeout=20_000)
    qtbot.waitUntil(lambda: hands.place[Trial].mistake.ply is not None, timeout=60_000)
    assert hands.place[Trial].mistake.played == "2"

    hands.click_cell(3)
    qtbot.waitUntil(lambda: "win by force" in panel(hands).told.text(), timeout=60_000)
    qtbot.waitUntil(lambda: hands.document.node.parent is None, timeout=20_000)
    hands.click_cell(4)
    qtbot.waitUntil(lambda: hands.place.get(TrialEnd) is not None, timeout=60_000)

    told = panel(hands).told.text()
    assert told.startswith("That keeps the draw. You had played 2. X could then win by force.")
    found = results(hands)
    qtbot.waitUntil(lambda: bool(found.mistakes), timeout=20_000)
    name, bar, weeks = found.mistakes[0]
    assert (name.text(), weeks.text(), bar.value()) == ("Allowed wins", "0 %", 0)


def bars_seen(back: ComingBackPanel) -> dict[str, str]:
    return {bar.when.text(): bar.count.text() for bar in back.bars if bar.isVisible()}


def has_room(label: QLabel) -> bool:
    return label.width() >= label.fontMetrics().horizontalAdvance(label.text())


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (
            (1180, 780),
            ("Today", "Tomorrow", "Thu", "Fri", "Sat", "Next week", "In 2 weeks", "Later"),
        ),
        ((900, 700), ("Today", "Tomorrow", "This week", "Later")),
        ((640, 480), ("Today", "Tomorrow", "Later")),
    ],
)
def test_large_letters_have_room_and_the_score_is_larger(open_page, qtbot, size, words):
    hands = open_page("mistakes", (1180, 780))
    back, found = coming_back(hands), results(hands)

    hands.window.set_preferences(replace(hands.window.preferences, letters=150))
    hands.window.resize(*size)
    hands.window.rooms.reveal("coming_back")

    qtbot.waitUntil(lambda: tuple(bars_seen(back)) == words, timeout=20_000)
    shown = [bar.when for bar in back.bars if bar.isVisible()]
    qtbot.waitUntil(lambda: all(map(has_room, shown)), timeout=20_000)
    assert sum(map(int, bars_seen(back).values())) == 1

    hands.window.rooms.reveal("training_results")
    qtbot.waitUntil(found.score.isVisible, timeout=20_000)
    name, bar, score = found.rows[ExerciseKind.MISTAKES]
    qtbot.waitUntil(lambda: all(map(has_room, (name, score, found.score))), timeout=20_000)
    assert bar.width() > 0
    assert found.score.fontInfo().pixelSize() > 1.3 * name.fontInfo().pixelSize()


def test_the_bars_are_as_high_as_the_panel_allows(open_page, qtbot):
    back = coming_back(open_page("mistakes", (1366, 768)))
    tomorrow, later = back.bars[1].bar, back.bars[3].bar

    qtbot.waitUntil(lambda: tomorrow.height() > back.height() / 2)
    assert later.height() == MIN_BAR and tomorrow.width() == later.width() == BAR_WIDTH


def test_what_comes_back_is_found_out_without_the_other_panel(open_window, qtbot):
    hands = open_window("kalah", (HUMAN, Player(Level.of_engine(1))))
    hands.window.rooms.open_page("openings")
    hands.window.rooms.hide_panel("training_results")
    hands.window.rooms.reveal("coming_back")

    qtbot.waitUntil(lambda: bool(bars_seen(coming_back(hands))), timeout=20_000)

    assert set(bars_seen(coming_back(hands)).values()) == {"0"}


def test_a_week_without_exercises_is_told_of_with_the_one_before(open_page, qtbot):
    hands = open_page("mistakes")
    hands.app[Training].clock = lambda: NOON + 8 * DAY

    hands.app[Training].refresh(anew=True)

    found = results(hands)
    qtbot.waitUntil(found.empty.isVisible, timeout=20_000)
    assert found.empty.text() == "Nothing yet this week; 1 of 2 the week before."
    assert not found.score.isVisible()
    qtbot.waitUntil(lambda: next(iter(bars_seen(coming_back(hands)).items())) == ("Today", "1"))


def test_one_is_taught_on_a_page_of_its_own_by_the_four_buttons(open_page, qtbot):
    hands = open_page("teach")
    assert hands.place.answers and not hands.place[Teaching].active

    QTest.mouseClick(panel(hands).next_button, LEFT)

    qtbot.waitUntil(lambda: "Stopped" in facts(hands))
    assert hands.place[Teaching].active and panel(hands).next_button.text() == "Next"
    assert panel(hands).hint_button.isEnabled() and panel(hands).show_button.isEnabled()
    QTest.mouseClick(link(hands, "Stop"), LEFT)
    assert not hands.place[Teaching].active


def test_the_computer_does_not_move_on_the_other_pages(open_page):
    hands = open_page("mistakes")
    assert not hands.place.answers

    hands.window.rooms.open_page("teach")
    assert hands.place.answers
    hands.window.rooms.open_page("guess")
    assert not hands.place.answers
