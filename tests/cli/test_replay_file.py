"""``replay-file``: the line for the simulator."""

from __future__ import annotations

import ast

import pytest

from tests.scenes import BICYCLE, HERO, Scene, actor, pose, street
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.logfile import packets
from viewer.logfile.fields import Engine


@pytest.fixture
def recording(tmp_path):
    return street(frames=100).save(tmp_path / "street.log")


def arguments(line):
    call = ast.parse(line, mode="eval").body
    assert ast.unparse(call.func) == "client.replay_file"
    return tuple(ast.literal_eval(each) for each in call.args)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ([], (0.0, 0.0, 0)),
        (["--at", "3"], (1.0, 0.0, 0)),
        (["--at", "collision:1", "--follow", "hero"], (0.0, 0.0, HERO)),
        (["--range", "1", "#61", "--follow", str(HERO)], (1.0, 2.0, HERO)),
        (["--range", "-2", "-1"], (2.95, 1.0, 0)),
        (["--range", "1", "1"], (1.0, 0.001, 0)),
    ],
)
def test_moments_and_ranges(recording, capsys, words, numbers):
    assert main(["replay-file", str(recording), *words]) == Status.FINE
    assert arguments(capsys.readouterr().out) == (str(recording), *numbers)


def test_files_of_a_folder_as_the_simulator_sees_them(recording, tmp_path, capsys):
    Scene().frame().save(tmp_path / "a.log")
    assert main(["replay-file", str(tmp_path), "--server", f"{tmp_path}=D:\\logs"]) == Status.FINE
    lines = capsys.readouterr().out.splitlines()
    assert [arguments(line)[0] for line in lines] == ["D:\\logs\\a.log", "D:\\logs\\street.log"]


def test_nobody_is_the_hero(tmp_path, capsys):
    path = Scene().frame().save(tmp_path / "a.log")
    assert main(["replay-file", str(path), "--follow", "hero"]) == Status.WRONG_USAGE
    assert "there is no hero" in capsys.readouterr().err


def said(capsys):
    return capsys.readouterr().err


def test_a_fine_recording_needs_no_warning(recording, capsys):
    assert main(["replay-file", str(recording)]) == Status.FINE
    assert not said(capsys)


def test_what_carla_breaks_on_is_told_beside_the_line(tmp_path, capsys):
    scene = Scene().frame(add=[actor(7)], poses=[pose(7, (0, 0, 0)), pose(9, (5, 0, 0))])
    scene.frame(remove=[7]).frame(add=[actor(7)]).frame()
    path = tmp_path / "odd.log"
    path.write_bytes(scene.bytes() + b"\x8b\x02\x00\x00\x00hi" + b"\x00\x18\x00")
    assert main(["replay-file", str(path)]) == Status.DAMAGED
    printed = capsys.readouterr()
    assert arguments(printed.out)[0] == str(path)
    assert "id 7 again" in printed.err
    assert "adds id 9" in printed.err
    assert "The file is damaged at byte" in printed.err


def test_a_file_over_two_gibibytes(recording, capsys):
    with recording.open("r+b") as stream:
        stream.truncate(2**31)
    main(["replay-file", str(recording)])
    assert "2.0 GiB: CARLA breaks on files over 2 GiB" in said(capsys)


def test_nothing_is_to_be_seen_of_the_last_frame(recording, capsys):
    main(["replay-file", str(recording), "--range", "#100", "#100"])
    assert "never shows the last frame" in said(capsys)


def test_a_file_of_another_engine(tmp_path, capsys):
    main(["replay-file", str(street(engine=Engine.UE5).save(tmp_path / "ue5.log"))])
    assert "builds for UE4 read it wrongly" in said(capsys)


def test_packets_that_builds_number_differently_or_do_not_know(tmp_path, capsys):
    scene = street(frames=3)
    scene.frame(extra={packets.ANIM_BIKER: [(BICYCLE, 500.0, 0.5)]})
    path = tmp_path / "bikers.log"
    data = bytearray(scene.bytes())
    frame_end = data.rindex(b"\x01\x00\x00\x00\x00")
    data[frame_end:frame_end] = b"\x8b\x02\x00\x00\x00hi"
    path.write_bytes(data)
    main(["replay-file", str(path)])
    told = said(capsys)
    assert "hang on others': use CARLA 0.9.15" in told
    assert "does not know packets with id 139" in told
