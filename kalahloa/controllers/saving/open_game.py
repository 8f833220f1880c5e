"""A game that is open here, and what of it is not in the library yet."""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from kalahloa.controllers.base.player import HUMAN, Player
from kalahloa.controllers.saving.foreign_reviews import ForeignReviews
from kalahloa.models.library.analyses import ANALYSES, KINDS, REVIEWS, Accuracies
from kalahloa.models.library.game_rows import (
    GameChanges,
    GameHeader,
    Json,
    NewGame,
    NodeRow,
    StoredGame,
    header_facts,
    node_row,
    rules_text,
)
from kalahloa.models.library.incoming_changes import Merged, merge_rows
from kalahloa.models.library.kept_game import KeptGame
from kalahloa.models.library.library import Library, StoredEdit
from kalahloa.models.library.positions import salt_of
from kalahloa.models.record.game_id import new_uid
from kalahloa.models.record.record import Record
from kalahloa.models.study.edits import edit_from_json
from kalahloa.models.study.game_details import GameDetails
from kalahloa.models.study.review.kept import read_plies, short_ply_to_json
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.text.errors import UnknownGame

Edits = list[tuple[bool, Json]]


class OpenGame:
    """A record with its players, and the game of the library that it is kept in.

    The GUI's thread queues what has changed (`queue_changes`), and shows what other programs have
    written to the same game (`merge`); the library's thread writes (`write`) and looks for that
    (`find_changes`).  Until what others have written is merged, only new nodes are written, so that
    both sides' notes are joined rather than replaced.
    """

    def __init__(self, record: Record, players: tuple[Player, Player], source: str = "") -> None:
        """Keep *record*, which is not in the library yet."""
        self.record = record
        record.uid = record.uid or new_uid()
        self.source = source
        """Where the game comes from; empty if it was begun here."""
        self.for_exercise = False
        """Whether it is not to be kept."""
        self.players = players
        """Who moves from now on."""
        first, second = players
        self.levels: tuple[Json, Json] = (first.to_json(), second.to_json())
        """Who has played: the levels of computers, as they are stored."""
        self._played_by: tuple[Player, Player] | None = None
        self.edits: list[Json] = []
        """What takes back the edits of earlier sessions, the oldest first, as JSON values."""
        self.analyses: dict[int, Json] = {}
        """What was found at nodes in earlier sessions, by the nodes' numbers, as JSON values."""
        self.reviews: tuple[ReviewedPly, ...] = ()
        """What was found of moves in earlier sessions."""
        self._foreign = ForeignReviews()
        self.is_edited = False
        """Whether anything was written into the record here."""
        self._holds = 0
        """How many wish that what is played now is not kept."""
        self._salt = salt_of(record.game.key, rules_text(record.game, record.rules))
        self._lock = threading.Lock()
        self._rows: dict[int, NodeRow] = {}
        """What has changed and is not written, by the nodes' numbers."""
        self._writing: dict[int, NodeRow] = {}
        """What of it is being written."""
        self._facts: GameChanges | None = None
        self._whole: NewGame | None = None
        self._found: dict[str, dict[int, Json]] = {}
        """What was found at nodes and is not written, by its kind and the nodes' numbers."""
        self._accuracy: tuple[int, Accuracies] | None = None
        """That of a line of so many plies, which is not written."""
        self._edits: Edits = []
        """Edits that were done (True) or taken back (False) and are not written."""
        self._written: GameChanges | None = None
        """The facts that the record and the library last had in common."""
        self._header: GameHeader | None = None
        """The game's header, in which others have written names or details; else None."""
        # Of the library's thread:
        self._kept: KeptGame | None = None
        self._uid = ""
        """The id of the game that it was kept in, empty until it was."""
        self._edit_ids: list[int] = []
        """The edits in the library that can be taken back, the oldest first."""
        self._file: tuple[int, ...] | None = None
        """The identity of the library that `_kept` is about."""

    @classmethod
    def of(
        cls,
        stored: StoredGame,
        record: Record,
        edits: Iterable[StoredEdit] = (),
        analyses: Mapping[int, Json] = MappingProxyType({}),
        reviews: Mapping[int, Json] = MappingProxyType({}),
        file: tuple[int, ...] | None = None,
    ) -> "OpenGame":
        """Return the game for *stored*, of which *record* was made, and for its *edits*.

        *analyses* are what was found at its nodes, *reviews* what of the moves that led there, by
        the nodes' stored numbers; *file* is the identity of the library that they come from.
        """
        first, second = stored.header.levels
        game = cls(record, (_player(first), _player(second)), stored.header.source)
        game.levels = stored.header.levels
        game._kept = KeptGame.loaded(stored)
        game._file, game._uid = file, stored.header.uid
        game._written = replace(header_facts(record), levels=stored.header.levels)
        done = [edit for edit in edits if not edit.undone]
        game._edit_ids = [edit.id for edit in done]
        own = {number: index for index, number in enumerate(stored.order())}
        game.edits = [_renumbered(edit.data, own) for edit in done]
        game.analyses = {own[node]: data for node, data in analyses.items() if node in own}
        game._foreign.add_known(reviews)
        known = {own[node]: data for node, data in reviews.items() if node in own}
        game.reviews = read_plies(record, known) if known else ()
        return game

    @property
    def id(self) -> int | None:
        """The game's number in the library; None until it is there."""
        kept = self._kept
        return None if kept is None else kept.game

    # -- on the GUI's thread -------------------------------------------------------------------

    @property
    def is_held(self) -> bool:
        """Whether what is played now is not kept."""
        return self._holds > 0

    def hold(self, held: bool) -> None:
        """Keep nothing more, if *held*, until this is called as often with False."""
        self._holds = max(0, self._holds + (1 if held else -1))

    @property
    def has_content(self) -> bool:
        """Whether there is anything worth keeping now: a move, or something that was written."""
        if self.is_held or self.for_exercise:
            return False
        return self._kept is not None or self.is_edited or bool(self.record.root.children)

    @property
    def is_in_use(self) -> bool:
        """Whether no other game may replace it unless the user asks for one."""
        return self.has_content or self.for_exercise

    def open_again(self) -> None:
        """Keep the levels that are stored, whoever the players are when the game is shown."""
        self._played_by = None

    def queue_levels(self, played_by: tuple[Player, Player]) -> None:
        """Queue the levels of the players who have moved for writing, if they have changed.

        At first it is what is stored: a program without the player's heuristic has another one.
        """
        before, self._played_by = self._played_by or played_by, played_by
        first, second = (
            level if now == then else now.to_json()
            for level, now, then in zip(self.levels, played_by, before, strict=True)
        )
        self.levels = (first, second)

    def queue_changes(self) -> None:
        """Queue everything that has changed since the last call for writing."""
        record, levels = self.record, self.levels
        facts = replace(header_facts(record), levels=levels)
        whole = NewGame.of(record, levels, self.source) if self._kept is None else None
        rows = [node_row(node, self._salt) for node in record.pop_changes()]
        with self._lock:
            self._rows.update((row.number, row) for row in rows)
            self._facts = facts
            self._whole = whole

    def queue_edit(self, data: Json) -> None:
        """Queue an edit for writing; *data* is its inverse, as JSON values."""
        with self._lock:
            self._edits.append((True, data))

    def queue_undone_edit(self) -> None:
        """Queue for writing that the last edit was undone."""
        with self._lock:
            self._edits.append((False, None))

    def queue_analysis(self, number: int, data: Json) -> None:
        """Queue the analysis of the node with this number for writing."""
        with self._lock:
            self._found.setdefault(ANALYSES, {})[number] = data

    def queue_reviews(self, plies: Iterable[ReviewedPly]) -> None:
        """Queue the reviews of *plies* for writing."""
        values = {ply.number: short_ply_to_json(ply) for ply in plies}
        with self._lock:
            self._found.setdefault(REVIEWS, {}).update(values)

    def queue_accuracy(self, plies: int, accuracy: Accuracies) -> None:
        """Queue both sides' accuracies in a line of *plies* plies for writing."""
        with self._lock:
            self._accuracy = (plies, accuracy)

    def merge(self) -> Merged:
        """Change the record as other programs have changed the game, and return what came of it.

        What has changed here must have been noted before.
        """
        is_retold = self._take_details()
        return replace(self._take_nodes(), retold=is_retold)

    def _take_details(self) -> bool:
        """Change names and details as others have; return whether that was anything.

        What was changed only here stays as it is here.
        """
        record = self.record
        with self._lock:
            header, self._header = self._header, None
            written = self._written
            if header is None or written is None:
                return False
            now = GameDetails.of(record)
            then = now.changed(_details_of(written), _details_of(header))
            then.put_into(record)
            theirs = GameChanges(
                players=header.players,
                details=header.details,
                result=header.result,
                score=header.score,
            )
            self._written = _with_details(written, theirs)
            if self._facts is not None:
                self._facts = _with_details(self._facts, header_facts(record))
        return then != now

    def _take_nodes(self) -> Merged:
        record = self.record
        kept = self._kept
        if kept is None:
            return Merged()
        with kept.lock:
            news = kept.news
            if not news:
                return Merged()
            with self._lock:
                waiting = dict(self._rows)
                in_use = kept.in_use((self._writing | waiting).values())
            merged = merge_rows(record, news, kept.numbers, in_use)
            kept.accept({own: -2 - number for own, number in merged.numbers.items()})
            # What stays here as it was may not be as it is stored now.
            kept_here = [record.nodes[row.number] for row, _ in news if row.number >= 0]
            with self._lock:
                for node in dict.fromkeys((*record.pop_changes(), *kept_here)):
                    row = node_row(node, self._salt)
                    # What only follows from the news need not be written again.
                    if node.number in waiting or not kept.is_stored(row):
                        self._rows[node.number] = row
        return merged

    def pop_reviews(self) -> list[ReviewedPly]:
        """Return what other programs have found of moves since the last call.

        News of the game must have been taken in before.
        """
        kept = self._kept
        return [] if kept is None else self._foreign.pop_new(kept.own_number)

    # -- on the library's thread ---------------------------------------------------------------

    def write(self, library: Library) -> bool:
        """Write what waits to *library*; return whether there is now something to take in.

        Raises what `Library.save` raises; then everything waits again.
        """
        if self._kept is not None and self._kept.news:
            return self._write_new(self._kept, library)
        with self._lock:
            rows, self._rows = self._rows, {}
            self._writing = rows
            facts, self._facts = self._facts, None
            whole, self._whole = self._whole, None
            edits, self._edits = self._edits, []
            written = self._written
        if facts is None and not rows and not edits:
            self._write_analyses(library)
            return False
        ids = self._edit_ids[:]
        try:
            if self._kept is not None:
                try:
                    self._require_whole(self._kept, library)
                    has_news = self._save(self._kept, library, rows, facts, written, edits)
                    self._write_analyses(library)
                    return has_news
                except UnknownGame:
                    # Another program has emptied the trash, or what could be read of a damaged
                    # library is less than all of it; what is open here is kept.
                    self._kept = None
                    ids = self._edit_ids = []
            has_news = self._add(library, whole, facts, edits)
            self._file = library.identity
            self._write_analyses(library)
            return has_news
        except BaseException:
            self._edit_ids = ids
            with self._lock:
                self._edits = edits + self._edits
                self._rows = rows | self._rows
                self._facts = self._facts or facts
                self._whole = self._whole or whole
            raise
        finally:
            self._writing = {}

    def _write_new(self, kept: KeptGame, library: Library) -> bool:
        """Write what was played here to *library*, while there is something to be taken in.

        All else waits for that.  Returns and raises what `write` does.
        """
        if library.identity != self._file:
            return True
        with self._lock:
            rows = _savable(self._rows, kept)
            for number in rows:
                del self._rows[number]
            self._writing = rows
        try:
            return bool(kept.save(library, list(rows.values()))) if rows else bool(kept.news)
        except BaseException as error:
            with self._lock:
                self._rows = rows | self._rows
            if isinstance(error, UnknownGame):
                return True  # the next call sees to it
            raise
        finally:
            self._writing = {}

    def _write_analyses(self, library: Library) -> None:
        """Write what was found at nodes that are in the library; the rest waits for them."""
        if self._kept is None:
            return
        numbers = self._kept.numbers
        for kind in KINDS:
            with self._lock:
                waiting = self._found.pop(kind, {})
                later = {own: data for own, data in waiting.items() if own not in numbers}
                if later:
                    self._found[kind] = later
            known = {numbers[own]: data for own, data in waiting.items() if own in numbers}
            if known:
                if kind == REVIEWS:
                    self._foreign.add_known(known)
                try:
                    library.keep_analyses(self._kept.game, known, kind)
                except BaseException:
                    with self._lock:
                        self._found[kind] = waiting | self._found.get(kind, {})
                    raise
        with self._lock:
            accuracy, self._accuracy = self._accuracy, None
        if accuracy is not None:
            try:
                library.keep_accuracy(self._kept.game, *accuracy)
            except BaseException:
                with self._lock:
                    self._accuracy = self._accuracy or accuracy
                raise

    def _require_whole(self, kept: KeptGame, library: Library) -> None:
        """Raise `UnknownGame` if *library* is another file, in which something is missing."""
        if library.identity != self._file:
            if self._file is not None and not kept.is_whole_in(library):
                raise UnknownGame
            self._file = library.identity

    def find_changes(self, library: Library) -> bool:
        """Return whether other programs have changed the game, which is to be taken in.

        What they have found of its moves, `pop_reviews` returns.
        """
        if self._kept is None:
            return False
        try:
            has_news = bool(self._kept.news or self._kept.catch_up(library))
            self._foreign.find_new(library, self._kept.game)
            return self._hears(self._kept.header) or has_news
        except UnknownGame:
            return False

    def _hears(self, header: GameHeader | None) -> bool:
        """Return whether *header* has names or details that others have written."""
        with self._lock:
            written = self._written
            if header is None or written is None:
                return False
            try:
                if _details_of(header) == _details_of(written):
                    return False
            except ValueError:
                return False  # too long for a file: the library is damaged
            self._header = header
        return True

    def _add(
        self,
        library: Library,
        whole: NewGame | None,
        facts: GameChanges | None,
        edits: Edits,
    ) -> bool:
        """Add the game, or join the one that another window has added after it was deleted.

        Returns whether there is something to take in.
        """
        if whole is None:
            levels = (None, None) if facts is None or facts.levels is None else facts.levels
            whole = NewGame.of(self.record, levels, self.source)
        whole = replace(whole, uid=self._uid or whole.uid)
        with library.together():
            number = library.game_called(whole.uid)
            if number is not None and not self._uid:
                number, whole = None, replace(whole, uid=new_uid())
            if number is None:
                (number,) = library.add_many([whole])
                kept = KeptGame.added(number, whole)
            else:
                kept = KeptGame.joined(number)
                kept.save(library, whole.nodes, facts or GameChanges())
            self._write_edits(library, kept, edits)
        self._written = facts
        self._kept, self._uid = kept, whole.uid
        return bool(kept.news)

    def _save(
        self,
        kept: KeptGame,
        library: Library,
        rows: dict[int, NodeRow],
        facts: GameChanges | None,
        written: GameChanges | None,
        edits: Edits,
    ) -> bool:
        changes = GameChanges() if facts is None else _different(facts, written)
        # What another window has played may be the main line: then the result is another one here.
        is_told = changes.is_content or changes.plies is not None
        if not edits and not is_told and _are_old(rows, kept):
            self._leave(kept, library, rows, facts)
            return bool(kept.news)
        has_details = changes.players is not None or changes.details is not None
        if not edits and not has_details:
            news = kept.save(library, list(rows.values()), changes)
        else:
            # An edit can be taken back exactly where what it did is there.  If the transaction
            # fails, its nodes are still new.
            kept = kept.copy()
            with library.together():
                if has_details and self._hears(_header(library, kept.game)):
                    # Those of others are taken in first; both are written then.
                    changes = replace(changes, players=None, details=None)
                news = kept.save(library, list(rows.values()), changes)
                self._write_edits(library, kept, edits)
            self._kept = kept
        with self._lock:
            if facts is not None:
                self._written = facts
                if self._header is not None and written is not None:
                    self._written = _with_details(facts, written)
        return bool(news) or self._header is not None

    def _leave(
        self,
        kept: KeptGame,
        library: Library,
        rows: dict[int, NodeRow],
        facts: GameChanges | None,
    ) -> None:
        """Write where the game is left: somebody has only walked through it.

        Where redo would go elsewhere, and what was tried and taken out again, in *rows*, is written
        with the next move or edit.
        """
        with self._lock:
            self._rows = rows | self._rows
        written = self._written
        if facts is None or facts.current is None or facts.line_end is None or written is None:
            return
        if (facts.current, facts.line_end) != (written.current, written.line_end):
            numbers = kept.numbers
            library.leave(kept.game, numbers[facts.current], numbers[facts.line_end])
            self._written = replace(written, current=facts.current, line_end=facts.line_end)

    def _write_edits(self, library: Library, kept: KeptGame, edits: Edits) -> None:
        for is_done, data in edits:
            if is_done:
                stored = _renumbered(data, kept.numbers)
                self._edit_ids.append(library.add_edit(kept.game, stored))
            elif self._edit_ids:
                library.mark_undone(self._edit_ids.pop())


def game_of(
    record: Record,
    players: tuple[Player, Player],
    known: Iterable[OpenGame | None],
) -> OpenGame:
    """Return the game of *record*, one of those *known* if it is there, or a new one."""
    for game in known:
        if game is not None and game.record is record:
            game._played_by = None  # the players are seated anew
            return game
    return OpenGame(record, players)


def _header(library: Library, game: int) -> GameHeader:
    """Return the header of *game*; raise `UnknownGame` if there is none."""
    headers = library.headers([game])
    if not headers:
        raise UnknownGame
    return headers[0]


def _details_of(facts: GameChanges | GameHeader) -> GameDetails:
    """Return names and details of *facts*, which has all."""
    return GameDetails(facts.players or ("", ""), facts.details or {})


def _with_details(facts: GameChanges, others: GameChanges) -> GameChanges:
    """Return *facts* with the names, details and result of *others*."""
    return replace(
        facts,
        players=others.players,
        details=others.details,
        result=others.result,
        score=others.score,
    )


def _renumbered(data: Json, numbers: Mapping[int, int]) -> Json:
    """Return the edit in *data* with other *numbers* of nodes; as it is if that cannot be."""
    try:
        return edit_from_json(data).renumbered(numbers).to_json()
    except (ValueError, TypeError, KeyError, AttributeError):
        return data


def _are_old(rows: Mapping[int, NodeRow], kept: KeptGame) -> bool:
    """Return whether nothing is in the tree by *rows* that is not stored, and nothing is out."""
    out: set[int] = set()
    for number, row in sorted(rows.items()):  # a parent is older than its children
        if kept.is_new(number) and (row.removed or row.parent in out):
            out.add(number)
        elif not kept.is_stored(row):
            return False
    return True


def _savable(rows: Mapping[int, NodeRow], kept: KeptGame) -> dict[int, NodeRow]:
    """Return those of *rows* that are new, and name no other node that is not stored."""
    found: dict[int, NodeRow] = {}
    for number, row in sorted(rows.items()):  # a parent is older than its children
        is_below = not kept.is_new(row.parent) or row.parent in found
        if kept.is_new(number) and is_below and not row.removed:
            found[number] = row
    followed = {row.followed for row in found.values() if row.followed}
    return {} if any(kept.is_new(one) and one not in found for one in followed) else found


def _different(facts: GameChanges, before: GameChanges | None) -> GameChanges:
    """Return *facts* without the names, levels, details and result that were written *before*."""
    if before is None:
        return facts
    told = (facts.result, facts.score, facts.plies)
    if told == (before.result, before.score, before.plies):
        facts = replace(facts, result=None, score=None, plies=None)
    return replace(
        facts,
        players=None if facts.players == before.players else facts.players,
        levels=None if facts.levels == before.levels else facts.levels,
        details=None if facts.details == before.details else facts.details,
    )


def _player(level: Json) -> Player:
    return HUMAN if level is None else Player.from_json(level)
