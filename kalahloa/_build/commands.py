"""The package's own setuptools commands.

pyproject.toml names these commands.  Which modules are compiled is found, not listed: every
module of `kalahloa.models` with a `.pxd` beside its `.py` (see `kalahloa.compiled`).
"""

import os
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.egg_info import egg_info
from setuptools.command.sdist import sdist

from kalahloa._build.progress import BuildProgress
from kalahloa._build.tiers import STABLE_ABI, Tier, include_folders, pure
from kalahloa.compiled import (
    DEBUG_MARK,
    PACKAGE,
    compiled_names,
    read_manifest,
    source_checksum,
    write_manifest,
)

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "kalahloa" / "models"
OLDEST_PYTHON = "cp311"
OLDEST_API = "0x030B0000"


class BuildAttempt:
    """What the build under way is to do: set by the backend before setuptools starts."""

    tier: Tier = pure("not built by the package's own backend")
    scratch: str = "build"


def extensions(tier: Tier) -> list[Extension]:
    """Return the modules that *tier* compiles, as yet untranslated."""
    if tier.name == "pure":
        return []
    return [
        Extension(
            f"{PACKAGE}.{name.replace('/', '.')}",
            [f"kalahloa/models/{name}.py"],
            include_dirs=include_folders(),
            extra_compile_args=list(tier.flags),
            define_macros=[
                *tier.macros,
                *([("Py_LIMITED_API", OLDEST_API)] if STABLE_ABI else []),
            ],
            py_limited_api=STABLE_ABI,
        )
        for name in compiled_names(str(MODELS))
    ]


class BuildExt(build_ext):
    """Translates, compiles on all cores, and leaves the manifest of what was compiled."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = True

    def run(self) -> None:
        target = MODELS if self.inplace else Path(self.build_lib, "kalahloa", "models")
        mark = DEBUG_MARK if BuildAttempt.tier.name == "debug" else ""
        if self.inplace and _differs(read_manifest(str(target)), mark):
            # By their dates the other build's modules are up to date.  If this build fails, a
            # mixture of both is left.
            self.force = True
            write_manifest(str(target), "not compiled: the last build was not finished")
        checksum = source_checksum(str(MODELS))  # before: an edit during the build is then seen
        translated = cythonize(
            self.extensions,
            build_dir=os.path.join(BuildAttempt.scratch, "c"),
            include_path=[str(ROOT)],
            language_level=3,
            # Comments that repeat the source only make the C files larger.
            compiler_directives={"emit_code_comments": False},
            quiet=True,
            # Elsewhere each process would begin by running the installer again.
            nthreads=len(os.sched_getaffinity(0)) if sys.platform == "linux" else 0,
        )
        for extension, result in zip(self.extensions, translated, strict=True):
            extension.sources = result.sources
            # Of several levels of optimisation the last counts: the one in a module's own header.
            flags = extension.extra_compile_args
            flags += [flag for flag in result.extra_compile_args if flag not in flags]
        # The longest first, so that no core is left alone with one of them at the end.
        self.extensions.sort(key=_translated_size, reverse=True)
        self._progress = BuildProgress(len(translated), BuildAttempt.tier.name)
        super().run()
        write_manifest(str(target), checksum + mark)

    def build_extension(self, extension: Extension) -> None:
        super().build_extension(extension)
        self._progress.step(extension.name.removeprefix(f"{PACKAGE}."))


def _translated_size(extension: Extension) -> int:
    """Return the bytes of C in *extension*, to which its time to compile is about proportional."""
    return sum(os.path.getsize(source) for source in extension.sources)


def _differs(manifest: str, mark: str) -> bool:
    """Return whether *manifest* is of a build with a mark other than *mark*, or of no build."""
    return manifest.startswith("not compiled: ") or manifest.endswith(DEBUG_MARK) != bool(mark)


class BuildPy(build_py):
    """Adds the resources, which lie beside the package in the source tree."""

    def run(self) -> None:
        super().run()
        package = ROOT / "kalahloa" if self.editable_mode else Path(self.build_lib, "kalahloa")
        if not self.editable_mode:
            shutil.copytree(ROOT / "resources", package / "resources", dirs_exist_ok=True)
        if not self.distribution.has_ext_modules():
            write_manifest(str(package / "models"), f"not compiled: {BuildAttempt.tier.reason}")


class Build(build):
    """Builds in a new folder, so that no leftovers of an earlier build get into a wheel."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.build_base = BuildAttempt.scratch


class BdistWheel(bdist_wheel):
    """Declares the extension modules, which decide whether and how the wheel is tagged."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.distribution.ext_modules = extensions(BuildAttempt.tier)

    def finalize_options(self) -> None:
        if self.distribution.has_ext_modules() and STABLE_ABI:
            self.py_limited_api = OLDEST_PYTHON
        super().finalize_options()


class EggInfo(egg_info):
    """Writes its notes beside the sources only where that is allowed."""

    def initialize_options(self) -> None:
        super().initialize_options()
        if not os.access(ROOT, os.W_OK):
            os.makedirs(BuildAttempt.scratch, exist_ok=True)
            self.egg_base = BuildAttempt.scratch


class Sdist(sdist):
    """Packs what a build and a run of the tests need, besides the installed modules."""

    def make_distribution(self) -> None:
        # What MANIFEST.in would say; after setuptools has listed the files that it knows of.
        for line in (
            "graft resources",
            "graft tests",
            "recursive-include kalahloa *.py *.pxd py.typed",
            "graft kalahloa/_build/python_headers",
            "global-exclude *.py[cod] *.so *.manifest",
        ):
            self.filelist.process_template_line(line)
        self.filelist.sort()
        self.filelist.remove_duplicates()
        super().make_distribution()
