"""What the inspector says, without any widget: of whom, and all rows of it at the moment it was told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from viewer.recording.index import RecordingIndex, same_opening
from viewer.recording.problems import Problem
from viewer.recording.read.changes import ChangeBook
from viewer.replay.world.world import World
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.format import seconds
from viewer.ui.inspector.actor_sheet import ActorSheet
from viewer.ui.inspector.comparison import Comparison, only_different
from viewer.ui.inspector.context import Context
from viewer.ui.inspector.copying import Origin
from viewer.ui.inspector.curve_rows import color_of, with_curves
from viewer.ui.inspector.scene_rows import scene_rows
from viewer.ui.inspector.sheet import Row
from viewer.ui.inspector.summary import summary_rows
from viewer.ui.inspector.values import TimeText

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap

Rows = tuple[int, ...]
"""Rows of the actor table."""
MOST = 4
"""Actors side by side: more could not be compared by eye, and each is told of in every frame."""


class Contents:
    """Tells of the pinned and the selected actors side by side, or of the recording if there are none.

    What changes is set; ``rebuild`` makes the rows that do not change with time, ``lines`` returns all.

    Attributes:
        hero: row of the hero, to whom distances are measured.
        road_map: roads under the actors.
        time_text: how moments are written.
        problems: what is wrong with the recording.
        checking: whether more may yet be found to be.
        selected: rows of the selected actors.
        pinned: rows of the pinned actors.
        opened: keys of the folds that are open; they are so for all actors.
        curves: names of the signals whose curve stands under the row that tells them.
        series: signals that were read.

    """

    def __init__(self) -> None:
        self.hero: int | None = None
        self.road_map: RoadMap | None = None
        self.time_text: TimeText = seconds
        self.problems: Sequence[Problem] = ()
        self.checking = False
        self.selected: Rows = ()
        self.pinned: Rows = ()
        self.opened: set[str] = set()
        self.curves: set[str] = set()
        self.series: dict[SeriesKey, Series] = {}
        self._context: Context | None = None
        self._sheets: dict[int, ActorSheet] = {}
        self._summary: tuple[Row, ...] = ()
        self._differed: set[str] = set()
        self._comparison = Comparison()

    @property
    def index(self) -> RecordingIndex | None:
        """The recording."""
        return None if self._context is None else self._context.index

    @property
    def world(self) -> World | None:
        """The moment."""
        return None if self._context is None else self._context.world

    @property
    def rows(self) -> Rows:
        """Whom it tells of: first the pinned, then the selected as in the list; of many, who came last."""
        others = tuple(row for row in self.selected if row not in self.pinned)
        pinned = self.pinned[: max(MOST - len(others), MOST // 2)]
        return (*pinned, *sorted(others[len(others) - min(len(others), MOST - len(pinned)) :]))

    @property
    def left_out(self) -> int:
        """How many more are pinned or selected than it tells of."""
        return len({*self.pinned, *self.selected}) - len(self.rows)

    @property
    def categories(self) -> tuple[int, ...]:
        """Of what sorts they are, each once."""
        index = self.index
        return () if index is None else tuple(sorted({int(index.actors.category[row]) for row in self.rows}))

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Tell of a recording, or of more of it; of another one nobody is selected or pinned yet."""
        same = same_opening(self.index, index)
        if not same:
            self.hero = None
            self.selected = self.pinned = ()
            self._sheets.clear()
            self.series.clear()
        world = self.world if same else None
        self.problems = () if index is None else index.problems
        self._context = None if index is None else Context(index, ChangeBook(index), world)

    def set_world(self, world: World | None) -> None:
        """Tell of another moment."""
        if self._context is not None:
            self._context = self._with(self._context, world)

    def rebuild(self) -> None:
        """Make the rows that do not change with time, for those it tells of now."""
        self._summary = ()
        self._comparison = Comparison()
        self._sheets = {row: self._sheets.get(row) or ActorSheet(row) for row in self.rows}
        context = self._updated()
        if context is None:
            return
        for sheet in self._sheets.values():
            sheet.rebuild(context)
        if not self._sheets:
            self._summary = tuple(summary_rows(context.index, self.problems, checking=self.checking))

    def lines(self, *, only_differences: bool) -> Sequence[Row]:
        """Return all rows at this moment; of several actors, if wanted, those that differ or did."""
        context = self._updated()
        if context is None:
            return ()
        rows: Iterable[Row]
        sheets = [tuple(sheet.rows(context)) for sheet in self._sheets.values()]
        if not sheets:
            scene = () if context.world is None else scene_rows(context.world, context.book)
            rows = (*self._summary, *scene)
        elif len(sheets) == 1:
            rows = sheets[0]
        else:
            rows = self._comparison.rows(sheets)
            rows = only_different(rows, self._differed) if only_differences else rows
        if not self.curves or context.world is None:
            return tuple(rows)
        actors: tuple[int | None, ...] = (None, *self._sheets)
        colors = {row: color_of(context.index, row, self.hero) for row in actors}
        return tuple(with_curves(rows, self.curves, self.series, context.world.elapsed, colors))

    def forget_differences(self) -> None:
        """Take for different only what differs from now on."""
        self._differed.clear()

    @property
    def signals(self) -> tuple[SeriesKey, ...]:
        """What the rows themselves need of signals over time."""
        index = self.index
        if index is None:
            return ()
        return tuple(key for sheet in self._sheets.values() for key in sheet.signals(index))

    @property
    def origin(self) -> Origin:
        """What is shown, for the clipboard."""
        index, world = self.index, self.world
        if index is None:
            return Origin("")
        described = [index.actors.descriptions[row] for row in self.rows]
        return Origin(
            index.path.name,
            None if world is None else int(world.frame),
            None if world is None else world.elapsed,
            tuple((each.actor_id, each.type_id) for each in described),
        )

    def _updated(self) -> Context | None:
        """Return the context with all that was set since."""
        if self._context is not None:
            self._context = self._with(self._context, self._context.world)
        return self._context

    def _with(self, context: Context, world: World | None) -> Context:
        return Context(
            context.index,
            context.book,
            world,
            self.hero,
            self.road_map,
            frozenset(self.opened),
            self.time_text,
            self.series,
        )
