"""The rooms of the window: the board, and the panels of the page that is shown, as cards.

Everything is a child of one widget, which gives each its place: to show another page moves, shows
and hides widgets, and that is all.
"""

import json
from dataclasses import dataclass, field
from functools import partial
from math import isfinite

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.commands.declaration import MIN_USABLE, PanelColumn
from kalahloa.controllers.core.place import Change, Place
from kalahloa.lazy_imports import lazy_imports
from kalahloa.views.accessibility import delete_when_closed, set_visible
from kalahloa.views.boards.board_form import BoardForm
from kalahloa.views.look.held_painting import HeldPainting
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.placements import PANELS
from kalahloa.views.plots.figure import DataFigure
from kalahloa.views.window.card import FRAME, Edge, PanelCard, PanelWindow
from kalahloa.views.window.page_layout import MIN_PART, Box, arrange, shared_heights
from kalahloa.views.window.panel_host import PanelHost
from kalahloa.views.window.rooms import PAGES, ROOM_OF, ROOMS, room

with lazy_imports():
    from kalahloa.views.dialogs import figure_table

_PAINTED_AFTER = 2
"""So many turns after a page was arranged it is painted: both together take more than a frame."""
MAX_FORM = 300
"""Maximum height in pixels reserved for a form so that its last buttons stay visible."""
ROOM = 320
"""The height in pixels of a panel that is brought to the front, if the page has it."""
DETACHED_SIZE = QSize(640, 560)
MAX_STATE = 4000
"""Maximum length of what the settings say of a page, in characters."""


@dataclass
class _PageState:
    """What the user has changed about a page."""

    hidden: set[str] = field(default_factory=set)
    added: list[str] = field(default_factory=list)
    shares: dict[str, float] = field(default_factory=dict)
    fronts: list[str] = field(default_factory=list)
    """The cards that were brought to the front, the latest last."""

    def written(self) -> str:
        """Return the state as a line of text."""
        shares = {key: round(share, 4) for key, share in self.shares.items()}
        plain = {
            "hidden": sorted(self.hidden),
            "added": self.added,
            "shares": shares,
            "fronts": self.fronts[-8:],
        }
        return json.dumps({key: value for key, value in plain.items() if value})

    @classmethod
    def read(cls, text: str) -> "_PageState | None":
        """Return the state that *text* describes; None if it does not describe one."""
        try:
            plain = json.loads(text)
            hidden, added = plain.get("hidden", []), plain.get("added", [])
            fronts = plain.get("fronts", [])
            if not all(isinstance(one, str) for one in (*hidden, *added, *fronts)):
                return None
            shares = {str(key): float(share) for key, share in plain.get("shares", {}).items()}
            if not all(isfinite(share) for share in shares.values()):
                return None
        except (ValueError, TypeError, AttributeError):
            return None
        known = [key for key in dict.fromkeys(added) if key in PANELS]
        return cls(set(hidden), known, shares, list(fronts))


class RoomView(QWidget):
    """The page of the window that is shown, and how each other one was left."""

    switched = Signal(object)
    """The `Room` that is shown now."""
    turned = Signal(object)
    """The `RoomPage` that is shown now."""

    def __init__(self, window: QWidget, board: QWidget, theme: Theme) -> None:
        """Show *board* and panels in *theme*."""
        super().__init__(window)
        self.host = host = PanelHost(self, theme)
        """Makes the panels, and tells them of changes."""
        self._board = board
        board.setParent(self)
        self.board_form: BoardForm = BoardForm(1.0, 0)
        self.current = ROOMS[0]
        self.page = self.current.pages[0]
        self.with_board = "study"
        """The key of the room with a board that was shown last; Study at first."""
        self._states: dict[str, _PageState] = {key: _PageState() for key in PAGES}
        self._last_page = {one.key: one.pages[0] for one in ROOMS}
        self._place: Place | None = None
        self._wishes: dict[str, int] = {}
        self._cards: list[PanelCard] = []
        self._cards_used = 0
        self._edges: list[Edge] = []
        self._shown: set[str] = set()
        """The keys of the panels that are seen on the page."""
        self._detached: dict[str, PanelWindow] = {}
        self._possible: frozenset[str] = frozenset()
        self._later = single_shot(self, self.arrange)
        self._holding = HeldPainting(window, _PAINTED_AFTER)
        self.toggle_actions: dict[str, QAction] = {}
        """The actions that show and hide each panel, for the View menu."""
        for key, title in host.titles.items():
            action = QAction(title.replace("&", "&&"), self)
            action.setCheckable(True)
            action.triggered.connect(lambda on, key=key: self._toggle(key, on))
            self.toggle_actions[key] = action
        host.failed.connect(self._forget)
        host.room_wanted.connect(lambda key: self._make_room(key, self._unscrolled(key)))

    # -- what is on the page -------------------------------------------------------------------

    def _state(self) -> _PageState:
        return self._states[self.page.key]

    def _is_due(self, key: str) -> bool:
        """Return whether the panel called *key* is on the page unless the user has hidden it."""
        entry = PANELS.get(key)
        if entry is None:
            return self.page.key == "study"
        page, is_possible = self.page.key, entry.when is None or key in self._possible
        if page in entry.pages:
            return is_possible or bool(entry.sometimes)
        return page in entry.sometimes and is_possible

    def _keys(self) -> list[str]:
        """Return the keys of the panels on the page, in order."""
        state = self._state()
        return [
            key
            for key in self.host.titles
            if key in state.added or (self._is_due(key) and key not in state.hidden)
            if key not in self._detached
        ]

    def is_shown(self, key: str) -> bool:
        """Return whether the panel called *key* is on the page or in a window of its own."""
        return key in self._detached or key in self._keys()

    def _groups(self) -> dict[str, list[str]]:
        """Return the panels of each card of the page."""
        groups: dict[str, list[str]] = {}
        for key in self._keys():
            entry = PANELS.get(key)
            groups.setdefault(key if entry is None else entry.card or key, []).append(key)
        return groups

    def _box(self, card: str, keys: list[str]) -> Box:
        entries = [entry for key in keys if (entry := PANELS.get(key)) is not None]
        column = entries[0].column if entries else PanelColumn.SIDE
        if column in (PanelColumn.MAIN, PanelColumn.LEFT) and not any(
            self.page.key in entry.pages for entry in entries
        ):
            column = PanelColumn.SIDE  # it was added to a page of another kind
        grows = any(entry.grows for entry in entries)
        needed = [self._needed(key) for key in keys]
        wanted = sum(
            max(height, self._unscrolled(key)) for key, height in zip(keys, needed, strict=True)
        )
        usable = [_usable(key) for key in keys]
        least = sum(map(min, needed, usable))
        areas = [area for key in keys if (area := self.host.areas.get(key)) is not None]
        if any(area.panel.is_form for area in areas):  # its buttons are at the end
            least = max(least, min(wanted, MAX_FORM))
        if grows:
            least, wanted = max(least, *usable), max(wanted, *usable)
        wish = max((self._wishes.get(key, 0) for key in keys), default=0)
        least = max(least, min(wish, wanted if not grows else wish))
        least, wanted, wish = least + FRAME, wanted + FRAME, wish + FRAME
        group = entries[0].group if entries and self.page.key in entries[0].pages else ""
        return Box(card, column, least, max(wanted, wish), grows, group)

    def _needed(self, key: str) -> int:
        """Return the height below which the panel called *key* is scrolled, as far as is known."""
        area = self.host.areas.get(key)
        return _usable(key) if area is None else area.needed

    def _unscrolled(self, key: str) -> int:
        area = self.host.areas.get(key)
        return 0 if area is None else area.unscrolled

    def _front(self, keys: tuple[str, ...]) -> str:
        """Return which of the cards *keys* in one place is in front."""
        fronts = [key for key in self._state().fronts if key in keys]
        return fronts[-1] if fronts else keys[0]

    # -- arranging -----------------------------------------------------------------------------

    @Slot()
    def arrange(self) -> None:
        """Give everything on the page its place."""
        self._later.stop()
        if self.size().isEmpty() or not self.isVisible():
            return
        for _ in range(3):  # a panel is made when it comes to the front, and says what it needs
            groups = self._groups()
            boxes = [self._box(card, keys) for card, keys in groups.items()]
            form = self.board_form if self.page.has_board else None
            done = arrange(boxes, form, self.size(), self._state().shares)
            fronts = [self._front(keys) for keys, _ in done.places]
            new = [key for card in fronts for key in groups[card] if key not in self.host.areas]
            if not new:
                break
            for key in new:
                self.host.area(key)
        self._board.setVisible(done.board is not None)
        if done.board is not None:
            self._board.setGeometry(self._visual(done.board))
        shown: set[str] = set()
        while len(self._cards) < len(done.places):
            card = PanelCard(self)
            card.chosen.connect(self._bring_card)
            card.lower()
            self._cards.append(card)
        for card, (keys, rect), front in zip(self._cards, done.places, fronts, strict=False):
            titles = [self._card_title(key, groups[key]) for key in keys]
            card.show_boxes(keys, titles, front)
            self._place_panels(groups[front], card.place(self._visual(rect)))
            for key in groups[front]:
                if (panel := self.host.areas.get(key)) is not None:
                    panel.panel.show_title(len(keys) == 1 or len(groups[front]) > 1)
            shown.update(groups[front])
            area = self.host.areas.get(groups[front][0])
            card.setVisible(area is None or not area.panel.is_page)
        self._cards_used = len(done.places)
        for card in self._cards[self._cards_used :]:
            card.hide()
        while len(self._edges) < len(done.handles):
            edge = Edge(self)
            edge.dragged.connect(self.drag)
            edge.released.connect(self._release)
            self._edges.append(edge)
        for edge, handle in zip(self._edges, done.handles, strict=False):
            edge.show_handle(handle, self._visual(handle.rect), turned=self.isRightToLeft())
        for edge in self._edges[len(done.handles) :]:
            edge.hide()
        self._set_shown(shown)

    def _visual(self, rect: QRect) -> QRect:
        """Return *rect*, from the other side where one reads from the right."""
        if not self.isRightToLeft():
            return rect
        return QRect(self.width() - rect.right() - 1, rect.top(), rect.width(), rect.height())

    def _card_title(self, card: str, keys: list[str]) -> str:
        return self.host.titles.get(card) or self.host.titles[keys[0]]

    def _place_panels(self, keys: list[str], rect: QRect) -> None:
        """Put the panels *keys* one below the other into *rect*."""
        areas = [(key, area) for key in keys if (area := self.host.areas.get(key)) is not None]
        needed = [area.needed_at(rect.width()) for _, area in areas]
        grows = [_grows(key) for key, _ in areas]
        least = [
            height if area.panel.is_form else min(height, MIN_PART)
            for (_, area), height in zip(areas, needed, strict=True)
        ]
        heights = shared_heights(rect.height(), needed, grows, least)
        top = rect.top()
        for (_, area), height in zip(areas, heights, strict=True):
            area.setGeometry(rect.left(), top, rect.width(), height)
            top += height

    def _set_shown(self, shown: set[str]) -> None:
        """Show the panels *shown*, and hide all others."""
        gone, come = self._shown - shown, shown - self._shown
        self._shown = shown
        for key in gone:
            if key not in self._detached and (area := self.host.areas.get(key)) is not None:
                self.host.set_in_front(key, False)
                set_visible(area, False)
        for key in sorted(shown):  # one that fails leaves the set meanwhile
            if (area := self.host.areas.get(key)) is not None:
                set_visible(area, True)
                if key in come:
                    self.host.set_in_front(key, True)
        keys = set(self._keys()) | self._detached.keys()
        for key, action in self.toggle_actions.items():
            action.setChecked(key in keys)

    def seen_areas(self) -> list[QWidget]:
        """Return what shows the panels that are seen, as one reads them."""
        areas = [self.host.areas[key] for key in self._shown if key in self.host.areas]
        cards = [card for card in self._cards if card.isVisible() and len(card.keys) > 1]
        return sorted([*areas, *cards], key=self._reading_place)

    def keys_in_order(self) -> list[str]:
        """Return the keys of the page's panels in reading order, including those behind tabs."""
        groups = self._groups()
        cards = sorted(self._cards[: self._cards_used], key=self._reading_place)
        return [key for card in cards for box in card.keys for key in groups.get(box, ())]

    def _reading_place(self, part: QWidget) -> tuple[int, int]:
        box = part.geometry()
        return (-box.right() if self.isRightToLeft() else box.left()) // 8, box.top()

    def has_focus(self, key: str) -> bool:
        """Return whether the panel called *key* has the keyboard focus."""
        area, focused = self.host.areas.get(key), QApplication.focusWidget()
        return area is not None and focused is not None and area.isAncestorOf(focused)

    # -- what the window tells -----------------------------------------------------------------

    @Slot(object)
    def show_change(self, change: Change) -> None:
        """Show the panels that have something to show at the place of *change*, and no others."""
        self._place = place = change.place
        self.host.show_change(change)
        possible = frozenset(
            key for key, entry in PANELS.items() if entry.when is not None and entry.when(place)
        )
        if possible != self._possible:
            for key in possible - self._possible:
                if self.page.key in PANELS[key].sometimes:
                    self._to_front(PANELS[key].card or key)  # it comes because it is needed now
            self._possible = possible
            self._later.start()

    def set_board_form(self, form: BoardForm) -> None:
        """Make room for a board of *form*."""
        if form != self.board_form:
            self.board_form = form
            self._later.start()

    # -- switching -----------------------------------------------------------------------------

    def switch(self, key: str) -> None:
        """Show the room *key*, at the page shown there last."""
        self.open_page(self._last_page[room(key).key].key)

    def open_page(self, key: str) -> None:
        """Show the page *key*."""
        page = PAGES[key]
        if page is self.page:
            return
        if self.current.pages and self.page.has_board:
            self.with_board = self.current.key
        before, self.current, self.page = self.current, ROOM_OF[key], page
        self._last_page[self.current.key] = page
        self._wishes.clear()
        self._show_page(has_switched=self.current is not before)

    def _show_page(self, *, has_switched: bool) -> None:
        focused = self.window().focusWidget()
        self._holding.hold()
        self.host.turn_to(self.page.key)
        self.arrange()
        # What is moved loses the focus, although it stays in sight.
        if focused is not None and focused.isVisible():
            focused.setFocus()
        if has_switched:
            self.switched.emit(self.current)
        self.turned.emit(self.page)

    def reset(self) -> None:
        """Restore the default layout of this page."""
        for key in list(self._detached):
            self.dock(key)
        self._states[self.page.key] = _PageState()
        self._wishes.clear()
        self.arrange()

    # -- showing panels ------------------------------------------------------------------------

    def reveal(self, key: str) -> None:
        """Show the panel called *key* in front of others; the keyboard stays where it is.

        It is added to a page that shows the board, unless it belongs to others that do not.
        """
        if key not in self.host.titles:
            return
        if key in self._detached:
            self._detached[key].raise_()
            return
        state, entry = self._state(), PANELS.get(key)
        if not self._is_due(key) and key not in state.added:
            stays = entry is not None and (
                entry.stays or entry.column in (PanelColumn.MAIN, PanelColumn.LEFT)
            )
            if entry is not None and entry.pages and (stays or not self.page.has_board):
                self.open_page(entry.pages[0])
            elif not self.page.has_board:
                self.open_page("study")
            state = self._state()
        if not self._is_due(key) and key not in state.added:
            state.added.append(key)
        state.hidden.discard(key)
        self._bring_card(key if entry is None else entry.card or key)

    @Slot(str)
    def _bring_card(self, card: str) -> None:
        self._to_front(card)
        self.arrange()

    def _to_front(self, card: str) -> None:
        fronts = self._state().fronts
        if card in fronts:
            fronts.remove(card)
        fronts.append(card)

    def focus(self, key: str) -> None:
        """Show the panel *key* in front, and give it the keyboard focus."""
        self.reveal(key)
        if key in self.host.titles:
            self.host.panel(key).take_focus()

    def bring(self, key: str) -> None:
        """Show the panel *key* in front, at a usable height; the focus does not move."""
        self.reveal(key)
        if key in self.host.titles:
            self._make_room(key, min(ROOM, max(self._needed(key), MIN_USABLE)))

    def _make_room(self, key: str, height: int) -> None:
        """Give the panel *key* up to *height* pixels, taken from what other cards can spare."""
        if self._wishes.get(key) != height:
            self._wishes[key] = height
            self.arrange()

    def _toggle(self, key: str, on: bool) -> None:
        if on:
            self.reveal(key)
        else:
            self.hide_panel(key)

    def hide_panel(self, key: str) -> None:
        """Hide the panel *key* on this page."""
        if key in self._detached:
            self.dock(key)
        state = self._state()
        if key in state.added:
            state.added.remove(key)
        if self._is_due(key):
            state.hidden.add(key)
        self.arrange()

    @Slot(str)
    def _forget(self, key: str) -> None:
        """Remove the panel *key*, which has failed."""
        action = self.toggle_actions.pop(key)
        action.setVisible(False)
        self._shown.discard(key)
        self._later.start()

    # -- windows of their own ------------------------------------------------------------------

    def is_detached(self, key: str) -> bool:
        """Return whether the panel *key* is undocked."""
        return key in self._detached

    def undock(self, key: str) -> None:
        """Move the panel *key* to its own window."""
        area = self.host.area(key)
        if area is None or key in self._detached:
            return
        state = self._state()
        if not self._is_due(key) and key not in state.added:
            state.added.append(key)
        self.host.panel(key).show_title(True)
        window = PanelWindow(self.host.titles[key], area, self.window())
        window.resize(DETACHED_SIZE.boundedTo(self.screen().availableSize()))
        window.closed.connect(partial(self.dock, key))
        self._detached[key] = window
        self._shown.discard(key)
        window.show()
        self.host.set_in_front(key, True)
        self.arrange()

    def dock(self, key: str) -> None:
        """Move the panel *key* back into this window."""
        window = self._detached.pop(key, None)
        area = self.host.areas.get(key)
        if window is None:
            return
        if area is not None:
            self.host.set_in_front(key, False)
            area.setParent(self)
        window.hide()
        window.deleteLater()
        self.arrange()

    def detached_window(self, key: str) -> PanelWindow | None:
        """Return the window of the panel *key*, or None unless it is undocked."""
        return self._detached.get(key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the panel under the mouse."""
        for key in self._shown:
            area = self.host.areas.get(key)
            if area is not None and area.geometry().contains(event.pos()):
                self.show_panel_menu(key, event.globalPos(), self.childAt(event.pos()))

    def show_panel_menu(self, key: str, point: QPoint, part: QWidget | None = None) -> None:
        """Open a menu at *point* (global) to undock or hide the panel *key*.

        Where *part* of it is in a figure, the menu offers the data of that.
        """
        menu = QMenu(self)
        delete_when_closed(menu)
        while part is not None and not isinstance(part, DataFigure):
            part = part.parentWidget()
        if isinstance(part, DataFigure) and part.as_table().rows:
            figure = part
            menu.addAction(
                self.tr("Show &data as a table"), lambda: figure_table.show_figure_table(figure)
            )
            menu.addSeparator()
        title = self.host.titles[key]
        menu.addAction(fill(self.tr("Undock {title}"), title=title), partial(self.undock, key))
        menu.addAction(fill(self.tr("Hide {title}"), title=title), partial(self.hide_panel, key))
        menu.popup(point)

    # -- edges ---------------------------------------------------------------------------------

    @Slot(str, float)
    def drag(self, key: str, share: float) -> None:
        """Resize the card or column of the edge *key* to *share* (0 to 1) of what it divides."""
        self._state().shares[key] = share
        self.arrange()

    @Slot(str)
    def _release(self, key: str) -> None:
        self._state().shares.pop(key, None)
        self.arrange()

    # -- events --------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the page out for the new size."""
        super().resizeEvent(event)
        self.arrange()

    def event(self, event: QEvent) -> bool:
        """Lay the page out when it is shown, and when a panel changes its size hint."""
        kind = event.type()
        if kind == QEvent.Type.LayoutRequest:
            self._later.start()
        done = super().event(event)
        if kind in (QEvent.Type.Show, QEvent.Type.LayoutDirectionChange):
            self.arrange()
        if kind == QEvent.Type.Show:
            self.turned.emit(self.page)  # what is to have the keyboard can take it now
        return done

    # -- remembering ---------------------------------------------------------------------------

    def states(self) -> dict[str, str]:
        """Return the layout of each page as JSON, by page key, for the settings."""
        return {key: state.written() for key, state in self._states.items()}

    def restore(self, page: str, states: dict[str, str]) -> bool:
        """Restore *states*, show *page*, and return whether every state could be read."""
        sound = True
        for key, text in states.items():
            state = _PageState.read(text) if text else _PageState()
            sound &= state is not None
            if key in PAGES and state is not None:
                self._states[key] = state
        if page in PAGES:
            self.current, self.page = ROOM_OF[page], PAGES[page]
            self._last_page[self.current.key] = self.page
        self.host.turn_to(self.page.key)
        self._board.setVisible(self.page.has_board)  # or it would be drawn before it is hidden
        self.arrange()
        self.switched.emit(self.current)
        self.turned.emit(self.page)
        return sound

    def children_shown(self) -> frozenset[str]:
        """Return the keys of all visible panels, undocked ones included."""
        return frozenset(self._shown | self._detached.keys())


def _usable(key: str) -> int:
    entry = PANELS.get(key)
    return MIN_USABLE if entry is None else entry.usable


def _grows(key: str) -> bool:
    entry = PANELS.get(key)
    return entry is not None and entry.grows
