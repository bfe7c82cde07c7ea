"""Pictures without a display: what is in them that no file says, and how a clip ends."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from tests.scenes import street
from viewer.ui import render_stage
from viewer.ui.background.tasks import Priority
from viewer.ui.render import draw_frames
from viewer.ui.render_request import RenderRequest

REQUEST = RenderRequest(None, None, (320, 240), window=False, center=None, span=40.0, theme="dark")


@pytest.fixture
def viewers(monkeypatch):
    """The viewers that draw."""
    made = []

    class Noted(render_stage.Viewer):
        def __init__(self, *words):
            super().__init__(*words)
            made.append(self)

    monkeypatch.setattr(render_stage, "Viewer", Noted)
    return made


def test_what_goes_on_in_the_background_comes_to_its_end_before_the_viewer_does(tmp_path, viewers):
    """A thread that is cut off in the middle of a map leaves half of it in the folder that keeps maps."""
    steps = []

    def work(should_continue):
        for number in range(20):
            if not should_continue(number / 20):
                return
            time.sleep(0.005)
            steps.append(number)

    images = draw_frames(street().save(tmp_path / "street.log"), REQUEST, [0.0, 0.5, 0.9])
    next(images)
    viewers[0].tasks.start(work, Priority.SOON)
    images.close()
    assert steps == list(range(20))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system has fonts")
def test_where_there_is_no_font_that_is_said_and_the_picture_is_drawn(tmp_path):
    (tmp_path / "fonts.conf").write_text(f"<fontconfig><dir>{tmp_path}</dir></fontconfig>")
    words = "render", street().save(tmp_path / "street.log"), "-o", tmp_path / "picture.png"
    ended = subprocess.run(
        [sys.executable, "-m", "viewer", *words],
        env=os.environ | {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "There is no font here" in ended.stderr
    assert (tmp_path / "picture.png").stat().st_size
