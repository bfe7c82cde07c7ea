"""Actions about time: the form it is shown in, and where one was."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot

from viewer.replay.time.time_forms import TimeForm
from viewer.ui.state.playback import Playback
from viewer.ui.times.display import TimeDisplay
from viewer.ui.times.go_to_field import GoToField
from viewer.ui.times.visits import Visits
from viewer.ui.window import MainWindow


class TimeCommands(QObject):
    """Chooses what time is shown as, and goes to moments that were typed or left."""

    def __init__(
        self, playback: Playback, display: TimeDisplay, field: GoToField, visits: Visits, window: MainWindow
    ) -> None:
        super().__init__(window)
        self._playback = playback
        self._display = display
        self._field = field
        self._visits = visits
        self._window = window

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "go_to": self._ask,
            "go_back": self._visits.go_back,
            "go_forward": self._visits.go_forward,
            "near": self._toggle_near,
            "time_elapsed": self._show_elapsed,
            "time_frame": self._show_frame,
            "time_wall": self._show_wall,
            "time_platform": self._show_platform,
            "time_notes": self._show_notes,
        }

    @Slot()
    def _ask(self) -> None:
        self._field.ask(self._playback.transport.playhead)

    @Slot()
    def _toggle_near(self) -> None:
        self._window.timeline.model.toggle_near()

    @Slot()
    def _show_elapsed(self) -> None:
        self._display.set_form(TimeForm.ELAPSED)

    @Slot()
    def _show_frame(self) -> None:
        self._display.set_form(TimeForm.FRAME)

    @Slot()
    def _show_wall(self) -> None:
        self._display.set_form(TimeForm.WALL)

    @Slot()
    def _show_platform(self) -> None:
        self._display.set_form(TimeForm.PLATFORM)

    @Slot()
    def _show_notes(self) -> None:
        self._display.set_form(TimeForm.NOTES)
