"""Making the application: settings, theme, workspace, window, and what connects them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
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
from viewer.replay.events import EventKind
from viewer.ui.actions import show_keys
from viewer.ui.background.memory import Garbage, waste_less
from viewer.ui.background.tasks import Tasks
from viewer.ui.commands.collision_chip import CollisionChip
from viewer.ui.commands.exports import ExportCommands, SharingCommands
from viewer.ui.commands.file_notices import FileNotices
from viewer.ui.commands.files import SAMPLE, FileCommands, LibraryCommands
from viewer.ui.commands.findings import ShownStory, StoryCommands
from viewer.ui.commands.handlers import connect_actions, show_settings
from viewer.ui.commands.help import HelpCommands
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
from viewer.ui.log import LOG, kept_log
from viewer.ui.map.view import MapView
from viewer.ui.notes.notes import NoteBook
from viewer.ui.shell.context_menu import ActorMenu
from viewer.ui.shell.crash_dialog import install_excepthook
from viewer.ui.shortcuts import use_keys
from viewer.ui.single_instance import EmptyWindow
from viewer.ui.speed_unit import KMH, MPS, set_speed_unit
from viewer.ui.state.changes import What
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.settings import Settings, open_store
from viewer.ui.state.workspace import Workspace
from viewer.ui.theme import Theme, ThemeChoice, ThemeFollower, apply_theme, set_text_scale
from viewer.ui.timeline.binding import connect_timeline
from viewer.ui.timeline.row import LaneRow
from viewer.ui.translation import set_language, tr
from viewer.ui.widgets.accessible_items import tell_painted_items
from viewer.ui.widgets.toast import Toast
from viewer.ui.window import PROGRAM_NAME, MainWindow

SWITCH_INTERVAL = 0.0002
"""Seconds a thread may hold the interpreter while painting waits for it: after each call of numpy it does."""
_NO_FONT = "There is no font here, so no text can be shown: install one, such as fonts-dejavu-core."
_LARGE = 1.25
"""How much larger than usual text is in a presentation."""
_SCALE = "QT_SCALE_FACTOR"
_LEAST_SCREEN = 840, 520
"""Width and height for which there is room however large everything is."""
_POINTS = {"darwin": 13.0, "win32": 9.0}
"""Points of the system's text where nobody chose another size; 11 at most on other systems."""
_PIXMAPS = 1_024
"""Kilobytes that Qt may keep of frames and icons it has painted: its usual 10 MB fill up in half an hour of
use with what is hardly painted again."""


class Application(QApplication):
    """The application, which macOS tells of files that are opened with it: at its start, and later."""

    file_opened = Signal(object)
    """Path of such a file."""

    def event(self, event: QEvent) -> bool:
        """Emit the file of a QFileOpenEvent; leave others to Qt."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_opened.emit(Path(event.file()))
            return True
        return super().event(event)


class Viewer(QObject):
    """One window with its workspace and all that belongs to it."""

    def __init__(
        self, app: QApplication, settings: Settings, theme_choice: ThemeChoice | None = None
    ) -> None:
        super().__init__()
        self._app = app
        self.began_with_sample = False
        tell_painted_items(MapView, LaneRow)
        self.settings = settings
        self.themes = themes = ThemeFollower(theme_choice or settings.theme, self)
        self._show_speeds()
        use_keys(settings.key_preset, settings.keys)
        self._apply_theme(themes.theme)
        themes.theme_changed.connect(self._apply_theme)
        settings.changed("theme").connect(lambda: themes.set_choice(settings.theme))
        settings.changed("speed_kmh").connect(self._show_speeds)
        settings.changed("speed_kmh").connect(themes.tell)
        for keys in ("key_preset", "keys"):
            settings.changed(keys).connect(self._show_keys)
        self.tasks = Tasks(parent=self)
        self.workspace = workspace = Workspace(self.tasks, settings, self)
        self.recording, self.playback = workspace.recording, workspace.playback
        self.moment, self.focus, self.story = workspace.moment, workspace.focus, workspace.story
        self.notes = NoteBook(data_folder() / "notes", self)
        self.notes.changed.connect(self._tell_notes)
        self.window = MainWindow(workspace)
        self.window.owner = self
        self.toast = Toast(self.window.map_area)
        self._make_panels()
        self._make_commands()
        self._empty = EmptyWindow(self._is_empty, self._take, self)
        self.window.presenting_changed.connect(self._scale_text)
        self.window.closing.connect(self._shut_down)

    def _make_panels(self) -> None:
        """Let the panels that are there from the start show the workspace."""
        workspace, window = self.workspace, self.window
        map_view, timeline = window.map_area.map_view, window.timeline
        self.settings.bind_actions(window.actions_by_id)
        window.seen_changed.connect(self.moment.set_seen)
        self.actor_menu = ActorMenu(workspace, map_view, window)
        window.actor_panel.menu_requested.connect(self.actor_menu.open)
        connect_timeline(timeline, workspace)
        timeline.model.actor_requested.connect(map_view.go_to_actor)

    def _make_commands(self) -> None:
        """Let actions do what they say, and the window say what happens."""
        workspace, window = self.workspace, self.window
        area, signals = window.map_area, window.timeline.model
        self.range = RangeCommands(workspace, window)
        self.plots = PlotCommands(workspace, window)
        self.signals = ChosenSignals(workspace, self.plots, window)
        self.story_commands = StoryCommands(workspace, area.map_view, window)
        ShownStory(workspace, self.story_commands, window)
        self.files = FileCommands(workspace, window)
        self.roads = RoadCommands(workspace, window)
        self.exports = ExportCommands(
            workspace, area.map_view, lambda: (key.name for key in signals.sections.signals)
        )
        window.closing.connect(self.exports.cancel)
        self.help = HelpCommands(workspace, window)
        self.sharing = SharingCommands(workspace, area.map_view, window)
        self.notices = Notices(workspace, self.files, self.roads, self.toast, window)
        CollisionChip(workspace, window, self.story_commands.go_to_contact, self.sharing.copy_call_at)
        FileNotices(workspace, area)
        self.library = LibraryCommands(workspace, self.files, self.story_commands, area, self)
        window.closing.connect(self.library.shut_down)
        self.note_commands = NoteCommands(self.notes, workspace, self.toast, window)
        self.replay = ReplayCommands(workspace, window)
        show_replay(workspace, window)
        fill_event_menu(window.menus["events"], workspace)
        self.layouts = LayoutCommands(workspace, window)
        self.views = MapViewCommands(workspace, window)
        self.selection = SelectionCommands(workspace, area.map_view)
        self.history = HistoryCommands(workspace, self.notes, window)
        self.restart = RestartCommands(workspace, window)
        self._takes_back = (
            window.timeline.give_up,
            area.map_view.end_measuring,
            window.leave_panel,
            window.actor_panel.clear_filter,
            self.selection.clear,
            self.range.clear,
            self.layouts.leave,
        )
        connect_actions(self)
        area.map_view.measuring_changed.connect(window.actions_by_id["measure"].setChecked)
        menu, actions = self.actor_menu, window.actions_by_id
        menu.call_requested.connect(self.sharing.copy_call_of)
        menu.plot_requested.connect(self.plots.plot_actor)
        menu.add_to_ground(actions["measure"], actions["fit"])
        menu.add_to_ground(actions["copy_image"], actions["save_image"])
        area.map_view.menu_requested.connect(menu.open)

    @Slot()
    def listen(self) -> None:
        """Take what is opened from elsewhere, as long as nothing is open here."""
        self._empty.listen()

    @Slot(Qt.ApplicationState)
    def attend(self, state: Qt.ApplicationState) -> None:
        """Know what other windows have changed meanwhile, when one comes back to this one."""
        if state == Qt.ApplicationState.ApplicationActive:
            self.settings.store.sync()
            self.listen()

    def _is_empty(self) -> bool:
        return self.recording.index is None and not self.recording.loading and self.library.page is None

    @Slot(object)
    def open_here_or_beside(self, path: Path) -> None:
        """Open ``path`` in a window of its own; here, if nothing or only a first start's sample is open."""
        from viewer.installation import launcher  # noqa: PLC0415 - not loaded before the first picture

        shown, program = self.recording.index, launcher()
        only_sample = self.began_with_sample and (shown is None or shown.path == resource(SAMPLE))
        if program is None or only_sample or self._is_empty():
            self.began_with_sample = False
            self._take([path])
        else:
            QProcess.startDetached(str(program), ["--new-window", str(path)])

    def _take(self, paths: list[Path]) -> None:
        """Open what somebody else was started with."""
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        self.window.raise_()
        self.window.activateWindow()
        self.files.take_given(paths, OpenRequest())

    @Slot()
    def _tell_notes(self) -> None:
        self.workspace.events.set_times(EventKind.NOTE, self.notes.starts)
        self.workspace.tell(What.NOTES)

    @Slot()
    def show_thresholds(self) -> None:
        """Show the settings by which is judged."""
        show_settings(self.workspace, self.window, tr("Thresholds"))

    def collect_when_idle(self) -> None:
        """Let Python look for cycles only when nothing happens, from now on and in the whole process."""
        garbage = Garbage(self.tasks, lambda: self.recording.loading, self)
        self.workspace.changed.connect(garbage.touch)
        self.window.timeline.model.hover_time.connect(garbage.touch)

    def dispose(self) -> None:
        """Stop and delete everything now, in order.

        Left to Python's garbage collector, widgets of a closed window would be deleted in any order in the
        middle of another window's events, which Qt does not survive.
        """
        self.window.close()
        self.window.map_area.map_view.deleteLater()
        self.window.deleteLater()
        self.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def escape(self) -> None:
        """Take back one thing: the first of them that there is."""
        any(take_back() for take_back in self._takes_back)

    @Slot()
    def _show_speeds(self) -> None:
        set_speed_unit(KMH if self.settings.speed_kmh else MPS)

    @Slot()
    def _show_keys(self) -> None:
        use_keys(self.settings.key_preset, self.settings.keys)
        show_keys(self.window.actions_by_id)
        self.themes.tell()

    @Slot(object)
    def _apply_theme(self, theme: Theme) -> None:
        apply_theme(self._app, theme)

    @Slot(bool)
    def _scale_text(self, presents: bool) -> None:
        set_text_scale(self._app, _LARGE if presents else 1.0)
        self.themes.tell()
        self.window.playback_bar.measure()

    @Slot()
    def _shut_down(self) -> None:
        self._empty.close()
        self.settings.loop = self.window.actions_by_id["loop"].isChecked()
        self.tasks.shut_down()
        self.workspace.shut_down()
        self.notes.shut_down()


def data_folder() -> Path:
    """Return the folder in which the user's data are kept that belong to no file of theirs."""
    kind = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(kind))


def make_application() -> QApplication:
    """Return the application object, named so that its settings have a place."""
    app = QApplication.instance()
    return _named(app if isinstance(app, QApplication) else Application(sys.argv[:1]))


def _named(app: QApplication) -> QApplication:
    app.setApplicationName(PROGRAM)
    app.setApplicationDisplayName(PROGRAM_NAME)
    app.setOrganizationName(PROGRAM)
    app.setDesktopFileName(PROGRAM)  # whose icon the task bar shows
    if not QFontInfo(app.font()).family():
        print(_NO_FONT, file=sys.stderr)  # noqa: T201 - nobody could read it in the window
    return app


def _scaled(app: QApplication) -> QApplication:
    """Return the application, made anew if everything is to be larger than Qt would show it.

    Qt goes with the resolution that the system tells, and not with the size of its text.
    """
    if _SCALE in os.environ:  # who started it has chosen
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
    del os.environ[_SCALE]  # pictures that other processes draw have a size of their own
    return app


def run_window(
    paths: Sequence[Path],
    request: OpenRequest,
    *,
    sample: bool,
    roads: Path | None = None,
    routes: Sequence[Path] = (),
) -> int:
    """Show the window on the first of some recordings, or on nothing; return the exit status at its end.

    The recordings of a single folder are offered instead.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    waste_less()
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")  # else a thread for each core paints a part
    is_new = QApplication.instance() is None
    app = make_application()
    app = _scaled(app) if is_new else app
    QPixmapCache.setCacheLimit(_PIXMAPS)
    with kept_log():
        store, trouble = open_store()
        settings = Settings(store)
        trouble = trouble or set_language(app, settings.language)
        viewer = Viewer(app, settings)
        install_excepthook(viewer.window)
        recording = viewer.recording
        recording.opened.connect(lambda: LOG.info("open: %s", recording.index and recording.index.path))
        viewer.recording.failed.connect(lambda error: LOG.warning("%s", error))
        viewer.workspace.said.connect(LOG.info)
        viewer.workspace.roads.wanted = roads
        viewer.workspace.roads.use_routes(*routes)
        if paths:
            viewer.files.take_given([path.absolute() for path in paths], request)
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
