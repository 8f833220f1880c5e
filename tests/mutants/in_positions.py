"""Bugs in what Python code may do to positions, searches and plug-ins."""

from tests.mutants.mutant import Mutant

_POSITION = "kalahloa/models/game/position.py"
_CONTROL = "kalahloa/models/search/search_control.py"
_PLAIN = "kalahloa/models/game/plain_position.py"
_KALAH = "kalahloa/models/games/kalah/position.py"

_CALLS = ("tests/models/test_hostile_calls.py",)
_LANDLOCK = ("tests/models/sandbox/test_landlock.py",)
_EQUAL = ("tests/models/test_equal_positions.py",)
_PLAIN_TESTS = ("tests/models/test_plain_games.py",)

POSITION_MUTANTS = (
    Mutant(
        "any-move-made",
        "A move that is not legal is made.",
        _POSITION,
        "        if not self.allows(move):\n",
        "        if False:\n",
        _CALLS,
    ),
    Mutant(
        "moves-of-the-search-taken-back",
        "An evaluator takes back moves of the search that has called it.",
        _POSITION,
        "if self.ply <= self.search_floor:",
        "if self.ply == 0:",
        _CALLS,
    ),
    Mutant(
        "no-way-back-after-an-error",
        "After an error in a search the position stays where the error was.",
        _CONTROL,
        "        while position.ply > root:\n",
        "        while False:\n",
        _CALLS,
    ),
    Mutant(
        "what-an-evaluator-made-stays",
        "Moves that an evaluator has made and left are those of the search from then on.",
        _CONTROL,
        "            while position.ply > ply:\n",
        "            while False:\n",
        _CALLS,
    ),
    Mutant(
        "history-does-not-count",
        "Positions are equal though one of them stood before, and the other did not.",
        _POSITION,
        "        elif self.repeat_times:\n            begin",
        "        elif False:\n            begin",
        _EQUAL,
    ),
    Mutant(
        "rules-do-not-count",
        "Positions are equal under other rules.",
        _POSITION,
        " or self.rules != other.rules:",
        ":",
        _EQUAL,
    ),
    Mutant(
        "stack-forgotten-by-pickle",
        "A pickled position has lost its moves.",
        _POSITION,
        "start.__getnewargs__(), tuple(moves))",
        "self.__getnewargs__(), ())",
        _EQUAL,
    ),
    Mutant(
        "workers-not-confined",
        "A heuristic may do anything in a match.",
        "kalahloa/models/sandbox/own_heuristic.py",
        "        confine(lambda: watch.inside and identify() != trusted, trusted)\n",
        "",
        ("tests/models/sandbox/test_own_heuristic.py",),
    ),
    Mutant(
        "plug-in-ends-the-program",
        "A plug-in whose module exits ends the program.",
        "kalahloa/models/game/plugins.py",
        "    except BaseException as error:\n",
        "    except Exception as error:\n",
        ("tests/models/game/test_plugins.py",),
    ),
    Mutant(
        "match-of-any-type",
        "What a match file has for a participant is taken for one, whatever its type.",
        "kalahloa/models/match/match_file.py",
        "    if not isinstance(plain, dict):\n        raise ValueError(f",
        "    if False:\n        raise ValueError(f",
        ("tests/models/match/test_match_file.py",),
    ),
    Mutant(
        "notes-do-not-count",
        "Records are equal though one has comments that the other has not.",
        "kalahloa/models/record/node.py",
        "            or one.notes != other.notes\n",
        "",
        _EQUAL,
    ),
    Mutant(
        "a-tree-that-ends-early-is-the-same",
        "Records are equal though one goes on where the other ends.",
        "kalahloa/models/record/node.py",
        "            or len(one.children) != len(other.children)\n        ):\n"
        "            return False\n        ahead += zip(one.children, other.children, strict=True)",
        "        ):\n            return False\n"
        "        ahead += zip(one.children, other.children, strict=False)",
        _EQUAL,
    ),
    Mutant(
        "names-and-details-do-not-count",
        "Records of the same moves are equal, whoever has played them.",
        "kalahloa/models/record/record.py",
        '"start", "players", "details")',
        '"start")',
        _EQUAL,
    ),
    Mutant(
        "landlock-for-nothing",
        "A heuristic can read every file.",
        "kalahloa/models/sandbox/child.py",
        "    restrict(code_folders())  # before there are other threads\n",
        "",
        _LANDLOCK,
    ),
    Mutant(
        "landlock-allows-writing",
        "A heuristic that gets around Python can change the program.",
        "kalahloa/models/sandbox/landlock.py",
        "rights = _READ_FILE |",
        "rights = _READ_FILE | (0b10 if path.is_file() else 0x1FF2) |",
        _LANDLOCK,
    ),
    Mutant(
        "next-version-in-the-process-of-the-last",
        "What one version of a heuristic has left behind changes what the next one does.",
        "kalahloa/models/sandbox/sandbox.py",
        "child.has_run != source)",
        "source is None)",
        ("tests/models/sandbox/test_sandbox.py",),
    ),
    Mutant(
        "side-stays-after-a-failed-move",
        "After a move of a game in Python fails, the side to move stays what the move has made it.",
        _PLAIN,
        "            self.past.pop()\n            self.side = side\n            raise\n",
        "            self.past.pop()\n            raise\n",
        _PLAIN_TESTS,
    ),
    Mutant(
        "tablebase-changed-under-a-search",
        "A tablebase can be taken from a position while a search runs on it.",
        _KALAH,
        "        self.require_free()\n        self.tablebase = tablebase\n",
        "        self.tablebase = tablebase\n",
        _CALLS,
    ),
)
