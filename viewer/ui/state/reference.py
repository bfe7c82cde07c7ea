"""The recording that the open one is compared with, its state at the playhead, and the comparison."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from viewer.arrays import TIME_ROUNDING
from viewer.cancellation import ShouldContinue
from viewer.file_error import FileError
from viewer.logfile.errors import RecordingError
from viewer.recording.actor_name import ActorNotFoundError
from viewer.recording.actors import Actor
from viewer.recording.follow import FileChange, FileStatus
from viewer.recording.index import RecordingIndex, same_opening
from viewer.recording.read.changes import door_changes
from viewer.replay.world.world import World, world_at
from viewer.ui.background.derived import Derived, Needs, same_value
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_recording import OpenRecording, recording_key
from viewer.ui.state.roads import Roads
from viewer.ui.state.settings import ELAPSED, PairChoices, Settings
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before a reference is opened
    from viewer.comparison.comparison import Comparison
    from viewer.roads import MapFile, RoadMap

DISTANCE = "compared.distance"
"""Name of the signal with the distance of an actor to its partner in the other recording."""
_MUCH_LONGER = 1.5
"""Factor by which a growing recording must have grown before it is compared again."""


class Reference(NamedTuple):
    """The recording B that the open recording A is compared with.

    Attributes:
        path: its file.
        recording: its index; None until its first frames are read.
        offset: seconds that are added to A's elapsed time to get that of B.
        world: states of B's actors at the playhead plus ``offset``; None where B has no frame.
        comparison: the last comparison of both; None before there is one.
        comparing: whether both are being compared.
        share: progress of the comparison, 0 to 1, if it takes long; else None.
        trouble: why B cannot be read or compared, as a sentence without a full stop; else empty.
    """

    path: Path
    recording: RecordingIndex | None = None
    offset: float = 0.0
    world: World | None = None
    comparison: Comparison | None = None
    comparing: bool = False
    share: float | None = None
    trouble: str = ""


class ReferenceChoices(NamedTuple):
    """What the user has chosen about the reference, which can be undone.

    Attributes:
        path: its file; None without a reference.
        pair: how it is compared.
    """

    path: Path | None = None
    pair: PairChoices = PairChoices()


class ComparedRecording(QObject):
    """Recording B that the open recording A is compared with in the background; at most one.

    Attributes:
        recording: B as it is read; nothing is open without a reference.
        choices: file of B, alignment of the clocks and partners that the user chose.
    """

    changed = Signal()
    """Emitted after the user has changed ``choices``."""
    restored = Signal()
    """Emitted after ``choices`` were read from the settings."""

    def __init__(
        self,
        tasks: Tasks,
        primary: OpenRecording,
        roads: Roads,
        settings: Settings,
        changes: Changes,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._primary, self._roads, self._settings, self._changes = primary, roads, settings, changes
        self.recording = recording = OpenRecording(tasks, changes, self)
        recording.prepare(door_changes)  # every World needs these
        recording.opened.connect(self._on_opened)
        recording.extended.connect(self._on_extended)
        recording.failed.connect(lambda error: self._set_trouble(error.what))
        recording.file_changed.connect(self._on_file_changed)
        self._compared: Derived[Comparison | str | None] = Derived(
            tasks, self, self._needs, _compare, longer=_MUCH_LONGER
        )
        self._compared.changed.connect(self._update_offset)
        self._compared.progress.connect(self._on_progress)
        self._compared.failed.connect(self._explain)
        self._begin(ReferenceChoices())

    def _begin(self, choices: ReferenceChoices) -> None:
        """Drop what is known of the reference, and free the memory that it takes."""
        self.choices = choices
        self._compared_index: RecordingIndex | None = None
        self._world: World | None = None
        self._world_of: tuple[object, ...] = ()
        self._offset, self._trouble = 0.0, ""
        self._share: float | None = None
        self._compared.forget()
        self.recording.close()

    @property
    def state(self) -> Reference | None:
        """All of it as a value; None without a reference."""
        if self.choices.path is None:
            return None
        found, is_busy = self._compared.value, self._compared.busy
        return Reference(
            self.choices.path,
            self.recording.index,
            self._offset,
            self._world,
            self._comparison,
            is_busy,
            self._share if is_busy else None,
            found if isinstance(found, str) else self._trouble,
        )

    @property
    def _comparison(self) -> Comparison | None:
        found = self._compared.value
        return None if isinstance(found, str) else found

    @property
    def waiting(self) -> bool:
        """Whether the reference is still being read or compared for the first time."""
        state = self.state
        return state is not None and not state.trouble and state.comparison is None

    # -- commands

    @Slot(object)
    def open(self, path: Path | None) -> None:
        """Compare the open recording with the one at ``path``; None ends the comparison."""
        self._begin(self.choices if path == self.choices.path else ReferenceChoices(path))
        if path is not None:
            self.recording.open(path)
        self._report()

    def choose(self, choices: ReferenceChoices) -> None:
        """Open another reference, or compare with it in another way; both are kept for this pair."""
        if choices.path != self.choices.path:
            self.open(choices.path)
        elif choices != self.choices:
            self.choices = choices
            if self._key:
                self._settings.pair_choices_of[self._key] = choices.pair
            self.update()
            self._report()

    @Slot(str)
    def align(self, mode: str) -> None:
        """Align the clocks by ``mode``, a rule of ``viewer.comparison.clock`` or seconds as text."""
        self.choose(self.choices._replace(pair=self.choices.pair._replace(align=mode)))

    def set_partner(self, row_a: int, row_b: int) -> None:
        """Make actors of A and B partners whatever the rules say; −1 for no actor."""
        self._set_partners(row_a, row_b, named=True)

    def release_partner(self, row_a: int, row_b: int) -> None:
        """Forget the partners that the user chose for actors of A and B; −1 for no actor."""
        self._set_partners(row_a, row_b, named=False)

    def _set_partners(self, row_a: int, row_b: int, *, named: bool) -> None:
        index_a, index_b = self._primary.index, self.recording.index
        if index_a is None or index_b is None:
            return
        one = None if row_a < 0 else index_a.actor(row_a)
        other = None if row_b < 0 else index_b.actor(row_b)
        partners = [
            pair
            for pair in self.choices.pair.partners
            if (one is None or pair[0] != one) and (other is None or pair[1] != other)
        ]
        if named:
            partners.append((one, other))
        self.choose(self.choices._replace(pair=self.choices.pair._replace(partners=tuple(partners))))

    @Slot()
    def cancel(self) -> None:
        """Stop to compare; what is known stays."""
        self._compared.cancel()
        self._changes.touch()

    def update(self) -> None:
        """Compare again in the background if one of the recordings, the map or a choice has changed."""
        self._compared.update()
        self._update_offset()

    def update_world(self, world: World | None) -> None:
        """Make the states of B's actors at the time of ``world``, those of A's actors, unless they are known.

        Poses are interpolated between B's frames, so that recordings with different frames can be compared.
        """
        index = self.recording.index
        asked = (index, world, self._offset)
        if self.choices.path is None or same_value(asked, self._world_of):
            return
        self._world_of, self._world = asked, None
        if index is not None and world is not None and len(index.elapsed):
            time = world.elapsed if world.interpolated else world.index.elapsed[world.frame_index]
            elapsed = float(time) + self._offset
            if index.elapsed[0] - TIME_ROUNDING <= elapsed <= index.elapsed[-1] + TIME_ROUNDING:
                frame = index.frame_at(elapsed + TIME_ROUNDING)
                is_between = elapsed - float(index.elapsed[frame]) > TIME_ROUNDING
                try:
                    self._world = world_at(index, elapsed, interpolate=is_between, frame_index=frame)
                except RecordingError as error:
                    self.recording.explain(error)
        self._changes.touch()

    def begin(self, path: Path | None, *, again: bool) -> None:
        """Compare a newly opened recording A with the one at ``path``; None for no comparison.

        With ``again``, A was only read again, and its reference stays.
        """
        if again:
            self._compared.forget()
            return
        self._begin(ReferenceChoices(path))
        if path is not None:
            self.recording.open(path)

    def shut_down(self) -> None:
        """Close the reference, and wait for the threads that read its file."""
        self._compared.forget()
        self.recording.shut_down()

    # -- inputs of the comparison

    @property
    def _key(self) -> str:
        """Key of the pair in the settings; empty until both headers are read."""
        keys = [
            recording_key(each.index) for each in (self._primary, self.recording) if each.index is not None
        ]
        return "/".join(keys) if len(keys) > 1 else ""

    def _needs(self) -> Needs | None:
        index_a, index_b = self._primary.index, self.recording.index
        if index_a is None or index_b is None or not (index_a.complete and index_b.complete):
            return None
        before = self._compared_index
        if (
            before is None
            or not (index_b.growing and same_opening(before, index_b))
            or len(index_b.frame_starts) > _MUCH_LONGER * len(before.frame_starts)
        ):
            self._compared_index = index_b
        pair = self.choices.pair
        return index_a, self._compared_index, pair.align, pair.partners, self._roads.drawn

    # -- results

    @Slot(object, bool)
    def _on_opened(self, _before: RecordingIndex | None, again: bool) -> None:
        if self.recording.index is None:
            return
        self._compared.forget()
        if not again and self._key:
            pair = self._settings.pair_choices_of[self._key]
            self.choices = self.choices._replace(pair=pair)
            self.restored.emit()
        self._on_extended()

    @Slot()
    def _on_extended(self) -> None:
        self._trouble = ""
        self.update()

    @Slot(object)
    def _on_file_changed(self, change: FileChange) -> None:
        if change.status is FileStatus.INTACT:
            return
        if change.usable and change.status in (FileStatus.REPLACED, FileStatus.CUT):
            self.recording.reload(needed=0.0)
        elif change.status is FileStatus.DELETED:
            self._set_trouble(tr("The file was deleted; what was read stays as long as it is open"))
        else:
            self._set_trouble(tr("The file was replaced by something that is no recording with frames"))

    def _set_trouble(self, text: str) -> None:
        self._trouble = text
        self._changes.touch()

    @Slot(object)
    def _explain(self, error: FileError) -> None:
        if isinstance(error, RecordingError):
            (self.recording if error.path == self.choices.path else self._primary).explain(error)
        self._changes.touch()

    @Slot(float)
    def _on_progress(self, share: float) -> None:
        self._share = share if share < 1.0 else None
        self._changes.touch()

    @Slot()
    def _update_offset(self) -> None:
        """Set the seconds by which B's clock is ahead: as chosen, else as the last comparison found."""
        mode, comparison = self.choices.pair.align, self._comparison
        try:
            self._offset = float(mode)
        except ValueError:
            if mode == ELAPSED:
                self._offset = 0.0
            elif comparison is not None and comparison.alignment.mode == mode:
                self._offset = comparison.alignment.offset
        self._changes.touch()

    def _report(self) -> None:
        self._changes.touch()
        self.changed.emit()


def _compare(
    index_a: RecordingIndex,
    index_b: RecordingIndex,
    mode: str,
    partners: tuple[tuple[Actor | None, Actor | None], ...],
    roads: RoadMap | MapFile | None,
    should_continue: ShouldContinue,
) -> Comparison | str:
    """Return the comparison of two recordings; a sentence if their clocks cannot be aligned by ``mode``."""
    from viewer.comparison.clock import AlignError, parse_mode  # noqa: PLC0415 - not before the first picture
    from viewer.comparison.comparison import compare_recordings  # noqa: PLC0415

    named = []
    for pair in partners:
        with suppress(ActorNotFoundError):  # the recording is another one than that they were chosen for
            one, other = (
                -1 if actor is None else index.row_of(actor)
                for actor, index in zip(pair, (index_a, index_b), strict=True)
            )
            named.append((one, other))
    try:
        parse_mode(mode)
    except ValueError as error:
        return str(error)
    try:
        comparison = compare_recordings(
            index_a, index_b, mode=mode, named=named, roads=roads, should_continue=should_continue
        )
    except AlignError as error:
        return str(error)
    _ = comparison.sentence, comparison.firsts  # so that the window need not wait for them
    return comparison
