"""Modules that are imported one by one once the window is there."""

import sys

from kalahloa.controllers.work import idle_imports
from kalahloa.controllers.work.idle_imports import IdleImports


def test_each_module_is_imported_in_a_turn_of_its_own(qtbot, tmp_path, monkeypatch):
    names = [f"late_{number}" for number in range(3)]
    for name in names:
        (tmp_path / f"{name}.py").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(idle_imports, "in_import_order", lambda: iter(["sys", *names, "ast"]))
    late = IdleImports()

    seen = []
    for _ in names:
        late._import_next()
        seen.append([name for name in names if name in sys.modules])
    with qtbot.waitSignal(late.finished):
        late._import_next()

    assert seen == [names[:1], names[:2], names]
    assert not late._timer.isActive()
    for name in names:
        monkeypatch.delitem(sys.modules, name)
