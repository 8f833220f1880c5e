"""Creation of objects by `__cinit__` in plain Python, as Cython does it for compiled classes."""

from inspect import get_annotations, signature
from typing import Any, TypeVar

Made = TypeVar("Made")


def create(cls: type[Made], *arguments: Any, **options: Any) -> Made:
    """Return a new object of *cls*, set up by the `__cinit__` of each of its classes.

    To be used as `__new__`.  An object that is not set up does not exist, and none is set up twice.
    Raises `TypeError` for an argument that is not of the compiled class that it is said to be.
    """
    made = object.__new__(cls)
    for base in reversed(cls.__mro__):
        initialise = vars(base).get("__cinit__")
        if initialise is not None:
            for name, kind in get_annotations(initialise).items():
                if isinstance(kind, type) and kind.__module__.startswith("kalahloa."):
                    given = signature(initialise).bind(made, *arguments, **options).arguments
                    if not isinstance(given.get(name), kind):
                        raise TypeError(f"{name} is a {kind.__name__}.")
            initialise(made, *arguments, **options)
    return made
