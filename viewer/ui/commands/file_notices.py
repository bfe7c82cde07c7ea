"""Messages about the open file: that it grows, or was replaced, cut or deleted."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange, FileStatus
from viewer.ui import format as fmt
from viewer.ui.commands.commands import Commands
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.chip import Glyph
from viewer.ui.widgets.label_box import text_lines
from viewer.ui.window import MainWindow

_RELOAD = "reload"
_AGAIN = 1000
"""Milliseconds until reloading a changed recording is tried again after it has failed.

The file may have been incomplete, because another program was writing it.
"""


class FileNotices(Commands):
    """Messages about the open file: a label over the map while it grows, a bar above the map when it changes.

    The bar says that it was replaced, cut or deleted. With automatic reloading (a setting), a replaced or cut
    file is reloaded instead if it can be read.
    """

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._recording = recording = workspace.recording
        self._playback = playback = workspace.playback
        self._bar, self._chip = window.map_area.file_bar, window.map_area.growth_chip
        self._may_grow = True
        self._again = QTimer(self, singleShot=True, interval=_AGAIN)
        self._again.timeout.connect(recording.check_file)
        recording.file_changed.connect(self._on_change)
        recording.failed.connect(self._show_error)
        bind(
            self,
            workspace,
            (lambda now: now.opening, self._begin),
            (lambda now: (now.index, now.playback.follow_end), self._show_growth),
            (lambda now: now.settings.auto_reload, self._check_file),
        )
        self._chip.clicked.connect(lambda: playback.set_follow_end(not playback.follow_end))
        self._bar.action_requested.connect(workspace.reload)

    def _begin(self) -> None:
        self._may_grow = True
        self._bar.hide()

    # -- growing

    def _show_growth(self) -> None:
        index = self._index
        follows, text = self._playback.follow_end, ""
        made = index is not None and index.file.stored != index.path  # an import is not recorded
        if index is not None and index.growing and self._may_grow and not made:
            text = tr("Following the end") if follows else tr("Still being recorded · Follow end")
        self._chip.set_content(text_lines(text), Glyph("go-end", role="accent" if follows else "secondary"))

    # -- changed

    def _check_file(self) -> None:
        """Check the file for changes if automatic reloading is on; called when that setting changes."""
        if self._settings.auto_reload:
            self._recording.check_file()

    @Slot(object)
    def _on_change(self, change: FileChange) -> None:
        """Reload the changed file if the setting says so; else show a message about the change."""
        self._may_grow = change.status in (FileStatus.INTACT, FileStatus.UNREADABLE)
        replaced = change.usable and change.status in (FileStatus.REPLACED, FileStatus.CUT)
        if replaced and self._settings.auto_reload:
            self._bar.hide()
            self._workspace.reload()
            return
        if change.status is FileStatus.INTACT:
            self._bar.hide()
            return
        links = {_RELOAD: tr("Reload") if change.usable else tr("Try again")}
        if change.status is FileStatus.DELETED:
            links = {}
        self._bar.show_message(self._sentence(change), links)

    def _sentence(self, change: FileChange) -> str:
        if change.status is FileStatus.REPLACED:
            return self._about_replacement(change)
        return {
            FileStatus.CUT: tr("The file was cut to {size} bytes"),
            FileStatus.DELETED: tr("The file was deleted; what was read stays as long as it is open"),
            FileStatus.UNREADABLE: tr("The file cannot be read: {reason}"),
        }[change.status].format(size=fmt.count(change.size), reason=translated(change.reason))

    def _about_replacement(self, change: FileChange) -> str:
        if change.reason:
            return tr("The file was replaced: {reason}").format(reason=translated(change.reason))
        if not change.usable and not change.size:
            return tr("The file is empty now; a new recording may be on its way")
        if not change.usable:
            return tr("The file was replaced by something that is no recording with frames")
        if change.same_recording:
            return tr("The file was replaced by another copy of this recording")
        return tr("The file was replaced by another recording")

    @Slot(object)
    def _show_error(self, error: RecordingError) -> None:
        """Show that the open file cannot be read; errors of other files have a dialog."""
        index = self._index
        if index is not None and index.path == error.path:
            self._bar.show_message(fmt.capital(translated(error.what)), {_RELOAD: tr("Try again")})
            if self._settings.auto_reload:
                self._again.start()
