"""Labels of an event keep off what they name: rectangles that may not intersect."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from tests.ui.conftest import turn
from viewer.program import resource
from viewer.ui.commands.files import SAMPLE
from viewer.ui.map.layers import event_layer, label_layer
from viewer.ui.widgets.label_box import label_size


@pytest.fixture
def labels(monkeypatch):
    """The boxes of the labels that are drawn, by what they say."""
    boxes = {}

    def note(draw):
        def noted(painter, middle, lines):
            at = painter.transform().map(middle)
            size = label_size(lines)
            boxes["".join(run.text for line in lines for run in line)] = shapely.box(
                at.x() - size.width() / 2, at.y() - size.height() / 2,
                at.x() + size.width() / 2, at.y() + size.height() / 2,
            )  # fmt: skip
            draw(painter, middle, lines)

        return noted

    for module in (event_layer, label_layer):
        monkeypatch.setattr(module, "draw_label", note(module.draw_label))
    return boxes


@pytest.fixture
def sample(viewer, qtbot):
    viewer.workspace.open(resource(SAMPLE))
    qtbot.waitUntil(lambda: viewer.found_events.found is not None and not viewer.found_events.searching)
    qtbot.waitUntil(lambda: bool(viewer.workspace.view.stop_lines))
    return viewer


def test_labels_of_events_lie_on_no_label_arrow_line_chip_or_other_actor(sample, labels):
    sample.window.resize(1280, 720)
    view = sample.window.map_area.map_view
    by_kind = {each.kind: each for each in sample.found_events.all_events if each.rows}
    assert {"collision", "red_light"} < {*by_kind}
    for event in by_kind.values():
        sample.event_commands.go_to(event)
        turn()
        labels.clear()
        view.svg()
        picture, named = view.scene.picture, dict(labels)
        if picture.event_overlay is None or not len(picture.event_overlay.rows):
            continue
        assert picture.camera.scale >= 4.0
        for place in picture.event_overlay.at.centers[np.isfinite(picture.event_overlay.at.centers[:, 0])]:
            x, y = picture.camera.to_screen(place).tolist()
            assert not any(each.contains(round(x), round(y)) for each in view.overlay.rectangles())
        arrows = event_layer.arrows_of(picture.event_overlay, picture.camera)
        chips = [shapely.box(*each) for each in picture.occupied.tolist()]
        ways = [shapely.LineString(each) for each in arrows[np.isfinite(arrows).all(axis=(1, 2))]]
        assert not any(chip.intersects(way) for chip in chips for way in ways)
        lines = (each.points for each in sample.workspace.view.stop_lines)
        taken = ways + [shapely.LineString(picture.camera.to_screen(each)) for each in lines]
        taken += [shapely.box(*each.adjusted(0, 0, 1, 1).getCoords()) for each in view.overlay.rectangles()]
        ids = sample.recording.index.actors.actor_id[picture.event_overlay.rows].tolist()
        assert all(sum(text.startswith(str(actor)) for text in named) <= 2 for actor in ids)
        for text, box in named.items():
            inner = box.buffer(-1.0)
            assert not any(inner.intersects(each) for each in taken), (event, text)
            assert not any(inner.intersects(each) for other, each in named.items() if other != text), text
