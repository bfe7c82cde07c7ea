"""What the inspector says, without any widget: of whom, and all rows of it at the moment it was told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex, same_opening
from viewer.recording.problems import Problem
from viewer.replay.world.snapshot import ActorDetails
from viewer.signals.series import SeriesKey
from viewer.ui.inspector.actor_rows import event_rows, identity_rows, life_row
from viewer.ui.inspector.changing_rows import NEEDED, moment_rows
from viewer.ui.inspector.copying import Origin
from viewer.ui.inspector.detail_rows import bones_row, has_bones, physics_row
from viewer.ui.inspector.recording_rows import folded_scene, scene_rows, summary_rows
from viewer.ui.inspector.row import Kind, Row, Value, section, shown
from viewer.ui.inspector.values import ActorNow, Told
from viewer.ui.translation import tr

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
        told: what is known.
        problems: what is wrong with the recording.
        checking: whether more may yet be found to be.
        selected: rows of the selected actors.
        pinned: rows of the pinned actors.

    """

    def __init__(self) -> None:
        self.told = Told()
        self.problems: Sequence[Problem] = ()
        self.checking = False
        self.selected: Rows = ()
        self.pinned: Rows = ()
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
        return tuple(sorted({int(self.told.index.actors.category[row]) for row in self.rows}))

    @property
    def signals(self) -> tuple[SeriesKey, ...]:
        """What the rows need of signals over time."""
        return tuple(key for row in self.rows for name in NEEDED for key in self.told.keys(name, row))

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Tell of a recording, or of more of it; of another one nobody is selected or pinned yet."""
        self.problems = () if index is None else index.problems
        self._bones.clear()
        if not same_opening(self.told.recording, index):
            self.told.world = self.told.hero = None
            self.told.series.clear()
            self.selected = self.pinned = ()
            self._seen.clear()
        self.told.recording = index

    def sheet(self) -> tuple[Row, ...]:
        """Return all rows at this moment."""
        told = self.told
        if told.recording is None:
            return ()
        self._seen = {row: self._seen.get(row, set()) for row in self.rows}
        if self.rows:
            return side_by_side([self._of_actor(told, row) for row in self.rows])
        summary = summary_rows(told.index, self.problems, checking=self.checking)
        return (*summary, *(() if told.world is None else scene_rows(told, told.world)))

    def _of_actor(self, told: Told, row: int) -> list[Row]:
        identity = section(_LAST, tr("Actor"), identity_rows(told, row))
        world = told.world
        if world is None:
            return [identity]
        life = life_row(told, row, world.frame_index)
        rows, also = [] if life is None else [life], []
        details = ActorDetails(world, row)
        with suppress(RecordingError):  # the file has changed; whoever makes the next world is told so, too
            snapshot = world.snapshot(row)
            if snapshot is not None:
                rows += shown(moment_rows(ActorNow(told, world, snapshot, details)), self._seen[row])
        with suppress(RecordingError):
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
        index, world = self.told.recording, self.told.world
        if index is None:
            return Origin("")
        described = [index.actors.descriptions[row] for row in self.rows]
        actors = tuple((each.actor_id, each.type_id) for each in described)
        if world is None:
            return Origin(index.path.name, actors=actors)
        return Origin(index.path.name, int(world.frame), world.elapsed, actors)


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
