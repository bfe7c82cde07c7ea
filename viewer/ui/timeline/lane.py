"""The base class of lanes of the timeline, and LaneContext: the data from which lanes are updated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from viewer.analysis.event_table import Events, FoundEvent
from viewer.lazy import lazy
from viewer.recording.actors import FIXED, MOVERS
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind
from viewer.replay.time.time_range import Range
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.theme import category_role, current_theme, selection_roles
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent

if TYPE_CHECKING:  # imports this module
    from viewer.ui.timeline.marks import NoteMarks


@dataclass(frozen=True)
class LaneContext:
    """What lanes of the timeline depend on; immutable, each change makes another context.

    Attributes:
        content: times and events of the recording; None if none is open.
        selected: rows (indices in the table of actors) of the selected actors, the primary one last.
        hero: row of the hero (the ego vehicle), None if there is none.
        pinned: rows of the pinned actors.
        kinds: kinds of recorded events that are visible.
        searched: fraction of the recording that has been searched for recorded events, 0 to 1.
        chosen: start and end of the chosen range in seconds, None if no range is chosen.
        found: visible events that analysis has found, the most severe first.
        results_events: infractions from result files, as events; only those whose times are known.
        notes: the user's notes on the recording, None until they are known.
        series: samples of those signals that have been read.
        read: progress of reading signals, 0 to 1; None unless reading takes long at present.
    """

    content: TimelineContent | None = None
    selected: tuple[int, ...] = ()
    hero: int | None = None
    pinned: tuple[int, ...] = ()
    kinds: frozenset[EventKind] = frozenset(EventKind)
    searched: float = 1.0
    read: float | None = None
    chosen: Range | None = None
    found: Events = field(default_factory=Events)
    results_events: Events = field(default_factory=Events)
    notes: NoteMarks | None = None
    series: Mapping[SeriesKey, Series] = field(default_factory=dict)

    @property
    def index(self) -> RecordingIndex | None:
        """Index of the recording that is open, None if none is open."""
        return None if self.content is None else self.content.index

    def knows(self, row: int | None) -> TypeGuard[int]:
        """Return whether ``row`` is an index in the table of actors; False without a recording."""
        return row is not None and self.index is not None and row < len(self.index.actors)

    def keys(self, names: Iterable[str], row: int | None = None) -> tuple[SeriesKey, ...]:
        """Return the keys of those signals in ``names`` that the actor in ``row`` can have.

        ``row`` is an index in the table of actors; None stands for signals of the recording as a whole.
        """
        index = self.index
        if index is None or not (row is None or self.knows(row)):
            return ()
        return tuple(SeriesKey(name, row) for name in names if SIGNALS[name].possible(index, row))

    def category(self, row: int | None) -> int | None:
        """Return the ``Category`` value of the actor in ``row`` of the table of actors, None if none."""
        index = self.index
        return int(index.actors.category[row]) if index is not None and self.knows(row) else None

    def actor_id(self, row: int | None) -> str:
        """Return as text the id of the actor in ``row`` of the table of actors, empty if there is none."""
        index = self.index
        return str(index.actors.actor_id[row]) if index is not None and self.knows(row) else ""

    @lazy
    def _selection_roles(self) -> dict[int, str]:
        if self.index is None:
            return {}
        return selection_roles(self.index.actors.category, self.selected, self.hero)

    @lazy
    def followed(self) -> tuple[int, ...]:
        """Rows in the actor table of the selected actors that can move; the one selected last comes first.

        If nothing is selected, it is the row of the hero (the ego vehicle).
        """
        if not self.selected:
            return () if self.hero is None else (self.hero,)
        return tuple(row for row in reversed(self.selected) if self.category(row) not in FIXED)

    def role(self, row: int | None) -> str:
        """Return the name of the theme's colour for the actor in ``row`` of the table of actors.

        The name is empty if ``row`` is None or not an actor that can move.
        """
        category = self.category(row)
        if row is None or category is None or category not in MOVERS:
            return ""
        return self._selection_roles.get(row) or category_role(category, hero=row == self.hero)

    def color(self, row: int | None) -> QColor:
        """Return the colour of the actor in ``row`` of the table of actors; the accent colour for None."""
        category, role = self.category(row), self.role(row)
        return current_theme().color(role or ("accent" if category is None else category_role(category)))


class LaneHeight(NamedTuple):
    """Minimum, preferred and maximum height of a lane of the timeline in px."""

    least: int
    usual: int
    most: int


@dataclass(frozen=True)
class HoverInfo:
    """Tooltip, and what a click does, at a position of the mouse over a lane of the timeline.

    Attributes:
        lines: lines of the tooltip.
        time: time in seconds that a click goes to; None if a click goes to the time at the mouse.
        row: row (in the table of actors) of the actor that a click selects, or None.
        event: event found by analysis that a click goes to, or None.
        contact: index of the recorded collision that a click goes to, or None.
    """

    lines: tuple[str, ...]
    time: float | None = None
    row: int | None = None
    event: FoundEvent | None = None
    contact: int | None = None


@dataclass(frozen=True)
class LegendEntry:
    """A line of a lane's legend, the column of names and values at its left.

    Attributes:
        text: name.
        brief: shorter name for a narrow column; empty if there is none.
        color: colour of the swatch before the name, None for no swatch.
        ribbon: whether the swatch is a bar, as for states drawn as bars; else it is a line.
        recorded: whether the values are recorded, not derived.
        unit: unit of the values.
        widest: longest text of a value, if values are states; empty for numbers.
        value: function that returns the value at a time (seconds) as text; None if there are no values.
        stats: texts of minimum, mean and maximum over the chosen range, or a single text; may be empty.
        row: row (in the table of actors) of the actor that a click on the name selects, or None.
        number: id of the plotted curve that the user chose, or None.
    """

    text: str
    brief: str = ""
    color: QColor | None = None
    ribbon: bool = False
    recorded: bool = True
    unit: str = ""
    widest: str = ""
    value: Callable[[float], str] | None = field(default=None, compare=False)
    stats: tuple[str, ...] = ()
    row: int | None = None
    number: int | None = None


class Lane:
    """Base class of lanes: a horizontal strip of the timeline, with a legend at its left.

    To add a lane, add a row to the table ``viewer.ui.timeline.lanes.LANES``. A lane of that table may be a
    group: then ``lanes`` returns further lanes, which are hidden, folded and updated together with it.

    Attributes:
        context: what the lane depends on; set before all else.
        key: name under which the user's choices are stored; only of a lane of the table.
        title: name in the menu of lanes; only of a lane of the table.
        name: name at the left.
        height: minimum, preferred and maximum height.
        valued: whether its legend has values.
        present: whether there is anything to show.
        row: row (in the table of actors) of the actor that a click on the name selects, or None.
        signals: keys of the signals (plotted quantities) that it needs while it is visible.
        group: whether unfolding it shows further lanes; folding a lane without a group makes it lower.
        parts: further lanes of an unfolded group.
        folded_at_first: whether it is folded until the user changes that; may depend on the recording.
    """

    context: LaneContext
    key: str = ""
    title: str = ""
    name: str
    height: LaneHeight
    valued: bool = False
    present: bool = True
    row: int | None = None
    signals: tuple[SeriesKey, ...] = ()
    group: bool = False
    parts: Sequence[Lane] = ()
    folded_at_first: bool = False

    def lanes(self, *, folded: bool) -> Sequence[Lane]:
        """Return the lanes of this one's group to draw: only this one if ``folded``, else also the others.

        Empty if there is nothing to show. All but the first are equally high.
        """
        return (self, *(() if folded else self.parts)) if self.present else ()

    @property
    def legend(self) -> tuple[LegendEntry, ...]:
        """Names and values at the left of the timeline lane, one LegendEntry per line, from top to bottom."""
        return (LegendEntry(self.name, row=self.row),)

    def set_context(self, context: LaneContext) -> None:
        """Store ``context``, what the lane shows. Called after each change: overrides must be fast."""
        self.context = context

    @property
    def shown(self) -> object:
        """Value that changes when ``paint`` would draw something else; until then a cached picture is used.

        Recording, axis, theme and position need not be part of it. By default it always changes.
        """
        return object()

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw the visible part of this lane of the timeline; ``canvas`` is clipped to the lane."""
        raise NotImplementedError

    def paint_cursor(self, canvas: TimeCanvas, time: float) -> None:
        """Draw what the lane shows about ``time``, the time under the mouse, on top of its cached picture."""

    def hover_info(self, axis: TimeAxis, x: float) -> HoverInfo | None:  # noqa: ARG002 - of some there is nothing to say
        """Return tooltip and click target for the mouse at ``x`` px on the lane; None if there is nothing."""
        return None


@dataclass(frozen=True)
class LaneArea:
    """A timeline lane and its rectangle in a row of the timeline, which shows a group of one or more lanes.

    Attributes:
        lane: the lane.
        rect: the rectangle between legend and statistics, in px.
        owner: the first lane of the row's group, under which the user's choices for the group are kept;
            often ``lane`` itself.
    """

    lane: Lane
    rect: QRectF
    owner: Lane
