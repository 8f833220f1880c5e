"""The new-game dialog: which game, who plays, from which start, and by which rules."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialogButtonBox, QHBoxLayout, QLineEdit, QPushButton, QWidget

from kalahloa.controllers.base.player import Player
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.names import Names, names_of
from kalahloa.controllers.features.teaching.state import NO_TEACHING, TeachingSettings
from kalahloa.controllers.saving.preferences import MAX_OWN_NAME
from kalahloa.models.game.draft import Draft
from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game, loadable_games
from kalahloa.models.text.quotation import quote
from kalahloa.views.accessibility import delete_when_closed
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import Choice, Form
from kalahloa.views.dialogs.player_chooser import PlayerChooser
from kalahloa.views.dialogs.position_editor import PositionEditorDialog, SetUpGame
from kalahloa.views.dialogs.rules_form import RulesForm
from kalahloa.views.dialogs.start_field import StartField
from kalahloa.views.dialogs.teaching_fields import TeachingFields


@dataclass(frozen=True)
class NewGameChoices:
    """The user's choices in the dialog.

    `start` is a position string, or None for the default start position; `comment` is a comment
    on it.  `teaching` is which moves are taken back.  `names` are those of the players.
    """

    game: Game
    rules: Any
    players: tuple[Player, Player]
    start: str | None
    comment: str = ""
    teaching: TeachingSettings = NO_TEACHING
    names: Names | None = None


class NewGameDialog(Dialog):
    """Asks for a game, the players, a position to start from if wanted, and the rules."""

    def __init__(
        self,
        game: Game,
        rules: Any,
        players: tuple[Player, Player],
        parent: QWidget | None = None,
        teaching: TeachingSettings = NO_TEACHING,
        own_name: str = "",
        names: Names = ("", ""),
    ) -> None:
        """*own_name* is the user's, *names* those that the *players* had in the last game."""
        super().__init__("", parent)
        self.setWindowTitle(self.tr("New game"))
        self._game = game
        loadable = loadable_games()
        self._plugin_problems = loadable.problems
        self.games = Choice(self)
        self.games.setAccessibleName(self.tr("Game"))
        for entry in loadable.games:
            self.games.addItem(quote(in_words(entry.title)), entry.key)
        self.games.setCurrentIndex(self.games.findData(game.key))
        self.choosers = (PlayerChooser("", self), PlayerChooser("", self))
        self._own_name = own_name
        automatic = names_of(players, own_name)
        self.names = (QLineEdit(self), QLineEdit(self))
        for line, name, usual in zip(self.names, names, automatic, strict=True):
            line.setMaxLength(MAX_OWN_NAME)
            line.setText("" if name == usual else name)
        self.swap = QPushButton(self.tr("Swap players"), self)
        self.swap.setToolTip(self.tr("Let each player take the other side"))
        self.swap.setAccessibleDescription(self.swap.toolTip())
        self.swap.setAutoDefault(False)
        self._start = StartField(game, rules, self)
        self._rules_form = RulesForm(game, rules)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Play"))
        form = Form()
        form.add(self.tr("Game"), self.games)
        labels, name_labels = [], []
        for chooser, line in zip(self.choosers, self.names, strict=True):
            labels.append(form.add("", chooser, first=chooser.who))
            name_labels.append(form.add("", line))
            chooser.who.currentIndexChanged.connect(self._show_names)
        self._side_labels, self._name_labels = tuple(labels), tuple(name_labels)
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
        self._show_names()
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

    def choice(self) -> NewGameChoices:
        """Return the user's choices."""
        return NewGameChoices(
            game=self._game,
            rules=self._rules_form.rules(),
            players=self._players(),
            start=self._start.start,
            comment=self._start.comment,
            teaching=self.teaching.settings(),
            names=self._chosen_names(),
        )

    def _players(self) -> tuple[Player, Player]:
        return self.choosers[0].player(), self.choosers[1].player()

    def _chosen_names(self) -> Names:
        """Return the names that were typed, and where none was those of the players."""
        first, second = (
            " ".join(line.text().split()) or usual
            for line, usual in zip(
                self.names, names_of(self._players(), self._own_name), strict=True
            )
        )
        return first, second

    @Slot()
    def _show_names(self) -> None:
        """Show in pale letters what the players are called where no name is typed."""
        players = self._players()
        for line, player, usual in zip(
            self.names, players, names_of(players, self._own_name), strict=True
        ):
            line.setPlaceholderText(in_words(player.title) if usual == player.title else usual)

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
        dialog = PositionEditorDialog(draft, self, for_start=True)
        delete_when_closed(dialog)
        dialog.accepted.connect(lambda: self._take_start(dialog.choice()))
        dialog.open()

    def _take_start(self, choice: SetUpGame) -> None:
        self.games.setCurrentIndex(self.games.findData(choice.game.key))
        self._rules_form.show_rules(choice.rules)
        self._start.line.setText(choice.start or "")
        self._start.check()
        self._start.line.setFocus()

    def _show_sides(self) -> None:
        labels = zip(self._side_labels, self._name_labels, strict=True)
        for (label, named), chooser, line, side in zip(
            labels, self.choosers, self.names, self._game.sides, strict=True
        ):
            name = quote(in_words(side))
            label.setText(name)
            chooser.set_side(name)
            named.setText(fill(self.tr("Name of {side}"), side=name))
            line.setAccessibleName(named.text())
            chooser.set_game(self._game)

    @Slot()
    def _swap_players(self) -> None:
        first, second = (chooser.player() for chooser in self.choosers)
        self.choosers[0].set_player(second)
        self.choosers[1].set_player(first)
        one, other = (line.text() for line in self.names)
        self.names[0].setText(other)
        self.names[1].setText(one)
        self._show_names()

    @Slot()
    def _take_rules(self) -> None:
        """Read the start by the rules that the fields describe now."""
        self._rules_form.set_notes(self._start.set_rules(self._game, self._rules_form.rules()))

    @Slot(str)
    def _say_start_problem(self, problem: str) -> None:
        self.say_problem("\n".join([*self._plugin_problems, *([problem] if problem else [])]))
