"""Creation of the search palette, the field in which the user finds actions, actors, events and more."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from viewer.ui.map import MapView
from viewer.ui.palette.palette import ACTOR, EVENT, Palette
from viewer.ui.palette.providers.actions import ActionProvider
from viewer.ui.palette.providers.recorded import (
    actor_search_index,
    change_search_index,
    event_search_index,
    finding_search_index,
    note_search_index,
)
from viewer.ui.palette.providers.search_index import IndexProvider
from viewer.ui.palette.providers.typed_times import TimeProvider
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr

if TYPE_CHECKING:
    from viewer.ui.app import Viewer


def make_panel(viewer: Viewer) -> Palette:
    """Create the palette of a window: the field that finds actions, actors, events, times and more."""
    workspace, commands = viewer.workspace, viewer.note_commands
    map_view = viewer.window.map_area.map_view
    palette = Palette(workspace, map_view.parentWidget() or viewer.window)
    events, found_events, book = workspace.recorded_events, workspace.found_events, commands.book
    palette.add_provider(TimeProvider(workspace, palette))  # order of groups with equal scores
    palette.add_provider(ActionProvider(workspace, viewer.window.actions_by_id, palette))
    write, go_before = workspace.display.write, viewer.event_commands.go_before
    go_to, go_to_actor = partial(_go_to, workspace), partial(_go_to_actor, workspace, map_view)
    for title, prefix, make, needs in (
        (tr("Notes"), "note:", partial(note_search_index, commands.go_to, write), lambda: (book.notes,)),
        (tr("Actors"), ACTOR, partial(actor_search_index, go_to_actor, write), tuple),
        (tr("Events in file"), EVENT, partial(event_search_index, go_to, write), tuple),
        (tr("Changes"), "change:", partial(change_search_index, go_to, write), lambda: (events.lists,)),
        (
            tr("Findings"),
            "found:",
            partial(finding_search_index, go_before, write),
            lambda: (found_events.found,),
        ),
    ):
        palette.add_provider(IndexProvider(workspace, title, prefix, make, needs, palette))
    palette.add_provider(viewer.signals.found)
    return palette


def _go_to(workspace: Workspace, elapsed: float, row: int | None) -> None:
    """Jump to the time ``elapsed`` (seconds), and select the actor in ``row`` of the actor table, if any."""
    workspace.jump(elapsed)
    if row is not None:
        workspace.focus.select(row)


def _go_to_actor(workspace: Workspace, map_view: MapView, row: int) -> None:
    """Select the actor in ``row`` of the actor table, and center the map on it if it is out of view.

    Shows a message if the actor does not exist at the current time.
    """
    workspace.focus.select(row)
    world = workspace.moment.world
    index = None if world is None else world.index_of(row)
    if world is not None and index is not None and world.has_pose[index]:
        x, y = world.locations[index, :2].tolist()
        left, top, right, bottom = map_view.viewpoint.visible_rect()
        if not (left <= x <= right and top <= y <= bottom):
            map_view.viewpoint.center_on(x, y)
    elif world is not None:
        actors, elapsed, write = world.index.actors, world.index.elapsed, workspace.display.write
        spawn, destroy = int(actors.spawn_frame[row]), int(actors.destroy_frame[row])
        actor_id = int(actors.actor_id[row])
        if world.frame_index < spawn < len(elapsed):
            text = tr("{0} is not spawned until {1}")
            workspace.show_message(text.format(actor_id, write(float(elapsed[spawn]))))
        elif destroy <= world.frame_index:
            text = tr("{0} was destroyed at {1}")
            workspace.show_message(text.format(actor_id, write(float(elapsed[destroy]))))
