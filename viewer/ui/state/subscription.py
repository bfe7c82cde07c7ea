"""Updates of a widget after changes of its window's state, as soon as the widget is visible."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QWidget

from viewer.ui.state.changes import Change
from viewer.ui.state.workspace import Workspace


class Subscription(QObject):
    """Calls functions after changes of the window's state, as soon as ``widget`` is visible.

    Each of ``rows`` is a pair of Change flags and a function. The function is called now and after changes of
    these flags, in the order of ``rows``; while the widget is hidden, the call waits until it is shown. Only
    when another recording was opened, hidden widgets are updated, too.

    After a change of the recording or of a flag in ``in_turn``, widgets are updated one by one, with time for
    painting between.
    """

    def __init__(
        self,
        widget: QWidget,
        workspace: Workspace,
        *rows: tuple[Change, Callable[[], object]],
        in_turn: Change = Change.RECORDING,
    ) -> None:
        super().__init__(widget)
        self._widget, self._workspace = widget, workspace
        self._rows = [(what.value, do) for what, do in rows]
        self._in_turn = Change.RECORDING | in_turn
        self._due = ~0
        self._waits = self._forced = False
        self.catch_up()
        workspace.changed.connect(self._on_changed)
        widget.installEventFilter(self)

    def catch_up(self) -> None:
        """Call now the functions for changes of the window's state that are due, even for a hidden widget."""
        late, self._due = self._due, 0
        for what, do in self._rows:
            if what & late:
                do()

    @property
    def _is_shown(self) -> bool:
        """Whether the widget is visible in its window; the window may be hidden, as for an image file."""
        return self._widget.isWindow() or self._widget.isVisibleTo(self._widget.window())

    @Slot(object)
    def _on_changed(self, what: Change) -> None:
        self._due |= what.value
        if Change.OPENED in what:
            self._forced = True
        has_turn = self._in_turn & what
        if has_turn:
            self._waits = self._workspace.recording.index is not None
        if not self._waits:
            self._update()
        elif has_turn:
            self._workspace.tasks.in_turn(self._on_turn)

    def _on_turn(self) -> None:
        self._waits = False
        self._update()

    def _update(self) -> None:
        if self._is_shown or self._forced:
            self._forced = False
            self.catch_up()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Call the functions that wait for the widget to be shown, if ``event`` shows it.

        They are functions to call after changes of the window's state. Returns False to pass the event on.
        """
        if event.type() == QEvent.Type.Show and self._due and not self._waits:
            self.catch_up()
        return False
