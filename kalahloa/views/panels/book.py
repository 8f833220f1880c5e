"""The panel that shows what book and tablebase have of the position."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QPushButton,
    QScrollArea,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.book.browser import BookBrowser, BookFound
from kalahloa.controllers.features.book.commands import TEMPTING
from kalahloa.controllers.features.book.words import (
    below_sentence,
    margin_for_side,
    no_book_sentence,
    source_words,
    unknown_sentence,
)
from kalahloa.models.game.knowledge import BookExtent
from kalahloa.models.study.book_page import ProvenMove, ProvenPage
from kalahloa.views.items.proven_moves import (
    VALUE,
    ProvenDelegate,
    ProvenMovesModel,
)
from kalahloa.views.items.table import TableView
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.line_preview import LinePreviewPanel

_JOINT = " · "
_CAUSES = frozenset({Cause.FINDINGS, Cause.REVIEW, Cause.EDIT, Cause.PLAYERS})
MIN_ROWS = 60
MIN_TEXT = 34
"""The least heights of the list and the text, in pixels; both can be scrolled."""


class _BookTable(TableView):
    """A list in which a move is pointed at by the mouse, or by the key Right."""

    pointed = Signal(int)
    """The row that is pointed at, -1 for none."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at the row under the mouse."""
        super().mouseMoveEvent(event)
        self.pointed.emit(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self.pointed.emit(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Point at the current row with Right, and at none with Left or Escape."""
        if event.key() == Qt.Key.Key_Right:
            self.pointed.emit(self.currentIndex().row())
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Escape):
            self.pointed.emit(-1)
            if event.key() == Qt.Key.Key_Escape:
                event.ignore()
        else:
            super().keyPressEvent(event)


class BookPanel(LinePreviewPanel):
    """Lists the moves with their proven values; a click or Enter plays one."""

    key = "book"
    context_commands = (
        *("back", "next-only-move", "book-end", "proven-line", ""),
        *("practise", "", "copy-position"),
    )

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._browser: BookBrowser | None = None
        self.headline = self.make_line("cardTitle")
        self.footer = self.make_line("muted")
        self.model = ProvenMovesModel(self)
        self.list = self._made_list()
        self.text = self.make_sentence("muted", lines=True)
        # The command that builds a book is to be copied.
        self.area = QScrollArea(self)
        self.area.setWidget(self.text)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setMinimumHeight(MIN_TEXT)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hand_focus_to(self.list)
        self.back_button = self.make_button("", "back", style="quiet")
        self.back_button.setAccessibleName(self.tr("Back"))
        self.walk_button = self._menu_button(
            self.tr("Follow"),
            (
                (self.tr("Next &only move"), "next-only-move", []),
                (self.tr("Go to &end of book"), "book-end", []),
                (self.tr("&Random best line"), "proven-line", []),
            ),
        )
        self.practise_button = self._menu_button(self.tr("Practise"), ())
        links = (self.back_button, self.walk_button, self.practise_button)
        for link in links:
            link.setObjectName("link")
        buttons = side_by_side((self.footer, 1), *links, spacing=4)
        self.lay_out(self.headline, (self.list, 3), (self.area, 2), 0, buttons, spacing=6)
        self._show_icon()
        self._show()

    def _made_list(self) -> _BookTable:
        view = _BookTable(self, self.model, by_click=True)
        view.setAccessibleName(self.tr("Moves with their proven values"))
        view.setMouseTracking(True)
        view.setMinimumHeight(MIN_ROWS)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._badges = ProvenDelegate(self.theme, view)
        view.setItemDelegateForColumn(VALUE, self._badges)
        view.chosen.connect(self._play)
        view.pointed.connect(self._point)
        return view

    def _menu_button(
        self, text: str, entries: tuple[tuple[str, str, list[str]], ...]
    ) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("quiet")
        menu = QMenu(button)
        button.setMenu(menu)
        self._fill(menu, entries)
        return button

    def _fill(self, menu: QMenu, entries: tuple[tuple[str, str, list[str]], ...]) -> None:
        menu.clear()
        for text, command, words in entries:
            action = menu.addAction(text)
            action.triggered.connect(
                lambda _=False, c=command, w=words: self.asked.emit(c, list(w))
            )

    def _show_icon(self) -> None:
        icon = themed_icon("previous", self.theme.text, self.theme.muted)
        self.back_button.setIcon(icon)

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Look things up with the browser."""
        if isinstance(service, BookBrowser):
            self._browser = service
            service.found.connect(self._take)

    def refresh(self, change: Change) -> None:
        """Look up another place, or what more is known of this one."""
        if change.is_new:
            self._offer_sides(change.place)
        if change.moved or change.causes & _CAUSES:
            if self._browser is not None and not change.place.secret:
                self._browser.look()
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self._badges.theme = theme
        self._show_icon()
        self.list.viewport().update()

    def _offer_sides(self, place: Place) -> None:
        """Offer to practise with either side of the game."""
        entries: list[tuple[str, str, list[str]]] = []
        for side in place.game.sides:
            name, word = in_words(side), str(side)
            entries.append((fill(self.tr("Play {side}"), side=name), "practise", [word]))
        for side in place.game.sides:
            name, word = in_words(side), str(side)
            text = fill(self.tr("Play {side}, tempting replies"), side=name)
            entries.append((text, "practise", [word, TEMPTING]))
        menu = self.practise_button.menu()
        if menu is not None:
            self._fill(menu, tuple(entries))

    # -- showing -------------------------------------------------------------------------------

    @Slot(object)
    def _take(self, _found: BookFound) -> None:
        if self.is_seen:
            self._show()
        else:
            self._is_stale = True

    def _found(self) -> BookFound | None:
        """Return what is known of the position on the board, unless that is hidden."""
        place, browser = self.place, self._browser
        if place is None or browser is None or place.secret:
            return None
        return browser.last

    def _show(self) -> None:
        place, found = self.place, self._found()
        if place is not None and place.secret:
            self._show_rows(None, None)
            self._set_texts("", self.tr("Proven values are hidden until the exercise is over."))
        elif found is not None and place is not None:
            self._show_found(place, found)
        elif place is None:
            self._show_rows(None, None)
            self._set_texts("", "")
        self._show_buttons(place)

    def _set_texts(self, headline: str, text: str, footer: str = "") -> None:
        self.headline.setText(headline or self.title)
        self.text.setText(text)
        self.area.setVisible(bool(text))
        self.footer.setText(footer)

    def _show_rows(self, place: Place | None, found: BookFound | None) -> None:
        page = None if found is None or not found.page.knows_moves else found.page
        self.model.show(None if place is None else place.game, page)
        self.list.setVisible(bool(self.model.rows))

    def _show_found(self, place: Place, found: BookFound) -> None:
        page = found.page
        self._show_rows(place, found)
        if not page.moves:
            self._set_texts(self.tr("The game is over."), "")
            return
        parts = []
        if page.value is not None and page.source is not None:
            value = margin_for_side(place.game, page.value, page.side)
            words = self.tr("{value} ({source})")
            parts.append(fill(words, value=value, source=source_words(page.source)))
        if page.is_whole:
            parts.append(self._count(page))
        footer = ""
        if page.is_whole and found.below is not None and found.below.positions:
            footer = self._below(found.below)
        text = "" if page.is_whole else "\n".join(self._sentences(place, found))
        self._set_texts(_JOINT.join(parts), text, footer)

    def _below(self, below: BookExtent) -> str:
        """Return how much of the book lies ahead, in a few words."""
        count = f"{below.positions:,}" if below.is_all else f"{below.positions:,}+"
        turns = below.turns
        words = self.tr("1 turn") if turns == 1 else self.tr("%n turns", "", turns)
        return fill(self.tr("{turns} · {count} positions"), count=count, turns=words)

    def _count(self, page: ProvenPage) -> str:
        """Return how many moves keep the value, in a few words."""
        keeping, count = len(page.keeping), len(page.moves)
        if count == 1:
            return self.tr("only legal move")
        if page.is_only_move:
            return fill(self.tr("only move (1 of {count})"), count=count)
        return fill(self.tr("{keeping} of {count} are right"), keeping=keeping, count=count)

    def _sentences(self, place: Place, found: BookFound) -> list[str]:
        """Return what is not known, what there is, and what can be done."""
        sentences = [unknown_sentence(place.game, found.page)]
        if found.is_loading:
            sentences.append(self.tr("Loading a tablebase…"))
        if not found.has_book:
            sentences.append(no_book_sentence())
        elif found.below is not None:
            sentences.append(below_sentence(found.below))
        sentences += [in_words(sentence) for sentence in found.coverage]
        return [*sentences, in_words(found.advice)] if found.advice else sentences

    def _show_buttons(self, place: Place | None) -> None:
        secret = place is not None and place.secret
        over = place is not None and place.outcome is not None
        for button in (self.back_button, self.walk_button, self.practise_button):
            button.setVisible(not secret)
        self.walk_button.setEnabled(not over)
        self.practise_button.setEnabled(not over)

    # -- what is pointed at --------------------------------------------------------------------

    def _row(self, row: int) -> ProvenMove | None:
        """Return the move of *row*, None where the rows are not those of the place."""
        found = self._found()
        if found is None or not 0 <= row < len(self.model.rows):
            return None
        return self.model.rows[row]

    @Slot(int)
    def _point(self, row: int) -> None:
        """Play out the turn that begins with the move of *row*."""
        move, place = self._row(row), self.place
        if move is None or place is None:
            self.stop_preview()
            return
        rect = self.list.visualRect(self.model.index(row, 0))
        self.play_out(place.position, move.turn, self.list, rect)

    @Slot(int)
    def _play(self, row: int) -> None:
        """Go to where the move leads: play it, or add it where the computer has the side."""
        move, place = self._row(row), self.place
        if move is None or place is None:
            return
        self.stop_preview()
        if place.human_may_move:
            self.asked.emit("play", [move.text])
        else:
            self.asked.emit("follow-line", [str(place.node.number), move.text])
