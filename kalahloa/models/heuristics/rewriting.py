"""Rewrites a heuristic's text to what Numba can compile, with the same values.

* A generator expression that a function uses up at once becomes a list.
* ``map(f, values)`` becomes a list.
* The sum of what a generator expression yields is added up by a function, without a list.
* ``round(number, digits)`` and ``sum(values)`` are calls of functions that round and add exactly as
  this version of CPython does.
"""

import ast
import sys
from math import floor
from typing import Any

_USES_UP = {"all", "any", "list", "max", "min", "set", "sorted", "sum", "tuple"}
"""Functions that go through all of an argument before they return."""
_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)
_KEPT = {"total", "values"}
"""The names of the functions that sum up; a text that uses them itself is not rewritten so."""
_MAX_DIGITS = 15
_WHOLE = 2.0**52
_SPLIT = 134217729.0
"""2^27 + 1, to split a float in two halves of its digits."""


def rewritten(text: str, file_name: str) -> ast.Module:
    """Return the syntax tree of *text*, rewritten; raises `SyntaxError`."""
    tree = ast.parse(text, file_name)
    own = {name for node in ast.walk(tree) if (name := _bound(node)) is not None}
    rewriter = _Rewriter(own)
    tree = rewriter.visit(tree)
    tree.body += rewriter.functions
    return ast.fix_missing_locations(tree)


def _bound(node: ast.AST) -> str | None:
    """Return the name to which *node* gives a meaning, or None."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id
    if isinstance(node, ast.FunctionDef):
        return node.name
    return node.arg if isinstance(node, ast.arg) else None


class _Rewriter(ast.NodeTransformer):
    """Rewrites calls of builtins, except of those that the text gives a meaning of its own."""

    def __init__(self, own: set[str]) -> None:
        self._own = own
        self._count = 0
        self.functions: list[ast.FunctionDef] = []
        """What the rewritten text calls besides its own functions."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id in self._own or node.keywords:
            return node
        name = node.func.id
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return node
        if name == "sum" and len(node.args) == 1 and sys.version_info < (3, 12):
            added = self._added(node.args[0], node)
            if added is not None:
                return added
        if name in _USES_UP and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            given = node.args[0]
            node.args[0] = ast.copy_location(ast.ListComp(given.elt, given.generators), given)
        if name == "map" and len(node.args) == 2:
            return self._mapped(node)
        if name == "round" and len(node.args) == 2:
            node.func.id = exact_round.__name__
        if name == "sum" and len(node.args) == 1 and sys.version_info >= (3, 12):
            node.func.id = exact_sum.__name__
        return node

    def _added(self, given: ast.expr, node: ast.Call) -> ast.AST | None:
        """Return the call of a new function that sums up what *given* yields, or None."""
        if not isinstance(given, ast.GeneratorExp | ast.ListComp) or len(given.generators) != 1:
            return None
        (over,) = given.generators
        inner = [given.elt, *over.ifs]
        if not isinstance(over.target, ast.Name) or any(
            isinstance(part, _SCOPES) for one in inner for part in ast.walk(one)
        ):
            return None
        names = {part.id for one in inner for part in ast.walk(one) if isinstance(part, ast.Name)}
        if _KEPT & (names | {over.target.id}):
            return None
        self._count += 1
        # What it needs of the function around it is handed on.
        given_names = sorted(names & self._own - {over.target.id})
        step: ast.stmt = ast.Assign(
            [ast.Name("total", ast.Store())],
            ast.BinOp(ast.Name("total", ast.Load()), ast.Add(), given.elt),
        )
        for condition in reversed(over.ifs):
            step = ast.If(condition, [step], [])
        parameters = [ast.arg(name) for name in ["values", *given_names]]
        function = ast.parse(
            f"def kalahloa_sum_{self._count}():\n    total = 0\n    return total"
        ).body[0]
        assert isinstance(function, ast.FunctionDef)
        function.args.args = parameters
        loop = ast.For(over.target, ast.Name("values", ast.Load()), [step], [])
        function.body.insert(1, loop)
        kept = {part for one in inner for part in ast.walk(one)}
        for part in ast.walk(function):
            if part not in kept:
                ast.copy_location(part, node)
        self.functions.append(function)
        arguments = [over.iter, *(ast.Name(name, ast.Load()) for name in given_names)]
        call = ast.Call(ast.Name(function.name, ast.Load()), arguments, [])
        return ast.copy_location(call, node)

    def _mapped(self, node: ast.Call) -> ast.AST:
        self._count += 1
        value = f"mapped_{self._count}"
        call = ast.Call(node.args[0], [ast.Name(value, ast.Load())], [])
        over = ast.comprehension(ast.Name(value, ast.Store()), node.args[1], [], 0)
        listed = ast.copy_location(ast.ListComp(call, [over]), node)
        for part in ast.walk(listed):
            if not hasattr(part, "lineno"):
                ast.copy_location(part, node)
        return listed


def exact_round(number: Any, digits: Any) -> Any:
    """Return ``round(number, digits)`` as CPython has it: the nearest, of the exact value.

    Numba rounds what it has multiplied, which is inexact.
    """
    if digits < 0 or digits > _MAX_DIGITS:
        return round(number, digits)
    scale = 1.0
    for _ in range(digits):
        scale *= 10.0
    product = number * scale
    if not -_WHOLE < product < _WHOLE:
        return round(number, digits)
    # What the product lacks to be exact (Dekker, 1971).
    split = _SPLIT * number
    high = split - (split - number)
    low = number - high
    split = _SPLIT * scale
    scale_high = split - (split - scale)
    scale_low = scale - scale_high
    error = ((high * scale_high - product) + high * scale_low + low * scale_high) + low * scale_low
    whole = float(floor(product))
    part = product - whole
    if part > 0.5 or (part == 0.5 and (error > 0 or (error == 0 and whole % 2 == 1))):
        whole += 1.0
    return whole / scale


def exact_sum(values: Any) -> Any:
    """Return the sum of the floats *values* as CPython 3.12 and later have it: compensated."""
    total = 0.0
    lost = 0.0
    for value in values:
        new = total + value
        if abs(total) >= abs(value):
            lost += (total - new) + value
        else:
            lost += (value - new) + total
        total = new
    return total + lost if lost != 0.0 else total
