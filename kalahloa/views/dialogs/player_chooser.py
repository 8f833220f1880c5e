"""Choosing who plays a side: a human, a level of the engine, or a searcher with own limits."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialogButtonBox, QHBoxLayout, QVBoxLayout, QWidget

from kalahloa.controllers.base.player import (
    HUMAN,
    MAX_DEPTH,
    MAX_SECONDS,
    Level,
    Player,
)
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.game.game import Game
from kalahloa.models.heuristics.file_names import FILE_PREFIX, user_heuristic_name
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.lecture.lecture_searcher import BY_NUMBER
from kalahloa.models.search.levels.levels import HIGHEST
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.text.errors import BadHeuristic
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import (
    FIELD_SPACING,
    IN_LIST,
    Choice,
    FieldSentence,
    Form,
    Number,
    Seconds,
    call,
)
from kalahloa.views.dialogs.levels import (
    HUMAN_KEY,
    OWN_LIMITS_KEY,
    LevelEntry,
    PlayerList,
    level_key,
)
from kalahloa.views.items.flat_rows import HEADING, FlatCell, FlatRows

MIN_SECONDS = 0.1
FIRST_DEPTH, FIRST_SECONDS = 4, 2.0
_DEPTH, _SECONDS = "depth", "seconds"


class PlayerChooser(QWidget):
    """Fields that together make a `Player`: one list, and its limits where they can be chosen."""

    def __init__(self, side: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Game | None = None
        self._list = PlayerList(self)
        self._entries: dict[str, LevelEntry] = {}
        self._store = HeuristicStore()
        self._own_heuristics: list[str] = []
        self._heuristic_sentences: dict[str | None, str] = {}
        self._offered_for: tuple[str, bool] | None = None
        """The game whose heuristics are offered, and whether it is for the engine."""
        self._has_order = False
        """Whether the lecture tries the moves of the game in an order of its own."""
        self._given = HUMAN
        self._read_from_given: Player | None = None
        self.who = Choice(self)
        self._rows = FlatRows(parent=self)
        self.who.setModel(self._rows)
        self.sentence = FieldSentence(self)
        self.measure = Choice(self)
        self.measure.addItem(self.tr("Depth"), _DEPTH)
        self.measure.addItem(self.tr("Time per move"), _SECONDS)
        self.plies = Number(self)
        self.plies.setRange(1, MAX_DEPTH)
        self.plies.setValue(FIRST_DEPTH)
        self.seconds = Seconds(MIN_SECONDS, MAX_SECONDS, self)
        self.seconds.setValue(FIRST_SECONDS)
        self.order = Choice(self)
        self.order.addItem(self.tr("Moves in the lecture's order"), "")
        self.order.addItem(self.tr("Moves by number"), BY_NUMBER)
        self.heuristic = Choice(self)
        self.heuristic_sentence = FieldSentence(self)
        limits = QHBoxLayout()
        limits.setSpacing(8)
        limits.addWidget(self.measure)
        limits.addWidget(self.plies)
        limits.addWidget(self.seconds)
        layout = QVBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(FIELD_SPACING)
        layout.addWidget(self.who)
        layout.addWidget(self.sentence)
        layout.addLayout(limits)
        layout.addWidget(self.order)
        layout.addWidget(self.heuristic)
        layout.addWidget(self.heuristic_sentence)
        self.setLayout(layout)
        self.set_side(side)
        self._offer(perfect=False)
        self.who.currentIndexChanged.connect(self._refresh)
        self.measure.currentIndexChanged.connect(self._refresh)
        self.heuristic.currentIndexChanged.connect(self._refresh)
        self._refresh()

    def set_side(self, side: str) -> None:
        """Tell screen readers that the fields are those of *side*."""
        shown = quote(side)
        self.who.setAccessibleName(fill(self.tr("Who plays {side}"), side=shown))
        for field, name in (
            (self.measure, self.tr("{side}: limit of the search")),
            (self.plies, self.tr("{side}: depth in moves")),
            (self.seconds, self.tr("{side}: seconds per move")),
            (self.order, self.tr("{side}: order of moves")),
            (self.heuristic, self.tr("{side}: heuristic")),
        ):
            call(field, name.format(side=shown))

    def set_game(self, game: Game) -> None:
        """Offer the levels of *game* and all heuristics; what is chosen stays if it can."""
        self._game = game
        key = self.who.currentData()
        start = game.start(game.rulebook.default)
        self._has_order = start.lecture_moves() != start.legal_moves()
        self._own_heuristics = self._store.names(game.key)
        self._offer(can_be_solved(start))
        self._choose(key if key in self._entries else level_key(HIGHEST))
        self._offered_for = None
        self._refresh()

    def set_player(self, player: Player) -> None:
        """Show *player* in the fields."""
        self._show(player)
        self._given, self._read_from_given = player, self._read()

    def player(self) -> Player:
        """Return the player that the fields describe.

        It is the one that was set, with all that the fields do not show, if none was changed.
        """
        read = self._read()
        if read != self._read_from_given:
            return read
        return self._given if self._game is None else self._given.for_game(self._game)

    def _show(self, player: Player) -> None:
        level = player.level
        if level is None:
            self._choose(HUMAN_KEY)
            return
        if level.strength is not None:
            key = level_key(level.strength)
            # Of a game that had a level which this one has not.
            self._choose(key if key in self._entries else level_key(HIGHEST))
            return
        name = level.searcher.removesuffix(BY_NUMBER)
        self._choose(OWN_LIMITS_KEY if name == Engine.name else name)
        self.order.setCurrentIndex(self.order.findData(level.searcher[len(name) :]))
        measure = _DEPTH if level.seconds is None else _SECONDS
        self.measure.setCurrentIndex(self.measure.findData(measure))
        if level.depth is not None:
            self.plies.setValue(level.depth)
        if level.seconds is not None:
            self.seconds.setValue(level.seconds)
        self.heuristic.setCurrentIndex(max(0, self.heuristic.findData(level.heuristic)))

    def _read(self) -> Player:
        entry = self._entries[self.who.currentData()]
        if entry.searcher is None:
            return HUMAN
        if entry.strength is not None:
            return Player(Level.of_engine(entry.strength))
        order = "" if entry.searcher == Engine.name else self.order.currentData()
        by_depth = self.measure.currentData() == _DEPTH
        return Player(
            Level(
                searcher=entry.searcher + order,
                depth=self.plies.value() if by_depth else None,
                seconds=None if by_depth else self.seconds.value(),
                heuristic=self.heuristic.currentData(),
            )
        )

    def _choose(self, key: str) -> None:
        self.who.setCurrentIndex(self.who.findData(key))

    def _offer(self, perfect: bool) -> None:
        """Fill the list, with the perfect level or without."""
        found = list(self._list.entries(perfect, self._own_heuristics))
        self._entries = {entry.key: entry for entry in found if entry.key}
        self._rows.set_rows([[self._cell(entry)] for entry in found])
        # The list shows none after that, and never one that cannot be chosen.
        self._choose(next(iter(self._entries)))

    def _cell(self, entry: LevelEntry) -> FlatCell:
        text = in_words(entry.title or entry.in_list)
        if not entry.key:
            bold = self.who.font()
            bold.setBold(True)
            return FlatCell(text, {Qt.ItemDataRole.FontRole: bold}, HEADING)
        role = Qt.ItemDataRole
        values = {
            role.UserRole: entry.key,
            IN_LIST: entry.in_list,
            role.AccessibleTextRole: entry.in_list,
        }
        return FlatCell(text, values)

    @Slot()
    def _refresh(self) -> None:
        """Show the fields that matter for what is chosen, and say what it means."""
        entry = self._entries.get(self.who.currentData())
        if entry is None:
            return
        own = entry.searcher is not None and entry.strength is None
        by_depth = self.measure.currentData() == _DEPTH
        self.measure.setVisible(own)
        self.plies.setVisible(own and by_depth)
        self.seconds.setVisible(own and not by_depth)
        self.order.setVisible(own and self._has_order and entry.searcher != Engine.name)
        self._offer_heuristics(entry.searcher == Engine.name)
        if entry.heuristic is not None:
            self.heuristic.blockSignals(True)
            self.heuristic.setCurrentIndex(self.heuristic.findData(entry.heuristic))
            self.heuristic.blockSignals(False)
        self.heuristic.setVisible(own and entry.heuristic is None and self.heuristic.count() > 1)
        self.sentence.say(entry.sentence)
        self.who.setAccessibleDescription(in_words(entry.sentence))
        meaning = ""
        if self.heuristic.isVisibleTo(self) or entry.heuristic is not None:
            meaning = self._meaning(self.heuristic.currentData())
        self.heuristic_sentence.say(meaning)
        self.heuristic.setAccessibleDescription(self.heuristic_sentence.text())

    def _offer_heuristics(self, for_engine: bool) -> None:
        """Fill the list of heuristics with those for the engine, or for another searcher."""
        game = self._game
        if game is None or self._offered_for == (game.key, for_engine):
            return
        self._offered_for = (game.key, for_engine)
        chosen = self.heuristic.currentData()
        self.heuristic.blockSignals(True)
        self.heuristic.clear()
        if for_engine:
            self.heuristic.addItem(self.tr("The engine's own evaluation"), None)
        else:
            for heuristic in game.heuristics:
                self.heuristic.addItem(quote(in_words(heuristic.title)), heuristic.name)
        for name in self._own_heuristics:
            title = fill(self.tr("{name} (yours)"), name=quote(name))
            self.heuristic.addItem(title, f"{FILE_PREFIX}{name}")
        self.heuristic.setCurrentIndex(max(0, self.heuristic.findData(chosen)))
        self.heuristic.blockSignals(False)
        self._heuristic_sentences = {one.name: in_words(one.sentence) for one in game.heuristics}

    def _meaning(self, heuristic: str | None) -> str:
        """Return what the *heuristic* of that name is, or why the user's cannot play yet."""
        own = user_heuristic_name(heuristic)
        if own is None or self._game is None:
            return self._heuristic_sentences.get(heuristic, "")
        try:
            return shorten(self._store.load_trusted(self._game.key, own).sentence)
        except BadHeuristic as error:
            return in_words(error)


class PlayerDialog(Dialog):
    """Asks who plays one side from now on."""

    def __init__(
        self, game: Game, side: int, player: Player, parent: QWidget | None = None
    ) -> None:
        super().__init__("", parent)
        name = quote(in_words(game.sides[side]))
        self.setWindowTitle(fill(self.tr("Who plays {side}?"), side=name))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Change player"))
        self.buttons.accepted.connect(self.accept)
        self.chooser = PlayerChooser(name, self)
        self.chooser.set_game(game)
        self.chooser.set_player(player)
        form = Form()
        form.add(name, self.chooser, first=self.chooser.who)
        self.finish(form)
