"""The field in which one types who is to be listed."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

from viewer.ui.actors.filter import Flaw, Hint
from viewer.ui.icons import icon
from viewer.ui.translation import tr


class FilterField(QLineEdit):
    """A text field with a cross that clears it and a question mark that explains the language."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(self.tr("Filter: id, blueprint, role, key=value"))
        self.setAccessibleName(self.tr("Filter actors"))
        self._help = QAction(self.tr("What can be typed here"), self)
        self._help.setToolTip(
            self.tr(
                "<table cellspacing='2'>"
                "<tr><td><b>tesla hero</b></td><td>all terms, in id, blueprint, role or category</td></tr>"
                "<tr><td><b>27?? tesla*3</b></td><td>? one character, * any text</td></tr>"
                "<tr><td><b>role=hero</b></td><td>a key: id, type, role, category, alive</td></tr>"
                "<tr><td><b>alive:no</b></td><td>who is not there now</td></tr>"
                "<tr><td><b>number_of_wheels=2</b></td><td>an attribute</td></tr>"
                '<tr><td><b>role="bus driver"</b></td><td>blanks in quotes</td></tr>'
                "<tr><td><b>!vehicle -role=hero</b></td><td>not these</td></tr>"
                "</table>"
            )
        )
        self._help.triggered.connect(self._explain)
        self._clear = QAction(self.tr("Clear filter"), self)
        self._clear.setToolTip(self.tr("Clear filter (Esc)"))
        self._clear.setVisible(False)
        self._clear.triggered.connect(self.clear)
        self.addAction(self._help, QLineEdit.ActionPosition.TrailingPosition)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self.textChanged.connect(lambda text: self._clear.setVisible(bool(text)))
        self._clear.setIcon(icon("close", "secondary"))
        self._help.setIcon(icon("help", "secondary"))

    @Slot()
    def _explain(self) -> None:
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), self._help.toolTip(), self)


def hint_text(hint: Hint) -> str:
    """Return a sentence about a term that nobody can meet."""
    text = {
        Flaw.NO_SUCH_KEY: tr("No actor has an attribute “{key}”"),
        Flaw.NOT_YES_OR_NO: tr("“alive” is yes or no, not “{value}”"),
        Flaw.NO_SUCH_VALUE: tr("No actor has “{value}” as its {key}"),
        Flaw.NO_SUCH_TEXT: tr("“{value}” is in no id, blueprint, role or category"),
        Flaw.EXCLUDES_ALL: tr("“{value}” leaves out everybody"),
    }[hint.flaw]
    return text.format(key=hint.key, value=hint.value)
