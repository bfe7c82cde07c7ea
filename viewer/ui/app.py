"""Startup of the application: settings, theme, main window, its data (workspace), and their connections."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QProcess,
    QStandardPaths,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QFileOpenEvent, QFontInfo, QPixmapCache
from PySide6.QtWidgets import QApplication

from viewer.program import PROGRAM, resource
from viewer.ui.actions import connect_actions, show_keys
from viewer.ui.background.memory import Garbage, waste_less
from viewer.ui.background.tasks import Tasks
from viewer.ui.commands.comparison import ComparisonCommands
from viewer.ui.commands.exports import ExportCommands, SharingCommands
from viewer.ui.commands.file_notices import FileNotices
from viewer.ui.commands.files import SAMPLE, FileCommands, LibraryCommands
from viewer.ui.commands.findings import EventCommands, EventDisplay
from viewer.ui.commands.help import HelpCommands, show_dialog
from viewer.ui.commands.history import HistoryCommands
from viewer.ui.commands.layouts import LayoutCommands, MapViewCommands
from viewer.ui.commands.notes import NoteCommands
from viewer.ui.commands.notices import Notices
from viewer.ui.commands.plots import ChosenSignals, PlotCommands
from viewer.ui.commands.replay import RangeCommands, ReplayCommands, fill_event_menu, show_replay
from viewer.ui.commands.restart import RestartCommands, start_again
from viewer.ui.commands.roads import RoadCommands
from viewer.ui.commands.selection import SelectionCommands
from viewer.ui.ctrl_c import closed_by_ctrl_c
from viewer.ui.log import LOG, log_to_file
from viewer.ui.map.view import MapView
from viewer.ui.notes.notes import Notes
from viewer.ui.shell.context_menu import ActorMenu
from viewer.ui.shell.crash_dialog import install_excepthook
from viewer.ui.shortcuts import use_keys
from viewer.ui.single_instance import SingleInstance
from viewer.ui.speed_unit import KMH, MPS, set_speed_unit
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.settings import Settings, open_store
from viewer.ui.state.view_state import NotesState
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import ThemeChoice, ThemeFollower, apply_theme, set_text_scale
from viewer.ui.timeline.row import LaneGroupRow
from viewer.ui.translation import set_language, tr
from viewer.ui.widgets.accessible_items import install_accessible_items
from viewer.ui.widgets.toast import Toast
from viewer.ui.window import PROGRAM_NAME, MainWindow

SWITCH_INTERVAL = 0.0002
"""Seconds after which a Python thread lets others run; short, so that painting waits little."""
_NO_FONT = "There is no font here, so no text can be shown: install one, such as fonts-dejavu-core."
_LARGE = 1.25
"""Factor by which text is enlarged in presentation mode, in which only map and timeline are shown."""
_SCALE = "QT_SCALE_FACTOR"
_LEAST_SCREEN = 840, 520
"""Smallest width and height of the window in unscaled pixels for which the screen must have space.

The window is scaled up only so far that this size, scaled too, fits on the screen.
"""
_POINTS = {"darwin": 13.0, "win32": 9.0}
"""The system's default size of text in points, by ``sys.platform``; it is 11 on other systems."""
_PIXMAPS = 1_024
"""Limit of Qt's cache of pixmaps in kilobytes. Qt's own limit, 10 MB, would fill with pixmaps not used again.
"""


class Application(QApplication):
    """QApplication that also reports files that macOS asks it to open, at startup and later."""

    file_opened = Signal(object)
    """Emitted with the path of a file that macOS asks the program to open."""

    def event(self, event: QEvent) -> bool:
        """Emit ``file_opened`` for a QFileOpenEvent; leave other events to Qt."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_opened.emit(Path(event.file()))
            return True
        return super().event(event)


class Viewer(QObject):
    """Controller of one main window: owns its recording and state (workspace), panels and action handlers."""

    def __init__(
        self, app: QApplication, settings: Settings, theme_choice: ThemeChoice | None = None
    ) -> None:
        super().__init__()
        self._app = app
        self.began_with_sample = False
        install_accessible_items(MapView, LaneGroupRow)
        self.settings = settings
        self.themes = themes = ThemeFollower(theme_choice or settings.theme, self)
        self._show_speeds()
        use_keys(settings.key_preset, settings.keys)
        apply_theme(app, themes.theme)
        themes.theme_changed.connect(partial(apply_theme, app))
        settings.changed.connect(self._on_setting)
        self.tasks = Tasks(parent=self)
        workspace = self.workspace = Workspace(self.tasks, settings, self)
        self.recording, self.playback = workspace.recording, workspace.playback
        self.moment, self.focus, self.found_events = workspace.moment, workspace.focus, workspace.found_events
        self.notes = Notes(data_folder() / "notes", self)
        self.notes.changed.connect(self._on_notes_changed)
        self.window = MainWindow(workspace)
        self.window.owner = self
        self.map_view, self.timeline = self.window.map_area.map_view, self.window.timeline
        self.toast = Toast(self.window.map_area)
        self._make_commands()
        self._single_instance = SingleInstance(self._is_empty, self._open_given, self)
        self.window.presenting_changed.connect(self._scale_text)
        self.window.closing.connect(self._shut_down)

    def _make_commands(self) -> None:
        """Create and connect the objects that execute the window's actions and that show its messages."""
        workspace, window, map_view, model = self.workspace, self.window, self.map_view, self.timeline.model
        actions = window.actions_by_id
        self.settings.bind_actions(actions)
        window.seen_changed.connect(self.moment.set_seen)
        model.actor_requested.connect(map_view.go_to_actor)
        self.range = RangeCommands(workspace, window)
        self.plots = PlotCommands(workspace, window)
        self.signals = ChosenSignals(workspace, self.plots, window)
        self.event_commands = EventCommands(workspace, map_view, window)
        EventDisplay(workspace, self.event_commands, window)
        self.files = FileCommands(workspace, window)
        self.roads = RoadCommands(workspace, window)
        self.exports = ExportCommands(
            workspace, map_view, lambda: (key.name for key in model.lane_groups.signals), window
        )
        window.closing.connect(self.exports.cancel)
        self.help = HelpCommands(workspace, window)
        self.sharing = SharingCommands(workspace, window)
        self.comparison = ComparisonCommands(workspace, window)
        self.notices = Notices(workspace, self.files, self.roads, self.comparison, self.toast, window)
        FileNotices(workspace, window)
        self.library = LibraryCommands(workspace, self.files, self.event_commands, window)
        window.closing.connect(self.library.shut_down)
        self.note_commands = NoteCommands(self.notes, workspace, self.toast, window)
        self.replay = ReplayCommands(workspace, window)
        show_replay(workspace, window)
        fill_event_menu(window.menus["events"], workspace)
        self.layouts = LayoutCommands(workspace, window)
        self.views = MapViewCommands(workspace, window)
        self.selection = SelectionCommands(workspace, map_view, window)
        self.history = HistoryCommands(workspace, self.notes, window)
        self.restart = RestartCommands(workspace, window)
        self._escape_steps = (
            window.timeline.revert_drag,
            map_view.measure.end,
            window.leave_panel,
            window.actor_panel.clear_filter,
            self.selection.clear,
            self.range.clear,
            self.layouts.leave,
        )
        connect_actions(self)
        map_view.measure.changed.connect(actions["measure"].setChecked)
        self.actor_menu = menu = ActorMenu(workspace, map_view, window)
        menu.call_requested.connect(self.sharing.copy_call_of)
        menu.plot_requested.connect(self.plots.plot_actor)
        menu.add_to_ground(actions["measure"], actions["fit"])
        menu.add_to_ground(actions["copy_image"], actions["save_image"])
        for source in (map_view, window.actor_panel):
            source.menu_requested.connect(menu.open)

    @Slot()
    def listen(self) -> None:
        """Let programs that are started later open their recordings in this window, as long as it has none.

        Call this again when a recording has been opened here, to stop that. Nothing happens if another window
        already accepts them.
        """
        self._single_instance.listen()

    @Slot(Qt.ApplicationState)
    def attend(self, state: Qt.ApplicationState) -> None:
        """Reload settings that other processes changed, and ``listen`` for recordings from later starts.

        Nothing is done unless ``state``, the application's new state, is that it is active.
        """
        if state == Qt.ApplicationState.ApplicationActive:
            self.settings.store.sync()
            self.listen()

    def _is_empty(self) -> bool:
        return self.recording.index is None and not self.recording.loading and self.library.page is None

    @Slot(object)
    def open_here_or_beside(self, path: Path) -> None:
        """Open the recording or folder ``path`` in a new window, or in this one if it is not in use.

        A window is not in use while nothing is open in it, or only the sample recording with which the
        program starts the first time. If no second process can be started, this window is taken in any case.
        """
        from viewer.installation import launcher  # noqa: PLC0415 - not loaded before the first picture

        shown, program = self.recording.index, launcher()
        only_sample = self.began_with_sample and (shown is None or shown.path == resource(SAMPLE))
        if program is None or only_sample or self._is_empty():
            self.began_with_sample = False
            self._open_given([path])
        else:
            QProcess.startDetached(str(program), ["--new-window", str(path)])

    def _open_given(self, paths: list[Path]) -> None:
        """Open the recordings or folders ``paths``, which another process of this program passed on.

        The window is brought to the front.
        """
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        self.window.raise_()
        self.window.activateWindow()
        self.files.open_given(paths, OpenRequest())

    @Slot()
    def _on_notes_changed(self) -> None:
        notes = self.notes
        self.workspace.set_notes(NotesState(notes.all, notes.foreign, notes.notices, notes.loading))

    def show_settings(self, section: str = "") -> None:
        """Open the settings page; the title of a ``section`` in English is typed into its search field."""
        from viewer.ui.shell.settings_page import SettingsPage  # noqa: PLC0415 - not before the first picture

        page = SettingsPage(self.workspace, self.window.actions_by_id["map_folder"], self.window)
        page.search.setText(tr(section) if section else "")
        show_dialog(page, self.window)

    def collect_when_idle(self) -> None:
        """From now on, run Python's cyclic garbage collection only while the program is idle.

        This holds for the whole process.
        """
        garbage = Garbage(self.tasks, lambda: self.recording.loading, self)
        self.workspace.changed.connect(garbage.touch)
        self.window.timeline.model.hover_time.connect(garbage.touch)

    def dispose(self) -> None:
        """Stop everything and delete the window now, in a safe order.

        Left to Python's garbage collector, the widgets of a closed window would be deleted in arbitrary order
        during another window's events, which crashes Qt.
        """
        self.window.close()
        self.window.map_area.map_view.deleteLater()
        self.window.deleteLater()
        self.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def escape(self) -> None:
        """Do what the Esc key does: cancel or clear the first of the following things that is present.

        In this order: a drag in the timeline, measuring on the map, keyboard focus in the findings, file or
        notes panel, the filter of the actor list, the selection of actors, the chosen time range,
        presentation mode.
        """
        any(step() for step in self._escape_steps)

    @Slot(str)
    def _on_setting(self, name: str) -> None:
        """Apply the setting ``name``, which has been set, if it holds for the whole process."""
        if name == "theme":
            self.themes.set_choice(self.settings.theme)
        elif name == "speed_kmh":
            self._show_speeds()
            self.themes.reapply()
        elif name in ("key_preset", "keys"):
            self._show_keys()

    def _show_speeds(self) -> None:
        set_speed_unit(KMH if self.settings.speed_kmh else MPS)

    def _show_keys(self) -> None:
        use_keys(self.settings.key_preset, self.settings.keys)
        show_keys(self.window.actions_by_id)
        self.themes.reapply()

    @Slot(bool)
    def _scale_text(self, presents: bool) -> None:
        set_text_scale(self._app, _LARGE if presents else 1.0)
        self.themes.reapply()
        self.window.playback_bar.readout.measure()

    @Slot()
    def _shut_down(self) -> None:
        self._single_instance.close()
        self.settings.loop = self.window.actions_by_id["loop"].isChecked()
        self.tasks.shut_down()
        self.workspace.shut_down()
        self.notes.shut_down()


def data_folder() -> Path:
    """Return the folder of the user's data that belong to no particular file, such as notes."""
    kind = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(kind))


def make_application() -> QApplication:
    """Return the QApplication, created if needed, with the names under which its settings are stored."""
    app = QApplication.instance()
    return _named(app if isinstance(app, QApplication) else Application(sys.argv[:1]))


def _named(app: QApplication) -> QApplication:
    app.setApplicationName(PROGRAM)
    app.setApplicationDisplayName(PROGRAM_NAME)
    app.setOrganizationName(PROGRAM)
    app.setDesktopFileName(PROGRAM)  # the task bar shows the icon of that desktop file
    if not QFontInfo(app.font()).family():
        print(_NO_FONT, file=sys.stderr)  # noqa: T201 - without a font the window cannot show it
    return app


def _scaled(app: QApplication) -> QApplication:
    """Return ``app``, or, if the window is to be enlarged, a new application with that scale factor.

    The factor is the size in the settings. Without one it is the ratio of the system's text size to its
    default. It is at most 2, and the window must fit on the screen. ``app`` is shut down if a new one is
    made, because Qt reads the factor only then.
    """
    if _SCALE in os.environ:  # the caller has chosen a scale
        return app
    screen = app.primaryScreen().availableSize()
    fits = min(screen.width() / _LEAST_SCREEN[0], screen.height() / _LEAST_SCREEN[1])
    chosen = Settings(open_store()[0]).size
    scale = min(chosen or app.font().pointSizeF() / _POINTS.get(sys.platform, 11.0), 2.0, fits)
    if scale <= 1.0:
        return app
    app.shutdown()
    os.environ[_SCALE] = f"{scale:.2f}"
    app = _named(Application(sys.argv[:1]))
    del os.environ[_SCALE]  # child processes that render images must not inherit it
    return app


def run_window(
    paths: Sequence[Path],
    request: OpenRequest,
    *,
    sample: bool,
    roads: Path | None = None,
    routes: Sequence[Path] = (),
) -> int:
    """Show the window until it is closed, with the first of ``paths`` open; return the exit status.

    Args:
        paths: recordings, or a single folder whose recordings are then listed.
        request: time to go to, actor to select or follow, and whether to play, in the recording.
        sample: whether to open the sample recording that comes with the program if ``paths`` is empty.
        roads: OpenDRIVE file to be used instead of the one that the program finds.
        routes: route files to be searched before those that the program finds.

    Raises:
        KeyboardInterrupt: Ctrl+C was pressed in the terminal.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    waste_less()
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")  # painting in one thread per core is slower here
    is_new = QApplication.instance() is None
    app = make_application()
    app = _scaled(app) if is_new else app
    QPixmapCache.setCacheLimit(_PIXMAPS)
    with log_to_file():
        store, trouble = open_store()
        settings = Settings(store)
        trouble = trouble or set_language(app, settings.language)
        viewer = Viewer(app, settings)
        install_excepthook(viewer.window)
        recording = viewer.recording
        recording.opened.connect(lambda: LOG.info("open: %s", recording.index and recording.index.path))
        viewer.recording.failed.connect(lambda error: LOG.warning("%s", error))
        viewer.workspace.message.connect(LOG.info)
        viewer.workspace.roads.wanted = roads
        viewer.workspace.roads.use_routes(*routes)
        if paths:
            viewer.files.open_given([path.absolute() for path in paths], request)
        elif sample or settings.first_start:
            viewer.notices.hints = viewer.began_with_sample = True
            viewer.workspace.open(resource(SAMPLE), request)
        settings.first_start = False
        viewer.collect_when_idle()
        viewer.window.show()
        QTimer.singleShot(0, viewer.listen)
        viewer.recording.opened.connect(viewer.listen)
        app.applicationStateChanged.connect(viewer.attend)
        if isinstance(app, Application):
            app.file_opened.connect(viewer.open_here_or_beside)
        if trouble:
            viewer.toast.show_text(trouble)
        with closed_by_ctrl_c(viewer.window.close) as interrupted:
            status = app.exec()
        restart = viewer.restart.words
        viewer.dispose()
        if interrupted:
            raise KeyboardInterrupt
        start_again(restart)
        return status
