"""Updates of a widget after changes of its window's state, as soon as the widget is visible."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QWidget

from viewer.ui.state.changes import Change
from viewer.ui.state.workspace import Workspace


class Subscription(QObject):
    """Updates a widget after changes of the window's state; while the widget is hidden, the update waits.

    Each of ``rows`` is a pair of Change flags and a function, which is called now and after changes of these
    flags, in the order of ``rows``. If another recording was opened, it is called even if the widget is
    hidden.

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
        """Call now those functions that wait to be called after a change, even if the widget is hidden."""
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
        """Do the widget's delayed updates if ``event`` shows the widget; return False to pass it on.

        They are functions to call after changes of the window's state, which wait for the widget to be shown.
        """
        if event.type() == QEvent.Type.Show and self._due and not self._waits:
            self.catch_up()
        return False
