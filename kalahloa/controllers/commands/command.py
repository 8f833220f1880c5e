"""A command: something that a user can have done, by menu, key, button or word."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Concatenate, ParamSpec, TypeVar

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, translate
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.models.record.record import Node
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import shorten

HIDDEN = QT_TRANSLATE_NOOP("Commands", "Find the move yourself, or give up.")
"""Why nothing that would help is shown in an exercise."""


def translated(text: str) -> str:
    """Return *text* of the table in the user's language."""
    return translate("Commands", text)


def _always(_place: Place) -> bool:
    return True


def _why_hidden(place: Place, otherwise: str | Callable[[Place], str]) -> str:
    """Return why what reveals something is not possible at *place*; *otherwise*, if not so."""
    if place.secret:
        return translated(HIDDEN)
    return translated(otherwise) if isinstance(otherwise, str) else otherwise(place)


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """Something that a user can have done.

    `title` is the text of menus (with the mnemonic's ampersand), `tip` a sentence.  `words` are
    what else players call it, with commas between: the palette finds it by them.  `menu` is a key
    of `MENUS`, empty for commands that are only typed or that panels ask for; `group` separates a
    menu's parts.  `shortcuts` are keys; `standard` names Qt's standard key, which is added.

    `possible` tells whether it can be done at a place, and `otherwise` says why not; it is asked of
    all commands at every change, and must not look for moves.  `checked` is what a switch shows.
    `run` does it, with the words typed after its name, and returns what a typed line answers, if
    anything.  Without `run`, or where it is not typed and the window has an action of this key, the
    front does it.

    `perform_order` does what a panel asks for by a value, an order, which the words stand for.

    `run_at` does it at any node of the record, where it can be done at others than the current one.

    `reveals` is whether it shows, or leads to, what may come next: then it is not possible while an
    exercise hides that, from wherever it is asked for.

    It stands `after` the command of this key in menus and lists, or else after the one before it in
    its table.

    `typed` is its name in the typed language, if it has one; `typed_aliases` are older names, which
    scripts may use and no list shows.  `arguments` describe the words after
    it; where they are empty, no words are taken.  `following` returns those that can come first, as
    far as that is known.  `typed_answer` is what a typed line answers where `run` returns nothing.
    """

    key: str
    title: str = ""
    tip: str = ""
    words: str = ""
    menu: str = ""
    group: int = 0
    icon: str = ""
    shortcuts: tuple[str, ...] = ()
    standard: str = ""
    possible: Callable[[Place], bool] = _always
    otherwise: str | Callable[[Place], str] = ""
    checked: Callable[[Place], bool] | None = None
    checkable: bool = False
    run: Callable[[AppContext, list[str]], str | None] | None = None
    perform_order: Callable[[AppContext, Any], str | None] | None = None
    run_at: Callable[[AppContext, Node], str | None] | None = None
    reveals: bool = False
    after: str = ""
    typed: str = ""
    typed_aliases: tuple[str, ...] = ()
    arguments: str = ""
    following: Callable[[AppContext], Iterable[str]] | None = None
    typed_answer: str = ""

    def __post_init__(self) -> None:
        """Have the command impossible while an exercise hides what it *reveals*."""
        if self.reveals:
            possible, otherwise = self.possible, self.otherwise
            object.__setattr__(self, "possible", lambda at: not at.secret and possible(at))
            object.__setattr__(self, "otherwise", lambda at: _why_hidden(at, otherwise))

    @property
    def label(self) -> str:
        """The title without the mnemonic and the dots, in the user's language."""
        return translated(self.title).replace("&", "").rstrip("…")

    def why_not(self, place: Place) -> str:
        """Return why the command is not possible at *place*, as a sentence."""
        return (
            translated(self.otherwise) if isinstance(self.otherwise, str) else self.otherwise(place)
        )

    def trigger(self, app: AppContext) -> str:
        """Do it as a menu or a key does, and return a sentence for the user, or nothing.

        Raises `BadCommand` where it is not possible.
        """
        self._require(app.document.place)
        if self.key in app.window_actions:
            app.window_actions[self.key]()
            return ""
        return self.perform(app, [])

    def perform_at(self, app: AppContext, node: Node) -> str:
        """Do it at *node* of the record, which need not be the current one; return the answer.

        Raises `BadCommand` where it is not possible there, or not at other nodes.
        """
        self._require(replace(app.document.place, node=node))
        if self.run_at is None:
            raise BadCommand(translate("Commands", "You can only do this at the current move."))
        return self.run_at(app, node) or ""

    def perform(self, app: AppContext, words: object) -> str:
        """Do it with *words*, a list of those typed after its name, or an order; return the answer.

        Raises `BadCommand` where it is not possible, or its words cannot be read.
        """
        self._require(app.document.place)
        if not isinstance(words, list):
            assert self.perform_order is not None
            return self.perform_order(app, words) or ""
        if words and not self.arguments:
            sentence = translate("Commands", "{name} takes no arguments.")
            raise BadCommand(fill(sentence, name=self.typed or self.key))
        if self.run is not None:
            return self.run(app, words) or ""
        if self.key not in app.window_actions:
            raise BadCommand(translate("Commands", "This needs the graphical window."))
        app.window_actions[self.key]()
        return ""

    def _require(self, place: Place) -> None:
        if not self.possible(place):
            raise BadCommand(self.why_not(place))


P = ParamSpec("P")
Run = TypeVar("Run", bound=Callable[[AppContext, Any], str | None])
Answer = Callable[[AppContext, list[str]], str]


def _declaring(
    make: Callable[P, Command], *, at_node: bool = False
) -> "Callable[Concatenate[CommandTable, P], Callable[[Run], Run]]":
    def declare(table: "CommandTable", *values: P.args, **more: P.kwargs) -> Callable[[Run], Run]:
        command = make(*values, **more)
        table.append(command)

        def run_by(function: Run) -> Run:
            run: Any = (lambda app, _: function(app, app.document.node)) if at_node else function
            object.__setattr__(command, "run", run)
            if at_node:
                object.__setattr__(command, "run_at", function)
            return function

        return run_by

    return declare


class CommandTable(list[Command]):
    """Commands in the order in which they are declared, each above the function that does it.

    ``@TABLE.declare(key="stop", typed="stop")`` takes what a `Command` takes but `run`, which is
    the function below; without a function, the front does it.  With `declare_at` the function is
    given a node of the record, by default the current one, in place of the words.

    The function returns the text that a typed line answers, which may be empty, and raises a
    `KalahloaError`, having changed nothing, where its words cannot be read.
    """

    declare = _declaring(Command)
    declare_at = _declaring(Command, at_node=True)


def copied(
    answer: Callable[[AppContext, list[str]], str],
) -> Callable[[AppContext, list[str]], str]:
    """Return what puts on the clipboard what *answer*, the function of a command, answers."""

    def copy(app: AppContext, words: list[str]) -> str:
        if app.copy is None:
            raise BadCommand(translate("Commands", "No clipboard is available."))
        text = answer(app, words)
        app.copy(text)
        return fill(translate("Commands", "Copied: {text}"), text=shorten(text))

    return copy
