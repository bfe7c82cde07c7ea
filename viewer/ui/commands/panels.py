"""The panels under the map: opening and closing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot

from viewer.ui.window import MainWindow


class PanelCommands(QObject):
    """Shows and hides the panels that are not in the window at first."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "show_packets": self._show_packets,
            "show_problems": self._show_problems,
            "show_notes": self._show_notes,
        }

    @Slot(bool)
    def _show_packets(self, on: bool) -> None:
        self._window.show_panel("packets", on)

    @Slot(bool)
    def _show_problems(self, on: bool) -> None:
        self._window.show_panel("problems", on)

    @Slot(bool)
    def _show_notes(self, on: bool) -> None:
        """Show the list with the keyboard in it: its keys edit and delete."""
        self._window.show_panel("notes", on)
        if on:
            self._window.notes_panel.focus_list()
        else:
            self._window.map_area.map_view.setFocus()
