"""Messages of the window about files: title, start page, errors, and short messages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit
from shiboken6 import isValid

from viewer.file_error import FileError
from viewer.logfile.errors import RecordingError
from viewer.program import resource
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.index_problems import frameless_error
from viewer.ui import format as fmt
from viewer.ui.background.worker import Worker
from viewer.ui.commands.commands import Commands
from viewer.ui.commands.comparison import ComparisonCommands
from viewer.ui.commands.files import SAMPLE, FileCommands
from viewer.ui.commands.roads import RoadCommands
from viewer.ui.panels import FilePage
from viewer.ui.state.binding import bind
from viewer.ui.state.recent import RecentRecording, check_recent
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.dialogs import message_box
from viewer.ui.widgets.toast import Toast
from viewer.ui.window import PROGRAM_NAME, MainWindow

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMessageBox

_LONGEST = 60
"""Maximum number of characters of a copied text that the message "Copied: …" shows."""


class Notices(Commands):
    """Messages to the user: which recording is open, why a file cannot be read, and what was just done."""

    def __init__(
        self,
        workspace: Workspace,
        files: FileCommands,
        roads: RoadCommands,
        comparison: ComparisonCommands,
        toast: Toast,
        window: MainWindow,
    ) -> None:
        super().__init__(workspace, window)
        self._files, self._roads, self._comparison, self._toast = files, roads, comparison, toast
        self._area = window.map_area
        self._noted = self._frameless = False
        self._error: QMessageBox | None = None
        area, page = self._area, self._area.start_page
        self.hints = False
        """Whether what is opened next is the first that a new user sees."""
        bind(
            self,
            workspace,
            (lambda now: now.opening, self._show_opened),
            (lambda now: (now.index, now.loading), self._show_index),
            (lambda now: now.selected, lambda selected: toast.end_hint() if selected else None),
        )
        workspace.recording.failed.connect(self._show_error)
        workspace.message.connect(toast.show_text)
        QGuiApplication.clipboard().dataChanged.connect(self._show_copied)
        page.open_requested.connect(files.ask)
        page.open_folder_requested.connect(files.ask_folder)
        page.chosen.connect(self._open_recent)
        page.forget_requested.connect(self._forget)
        files.folder_opened.connect(self._remember_folder)
        area.bar.action_requested.connect(self.show_problems)
        window.status_bar.problems_requested.connect(self.show_problems)
        window.menus["recent"].triggered.connect(lambda action: self._open_recent(action.data()))
        window.files_dropped.connect(self._open_dropped)

    def _show_hint(self) -> None:
        """Show a message on how to begin: keys and gestures to try in the sample recording."""
        self._toast.show_hint(
            tr(
                "This is the sample recording: a minute in a small town.\n"
                "Space plays, drag the timeline to scrub, C finds the collision, a click shows an actor.\n"
                "Open your own recording with Ctrl+O, or drop it here."
            )
        )

    # -- the recording

    def _show_opened(self) -> None:
        index = self._index
        self._error_gone()
        self._area.bar.hide()
        self._toast.end_hint()
        self._noted = self._frameless = False
        self._window.setWindowTitle(
            PROGRAM_NAME if index is None else f"{fmt.plain(index.path.name)} – {PROGRAM_NAME}"
        )
        self._window.top_bar.set_recording(index)
        self._area.show_map(index is not None)
        if index is None:
            self._show_recent()
        elif self.hints:
            self.hints = False
            self._show_hint()

    def _show_index(self) -> None:
        index = self._index
        if self._frameless and index is not None and len(index.frame_starts):
            self._frameless = False
            self._error_gone()
        if index is None or not index.complete or index.growing:
            self._noted = False
        elif not self._noted:
            self._noted = True
            self._remember(index)
            self._show_lost_frames(index)
            self._show_no_frame(index)

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
        """Update the recent files in the menu and on the start page, the page seen while nothing is open."""
        recent = self._settings.recent
        self._area.start_page.set_recent(recent, RecentRecording(resource(SAMPLE)))
        check = Worker(lambda _: check_recent(recent), self)
        check.answered.connect(lambda found: self._area.start_page.set_checked(*found))
        check.start()
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
        paths = self._roads.use_dropped(paths)
        if paths and not self._comparison.offer(paths, self._files.open_all):
            self._files.open_all(paths)

    # -- errors

    @Slot(object)
    def _show_error(self, error: RecordingError) -> None:
        index = self._index
        if index is None or index.path != error.path:  # FileNotices shows errors of the open file
            self._show_file_error(error)

    def _show_file_error(self, error: FileError) -> None:
        """Show a dialog on why a file cannot be read; a recording that is open stays open."""
        self._error_gone()
        offset = "" if error.offset is None else fmt.count(error.offset)
        facts = (
            (tr("Expected"), translated(error.expected)),
            (tr("Found"), translated(error.found)),
            (tr("At byte"), offset),
        )
        known = "\n".join(f"{name}: {fmt.plain(text)}" for name, text in facts if text)
        what, copied = fmt.capital(fmt.plain(translated(error.what))), f"{error.path}\n{error.line()}"
        self._error = message_box(
            self._window,
            tr("Open recording"),
            f"{fmt.plain(error.path.name or str(error.path))}\n\n{what}",
            "\n\n".join(filter(None, (known, translated(error.advice)))),
            {
                tr("Open another…"): self._files.ask,
                tr("Copy"): lambda: QGuiApplication.clipboard().setText(copied),
            },
        )
        self._error.show()

    def _error_gone(self) -> None:
        """Close the dialog about an unreadable file, if it is open."""
        if self._error is not None and isValid(self._error):
            self._error.close()
        self._error = None

    def _show_lost_frames(self, index: RecordingIndex) -> None:
        gaps = [problem for problem in index.problems if problem.damage and problem.lost_frames]
        if gaps:
            text = tr("Some frames could not be read")
            self._area.bar.show_message(text, {"problems": tr("Details")})

    def _show_no_frame(self, index: RecordingIndex) -> None:
        if not len(index.frame_starts):
            self._frameless = True
            self._show_file_error(frameless_error(index))

    @Slot()
    def show_problems(self) -> None:
        """Open the list of the damage and oddities that were found in the recording's file."""
        self._window.open_file(FilePage.PROBLEMS)

    @Slot()
    def _show_copied(self) -> None:
        """Show a message on what was copied to the clipboard, unless it was copied from a text field."""
        if not self._window.isActiveWindow() or isinstance(self._window.focusWidget(), QLineEdit):
            return
        lines = QGuiApplication.clipboard().text().splitlines()
        if len(lines) > 1:
            self._toast.show_text(tr("Copied {count} lines").format(count=fmt.count(len(lines))))
        elif lines:
            text = lines[0] if len(lines[0]) <= _LONGEST else f"{lines[0][:_LONGEST]}…"
            self._toast.show_text(tr("Copied: {text}").format(text=text))
