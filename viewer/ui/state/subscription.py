"""Keeping a part of the window up to date with its workspace."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QWidget

from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace


class Shown(QObject):
    """Tells a widget what has changed: at once while it is shown, else when it is.

    Each row is done now, and again after each change of what it names; of several, in their order. What has
    been read is told in turns, and what else is ``in_turn``: what one looks at is painted first. Of another
    recording hidden widgets, too, are told: nobody keeps the file of the one before.
    """

    def __init__(
        self,
        widget: QWidget,
        workspace: Workspace,
        *rows: tuple[What, Callable[[], object]],
        in_turn: What = What.RECORDING,
    ) -> None:
        super().__init__(widget)
        self._widget, self._workspace = widget, workspace
        self._rows = [(what.value, do) for what, do in rows]
        self._in_turn = What.RECORDING | in_turn
        self._late = ~0
        self._waits = self._forced = False
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
        if What.OPENED in what:
            self._forced = True
        has_turn = self._in_turn & what
        if has_turn:
            self._waits = self._workspace.recording.index is not None
        if not self._waits:
            self._tell()
        elif has_turn:
            self._workspace.tasks.in_turn(self._take_turn)

    def _take_turn(self) -> None:
        self._waits = False
        self._tell()

    def _tell(self) -> None:
        if self._is_shown or self._forced:
            self._forced = False
            self.catch_up()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Catch up when it is shown."""
        if event.type() == QEvent.Type.Show and self._late and not self._waits:
            self.catch_up()
        return False
