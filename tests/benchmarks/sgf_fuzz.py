"""SGF, JSON and clipboard: random records there and back, and inputs damaged in every way.

    python -m tests.benchmarks.sgf_fuzz [--records N] [--inputs N] [--seed S] [--megabytes M]

Each record goes to SGF and back, and must be equal; sgfmill must read the file as well.  Each input
is a written record (SGF, our JSON, a list of moves, a position) in which bytes were flipped, cut
off, doubled or nested, or which is in the wrong charset, or a bomb; it must be read or refused with
a `BadFile`, and nothing else.  Told are counts, the slowest inputs, and the peak of memory.  The
bombs of ``--megabytes`` come last; they are told one by one.
"""

import argparse
import json
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter, process_time

from sgfmill import sgf

from kalahloa.models.game.registry import find_game
from kalahloa.models.notation.move_lists import write_moves
from kalahloa.models.notation.paste_import import read_data, read_text
from kalahloa.models.notation.sgf.reader import read_games
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.text.errors import BadFile
from tests.models.study.random_records import KEYS, as_values, random_record

_SIGNS = b'()[];:\\"{}<>,.\n\r\t\x00\xff\xc3\xe2BWC'
_CHARSETS = ("utf-16", "utf-8-sig", "latin-1", "shift_jis", "utf-7", "cp037", "gbk")
_NAMES = ("UTF-8", "Shift_JIS", "GBK", "UTF-16", "zip", "punycode", "ISO-8859-1", "UTF-7", "x")


def peak() -> float:
    """Return the most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def check_round_trips(count: int, first: int) -> int:
    """Write and read records number *first* and the next ones; return how many are not equal."""
    wrong = 0
    for seed in range(first, first + count):
        record = random_record(seed)
        data = write_games([record])
        games = read_games(data)
        sgf.Sgf_game.from_bytes(data)
        if len(games) != 1 or games[0].problems or as_values(games[0].record) != as_values(record):
            wrong += 1
            print(f"record {seed} does not come back the same")
    return wrong


def _seeds(rng: Random, count: int) -> list[bytes]:
    """Return *count* records in each notation."""
    found = []
    for _ in range(count):
        record = random_record(rng.randrange(1 << 30))
        found += [
            write_games([record]),
            json.dumps(record_to_json(record)).encode("ascii"),
            write_moves(record).encode("utf-8", "replace"),
            record.start.encode(),
        ]
    found.append(write_games([random_record(rng.randrange(1 << 30)) for _ in range(20)]))
    return found


def mutate(rng: Random, data: bytes) -> bytes:
    """Return *data* damaged in one of many ways."""
    way = rng.randrange(10)
    if way == 0:
        return data[: rng.randrange(len(data) + 1)]
    if way == 1:
        return data[rng.randrange(len(data) + 1) :]
    if way == 2:
        place = rng.randrange(len(data) + 1)
        return (
            data[:place] + bytes([rng.choice(_SIGNS)]) * rng.choice((1, 1, 9, 2_000)) + data[place:]
        )
    if way == 3:
        begin, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        return data[:end] + data[begin:]
    if way == 4:
        depth = rng.choice((1, 50, 3_000))
        opened, closed = rng.choice(((b"(;", b")"), (b"[", b"]"), (b'{"a":', b"}"), (b"{", b"}")))
        return opened * depth + data + closed * depth
    if way == 5:
        text = data.decode("utf-8", "replace")
        return text.encode(rng.choice(_CHARSETS), "replace")
    if way == 6:
        return data.replace(b"CA[UTF-8]", b"CA[%b]" % rng.choice(_NAMES).encode())
    if way == 7:
        markup = rng.choice((b"<b>", b"&amp;", b"<img src=x>", b"</a>", b"<!--", b"%n", b"{0}"))
        place = rng.randrange(len(data) + 1)
        return data[:place] + markup + data[place:]
    changed = bytearray(data or b" ")
    for _ in range(rng.choice((1, 1, 3, 20))):
        place = rng.randrange(len(changed))
        changed[place] = rng.choice(_SIGNS) if rng.random() < 0.5 else rng.randrange(256)
    return bytes(changed)


def check_inputs(count: int, seed: int) -> int:
    """Read *count* damaged inputs; return how many raised anything but `BadFile`."""
    rng = Random(seed)
    games = [find_game(key) for key in KEYS]
    results: Counter[str] = Counter()
    slowest: list[tuple[float, int, str]] = []
    wrong = 0
    seeds: list[bytes] = []
    for number in range(count):
        if number % 1_000 == 0:
            seeds = _seeds(rng, 40)
        data = rng.choice(seeds)
        for _ in range(rng.choice((1, 1, 2, 4))):
            data = mutate(rng, data)
        hint = rng.choice([*games, None])
        begun = process_time()
        try:
            if rng.random() < 0.5:
                found = read_data(data, hint)
            else:
                found = read_text(data.decode("utf-8", "replace"), hint)
            problems = sum(len(game.problems) for game in found.games)
            result = f"{found.kind.name} {'with problems' if problems else 'whole'}"
        except BadFile:
            result = "refused"
        except Exception as error:
            wrong += 1
            result = f"raised {type(error).__name__}"
            print(f"input {number}: {type(error).__name__}: {error!r:.200} for {data[:200]!r}")
        results[result] += 1
        slowest = sorted([*slowest, (process_time() - begun, number, result)])[-5:]
    print(f"{count:,} inputs: " + ", ".join(f"{n:,} {what}" for what, n in results.most_common()))
    for seconds, number, result in reversed(slowest):
        print(f"  {seconds:.3f} s  input {number}, {result}")
    return wrong


def bombs(megabytes: float) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield inputs of about *megabytes*, each with its name."""
    size = int(megabytes * 1_000_000)
    head = b"(;FF[4]GM[9]"
    pieces = {
        "variations": (b"(;B[b1b3])", b")"),
        "illegal variations": (b"(;B[b1b4])", b")"),
        "nested variations": (b"(;N[x]", b""),
        "comments": (b";C[abc]", b")"),
        "nodes": (b";", b")"),
        "parentheses": (b"(", b""),
        "properties": (b"A[]", b")"),
        "values": (b"[]", b")"),
        "small games": (b")(;GM[9]", b")"),
        "unknown games": (b")(;", b")"),
        "games": (b";B[b1-b3];W[h4-f4];B[b3-b1])(;GM[9]", b")"),
        "words": (b"a ", b")"),
        "spaces": (b" ", b")"),
        "escapes": (b"\\]", b"])"),
        "an open value": (b"\\]", b""),
    }
    for name, (piece, end) in pieces.items():
        before = head + (b"C[" if name in ("escapes", "an open value") else b"")
        yield f"SGF, {name}", lambda b=before, p=piece, e=end: b + p * (size // len(p)) + e
    for name, piece in {
        "lists": b"[",
        "mappings": b'{"a":',
        "numbers": b"1,",
        "texts": b'"",',
        "texts alone": b'""',
    }.items():
        yield f"JSON, {name}", lambda p=piece: b'{"format": [' + p * (size // len(p))
    for name, piece in {
        "moves": b"b1-b3 ",
        "variations": b"(b1-b3) ",
        "numbers": b"1 ",
        "open": b"(",
        "comments": b"{",
    }.items():
        yield f"moves, {name}", lambda p=piece: b"b1-b3 " + p * (size // len(p))


def check_bombs(megabytes: float) -> int:
    """Read each bomb of *megabytes* and tell its time; return how many raised anything else."""
    wrong = 0
    for name, make in bombs(megabytes):
        data = make()
        begun, begun_cpu = perf_counter(), process_time()
        try:
            found = read_data(data, find_game("loa"))
            result = f"{found.kind.name}, {len(found.games)} game(s)"
        except BadFile as error:
            result = f"refused: {error}"
        except Exception as error:
            wrong += 1
            result = f"raised {error!r}"
        seconds, cpu = perf_counter() - begun, process_time() - begun_cpu
        print(
            f"  {cpu:6.2f} s of processor, {seconds:6.2f} s, {peak():5.0f} MB at most  {name}: "
            f"{result:.110}",
            flush=True,
        )
    return wrong


def main() -> int:
    """Run what the command line asks for; return 0 if all of it held."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=2_000)
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--megabytes", type=float, default=5)
    arguments = parser.parse_args()
    begun = perf_counter()
    wrong = check_round_trips(arguments.records, arguments.seed)
    print(f"{arguments.records:,} records, {wrong} unequal, {perf_counter() - begun:.0f} s")
    wrong += check_inputs(arguments.inputs, arguments.seed)
    print(f"{peak():.0f} MB at most, {perf_counter() - begun:.0f} s")
    if arguments.megabytes > 0:
        print(f"Inputs of {arguments.megabytes:g} MB:")
        wrong += check_bombs(arguments.megabytes)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
