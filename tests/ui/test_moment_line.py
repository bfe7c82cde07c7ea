"""The line that is copied of a moment."""

from __future__ import annotations

import pytest

from tests.scenes import HERO, LATE, street
from viewer.replay.world.world import world_at
from viewer.ui.moment_line import moment_line


@pytest.mark.parametrize(
    ("elapsed", "actor_id", "text"),
    [
        (0.313, HERO, f"street.log | 0.313 s | #7 | {HERO} vehicle.lincoln.mkz2017 | x="),
        (0.95, None, "street.log | 0.950 s | #19"),
        (0.0, LATE, "street.log | 0.000 s | #1"),  # who is not alive is not in it
    ],
)
def test_a_line_has_file_time_frame_and_who_is_there(tmp_path, elapsed, actor_id, text):
    index = street().index(tmp_path / "street.log")
    row = None if actor_id is None else index.actors.rows_of(actor_id)[0]
    line = moment_line(world_at(index, elapsed), elapsed, row)
    assert line.startswith(text) if text.endswith("=") else line == text
