"""ScenarioRunner's own parser reads the text."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from tests.scenes import Scene, actor
from viewer.analysis.carla_text.file_info import STYLES, file_info
from viewer.logfile.source import LogFile
from viewer.metrics.carla_types import carla_package
from viewer.recording.indexing.builder import read_index


@pytest.fixture
def parser(scenario_runner, monkeypatch):
    """Its parser's class, with the carla package or what stands in for it."""
    monkeypatch.syspath_prepend(str(scenario_runner))
    monkeypatch.setitem(sys.modules, "carla", carla_package())
    yield import_module("srunner.metrics.tools.metrics_parser").MetricsParser
    for name in [each for each in sys.modules if each.partition(".")[0] == "srunner"]:
        del sys.modules[name]


def parsed(parser, index, style):
    text = b"".join(file_info(index, show_all=True, style=STYLES[style], utc=True)).decode()
    return parser(text).parse_recorder_info()


def test_it_reads_every_real_recording(parser, recording_file):
    with LogFile(recording_file) as file:
        index = read_index(file)
        simulation, actors, frames = parsed(parser, index, "0.9.15")
    assert simulation["map"].strip() == index.header.map_name
    assert simulation["total_frames"] == len(frames) == len(index.frame_starts)
    assert simulation["duration"] == pytest.approx(index.duration, rel=1e-5)
    assert set(actors) == set(index.actors.actor_id.tolist())
    for place in (0, len(frames) // 2):
        known = {each for each, state in frames[place]["actors"].items() if "transform" in state}
        assert known
        assert frames[place]["frame"]["elapsed_time"] == pytest.approx(index.elapsed[place], rel=1e-5)


def test_it_reads_the_older_style(parser, recordings):
    with LogFile(recordings / "town03_carla096_collision.rec") as file:
        found = [parsed(parser, read_index(file), style) for style in ("0.9.14", "0.9.15")]
    frames, others = ([list(frame["actors"]) for frame in each[2]] for each in found)
    assert frames == others


def test_it_fails_where_it_fails_on_the_text_of_carla(parser, tmp_path):
    scene = Scene().frame(add=[actor(1), actor(2)], collisions=[(0, 1, 2, False, True)])
    with pytest.raises(ValueError, match="invalid literal for int"):
        parsed(parser, scene.index(tmp_path / "hero.log"), "0.9.15")
