"""Makes the panel of packets and binds it to what it shows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from viewer.ui.packets.panel import PacketsPanel
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.actor_ref import ActorRef
from viewer.ui.state.binding import bind
from viewer.ui.state.moment import Moment
from viewer.ui.state.open_recording import OpenRecording


def open_room(
    parent: QWidget,
    *,
    recording: OpenRecording,
    moment: Moment,
    focus: ActorFocus,
    select: Callable[[ActorRef | None, bool], None],
) -> PacketsPanel:
    """Return the panel."""
    panel = PacketsPanel(parent)
    bind(recording.index_changed, lambda: recording.index, panel.set_recording)
    bind(moment.world_changed, lambda: moment.world, panel.set_world)
    bind(focus.selected_changed, lambda: focus.selected, panel.set_selected)
    panel.select_requested.connect(select)
    return panel
