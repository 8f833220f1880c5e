"""What is looked at in the library: a list of games, a game of it, and the moves played somewhere.

Everything is asked on background threads, and told by signals on the thread of the GUI.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import Feature
from kalahloa.controllers.core.offer import Offer
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.library.edit_history import EditHistory
from kalahloa.controllers.features.library.export_files import write_games_file
from kalahloa.controllers.features.library.library_finder import LibraryCall, LibraryFinder
from kalahloa.controllers.features.library.statistics import LibraryStatistics
from kalahloa.controllers.features.library.words import (
    back_again,
    import_words,
    in_trash,
    tagged,
    told,
    undone,
)
from kalahloa.controllers.saving.game_files import sgf_text
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.library.bulk import Item, empty_trash, in_batches
from kalahloa.models.library.editing import (
    GameEdit,
    GameFacts,
    out_of_trash,
    to_trash,
    with_tags,
)
from kalahloa.models.library.game_rows import GameHeader, rules_text
from kalahloa.models.library.library import Library
from kalahloa.models.library.positions import MoveCount, index_key, salt_of
from kalahloa.models.library.query import ALL, Query
from kalahloa.models.record.record import Record
from kalahloa.models.storage.json_file import shown_path
from kalahloa.models.text.errors import BadFile, UnknownGame
from kalahloa.models.work.cancellation import Stop

with lazy_imports():
    from kalahloa.models.library import search

if TYPE_CHECKING:
    from kalahloa.controllers.saving.importing import Imported
    from kalahloa.models.library.importer import ImportProgress
    from kalahloa.models.library.selection import Selection
    from kalahloa.models.study.game_details import GameDetails

Stopped = Callable[[], bool]
PAGE = 100
"""How many games are read at once for the list."""
MAX_WANTED = 4
"""So many pages of those wanted last are read; what was scrolled past is not."""


@dataclass(frozen=True)
class Listing:
    """The games that `query` finds, in the order of `sort`, and how they have ended.

    `of_player` is how the player has done whom `query` names.  `headers` are those of the first
    page.  `in_trash` is how many games are in the trash.  `is_indexed` is whether all games are
    found by their positions: an import may not have come to its end.
    """

    query: Query = ALL
    sort: str = "date"
    descending: bool = True
    totals: "search.Totals" = field(default_factory=lambda: search.Totals(0, 0, 0, 0))
    of_player: "search.PlayerTotals | None" = None
    headers: tuple[GameHeader, ...] = ()
    in_trash: int = 0
    is_indexed: bool = True


@dataclass(frozen=True)
class Previewed:
    """A game that was read to be looked at, at its end; without a record, `error` says why."""

    header: GameHeader
    record: Record | None = None
    error: str = ""


@dataclass(frozen=True)
class Explored:
    """The moves played in the position with `key` (`place_key`), the most frequent first."""

    key: int
    moves: tuple[MoveCount, ...]


@dataclass(frozen=True)
class Changing:
    """How many games of a `total` are changed by now."""

    done: int
    total: int


class LibraryView(Feature):
    """Asks the keeper's library, and has games in it changed."""

    listed = Signal(object)
    """A `Listing`: what `show` asked for, or the same anew after a change."""
    counted = Signal(object)
    """A `Counts`, which `count` asked for."""
    page_found = Signal(int, object)
    """The number of a page of the listing, and its headers."""
    previewed = Signal(object)
    """A `Previewed`, which `preview` asked for."""
    explored = Signal(object)
    """An `Explored`, which `explore` asked for."""
    changed = Signal()
    """Games were added, changed or put elsewhere."""
    failed = Signal(str)
    """A sentence that says why something could not be done."""
    edited = Signal(str, object)
    """A sentence about what was edited, and an `Offer` to take exactly that back."""
    import_progressed = Signal(object)
    """A `ImportProgress`, or None when no import runs any longer."""
    imported = Signal(object)
    """An `Imported`."""
    changing = Signal(object)
    """A `Changing` while many games are changed, and then None; emitted on another thread."""
    details_read = Signal(object)
    """The `GameHeader` of a game of which details are to be changed."""
    recent_changed = Signal()
    """`recent` returns something else."""
    narrowed = Signal(object, str)
    """Only the games of a `Selection` are to be listed, which the sentence names."""

    def __init__(self, keeper: Keeper, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._listing: Listing | None = None
        self._history = EditHistory()
        self._is_mended = False
        self._stop_change: Stop | None = None
        self._wanted: list[int] = []
        self._fetching = False
        self._finder = LibraryFinder("library list", keeper.open_library, self)
        self._changer = LibraryFinder("library changes", keeper.open_library, self)
        self.statistics = LibraryStatistics(keeper.open_library, self)
        """How players have done."""
        self.statistics.failed.connect(self.failed)
        keeper.import_progressed.connect(self.import_progressed)
        keeper.imported.connect(self._receive_imported)
        keeper.recent_changed.connect(self.recent_changed)

    @property
    def import_progress(self) -> "ImportProgress | None":
        """How far an import is; None while none runs."""
        return self._keeper.import_progress

    def _ask(self, kind: str, call: LibraryCall, reply: Callable[[Any], object]) -> None:
        self._finder.ask(kind, call, reply, self.failed.emit)

    def _change(self, call: LibraryCall, reply: Callable[[Any], object]) -> None:
        self._changer.ask("", call, reply, self.failed.emit)

    # -- the list ------------------------------------------------------------------------------

    @property
    def listing(self) -> Listing:
        """What was found last."""
        if self._listing is None:
            self._listing = Listing()
        return self._listing

    def show(self, query: Query, sort: str = "date", descending: bool = True) -> None:
        """List the games that *query* finds, sorted as by `Library.search`."""

        def find(library: Library, _stopped: Callable[[], bool]) -> Listing:
            return Listing(
                query,
                sort,
                descending,
                library.totals(query),
                library.player_totals(query),
                tuple(library.search(query, sort, descending, PAGE)),
                library.count(Query(trashed=True)),
                library.is_indexed,
            )

        # At once, so that a change before the answer does not list the games of before.
        self._listing = replace(self.listing, query=query, sort=sort, descending=descending)
        self._finder.drop("page")
        self._wanted = []
        self._fetching = False
        self._ask("list", find, self._show)

    def _show(self, listing: Listing) -> None:
        self._listing = listing
        self.listed.emit(listing)
        if not (listing.is_indexed or self._is_mended or self.import_progress):
            self._is_mended = True  # once: the user may stop that as well
            self._keeper.import_later((), again=False)

    def refresh(self) -> None:
        """List the same games anew; other programs may have changed them."""
        self.show(self.listing.query, self.listing.sort, self.listing.descending)

    def narrow(self, selection: "Selection", name: str) -> None:
        """List only the games of *selection*, called *name*, and emit `narrowed`."""
        self.narrowed.emit(selection, name)

    def count(self) -> None:
        """Count the games of the library by what they are; `counted` tells it.

        It takes longer than a search, and is not needed for every letter that is typed.
        """
        self._ask("counts", lambda library, _: library.counts(), self.counted.emit)

    def want(self, page: int) -> None:
        """Request a page of the listing; `page_found` delivers it."""
        if page not in self._wanted:
            self._wanted = [*self._wanted, page][-MAX_WANTED:]
            self._fetch()

    def _fetch(self) -> None:
        if self._fetching or not self._wanted:
            return
        self._fetching = True
        page, listing = self._wanted[-1], self.listing

        def find(library: Library, _stopped: Callable[[], bool]) -> tuple[GameHeader, ...]:
            return tuple(
                library.search(listing.query, listing.sort, listing.descending, PAGE, page * PAGE)
            )

        def reply(headers: tuple[GameHeader, ...]) -> None:
            self._fetching = False
            if page in self._wanted:
                self._wanted.remove(page)
            self.page_found.emit(page, headers)
            self._fetch()

        def fail(sentence: str) -> None:
            self._fetching = False
            self.failed.emit(sentence)

        self._finder.ask("page", find, reply, fail)

    def with_ids(self, rows: Sequence[tuple[int, int]], then: Callable[[str], object]) -> None:
        """Call *then* with the ids of *rows* of the listing, with commas between.

        Each of *rows* is the first one, and how many.
        """
        listing, ranges = self.listing, tuple(rows)

        def find(library: Library, _stopped: Callable[[], bool]) -> str:
            return ",".join(
                str(game)
                for first, count in ranges
                for game in library.ids(
                    listing.query, listing.sort, listing.descending, count, first
                )
            )

        self._ask("ids", find, then)

    # -- one game ------------------------------------------------------------------------------

    def recent(self, count: int) -> list[GameHeader]:
        """Return the *count* games that were changed last, as far as they are known.

        `recent_changed` follows where that is out of date.
        """
        return self._keeper.recent(count)

    def preview(self, game: int) -> None:
        """Read a game to be looked at; `previewed` tells it."""

        def read(library: Library, stopped: Callable[[], bool]) -> Previewed:
            stored = library.load(game)
            try:
                record = stored.to_record(stopped)
            except BadFile as error:
                return Previewed(stored.header, error=error.sentence)
            while record.redo():
                pass
            return Previewed(stored.header, record)

        self._ask("preview", read, self.previewed.emit)

    def open(self, game: int) -> None:
        """Open a game in the window."""
        self._keeper.open_later(game)

    # -- moves ---------------------------------------------------------------------------------

    def explore(self, place: Place) -> None:
        """Find the moves that were played at *place* in the library; `explored` tells them."""
        key = place_key(place)
        self._ask(
            "moves",
            lambda library, _: Explored(key, tuple(library.moves_at(key))),
            self.explored.emit,
        )

    # -- changes -------------------------------------------------------------------------------

    def trash(self, games: Sequence[int]) -> None:
        """Put *games* into the trash."""
        self._edit_many(games, to_trash, in_trash)

    def restore(self, games: Sequence[int] = ()) -> None:
        """Take *games* out of the trash; without any, those that were put there last."""
        if games:
            self._edit_many(games, out_of_trash, back_again)
        elif number := self._history.newest(lambda edit: bool(edit.after.trashed)):
            self._take_back(number, back_again)
        else:
            self.message.emit(translate("Controllers", "No game moved to the trash."))

    def tag(self, games: Sequence[int], added: Sequence[str], removed: Sequence[str] = ()) -> None:
        """Give *games* the tags *added*, and take those *removed* from them."""
        self._edit_many(
            games,
            with_tags(added, removed),
            tagged,
        )

    def count_tags(self, games: Sequence[int], then: Callable[[Mapping[str, int]], object]) -> None:
        """Call *then* with how many of *games* have each of their tags."""
        ids = tuple(games)
        self._ask("tags", lambda library, _: library.tags_of(ids), then)

    def undo(self, number: int = 0) -> None:
        """Take back the edit *number*, by default the newest one; no other one in its place."""
        wanted = number or self._history.newest()
        if not wanted:
            self.message.emit(translate("Controllers", "There is no library change to undo."))
            return
        self._take_back(wanted, lambda _: translate("Controllers", "Undid the library change."))

    def _edit_many(
        self,
        games: Sequence[int],
        wanted: Callable[[GameHeader], GameFacts],
        words: Callable[[int], str],
    ) -> None:
        """Have of *games* what *wanted* says, as one edit that *words* tell of."""
        done: list[GameEdit] = []

        def edit(library: Library, game: int) -> None:
            with suppress(UnknownGame):  # another program has deleted it
                made = library.edit(game, wanted)
                if made is not None:
                    done.append(made)

        self._change_many(tuple(games), edit, lambda _: self._tell_edit(done, words))

    def _tell_edit(self, edits: Sequence[GameEdit], words: Callable[[int], str]) -> None:
        self._tell_change()
        if edits:
            self._offer(words(len(edits)), edits)

    def _offer(self, sentence: str, edits: Sequence[GameEdit]) -> None:
        """Say *sentence* about *edits*, and offer to take these back, and no others."""
        number = self._history.add(edits)
        holds = partial(self._history.has, number)
        self.edited.emit(sentence, Offer(partial(self.undo, number), holds))

    def _take_back(self, number: int, words: Callable[[int], str]) -> None:
        edits = self._history.pop(number)[::-1]
        if not edits:
            self.message.emit(translate("Controllers", "That change is already undone."))
            return
        refused: list[GameEdit] = []

        def take_back(library: Library, edit: GameEdit) -> None:
            if not library.take_back(edit):
                refused.append(edit)

        def reply(count: int) -> None:
            if edits[count:]:
                self._history.add(edits[count:][::-1])  # it was stopped
            self._tell_change()
            self.message.emit(undone(count - len(refused), len(refused), words))

        self._change_many(edits, take_back, reply)

    def empty_trash(self) -> None:
        """Delete what is in the trash for good."""
        total = self.listing.in_trash

        def reply(count: int) -> None:
            self._tell_change()
            self.message.emit(
                translate("Controllers", "Deleted one game permanently.")
                if count == 1
                else translate("Controllers", "Deleted %n games permanently.", "", count)
            )

        self._change_in_turns(total, empty_trash, reply)

    def ask_details(self, game: int) -> None:
        """Read what is told of a game, to be changed; `details_read` tells it."""

        def read(library: Library, _stopped: Callable[[], bool]) -> GameHeader:
            return library.load(game).header

        self._ask("details", read, self.details_read.emit)

    def set_details(self, game: int, before: "GameDetails", after: "GameDetails") -> None:
        """Replace the details *before* of a game by *after*; *Undo edit* reverts that."""
        done: list[GameEdit] = []

        def tell(library: Library, number: int) -> None:
            edit = library.set_details(number, before, after)
            if edit is not None:
                done.append(edit)

        self._change_many((game,), tell, lambda _: self._tell_edit(done, told))

    def _change_many(
        self,
        items: Sequence[Item],
        call: Callable[[Library, Item], object],
        reply: Callable[[int], object],
    ) -> None:
        """Do *call* with each of *items*; *reply* is told with how many it was done."""

        def change(library: Library, stopped: Stopped, tell: Callable[[int], object]) -> int:
            return in_batches(library, items, partial(call, library), stopped, tell)

        self._change_in_turns(len(items), change, reply)

    def _change_in_turns(
        self,
        total: int,
        change: Callable[[Library, Stopped, Callable[[int], object]], int],
        reply: Callable[[int], object],
    ) -> None:
        """Have *change* change *total* games; `changing` tells how far it is."""
        stop = Stop()

        def work(library: Library, stopped: Stopped) -> int:
            self._stop_change = stop
            try:
                return change(
                    library,
                    lambda: stopped() or stop(),
                    lambda done: self.changing.emit(Changing(done, total)),
                )
            finally:
                self.changing.emit(None)

        self._change(work, reply)

    def stop_changing(self) -> None:
        """Change no more of the games that are being changed; those that were, stay so."""
        if self._stop_change is not None:
            self._stop_change.set()

    def _tell_change(self) -> None:
        self.changed.emit()
        self.refresh()
        self.count()

    # -- files ---------------------------------------------------------------------------------

    def import_files(self, paths: Iterable[Path]) -> None:
        """Take the games of *paths*, files and folders, into the library."""
        self._keeper.import_later(paths)

    def stop_import(self) -> None:
        """Stop the import that runs; what was read until then stays."""
        self._keeper.stop_import()

    @Slot(object)
    def _receive_imported(self, imported: "Imported") -> None:
        report = imported.report
        self.imported.emit(imported)
        self._tell_change()
        if imported.error or not imported.again:
            return
        if report.imported or report.again or not report.failed:
            self.message.emit(import_words(report))
        if report.merged:
            self._offer(import_words(report), report.merged)

    def export(self, games: Sequence[int], path: Path) -> None:
        """Write *games* to a file at *path*, in SGF or, by its name, as a web page."""
        ids = tuple(games)

        def reply(_: object) -> None:
            count = len(ids)
            sentence = (
                translate("Controllers", "Saved the game in {path}.")
                if count == 1
                else translate("Controllers", "Saved %n games in {path}.", "", count)
            )
            self.message.emit(fill(sentence, path=shown_path(path)))

        self._change(lambda library, stopped: write_games_file(library, ids, path, stopped), reply)

    def copy(self, games: Sequence[int], put: Callable[[str], object]) -> None:
        """Call *put* with *games* as text in SGF, soon."""
        ids = tuple(games)

        def read(library: Library, stopped: Callable[[], bool]) -> str:
            return sgf_text((library.load(game).to_record(stopped) for game in ids), stopped)

        def reply(text: str) -> None:
            put(text)
            count = len(ids)
            self.message.emit(
                translate("Controllers", "Copied the game as SGF.")
                if count == 1
                else translate("Controllers", "Copied %n games as SGF.", "", count)
            )

        self._ask("copy", read, reply)

    def write_files(self, games: Sequence[int], folder: Path) -> list[Path]:
        """Write each of *games* to a file of its own in *folder*, in SGF; return their paths.

        Here and now, for programs that wait for them.  Raises a `KalahloaError` on failure.
        """
        paths = []
        with self._keeper.open_library() as library:
            for game in games:
                paths.append(folder / f"{game}.sgf")
                write_games_file(library, [game], paths[-1])
        return paths

    def shut_down(self) -> None:
        """End the threads; may be called twice."""
        self._finder.shut_down()
        self.statistics.shut_down()
        self._changer.shut_down()


def place_key(place: Place) -> int:
    """Return the key of the position at *place* in the library's index."""
    rules = rules_text(place.game, place.rules)
    return index_key(place.node.key, salt_of(place.game.key, rules))
