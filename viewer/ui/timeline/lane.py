"""The base class of lanes of the timeline, and the data that they draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from viewer.analysis.event_table import FoundEvent
from viewer.recording.actors import FIXED
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.state.view_state import ViewState
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.signals.plot_layout import Curve
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent


class LaneData(NamedTuple):
    """Data of a recording that lanes of the timeline draw.

    Attributes:
        content: times and events of the recording; None if none is open.
        series: samples of those signals that have been read.
        share: progress of reading signals, 0 to 1; None unless reading takes long at present.
    """

    content: TimelineContent | None = None
    series: Mapping[SeriesKey, Series] = MappingProxyType({})
    share: float | None = None


def possible_keys(
    view: ViewState, data: LaneData, names: Iterable[str], row: int | None = None
) -> tuple[SeriesKey, ...]:
    """Return the keys of those signals in ``names`` that the actor in ``row`` can have.

    ``row`` is an index in the table of actors; None stands for signals of the recording as a whole.
    """
    index = None if data.content is None else data.content.index
    if index is None or not (row is None or row < len(index.actors)):
        return ()
    return tuple(
        SeriesKey(name, row)
        for name in names
        if name in view.signals and view.signals[name].possible(index, row)
    )


def main_actors(view: ViewState) -> tuple[int, ...]:
    """Return the rows of the selected actors that can move; the one selected last comes first.

    If nothing is selected, it is the row of the hero (the ego vehicle).
    """
    if not view.selected:
        return () if view.hero is None else (view.hero,)
    return tuple(row for row in reversed(view.selected) if view.actors.category(row) not in FIXED)


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
        mark: whose values they are if not of the recording; else empty.
        unit: unit of the values.
        widest: longest text of a value, if values are states; empty for numbers.
        value: function that returns the value at a time (seconds) as text; None if there are no values.
        stats: texts of minimum, mean and maximum over the chosen range, or a single text; may be empty.
        row: row (in the table of actors) of the actor that a click on the name selects, or None.
        curve: the plotted curve, if the user chose it, or None.
    """

    text: str
    brief: str = ""
    color: QColor | None = None
    ribbon: bool = False
    recorded: bool = True
    mark: str = ""
    unit: str = ""
    widest: str = ""
    value: Callable[[float], str] | None = field(default=None, compare=False)
    stats: tuple[str, ...] = ()
    row: int | None = None
    curve: Curve | None = None


class Lane:
    """Base class of lanes: a horizontal strip of the timeline, with a legend at its left.

    To add a lane, add a row to the table ``viewer.ui.timeline.lanes.LANES``. A lane of that table may be a
    group: then ``lanes`` returns further lanes, which are hidden, folded and updated together with it.

    Attributes:
        view: what the window shows; set before all else.
        data: data of the recording.
        key: name under which the user's choices are stored; only of a lane of the table.
        title: name in the menu of lanes; only of a lane of the table.
        name: name at the left.
        height: minimum, preferred and maximum height.
        present: whether there is anything to show.
        row: row (in the table of actors) of the actor that a click on the name selects, or None.
        signals: keys of the signals (plotted quantities) that it needs while it is visible.
        group: whether unfolding it shows further lanes; folding a lane without a group makes it lower.
        folded_at_first: whether it is folded until the user changes that; may depend on the recording.
    """

    view: ViewState
    data: LaneData
    key: str = ""
    title: str = ""
    name: str
    height: LaneHeight
    present: bool = True
    row: int | None = None
    signals: tuple[SeriesKey, ...] = ()
    group: bool = False
    folded_at_first: bool = False

    def lanes(self, *, folded: bool) -> Sequence[Lane]:  # noqa: ARG002 - of groups
        """Return the lanes of this one's group to draw: only this one if ``folded``, else also the others.

        Empty if there is nothing to show. All but the first are equally high.
        """
        return (self,) if self.present else ()

    @property
    def legend(self) -> tuple[LegendEntry, ...]:
        """Names and values at the left of the timeline lane, one LegendEntry per line, from top to bottom."""
        return (LegendEntry(self.name, row=self.row),)

    def update(self, view: ViewState, data: LaneData) -> None:
        """Store what the window shows, and ``data``. Called after each change: overrides must be fast."""
        self.view, self.data = view, data

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
