"""Pictures of the window: every game, view and dialog, light and dark, made by playing moves::

    python -m tests.screenshots FOLDER [--scale 2] [--size 640x480]
    KALAHLOA_LANGUAGE=pseudo python -m tests.screenshots FOLDER

The README's pictures are made with ``python -m tests.screenshots resources/screenshots --readme``,
those of the help with ``python -m tests.screenshots resources/help/pictures --help-pages``.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QPoint, QSettings, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kalahloa.app import make_application
from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.book.browser import BookBrowser
from kalahloa.controllers.features.comparison.comparison import Comparisons, ComparisonSettings
from kalahloa.controllers.features.guessing.guesses import Guesses
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.proofs.proofs import Proofs
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.puzzles.state import Phase, PuzzleState
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.teaching.state import Teaching, TeachingSettings
from kalahloa.controllers.features.teaching.teaching import TeachingController
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.search_state import TreeOrder
from kalahloa.controllers.features.trees.steps import TreeSteps
from kalahloa.controllers.features.tuning.tuning import TuningController
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.library.library import Library
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.forced.question import WinQuestion
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.dialogs.position_editor import PositionEditorDialog
from kalahloa.views.dialogs.versions import VersionsDialog
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.comparison import ComparisonPanel
from kalahloa.views.panels.games import GamesPanel
from kalahloa.views.panels.preview import PreviewPanel
from kalahloa.views.panels.proof import ProofPanel
from kalahloa.views.panels.search_steps import SearchStepsPanel
from kalahloa.views.panels.statistics import StatisticsPanel
from kalahloa.views.window.main_window import MainWindow
from tests.disk import Disk
from tests.library_games import add_reviews, fill_library

COMPUTER = Player(Level.of_engine(7))

# Moves to play, the players to show, and a cell to click or hover afterwards.
SCENES = {
    "loa": (
        "c8-c6 h4-f2 g8-g6 h2-e2 b1-e4 a6-d3".split(),
        (HUMAN, COMPUTER),
        ("click", 28),
    ),
    "kalah": ("3 6 2 1 5 5 6".split(), (HUMAN, COMPUTER), ("hover", 0)),
    "tictactoe": ("5 1 3 7 4".split(), (HUMAN, HUMAN), ("hover", 7)),
}
# A position of Kalah of which all values are soon proven.
VALUES = "<6,10,6,4,0,6,1,0,0,5,4,3,0,5,4> S"
OVERLAYS = {
    "loa": ("1b1bbb2/w6w/2b3bw/8/w3b3/w2w3w/w3ww2/2bbbbb1 b", 20),
    "kalah": ("<6,8,6,3,1,6,0,10,1,1,0,7,3,1,1> S", -1),
}
"""Positions for the pictures of the overlays, and the cell that the mouse is on."""
REVIEWED = (
    "c8-c6 h4-f2 g8-g6 h2-e2 b1-e4 a6-d3 c1-c3 a3-c5 e1-b4 a7-e3 f8xc5 a4-a1 d8-e7 a1xc3 e8xe3 "
    "a2-d2 b8-b6 h5-e5 f1-c1 a5-a4 g1-g3 a4xc6 c5xe5 c6xe4 c1xc3 h6xe3 b6xe3 e4-g4 e7-f6 d2-g2 "
    "f6-h6 d3xg6 d1-c2 g2-f3 h6-f4 h7-h5"
).split()
"""A recorded game of Lines of Action, for the picture of the review."""
GUESSED = ("d1-d3", "g8-g6", "b1-e4")
"""What is guessed in it, for the picture of that."""
MISTAKE = 31
"""The number of the node at which that is shown."""
PROVEN = {
    "loa": "8/7w/4www1/wbbww3/2b1bb2/1bw5/w3b3/1b6 b",
    "kalah": "<6,20,10,0,1,0,2,3,1,1,0,2,1,0,2> S",
}
"""Positions that are won by force, for the pictures of proofs."""
SEARCHED = "X../.../... O"
"""A position of tic-tac-toe for the picture of a search tree."""
HELP_WIDTH = 720
"""Pixels; pictures in the help are shown at their own size."""
PUZZLES = {"loa": ("loa-8f172e852b0e", "d4-d6 f3-e2"), "kalah": ("kalah-334833a94148", "3 4")}
"""Puzzles by their ids, and moves up to a wrong one."""
WEIGHED = """HOME = 1.0
MOVES = 0.2
OFFERS = 0.5


def evaluate(position):
    me, other = position.side, 1 - position.side
    home = position.kalah(me) - position.kalah(other)
    moves = position.mobility(me) - position.mobility(other)
    offers = position.captures(me) - position.captures(other)
    return HOME * home + MOVES * moves + OFFERS * offers
"""
"""A heuristic of Kalah for the picture of a match."""
EXAMPLES = {"loa": "together", "kalah": "offers", "tictactoe": "twos"}
"""The examples in the pictures of the lab."""
SET_UP = "8/2w5/3b2w1/4bb2/2w1b3/8/1b3w2/8 b"
"""A position of Lines of Action for the picture of the editor."""
VALUES_SECONDS = 60.0
"""Nobody waits longer for them."""


def show_values(window: MainWindow, app: AppContext, path: Path) -> None:
    """Write a picture of the window to *path* when the values of the moves are known."""
    window.show_view(text=False)
    window.actions_by_name["values"].trigger()
    deadline = time.monotonic() + VALUES_SECONDS
    while not app.document.place.values:
        if time.monotonic() > deadline:
            sys.exit(f"The values did not come within {VALUES_SECONDS:.0f} s.")
        pause(20)
    pause(1500)
    window.grab().save(str(path))
    window.actions_by_name["values"].trigger()
    print(path)


def pause(milliseconds: int) -> None:
    """Let the program run; `QTest.qWait` would keep other threads from running Python."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def keep(window: MainWindow, path: Path) -> None:
    """Write a picture of *window* to *path*, smaller if it is for the help."""
    picture = window.grab()
    if path.parent.name == "pictures":
        smooth = Qt.TransformationMode.SmoothTransformation
        picture = picture.scaledToWidth(HELP_WIDTH, smooth)
    picture.save(str(path))
    print(path)


def show_panels(window: MainWindow, app: AppContext, folder: Path, scheme: str) -> None:
    """Write pictures of what is analysed, practised and counted."""
    size = window.size()
    for name, show in (
        ("review", show_review),
        ("guesses", show_guesses),
        ("engine", show_engine),
        ("teaching", show_teaching),
        ("comparison", show_comparison),
    ):
        show(window, app, folder / f"{name}-{scheme}.png")
    show_statistics(window, folder / f"statistics-{scheme}.png")
    window.resize(size)


def show_library(window: MainWindow, path: Path) -> None:
    """Write a picture of the library to *path*."""
    window.rooms.open_page("library")
    panel = window.panel_host.panel("games")
    assert isinstance(panel, GamesPanel)
    wait_until(lambda: panel.games.rowCount() > 0)
    panel.table.setCurrentIndex(panel.games.index(3, 0))
    preview = window.panel_host.panel("preview")
    assert isinstance(preview, PreviewPanel)
    wait_until(lambda: preview.record is not None)
    pause(300)
    keep(window, path)
    window.rooms.open_page("play")


def show_statistics(window: MainWindow, path: Path) -> None:
    """Write a picture of the library with the statistics to *path*."""
    window.resize(1080, 720)
    pause(100)  # the panels are arranged anew for another shape
    window.actions_by_name["statistics"].trigger()
    panel = window.panel_host.panel("statistics")
    assert isinstance(panel, StatisticsPanel)
    panel.player.setCurrentIndex(panel.player.findText("Everyone"))
    panel.game.setCurrentIndex(panel.game.findData("kalah"))
    panel.topic.setCurrentIndex(panel.topic.findData("phase"))
    wait_until(lambda: panel.bars.isVisible())
    pause(300)
    keep(window, path)
    window.rooms.open_page("play")


def wait_until(condition: Callable[[], bool], seconds: float = VALUES_SECONDS) -> None:
    """Let the program run until *condition* holds; end it if that takes longer than *seconds*."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            sys.exit(f"Nothing came within {seconds:.0f} s.")
        pause(20)


def show_dialogs(window: MainWindow, folder: Path, scheme: str) -> None:
    """Write a picture of each dialog, of the command palette and of the page of keys."""
    keys = ("new", "edit-position", "second-player", "play-from", "teaching-options")
    for key in (*keys, "preferences", "about", "palette", "keys"):
        before = set(QApplication.topLevelWidgets())
        window.actions_by_name[key].trigger()
        pause(150)
        shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
        opened = [widget for widget in shown if widget is not window and widget not in before]
        target = (opened or [one for one in shown if one is not window])[0]
        path = folder / f"{key}-{scheme}.png"
        target.grab().save(str(path))
        print(path)
        target.close()


def show_for_help(window: MainWindow, app: AppContext, folder: Path) -> None:
    """Write the pictures that the help pages show."""
    window.set_preferences(Preferences(scheme="light", speed=0.0))
    app.document.new_game(find_game("loa"), start=SET_UP)
    window.actions_by_name["edit-position"].trigger()
    editor = window.findChild(PositionEditorDialog)
    editor.resize(640, 480)
    pause(150)
    path = folder / "position-editor.png"
    editor.grab().save(str(path))
    print(path)
    editor.close()
    show_review(window, app, folder / "review.png")
    show_guesses(window, app, folder / "guesses.png")
    show_engine(window, app, folder / "engine.png")
    show_teaching(window, app, folder / "teaching.png")
    show_library(window, folder / "library.png")
    window.resize(1080, 860)
    show_proof(window, app, folder / "proof.png", "loa", HELP_WIDTH)
    show_statistics(window, folder / "statistics.png")
    show_comparison(window, app, folder / "comparison.png", HELP_WIDTH)
    show_puzzle(window, app, folder / "puzzle.png", *PUZZLES["loa"])
    show_tree(window, app, folder / "search-tree.png")
    show_match(window, app, folder / "match.png")
    window.resize(1080, 780)
    show_lab(window, app, folder / "lab.png", "loa", HELP_WIDTH)
    show_versions(window, app, folder / "versions.png")
    for key, (position, cell) in OVERLAYS.items():
        show_overlays(folder / f"overlays-{key}.png", key, position, cell)


def show_review(window: MainWindow, app: AppContext, path: Path) -> None:
    """Write a picture of a reviewed game of Lines of Action, at one of its mistakes, to *path*."""
    window.rooms.open_page("study")
    window.resize(1080, 720)
    app.document.new_game(find_game("loa"), players=(HUMAN, HUMAN))
    for text in REVIEWED:
        app.turns.play_text(text)
    app[Reviews].start(ReviewSettings(Limits(seconds=0.4)))
    wait_until(lambda: not app[Reviews].running)
    app.document.jump(MISTAKE)
    app[LiveAnalysis].set_on(True)

    def is_deep() -> bool:
        live = app.document.place.get(Live)
        return live is not None and (live.effort.depth > 9 or live.is_proven)

    wait_until(is_deep)
    app[LiveAnalysis].set_paused(True)
    window.rooms.bring("graph")
    window.graphical.setFocus()
    pause(300)
    keep(window, path)
    app[LiveAnalysis].set_on(False)
    window.rooms.open_page("play")


def show_guesses(window: MainWindow, app: AppContext, path: Path) -> None:
    """Write a picture of guessing the moves of a game of Lines of Action to *path*."""
    window.rooms.open_page("guess")
    window.resize(1080, 720)
    app.document.new_game(find_game("loa"), players=(HUMAN, HUMAN))
    for text in REVIEWED:
        app.turns.play_text(text)
    app.document.jump(0)
    BY_KEY["guess"].perform(app, ["black"])
    for text in GUESSED:
        wait_until(lambda: app[Guesses].state is not None and app[Guesses].state.waiting)
        app.turns.play_text(text)
    wait_until(lambda: app[Guesses].state is not None and app[Guesses].state.waiting)
    window.graphical.setFocus()
    pause(600)
    keep(window, path)
    app[Guesses].stop()
    window.rooms.reset()
    window.rooms.open_page("play")


def show_teaching(window: MainWindow, app: AppContext, path: Path) -> None:
    """Write a picture of a move of Kalah that teaching refutes to *path*."""
    window.rooms.open_page("play")
    window.resize(1080, 720)
    app.document.new_game(find_game("kalah"), players=(HUMAN, COMPUTER))
    app[TeachingController].set_settings(TeachingSettings(on=True))
    app.turns.play_text("6")
    wait_until(lambda: app.document.place[Teaching].refuted is not None)
    pause(400)
    keep(window, path)
    app[TeachingController].set_settings(TeachingSettings())


def show_versions(window: MainWindow, app: AppContext, path: Path) -> None:
    """Write a picture of the versions of a heuristic, which is edited in the lab, to *path*."""
    play_scene(app, "loa")
    window.rooms.open_page("heuristic")
    wait_until(lambda: bool(app[Lab].state.examples))
    name = app[Lab].state.current or app[Lab].start_from(EXAMPLES["loa"])
    text = app[Lab].text(name)
    number = next(iter(app[Lab].source().weights))
    for changed in (text, text.replace(f"{number} = 1", f"{number} = 2"), text + "# better\n"):
        app[Lab].edit(name, changed)
        app[Lab].keep()
        wait_until(lambda: not app[Lab].is_busy)
    app.window_actions["versions"]()
    wait_until(lambda: window.findChild(VersionsDialog) is not None)
    dialog = window.findChild(VersionsDialog)
    pause(300)
    dialog.grab().save(str(path))
    print(path)
    dialog.close()
    window.rooms.open_page("play")


def show_engine(window: MainWindow, app: AppContext, path: Path) -> None:
    """Write a picture of what is known at the start of Kalah to *path*."""
    window.rooms.open_page("study")
    window.resize(1080, 720)
    app.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
    for key in ("graph", "comment"):
        window.rooms.hide_panel(key)
    window.rooms.focus("engine")

    def is_counted() -> bool:
        found = app[BookBrowser].last
        return found is not None and found.below is not None and not found.is_loading

    wait_until(is_counted)
    window.graphical.setFocus()
    pause(300)
    keep(window, path)
    window.rooms.reset()
    window.rooms.open_page("play")


def show_proof(window: MainWindow, app: AppContext, path: Path, key: str, width: int = 0) -> None:
    """Write a picture of a proven win of the game called *key* to *path*, its tree open.

    It is *width* pixels wide, 0 for the window's own.
    """
    window.rooms.open_page("study")
    app.document.new_game(find_game(key), players=(HUMAN, HUMAN), start=PROVEN[key])
    app[Proofs].start(WinQuestion(app.document.place.side))
    wait_until(lambda: not app[Proofs].running)
    panel = window.panel_host.panel("proof")
    assert isinstance(panel, ProofPanel)
    window.rooms.focus("proof")
    pause(300)

    def press(key: Qt.Key) -> None:
        QTest.keyClick(panel.tree, key)
        wait_until(lambda: not app[Proofs].is_busy)
        pause(60)

    for pressed in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Right):
        press(pressed)
    for pressed in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right):
        press(pressed)
    pause(300)
    picture = window.grab()
    if width:
        picture = picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
    picture.save(str(path))
    print(path)
    window.rooms.open_page("play")


def show_comparison(window: MainWindow, app: AppContext, path: Path, width: int = 0) -> None:
    """Write a picture of what searchers cost on a position of tic-tac-toe to *path*.

    It is *width* pixels wide, 0 for the window's own.
    """
    window.rooms.open_page("search")
    window.resize(1080, 720)
    app.document.new_game(find_game("tictactoe"), players=(HUMAN, HUMAN))
    app.turns.play_text("1")
    app[Comparisons].start(ComparisonSettings(depth=5))
    wait_until(lambda: not app[Comparisons].running)
    window.rooms.focus("comparison")
    panel = window.panel_host.panel("comparison")
    assert isinstance(panel, ComparisonPanel)
    panel.bars.setFocus()
    for _ in range(2):
        QTest.keyClick(panel.bars, Qt.Key.Key_Down)
    window.graphical.setFocus()
    pause(300)
    picture = window.grab()
    if width:
        picture = picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
    picture.save(str(path))
    print(path)
    window.rooms.open_page("play")


def show_match(window: MainWindow, app: AppContext, path: Path) -> None:
    """Write a picture of a match and of tuned weights to *path*."""
    window.resize(1080, 860)
    pause(100)
    window.rooms.open_page("play")
    app.document.new_game(find_game("kalah"), players=(HUMAN, HUMAN))
    HeuristicStore().save(HeuristicSource("stones", "kalah", WEIGHED))
    for key in ("players", "moves"):
        window.rooms.hide_panel(key)
    for key, deed in (
        ("match", "file:stones level2 nodes 60 games 100"),
        ("tune", "stones games 160 nodes 60"),
    ):
        BY_KEY[key].perform(app, deed.split())
        wait_until(lambda: not (app[LabMatch].running or app[TuningController].running), 600)
        window.rooms.focus(key if key == "match" else "tuning")
    window.rooms.open_page("match")
    window.graphical.setFocus()
    pause(400)
    keep(window, path)
    window.rooms.reset()


def show_puzzle(window: MainWindow, app: AppContext, path: Path, puzzle: str, moves: str) -> None:
    """Write a picture of a puzzle after *moves*, as soon as the last one is judged, to *path*."""
    app[Puzzles].delay_ms = (0, 400, 60_000)
    app[Puzzles].find(puzzle, "loa")
    wait_until(lambda: app.document.place.get(PuzzleState) is not None)
    for text in moves.split():
        wait_until(lambda: app.document.place[PuzzleState].phase is Phase.SOLVING)
        app.turns.play_text(text)
    wait_until(lambda: app.document.place[PuzzleState].phase is not Phase.JUDGING)
    pause(1500)
    keep(window, path)
    app[Puzzles].leave()
    window.rooms.open_page("play")


def show_tree(window: MainWindow, app: AppContext, path: Path) -> None:
    """Write a picture of a search of tic-tac-toe at a cut, in the Learn workspace, to *path*."""
    size = window.size()
    window.resize(1440, 900)
    window.rooms.open_page("search")
    app.document.new_game(find_game("tictactoe"), start=SEARCHED)
    app[TreeSearch].set_order(TreeOrder("alpha-beta", 4))
    app[TreeSearch].run_now()
    window.rooms.focus("search_tree")
    wait_until(lambda: app[TreeSearch].run is not None)
    run = app[TreeSearch].run
    assert run is not None
    cut = next(node for node in run.tree.root.walk() if node.pruned > 1 and node.ply == 2)
    app[TreeSearch].show(cut.index)
    pause(1500)
    keep(window, path)
    show_steps(window, app, path.with_name(path.name.replace("tree", "steps")))
    window.rooms.open_page("play")
    window.resize(size)


def show_steps(window: MainWindow, app: AppContext, path: Path) -> None:
    """Write a picture of the panel of steps, at a cut of the search that is shown, to *path*."""
    app[TreeSteps].to_start()
    app[TreeSteps].next_cut()
    panel = window.panel_host.panel("search_steps")
    assert isinstance(panel, SearchStepsPanel)
    window.rooms.focus("search_steps")
    pause(600)
    wait_until(lambda: panel.is_drawn)
    picture = panel.grab()
    if path.parent.name == "pictures":
        smooth = Qt.TransformationMode.SmoothTransformation
        picture = picture.scaledToWidth(HELP_WIDTH, smooth)
    picture.save(str(path))
    print(path)


def show_lab(window: MainWindow, app: AppContext, path: Path, key: str, width: int = 0) -> None:
    """Write a picture of the lab with an example to *path*, after the moves of a scene."""
    play_scene(app, key)
    window.rooms.open_page("heuristic")
    wait_until(lambda: bool(app[Lab].state.examples))
    if not app[Lab].state.current:
        app[Lab].start_from(EXAMPLES[key])
    wait_until(lambda: app[Lab].state.engine is not None)
    pause(300)
    picture = window.grab()
    if width:
        picture = picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
    picture.save(str(path))
    print(path)
    window.rooms.open_page("play")


def show_overlays(path: Path, key: str, position: str, cell: int) -> None:
    """Write a picture of the board of *key* with its usual overlays to *path*."""
    made = board_class(key)
    assert made is not None
    board = made(LIGHT)
    board.resize(460, 460 if key == "loa" else 300)
    board.show()
    game = find_game(key)
    usual = frozenset(overlay.key for overlay in made.overlays if overlay.usual)
    shown = game.read(position, game.rulebook.default)
    board.show_state(BoardState(shown, overlays=usual))
    board.hover(cell)
    pause(150)
    board.grab().save(str(path))
    print(path)
    board.close()


def play_scene(app: AppContext, key: str) -> None:
    """Play the moves of *key*'s scene; where they lead to a variation, show that too."""
    moves, players, _ = SCENES[key]
    document, turns = app.document, app.turns
    document.new_game(find_game(key), players=(HUMAN, HUMAN))
    for number, text in enumerate(moves):
        if number == 4:
            # A line that was tried and taken back.
            document.play(document.position.legal_moves()[0])
            app.navigation.back()
        turns.play_text(text)
    # Held, a computer does not answer.
    turns.pause()
    document.set_players(players)


def point_at(window: MainWindow, key: str) -> None:
    """Click or hover the cell of *key*'s scene."""
    board = window.graphical.board
    assert board is not None
    kind, cell = SCENES[key][2]
    place: QPoint = board.mapFromScene(board.cell_rect(cell).center())
    QTest.mouseMove(board.viewport(), place)
    if kind == "click":
        QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=place)


def main() -> None:
    """Write the pictures and print their names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="1180x780", help="width and height of the window")
    parser.add_argument("--scale", default="1", help="device pixels for each of the window's")
    parser.add_argument("--readme", action="store_true", help="only the README's pictures")
    parser.add_argument("--help-pages", action="store_true", help="only the help's pictures")
    arguments = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = arguments.scale
    width, height = (int(part) for part in arguments.size.split("x"))
    arguments.folder.mkdir(parents=True, exist_ok=True)
    make_application(sys.argv[:1])
    with tempfile.TemporaryDirectory() as home:
        os.environ["KALAHLOA_DATA"] = home  # where results of puzzles are kept
        fill_library(Path(home) / "library.sqlite")
        with Library.open(Path(home) / "library.sqlite") as library:
            add_reviews(library, 0 if arguments.readme else library.count())
        app = open_app(find_game("loa"))
        document = app.document
        settings = QSettings(f"{home}/settings.ini", QSettings.Format.IniFormat)
        window = MainWindow(
            app, Keeper(document, Disk(Path(home) / "library.sqlite").open, document), settings
        )
        document.setParent(window)
        window.resize(width, height)
        window.show()
        if arguments.help_pages:
            show_for_help(window, app, arguments.folder)
        for scheme in () if arguments.help_pages else ("light", "dark"):
            window.set_preferences(Preferences(scheme=scheme, speed=0.0))
            for key in SCENES:
                play_scene(app, key)
                for view in ("graphical", "text"):
                    name = f"{key}-{view}-{scheme}.png"
                    if arguments.readme and name not in README_PICTURES:
                        continue
                    window.show_view(text=view == "text")
                    pause(50)
                    if view == "graphical":
                        point_at(window, key)
                    pause(100)
                    window.grab().save(str(arguments.folder / name))
                    print(arguments.folder / name)
            if not arguments.readme:
                document.new_game(find_game("kalah"), players=(HUMAN, HUMAN), start=VALUES)
                show_values(window, app, arguments.folder / f"kalah-values-{scheme}.png")
                window.rooms.open_page("study")
                play_scene(app, "loa")
                show_values(window, app, arguments.folder / f"loa-study-{scheme}.png")
                for key in PROVEN:
                    show_proof(window, app, arguments.folder / f"{key}-proof-{scheme}.png", key)
                window.rooms.open_page("play")
                for key, (puzzle, moves) in PUZZLES.items():
                    path = arguments.folder / f"puzzle-{key}-{scheme}.png"
                    show_puzzle(window, app, path, puzzle, moves)
                show_tree(window, app, arguments.folder / f"search-tree-{scheme}.png")
                for key in SCENES:
                    path = arguments.folder / f"lab-{key}-{scheme}.png"
                    show_lab(window, app, path, key)
                show_library(window, arguments.folder / f"library-{scheme}.png")
                show_panels(window, app, arguments.folder, scheme)
                show_dialogs(window, arguments.folder, scheme)
        window.close()
        QApplication.sendPostedEvents()


README_PICTURES = ("kalah-graphical-light.png", "loa-graphical-dark.png")

if __name__ == "__main__":
    main()
