"""Functions that the window's actions call, except those that only switch a setting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from viewer.ui.commands.help import show_dialog
from viewer.ui.palette.providers.typed_times import TIME_PREFIX
from viewer.ui.panels import PANELS, FilePage
from viewer.ui.state.map_views import SLOTS
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.window import MainWindow

if TYPE_CHECKING:
    from viewer.ui.app import Viewer

_ZOOM_STEP = 1.25
_JUMPS = {"10ms": 0.01, "100ms": 0.1, "500ms": 0.5, "1s": 1.0, "5s": 5.0, "10s": 10.0}
"""Seconds by which an action moves the playhead, by the last part of the action's id."""


def handlers(viewer: Viewer) -> dict[str, Callable[[], object]]:
    """Return the functions to call, without arguments, when actions are triggered, by action id.

    Actions that switch a setting or a panel are not among them.
    """
    return {
        "open": viewer.files.ask,
        "open_folder": viewer.files.ask_folder,
        "library": viewer.library.toggle,
        "open_sample": viewer.files.open_sample,
        "choose_routes": viewer.roads.choose_routes,
        "previous_file": lambda: viewer.files.open_neighbour(-1),
        "next_file": lambda: viewer.files.open_neighbour(1),
        "reload": viewer.workspace.reload,
        "close": viewer.workspace.close,
        "copy_image": viewer.sharing.copy_image,
        "save_image": viewer.sharing.save_image,
        "export": viewer.exports.ask,
        "save_part": lambda: viewer.exports.ask("log"),
        "save_clip": viewer.exports.ask_clip,
        "save_event_clip": lambda: viewer.exports.ask_clip(of_event=True),
        "export_event": viewer.exports.ask_of_event,
        "server_folders": lambda: show_settings(viewer.workspace, viewer.window, tr("Server folders")),
        "quit": viewer.window.close,
        "play_pause": viewer.playback.toggle_play,
        "play_forwards": lambda: viewer.playback.shuttle(1),
        "play_backwards": lambda: viewer.playback.shuttle(-1),
        "step_back": lambda: viewer.playback.step(-1),
        "step_forward": lambda: viewer.playback.step(1),
        **{f"back_{jump}": partial(viewer.playback.move_by, -by) for jump, by in _JUMPS.items()},
        **{f"forward_{jump}": partial(viewer.playback.move_by, by) for jump, by in _JUMPS.items()},
        "go_start": viewer.playback.go_start,
        "go_end": lambda: viewer.playback.seek(viewer.playback.transport.duration),
        "go_to": lambda: viewer.window.panel("palette").ask(TIME_PREFIX),
        "go_back": viewer.workspace.visits.go_back,
        "go_forward": viewer.workspace.visits.go_forward,
        "previous_event": lambda: viewer.replay.go_event(-1),
        "next_event": lambda: viewer.replay.go_event(1),
        "previous_collision": lambda: viewer.event_commands.go_contact(-1),
        "next_collision": lambda: viewer.event_commands.go_contact(1),
        "slower": lambda: viewer.playback.change_speed(-1),
        "faster": lambda: viewer.playback.change_speed(1),
        "speed_reset": lambda: viewer.playback.set_speed(1.0),
        "type_speed": viewer.window.playback_bar.ask_speed,
        "loop": lambda: viewer.playback.set_loop(viewer.playback.transport.next_loop()),
        "range_in": viewer.range.set_in,
        "range_out": viewer.range.set_out,
        "range_play": viewer.range.play,
        "range_loop": viewer.range.loop,
        "range_zoom": viewer.range.zoom,
        "range_copy": viewer.range.copy,
        "range_clear": viewer.range.clear,
        "hero": viewer.selection.go_hero,
        "follow": viewer.selection.follow,
        "next_actor": lambda: viewer.selection.go_actor(1),
        "previous_actor": lambda: viewer.selection.go_actor(-1),
        "find_actor": viewer.window.find_actor,
        "select_listed": viewer.window.actor_panel.request_all,
        "pin_actors": viewer.selection.pin,
        "plot": viewer.plots.plot_selected,
        "copy_moment": viewer.selection.copy_moment,
        "copy_call": viewer.sharing.copy_call,
        "isolate": viewer.selection.isolate,
        "hide": viewer.selection.hide,
        "show_all": viewer.workspace.visibility.show_all,
        "escape": viewer.escape,
        "add_note": viewer.note_commands.add,
        "edit_note": viewer.note_commands.edit_here,
        "delete_note": viewer.note_commands.delete_here,
        "undo": viewer.history.undo,
        "redo": viewer.history.redo,
        "previous_note": lambda: viewer.note_commands.go_beside(-1),
        "next_note": lambda: viewer.note_commands.go_beside(1),
        "export_notes": viewer.note_commands.export,
        "choose_map": viewer.roads.choose_map,
        "map_folder": viewer.roads.choose_folder,
        "near": viewer.window.timeline.model.toggle_close_up,
        "fit": viewer.selection.fit,
        "zoom_in": lambda: viewer.window.map_area.map_view.viewpoint.zoom(_ZOOM_STEP),
        "zoom_out": lambda: viewer.window.map_area.map_view.viewpoint.zoom(1 / _ZOOM_STEP),
        "fold_events": viewer.window.timeline.model.toggle_events,
        "fold_lives": lambda: viewer.window.timeline.model.toggle_fold("lives"),
        "packets": lambda: viewer.window.open_file(FilePage.FRAME),
        "add_signal": viewer.signals.offer,
        "save_layout": viewer.layouts.save,
        "reset_layout": viewer.window.docks.reset,
        "settings": lambda: show_settings(viewer.workspace, viewer.window),
        "guide": viewer.help.show_here,
        "first_steps": viewer.help.show_page,
        "shortcuts": viewer.help.show_shortcuts,
        "menu": viewer.window.top_bar.open_menu,
        "about": viewer.help.show_about,
        **{f"map_view_{slot + 1}": partial(viewer.views.show, slot) for slot in range(SLOTS)},
        **{f"save_map_view_{slot + 1}": partial(viewer.views.save, slot) for slot in range(SLOTS)},
    }


def switches(viewer: Viewer) -> dict[str, Callable[[bool], object]]:
    """Return functions by action id, each to be called with the checked state of its action when triggered.

    These actions switch panels and modes; actions that switch a setting are not among them.
    """
    return {
        "follow_end": viewer.playback.set_follow_end,
        "measure": viewer.window.map_area.map_view.set_measuring,
        "present": viewer.layouts.present,
        **{row.action: partial(viewer.window.toggle_panel, row.id) for row in PANELS},
    }


def connect_actions(viewer: Viewer) -> None:
    """Connect the actions of the window to their functions."""
    actions = viewer.window.actions_by_id
    for action_id, do in handlers(viewer).items():
        actions[action_id].triggered.connect(lambda _on, do=do: do())
    for action_id, turn in switches(viewer).items():
        actions[action_id].triggered.connect(lambda on, turn=turn: turn(on))


def show_settings(workspace: Workspace, window: MainWindow, searched: str = "") -> None:
    """Open the settings page; ``searched`` is typed into its search field."""
    from viewer.ui.shell.settings_page import SettingsPage

    page = SettingsPage(workspace, window.actions_by_id["map_folder"], window)
    page.search.setText(searched)
    show_dialog(page, window)
