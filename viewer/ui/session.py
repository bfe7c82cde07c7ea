"""What the window is about: one recording, one moment, one selection; the only state panels share."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.moment import Moment, MomentError, find_moment
from viewer.replay.speed import SpeedProfile, speed_profile
from viewer.replay.trajectory import Trajectory, trajectory
from viewer.replay.transport import Loop, Transport
from viewer.replay.world import World, world_at
from viewer.ui.job import Job
from viewer.ui.loader import Loader


@dataclass(frozen=True, eq=False)
class ActorPath:
    """The selected actor over its life: where it was and how fast."""

    row: int
    poses: Trajectory
    speed: SpeedProfile


@dataclass(frozen=True, slots=True)
class ActorKey:
    """An actor's identity across readings of a file: ids are used again, so the spawn counts too."""

    actor_id: int
    type_id: str
    spawn_frame: int

    @classmethod
    def of(cls, index: RecordingIndex, row: int) -> ActorKey:
        """Return the key of a row of the actor table."""
        description = index.actors.descriptions[row]
        return cls(description.actor_id, description.type_id, int(index.actors.spawn_frame[row]))

    def find(self, index: RecordingIndex) -> int | None:
        """Return the row of the same actor in another reading, None if it is not there (yet)."""
        rows = [
            row
            for row in index.actors.rows_of(self.actor_id)
            if index.actors.descriptions[row].type_id == self.type_id
        ]
        return min(
            rows, key=lambda row: abs(int(index.actors.spawn_frame[row]) - self.spawn_frame), default=None
        )


@dataclass(frozen=True, slots=True)
class Wish:
    """What to go to as soon as enough of a file has been read; each part is optional."""

    moment: Moment | None = None
    actor: ActorKey | int | None = None
    """An actor of an earlier reading, or an actor id."""
    follow: bool = False


class Session(QObject):
    """Observable state: whoever changes it calls its methods, whoever shows it listens to its signals."""

    opening = Signal(object)
    """Path of a file that starts to be read."""
    opened = Signal(object)
    """First RecordingIndex of a newly opened file, or None when it was closed."""
    index_changed = Signal(object)
    """Every RecordingIndex, the first one too, or None."""
    failed = Signal(object)
    """RecordingError: a file cannot be opened, or the open one can no longer be read."""
    world_changed = Signal(object)
    """World at the playhead, or None."""
    playback_changed = Signal()
    """Playhead, play state, speed or loop of ``transport`` changed."""
    selection_changed = Signal(object)
    """Row of the selected actor, or None."""
    hero_changed = Signal(object)
    """Row of the hero, or None."""
    hover_changed = Signal(object)
    """Row of the actor that is pointed at, or None."""
    follow_changed = Signal(object)
    """Row of the actor that the map follows, or None."""
    path_changed = Signal(object)
    """ActorPath of the selected actor once it is known, or None."""
    refused = Signal(str)
    """Why something that was asked for cannot be done, as a sentence."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self.transport = Transport()
        self.index: RecordingIndex | None = None
        self.world: World | None = None
        self.selection: int | None = None
        self.hovered: int | None = None
        self.followed: int | None = None
        self.hero: int | None = None
        self.chosen_hero: int | None = None
        self.interpolate = False
        self._loader: Loader | None = None
        self._next: Loader | None = None
        self._wish = Wish()
        self._path_job: Job | None = None
        self._broken = False

    # -- files

    @property
    def loading(self) -> bool:
        """Whether a file is being read."""
        return self._next is not None or self._loader is not None

    @property
    def busy(self) -> bool:
        """Whether something is still being read."""
        return self.loading or self._path_job is not None

    def open(self, path: Path, wish: Wish | None = None) -> None:
        """Start to read a file; the open one stays until the first frames of the new one are there."""
        if self._next is not None:
            self._next.requestInterruption()
        self._wish = wish or Wish()
        self._next = Loader(path, self)
        self._next.grown.connect(self._take)
        self._next.failed.connect(self._fail)
        self._next.start()
        self.opening.emit(path)

    def reload(self) -> None:
        """Read the open file again; time and selection stay."""
        if self.index is not None:
            actor = None if self.selection is None else ActorKey.of(self.index, self.selection)
            moment = Moment("elapsed", self.transport.playhead)
            self.open(self.index.path, Wish(moment, actor, follow=self.followed is not None))

    @Slot()
    def cancel(self) -> None:
        """Stop reading; what has been read stays."""
        if self._next is not None:
            self._next.requestInterruption()
            self._next = None
        elif self._loader is not None:
            self._loader.requestInterruption()
            self._loader = None
        self.index_changed.emit(self.index)

    def close(self) -> None:
        """Let go of the recording."""
        for loader in (self._next, self._loader):
            if loader is not None:
                loader.requestInterruption()
        self._next = self._loader = None
        self._replace(None)

    def shut_down(self) -> None:
        """Close, and wait for every thread: none may outlive the window."""
        self.close()
        for thread in (*self.findChildren(Loader), *self.findChildren(Job)):
            thread.requestInterruption()
            thread.wait()

    @Slot(object, object)
    def _take(self, loader: Loader, index: RecordingIndex) -> None:
        is_new = loader is self._next
        if is_new:
            if self._loader is not None:
                self._loader.requestInterruption()
            self._loader, self._next = loader, None
        elif loader is not self._loader:
            return
        if index.complete:
            self._loader = None  # it ends by itself, and is gone then
        if is_new:
            self._replace(index)
        else:
            self._grow(index)

    @Slot(object, object)
    def _fail(self, loader: Loader, error: RecordingError) -> None:
        if loader is self._next:
            self._next = None
            self.failed.emit(error)
            self.index_changed.emit(self.index)
        elif loader is self._loader:
            self._loader = None
            self.failed.emit(error)

    def _replace(self, index: RecordingIndex | None) -> None:
        self._broken = False
        self.chosen_hero = None
        self._set_hero(None)
        self.select(None)
        self.follow(None)
        self.hover(None)
        self.transport.pause()
        self.transport.set_range(None)
        self.transport.seek(0.0, self._clock())
        self.index = index
        self.world = None
        self.transport.set_elapsed(index.elapsed if index is not None else np.empty(0), self._clock())
        self.opened.emit(index)
        self._grow(index)

    def _grow(self, index: RecordingIndex | None) -> None:
        self.index = index
        self.index_changed.emit(index)
        if index is None:
            self._set_hero(None)
            self.world_changed.emit(None)
            self.playback_changed.emit()
            return
        self._set_hero(self._find_hero(index))
        self.transport.set_elapsed(index.elapsed, self._clock())
        self._fulfil(index)
        self._refresh(anew=True)
        if index.complete and self.selection is not None:
            self._ask_path()

    def _fulfil(self, index: RecordingIndex) -> None:
        """Go where the user wanted to be, once the file has been read so far."""
        wish = self._wish
        try:
            if wish.moment is not None:
                self.transport.seek(find_moment(index, wish.moment), self._clock())
                wish = Wish(None, wish.actor, wish.follow)
        except MomentError as error:
            if index.complete:
                self.refused.emit(str(error))
                self.transport.seek(index.duration, self._clock())
                wish = Wish(None, wish.actor, wish.follow)
        if wish.actor is not None and wish.moment is None:
            row = self._find(index, wish.actor)
            if row is not None or index.complete:
                self.select(row)
                self.follow(row if wish.follow else None)
                if row is None and isinstance(wish.actor, int):
                    self.refused.emit(self.tr("There is no actor {id}.").format(id=wish.actor))
                wish = Wish(wish.moment)
        self._wish = wish

    def _find(self, index: RecordingIndex, actor: ActorKey | int) -> int | None:
        if isinstance(actor, ActorKey):
            return actor.find(index)
        row = index.actors.find(actor, index.frame_at(self.transport.playhead))
        return row if row is not None else next(iter(index.actors.rows_of(actor)), None)

    # -- time

    @Slot(float)
    def seek(self, elapsed: float) -> None:
        """Go to a time in seconds."""
        self._wish = Wish(None, self._wish.actor, self._wish.follow)
        self.transport.seek(elapsed, self._clock())
        self._refresh()

    def seek_frame(self, frame_index: int) -> None:
        """Go to the start of a frame."""
        if self.index is not None and len(self.index.heads):
            self.seek(float(self.index.elapsed[frame_index]))

    def step(self, frames: int) -> None:
        """Pause and go so many frames forward or, if negative, back."""
        self.transport.step(frames, self._clock())
        self._refresh()

    def toggle_play(self) -> None:
        """Play or pause."""
        self.transport.toggle(self._clock())
        self._refresh()

    def shuttle(self, direction: int) -> None:
        """Play forwards (1) or backwards (−1); again: faster."""
        self.transport.shuttle(direction, self._clock())
        self._refresh()

    @Slot(float)
    def set_speed(self, speed: float) -> None:
        """Set the speed; its sign is the direction."""
        self.transport.set_speed(speed, self._clock())
        self.playback_changed.emit()

    def change_speed(self, direction: int) -> None:
        """Take the next faster (1) or slower (−1) speed."""
        change = self.transport.faster if direction > 0 else self.transport.slower
        change(self._clock())
        self.playback_changed.emit()

    def set_loop(self, loop: Loop) -> None:
        """Choose what happens at the end."""
        self.transport.loop = loop
        self.playback_changed.emit()

    def set_interpolate(self, on: bool) -> None:
        """Show poses between frames, or only recorded ones."""
        self.interpolate = on
        self._refresh(anew=True)

    def tick(self) -> None:
        """Let time pass; the player calls this while playing."""
        if self.transport.tick(self._clock()):
            self._refresh()

    def _refresh(self, *, anew: bool = False) -> None:
        """Show the playhead's moment; the world is asked for only when it can differ."""
        self.playback_changed.emit()
        index = self.index
        if index is None:
            return
        elapsed = self.transport.playhead
        world = self.world
        same = (
            world is not None
            and world.index is index
            and not anew
            and (
                elapsed == world.elapsed if self.interpolate else index.frame_at(elapsed) == world.frame_index
            )
        )
        if not same:
            self._show(index, elapsed)

    def _show(self, index: RecordingIndex, elapsed: float) -> None:
        try:
            self.world = world_at(index, elapsed, interpolate=self.interpolate)
        except RecordingError as error:
            self.transport.pause()
            if not self._broken:  # once: the file does not get better by asking for every frame
                self._broken = True
                self.failed.emit(error)
            return
        self.world_changed.emit(self.world)

    # -- actors

    def refuse(self, reason: str) -> None:
        """Tell why something that was asked for cannot be done."""
        self.refused.emit(reason)

    def select(self, row: int | None) -> None:
        """Select an actor, or nobody."""
        if row == self.selection:
            return
        self.selection = row
        self.selection_changed.emit(row)
        self._path_job = None
        self.path_changed.emit(None)
        if row is not None:
            self._ask_path()

    def hover(self, row: int | None) -> None:
        """Point at an actor, or at nobody."""
        if row != self.hovered:
            self.hovered = row
            self.hover_changed.emit(row)

    def follow(self, row: int | None) -> None:
        """Let the map follow an actor, or stay."""
        if row != self.followed:
            self.followed = row
            self.follow_changed.emit(row)

    def choose_hero(self, actor_id: int | None) -> None:
        """Make an actor the hero of this recording, by its id; None leaves it to the recording.

        While a recording is being opened this is only remembered: panels are told of it before its hero.
        """
        self.chosen_hero = actor_id
        if self.index is not None and self.world is not None:
            self._set_hero(self._find_hero(self.index))

    def _find_hero(self, index: RecordingIndex) -> int | None:
        chosen = index.actors.rows_of(self.chosen_hero) if self.chosen_hero is not None else []
        return next(iter((*chosen, *index.actors.hero_rows)), None)

    def _set_hero(self, row: int | None) -> None:
        if row != self.hero:
            self.hero = row
            self.hero_changed.emit(row)

    def _ask_path(self) -> None:
        index, row = self.index, self.selection
        if index is None or row is None:
            return

        def ask() -> ActorPath:
            poses = trajectory(index, row)
            return ActorPath(row, poses, speed_profile(index, row, poses))

        self._path_job = Job(ask, self)
        self._path_job.answered.connect(self._take_path)
        self._path_job.failed.connect(self._lose_path)
        self._path_job.start()

    @Slot(object, object)
    def _take_path(self, job: Job, path: ActorPath) -> None:
        if job is self._path_job:
            self._path_job = None
            self.path_changed.emit(path)

    @Slot(object, object)
    def _lose_path(self, job: Job, error: RecordingError) -> None:
        if job is self._path_job:
            self._path_job = None
            self.failed.emit(error)
