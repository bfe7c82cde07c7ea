"""Who is alive while a recording is cut, and who of them stays."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from viewer.logfile import packets
from viewer.logfile.dialect import SHIFTED_ATTRIBUTES, Dialect
from viewer.logfile.enums import AttributeType
from viewer.logfile.event_add import ActorRecord, Attribute
from viewer.recording.repair.mended_frame import MendedFrame

HERO = "hero"
FORMER_HERO = "former_hero"
_ROLE = "role_name"


@dataclass(frozen=True, slots=True)
class Choice:
    """Who stays: those with some ids and what is attached to them, or all but those.

    Attributes:
        only: ids of those who stay; None for everybody.
        without: ids of those who do not.
        hero: id of the actor that becomes the hero; None to leave that as it is.

    """

    only: frozenset[int] | None = None
    without: frozenset[int] = frozenset()
    hero: int | None = None

    @property
    def is_everybody(self) -> bool:
        """Whether nobody is left out."""
        return self.only is None and not self.without

    def keeps(self, actor_id: int, carrier_stays: bool | None) -> bool:  # noqa: FBT001 - None: no carrier
        """Return whether an actor stays, given whether the one it is attached to does."""
        if self.only is not None:
            return actor_id in self.only or carrier_stays is True
        return actor_id not in self.without and carrier_stays is not False


@dataclass(frozen=True, slots=True)
class LivingActor:
    """A living actor: its EventAdd, the actor it is attached to, and whether it stays."""

    record: ActorRecord
    parent_id: int | None
    stays: bool


class CutActors:
    """The living actors; it must be told of all frames with events, in order.

    Attributes:
        members: the living, by id, in the order in which they came.
        known: ids of those who stay and live in the latest frame, or did until it.
        left_out: how many lives do not stay.

    """

    def __init__(self, choice: Choice, dialect: Dialect) -> None:
        """Start with nobody."""
        self._choice = choice
        self._dialect = dialect
        self.members: dict[int, LivingActor] = {}
        self.known: set[int] = set()
        self.left_out = 0

    def take(self, frame: MendedFrame) -> list[ActorRecord]:
        """Go on to a frame; return who is added in it and stays."""
        self.known = {actor_id for actor_id, member in self.members.items() if member.stays}
        gone = set(_ids(frame))
        early = gone & set(self.members)
        for actor_id in early:
            del self.members[actor_id]
        added: list[ActorRecord] = frame.rows(packets.EVENT_ADD)
        stays: dict[int, bool] = {}
        parents = self.attachments(frame)
        for record in added:
            self._settle(record.actor_id, added, parents, stays)
        for record in added:
            parent = parents.get(record.actor_id)
            self.members[record.actor_id] = LivingActor(record, parent, stays[record.actor_id])
        self.left_out += sum(not stay for stay in stays.values())
        for actor_id in gone - early:
            self.members.pop(actor_id, None)
        staying = [record for record in added if stays[record.actor_id]]
        self.known |= {record.actor_id for record in staying}
        return staying

    def attachments(self, frame: MendedFrame) -> dict[int, int]:
        """Return the attachments of a frame: child to parent."""
        return dict(frame.records(packets.EVENT_PARENT).tolist())

    def with_role(self, record: ActorRecord) -> ActorRecord:
        """Return an actor with the role that it has in the cut recording."""
        hero = self._choice.hero
        if hero is None:
            return record
        if record.actor_id == hero:
            return _with_role(record, HERO, AttributeType.STRING + self._shift)
        is_hero = any(each.id == _ROLE and each.value == HERO for each in record.attributes)
        return _with_role(record, FORMER_HERO, AttributeType.STRING + self._shift) if is_hero else record

    @property
    def _shift(self) -> int:
        return int(self._dialect.header_version >= SHIFTED_ATTRIBUTES)

    def _settle(
        self,
        actor_id: int,
        added: Collection[ActorRecord],
        parents: Mapping[int, int],
        stays: dict[int, bool],
    ) -> bool:
        """Find out whether an actor that is added in this frame stays, after those it is attached to."""
        if actor_id not in stays:
            stays[actor_id] = self._choice.keeps(actor_id, carrier_stays=None)  # ends a circle
            parent = parents.get(actor_id)
            if parent in self.members:
                carrier = self.members[parent].stays
            elif parent is not None and any(each.actor_id == parent for each in added):
                carrier = self._settle(parent, added, parents, stays)
            else:
                return stays[actor_id]
            stays[actor_id] = self._choice.keeps(actor_id, carrier)
        return stays[actor_id]


def _ids(frame: MendedFrame) -> list[int]:
    ids: list[int] = frame.records(packets.EVENT_DEL)["actor_id"].tolist()
    return ids


def _with_role(record: ActorRecord, role: str, attribute_type: int) -> ActorRecord:
    if not any(each.id == _ROLE for each in record.attributes):
        return record._replace(attributes=(*record.attributes, Attribute(attribute_type, _ROLE, role)))
    return record._replace(
        attributes=tuple(
            each._replace(value=role) if each.id == _ROLE else each for each in record.attributes
        )
    )
