"""A workspace that is told what is there, for a part of the window alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from viewer.recording.index import RecordingIndex, same_opening
from viewer.recording.problems import Problem
from viewer.replay.world.world import World
from viewer.ui.background.tasks import Tasks
from viewer.ui.map.layers.contact_layer import ContactLayer
from viewer.ui.map.layers.trail_layer import TrailLayer
from viewer.ui.map_layers import MapOptions
from viewer.ui.state.actor_styles import ActorStyles
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.rows import Rows
from viewer.ui.state.settings import Settings
from viewer.ui.state.view_state import ViewState
from viewer.ui.state.workspace import Workspace


class Alone(Workspace):
    """Tells what it is given at once, and has nothing looked for."""

    def __init__(self, tasks: Tasks, settings: Settings) -> None:
        self._fields: dict[str, Any] = {}
        super().__init__(tasks, settings)
        self._rows = Rows()
        self.moment.set_seen(seen=False)  # no world is made
        self.flush()

    def show(self, **fields: object) -> None:
        """Show these values of a ViewState, whatever else is there; another recording has no hero."""
        if "index" in fields and not same_opening(self.view.index, fields["index"]):
            fields = {"hero": None, **fields}
        self._fields = {**self._fields, **fields}
        self.told()

    def _make_view(self) -> ViewState:
        view = replace(super()._make_view(), **self._fields)
        if self._fields.keys() & {"index", "selected", "hero"}:
            view = replace(view, actors=ActorStyles(view.index, view.selected, view.hero))
        return view

    def told(self) -> None:
        """Tell now that something is another."""
        self.touch()
        self.flush()
        self.tasks.turns.finish()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Open a recording, or have more of it read; nobody is meant any more in another one."""
        another = not same_opening(self.recording.index, index)
        self.recording.index = index
        self.recording.series.set_recording(index)
        self.playback.set_elapsed(np.empty(0) if index is None else index.elapsed)
        if another:
            self.focus.forget()
            self.moment.forget()
            self._fields.pop("world", None)
            self.pins.pinned = ()
            self.focus.find_hero(index)
        self.display.update()
        self.visibility.set_recording(index)
        self._openings += another
        self.told()

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Have found these problems, and no others."""
        self.recording.found = tuple(problems)  # type: ignore[attr-defined]
        self.told()

    def set_world(self, world: World | None) -> None:
        """Be at a moment."""
        self.moment._world = world  # noqa: SLF001 - as if it had been made
        self._fields["world"] = world
        if world is not None:
            self.playback.transport.seek(world.elapsed, 0.0, world.frame_index)
        self.told()

    def set_selected(self, actors: tuple[int, ...]) -> None:
        """Have these actors selected."""
        self.focus.select_all(actors)
        self.flush()
        self.tasks.turns.finish()

    def set_hovered(self, actor: int | None) -> None:
        """Point at an actor somewhere."""
        self.focus.hover(actor)
        self.flush()

    def set_followed(self, actor: int | None) -> None:
        """Have an actor followed."""
        self.focus.set_followed(actor)
        self.flush()

    def set_options(self, options: MapOptions) -> None:
        """Have the map show what it shows in another way."""
        self.settings.map_options = options
        self.flush()

    def set_layers(self, layers: Mapping[str, bool]) -> None:
        """Have the map show these layers."""
        self.settings.map_layers = layers
        self.flush()

    def set_hero(self, actor: int | None) -> None:
        """Have another hero."""
        self.focus.hero = actor
        self.told()

    def set_pinned(self, actors: tuple[int, ...]) -> None:
        """Have these actors pinned."""
        self.pins.pinned = actors
        self.told()

    def set_hidden(self, rows: NDArray[np.bool_]) -> None:
        """Have some rows hidden."""
        self.visibility.hidden_rows = rows
        self.told()


@pytest.fixture
def alone(tasks: Tasks, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Alone]:
    """The workspace of a panel alone; all that is wrong with its recording is what it is told."""

    def problems(recording: OpenRecording) -> tuple[Problem, ...]:
        found: tuple[Problem, ...] = getattr(recording, "found", ())
        return found

    monkeypatch.setattr(OpenRecording, "problems", property(problems))
    monkeypatch.setattr(OpenRecording, "checking", property(lambda _recording: False))
    for layer in (ContactLayer, TrailLayer):  # what they show is told
        monkeypatch.setattr(layer, "attach", lambda *_: None)
    workspace = Alone(tasks, settings)
    yield workspace
    workspace.shut_down()
    workspace.deleteLater()
