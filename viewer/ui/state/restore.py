"""Going where the user wanted to be in a file, as soon as so much of it has been read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from viewer.recording.index import RecordingIndex
from viewer.replay.time.moment import MomentError, TimeQuery, find_moment
from viewer.replay.time.transport import Transport
from viewer.ui.state.open_request import ActorKey, OpenRequest


class Restore(QObject):
    """What is still wished for: it moves the playhead, and tells whom to select and to follow."""

    actor_found = Signal(object)
    """Row of the actor to select; None if who was selected is not in the recording any more."""
    followed_found = Signal(object)
    """Row of the actor that the map is to follow, or None likewise."""
    refused = Signal(str)
    """Why a wish cannot be fulfilled, as a sentence."""

    def __init__(self, transport: Transport, clock: Callable[[], float], parent: QObject) -> None:
        super().__init__(parent)
        self._transport = transport
        self._clock = clock
        self._wish = OpenRequest()

    def wish(self, wish: OpenRequest) -> None:
        """Wish for something in the file that is read next; what was wished for before is forgotten."""
        self._wish = wish

    def wish_again(self, actor: ActorKey | None, follow: ActorKey | None, *, play: bool) -> None:
        """Wish that all stays as it is now, also what was wished for and is not there yet."""
        self._wish = OpenRequest(
            self._wish.moment or TimeQuery("exact", self._transport.playhead),
            actor or self._wish.actor,
            follow or self._wish.follow,
            play=play,
            again=True,
        )

    def drop_moment(self) -> None:
        """Leave time to the user."""
        self._wish = replace(self._wish, moment=None, play=False)

    def drop_actor(self) -> None:
        """Leave it to the user whom to select and to follow."""
        self._wish = replace(self._wish, actor=None, follow=None)

    def drop_followed(self) -> None:
        """Leave it to the user whom to follow."""
        self._wish = replace(self._wish, follow=None)

    def fulfil(self, index: RecordingIndex) -> None:
        """Do what can be done now that the file has been read so far."""
        if self._wish.moment is not None:
            self._go_to(index, self._wish.moment)
        if self._wish.moment is None or index.complete:
            self._find(index)

    def _go_to(self, index: RecordingIndex, moment: TimeQuery) -> None:
        """Go to a moment; as long as it may still come, go as near to it as there are frames."""
        try:
            self._transport.seek(find_moment(index, moment), self._clock())
            if self._wish.play:
                self._transport.play(self._clock())
        except MomentError as error:
            if index.complete:
                self._transport.seek(index.duration, self._clock())
            if self._may_come(index):
                return
            self.refused.emit(str(error))
        self.drop_moment()

    def _find(self, index: RecordingIndex) -> None:
        """Find the actors that are wished for, as soon as they are there."""
        actor, followed, may_come = self._wish.actor, self._wish.follow, self._may_come(index)
        row = None if actor is None else self._row_of(index, actor)
        if actor is not None and (row is not None or not may_come):
            self._wish = replace(self._wish, actor=None)
            self.actor_found.emit(row)
            if row is None:
                self.refused.emit(self.tr("There is no actor {id}.").format(id=actor))
        row = None if followed is None else self._row_of(index, followed)
        if followed is not None and (row is not None or not may_come):
            self._wish = replace(self._wish, follow=None)
            self.followed_found.emit(row)

    def _may_come(self, index: RecordingIndex) -> bool:
        """Return whether what is not there may still come: a run that is recorded anew begins with little."""
        return self._wish.again or index.growing or not index.complete

    def _row_of(self, index: RecordingIndex, actor: ActorKey | int) -> int | None:
        if isinstance(actor, ActorKey):
            row = actor.find_same(index)
            return actor.find_alike(index) if row is None and index.complete else row
        row = index.actors.find(actor, index.frame_at(self._transport.playhead))
        return row if row is not None else next(iter(index.actors.rows_of(actor)), None)
