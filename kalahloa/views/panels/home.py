"""The front door: what to play, to continue and to learn."""

from dataclasses import replace
from datetime import date, datetime
from functools import partial

from PySide6.QtCore import QDate, QLocale, QSize, Qt, Slot
from PySide6.QtGui import QFont, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.home.home import PERFECT_WORD, Home
from kalahloa.controllers.features.home.state import TWO_PLAYERS, HomeState
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game, game_keys
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.models.search.levels.levels import HIGHEST
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.text.quotation import shorten
from kalahloa.views.accessibility import discard
from kalahloa.views.captions import captions, who_plays
from kalahloa.views.headline import TITLE_SIZE
from kalahloa.views.items.game_words import game_words, player_words, result_words
from kalahloa.views.items.live_board import LiveBoard
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.fonts import enlarge
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.look.turns import TurnQueue
from kalahloa.views.panels.panel import Panel
from kalahloa.views.panels.scroll import Scroll

RECENT = 4
"""The number of games that are listed."""
MAX_NAME = 24
CARD_WIDTH, GAP = 240, 16
"""Minimum width of a card in pixels, and the distance of two."""
BOARD_HEIGHT, SMALL_BOARD = 190, 120
"""Heights of boards in pixels: of a game, and of what is below."""
HIGH = 0.8
"""The ratio of height to width from which a card has its text below the board."""
DEFAULT_WORD = "5"
TILE_TITLE = 1.2


class _Tile(QFrame):
    """A card on the page."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("tile")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.title = PlainLabel(self, title)
        enlarge(self.title, TILE_TITLE, QFont.Weight.DemiBold)


class _GameTile(_Tile):
    """A game: a board that lives, what to aim at, and how to begin."""

    def __init__(self, game: Game, panel: "HomePanel") -> None:
        super().__init__(game.title, panel)
        self.game = game
        self.board = LiveBoard(game, panel.theme, self)
        self.board.setMinimumHeight(BOARD_HEIGHT)
        self.board.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        goal = PlainLabel(self, game.goal)
        goal.setObjectName("muted")
        goal.setWordWrap(True)
        self.play = panel.make_button(translate("HomePanel", "Play"), self._play, style="primary")
        self.play.setAccessibleName(fill(translate("HomePanel", "Play {game}"), game=game.title))
        self.opponent = panel.make_choice(
            fill(translate("HomePanel", "Opponent in {game}"), game=game.title)
        )
        self._fill(panel)
        self.learn = panel.make_button(
            translate("HomePanel", "Learn the rules in a minute"),
            "learn-rules",
            game.key,
            style="inline",
        )
        rules = translate("HomePanel", "Learn the rules of {game}")
        self.learn.setAccessibleName(fill(rules, game=game.title))
        self._panel = panel
        start = side_by_side(self.play, (self.opponent, 1), spacing=8)
        self.setLayout(
            column_of(
                *((self.board, 1), self.title, goal, start, side_by_side(self.learn, 1)),
                spacing=6,
                margins=(16, 14, 16, 10),
            )
        )

    def _fill(self, panel: "HomePanel") -> None:
        self.opponent.addItem(translate("HomePanel", "Two players"), TWO_PLAYERS)
        for number in range(1, HIGHEST + 1):
            text = fill(translate("HomePanel", "Against level {number}"), number=number)
            self.opponent.addItem(text, str(number))
        if can_be_solved(self.game.start(self.game.rulebook.default)):
            self.opponent.addItem(translate("HomePanel", "Against perfect play"), PERFECT_WORD)

    def show_opponent(self, word: str) -> None:
        """Choose the opponent whom *word* names."""
        number = self.opponent.findData(word or DEFAULT_WORD)
        if number >= 0 and not self.opponent.hasFocus():
            self.opponent.setCurrentIndex(number)

    def _play(self) -> None:
        words = [self.game.key, str(self.opponent.currentData())]
        self._panel.asked.emit("play-game", words)


class _SmallTile(_Tile):
    """A small board beside words, and a button below these."""

    def __init__(self, title: str, panel: "HomePanel", button: QPushButton) -> None:
        super().__init__(title, panel)
        self._theme = panel.theme
        self.board: LiveBoard | None = None
        self.head = PlainLabel(self)
        self.head.setObjectName("cardTitle")
        self.words = PlainLabel(self, lines=True)
        self.words.setObjectName("muted")
        for label in (self.head, self.words):
            label.setWordWrap(True)
        self.button = button
        self.place = QFrame(self)
        self.place.setLayout(column_of(margins=(0, 0, 0, 0)))
        self.place.setMinimumSize(SMALL_BOARD, SMALL_BOARD)
        self._beside = column_of(self.head, self.words, 1, side_by_side(button, 1), spacing=4)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(14)
        self._row.addWidget(self.place, 1)
        self._row.addLayout(self._beside, 1)
        self.setLayout(column_of(self.title, (self._row, 1), spacing=8, margins=(16, 12, 16, 12)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the text below the board in a high card, otherwise beside it."""
        super().resizeEvent(event)
        ways, is_high = QBoxLayout.Direction, event.size().height() > HIGH * event.size().width()
        self._row.setDirection(ways.TopToBottom if is_high else ways.LeftToRight)
        self._row.setStretchFactor(self._beside, 0 if is_high else 1)

    def show_board(self, game: Game) -> LiveBoard:
        """Return the small board, of *game*."""
        if self.board is None or self.board.game is not game:
            if self.board is not None:
                self.board.hide()
                self.board.deleteLater()
            self.board = LiveBoard(game, self._theme, self.place)
            layout = self.place.layout()
            assert layout is not None
            layout.addWidget(self.board)
        return self.board

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.board is not None:
            self.board.set_theme(theme)


class HomePanel(Panel):
    """Three games to play, the game to continue, the puzzle of the day, and the latest games."""

    key = "home"
    is_page = True

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._library: LibraryView | None = None
        self._home: Home | None = None
        self._shown: object = None
        self._listed: list[GameHeader] | None = None
        # A board takes most of a frame to make: each has a turn of its own.
        self._turns = TurnQueue(self, lambda _key: 0)
        self._columns = 0
        scroll = Scroll(self)
        self._inside = scroll.inside
        self.question = PlainLabel(self._inside, self.tr("What would you like to play?"))
        enlarge(self.question, TITLE_SIZE, QFont.Weight.DemiBold)
        self.games = [_GameTile(find_game(key), self) for key in game_keys()]
        self.resume = _SmallTile(
            self.tr("Continue"), self, self.make_button(self.tr("Continue"), "continue-game")
        )
        self.resume.button.setObjectName("current")
        self.puzzle = _SmallTile(
            self.tr("Today's puzzle"), self, self.make_button(self.tr("Solve it"), "daily-puzzle")
        )
        self.latest = self._made_latest()
        self._grid = QGridLayout()
        self._grid.setSpacing(GAP)
        layout = QVBoxLayout(self._inside)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.question)
        layout.addLayout(self._grid, 1)
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(scroll)
        self.hand_focus_to(self.games[0].play)
        self._arrange(3)

    def _made_latest(self) -> _Tile:
        tile = _Tile(self.tr("Latest games"), self)
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(12)
        self._rows.setVerticalSpacing(2)
        self._rows.setColumnStretch(1, 1)
        self.library_button = self.make_button(self.tr("Library"), "library")
        self.nothing = self.make_sentence("muted")
        self.nothing.setText(self.tr("The games you play are saved here."))
        tile.setLayout(
            column_of(
                *(tile.title, self.nothing, self._rows, 1, side_by_side(self.library_button, 1)),
                spacing=8,
                margins=(16, 12, 16, 12),
            )
        )
        return tile

    def _arrange(self, columns: int) -> None:
        """Put the tiles into *columns*."""
        if columns == self._columns:
            return
        self._columns = columns
        tiles: list[_Tile] = [*self.games, self.resume, self.puzzle, self.latest]
        for tile in tiles:
            self._grid.removeWidget(tile)
        for number in range(3):
            self._grid.setColumnStretch(number, 1 if number < columns else 0)
        for number, tile in enumerate(tiles):
            self._grid.addWidget(tile, number // columns, number % columns)
        for row in range(self._grid.rowCount()):
            self._grid.setRowStretch(row, 1 if row * columns < len(self.games) else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have as many columns as there is room for."""
        super().resizeEvent(event)
        width = event.size().width()
        self._arrange(max(1, min(3, (width + GAP) // (CARD_WIDTH + GAP))))

    def minimumSizeHint(self) -> QSize:
        """Return a width in which the tiles have one column."""
        return QSize(CARD_WIDTH, BOARD_HEIGHT)

    # -- showing -------------------------------------------------------------------------------

    def offer(self, service: object) -> None:
        """List the games that *service* has."""
        if isinstance(service, LibraryView):
            self._library = service
            service.recent_changed.connect(self._show_latest)
            service.changed.connect(self._show_latest)
        elif isinstance(service, Home):
            self._home = service

    def showEvent(self, event: QShowEvent) -> None:
        """Choose the puzzle of the day, and let the boards play."""
        super().showEvent(event)
        self._show_latest()
        for tile in self.games:
            self._turns.add(tile.game.key, tile.board.play_showcase)
        if self._home is not None:  # last: its thread would hold up the first frame
            self._turns.add("day", partial(self._home.choose_puzzle, date.today()))

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        for game in self.games:
            game.board.set_theme(theme)
        for tile in (self.resume, self.puzzle):
            tile.set_theme(theme)

    def refresh(self, change: Change) -> None:
        """Show the game to continue, the puzzle, and the opponents of last time."""
        place = change.place
        state = place.get(HomeState) or HomeState()
        for tile in self.games:
            tile.show_opponent(state.opponents.get(tile.game.key, ""))
        self._show_current(place)
        self._show_puzzle(state)
        self._show_latest()

    def _show_current(self, place: Place) -> None:
        tile = self.resume
        self._turns.add("current", partial(self._show_board, place))
        has_begun = place.node.parent is not None
        tile.head.setText(
            fill(self.tr("{game}, move {number}"), game=place.game.title, number=place.node.ply)
            if has_begun
            else in_words(place.game.title)
        )
        names = fill(
            self.tr("{first} – {second}"),
            first=shorten(who_plays(place, 0), MAX_NAME),
            second=shorten(who_plays(place, 1), MAX_NAME),
        )
        # As one finds it there: here, the computer does not answer.
        tile.words.setText(f"{captions(replace(place, answers=True))[0]}\n{names}")
        if place.ending is not None:
            title, button = self.tr("Your last game"), self.tr("Look at it")
        elif has_begun:
            title, button = self.tr("Continue"), self.tr("Continue")
        else:
            title, button = self.tr("On the board"), self.tr("Go to the board")
        tile.title.setText(title)
        tile.button.setText(button)

    def _show_board(self, place: Place) -> None:
        """Show the current position of the game on its small board."""
        self.resume.show_board(place.game).show_position(place.position, place.node.move)

    def _show_puzzle(self, state: HomeState) -> None:
        tile, puzzle = self.puzzle, state.puzzle
        tile.button.setEnabled(puzzle is not None)
        if puzzle is None or puzzle is self._shown:
            return
        self._shown = puzzle
        game, position = find_game(puzzle.game), puzzle.start()
        self._turns.add("puzzle", lambda: tile.show_board(game).show_position(position))
        tile.head.setText(self._task(puzzle.plies))
        side = fill(self.tr("{side} to move"), side=game.sides[position.side])
        tile.words.setText(f"{in_words(game.title)}\n{side}")

    def _task(self, plies: int) -> str:
        if plies <= 0:
            return self.tr("Find the only good move")
        if plies == 1:
            return self.tr("Win in one move")
        return self.tr("Win in %n moves", "", (plies + 1) // 2)

    @Slot()
    def _show_latest(self) -> None:
        if self._library is None or not self.is_seen:
            return
        games = self._library.recent(RECENT)[:RECENT]
        if games == self._listed:
            return
        self._listed = games
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                discard(widget)
        self.nothing.setVisible(not games)
        for row, game in enumerate(games):
            self._add_row(row, game)

    def _add_row(self, row: int, game: GameHeader) -> None:
        assert self._library is not None
        title = game_words(game.game)
        names = " – ".join(shorten(name, MAX_NAME) for name in player_words(game))
        button = self.make_button(title, partial(self._library.open, game.id), style="link")
        result, _ = result_words(game)
        button.setAccessibleName(f"{title}, {names}, {result}")
        self._rows.addWidget(button, row, 0, Qt.AlignmentFlag.AlignLeading)
        players = self.make_line("muted")
        players.setText(names)
        self._rows.addWidget(players, row, 1)
        for column, text in enumerate(
            (result, day_words(datetime.fromtimestamp(game.modified))), 2
        ):
            label = PlainLabel(self.latest, text)
            label.setObjectName("muted")
            label.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
            self._rows.addWidget(label, row, column)


def day_words(moment: datetime) -> str:
    """Return the day of *moment* as a person says it: today, a weekday, or the date."""
    then = QDate(moment.year, moment.month, moment.day)
    days = then.daysTo(QDate.currentDate())
    locale = QLocale()
    if 0 <= days < 7:
        if days == 0:
            return translate("HomePanel", "Today")
        return locale.dayName(then.dayOfWeek(), QLocale.FormatType.LongFormat)
    return locale.toString(then, QLocale.FormatType.ShortFormat)
