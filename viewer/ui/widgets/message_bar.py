"""Bar above the map with a message about the open recording: "Frames 120–131 unreadable · Details"."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from viewer.ui.icons import IconLabel
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import icon_button, link, wrapped


class MessageBar(QFrame):
    """Bar with a message, links and a close button; hidden until ``show_message`` is called."""

    action_requested = Signal(str)
    """Emitted with the id of the clicked link; ``show_message`` gives each link its id."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("surface", "bar")
        self._icon = IconLabel("problem")
        self._text = wrapped()
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._links = QHBoxLayout()
        self._links.setSpacing(4)
        self._close = icon_button("close", tr("Hide this message"))
        self._close.clicked.connect(self.hide)
        in_row(self, self._icon, (self._text, 1), self._links, self._close, spacing=8, margins=(12, 4, 4, 4))
        self.hide()

    def show_message(self, text: str, links: Mapping[str, str] | None = None) -> None:
        """Show ``text``, a sentence without a full stop, then ``links``, a mapping from ids to labels."""
        self._text.setText(text)
        while item := self._links.takeAt(0):
            if old := item.widget():
                old.hide()
                old.deleteLater()
        for link_id, label in (links or {}).items():
            made = link(label)
            made.setObjectName(link_id)
            made.clicked.connect(self._follow_link)
            self._links.addWidget(made)
        self.show()

    @Slot()
    def _follow_link(self) -> None:
        self.action_requested.emit(self.sender().objectName())
