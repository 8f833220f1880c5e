"""Every text that people read is translated, and `pyside6-lupdate` finds it."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.qt_tools import need_tools
from tests.texts import PACKAGE, ROOT, Text, bare, faults, listed, marked, sources
from tests.translations import collect, compile_translations

ENGLISH_ONLY = {
    "views/terminal.py",
    "controllers/session/agreement.py",
    "controllers/session/command_walk.py",
}
"""The command line and its terminal speak English, and so does what looks for faults."""
NOT_YET = {"views/dialogs/start_field.py"}
"""Files whose texts are still to be translated."""


def _names(paths: list[Path]) -> list[str]:
    return [path.relative_to(PACKAGE).as_posix() for path in paths]


# -- the sources -----------------------------------------------------------------------------------


def test_no_text_for_people_is_bare():
    paths = [*sources("views", "controllers"), PACKAGE / "app.py"]
    found = {
        f"{name}:{text}"
        for path, name in zip(paths, _names(paths), strict=True)
        if name not in ENGLISH_ONLY | NOT_YET
        for text in bare(path.read_text(encoding="utf-8"))
    }

    assert sorted(found) == []


def test_what_is_excepted_is_there():
    assert set(_names(sources("views", "controllers"))) >= ENGLISH_ONLY


def test_all_marks_can_be_found_by_lupdate():
    paths = sources()
    found = [
        f"{name}:{fault}"
        for path, name in zip(paths, _names(paths), strict=True)
        for fault in faults(path.read_text(encoding="utf-8"))
    ]

    assert found == []


def _texts(ts: Path) -> dict[Text, ElementTree.Element]:
    return {
        Text(
            context.findtext("name", ""),
            message.findtext("source", ""),
            message.findtext("comment", ""),
        ): message
        for context in ElementTree.parse(ts).iter("context")
        for message in context.iter("message")
    }


def test_lupdate_finds_every_text_and_knows_the_plurals(tmp_path):
    need_tools("lupdate")
    collect(sources(), tmp_path / "all.ts")
    texts = _texts(tmp_path / "all.ts")

    assert len(texts) > 400
    assert texts.keys() == {
        text for path in sources() for text in marked(path.read_text(encoding="utf-8"))
    }
    plural = {text.text for text, message in texts.items() if message.get("numerus") == "yes"}
    assert {"%n stone(s)", "%n move(s) ahead", "{pieces}, %n group(s)"} <= plural


# -- the checker has teeth -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        'label.setText("Moves")',
        'label.setText("to move")',
        'label.setText(f"After {number} moves")',
        'label.setText("Yes" if on else self.tr("No"))',
        'label.setText(shorten("Not found"))',
        'label.setText(", ".join(["one thing", other]))',
        'label.setText("one {thing}".format(thing=1))',
        'button = QPushButton("&Play", self)',
        "box = QCheckBox('Show hints')",
        'title = PlainLabel(self, "Moves")',
        'title = PlainLabel(self, text="Moves")',
        'form.add("Game", self.games)',
        'form.addRow("Game", self.games)',
        'menu.addAction("Hide", dock.close)',
        'combo.addItem("Human", None)',
        'edit.setPlaceholderText("A position")',
        'self.setAccessibleName("Moves played")',
        'self.status.say("Done")',
        'self.refused.emit("Not now")',
        'self.message.emit(f"Copied {count} games")',
        'raise BadCommand("There is none.")',
        'raise IllegalMove(f"{move} is no move.") from None',
        "combo.addItem(game.title, game.key)",
        "combo.addItem(place.game.title)",
        "self.setToolTip(option.sentence)",
        "combo.addItem(quote(game.title))",
        "button.setToolTip(game.sides[0])",
        'line = f"{place.game.sides[side]}: {text}"',
        'line = f"{place.outcome.reason}"',
        'reply = "The search is over."',
        'reply = f"The search failed: {error}"',
        'def heading(self):\n    return "Moves"',
        "def cell_name(self, cell):\n    return f\"{cell}, {name if name else 'empty cell'}\"",
    ],
)
def test_a_bare_text_is_found(line):
    assert bare(line) != []


@pytest.mark.parametrize(
    "line",
    [
        '"""A module, that does something."""',
        'label.setText(self.tr("Moves"))',
        'label.setText(fill(self.tr("After {number}"), number=3))',
        'label.setText(fill(translate("WindowActions", "After {number} moves"), number=3))',
        'label.setText("")',
        'label.setText("≡")',
        'label.setText(f"{name} ({keys})")',
        'label.setText(f"Kalahloa {version}")',
        'label.setText(names["first one"])',
        'label.setText(long if kind == "Long one" else short)',
        "label.setText(place.outcome.reason)",
        'label.setObjectName("cardTitle")',
        'shortcut = QShortcut(QKeySequence("Escape"), self)',
        'raise BadCommand(QT_TRANSLATE_NOOP("Controllers", "There is none."))',
        'raise ValueError("There is none.")',
        '_log.warning("The panel %s cannot be loaded.", name)',
        'self.asked.emit("goto-node", ["17"])',
        "combo.addItem(in_words(game.title), game.key)",
        'line = f"{in_words(place.outcome.reason)}"',
        'def find(cls) -> "A class. Or none.":\n    pass',
    ],
)
def test_what_is_translated_or_no_language_is_not(line):
    assert bare(line) == []


@pytest.mark.parametrize(
    "line",
    [
        'self.tr(f"{n} moves")',
        'self.tr("a" + "b")',
        'self.tr("{n} moves".format(n=n))',
        'parent.tr("Moves")',
        'translate("Captions", f"{n} moves")',
        'translate("Captions", "{n} moves").format(n=n)',
        'self.tr("{n} moves").format(n=n)',
        'words = self.tr("{n} moves"); words.format(n=n)',
        'QT_TRANSLATE_NOOP("Models", "One" if one else "Two")',
        "f\"{self.tr('Games')} (*.x)\"",
    ],
)
def test_a_mark_that_does_not_work_is_found(line):
    assert list(faults(f"class A:\n    def f(self):\n        {line}")) != []


def test_tr_outside_of_a_class_is_found():
    assert list(faults('def f(self):\n    return self.tr("Moves")')) != []


def test_marks_that_work_are_none():
    source = (
        'A = QT_TRANSLATE_NOOP("Models", "{n} moves").format(n=3)\n'
        "class A:\n    def f(self, n):\n"
        '        self.tr("%n move(s)", "", n)\n'
        '        return translate("Commands", self.title) + fill(self.tr("a {b}"), b=1)\n'
    )

    assert list(faults(source)) == []
    assert list(marked(source)) == [
        Text("Models", "{n} moves"),
        Text("A", "%n move(s)"),
        Text("A", "a {b}"),
    ]


# -- translations ----------------------------------------------------------------------------------

PLURALS = """
TEXT = QT_TRANSLATE_NOOP("Models", "%n stone(s) of {side}")
class Window:
    def f(self, n):
        return self.tr("%n game(s)", "", n), self.tr("Moves")
"""


def test_a_translation_outlives_new_texts(tmp_path):
    need_tools("lupdate", "lrelease")
    source, ts = tmp_path / "window.py", tmp_path / "kalahloa_cs.ts"
    source.write_text(PLURALS, encoding="utf-8")
    collect([source], ts, "cs")
    tree = ElementTree.parse(ts)
    for message in tree.iter("message"):
        translation = message.find("translation")
        translation.attrib.clear()
        for form in translation.findall("numerusform"):
            translation.remove(form)
        if message.get("numerus") == "yes":
            for number in range(3):
                form = ElementTree.SubElement(translation, "numerusform")
                form.text = f"{message.findtext('source')} {number}"
        else:
            translation.text = "Tahy"
    tree.write(ts, encoding="utf-8", xml_declaration=True)

    source.write_text(PLURALS + 'B = translate("Captions", "New")\n', encoding="utf-8")
    collect([source], ts, "cs")
    compile_translations(ts, tmp_path / "kalahloa_cs.qm")

    texts = {text.text: message for text, message in _texts(ts).items()}
    assert texts.keys() == {"%n stone(s) of {side}", "%n game(s)", "Moves", "New"}
    assert texts["Moves"].findtext("translation") == "Tahy"
    for text in ("%n stone(s) of {side}", "%n game(s)"):
        forms = [form.text for form in texts[text].iter("numerusform")]
        assert forms == [f"{text} 0", f"{text} 1", f"{text} 2"]
    assert (tmp_path / "kalahloa_cs.qm").stat().st_size > 50


# -- the list --------------------------------------------------------------------------------------


def test_the_list_has_the_texts_of_windows_command_line_and_help():
    panel = listed(PACKAGE / "views" / "panels" / "training.py")
    command = listed(PACKAGE / "cli" / "commands" / "solve.py")
    page = listed(ROOT / "resources" / "help" / "index.html")

    assert {text.context for text in panel} == {"TrainingPanel"}
    assert "stop after this many seconds" in {text.text for text in command}
    assert "Welcome to Kalahloa" in {text.text for text in page}
    assert all(text.line > 0 for text in [*panel, *command, *page])
