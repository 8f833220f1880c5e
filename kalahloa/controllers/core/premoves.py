"""Premoves: a human's reply, chosen while the computer thinks and played when it has moved."""

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.controller import Controller, Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.models.game.premoves import premoves
from kalahloa.models.record.ending import ending_at
from kalahloa.models.record.record import Node
from kalahloa.models.text.errors import IllegalMove


class Premoves(Controller):
    """Holds at most one premove, the first move of a human's next turn.

    It waits for as many moves as the computer's turn has, and until views have shown them.  It is
    played if it is legal then, and dropped otherwise, as by whatever else happens meanwhile: a
    walk, a pause, another game, another player.
    """

    def __init__(
        self, document: Document, turns: TurnController, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._turns = turns
        self._wanted = False
        self._chosen: int | None = None
        self._at: Node | None = None
        """The node up to which the premove has waited."""
        self._possible: tuple[Node | None, frozenset[int]] = (None, frozenset())
        self._playing = single_shot(self, self._play)
        document.add_follower(self)

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return the moves that can be chosen beforehand, if any can, and the one that is."""
        moves = self._moves() if self.possible else None
        return {"premoves": moves, "premove": self._chosen}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Drop the premove where something else has happened than the computer's move."""
        if self._chosen is None:
            return
        node, at = self._document.node, self._at
        if causes & {Cause.NEW, Cause.WALK, Cause.PLAYERS} or not (
            node is at or (node.parent is at and self._is_computer(node.side))
        ):
            self._forget()
            return
        self._at = node
        if self._turns.thinking:
            return
        is_mine = not self._is_computer(node.to_move)
        if self._turns.waits or not is_mine or ending_at(self._document.record, node) is not None:
            self._forget()
        elif node is not at:
            self._playing.start()

    def _is_computer(self, side: int | None) -> bool:
        return side is not None and self._document.players[side].is_computer

    def _forget(self) -> None:
        self._playing.stop()
        self._chosen = self._at = None

    # -- choosing ------------------------------------------------------------------------------

    @property
    def possible(self) -> bool:
        """Whether a human can choose a premove now: the computer thinks, and the user wants to."""
        return (
            self._wanted
            and self._turns.thinking
            and not self._is_computer(1 - self._document.position.side)
        )

    def set_wanted(self, wanted: bool) -> None:
        """Set whether premoves can be chosen at all."""
        if wanted != self._wanted:
            self._wanted = wanted
            self.cancel()
            self._document.report(Cause.ACTIVITY)

    def choose(self, move: int) -> None:
        """Choose *move*, in place of any other; raise `IllegalMove` where it cannot be chosen."""
        document = self._document
        if not self.possible:
            raise IllegalMove(translate("Premoves", "You cannot choose a premove now."))
        if move not in self._moves():
            sentence = translate("Premoves", "Whatever {side} plays, you cannot play {move}.")
            text = document.position.format_move(move)
            side = document.game.sides[document.position.side]
            raise IllegalMove(fill(sentence, side=side, move=text))
        if move != self._chosen:
            self._chosen, self._at = move, document.node
            document.report(Cause.ACTIVITY)

    @Slot(object)
    def ask(self, move: int | None) -> None:
        """Choose *move*, or cancel the premove; say why not where it cannot be chosen."""
        if move is None:
            self.cancel()
            return
        try:
            self.choose(move)
        except IllegalMove as error:
            self.message.emit(in_words(error))

    def choose_text(self, text: str) -> None:
        """Choose the move given in *text*; raise `IllegalMove` where it cannot be chosen."""
        self.choose(self._document.position.parse_move(" ".join(text.split())))

    @Slot()
    def cancel(self) -> None:
        """Drop the premove."""
        if self._chosen is not None:
            self._forget()
            self._document.report(Cause.ACTIVITY)

    def _moves(self) -> frozenset[int]:
        node, moves = self._possible
        document = self._document
        if node is not document.node:
            moves = premoves(document.game, document.position)
            self._possible = (document.node, moves)
        return moves

    # -- playing -------------------------------------------------------------------------------

    @Slot()
    def presented(self) -> None:
        """Play the premove if it was waiting for a view's animation."""
        if self._chosen is not None and not self._turns.thinking:
            self._playing.start()

    @Slot()
    def _play(self) -> None:
        """Play the premove, unless a view is still animating the last move."""
        move = self._chosen
        if move is None or self._turns.thinking or self._turns.is_presenting():
            return
        document = self._document
        text = document.position.format_move(move)
        with document.one_change():
            self._forget()
            try:
                self._turns.play(move)
            except IllegalMove as error:
                document.report(Cause.ACTIVITY)
                sentence = translate("Premoves", "Premove {move} dropped: {reason}")
                self.message.emit(fill(sentence, move=text, reason=in_words(error)))

    @property
    def is_busy(self) -> bool:
        """Whether a premove is about to be played."""
        return self._chosen is not None

    def shut_down(self) -> None:
        """Play nothing any longer."""
        self._forget()
