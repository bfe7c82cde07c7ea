"""United surfaces that are kept: the same as those that are made, and made again where the file is not."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from tests.roads.maps import build, geometry, lane, road, section, write
from viewer.roads import kept_surfaces, open_map
from viewer.roads.kept_surfaces import united_surfaces

STREET = section(lane(2, 2, "sidewalk"), lane(1, 4), lane(-1, 4), lane(-2, 2, "median"))
OVER = road(geometry(x=50, y=-50, hdg=1.5), road_id="2", elevations=[(0, 8, 0, 0, 0)])


def points(surfaces):
    """All points of surfaces, and where the paths begin, for comparing."""
    found = [surfaces.land, *(getattr(level, kind) for level in surfaces.levels for kind in vars(level))]
    return [array.tolist() for paths in found for array in (paths.points, paths.first)]


@pytest.fixture
def kept(tmp_path):
    return tmp_path / "cache" / "maps"


@pytest.fixture
def levels(tmp_path):
    return build(tmp_path, road(lanes=STREET), OVER).levels


@pytest.fixture
def made(monkeypatch):
    """How often surfaces were made."""
    from viewer.roads import united  # noqa: PLC0415 - it loads shapely

    calls = []
    unite = united.unite
    monkeypatch.setattr(united, "unite", lambda levels: calls.append(levels) or unite(levels))
    return calls


def test_what_is_kept_is_what_was_made(levels, kept, made):
    first = united_surfaces(levels, kept)
    second = united_surfaces(levels, kept)
    assert len(made) == 1
    assert len(first.levels) == 2
    assert points(first) == points(second) == points(united_surfaces(levels, None))
    (file,) = kept.iterdir()
    assert file.suffix == ".surfaces"


def test_without_a_folder_nothing_is_kept(levels, tmp_path, made):
    before = sorted(tmp_path.rglob("*"))
    for _ in range(2):
        united_surfaces(levels, None)
    assert len(made) == 2
    assert sorted(tmp_path.rglob("*")) == before


def test_another_map_in_the_same_file_is_made(levels, kept, tmp_path, made):
    united_surfaces(levels, kept)
    wider = build(tmp_path, road(lanes=STREET.replace('a="4"', 'a="4.01"')), OVER).levels
    surfaces = united_surfaces(wider, kept)
    assert len(made) == 2
    assert points(surfaces) != points(united_surfaces(levels, kept))


@pytest.mark.parametrize("what", ["a byte", "the end", "all", "a folder"])
def test_a_damaged_file_is_made_again(levels, kept, made, what):
    expected = points(united_surfaces(levels, kept))
    (file,) = kept.iterdir()
    data = file.read_bytes()
    if what == "a folder":
        file.unlink()
        file.mkdir()
    else:
        damaged = {
            "a byte": data[:999] + bytes([data[999] ^ 1]) + data[1000:],
            "the end": data[:-7],
            "all": b"",
        }
        file.write_bytes(damaged[what])
    assert points(united_surfaces(levels, kept)) == expected
    assert len(made) == 2
    assert [each.name for each in kept.iterdir()] == [file.name]


def test_a_folder_that_cannot_be_made_keeps_nothing(levels, tmp_path):
    (tmp_path / "cache").write_text("in the way")
    assert len(united_surfaces(levels, tmp_path / "cache" / "maps").levels) == 2


def test_what_was_not_used_for_the_longest_time_makes_room(levels, kept, tmp_path, monkeypatch):
    united_surfaces(levels, kept)
    (first,) = kept.iterdir()
    other = kept / "older.part"
    other.write_bytes(bytes(1000))
    os.utime(first, (1000, 1000))
    os.utime(other, (500, 500))
    most = 2 * first.stat().st_size
    monkeypatch.setattr(kept_surfaces, "MOST", most)
    united_surfaces(levels, kept)  # used again
    for width in (5, 6):
        other_levels = build(tmp_path, road(lanes=section(lane(1, width), lane(-1, 4)))).levels
        united_surfaces(other_levels, kept)
    left = set(kept.iterdir())
    assert other not in left
    assert 0 < sum(file.stat().st_size for file in left) <= most


def test_shapely_is_not_loaded_for_what_is_kept(kept, tmp_path):
    path = write(tmp_path, road(lanes=STREET))
    replace(open_map(path), kept_in=kept).united  # noqa: B018 - it is made when it is asked for
    program = (
        "import sys\nfrom dataclasses import replace\nfrom pathlib import Path\n"
        "from viewer.roads import open_map\n"
        "surfaces = replace(open_map(sys.argv[1]), kept_in=Path(sys.argv[2])).united\n"
        "assert len(surfaces.levels) == 1\nassert 'shapely' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program, path, kept], check=True)


def test_towns(map_file, kept):
    road_map = replace(open_map(map_file), kept_in=kept)
    assert points(road_map.united) == points(replace(road_map).united)
    (file,) = kept.iterdir()
    assert file.stat().st_size < 3_000_000
    assert np.isfinite(road_map.united.land.points).all()
