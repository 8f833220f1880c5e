"""Chromium without a window, driven by its own protocol (CDP) over a pair of pipes.

The protocol is JSON, a message ended by a zero byte: that needs no package and no second program,
and it can do what drivers leave out: widths below those of a window, the colour scheme, the tree of
accessibility, and a list of all requests.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.end_to_end.program import PATIENCE

CHROMIUM = "chromium"
_KEY_CODES = {
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    "Home": 36,
    "End": 35,
    "Tab": 9,
    "Enter": 13,
}


class Browser:
    """A browser with one page."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="chromium-")
        theirs_in, self._writer = os.pipe()
        self._reader, theirs_out = os.pipe()
        # The browser reads from 3 and writes to 4.
        self._process = subprocess.Popen(
            [
                *("bash", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "bash", CHROMIUM),
                *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
                *("--disable-dev-shm-usage", "--hide-scrollbars=false"),
                *(f"--user-data-dir={self._folder}", "--remote-debugging-pipe", "about:blank"),
            ],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": self._folder},
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._buffer = b""
        self._number = 0
        self._session = ""
        self.errors: list[str] = []
        """What the page has complained of: exceptions, and errors and warnings in the console."""
        self.requests: list[str] = []
        """The addresses that the page has asked for."""
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        """End the browser."""
        self._process.kill()
        self._process.wait(PATIENCE)
        os.close(self._reader)
        os.close(self._writer)
        shutil.rmtree(self._folder, ignore_errors=True)

    # -- the protocol --------------------------------------------------------------------------

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Have *method* done, and return its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._writer, json.dumps(message).encode() + b"\0")
        while True:
            reply = self._receive()
            if reply.get("id") == self._number:
                assert "error" not in reply, f"{method}: {reply['error']}"
                return reply["result"]

    def _receive(self) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._reader], [], [], max(0.0, until - time.monotonic()))
            assert ready, "The browser does not answer."
            part = os.read(self._reader, 1 << 20)
            assert part, "The browser has ended."
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        reply: dict[str, Any] = json.loads(message)
        self._note(reply.get("method", ""), reply.get("params", {}))
        return reply

    def _note(self, event: str, values: dict[str, Any]) -> None:
        if event == "Runtime.exceptionThrown":
            self.errors.append(str(values["exceptionDetails"]))
        elif event == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning"):
            self.errors.append(str(values["args"]))
        elif event == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
            self.errors.append(values["entry"]["text"])
        elif event == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])

    # -- the page ------------------------------------------------------------------------------

    def open(self, path: Path, width: int, height: int = 900, *, dark: bool = False) -> None:
        """Show the file at *path* in a window of a size, as a touch screen if it is narrow."""
        narrow = width < 600
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=narrow,
        )
        self.set_dark(dark)
        self.call("Page.navigate", url="about:blank")
        self.errors.clear()
        self.requests.clear()
        self.call("Page.navigate", url=path.as_uri())
        self.wait_for("document.readyState === 'complete' && location.protocol === 'file:'")

    def set_dark(self, dark: bool) -> None:
        """Say whether the reader likes dark colours."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def evaluate(self, expression: str) -> Any:
        """Return the value of *expression* on the page."""
        reply = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in reply, reply
        return reply["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Wait until *expression* is true."""
        self._wait(lambda: bool(self.evaluate(expression)), expression)

    def _wait(self, is_done: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + PATIENCE
        while not is_done():
            assert time.monotonic() < until, what
            time.sleep(0.02)

    def press(self, key: str) -> None:
        """Press and release *key*."""
        code = {"key": key, "code": key, "windowsVirtualKeyCode": _KEY_CODES[key]}
        text = {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **code)

    def click(self, selector: str) -> None:
        """Click the middle of what *selector* finds first, which must be seen."""
        found = self.evaluate(
            f"(() => {{ const it = document.querySelector({json.dumps(selector)});"
            " it.scrollIntoView({block: 'nearest'});"
            " const place = it.getBoundingClientRect();"
            " const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];"
            " return [x, y, it.contains(document.elementFromPoint(x, y))]; })()"
        )
        x, y, is_seen = found
        assert is_seen, f"{selector} is covered."
        self.click_at(x, y)

    def click_at(self, x: float, y: float) -> None:
        """Click the point."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def accessible(self) -> list[tuple[str, str]]:
        """Return role and name of everything that a screen reader finds."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node["ignored"] and "role" in node
        ]

    def screenshot(self) -> bytes:
        """Return what is seen, as a PNG file."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
