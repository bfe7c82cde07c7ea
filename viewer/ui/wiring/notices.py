"""What the window says about files: title, start page, status, chips, bars and cards."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from viewer.logfile.enums import SCENERY
from viewer.logfile.errors import RecordingError
from viewer.recording.build.findings import frameless_error
from viewer.recording.events import Contact
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import World
from viewer.resources import resource
from viewer.ui import format as fmt
from viewer.ui.commands.files import SAMPLE, FileCommands
from viewer.ui.shell.copy_notice import CopyNotice
from viewer.ui.state.actor_ref import ActorRef, ref_of
from viewer.ui.state.binding import bind
from viewer.ui.state.recent import RecentCheck, RecentRecording
from viewer.ui.state.workspace import Workspace
from viewer.ui.times.display import TimeDisplay, writer
from viewer.ui.widgets.toast import Toast
from viewer.ui.window import PROGRAM_NAME, MainWindow

_CONTACT_SHOWN = 2.0  # seconds of replay time after a collision that the chip tells of it


class Notices(QObject):
    """Tells the user what is open, what is being read, and what is wrong."""

    contact_call_requested = Signal(float, object)
    """The call that replays a contact in the simulator is to be copied: its time, and whom to follow."""

    def __init__(
        self,
        workspace: Workspace,
        display: TimeDisplay,
        files: FileCommands,
        take_others: Callable[[list[Path]], list[Path]],
        toast: Toast,
        window: MainWindow,
    ) -> None:
        super().__init__(window)
        self._recording = workspace.recording
        self._moment = workspace.moment
        self._story = workspace.story
        self._settings = workspace.settings
        self._window = window
        self._area = window.map_area
        self._toast = toast
        self._check = RecentCheck(self)
        self._chip_contact: int | None = None
        self._time_text = writer(display)
        self._noted = False
        self._frameless = False
        self._collision_hint = False
        self._files = files
        self._take_others = take_others
        self._listen(workspace, files)
        for source in (display.scale_changed, workspace.story.changed, workspace.story.gone_to_changed):
            bind(source, lambda: self._moment.world, self._show_world_anew)
        self._show_recent()

    def _listen(self, workspace: Workspace, files: FileCommands) -> None:
        area, actions = self._area, self._window.actions_by_id
        self._recording.opened.connect(self._show_opened)
        self._recording.index_changed.connect(self._show_index)
        self._moment.world_changed.connect(self._show_world)
        self._recording.failed.connect(self._show_error)
        workspace.messages.told.connect(self._toast.show_text)
        CopyNotice(self._window).told.connect(self._toast.show_text)
        workspace.focus.primary_changed.connect(self._end_hint)
        page = area.start_page
        page.open_requested.connect(files.ask)
        page.open_folder_requested.connect(files.ask_folder)
        page.chosen.connect(self._open_recent)
        page.forget_requested.connect(self._forget)
        self._check.checked.connect(page.set_checked)
        files.folder_opened.connect(self._remember_folder)
        area.card.open_requested.connect(files.ask)
        area.bar.action_requested.connect(self._follow_link)
        area.chip.clicked.connect(self._use_chip)
        area.chip.copy_requested.connect(self._call_contact)
        self._reach_contact = workspace.contact_reached.emit
        self._next_collision = actions["next_collision"].trigger
        self._window.status_bar.cancel_requested.connect(self._recording.cancel)
        self._window.status_bar.problems_requested.connect(self.show_problems)
        self._window.menus["recent"].triggered.connect(lambda action: self._open_recent(action.data()))
        self._window.files_dropped.connect(self._open_dropped)

    @Slot()
    def show_hint(self) -> None:
        """Tell a new user how to begin."""
        self._toast.show_hint(
            self.tr(
                "This is the sample recording: a minute in a small town.\n"
                "Space plays, drag the timeline to scrub, C finds the collision, a click shows an actor.\n"
                "Open your own recording with Ctrl+O, or drop it here."
            )
        )

    @Slot(object)
    def _end_hint(self, actor: ActorRef | None) -> None:
        """Take the hint away when the user has found out."""
        if actor is not None:
            self._toast.hide()

    # -- the recording

    @Slot(object)
    def _show_opened(self, index: RecordingIndex | None) -> None:
        self._area.card.hide()
        self._area.bar.hide()
        self._toast.hide()
        self._collision_hint = index is not None
        self._noted = self._frameless = False
        self._chip_contact = None
        self._window.setWindowTitle(
            PROGRAM_NAME if index is None else f"{fmt.plain(index.path.name)} – {PROGRAM_NAME}"
        )
        self._window.top_bar.set_recording(index)
        if index is None:
            self._show_recent()

    @Slot(object)
    def _show_index(self, index: RecordingIndex | None) -> None:
        self._window.status_bar.set_recording(index)
        loading = self._recording.loading
        fraction = index.bytes_read / max(index.size, 1) if index is not None else 0.0
        self._window.status_bar.set_progress(fraction if loading else None)
        if self._frameless and index is not None and len(index.heads):
            self._frameless = False
            self._area.card.hide()
        if index is None or not index.complete or index.growing:
            self._noted = False
        elif not self._noted:
            self._noted = True
            self._remember(index)
            self._tell_of_lost_frames(index)
            self._tell_of_no_frame(index)

    def _remember(self, index: RecordingIndex) -> None:
        if index.path == resource(SAMPLE):
            return
        self._settings.add_recent(
            RecentRecording(index.path, index.header.map_name, index.duration, index.header.date)
        )
        self._fill_menu(self._settings.recent)

    @Slot(object)
    def _remember_folder(self, folder: Path) -> None:
        self._settings.add_recent(RecentRecording(folder, folder=True))
        self._fill_menu(self._settings.recent)

    @Slot(object)
    def _open_recent(self, recent: RecentRecording) -> None:
        if recent.path == resource(SAMPLE):
            self._files.open_sample()
        elif recent.folder:
            self._files.open_folder(recent.path)
        else:
            self._files.open(recent.path)

    def _show_recent(self) -> None:
        """Show the recent files in the menu and on the start page, which is seen while nothing is open."""
        recent = self._settings.recent
        self._area.start_page.set_recent(recent, RecentRecording(resource(SAMPLE)))
        self._check.start(recent)
        self._fill_menu(recent)

    def _fill_menu(self, recent: Sequence[RecentRecording]) -> None:
        menu = self._window.menus["recent"]
        menu.clear()
        for each in recent:
            action = menu.addAction(each.title.replace("&", "&&"))
            action.setToolTip(fmt.plain(str(each.path)))
            action.setData(each)
        menu.setEnabled(bool(recent))

    @Slot(object)
    def _forget(self, path: Path) -> None:
        self._settings.remove_recent(path)
        self._show_recent()

    @Slot(object)
    def _open_dropped(self, paths: list[Path]) -> None:
        paths = self._take_others(paths)
        if not paths:
            return
        self._files.open_all(paths)
        if len(paths) > 1:
            self._toast.show_text(self.tr("One recording at a time: the first one is opened"))

    # -- what is wrong

    @Slot(object)
    def _show_error(self, error: RecordingError) -> None:
        index = self._recording.index
        if index is None or index.path != error.path:  # of the open file, FileNotices tells
            self._area.card.show_error(error)

    def _tell_of_lost_frames(self, index: RecordingIndex) -> None:
        gaps = [problem for problem in index.problems if problem.damage and problem.lost_frames]
        if gaps:
            text = self.tr("Some frames could not be read")
            self._area.bar.show_message(text, {"problems": self.tr("Details")})

    def _tell_of_no_frame(self, index: RecordingIndex) -> None:
        if not len(index.heads):
            self._frameless = True
            self._area.card.show_error(frameless_error(index))

    @Slot(str)
    def _follow_link(self, link: str) -> None:
        if link == "problems":
            self.show_problems()

    @Slot()
    def show_problems(self) -> None:
        """List what is wrong with the recording."""
        self._window.open_panel("problems")

    # -- collisions

    def _show_world_anew(self, world: World | None) -> None:
        """Write times in another form, or tell of other collisions."""
        self._chip_contact = None
        self._show_world(world)

    @Slot(object)
    def _show_world(self, world: World | None) -> None:
        number = _contact_at(world) if world is not None else None
        if number is not None:
            self._collision_hint = False
        hinted = (
            world is not None
            and self._collision_hint
            and bool(world.index.contacts or self._story.found_touches)
        )
        if world is None or not (hinted or number is not None) or self._story.gone_to is not None:
            self._chip_contact = None  # nothing to tell, or a card tells more
            self._area.chip.hide()
            return
        if number is None:
            self._hint_collisions(world.index)
        elif number != self._chip_contact:
            self._tell_contact(world.index, world.index.contacts[number])
        self._chip_contact = number
        self._area.chip.show()

    def _hint_collisions(self, index: RecordingIndex) -> None:
        """Tell of the collisions in the file, and beside them of contacts that are not."""
        number, found, detail = len(index.contacts), self._story.found_touches, ""
        if number:
            icon, start = "collision", float(index.elapsed[index.contacts[0].first_frame])
            one, many = self.tr("1 collision at {time}"), self.tr("{count} collisions, the first at {time}")
            if found:
                again, times = (
                    self.tr("1 contact (not recorded)"),
                    self.tr("{count} contacts (not recorded)"),
                )
                detail = (again if len(found) == 1 else times).format(count=fmt.count(len(found)))
        else:
            icon, number, start = "found-contact", len(found), found[0].start
            one, many = (
                self.tr("Contact (not recorded) at {time}"),
                self.tr("{count} contacts (not recorded), the first at {time}"),
            )
        text = (one if number == 1 else many).format(count=fmt.count(number), time=self._time_text(start))
        self._area.chip.show_text(text, icon=icon, color_role="collision", key="C", detail=detail)

    def _tell_contact(self, index: RecordingIndex, contact: Contact) -> None:
        other = self.tr("scenery") if contact.other_id in (0, SCENERY) else str(contact.other_id)
        by = self.tr("both") if len(contact.reported_by) > 1 else contact.reported_by[0]
        time = self._time_text(float(index.elapsed[contact.first_frame]))
        text = self.tr("Collision {one} and {other} · {time}").format(
            one=contact.actor_id, other=other, time=time
        )
        self._area.chip.show_text(
            text,
            icon="collision",
            color_role="collision",
            detail=self.tr("reported by {by}").format(by=by),
            copies=self.tr("Copy client.replay_file(…) from 2 s before (Ctrl+Shift+C)"),
        )

    @Slot()
    def _call_contact(self) -> None:
        index = self._recording.index
        if index is not None and self._chip_contact is not None:
            contact = index.contacts[self._chip_contact]
            actor = ref_of(contact.actor) if contact.actor >= 0 else None
            self.contact_call_requested.emit(float(index.elapsed[contact.first_frame]), actor)

    @Slot()
    def _use_chip(self) -> None:
        index = self._recording.index
        if index is None:
            return
        if self._chip_contact is None:
            self._next_collision()
        else:
            self._reach_contact(self._chip_contact)  # where a card tells more


def _contact_at(world: World) -> int | None:
    """Return the number of the latest contact that is going on or has just been, None if there is none."""
    contacts, elapsed = world.index.contacts.columns, world.index.elapsed
    number = bisect_right(contacts["first_frame"], world.frame_index) - 1
    if number < 0 or world.elapsed > float(elapsed[contacts["last_frame"][number]]) + _CONTACT_SHOWN:
        return None
    return number
