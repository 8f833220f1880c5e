"""Measures the library with many games: taking them in, listing, finding, exploring.

    python -m tests.benchmarks.library --games 100000 --folder /tmp/somewhere
    python -m tests.benchmarks.library --own --reviews 1000 --files 0 --folder /tmp/somewhere

With ``--own`` all games are those of one human against the engine: what is asked of the user's name
finds all of them.  ``--reviews`` have the first games reviewed; the reviews are made up.

The games begin with a few openings, played by the rules, and go on with moves and keys made up at
random, which the index takes for positions that nobody else has reached.  The library is kept in
the folder, and used again if it has as many games.  Of each query the median and the worst time of
the wall clock are printed, and the median of the time that this thread has worked: on a busy
machine the first two say more about the others.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from kalahloa.controllers.base.player import Level, Player
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.game_rows import NewGame, rules_text
from kalahloa.models.library.importer import import_files
from kalahloa.models.library.library import Library
from kalahloa.models.library.positions import index_key, salt_of
from kalahloa.models.library.query import Query
from kalahloa.models.library.readers import ALL_READERS
from kalahloa.models.library.selection import Selection
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.json_record import record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.storage.json_text import encode_json
from kalahloa.models.study.review.kept import MAX_LINE
from kalahloa.models.study.review.kept import short_ply_to_json as ply_to_json
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.text.sentence import Sentence
from tests.scores import move_score

SURNAMES = "Ahn Berg Cruz Dietz Eck Falk Gray Haas Ito Jung Kern Lind Mohr Nagy Ott Pohl".split()
NAMES = "Ada Ben Cleo Dora Emil Fritz Gina Hugo Ida Jan Kai Lea Max Nora Otto Pia".split()
EVENTS = ["Club evening", "Olympiad", "Correspondence", "Training", "Engine match"]
PLIES = 60
OPENING_PLIES = 8
REPEATS = 30
MOST_MS = 50


def players(chance: random.Random) -> tuple[str, str]:
    """Return two of some 75,000 names."""
    first, second = (
        f"{chance.choice(NAMES)} {chance.choice(SURNAMES)} {chance.randrange(300)}"
        for _ in range(2)
    )
    return first, second


def details(chance: random.Random) -> dict[str, str]:
    """Return an event and a date."""
    year, month, day = chance.randrange(1990, 2027), chance.randrange(12) + 1, chance.randrange(28)
    return {"event": chance.choice(EVENTS), "date": f"{year}-{month:02}-{day + 1:02}"}


def games(count: int, seed: int = 1, plies: int = PLIES) -> Iterator[Record]:
    """Yield *count* games of up to *plies* plies, two of three of the same game."""
    chance = random.Random(seed)
    loa, kalah = find_game("loa"), find_game("kalah")
    for number in range(count):
        record = Record(
            kalah if number % 3 == 2 else loa, players=players(chance), details=details(chance)
        )
        while len(record.nodes) <= plies and record.current.outcome is None:
            moves = record.position.legal_moves()
            # The first plies are few, as openings are.
            few = moves if len(record.nodes) > 6 else moves[: 2 + len(moves) // 8]
            record.play(chance.choice(few))
        yield record


def made_up(count: int, seed: int = 1) -> Iterator[NewGame]:
    """Yield *count* games that begin as `games` do, for the library only."""
    chance = random.Random(seed)
    openings = [NewGame.of(record) for record in games(600, seed, OPENING_PLIES)]
    for _ in range(count):
        opening = chance.choice(openings)
        rows = list(opening.nodes[:-1])
        for number in range(len(rows), PLIES):
            text = f"{chance.choice('abcdefgh')}{chance.randrange(1, 9)}-{chance.choice('abcd')}4"
            rows.append(
                opening.nodes[1]._replace(
                    number=number,
                    parent=number - 1,
                    text=text,
                    key=chance.getrandbits(63),
                    followed=number + 1,
                )
            )
        rows.append(rows[-1]._replace(number=PLIES, parent=PLIES - 1, followed=0, key=PLIES))
        result, score = chance.choice((("1-0", 1), ("0-1", -1), ("1/2-1/2", 0), ("*", None)))
        yield replace(
            opening,
            players=players(chance),
            details=details(chance),
            nodes=tuple(rows),
            current=PLIES,
            plies=PLIES,
            result=result,
            score=score,
            created=1.6e9 + 1e8 * chance.random(),
            tags=(f"tag{chance.randrange(50)}",) if chance.random() < 0.3 else (),
        )


def own(count: int) -> Iterator[NewGame]:
    """Yield *count* games as `made_up` does, of a human against the engine's levels."""
    chance = random.Random(5)
    for new in made_up(count):
        level = Player(Level.of_engine(chance.randrange(1, 11)))
        names, levels = ("Human", str(level.title)), (None, level.to_json())
        if chance.random() < 0.5:
            names, levels = names[::-1], levels[::-1]
        yield replace(new, players=names, levels=levels)


def review_some(library: Library, count: int) -> None:
    """Give the first *count* games reviews of all plies, one in four a mistake."""
    chance = random.Random(7)
    reason = Sentence("Models", "Lets {side} capture {stones}.", {"side": "N", "stones": "3"})
    for header in library.search(sort="created", limit=count):
        plies = {}
        for row in library.load(header.id).nodes[1:]:
            errs = chance.random() < 0.25
            value, best = (move_score(one, True, None, True, 9) for one in (-3.0 * errs, 0.0))
            line = (row.text,) * MAX_LINE
            plies[row.number] = ply_to_json(
                ReviewedPly(
                    *(row.number, 1, row.text, row.number % 2, value, 1, row.text, best),
                    *(3.0 * errs, True, Mark.MISTAKE if errs else None, line, line),
                    (reason,) if errs else (),
                )
            )
        library.keep_analyses(header.id, plies, REVIEWS)
        library.keep_accuracy(header.id, header.plies, (chance.uniform(40, 100), 80.0))


def ask_statistics(library: Library) -> None:
    """Print how long each part of the statistics takes; openings and mistakes go step by step."""
    you, everybody = Selection(you=True), Selection()
    selections = {
        "you": you,
        "you in loa": replace(you, game="loa"),
        "everybody": everybody,
        "a name": Selection(player="Ada Berg 7"),
    }
    for title, selection in selections.items():
        measure(f"results: {title}", lambda of=selection: library.results(of).total.games)
    measure("names of players", library.player_names)
    measure("listed: your games", lambda: library.search(Query(within=you)))
    measure("totals: your games", lambda: library.totals(Query(within=you)).games)
    measure("totals of a name: Human", lambda: library.player_totals(Query(player="Human")).games)
    measure("sorted by accuracy", lambda: library.search(sort="accuracy"))
    last = library_size(library) - 100
    measure("last page by accuracy", lambda: library.search(sort="accuracy", offset=last))
    measure("accuracies", lambda: library.rated_games(everybody))
    for title, deed in {
        "openings, all": lambda: library.openings(Selection(game="loa")).plies,
        "mistakes, all": lambda: library.mistakes(everybody).total.moves,
    }.items():
        measure(f"step by step: {title}", deed, repeats=3)


def fill(library: Library, ahead: Iterator[NewGame], count: int) -> None:
    """Add the *count* games *ahead*, and print the rate without the time of making them up."""
    done, wall, work = 0, 0.0, 0.0
    while batch := list(islice(ahead, 1000)):
        start, working = time.perf_counter(), time.thread_time()
        library.add_many(batch)
        part = time.perf_counter() - start
        wall += part
        work += time.thread_time() - working
        done += len(batch)
        if done % 10_000 == 0 or done == count:
            print(
                f"{done:>8} games: {len(batch) / part:,.0f} a second now,"
                f" {done / wall:,.0f} in all, {done / work:,.0f} a second of work"
            )


def write_files(folder: Path, count: int) -> dict[str, Path]:
    """Write *count* games to files of each kind below *folder*; return the folders by kind."""
    folders = {kind: folder / f"{kind}-{count}" for kind in ("JSON", "SGF", "SGF, all in one file")}
    if all(made.exists() for made in folders.values()):
        return folders
    for made in folders.values():
        made.mkdir(exist_ok=True)
    json, sgf, whole = folders.values()
    parts = []
    for number, record in enumerate(games(count, seed=3)):
        (json / f"{number}.kalahloa").write_text("".join(encode_json(record_to_json(record))))
        parts.append(write_games([record]))
        (sgf / f"{number}.sgf").write_bytes(parts[-1])
    (whole / "games.sgf").write_bytes(b"\n".join(parts))
    return folders


def fill_from_files(folder: Path, count: int) -> None:
    """Print the rate of reading *count* games from files of each kind, moves checked."""
    for kind, files in write_files(folder, count).items():
        path = folder / "imported.sqlite"
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        with Library.open(path) as library:
            start, working = time.perf_counter(), time.thread_time()
            report = import_files(library, [files], ALL_READERS)
            wall, work = time.perf_counter() - start, time.thread_time() - working
        print(
            f"{len(report.imported):>8} games from files, {kind}: {count / wall:,.0f} a second,"
            f" {count / work:,.0f} a second of work"
        )


def path_of(folder: Path, count: int, *, is_own: bool = False) -> Path:
    """Return where a library of *count* games is in *folder*."""
    return folder / f"{'own' if is_own else 'library'}-{count}.sqlite"


def measure(title: str, ask: Callable[[], Any], repeats: int = REPEATS) -> None:
    """Print how long *ask* takes."""
    times, work = [], []
    answer = None
    for _ in range(repeats):
        start, working = time.perf_counter(), time.thread_time()
        answer = ask()
        times.append((time.perf_counter() - start) * 1e3)
        work.append((time.thread_time() - working) * 1e3)
    size = len(answer) if isinstance(answer, (list, tuple)) else answer
    flag = "  <----" if statistics.median(work) > MOST_MS else ""
    print(
        f"{title:<36} {statistics.median(times):7.1f} ms {max(times):7.1f} at most"
        f" {statistics.median(work):7.1f} of work   {size}{flag}"
    )


def ask_everything(library: Library) -> None:
    """Print how long each kind of query takes."""
    loa = Record(find_game("loa"))
    salt = salt_of("loa", rules_text(loa.game, loa.rules))
    keys = [index_key(loa.root.key, salt)]
    for _ in range(6):
        counts = library.moves_at(keys[-1])
        loa.play(loa.position.read_move(counts[0].text))
        keys.append(index_key(loa.current.key, salt))
    wanted = {
        "first page": Query(),
        "game": Query(games=("kalah",)),
        "result": Query(results=("1/2-1/2",)),
        "game, result, years": Query(games=("loa",), results=("0-1",), since="2001", until="2003"),
        "player": Query(player="Ada Berg"),
        "player, one letter": Query(player="a"),
        "one rare word": Query(words="127"),
        "one common word": Query(words="olymp"),
        "word of all games": Query(words="tag kal"),
        "two words": Query(words="olymp ada"),
        "tag": Query(tags=("tag7",)),
        "position at the start": Query(position=keys[0]),
        "position at ply 2": Query(position=keys[2]),
        "position at ply 6": Query(position=keys[6]),
        "position and player": Query(position=keys[1], player="Ada"),
        "position, game and result": Query(position=keys[0], results=("1-0",)),
    }
    for title, query in wanted.items():
        measure(title, lambda query=query: library.search(query))
    for title, query in wanted.items():
        measure(f"count: {title}", lambda query=query: library.count(query))
    for sort in ("date", "first", "plies", "result"):
        measure(f"sorted by {sort}", lambda sort=sort: library.search(sort=sort, descending=False))
    measure("last page", lambda: library.search(offset=library_size(library) - 100))
    measure("totals", lambda: library.totals().games)
    for ply in (0, 1, 2, 4, 6):
        measure(f"explorer at ply {ply}", lambda ply=ply: library.moves_at(keys[ply]))
    measure("load", lambda: library.load(library_size(library) // 2).nodes)


def library_size(library: Library) -> int:
    return library.count()


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--files", type=int, default=1_000, help="games that are read from files")
    parser.add_argument("--own", action="store_true", help="games of one human")
    parser.add_argument("--reviews", type=int, default=0, help="games that have a review")
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        path = path_of(folder, arguments.games, is_own=arguments.own)
        with Library.open(path) as library:
            if library.count() != arguments.games:
                made = own if arguments.own else made_up
                fill(library, made(arguments.games), arguments.games)
            if len(library.rated_games(Selection())) < arguments.reviews:
                review_some(library, arguments.reviews)
        print(f"{path.stat().st_size / 1e6:,.0f} MB")
        with Library.open(path) as library:
            ask_everything(library)
            ask_statistics(library)
        if arguments.files:
            fill_from_files(folder, arguments.files)


if __name__ == "__main__":
    main()
