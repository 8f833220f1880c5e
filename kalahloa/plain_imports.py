"""Puts Python's own `import` back in place of PySide's.

PySide replaces it to offer ``from __feature__ import snake_case``, which nothing here uses.  To
learn which modules could, it reads the source of every module that is imported after it: a fifth of
the time until the window is there.  Whoever starts the window imports this module before the others
that use Qt.
"""

import builtins

import PySide6.QtCore  # noqa: F401  # which does it

builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
