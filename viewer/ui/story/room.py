"""Makes the panel of the story and binds it to what it shows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from viewer.analysis.event_table import FoundEvent
from viewer.ui.state.binding import bind
from viewer.ui.state.messages import Messages
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.story import Story
from viewer.ui.story.panel import StoryPanel
from viewer.ui.story.strip import story_message
from viewer.ui.times.display import TimeDisplay, writer


def open_room(
    parent: QWidget,
    *,
    recording: OpenRecording,
    display: TimeDisplay,
    story: Story,
    messages: Messages,
    go_to_event: Callable[[FoundEvent], None],
    show_thresholds: Callable[[], None],
) -> StoryPanel:
    """Return the panel."""
    panel, write = StoryPanel(parent), writer(display)

    def show(_found: object) -> None:
        panel.set_recording(recording.index)
        panel.set_events(story.found, story.events, story_message(story))

    recording.replacing.connect(panel.clear)
    # Thousands of events are sorted after the others have shown them, and once.
    soon = QTimer(panel, singleShot=True)
    for changed in (story.changed, story.progress_changed, recording.index_changed):
        changed.connect(soon.start)
    bind(soon.timeout, lambda: story.found, show, panel)
    bind(display.scale_changed, lambda: write, panel.set_time_text)
    bind(story.hidden_changed, lambda: story.hidden, panel.set_hidden)
    bind(story.view_changed, lambda: story.view, panel.set_view)
    bind(story.thresholds_changed, lambda: story.thresholds, panel.set_thresholds)
    bind(story.gone_to_changed, lambda: story.gone_to, panel.set_current)
    panel.event_chosen.connect(go_to_event)
    panel.hidden_chosen.connect(story.set_hidden)
    panel.thresholds.clicked.connect(show_thresholds)
    panel.results_chosen.connect(story.add_result_files)
    panel.failed.connect(messages.tell)
    return panel
