"""Calls of every public method of every compiled class, with arguments that nobody should give.

    python -m tests.hostile [--calls N] [--seed S]

A call may raise what is said of wrong arguments (`REFUSALS`); it may not raise anything else, and
the process may not die, which only its parent can see.  The last line is a JSON object: what each
call came to, to compare compiled and plain mode, and what is wrong.
"""

import argparse
import copy
import importlib
import inspect
import json
import pickle
import re
import sys
import threading
from array import array
from collections.abc import Callable
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any

from kalahloa.compiled import FOLDER, compiled_names, is_compiled
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.plain_position import PlainPosition
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.searchable import SearchPosition
from kalahloa.models.game.solvable import SolvablePosition
from kalahloa.models.game.successors import Successors
from kalahloa.models.games.kalah.network import SECTIONS as KALAH_SECTIONS
from kalahloa.models.games.kalah.network import KalahNetwork
from kalahloa.models.games.kalah.packing import Packing
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.sowing import SowingTable
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.games.kalah.tablebase.links import Links
from kalahloa.models.games.kalah.tablebase.split_solver import SplitSolver
from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase
from kalahloa.models.games.loa.connection_search import ConnectionSearch
from kalahloa.models.games.loa.network import SECTIONS as LOA_SECTIONS
from kalahloa.models.games.loa.network import LoaNetwork
from kalahloa.models.games.loa.rules import LoaRules
from kalahloa.models.games.tictactoe.rules import TicTacToeRules
from kalahloa.models.search.engine.move_ordering import MoveOrder
from kalahloa.models.search.engine.pvs import Search
from kalahloa.models.search.proof.extraction import ProofExtraction
from kalahloa.models.search.proof.path import ProofPath
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.proof.verification import ProofVerification
from kalahloa.models.search.search_control import SearchControl
from kalahloa.models.search.solver.exact_search import ExactSearch
from kalahloa.models.search.transposition_table import Entry, TranspositionTable
from kalahloa.models.text.errors import KalahloaError

REFUSALS = (ValueError, TypeError, KalahloaError, MemoryError)
"""What a wrong argument may raise."""
BESIDES: dict[str, tuple[type[Exception], ...]] = {
    "unmake": (IndexError,),
    "pits_at": (IndexError,),
}
"""What the documentation of a method names besides."""
_LIMITED = 300
_ADDRESS_SPACE = 1 << 31
_OF_THE_GAME = ("list_moves", "do_move", "undo_move", "board_outcome", "copy_board")
"""What a game in plain Python implements, for `PlainPosition` to call."""
_CYTHONS = ("__reduce_cython__", "__setstate_cython__")
_SLOW = {("perft", number) for number in range(4, 201)}


class Counting(PlainPosition):
    """A game in plain Python: two sides take one or two from a heap of seven."""

    def __init__(self, left: int = 7, side: int = 0, rules: Any = None):
        self.left = left
        super().__init__(side, rules)

    def list_moves(self) -> list[int]:
        return [1, 2][: self.left]

    def do_move(self, move: int) -> None:
        self.left -= move
        self.side = 1 - self.side

    def undo_move(self, move: int) -> None:
        self.left += move

    def board_outcome(self) -> Outcome | None:
        if self.left > 0:
            return None
        return Outcome(1 - self.side, 1 if self.side else -1, "The heap is empty.")

    def position_string(self) -> str:
        return f"{self.left} {self.side}"

    def always_ends(self) -> bool:
        return True


def begun(key: str) -> Any:
    """Return the position of the game called *key* at its start."""
    game = find_game(key)
    return game.start(game.rulebook.default)


def played(key: str) -> Any:
    """Return a position of the game called *key* some moves after its start."""
    position = begun(key)
    for number in range(4):
        position.make(position.legal_moves()[number % 3])
    return position


def weights(sections: Any) -> list[Any]:
    """Return the weights of a network that knows nothing."""
    return [array(kind, [0] * length) for kind, length in sections]


def tablebase() -> Tablebase:
    """Return a small tablebase for Kalah with two pits a side."""
    return build_tablebase(KalahRules(pits=2), 3)


def split_solver() -> SplitSolver:
    """Return what compares a part of a tablebase."""
    table = tablebase()
    return SplitSolver(table, Links(table), 2, 1, True)


def limited(search: Any) -> Any:
    """Return *search*, which ends after a few nodes."""
    search.limit(None, _LIMITED)
    return search


def nosy(position: Any) -> float:
    """An evaluator that looks ahead, and leaves behind what it likes."""
    for move in position.legal_moves()[:2]:
        position.make(move)
    try:
        for _ in range(9):
            position.unmake()
    except IndexError:
        position.copy()
    for move in position.legal_moves()[:1]:
        position.make(move)
    return 1.0


def searched(position: Any) -> Any:
    """Return a proof search of *position* that has run."""
    search = ProofSearch(position, ProofTable(1))
    search.run(2_000)
    return search


MAKERS: dict[type, list[Callable[[], Any]]] = {
    Position: [Position],
    SearchPosition: [SearchPosition],
    SolvablePosition: [SolvablePosition],
    Counting: [Counting],
    type(begun("kalah")): [
        lambda: begun("kalah"),
        lambda: played("kalah"),
        lambda: Kalah([1, 0, 2, 0, 1, 2], 1, KalahRules(pits=2, pie="yes"), 2),
        lambda: Kalah([0] * 25 + [9999], 0, KalahRules(pits=12)),
    ],
    type(begun("loa")): [lambda: begun("loa"), lambda: played("loa")],
    type(begun("tictactoe")): [lambda: begun("tictactoe"), lambda: played("tictactoe")],
    KalahNetwork: [lambda: KalahNetwork(KalahRules().tablebase_key(), weights(KALAH_SECTIONS))],
    LoaNetwork: [lambda: LoaNetwork(weights(LOA_SECTIONS))],
    ConnectionSearch: [lambda: ConnectionSearch(played("loa"), 1)],
    Packing: [lambda: Packing(6)],
    SowingTable: [lambda: SowingTable(6)],
    Tablebase: [tablebase],
    Links: [lambda: Links(tablebase())],
    SplitSolver: [
        lambda: (lambda table: SplitSolver(table, Links(table), 2, 1, True))(tablebase())
    ],
    MoveOrder: [lambda: MoveOrder(begun("loa"), 20)],
    Successors: [lambda: Successors(20)],
    SearchControl: [SearchControl],
    Search: [
        lambda: limited(Search(begun("loa"), TranspositionTable(1))),
        lambda: limited(Search(played("kalah"), TranspositionTable(1), nosy)),
        lambda: limited(Search(Counting(), TranspositionTable(1), nosy)),
    ],
    ExactSearch: [
        lambda: limited(ExactSearch(played("kalah"), TranspositionTable(1))),
        lambda: limited(ExactSearch(Counting(), TranspositionTable(1))),
    ],
    ProofSearch: [
        lambda: limited(ProofSearch(begun("loa"), ProofTable(1))),
        lambda: limited(ProofSearch(Counting(), ProofTable(1))),
    ],
    ProofExtraction: [ProofExtraction],
    ProofVerification: [lambda: ProofVerification(searched(begun("tictactoe")))],
    ProofPath: [ProofPath],
    ProofTable: [lambda: ProofTable(1)],
    TranspositionTable: [lambda: TranspositionTable(1)],
}
"""How to make an object of each class."""
ABSTRACT = {"KalahBoard", "LoaBoard", "PlainPosition"}
"""Classes of which only objects of derived classes are made."""


def compiled_classes() -> list[type]:
    """Return all classes that compiled modules define, except named tuples."""
    found = []
    for name in compiled_names():
        module = importlib.import_module("kalahloa.models." + name.replace("/", "."))
        for value in vars(module).values():
            if (
                inspect.isclass(value)
                and value.__module__ == module.__name__
                and not issubclass(value, tuple)
            ):
                found.append(value)
    return found


def hostile_values() -> list[Any]:
    """Return what no method expects, and some of what one or the other does."""
    return [
        *(None, True, 0, 1, -1, 2, 3, 6, 63, 64, 65, 100, 255, 4095, 4096, 10**7, 10**8),
        *(2**31 - 1, 2**31, -(2**31), 2**32, 2**63, 2**64 - 1, 2**64, -(2**64), 10**30),
        *(0.5, 1.0, nan, inf, -inf, 1j, "", "x", "1", "a1-a3", "\0", b"x", bytearray(9)),
        *([], [1], [1, 2, 3], [-1] * 6, [10**9] * 600, [None], ["1"], [0.5], (), {}, {1: 2}, set()),
        *(object(), int, len, nosy, Entry(1, 2, 3, 1), Entry(10**9, "x", nan, -1)),
        *(KalahRules(), KalahRules(pits=2), LoaRules(size=5), TicTacToeRules()),
        *(begun("kalah"), begun("loa"), Counting(), TranspositionTable(1), ProofTable(1)),
        *(tablebase(), LoaNetwork(weights(LOA_SECTIONS)), Links(tablebase())),
    ]


def hidden_methods() -> set[str]:
    """Return the names of the methods that only compiled code can call."""
    found = set()
    for name in compiled_names():
        text = Path(FOLDER, f"{name}.pxd").read_text(encoding="utf-8")
        found.update(re.findall(r"^    cdef (?!inline)[\w ]*?[ *](\w+)\(", text, re.MULTILINE))
    return found


def public_methods(kind: type, hidden: set[str]) -> list[str]:
    """Return the names of the methods of *kind* that anybody may call."""
    special = ("__init__", "__reduce__", "__copy__", "__eq__", "__hash__")
    return sorted(
        name
        for name in dir(kind)
        if name not in _OF_THE_GAME
        and (name in special or (not name.startswith("_") and name not in hidden))
        and callable(getattr(kind, name))
    )


class Attack:
    """Calls of one kind after the other; `outcomes` and `wrong` say what came of them."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._random = Random(seed)
        self._hidden = hidden_methods()
        self._values = hostile_values()
        self.outcomes: dict[str, str] = {}
        self.wrong: list[str] = []

    def _arguments(self) -> list[Any]:
        count = self._random.choice((0, 1, 1, 1, 2, 2, 3, 4))
        return [self._random.choice(self._values) for _ in range(count)]

    def call(self, what: str, name: str, function: Any, arguments: list[Any]) -> None:
        """Call *function*, the method *name*, with *arguments*, and note what came of it."""
        try:
            function(*arguments)
            outcome = "done"
        except REFUSALS as error:
            outcome = "refused" if isinstance(error, KalahloaError) else type(error).__name__
        except NotImplementedError:
            outcome = "NotImplementedError"
            if "Position." not in what:
                self.wrong.append(f"{what}{tuple(arguments)!r:.200}: NotImplementedError")
        except AttributeError as error:
            # Uncompiled, an argument of the wrong type is found out when something is asked of it.
            outcome = "TypeError"
            if is_compiled():
                self.wrong.append(f"{what}{tuple(arguments)!r:.200}: {error}")
        except Exception as error:
            outcome = type(error).__name__
            if not isinstance(error, BESIDES.get(name, ())):
                self.wrong.append(f"{what}{tuple(arguments)!r:.200}: {type(error)} {error}")
        # Plain Python copies and pickles anything; compiled classes say how, or cannot.
        if name not in _CYTHONS and name not in ("copy", "__reduce__"):
            self.outcomes[f"{len(self.outcomes)} {what}"] = outcome

    def methods(self, kind: type, made: Any, calls: int) -> None:
        """Call methods of *made*, an object of *kind*, *calls* times."""
        names = public_methods(kind, self._hidden)
        if is_compiled():
            for name in _CYTHONS:
                if hasattr(kind, name):
                    for value in self._values:
                        self.call(name, name, getattr(made, name), [value])
        for number in range(calls):
            self._random.seed(f"{self._seed} {kind.__name__} {number}")
            name = self._random.choice(names)
            arguments = self._arguments()
            if any((name, one) in _SLOW for one in arguments if isinstance(one, int)):
                continue
            if isinstance(made, SearchControl) and name == "limit":
                continue
            if name == "grow" and (kind is not TranspositionTable or made.mebibytes > 8):
                continue
            function = getattr(made, name, None)
            if function is not None:
                self.call(f"{kind.__name__}.{name}", name, function, arguments)

    def construction(self, kind: type, calls: int) -> None:
        """Make objects of *kind* of anything, and call what comes of it."""
        self.call(f"{kind.__name__}.__new__", "__new__", kind.__new__, [kind])
        for number in range(calls):
            self._random.seed(f"{self._seed} new {kind.__name__} {number}")
            arguments = self._arguments()
            if kind in (TranspositionTable, ProofTable, MoveOrder, Successors) and any(
                isinstance(one, int) and one > 100 for one in arguments
            ):
                arguments = [10**7]  # not a table of gigabytes
            self.call(kind.__name__, "__init__", kind, arguments)

    def attributes(self, kind: type, made: Any) -> None:
        """Set the attributes of *made*, which does not let anybody."""
        for name in ("side", "hash", "rules", "ply", "table", "position", "network", "tablebase"):
            if not hasattr(made, name):
                continue
            for value in self._values:
                try:
                    setattr(made, name, value)
                except (AttributeError, *REFUSALS):
                    continue
                self.wrong.append(f"{kind.__name__}.{name} was set to {value!r:.60}")
                break


def _use_from_two_threads(wrong: list[str]) -> None:
    """Look at, change and search positions on which a search is running."""
    for key in ("loa", "kalah", "tictactoe"):
        position = begun(key)
        table = TranspositionTable(1)
        search = Search(position, table)
        search.limit(0.3)
        threads = [
            threading.Thread(target=_quietly, args=(search.run, (40, -100, 100))) for _ in range(2)
        ]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            for name in ("make", "unmake", "legal_moves", "copy", "outcome", "move_stack"):
                _quietly(getattr(position, name), (1,) if name == "make" else ())
            _quietly(table.grow, ())
            _quietly(lambda on, of: Search(on, of).run(2, -100, 100), (position, table))
        for thread in threads:
            thread.join()
        if position != begun(key):
            wrong.append(f"{key}: what others did while a search was running has an effect")


def _quietly(function: Any, arguments: Any) -> None:
    try:
        function(*arguments)
    except (*REFUSALS, IndexError):
        return


def main() -> int:
    """Attack all classes; return 0 if nothing is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--calls", type=int, default=80, help="how many for each class")
    parser.add_argument("--seed", type=int, default=1)
    values = parser.parse_args()
    if sys.platform.startswith("linux"):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
    attack = Attack(values.seed)
    for kind in compiled_classes():
        if kind.__name__ not in ABSTRACT and kind not in MAKERS:
            attack.wrong.append(f"{kind.__name__}: nobody knows how to make one")
    for kind, makers in MAKERS.items():
        for make in makers:
            made = make()
            attack.methods(kind, made, values.calls)
            if is_compiled():
                attack.attributes(kind, made)
            for copied in (copy.copy, copy.deepcopy, pickle.dumps):
                attack.call(f"{kind.__name__}.{copied.__name__}", "copy", copied, [made])
        attack.construction(kind, values.calls // 3)
    if is_compiled():
        _use_from_two_threads(attack.wrong)
    print(json.dumps({"outcomes": attack.outcomes, "wrong": attack.wrong}))
    return 1 if attack.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
