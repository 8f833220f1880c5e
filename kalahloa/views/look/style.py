"""The look of ordinary widgets: one style sheet made from a theme."""

from kalahloa.resources import resource
from kalahloa.views.look.theme import Theme


def style_sheet(theme: Theme) -> str:
    """Return the application's style sheet in the colours of *theme*."""
    window, panel, border = theme.window.name(), theme.panel.name(), theme.border.name()
    text, muted, accent = theme.text.name(), theme.muted.name(), theme.accent.name()
    on_accent = theme.on_accent.name()
    shade = "dark" if theme.dark else "light"
    arrow = resource("style", f"arrow-down-{shade}.svg").as_posix()
    arrow_up = resource("style", f"arrow-up-{shade}.svg").as_posix()
    return f"""
    QMainWindow, QDialog {{ background: {window}; }}
    QToolBar {{
        background: {panel}; border: 0; border-bottom: 1px solid {border};
        padding: 8px 14px; spacing: 8px;
    }}
    QToolBar QToolButton {{
        background: {window}; color: {text}; border: 0; border-radius: 7px; padding: 6px 12px;
        font-weight: 500;
    }}
    QToolBar QToolButton:hover {{ background: {border}; }}
    QToolBar QToolButton:pressed {{ background: {accent}; color: {on_accent}; }}
    QToolBar QToolButton:disabled {{ color: {muted}; }}
    QToolBar QToolButton:focus {{ border: 1px solid {accent}; padding: 5px 11px; }}
    QToolBar QToolButton#continue:enabled {{ background: {accent}; color: {on_accent}; }}
    QFrame#segments {{
        background: {window}; border: 1px solid {border}; border-radius: 8px;
    }}
    QFrame#segments QToolButton {{ min-width: 76px; color: {muted}; background: transparent; }}
    QFrame#segments QToolButton:checked {{
        background: {panel}; color: {text}; border: 1px solid {border}; padding: 5px 11px;
    }}
    QFrame#card {{ background: {panel}; border: 1px solid {border}; border-radius: 10px; }}
    QFrame#card QLabel {{ background: transparent; border: 0; }}
    QLabel#cardTitle {{ font-weight: 600; }}
    QLabel#muted {{ color: {muted}; }}
    QPushButton#player {{
        text-align: left; border: 0; border-left: 3px solid transparent; border-radius: 4px;
        padding: 8px 10px; background: transparent; color: {text};
    }}
    QPushButton#player:hover, QPushButton#player:focus {{ background: {window}; }}
    QPushButton#player[current="true"] {{
        background: {window}; border-left: 3px solid {accent};
    }}
    QTextBrowser#moves, QPlainTextEdit#messages, QPlainTextEdit#diagram {{
        background: transparent; border: 0; color: {text};
        selection-background-color: {accent}; selection-color: {on_accent};
    }}
    QLineEdit#commandLine {{
        background: {window}; border: 1px solid {border}; border-radius: 7px; padding: 8px;
        color: {text};
    }}
    QLineEdit#commandLine:focus {{ border: 1px solid {accent}; }}
    QDialog QLineEdit, QDialog QComboBox, QDialog QAbstractSpinBox {{
        background: {panel}; color: {text}; border: 1px solid {border}; border-radius: 6px;
        padding: 5px 8px; min-height: 18px;
    }}
    QDialog QLineEdit:focus, QDialog QComboBox:focus, QDialog QAbstractSpinBox:focus {{
        border: 1px solid {accent};
    }}
    QDialog QComboBox::drop-down {{ border: 0; width: 22px; }}
    QDialog QComboBox::down-arrow {{ image: url({arrow}); width: 12px; height: 12px; }}
    QDialog QAbstractSpinBox::up-button, QDialog QAbstractSpinBox::down-button {{
        border: 0; width: 18px; background: transparent;
    }}
    QDialog QAbstractSpinBox::up-arrow {{ image: url({arrow_up}); width: 10px; height: 10px; }}
    QDialog QAbstractSpinBox::down-arrow {{ image: url({arrow}); width: 10px; height: 10px; }}
    QDialog QAbstractItemView {{
        background: {panel}; color: {text}; border: 1px solid {border};
        selection-background-color: {accent}; selection-color: {on_accent};
    }}
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QDialog QPushButton {{
        background: {panel}; color: {text}; border: 1px solid {border}; border-radius: 7px;
        padding: 6px 18px; min-width: 64px;
    }}
    QDialog QPushButton:hover, QDialog QPushButton:focus {{
        border: 1px solid {accent};
    }}
    QDialog QPushButton:default {{
        background: {accent}; color: {on_accent}; border: 1px solid {accent};
    }}
    QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
    QScrollBar::handle {{ background: {border}; border-radius: 4px; margin: 1px; }}
    QScrollBar::handle:vertical {{ min-height: 24px; }}
    QScrollBar::handle:horizontal {{ min-width: 24px; }}
    QScrollBar::handle:hover {{ background: {muted}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
    QStatusBar {{ background: {panel}; border-top: 1px solid {border}; color: {text}; }}
    QStatusBar::item {{ border: 0; }}
    QStatusBar QLabel {{ padding: 5px 8px; }}
    QMenuBar {{ background: {panel}; color: {text}; }}
    QMenuBar::item {{ padding: 4px 10px; background: transparent; }}
    QMenuBar::item:selected {{ background: {border}; border-radius: 4px; }}
    QMenu {{ background: {panel}; color: {text}; border: 1px solid {border}; padding: 4px; }}
    QMenu::item {{ padding: 5px 24px; border-radius: 4px; }}
    QMenu::item:selected {{ background: {accent}; color: {on_accent}; }}
    QMenu::item:disabled {{ color: {muted}; background: transparent; }}
    QMenu::separator {{ height: 1px; background: {border}; margin: 4px 8px; }}
    QToolTip {{ background: {panel}; color: {text}; border: 1px solid {border}; }}
    """
