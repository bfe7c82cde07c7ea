"""What ``check`` says, as a shell and as a program see it, and what it writes."""

from __future__ import annotations

import io
import json
import os
import struct
import sys
from pathlib import Path

import pytest

from tests.cli.test_cli import run
from tests.recording import plain_reader
from tests.scenes import HERO, Scene, actor, box, street
from viewer.cli import check as module
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.logfile.source import LogFile
from viewer.recording.check import examine
from viewer.recording.indexing.builder import read_index

NAN = float("nan")


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return street().save(tmp_path / "whole.log")


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A street in which the hero is nowhere in frames 4 and 5, and frame 8 cannot be read."""
    data = bytearray(street().bytes())
    frames = plain_reader.frames_of(bytes(data))
    for number in (3, 4):
        position = next(each for each in frames[number] if each.id == 6)
        data[position.offset + 11 : position.offset + 15] = struct.pack("<f", NAN)
    data[frames[7][2].offset] = 1
    path = tmp_path / "damaged.log"
    path.write_bytes(data)
    return path


@pytest.fixture
def noted(tmp_path: Path) -> Path:
    """A recording with a note."""
    bare = box(1, (NAN, NAN, NAN), (-float("inf"),) * 3)
    return Scene().frame(add=[actor(1, "spectator")], boxes=[bare]).save(tmp_path / "noted.log")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_text("This is no recording at all.")
    return path


def check(*words: object) -> int:
    return main(["check", *map(str, words)])


def problems_of(path: Path) -> list[str]:
    with LogFile(path) as file:
        index = read_index(file)
        found = (*index.problems, *list(examine(index))[-1].problems)
    return [problem.what for problem in found if problem.damage]


# -- for people


def test_the_exit_statuses_are_those_that_scripts_compare(whole, noted, damaged, other) -> None:
    """Scripts compare these numbers, whatever they are called here."""
    assert [check(path) for path in (whole, noted, damaged, other)] == [0, 0, 3, 1]
    assert check(whole, damaged) == check(damaged, whole) == 3
    assert check(whole, other, damaged) == check(damaged, other) == 1
    assert check() == check(whole, "--force") == 2


def test_a_whole_recording_is_fine(whole: Path, capsys) -> None:
    assert check(whole) == Status.FINE
    out, err = capsys.readouterr()
    size = whole.stat().st_size
    assert out.splitlines() == [
        f"{whole}: fine",
        "  CARLA 0.9.10–0.9.13, Town03, 2021-11-23 14:08:48 UTC",
        f"  20 frames, 0.950 s; {size:,} of {size:,} bytes are readable",
        "  UE4: Position has 28 bytes a record",
    ]
    assert err == ""


def test_damage_is_told_with_its_place_and_what_was_done(damaged: Path, capsys) -> None:
    assert check(damaged) == Status.DAMAGED
    head, *_, pose, gap = capsys.readouterr().out.splitlines()
    index = read_index(LogFile(damaged))
    assert head == f"{damaged}: damaged"
    position = next(each for each in plain_reader.frames_of(damaged.read_bytes())[3] if each.id == 6)
    assert pose == (
        f"  damage  byte {position.offset + 7:,}, frame 4, 0.150 s: Position: location of actor {HERO} is "
        "NaN, infinite or absurd; the actor has no place there (× 2, until frame 5)"
    )
    assert gap.startswith("  damage  byte ")
    assert "frame 7, 0.300 s: FrameEnd with an impossible size" in gap
    assert f"reading goes on at byte {int(index.offsets[7]):,}" in gap


@pytest.mark.parametrize("size", [34, 35, 300])
def test_a_recording_without_a_frame_has_nothing_usable(tmp_path: Path, size: int, capsys) -> None:
    """Nothing can be drawn of it either, but what its header says is told."""
    path = tmp_path / "header.log"
    path.write_bytes(Scene().frame(add=[actor(k) for k in range(9)]).bytes()[:size])
    os.utime(path, (0, 0))  # long ago, so that nobody waits for frames to come
    assert check(path) == main(["render", str(path), "-o", str(tmp_path / "x.png")]) == Status.NOTHING
    out, err = capsys.readouterr()
    assert out.startswith(f"{path}: nothing usable\n")
    assert "Town01, 2021-11-23 14:08:48 UTC" in out
    assert f"0 frames, 0.000 s; 34 of {size} bytes are readable" in out
    assert out.splitlines()[-1].strip() == err.strip()
    assert "there is no complete frame in this recording" in err
    check("--json", path)
    (report,) = json.loads(capsys.readouterr().out)
    assert (report["status"], report["recording"]["frames"]) == ("nothing usable", 0)
    assert report["error"]["what"] == "there is no complete frame in this recording"
    assert report["error"]["offset"] is not None


def test_progress_is_for_a_terminal_alone(whole: Path, capsys, monkeypatch) -> None:
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    assert check(whole) == Status.FINE
    assert "Reading whole.log … " in terminal.getvalue() or "Checking whole.log … " in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert "\x1b" not in capsys.readouterr().out


# -- for programs


def test_json(whole: Path, damaged: Path, other: Path, capsys) -> None:
    assert check("--json", whole, damaged, other) == Status.NOTHING
    first, second, third = json.loads(capsys.readouterr().out)
    assert first["recording"] == {
        "name": whole.name,
        "header_version": 1,
        "map_name": "Town03",
        "date": "2021-11-23T14:08:48+00:00",
        "carla_version": "CARLA 0.9.10–0.9.13",
        "engine": "UE4",
        "version_reasons": ["UE4: Position has 28 bytes a record"],
        "frames": 20,
        "duration": pytest.approx(0.95),
        "size": whole.stat().st_size,
        "readable_size": whole.stat().st_size,
        "actors": 10,
        "additional_data": False,
        "damages": 0,
    }
    assert (first["file"], first["status"], first["error"]) == (str(whole), "fine", None)
    assert (first["problems"], first["repaired"]) == ([], None)
    pose, gap = second["problems"]
    assert (second["status"], pose["damage"], gap["damage"]) == ("damaged", True, True)
    assert (pose["frame"], pose["last_frame"], pose["count"]) == (4, 5, 2)
    assert pose["elapsed"] == pytest.approx(0.15)
    assert second["recording"]["readable_size"] < second["recording"]["size"]
    assert third["recording"] is None
    assert third["status"] == "nothing usable"
    assert third["error"]["offset"] == 4
    assert third["error"]["what"] == "this is not a CARLA recording"
    assert third["error"]["expected"] == '"CARLA_RECORDER"'
    assert third["error"]["advice"] == "Open a file made by CARLA's recorder (client.start_recorder)."


# -- never a traceback


def test_a_file_that_is_cut_meanwhile(whole: Path, capsys, monkeypatch) -> None:
    def cutting(index):
        whole.write_bytes(b"")
        return examine(index)

    monkeypatch.setattr(module, "examine", cutting)
    assert check(whole) == Status.NOTHING
    assert "the file has become shorter since it was opened" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="names of files are text there")
def test_names_that_are_no_text(tmp_path: Path, whole: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.log"))
    path.write_bytes(whole.read_bytes())
    result = run("check", path, PYTHONUTF8="1")
    assert (result.returncode, result.stderr) == (Status.FINE, "")
    result = run("check", whole, PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (Status.FINE, "")


# -- repairing


def test_a_repaired_recording_has_no_damage(damaged: Path, tmp_path: Path, capsys) -> None:
    target = tmp_path / "repaired.log"
    target.write_bytes(b"old")
    assert check(damaged, "--repair", target) == Status.WRONG_USAGE
    assert target.read_bytes() == b"old"
    assert check(damaged, "--repair", target, "--force", "--json") == Status.DAMAGED
    (report,) = json.loads(capsys.readouterr().out)
    assert report["repaired"] == {
        "file": str(target), "frames": 19, "duration": pytest.approx(0.95), "records_left_out": 2,
    }  # fmt: skip
    assert check(damaged, "--repair", target, "--force") == Status.DAMAGED
    assert problems_of(target) == []
    index = read_index(LogFile(target))
    assert len(index.frame_starts) == 19
    assert index.duration == pytest.approx(0.95)
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"  repaired: {target}: 19 frames, 0.950 s; 2 damaged records left out"
    assert check(target) == Status.FINE
    assert {each.name for each in tmp_path.iterdir()} == {"damaged.log", "repaired.log"}


@pytest.mark.parametrize("how", ["same", "relative", "hard link", "symbolic link"])
def test_a_recording_is_never_overwritten_by_its_own_repair(
    damaged: Path, how: str, monkeypatch, capsys
) -> None:
    before = damaged.read_bytes()
    target = damaged.with_name("link.log")
    if how == "same":
        target = damaged
    elif how == "relative":
        monkeypatch.chdir(damaged.parent)
        target = Path("damaged.log")
    elif how == "hard link":
        os.link(damaged, target)
    else:
        target.symlink_to(damaged)
    assert check(damaged, "--repair", target, "--force") == Status.WRONG_USAGE
    assert damaged.read_bytes() == before
    assert "not overwritten by what is made of it" in capsys.readouterr().err


def test_a_repair_that_fails_leaves_nothing_behind(damaged: Path, tmp_path: Path, monkeypatch) -> None:
    def failing(index, stream):
        stream.write(index.header.raw)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "repair", failing)
    assert check(damaged, "--repair", tmp_path / "out.log") == Status.WRONG_USAGE
    assert [each.name for each in tmp_path.iterdir()] == ["damaged.log"]
