"""Mutants of the source: which changes of a line does no test notice?

`python -m tests.mutation` mutates the lines that differ from the branch main;
`--draw 300 --seed 1 FOLDERS` draws from whole folders.  cosmic-ray makes one mutant at a time, in
the working tree, and puts the file back; `mutation.toml` says what it leaves out.  Compiled modules
are left out as well: with one of them changed, all would run uncompiled.
"""

import argparse
import random
import re
import shlex
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from cosmic_ray.commands.init import init
from cosmic_ray.config import ConfigDict, load_config
from cosmic_ray.modules import find_modules
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.tools.filters.git import GitFilter
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkItem

from kalahloa import compiled

CONFIG = "tests/mutation.toml"
BROAD = ("controllers/session/test_typed.py", "views/window/test_main_window.py")
MAX_FILES = 40
"""So many files of tests are run for one mutant."""


@cache
def _sources(folder: str, pattern: str) -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in sorted(Path(folder).rglob(pattern))}


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def _importers(module: Path, sources: dict[Path, str]) -> list[Path]:
    package, name = re.escape(".".join(module.parent.parts)), module.stem
    imports = re.compile(rf"{package}\.{name}(?![.\w])|from {package} import .*\b{name}\b")
    return [path for path, source in sources.items() if imports.search(source)]


def _mirror(module: Path) -> Path:
    return Path("tests", *module.parent.parts[1:])


@cache
def tests_of(module: Path) -> tuple[Path, ...]:
    """Return the tests of *module*, the likeliest first.

    These are the file that mirrors it, those that import it, those that are called after its folder
    or have the same first word, then those of modules that import it, then the mirrored folders,
    and a few of the whole program.
    """
    sources = _sources("tests", "test_*.py")
    users = [module, *_importers(module, _sources("kalahloa", "*.py"))]
    chosen: list[Path] = []
    for user in users:
        word = user.stem.strip("_").partition("_")[0]
        namesake = re.compile(rf"test_({word}|{_mirror(user).name.removesuffix('s')})")
        chosen += [path for path in sources if path == _mirror(user) / f"test_{user.stem}.py"]
        chosen += _importers(user, sources)
        chosen += [path for path in sources if namesake.match(path.name)]
    chosen += [path for user in users for path in sources if path.parent == _mirror(user)]
    return (*list(dict.fromkeys(chosen))[:MAX_FILES], *(Path("tests", path) for path in BROAD))


def choose(session: WorkDB, config: ConfigDict, number: int | None, seed: int) -> None:
    """Keep one mutant a place in *session*: *number* of them, or those on changed lines."""

    def place(item: WorkItem) -> tuple[Path, tuple[int, int], tuple[int, int]]:
        return item.mutations[0].module_path, item.mutations[0].start_pos, item.mutations[0].end_pos

    def operator(item: WorkItem) -> str:
        return item.mutations[0].operator_name

    def is_excluded(item: WorkItem) -> bool:
        line = _lines(item.mutations[0].module_path)[item.mutations[0].start_pos[0] - 1]
        return bool(operators.match(operator(item)) or looks.search(line))

    if number is None:
        GitFilter().filter(session, argparse.Namespace(config=CONFIG))
    operators = re.compile("|".join(config.sub("filters", "operators-filter")["exclude-operators"]))
    looks = re.compile("|".join(config["excluded-lines"]))
    items = [item for item in session.pending_work_items if not is_excluded(item)]
    items.sort(key=lambda item: (place(item), operator(item), item.mutations[0].occurrence))
    dice = random.Random(seed)
    dice.shuffle(items)
    items = sorted({place(item): item for item in items}.values(), key=place)
    dice.shuffle(items)
    session.clear()
    session.add_work_items(items[:number])


def run(session: WorkDB, config: ConfigDict) -> bool:
    """Run the tests of each mutant, print what becomes of it, and return whether all are killed."""
    command = config.test_command.replace("python", shlex.quote(sys.executable), 1)
    for item in session.pending_work_items:
        (mutation,) = item.mutations
        tests = shlex.join(map(str, tests_of(mutation.module_path)))
        result = mutate_and_test(item.mutations, f"{command} {tests}", config.timeout)
        session.set_result(item.job_id, result)
        place = f"{mutation.module_path}:{mutation.start_pos[0]} {mutation.operator_name}"
        by = re.search(r"^(?:FAILED|ERROR) (\S+)|^timeout", result.output or "", re.MULTILINE)
        print(result.test_outcome.value, place, f"({by[0]})" if by else result.diff, flush=True)
    outcomes = [result.test_outcome for _, result in session.results]
    killed = outcomes.count(TestOutcome.KILLED)
    print(f"{killed} of {len(outcomes)} mutants killed: {killed / max(len(outcomes), 1):.0%}")
    return killed == len(outcomes)


def main() -> int:
    """Choose mutants, run their tests, and return 1 if one survives."""
    parser = argparse.ArgumentParser("python -m tests.mutation", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, default=[Path("kalahloa")])
    parser.add_argument("--draw", type=int, metavar="N", help="draw N mutants of any line")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    config = load_config(CONFIG)
    skipped = {Path("kalahloa/models", f"{name}.py") for name in compiled.compiled_names()}
    modules = [module for module in find_modules(args.folders) if module not in skipped]
    if args.draw is None:
        branch = config.sub("filters", "git-filter")["branch"]
        changed = subprocess.check_output(["git", "diff", "--name-only", branch], text=True)
        modules = [module for module in modules if module.as_posix() in changed.splitlines()]
    with tempfile.TemporaryDirectory() as folder, use_db(f"{folder}/session.sqlite") as session:
        init(modules, session, {})
        choose(session, config, args.draw, args.seed)
        return 0 if run(session, config) else 1


if __name__ == "__main__":
    sys.exit(main())
