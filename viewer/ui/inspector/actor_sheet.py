"""The sheet of one actor: all rows there are about it now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from viewer.logfile import packets
from viewer.logfile.errors import RecordingError
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import ActorDetails
from viewer.replay.world.world import World
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui.inspector.actor_rows import event_rows, identity_rows, life_row
from viewer.ui.inspector.context import Context
from viewer.ui.inspector.detail_rows import bone_rows, physics_rows
from viewer.ui.inspector.head_rows import head_rows, speed_signal
from viewer.ui.inspector.kept_rows import KeptRows
from viewer.ui.inspector.lamp_rows import LIGHT_AHEAD
from viewer.ui.inspector.moment_rows import moment_rows
from viewer.ui.inspector.scene_rows import folded_scene
from viewer.ui.inspector.sheet import Row, heading, told
from viewer.ui.translation import tr

_NEEDED = ("acceleration", *LIGHT_AHEAD)


class ActorSheet:
    """Makes the rows of an actor; those that do not change with time are made once, by ``rebuild``."""

    def __init__(self, row: int) -> None:
        self.row = row
        self._seen: set[str] = set()
        self._kept = KeptRows()
        self._fixed: tuple[Row, ...] = ()
        self._events: tuple[Row, ...] = ()
        self._bones = 0

    def signals(self, index: RecordingIndex) -> tuple[SeriesKey, ...]:
        """Return what the sheet needs of signals over time: values that frames do not tell, and the speed."""
        keys = [SeriesKey(name, self.row) for name in _NEEDED if SIGNALS[name].possible(index, self.row)]
        speed = speed_signal(index, self.row)
        return tuple(keys) if speed is None else (*keys, speed)

    def rebuild(self, context: Context) -> None:
        """Make the rows that do not change with time."""
        index, opened, time_text = context.index, context.opened, context.time_text
        self._kept.forget()
        self._fixed = (heading("actor", tr("Actor")), *identity_rows(index, self.row, opened, time_text))
        self._events = tuple(event_rows(index, self.row, opened, time_text))
        self._bones = self._count_bones(context)

    def rows(self, context: Context) -> list[Row]:
        """Return all rows there are at the moment of the context."""
        world = context.world
        if world is None:
            return [*self._fixed]
        life = life_row(context.index, self.row, world.frame_index, context.time_text)
        rows = [] if life is None else [life]
        details = ActorDetails(world, self.row, context.book)
        with suppress(RecordingError):  # the file has changed; whoever makes the next world is told so, too
            rows += self._moment_rows(context, world, details)
        rows += self._events
        more: list[Row] = []
        with suppress(RecordingError):
            more += [*self._more_rows(context, details)]
        more += self._scene(context, world)
        if more:
            rows.append(heading("also", tr("Also recorded")))
        return [*rows, *more, *self._fixed]

    def _scene(self, context: Context, world: World) -> Iterable[Row]:
        if "scene" in context.opened:
            return folded_scene(world, context.book, context.opened)
        return self._kept.of("scene", (), lambda: folded_scene(world, context.book, context.opened))

    def _moment_rows(self, context: Context, world: World, details: ActorDetails) -> list[Row]:
        snapshot = world.snapshot(self.row)
        if snapshot is None:
            return []

        def signal_now(name: str) -> float | None:
            series = context.series.get(SeriesKey(name, self.row))
            return None if series is None else series.at(world.elapsed)

        rows = (
            *head_rows(context, snapshot, world.elapsed, self._kept),
            *moment_rows(world, snapshot, details, context.hero, signal_now, context.road_map, self._kept),
        )
        return told(rows, self._seen)

    def _more_rows(self, context: Context, details: ActorDetails) -> Iterator[Row]:
        """Yield what is long, folded."""
        physics, opened = details.physics, context.opened
        if physics is not None:
            yield from self._kept.of("physics", (physics, opened), lambda: physics_rows(physics, opened))
        if _has_bones(context.index, self.row):
            yield from bone_rows(details, self._bones, context.opened)

    def _count_bones(self, context: Context) -> int:
        """Count the bones of a walker once: decoding all skeletons in every frame would take too long."""
        if context.world is None or not _has_bones(context.index, self.row):
            return 0
        try:
            return len(ActorDetails(context.world, self.row, context.book).bones)
        except RecordingError:
            return 0


def _has_bones(index: RecordingIndex, row: int) -> bool:
    is_walker = index.actors.category[row] == Category.WALKER
    return is_walker and packets.WALKER_BONES.id in index.packet_counts
