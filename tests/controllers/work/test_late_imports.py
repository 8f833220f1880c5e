"""Modules that are imported one by one once the window is there."""

import sys

from kalahloa.controllers.work.late_imports import LateImports


def test_each_module_is_imported_in_a_turn_of_its_own(qtbot, tmp_path, monkeypatch):
    names = [f"late_{number}" for number in range(3)]
    for name in names:
        (tmp_path / f"{name}.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    late = LateImports(None, names)
    late._timer.stop()

    seen = []
    for _ in range(4):
        late._import_next()
        seen.append([name for name in names if name in sys.modules])
        late._timer.stop()

    assert seen == [names[:1], names[:2], names, names]
    assert late.is_done
    for name in names:
        monkeypatch.delitem(sys.modules, name)


def test_those_that_are_there_take_no_turn(qtbot):
    late = LateImports(None, ["sys", "ast", "pathlib"])

    with qtbot.waitSignal(late.finished):
        late._import_next()

    assert late.is_done and not late._timer.isActive()
