"""Compile in a checkout: ``python -m kalahloa._build inplace``.

The extension modules are written beside their sources, where Python prefers them.  Requires Cython
and setuptools.  Compiles only what is out of date; KALAHLOA_BUILD is the same as in pip's builds.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from setuptools import Distribution

from kalahloa._build import tiers
from kalahloa._build.commands import MODELS, ROOT, BuildAttempt, BuildExt, extensions
from kalahloa.compiled import compiled_names, write_manifest


def compile_in_place() -> str:
    """Compile what is out of date and return a message; raise what the build raises."""
    os.chdir(ROOT)
    tier = tiers.choose_tier()
    if tier.name == "pure":
        write_manifest(str(MODELS), f"not compiled: {tier.reason}")
        return f"Nothing was compiled: {tier.reason}."
    BuildAttempt.tier = tier
    command = BuildExt(
        Distribution(
            {
                "name": "kalahloa",
                "packages": ["kalahloa"],
                "ext_modules": extensions(tier),
            }
        )
    )
    command.inplace = True
    command.build_temp = os.path.join(BuildAttempt.scratch, f"temp-{tier.name}")
    command.build_lib = os.path.join(BuildAttempt.scratch, f"lib-{tier.name}")
    command.ensure_finalized()
    with tiers.applied(tier, os.path.join(BuildAttempt.scratch, "zig")):
        command.run()
    names = ", ".join(compiled_names(str(MODELS)))
    return f"Compiled in place by {tier.name}: {names}."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m kalahloa._build", description=__doc__)
    parser.add_argument("command", choices=["inplace"], help="compile beside the sources")
    parser.parse_args(arguments)
    print(compile_in_place())
    return 0


if __name__ == "__main__":
    sys.exit(main())
