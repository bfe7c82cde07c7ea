"""When weather changed, doors moved and custom packets were written."""

from __future__ import annotations

from tests.scenes import Scene, actor
from viewer.logfile import packets
from viewer.recording.read.changes import ChangeBook
from viewer.replay.events import custom_packets, door_moves, weather_changes


def weather(cloudiness):
    return (cloudiness, *([0.0] * 13))


def test_the_first_weather_is_no_change_and_neither_is_the_same_one_again(tmp_path):
    scene = Scene()
    for k, cloudiness in enumerate((10.0, None, 10.0, 60.0, None)):
        rows = {} if cloudiness is None else {packets.WEATHER: [weather(cloudiness)]}
        scene.frame(add=[actor(1)] if k == 0 else [], extra=rows)
    index = scene.index(tmp_path / "weather.log")
    changes = weather_changes(ChangeBook(index))
    assert changes.frames.tolist() == [3]
    assert (changes.before["cloudiness"].tolist(), changes.after["cloudiness"].tolist()) == ([10.0], [60.0])


def test_doors_are_told_with_the_row_of_their_vehicle(tmp_path):
    scene = Scene()
    scene.frame(add=[actor(5), actor(6)])
    scene.frame(extra={packets.VEHICLE_DOOR: [(6, 0, True)]})
    scene.frame()
    scene.frame(extra={packets.VEHICLE_DOOR: [(6, 0, False), (5, 4, True)]})
    index = scene.index(tmp_path / "doors.log")
    moves = door_moves(ChangeBook(index))
    assert moves.frames.tolist() == [1, 3, 3]
    assert moves.rows.tolist() == [1, 1, 0]
    assert moves.after["open"].tolist() == [True, False, True]


def test_files_without_such_packets_have_no_such_events(tmp_path):
    index = Scene().frame(add=[actor(1)]).index(tmp_path / "plain.log")
    book = ChangeBook(index)
    assert not len(weather_changes(book).frames)
    assert not len(door_moves(book).frames)
    assert not len(custom_packets(index).frames)
