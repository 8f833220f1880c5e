"""Rewrites a heuristic's text to what Numba can compile.

* A generator expression that a function uses up at once becomes a list.
* ``map(f, values)`` becomes a list.
"""

import ast

_USES_UP = {"all", "any", "list", "max", "min", "set", "sorted", "sum", "tuple"}
"""Functions that go through all of an argument before they return."""


def rewritten(text: str, file_name: str) -> ast.Module:
    """Return the syntax tree of *text*, rewritten; raises `SyntaxError`."""
    tree = ast.parse(text, file_name)
    own = {name for node in ast.walk(tree) if (name := _bound(node)) is not None}
    return ast.fix_missing_locations(_Rewriter(own).visit(tree))


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

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id in self._own or node.keywords:
            return node
        match node.func.id, node.args:
            case name, [ast.GeneratorExp() as given] if name in _USES_UP:
                listed = ast.ListComp(given.elt, given.generators)
                node.args = [ast.copy_location(listed, given)]
            case "map", [function, values] if not isinstance(values, ast.Starred):
                return self._mapped(node, function, values)
        return node

    def _mapped(self, node: ast.Call, function: ast.expr, values: ast.expr) -> ast.AST:
        self._count += 1
        value = f"mapped_{self._count}"
        call = ast.Call(function, [ast.Name(value, ast.Load())], [])
        over = ast.comprehension(ast.Name(value, ast.Store()), values, [], 0)
        listed = ast.copy_location(ast.ListComp(call, [over]), node)
        for part in ast.walk(listed):
            if not hasattr(part, "lineno"):
                ast.copy_location(part, node)
        return listed
