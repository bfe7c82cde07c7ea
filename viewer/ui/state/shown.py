"""Keeping a part of the window up to date with its workspace."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QWidget

from viewer.ui.state.workspace import What, Workspace


class Shown(QObject):
    """Tells a widget what has changed: at once while it is shown, else when it is.

    Each row is done now, and again after each change of what it names; of several, in their order. Hidden
    widgets, too, are told at once of another recording: nobody keeps the file of the one before.
    """

    def __init__(
        self, widget: QWidget, workspace: Workspace, *rows: tuple[What, Callable[[], object]]
    ) -> None:
        super().__init__(widget)
        self._widget = widget
        self._rows = [(what.value, do) for what, do in rows]
        self._late = ~0
        self.catch_up()
        workspace.changed.connect(self._take)
        widget.installEventFilter(self)

    def catch_up(self) -> None:
        """Tell what has changed, whether or not it can be seen."""
        late, self._late = self._late, 0
        for what, do in self._rows:
            if what & late:
                do()

    @property
    def _is_shown(self) -> bool:
        """Whether it is shown in its window, which itself may not be: a picture of it may be taken."""
        return self._widget.isWindow() or self._widget.isVisibleTo(self._widget.window())

    @Slot(object)
    def _take(self, what: What) -> None:
        self._late |= what.value
        if self._is_shown or What.OPENED in what:
            self.catch_up()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Catch up when it is shown."""
        if event.type() == QEvent.Type.Show and self._late:
            self.catch_up()
        return False
