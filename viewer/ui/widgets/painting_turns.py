"""Bringing a window up to date part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from viewer.ui.widgets.window_part import WindowPart

_INPUT = {
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.Wheel,
    QEvent.Type.ContextMenu,
    QEvent.Type.Drop,
}


class PaintingTurns(QObject):
    """Lets the parts of a window be told and painted one after the other, each in turns of the event loop.

    Otherwise all of them are told at once what has changed, and Qt paints all that has changed at once. When
    that is the whole window, again and again while a file is read, keys and the mouse would have to wait for
    it. A key or a click ends it: it is meant for what is true now.
    """

    finished = Signal()
    """All parts have been told and painted, or there is none to be seen."""

    def __init__(self, parts: Mapping[QWidget, Iterable[WindowPart]], parent: QObject) -> None:
        """Take the parts, the most important one first, each with who is told in its turn."""
        super().__init__(parent)
        self._parts = parts
        for part in parts:
            part.setAutoFillBackground(True)  # it hides what is below: or that would cover who waits
        self._first: Callable[[], object] | None = None
        self._waiting: list[QWidget] = []
        self._told: QWidget | None = None
        self._turn: QWidget | None = None
        self._rests = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go_on)

    @property
    def under_way(self) -> bool:
        """Whether some parts still show what was before."""
        return bool(self._waiting)

    @property
    def _window(self) -> QWidget:
        return next(iter(self._parts)).window()

    @Slot()
    def begin(self, first: Callable[[], object] | None = None) -> None:
        """Let all parts wait for their turn, before they change; who waits comes first.

        Whose turn it is may be painted meanwhile: without its updates it would be painted empty. What is to
        be done ``first`` may show parts that were hidden.
        """
        self._first = first or self._first
        window = self._window
        if not window.isVisible():
            self.finish()
            return
        for part in self._parts:
            if part not in self._waiting:
                self._waiting.append(part)
            for each in self._parts[part]:
                each.wait()
        self._hold_pictures()
        window.windowHandle().installEventFilter(self)
        self._rests = True
        self._timer.start()

    @Slot()
    def do_first(self) -> None:
        """Do now what was to be done first, if it has not been done."""
        first, self._first = self._first, None
        if first is not None:
            first()

    def finish(self) -> None:
        """Let all parts be told and painted now, for a picture of them."""
        self._timer.stop()
        self.do_first()
        for part in self._waiting:
            self._tell(part)
        while self._waiting:
            self._waiting.pop(0).setUpdatesEnabled(True)
        self._end()

    @Slot()
    def _go_on(self) -> None:
        """Let the next part be told, or be painted; in the turn after the last one all of them are.

        The timer may be due in the same turn in which ``begin`` is called, and in which a part is painted.
        """
        if self._rests:
            self._rests = False
        elif self._first is not None:
            self.do_first()
            self._hold_pictures()
            self._rests = True
        elif self._waiting and self._waiting[0].isVisible() and self._told is not self._waiting[0]:
            self._tell(self._waiting[0])
        elif self._waiting:
            self._turn = self._waiting.pop(0)
            self._tell(self._turn)
            self._turn.setUpdatesEnabled(True)
            self._rests = True
        else:
            self._end()
            return
        self._timer.start()

    def _tell(self, part: QWidget) -> None:
        self._told = part
        for each in self._parts[part]:
            each.catch_up()

    def _hold_pictures(self) -> None:
        for part in self._waiting:
            if part.isVisible() and part is not self._turn:
                part.setUpdatesEnabled(False)

    def _end(self) -> None:
        self._turn = self._told = None
        handle = self._window.windowHandle()
        if handle is not None:
            handle.removeEventFilter(self)
        self.finished.emit()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Bring everything up to date before a key or a click reaches it."""
        if event.type() in _INPUT and self._waiting:
            self.finish()
        return False
