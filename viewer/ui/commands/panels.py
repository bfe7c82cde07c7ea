"""The panels under the map and the lanes of the timeline: opening and closing them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot

from viewer.ui.window import MainWindow


class PanelCommands(QObject):
    """Shows and hides what is not to be seen at first."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "show_packets": self._show_packets,
            "show_problems": self._show_problems,
            "show_notes": self._show_notes,
            "fold_events": self._fold_events,
            "fold_lives": self._fold_lives,
        }

    @Slot()
    def _fold_events(self) -> None:
        self._window.timeline.model.toggle_fold("events")

    @Slot()
    def _fold_lives(self) -> None:
        self._window.timeline.model.toggle_fold("lives")

    @Slot(bool)
    def _show_packets(self, on: bool) -> None:
        self._window.show_panel("packets", on)

    @Slot(bool)
    def _show_problems(self, on: bool) -> None:
        self._window.show_panel("problems", on)

    @Slot(bool)
    def _show_notes(self, on: bool) -> None:
        """Show the list with the keyboard in it: its keys edit and delete. Behind another one it comes up."""
        window = self._window
        behind = window.drawer.isVisible() and not window.notes_panel.isVisible()
        shown = on or behind
        window.actions_by_id["show_notes"].setChecked(shown)
        window.show_panel("notes", shown)
        if shown:
            window.notes_panel.focus_list()
        else:
            window.map_area.map_view.setFocus()
