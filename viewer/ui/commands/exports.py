"""What is written or copied for others: exports, the call that replays a moment, pictures of the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QProgressDialog, QWidget

from viewer.lazy import lazy
from viewer.replay.time.server_call import LEAD, ServerFolder, replay_call, server_path
from viewer.ui.format import range_, seconds
from viewer.ui.map import MapView
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import current_theme
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.event_table import FoundEvent
    from viewer.ui.exports.order import Choices, ExportOrder, MapShown
    from viewer.ui.exports.writer import ExportWriter

_PATIENCE_MS = 300
_AROUND = 3.0
"""Seconds before and after an event that are shown with it."""
_STEPS = 1000


class ExportCommands(QObject):
    """Asks what is to be written and where, and has it written while the window goes on."""

    def __init__(
        self,
        workspace: Workspace,
        map_view: MapView,
        shown_signals: Callable[[], Iterable[str]],
    ) -> None:
        """Take, besides the owners, what tells the names of the signals that are shown over time."""
        super().__init__(map_view)
        self._workspace = workspace
        self._settings = workspace.settings
        self._map = map_view
        self._shown_signals = shown_signals
        self._window = map_view.window()
        self._progress: QProgressDialog | None = None

    @lazy
    def writer(self) -> ExportWriter:
        """What writes, from the first time on that something is to be written."""
        from viewer.ui.exports.writer import ExportWriter

        writer = ExportWriter(self)
        writer.progress.connect(self._show_progress)
        writer.written.connect(self._tell_written)
        writer.failed.connect(self._workspace.say)
        writer.ended.connect(self._end)
        return writer

    @Slot()
    def cancel(self) -> None:
        """Write no further, if anything has been written."""
        if "writer" in vars(self):
            self.writer.cancel()

    def ask_of_event(self, kind: str = "") -> None:
        """Ask what is to be written of the event whose card is shown; at first a kind, or the last one."""
        event = self._workspace.story.gone_to
        if self._workspace.recording.index is not None and event is None:
            self._workspace.say(tr("Go to an event first: this is about the one whose card is shown"))
        elif event is not None:
            self.ask(kind, event)

    def ask(self, kind: str = "", event: FoundEvent | None = None) -> None:
        """Ask what is to be written; at first a kind of file, or the one that was written last."""
        if self._workspace.recording.index is None:
            return
        if self.writer.busy:
            self._workspace.say(tr("Something is being written: wait for it, or cancel it"))
            return
        from viewer.ui.exports.dialog import ExportDialog
        from viewer.ui.exports.order import export_kinds

        choices = self._choices() if event is None else self._choices_of(event)
        dialog = ExportDialog(export_kinds(), kind or self._settings.export_kind, choices, self._window)
        dialog.chosen.connect(self._choose_target)
        dialog.open()

    def _choices(self) -> Choices:
        from viewer.ui.exports.order import Choices

        index, focus = self._workspace.recording.index, self._workspace.focus
        span = self._workspace.playback.transport.range
        assert index is not None  # noqa: S101 - it is asked about one
        ids = tuple(int(index.actors.actor_id[row]) for row in focus.selected)
        rows = tuple(each for each in (focus.followed, focus.primary) if each is not None)
        return Choices(
            span,
            "" if span is None else range_(*(seconds(each) for each in span)),
            ids,
            int(index.actors.actor_id[rows[0]]) if rows else None,
            tuple(dict.fromkeys(self._shown_signals())),
        )

    def _choices_of(self, event: FoundEvent) -> Choices:
        from viewer.ui.exports.order import Choices, Ring

        index = self._workspace.recording.index
        assert index is not None  # noqa: S101 - it is asked about one
        span = max(event.start - _AROUND, 0.0), min(event.end + _AROUND, index.duration)
        rows = [row for row in event.actors if row is not None]
        ids = tuple(dict.fromkeys(index.actors.actor_id[rows].tolist()))
        return Choices(
            span,
            range_(*(seconds(each) for each in span)),
            ids,
            ids[0] if ids else None,
            tuple(dict.fromkeys(self._shown_signals())),
            of_event=True,
            ring=None if event.place is None else Ring(*event.place[:2], event.start),
        )

    @Slot(str, object)
    def _choose_target(self, name: str, order: ExportOrder) -> None:
        from viewer.export.errors import ExportError
        from viewer.export.target import check_target
        from viewer.ui.exports.order import command_line

        index = self._workspace.recording.index
        if index is None:
            return
        self._settings.export_kind = name
        ending = order.kind.ending
        part = " part" if order.span is not None or ending == index.path.suffix else ""
        suggested = index.path.with_name(f"{index.path.stem}{part}{ending}")
        words = f"{order.kind.title} (*{ending})" if ending else ""
        chosen, _ = QFileDialog.getSaveFileName(self._window, tr("Export"), str(suggested), words)
        if not chosen:
            return
        target = Path(chosen)
        if ending and target.suffix.lower() != ending:
            target = target.with_name(target.name + ending)
        try:
            check_target(target, index.path, overwrite=bool(ending), folder=not ending)
        except ExportError as error:
            self._workspace.say(str(error))
            return
        self.writer.write(command_line(order, index.path, target, self._shown()), target)
        self._progress = self._make_progress(target)

    def _shown(self) -> MapShown:
        from viewer.ui.exports.order import MapShown

        left, bottom, right, top = self._map.viewpoint.visible_rect()
        roads = self._workspace.roads
        drawn = None if roads.road_map is None else roads.road_map.path
        middle = (left + right) / 2.0, (bottom + top) / 2.0
        return MapShown(middle, right - left, current_theme().name, drawn, roads.route_files)

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
    def _tell_written(self, target: Path, said: str) -> None:
        text = tr("Saved {name}").format(name=target.name)
        self._workspace.say(f"{text} · {said}" if said else text)

    @Slot()
    def _end(self) -> None:
        if self._progress is not None:
            self._progress.canceled.disconnect(self.writer.cancel)
            self._progress.close()
            self._progress.deleteLater()
            self._progress = None


class SharingCommands(QObject):
    """Copies and writes."""

    def __init__(self, workspace: Workspace, map_view: MapView, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._settings = workspace.settings
        self._map = map_view
        self._window = window

    @Slot()
    def copy_call(self) -> None:
        """Copy the call that replays this moment in the simulator, with the selected actor followed."""
        self.copy_call_of(self._workspace.focus.primary)

    @Slot(object)
    def copy_call_of(self, actor: int | None) -> None:
        """Copy the call that replays this moment in the simulator, with an actor followed."""
        self.copy_call_at(self._workspace.playback.transport.playhead, actor)

    @Slot(float, object)
    def copy_call_at(self, elapsed: float, row: int | None) -> None:
        """Copy the call that replays a moment in the simulator, with an actor followed."""
        index = self._workspace.recording.index
        if index is None:
            return
        path = server_path(index.path, self._settings.server_folders)
        actor_id = None if row is None else int(index.actors.actor_id[row])
        QGuiApplication.clipboard().setText(replay_call(path, elapsed - LEAD, None, actor_id))

    def edit_folders(self) -> None:
        """Let the user say where the simulator finds recordings."""
        from viewer.ui.shell.server_folders_dialog import ServerFoldersDialog

        dialog = ServerFoldersDialog(self._settings.server_folders, self._window)
        dialog.chosen.connect(self._take_folders)
        dialog.open()

    @Slot(object)
    def _take_folders(self, folders: list[ServerFolder]) -> None:
        self._settings.server_folders = folders

    def copy_image(self) -> None:
        """Copy the map as a picture."""
        if self._workspace.recording.index is not None:
            QGuiApplication.clipboard().setPixmap(self._map.grab())
            self._workspace.say(tr("Copied the map as an image"))

    def save_image(self) -> None:
        """Let the user choose where the picture goes, and by its ending which kind it is."""
        index = self._workspace.recording.index
        if index is None:
            return
        name = f"{index.path.stem} {self._workspace.playback.transport.playhead:.3f} s.png"
        kinds = f"{tr('PNG image')} (*.png);;{tr('SVG drawing')} (*.svg)"
        path, kind = QFileDialog.getSaveFileName(
            self._window, tr("Save map as image"), str(index.path.parent / name), kinds
        )
        if path:
            has_ending = path.lower().endswith((".png", ".svg"))
            self._write(Path(path if has_ending else path + (".svg" if "*.svg" in kind else ".png")))

    def _write(self, path: Path) -> None:
        if path.suffix.lower() == ".svg":
            written = self._map.save_svg(path)
        else:
            written = self._map.grab().save(str(path))
        said = tr("Saved {name}") if written else tr("{name} cannot be written")
        self._workspace.say(said.format(name=path.name))
