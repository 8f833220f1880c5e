"""The panel with the moves that were played in the library from the position on the board."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.library.library_view import Explored, LibraryView, place_key
from kalahloa.views.boards import board_class
from kalahloa.views.items.played_moves import RESULTS, PlayedMovesModel, ResultsDelegate
from kalahloa.views.items.table import TableView
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel


class ExplorerPanel(Panel):
    """Lists the moves played here, how often, how that ended; a click or Enter plays one."""

    key = "explorer"
    context_commands = ("back", "forward", "values", "copy-position")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._library: LibraryView | None = None
        self._explored: Explored | None = None
        self._is_secret = False
        self.facts = self.make_line("muted", at_end=True)
        self.model = PlayedMovesModel(self)
        self.list = TableView(self, self.model, by_click=True)
        self.list.setAccessibleName(self.tr("Moves played here in the library"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._results = ResultsDelegate(theme, self.list)
        self.list.setItemDelegateForColumn(RESULTS, self._results)
        self.list.chosen.connect(self._play)
        self.hand_focus_to(self.list)
        self.empty = self.make_sentence("muted")
        head = side_by_side(self.title_label(), (self.facts, 1))
        self.lay_out(head, (self.list, 1), (self.empty, 1))
        self._show()

    # -- what the window calls -----------------------------------------------------------------

    def offer(self, service: object) -> None:
        """Look in the library."""
        if isinstance(service, LibraryView):
            self._library = service
            service.explored.connect(self._take)
            service.changed.connect(self._ask)

    def refresh(self, change: Change) -> None:
        """Look for the moves at another place; show values that were found meanwhile."""
        if change.is_new:
            self._show_colours(change.place)
        if change.moved:
            self._ask()
        elif change.place.secret != self._is_secret or Cause.FINDINGS in change.causes:
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self._results.theme = theme
        if self.place is not None:
            self._show_colours(self.place)
        self.list.viewport().update()

    def _show_colours(self, place: Place) -> None:
        board = board_class(place.game.key)
        colours = None if board is None else board.side_colours(self.theme)
        self._results.colours = None if colours is None else (colours[0][0], colours[1][0])

    # -- moves ---------------------------------------------------------------------------------

    @Slot()
    def _ask(self) -> None:
        if self._library is not None and self.place is not None and self.is_seen:
            self._library.explore(self.place)
        else:
            self._is_stale = True

    @Slot(object)
    def _take(self, explored: Explored) -> None:
        self._explored = explored
        self._show()

    def _is_here(self) -> bool:
        """Whether what was found is about the position on the board."""
        explored, place = self._explored, self.place
        if explored is None or place is None or place.secret:
            return False
        return place_key(place) == explored.key

    def _show(self) -> None:
        self._is_secret = self.place is not None and self.place.secret
        here = self._is_here()
        self.model.show(self._explored if here else None, self.place if here else None)
        count = sum(row.count.count for row in self.model.rows)
        self.list.setVisible(bool(self.model.rows))
        self.empty.setVisible(not self.model.rows)
        self.facts.setText(
            "" if not count else self.tr("1 game") if count == 1 else self.tr("%n games", "", count)
        )
        if self.place is not None and self.place.outcome is not None:
            self.empty.setText(self.tr("The game is over."))
        elif self._is_secret:
            self.empty.setText(self.tr("Moves played here are hidden while you try again."))
        elif here:
            self.empty.setText(self.tr("No library game continues from this position."))
        else:
            self.empty.setText("")

    @Slot(int)
    def _play(self, row: int) -> None:
        if self._is_here():
            self.asked.emit("play", [self.model.rows[row].count.text])
