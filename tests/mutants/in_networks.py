"""Bugs in the networks that evaluate: what they learn from, what is kept, and who goes by them."""

from tests.mutants.mutant import Mutant

_ENGINE = "kalahloa/models/search/engine/engine.py"
_PARTICIPANT = "kalahloa/models/match/participant.py"
_FILE = "kalahloa/models/storage/network_file.py"
_NETWORK = "kalahloa/models/games/loa/network.py"
_TRAINING = "tests/benchmarks/train_loa.py"
_COMMON = "tests/benchmarks/networks.py"

_NETWORK_TESTS = ("tests/models/games/loa/test_network.py",)
_TRAINING_TESTS = ("tests/models/games/loa/test_training.py",)
_MATCH_TESTS = ("tests/models/match/test_match.py",)

NETWORK_MUTANTS = (
    Mutant(
        "network-left-behind",
        "The position that was given is evaluated by the network from then on.",
        _ENGINE,
        "        board = position.copy()\n",
        "        board = position\n",
        _NETWORK_TESTS,
    ),
    Mutant(
        "network-not-turned-off",
        "A participant goes by the network although that is turned off.",
        _PARTICIPANT,
        "engine = Engine(table_for(self.limits.nodes), network=self.network)",
        "engine = Engine(table_for(self.limits.nodes), network=True)",
        _MATCH_TESTS,
    ),
    Mutant(
        "taken-piece-stays",
        "What was taken is still seen by the network.",
        _NETWORK,
        "                if captures:\n",
        "                if captures and view == side:\n",
        _NETWORK_TESTS,
    ),
    Mutant(
        "views-exchanged",
        "The network sees the board with the eyes of the side that is not to move.",
        _NETWORK,
        "first: cython.int = UNITS * side\n",
        "first: cython.int = UNITS * (1 - side)\n",
        _NETWORK_TESTS,
    ),
    Mutant(
        "overflow-not-refused",
        "Weights whose output overflows are taken for a network.",
        _NETWORK,
        " or largest > 0x7FFFFFFF:",
        ":",
        _NETWORK_TESTS,
    ),
    Mutant(
        "header-not-checked",
        "A file with a damaged header is taken for a network.",
        _FILE,
        "!= crc32(header) or crc32(rest) != checksum",
        "!= crc32(header) and crc32(rest) != checksum",
        _NETWORK_TESTS,
    ),
    Mutant(
        "winner-of-both-sides",
        "Each position of a game that was won counts as won by the side to move.",
        _TRAINING,
        "0 if winner is None else 1 if winner == side else -1, ply)",
        "0 if winner is None else 1, ply)",
        _TRAINING_TESTS,
    ),
    Mutant(
        "one-view-learns",
        "Only the view of the side to move learns.",
        _TRAINING,
        '            slopes["columns"] += seen.T @ inner\n',
        '            slopes["columns"] = seen.T @ inner\n',
        _TRAINING_TESTS,
    ),
    Mutant(
        "same-side-twice",
        "Each opening of a training match is played twice with the same side.",
        _COMMON,
        "                mine = position.side == side\n",
        "                mine = position.side == 0\n",
        _TRAINING_TESTS,
    ),
)
