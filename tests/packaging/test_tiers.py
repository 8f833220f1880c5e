"""Which compiler a build takes."""

import pytest

from kalahloa._build import tiers


@pytest.fixture(autouse=True)
def linux(monkeypatch):
    """A Linux machine with Python's headers and nothing chosen; compilers as the test says."""
    monkeypatch.delenv("KALAHLOA_BUILD", raising=False)
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(tiers.sys, "platform", "linux")
    monkeypatch.setattr(tiers, "_ON_LINUX", True)
    monkeypatch.setattr(tiers, "_has_headers", lambda: True)
    monkeypatch.setattr(tiers.platform, "machine", lambda: "x86_64")


def _install(monkeypatch, *programs):
    monkeypatch.setattr(tiers.shutil, "which", lambda name: name if name in programs else None)


@pytest.mark.parametrize("program", ["cc", "gcc", "clang"])
def test_the_systems_compiler_is_taken_where_there_is_one(monkeypatch, program):
    _install(monkeypatch, program)

    assert tiers.choose_tier().name == "cc"
    assert not tiers.wants_zig()


def test_zig_is_asked_for_only_without_a_compiler(monkeypatch):
    _install(monkeypatch)

    assert tiers.wants_zig()


def test_zig_is_taken_once_it_is_there(monkeypatch):
    _install(monkeypatch)
    monkeypatch.setattr(tiers, "find_spec", lambda name: object())

    tier = tiers.choose_tier()

    assert tier.name == "zig"
    assert dict(tier.environment)["CC"].endswith("-m ziglang cc")


def test_nothing_is_compiled_with_neither(monkeypatch):
    _install(monkeypatch)
    monkeypatch.setattr(tiers, "find_spec", lambda name: None)

    assert tiers.choose_tier() == tiers.pure("no C compiler at installation")


def test_no_compiler_helps_without_the_headers_of_python(monkeypatch):
    _install(monkeypatch)
    monkeypatch.setattr(tiers, "_has_headers", lambda: False)

    assert not tiers.wants_zig()
    assert tiers.choose_tier() == tiers.pure("no C headers of Python at installation")


def test_the_projects_own_headers_serve_where_python_came_without(monkeypatch, tmp_path):
    monkeypatch.undo()
    monkeypatch.setattr(tiers, "_ON_LINUX", True)
    monkeypatch.setattr(tiers, "STABLE_ABI", True)
    monkeypatch.setattr(tiers.sysconfig, "get_path", lambda name: str(tmp_path))

    (folder,) = tiers.include_folders()

    assert (tiers.Path(folder) / "Python.h").exists()
    assert tiers._has_headers()
    (tmp_path / "Python.h").touch()
    assert tiers.include_folders() == []


def test_a_machine_that_zig_is_not_published_for_does_not_ask_for_it(monkeypatch):
    _install(monkeypatch)
    monkeypatch.setattr(tiers.platform, "machine", lambda: "sparc64")

    assert not tiers.wants_zig()


@pytest.mark.parametrize("name", ["cc", "debug", "zig", "pure"])
def test_the_environment_forces_a_tier(monkeypatch, name):
    _install(monkeypatch, "gcc")
    monkeypatch.setenv("KALAHLOA_BUILD", name)

    assert tiers.choose_tier().name == name
    assert tiers.wants_zig() == (name == "zig")


def test_an_unknown_tier_is_refused_with_the_known_ones(monkeypatch):
    monkeypatch.setenv("KALAHLOA_BUILD", "rust")

    with pytest.raises(ValueError, match="auto, cc, debug, zig or pure"):
        tiers.choose_tier()


def test_invariants_are_checked_in_the_debug_tier_alone(monkeypatch):
    checking = []
    for name in ("cc", "debug", "zig", "pure"):
        monkeypatch.setenv("KALAHLOA_BUILD", name)
        if ("KALAHLOA_DEBUG", "1") in tiers.choose_tier().macros:
            checking.append(name)

    assert checking == ["debug"]


def test_the_environment_of_a_tier_is_put_back_after_the_build(monkeypatch, tmp_path):
    monkeypatch.setenv("LDSHARED", "ld")
    monkeypatch.setenv("KALAHLOA_BUILD", "zig")

    with tiers.applied(tiers.choose_tier(), str(tmp_path)):
        assert tiers.os.environ["LDSHARED"].endswith("-shared")

    assert tiers.os.environ["LDSHARED"] == "ld"
    assert "ZIG_LOCAL_CACHE_DIR" not in tiers.os.environ
