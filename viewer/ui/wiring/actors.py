"""Connects the list of actors with who knows of them."""

from __future__ import annotations

from PySide6.QtCore import QObject

from viewer.ui.actors import ActorPanel
from viewer.ui.background.tasks import Tasks
from viewer.ui.background.travelled_finder import TravelledFinder
from viewer.ui.shell.context_menu import ActorMenu
from viewer.ui.state.binding import bind
from viewer.ui.state.visibility import Visibility
from viewer.ui.state.workspace import Workspace


class ActorWiring(QObject):
    """Tells the list who is selected, pinned and hidden, and does what it asks for."""

    def __init__(
        self,
        tasks: Tasks,
        workspace: Workspace,
        visibility: Visibility,
        menu: ActorMenu,
        panel: ActorPanel,
    ) -> None:
        super().__init__(panel)
        settings = workspace.settings
        recording, playback, focus = workspace.recording, workspace.playback, workspace.focus
        self.travelled = TravelledFinder(tasks, self)
        bind(settings.changed("living_actors"), lambda: settings.living_actors, panel.set_living)
        bind(recording.index_changed, lambda: recording.index, panel.set_recording)
        bind(workspace.moment.world_changed, lambda: workspace.moment.world, panel.set_world)
        bind(focus.selected_changed, lambda: focus.selected, panel.set_selected)
        bind(focus.hero_changed, lambda: focus.hero, panel.set_hero)
        bind(workspace.pins.changed, lambda: workspace.pins.pinned, panel.set_pinned)
        bind(visibility.changed, lambda: visibility.hidden_rows, panel.set_hidden)
        bind(playback.changed, lambda: playback.transport.playing, panel.set_playing)
        recording.replacing.connect(lambda: self.travelled.set_recording(None))
        later = recording.afterwards
        bind(later.index_changed, lambda: later.index, self.travelled.set_recording)
        bind(panel.travelled_wanted, lambda: panel.wants_travelled, self.travelled.set_wanted)
        panel.select_requested.connect(workspace.focus.click)
        panel.selection_requested.connect(focus.select_all)
        panel.hover_requested.connect(focus.hover)
        panel.follow_requested.connect(focus.go_with)
        panel.menu_requested.connect(menu.open)
        self.travelled.found.connect(panel.set_travelled)
        self.travelled.progress.connect(panel.set_travelled_share)
        self.travelled.failed.connect(recording.explain)
