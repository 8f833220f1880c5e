"""What the status line says of the place that is shown, and of the search for a move."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from kalahloa.compiled import compiled_note, is_compiled
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.controllers.features.analysis.hint_words import hint_sentence, seeking_sentence
from kalahloa.controllers.features.analysis.threat_state import Threat
from kalahloa.controllers.work.search_jobs import SearchNews
from kalahloa.views.accessibility import announce
from kalahloa.views.captions import premove_sentence, standing
from kalahloa.views.rule_words import rules_in_words
from kalahloa.views.window.status_line import Rank, StatusLine


class Sentences(QObject):
    """Puts into words, for the status line, what a change and the news of a search say."""

    def __init__(self, status: StatusLine) -> None:
        super().__init__(status)
        self._status = status
        self._premove: int | None = None
        self.waits: Callable[[], bool] = lambda: False
        """Whether a view still shows the last move, before which its outcome is not told."""
        self._later: Place | None = None

    def show_change(self, change: Change) -> None:
        """Say how things stand at the place of *change*."""
        place, status = change.place, self._status
        if change.is_new:
            rules = rules_in_words(place.game.rulebook, place.rules)
            facts = fill(self.tr("Rules: {rules}"), rules=rules)
            if not is_compiled():
                facts += f" · {compiled_note()}"
            status.facts.setText(facts)
        if change.moved:
            status.end_refusal()
        if change.moved or (Cause.FINDINGS in change.causes and place.hint is not None):
            status.remark("")
        self._later = place
        if not self.waits():
            self.say_place()
        if place.premove != self._premove:
            self._premove = place.premove
            if place.premove is not None or not change.moved:
                announce(status, premove_sentence(place) or self.tr("No premove."))
        status.show_hint(hint_sentence(place), None if place.hint is None else place.hint.news)
        threat = place.get(Threat)
        status.show_sentence(Rank.THREAT, "" if threat is None else threat.sentence)
        if not (place.thinking or place.hinting):
            status.show_sentence(Rank.PROGRESS, "")
        elif place.hinting:
            status.show_sentence(Rank.PROGRESS, seeking_sentence(place))

    @Slot()
    def say_place(self) -> None:
        """Say how things stand at the newest place, if that was not told yet."""
        place, self._later = self._later, None
        if place is not None:
            self._status.show_sentence(Rank.STANDING, standing(place))

    @Slot(object)
    def show_news(self, news: SearchNews) -> None:
        """Say how far the search for a move has come."""
        progress = news.progress
        if progress is None:
            self._status.show_sentence(Rank.PROGRESS, in_words(news.preparing))
            return
        speed = progress.nodes / progress.seconds if progress.seconds > 0 else 0
        pace = f"{speed / 1e6:.1f} million" if speed >= 1e6 else f"{speed:,.0f}"
        score = progress.score
        if score is None:
            return
        trust = "proven" if score.decided else "estimated"
        self._status.show_sentence(
            Rank.PROGRESS,
            fill(
                self.tr(
                    "Thinking: depth {depth}, {value} ({trust}), {nodes} positions, "
                    "{pace} a second."
                ),
                depth=progress.depth,
                value=score.text,
                trust=trust,
                nodes=f"{progress.nodes:,}",
                pace=pace,
            ),
        )
