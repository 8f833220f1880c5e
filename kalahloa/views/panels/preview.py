"""The panel in which a game of the library is looked at without being opened."""

from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.library.library_view import LibraryView, Listing, Previewed
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.models.record.record import Record
from kalahloa.models.text.quotation import quote
from kalahloa.views.boards import board_class
from kalahloa.views.boards.board_state import BoardState
from kalahloa.views.boards.board_view import MARGIN, BoardView
from kalahloa.views.dialogs.files import ask_export_file
from kalahloa.views.items.game_words import header_texts, player_words
from kalahloa.views.items.move_tree import MoveTree
from kalahloa.views.items.move_view import MoveView
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.elided_label import ElidedLabel
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.mirroring import key_as_read
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.look.turns import TurnQueue
from kalahloa.views.panels.panel import Panel

STEPS = ("start", "back", "forward", "end")
"""The buttons, by what they do."""
_ICONS = {"start": "first", "back": "previous", "forward": "next", "end": "last"}
_KEYS = {
    Qt.Key.Key_Home: "start",
    Qt.Key.Key_Left: "back",
    Qt.Key.Key_Right: "forward",
    Qt.Key.Key_End: "end",
}
MIN_WIDE = 34
"""From so many widths of a capital M on all buttons stand in one row."""
_DETAILS = ("event", "round", "place", "annotator")
"""The details of a game that are shown, by their names in a record."""
_PARTS = ("board", "moves")
"""What is shown of another game a little later, in this order."""
BOARD_HEIGHT = 124
"""The least height of the board, in pixels."""


class PreviewPanel(Panel):
    """A small board, the moves and the facts of the game that is selected in the library."""

    key = "preview"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._library: LibraryView | None = None
        self.header: GameHeader | None = None
        """The game that is shown, None if there is none."""
        self.record: Record | None = None
        """Its record, with a current node of its own; None if it cannot be read."""
        self._board: BoardView | None = None
        self._boards: dict[type[BoardView], BoardView] = {}
        """The boards that were made, each for the games of its kind."""
        # To draw another game takes a frame, and the list is drawn as well.
        self._turns = TurnQueue(self, _PARTS.index)
        self.players = self.make_line("cardTitle")
        self.result = self.make_line("muted")
        self._frame = QWidget(self)
        self._frame.setMinimumHeight(BOARD_HEIGHT)
        policy = QSizePolicy.Policy
        self._frame.setSizePolicy(policy.Expanding, policy.Expanding)
        self._board_place = QVBoxLayout(self._frame)
        self._board_place.setContentsMargins(0, 0, 0, 0)
        self.note = PlainLabel(self._frame, self.tr("Select a game to see it here."))
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._board_place.addWidget(self.note)
        self.tree = MoveTree(self)
        self.moves = MoveView(self.tree, theme, self)
        self.moves.setAccessibleName(self.tr("Moves of this game"))
        self.moves.asked.connect(self._step)
        self.hand_focus_to(self.moves)
        layout = column_of(
            self.players,
            self.result,
            (self._frame, 3),
            self._made_steps(),
            spacing=6,
            margins=(10, 10, 10, 10),
        )
        self.moves.setMinimumHeight(48)
        layout.addWidget(self.moves, 2)
        self.facts = QFormLayout()
        self._labels: list[tuple[PlainLabel, ElidedLabel]] = []
        self.facts.setHorizontalSpacing(10)
        self.facts.setVerticalSpacing(2)
        layout.addLayout(self.facts)
        layout.addLayout(self._made_buttons())
        self.setLayout(layout)
        self._show_nothing(self.note.text())

    # -- making --------------------------------------------------------------------------------

    def _made_steps(self) -> QHBoxLayout:
        names = (
            self.tr("To the start"),
            self.tr("Previous move"),
            self.tr("Next move"),
            self.tr("To the end"),
        )
        row = side_by_side(spacing=4)
        self.steps: dict[str, QToolButton] = {}
        for key, name in zip(STEPS, names, strict=True):
            button = QToolButton(self)
            button.setObjectName("step")
            button.setAccessibleName(name)
            button.setToolTip(name)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, key=key: self._step(key, []))
            row.addWidget(button)
            self.steps[key] = button
        self.where = self.make_line("muted", at_end=True)
        row.addWidget(self.where, 1)
        self._show_icons()
        return row

    def _made_buttons(self) -> QGridLayout:
        self.open_button = QPushButton(self.tr("Open"), self)
        self.open_button.setDefault(True)
        self.open_button.setToolTip(self.tr("Open this game on the board"))
        self.open_button.setAccessibleName(self.open_button.toolTip())
        self.open_button.clicked.connect(lambda: self._ask("open-game"))
        self.export_button = self.make_button(self.tr("Export…"), self._export)
        self.export_button.setAccessibleName(self.tr("Export this game"))
        self.delete_button = self.make_button(self.tr("Delete"), self._delete)
        self._buttons = QGridLayout()
        self._buttons.setSpacing(6)
        self._arrange_buttons(True)
        return self._buttons

    def _arrange_buttons(self, stacked: bool) -> None:
        """Put the buttons into two rows, the first one for opening, or all beside each other."""
        if stacked:
            self._buttons.addWidget(self.open_button, 0, 0, 1, 2)
            self._buttons.addWidget(self.export_button, 1, 0)
            self._buttons.addWidget(self.delete_button, 1, 1)
        else:
            self._buttons.addWidget(self.open_button, 0, 0)
            self._buttons.addWidget(self.export_button, 0, 1)
            self._buttons.addWidget(self.delete_button, 0, 2)

    def _show_icons(self) -> None:
        for key, button in self.steps.items():
            button.setIcon(themed_icon(_ICONS[key], self.theme.text, self.theme.disabled))

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Show the games of the library."""
        if isinstance(service, LibraryView):
            self._library = service
            service.previewed.connect(self._show)
            service.listed.connect(self._look_whether_any)

    def refresh(self, change: Change) -> None:
        """Do nothing: what is on the board of the window is not shown here."""

    def shown_game(self) -> tuple[Record, int] | None:
        """Return the library game that the preview shows, at the move it shows."""
        return None if self.record is None else (self.record, self.record.current.number)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.moves.set_theme(theme)
        self._show_icons()
        for board in self._boards.values():
            board.set_theme(theme)
            board.setBackgroundBrush(theme.panel)

    # -- the game ------------------------------------------------------------------------------

    @property
    def board(self) -> BoardView | None:
        """The board with the game's current position; None without a game, or a board for it."""
        self._turns.finish()
        return self._board

    @Slot(object)
    def _look_whether_any(self, listing: Listing) -> None:
        if not listing.totals.games:
            self._show_nothing(self.tr("Select a game to see it here."))

    def _show_nothing(self, note: str) -> None:
        self.header = self.record = None
        self._drop_parts()
        self.note.setText(note)
        self.note.show()
        self.players.setText("")
        self.result.setText("")
        self._show_facts()
        self._show_place(is_new=True)

    @Slot(object)
    def _show(self, previewed: Previewed) -> None:
        """Show a game that was read."""
        same = (
            self.header is not None
            and self.header.id == previewed.header.id
            and self.header.revision == previewed.header.revision
        )
        self.header = previewed.header
        words = header_texts(self.header)
        self.players.setText(" – ".join(player_words(self.header)))
        self.result.setText(" · ".join((words.game, words.rules, words.result)))
        self._show_facts()
        if same and self.record is not None:
            self._show_place(is_new=False)  # the buttons: it may be in the trash
            return
        self.record = previewed.record
        if self.record is None:
            self._drop_parts()
            self.note.setText(in_words(previewed.error))
            self.note.show()
        else:
            self.note.hide()
        self._show_place(is_new=True)

    def _drop_parts(self) -> None:
        """Show nothing of a game, also not of one that was still to be shown."""
        for part in _PARTS:
            self._turns.drop(part)
        self._drop_board()

    def _drop_board(self) -> None:
        if self._board is not None:
            self._board.hide()
            self._board = None

    def _choose_board(self, record: Record) -> None:
        """Take the board for the game of *record*, which is made if it is the first of its kind."""
        made = board_class(record.game.key)
        if self._board is not None and type(self._board) is made:
            return
        self._drop_board()
        self.note.setVisible(made is None)
        if made is None:
            self.note.setText(self.tr("This game has no graphical board."))
            return
        if made not in self._boards:
            self._boards[made] = self._made_board(made)
        self._board = self._boards[made]
        self._board.setAccessibleName(
            fill(self.tr("{game} board, preview"), game=quote(in_words(record.game.title)))
        )

    def _made_board(self, made: type[BoardView]) -> BoardView:
        board = made(self.theme, self._frame)
        board.speed = 0.0
        board.stepped.connect(lambda way: self._step("back" if way < 0 else "forward", []))
        board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        board.hide()
        self._board_place.addWidget(board)
        return board

    def _show_facts(self) -> None:
        rows = [] if self.header is None else self._facts_of(self.header)
        # Labels are kept: to make them takes longer than all the rest.
        for number in range(len(self._labels)):
            self.facts.setRowVisible(number, number < len(rows))
        for number, (title, text) in enumerate(rows):
            if number == len(self._labels):
                self._labels.append((PlainLabel(self), ElidedLabel(self)))
                self._labels[-1][0].setObjectName("muted")
                self.facts.addRow(*self._labels[-1])
            label, value = self._labels[number]
            label.setText(title)
            value.setText(text)

    def _facts_of(self, header: GameHeader) -> list[tuple[str, str]]:
        """Return what is said of the game below its moves: titles and texts."""
        titles = dict(
            zip(
                _DETAILS,
                (self.tr("Event"), self.tr("Round"), self.tr("Place"), self.tr("Annotator")),
                strict=True,
            )
        )
        rows = [(titles[key], header.details[key]) for key in _DETAILS if key in header.details]
        rows.insert(0, (self.tr("Date"), header_texts(header).date))
        if header.variations:
            rows.append((self.tr("Variations"), f"{header.variations:,}"))
        if header.comments:
            rows.append((self.tr("Comments"), f"{header.comments:,}"))
        if header.tags:
            rows.append((self.tr("Tags"), ", ".join(header.tags)))
        return rows

    # -- stepping ------------------------------------------------------------------------------

    def _show_place(self, *, is_new: bool) -> None:
        record = self.record
        can = dict.fromkeys(STEPS, False)
        self.where.setText("")
        self.moves.setVisible(record is not None)
        if record is not None:
            node = record.current
            can = {
                "start": node.parent is not None,
                "back": node.parent is not None,
                "forward": node.followed is not None or bool(node.children),
                "end": node.followed is not None or bool(node.children),
            }
            self.where.setText(
                self.tr("at the start")
                if node.parent is None
                else fill(self.tr("after {move}"), move=node.text)
            )
            if is_new:
                self._turns.add("board", lambda: self._show_board(record))
                self._turns.add("moves", lambda: self._show_moves(record, is_new=True))
            else:
                self._turns.finish()
                self._show_board(record)
                self._show_moves(record, is_new=False)
        for key, button in self.steps.items():
            button.setEnabled(can[key])
        header = self.header
        self.open_button.setEnabled(record is not None)
        self.export_button.setEnabled(record is not None)
        self.delete_button.setEnabled(header is not None)
        trashed = header is not None and header.trashed is not None
        self.delete_button.setText(self.tr("Restore") if trashed else self.tr("Delete"))

    def _show_moves(self, record: Record, *, is_new: bool) -> None:
        if is_new:
            self.moves.forget_folds()
            self.tree.show_change(Change.everything(self._place_of(record)))
        self.moves.show_current(record.current)

    def _show_board(self, record: Record) -> None:
        self._choose_board(record)
        board, node = self._board, record.current
        if board is None:
            return
        board.show_state(
            BoardState(
                position=record.position.copy(),
                last_move=node.move,
                drawings=node.notes.drawings,
                mark=node.notes.judgement or next(iter(node.notes.marks), None),
            )
        )
        board.setBackgroundBrush(self.theme.panel)
        self._fit_board()
        board.show()

    def _fit_board(self) -> None:
        """Leave to the moves what a board that is wider than high does not need."""
        if self._board is not None and self._board.state is not None:
            rect = self._board.board_rect()
            high = round(self._frame.width() * rect.height() / rect.width()) + 2 * MARGIN
            self._frame.setMaximumHeight(max(BOARD_HEIGHT, high))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Resize the board to the width of the panel."""
        super().resizeEvent(event)
        em = self.fontMetrics().horizontalAdvance("M")
        self._arrange_buttons(self.width() < MIN_WIDE * em)
        self._fit_board()

    def _place_of(self, record: Record) -> Place:
        return Place(
            record_number=-1,
            game=record.game,
            rules=record.rules,
            root=record.root,
            node=record.current,
            nodes=record.nodes,
            node_count=len(record.nodes),
            position=record.position,
            players=(HUMAN, HUMAN),
            answers=False,
        )

    @Slot(str, object)
    def _step(self, key: str, words: list[str]) -> None:
        """Walk in the game that is shown, as the commands of these keys do on the board."""
        record = self.record
        if record is None:
            return
        if key == "goto-node":
            record.jump(int(words[0]))
        elif key == "back":
            record.undo()
        elif key == "forward":
            self._forward(record)
        elif key == "start":
            record.jump(0)
        elif key == "end":
            while self._forward(record):
                pass
        else:
            return
        self._show_place(is_new=False)

    def _forward(self, record: Record) -> bool:
        if record.redo():
            return True
        if record.current.children:
            record.jump(record.current.children[0].number)
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step by the arrow keys, Home and End."""
        step = _KEYS.get(key_as_read(Qt.Key(event.key()), self))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        self._step(step, [])

    # -- buttons -------------------------------------------------------------------------------

    def _ask(self, key: str) -> None:
        if self.header is not None:
            self.asked.emit(key, [str(self.header.id)])

    @Slot()
    def _export(self) -> None:
        if self.header is not None:
            number = str(self.header.id)
            ask_export_file(
                self.window(),
                Path.home(),
                lambda path: self.asked.emit("export-games", [str(path), number]),
            )

    @Slot()
    def _delete(self) -> None:
        if self.header is not None:
            self._ask("trash-game" if self.header.trashed is None else "restore-game")
