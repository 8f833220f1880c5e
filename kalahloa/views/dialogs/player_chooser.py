"""Choosing who plays a side: a human, or a searcher with a depth or a time per move."""

from PySide6.QtCore import Slot
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.player import (
    DEFAULT_STRENGTH,
    HUMAN,
    MAX_DEPTH,
    Level,
    Player,
)
from kalahloa.models.game import Game
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.searchers import find_searcher, searchers
from kalahloa.models.search.solver.solver import can_be_solved
from kalahloa.models.search.strength.levels import HIGHEST, LOWEST, PERFECT, at_level
from kalahloa.models.search.strength.perfect import PERFECT_NAME
from kalahloa.views.look.plain_label import PlainLabel, add_row


class _LevelBox(QSpinBox):
    """A spin box that shows levels by number, and the perfect level by name."""

    def textFromValue(self, value: int) -> str:
        return PERFECT_NAME if value == PERFECT else str(value)

    def valueFromText(self, text: str) -> int:
        return PERFECT if text == PERFECT_NAME else super().valueFromText(text)

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        if self.maximum() == PERFECT and text and PERFECT_NAME.startswith(text):
            whole = text == PERFECT_NAME
            state = QValidator.State.Acceptable if whole else QValidator.State.Intermediate
            return state, text, place
        return super().validate(text, place)


class PlayerChooser(QWidget):
    """A row of fields that together make a `Player`."""

    def __init__(self, side: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = QComboBox(self)
        self.kind.setAccessibleName(f"Who plays {side}")
        self.kind.addItem("Human", None)
        for searcher in reversed(searchers()):
            self.kind.addItem(searcher.title, searcher.name)
        self.measure = QComboBox(self)
        self.measure.setAccessibleName(f"{side}: level, depth or time")
        self.measure.addItem("Depth", "depth")
        self.measure.addItem("Time per move", "seconds")
        self.strength = _LevelBox(self)
        self.strength.setAccessibleName(f"{side}: level")
        self.strength.setRange(LOWEST, HIGHEST)
        self.strength.setValue(DEFAULT_STRENGTH)
        self.plies = QSpinBox(self)
        self.plies.setAccessibleName(f"{side}: depth")
        self.plies.setRange(1, MAX_DEPTH)
        self.plies.setValue(4)
        self.seconds = QDoubleSpinBox(self)
        self.seconds.setAccessibleName(f"{side}: seconds per move")
        self.seconds.setRange(0.1, 3600)
        self.seconds.setDecimals(1)
        self.seconds.setValue(2)
        self.seconds.setSuffix(" s")
        self.heuristic = QComboBox(self)
        self.heuristic.setAccessibleName(f"{side}: heuristic")
        self.sentence = PlainLabel(self)
        self.sentence.setObjectName("muted")
        self.sentence.setWordWrap(True)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        for widget in (
            self.kind,
            self.measure,
            self.strength,
            self.plies,
            self.seconds,
            self.heuristic,
        ):
            row.addWidget(widget)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(row)
        layout.addWidget(self.sentence)
        self.kind.currentIndexChanged.connect(self._offer_levels)
        self.strength.valueChanged.connect(self._refresh)
        self.kind.currentIndexChanged.connect(self._refresh)
        self.measure.currentIndexChanged.connect(self._refresh)
        self.heuristic.currentIndexChanged.connect(self._refresh)
        self._refresh()

    def set_game(self, game: Game) -> None:
        """Offer the heuristics of *game*, and its levels."""
        perfect = can_be_solved(game.start(game.rulebook.default))
        self.strength.setMaximum(PERFECT if perfect else HIGHEST)
        self.heuristic.clear()
        for heuristic in game.heuristics:
            self.heuristic.addItem(heuristic.title, heuristic.name)
        self._sentences = {one.name: one.sentence for one in game.heuristics}
        self._refresh()

    def set_player(self, player: Player) -> None:
        """Show *player* in the fields."""
        level = player.level
        self.kind.setCurrentIndex(0 if level is None else self.kind.findData(level.searcher))
        if level is None:
            return
        measure = "strength" if level.strength is not None else "seconds"
        if level.strength is None and level.seconds is None:
            measure = "depth"
        self.measure.setCurrentIndex(self.measure.findData(measure))
        if level.strength is not None:
            self.strength.setValue(level.strength)
        if level.depth is not None:
            self.plies.setValue(level.depth)
        if level.seconds is not None:
            self.seconds.setValue(level.seconds)
        if level.heuristic is not None:
            self.heuristic.setCurrentIndex(max(0, self.heuristic.findData(level.heuristic)))

    def player(self) -> Player:
        """Return the player that the fields describe."""
        searcher = self.kind.currentData()
        if searcher is None:
            return HUMAN
        measure = self.measure.currentData()
        if measure == "strength":
            return Player(Level.of_engine(self.strength.value()))
        return Player(
            Level(
                searcher=searcher,
                depth=self.plies.value() if measure == "depth" else None,
                seconds=self.seconds.value() if measure == "seconds" else None,
                heuristic=self.heuristic.currentData(),
            )
        )

    @Slot()
    def _offer_levels(self) -> None:
        """Offer the ten levels where the searcher has them, and choose them first."""
        levelled = self.kind.currentData() == Engine.name
        place = self.measure.findData("strength")
        if levelled and place < 0:
            self.measure.insertItem(0, "Level", "strength")
            self.measure.setCurrentIndex(0)
        elif not levelled and place >= 0:
            self.measure.removeItem(place)

    @Slot()
    def _refresh(self) -> None:
        name = self.kind.currentData()
        measure = self.measure.currentData()
        self.measure.setVisible(name is not None)
        self.strength.setVisible(name is not None and measure == "strength")
        self.plies.setVisible(name is not None and measure == "depth")
        self.seconds.setVisible(name is not None and measure == "seconds")
        judged = name not in (None, Engine.name)
        self.heuristic.setVisible(judged and self.heuristic.count() > 1)
        text = "" if name is None else find_searcher(name).sentence
        if name is not None and measure == "strength":
            text = at_level(self.strength.value()).sentence
        if self.heuristic.isVisibleTo(self):
            text += "\n" + self._sentences.get(self.heuristic.currentData(), "")
        self.sentence.setText(text.strip())
        self.sentence.setVisible(bool(text))


class PlayerDialog(QDialog):
    """Asks who plays one side from now on."""

    def __init__(
        self, game: Game, side: int, player: Player, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Who plays {game.sides[side]}?")
        self.chooser = PlayerChooser(game.sides[side], self)
        self.chooser.set_game(game)
        self.chooser.set_player(
            player if player.is_computer else Player(Level.of_engine(DEFAULT_STRENGTH))
        )
        if not player.is_computer:
            self.chooser.set_player(HUMAN)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        add_row(form, game.sides[side], self.chooser)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(14)
        layout.addLayout(form)
        layout.addWidget(buttons)
        self.setMinimumWidth(520)
