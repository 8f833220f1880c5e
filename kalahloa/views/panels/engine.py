"""The moves of the position with exact values, estimates, and counts from the library."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QMenu, QPushButton, QScrollArea, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.features.book.browser import BookBrowser, BookFound
from kalahloa.controllers.features.book.commands import TEMPTING
from kalahloa.controllers.features.book.words import (
    below_sentence,
    below_words,
    count_words,
    known_words,
    no_book_sentence,
    unknown_sentence,
)
from kalahloa.controllers.features.library.library_view import Explored, LibraryView, place_key
from kalahloa.controllers.features.proofs.state import ProofState
from kalahloa.models.game.line import format_line
from kalahloa.models.study.line_words import words_text
from kalahloa.views.accessibility import delete_when_closed
from kalahloa.views.boards import board_class
from kalahloa.views.items.line_view import LineView
from kalahloa.views.items.lines import LineRow, LinesModel
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.flow_row import FlowRow
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.line_preview import LinePreviewPanel

_JOINT = " · "
_MIN_TEXT = 34
"""Minimum height of the sentences, in pixels; they scroll."""
_NOTE_LINES = 2
"""The number of lines reserved for the note below the list."""
_WIDE = 700
"""The width in pixels from which the note stands beside the buttons, in one line."""


class EnginePanel(LinePreviewPanel):
    """Lists moves, the best first; a click on a move of a line, or Enter, goes there."""

    key = "engine"
    context_commands = (
        *("analyse", "pause-analysis", "lock-analysis", "more-lines", "fewer-lines", ""),
        *("back", "next-only-move", "book-end", "proven-line", "practise", "prove", ""),
        *("values", "hint", "copy-position"),
    )

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._browser: BookBrowser | None = None
        self._library: LibraryView | None = None
        self._explored: Explored | None = None
        self.facts = self.make_line("muted", at_end=True)
        self.model = LinesModel(self)
        self.list = self._made_list()
        self.note = self.make_sentence("muted")
        self.text = self.make_sentence("muted", lines=True)
        self.text.setText(self.tr("Nothing is known of this position yet."))
        # The command that builds a book is to be copied.
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.area = QScrollArea(self)
        self.area.setWidget(self.text)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setMinimumHeight(_MIN_TEXT)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hand_focus_to(self.list)
        self.analyse_button = self.make_button(self.tr("Analyse"), "analyse", style="link")
        self.values_button = self.make_button(self.tr("Show values"), "values", style="link")
        self.pause_button = self._switch(self.tr("Pause"), "pause-analysis")
        self.lock_button = self._switch(self.tr("Lock"), "lock-analysis")
        self.fewer_button = self.make_button("−", "fewer-lines", style="link")
        self.fewer_button.setAccessibleName(self.tr("One fewer line"))
        self.more_button = self.make_button("+", "more-lines", style="link")
        self.more_button.setAccessibleName(self.tr("One more line"))
        self.book_button = QPushButton(self.tr("Book"), self)
        self.book_button.setObjectName("link")
        self.book_button.setMenu(QMenu(self.book_button))
        self.prove_button = self.make_button(self.tr("Prove"), "prove", style="link")
        self._switches = (
            *(self.pause_button, self.fewer_button, self.more_button, self.lock_button),
        )
        offers = (self.analyse_button, self.values_button, *self._switches)
        buttons = FlowRow(self, (*offers, self.prove_button, self.book_button))
        buttons.setObjectName("plain")
        self._foot = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._foot.addWidget(self.note, 1)
        self._foot.addWidget(buttons)
        self.lay_out(
            side_by_side(self.title_label(), (self.facts, 1)),
            (self.list, 1),
            (self.area, 1),
            self._foot,
            spacing=6,
            margins=(14, 8, 14, 8),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the note beside the buttons in a wide panel, and reserve its lines."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= _WIDE
        ways = QBoxLayout.Direction
        self._foot.setDirection(ways.LeftToRight if is_wide else ways.TopToBottom)
        lines = 1 if is_wide else _NOTE_LINES
        self.note.setMinimumHeight(lines * self.note.fontMetrics().lineSpacing())

    def _made_list(self) -> LineView:
        view = LineView(self.model, self.theme, self)
        view.setAccessibleName(self.tr("Moves with their values and lines"))
        view.pointed.connect(self._point)
        view.chosen.connect(self._choose)
        view.menu_wanted.connect(self._show_menu)
        view.selectionModel().currentChanged.connect(self._show_note)
        return view

    def _switch(self, text: str, command: str) -> QPushButton:
        button = self.make_button(text, command, style="link")
        button.setCheckable(True)
        return button

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Use *service* for lookups in the book or in the library."""
        if isinstance(service, BookBrowser):
            self._browser = service
            service.found.connect(self._show_now)
        elif isinstance(service, LibraryView):
            self._library = service
            service.explored.connect(self._take_explored)
            service.changed.connect(self._explore)

    def refresh(self, change: Change) -> None:
        """Show what is known at the place, and start the lookups."""
        place = change.place
        if change.is_new:
            self._show_colours(place)
            self._fill_book_menu(place)
        if self._browser is not None and not place.secret and place.outcome is None:
            self._browser.look_up()
        if change.moved:
            self._explore()
        self._show(place)

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        if self.place is not None:
            self._show_colours(self.place)
        self.list.set_theme(theme)

    def _show_colours(self, place: Place) -> None:
        board = board_class(place.game.key)
        colours = None if board is None else board.side_colours(self.theme)
        self.list.delegate.colours = None if colours is None else (colours[0][0], colours[1][0])

    def _fill_book_menu(self, place: Place) -> None:
        """Fill the menu with the lines of the book, and with practice for either side."""
        menu = self.book_button.menu()
        menu.clear()
        self._offer(menu, self.tr("Next &only move"), "next-only-move")
        self._offer(menu, self.tr("Go to &end of book"), "book-end")
        self._offer(menu, self.tr("&Random best line"), "proven-line")
        menu.addSeparator()
        for side in place.game.sides:
            text = fill(self.tr("Practise as {side}"), side=in_words(side))
            self._offer(menu, text, "practise", str(side))
        for side in place.game.sides:
            text = fill(self.tr("Practise as {side}, tempting replies"), side=in_words(side))
            self._offer(menu, text, "practise", str(side), TEMPTING)

    def _offer(self, menu: QMenu, text: str, command: str, *words: str) -> None:
        menu.addAction(text).triggered.connect(lambda: self.asked.emit(command, list(words)))

    # -- what is looked up ---------------------------------------------------------------------

    @Slot()
    def _explore(self) -> None:
        """Count in the library what was played in this position."""
        if self._library is None or self.place is None or not self.is_seen:
            self._is_stale = True
        elif not self.place.secret:
            self._library.explore(self.place)

    @Slot(object)
    def _take_explored(self, explored: Explored) -> None:
        self._explored = explored
        self._show_now()

    @Slot()
    def _show_now(self) -> None:
        if self.place is not None and self.is_seen:
            self._show(self.place)
        else:
            self._is_stale = True

    def _found(self, place: Place) -> BookFound | None:
        """Return the page of book and tablebase for the position; None while values are hidden."""
        return None if self._browser is None or place.secret else self._browser.last

    def _played(self, place: Place) -> Explored | None:
        """Return the library's counts for the position; None while values are hidden."""
        explored = self._explored
        is_here = explored is not None and not place.secret and place_key(place) == explored.key
        return explored if is_here else None

    # -- showing -------------------------------------------------------------------------------

    def _show(self, place: Place) -> None:
        live, found, played = place.get(Live), self._found(place), self._played(place)
        page = None if found is None else found.page
        counts = () if played is None or place.outcome is not None else played.moves
        self.model.show_place(place, page, counts)
        is_on = live is not None and live.on
        is_looking = is_on or place.values_wanted
        self.list.setVisible(bool(self.model.rows) or (is_looking and not place.secret))
        self.area.setVisible(self.list.isHidden())
        self.text.setText("\n".join(self._sentences(place, found, played)))
        self.facts.setText(self._facts(place, live))
        self.facts.setVisible(bool(self.facts.whole))
        self.note.setVisible(bool(self.model.rows))
        self._show_note()
        self._show_buttons(place, live, found)

    def _show_buttons(self, place: Place, live: Live | None, found: BookFound | None) -> None:
        is_on = live is not None and live.on
        is_over = place.outcome is not None
        for button in (self.analyse_button, self.values_button):
            button.setVisible(not is_on and not place.values_wanted and not is_over)
        for button in self._switches:
            button.setVisible(is_on)
        self.pause_button.setChecked(live is not None and live.paused)
        self.lock_button.setChecked(live is not None and live.locked)
        is_known = found is not None and found.page.value is not None
        self.book_button.setVisible(is_known and not is_over)
        best = self.model.rows[0].value if self.model.rows else None
        is_open = not is_known and not (best is not None and best.proven)
        has_proofs = place.get(ProofState) is not None
        self.prove_button.setVisible(has_proofs and is_open and not is_over)

    @Slot()
    def _show_note(self) -> None:
        """Show the details of the row under the mouse, or a summary of all rows."""
        row = self.list.spot.row if self.list.spot.row >= 0 else self.list.currentIndex().row()
        if self.place is None:
            return
        if 0 <= row < len(self.model.rows):
            shown = self.model.rows[row]
            details = self.model.details(shown)
            self.note.setText(f"{shown.words[0].text}: {details}" if details else "")
        else:
            self.note.setText(_JOINT.join(self._overview(self.place)))

    def _overview(self, place: Place) -> list[str]:
        """Return the parts of the summary: right moves, book positions ahead, library games."""
        parts = []
        found, played = self._found(place), self._played(place)
        if self.model.is_whole:
            best = sum(row.best for row in self.model.rows)
            parts.append(count_words(best, self.model.choices))
        elif found is not None and self._is_unlisted(found.page.value):
            parts.append(known_words(place.game, found.page))
        if found is not None and found.is_loading:
            parts.append(self.tr("Loading a tablebase…"))
        if found is not None and found.below is not None and found.below.positions:
            parts.append(below_words(found.below))
        count = 0 if played is None else sum(move.count for move in played.moves)
        if count:
            parts.append(self.tr("1 game") if count == 1 else self.tr("%n games", "", count))
        return parts

    def _is_unlisted(self, value: int | None) -> bool:
        """Return whether no move in the list has *value*, the exact value of the position."""
        exact = [row.value.number for row in self.model.rows if row.value and row.value.proven]
        return value is not None and value not in exact

    def _sentences(
        self, place: Place, found: BookFound | None, played: Explored | None
    ) -> list[str]:
        """Return the sentences that replace an empty list."""
        if place.secret:
            return [self.tr("Values stay hidden until the exercise ends.")]
        if place.outcome is not None:
            return [self.tr("There are no moves.")]
        if found is None:
            return [self.tr("Nothing is known of this position yet.")]
        sentences = [unknown_sentence(place.game, found.page)]
        if found.is_loading:
            sentences.append(self.tr("Loading a tablebase…"))
        if not found.has_book:
            sentences.append(no_book_sentence())
        elif found.below is not None:
            sentences.append(below_sentence(found.below))
        sentences += [in_words(sentence) for sentence in (*found.coverage, found.advice)]
        if played is not None:
            sentences.append(self.tr("No library game continues from this position."))
        return [sentence for sentence in sentences if sentence]

    # -- how far it is -------------------------------------------------------------------------

    def _facts(self, place: Place, live: Live | None) -> str:
        """Return the state of the search, and the trust and point of view of the values."""
        is_on = live is not None and live.on
        node = live.node if live is not None and is_on else place.node
        if node.outcome is not None:
            return self.tr("The game is over.")
        facts = self._live_facts(place, live) if live is not None and is_on else []
        trust = self._trust(place, is_on)
        if trust:
            whose = in_words(place.game.sides[node.to_move])
            facts.append(fill(self.tr("{trust}, for {side}"), trust=trust, side=whose))
        elif place.values_wanted and not is_on and not place.secret:
            facts.append(self.tr("Searching…"))
        return _JOINT.join(facts)

    def _trust(self, place: Place, is_on: bool) -> str:
        values = [row.value for row in self.model.rows if row.value is not None]
        exact = sum(value.proven for value in values)
        if not values or exact == len(values):
            return self.tr("proven") if values else ""
        if exact:
            return self.tr("partly proven")
        if is_on or place.values_final:
            return self.tr("estimated")
        return self.tr("estimated, searching…")

    def _live_facts(self, place: Place, live: Live) -> list[str]:
        """Return the state, depth and speed of the analysis."""
        facts = []
        if live.locked and live.node is not place.node:
            where = live.node.text
            facts.append(
                fill(self.tr("locked after {move}"), move=where)
                if where
                else self.tr("locked at the start")
            )
        if live.paused:
            facts.append(self.tr("paused"))
        if not live.lines and not live.paused:
            facts.append(
                self.tr("waiting for the computer") if place.thinking else self.tr("Searching…")
            )
        elif live.lines and not live.is_proven:
            facts.append(fill(self.tr("depth {depth}"), depth=live.depth))
            if live.effort.seconds > 0:
                facts.append(self._pace(live.effort.nodes / live.effort.seconds))
        return facts

    def _pace(self, nodes: float) -> str:
        """Format a speed in nodes per second: ``6.2 M/s``, ``350 k/s``."""
        if nodes >= 1e6:
            return fill(self.tr("{number} M/s"), number=f"{nodes / 1e6:.1f}")
        return fill(self.tr("{number} k/s"), number=f"{nodes / 1e3:.0f}")

    # -- what is pointed at --------------------------------------------------------------------

    @Slot(int, int)
    def _point(self, row: int, word: int) -> None:
        """Play the line on the small board, up to the move under the mouse."""
        self._show_note()
        subject, place = self.model.subject, self.place
        if row < 0 or subject is None or place is None:
            self.stop_preview()
            return
        row_shown = self.model.rows[row]
        moves = row_shown.moves[: row_shown.words[word].plies]
        place_in_list = self.list.word_rect(self.list.spot)
        self.play_out(subject.position, moves, self.list, place_in_list)

    # -- what is asked for ---------------------------------------------------------------------

    def _texts(self, row: LineRow, plies: int | None = None) -> Sequence[str]:
        subject = self.model.subject
        assert subject is not None
        return list(format_line(subject.position, row.moves[:plies]))

    @Slot(int, int)
    def _choose(self, number: int, word: int) -> None:
        """Go to the clicked move of the line; play the first one if the user is to move."""
        subject, place = self.model.subject, self.place
        if subject is None or place is None or number >= len(self.model.rows):
            return
        row = self.model.rows[number]
        texts = self._texts(row, row.words[word].plies)
        self.stop_preview()
        if word == 0 and subject.node is place.node and place.human_may_move:
            self.asked.emit("play", ["-".join(texts) if len(texts) > 1 else texts[0]])
        else:
            self.asked.emit("follow-line", [str(subject.node.number), *texts])

    @Slot(int, QPoint)
    def _show_menu(self, number: int, point: QPoint) -> None:
        """Open the context menu of a line, or of the analysis."""
        if not 0 <= number < len(self.model.rows):
            self.menu_requested.emit(point, None)
            return
        row = self.model.rows[number]
        texts = self._texts(row)
        menu = QMenu(self)
        menu.setObjectName("lineMenu")
        delete_when_closed(menu)
        subject = self.model.subject
        assert subject is not None
        node = str(subject.node.number)
        self._offer(menu, self.tr("Insert &move"), "insert-at", node, texts[0])
        self._offer(menu, self.tr("Insert &line"), "insert-at", node, *texts)
        self._offer(menu, self.tr("&Copy line"), "copy-text", words_text(row.words))
        menu.addSeparator()
        other = menu.addAction(self.tr("&Analysis…"))
        other.triggered.connect(lambda: self.menu_requested.emit(point, None))
        menu.popup(point)
