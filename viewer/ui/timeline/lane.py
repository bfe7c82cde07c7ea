"""What a lane of the timeline is, and what all lanes are told alike."""

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

if TYPE_CHECKING:  # its lane is one of these
    from viewer.ui.timeline.marks import NoteMarks


@dataclass(frozen=True)
class LaneContext:
    """What lanes may depend on; each change gives another context.

    Attributes:
        content: the recording, None for none.
        selected: rows of all selected actors, the primary one last.
        hero: row of the hero, None if there is none.
        pinned: rows of the actors that are shown whoever is selected.
        kinds: kinds of events that are wanted.
        searched: how much of the recording has been looked through for events, 0 to 1.
        chosen: start and end of the chosen range in seconds, None for none.
        found: what went wrong, as far as that is wanted, what matters most first.
        joined: infractions that results beside the recording tell of, as far as their times are known.
        notes: the notes, None before any are known.
        series: the signals that are there by now of those that lanes need.
        read: how far reading of signals is, 0 to 1; None while it takes no longer than usual.

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
    joined: Events = field(default_factory=Events)
    notes: NoteMarks | None = None
    series: Mapping[SeriesKey, Series] = field(default_factory=dict)

    @property
    def index(self) -> RecordingIndex | None:
        """The index of the recording."""
        return None if self.content is None else self.content.index

    def knows(self, row: int | None) -> TypeGuard[int]:
        """Return whether there is an actor in a row by now."""
        return row is not None and self.index is not None and row < len(self.index.actors)

    def keys(self, names: Iterable[str], row: int | None = None) -> tuple[SeriesKey, ...]:
        """Return which of the signals there can be, of an actor by its row or of the recording."""
        index = self.index
        if index is None or not (row is None or self.knows(row)):
            return ()
        return tuple(SeriesKey(name, row) for name in names if SIGNALS[name].possible(index, row))

    def category(self, row: int | None) -> int | None:
        """Return the category of an actor, None if there is none in that row."""
        index = self.index
        return int(index.actors.category[row]) if index is not None and self.knows(row) else None

    def actor_id(self, row: int | None) -> str:
        """Return the id of an actor, empty if there is none in that row."""
        index = self.index
        return str(index.actors.actor_id[row]) if index is not None and self.knows(row) else ""

    @lazy
    def _selection_roles(self) -> dict[int, str]:
        if self.index is None:
            return {}
        return selection_roles(self.index.actors.category, self.selected, self.hero)

    @lazy
    def followed(self) -> tuple[int, ...]:
        """Rows of the selected actors that can move, the primary one first; of the hero while nobody is."""
        if not self.selected:
            return () if self.hero is None else (self.hero,)
        return tuple(row for row in reversed(self.selected) if self.category(row) not in FIXED)

    def role(self, row: int | None) -> str:
        """Return the role of the colour of somebody who may move, empty for who does not."""
        category = self.category(row)
        if row is None or category is None or category not in MOVERS:
            return ""
        return self._selection_roles.get(row) or category_role(category, hero=row == self.hero)

    def color(self, row: int | None) -> QColor:
        """Return the colour of an actor, the accent for nobody."""
        category, role = self.category(row), self.role(row)
        return current_theme().color(role or ("accent" if category is None else category_role(category)))


class LaneHeight(NamedTuple):
    """Pixels a lane can do with, likes to have, and has use for."""

    least: int
    usual: int
    most: int


@dataclass(frozen=True)
class Hit:
    """What there is under the mouse.

    Attributes:
        lines: what to say about it.
        time: where a click goes to, or None if it goes to the time under the mouse.
        row: the actor it is about, whom a click selects, or None. Without
            ``time``, a drag from here selects nobody.
        event: the found event that a click goes to, or None.
        contact: number of the collision in the file that a click goes to, or None.

    """

    lines: tuple[str, ...]
    time: float | None = None
    row: int | None = None
    event: FoundEvent | None = None
    contact: int | None = None


@dataclass(frozen=True)
class NameRow:
    """A line in the column of names.

    Attributes:
        text: what it is.
        brief: the same where there is little room, empty if it is never said otherwise.
        color: of the sign beside it, None for no sign.
        ribbon: whether the sign is that of a ribbon, and not of a curve.
        recorded: whether the values stand in the file.
        unit: of the values.
        widest: the longest of the values, empty for numbers.
        value: returns what there is at a time in seconds, as text; None if there are no values. Rows that
            differ in nothing else are equal.
        stats: least, mean and greatest value over the chosen range, or one text; empty for nothing.
        row: the actor that a click selects, or None.
        number: by which a signal that the user chose is known, or None.

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
    """A strip of the timeline with a name at its left; what most lanes have in common stands here.

    It is told of what there is by ``set_context``, and says by ``signals`` what else it needs. A row in
    ``viewer.ui.timeline.lanes`` is all that adds one. A row may stand for several lanes with one chevron:
    they are hidden, folded and told of things together, see ``lanes``.

    Attributes:
        context: what it was told last; it is told before anything else.
        key: by which the user's choices are remembered; of a row of the table.
        title: what the menu of lanes calls it; of a row of the table.
        name: what is written at the left.
        height: how high it wants to be.
        valued: whether its rows have values.
        present: whether there is anything to show of it.
        row: the actor that a click on the name selects, or None.
        signals: which signals it needs while it is shown.
        group: whether it shows more when it is unfolded; one lane alone only becomes lower when folded.
        parts: what a group shows below it when it is unfolded.
        folded_at_first: whether it is folded until the user says otherwise; may change with the recording.

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
        """Return what to show, none for nothing; all but the first have the same height."""
        return (self, *(() if folded else self.parts)) if self.present else ()

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """What stands in the column of names, from above."""
        return (NameRow(self.name, row=self.row),)

    def set_context(self, context: LaneContext) -> None:
        """Take the recording, the actors and whatever else changed; called often, also for little."""
        self.context = context

    @property
    def shown(self) -> object:
        """What ``paint`` draws of what it was told: while it equals what it was, the picture is kept.

        Recording, axis, theme and place need not be part of it. A lane that does not say is always painted.
        """
        return object()

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw what lies in the window on its ground, to which it is clipped."""
        raise NotImplementedError

    def paint_cursor(self, canvas: TimeCanvas, time: float) -> None:
        """Draw what goes with the time that is pointed at, in every paint."""

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:  # noqa: ARG002 - of some there is nothing to say
        """Return what is at a pixel, besides the frame."""
        return None


@dataclass(frozen=True)
class PlacedLane:
    """A lane and where it is drawn.

    Attributes:
        lane: the lane.
        rect: its strip on the axis, in its row.
        section: the lane of the table that it belongs to.

    """

    lane: Lane
    rect: QRectF
    section: Lane
