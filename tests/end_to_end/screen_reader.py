"""A screen reader beside the program: what it finds in the window, and what it hears."""

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.end_to_end.program import PATIENCE, wait_until

PYTHON = "/usr/bin/python3"
"""The system's, for which the bindings of `libatspi` are installed."""
CLIENT = Path(__file__).with_name("atspi_client.py")
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")


@cache
def is_there() -> bool:
    """Return whether this machine has what a screen reader needs."""
    if not any(map(shutil.which, LAUNCHERS)) or shutil.which(PYTHON) is None:
        return False
    bindings = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    tried = subprocess.run([PYTHON, "-c", bindings], capture_output=True, check=False)
    return tried.returncode == 0


@dataclass(frozen=True)
class Found:
    """Something in the accessible tree of the program, as it was when it was read."""

    role: str
    name: str
    label: str
    """The name of what labels it, empty if nothing does."""
    description: str
    states: frozenset[str]
    actions: tuple[str, ...]
    text: str
    path: tuple[int, ...]
    children: tuple["Found", ...]

    @classmethod
    def of(cls, plain: dict[str, Any], path: tuple[int, ...] = ()) -> "Found":
        """Return what *plain*, found at *path* from the root, says."""
        return cls(
            role=plain["role"],
            name=plain["name"],
            label=plain["label"],
            description=plain["description"],
            states=frozenset(plain["states"]),
            actions=tuple(plain["actions"]),
            text=plain["text"],
            path=path,
            children=tuple(
                cls.of(child, (*path, place)) for place, child in enumerate(plain["children"])
            ),
        )

    def walk(self) -> Iterator["Found"]:
        """Yield this and everything below it, as it is read."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, role: str, name: str | None = None) -> list["Found"]:
        """Return everything with this *role*, and this *name* if one is given."""
        return [
            one for one in self.walk() if one.role == role and (name is None or one.name == name)
        ]

    def one(self, role: str, name: str | None = None) -> "Found":
        """Return the only thing with this *role* and *name*."""
        found = self.all(role, name)
        assert len(found) == 1, f"{len(found)} of {role} {name!r}:\n{self.outline()}"
        return found[0]

    def outline(self, depth: int = 0) -> str:
        """Return the tree as lines of text."""
        states = " ".join(sorted(self.states - {"visible", "enabled"}))
        line = f"{'  ' * depth}{self.role} {self.name!r} [{states}]"
        return "\n".join([line, *(child.outline(depth + 1) for child in self.children)])


class ScreenReader:
    """An AT-SPI client in a process of its own that reads one program."""

    def __init__(self, environment: dict[str, str]) -> None:
        """Be there before the program is started, as a screen reader usually is."""
        self.events: list[dict[str, Any]] = []
        """What the program has told since the last `forget`."""
        self._answers: list[dict[str, Any]] = []
        self._client = subprocess.Popen(
            [PYTHON, "-W", "ignore::DeprecationWarning", str(CLIENT)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._next_answer()

    def read(self, process: int) -> None:
        """Listen to the program with the number *process*, as soon as it can be read."""
        self._asked(ask="read", process=process)
        wait_until(lambda: self._asked(ask="tree", path=[0], depth=0) is not None)

    def _listen(self) -> None:
        assert self._client.stdout is not None
        for line in self._client.stdout:
            told = json.loads(line)
            (self.events if "event" in told else self._answers).append(told)

    def _next_answer(self) -> Any:
        wait_until(lambda: bool(self._answers) or self._client.poll() is not None)
        assert self._answers, "The screen reader has ended."
        return self._answers.pop(0)["answer"]

    def _asked(self, **request: Any) -> Any:
        assert self._client.stdin is not None
        self._client.stdin.write(json.dumps(request) + "\n")
        self._client.stdin.flush()
        return self._next_answer()

    # -- what there is -------------------------------------------------------------------------

    def tree(self, path: tuple[int, ...] = (), depth: int = 50) -> Found:
        """Return what there is in the program now, at most *depth* below *path* from its root."""
        found: list[dict[str, Any]] = []

        def read() -> bool:
            # None while something comes or goes.
            plain = self._asked(ask="tree", path=list(path), depth=depth)
            found[:] = [] if plain is None else [plain]
            return bool(found)

        wait_until(read)
        return Found.of(found[0], path)

    def focus(self) -> Found:
        """Return what has the focus now, the innermost."""
        return [
            one
            for one in self.tree().walk()
            if {"focused", "showing"} <= one.states and one.role not in ("list item", "table cell")
        ][-1]

    def wait_for_window(self, name: str) -> Found:
        """Wait until the window called *name* is active; return it without what is below it."""
        found: list[Found] = []

        def look() -> bool:
            found[:] = [
                one
                for one in self.tree(depth=1).children
                if one.name == name and {"active", "showing"} <= one.states
            ]
            return bool(found)

        wait_until(look, lambda: self.tree().outline())
        return found[0]

    def window(self, name: str) -> Found:
        """Wait until the window called *name* is active; return the tree below it.

        To read it takes a thousand questions, and a good part of a second.
        """
        return self.tree(self.wait_for_window(name).path)

    def act(self, found: Found, action: str) -> None:
        """Do *action* with what was *found*."""
        assert self._asked(ask="act", path=list(found.path), action=action)

    # -- what is heard -------------------------------------------------------------------------

    def forget(self) -> None:
        """Forget everything heard so far."""
        self.events.clear()

    def heard(self) -> list[str]:
        """Return the announcements heard, in order."""
        return [told["text"] for told in self.events if told["event"] == "object:announcement"]

    def notified(self) -> list[str]:
        """Return the notifications that have appeared, in order."""
        return [
            told["name"]
            for told in self.events
            if told["event"] == "object:state-changed:showing" and told["role"] == "notification"
        ]

    def focused(self) -> list[str]:
        """Return what has got the focus, in order: the names, or those of the labels."""
        return [
            told["label"] or told["name"]
            for told in self.events
            if told["event"] == "object:state-changed:focused" and told["on"]
        ]

    def renamed(self, name: str) -> int:
        """Return how often something has told that it is called *name* now."""
        return sum(
            told["event"] == "object:property-change:accessible-name" and told["text"] == name
            for told in self.events
        )

    def wait_to_hear(self, *sentences: str) -> None:
        """Wait until exactly *sentences* have been announced, in this order."""
        wait_until(
            lambda: len(self.heard()) >= len(sentences), lambda: f"Heard only {self.heard()}."
        )
        assert self.heard() == list(sentences), self.heard()

    def wait_for_focus(self, name: str) -> None:
        """Wait until what is called *name* was the last to get the focus."""
        wait_until(
            lambda: self.focused()[-1:] == [name],
            lambda: f"Not {name!r}, but {self.focused()} had the focus.",
        )

    def end(self) -> None:
        """Stop listening."""
        assert self._client.stdin is not None
        self._client.stdin.close()
        self._client.wait(PATIENCE)
        self._listener.join(PATIENCE)
        assert self._client.stdout is not None
        self._client.stdout.close()
