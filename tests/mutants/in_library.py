"""Bugs in what comes back to the library, in its edits and in the index of imported games."""

from tests.mutants.mutant import Mutant

_RECOGNITION = "kalahloa/models/library/recognition.py"
_RECOGNITION_TESTS = ("tests/models/library/test_recognition.py",)
_EDITING = "kalahloa/models/library/editing.py"
_EDITING_TESTS = ("tests/models/library/test_editing.py",)
_INDEXING = "kalahloa/models/library/indexing.py"
_INDEXING_TESTS = ("tests/models/library/test_indexing.py",)
_IMPORTER_TESTS = ("tests/models/library/test_importer.py",)
_GAMES_TESTS = ("tests/views/panels/test_games.py",)

LIBRARY_MUTANTS = (
    Mutant(
        "any-names-will-do",
        "A game that comes back without an id is merged with one of other people.",
        _RECOGNITION,
        "    if header.players != (storable(new.players[0]), storable(new.players[1])):\n",
        "    if header.players[0] != storable(new.players[0]):\n",
        _RECOGNITION_TESTS,
    ),
    Mutant(
        "details-unheard",
        "A game of another event or day is taken for the same one.",
        _RECOGNITION,
        "        for name in _TELLING\n",
        "        for name in ()\n",
        _RECOGNITION_TESTS,
    ),
    Mutant(
        "short-is-enough",
        "Two short games of the same people are made one.",
        _RECOGNITION,
        "MIN_PLIES = 16\n",
        "MIN_PLIES = 2\n",
        _RECOGNITION_TESTS,
    ),
    Mutant(
        "id-is-enough",
        "An id is believed although it is that of a game of another kind.",
        _RECOGNITION,
        "            if not _is_start_of(header, new) or not",
        "            if not",
        _RECOGNITION_TESTS,
    ),
    Mutant(
        "one-game-a-file",
        "Two games of one file are made one.",
        _RECOGNITION,
        "if not digest or self._files.get(game) != digest]",
        "if game]",
        _RECOGNITION_TESTS,
    ),
    Mutant(
        "end-untold",
        "A game that was played on elsewhere keeps the length it had.",
        _RECOGNITION,
        "plies=facts.plies)\n        return self",
        "plies=header.plies)\n        return self",
        _RECOGNITION_TESTS,
    ),
    Mutant(
        "stale-merge-undone",
        "A merge is taken back although the game has been changed since.",
        _EDITING,
        "                if header.revision != merged.revision:\n",
        "                if header.revision < merged.revision:\n",
        _RECOGNITION_TESTS,
    ),
    Mutant(
        "stale-edit-undone",
        "An edit is taken back over a later one of the same facts.",
        _EDITING,
        "            if not found or not edit.after.are_those_of(found[0]):\n",
        "            if not found:\n",
        _EDITING_TESTS,
    ),
    Mutant(
        "back-but-younger",
        "A game whose edit was taken back counts as changed just now.",
        _EDITING,
        "            self._saver.set_modified(edit.game, edit.modified)\n",
        "",
        _EDITING_TESTS,
    ),
    Mutant(
        "tags-of-one-for-all",
        "Tags that only some games have are lost by an edit of all.",
        _EDITING,
        "        kept = [tag for tag in header.tags if tag not in gone]\n",
        "        kept = []\n",
        _GAMES_TESTS,
    ),
    Mutant(
        "removed-tags-stay",
        "Tags that were to be removed stay.",
        _EDITING,
        "    come, gone = list(added), set(removed)\n",
        "    come, gone = list(added), set()\n",
        _GAMES_TESTS,
    ),
    Mutant(
        "any-offer-undoes-the-last",
        "The offer of an edit takes back the newest one instead.",
        "kalahloa/controllers/library/library_view.py",
        "        wanted = number or self._history.newest()\n",
        "        wanted = self._history.newest()\n",
        _GAMES_TESTS,
    ),
    Mutant(
        "changed-while-unindexed",
        "A game that is changed before it is indexed has rows of before in the index.",
        "kalahloa/models/library/saving.py",
        "        index_one(self._database, game)\n",
        "",
        _INDEXING_TESTS,
    ),
    Mutant(
        "sorted-rows-believed",
        "Rows of a game that was changed meanwhile come into the index.",
        _INDEXING,
        " AND rowid <= ? AND EXISTS",
        " AND rowid <= ? AND NOT EXISTS (SELECT 1 WHERE 0) OR 0 AND EXISTS",
        _INDEXING_TESTS,
    ),
    Mutant(
        "left-behind",
        "What a stopped import has left unindexed stays so.",
        "kalahloa/models/library/importer.py",
        "        library.index_rest(stopped)  # or what comes back is not found\n",
        "",
        ("tests/models/library/test_recognition.py",),
    ),
    Mutant(
        "last-node-unwritten",
        "A game that is added loses a node where those of a statement are not all taken.",
        "kalahloa/models/library/tree.py",
        "nodes[whole:])",
        "nodes[whole + 1 :])",
        _IMPORTER_TESTS,
    ),
    Mutant(
        "collector-left-lazy",
        "After an import Python looks for garbage seldom.",
        "kalahloa/models/library/importer.py",
        "        gc.set_threshold(*before)\n",
        "        pass\n",
        _IMPORTER_TESTS,
    ),
    Mutant(
        "found-only-when-indexed",
        "A game that comes twice in one import is taken for two.",
        _RECOGNITION,
        "                waiting.append((place, new, origin.digest, keys))\n",
        "                waiting.append((place, new, origin.digest, []))\n",
        _RECOGNITION_TESTS,
    ),
    Mutant(
        "file-unheard",
        "Two games of one file are made one.",
        _RECOGNITION,
        "self._merge(new, keys, origin.digest)",
        "self._merge(new, keys)",
        _RECOGNITION_TESTS,
    ),
)
