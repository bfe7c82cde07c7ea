"""The end of drawing a clip, whoever ends it."""

from __future__ import annotations

import time

import pytest

from tests.scenes import street
from viewer.ui import render
from viewer.ui.background.tasks import Priority
from viewer.ui.render import RenderRequest, draw_frames

REQUEST = RenderRequest(None, None, (320, 240), window=False, center=None, span=40.0, theme="dark")


@pytest.fixture
def viewers(monkeypatch):
    """The viewers that draw."""
    made = []

    class Noted(render.Viewer):
        def __init__(self, *words):
            super().__init__(*words)
            made.append(self)

    monkeypatch.setattr(render, "Viewer", Noted)
    return made


def test_what_goes_on_in_the_background_comes_to_its_end_before_the_viewer_does(tmp_path, viewers):
    """A thread that is cut off in the middle of a map leaves half of it in the folder that keeps maps."""
    steps = []

    def work(proceed):
        for number in range(20):
            if not proceed(number / 20):
                return
            time.sleep(0.005)
            steps.append(number)

    images = draw_frames(street().save(tmp_path / "street.log"), REQUEST, [0.0, 0.5, 0.9])
    next(images)
    viewers[0].tasks.start(work, Priority.SOON)
    images.close()
    assert steps == list(range(20))
