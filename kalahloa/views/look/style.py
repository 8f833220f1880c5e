"""The look of ordinary widgets: one style sheet made from a theme.

Lengths in `em` are multiples of the height of the font's lines, so that they grow with it.  What
has the keyboard focus has an edge of two pixels in the accent, everywhere; what is filled has a
gap inside that edge (`background-clip`), and is edged in the text's colour if the accent fills it.

These names of objects have a look of their own: `menuButton` and `continue` (tool buttons),
`segments` (a frame of tool buttons that exclude one another), `card`, `cardTitle`, `muted` and
`reasons` (a frame), `player` (a button), `messages`, `diagram`, `commandLine`.
"""

from kalahloa.resources import resource
from kalahloa.views.look.theme import Theme

_BARS = """
QMainWindow, QDialog {{ background: {window}; }}
Edge {{ background: transparent; }}
Edge:hover {{ background: {shade}; border-radius: 3px; }}
QSplitter::handle {{ background: transparent; }}
QSplitter::handle:hover {{ background: {shade}; }}
QToolBar {{
    background: {panel}; border: 0; border-bottom: 1px solid {border};
    padding: 4px; spacing: 5px;
}}
QToolBar::separator {{ background: {border}; width: 1px; height: 1px; margin: 5px 4px; }}
QToolBar QToolButton {{
    background: {window}; color: {text}; border: 2px solid transparent; border-radius: 7px;
    padding: 3px 8px; font-weight: 500;
}}
QToolBar QToolButton:hover {{ background: {shade}; }}
QToolBar QToolButton:pressed {{ background: {accent}; color: {on_accent}; }}
QToolBar QToolButton:checked {{ background: {accent}; color: {on_accent}; }}
QToolBar QToolButton:disabled {{ color: {disabled}; background: transparent; }}
QToolBar QToolButton:focus {{ border-color: {accent}; }}
QToolBar QToolButton:checked:focus {{ border: 2px solid {text}; background-clip: padding; }}
QToolBar QToolButton#continue:enabled {{ background: {accent}; color: {on_accent}; }}
QToolBar QToolButton#continue:enabled:focus {{
    border: 2px solid {text}; background-clip: padding;
}}
QToolBar QToolButton#menuButton {{ padding: 3px 6px; }}
QToolButton#menuButton::menu-indicator, QToolButton#folded::menu-indicator {{ image: none; }}
QToolBar QToolButton#qt_toolbar_ext_button {{ padding: 0; background: transparent; }}
QFrame#segments {{
    background: {window}; border: 1px solid {border}; border-radius: 8px;
}}
QFrame#segments QToolButton {{
    min-width: 3.4em; color: {muted}; background: transparent; border: 2px solid transparent;
    border-radius: 6px; padding: 1px 8px;
}}
QFrame#segments QToolButton:hover {{ color: {text}; background: transparent; }}
QFrame#segments QToolButton:checked {{ background: {panel}; color: {text}; }}
QFrame#segments QToolButton:focus {{ border-color: {accent}; }}
QStatusBar {{ background: {panel}; border-top: 1px solid {border}; color: {text}; }}
QStatusBar::item {{ border: 0; }}
QStatusBar QLabel {{ padding: 4px 8px; }}
QStatusBar QLabel#muted {{ color: {muted}; }}
"""

_CARDS = """
QTabBar {{ qproperty-drawBase: 0; background: transparent; border: 0; }}
QTabBar::tab {{
    background: transparent; color: {muted}; border: 2px solid transparent; padding: 4px 8px;
    margin: 0 2px;
}}
QTabBar::tab:hover {{ color: {text}; }}
QTabBar::tab:selected {{ color: {text}; }}
QTabBar::tab:top:selected {{ border-bottom-color: {accent}; }}
QTabBar::tab:bottom:selected {{ border-top-color: {accent}; }}
QTabBar::tab:selected:focus {{ border-color: {accent}; border-radius: 4px; }}
QTabWidget::pane {{ border: 0; border-top: 1px solid {border}; }}
QFrame#tile {{ background: {panel}; border: 1px solid {border}; border-radius: 10px; }}
QFrame#tile QLabel {{ background: transparent; }}
QPushButton#current {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
QPushButton#current:focus {{
    border: 2px solid {text}; background-clip: padding; padding: 4px 13px;
}}
QLabel#headline {{ color: {text}; }}
QLabel#headlineDetail {{ color: {muted}; }}
QFrame#card {{ background: {panel}; border: 1px solid {border}; border-radius: 10px; }}
PanelArea QFrame#card {{ background: transparent; border: 0; }}
PanelWindow {{ background: {panel}; }}
QFrame#card QLabel {{ background: transparent; border: 0; }}
QLabel#cardTitle {{ font-weight: 600; }}
QFrame#reasons {{ background: {window}; border-radius: 6px; }}
QLabel#lessonTitle {{ font-weight: 600; }}
QFrame#rule {{ background: {border}; border: none; }}
QLabel#muted {{ color: {muted}; }}
QPushButton#player {{
    text-align: left; border: 2px solid transparent; border-{start}: 3px solid transparent;
    border-radius: 6px; padding: 6px 9px; background: transparent; color: {text}; min-width: 0;
}}
QPushButton#player:hover {{ background: {window}; }}
QPushButton#player:flat {{ background: {window}; border-{start}-color: {accent}; }}
QPushButton#player:focus {{ border: 2px solid {accent}; border-{start}-width: 3px; }}
"""

_LISTS = """
QTreeView, QListView, QTableView {{
    background: {panel}; alternate-background-color: {window}; color: {text};
    border: 1px solid {border}; border-radius: 8px; outline: 0; show-decoration-selected: 0;
    selection-background-color: {accent}; selection-color: {on_accent}; padding: 2px;
}}
QGraphicsView#treeView {{
    background: transparent; border: 2px solid transparent; border-radius: 8px;
}}
QGraphicsView#treeView:focus {{ border-color: {accent}; }}
QFrame#card QTableView {{ border: 2px solid transparent; padding: 0; }}
QFrame#card QTableView:focus {{ border-color: {accent}; }}
QTableView::item {{ padding: 0 5px; border: 0; }}
QTableView::item:hover {{ background: {window}; }}
QTableView::item:selected {{ background: {accent}; color: {on_accent}; }}
QTreeView:focus, QListView:focus, QTableView:focus {{ border: 2px solid {accent}; padding: 1px; }}
QFrame#card QTreeView, QFrame#card QListView {{ border: 2px solid transparent; padding: 0; }}
QFrame#card QTreeView:focus, QFrame#card QListView:focus {{ border-color: {accent}; }}
QTreeView::item, QListView::item {{ padding: 3px 5px; border: 0; }}
QTreeView::item:hover, QListView::item:hover {{ background: {window}; }}
QTreeView::item:selected, QListView::item:selected {{
    background: {accent}; color: {on_accent};
}}
QListView#branches::item {{ border: 2px solid transparent; border-radius: 5px; padding: 1px 3px; }}
QListView#branches::item:focus {{ border-color: {accent}; }}
QTreeView::branch {{ background: {panel}; }}
QTreeView::branch:has-children:closed {{ image: url({arrow_ahead}); padding: 2px; }}
QTreeView::branch:has-children:open {{ image: url({arrow_down}); padding: 2px; }}
QHeaderView {{ background: {panel}; border: 0; }}
QHeaderView::up-arrow {{ image: url({arrow_up}); width: 10px; height: 10px; }}
QHeaderView::down-arrow {{ image: url({arrow_down}); width: 10px; height: 10px; }}
QHeaderView::section {{
    background: {panel}; color: {muted}; border: 0; border-bottom: 1px solid {border};
    padding: 4px 6px;
}}
QPlainTextEdit#messages, QPlainTextEdit#diagram {{
    background: transparent; border: 0; color: {text};
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QPlainTextEdit#comment {{
    background: {panel}; border: 1px solid {border}; border-radius: 6px; color: {text};
    padding: 2px; selection-background-color: {accent}; selection-color: {on_accent};
}}
QPlainTextEdit#comment:focus {{ border: 2px solid {accent}; padding: 1px; }}
QPlainTextEdit#code {{
    background: {panel}; border: 2px solid transparent; border-top: 1px solid {border};
    color: {text}; selection-background-color: {accent}; selection-color: {on_accent};
}}
QPlainTextEdit#code:focus {{ border: 2px solid {accent}; }}
QAbstractScrollArea::corner {{ background: transparent; border: 0; }}
QScrollBar:vertical {{ background: transparent; width: 11px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 11px; margin: 0; }}
QScrollBar::handle {{ background: {outline}; border-radius: 3px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 28px; }}
QScrollBar::handle:horizontal {{ min-width: 28px; }}
QScrollBar::handle:hover {{ background: {muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""

_FIELDS = """
QLineEdit, QAbstractSpinBox, QPlainTextEdit, QTextEdit {{ placeholder-text-color: {placeholder}; }}
QLineEdit, QComboBox, QAbstractSpinBox {{
    background: {panel}; color: {text}; border: 1px solid {outline}; border-radius: 6px;
    padding: 4px 8px; min-height: 1.25em;
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QComboBox:on {{
    border: 2px solid {accent}; padding: 3px 7px;
}}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{
    background: {window}; color: {disabled}; border: 1px dashed {disabled};
}}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit,
QAbstractSpinBox QLineEdit:focus, QComboBox QLineEdit:focus {{
    border: 0; padding: 0; background: transparent; min-height: 0;
}}
QLineEdit#commandLine {{ background: {window}; padding: 6px 8px; }}
QLineEdit#commandLine:focus {{ padding: 5px 7px; }}
QAbstractSpinBox {{ padding: 3px 8px; padding-{end}: 22px; }}
QAbstractSpinBox:focus {{ padding: 2px 7px; padding-{end}: 21px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
    subcontrol-origin: border; border: 0; width: 20px; background: transparent; margin: 2px;
}}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin-bottom: 0; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin-top: 0; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{
    background: {shade}; border-radius: 3px;
}}
QAbstractSpinBox::up-arrow {{ image: url({arrow_up}); width: 10px; height: 10px; }}
QAbstractSpinBox::down-arrow {{ image: url({arrow_down}); width: 10px; height: 10px; }}
QComboBox {{ padding-{end}: 26px; combobox-popup: 0; }}
QComboBox:focus, QComboBox:on {{ padding-{end}: 25px; }}
QComboBox::drop-down {{ border: 0; width: 22px; }}
QComboBox::down-arrow {{ image: url({arrow_down}); width: 12px; height: 12px; }}
QComboBox QAbstractItemView {{
    background: {panel}; color: {text}; border: 1px solid {outline}; border-radius: 0;
    padding: 3px; outline: 0;
}}
QComboBox QAbstractItemView:focus {{ border: 1px solid {outline}; padding: 3px; }}
QComboBox QAbstractItemView::item {{ padding: 4px 6px; min-height: 1.25em; border-radius: 4px; }}
QComboBox QAbstractItemView::item:selected {{ background: {accent}; color: {on_accent}; }}
QPushButton {{
    background: {panel}; color: {text}; border: 1px solid {outline}; border-radius: 7px;
    padding: 5px 14px; min-height: 1.25em; font-weight: 500;
}}
QPushButton#primary {{ background: {text}; color: {panel}; border-color: {text}; }}
QPushButton#primary:hover {{
    background: {accent}; color: {on_accent}; border-color: {accent};
}}
QPushButton#primary:focus {{
    border: 2px solid {accent}; background-clip: padding; padding: 4px 13px;
}}
QPushButton#primary:disabled {{
    background: transparent; color: {disabled}; border: 1px dashed {disabled};
}}
QPushButton#mark {{ padding: 2px 5px; min-width: 1.15em; border-color: {border}; }}
QPushButton#mark:focus {{ border: 2px solid {accent}; padding: 1px 4px; }}
QPushButton#mark:checked {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
QPushButton#mark:checked:focus {{ border: 2px solid {text}; background-clip: padding; }}
QPushButton#choice:checked {{
    background: {accent}; color: {on_accent}; border-color: {accent};
}}
QPushButton#choice:checked:focus {{ border: 2px solid {text}; background-clip: padding; }}
QFrame#readable, LessonText {{ border: 2px solid transparent; border-radius: 4px; }}
QFrame#readable:focus, LessonText:focus {{ border-color: {accent}; }}
QPushButton#link {{ border-color: transparent; padding: 2px 6px; color: {muted}; }}
QPushButton#inline {{
    border-color: transparent; padding: 2px 0; color: {text}; text-decoration: underline;
}}
QPushButton#inline:hover {{ background: transparent; color: {accent}; }}
QPushButton#inline:focus {{ border: 2px solid {accent}; padding: 1px 0; }}
QPushButton#link:hover, QPushButton#link:checked {{ color: {text}; }}
QPushButton#link:checked {{ background: {shade}; }}
QPushButton#link:focus {{ border: 2px solid {accent}; padding: 1px 5px; }}
QPushButton#link:disabled {{ color: {disabled}; border-color: transparent; }}
QFrame#card QScrollArea, QFrame#card QScrollArea > QWidget > QWidget#plain {{
    background: transparent;
}}
QToolButton#step {{
    background: {window}; border: 2px solid transparent; border-radius: 6px; padding: 3px;
}}
QToolButton#step:hover {{ background: {shade}; }}
QToolButton#step:pressed {{ background: {accent}; }}
QToolButton#step:disabled {{ background: transparent; }}
QToolButton#step:focus {{ border-color: {accent}; }}
QPushButton#offer {{ padding: 0 10px; margin: 1px 6px; min-height: 1em; }}
QPushButton#offer:focus {{ border: 2px solid {accent}; padding: 0 9px; }}
QPushButton#example {{ text-align: left; border-color: {border}; padding: 4px 10px; }}
QPushButton#example:focus {{ border: 2px solid {accent}; padding: 3px 9px; }}
QFrame#card QFrame#question {{
    background: {window}; border: 1px solid {border}; border-radius: 6px;
}}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QDialogButtonBox QPushButton {{ min-width: 4.5em; }}
QPushButton:hover {{ background: {shade}; }}
QPushButton:pressed {{ background: {accent}; color: {on_accent}; }}
QPushButton:default {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
QPushButton:disabled {{
    color: {disabled}; background: transparent; border: 1px dashed {disabled};
}}
QPushButton:focus {{ border: 2px solid {accent}; padding: 4px 13px; }}
QPushButton:default:focus {{ border: 2px solid {text}; background-clip: padding; }}
QCheckBox, QRadioButton {{
    border: 2px solid transparent; border-radius: 6px; padding: 2px 4px; spacing: 7px;
}}
QCheckBox:focus, QRadioButton:focus {{ border-color: {accent}; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {disabled}; }}
QCheckBox::indicator, QRadioButton::indicator {{
    width: 0.95em; height: 0.95em; background: {panel}; border: 1px solid {outline};
}}
QCheckBox::indicator {{ border-radius: 4px; }}
QRadioButton::indicator {{ border-radius: 0.5em; }}
QCheckBox::indicator:checked {{
    background: {accent}; border-color: {accent}; image: url({checked});
}}
QRadioButton::indicator:checked {{ background: {panel}; border: 0.3em solid {accent};
    width: 0.45em; height: 0.45em; }}
QSlider::groove:horizontal {{ background: {outline}; height: 4px; border-radius: 2px; }}
QSlider::{passed}:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{
    background: {panel}; border: 2px solid {accent}; width: 12px; margin: -6px 0;
    border-radius: 8px;
}}
QSlider::handle:horizontal:focus {{ background: {accent}; }}
QProgressBar {{
    background: {shade}; border: 0; border-radius: 4px; color: transparent;
    max-height: 8px;
}}
QProgressBar::chunk {{ background: {accent}; border-radius: 4px; }}
"""

_MENUS = """
QMenu {{ background: {panel}; color: {text}; border: 1px solid {outline}; padding: 4px; }}
QMenu::item {{ padding: 5px 22px 5px 28px; border-radius: 4px; }}
QMenu::item:selected {{ background: {accent}; color: {on_accent}; }}
QMenu::item:disabled {{ color: {disabled}; background: transparent; }}
QMenu::icon {{ padding-left: 6px; }}
QMenu::indicator {{ width: 14px; height: 14px; left: 7px; }}
QMenu::indicator:checked {{ image: url({check}); }}
QMenu::indicator:checked:selected {{ image: url({checked}); }}
QMenu::right-arrow {{ image: url({arrow_ahead}); width: 10px; height: 10px; right: 6px; }}
QMenu::separator {{ height: 1px; background: {border}; margin: 4px 8px; }}
QToolTip {{
    background: {panel}; color: {text}; border: 1px solid {outline}; padding: 3px 6px;
}}
"""

_HIGH_CONTRAST = """
QToolBar QToolButton, QToolButton#step {{ border: 1px solid {outline}; margin: 1px; }}
QToolBar QToolButton:disabled, QToolButton#step:disabled {{ border: 1px dashed {disabled}; }}
QToolBar QToolButton:focus, QToolButton#step:focus {{ border: 2px solid {accent}; margin: 0; }}
QToolBar QToolButton:checked:focus {{ border-color: {text}; }}
QFrame#segments QToolButton {{ border: 2px solid transparent; margin: 0; }}
QFrame#segments QToolButton:hover {{ background: {shade}; }}
QFrame#segments QToolButton:checked {{ background: {text}; color: {panel}; }}
QFrame#segments QToolButton:checked:focus {{
    border: 2px solid {accent}; background-clip: padding;
}}
QFrame#segments QToolButton:focus {{ border: 2px solid {accent}; }}
QFrame#reasons {{ border: 1px solid {outline}; }}
QPushButton#link, QPushButton#mark, QPushButton#example {{ border-color: {outline}; }}
QPushButton:disabled, QPushButton#primary:disabled {{ border-width: 2px; padding: 4px 13px; }}
QPushButton#link:disabled {{ border: 2px dashed {disabled}; padding: 1px 5px; }}
QPushButton#mark:disabled, QPushButton#example:disabled {{ border-width: 1px; }}
QPushButton#player {{ border: 1px solid {outline}; padding: 7px 11px; }}
QPushButton#player:flat {{ border-left: 6px solid {accent}; padding-left: 6px; }}
QPushButton#player:focus {{ border: 3px solid {accent}; padding: 5px 9px; }}
QPushButton#player:flat:focus {{ border-left-width: 6px; padding-left: 6px; }}
QTabBar::tab:selected {{ font-weight: 600; }}
QTreeView::item:hover, QListView::item:hover, QTableView::item:hover {{ background: {shade}; }}
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected {{
    background: {accent};
}}
"""
"""What themes of high contrast have besides: an edge round each button, no soft grounds."""


def style_sheet(theme: Theme, right_to_left: bool = False) -> str:
    """Return the application's style sheet in the colours of *theme*.

    *right_to_left* is for interfaces that are read from the right: arrows ahead point left, and
    what stands at the start of a widget is on its right.
    """
    kind = "dark" if theme.dark else "light"

    def image(name: str) -> str:
        return resource("style", f"{name}-{kind}.svg").as_posix()

    words = {
        "window": theme.window.name(),
        "panel": theme.panel.name(),
        "border": theme.border.name(),
        "outline": theme.outline.name(),
        "shade": theme.shade.name(),
        "text": theme.text.name(),
        "muted": theme.muted.name(),
        "disabled": theme.disabled.name(),
        "placeholder": theme.placeholder.name(),
        "accent": theme.accent.name(),
        "on_accent": theme.on_accent.name(),
        "arrow_down": image("arrow-down"),
        "arrow_up": image("arrow-up"),
        "arrow_ahead": image("arrow-left" if right_to_left else "arrow-right"),
        "start": "right" if right_to_left else "left",
        "end": "left" if right_to_left else "right",
        "passed": "add-page" if right_to_left else "sub-page",  # between a slider's start and it
        "check": image("check"),
        "checked": image("checked"),
    }
    parts = [_BARS, _CARDS, _LISTS, _FIELDS, _MENUS]
    if theme.high_contrast:
        parts.append(_HIGH_CONTRAST)
    return "".join(part.format(**words) for part in parts)
