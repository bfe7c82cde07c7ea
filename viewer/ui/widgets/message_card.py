"""The card over the map that says why a file cannot be opened, and what to do."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFormLayout, QFrame, QPushButton, QWidget

from viewer.logfile.errors import RecordingError
from viewer.ui.format import capital, count, plain
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import CopyButton, label, styled, wrapped

_WIDTH = 480


class MessageCard(QFrame):
    """What went wrong with a file: what was expected, what was found and where; hidden until then.

    The recording that was open stays open behind it.
    """

    open_requested = Signal()
    """*Open another* was clicked; the card stays until it is told otherwise."""
    closed = Signal()
    """The user took the card away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "card")
        self._copy_text = ""
        self._title = styled(ElidedLabel(mode=Qt.TextElideMode.ElideMiddle), 20, bold=True)
        self._what, self._advice = wrapped(), wrapped(role="secondary")
        self._advice.setContentsMargins(0, 16, 0, 0)
        self._known = QWidget()
        self._facts = QFormLayout(self._known)
        self._facts.setContentsMargins(0, 16, 0, 0)
        self._facts.setHorizontalSpacing(16)
        self._facts.setVerticalSpacing(4)
        self._values = wrapped(), wrapped(), wrapped()
        names = tr("Expected"), tr("Found"), tr("At byte")
        for name, value in zip(names, self._values, strict=True):
            self._facts.addRow(label(name, role="secondary"), value)
        self._open = QPushButton(tr("Open another…"))
        self._open.setProperty("kind", "primary")
        self._open.clicked.connect(self.open_requested)
        self._copy = CopyButton(tr("Copy"), lambda: self._copy_text)
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.dismiss)
        for button in (self._open, self._copy, close):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        in_column(
            self,
            self._title,
            4,
            self._what,
            self._known,
            self._advice,
            20,
            in_row(None, self._open, self._copy, STRETCH, close, spacing=8),
            margins=(24, 20, 24, 20),
        )
        self.hide()

    def show_error(self, error: RecordingError) -> None:
        """Show why a file cannot be read."""
        self._title.setText(error.path.name or str(error.path))
        self._title.set_tip(plain(str(error.path)))
        self._what.setText(capital(plain(translated(error.what))))
        offset = count(error.offset) if error.offset is not None else ""
        facts = (translated(error.expected), translated(error.found), offset)
        self._known.setVisible(any(facts))
        for value, text in zip(self._values, facts, strict=True):
            value.setText(plain(text))
            self._facts.setRowVisible(value, bool(text))
        self._advice.setText(translated(error.advice))
        self._advice.setVisible(bool(error.advice))
        self._copy_text = f"{error.path}\n{error.line()}"
        self._copy.offer()
        self.show()
        self._open.setFocus(Qt.FocusReason.PopupFocusReason)

    def sizeHint(self) -> QSize:
        """Return the width of the card where there is room for it."""
        return QSize(_WIDTH, super().sizeHint().height())

    @Slot()
    def dismiss(self) -> bool:
        """Go away; return whether there was anything to see."""
        seen = not self.isHidden()
        if seen:
            self.hide()
            self.closed.emit()
        return seen
