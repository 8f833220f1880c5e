"""The card that tells of a game when it has ended, and offers what to do next."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QPushButton, QSizePolicy, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.ending.state import EndCard
from kalahloa.controllers.features.ending.words import (
    facts_line,
    result_title,
    streak_words,
    suggestion,
    turning_played,
    turning_sentence,
    turning_title,
)
from kalahloa.controllers.features.reviews.story import TurningPoint
from kalahloa.models.record.node import Node
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.board_view import MIN_BOARD_SIZE, BoardView
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.fonts import enlarge
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.look.turns import TurnQueue
from kalahloa.views.panels.line_preview import LinePreviewPanel, lines_of

_TITLE, _SENTENCE = 1.55, 1.15
"""The sizes of letters, as multiples of the usual one."""
BOARD_SIZE = 168
"""The height in pixels of a board that is as wide as high."""
MAX_HEIGHT = 112
"""The most height in pixels of another one."""
LOW = 640
"""In a window of less height, or of more height than width, the buttons come first."""
EDGE, BETWEEN = 16, 10
WIDE = 1.3
"""A board of at least so many times its height stands above the sentence.  Above it there is room
for two: what was played, and what was better."""
MIN_HALF = 140
"""The least width in pixels of each of two boards."""
TEXT_WIDTH, ROW_WIDTH = 14, 34
"""From so many widths of a capital M on beside the board the sentence stands there, and from so
many in all the buttons stand in one row."""
SENTENCE_LINES = 5
"""There is room for so many lines of the sentence before it is known."""


class EndingPanel(LinePreviewPanel):
    """Who has won and how, where the game turned, and buttons for what comes next.

    Everything has its place from the beginning: nothing moves when the turning point is found.
    Pointing at the button that goes there plays out what was played and what was better.
    """

    key = "ending"
    is_form = True

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.result = self.make_sentence()
        self.facts = self.make_sentence("muted")
        self.when = self.make_line("muted")
        self.why = self.make_sentence()
        self.played = self.make_sentence("muted")
        self.show_button = self.make_button(self.tr("Show on the board"), "show-turning-point")
        self.show_button.installEventFilter(self)
        self._board: BoardView | None = None
        self.played_board: BoardView | None = None
        """What was played, left of what was better; None in a game without a board."""
        self._has_two = False
        self._shown: tuple[Node | TurningPoint, bool] | None = None
        # A board takes more than the rest of the card.
        self._turns = TurnQueue(self, {"board": 0}.__getitem__)
        self._frame = QWidget(self)
        self._frame.setFixedSize(MIN_BOARD_SIZE)
        self.board_titles = tuple(PlainLabel(self._frame) for _ in range(2))
        for label in self.board_titles:
            label.setObjectName("muted")
        texts = column_of(self.when, self.why, self.played, 1, self._beginning_with(), spacing=4)
        self._turning = side_by_side((self._frame, 0), (texts, 1), spacing=14)
        self._turning.setAlignment(self._frame, Qt.AlignmentFlag.AlignTop)
        self._made_buttons()
        self._middle = column_of(self._turning, self._rule(), self._buttons, spacing=10)
        self.streak = self.make_sentence("muted")
        self.streak.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)
        self.level_button = self.make_button(
            self.tr("Play another level"), "play-suggested-level", style="inline"
        )
        self.level_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._streak = side_by_side(self.streak, self.level_button, 1, spacing=8)
        self.lay_out(
            self.result,
            self.facts,
            self._rule(),
            self._middle,
            self._streak,
            spacing=10,
            margins=(EDGE, 14, EDGE, 14),
        )
        self.hand_focus_to(self.review_button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        enlarge(self.result, _TITLE, QFont.Weight.DemiBold)
        enlarge(self.why, _SENTENCE, QFont.Weight.Medium)
        self.set_theme(theme)

    def sizeHint(self) -> QSize:
        """Return a size with the height that the panel needs in its width."""
        return QSize(super().sizeHint().width(), self.heightForWidth(self.width()))

    def changeEvent(self, event: QEvent) -> None:
        """Arrange the parts for another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.layout() is not None:
            self._fit()

    def _beginning_with(self) -> QBoxLayout:
        return side_by_side(self.show_button, 1)

    def _rule(self) -> QFrame:
        """Return a thin line between two parts of the card."""
        line = QFrame(self)
        line.setObjectName("rule")
        line.setFixedHeight(1)
        return line

    def _made_buttons(self) -> None:
        self.review_button = self.make_button(
            self.tr("Review the game"), "review-ended-game", style="primary"
        )
        self.rematch_button = self.make_button(self.tr("Rematch"), "rematch")
        self.swap_button = self.make_button(self.tr("Swap and rematch"), "swap-and-rematch")
        self.new_button = self.make_button(self.tr("New game"), "new")
        self._icons: dict[QPushButton, str] = {
            self.show_button: "show",
            self.review_button: "review",
            self.rematch_button: "rematch",
            self.swap_button: "swap",
            self.new_button: "new",
        }
        self._buttons = QGridLayout()
        self._buttons.setSpacing(8)
        for button in self._icons:
            button.setMinimumWidth(1)  # where there is no room, they stand in more rows
        self._arrange_buttons(in_one_row=False)

    def _arrange_buttons(self, *, in_one_row: bool) -> None:
        """Put the buttons below the first one into one row, or into two."""
        grid = self._buttons
        grid.addWidget(self.review_button, 0, 0, 1, 6)
        if in_one_row:
            for column, button in enumerate(
                (self.rematch_button, self.swap_button, self.new_button)
            ):
                grid.addWidget(button, 1, 2 * column, 1, 2)
        else:
            grid.addWidget(self.rematch_button, 1, 0, 1, 3)
            grid.addWidget(self.new_button, 1, 3, 1, 3)
            grid.addWidget(self.swap_button, 2, 0, 1, 6)

    # -- what the window calls -----------------------------------------------------------------

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        for button, name in self._icons.items():
            is_primary = button is self.review_button
            colour = theme.panel if is_primary else theme.text
            button.setIcon(themed_icon(name, colour, theme.disabled))
        for board in (self.played_board, self._board):
            if board is not None:
                board.set_theme(theme)
                board.setBackgroundBrush(theme.panel)

    def refresh(self, change: Change) -> None:
        """Show what is told of the end."""
        place = change.place
        card = place.get(EndCard)
        for part in (self.facts, self.when, self.why, self.played, self._frame, self.show_button):
            part.setVisible(card is not None)
        streak = None if card is None else card.streak
        self.streak.setVisible(streak is not None)
        self.level_button.setVisible(streak is not None)
        if card is None:
            self.result.setText(self.tr("The game is not over."))
            return
        self.result.setText(result_title(place, card))
        self.facts.setText(facts_line(place, card))
        self.when.setText(turning_title(card))
        self.why.setText(turning_sentence(place, card))
        turning = card.turning
        played = "" if turning is None else turning_played(place, card, turning)
        self.played.setText(played)
        if streak is not None:
            self.streak.setText(streak_words(streak))
            self.level_button.setText(suggestion(streak))
        shown: tuple[Node | TurningPoint, bool] = (turning or card.last, place.flipped)
        if shown != self._shown:
            self._shown = shown
            self._turns.add("board", lambda: self._show_board(place, card))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Play both lines out while the mouse or the keyboard is on the button that goes there."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            card = None if self.place is None else self.place.get(EndCard)
            if card is not None and card.turning is not None:
                turning, button = card.turning, self.show_button
                self.play_lines_out(turning.position, lines_of(turning), button, button.rect())
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self.stop_preview()
        return super().eventFilter(watched, event)

    # -- the board -----------------------------------------------------------------------------

    @property
    def board(self) -> BoardView | None:
        """The small board; None in a game without one."""
        self._turns.finish()
        return self._board

    def _show_board(self, place: Place, card: EndCard) -> None:
        """Show what was played where the game turned, and what was better; or how it has ended."""
        made = board_class(place.game.key)
        for board in (self.played_board, self._board):
            if board is not None and type(board) is not made:
                board.hide()
                board.deleteLater()
                self.played_board = self._board = None
        if made is None:
            return
        if self._board is None or self.played_board is None:
            self.played_board, self._board = self._made_board(made), self._made_board(made)
        turning = card.turning
        self._has_two = turning is not None
        state = _end_state(place, card) if turning is None else _turning_state(place, turning)
        self._board.show_state(state)
        self._board.setBackgroundBrush(self.theme.panel)
        name = self.tr("{game} board, where the game turned")
        self._board.setAccessibleName(fill(name, game=place.game.title))
        if turning is not None:
            self.played_board.show_state(_played_state(place, turning))
            self.played_board.setBackgroundBrush(self.theme.panel)
            name = self.tr("{game} board, the move played")
            self.played_board.setAccessibleName(fill(name, game=place.game.title))
        titles = ("", "") if turning is None else (line.title for line in lines_of(turning))
        for label, title in zip(self.board_titles, titles, strict=True):
            label.setText(title)
        self._fit()
        self._board.show()

    def _made_board(self, made: type[BoardView]) -> BoardView:
        board = made(self.theme, self._frame)
        board.speed = 0.0
        board.setMinimumSize(QSize(1, 1))
        board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        board.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return board

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts for the width of the panel."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        window = self.window()
        is_low = window.height() < LOW or window.height() > window.width()
        em = self.fontMetrics().horizontalAdvance("M")
        direction = QBoxLayout.Direction
        is_narrow = self.width() < ROW_WIDTH * em
        self._middle.setDirection(direction.BottomToTop if is_low else direction.TopToBottom)
        self._arrange_buttons(in_one_row=not is_narrow)
        self._streak.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
        self.streak.setWordWrap(is_narrow)
        aspect = 1.0
        if self._board is not None and self._board.state is not None:
            aspect = self._board.ratio
        left = self.width() - BOARD_SIZE - 3 * EDGE
        beside = aspect < WIDE and left >= TEXT_WIDTH * em
        self._turning.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        width = self.width() - 2 * EDGE
        half = (width - BETWEEN) // 2
        has_room = not beside and half >= MIN_HALF
        if aspect < WIDE and not has_room:
            width = BOARD_SIZE
            self._frame.setFixedSize(BOARD_SIZE, round(BOARD_SIZE / aspect))
        else:
            most = BOARD_SIZE if aspect < WIDE else MAX_HEIGHT
            self._frame.setMinimumWidth(1)
            self._frame.setMaximumWidth(self.maximumWidth())
            self._frame.setFixedHeight(min(most, round(width / aspect)))
        self._fit_boards(width, half if has_room else 0)
        line = self.why.fontMetrics().lineSpacing()
        self.why.setMinimumHeight(SENTENCE_LINES * line)
        self.played.setMinimumHeight(self.played.fontMetrics().lineSpacing())

    def _fit_boards(self, width: int, half: int) -> None:
        """Give each board *half* of the *width*; where that is 0, only one is shown."""
        height = self._frame.height()
        above = self.board_titles[0].fontMetrics().height()
        for label, left in zip(self.board_titles, (0, half + BETWEEN), strict=True):
            label.setVisible(bool(half))
            label.setGeometry(left, 0, half, above)
        if self._board is None or self.played_board is None:
            return
        if not half:
            self._board.setGeometry(0, 0, width, height)
        else:
            # One alone has the same size, so that nothing moves when there are two.
            left = half + BETWEEN if self._has_two else 0
            self._board.setGeometry(left, above, half, height - above)
            self.played_board.setGeometry(0, above, half, height - above)
        self.played_board.setVisible(self._has_two and bool(half))


def _end_state(place: Place, card: EndCard) -> BoardState:
    return BoardState(position=card.position, last_move=card.last.move, flipped=place.flipped)


def _played_state(place: Place, turning: TurningPoint) -> BoardState:
    after = turning.position.copy()
    after.make(turning.ply.move)
    return BoardState(position=after, last_move=turning.ply.move, flipped=place.flipped)


def _turning_state(place: Place, turning: TurningPoint) -> BoardState:
    return BoardState(
        position=turning.position,
        hint=turning.ply.best,
        flipped=place.flipped,
    )
