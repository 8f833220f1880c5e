"""A search tree with the name of its search above it."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from kalahloa.views.look.elided_label import ElidedLabel
from kalahloa.views.trees.tree_view import TreeView


class TitledTree(QWidget):
    """Shows *tree* below a `title`, which is of use where two searches stand beside one another."""

    def __init__(self, tree: TreeView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(self)
        self.title.setObjectName("cardTitle")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.title)
        layout.addWidget(tree, 1)
