"""The plan of the house: who may import whom, and where no game may be named.

Every file of the package is read, not run, so that imports inside functions, under `TYPE_CHECKING`
and in `.pxd` files count like all others.  Also: how long a file may be, and where its tests are.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kalahloa.models.game.registry import own_games

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "kalahloa"
MAX_LINES = 600
"""A longer file holds more than one idea."""
MODEL_ROOMS = (
    "text",
    "native",
    "work",
    "storage",
    "drawing",
    "game",
    "heuristics",
    "record",
    "notation",
    "search",
    "games",
    "sandbox",
    "study",
    "library",
    "match",
    "course",
    "tuning",
    "api",
)
"""The rooms of the models; each imports only rooms that are named before it."""
CONTROLLER_ROOMS = ("base", "work", "core", "saving", "commands", "features", "session")
"""The rooms of the controllers, likewise."""
REGISTRY = "kalahloa.models.game.registry"
"""The module that names games, which stand above it."""
GAMELESS = ("kalahloa.models.search", "kalahloa.models.match")
"""The folders in which no game is named."""
WINDOW = ("kalahloa.views", "kalahloa.app")
COMMAND_LINE = ("kalahloa.cli", "kalahloa.__main__")
GROUND = {
    f"kalahloa.{name}"
    for name in ("compiled", "lazy_imports", "plain_imports", "resources", "version")
}
"""What every layer may import: the version, where things lie, and how they are imported."""
_CIMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+cimport\s+(.+)|cimport\s+(.+))$", re.MULTILINE)

_INDENTED = re.compile(r"^\s+from\s+kalahloa", re.MULTILINE)


# -- what imports what -----------------------------------------------------------------------------


def _module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def _files() -> dict[str, list[Path]]:
    """Return the package's modules by name, each with its `.py` and `.pxd` files."""
    found: dict[str, list[Path]] = {}
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pxd")]):
        found.setdefault(_module_name(path), []).append(path)
    return found


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return the imports and the constants of the Python file *path*.

    All of a file is too much to keep, and to read a thousand files again for each law takes long.
    """
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return tuple(
        node
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Constant) and node.value in _files())
    )


def _names_in_python(path: Path, package: str) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of every import in *path*; the name may be empty."""
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, ""
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                parent = ".".join(package.split(".")[: len(package.split(".")) + 1 - node.level])
                module = f"{parent}.{module}".rstrip(".")
            for alias in node.names:
                yield module, alias.name


def _names_in_pxd(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of every cimport in *path*; the name may be empty."""
    for module, names, modules in _CIMPORT.findall(path.read_text(encoding="utf-8")):
        for name in (names or modules).strip("()").split(","):
            plain = name.split(" as ")[0].strip(" ()\\")
            yield (module, plain) if module else (plain, "")


@cache
def _imports(name: str) -> frozenset[str]:
    """Return the modules that *name* imports: those of the package, and from elsewhere, in full."""
    found = set()
    for path in _files()[name]:
        package = name if path.stem == "__init__" else name.rpartition(".")[0]
        pairs = _names_in_python(path, package) if path.suffix == ".py" else _names_in_pxd(path)
        for module, member in pairs:
            module = module.removeprefix("cython.cimports.")
            whole = f"{module}.{member}" if member else module
            inside = module.partition(".")[0] == "kalahloa"
            found.add(whole if whole in _files() or not inside else module)
    return frozenset(found - {name})


@cache
def _named(name: str) -> frozenset[str]:
    """Return the modules of the package that *name* has as texts, to import them by name."""
    return frozenset(
        node.value
        for path in _files()[name]
        if path.suffix == ".py"
        for node in _nodes(path)
        if isinstance(node, ast.Constant)
    ) - {name, "kalahloa"}


def _rising(layer: str, rooms: tuple[str, ...]) -> list[str]:
    """Return the imports of *layer* to a room that stands later in *rooms*, as sentences."""
    heights = {f"{layer}.{room}": height for height, room in enumerate(rooms)}

    def height_of(name: str) -> int:
        return heights.get(".".join(name.split(".")[:3]), -1)

    return [
        f"{name} imports {other}"
        for name in _files()
        if _is_in(name, (layer,)) and name != layer and name != REGISTRY
        for other in sorted(_imports(name) | _named(name))
        if height_of(other) > height_of(name)
    ]


def _circles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of names that lead to one another, directly or through others (Tarjan)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    groups = []

    def visit(name: str) -> None:
        numbers[name] = lowest[name] = len(numbers)
        stack.append(name)
        for other in sorted(arrows.get(name, ())):
            if other not in numbers:
                visit(other)
            if other in stack:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == numbers[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                groups.append(sorted(group))

    for name in arrows:
        if name not in numbers:
            visit(name)
    return sorted(groups)


def test_functions_import_nothing_of_the_package():
    """What is to be imported later is imported in a block of `lazy_imports()`."""
    inside = {
        f"{name}:{line.lineno}"
        for name in _files()
        if not _is_in(name, ("kalahloa.cli", "kalahloa._build"))
        for path in _files()[name]
        if path.suffix == ".py"
        if _INDENTED.search(source := path.read_text(encoding="utf-8"))
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        for line in ast.walk(function)
        if isinstance(line, ast.ImportFrom) and str(line.module).startswith("kalahloa")
    }

    assert inside == set()


def _is_in(name: str, folders: tuple[str, ...]) -> bool:
    return any(name == folder or name.startswith(f"{folder}.") for folder in folders)


def _arrows(importers: tuple[str, ...], imported: tuple[str, ...]) -> list[str]:
    """Return the imports from *importers* to *imported*, as sentences."""
    return [
        f"{name} imports {other}"
        for name in _files()
        if _is_in(name, importers)
        for other in sorted(_imports(name))
        if _is_in(other, imported)
    ]


def test_no_modules_import_one_another_in_a_circle():
    arrows = {name: set(_imports(name) & _files().keys()) for name in _files()}
    for name in arrows.keys() - GROUND - {REGISTRY}:
        arrows[name] |= _named(name)

    assert _circles(arrows) == []


@pytest.mark.parametrize(
    ("importers", "imported"),
    [
        ("kalahloa.models", ("kalahloa.controllers", *WINDOW, *COMMAND_LINE, "PySide6")),
        ("kalahloa.controllers", (*WINDOW, *COMMAND_LINE, "PySide6.QtWidgets", "PySide6.QtGui")),
        ("kalahloa.views", ("kalahloa.app", *COMMAND_LINE)),
    ],
)
def test_imports_point_downward(importers, imported):
    assert _arrows((importers,), imported) == []


@pytest.mark.parametrize(
    ("layer", "below"),
    [
        ("kalahloa.models", ()),
        ("kalahloa.controllers", ("kalahloa.models",)),
        ("kalahloa.views", ("kalahloa.models", "kalahloa.controllers")),
    ],
)
def test_a_layer_imports_only_itself_what_is_below_and_the_ground(layer, below):
    arrows = {
        (name, other)
        for name in _files()
        if _is_in(name, (layer,))
        for other in _imports(name)
        if _is_in(other, ("kalahloa",)) and not _is_in(other, (layer, *below))
    }

    assert {arrow for arrow in arrows if arrow[1] not in GROUND} == set()


def test_each_room_of_the_models_imports_only_rooms_below_it():
    rooms = {path.parent.name for path in (PACKAGE / "models").glob("*/__init__.py")}

    assert rooms == set(MODEL_ROOMS)
    assert _rising("kalahloa.models", MODEL_ROOMS) == []


def test_each_room_of_the_controllers_imports_only_rooms_below_it():
    rooms = {path.parent.name for path in (PACKAGE / "controllers").glob("*/__init__.py")}

    assert rooms == set(CONTROLLER_ROOMS)
    assert _rising("kalahloa.controllers", CONTROLLER_ROOMS) == []


def test_no_features_need_one_another_in_a_circle():
    arrows: dict[str, set[str]] = {}
    for name in _files():
        if _is_in(name, ("kalahloa.controllers.features",)):
            folder = ".".join(name.split(".")[:4])
            others = {".".join(other.split(".")[:4]) for other in _imports(name) | _named(name)}
            arrows.setdefault(folder, set()).update(others - {folder})

    assert len(arrows) > 10
    assert _circles(arrows) == []


def test_the_checker_of_proofs_knows_the_rules_and_nothing_else():
    known, new = set(), {"kalahloa.models.game.proof_checker"}
    while new:
        known |= new
        new = {other for name in new for other in _imports(name) & _files().keys()} - known

    rooms = tuple(f"kalahloa.models.{room}" for room in ("text", "native", "game"))
    assert "kalahloa.models.game.position" in known
    assert {name for name in known if not _is_in(name, rooms)} == set()


def test_the_ground_imports_no_layer():
    layers = ("kalahloa.models", "kalahloa.controllers", *WINDOW, *COMMAND_LINE)

    assert _arrows(tuple(GROUND), layers) == []


# -- where no game is named ------------------------------------------------------------------------


def _words_of(game_name: str) -> str:
    """Return a pattern for *game_name* in any spelling: ``tic-tac-toe``, ``TicTacToe``."""
    return r"[\W_]*".join(re.findall("[a-z0-9]+", game_name.lower()))


def _game_names() -> re.Pattern[str]:
    """Return a pattern for a key or a title of the house's games, as a word or part of a name."""
    names = {name for game in own_games() for name in (game.key, game.title)}
    either = "|".join(sorted(map(_words_of, names)))
    return re.compile(rf"(?<![a-z])(?:{either})(?![a-z])", re.IGNORECASE)


def _apart(line: str) -> str:
    """Return *line* with CamelCase taken apart, and without the name of the package."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", re.sub("(?i)kalahloa", "", line))


def _names_games(line: str) -> bool:
    return bool(_game_names().search(_apart(line)))


@pytest.mark.parametrize(
    "line",
    [
        "from kalahloa.models.games.kalah.position import Kalah",
        "from kalahloa.models.games.loa.game import GAME",
        "isinstance(position, LoaBoard)",
        'if game.key == "tictactoe":',
        "# as in Lines of\tAction",
        '"""For Tic-tac-toe."""',
        "KALAH_RULES = 3",
        "class TicTacToe(Position):",
    ],
)
def test_a_line_that_names_a_game_is_found(line):
    assert _names_games(line)


@pytest.mark.parametrize(
    "line",
    [
        "from kalahloa.models.game.game import Game",
        "return float(load)",
        "Kalahloa",
        "reload, upload",
    ],
)
def test_a_line_that_names_no_game_is_not(line):
    assert not _names_games(line)


def test_no_line_of_search_or_matches_names_a_game():
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for name, paths in _files().items()
        if _is_in(name, GAMELESS)
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if _names_games(line)
    ]

    assert named == []


def test_search_and_matches_import_no_module_of_a_game():
    games = re.compile(r"kalahloa\.models\.games\..+")
    imported = [
        f"{name} imports {other}"
        for name in _files()
        if _is_in(name, GAMELESS)
        for other in sorted(_imports(name))
        if games.fullmatch(other) or _names_games(other)
    ]

    assert imported == []


def test_only_the_games_own_models_and_boards_name_a_game_by_its_key():
    """Whoever asks for a key has a rule of one game where the rules of all should stand."""
    asked = re.compile(r"\.key\s*(?:==|!=|in)\s")
    places = [
        f"{path.relative_to(ROOT)}:{number}"
        for name, paths in _files().items()
        if _is_in(name, ("kalahloa.models", "kalahloa.controllers", "kalahloa.views"))
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if asked.search(line) and _names_games(line)
    ]

    assert places == []


# -- names -----------------------------------------------------------------------------------------


@cache
def _public(kind: type[ast.stmt]) -> dict[str, set[str]]:
    """Return the names of public classes or functions of modules, and the modules they are in."""
    found: dict[str, set[str]] = {}
    for module, paths in _files().items():
        for path in paths:
            if path.suffix == ".py":
                for node in ast.parse(path.read_text(encoding="utf-8")).body:
                    if isinstance(node, kind) and not node.name.startswith("_"):
                        found.setdefault(node.name, set()).add(module)
    return found


def test_no_two_public_classes_have_the_same_name():
    found = _public(ast.ClassDef)

    assert len(found) > 1000
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == {}


def test_no_two_public_functions_have_the_same_name():
    """Those of two games that do the same in modules of the same name excepted, and `main`."""
    parts_of_games = re.compile(r"kalahloa\.models\.games\.\w+\.(\w+)")

    def is_shared(modules: set[str]) -> bool:
        parts = {found and found[1] for found in map(parts_of_games.fullmatch, modules)}
        return len(modules) > 1 and (len(parts) > 1 or None in parts)

    found = _public(ast.FunctionDef)
    shared = {name: modules for name, modules in found.items() if is_shared(modules)}
    assert set(shared) == {"main"}
    assert len(found["read_position"]) == 3  # so that the exception is one


def test_no_name_is_of_a_word_that_nobody_would_search_for():
    """Each was the name of several things, which have the words of games, programming or Qt now."""
    words = "amount crew deed deeds errand errands lane merits shelf shelves shelving sitting worth"
    names = {*_files(), *_public(ast.ClassDef), *_public(ast.FunctionDef)}
    used = {
        name
        for name in names
        for word in re.findall("[A-Z]?[a-z]+", name)
        if word.lower() in words.split()
    }

    assert used == set()


def test_limits_are_called_max_and_min():
    other = re.compile(r"^_?(?:MOST|LEAST|LARGEST|SMALLEST|LONGEST|SHORTEST|FEW|ENOUGH)(?:_|\b)")
    named = {
        f"{name}: {line.split()[0]}"
        for name, paths in _files().items()
        for path in paths
        for line in path.read_text(encoding="utf-8").splitlines()
        if other.match(line)
    }

    assert named == set()


# -- sizes and places ------------------------------------------------------------------------------


def test_no_file_is_too_long_to_be_read():
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in PACKAGE.rglob("*.py")
    }

    assert {path: length for path, length in lengths.items() if length > MAX_LINES} == {}


def test_each_folder_of_models_has_its_tests_in_a_folder_of_the_same_name():
    folders = {path.parent for path in (PACKAGE / "models").rglob("*.py")}
    untested = [
        str(folder.relative_to(ROOT))
        for folder in sorted(folders)
        if not any((ROOT / "tests" / folder.relative_to(PACKAGE)).rglob("test_*.py"))
    ]

    assert len(folders) > 10
    assert untested == []
