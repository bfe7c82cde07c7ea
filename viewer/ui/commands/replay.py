"""Handlers of the menu Replay: playing, events, and the time range."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

import numpy as np
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from viewer.replay.events import EventKind
from viewer.replay.time.time_forms import TimeForm
from viewer.replay.time.time_range import Range
from viewer.replay.time.transport import Loop
from viewer.ui.commands.commands import Commands
from viewer.ui.event_text import EVENT_WORDS, name_of
from viewer.ui.palette.providers.typed_times import TIME_PREFIX
from viewer.ui.shell.range_card import RangeCard, figures_of
from viewer.ui.state.binding import bind
from viewer.ui.state.settings import Settings
from viewer.ui.state.view_state import ViewState
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.widgets.overlay import Corner
from viewer.ui.window import MainWindow

_CHECKED: Mapping[str, Callable[[ViewState], bool]] = {
    "loop": lambda now: now.playback.loop is not Loop.OFF,
    "range_loop": lambda now: now.playback.loop is Loop.RANGE,
    "follow_end": lambda now: now.playback.follow_end,
    "follow": lambda now: now.followed is not None,
}
"""When actions are checked, by their ids."""


def fill_event_menu(menu: QMenu, workspace: Workspace) -> None:
    """Add a checkable action to ``menu`` for each kind of recorded event, and an action that shows all kinds.

    A kind's action shows and hides its events in the timeline.
    """
    settings = workspace.settings
    for kind, words in EVENT_WORDS.items():
        action = menu.addAction(tr(words.title))
        action.setCheckable(True)
        action.triggered.connect(partial(_switch_kind, settings, kind))
        bind(action, workspace, (partial(_is_shown, kind), action.setChecked))
    menu.addSeparator()
    menu.addAction(tr("All kinds"), lambda: setattr(settings, "shown_events", frozenset(EventKind)))


def _is_shown(kind: EventKind, now: ViewState) -> bool:
    return kind in now.settings.shown_events


def _switch_kind(settings: Settings, kind: EventKind) -> None:
    settings.shown_events = settings.shown_events ^ {kind}


def show_replay(workspace: Workspace, window: MainWindow) -> None:
    """Make the playback bar and the menus always show the present playhead, speed and time format."""
    actions, bar, display = window.actions_by_id, window.playback_bar, workspace.display
    forms = {form: actions[f"time_{form.value}"] for form in TimeForm}

    def show_forms() -> None:
        scale = display.scale
        actions["go_to"].setEnabled(scale is not None and len(scale.index.elapsed) > 0)
        for form, action in forms.items():
            action.setEnabled(scale is None or scale.has(form))
            action.setChecked(form is display.form)

    def show_visits(visits: tuple[bool, bool]) -> None:
        for name, can_go in zip(("go_back", "go_forward"), visits, strict=True):
            actions[name].setEnabled(can_go)

    bar.readout.set_menu((actions["go_to"], None, *forms.values()))
    bar.speed.speed_requested.connect(workspace.playback.set_speed)
    for name, read in _CHECKED.items():
        action = actions[name]
        bind(action, workspace, (read, action.setChecked))
        # A click checks it even if nothing then changes, as without an actor to follow.
        action.triggered.connect(
            lambda _on, action=action, read=read: action.setChecked(read(workspace.view))
        )
    bind(
        bar,
        workspace,
        (lambda now: now.labels, lambda _: bar.readout.set_scale(display.scale)),
        (lambda now: now.index, bar.set_recording),
        (
            lambda now: (now.index, now.playback, now.range),
            lambda _: bar.set_playback(workspace.playback.transport),
        ),
        (lambda now: now.visits, show_visits),
        (lambda now: (now.labels, now.index, now.settings.time_form), show_forms),
    )


class ReplayCommands(Commands):
    """Commands that move the playhead from event to event, and pause playing at the start of found incidents.

    An incident is a group of events, such as red lights or collisions, that belong together.
    """

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._stopped_at: float | None = None
        bind(
            self,
            workspace,
            (lambda now: (now.settings.pauses_at_findings, now.search.events), self._set_stops),
            (lambda now: now.playback, self._show_stop),
        )

    def _set_stops(self) -> None:
        """Set the times at which playing pauses: the starts of found incidents; none if that is switched off.

        An incident is a group of events, found by the analysis, that belong together.
        """
        pauses = self._settings.pauses_at_findings
        starts = np.sort(self._found_events.events.heads["start"]) if pauses else np.empty(0)
        self._transport.stops = starts

    def _show_stop(self) -> None:
        """Show a message on the event at which playing has paused."""
        before, self._stopped_at = self._stopped_at, self._transport.stopped_at
        time = self._stopped_at
        if time is None or time == before:
            return
        heads = self._found_events.events.heads
        name = name_of(heads.take(heads["start"] == time)[0].kind)
        message = tr("Paused at {time}: {what}")
        self._show_message(message.format(what=name, time=self._workspace.display.write(time)))

    def ask_time(self) -> None:
        """Ask for a time or frame to go to."""
        self._window.panel("palette").ask(TIME_PREFIX)

    def go_event(self, direction: int) -> None:
        """Go to the next recorded event (``direction`` 1) or the previous one (−1).

        Only kinds of events that are shown in the timeline count. A message is shown if there is none.
        """
        visible = self._settings.shown_events
        if self._index is None:
            return
        time = self._next_time(visible, direction)
        if time is not None:
            self._workspace.jump(time)
        elif not visible:
            self._show_message(tr("No kind of event is shown: see Replay, Events shown"))
        elif self._next_time(self._workspace.recorded_events.times, direction) is not None:
            self._show_missing(
                direction,
                tr("No later event of the kinds shown"),
                tr("No earlier event of the kinds shown"),
            )
        elif self._is_searching:
            self._show_missing(
                direction, tr("No later event is found yet"), tr("No earlier event is found yet")
            )
        else:
            self._show_missing(direction, tr("No later event"), tr("No earlier event"))

    @property
    def _is_searching(self) -> bool:
        """Whether the file is still read, or searched for events."""
        workspace = self._workspace
        searches = workspace.recorded_events.searching, workspace.found_events.searching
        return workspace.recording.loading or any(searches)

    def _next_time(self, kinds: Collection[EventKind], direction: int) -> float | None:
        """Return the time in seconds of the event of ``kinds`` next to the playhead in ``direction``.

        ``direction`` is 1 for the next, −1 for the previous event. None if there is none within the
        recording.
        """
        transport = self._transport
        time = self._workspace.recorded_events.next(kinds, transport.playhead, direction)
        return time if time is not None and 0.0 <= time <= transport.duration else None


class RangeCommands(Commands):
    """Commands for the time range that the user has chosen: set, play, zoom to, copy and clear it."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._range = workspace.range
        card = RangeCard(workspace, window.actions_by_id, window.map_area)
        window.map_area.map_view.overlay.add(card, Corner.BOTTOM_RIGHT, rank=1)

    def set_in(self) -> None:
        """Let the chosen time range start at the playhead."""
        if self._index is not None and not self._range.set_in():
            self._show_message(tr("A range cannot start at the last frame"))

    def set_out(self) -> None:
        """End the chosen time range at the playhead."""
        if self._index is not None and not self._range.set_out():
            self._show_message(tr("A range cannot end at the first frame"))

    def play(self) -> None:
        """Play the chosen time range from its start."""
        if self._chosen() is not None:
            self._workspace.playback.play_range()

    def loop(self) -> None:
        """Switch between repeated playing of the chosen time range and playing without repeats.

        Without a chosen range nothing changes.
        """
        loop = self._transport.loop
        if self._chosen() is not None:
            self._workspace.playback.set_loop(Loop.OFF if loop is Loop.RANGE else Loop.RANGE)
        else:
            self._workspace.playback.set_loop(loop)  # restores the checked state of the action

    def zoom(self) -> None:
        """Zoom the timeline to the chosen time range."""
        chosen = self._chosen()
        if chosen is not None:
            self._window.timeline.model.zoom_to(*chosen)

    def copy(self) -> None:
        """Copy statistics of the chosen time range (length, frames, events by kind) as tab-separated lines.

        If an actor is selected, its statistics are included.
        """
        if self._chosen() is not None and (figures := figures_of(self._workspace)) is not None:
            QGuiApplication.clipboard().setText(figures.table())

    def clear(self) -> bool:
        """Clear the chosen time range; return whether there was one."""
        had_one = self._range.chosen is not None
        self._range.choose(None)
        return had_one

    def _chosen(self) -> Range | None:
        """Return the time range that the user chose; None if there is none.

        In that case, a message says how to choose one, provided that a recording is open.
        """
        chosen = self._range.chosen
        if chosen is None and self._index is not None:
            self._show_message(tr("No range: Ctrl+drag on the timeline, or I and O at the playhead"))
        return chosen
