"""What commands and controllers do, where it is imported only when the first of it is done."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


class Deeds:
    """The functions and classes of a module, as they are called, or named in tables of commands.

    The start of the window has no time for all that can be done.  Where types are checked, the
    module itself stands in place of this.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Return what calls the function or class *name* of the module, which it imports first."""

        def deed(*words: Any, **more: Any) -> Any:
            return getattr(import_module(self._module), name)(*words, **more)

        return deed
