"""The menu Replay: time."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from viewer.replay.events import EventKind
from viewer.ui.event_words import event_words
from viewer.ui.state.binding import bind
from viewer.ui.state.settings import Settings
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr


def fill_event_menu(menu: QMenu, settings: Settings) -> None:
    """Offer to show each kind of events, or all of them."""
    for kind, words in event_words().items():
        action = menu.addAction(words.title)
        action.setCheckable(True)
        action.triggered.connect(partial(_switch_kind, settings, kind))
        bind(settings.changed("shown_events"), partial(_is_shown, settings, kind), action.setChecked)
    menu.addSeparator()
    menu.addAction(tr("All kinds"), lambda: setattr(settings, "shown_events", frozenset(EventKind)))


def _is_shown(settings: Settings, kind: EventKind) -> bool:
    return kind in settings.shown_events


def _switch_kind(settings: Settings, kind: EventKind) -> None:
    settings.shown_events = settings.shown_events ^ {kind}


class ReplayCommands(QObject):
    """Moves the playhead."""

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._settings = workspace.settings

    def go_event(self, direction: int) -> None:
        """Go to the next (1) or previous (−1) event of the kinds that are shown."""
        visible = self._settings.shown_events
        if self._workspace.recording.index is None:
            return
        time = self._next_time(visible, direction)
        if time is not None:
            self._workspace.playback.jump(time)
        elif not visible:
            self._workspace.messages.tell(self.tr("No kind of event is shown: see Replay, Events shown"))
        elif self._next_time(self._workspace.events.times, direction) is not None:
            later, earlier = (
                self.tr("No later event of the kinds shown"),
                self.tr("No earlier event of the kinds shown"),
            )
            self._workspace.messages.tell(later if direction > 0 else earlier)
        else:
            self._workspace.messages.tell(
                self.tr("No later event") if direction > 0 else self.tr("No earlier event")
            )

    def _next_time(self, kinds: Collection[EventKind], direction: int) -> float | None:
        """Return when the next event of these kinds is, None if not in the recording: notes may be beyond."""
        transport = self._workspace.playback.transport
        time = self._workspace.events.next(kinds, transport.playhead, direction)
        return time if time is not None and 0.0 <= time <= transport.duration else None
