"""What the README and the guide say is what the program does."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest
from guide import GUIDE
from PySide6.QtGui import QImage

from tests.every_command import POSES
from tests.extras import need
from tests.scenes import Scene, actor, hit, pose
from viewer.cli import main
from viewer.export.formats import FORMATS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted(GUIDE.glob("*.md"))]
TABLE = README.partition("## Commands")[2].partition("A `TIME`")[0]
COMMANDS = re.findall(r"^\| `([^`]+)` \|", TABLE, re.MULTILINE)[2:]  # below the heading and the window
STATUSES = {"events": 4, "check": 3}
TYPED = re.compile(r"^    carla-replay-viewer ((?:[^\n\"]|\"[^\"]*\"|(?<=\\)\n)+)", re.MULTILINE)
"""A command line of the guide: it ends with the line, but for line ends in quotes or behind a backslash."""
METRIC = """
from srunner.metrics.examples.basic_metric import BasicMetric

class Metric(BasicMetric):
    def _create_metric(self, town_map, log, criteria):
        print(log.get_ego_vehicle_id())
"""


def typed(page):
    """Return the words of each command line of a page, without the remark that may stand behind it."""
    lines = TYPED.findall(page.read_text(encoding="utf-8"))
    whole = [
        line.replace("\\\n", " ") if "\\\n" in line else re.split(r"(?<=\S) {3,}(?=\S)", line)[0]
        for line in lines
    ]
    return [shlex.split(line) for line in whole]


GUIDES_LINES = sorted({tuple(words) for page in GUIDE.rglob("*.md") for words in typed(page)})


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with what the README's commands name: a hero that drives and is hit once, in 25 s."""
    scene = Scene()
    cast = [actor(7, role_name="hero"), actor(8, role_name="npc")]
    for k in range(51):
        poses = [pose(each, (k, 8.0 * each, 0.0)) for each in (7, 8)]
        scene.frame(0.5, add=cast if k == 0 else [], poses=poses, collisions=[hit(7)] if k == 20 else [])
    for name in ("runs", "nightly", "tables"):
        (tmp_path / name).mkdir()
    whole = scene.save(tmp_path / "run.log").read_bytes()
    for name in ("runs/one.log", "nightly/one.log", "again.log"):
        (tmp_path / name).write_bytes(whole)
    (tmp_path / "broken.log").write_bytes(whole[: len(whole) * 3 // 4])
    (tmp_path / "distance.py").write_text(METRIC)
    record = {"route_id": "run", "status": "Completed", "infractions": {}, "scores": {}}
    (tmp_path / "results.json").write_text(json.dumps({"_checkpoint": {"records": [record]}}))
    way = '<waypoint x="0" y="0" z="0"/><waypoint x="9" y="0" z="0"/>'
    (tmp_path / "routes.xml").write_text(f'<routes><route id="1" town="Town01">{way}</route></routes>')
    (tmp_path / "tracks.csv").write_text(POSES)
    for name in ("rgb_front", "bev", "meta"):
        (tmp_path / "run" / name).mkdir(parents=True)
    for name in ("rgb_front", "bev"):
        QImage(8, 8, QImage.Format.Format_RGB32).save(str(tmp_path / "run" / name / "0000.png"))
    (tmp_path / "run/meta/0000.json").write_text('{"steer": 0.1, "plan": [[0, 1], [0, 2]]}')
    (tmp_path / "run/metric_info.json").write_text('{"0": {"location": [0, 56, 0]}}')
    shutil.copy(ROOT / "resources/sample.log", tmp_path / "my_recording.log")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    for kind in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    return tmp_path


@pytest.mark.parametrize(
    "words", [tuple(shlex.split(line)) for line in COMMANDS] + GUIDES_LINES, ids=" ".join
)
def test_each_command_line_runs_as_it_stands(folder, words, qapp, tmp_path):
    words = [word.replace("/shared/", f"{tmp_path}/") for word in words]
    if "--scheduler" in words:  # a cluster that is not here
        pytest.skip("there is no such scheduler")
    if "clip" in words:
        need("video", "av")
        words += ["--size", "160x120"]
    if "--to" in words and (form := FORMATS[words[words.index("--to") + 1]]).extra:
        need(form.extra, *form.modules)
    if "mcp" in words:
        need("agent")
    if "import" in words:
        need("import", "pyarrow")
    if "--query" in words:
        need("library", "duckdb")
    expected = 4 if "--fail-on" in words else 3 if "broken.log" in words else 0
    assert main(words) == expected
    written = [word for option, word in pairwise(words) if option in ("-o", "--repair", "--html", "--junit")]
    assert all(any(folder.glob(name.replace("{name}", "*"))) for name in written)


def test_every_command_is_named(capsys):
    assert main(["--help"]) == 0
    there = re.findall(
        r"^  ([a-z-]+) +\w", capsys.readouterr().out.partition("other commands")[2], re.MULTILINE
    )
    assert {line.split()[0] for line in COMMANDS} == set(there)


def test_the_python_runs(folder, capsys):
    block = README.partition("## From Python")[2].partition("## Limits")[0]
    exec("\n".join(line[4:] for line in block.splitlines() if line.startswith("    ")), {})  # noqa: S102
    said = capsys.readouterr().out
    assert "Sampletown" in said
    assert "hero: Actor(id=" in said
    assert "nan" not in said


def test_it_is_short():
    assert len(README.encode()) <= 12_000


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_is_named_is_there(page):
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert [link for link in links if not (page.parent / link.partition("#")[0]).exists()] == []
    assert [name for name in re.findall(r"`(viewer(?:\.[a-z_]+)+)`", text) if find_spec(name) is None] == []
    files = re.findall(r"(?:packaging|resources|tests)/[\w/.-]+\w", text)
    assert [name for name in files if not (ROOT / name).exists()] == []


def test_the_code_points_to_no_document_that_is_not_here():
    code = [path for part in ("viewer", "tests", "packaging") for path in (ROOT / part).rglob("*.py")]
    named = {
        (path, name) for path in code for name in re.findall(r"\b[A-Z]{4,}\.md", path.read_text("utf-8"))
    }
    made = {"SKILL.md"}  # what a command prints
    assert {(path, name) for path, name in named if name not in made and not (ROOT / name).exists()} == set()


def test_every_format_is_named():
    said = README.partition("[Formats of `export`]")[2].partition("| Exit")[0]
    assert {name for name in FORMATS if f"`{name}`" not in said} == set()
