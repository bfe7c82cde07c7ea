from __future__ import annotations

import pytest

from tests.scenes import HERO, LATE, street
from viewer.export.selection import make_selection
from viewer.replay.time.typed_time import parse_moment


@pytest.fixture
def index(tmp_path):
    return street().index(tmp_path / "street.log")


def span(*ends: str | None):
    return tuple(None if each is None else parse_moment(each) for each in ends)


@pytest.mark.parametrize(
    ("begin", "end", "frames"),
    [
        ("0", "100 %", range(20)),
        ("0.1", "0.3", range(2, 7)),  # both ends, although each is a little later than it reads
        ("#4", "#4", range(3, 4)),
        ("0.11", "0.14", range(2, 3)),  # no frame begins between them: the one in force
        ("collision:1", "-0.1", range(9, 18)),
        ("#15", None, range(14, 20)),
        (None, "#2", range(2)),
    ],
)
def test_frames_of_a_range(index, begin, end, frames) -> None:
    assert make_selection(index, span(begin, end)).frames == frames


def test_who_lives_in_a_part(index) -> None:
    part = make_selection(index, span("#1", "#5"), [LATE, HERO])
    assert index.actors.actor_id[part.rows()].tolist() == [HERO]
    assert part.span == (0.0, pytest.approx(0.2))
    assert len(make_selection(index).rows()) == len(index.actors)
