"""The panel as a developer uses it: choosing a packet, following the playhead, finding an actor."""

import struct
from io import BytesIO

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from tests.details_scene import detailed_street
from tests.recording import plain_reader
from tests.sample.writer import RecordingWriter
from tests.scenes import HERO, LATE, OTHER, Scene, actor, pose, read, street
from tests.ui.file.conftest import click, press
from tests.ui.person import button
from viewer.logfile import packets
from viewer.logfile.header import make_header
from viewer.logfile.source import LogFile
from viewer.recording.indexing.builder import read_index
from viewer.replay.world.world import world_at
from viewer.ui.file.frame_view import HexView
from viewer.ui.file.packet_counts_view import facts, packet_counts
from viewer.ui.panels import FilePage
from viewer.ui.widgets.list_view import ListView


@pytest.fixture
def panel(file_panel, alone):
    file_panel.told = alone
    file_panel.open_page(FilePage.FRAME)
    return file_panel


@pytest.fixture
def shown(panel, index):
    panel.told.set_recording(index)
    panel.told.set_world(world_at(index, 0.21))
    return panel


def table(panel, name):
    return next(view for view in panel.findChildren(ListView) if view.accessibleName() == name)


def the_list(panel):
    return table(panel, "Packets of this frame")


def records(panel):
    return table(panel, "Records")


def texts(view):
    model = view.model()
    return [[model.index(r, c).data() for c in range(model.columnCount())] for r in range(model.rowCount())]


def heads(view):
    model = view.model()
    return [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]


def choose(panel, name):
    line = [row[1] for row in texts(the_list(panel))].index(name)
    the_list(panel).scrollTo(the_list(panel).model().index(line, 0))
    click(the_list(panel), line)


def labels(panel):
    return {label.text() for label in panel.window().findChildren(QLabel) if label.isVisible()}


def step(panel, index, elapsed, qtbot):
    """Go on to a time, and wait until the panel has followed."""
    panel.told.set_world(world_at(index, elapsed))
    number = f"Frame {index.frame_at(elapsed) + 1}"
    qtbot.waitUntil(lambda: any(text.startswith(number) for text in labels(panel)))


def test_the_packets_of_the_frame_are_listed(shown, index):
    rows = texts(the_list(shown))
    assert [row[0] for row in rows] == ["0", "2", "3", "4", "5", "6", "7", "8", "9", "10", "1"]
    assert rows[5][1:4] == ["Position", "6", "170"]
    data = index.path.read_bytes()
    for packet_id, _, _, *numbers in rows:  # each stands where it is in the file, behind its id and size
        size, offset = (int(text.replace(",", "")) for text in numbers)
        assert struct.unpack_from("<BI", data, offset - 5) == (int(packet_id), size)
    place = f"Frame 5 · byte {int(index.offsets[4]):,} · "
    assert any(text.startswith(place) and text.endswith(" · 11 packets") for text in labels(shown))


def test_position_is_chosen_at_first_and_a_click_or_key_shows_another_packet(shown):
    assert heads(records(shown))[:2] == ["actor id", "location x (cm)"]
    assert texts(records(shown))[0][:4] == [str(HERO), "200", "0", "10"]
    choose(shown, "AnimVehicle")
    assert heads(records(shown)) == ["actor id", "steer", "throttle", "brake", "hand brake", "gear"]
    assert texts(records(shown)) == [
        [str(HERO), "0.1", "0.5", "0", "false", "3"],
        [str(OTHER), "0", "0", "1", "true", "0"],
    ]
    click(the_list(shown), 0)
    QTest.keyClick(the_list(shown), Qt.Key.Key_Down)
    assert "EventAdd" in labels(shown)


def test_a_click_on_an_actor_asks_for_it_also_when_it_is_gone(shown, index, qtbot):
    click(records(shown), 1)
    assert shown.told.focus.selected == tuple(index.actors.rows_of(OTHER)[:1])
    step(shown, index, 0.46, qtbot)
    choose(shown, "Collision")
    for column, actor_id in ((2, OTHER), (0, HERO)):
        click(records(shown), 0, records(shown).columnViewportPosition(column) + 10)
        assert shown.told.focus.selected == tuple(index.actors.rows_of(actor_id)[:1])
    step(shown, index, 0.76, qtbot)
    choose(shown, "EventDel")
    click(records(shown), 0)
    assert shown.told.focus.selected == tuple(index.actors.rows_of(LATE)[:1])


def test_the_records_of_the_selected_actor_are_marked(shown, index):
    shown.told.set_selected((index.actors.rows_of(OTHER)[0],))
    assert records(shown).selected_lines == [1]
    choose(shown, "VehicleLight")
    assert records(shown).selected_lines == [1]
    choose(shown, "AnimWalker")
    assert records(shown).selected_lines == []
    shown.told.set_selected(())
    choose(shown, "Position")
    assert records(shown).selected_lines == []


def test_the_panel_follows_the_playhead_with_packet_and_place(panel, qtbot, tmp_path):
    scene = Scene()
    for k in range(40):
        cast = [actor(number) for number in range(1, 201)] if k == 0 else []
        scene.frame(add=cast, poses=[pose(number, (k, number, 0.0)) for number in range(1, 201 - k % 2)])
    index = scene.index(tmp_path / "many.log")
    panel.told.set_recording(index)
    panel.told.set_world(world_at(index, 0.0))
    QApplication.processEvents()
    records(panel).verticalScrollBar().setValue(100 * records(panel).rowHeight(0))
    step(panel, index, 0.06, qtbot)
    assert texts(records(panel))[100][:3] == ["101", "100", "10100"]
    assert records(panel).rowAt(0) == 100
    step(panel, index, 0.11, qtbot)
    assert len(texts(records(panel))) == 200
    assert records(panel).rowAt(0) == 100


def test_a_packet_that_the_frame_lacks_is_waited_for(panel, qtbot, tmp_path):
    index = detailed_street().index(tmp_path / "details.log")
    panel.told.set_recording(index)
    panel.told.set_world(world_at(index, 0.0))
    choose(panel, "Weather")
    assert texts(records(panel))[0][0] == "20"
    step(panel, index, 0.06, qtbot)
    assert texts(records(panel)) == []
    assert "not in this frame" in labels(panel)
    assert the_list(panel).selected_lines == []
    step(panel, index, 0.26, qtbot)
    assert texts(records(panel))[0][0] == "0"


def test_bytes_are_shown_on_demand(shown, index):
    view = shown.findChild(HexView)
    assert not view.isVisible()
    press(shown, "Bytes")
    assert view.isVisible()
    world = world_at(index, 0.21)
    offset, size = world.frame_bytes.layout.payloads_of(6)[0]
    assert view.data == world.frame_bytes.data[offset : offset + size]
    assert texts(view)[0][0] == f"{int(index.offsets[4]) + offset:08x}"
    assert texts(view)[0][1].startswith("06 00 65 00 00 00 ")
    press(shown, "Bytes")
    assert records(shown).isVisible()


def test_an_unknown_packet_says_why_and_shows_its_bytes(panel, tmp_path):
    stream = BytesIO()
    writer = RecordingWriter(stream, make_header("Town01", 0))
    writer.add_frame(0.05, {packets.EVENT_ADD: [actor(7)]}, raw=[(150, b"radar")])
    writer.finish()
    index = read(stream.getvalue(), tmp_path / "fork.log")
    panel.told.set_recording(index)
    panel.told.set_world(world_at(index, 0.0))
    choose(panel, "packet 150")
    assert any("no decoder for it is installed" in text for text in labels(panel))
    view = panel.findChild(HexView)
    assert view.isVisible()
    assert texts(view) == [[texts(view)[0][0], "72 61 64 61 72", "radar"]]
    assert not button(panel.window(), "Bytes").isEnabled()


def test_the_census_counts_the_whole_file(shown, index, qtbot):
    press(shown, "Packet counts")
    view = table(shown, "Packets of the whole recording")
    assert view.isVisible()
    assert heads(view) == ["Id", "Packet", "Builds", "Packets", "Bytes", "Share"]
    rows = {row[1]: row for row in texts(view)}
    assert rows["Position"][:4] == ["6", "Position", "all", "20"]
    assert rows["Position"][4] == f"{20 * (5 + 2 + 28 * 6) + 10 * 28:,}"  # one more actor in ten frames
    sizes = [int(row[4].replace(",", "")) for row in texts(view)]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == index.size - index.header.size
    said = {"CARLA 0.9.10–0.9.13", "UE4: Position has 28 bytes a record", "no"}
    qtbot.waitUntil(lambda: said <= labels(shown))
    press(shown, "This frame")
    assert the_list(shown).isVisible()


def test_everything_can_be_looked_at_and_the_census_adds_up(panel, recording_file):
    index = read_index(LogFile(recording_file))
    panel.told.set_recording(index)
    panel.told.set_world(world_at(index, 0.0))
    for line in range(len(texts(the_list(panel)))):
        the_list(panel).scrollTo(the_list(panel).model().index(line, 0))
        click(the_list(panel), line)
        assert not panel.findChild(HexView).isVisible()
    counts, told = packet_counts(index), dict(facts(index))
    assert sum(kind.size for kind in counts) == index.size - index.header.size
    assert told["Unknown packets"] == "none"
    recorded = told["Velocities and boxes recorded"] == "yes"
    assert recorded == ("additional_data" in recording_file.name)


def test_of_a_very_large_packet_the_beginning_is_shown(panel, tmp_path):
    data, size = street(2).bytes(), 9 << 20
    at = plain_reader.frames_of(data)[0][-1].offset
    path = tmp_path / "large.log"
    with path.open("wb") as stream:
        for piece in (data[:at], struct.pack("<BI", 150, size), b"radar", bytes(size - 5), data[at:]):
            stream.write(piece)
    index = read_index(LogFile(path))
    panel.told.set_recording(index)
    panel.told.set_world(world_at(index, 0.0))
    assert len(texts(records(panel))) == 6  # poses, as in any frame
    choose(panel, "packet 150")
    assert "Too large to be shown: these are the first 8,388,608 of 9,437,184 bytes." in labels(panel)
    view = panel.findChild(HexView)
    assert len(view.data) == 8 << 20
    assert view.model().index(0, 2).data().startswith("radar")
