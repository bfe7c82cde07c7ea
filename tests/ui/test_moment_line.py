"""The line that is copied, and the way back from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import HERO, LATE, street
from viewer.replay.world.world import world_at
from viewer.ui.moment_line import moment_line, read_moment_line


@pytest.fixture(params=["street.log", "a | b.log", "1.000 s | #3.rec", "Straße 5 #2.rec"])
def index(request, tmp_path):
    return street().index(tmp_path / request.param)


def line(index, elapsed, actor_id=None):
    row = None if actor_id is None else index.actors.rows_of(actor_id)[0]
    return moment_line(world_at(index, elapsed), elapsed, row)


def test_what_was_copied_is_read_back(index):
    copied = read_moment_line(f"  {line(index, 0.313, HERO)}\n")
    assert copied is not None
    assert (copied.name, copied.elapsed, copied.frame) == (index.path.name, 0.313, 7)
    assert copied.actor_id == HERO


def test_without_an_actor_there_is_none(index):
    copied = read_moment_line(line(index, 0.95))
    assert copied is not None
    assert (copied.name, copied.elapsed, copied.actor_id) == (index.path.name, 0.95, None)


def test_who_is_not_alive_is_not_in_the_line(index):
    assert str(LATE) not in line(index, 0.0, LATE)


@pytest.mark.parametrize("text", ["", "a.rec", "a.rec | 8.47 s", "a.rec | 8.470 | #136", " | 8.470 s | #136"])
def test_other_texts_are_no_such_line(text):
    assert read_moment_line(text) is None


@given(st.text("ab|#. s0123x=\n", max_size=60))
def test_any_text_is_read_without_an_error(text):
    copied = read_moment_line(text)
    assert copied is None or copied.name
