"""The hooks that pip calls (PEP 517 and 660): setuptools' own, with a choice of compiler.

KALAHLOA_BUILD is `auto` (the default: the system's C compiler, else Zig's, else none), or forces
`cc`, `zig`, `pure` or `debug` (the system's C compiler, with checks of invariants).  Under `auto` a
build never fails for want of a working compiler: it then installs the plain Python sources and no
extension module at all.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from setuptools import build_meta

from kalahloa._build import tiers
from kalahloa._build.commands import BuildAttempt
from kalahloa._build.progress import announce_step


@contextmanager
def _scratch() -> Iterator[str]:
    """Let the commands write into a new folder within the context."""
    with tempfile.TemporaryDirectory(prefix="kalahloa-build-") as scratch:
        BuildAttempt.scratch = scratch
        yield scratch


def _in_scratch(hook: Callable[..., Any]) -> Callable[..., Any]:
    """Return *hook* with a folder to write into, because the sources' own may be read-only."""

    @wraps(hook)
    def wrapper(*arguments: Any, **options: Any) -> Any:
        with _scratch():
            return hook(*arguments, **options)

    return wrapper


build_sdist = build_meta.build_sdist
get_requires_for_build_sdist = _in_scratch(build_meta.get_requires_for_build_sdist)
prepare_metadata_for_build_wheel = _in_scratch(build_meta.prepare_metadata_for_build_wheel)
prepare_metadata_for_build_editable = _in_scratch(build_meta.prepare_metadata_for_build_editable)


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what the build needs besides pyproject.toml's list: Zig, if nothing else compiles."""
    requirements = _in_scratch(build_meta.get_requires_for_build_wheel)(config_settings)
    return [*requirements, "ziglang"] if tiers.wants_zig() else requirements


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """Return the same as for a wheel."""
    return get_requires_for_build_wheel(config_settings)


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """Build a wheel in *wheel_directory* and return its file name."""
    return _build(build_meta.build_wheel, wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    """Compile beside the sources, build a wheel that points to them, return its file name."""
    return _build(build_meta.build_editable, wheel_directory, config_settings, metadata_directory)


def _build(hook: Callable[..., str], *arguments: Any) -> str:
    tier = tiers.choose_tier()
    try:
        return _attempt(hook, tier, *arguments)
    except (Exception, SystemExit) as error:  # setuptools turns some failures into an exit
        if tier.name == "pure" or tiers.requested() != "auto":
            raise
        print(f"The compiler failed: {error}", file=sys.stderr)
        return _attempt(hook, tiers.pure("the C compiler failed at installation"), *arguments)


def _attempt(hook: Callable[..., str], tier: tiers.Tier, *arguments: Any) -> str:
    if tier.name == "pure":
        announce_step(f"The engine is not compiled ({tier.reason}): it will be about 100 times slower.")
    BuildAttempt.tier = tier
    with _scratch() as scratch, tiers.applied(tier, scratch):
        return hook(*arguments)
