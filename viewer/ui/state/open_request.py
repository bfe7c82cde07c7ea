"""Requests for time and actors in a file that is being opened, applied as soon as enough has been read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from viewer.recording.actor_name import ActorName, ActorNotFoundError
from viewer.recording.index import RecordingIndex
from viewer.replay.time.typed_time import MomentError, TimeQuery, find_moment
from viewer.ui.translation import tr

if TYPE_CHECKING:
    from viewer.ui.state.actor_focus import ActorFocus
    from viewer.ui.state.playback import Playback

Place = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class ActorKey:
    """Key that finds an actor again when its file is read again, or a similar one in another recording.

    Attributes:
        actor_id: its id.
        type_id: its blueprint.
        role_name: its role, "" if it has none.
        spawn_frame: index of the frame in which it was spawned; the simulator uses ids again.
        location: where it was spawned, x, y, z in metres.
    """

    actor_id: int
    type_id: str
    role_name: str
    spawn_frame: int
    location: Place

    @classmethod
    def of(cls, index: RecordingIndex, row: int) -> ActorKey:
        """Return the key that finds the actor in ``row`` of the actor table again."""
        actors = index.actors
        description = actors.descriptions[row]
        return cls(
            description.actor_id,
            description.type_id,
            description.role_name,
            int(actors.spawn_frame[row]),
            tuple(actors.location[row].tolist()),
        )

    def find_same(self, index: RecordingIndex) -> int | None:
        """Return the row in ``index`` of the actor with the same id, blueprint and spawn frame, or None."""
        for row in index.actors.rows_of(self.actor_id):
            if self._has_blueprint(index, row) and index.actors.spawn_frame[row] == self.spawn_frame:
                return row
        return None

    def find_alike(self, index: RecordingIndex) -> int | None:
        """Return the row in ``index`` of the most similar actor; None if none has the same role or blueprint.

        If exactly one actor has the same role, it is that one. Otherwise it is one with the same blueprint,
        if possible with the same role as well; of several, the one that was spawned nearest.
        """
        rows = range(len(index.actors))
        same_role = [row for row in rows if self.role_name and self._has_role(index, row)]
        if len(same_role) == 1:
            return same_role[0]
        alike = [row for row in rows if self._has_blueprint(index, row)]
        alike = [row for row in alike if row in same_role] or alike
        return min(alike, key=lambda row: self._distance(index, row), default=None)

    def _has_blueprint(self, index: RecordingIndex, row: int) -> bool:
        return index.actors.descriptions[row].type_id == self.type_id

    def _has_role(self, index: RecordingIndex, row: int) -> bool:
        return index.actors.descriptions[row].role_name == self.role_name

    def _distance(self, index: RecordingIndex, row: int) -> tuple[bool, float, int]:
        """Return how far from this key's actor the one in ``row`` was spawned, as a sort key.

        ``row`` is that of the actor table. The distance in metres comes first, then that in frames; actors
        with unknown positions are last.
        """
        metres = float(np.linalg.norm(index.actors.location[row] - self.location))
        return not np.isfinite(metres), metres, abs(int(index.actors.spawn_frame[row]) - self.spawn_frame)


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """What to show when a file is opened; each part is optional.

    Attributes:
        moment: time to go to, as a parsed query such as seconds, a frame id or a collision; None for no move.
        actor: actor to select: its key from an earlier reading, or its name.
        follow: actor that the map is to follow: its key from an earlier reading, or its name.
        play: whether to start playing at ``moment``.
        reference: recording to compare it with; None for none.
        again: whether the same file is read again; requests that it cannot fulfil are then kept: it may grow.
    """

    moment: TimeQuery | None = None
    actor: ActorKey | ActorName | None = None
    follow: ActorKey | ActorName | None = None
    play: bool = False
    reference: Path | None = None
    again: bool = False


class PendingRequest:
    """What is still to be shown in a file being read: requested time, actors to select and to follow.

    The user's own moves and choices meanwhile drop the parts that they override.

    Attributes:
        request: the parts that have not been applied yet.
        others: keys of further actors to select, as soon as they have been read, beside ``request.actor``.
    """

    def __init__(self) -> None:
        self.request = OpenRequest()
        self.others: tuple[ActorKey, ...] = ()

    def drop_moment(self) -> None:
        """Forget the requested time, and the request to play, of the file that is being opened."""
        self.request = replace(self.request, moment=None, play=False)

    def drop_actor(self) -> None:
        """Forget which actors to select or follow once the file is open: the user has chosen others."""
        self.request = replace(self.request, actor=None, follow=None)
        self.others = ()

    def drop_followed(self) -> None:
        """Forget which actor was requested to be followed, because the user has chosen another or none."""
        self.request = replace(self.request, follow=None)


class RequestApplier:
    """Moves the playhead, and selects and follows actors, as requested for a file that is being opened.

    Each part of the request is applied as soon as enough of the file has been read.
    """

    def __init__(
        self,
        pending: PendingRequest,
        playback: Playback,
        focus: ActorFocus,
        show_message: Callable[[str], object],
    ) -> None:
        """Move the playhead of ``playback`` and select and follow actors in ``focus`` as requested.

        The request for the file being read is ``pending``. ``show_message`` is called with a sentence if a
        requested time or actor does not exist.
        """
        self._pending, self._playback, self._focus, self._show_message = (
            pending,
            playback,
            focus,
            show_message,
        )
        self._contact: int | None = None

    def request(self, request: OpenRequest) -> None:
        """Set the request: the time and the actors to show in the file that is read next."""
        self._pending.request, self._pending.others = request, ()
        self._contact = None

    def request_again(self, index: RecordingIndex) -> None:
        """Request that the same file, when it is read again, is shown at the same time with the same actors.

        The actors are those that are selected and followed, as rows of ``index``, the recording as read so
        far. A requested time that is still to come is kept, and so are requested actors if none is selected
        or followed.
        """
        selected = tuple(ActorKey.of(index, each) for each in self._focus.selected)
        followed = self._focus.followed
        if selected:
            self._pending.others = selected[:-1]
        self._pending.request = OpenRequest(
            self._pending.request.moment or TimeQuery("exact", self._playback.transport.playhead),
            selected[-1] if selected else self._pending.request.actor,
            ActorKey.of(index, followed) if followed is not None else self._pending.request.follow,
            play=self._playback.wants_to_play,
            again=True,
        )

    def pop_contact(self) -> int | None:
        """Return the index in ``RecordingIndex.contacts`` of the collision requested as time, and forget it.

        A file can be opened at its third collision, for example. None if no collision was requested, if it
        has not been read yet, or if it was returned before.
        """
        contact, self._contact = self._contact, None
        return contact

    def apply(self, index: RecordingIndex) -> None:
        """Go to the requested time and select and follow the requested actors, if ``index`` has them already.

        ``index`` is of the part of the recording that has been read so far.
        """
        if self._pending.request.moment is not None:
            self._go_to(index, self._pending.request.moment)
        if self._pending.request.moment is None or index.complete:
            self._find_selected(index)
            self._find_followed(index)

    def _go_to(self, index: RecordingIndex, moment: TimeQuery) -> None:
        """Go to the requested time ``moment`` and drop the request; keep it if the time may still be found.

        If the file has been read to its end without finding the time, go to the last frame. If the time
        cannot be found any more, a message says why.
        """
        try:
            self._playback.go_to(find_moment(index, moment), play=self._pending.request.play)
            if moment.kind == "collision":
                self._contact = int(moment.value) - 1
        except MomentError as error:
            if index.complete:
                self._playback.go_end()
            if self._may_come(index):
                return
            self._show_message(str(error))
        self._pending.drop_moment()

    def _find_selected(self, index: RecordingIndex) -> None:
        """Select the requested actors: first the primary one, as soon as it is read, then the others."""
        primary = self._focus.primary
        if self._pending.request.actor is not None:
            primary = self._row_of(index, self._pending.request.actor)
            if primary is None and self._may_come(index):
                return
            if primary is None:
                self._show_message(self._trouble(index, self._pending.request.actor))
                self._pending.others = ()
                self._focus.set_selected(())
            self._pending.request = replace(self._pending.request, actor=None)
        elif not self._pending.others:
            return
        if primary is not None:
            rows = (self._row_of(index, key) for key in self._pending.others)
            others = dict.fromkeys(row for row in rows if row is not None)
            self._focus.set_selected((*(each for each in others if each != primary), primary))
        if index.complete:
            self._pending.others = ()

    def _find_followed(self, index: RecordingIndex) -> None:
        followed = self._pending.request.follow
        if followed is None:
            return
        row = self._row_of(index, followed)
        if row is not None or not self._may_come(index):
            self._pending.request = replace(self._pending.request, follow=None)
            self._focus.set_followed(row)

    def _may_come(self, index: RecordingIndex) -> bool:
        """Return whether a requested time or actor that ``index`` lacks may come with more of the file."""
        return self._pending.request.again or index.growing or not index.complete

    def _row_of(self, index: RecordingIndex, actor: ActorKey | ActorName) -> int | None:
        if isinstance(actor, ActorKey):
            row = actor.find_same(index)
            return actor.find_alike(index) if row is None and index.complete else row
        if actor.actor_id is None and not index.complete:  # a better match may still be read
            return None
        try:
            return self._named(index, actor)
        except ActorNotFoundError:
            return None

    def _named(self, index: RecordingIndex, actor: ActorName) -> int:
        return actor.row(index.actors, index.frame_at(self._playback.transport.playhead))

    def _trouble(self, index: RecordingIndex, actor: ActorKey | ActorName) -> str:
        """Return a sentence on why ``actor``, requested on opening the recording, is not found in it."""
        if isinstance(actor, ActorName):
            try:
                self._named(index, actor)
            except ActorNotFoundError as error:
                return str(error)
        return tr("There is no actor {id}.").format(id=actor.actor_id)
