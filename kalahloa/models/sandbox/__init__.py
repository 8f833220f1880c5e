"""A process of its own for what the user has written, and for searches that are recorded.

`sandbox.Sandbox` is what others use.  `child` is what runs in the other process; nobody imports it.
Both sides talk in frames over two pipes: JSON, and the raw bytes of columns.  Nothing that comes
from the child is unpickled or run, and all of it is checked.
"""
