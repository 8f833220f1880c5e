"""Constants that compiled modules take from a `.pxd` are those of the plain Python twin."""

import ast
import re
from pathlib import Path

import pytest

from tests.pure_twin import load_pure

MODELS = Path(__file__).resolve().parents[2] / "kalahloa" / "models"
ENUM = re.compile(r"^cp?def enum:\n((?:(?:    .*)?\n)+)", re.MULTILINE)
MEMBER = re.compile(r"^    (\w+) = (.+)$", re.MULTILINE)
LAYOUT = {"CACHE_LINE"}
"""What says how C structures lie in memory; plain Python has no use for it."""

DECLARATIONS = sorted(MODELS.rglob("*.pxd"))
every_declaration = pytest.mark.parametrize(
    "path", DECLARATIONS, ids=[path.stem for path in DECLARATIONS]
)


def declared(path: Path) -> dict[str, int]:
    """Return the constants of all anonymous enums in the `.pxd` at *path*."""
    constants: dict[str, int] = {}
    for block in ENUM.findall(path.read_text(encoding="utf-8")):
        for name, expression in MEMBER.findall(block):
            constants[name] = eval(expression, {"__builtins__": {}}, constants)
    return {name: value for name, value in constants.items() if name not in LAYOUT}


def assigned_when_plain(source: str) -> set[str]:
    """Return the upper-case names that *source* assigns only where it is not compiled."""
    names: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "cython.compiled":
            assignments = [part for part in node.orelse if isinstance(part, ast.Assign)]
            targets = [target for part in assignments for target in part.targets]
            names |= {
                name.id
                for target in targets
                for name in ast.walk(target)
                if isinstance(name, ast.Name) and name.id.isupper()
            }
    return {name for name in names if not name.startswith("_")}


@every_declaration
def test_every_declared_constant_has_its_value_in_plain_python(path: Path):
    constants = declared(path)
    if not constants:
        return

    twin = load_pure()[".".join(path.relative_to(MODELS).with_suffix("").parts)]

    assert {name: getattr(twin, name, None) for name in constants} == constants


@every_declaration
def test_plain_python_has_no_constant_of_its_own(path: Path):
    twin = path.with_suffix(".py")
    if not twin.exists():
        return

    own = assigned_when_plain(twin.read_text(encoding="utf-8"))

    assert own <= declared(path).keys()


def test_declarations_are_found_at_all():
    constants = {name: value for path in DECLARATIONS for name, value in declared(path).items()}

    assert len(constants) > 50
    assert constants["DECIDED"] == 20000
    assert "MAX_PLY" in assigned_when_plain(
        (MODELS / "search/engine/pvs.py").read_text(encoding="utf-8")
    )
