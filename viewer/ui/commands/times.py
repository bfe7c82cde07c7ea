"""Actions about time: where one was, and where one wants to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject

from viewer.ui.state.playback import Playback
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.times.go_to_field import GoToField
from viewer.ui.times.visits import Visits


class TimeCommands(QObject):
    """Goes to moments that were typed or left."""

    def __init__(
        self,
        playback: Playback,
        field: GoToField,
        visits: Visits,
        timeline: TimelineModel,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._playback = playback
        self._field = field
        self._visits = visits
        self._timeline = timeline

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "go_to": lambda: self._field.ask(self._playback.transport.playhead),
            "go_back": self._visits.go_back,
            "go_forward": self._visits.go_forward,
            "near": self._timeline.toggle_near,
        }
