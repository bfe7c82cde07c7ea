"""Chip (small clickable label) over the map that tells of collisions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from viewer.logfile.enums import SCENERY
from viewer.recording.index import RecordingIndex
from viewer.recording.recorded_events import Contact
from viewer.replay.world.world import World
from viewer.ui import format as fmt
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.window import MainWindow

_CONTACT_SHOWN = 2.0  # seconds of replay time for which a collision is shown


class CollisionChip(QObject):
    """Small clickable label over the map that tells of collisions.

    At first it shows how many collisions the recording has. Once the playhead has reached a recorded
    collision, it shows only the collision at the playhead, and stays for 2 s after that. It is hidden while
    the details of an event are shown over the map.
    """

    def __init__(
        self,
        workspace: Workspace,
        window: MainWindow,
        go_to_contact: Callable[[int], object],
        copy_call_at: Callable[[float, int | None], object],
    ) -> None:
        """Control the collision chip over the map of ``window``.

        Args:
            workspace: the open recording, its found events, and the state of the window.
            window: the window.
            go_to_contact: goes to a recorded collision, given its index in ``RecordingIndex.contacts``;
                called on a click.
            copy_call_at: copies a call of CARLA's ``replay_file`` to the clipboard, given a time in seconds,
                and the row in the actor table of the actor to follow, or None.
        """
        super().__init__(window)
        self._go_to_contact, self._copy_call_at = go_to_contact, copy_call_at
        self._workspace, self._found_events = workspace, workspace.found_events
        self._recording, self._moment = workspace.recording, workspace.moment
        self._time_text = workspace.display.write
        self._chip = window.map_area.chip
        self._contact: int | None = None
        self._hints = False
        self._next_collision = window.actions_by_id["next_collision"].trigger
        bind(
            self,
            workspace,
            (lambda now: now.opening, lambda _: self._begin()),
            (lambda now: (now.labels, now.search, now.current_event, now.world), lambda _: self._show()),
        )
        self._chip.clicked.connect(self._use)
        self._chip.copy_requested.connect(self._call)

    def _begin(self) -> None:
        self._hints = self._recording.index is not None

    def _show(self) -> None:
        world = self._moment.world
        self._contact = number = _contact_at(world) if world is not None else None
        self._hints &= number is None
        if (
            world is None or self._found_events.current_event is not None
        ):  # nothing to show, or the card has more details
            self._chip.hide()
        elif number is not None:
            self._show_contact(world.index, world.index.contacts[number])
        elif self._hints and (world.index.contacts or self._found_events.contacts):
            self._hint(world.index)
        else:
            self._chip.hide()

    def _hint(self, index: RecordingIndex) -> None:
        """Show in the chip how many collisions are recorded in ``index``, and how many contacts are not.

        A contact that is not recorded is a time at which the boxes of two actors overlap without a recorded
        collision.
        """
        found, detail = self._found_events.contacts, ""
        if len(index.contacts):
            icon, start = "collision", float(index.elapsed[index.contacts[0].first_frame])
            text = fmt.counted(
                len(index.contacts),
                "1 collision at {time}",
                "{count} collisions, the first at {time}",
                time=self._time_text(start),
            )
            if found:
                detail = fmt.counted(
                    len(found), "1 contact (not recorded)", "{count} contacts (not recorded)"
                )
        else:
            icon = "found-contact"
            text = fmt.counted(
                len(found),
                "Contact (not recorded) at {time}",
                "{count} contacts (not recorded), the first at {time}",
                time=self._time_text(found[0].start),
            )
        self._chip.show_text(text, icon=icon, color_role="collision", key="C", detail=detail)

    def _show_contact(self, index: RecordingIndex, contact: Contact) -> None:
        other = tr("scenery") if contact.other_id in (0, SCENERY) else str(contact.other_id)
        by = tr("both") if len(contact.reported_by) > 1 else contact.reported_by[0]
        time = self._time_text(float(index.elapsed[contact.first_frame]))
        text = tr("Collision {one} and {other} · {time}").format(one=contact.actor_id, other=other, time=time)
        self._chip.show_text(
            text,
            icon="collision",
            color_role="collision",
            detail=tr("reported by {by}").format(by=by),
            copies=tr("Copy client.replay_file(…) from 2 s before (Ctrl+Shift+C)"),
        )

    @Slot()
    def _call(self) -> None:
        index = self._recording.index
        if index is not None and self._contact is not None:
            contact = index.contacts[self._contact]
            actor = contact.actor if contact.actor >= 0 else None
            self._copy_call_at(float(index.elapsed[contact.first_frame]), actor)

    @Slot()
    def _use(self) -> None:
        index = self._recording.index
        if index is None:
            return
        if self._contact is None:
            self._next_collision()
        else:
            self._go_to_contact(self._contact)  # its card has more details


def _contact_at(world: World) -> int | None:
    """Return the index in ``world.index.contacts`` of the last collision until now; None if there is none.

    None, too, if it ended more than 2 s ago. Now is the time of ``world``, the state of all actors at one
    time.
    """
    contacts, elapsed = world.index.contacts.columns, world.index.elapsed
    number = bisect_right(contacts["first_frame"], world.frame_index) - 1
    if number < 0 or world.elapsed > float(elapsed[contacts["last_frame"][number]]) + _CONTACT_SHOWN:
        return None
    return number
