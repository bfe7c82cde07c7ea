"""Making the application: settings, theme, session, window, and what connects them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSettings, QStandardPaths, Qt, Slot
from PySide6.QtWidgets import QApplication

from viewer.recording.index import RecordingIndex
from viewer.replay.time.transport import Loop
from viewer.resources import resource
from viewer.ui.background.garbage import Garbage
from viewer.ui.background.series_store import SeriesStore
from viewer.ui.background.tasks import Tasks
from viewer.ui.commands.actor_list import ActorListCommands
from viewer.ui.commands.events import EventCommands
from viewer.ui.commands.files import SAMPLE, FileCommands
from viewer.ui.commands.help import HelpCommands
from viewer.ui.commands.layers import LayerCommands
from viewer.ui.commands.layouts import LayoutCommands
from viewer.ui.commands.map_views import MapViewCommands
from viewer.ui.commands.palette import PaletteCommands
from viewer.ui.commands.panels import PanelCommands
from viewer.ui.commands.replay import ReplayCommands
from viewer.ui.commands.selection import SelectionCommands
from viewer.ui.commands.sharing import SharingCommands
from viewer.ui.commands.times import TimeCommands
from viewer.ui.commands.view import ViewCommands
from viewer.ui.notes import NoteBook
from viewer.ui.palette.providers.map_views import MapViewProvider
from viewer.ui.shell.context_menu import ActorMenu
from viewer.ui.shell.crash_dialog import install_excepthook
from viewer.ui.state.layouts import WindowLayout
from viewer.ui.state.map_views import MapViews
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.pins import Pins
from viewer.ui.state.player import Player
from viewer.ui.state.selection import Selection
from viewer.ui.state.session import Session
from viewer.ui.state.settings import Settings
from viewer.ui.theme import (
    Theme,
    ThemeChoice,
    ThemeFollower,
    apply_theme,
    set_text_scale,
    text_scale,
)
from viewer.ui.window import PROGRAM_NAME, MainWindow
from viewer.ui.wiring.actors import ActorWiring
from viewer.ui.wiring.auto_reload import AutoReload
from viewer.ui.wiring.events import EventWiring
from viewer.ui.wiring.file_notices import FileNotices
from viewer.ui.wiring.ground_finder import GroundFinder
from viewer.ui.wiring.inspector import InspectorWiring
from viewer.ui.wiring.map import MapWiring
from viewer.ui.wiring.map_notices import MapNotices
from viewer.ui.wiring.notes import NotesWiring
from viewer.ui.wiring.notices import Notices
from viewer.ui.wiring.panels import Wiring
from viewer.ui.wiring.plots import PlotsWiring
from viewer.ui.wiring.range import RangeWiring
from viewer.ui.wiring.series import TimelineSeries
from viewer.ui.wiring.timeline import TimelineWiring
from viewer.ui.wiring.times import TimeWiring

_SWITCH_INTERVAL = 0.001
"""Seconds a thread may hold the interpreter: decoding must not starve painting (MEASURED.md §5)."""


class Viewer(QObject):
    """One window with its session and all that belongs to it."""

    def __init__(
        self, app: QApplication, settings: Settings, theme_choice: ThemeChoice | None = None
    ) -> None:
        super().__init__()
        self._app = app
        self._settings = settings
        self._follower = ThemeFollower(theme_choice or settings.theme, self)
        apply_theme(app, self._follower.theme)
        self.tasks = Tasks(parent=self)
        self.session = Session(self.tasks, self)
        self.session.set_interpolate(settings.interpolate)
        self.session.set_loop(Loop.ALL if settings.loop else Loop.OFF)
        self.events = EventWiring(self.session, settings, self)
        self.window = MainWindow(settings, self._follower.theme, self.tasks)
        self.selection = Selection(self.session)
        self.timeline_wiring = TimelineWiring(
            self.tasks,
            self.session,
            settings,
            self.events.kinds,
            self.events.times,
            self.selection,
            self.window,
        )
        self.wiring = Wiring(self.tasks, self.session, self.selection, self.window)
        self.series = SeriesStore(self.tasks, self)
        TimelineSeries(self.session, self.series, self.window.timeline, self)
        self.pins = Pins(self.session, settings)
        self.inspector_wiring = InspectorWiring(self.selection, self.series, self.pins, self.window)
        self.map_wiring = MapWiring(self.tasks, self.session, self.selection, settings, self.window)
        self.range_wiring = RangeWiring(self.session, self.events.times, self.window)
        self.plots = PlotsWiring(
            self.session,
            self.selection,
            self.pins,
            self.series,
            settings,
            self.range_wiring.time_range,
            self.window,
        )
        self.ground = GroundFinder(self.tasks, self.session, self.window.map_area.map_view, settings)
        self.files = FileCommands(self.session, settings, self.window)
        self.replay = ReplayCommands(self.session, self.events.kinds, self.events.times, self.window)
        self.notices = Notices(
            self.session, settings, self.window, self.files, self.replay, self._follower.theme
        )
        self.notes = NoteBook(data_folder() / "notes", self)
        self.notes_wiring = NotesWiring(
            self.notes, self.session, self.notices, self.window, self._follower.theme
        )
        self.times = TimeWiring(
            self.tasks,
            self.session,
            settings,
            self.window,
            self._follower.theme,
            self.map_wiring.preview,
            self.notes,
        )
        self.events.set_notes(self.notes)
        self.events.auto_pause.told.connect(self.notices.tell)
        for part in (
            self.notes_wiring,
            self.inspector_wiring,
            self.notices,
            self.window.problems_panel,
            self.events.auto_pause,
            self.range_wiring.card,
        ):
            self.times.display.scale_changed.connect(part.set_time_scale)
        self._auto_reload = AutoReload(self.session, settings, self.window)
        self._file_notices = FileNotices(self.session, self._auto_reload, self.window.map_area)
        self._player = Player(self.session)
        map_view = self.window.map_area.map_view
        self.sharing = SharingCommands(self.session, settings, map_view, self.window)
        self.sharing.told.connect(self.notices.tell)
        self.plots.commands.told.connect(self.notices.tell)
        self.notices.contact_call_requested.connect(self.sharing.copy_call_at)
        self._make_actor_menu()
        self._connect_actions()
        self._follower.theme_changed.connect(self._show_theme)
        self.session.opened.connect(self._recall_hero)
        self.window.closing.connect(self._shut_down)

    def collect_when_idle(self) -> None:
        """Let Python look for cycles only when nothing happens, from now on and in the whole process."""
        garbage, session = Garbage(self.tasks, self), self.session
        session.opened.connect(garbage.renew)
        for signal in (session.index_changed, session.playback_changed, session.hover_changed):
            signal.connect(garbage.touch)
        self.window.timeline.hover_time.connect(garbage.touch)

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

    def _make_actor_menu(self) -> None:
        """Make the menu that the map and the list of actors share, and connect it with both."""
        map_view = self.window.map_area.map_view
        self.actor_menu = ActorMenu(
            self.session, self.selection, self.map_wiring.visibility, map_view, self.window
        )
        self.actor_menu.call_requested.connect(self.sharing.copy_call_of)
        self.actor_menu.plot_requested.connect(self.plots.commands.plot_actor)
        self.actor_menu.offer_plot()
        self.actor_wiring = ActorWiring(
            self.tasks,
            self.session,
            self.selection,
            self.map_wiring.visibility,
            self.pins,
            self.actor_menu,
            self.window,
        )
        self._actor_list = ActorListCommands(
            self.session, self.selection, self.pins, self._settings, self.window
        )
        self.actor_menu.hero_chosen.connect(self._choose_hero)
        map_view.menu_requested.connect(self.actor_menu.open)

    def _connect_actions(self) -> None:
        session, window = self.session, self.window
        self._view = ViewCommands(session, window)
        self._layers = LayerCommands(window.actions_by_id, self._settings, window)
        self._layers.layers_changed.connect(self.ground.set_layers)
        self._layers.map_chosen.connect(self.ground.use_map)
        self._layers.folder_chosen.connect(self.ground.add_folder)
        self.ground.set_layers(self._layers.layers)
        self.map_wiring.follow_layers(self._layers)
        self.ground.found.connect(window.inspector.set_road_map)
        self.ground.found.connect(window.map_area.map_view.set_road_map)
        self.ground.found.connect(self.actor_menu.set_road_map)
        map_notices = MapNotices(session, self.ground, self._layers, window.map_area)
        self.notices.set_first_taker(map_notices.take_dropped)
        selection = SelectionCommands(session, window.map_area.map_view, window.actor_panel, window)
        layouts = LayoutCommands(window)
        layouts.told.connect(self.notices.tell)
        window.arrangement.layout_changed.connect(self._scale_text)
        selection.set_escapes(self._cancel_tool, self.range_wiring.clear, layouts.leave)
        window.map_area.map_view.measuring_changed.connect(window.actions_by_id["measure"].setChecked)
        actions = window.actions_by_id
        self.map_views = MapViews(self._settings, self)
        session.opened.connect(self.map_views.set_recording)
        map_views = MapViewCommands(
            session, self.map_views, self._layers, self.map_wiring.options, self.notices.toast, window
        )
        map_views.told.connect(self.notices.tell)
        palette = PaletteCommands(
            self.tasks,
            session,
            self.notes,
            self.notes_wiring.commands.go_to,
            self.times.display,
            self.timeline_wiring.finder.found,
            self._settings,
            window,
        )
        palette.add_provider(MapViewProvider(self.map_views, map_views.show, palette))
        palette.add_provider(self.plots.found)
        self.handlers: dict[str, Callable[..., None]] = {
            "show_all": self.map_wiring.visibility.show_all,
            "measure": window.map_area.map_view.set_measuring,
            "auto_reload": self._auto_reload.set_on,
            "follow_end": session.set_follow_end,
            "type_speed": window.playback_bar.ask_speed,
        }
        for commands in (
            self.files,
            self.replay,
            selection,
            self._layers,
            self.map_wiring.options,
            self._view,
            TimeCommands(session, self.times.display, self.times.field, self.times.visits, window),
            EventCommands(self.events.kinds, actions, window),
            self._actor_list,
            self.sharing,
            self.range_wiring,
            PanelCommands(window),
            self.plots.commands,
            layouts,
            palette,
            map_views,
            self.notes_wiring.commands,
            HelpCommands(window),
        ):
            self.handlers.update(commands.handlers())
        for action_id, handler in self.handlers.items():
            actions[action_id].triggered.connect(handler)
        self.actor_menu.add_to_ground(actions["measure"], actions["fit"], actions["save_map_view"])
        self.actor_menu.add_to_ground(actions["copy_image"], actions["save_image"])
        actions[f"theme_{self._settings.theme}"].setChecked(True)
        actions["auto_reload"].setChecked(self._settings.auto_reload)
        session.follow_end_changed.connect(actions["follow_end"].setChecked)
        self._view.theme_requested.connect(self._choose_theme)
        self.files.quit_requested.connect(window.close)

    def _cancel_tool(self) -> bool:
        """Give up what the mouse does in a special way; return whether it did."""
        return self.range_wiring.cancel_drag() or self.window.map_area.map_view.end_measuring()

    @Slot(object)
    def _recall_hero(self, index: RecordingIndex | None) -> None:
        if index is not None:
            self.session.choose_hero(self._settings.hero_of(index.path))

    @Slot(object)
    def _choose_hero(self, row: int) -> None:
        index = self.session.index
        if index is not None:
            actor_id = int(index.actors.actor_id[row])
            self._settings.set_hero_of(index.path, actor_id)
            self.session.choose_hero(actor_id)

    @Slot(str)
    def _choose_theme(self, choice: ThemeChoice) -> None:
        self._settings.theme = choice
        self._follower.set_choice(choice)

    @Slot(object)
    def _show_theme(self, theme: Theme) -> None:
        apply_theme(self._app, theme)
        self.window.set_theme(theme)
        self.notices.set_theme(theme)
        self.notes_wiring.set_theme(theme)
        self.times.field.set_theme(theme)

    @Slot(object)
    def _scale_text(self, layout: WindowLayout) -> None:
        if layout.text_scale != text_scale():
            set_text_scale(self._app, layout.text_scale)
            self._show_theme(self._follower.theme)
            self.window.playback_bar.measure()

    @Slot()
    def _shut_down(self) -> None:
        self._settings.loop = self.window.actions_by_id["loop"].isChecked()
        self._settings.interpolate = self.session.interpolate
        self.tasks.shut_down()
        self.session.shut_down()
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
    return app


def run_window(path: Path | None, wish: OpenRequest, *, sample: bool, roads: Path | None = None) -> int:
    """Show the window on a recording, or on nothing; return the exit status when it is closed."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
    app = make_application()
    settings = Settings(QSettings())
    viewer = Viewer(app, settings)
    install_excepthook(viewer.window)
    viewer.ground.wanted = roads
    if path is not None:
        viewer.session.open(path.absolute(), wish)
    elif sample or settings.first_start:
        viewer.session.opened.connect(viewer.notices.show_hint, Qt.ConnectionType.SingleShotConnection)
        viewer.session.open(resource(SAMPLE), wish)
    settings.first_start = False
    viewer.collect_when_idle()
    viewer.window.show()
    status = app.exec()
    viewer.dispose()
    return status
