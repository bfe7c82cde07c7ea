"""What signals amount to over a range, and as a table."""

from __future__ import annotations

import csv
from io import StringIO

import numpy as np
import pytest

from tests.scenes import HERO, LIGHT, street
from tests.series_states import state_at
from viewer.signals import Series, read_series, series_stats, time_in_states, write_table


def series(times, values, states=None):
    return Series(
        "speed", "Speed", "m/s", np.array(times), np.array(values, float), recorded=True, states=states
    )


def test_the_mean_is_weighted_by_how_long_values_are_in_force():
    stats = series_stats(series([0, 1, 2], [0, 10, 20]), (0.5, 2.5))
    assert stats.mean == pytest.approx((0.5 * 0 + 1 * 10 + 0.5 * 20) / 2)
    assert (stats.least, stats.most, stats.change) == (0, 20, 20)


def test_the_value_in_force_at_the_start_counts_though_it_is_older():
    stats = series_stats(series([0, 10], [3, 7]), (4.0, 6.0))
    assert (stats.mean, stats.least, stats.most, stats.change) == (3, 3, 3, 0)


def test_a_gap_has_no_weight():
    stats = series_stats(series([0, 1, 3], [4, np.nan, 8]), (0.0, 4.0))
    assert stats.mean == pytest.approx(6.0)


def test_what_is_not_known_in_the_range_is_not_known():
    assert np.isnan(series_stats(series([5, 6], [1, 2]), (0.0, 1.0)).mean)
    assert np.isnan(series_stats(series([], []), (0.0, 1.0)).most)


def test_states_have_their_times():
    states = series([0, 1, 2, 3], [0, 2, np.nan, 2], ("Red", "Yellow", "Green"))
    assert time_in_states(states, (0.5, 3.5)) == {0: pytest.approx(0.5), 2: pytest.approx(1.5)}


@pytest.fixture
def index(tmp_path):
    return street().index(tmp_path / "street.log")


def table(index, columns):
    stream = StringIO(newline="")
    write_table(index, columns, stream)
    return list(csv.reader(StringIO(stream.getvalue(), newline="")))


def test_the_table_has_the_times_of_all_and_holds_values(index):
    one, other = series([0.0, 0.1, 0.3], [1, 2, np.nan]), series([0.1, 0.2], [7, 8])
    rows = table(index, [("one", one), ("other", other)])
    assert rows[0] == ["elapsed (s)", "frame", "one", "other"]
    assert [row[0] for row in rows[1:]] == ["0.0", "0.1", "0.2", "0.3"]
    assert [row[2:] for row in rows[1:]] == [["1", ""], ["2", "7"], ["2", "8"], ["", "8"]]


def test_the_table_tells_frames_and_states_as_they_are(index):
    row = index.actors.rows_of(LIGHT)[0]
    (state,) = read_series(index, ["light_state"], row)
    rows = table(index, [("state", state)])
    assert {cells[2] for cells in rows[1:]} == {state_at(state, float(t)) for t in state.elapsed}
    assert [int(cells[1]) for cells in rows[1:]] == index.frames["frame"][: len(rows) - 1].tolist()


def test_figures_of_a_table_are_those_of_the_file(index):
    (x,) = read_series(index, ["x"], index.actors.rows_of(HERO)[0])
    rows = table(index, [("x", x)])
    assert [float(cells[2]) for cells in rows[1:]] == pytest.approx(x.values.tolist(), rel=1e-8)


def test_a_table_of_nothing_has_its_titles(index):
    assert table(index, []) == [["elapsed (s)", "frame"]]
