"""Showing and hiding panels, and folding the lanes of the timeline."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot

from viewer.ui.panels import PANELS, PanelPlace, PanelRow
from viewer.ui.window import MainWindow


class PanelCommands(QObject):
    """Does what the table of panels says; a panel is made when it is first asked for."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        handlers: dict[str, Callable[..., None]] = {
            "fold_events": self._fold_events,
            "fold_lives": lambda: self._window.timeline.model.toggle_fold("lives"),
        }
        for row in PANELS:
            handlers[row.action] = self._shower(row)
        return handlers

    @Slot()
    def _fold_events(self) -> None:
        """Fold what is recorded and what was found alike."""
        model = self._window.timeline.model
        model.toggle_fold("events")
        model.fold("found", folded=model.sections.choices.folded["events"])

    def _shower(self, row: PanelRow) -> Callable[..., None]:
        def toggle() -> None:
            self._window.rooms.panel(row.id).toggle()

        def show(on: bool) -> None:
            self._window.show_panel(row.id, on)

        def show_in_drawer(on: bool) -> None:
            self._show_in_drawer(row, on)

        if row.place is PanelPlace.OVER:
            return toggle
        return show_in_drawer if row.place is PanelPlace.DRAWER else show

    def _show_in_drawer(self, row: PanelRow, on: bool) -> None:
        """Show a panel, or hide it; one that takes the keyboard gives it back to the map."""
        window, rooms = self._window, self._window.rooms
        behind = window.drawer.isVisible() and not (row.id in rooms and rooms.panel(row.id).isVisible())
        shown = on or (row.rises and behind)
        window.actions_by_id[row.action].setChecked(shown)
        window.show_panel(row.id, shown)
        if shown:
            rooms.panel(row.id).take_keyboard()
        elif row.takes_keyboard:
            window.map_area.map_view.setFocus()
