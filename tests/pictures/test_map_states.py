"""The map in states that are rarely seen: arrows to every side, every tooltip, every scale."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QCursor

from tests.pictures.recordings import (
    BICYCLE,
    CONE,
    CROSSING,
    FROZEN,
    HERO,
    LATE,
    LIGHT,
    SIGN,
    WALKER,
    row_of,
    sample,
    town,
)
from tests.pictures.test_map import point_at, ref, selected
from tests.ui.map.gestures import leave, look_at, map_of
from viewer.replay.world.world import world_at
from viewer.ui.map_layers import MapOptions, map_layers

EVERYBODY = (HERO, CROSSING, BICYCLE, WALKER, LATE, LIGHT, FROZEN, SIGN, CONE)


@pytest.fixture
def view(put, theme, alone):
    """The town at 5 s: the hero is at (47.5, 0) and goes to the right."""
    before = QCursor.pos()
    QCursor.setPos(700, 500)  # no chip that comes is pointed at
    view = put(map_of(alone), 360, 220)
    view.told.set_recording(town())
    view.told.set_hero(ref(HERO))
    view.told.set_world(world_at(town(), 5.0))
    yield view
    QCursor.setPos(before)


def test_arrows_to_every_side(view, states):
    view.told.set_followed(ref(WALKER))

    def from_(angle, options=None):
        view.told.set_options(options or MapOptions())
        view.told.set_followed(ref(WALKER))
        view.viewpoint.drag(QPointF(500.0 * np.cos(angle), 500.0 * np.sin(angle)))

    states(
        view,
        *(lambda angle=angle: from_(angle) for angle in np.linspace(0.2, 6.0, 7)),
        lambda: from_(1.0, MapOptions(heading_up=True)),
        across=3,
    )


def test_what_is_said_of_everything(view, states):
    view.told.set_selected(selected(CROSSING))
    world = world_at(town(), 5.0)
    view.told.set_layers(map_layers(developer=True))
    view.resize(400, 300)

    def pointed(actor_id):
        """Show an actor at the left above, so that nothing covers what is said."""
        x, y, _ = world.locations[world.index_of(row_of(town(), actor_id))].tolist()
        look_at(view, (x + 10.0, y + 7.0, 12.0))
        leave(view.childAt(view.rect().center()).parent())
        point_at(view, x, y)

    states(view, *(lambda each=each: pointed(each) for each in EVERYBODY), across=3)


def test_a_crowd_at_every_scale_and_in_every_colour(view, states):
    view.told.set_recording(sample())
    view.told.set_world(world_at(sample(), 23.4))
    hero = int(sample().actors.hero_rows[0])
    view.told.show(hero=hero, selected=(hero + 5, hero + 3), hovered=hero + 6)
    view.told.show(preview=world_at(sample(), 21.0))

    def at(scale, color_by, turn):
        view.told.set_options(MapOptions(color_by=color_by))
        look_at(view, (30.0, 0.0, scale))
        view.viewpoint.set_view(30.0, 0.0, 360.0 / scale, turn)

    shown = [
        (scale, color_by) for scale in (0.4, 1.6, 3.0, 9.0) for color_by in ("category", "speed", "recorded")
    ]
    states(view, *(lambda each=each: at(*each, 0.0) for each in shown), across=3)
