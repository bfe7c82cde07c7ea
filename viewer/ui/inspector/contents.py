"""What the inspector says, without any widget: of whom, and all rows of it at the moment it was told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex, same_opening
from viewer.recording.problems import Problem
from viewer.replay.world.snapshot import ActorDetails
from viewer.replay.world.world import World
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.format import seconds
from viewer.ui.inspector.actor_rows import event_rows, identity_rows, life_row
from viewer.ui.inspector.copying import Origin
from viewer.ui.inspector.detail_rows import bones_row, has_bones, physics_row
from viewer.ui.inspector.moment_rows import NEEDED, moment_rows
from viewer.ui.inspector.recording_rows import folded_scene, scene_rows, summary_rows
from viewer.ui.inspector.row import Kind, Row, Value, section, shown
from viewer.ui.inspector.told import ActorNow, Told
from viewer.ui.inspector.values import TimeText
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap

Rows = tuple[int, ...]
"""Rows of the actor table."""
MOST = 4
"""Actors side by side: more could not be compared by eye."""
_ORDER = ("traffic_light", "trigger_volume", "motion", "control", "wheels", "biker", "walker")
"""Keys of the sections that come first, in their order; that of who the actor is comes last."""
_LAST = "actor"


class Contents:
    """Tells of the pinned and the selected actors side by side, or of the recording if there are none.

    Attributes:
        index: the recording, set by ``set_recording``.
        world: the moment.
        hero: row of the hero, to whom distances are measured.
        road_map: roads under the actors.
        time_text: how moments are written.
        problems: what is wrong with the recording.
        checking: whether more may yet be found to be.
        selected: rows of the selected actors.
        pinned: rows of the pinned actors.
        opened: keys of the folds that are open; they are so for all actors.
        series: signals that were read.

    """

    def __init__(self) -> None:
        self.index: RecordingIndex | None = None
        self.world: World | None = None
        self.hero: int | None = None
        self.road_map: RoadMap | None = None
        self.time_text: TimeText = seconds
        self.problems: Sequence[Problem] = ()
        self.checking = False
        self.selected: Rows = ()
        self.pinned: Rows = ()
        self.opened: set[str] = set()
        self.series: dict[SeriesKey, Series] = {}
        self._seen: dict[int, set[str]] = {}
        self._bones: dict[int, int] = {}

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

    @property
    def signals(self) -> tuple[SeriesKey, ...]:
        """What the rows need of signals over time."""
        told = self._told
        return tuple(
            key for row in self.rows for name in NEEDED for key in (told.keys(name, row) if told else ())
        )

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Tell of a recording, or of more of it; of another one nobody is selected or pinned yet."""
        if not same_opening(self.index, index):
            self.world = self.hero = None
            self.selected = self.pinned = ()
            self.series.clear()
            self._seen.clear()
        self.problems = () if index is None else index.problems
        self.index = index
        self._bones.clear()

    def sheet(self) -> tuple[Row, ...]:
        """Return all rows at this moment."""
        told = self._told
        if told is None:
            return ()
        self._seen = {row: self._seen.get(row, set()) for row in self.rows}
        if self.rows:
            return side_by_side([self._of_actor(told, row) for row in self.rows])
        summary = summary_rows(told.index, self.problems, checking=self.checking)
        return (*summary, *(() if told.world is None else scene_rows(told, told.world)))

    @property
    def _told(self) -> Told | None:
        if self.index is None:
            return None
        return Told(
            self.index,
            self.world,
            self.hero,
            self.road_map,
            self.opened,
            self.time_text,
            self.series,
        )

    def _of_actor(self, told: Told, row: int) -> list[Row]:
        identity = section(_LAST, tr("Actor"), identity_rows(told, row))
        world = told.world
        if world is None:
            return [identity]
        life = life_row(told, row, world.frame_index)
        rows, also = [] if life is None else [life], []
        with suppress(RecordingError):  # the file has changed; whoever makes the next world is told so, too
            snapshot = world.snapshot(row)
            if snapshot is not None:
                rows += shown(moment_rows(ActorNow(told, world, snapshot)), self._seen[row])
        with suppress(RecordingError):
            details = ActorDetails(world, row)
            if details.physics is not None:
                also.append(physics_row(details.physics, told.opened))
            if has_bones(told, row):
                if row not in self._bones:  # to decode all skeletons in every frame would take too long
                    self._bones[row] = len(details.bones)
                also.append(bones_row(details, self._bones[row], told.opened))
        also += folded_scene(told, world)
        sections = (
            section("events", tr("Events"), event_rows(told, row)),
            section("also", tr("Also recorded"), also),
        )
        return [*rows, *(each for each in sections if each.children), identity]

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


def side_by_side(sheets: Sequence[Sequence[Row]]) -> tuple[Row, ...]:
    """Return the rows of all sheets, each key once, in an order that keeps that of each sheet."""
    if len(sheets) == 1:
        return tuple(sheets[0])
    tables = [{row.key: row for row in sheet} for sheet in sheets]
    keys: list[str] = []
    for table in tables:
        place = 0
        for key in table:
            if key not in keys:
                keys.insert(place, key)
            place = max(place, keys.index(key) + 1)
    rows = [_beside([table.get(key) for table in tables]) for key in keys]
    return tuple(sorted(rows, key=_place))


def _place(row: Row) -> int:
    if row.kind is not Kind.SECTION:
        return -1
    return _ORDER.index(row.key) if row.key in _ORDER else len(_ORDER) + (row.key == _LAST)


def _beside(rows: Sequence[Row | None]) -> Row:
    """Return one row for those of all actors under one key; who has none has no value in it."""
    first = next(row for row in rows if row is not None)
    children = side_by_side([() if row is None else row.children for row in rows])
    if first.kind is Kind.SECTION:
        return first._replace(children=children)
    if any(row is not None and row.subject != first.subject for row in rows):
        cells = tuple(None if row is None else _with_subject(row) for row in rows)
        return Row(first.key, first.name, cells, first.kind, children)
    return first._replace(
        cells=tuple(None if row is None else row.cells[0] for row in rows), children=children
    )


def _with_subject(row: Row) -> Value | None:
    """Return the value of a row, behind what its name says of this actor alone."""
    value = row.cells[0]
    return value and value._replace(text=f"{row.subject.text} · {value.text}")


def only_different(rows: Iterable[Row], differed: set[str]) -> tuple[Row, ...]:
    """Return the rows that differ or once did, and what they are in; ``differed`` takes up their keys.

    Those that did stay, so that rows do not come and go while time runs.
    """
    result = []
    for row in rows:
        children = only_different(row.children, differed)
        if row.differs:
            differed.add(row.key)
        if children or row.key in differed:
            result.append(row._replace(children=children))
    return tuple(result)
