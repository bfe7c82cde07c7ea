"""Figures that a script would show, against what matplotlib itself knows."""

from __future__ import annotations

import sys

import pytest

from tests.extras import need
from viewer.metrics.runner import saved_figures

PNG = b"\x89PNG"


@pytest.fixture
def pyplot():
    return need("metrics", "matplotlib.pyplot")


def test_what_is_shown_is_written_beside_what_is_there_and_nothing_is_left(tmp_path, pyplot):
    pyplot.switch_backend("svg")
    show = pyplot.show
    (tmp_path / "speeds 1.png").write_bytes(b"mine")
    with saved_figures(tmp_path, "speeds") as written:
        assert pyplot.get_backend().lower() == "agg"  # which needs no display
        for _ in range(2):
            pyplot.figure()
        pyplot.show(block=True)
        assert pyplot.get_fignums() == []
        pyplot.figure()
        pyplot.show()
        pyplot.figure()  # never shown
    assert [path.name for path in written] == ["speeds 2.png", "speeds 3.png", "speeds 4.png"]
    assert all(path.read_bytes().startswith(PNG) for path in written)
    assert (tmp_path / "speeds 1.png").read_bytes() == b"mine"
    assert (pyplot.get_fignums(), pyplot.show, pyplot.get_backend().lower()) == ([], show, "svg")


def test_a_script_that_fails_leaves_nothing_either(tmp_path, pyplot):
    pyplot.switch_backend("svg")
    show = pyplot.show
    with pytest.raises(ValueError, match="figure size"), saved_figures(tmp_path, "speeds"):
        pyplot.figure(figsize=(-1, 1))
    assert (pyplot.get_fignums(), pyplot.show, pyplot.get_backend().lower()) == ([], show, "svg")
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_nothing_happens(tmp_path, monkeypatch, pyplot):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with saved_figures(tmp_path, "speeds") as written:
        pass
    assert written == []
