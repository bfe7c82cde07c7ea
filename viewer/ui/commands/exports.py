"""Commands that export, draw pictures of the map, and copy a CARLA call that replays the present time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QProgressDialog

from viewer.lazy import lazy
from viewer.recording.index import RecordingIndex
from viewer.replay.time.server_call import LEAD, replay_call, server_path
from viewer.ui.commands.commands import Commands
from viewer.ui.map import MapView
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import ask_target, picture_bytes, saved
from viewer.ui.window import MainWindow

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.event_table import FoundEvent
    from viewer.export.formats import ExportFormat
    from viewer.ui.exports.dialog import Choices
    from viewer.ui.exports.writer import ExportWriter

_PATIENCE_MS = 300
_AROUND = 3.0
"""Seconds before and after an event that its export includes."""
_STEPS = 1000


class ExportCommands(Commands):
    """Commands that ask for the format and target of an export, and write it in a separate process."""

    def __init__(
        self,
        workspace: Workspace,
        map_view: MapView,
        shown_signals: Callable[[], Iterable[str]],
        window: MainWindow,
    ) -> None:
        """Prepare exports of the recording in ``workspace``.

        Args:
            workspace: the open recording, and the state of the window.
            map_view: the map, whose visible part the dialog offers for clips.
            shown_signals: returns the names of the plotted signals.
            window: the window, over which dialogs open.
        """
        super().__init__(workspace, window)
        self._map, self._shown_signals = map_view, shown_signals
        self._progress: QProgressDialog | None = None

    @lazy
    def writer(self) -> ExportWriter:
        """Object that runs export commands in a separate process; made when first used."""
        from viewer.ui.exports.writer import ExportWriter

        writer = ExportWriter(self)
        writer.progress.connect(self._show_progress)
        writer.written.connect(self._on_written)
        writer.failed.connect(self._show_message)
        writer.ended.connect(self._end)
        return writer

    @Slot()
    def cancel(self) -> None:
        """Cancel the running export; do nothing if none is running."""
        if "writer" in vars(self):
            self.writer.cancel()

    def ask_of_event(self, kind: str = "") -> None:
        """Open the export dialog for the event whose card is shown; show a message if there is none.

        Args:
            kind: name of the format to begin with, such as "csv" or "mp4"; empty for the last used one.
        """
        event = self._found_events.current_event
        if self._index is not None and event is None:
            self._show_message(tr("Go to an event first: this is about the one whose card is shown"))
        elif event is not None:
            self.ask(kind, event)

    def ask_clip(self, *, of_event: bool = False) -> None:
        """Open the export dialog for a clip: a video, or a GIF if no video can be written.

        With ``of_event`` the clip is of the event whose details are shown over the map. Without, it is of the
        time range that the user chose in the timeline; if none is chosen, of the whole recording.
        """
        from viewer.export.video import usual_clip

        kind = usual_clip().removeprefix(".")
        if of_event:
            self.ask_of_event(kind)
        else:
            self.ask(kind)

    def ask(self, kind: str = "", event: FoundEvent | None = None) -> None:
        """Open the export dialog for ``event``, or, if it is None, for the recording.

        For the recording the dialog also offers the time range that the user chose in the timeline, and the
        selected actors.

        Args:
            kind: name of the format to begin with, such as "csv" or "mp4"; empty for the last used one.
            event: an event found by the analysis rules; its actors and the time from 3 s before to 3 s
                after it are exported.
        """
        index = self._index
        if index is None:
            return
        if self.writer.busy:
            self._show_message(tr("Something is being written: wait for it, or cancel it"))
            return
        from viewer.ui.exports.dialog import ExportDialog

        name = kind or self._settings.export_kind
        dialog = ExportDialog(name, self._choices(index, event), self._window)
        dialog.chosen.connect(self._choose_target)
        dialog.open()

    def _choices(self, index: RecordingIndex, event: FoundEvent | None) -> Choices:
        from viewer.ui.exports.dialog import Choices

        focus, roads = self._focus, self._workspace.roads
        span, rows, ring = self._transport.range, focus.selected, None
        leaders = [each for each in (focus.followed, focus.primary) if each is not None]
        if event is not None:
            span = max(event.start - _AROUND, 0.0), min(event.end + _AROUND, index.duration)
            leaders = [row for row in event.rows if row is not None]
            rows = tuple(leaders)
            ring = None if event.place is None else (*event.place[:2], event.start)
        ids = index.actors.actor_id
        left, bottom, right, top = self._map.viewpoint.visible_rect()
        return Choices(
            ((left + right) / 2.0, (bottom + top) / 2.0),
            right - left,
            current_theme().name,
            span,
            tuple(dict.fromkeys(ids[[*rows]].tolist())),
            int(ids[leaders[0]]) if leaders else None,
            tuple(dict.fromkeys(self._shown_signals())),
            event is not None,
            ring,
            None if roads.road_map is None else roads.road_map.path,
            roads.route_files,
        )

    @Slot(object, object)
    def _choose_target(self, form: ExportFormat, words: Sequence[str]) -> None:
        from viewer.export.errors import ExportError
        from viewer.export.target import check_target

        index = self._index
        if index is None:
            return
        self._settings.export_kind = form.name
        part = " part" if "--range" in words or form.ending == index.path.suffix else ""
        suggested = index.path.with_name(f"{index.path.stem}{part}{form.ending}")
        target = ask_target(self._window, tr("Export"), suggested, {form.ending: tr(form.title)})
        if target is None:
            return
        try:
            check_target(target, index.path, overwrite=bool(form.ending), folder=not form.ending)
        except ExportError as error:
            self._show_message(str(error))
            return
        command, *asked = words
        self.writer.write([command, str(index.path), "-o", str(target), "--force", *asked], target)
        self._progress = self._make_progress(target)

    def _make_progress(self, target: Path) -> QProgressDialog:
        dialog = QProgressDialog(tr("Writing {0}").format(target.name), tr("Cancel"), 0, _STEPS, self._window)
        dialog.setWindowTitle(tr("Export"))
        dialog.setWindowModality(Qt.WindowModality.NonModal)
        dialog.setMinimumDuration(_PATIENCE_MS)
        dialog.setAutoClose(False)
        dialog.setAutoReset(False)
        dialog.canceled.connect(self.writer.cancel)
        dialog.setValue(0)
        return dialog

    @Slot(float)
    def _show_progress(self, share: float) -> None:
        if self._progress is not None:
            self._progress.setValue(int(share * _STEPS))

    @Slot(object, str)
    def _on_written(self, target: Path, message: str) -> None:
        text = tr("Saved {name}").format(name=target.name)
        self._show_message(f"{text} · {message}" if message else text)

    @Slot()
    def _end(self) -> None:
        if self._progress is not None:
            self._progress.canceled.disconnect(self.writer.cancel)
            self._progress.close()
            self._progress.deleteLater()
            self._progress = None


class SharingCommands(Commands):
    """Commands that copy or save a picture of the map, or copy a call of CARLA's ``replay_file``."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._map = window.map_area.map_view

    def copy_call(self) -> None:
        """Copy a call of CARLA's ``replay_file`` that follows the selected actor to the clipboard.

        It replays from 2 s before the playhead.
        """
        self.copy_call_of(self._focus.primary)

    @Slot(object)
    def copy_call_of(self, actor: int | None) -> None:
        """Copy a call of CARLA's ``replay_file`` that starts 2 s before the playhead to the clipboard.

        Args:
            actor: row in the actor table of the actor that the camera follows, None for no actor.
        """
        index = self._index
        if index is None:
            return
        if index.file.stored != index.path:
            self._show_message(tr("CARLA replays recordings only: the command import makes one"))
            return
        path = server_path(index.path, self._settings.server_folders)
        actor_id = None if actor is None else int(index.actors.actor_id[actor])
        begin = self._transport.playhead - LEAD
        QGuiApplication.clipboard().setText(replay_call(path, begin, None, actor_id))

    def copy_image(self) -> None:
        """Copy a picture of the map to the clipboard."""
        if self._index is not None:
            QGuiApplication.clipboard().setPixmap(self._map.grab())
            self._show_message(tr("Copied the map as an image"))

    def save_image(self) -> None:
        """Ask for a file, and save a picture of the map there as PNG or SVG, by the file's suffix."""
        index = self._index
        if index is None:
            return
        name = f"{index.path.stem} {self._transport.playhead:.3f} s.png"
        kinds = {".png": tr("PNG image"), ".svg": tr("SVG drawing")}
        path = ask_target(self._window, tr("Save map as image"), index.path.with_name(name), kinds)
        if path is not None:
            is_drawing = path.suffix.lower() == ".svg"
            picture = self._map.svg() if is_drawing else picture_bytes(self._map.grab(), "png")
            self._show_message(saved(path, lambda path: path.write_bytes(picture)))
