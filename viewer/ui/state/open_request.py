"""What to go to in a file, as soon as so much of it has been read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
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
    """An actor as it can be found again in another reading of a file, or in a recording that replaced it.

    Attributes:
        actor_id: its id.
        type_id: its blueprint.
        role_name: its role, "" if it has none.
        spawn_frame: index of the frame it was added in: ids are used again.
        location: where it was added, metres.

    """

    actor_id: int
    type_id: str
    role_name: str
    spawn_frame: int
    location: Place

    @classmethod
    def of(cls, index: RecordingIndex, row: int) -> ActorKey:
        """Return the key of a row of the actor table."""
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
        """Return the row with the same id, blueprint and spawn, None if there is none."""
        for row in index.actors.rows_of(self.actor_id):
            if self._has_blueprint(index, row) and index.actors.spawn_frame[row] == self.spawn_frame:
                return row
        return None

    def find_alike(self, index: RecordingIndex) -> int | None:
        """Return the row of who plays its part: by role, if that names one actor, else by blueprint.

        Of several with the blueprint, those of its role come first, then the one added nearest to its place.
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
        """Return how far away in place, then in time, a row was added; an unknown place is the farthest."""
        metres = float(np.linalg.norm(index.actors.location[row] - self.location))
        return not np.isfinite(metres), metres, abs(int(index.actors.spawn_frame[row]) - self.spawn_frame)


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """What to go to in a file that is opened; each part is optional.

    Attributes:
        moment: when.
        actor: whom to select: an actor of an earlier reading, or a name.
        follow: whom the map follows, likewise.
        play: whether to play on from there.
        again: all shall be as it was when the file was open before; what it does not have is waited for.

    """

    moment: TimeQuery | None = None
    actor: ActorKey | ActorName | None = None
    follow: ActorKey | ActorName | None = None
    play: bool = False
    again: bool = False


class Wishes:
    """What is still asked for of the primary recording; what the user does meanwhile takes its place.

    Attributes:
        request: what is asked for.
        others: who is to be selected beside the primary as soon as that is there, and has not been found yet.

    """

    def __init__(self) -> None:
        self.request = OpenRequest()
        self.others: tuple[ActorKey, ...] = ()

    def drop_moment(self) -> None:
        """Go to no moment any more."""
        self.request = replace(self.request, moment=None, play=False)

    def drop_actor(self) -> None:
        """Select and follow nobody any more."""
        self.request = replace(self.request, actor=None, follow=None)
        self.others = ()

    def drop_followed(self) -> None:
        """Follow nobody any more."""
        self.request = replace(self.request, follow=None)


class Restore:
    """Grants wishes as far as a recording has been read."""

    def __init__(
        self, wishes: Wishes, playback: Playback, focus: ActorFocus, say: Callable[[str], object]
    ) -> None:
        """Take who goes there, and who tells the user that it cannot be done."""
        self._wishes, self._playback, self._focus, self._say = wishes, playback, focus, say
        self._contact: int | None = None

    def request(self, request: OpenRequest) -> None:
        """Ask for something in the file that is read next; what was asked for before is forgotten."""
        self._wishes.request, self._wishes.others = request, ()
        self._contact = None

    def request_again(self, index: RecordingIndex) -> None:
        """Ask that all stays as it is in another reading, also what was asked for and is not there yet."""
        selected = tuple(ActorKey.of(index, each) for each in self._focus.selected)
        followed = self._focus.followed
        if selected:
            self._wishes.others = selected[:-1]
        self._wishes.request = OpenRequest(
            self._wishes.request.moment or TimeQuery("exact", self._playback.transport.playhead),
            selected[-1] if selected else self._wishes.request.actor,
            ActorKey.of(index, followed) if followed is not None else self._wishes.request.follow,
            play=self._playback.wants_to_play,
            again=True,
        )

    def take_contact(self) -> int | None:
        """Return once the place in ``index.contacts`` of the collision that was gone to."""
        contact, self._contact = self._contact, None
        return contact

    def fulfil(self, index: RecordingIndex) -> None:
        """Do what can be done now that the file has been read so far."""
        if self._wishes.request.moment is not None:
            self._go_to(index, self._wishes.request.moment)
        if self._wishes.request.moment is None or index.complete:
            self._find_selected(index)
            self._find_followed(index)

    def _go_to(self, index: RecordingIndex, moment: TimeQuery) -> None:
        """Go to a moment; as long as it may still come, go as near to it as there are frames."""
        try:
            self._playback.go_to(find_moment(index, moment), play=self._wishes.request.play)
            if moment.kind == "collision":
                self._contact = int(moment.value) - 1
        except MomentError as error:
            if index.complete:
                self._playback.go_end()
            if self._may_come(index):
                return
            self._say(str(error))
        self._wishes.drop_moment()

    def _find_selected(self, index: RecordingIndex) -> None:
        """Select who is asked for as soon as the primary is there, and then those who come later."""
        primary = self._focus.primary
        if self._wishes.request.actor is not None:
            primary = self._row_of(index, self._wishes.request.actor)
            if primary is None and self._may_come(index):
                return
            if primary is None:
                self._say(self._trouble(index, self._wishes.request.actor))
                self._wishes.others = ()
                self._focus.take_selected(())
            self._wishes.request = replace(self._wishes.request, actor=None)
        elif not self._wishes.others:
            return
        if primary is not None:
            rows = (self._row_of(index, key) for key in self._wishes.others)
            others = dict.fromkeys(row for row in rows if row is not None)
            self._focus.take_selected((*(each for each in others if each != primary), primary))
        if index.complete:
            self._wishes.others = ()

    def _find_followed(self, index: RecordingIndex) -> None:
        followed = self._wishes.request.follow
        if followed is None:
            return
        row = self._row_of(index, followed)
        if row is not None or not self._may_come(index):
            self._wishes.request = replace(self._wishes.request, follow=None)
            self._focus.take_followed(row)

    def _may_come(self, index: RecordingIndex) -> bool:
        """Return whether what is not there may still come: a run that is recorded anew begins with little."""
        return self._wishes.request.again or index.growing or not index.complete

    def _row_of(self, index: RecordingIndex, actor: ActorKey | ActorName) -> int | None:
        if isinstance(actor, ActorKey):
            row = actor.find_same(index)
            return actor.find_alike(index) if row is None and index.complete else row
        if actor.actor_id is None and not index.complete:  # a likelier hero may come, or another of the role
            return None
        try:
            return self._named(index, actor)
        except ActorNotFoundError:
            return None

    def _named(self, index: RecordingIndex, actor: ActorName) -> int:
        return actor.row(index.actors, index.frame_at(self._playback.transport.playhead))

    def _trouble(self, index: RecordingIndex, actor: ActorKey | ActorName) -> str:
        """Return why somebody cannot be found."""
        if isinstance(actor, ActorName):
            try:
                self._named(index, actor)
            except ActorNotFoundError as error:
                return str(error)
        return tr("There is no actor {id}.").format(id=actor.actor_id)
