from __future__ import annotations

import pytest

from tests.scenes import HERO, LATE, street
from viewer.export.errors import ExportError
from viewer.export.part import make_part
from viewer.recording.actor_name import ActorNotFoundError
from viewer.replay.time.moment import MomentError, parse_moment


@pytest.fixture
def index(tmp_path):
    return street().index(tmp_path / "street.log")


def span(begin: str, end: str):
    return parse_moment(begin), parse_moment(end)


@pytest.mark.parametrize(
    ("begin", "end", "frames"),
    [
        ("0", "100 %", range(20)),
        ("0.1", "0.3", range(2, 7)),  # both ends, although each is a little later than it reads
        ("#4", "#4", range(3, 4)),
        ("0.11", "0.14", range(2, 3)),  # no frame begins between them: the one in force
        ("collision:1", "-0.1", range(9, 18)),
    ],
)
def test_frames_of_a_range(index, begin, end, frames) -> None:
    assert make_part(index, span(begin, end)).frames == frames


def test_half_a_range_goes_to_the_end_of_the_recording(index) -> None:
    assert make_part(index, (parse_moment("#15"), None)).frames == range(14, 20)
    assert make_part(index, (None, parse_moment("#2"))).frames == range(2)


def test_who_lives_in_a_part(index) -> None:
    part = make_part(index, span("#1", "#5"), [LATE, HERO])
    assert index.actors.actor_id[part.rows()].tolist() == [HERO]
    assert part.span == (0.0, pytest.approx(0.2))
    assert len(make_part(index).rows()) == len(index.actors)


def test_what_is_not_there(index) -> None:
    with pytest.raises(ActorNotFoundError, match="there is no actor 7"):
        make_part(index, actors=[7, HERO])
    with pytest.raises(ExportError, match="before it begins"):
        make_part(index, span("0.5", "0.2"))
    with pytest.raises(MomentError, match="after the end"):
        make_part(index, span("0.5", "7"))
