"""The menu Layout: ways to arrange the window."""

from __future__ import annotations

from PySide6.QtCore import QObject

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

    def leave(self) -> bool:
        """Leave full screen, or else the presentation; return whether there was anything to leave."""
        full_screen = self._window.actions_by_id["full_screen"]
        if full_screen.isChecked():
            full_screen.trigger()
        elif not self._arrangement.layout.bars:
            self.show(self._before)
        else:
            return False
        return True

    def show(self, layout_id: str) -> None:
        """Show a layout by its id."""
        shown = self._arrangement.layout
        if shown.bars:
            self._before = shown.id
        if shown.id != layout_id:
            self._arrangement.set_layout(layout_id)
        if layout_id == "present":
            self._messages.tell(self.tr("Esc ends the presentation, F11 fills the screen"))
