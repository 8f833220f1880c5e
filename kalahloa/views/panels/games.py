"""The panel with the games of the library: a table, search, filters, trash, import and export."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QTemporaryDir, Slot
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDropEvent,
    QIcon,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.library.library_view import PAGE, Changing, LibraryView, Listing
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.library.game_rows import GameHeader
from kalahloa.models.library.importer import ImportProgress
from kalahloa.models.library.query import Query
from kalahloa.models.text.errors import BadQuery
from kalahloa.views.accessibility import delete_when_closed
from kalahloa.views.dialogs.files import ask_export_file
from kalahloa.views.items.game_files import MAX_DRAGGED, GameFiles
from kalahloa.views.items.games import GamesModel
from kalahloa.views.items.games_table import GamesTable
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.game_filters import MAX_WORDS, GameFilters
from kalahloa.views.panels.narrowing import Narrowing
from kalahloa.views.panels.panel import Panel

with lazy_imports():
    from kalahloa.views.dialogs import tags as tags_dialog

FILTERS_WIDTH = 15
"""How wide the filters are at least, in widths of a capital M."""
MIN_WIDE = 58
"""From so many widths of a capital M on the filters are shown without being asked for."""


class GamesPanel(Panel):
    """Lists the games that the search field and the filters find."""

    key = "games"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAcceptDrops(True)
        self._library: LibraryView | None = None
        self._dragged: QTemporaryDir | None = None
        self._filters_wanted: bool | None = None
        self._asked_for = Query()
        self._refused = ""
        self.games = GamesModel(self)
        self.table = GamesTable(self.games, theme, self)
        self.table.setAccessibleName(self.title)
        self.table.chosen.connect(self.open_game)
        self.table.deleted.connect(self.delete_games)
        self.table.menu_wanted.connect(self._show_menu)
        self.table.sort_wanted.connect(self._search)
        self.table.chosen_changed.connect(self._chosen_changed)
        self.table.dragged.connect(self._drag)
        self.filters = GameFilters(self)
        self.filters.changed.connect(self._search)
        self.narrowing = Narrowing(self)
        self.narrowing.changed.connect(self._search)
        head, table = self._made_head(), (self.table, 1)
        column = column_of(head, self.narrowing, table, self._made_foot(), spacing=6)
        layout = side_by_side(self.filters, (column, 1), spacing=10)
        layout.setContentsMargins(12, 12, 10, 8)
        self.setLayout(layout)
        self._make_empty()
        self.hand_focus_to(self.table)
        self._show_icons()

    # -- making --------------------------------------------------------------------------------

    def _made_head(self) -> QHBoxLayout:
        self.filter_button = self.make_button(
            self.tr("Filter"), self._toggle_filters, tip=self.tr("Show or hide the filters")
        )
        self.filter_button.setCheckable(True)
        self.search = QLineEdit(self)
        self.search.setAccessibleName(self.tr("Search games"))
        self.search.setPlaceholderText(self.tr("Search names, events, tags and comments"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaxLength(MAX_WORDS)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self.table.setFocus)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self._to_search)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.import_button = self.make_button(
            self.tr("Import…"), "import", tip=self.tr("Import files of games into the library")
        )
        return side_by_side(self.filter_button, (self.search, 1), self.import_button, spacing=6)

    def _made_foot(self) -> QHBoxLayout:
        self.totals = self.make_line()
        self.progress = PlainLabel(self)
        self.progress.setObjectName("muted")
        self.progress.hide()
        self.stop_button = self.make_button(self.tr("Stop"), self._stop, style="link")
        self.stop_button.hide()
        self.empty_button = self.make_button(
            self.tr("Empty the trash…"), self._ask_empty_trash, style="link"
        )
        self.empty_button.hide()
        self.trash_button = self.make_button(
            *(self.tr("Trash"), self._search),
            style="link",
            tip=self.tr("Show the games in the trash"),
            switch=True,
        )
        links = (self.stop_button, self.empty_button, self.trash_button)
        return side_by_side((self.totals, 1), self.progress, *links, spacing=6)

    def _make_empty(self) -> None:
        """Make what is said where there is no game."""
        self.empty = PlainLabel(self.table.viewport())
        self.empty.setObjectName("muted")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        over = QVBoxLayout(self.table.viewport())
        over.addWidget(self.empty)
        self.empty.hide()

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """List the games of the library."""
        if not isinstance(service, LibraryView):
            return
        self._library = service
        service.listed.connect(self._show_listing)
        service.counted.connect(self.filters.show_counts)
        service.counted.connect(self._fit)
        service.page_found.connect(self._receive_page)
        service.narrowed.connect(self.narrowing.show_only)
        service.failed.connect(self._show_failure)
        service.import_progressed.connect(self._show_import)
        service.changing.connect(self._show_changing)
        self._show_import(service.import_progress)
        self.games.wanted.connect(service.want)
        if self.is_seen:
            self._list_anew()

    def refresh(self, change: Change) -> None:
        """Set the filter's position to that on the board; at first, list the games."""
        if change.moved:
            self.filters.show_place(change.place)

    def set_in_front(self, in_front: bool) -> None:
        """List the games anew when the panel is shown: others may have changed them."""
        was_seen = self.is_seen
        super().set_in_front(in_front)
        if self.is_seen and not was_seen:
            self._list_anew()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self.table.set_theme(theme)
        self._show_icons()

    def _show_icons(self) -> None:
        self.import_button.setIcon(self._icon("import"))

    def _icon(self, name: str) -> QIcon:
        return themed_icon(name, self.theme.text, self.theme.disabled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the filters where there is room, unless the user has said otherwise."""
        super().resizeEvent(event)
        self._fit()

    @Slot()
    def _fit(self) -> None:
        em = self.fontMetrics().horizontalAdvance("M")
        self.filters.setFixedWidth(max(FILTERS_WIDTH * em, self.filters.needed_width()))
        shown = self._filters_wanted
        if shown is None:
            shown = self.width() >= MIN_WIDE * em
        self.filters.setVisible(shown)
        self.filter_button.setChecked(shown)

    @Slot()
    def _toggle_filters(self) -> None:
        self._filters_wanted = not self.filters.isVisible()
        self._fit()

    @Slot()
    def _to_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _list_anew(self) -> None:
        self._search()
        if self._library is not None:
            self._library.count()

    # -- searching -----------------------------------------------------------------------------

    @Slot()
    def _search(self) -> None:
        if self._library is None:
            return
        trashed = self.trash_button.isChecked()
        within = None if trashed else self.narrowing.selection
        base = Query(words=self.search.text().strip(), trashed=trashed, within=within)
        try:
            self._asked_for = self.filters.query(base)
        except BadQuery as error:
            self._refuse(in_words(error.sentence))
            return
        self._refused = ""
        sort, descending = self.table.sorting
        self._library.show(self._asked_for, sort, descending)

    def _refuse(self, sentence: str) -> None:
        """Clear the list, and show why the query is refused."""
        self._refused = sentence
        self.games.show_listing(Listing())
        self.totals.setText("")
        self.empty.setText(sentence)
        self.empty.show()

    @Slot(object)
    def _show_listing(self, listing: Listing) -> None:
        if self._refused:
            return
        chosen = self.games.known_ids(self.table.chosen_rows) or []
        top = self.table.currentIndex().row()
        self.games.show_listing(listing)
        self._show_totals(listing)
        self._choose_again(chosen, top)

    @Slot(int, object)
    def _receive_page(self, page: int, headers: tuple[GameHeader, ...]) -> None:
        self.games.receive_page(page, headers)
        if self.table.currentIndex().row() // PAGE == page:
            self._chosen_changed()

    def _choose_again(self, chosen: list[int], row: int) -> None:
        """Select the game of before, or what stands in its row now."""
        count = self.games.rowCount()
        if not count:
            self._chosen_changed()
            return
        found = next((at for one in chosen if (at := self.games.row_of(one)) is not None), None)
        row = min(max(row, 0), count - 1) if found is None else found
        self.table.setCurrentIndex(self.games.index(row, 0))
        self.table.scrollTo(self.games.index(row, 0))

    def _show_totals(self, listing: Listing) -> None:
        totals = listing.totals
        count = totals.games
        parts = [self.tr("1 game") if count == 1 else self.tr("%n games", "", count)]
        player = listing.of_player
        if player is not None and count:
            parts.append(fill(self.tr("{n} won"), n=f"{player.won:,}"))
            parts.append(fill(self.tr("{n} lost"), n=f"{player.lost:,}"))
            parts.append(fill(self.tr("{n} drawn"), n=f"{player.drawn:,}"))
        elif count:
            first, second, draws = totals.first_wins, totals.second_wins, totals.draws
            parts.append(fill(self.tr("first side won {n}"), n=f"{first:,}"))
            parts.append(fill(self.tr("second side won {n}"), n=f"{second:,}"))
            parts.append(fill(self.tr("{n} drawn"), n=f"{draws:,}"))
        self.totals.setText(" · ".join(parts))
        trash = listing.in_trash
        self.trash_button.setText(
            fill(self.tr("Trash ({n})"), n=f"{trash:,}") if trash else self.tr("Trash")
        )
        self.empty_button.setVisible(listing.query.trashed and trash > 0)
        self.empty.setVisible(not count)
        if listing.query.trashed:
            none = self.tr("The trash is empty.")
        elif listing.query == Query():
            none = self.tr(
                "No games yet. Each game is saved here from its first move. You can also import "
                "games, or drop files here."
            )
        else:
            none = self.tr("No game matches. Search for fewer words, or clear the filter.")
        self.empty.setText(none)

    @Slot(str)
    def _show_failure(self, sentence: str) -> None:
        """Say where the table would be that nothing can be listed."""
        if not self.games.rowCount():
            self.empty.setText(sentence)
            self.empty.show()

    # -- the games that are chosen -------------------------------------------------------------

    @Slot()
    def _chosen_changed(self) -> None:
        """Have the current game looked at."""
        index = self.table.currentIndex()
        header = self.games.header(index.row()) if index.isValid() else None
        if header is not None and self._library is not None:
            self._library.preview(header.id)

    def with_chosen(self, then: Callable[[str], object]) -> None:
        """Call *then* with the ids of the games that are selected, at once or a little later.

        They are written with commas between: 100,000 of them as words take longer than a frame.
        """
        ranges = self.table.chosen_rows
        ids = self.games.known_ids(ranges)
        if ids is not None:
            if ids:
                then(_written(ids))
        elif self._library is not None:
            self._library.with_ids(ranges, then)

    def _ask(self, key: str, ids: str, *words: str) -> None:
        self.asked.emit(key, [*words, ids])

    @Slot()
    def open_game(self) -> None:
        """Open the current game."""
        header = self.games.header(self.table.currentIndex().row())
        if header is not None:
            self._ask("open-game", str(header.id))

    @Slot()
    def guess_game(self) -> None:
        """Open the current game to guess its moves."""
        header = self.games.header(self.table.currentIndex().row())
        if header is not None:
            self._ask("guess-game", str(header.id))

    @Slot()
    def delete_games(self) -> None:
        """Put the selected games into the trash; in the trash, nothing is deleted one by one."""
        if not self._asked_for.trashed:
            self.with_chosen(lambda ids: self._ask("trash-game", ids))

    @Slot(QPoint)
    def _show_menu(self, point: QPoint) -> None:
        menu = QMenu(self)
        delete_when_closed(menu)
        any_chosen = self.table.currentIndex().isValid()
        trashed = self._asked_for.trashed

        def add(text: str, run: Callable[[], object], enabled: bool = any_chosen) -> None:
            action = menu.addAction(text)
            action.setEnabled(enabled)
            action.triggered.connect(lambda: run())

        add(self.tr("Open"), self.open_game)
        add(self.tr("Guess its moves"), self.guess_game)
        add(self.tr("Game details…"), self._ask_details)
        add(self.tr("Tags…"), self._ask_tags)
        add(
            self.tr("Copy as SGF"),
            lambda: self.with_chosen(lambda ids: self._ask("copy-games", ids)),
        )
        add(self.tr("Export…"), self.export_games)
        menu.addSeparator()
        if trashed:
            restore = self.tr("Restore to the library")
            add(restore, lambda: self.with_chosen(lambda ids: self._ask("restore-game", ids)))
            add(self.tr("Empty the trash…"), self._ask_empty_trash, self.games.rowCount() > 0)
        else:
            add(self.tr("Move to trash"), self.delete_games)
        menu.popup(point)

    @Slot()
    def export_games(self) -> None:
        """Ask for a file, and write the selected games to it."""
        self.with_chosen(
            lambda ids: ask_export_file(
                self.window(), Path.home(), lambda path: self._ask("export-games", ids, str(path))
            )
        )

    @Slot()
    def _ask_details(self) -> None:
        header = self.games.header(self.table.currentIndex().row())
        if header is not None:
            self._ask("game-details", str(header.id))

    @Slot()
    def _ask_tags(self) -> None:
        """Ask for the tags of the selected games, once it is known which they have."""
        self.with_chosen(self._count_tags)

    def _count_tags(self, ids: str) -> None:
        games = list(map(int, ids.split(",")))
        if self._library is not None:
            self._library.count_tags(games, lambda counts: self._show_tags(counts, games, ids))

    def _show_tags(self, counts: Mapping[str, int], games: list[int], ids: str) -> None:
        dialog = tags_dialog.TagsDialog(counts, len(games), self)
        delete_when_closed(dialog)
        dialog.accepted.connect(
            lambda: self._ask(
                "tag-games", ids, ",".join(dialog.added()), ",".join(dialog.removed())
            )
        )
        dialog.open()

    @Slot()
    def _ask_empty_trash(self) -> None:
        box = QMessageBox(self)
        delete_when_closed(box)
        box.setWindowTitle(self.tr("Empty the trash"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self.tr("Permanently delete all games in the trash? You cannot undo this."))
        delete = box.addButton(
            self.tr("Delete permanently"), QMessageBox.ButtonRole.DestructiveRole
        )
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        delete.clicked.connect(lambda: self.asked.emit("empty-trash", []))
        box.open()

    # -- files ---------------------------------------------------------------------------------

    def dragged_files(self) -> QMimeData | None:
        """Return the selected games as files in SGF, which are written where they are dropped.

        None if they are too many, or none.
        """
        ids = self.games.known_ids(self.table.chosen_rows)
        if self._library is None or not ids or len(ids) > MAX_DRAGGED:
            return None
        if self._dragged is None:
            self._dragged = QTemporaryDir()  # until the program ends
        return GameFiles(self._library, ids, Path(self._dragged.path()))

    @Slot()
    def _drag(self) -> None:
        data = self.dragged_files()
        if data is None:
            self.remarked.emit(
                fill(self.tr("You can drag at most {n} games at once."), n=MAX_DRAGGED)
            )
            return
        drag = QDrag(self.table)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and folders."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Import what was dropped."""
        event.acceptProposedAction()
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        self.asked.emit("import", [str(Path(path)) for path in paths])

    @Slot(object)
    def _show_import(self, progress: ImportProgress | None) -> None:
        if progress is None:
            self._show_progress("")
            return
        self._show_progress(
            fill(
                self.tr("Importing: {done} of {files} files, {games} games"),
                done=f"{progress.done:,}",
                files=f"{progress.files:,}",
                games=f"{progress.games:,}",
            )
        )

    @Slot(object)
    def _show_changing(self, changing: Changing | None) -> None:
        if self._library is not None and self._library.import_progress is not None:
            return
        if changing is None:
            self._show_progress("")
            return
        sentence = self.tr("Changing: {done} of {total} games")
        self._show_progress(fill(sentence, done=f"{changing.done:,}", total=f"{changing.total:,}"))

    def _show_progress(self, sentence: str) -> None:
        """Show *sentence* about work that goes on, with a button that stops it; "" hides both."""
        self.progress.setText(sentence)
        self.progress.setVisible(bool(sentence))
        self.stop_button.setVisible(bool(sentence))

    @Slot()
    def _stop(self) -> None:
        """Stop the import that runs, or else the change of many games."""
        if self._library is None:
            return
        if self._library.import_progress is not None:
            self._library.stop_import()
        else:
            self._library.stop_changing()


def _written(ids: list[int]) -> str:
    return ",".join(map(str, ids))
