"""What the timeline shows: lanes, folds and heights, the window of time, playhead and cursor."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind, EventList
from viewer.replay.time.time_forms import TimeScale
from viewer.replay.time.transport import Transport
from viewer.replay.world.world import World
from viewer.ui.timeline.axis import TimeAxis, Viewport
from viewer.ui.timeline.lane import LaneContext
from viewer.ui.timeline.lanes import LANES, LaneTable
from viewer.ui.timeline.ruler import Backdrop, backdrop_of
from viewer.ui.timeline.sections import LaneChoices, Sections, ShownSection
from viewer.ui.timeline.signals.plot_layout import Sheet, with_colors
from viewer.ui.timeline.time_canvas import typeface
from viewer.ui.timeline.timeline_content import TimelineContent, content_of, is_another
from viewer.ui.translation import tr

NAMES_WIDTH, _NARROW_NAMES, _NARROW = 300, 240, 1400
"""Pixels at the left for names and values: as wide as the list, so that time begins where the map begins;
and in time views narrower than the last."""
_WIDE = (60.0, 0.0, 54.0), (96.0, 40.0, 36.0)
"""Pixels from the right of the names where values at playhead and cursor end, and where their units begin:
without a cursor, and with one."""
_NARROW_COLUMNS = (52.0, 0.0, 46.0), (80.0, 30.0, 27.0)
"""The same if names are narrow."""
STATS_WIDTH, RIGHT_MARGIN = 216, 16
"""Pixels at the right for statistics while a range is chosen, and without one."""
_VALUE_WIDTH = 40.0
"""Pixels that a value has at least."""
_ZOOM_MARGIN = 0.04
"""Part of what is zoomed to that is shown beside it."""


class NameColumns(NamedTuple):
    """Where values at playhead and cursor end, where a value begins, and units do."""

    value: float
    cursor: float
    left: float
    unit: float


class TimelineModel(QObject):
    """Everything the timeline knows; it neither draws nor takes the mouse.

    Attributes:
        context: what lanes are told.
        sheet: the signals that the user chose, each pane a lane.
        sections: the lanes, and what the user chose about them.
        shown: those that are to be seen, from above.
        viewport: the window of time.
        playhead: seconds.
        frame: index of the frame there.
        direction: which way the playhead moves by itself, +1 or −1; 0 while it stands.
        shown_frame: index of the frame that is shown elsewhere, None for none.
        cursor: seconds that are pointed at, None for none.
        columns: where values are.
        has_stats: whether there is room for statistics.
        generation: counts what makes every lane's picture another one.

    """

    changed = Signal()
    """Something that is drawn."""
    moved = Signal()
    """The playhead or the frame that is shown, and nothing else."""
    lane_choices_changed = Signal(object)
    """The LaneChoices, whenever the user folds, hides or drags a lane."""
    signals_changed = Signal()
    """Lanes need other signals than before."""
    sheet_changed = Signal(object)
    """The Sheet of signals that the user chose, whenever it is another one."""

    select_requested = Signal(int)
    """Row of the actor to select."""
    actor_requested = Signal(int)
    """Row of the actor that a mark is about that one went to: to be selected."""
    event_requested = Signal(object)
    """FoundEvent to go to."""
    contact_requested = Signal(int)
    """Number of the collision in the file to go to."""
    hover_time = Signal(object)
    """Time under the mouse in seconds, None when it leaves."""
    choice_requested = Signal()
    """The user wants to choose a signal to be shown."""
    copy_requested = Signal(int)
    """Number of the curve whose values are to be copied."""
    table_requested = Signal()
    """All signals are to be written as a table."""
    picture_requested = Signal()
    """All lanes are to be written as a picture."""
    signal_dropped = Signal(object, object)
    """SignalOf that was dropped, and the place in the sheet of the lane it was dropped on, or None."""
    details_requested = Signal()
    """What is wrong with the file is to be shown."""
    range_requested = Signal(object)
    """Start and end in elapsed seconds of the range there is to be, or None."""
    search_cancelled = Signal()
    """The user does not want to wait for events that are looked for."""

    def __init__(self, lanes: LaneTable = LANES, parent: QObject | None = None) -> None:
        super().__init__(parent)
        typeface.cache_clear()  # the system's may be another one since the last
        self.scrub: Callable[[float], object] = lambda _time: None
        """Goes to a time in seconds, as the mouse asks."""
        self.context = LaneContext()
        made = []
        for key, (kind, title) in lanes.items():
            lane = kind()
            lane.key, lane.title = key, tr(title)
            made.append(lane)
        self.sections = Sections(made)
        self.shown: list[ShownSection] = []
        self.viewport = Viewport()
        self.playhead = 0.0
        self.frame = 0
        self.direction = 0
        self.shown_frame: int | None = None
        self.cursor: float | None = None
        self.generation = 0
        self._scale: TimeScale | None = None
        self._lists: Mapping[EventKind, EventList] = {}
        self._backdrop: tuple[object, Backdrop | None] = None, None
        self.has_stats = False
        self.columns = NameColumns(0, 0, 0, 0)
        self.sheet = Sheet()

    # -- what it shows

    @property
    def content(self) -> TimelineContent | None:
        """The recording, None for none."""
        return self.context.content

    @property
    def axis(self) -> TimeAxis:
        """The window of time that is shown, on the pixels of the lanes."""
        return self.viewport.axis

    @property
    def is_lost(self) -> bool:
        """Whether the playhead is out of view, or leaves it, and the window does not follow."""
        lost = bool(self.direction) or not self.axis.contains(self.playhead)
        return self.content is not None and not self.viewport.following and lost

    @property
    def shown_cell(self) -> tuple[float, float] | None:
        """From when to when the frame lasts that is shown elsewhere, None for none."""
        shown, content = self.shown_frame, self.content
        if content is None or shown is None or shown >= content.frame_count:
            return None
        return float(content.edges[shown]), float(content.edges[shown + 1])

    def place(self, width: int) -> None:
        """Lay the axis in a time view of a width, with room for statistics while a range is chosen."""
        if not self.viewport.held:  # the axis stays under the mouse that draws a range
            self.has_stats = self.context.chosen is not None and self.content is not None
        left = NAMES_WIDTH if width >= _NARROW else _NARROW_NAMES
        beside = STATS_WIDTH if self.has_stats else RIGHT_MARGIN
        self.viewport.place(left, max(width - left - beside, 1))
        places = (_WIDE if left == NAMES_WIDTH else _NARROW_COLUMNS)[self.cursor is not None]
        value, cursor, unit = (left - place for place in places)
        room = max(_VALUE_WIDTH, typeface(13)[1].horizontalAdvance("00.00"))
        self.columns = NameColumns(value, cursor, value - room, unit)

    @property
    def backdrop(self) -> Backdrop | None:
        """What lies behind the lanes, None without a recording."""
        key = self.axis, self.content, self.generation
        if self._backdrop[0] != key:
            self._backdrop = key, None if self.content is None else backdrop_of(self.axis, self.content)
        return self._backdrop[1]

    # -- the recording

    def set_recording(self, index: RecordingIndex | None) -> bool:
        """Take a recording, or a longer view of one that is being read; return whether it is another one."""
        before = self.content
        content = content_of(index, self._scale, self._lists.values()) if index is not None else None
        anew = is_another(before, content)
        context = replace(self.context, content=content)
        if before is None or content is None or before.index.file is not content.index.file:
            context = replace(context, series={})
        self.viewport.set_content(content, anew=anew)
        if not anew:
            self._tell(context)
            return False
        self.shown_frame = self.cursor = None
        self._backdrop = None, None
        self.playhead, self.frame = content.first if content else 0.0, 0
        self._tell(replace(context, selected=(), hero=None, pinned=()))
        return True

    def set_time_scale(self, scale: TimeScale | None) -> None:
        """Write times as on this scale; None for elapsed."""
        self._scale = scale
        content = self.content
        if content is None:
            return
        new = TimeScale(content.index) if scale is None else replace(scale, index=content.index)
        if not new.writes_as(content.scale):  # else it is that of a longer view of the recording
            self._tell(replace(self.context, content=replace(content, scale=new)))

    def set_event_lists(self, lists: Mapping[EventKind, EventList]) -> None:
        """Show these events, which the index does not list."""
        there = {kind: events for kind, events in lists.items() if len(events)}
        if there != self._lists:
            self._lists = there
            if self.content is not None:
                content = content_of(self.content.index, self._scale, there.values())
                self._tell(replace(self.context, content=content))

    # -- what lanes are told

    def restyle(self) -> None:
        """Show other colours, another size of text or another unit of speeds."""
        typeface.cache_clear()
        self.generation += 1
        self._tell(replace(self.context))

    def tell(self, **changes: Any) -> None:  # noqa: ANN401 - of the kinds that LaneContext has
        """Change what lanes are told: the attributes of ``LaneContext`` of these names."""
        context = replace(self.context, **changes)
        if context != self.context:
            self._tell(context)

    @Slot(object)
    def set_sheet(self, sheet: Sheet) -> None:
        """Show these signals, each pane in a lane; a lane stays the same while its first signal does."""
        sheet = with_colors(sheet, self.context.role)
        if sheet != self.sheet:
            self.sheet = sheet
            self.sections.set_sheet(sheet)
            self._tell(self.context)
            self.sheet_changed.emit(sheet)

    def _tell(self, context: LaneContext) -> None:
        """Tell all lanes what has changed, and ask for the signals they need now."""
        self.context = context
        wants_others = self.sections.tell(context)
        self.shown = self.sections.shown() if self.content is not None else []
        self.changed.emit()
        if wants_others:
            self.signals_changed.emit()

    # -- folding and heights

    def set_lane_choices(self, choices: LaneChoices) -> None:
        """Show lanes as they were chosen before."""
        self.sections.choices = choices
        self._tell(self.context)

    def choose_lanes(self, choices: LaneChoices) -> None:
        """Show lanes as the user chooses now."""
        self.set_lane_choices(choices)
        self.lane_choices_changed.emit(choices)

    def fold(self, key: str, *, folded: bool) -> None:
        """Fold or unfold a section."""
        self.choose_lanes(self.sections.choices.with_folded(key, folded=folded))

    def toggle_fold(self, key: str) -> None:
        """Fold the section with this key, or unfold it; a hidden one is shown."""
        section = next((each for each in self.sections.present() if each.key == key), None)
        if section is not None:
            choices = self.sections.choices
            folded = key not in choices.hidden and not self.sections.is_folded(section)
            self.choose_lanes(choices.with_shown(key, shown=True).with_folded(key, folded=folded))

    def toggle_events(self) -> None:
        """Fold or unfold what is recorded and what was found alike."""
        self.toggle_fold("events")
        self.fold("found", folded=self.sections.choices.folded["events"])

    # -- time

    def set_world(self, world: World | None) -> None:
        """Tell which frame is shown."""
        self.shown_frame = world.frame_index if world is not None else None
        self.moved.emit()

    def set_playback(self, transport: Transport) -> None:
        """Show the playhead and whether, and which way, it moves."""
        self.direction = (1 if transport.speed > 0 else -1) if transport.playing else 0
        self.set_playhead(transport.playhead, transport.frame)

    def set_playhead(self, elapsed: float, frame: int | None = None) -> None:
        """Move the playhead to a time in seconds; the frame there is the last, or told by its index."""
        content = self.content
        if content is None or not math.isfinite(elapsed):
            return
        self.playhead, before = content.clipped(elapsed), self.axis
        self.frame = content.index.frame_at(self.playhead) if frame is None else frame
        self.viewport.follow(self.playhead, self.direction)
        if self.axis is before:
            self.moved.emit()
        else:
            self.changed.emit()

    def point_at(self, time: float | None) -> None:
        """Show the time that is pointed at, here and in other views; None when the mouse leaves."""
        if time != self.cursor:
            self.cursor = time
            self.changed.emit()
            self.hover_time.emit(time)

    def zoom_to(self, start: float, end: float) -> None:
        """Show a part of the recording, from ``start`` to ``end`` in seconds, with margins beside it."""
        margin = _ZOOM_MARGIN * (end - start)
        self.move(self.axis.windowed(start - margin, end - start + 2 * margin))

    def move(self, axis: TimeAxis) -> None:
        """Show a window that was chosen by hand."""
        self.viewport.move(axis)
        self.changed.emit()

    @Slot(float, float)
    def zoom_at(self, time: float, factor: float) -> None:
        """Come ``factor`` times closer, as by hand; a time stays where it is."""
        self.viewport.zoom(time, factor, self.playhead)
        self.changed.emit()

    @Slot()
    def toggle_near(self) -> None:
        """Show some seconds around the playhead, or again what was shown before."""
        self.viewport.toggle_near(self.playhead)
        self.changed.emit()

    @Slot()
    def fit(self) -> None:
        """Show the whole recording."""
        self.viewport.fit()
        self.changed.emit()

    @Slot()
    def go_back(self) -> None:
        """Bring the playhead into view, and follow it."""
        self.viewport.show(self.playhead)
        self.changed.emit()

    def seek(self, time: float) -> None:
        """Ask to go to a time, as far as there is one, and show it."""
        if self.content is not None:
            time = self.content.clipped(time)
            self.viewport.show(time)
            self.scrub(time)

    def release(self) -> None:
        """Let the scale go with the file again."""
        self.viewport.held = False
        self.viewport.set_content(self.content, anew=False)
        self.changed.emit()
