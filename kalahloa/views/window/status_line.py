"""The status line: one sentence at a time, the most important one, for as long as it holds."""

from enum import IntEnum

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStatusBar, QWidget

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.core.offer import Offer
from kalahloa.models.text.errors import KalahloaError
from kalahloa.views.accessibility import announce
from kalahloa.views.look.elided_label import ElidedLabel
from kalahloa.views.look.plain_label import PlainLabel, plain_tool_tip
from kalahloa.views.window.progress_note import ProgressNote

NOTICE_MS = 6000
"""How long a notice stays at least, unless another one replaces it."""
OFFER_MS = 12000
"""How long one stays that offers something to do."""


class Rank(IntEnum):
    """How important a sentence is; of those that hold, the highest is shown."""

    STANDING = 0
    """How the game stands; always holds."""
    THREAT = 1
    """What the other side threatens."""
    HINT = 2
    """The hint at this place."""
    REMARK = 3
    """What the mouse or the focus is on."""
    PROGRESS = 4
    """How a search is getting on."""
    TIP = 5
    """What the button or menu entry under the mouse does."""
    NOTICE = 6
    """A refusal, an answer, something that has happened; passes after some seconds."""


class StatusLine(QStatusBar):
    """Shows sentences by rank and age, what cannot be kept, and facts at the right.

    Notices and failures are spoken by screen readers.
    """

    said = Signal(str)
    """A notice, for the messages of the text view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Status"))
        self._sentences: dict[Rank, str] = {}
        self._shown = ""
        self._is_refusal = False
        """Whether the notice says why something is not possible at this place."""
        self._hinted: object = None
        self.sentence = ElidedLabel(self)
        self.sentence.setObjectName("sentence")
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.offer = QPushButton(self.tr("Undo"), self)
        self.offer.setObjectName("offer")
        self.offer.hide()
        self.offer.clicked.connect(self._take_offer)
        self._offered: Offer | None = None
        self.failure = PlainLabel(self)
        self.failure.setObjectName("failure")
        # A path may be long; the window must not grow with it.
        self.failure.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.failure.hide()
        self.builder = ProgressNote(
            self.tr("Building the tablebase… {share} %"),
            self.tr("Cancel"),
            self.tr("Play and show values without a tablebase"),
            self.tr("Cancel building the tablebase"),
            self,
        )
        self.exporter = ProgressNote(
            self.tr("Exporting… {share} %"),
            self.tr("Stop"),
            self.tr("Save no file"),
            self.tr("Stop the export"),
            self,
        )
        self.facts = PlainLabel(self)
        self.facts.setObjectName("muted")
        self.addWidget(self.sentence, 1)
        self.addWidget(self.offer)
        self.addPermanentWidget(self.failure, 1)
        self.addPermanentWidget(self.builder)
        self.addPermanentWidget(self.exporter)
        self.addPermanentWidget(self.facts)
        self.setSizeGripEnabled(False)
        self._age = single_shot(self, self.end_notice)

    def show_sentence(self, rank: Rank, sentence: str) -> None:
        """Show *sentence* at *rank* until it is replaced; an empty one clears it."""
        if sentence:
            self._sentences[rank] = sentence
        else:
            self._sentences.pop(rank, None)
        shown = self._sentences[max(self._sentences)] if self._sentences else ""
        if shown != self._shown:
            self._shown = shown
            self.sentence.setText(shown)
            self.sentence.setToolTip(plain_tool_tip(shown))

    def sentence_of(self, rank: Rank) -> str:
        """Return the sentence that holds at *rank*, shown or not; empty if there is none."""
        return self._sentences.get(rank, "")

    @Slot(str)
    def say(self, sentence: str) -> None:
        """Show and speak *sentence*, a notice, for some seconds at least."""
        if sentence:
            sentence = in_words(sentence)
            self._withdraw()
            self._is_refusal = False
            self.show_sentence(Rank.NOTICE, sentence)
            self._age.start(NOTICE_MS)
            announce(self, sentence)
            self.said.emit(sentence)

    def refuse(self, sentence: str) -> None:
        """Show and speak *sentence*, why something is not possible, until another move is made."""
        self.say(sentence)
        self._is_refusal = True

    def end_refusal(self) -> None:
        """Show no refusal any longer."""
        if self._is_refusal:
            self.end_notice()

    def say_and_offer(self, sentence: str, label: str, offer: Offer) -> None:
        """Show and speak *sentence* for some seconds, with a button *label* for *offer*."""
        self.say(sentence)
        self._offered = offer
        self.offer.setText(label)
        self.offer.setAccessibleDescription(sentence)
        self.offer.show()
        self._age.start(OFFER_MS)

    @property
    def offered(self) -> Offer | None:
        """The current offer, or None."""
        return self._offered

    def check_offer(self) -> None:
        """Withdraw what is offered, if it no longer holds."""
        if self._offered is not None and not self._offered.holds():
            self._withdraw()

    @Slot()
    def _take_offer(self) -> None:
        self.check_offer()
        offer = self._offered
        self.end_notice()
        if offer is not None:
            try:
                self.say(offer.take() or "")
            except KalahloaError as error:
                self.say(in_words(error))

    def _withdraw(self) -> None:
        self._offered = None
        self.offer.hide()

    @Slot(str)
    def remark(self, sentence: str) -> None:
        """Show *sentence* about what the mouse or the focus is on; empty where that is nothing."""
        self.show_sentence(Rank.REMARK, sentence)

    def show_hint(self, sentence: str, about: object = None) -> None:
        """Show *sentence* about the hint, empty if there is none; speak it where it is news.

        That is so where *about*, by default the sentence itself, differs from the last one.
        """
        about = sentence if about is None else about
        if sentence and about != self._hinted:
            self.end_notice()  # that a hint is being looked for
            announce(self, sentence)
        self._hinted = about if sentence else None
        self.show_sentence(Rank.HINT, sentence)

    @Slot()
    def end_notice(self) -> None:
        """Show no notice any longer."""
        self._withdraw()
        self._is_refusal = False
        self._age.stop()
        self.show_sentence(Rank.NOTICE, "")

    def show_failure(self, sentence: str) -> None:
        """Show *sentence* about what cannot be kept until it is over (an empty sentence)."""
        if sentence and sentence != self.failure.text():
            announce(self, sentence)
        self.failure.setText(sentence)
        self.failure.setToolTip(plain_tool_tip(sentence))
        self.failure.setVisible(bool(sentence))
