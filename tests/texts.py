"""Lists all texts that people read, and finds those that are not translated::

    python -m tests.texts                     all of them, each after its file, line and context
    python -m tests.texts kalahloa/views      those of these files and folders
    python -m tests.texts --grep "is no "     those that match an expression

`marked` yields what ``tr``, ``translate`` and ``QT_TRANSLATE_NOOP`` are given, `faults` what
`pyside6-lupdate` would not find in them, `bare` texts for people that reach none of them.
"""

import argparse
import ast
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "kalahloa"

MARKS = {"QT_TRANSLATE_NOOP", "translate"}
"""Functions of a context and a text."""
SETTERS = set(
    """
    setText setToolTip setStatusTip setWhatsThis setWindowTitle setTitle setInformativeText
    setDetailedText setLabelText setPlaceholderText setAccessibleName setAccessibleDescription
    setPrefix setSuffix setSpecialValueText setHeaderLabels setTabText setItemText setNameFilter
    setPlainText appendPlainText setButtonText addAction addItem addItems insertItem addRow
    insertRow addTab addMenu addButton showMessage drawText
    add announce say remark show_sentence show_failure plain_tool_tip _show_effect
    QLabel PlainLabel QMenu QAction QCheckBox QRadioButton QPushButton QGroupBox QDockWidget
    QFileDialog QMessageBox QToolBar PlayerChooser
    IllegalMove BadGame BadPosition BadRules UnknownName BadFile BadCommand
    """.split()
)
"""Functions, methods and classes that show the texts that they are given."""
SIGNALS = set("refused remarked remark message failed answered said raised noticed".split())
"""Signals that tell sentences, by `emit`."""
FOR_PROGRAMMERS = re.compile(
    r"(Value|Type|Index|Key|Runtime|Attribute|NotImplemented|Assertion)Error|"
    r"debug|info|warning|error|exception|critical|addArgument|setStyleSheet|parse_and_bind"
)
"""What is called with sentences that are not for users: errors of the program's, logs."""
SPOKEN = {"cell_name", "cell_description", "heading", "captions"}
"""Functions that return texts for people."""
PUTS_IN_WORDS = {
    *("PlainLabel", "setText", "add", "announce", "plain_tool_tip", "say"),
    *("show_sentence", "show_failure", "fill", "in_words"),
}
"""Functions that may be given sentences of models: they put them into words, or PlainLabel does."""
MODEL_TEXTS = {"reason", "sentence", "trust", "side_name"}
"""Attributes that are sentences of models."""
MODELS_WITH_TITLES = {"game", "entry", "searcher", "heuristic", "option", "player", "level"}
"""Names of variables and attributes whose `title` is a sentence of models."""
NOT_LANGUAGE = re.compile(r"Kalahloa|\bAlt\+\w+|\bCtrl\+\w+|\bEscape\b|\bF\d+\b|</?\w+>")


@dataclass(frozen=True)
class Text:
    """A text that is marked for translation."""

    context: str
    text: str
    comment: str = ""
    line: int = field(default=0, compare=False)


def sources(*folders: str) -> list[Path]:
    """Return the Python files of these folders of the package, by default of all."""
    return sorted(path for folder in folders or ("",) for path in (PACKAGE / folder).rglob("*.py"))


def _called(call: ast.Call) -> str:
    """Return the name of what is called, without what stands before the dot."""
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _plain(node: ast.expr | None) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else None


def _is_mark(node: ast.AST) -> bool:
    """Return whether *node* calls a mark; a painter's `translate` is none."""
    if not isinstance(node, ast.Call) or _called(node) not in {*MARKS, "tr"}:
        return False
    if _called(node) == "tr" or isinstance(node.func, ast.Name):
        return True
    return isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == (
        "QCoreApplication"
    )


def _with_classes(node: ast.AST, name: str = "") -> Iterator[tuple[ast.AST, str]]:
    """Yield all nodes below *node*, each with the name of the class in which it stands."""
    for child in ast.iter_child_nodes(node):
        inside = child.name if isinstance(child, ast.ClassDef) else name
        yield child, inside
        yield from _with_classes(child, inside)


def marked(source: str) -> Iterator[Text]:
    """Yield the texts that *source* has translated."""
    for node, class_name in _with_classes(ast.parse(source)):
        if not _is_mark(node):
            continue
        assert isinstance(node, ast.Call)
        if _called(node) == "tr":
            context: str | None = class_name
            arguments = node.args
        else:
            context = _plain(node.args[0])
            arguments = node.args[1:]
        text = _plain(arguments[0]) if arguments else None
        if context is not None and text is not None:
            comment = _plain(arguments[1]) if len(arguments) > 1 else None
            yield Text(context, text, comment or "", node.lineno)


def _is_translated(node: ast.AST) -> bool:
    return _is_mark(node) and isinstance(node, ast.Call) and _called(node) != "QT_TRANSLATE_NOOP"


def faults(source: str) -> Iterator[str]:
    """Yield what is wrong with the marks of *source*, as sentences that begin with the line."""
    tree = ast.parse(source)
    translated = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _is_translated(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node, class_name in _with_classes(tree):
        if isinstance(node, ast.Call) and _called(node) == "format":
            assert isinstance(node.func, ast.Attribute)
            inner = node.func.value
            if (isinstance(inner, ast.Name) and inner.id in translated) or _is_translated(inner):
                yield f"{node.lineno}: write fill(…, …), which puts the fields into words, too"
        if isinstance(node, ast.JoinedStr) and any(_is_mark(one) for one in ast.walk(node)):
            yield f"{node.lineno}: a mark inside an f-string is not found"
        if not _is_mark(node):
            continue
        assert isinstance(node, ast.Call)
        if _called(node) == "tr":
            texts = node.args[:1]
            owner = node.func.value if isinstance(node.func, ast.Attribute) else None
            if not (isinstance(owner, ast.Name) and owner.id == "self" and class_name):
                yield f"{node.lineno}: tr belongs to self, in a class"
        else:
            texts = node.args[:2]
        if any(isinstance(one, ast.JoinedStr | ast.BinOp | ast.Call | ast.IfExp) for one in texts):
            yield f"{node.lineno}: a text is one literal, without fields or operators"


# -- bare strings ----------------------------------------------------------------------------------


def _is_language(text: str) -> bool:
    """Return whether *text* has a word that a person reads: with a capital, or a space beside."""
    rest = NOT_LANGUAGE.sub("", text)
    return bool(re.search(r"[^\W\d_]{2}", rest)) and bool(re.search(r"[A-Z]|\s", rest))


def _is_sentence(text: str) -> bool:
    return bool(re.match(r"[A-Z{].*[a-z}]+ .*(?:[.!?…:]|: \{\})$", text.strip(), re.DOTALL))


def _literal(node: ast.AST) -> str | None:
    """Return the text of a literal, the values of an f-string as ``{}``."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_plain(part) or "{}" for part in node.values if isinstance(part, ast.expr))
    return _plain(node) if isinstance(node, ast.expr) else None


def _shown_literals(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the literals that are part of what the expression *node* shows."""
    if _is_mark(node) or isinstance(node, ast.Compare | ast.Subscript | ast.Lambda):
        return
    text = _literal(node)
    if text is not None:
        yield node.lineno, text  # type: ignore[attr-defined]
        for part in getattr(node, "values", []):
            if isinstance(part, ast.FormattedValue):
                yield from _shown_literals(part.value)
        return
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.IfExp) and child is node.test):
            yield from _shown_literals(child)


def _is_model_text(node: ast.AST) -> bool:
    """Return whether *node* is, by its name, a sentence of a model's that is not in words yet."""
    if isinstance(node, ast.Call) and _called(node) in {"quote", "shorten"} and node.args:
        return _is_model_text(node.args[0])
    if isinstance(node, ast.Subscript):
        owner = node.value
        name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
        return name in {"sides", "SIDES"}
    if not isinstance(node, ast.Attribute):
        return False
    owner = node.value
    name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
    if node.attr == "title":
        return name in MODELS_WITH_TITLES
    return node.attr in MODEL_TEXTS and name not in {"self", "workspace"}


def _arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _shows(call: ast.Call) -> bool:
    """Return whether *call* shows its texts to a person."""
    name = _called(call)
    if name == "emit" and isinstance(call.func, ast.Attribute):
        signal = call.func.value
        return isinstance(signal, ast.Attribute) and signal.attr in SIGNALS
    return name in SETTERS


def bare(source: str) -> list[str]:
    """Return the texts of *source* that are shown and not translated, each after its line."""
    tree = ast.parse(source)
    quiet = {id(inner) for node in ast.walk(tree) for inner in _not_for_users(node)}
    found: dict[tuple[int, str], None] = {}
    for node in ast.walk(tree):
        if id(node) in quiet:
            continue
        if isinstance(node, ast.Call) and _shows(node):
            for argument in _arguments(node):
                for line, text in _shown_literals(argument):
                    if _is_language(text):
                        found[line, text] = None
                if _is_model_text(argument) and _called(node) not in PUTS_IN_WORDS:
                    found[argument.lineno, ast.unparse(argument)] = None
        if isinstance(node, ast.FormattedValue) and _is_model_text(node.value):
            found[node.lineno, ast.unparse(node.value)] = None
        if isinstance(node, ast.FunctionDef) and node.name in SPOKEN:
            for statement in node.body:
                for line, text in _shown_literals(statement):
                    if _is_language(text) and not isinstance(statement, ast.Expr):
                        found[line, text] = None
        text = _literal(node)
        if text is not None and _is_sentence(text):
            found[node.lineno, text] = None  # type: ignore[attr-defined]
    return [f"{line}: {text}" for line, text in sorted(found)]


def _not_for_users(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below *node* whose texts no user sees, or that are translated."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value  # a docstring
    elif isinstance(node, ast.JoinedStr):
        for part in node.values:
            yield from [part] if isinstance(part, ast.Constant) else []
    elif isinstance(node, ast.Call) and (_is_mark(node) or FOR_PROGRAMMERS.match(_called(node))):
        for argument in _arguments(node):
            yield from ast.walk(argument)
    elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
        yield from ast.walk(node.annotation)
    elif isinstance(node, ast.FunctionDef) and node.returns is not None:
        yield from ast.walk(node.returns)


# -- the list --------------------------------------------------------------------------------------


def _literals(source: str) -> Iterator[Text]:
    """Yield the texts of the command line in *source*, which are not translated."""
    tree = ast.parse(source)
    hidden = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr | ast.Expr | ast.Subscript) or _is_mark(node)
        for inner in ast.walk(node)
        if inner is not node and isinstance(inner, ast.Constant)
        if not isinstance(node, ast.Expr) or inner is node.value
    }
    for node in ast.walk(tree):
        text = _literal(node)
        if text is not None and id(node) not in hidden and re.search(r"[a-z]{2,} ", text):
            yield Text("", text, "", node.lineno)  # type: ignore[attr-defined]


def _of_page(page: str) -> Iterator[Text]:
    """Yield the sentences of a help page."""
    blank = re.sub(r"<(pre|style|script)\b.*?</\1>|<!--.*?-->", _only_newlines, page, flags=re.S)
    for block in re.finditer(
        r"<(p|li|td|th|h\d|title|dt|dd|figcaption)\b[^>]*>([^\0]*?)</\1>", blank
    ):
        text = html.unescape(" ".join(re.sub(r"<[^>]+>", "", block[2]).split()))
        for sentence in re.split(r"(?<=[.!?:]) (?=[A-Z“])", text):
            if re.search(r"[^\W\d_]{2}", sentence):
                yield Text("", sentence, "", page.count("\n", 0, block.start()) + 1)


def _only_newlines(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def listed(path: Path) -> list[Text]:
    """Return the texts for people in the file *path*, in their order."""
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return list(_of_page(content))
    texts = list(marked(content))
    if path.is_relative_to(PACKAGE / "cli") or path == PACKAGE / "views" / "terminal.py":
        texts += _literals(content)
    else:
        for found in bare(content):
            line, _, text = found.partition(": ")
            texts.append(Text("", text, "", int(line)))
    return sorted(texts, key=lambda text: text.line)


def main() -> None:
    """List the texts of the files named on the command line, or of all."""
    parser = argparse.ArgumentParser(description="List all texts that people read.")
    parser.add_argument("paths", nargs="*", type=Path, help="files and folders; by default all")
    parser.add_argument("--grep", default="", help="only texts that match this expression")
    values = parser.parse_args()
    for top in values.paths or [PACKAGE, ROOT / "resources" / "help"]:
        top = top.resolve()
        for path in sorted([top] if top.is_file() else top.rglob("*")):
            if path.suffix not in {".py", ".html"} or "_build" in path.parts:
                continue
            for text in listed(path):
                if re.search(values.grep, text.text):
                    name = path.relative_to(ROOT)
                    print(f"{name}:{text.line}\t{text.context}\t{text.text!r}")


if __name__ == "__main__":
    main()
