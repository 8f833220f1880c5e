"""The heuristic lab: the user's heuristics of the game that is open, and what one says here."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.offer import Offer
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.lab.filing import LabFiling
from kalahloa.controllers.features.lab.opinion import Opinion
from kalahloa.controllers.features.lab.run import LabRun
from kalahloa.controllers.features.lab.speed_words import speed_sentences
from kalahloa.controllers.features.lab.state import LabSpeed, LabState
from kalahloa.controllers.features.lab.timing import LabTiming
from kalahloa.controllers.features.lab.versions import ask_versions, restore_version
from kalahloa.controllers.features.lab.words import report_text
from kalahloa.controllers.features.lab.workspace import BLANK, LabText, LabWorkspace
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.tuning.tuning import TuningController
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.heuristics.editor_limits import why_not_editable
from kalahloa.models.text.errors import BadCommand, KalahloaError
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.models.heuristics import source as sources
if TYPE_CHECKING:
    from kalahloa.controllers.features.lab.lab_files import FileAnswer
    from kalahloa.controllers.features.lab.reports import LabVersions
    from kalahloa.models.heuristics.source import HeuristicSource

PAUSE_MS = 400
"""How long after the last key a heuristic is run by itself."""
WALK_MS = 40
"""How long after a move or a walk."""
LOOK_MS = 3000
"""How often one looks whether another program has changed a file, while the lab is seen."""


class Lab(Feature):
    """Keeps the texts that are open, has them kept as files, and runs the one that is edited.

    Nothing of a text is run in this process.  What is typed is written to a draft at once.  While a
    panel of the lab is seen, the heuristic is run whenever it or the position has changed.
    """

    replaced = Signal(str)
    """The name of the heuristic whose text was changed by others than the editor, or came."""
    renamed = Signal(str, str)
    """The names that a heuristic had, and has."""
    inserting = Signal(str)
    """A text that is to be inserted at the editor's cursor."""
    removed = Signal(str, object)
    """A sentence that a heuristic was deleted, and an `Offer` to bring it back."""
    filed = Signal()
    """The files of heuristics have changed: one was kept, renamed, deleted or restored."""

    def __init__(
        self,
        document: Document,
        opinion: Opinion,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._runs = LabRun(document, opinion, self)
        self._runs.changed.connect(self._report)
        self._runs.complete.connect(self._answer)
        self.timing = LabTiming(document, self)
        self.timing.changed.connect(self._report)
        self.timing.complete.connect(self._answer_speed)
        self._filing = LabFiling(self)
        self._filing.failed.connect(self.message)
        self._workspaces: dict[str, LabWorkspace] = {}
        self._watching: set[str] = set()
        self._chosen: int | None = None
        self._ended = False
        self._state: LabState | None = None
        self._later = single_shot(self, self._run_by_itself)
        self._looking = QTimer(self)
        self._looking.setInterval(LOOK_MS)
        self._looking.timeout.connect(self.find_changes)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        opinion = Opinion(app.document, app.service, app[Analysis], app.document)
        lab = cls(app.document, opinion, app.document)
        lab.filed.connect(app[LabMatch].load_stock)
        app[TuningController].kept.connect(lab.find_changes)
        return lab

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return how the lab stands."""
        if self._state is None:
            self._state = self._state_here()
        return {LabState: self._state}

    def secret_fields(self) -> Fields:
        """Return how the lab stands without what would help with an exercise."""
        state = self.place_fields()[LabState]
        return {LabState: replace(state, report=None, engine=None, chosen=None)}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Look at another position, or at the heuristics of another game."""
        if not causes & {Cause.NEW, Cause.MOVE, Cause.WALK}:
            return
        self._state = None
        self._runs.cancel()
        if Cause.NEW in causes:
            self.timing.forget()
        self._chosen = None
        if self._watching:
            self.prepare()
            self._later.start(WALK_MS)

    def _state_here(self) -> LabState:
        game = self._document.game
        if game.features is None:
            sentence = translate("Lab", "{game} has no features for heuristics.")
            return LabState(problem=fill(sentence, game=game.title))
        workspace = self._workspaces.get(game.key)
        if workspace is None:
            return LabState()
        runs = self._runs
        return LabState(
            opened=tuple(text.opened for text in workspace.texts.values()),
            current=workspace.current,
            examples=tuple(source.name for source in workspace.examples),
            loading=not workspace.is_loaded,
            running=runs.running,
            report=runs.report,
            failure=runs.failure,
            engine=runs.opinion.opinion if runs.report is not None else None,
            chosen=self._chosen,
            can_restore=bool(workspace.removed),
            weights=workspace.weights(),
            speed=self._speed_of(workspace),
        )

    def _speed_of(self, workspace: LabWorkspace) -> LabSpeed:
        """Return what is known of the speed of the text that is edited, as it stands."""
        text = workspace.texts.get(workspace.current)
        if text is None or self.timing.is_empty:
            return LabSpeed()
        return self.timing.of(sources.HeuristicSource(text.name, workspace.game, text.text).digest)

    @Slot()
    def _report(self) -> None:
        """Tell what differs; called often."""
        state = self._state_here()
        if state != self._state:
            self._state = state
            self._document.report(Cause.FINDINGS)

    @property
    def state(self) -> LabState:
        """How the lab stands, as it was last told."""
        lab = self._document.place.get(LabState)
        return lab if lab is not None else self._state_here()

    # -- what is open --------------------------------------------------------------------------

    def watch(self, panel: str, seen: bool) -> None:
        """Keep the lab up to date while any *panel* is *seen*."""
        was = bool(self._watching)
        (self._watching.add if seen else self._watching.discard)(panel)
        if self._watching and not was:
            self.prepare()
            self.find_changes()
            self._looking.start()
            self._later.start(WALK_MS)
        elif not self._watching:
            self._looking.stop()

    def prepare(self) -> None:
        """Load the heuristics of the game that is open, if they are not."""
        game = self._document.game
        if game.features is None or game.key in self._workspaces or self._ended:
            return
        self._workspaces[game.key] = LabWorkspace(game.key)
        self.find_changes()
        self._report()

    @Slot()
    def find_changes(self) -> None:
        """Check whether another program has changed the files."""
        game = self._document.game.key
        if game in self._workspaces and not self._ended:
            self._filing.ask("LIST", self._receive_files, game=game)

    def _workspace(self) -> LabWorkspace:
        """Return the heuristics of the game that is open."""
        game = self._document.game
        if game.features is None:
            raise BadCommand(self._state_here().problem)
        self.prepare()
        return self._workspaces[game.key]

    def _text(self) -> LabText:
        """Return the heuristic that is edited; raise `BadCommand` if there is none."""
        workspace = self._workspace()
        text = workspace.texts.get(workspace.current)
        if text is None:
            raise BadCommand(
                translate("Lab", "You have no heuristic yet; create one, or start from an example.")
            )
        return text

    def text(self, name: str) -> str:
        """Return the text of the heuristic called *name*, empty if there is none."""
        workspace = self._workspaces.get(self._document.game.key)
        text = None if workspace is None else workspace.texts.get(name)
        return "" if text is None else text.text

    @property
    def examples(self) -> "tuple[HeuristicSource, ...]":
        """The examples of the game that is open, from bad to good; empty before they are loaded."""
        workspace = self._workspaces.get(self._document.game.key)
        return () if workspace is None else workspace.examples

    def find(self, name: str) -> str:
        """Return the name of the heuristic called *name*, ignoring case; raise `BadCommand`."""
        workspace = self._workspace()
        for known in workspace.texts:
            if known.lower() == name.strip().lower():
                return known
        sentence = translate("Lab", "There is no heuristic called '{name}'.")
        raise BadCommand(fill(sentence, name=quote(name)))

    def source(self) -> "HeuristicSource":
        """Return the heuristic that is edited, as it stands.

        Raises `BadCommand` if there is none, or it has code from elsewhere that nobody has agreed
        to run, and `BadHeuristic` if it is none that could be kept.
        """
        text = self._text()
        if text.must_ask:
            sentence = translate(
                "Lab", "{name} comes from elsewhere: read it, then allow it to run."
            )
            raise BadCommand(fill(sentence, name=quote(text.name)))
        return sources.HeuristicSource(text.name, self._document.game.key, text.text)

    # -- what the user does --------------------------------------------------------------------

    def open(self, name: str) -> None:
        """Edit the heuristic called *name*."""
        workspace = self._workspace()
        workspace.current = self.find(name)
        self._changed()

    def edit(self, name: str, text: str) -> None:
        """Set the *text* of the heuristic called *name*, as typed in the editor."""
        workspace = self._workspace()
        edited = workspace.texts.get(name)
        if edited is None or edited.text == text:
            return
        edited.text = text
        self._keep_draft(edited)
        self._changed(pause=True)

    def _keep_draft(self, text: LabText) -> None:
        self._filing.keep_draft(self._document.game.key, text)

    def new(self, name: str, text: str = "", *, must_ask: bool = False) -> str:
        """Begin a heuristic called *name*, or like it if there is one; return its name.

        Raises `BadHeuristic` for a name that cannot be one, and `BadCommand` for too much text.
        """
        workspace = self._workspace()
        why = why_not_editable(text)
        if why is not None:
            raise BadCommand(in_words(why))
        free = workspace.free_name(sources.checked_name(name))
        made = LabText(free, text or BLANK, must_ask=must_ask)
        workspace.add(made)
        workspace.current = free
        self._keep_draft(made)
        self.replaced.emit(free)
        self._changed()
        return free

    def start_from(self, name: str) -> str:
        """Begin a heuristic with the text of the example called *name*; return its name."""
        for source in self._workspace().examples:
            if source.name.lower() == name.strip().lower():
                return self.new(source.name, source.text)
        sentence = translate("Lab", "There is no example called '{name}'; choose one of: {known}.")
        known = ", ".join(source.name for source in self._workspace().examples)
        raise BadCommand(fill(sentence, name=quote(name), known=known))

    def keep(self) -> None:
        """Write the heuristic that is edited to its file; `message` tells when it is there."""
        text, kept = self._text(), self.source().text  # which may run, once it is kept
        game = self._document.game.key

        def done(answer: "FileAnswer") -> None:
            if not answer.error:
                text.kept, text.outside = kept, None
                self._keep_draft(text)
                sentence = translate("Lab", "Saved {name}; it can play now.")
                self.message.emit(fill(sentence, name=quote(text.name)))
                self._changed(run=False)
                self.filed.emit()

        self._filing.ask("SAVE", done, game=game, name=text.name, text=kept)

    def rename(self, name: str) -> None:
        """Give the heuristic that is edited another *name*; raises as `new`."""
        text, workspace = self._text(), self._workspace()
        new = sources.checked_name(name)
        if new == text.name:
            return
        taken = {known.lower() for known in workspace.texts if known != text.name}
        if new.lower() in taken:
            sentence = translate("Lab", "You already have a heuristic called {name}.")
            raise BadCommand(fill(sentence, name=quote(new)))
        old, game = text.name, self._document.game.key

        def done(answer: "FileAnswer") -> None:
            if answer.error:
                return
            self._filing.drop_draft(game, old)
            workspace.rename(text, new)
            self._keep_draft(text)
            self.renamed.emit(old, new)
            self._changed()
            self.filed.emit()

        if text.kept is None:
            self._filing.pass_over(done)
        else:
            self._filing.ask("RENAME", done, game=game, name=old, other=new)

    def remove(self) -> None:
        """Delete the heuristic that is edited; the file goes to the trash."""
        text, workspace = self._text(), self._workspace()
        game = self._document.game.key

        def done(answer: "FileAnswer") -> None:
            if answer.error:
                return
            workspace.remove(text, answer.removed)
            self._filing.drop_draft(game, text.name)
            sentence = fill(translate("Lab", "Deleted {name}."), name=quote(text.name))
            offer = Offer(self.restore, lambda: self._workspace().is_last_removed(text))
            self.removed.emit(sentence, offer)
            self._changed()
            self.filed.emit()

        if text.kept is None:
            self._filing.pass_over(done)
        else:
            self._filing.ask("REMOVE", done, game=game, name=text.name)

    def restore(self) -> None:
        """Bring the heuristic back that was deleted last; raise `BadCommand` if none was."""
        workspace = self._workspace()
        if not workspace.removed:
            raise BadCommand(translate("Lab", "You have deleted no heuristic."))
        text, removed = workspace.removed.pop()

        def done(answer: "FileAnswer") -> None:
            if answer.error:
                text.kept = None  # as a draft, whatever has become of the file
            if text.name in workspace.texts:
                text.name = workspace.free_name(text.name)
            workspace.add(text)
            workspace.current = text.name
            self._keep_draft(text)
            self.replaced.emit(text.name)
            self._changed()
            self.filed.emit()
            self.message.emit(fill(translate("Lab", "Restored {name}."), name=text.name))

        if removed is None:
            self._filing.pass_over(done)
        else:
            self._filing.ask("RESTORE", done, name=text.name, removed=removed)

    def import_file(self, path: Path) -> None:
        """Take the heuristic in the file at *path*; it is asked about before it runs."""
        game = self._workspace().game

        def done(answer: "FileAnswer") -> None:
            if answer.imported is not None:
                self._receive_imported(answer.imported)

        self._filing.ask("IMPORT", done, game=game, path=path)

    def _receive_imported(self, source: "HeuristicSource") -> None:
        """Show the file that was imported, which is among the others now."""
        workspace = self._workspaces.get(source.game)
        why = why_not_editable(source.text)
        if workspace is None or why is not None:
            self.message.emit("" if why is None else in_words(why))
            return
        typed = workspace.texts.get(source.name)
        if typed is not None:  # which has no file: that has got this name
            workspace.rename(typed, workspace.free_name(source.name))
            self.renamed.emit(source.name, typed.name)
            self._keep_draft(typed)
        self._filing.drop_draft(source.game, source.name)
        workspace.add(LabText(source.name, source.text, kept=source.text, must_ask=True))
        workspace.current = source.name
        sentence = translate("Lab", "Imported {name}: read it, then allow it to run.")
        self.message.emit(fill(sentence, name=quote(source.name)))
        self.replaced.emit(source.name)
        self._changed()

    def export(self, path: Path) -> None:
        """Write the heuristic that is edited, as it stands, to a file at *path*."""
        text = self._text()

        def done(answer: "FileAnswer") -> None:
            if not answer.error:
                sentence = translate("Lab", "Saved {name} to {path}.")
                self.message.emit(fill(sentence, name=quote(text.name), path=quote(path)))

        self._filing.ask(
            "EXPORT",
            done,
            game=self._document.game.key,
            name=text.name,
            text=text.text,
            path=path,
        )

    def agree(self) -> None:
        """Let the heuristic that is edited run, though it comes from elsewhere."""
        text = self._text()
        if not text.must_ask:
            return
        text.must_ask = False
        self._keep_draft(text)
        if text.kept is not None:
            game = self._document.game.key
            self._filing.ask("TRUST", lambda _: None, game=game, name=text.name, text=text.kept)
        self._changed()

    def accept_outside(self) -> None:
        """Take over what another program has written, instead of what was typed here."""
        text = self._text()
        if text.outside is not None:
            text.replace_by(text.outside, text.outside_trusted)
            self._keep_draft(text)
            self.replaced.emit(text.name)
            self._changed()

    def keep_mine(self) -> None:
        """Leave what was typed here as it is; keeping it replaces what another has written."""
        text = self._text()
        if text.outside is not None:
            text.kept, text.outside = text.outside, None
            self._keep_draft(text)
            self._changed(run=False)

    # -- earlier versions ----------------------------------------------------------------------

    def ask_versions(self, use: Callable[["LabVersions"], object]) -> None:
        """Call *use* with the versions of the heuristic that is edited, once they are read."""
        ask_versions(self._filing, self._document.game.key, self._text(), use)

    def bring_back(self, found: "LabVersions", number: int) -> None:
        """Restore the text of version *number* of the heuristic, as an edit that can be undone.

        Raises `BadCommand` as `versions.restore_version` does.
        """

        def done(text: LabText) -> None:
            sentence = translate("Lab", "Restored version {number} of {name}; save it to keep it.")
            self.message.emit(fill(sentence, number=number, name=quote(text.name)))
            self.replaced.emit(text.name)
            self._changed()

        restore_version(self._filing, self._workspace(), found, number, done)

    # -- weights and moves ---------------------------------------------------------------------

    def set_weights(self, weights: Mapping[str, float]) -> None:
        """Write other numbers for *weights* into the heuristic that is edited.

        Raises `BadCommand` and `BadHeuristic` as `source` does and for weights that it lacks.
        """
        text = self._text()
        source = sources.HeuristicSource(text.name, self._document.game.key, text.text)
        text.text = source.with_weights(weights).text
        self._keep_draft(text)
        self.replaced.emit(text.name)
        self._changed()

    def insert(self, text: str) -> None:
        """Insert *text* at the editor's cursor."""
        self.inserting.emit(text)

    def choose(self, move: int) -> None:
        """Look at what *move* changes."""
        self._chosen = move
        self._report()

    # -- running -------------------------------------------------------------------------------

    def run(self, *, answer: bool = False) -> None:
        """Run the heuristic on the position shown; `answered` tells it in words, if *answer*.

        Raises `BadCommand` where that cannot be.
        """
        if self._document.is_secret():
            raise BadCommand(translate("Lab", "Find the move yourself first."))
        if self._document.node.outcome is not None:
            raise BadCommand(translate("Lab", "The game is over."))
        source = self.source()
        self._later.stop()
        self._runs.run(source, asked=answer)

    def measure(self, *, answer: bool = False) -> None:
        """Measure the speed of the engine with the heuristic at the position shown.

        `answered` tells it in words, if *answer*.  Raises `BadCommand` where that cannot be.
        """
        if self._document.node.outcome is not None:
            raise BadCommand(translate("Lab", "The game is over."))
        self.timing.measure(self.source(), asked=answer)

    @Slot()
    def _answer_speed(self) -> None:
        self.answered.emit(speed_sentences(self._state_here().speed))

    @Slot()
    def _answer(self) -> None:
        self.answered.emit(report_text(self._document.game, self._state_here()))

    @property
    def is_busy(self) -> bool:
        """Whether a heuristic is being run, or files are being read or written."""
        return self._runs.busy or self.timing.running or self._filing.is_busy

    @Slot()
    def _run_by_itself(self) -> None:
        """Run what is there, if it may be run; nobody has asked."""
        if (
            not self._watching
            or self._document.is_secret()
            or self._document.node.outcome is not None
        ):
            return
        try:
            source = self.source()
        except KalahloaError:
            return
        if self._runs.is_due(source):
            self._runs.run(source)

    def _changed(self, *, pause: bool = False, run: bool = True) -> None:
        """Tell what differs, and run the heuristic that is edited, after a *pause*."""
        if run:
            self._runs.cancel()
            if self._watching:
                self._later.start(PAUSE_MS if pause else 0)
        self._report()

    # -- files ---------------------------------------------------------------------------------

    def _receive_files(self, answer: "FileAnswer") -> None:
        workspace = self._workspaces.get(answer.request.game)
        if workspace is None:
            return
        is_other = not workspace.is_loaded
        workspace.is_loaded = True
        for name, sentence in () if answer.files is None else workspace.merge(answer.files):
            is_other = is_other or name == workspace.current
            self.replaced.emit(name)
            if sentence:
                self.message.emit(sentence)
        if is_other and workspace.game == self._document.game.key:
            self._changed()
        else:
            self._report()

    def shut_down(self) -> None:
        """End all work; what is typed is kept."""
        self._ended = True
        self._later.stop()
        self._looking.stop()
        self._runs.shut_down()
        self.timing.shut_down()
        self._filing.shut_down()
