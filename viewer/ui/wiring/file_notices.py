"""What the window says about the open file: that it grows, or what else becomes of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange, FileStatus
from viewer.recording.index import RecordingIndex
from viewer.ui import format as fmt
from viewer.ui.shell.map_area import MapArea
from viewer.ui.state.workspace import Workspace
from viewer.ui.wiring.auto_reload import AutoReload

_RELOAD = "reload"


class FileNotices(QObject):
    """A chip while the file grows, and a bar when it is no longer what was opened."""

    def __init__(
        self,
        workspace: Workspace,
        auto_reload: AutoReload,
        area: MapArea,
    ) -> None:
        super().__init__(area)
        self._recording = recording = workspace.recording
        self._playback = playback = workspace.playback
        self._workspace = workspace
        self._auto_reload = auto_reload
        self._bar = area.file_bar
        self._chip = area.growth_chip
        self._may_grow = True
        recording.opened.connect(self._begin)
        recording.index_changed.connect(self._show_growth)
        playback.follow_end_changed.connect(self._show_growth)
        recording.file_changed.connect(self._show_change)
        recording.failed.connect(self._show_error)
        self._chip.clicked.connect(lambda: self._playback.set_follow_end(not self._playback.follow_end))
        self._bar.action_requested.connect(self._workspace.reload)

    @Slot()
    def _begin(self) -> None:
        self._may_grow = True
        self._bar.hide()

    # -- growing

    @Slot()
    def _show_growth(self) -> None:
        index: RecordingIndex | None = self._recording.index
        if index is None or not index.growing or not self._may_grow:
            self._chip.hide()
        elif self._playback.follow_end:
            self._chip.show_text(self.tr("Following the end"), icon="go-end", color_role="accent")
        else:
            text = self.tr("Still being recorded · Follow end")
            self._chip.show_text(text, icon="go-end", color_role="secondary")

    # -- changed

    @Slot(object)
    def _show_change(self, change: FileChange) -> None:
        self._may_grow = change.status in (FileStatus.INTACT, FileStatus.UNREADABLE)
        if change.status is FileStatus.INTACT or self._auto_reload.takes(change):
            self._bar.hide()
            return
        links = {_RELOAD: self.tr("Reload") if change.usable else self.tr("Try again")}
        if change.status is FileStatus.DELETED:
            links = {}
        self._bar.show_message(self._sentence(change), links)

    def _sentence(self, change: FileChange) -> str:
        if change.status is FileStatus.REPLACED:
            return self._about_replacement(change)
        return {
            FileStatus.CUT: self.tr("The file was cut to {size} bytes"),
            FileStatus.DELETED: self.tr("The file was deleted; what was read stays as long as it is open"),
            FileStatus.UNREADABLE: self.tr("The file cannot be read: {reason}"),
        }[change.status].format(size=fmt.count(change.size), reason=change.reason)

    def _about_replacement(self, change: FileChange) -> str:
        if change.reason:
            return self.tr("The file was replaced: {reason}").format(reason=change.reason)
        if not change.usable and not change.size:
            return self.tr("The file is empty now; a new recording may be on its way")
        if not change.usable:
            return self.tr("The file was replaced by something that is no recording with frames")
        if change.same_recording:
            return self.tr("The file was replaced by another copy of this recording")
        return self.tr("The file was replaced by another recording")

    @Slot(object)
    def _show_error(self, error: RecordingError) -> None:
        """Tell that the open file cannot be read, at one place or again; other files get a card."""
        index = self._recording.index
        if index is not None and index.path == error.path:
            self._bar.show_message(fmt.capital(error.what), {_RELOAD: self.tr("Try again")})
