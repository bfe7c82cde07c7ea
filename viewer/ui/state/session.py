"""What the window is about: one recording, one moment, one selection; the only state panels share."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.follow.file_status import FileChange, FileStatus
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.time.transport import Loop, Transport
from viewer.replay.world.world import World, world_at
from viewer.ui.background.actor_path import PathFinder
from viewer.ui.background.examiner import Examiner
from viewer.ui.background.reader import RecordingReader
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.open_request import ActorKey, OpenRequest
from viewer.ui.state.restore import Restore


class Session(QObject):
    """Observable state: whoever changes it calls its methods, whoever shows it listens to its signals."""

    opening = Signal(object)
    """Path of a file that starts to be read."""
    replacing = Signal(bool)
    """The recording is about to be replaced; whether by another reading of the same file."""
    opened = Signal(object)
    """First RecordingIndex of a newly opened file, or None when it was closed."""
    index_changed = Signal(object)
    """Every RecordingIndex, the first one too, or None."""
    problems_changed = Signal(object)
    """``problems`` of the recording, after each index and when more of them have been found."""
    failed = Signal(object)
    """RecordingError: a file cannot be opened, or the open one can no longer be read."""
    file_changed = Signal(object)
    """FileChange: what has become of the open file."""
    follow_end_changed = Signal(bool)
    """Whether the playhead stays at the newest frame while the file grows."""
    world_changed = Signal(object)
    """World at the playhead, or None."""
    sought = Signal(float, float, bool)
    """From and to which time the playhead was moved, and whether that was asked for by name."""
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

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock = tasks.clock
        self.transport = Transport()
        self.index: RecordingIndex | None = None
        self.world: World | None = None
        self.selection: int | None = None
        self.hovered: int | None = None
        self.followed: int | None = None
        self.hero: int | None = None
        self.chosen_hero: int | None = None
        self.interpolate = False
        self.follow_end = False
        self._fulfilment = Restore(self.transport, clock, self)
        self._fulfilment.actor_found.connect(self._select)
        self._fulfilment.followed_found.connect(self._follow)
        self._fulfilment.refused.connect(self.refused)
        self._wish = OpenRequest()
        self._reloading = False
        self._broken = self._interrupted = False
        self._reader = RecordingReader(self)
        self._reader.opened.connect(self._replace)
        self._reader.grown.connect(self._grow)
        self._reader.changed.connect(self._take_change)
        self._reader.failed.connect(self._fail)
        self._examiner = Examiner(tasks, self)
        self._examiner.found.connect(self._tell_problems)
        self._paths = PathFinder(tasks, self)
        self._paths.found.connect(self.path_changed)
        self._paths.failed.connect(self._reader.explain)

    # -- files

    @property
    def loading(self) -> bool:
        """Whether a file is being read."""
        return self._reader.loading

    @property
    def busy(self) -> bool:
        """Whether something that is shown is still being read."""
        return self.loading or self._paths.busy

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is known to be wrong with the recording or odd about it: more is found after reading."""
        return (*self.index.problems, *self._examiner.problems) if self.index is not None else ()

    def open(self, path: Path, wish: OpenRequest | None = None) -> None:
        """Start to read a file; the open one stays until the first frames of the new one are there."""
        self._wish = wish or OpenRequest()  # not for the open one, which may grow meanwhile
        self._reloading = False
        self._reader.open(path)
        self.opening.emit(path)

    def reload(self) -> None:
        """Read the open file again; time, selection and playing stay, as far as they are in it."""
        if self.index is not None:
            self._reloading = True
            self._reader.open(self.index.path, needed=self.transport.playhead)
            self.opening.emit(self.index.path)

    @Slot(object)
    def explain(self, error: RecordingError) -> None:
        """Tell why something that was asked for cannot be read."""
        self._reader.explain(error)

    @Slot()
    def look_at_file(self) -> None:
        """Find out what has become of the open file, and tell it."""
        self._reader.look()

    @Slot()
    def cancel(self) -> None:
        """Stop reading; what has been read stays."""
        self._reader.cancel()
        self.index_changed.emit(self.index)

    def close(self) -> None:
        """Let go of the recording."""
        self._wish, self._reloading = OpenRequest(), False
        self._reader.close()
        self._replace(None)

    def shut_down(self) -> None:
        """Close, and wait for the threads that read: none may outlive the window."""
        self.close()
        self._reader.shut_down()

    @Slot(object)
    def _take_change(self, change: FileChange) -> None:
        if change.fate is FileStatus.INTACT and self._broken:
            self._broken = False
            self._refresh(anew=True)
        self.file_changed.emit(change)
        self.index_changed.emit(self.index)

    @Slot(object)
    def _fail(self, error: RecordingError) -> None:
        self.failed.emit(error)
        self.index_changed.emit(self.index)

    def _key_of(self, row: int | None) -> ActorKey | None:
        return ActorKey.of(self.index, row) if self.index is not None and row is not None else None

    @Slot(object)
    def _replace(self, index: RecordingIndex | None) -> None:
        self.replacing.emit(self._reloading and index is not None)
        if self._reloading:
            self._fulfilment.wish_again(
                self._key_of(self.selection),
                self._key_of(self.followed),
                play=self.transport.playing or self._interrupted,
            )
        else:
            self._fulfilment.wish(self._wish)
        self._broken = self._interrupted = False
        self.chosen_hero = None
        self._set_hero(None)
        self._select(None)
        self._follow(None)
        self.hover(None)
        self.transport.pause()
        if not self._reloading:
            self.transport.set_range(None)
        self.transport.seek(0.0, self._clock())
        self._examiner.forget()
        self.index = index
        self.world = None
        self.transport.set_elapsed(index.elapsed if index is not None else np.empty(0), self._clock())
        self.opened.emit(index)
        self._grow(index)

    @Slot(object)
    def _grow(self, index: RecordingIndex | None) -> None:
        grew = self.index is not None and self.index.growing
        self.index = index
        self.index_changed.emit(index)
        self._tell_problems()
        if index is None:
            self._set_hero(None)
            self.world_changed.emit(None)
            self.playback_changed.emit()
            return
        self._set_hero(self._find_hero(index))
        self.transport.set_elapsed(index.elapsed, self._clock())
        self._fulfilment.fulfil(index)
        if self.follow_end and (index.growing or grew):
            self.transport.seek(index.duration, self._clock())
        self._refresh(anew=True)
        if index.complete and self.selection is not None:
            self._paths.find_further(index, self.selection)
        if index.complete and not index.growing:
            self._examiner.examine(index)

    @Slot()
    def _tell_problems(self) -> None:
        self.problems_changed.emit(self.problems)

    # -- time

    @Slot(float)
    def seek(self, elapsed: float) -> None:
        """Go to a time in seconds."""
        self._seek(elapsed, named=False)

    def go_start(self) -> None:
        """Go to the first frame."""
        self._seek(0.0, named=False, frame=0)

    @Slot(float)
    def jump(self, elapsed: float) -> None:
        """Go to a time in seconds that was asked for by name, as an event, a note or a typed moment is."""
        self._seek(elapsed, named=True)

    def jump_to_frame(self, frame_index: int) -> None:
        """Go to the start of a frame that was asked for by name."""
        if self.index is not None and len(self.index.heads):
            self._seek(float(self.index.elapsed[frame_index]), named=True, frame=frame_index)

    def _seek(self, elapsed: float, *, named: bool, frame: int | None = None) -> None:
        self._take_over()
        before = self.transport.playhead
        self.transport.seek(elapsed, self._clock(), frame)
        self.sought.emit(before, self.transport.playhead, named)
        self._refresh()

    def step(self, frames: int) -> None:
        """Pause and go so many frames forward or, if negative, back."""
        self._take_over()
        self.transport.step(frames, self._clock())
        self._refresh()

    def toggle_play(self) -> None:
        """Play or pause."""
        self._take_over()
        self.transport.toggle(self._clock())
        self._refresh()

    def shuttle(self, direction: int) -> None:
        """Play forwards (1) or backwards (−1); again: faster."""
        self._take_over()
        self.transport.shuttle(direction, self._clock())
        self._refresh()

    @Slot(bool)
    def set_follow_end(self, on: bool) -> None:
        """Keep the playhead at the newest frame while the file grows, until the user goes elsewhere."""
        if on == self.follow_end:
            return
        self.follow_end = on
        self.follow_end_changed.emit(on)
        if on and self.index is not None:
            self._fulfilment.drop_moment()
            self.transport.pause()
            self.transport.seek(self.index.duration, self._clock())
            self._refresh()

    def _take_over(self) -> None:
        """Let the user decide about time from now on."""
        self._fulfilment.drop_moment()
        self._interrupted = False
        self.set_follow_end(False)

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

    def set_range(self, chosen: tuple[float, float] | None) -> None:
        """Choose a range of time, start and end in seconds, or none."""
        self.transport.set_range(chosen)
        self.playback_changed.emit()

    def play_range(self) -> None:
        """Play the chosen range from its start."""
        self._take_over()
        self.transport.play_range(self._clock())
        self._refresh()

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
            and self.transport.frame == world.frame_index
            and (not self.interpolate or elapsed == world.elapsed)
        )
        if not same:
            self._show(index, elapsed)

    def _show(self, index: RecordingIndex, elapsed: float) -> None:
        try:
            frame = self.transport.frame
            self.world = world_at(index, elapsed, interpolate=self.interpolate, frame_index=frame)
        except RecordingError as error:
            self._stay()
            if not self._broken:  # once: the file does not get better by asking for every frame
                self._broken = True
                self._reader.explain(error)
            return
        self.world_changed.emit(self.world)

    def _stay(self) -> None:
        """Stop at the moment that is shown: another one cannot be."""
        self._interrupted = self._interrupted or self.transport.playing
        self.transport.pause()
        if self.world is not None:
            self.transport.seek(self.world.elapsed, self._clock())
        self.playback_changed.emit()

    # -- actors

    def refuse(self, reason: str) -> None:
        """Tell why something that was asked for cannot be done."""
        self.refused.emit(reason)

    def select(self, row: int | None) -> None:
        """Select an actor, or nobody."""
        self._fulfilment.drop_actor()
        self._select(row)

    @Slot(object)
    def _select(self, row: int | None) -> None:
        if row == self.selection:
            return
        self.selection = row
        self.selection_changed.emit(row)
        self._paths.forget()
        self.path_changed.emit(None)
        if row is not None and self.index is not None:
            self._paths.find(self.index, row)

    def hover(self, row: int | None) -> None:
        """Point at an actor, or at nobody."""
        if row != self.hovered:
            self.hovered = row
            self.hover_changed.emit(row)

    def follow(self, row: int | None) -> None:
        """Let the map follow an actor, or stay."""
        self._fulfilment.drop_followed()
        self._follow(row)

    @Slot(object)
    def _follow(self, row: int | None) -> None:
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
