"""Games that come back: which one of the library it is, and what it brings that is not there yet.

A file that carries an id says which game it is.  Where another program has dropped the id, a game
is known by what is in it:

- the same game, rules, start and names of players;
- no event, round, place, date or result that says something else;
- the whole main line of one is in the tree of the other, and has `MIN_PLIES` plies at least.

So a game that was played on, or commented, elsewhere is the same one, and two short games between
the same people are two: nothing tells whether they are one.  Nor are two games of one file ever one
by that, or one that carries the id of a game that is not here.

The game that is here stays what it is.  What it lacks is added: lines behind its own, comments,
marks and drawings, details of which it says nothing.
"""

import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kalahloa.models.library.adding import add_games
from kalahloa.models.library.editing import IN_LIBRARY, GameEdit, GameFacts, TreeMerge
from kalahloa.models.library.game_rows import (
    ROOT_PARENT,
    GameChanges,
    GameHeader,
    NewGame,
    NodeRow,
    StoredGame,
    header_facts,
    notes_of_text,
    notes_text,
    to_text,
)
from kalahloa.models.library.headers import read_headers, storable
from kalahloa.models.library.origins import Origin
from kalahloa.models.library.positions import games_at
from kalahloa.models.library.saving import Saver
from kalahloa.models.library.tree import Stored, Tree, place_of
from kalahloa.models.record.record import joined_notes
from kalahloa.models.text.errors import BadFile

MIN_PLIES = 16
"""So many plies are played in the same way only in the same game, or on purpose."""
MAX_POSITIONS = 50
"""At most so many positions of a game are looked up, to find the game that it is."""
_TELLING = ("event", "round", "place", "date", "result")
"""The details that tell one game from another."""
_OF_THE_END = ("result", "termination")
"""The details that are about the end of the main line."""


@dataclass(frozen=True)
class TakenIn:
    """What became of a game that came in: it is `game` now.

    `is_new` is whether it was not here before; `edit` takes back what an older one was given, None
    if that was nothing.
    """

    game: int
    is_new: bool = False
    edit: GameEdit | None = None


class Recogniser:
    """Takes games in through one connection, within transactions."""

    def __init__(self, database: sqlite3.Connection, saver: Saver) -> None:
        self._database = database
        self._saver = saver
        self._fresh: dict[int, list[int]] = {}
        """The games that were added here and may not be in the index, by the keys of positions."""
        self._files: dict[int, str] = {}
        """The digests of the files that they are from."""

    def forget(self) -> None:
        """Forget what is remembered: a transaction was rolled back, or all games are indexed."""
        self._fresh.clear()
        self._files.clear()

    def add_or_merge(self, games: Sequence[tuple[NewGame, Origin]]) -> list[TakenIn]:
        """Add or merge *games*; return what became of each."""
        taken: list[TakenIn | None] = []
        waiting: list[tuple[int, NewGame, str, list[int]]] = []
        awaited: set[object] = set()
        """What a game has in common with one that waits to be added, if they may be one."""

        def add() -> None:
            ids = add_games(self._database, [new for _, new, _, _ in waiting], indexed=False)
            for (place, _, digest, keys), game in zip(waiting, ids, strict=True):
                taken[place] = TakenIn(game, is_new=True)
                self._files[game] = digest
                for key in keys:
                    self._fresh.setdefault(key, []).append(game)
            waiting.clear()
            awaited.clear()

        for place, (new, origin) in enumerate(games):
            keys = _keys(new)
            signs: set[object] = {new.uid} if new.uid else set(keys)
            if not awaited.isdisjoint(signs):
                add()
            known = self._merge(new, keys, origin.digest)
            taken.append(known)
            if known is None:
                waiting.append((place, new, origin.digest, keys))
                awaited |= signs
        add()
        return [one for one in taken if one is not None]

    def merge(self, new: NewGame) -> TakenIn | None:
        """Merge *new* into the game that it is, if it is here."""
        return self._merge(new, _keys(new))

    def _merge(self, new: NewGame, keys: Sequence[int], digest: str = "") -> TakenIn | None:
        """Merge *new*, of a file with *digest*, into the game that it is, if it is here.

        *keys* are `_keys` of it.
        """
        found = self._find(new, keys, digest)
        if found is None:
            return None
        header, tree = found
        return TakenIn(header.id, edit=self._give(header, tree, new))

    # -- which game it is ----------------------------------------------------------------------

    def _find(
        self, new: NewGame, keys: Sequence[int], digest: str
    ) -> tuple[GameHeader, Tree] | None:
        if new.uid:
            row = self._database.execute("SELECT id FROM games WHERE uid = ?", (new.uid,))
            ids = [game for (game,) in row]
        else:
            ids = self._candidates(keys, digest)
        best: tuple[int, GameHeader, Tree] | None = None
        for header in read_headers(self._database, ids):
            if not _is_start_of(header, new) or not (new.uid or _says_the_same(header, new)):
                continue
            tree = self._saver.tree_of(header.id)
            plies = _plies_in_common(tree, new)
            if not new.uid and plies < MIN_PLIES:
                continue
            if best is None or plies > best[0]:
                best = plies, header, tree
        if best is None:
            return None
        # Another tree was read since, perhaps.
        return best[1], self._saver.tree_of(best[1].id)

    def _candidates(self, keys: Iterable[int], digest: str) -> list[int]:
        found: dict[int, None] = {}
        for key in keys:
            found |= dict.fromkeys(games_at(self._database, key))
            found |= dict.fromkeys(self._fresh.get(key, ()))
        return [game for game in found if not digest or self._files.get(game) != digest]

    # -- what it brings ------------------------------------------------------------------------

    def _give(self, header: GameHeader, tree: Tree, new: NewGame) -> GameEdit | None:
        """Give the game with *header* what only *new* has; return what takes that back."""
        rows = list(_additions(tree, new))
        before = [tree.nodes[row.number].to_row() for row in rows if row.number >= 0]
        tops = [row.number for row in rows if row.number < ROOT_PARENT and row.parent >= 0]
        details = _details_of_both(header, tree, new)
        is_told_more = details != dict(header.details)
        if not rows and not is_told_more:
            return None
        changes = GameChanges(details=details if is_told_more else None)
        saver, game = self._saver, header.id
        saved = saver.save(game, header.revision, rows, changes, None, time.time())
        if tops:
            saved = replace(saved, revision=self._tell_end(game, saved.revision))
        nodes = saver.tree_of(game).nodes
        gone = [nodes[saved.numbers[number]].to_row()._replace(removed=True) for number in tops]
        ended = GameChanges(result=header.result, score=header.score, plies=header.plies)
        after = GameFacts(
            details=details if is_told_more else None,
            trashed=None if header.trashed is None else IN_LIBRARY,
        )
        return GameEdit(
            game,
            after.before(header),
            after,
            header.modified,
            TreeMerge(saved.revision, (*before, *gone), ended),
        )

    def _tell_end(self, game: int, revision: int) -> int:
        """Have the header say how the main line of *game* ends now; return its revision."""
        (header,) = read_headers(self._database, [game])
        nodes = self._saver.tree_of(game).nodes
        rows = tuple(node.to_row() for _, node in sorted(nodes.items()))
        try:
            facts = header_facts(StoredGame(header, rows).to_record())
        except BadFile:
            return revision  # a part of it cannot be read; what it says stays
        ended = GameChanges(result=facts.result, score=facts.score, plies=facts.plies)
        return self._saver.save(game, revision, (), ended, None, time.time()).revision


def _keys(new: NewGame) -> list[int]:
    """Return the keys of the positions by which *new* is looked up: those after `MIN_PLIES`."""
    if len(new.nodes) <= MIN_PLIES:
        return []
    plies = {0: 0}
    keys: dict[int, None] = {}
    for row in new.nodes[1:]:
        ply = plies[row.number] = plies.get(row.parent, MIN_PLIES) + 1
        if ply == MIN_PLIES and not row.removed:
            keys[row.key] = None
            if len(keys) == MAX_POSITIONS:
                break
    return list(keys)


def _is_start_of(header: GameHeader, new: NewGame) -> bool:
    rules = to_text(dict(header.rules)), to_text(dict(new.rules))
    return (header.game, header.start) == (new.game, storable(new.start)) and rules[0] == rules[1]


def _says_the_same(header: GameHeader, new: NewGame) -> bool:
    """Return whether names are the same, and no detail says something else."""
    if header.players != (storable(new.players[0]), storable(new.players[1])):
        return False
    results = {header.result, new.result} - {"*", ""}
    return len(results) < 2 and all(
        header.details.get(name, "") in ("", new.details.get(name, ""))
        or not new.details.get(name, "")
        for name in _TELLING
    )


def _plies_in_common(tree: Tree, new: NewGame) -> int:
    """Return the plies of the main line of one that is in the tree of the other; 0 for none."""
    own = _Lines.of(tree.nodes.values())
    other = _Lines.of(new.nodes)
    pairs = ((own, other.main()), (other, own.main()))
    return max(len(line) if lines.has(line) else 0 for lines, line in pairs)


class _Lines:
    """The moves in a tree, to compare it with another one."""

    def __init__(self, below: Mapping[int, Sequence[Stored | NodeRow]]) -> None:
        self.below = below

    @classmethod
    def of(cls, nodes: Iterable[Stored | NodeRow]) -> "_Lines":
        below: dict[int, list[Stored | NodeRow]] = {}
        for node in nodes:
            if not node.removed and node.parent != ROOT_PARENT:
                below.setdefault(node.parent, []).append(node)
        for children in below.values():
            if len(children) > 1:
                children.sort(key=place_of)
        return cls(below)

    def main(self) -> list[str]:
        """Return the moves of the main line."""
        line: list[str] = []
        number = 0
        while children := self.below.get(number):
            line.append(children[0].text)
            number = children[0].number
        return line

    def has(self, moves: Iterable[str]) -> bool:
        """Return whether *moves* can be gone from the root."""
        number = 0
        for text in moves:
            child = next((one for one in self.below.get(number, ()) if one.text == text), None)
            if child is None:
                return False
            number = child.number
        return True


def _additions(tree: Tree, new: NewGame) -> Iterator[NodeRow]:
    """Yield the rows of *new* that *tree* lacks, and those of its nodes with more in their notes.

    The former have numbers below `ROOT_PARENT`.
    """
    rows = {row.number: row for row in new.nodes}
    below = _Lines.of(new.nodes).below
    ahead = [(0, tree.nodes[0])]
    while ahead:
        number, node = ahead.pop()
        notes = joined_notes(notes_of_text(node.notes), rows[number].notes)
        if notes_text(notes) != node.notes:
            yield node.to_row()._replace(notes=notes)
        there = {child.text: child for child in node.children if child.live}
        rank = max((child.rank for child in node.children), default=-1)
        for child in below.get(number, ()):
            if child.text in there:
                ahead.append((child.number, there[child.text]))
            else:
                rank += 1
                yield from _branch(rows, below, child.number, node.number, rank)


def _branch(
    rows: Mapping[int, NodeRow],
    below: Mapping[int, Sequence[Stored | NodeRow]],
    number: int,
    parent: int,
    rank: int,
) -> Iterator[NodeRow]:
    """Yield the rows of node *number* and all below it, the first one below *parent*."""
    ahead = [(number, parent, rank)]
    while ahead:
        number, parent, rank = ahead.pop()
        children: Collection[int] = [child.number for child in below.get(number, ())]
        row = rows[number]
        followed = row.followed if row.followed in children else next(iter(children), 0)
        yield row._replace(
            number=-2 - number,
            parent=parent,
            rank=rank,
            followed=-2 - followed if followed else 0,
            revision=0,
        )
        ahead += [(child, -2 - number, place) for place, child in enumerate(children)]


def _details_of_both(header: GameHeader, tree: Tree, new: NewGame) -> dict[str, str]:
    """Return the details of the game, and those of *new* of which it says nothing."""
    line, other = _Lines.of(tree.nodes.values()).main(), _Lines.of(new.nodes).main()
    goes_on = other[: len(line)] == line and header.result == "*"
    return {
        **{
            name: value for name, value in new.details.items() if goes_on or name not in _OF_THE_END
        },
        **header.details,
    }
