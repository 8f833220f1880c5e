"""The new-game dialog: which game, who plays, from which start, and by which rules."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialogButtonBox, QHBoxLayout, QPushButton, QWidget

from kalahloa.controllers.player import Player
from kalahloa.controllers.teaching.state import NO_TEACHING, TeachingSettings
from kalahloa.controllers.translation import in_words
from kalahloa.models.draft import Draft
from kalahloa.models.game import Game
from kalahloa.models.quotation import quote
from kalahloa.models.registry import find_game, loadable_games
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import Choice, Form
from kalahloa.views.dialogs.player_chooser import PlayerChooser
from kalahloa.views.dialogs.position_editor import PositionEditorDialog, SetUpGame
from kalahloa.views.dialogs.rules_form import RulesForm
from kalahloa.views.dialogs.start_field import StartField
from kalahloa.views.dialogs.teaching_fields import TeachingFields


@dataclass(frozen=True)
class NewGame:
    """The user's choices in the dialog.

    `start` is a position string, or None for the default start position; `comment` is a comment
    on it.  `teaching` is which moves are taken back.
    """

    game: Game
    rules: Any
    players: tuple[Player, Player]
    start: str | None
    comment: str = ""
    teaching: TeachingSettings = NO_TEACHING


class NewGameDialog(Dialog):
    """Asks for a game, the players, a position to start from if wanted, and the rules."""

    def __init__(
        self,
        game: Game,
        rules: Any,
        players: tuple[Player, Player],
        parent: QWidget | None = None,
        teaching: TeachingSettings = NO_TEACHING,
    ) -> None:
        super().__init__("", parent)
        self.setWindowTitle(self.tr("New game"))
        self.mirrored = False
        """Whether a board on which the start is set up is mirrored."""
        self._game = game
        loadable = loadable_games()
        self._plugin_problems = loadable.problems
        self.games = Choice(self)
        self.games.setAccessibleName(self.tr("Game"))
        for entry in loadable.games:
            self.games.addItem(quote(in_words(entry.title)), entry.key)
        self.games.setCurrentIndex(self.games.findData(game.key))
        self.choosers = (PlayerChooser("", self), PlayerChooser("", self))
        self.swap = QPushButton(self.tr("Swap players"), self)
        self.swap.setToolTip(self.tr("Let each player take the other side"))
        self.swap.setAccessibleDescription(self.swap.toolTip())
        self.swap.setAutoDefault(False)
        self._start = StartField(game, rules, self)
        self._rules_form = RulesForm(game, rules)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Play"))
        form = Form()
        form.add(self.tr("Game"), self.games)
        self._side_labels = tuple(form.add("", one, first=one.who) for one in self.choosers)
        swap_row = QHBoxLayout()
        swap_row.addWidget(self.swap)
        swap_row.addStretch(1)
        form.setLayout(form.rowCount(), Form.ItemRole.FieldRole, swap_row)
        form.add(self.tr("Start position"), self._start, first=self._start.line)
        self.teaching = TeachingFields(game, teaching, self)
        form.add(self.tr("Teaching"), self.teaching, first=self.teaching.on)
        self._show_sides()
        for chooser, player in zip(self.choosers, players, strict=True):
            chooser.set_player(player)
        self.finish(form, self._rules_form)
        self._take_rules()
        self.buttons.accepted.connect(self._accept_if_sound)
        self.games.currentIndexChanged.connect(self._game_chosen)
        self.swap.clicked.connect(self._swap_players)
        self._start.read.connect(self._say_start_problem)
        self._start.wanted.connect(self._set_up_start)
        self._rules_form.changed.connect(self._take_rules)
        self._say_start_problem("")

    # The fields of the two forms, by the names under which the dialog is filled in.

    @property
    def preset(self) -> Choice:
        """The list of named rules."""
        return self._rules_form.preset

    @property
    def rules_form(self) -> RulesForm:
        """The fields for the rules."""
        return self._rules_form

    @property
    def start_field(self) -> StartField:
        """The fields for the start position."""
        return self._start

    def choice(self) -> NewGame:
        """Return the user's choices."""
        return NewGame(
            game=self._game,
            rules=self._rules_form.rules(),
            players=(self.choosers[0].player(), self.choosers[1].player()),
            start=self._start.start,
            comment=self._start.comment,
            teaching=self.teaching.settings(),
        )

    @Slot()
    def _accept_if_sound(self) -> None:
        if self._start.check():
            self._start.line.setFocus()
        else:
            self.accept()

    @Slot()
    def _game_chosen(self) -> None:
        self._game = find_game(self.games.currentData())
        self._rules_form.set_game(self._game, self._game.rulebook.default)
        self.teaching.set_game(self._game)
        self._show_sides()
        self.order_tabs()
        if self.isVisible():
            self.fit()

    @Slot()
    def _set_up_start(self) -> None:
        """Have the start set up on a board, beginning with the one in the line."""
        draft = Draft.of(self._game, self._rules_form.rules(), self._start.start)
        dialog = PositionEditorDialog(draft, self, for_start=True, mirrored=self.mirrored)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._take_start(dialog.choice()))
        dialog.open()

    def _take_start(self, choice: SetUpGame) -> None:
        self.games.setCurrentIndex(self.games.findData(choice.game.key))
        self._rules_form.show_rules(choice.rules)
        self._start.line.setText(choice.start or "")
        self._start.check()
        self._start.line.setFocus()

    def _show_sides(self) -> None:
        for label, chooser, side in zip(
            self._side_labels, self.choosers, self._game.sides, strict=True
        ):
            name = quote(in_words(side))
            label.setText(name)
            chooser.set_side(name)
            chooser.set_game(self._game)

    @Slot()
    def _swap_players(self) -> None:
        first, second = (chooser.player() for chooser in self.choosers)
        self.choosers[0].set_player(second)
        self.choosers[1].set_player(first)

    @Slot()
    def _take_rules(self) -> None:
        """Read the start by the rules that the fields describe now."""
        self._rules_form.set_notes(self._start.set_rules(self._game, self._rules_form.rules()))

    @Slot(str)
    def _say_start_problem(self, problem: str) -> None:
        self.say_problem("\n".join([*self._plugin_problems, *([problem] if problem else [])]))
