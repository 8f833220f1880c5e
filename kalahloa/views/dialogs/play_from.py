"""The dialog that asks how to play on from the position shown."""

from PySide6.QtWidgets import QDialogButtonBox, QWidget

from kalahloa.controllers.base.player import Player
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.features.teaching.state import TeachingSettings
from kalahloa.models.game.game import Game
from kalahloa.models.text.quotation import quote
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import Choice, FieldSentence, Form
from kalahloa.views.dialogs.player_chooser import PlayerChooser
from kalahloa.views.dialogs.teaching_fields import TeachingFields


class PlayFromDialog(Dialog):
    """Asks which side the user plays, who the other one is, and whether moves are taken back."""

    def __init__(
        self,
        game: Game,
        to_move: int,
        opponent: Player,
        teaching: TeachingSettings,
        parent: QWidget | None = None,
    ) -> None:
        """*to_move* is the side to move, *opponent* the computer player offered first."""
        super().__init__("", parent)
        self.setWindowTitle(self.tr("Play from here"))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Play"))
        self.buttons.accepted.connect(self.accept)
        self.side = Choice(self)
        for side in (to_move, 1 - to_move):
            name = quote(in_words(game.sides[side]))
            if side == to_move:
                name = fill(self.tr("{side}, to move"), side=name)
            self.side.addItem(name, side)
        self.side.setAccessibleName(self.tr("You play"))
        self.opponent = PlayerChooser(self.tr("the opponent"), self)
        self.opponent.set_game(game)
        self.opponent.set_player(opponent)
        self.teaching = TeachingFields(game, teaching, self)
        about = FieldSentence(
            self,
            self.tr("This starts a new game. The current game stays saved, unchanged."),
        )
        self.side.setAccessibleDescription(about.text())
        form = Form()
        form.add(self.tr("You play"), self.side, sentence=about)
        form.add(self.tr("Against"), self.opponent, first=self.opponent.who)
        form.add(self.tr("Teaching"), self.teaching, first=self.teaching.on)
        self.finish(form)

    def chosen_side(self) -> int:
        """Return the side that the user plays."""
        side: int = self.side.currentData()
        return side
