"""The palette: what it finds, and what is done with what is chosen in it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from viewer.ui.map import MapView
from viewer.ui.palette.palette import ACTOR, EVENT, Palette
from viewer.ui.palette.providers.actions import ActionProvider
from viewer.ui.palette.providers.recorded import (
    actor_corpus,
    change_corpus,
    event_corpus,
    found_corpus,
    note_corpus,
)
from viewer.ui.palette.providers.search_index import CorpusProvider
from viewer.ui.palette.providers.typed_times import MomentProvider
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr

if TYPE_CHECKING:
    from viewer.ui.app import Viewer


def make_panel(viewer: Viewer) -> Palette:
    """Return the palette, which floats over the map."""
    workspace, commands = viewer.workspace, viewer.note_commands
    map_view = viewer.window.map_area.map_view
    palette = Palette(workspace, map_view.parentWidget() or viewer.window)
    events, story, book = workspace.events, workspace.story, commands.book
    palette.add_provider(
        MomentProvider(workspace, palette)
    )  # in the order in which groups of equal worth stand
    palette.add_provider(ActionProvider(workspace, viewer.window.actions_by_id, palette))
    write, go_before = workspace.display.write, viewer.story_commands.go_before
    go_to, go_to_actor = partial(_go_to, workspace), partial(_go_to_actor, workspace, map_view)
    for title, prefix, make, needs in (
        (tr("Notes"), "note:", partial(note_corpus, commands.go_to, write), lambda: (book.notes,)),
        (tr("Actors"), ACTOR, partial(actor_corpus, go_to_actor, write), tuple),
        (tr("Events in file"), EVENT, partial(event_corpus, go_to, write), tuple),
        (tr("Changes"), "change:", partial(change_corpus, go_to, write), lambda: (events.lists,)),
        (tr("Findings"), "found:", partial(found_corpus, go_before, write), lambda: (story.found,)),
    ):
        palette.add_provider(CorpusProvider(workspace, title, prefix, make, needs, palette))
    palette.add_provider(viewer.signals.found)
    return palette


def _go_to(workspace: Workspace, elapsed: float, row: int | None) -> None:
    """Go to a time, and select the actor of a row."""
    workspace.jump(elapsed)
    if row is not None:
        workspace.focus.select(row)


def _go_to_actor(workspace: Workspace, map_view: MapView, row: int) -> None:
    """Select an actor, and look at it if it is somewhere else; or say why it is not seen."""
    workspace.focus.select(row)
    world = workspace.moment.world
    place = None if world is None else world.place_of(row)
    if world is not None and place is not None and world.has_pose[place]:
        x, y = world.locations[place, :2].tolist()
        left, top, right, bottom = map_view.viewpoint.visible_rect()
        if not (left <= x <= right and top <= y <= bottom):
            map_view.viewpoint.center_on(x, y)
    elif world is not None:
        actors, elapsed, write = world.index.actors, world.index.elapsed, workspace.display.write
        spawn, destroy = int(actors.spawn_frame[row]), int(actors.destroy_frame[row])
        actor_id = int(actors.actor_id[row])
        if world.frame_index < spawn < len(elapsed):
            text = tr("{0} is not spawned until {1}")
            workspace.say(text.format(actor_id, write(float(elapsed[spawn]))))
        elif destroy <= world.frame_index:
            text = tr("{0} was destroyed at {1}")
            workspace.say(text.format(actor_id, write(float(elapsed[destroy]))))
