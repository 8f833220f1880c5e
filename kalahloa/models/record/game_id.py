"""The id of a game, by which it is recognised wherever it comes back from."""

import os
import re
import time

_UID = re.compile(r"[0-9a-f]{32}")


def new_uid() -> str:
    """Return an id that no game has, here or elsewhere.

    It begins with the time, in milliseconds, so that the ids of games that come together are side
    by side in their index.
    """
    return f"{time.time_ns() // 1_000_000:012x}{os.urandom(10).hex()}"


def read_uid(text: object) -> str:
    """Return *text*, which stands in a file, if it is an id; otherwise an empty string."""
    return text if isinstance(text, str) and _UID.fullmatch(text) else ""
