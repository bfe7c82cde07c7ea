"""What to go to as soon as enough of a file has been read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from viewer.recording.actor_name import ActorName
from viewer.recording.index import RecordingIndex
from viewer.replay.time.moment import TimeQuery

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
