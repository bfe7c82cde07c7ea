"""Rows that read parts of a window's state, and apply to a widget those that differ from what it shows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QWidget

from viewer.ui.background.derived import same_value
from viewer.ui.state.rows import Read, Row, Rows
from viewer.ui.state.view_state import ViewState
from viewer.ui.state.workspace import Workspace


def bind(owner: QObject, workspace: Workspace, *rows: Row) -> Binding:
    """Apply each row's value now, and whenever it differs from the value that was applied last.

    A row is a pair ``(read, apply)``: ``read`` returns a part of the ``ViewState``, or a tuple of parts, and
    ``apply`` is called with it, or without if it takes no argument. Rows are applied in their order, at most
    once per turn of the event loop, and all of them when another recording is opened. They end with
    ``owner``.
    """
    return Binding(owner, workspace, rows)


def bind_panel(
    panel: QWidget, workspace: Workspace, *rows: Row, in_turn: Read = lambda state: state.index
) -> Binding:
    """Apply rows ``(read, apply)`` to ``panel`` as ``bind`` does, but only while it is visible.

    Differences that arise while it is hidden are applied when it is shown, or when another recording is
    opened. After a change of ``in_turn``, by default the recording, panels are updated one by one, with time
    for painting between.
    """
    return Binding(panel, workspace, rows, panel, in_turn)


class Binding(QObject):
    """Rows that are applied whenever the workspace has changed."""

    def __init__(
        self,
        owner: QObject,
        workspace: Workspace,
        rows: tuple[Row, ...],
        panel: QWidget | None = None,
        in_turn: Read = lambda _state: None,
    ) -> None:
        super().__init__(owner)
        self._workspace, self._rows, self._panel, self._in_turn = workspace, Rows(*rows), panel, in_turn
        self._turn = in_turn(workspace.view)
        self._waits = False
        self.apply()
        workspace.changed.connect(self._on_changed)
        if panel is not None:
            panel.installEventFilter(self)

    def apply(self) -> None:
        """Apply now each value that differs from the one applied last, even if the panel is hidden."""
        self._rows.apply(self._workspace.view)

    @Slot(object, object)
    def _on_changed(self, now: ViewState, _before: ViewState) -> None:
        if self._panel is None:
            self._rows.apply(self._workspace.view)
            return
        turn = self._in_turn(now)
        if not same_value(turn, self._turn):
            self._turn, self._waits = turn, now.index is not None
            if self._waits:
                self._workspace.tasks.turns.add(self._on_turn)
        if not self._waits:
            self._update(self._panel)

    def _on_turn(self) -> None:
        self._waits = False
        if self._panel is not None:
            self._update(self._panel)

    def _update(self, panel: QWidget) -> None:
        # The panel is visible in its window; the window itself may be hidden, as for an image file.
        is_shown = panel.isWindow() or panel.isVisibleTo(panel.window())
        if is_shown or self._rows.opening != self._workspace.view.opening:
            self.apply()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Apply what differs if ``event`` shows the panel; return False to pass the event on."""
        if event.type() == QEvent.Type.Show and not self._waits:
            self.apply()
        return False
