from __future__ import annotations

import pytest

from viewer.roads.find import find_map
from viewer.roads.town import town_key, town_name


def touch(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


@pytest.fixture
def places(tmp_path):
    """The same map in every place, in the order they are looked into."""
    chosen = touch(tmp_path / "chosen" / "my town.xodr")
    beside = touch(tmp_path / "recordings" / "Town05.xodr")
    below = touch(tmp_path / "recordings" / "maps" / "Town05.xodr")
    listed = touch(tmp_path / "listed" / "Town05.xodr")
    carla = touch(
        tmp_path / "carla" / "CarlaUE4" / "Content" / "Carla" / "Maps" / "OpenDrive" / "Town05.xodr"
    )
    return [chosen, beside, below, listed, carla]


def test_the_order_of_looking(tmp_path, places):
    def find():
        return find_map(
            "Town05",
            chosen=places[0],
            recording_folder=tmp_path / "recordings",
            folders=[tmp_path / "missing", tmp_path / "listed"],
            carla_roots=[tmp_path / "nowhere", tmp_path / "carla"],
        )

    for place in places:
        assert find() == place
        place.unlink()
    assert find() is None


def test_without_places_nothing_is_found():
    assert find_map("Town05") is None


@pytest.mark.parametrize(
    "content",
    [
        "CarlaUE4/Content",
        "CarlaUnreal/Content",
        "Unreal/CarlaUE4/Content",
        "Unreal/CarlaUnreal/Content",
        "LinuxNoEditor/CarlaUE4/Content",
        "WindowsNoEditor/CarlaUE4/Content",
        "Content",
        ".",
    ],
)
@pytest.mark.parametrize(
    "maps", ["Carla/Maps/OpenDrive", "Carla/Maps/Town12/OpenDrive", "my_package/Maps/Town12/OpenDrive"]
)
def test_layouts_of_carla(tmp_path, content, maps):
    path = touch(tmp_path / content / maps / "Town12.xodr")
    assert find_map("Town12", carla_roots=[tmp_path]) == path


def test_the_folder_of_the_maps_itself_may_be_given(tmp_path):
    path = touch(tmp_path / "Town12.xodr")
    assert find_map("Town12", carla_roots=[tmp_path]) == path


@pytest.mark.parametrize(
    ("map_name", "file"),
    [
        ("Carla/Maps/Town05", "Town05.xodr"),
        ("Town10HD_Opt", "Town10HD.xodr"),
        ("Town10HD", "Town10HD_Opt.xodr"),
        ("Town10HD_opt", "Town10HD.xodr"),
        (r"C:\CARLA\Maps\Town05", "Town05.xodr"),
        ("town05", "Town05.xodr"),
        ("Town05", "TOWN05.XODR"),
    ],
)
def test_names_that_mean_the_same_map(tmp_path, map_name, file):
    path = touch(tmp_path / file)
    assert find_map(map_name, folders=[tmp_path]) == path


def test_the_nearest_name_wins(tmp_path):
    names = ["Town10HD.xodr", "TOWN10HD_OPT.xodr", "Town10HD_Opt.xodr"]
    files = [touch(tmp_path / name) for name in names]
    assert find_map("Town10HD_Opt", folders=[tmp_path]) == files[2]
    files[2].unlink()
    assert find_map("Town10HD_Opt", folders=[tmp_path]) == files[1]


@pytest.mark.parametrize("map_name", ["", "Town0", "Town051", "..", "Carla/Maps/"])
def test_other_names_are_other_maps(tmp_path, map_name):
    touch(tmp_path / "Town05.xodr")
    assert find_map(map_name, folders=[tmp_path]) is None


def test_a_folder_named_like_a_map_is_none(tmp_path):
    (tmp_path / "Town05.xodr").mkdir()
    assert find_map("Town05", folders=[tmp_path], chosen=tmp_path / "Town05.xodr") is None


@pytest.mark.parametrize(
    ("name", "town"),
    [
        ("Town05", "Town05"),
        ("Carla/Maps/Town05", "Town05"),
        ("/Game/Carla/Maps/Town12/Town12", "Town12"),
        (r"D:\maps\Town10HD_Opt", "Town10HD"),
        ("Town10HD_OPT", "Town10HD"),
        ("TOWN10HD_opt", "TOWN10HD"),
        ("Town10HD_Opt2", "Town10HD_Opt2"),
        ("Optown", "Optown"),
        ("Carla/Maps/", ""),
        ("", ""),
    ],
)
def test_names_of_towns(name, town):
    assert (town_name(name), town_key(name)) == (town, town.lower())
