"""The new-game dialog: which game, by which rules, and who plays."""

from dataclasses import dataclass
from random import choice as any_of
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from kalahloa.controllers.player import Player
from kalahloa.models.errors import BadPosition
from kalahloa.models.game import Game
from kalahloa.models.registry import find_game, loadable_games
from kalahloa.models.rulebook import ChoiceOption
from kalahloa.views.dialogs.player_chooser import PlayerChooser
from kalahloa.views.look.plain_label import PlainLabel, add_row, plain_tool_tip

FAIR_COMMENT = "A fair start: a proven draw."
_OWN_RULES = "own choice"


@dataclass(frozen=True)
class NewGame:
    """The user's choices in the dialog.

    `start` is a position string, or None for the default start position; `comment` is a comment
    on it.
    """

    game: Game
    rules: Any
    players: tuple[Player, Player]
    start: str | None
    comment: str = ""


class NewGameDialog(QDialog):
    """Asks for a game, its rules, the players and, if wanted, a position to start from."""

    def __init__(
        self,
        game: Game,
        rules: Any,
        players: tuple[Player, Player],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("New game")
        self._game = game
        self._setting = False
        self._rules_sentence = ""
        self._fair_starts: tuple[str, ...] = ()
        loadable = loadable_games()
        self.games = QComboBox(self)
        for entry in loadable.games:
            self.games.addItem(entry.title, entry.key)
        self.games.setCurrentIndex(self.games.findData(game.key))
        self.preset = QComboBox(self)
        self.sentence = PlainLabel(self)
        self.sentence.setObjectName("muted")
        self.sentence.setWordWrap(True)
        self.sentence.setMinimumHeight(38)
        self._options = QFrame(self)
        self._option_form = QFormLayout(self._options)
        self._option_form.setContentsMargins(0, 0, 0, 0)
        self.fields: dict[str, QComboBox | QSpinBox] = {}
        self.choosers = (PlayerChooser("first side", self), PlayerChooser("second side", self))
        self._side_labels = (PlainLabel(self), PlainLabel(self))
        self.start = QLineEdit(self)
        self.start.setPlaceholderText("The usual start; or paste a position string")
        self.fair = QPushButton("Fair start", self)
        self.fair.setToolTip("Put in a start that is a proven draw; press again for another")
        self.fair.setAutoDefault(False)
        self.preview = PlainLabel(self, lines=True)
        self.preview.setObjectName("muted")
        self.preview.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.preview.setAccessibleName("The start as a board")
        self.preview.hide()
        self.problem = PlainLabel(self, lines=True)
        self.problem.setWordWrap(True)
        self.problem.setText("\n".join(loadable.problems))
        self.problem.setVisible(bool(loadable.problems))
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Play")
        form = QFormLayout()
        add_row(form, "Game", self.games)
        add_row(form, "Rules", self.preset)
        add_row(form, "", self.sentence)
        add_row(form, "", self._options)
        for label, chooser in zip(self._side_labels, self.choosers, strict=True):
            form.addRow(label, chooser)
        start_row = QHBoxLayout()
        start_row.setSpacing(8)
        start_row.addWidget(self.start, 1)
        start_row.addWidget(self.fair)
        add_row(form, "Start", start_row)
        add_row(form, "", self.preview)
        form.setVerticalSpacing(10)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(14)
        layout.addLayout(form)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(720)
        self.buttons.accepted.connect(self._accept_if_sound)
        self.buttons.rejected.connect(self.reject)
        self.games.currentIndexChanged.connect(self._game_chosen)
        self.preset.currentIndexChanged.connect(self._preset_chosen)
        self.fair.clicked.connect(self._put_in_fair_start)
        self.start.textChanged.connect(self._show_preview)
        self._show_game(game, rules)
        for chooser, player in zip(self.choosers, players, strict=True):
            chooser.set_player(player)

    def choice(self) -> NewGame:
        """Return the user's choices."""
        start = " ".join(self.start.text().split()) or None
        return NewGame(
            game=self._game,
            rules=self._rules(),
            players=(self.choosers[0].player(), self.choosers[1].player()),
            start=start,
            comment=FAIR_COMMENT if start in self._fair_starts else "",
        )

    @Slot()
    def _put_in_fair_start(self) -> None:
        """Fill the start field with a fair start chosen at random."""
        others = [start for start in self._fair_starts if start != self.start.text()]
        if others:
            self.start.setText(any_of(others))

    @Slot()
    def _show_preview(self) -> None:
        """Show the board of a fair start; a start typed by the user is not shown."""
        start = self.start.text()
        fair = start in self._fair_starts
        if fair:
            board = self._game.read(start, self._rules()).diagram()
            self.preview.setText(f"{board}\n\n{FAIR_COMMENT}")
        self.preview.setVisible(fair)

    def _find_fair_starts(self) -> None:
        """Offer the fair starts of the chosen rules, and clear a fair start of other rules.

        Notes on fair starts that could not be read follow the sentence on the rules.
        """
        before = self._fair_starts
        found = self._game.knowledge.fair_starts(self._rules())
        self._fair_starts = found.starts
        self.sentence.setText(" ".join([self._rules_sentence, *found.notes]))
        self.fair.setVisible(bool(self._fair_starts))
        start = self.start.text()
        if start in before and start not in self._fair_starts:
            self.start.clear()
        self._show_preview()

    def _rules(self) -> Any:
        values = {
            name: field.currentData() if isinstance(field, QComboBox) else field.value()
            for name, field in self.fields.items()
        }
        return self._game.rulebook.read(None, values)

    @Slot()
    def _accept_if_sound(self) -> None:
        choice = self.choice()
        try:
            if choice.start is not None:
                choice.game.read(choice.start, choice.rules)
        except BadPosition as error:
            self.problem.setText(str(error))
            self.problem.show()
            self.start.setFocus()
            return
        self.accept()

    @Slot()
    def _game_chosen(self) -> None:
        game = find_game(self.games.currentData())
        self._show_game(game, game.rulebook.default)

    def _show_game(self, game: Game, rules: Any) -> None:
        self._game = game
        self._setting = True
        self.preset.clear()
        for preset in game.rulebook.presets:
            self.preset.addItem(preset.name.replace("-", " ").capitalize(), preset.name)
        while self._option_form.rowCount():
            self._option_form.removeRow(0)
        self.fields.clear()
        for option in game.rulebook.options:
            if isinstance(option, ChoiceOption):
                box = QComboBox(self._options)
                for value, sentence in option.values.items():
                    box.addItem(sentence, value)
                box.currentIndexChanged.connect(self._option_chosen)
                field: QComboBox | QSpinBox = box
            else:
                number = QSpinBox(self._options)
                number.setRange(option.low, option.high)
                number.setToolTip(plain_tool_tip(option.sentence))
                number.valueChanged.connect(self._option_chosen)
                field = number
            field.setAccessibleName(option.title)
            self.fields[option.name] = field
            add_row(self._option_form, option.title, field)
        self._options.setVisible(bool(self.fields))
        for label, chooser, side in zip(self._side_labels, self.choosers, game.sides, strict=True):
            label.setText(side)
            chooser.set_game(game)
        self._setting = False
        self._show_rules(rules)

    def _show_rules(self, rules: Any) -> None:
        self._setting = True
        for name, field in self.fields.items():
            value = getattr(rules, name)
            if isinstance(field, QComboBox):
                field.setCurrentIndex(field.findData(value))
            else:
                field.setValue(value)
        self._setting = False
        self._option_chosen()

    @Slot()
    def _preset_chosen(self) -> None:
        if self._setting or self.preset.currentData() in (None, _OWN_RULES):
            return
        self._show_rules(self._game.rulebook.preset(self.preset.currentData()).rules)

    @Slot()
    def _option_chosen(self) -> None:
        """Show which preset the options match, if any."""
        if self._setting:
            return
        self._setting = True
        rules = self._rules()
        own = self.preset.findData(_OWN_RULES)
        for preset in self._game.rulebook.presets:
            if preset.rules == rules:
                self.preset.setCurrentIndex(self.preset.findData(preset.name))
                self._rules_sentence = preset.sentence
                if own >= 0:
                    self.preset.removeItem(own)
                break
        else:
            if own < 0:
                self.preset.addItem("Own choice", _OWN_RULES)
            self.preset.setCurrentIndex(self.preset.findData(_OWN_RULES))
            self._rules_sentence = f"Like {self._game.rulebook.name_of(rules)}."
        self._setting = False
        self._find_fair_starts()
