"""Making the application: settings, theme, workspace, window, and what connects them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QStandardPaths, Qt, Slot
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind
from viewer.replay.time.transport import Loop
from viewer.resources import resource
from viewer.ui.background.garbage import Garbage
from viewer.ui.background.malloc import waste_less
from viewer.ui.background.tasks import Tasks
from viewer.ui.commands.exports import ExportCommands
from viewer.ui.commands.files import SAMPLE, FileCommands
from viewer.ui.commands.handlers import connect_actions
from viewer.ui.commands.help import show_settings
from viewer.ui.commands.history import HistoryCommands
from viewer.ui.commands.layouts import LayoutCommands
from viewer.ui.commands.map_views import MapViewCommands
from viewer.ui.commands.replay import ReplayCommands, fill_event_menu
from viewer.ui.commands.selection import SelectionCommands
from viewer.ui.commands.sharing import SharingCommands
from viewer.ui.notes.book import NoteBook
from viewer.ui.shell.context_menu import ActorMenu
from viewer.ui.shell.crash_dialog import install_excepthook
from viewer.ui.speed_unit import KMH, MPS, set_speed_unit
from viewer.ui.state.actor_ref import ActorRef
from viewer.ui.state.auto_pause import AutoPause
from viewer.ui.state.binding import bind
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.player import Player
from viewer.ui.state.settings import Settings, open_store
from viewer.ui.state.workspace import Kept, Workspace
from viewer.ui.theme import Theme, ThemeChoice, ThemeFollower, apply_theme, set_text_scale
from viewer.ui.times.display import TimeDisplay, writer
from viewer.ui.widgets.toast import Toast
from viewer.ui.window import PROGRAM_NAME, MainWindow
from viewer.ui.wiring.actors import ActorWiring
from viewer.ui.wiring.auto_reload import AutoReload
from viewer.ui.wiring.bars import BarWiring
from viewer.ui.wiring.file_notices import FileNotices
from viewer.ui.wiring.ground_finder import GroundFinder
from viewer.ui.wiring.inspector import InspectorWiring
from viewer.ui.wiring.library import LibraryWiring
from viewer.ui.wiring.map import MapWiring
from viewer.ui.wiring.map_notices import MapNotices
from viewer.ui.wiring.notes import NotesWiring
from viewer.ui.wiring.notices import Notices
from viewer.ui.wiring.plots import PlotsWiring
from viewer.ui.wiring.range import RangeWiring
from viewer.ui.wiring.route_finder import RouteFinder
from viewer.ui.wiring.stop_lines import StopLineFinder
from viewer.ui.wiring.story import StoryWiring
from viewer.ui.wiring.timeline import TimelineSeries, TimelineWiring
from viewer.ui.wiring.times import TimeWiring

SWITCH_INTERVAL = 0.0002
"""Seconds a thread may hold the interpreter while painting waits for it: after each call of numpy it does."""
_LARGE = 1.25
"""How much larger than usual text is in a presentation."""
_PIXMAPS = 1_024
"""Kilobytes that Qt may keep of frames and icons it has painted: its usual 10 MB fill up in half an hour of
use with what is hardly painted again."""


class Viewer(QObject):
    """One window with its workspace and all that belongs to it."""

    def __init__(
        self, app: QApplication, settings: Settings, theme_choice: ThemeChoice | None = None
    ) -> None:
        super().__init__()
        self._app = app
        self.settings = settings
        bind(settings.changed("speed_kmh"), lambda: settings.speed_kmh, self._show_speeds, self)
        self.themes = themes = ThemeFollower(theme_choice or settings.theme, self)
        bind(themes.theme_changed, lambda: themes.theme, self._apply_theme)
        settings.changed("theme").connect(lambda: themes.set_choice(settings.theme))
        settings.changed("speed_kmh").connect(themes.tell)
        self.tasks = Tasks(parent=self)
        self.workspace = Workspace(self.tasks, settings, self)
        self.recording = self.workspace.recording
        self.playback = self.workspace.playback
        self.moment = self.workspace.moment
        self.focus = self.workspace.focus
        self.notes = NoteBook(data_folder() / "notes", self)
        self.pins = self.workspace.pins
        self.map_views = self.workspace.map_views
        self.display = TimeDisplay(settings, self.workspace)
        self.story = self.workspace.story
        self._keep_state()
        events = self.workspace.events
        self.notes.changed.connect(lambda: events.set_times(EventKind.NOTE, self.notes.starts))
        AutoPause(self.workspace, writer(self.display), self)
        self.window = MainWindow(settings, self.tasks)
        self.rooms = self.window.rooms
        self.toast = Toast(self.window.map_area)
        self._make_panels()
        self._make_commands()
        Player(self.playback)
        self.window.presenting_changed.connect(self._scale_text)
        self.window.closing.connect(self._shut_down)

    def _keep_state(self) -> None:
        """Let what is kept come back with a recording, and what is shown by time follow it."""
        workspace, recording, settings = self.workspace, self.recording, self.settings
        bind(settings.changed("interpolate"), lambda: settings.interpolate, self.moment.set_interpolate)
        self.playback.set_loop(Loop.ALL if self.settings.loop else Loop.OFF)
        workspace.keep(Kept.HERO, self._recall_hero)
        workspace.keep(Kept.PINS, self.pins.restore)
        workspace.keep(Kept.MAP_VIEWS, self.map_views.set_recording)
        bind(workspace.settled, lambda: recording.index, self.pins.set_recording)
        bind(recording.index_changed, lambda: recording.index, self.display.set_recording)

    def _make_panels(self) -> None:
        """Bind the panels that are there from the start to what they show."""
        workspace, window, display = self.workspace, self.window, self.display
        actions, map_view = window.actions_by_id, window.map_area.map_view
        self.settings.bind_actions(actions)
        self.bars = BarWiring(workspace, window)
        self.map_wiring = MapWiring(self.tasks, workspace, map_view)
        self.actor_menu = ActorMenu(workspace, self.map_wiring.visibility, map_view, window)
        self.actor_wiring = ActorWiring(
            self.tasks,
            workspace,
            self.map_wiring.visibility,
            self.actor_menu,
            window.actor_panel,
        )
        InspectorWiring(workspace, display, window.inspector)
        TimelineWiring(workspace, display, window.timeline)
        TimelineSeries(self.recording, window.timeline)
        self.range_wiring = RangeWiring(workspace, display, window)
        self.plots = PlotsWiring(workspace, window)
        self.times = TimeWiring(workspace, display, window)
        window.timeline.model.hover_time.connect(self.map_wiring.preview.point_at)
        window.timeline.model.offered.connect(self.map_wiring.offer)
        self.ground = GroundFinder(self.tasks, self.recording.afterwards, map_view, self.settings)
        self.story_wiring = StoryWiring(self.tasks, workspace, display, self.ground, window)
        self.routes = RouteFinder(self.tasks, workspace, window)
        for take in (
            self.story_wiring.finder.set_route,
            self.recording.series.set_route,
            map_view.set_route,
        ):
            self.routes.found.connect(take)
        self._stop_lines = StopLineFinder(self.tasks, map_view)
        for told in (
            window.inspector,
            map_view,
            self.actor_menu,
            self.recording.series,
            self._stop_lines,
            self.routes,
        ):
            self.ground.found.connect(told.set_road_map)
        self.recording.afterwards.index_changed.connect(self._stop_lines.set_recording)

    def _make_commands(self) -> None:
        """Let actions do what they say, and the window say what happens."""
        workspace, window = self.workspace, self.window
        actions, area = window.actions_by_id, window.map_area
        self.files = FileCommands(workspace, window)
        signals = window.timeline.model
        self.exports = ExportCommands(
            workspace, area.map_view, lambda: (key.name for keys in signals.signals.values() for key in keys)
        )
        self.story.gone_to_changed.connect(self.exports.set_event)
        window.closing.connect(self.exports.cancel)
        self.ground.found.connect(self.exports.set_road_map)
        self.exports.routes = lambda: self.routes.files
        self.sharing = SharingCommands(workspace, area.map_view, window)
        map_notices = MapNotices(self.recording, self.ground, area)
        self.notices = Notices(
            workspace,
            self.display,
            self.files,
            lambda paths: self.routes.take_dropped(map_notices.take_dropped(paths)),
            self.toast,
            window,
        )
        self.notices.contact_call_requested.connect(self.sharing.copy_call_at)
        self.library = LibraryWiring(workspace, self.files, area, self)
        window.closing.connect(self.library.shut_down)
        self.notes_wiring = NotesWiring(self.notes, workspace, self.display, self.toast, self.rooms, window)
        auto_reload = AutoReload(workspace, window)
        FileNotices(workspace, auto_reload, area)
        self.replay = ReplayCommands(workspace, window)
        fill_event_menu(window.menus["events"], workspace.settings)
        self.layouts = LayoutCommands(workspace, window)
        self.views = MapViewCommands(workspace, window)
        self.selection = SelectionCommands(workspace, self.map_wiring.visibility, area.map_view)
        self._takes_back = (
            area.card.dismiss,
            self._cancel_tool,
            window.actor_panel.clear_filter,
            self.selection.clear,
            self.range_wiring.commands.clear,
            self.layouts.leave,
        )
        self.history = HistoryCommands(
            workspace, self.map_wiring.visibility, self.range_wiring.time_range, self.notes, window
        )
        self.notes_wiring.commands.undo_requested.connect(self.history.undo)
        connect_actions(self)
        self._connect_actor_menu()
        area.map_view.measuring_changed.connect(actions["measure"].setChecked)
        self._provide()

    def _connect_actor_menu(self) -> None:
        menu, actions = self.actor_menu, self.window.actions_by_id
        menu.call_requested.connect(self.sharing.copy_call_of)
        menu.hero_chosen.connect(self._choose_hero)
        menu.pin_requested.connect(self.pins.toggle_all)
        menu.plot_requested.connect(self.plots.commands.plot_actor)
        menu.add_to_ground(actions["measure"], actions["fit"])
        menu.add_to_ground(actions["copy_image"], actions["save_image"])
        bind(self.pins.changed, lambda: self.pins.pinned, menu.set_pinned)
        self.window.map_area.map_view.menu_requested.connect(menu.open)

    def _provide(self) -> None:
        """Have ready what panels need that are made when they are first shown."""
        window = self.window
        self.rooms.needs = {
            "actions": window.actions_by_id,
            "display": self.display,
            "focus": self.focus,
            "go_before_event": self.story_wiring.commands.go_before,
            "go_to_event": self.story_wiring.commands.go_to,
            "map_view": window.map_area.map_view,
            "messages": self.workspace.messages,
            "moment": self.moment,
            "note_commands": self.notes_wiring.commands,
            "playback": self.playback,
            "recording": self.recording,
            "select": self.focus.click,
            "settings": self.settings,
            "signals": self.plots.found,
            "show_thresholds": lambda: show_settings(
                self.settings, self.story, window, self.tr("Thresholds")
            ),
            "story": self.story,
            "tasks": self.tasks,
            "workspace": self.workspace,
        }

    def collect_when_idle(self) -> None:
        """Let Python look for cycles only when nothing happens, from now on and in the whole process."""
        garbage = Garbage(self.tasks, lambda: self.recording.loading, self)
        for signal in (self.recording.index_changed, self.playback.changed, self.focus.hover_changed):
            signal.connect(garbage.touch)
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

    def _cancel_tool(self) -> bool:
        """Give up what the mouse does in a special way; return whether it did."""
        return self.window.timeline.give_up() or self.window.map_area.map_view.end_measuring()

    def _recall_hero(self, index: RecordingIndex | None) -> None:
        if index is not None:
            self.focus.choose_hero(self.settings.hero_of[index.path])

    @Slot(object)
    def _choose_hero(self, actor: ActorRef) -> None:
        index = self.recording.index
        if index is not None:
            actor_id = int(index.actors.actor_id[actor.row])
            self.settings.hero_of[index.path] = actor_id
            self.workspace.use_as_hero(actor_id)

    def _show_speeds(self, kmh: bool) -> None:
        set_speed_unit(KMH if kmh else MPS)

    def _apply_theme(self, theme: Theme) -> None:
        apply_theme(self._app, theme)

    @Slot(bool)
    def _scale_text(self, presents: bool) -> None:
        set_text_scale(self._app, _LARGE if presents else 1.0)
        self.themes.tell()
        self.window.playback_bar.measure()

    @Slot()
    def _shut_down(self) -> None:
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
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("carla-replay-viewer")
    app.setApplicationDisplayName(PROGRAM_NAME)
    app.setOrganizationName("carla-replay-viewer")
    app.setDesktopFileName("carla-replay-viewer")  # whose icon the task bar shows
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
    app = make_application()
    QPixmapCache.setCacheLimit(_PIXMAPS)
    store, trouble = open_store()
    settings = Settings(store)
    viewer = Viewer(app, settings)
    install_excepthook(viewer.window)
    viewer.ground.wanted = roads
    viewer.routes.use(*routes)
    if paths:
        viewer.files.take_given([path.absolute() for path in paths], request)
    elif sample or settings.first_start:
        viewer.recording.opened.connect(viewer.notices.show_hint, Qt.ConnectionType.SingleShotConnection)
        viewer.workspace.open(resource(SAMPLE), request)
    settings.first_start = False
    viewer.collect_when_idle()
    viewer.window.show()
    if trouble:
        viewer.toast.show_text(trouble)
    status = app.exec()
    viewer.dispose()
    return status
