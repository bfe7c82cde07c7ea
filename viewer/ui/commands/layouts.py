"""The menu Layout: ways to arrange the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot

from viewer.ui.state.messages import Messages
from viewer.ui.window import MainWindow


class LayoutCommands(QObject):
    """Changes between the layouts, and gives one its first look again."""

    def __init__(self, messages: Messages, window: MainWindow) -> None:
        super().__init__(window)
        self._messages = messages
        self._window = window
        self._arrangement = window.arrangement
        self._before = "replay"

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "layout_replay": lambda: self._show("replay"),
            "layout_analyse": lambda: self._show("analyse"),
            "layout_present": self._present,
            "reset_layout": self._arrangement.reset,
        }

    def leave(self) -> bool:
        """Leave full screen, or else the presentation; return whether there was anything to leave."""
        full_screen = self._window.actions_by_id["full_screen"]
        if full_screen.isChecked():
            full_screen.trigger()
        elif not self._arrangement.layout.bars:
            self._show(self._before)
        else:
            return False
        return True

    @Slot()
    def _present(self) -> None:
        self._show("present")
        self._messages.tell(self.tr("Esc ends the presentation, F11 fills the screen"))

    def _show(self, layout_id: str) -> None:
        shown = self._arrangement.layout
        if shown.bars:
            self._before = shown.id
        if shown.id != layout_id:
            self._arrangement.set_layout(layout_id)
