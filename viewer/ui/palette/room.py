"""The palette: what it finds, and what is done with what is chosen in it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui.map import MapView
from viewer.ui.palette.palette import Palette
from viewer.ui.palette.providers.actions import ActionProvider
from viewer.ui.palette.providers.corpus import CorpusProvider
from viewer.ui.palette.providers.moments import MomentProvider
from viewer.ui.palette.providers.recorded import (
    actor_corpus,
    change_corpus,
    event_corpus,
    found_corpus,
    note_corpus,
)
from viewer.ui.state.changes import What
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr

if TYPE_CHECKING:
    from viewer.ui.app import Viewer

_REMEMBERED = 6
"""Entries that are offered again."""
_COLLISIONS = 3
"""How many are offered without being asked for."""
_ANYWHERE = "action:"
"""Beginning of the keys that mean the same in every recording, and from one start to the next."""
_ACTOR, _EVENT = "actor:", "event:"
"""Beginning of the keys of actors, before their rows, and of events, of which contacts come first."""


def make_panel(viewer: Viewer) -> Palette:
    """Return the palette, which floats over the map."""
    workspace, commands = viewer.workspace, viewer.note_commands
    map_view = viewer.window.map_area.map_view
    palette = Palette(map_view.parentWidget() or viewer.window)
    room = _PaletteRoom(workspace, map_view, palette)
    events, story, book = workspace.events, workspace.story, commands.book
    palette.add_provider(MomentProvider(workspace, room))  # in the order in which groups of equal worth stand
    palette.add_provider(ActionProvider(workspace, viewer.window.actions_by_id, room))
    write, go_before = workspace.display.write, viewer.story_commands.go_before
    for title, prefix, make, needs in (
        (tr("Notes"), "note:", partial(note_corpus, commands.go_to, write), lambda: (book.notes,)),
        (tr("Actors"), _ACTOR, partial(actor_corpus, room.go_to_actor, write), tuple),
        (tr("Events in file"), _EVENT, partial(event_corpus, room.go_to, write), tuple),
        (tr("Changes"), "change:", partial(change_corpus, room.go_to, write), lambda: (events.lists,)),
        (tr("Findings"), "found:", partial(found_corpus, go_before, write), lambda: (story.found,)),
    ):
        palette.add_provider(CorpusProvider(workspace, title, prefix, make, needs, room))
    palette.add_provider(viewer.signals.found)
    return palette


class _PaletteRoom(QObject):
    """What the palette finds in a workspace, what is done with what is chosen, and what was used lately."""

    def __init__(self, workspace: Workspace, map_view: MapView, palette: Palette) -> None:
        super().__init__(palette)
        self._workspace = workspace
        self._map = map_view
        self._palette = palette
        self._recent = [f"{_ANYWHERE}{action_id}" for action_id in workspace.settings.recent_actions]
        self._path: Path | None = None
        palette.set_recent(self._recent)
        palette.entry_chosen.connect(self._remember)
        workspace.when(What.RECORDING, lambda: self._set_recording(self._workspace.recording.index))
        workspace.when(What.RECORDING | What.NOTES | What.EVENTS | What.STORY, self._palette.look_again)
        workspace.when(What.HERO, lambda: self._set_highlights(self._workspace.focus.hero))

    # -- what is told

    def _set_recording(self, index: RecordingIndex | None) -> None:
        path = index.path if index is not None else None
        if path != self._path:  # rows and times mean something else there
            self._path = path
            self._set_recent([key for key in self._recent if key.startswith(_ANYWHERE)])
        self._set_highlights(self._workspace.focus.hero)

    def _set_highlights(self, row: int | None) -> None:
        """Offer the first collisions and the hero without being asked."""
        index = self._workspace.recording.index
        contacts = 0 if index is None else min(len(index.contacts), _COLLISIONS)
        keys = [f"{_EVENT}{number}" for number in range(contacts)]
        self._palette.set_highlights(keys if row is None else [*keys, f"{_ACTOR}{row}"])

    @Slot(str)
    def _remember(self, key: str) -> None:
        self._set_recent([key, *(each for each in self._recent if each != key)][:_REMEMBERED])
        self._workspace.settings.recent_actions = [
            each.removeprefix(_ANYWHERE) for each in self._recent if each.startswith(_ANYWHERE)
        ]

    def _set_recent(self, keys: list[str]) -> None:
        self._recent = keys
        self._palette.set_recent(keys)

    # -- what is asked and done

    def go_to(self, elapsed: float, row: int | None) -> None:
        """Go to a time, and select the actor of a row."""
        self._workspace.jump(elapsed)
        if row is not None:
            self._select(row)

    def go_to_actor(self, row: int) -> None:
        """Select an actor, and look at it if it is somewhere else."""
        self._select(row)
        world = self._workspace.moment.world
        place = None if world is None else world.place_of(row)
        if world is None or place is None or not world.has_pose[place]:
            self._tell_life(row)
            return
        x, y = world.locations[place, :2].tolist()
        left, top, right, bottom = self._map.viewpoint.visible_rect()
        if not (left <= x <= right and top <= y <= bottom):
            self._map.viewpoint.center_on(x, y)

    def _select(self, row: int) -> None:
        self._workspace.focus.click(row, adds=False)

    def _tell_life(self, row: int) -> None:
        """Say why an actor is not seen, if that is because of the time."""
        index, world = self._workspace.recording.index, self._workspace.moment.world
        if index is None or world is None:
            return
        actor_id = int(index.actors.actor_id[row])
        spawn, destroy = int(index.actors.spawn_frame[row]), int(index.actors.destroy_frame[row])
        if world.frame_index < spawn < len(index.elapsed):
            when = self._workspace.display.write(float(index.elapsed[spawn]))
            self._workspace.say(tr("{0} is not spawned until {1}").format(actor_id, when))
        elif destroy <= world.frame_index:
            when = self._workspace.display.write(float(index.elapsed[destroy]))
            self._workspace.say(tr("{0} was destroyed at {1}").format(actor_id, when))
