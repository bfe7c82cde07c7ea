"""Clips, as a shell and as a player see them."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

import viewer
from tests.cli.test_cli import run
from tests.extras import need
from tests.scenes import HERO, Scene, actor, pose
from viewer.cli import main
from viewer.cli.terminal import Status

SMALL = ("--size", "320x240", "--span", "40")


def clip(*words: object) -> int:
    """Run the command here, where it is seen which lines it reaches."""
    return main(["clip", *map(str, words)])


def pixels(picture: Path) -> np.ndarray:
    """Return red, green and blue of each pixel of a picture, shape (240, 320, 3)."""
    image = QImage(str(picture)).convertToFormat(QImage.Format.Format_RGB888)
    assert (image.width(), image.height()) == (320, 240)
    return np.frombuffer(image.constBits(), np.uint8).reshape(240, -1)[:, :960].reshape(240, 320, 3).copy()


def middle(folder: Path, number: int) -> list[int]:
    """Return red, green and blue in the middle of a picture."""
    return pixels(folder / f"frame_{number:05}.png")[120, 160].tolist()


def test_a_folder_of_pictures_needs_no_display_and_no_extra(recording: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = run("clip", recording, "-o", out, "--range", "0.1", "#10", "--fps", 20, "--follow", HERO, *SMALL)
    assert result.returncode == Status.FINE, result.stderr
    assert result.stderr == ""
    assert result.stdout == f"street.log: 8 pictures written to {out}\n"
    assert sorted(each.name for each in out.iterdir()) == [f"frame_{number:05}.png" for number in range(1, 9)]
    assert pixels(out / "frame_00001.png").any()


def test_who_is_followed_stays_in_the_middle(recording: Path, tmp_path: Path) -> None:
    words = (recording, "--fps", 4, "--theme", "light", *SMALL)
    assert clip(*words, "-o", tmp_path / "follow", "--follow", HERO) == Status.FINE
    assert clip(*words, "-o", tmp_path / "stay") == Status.FINE
    amber = pytest.approx([0xA0, 0x70, 0x00], abs=10)  # the hero's
    assert [middle(tmp_path / "follow", number) for number in (1, 2, 3, 4, 5)] == [amber] * 5
    assert middle(tmp_path / "stay", 1) != amber or middle(tmp_path / "stay", 5) != amber


def test_twice_as_slow_is_twice_as_many_pictures(recording: Path, tmp_path: Path) -> None:
    words = (recording, "--range", "0.1", "0.9", *SMALL)
    assert clip(*words, "-o", tmp_path / "speed", "--speed", 0.5, "--fps", 5) == Status.FINE
    assert clip(*words, "-o", tmp_path / "rate", "--fps", 10) == Status.FINE
    shown, expected = (
        {each.name: each.read_bytes() for each in (tmp_path / folder).iterdir()}
        for folder in ("speed", "rate")
    )
    assert shown == expected
    assert len(set(shown.values())) == len(shown) > 4


@pytest.mark.parametrize(("ending", "most"), [(".mp4", 40), (".webm", 40), (".gif", 12)])
def test_videos_show_what_the_pictures_show(recording: Path, tmp_path: Path, ending: str, most: int) -> None:
    need("video", "av")
    import av  # noqa: PLC0415

    words = (recording, "--fps", 20, "--follow", HERO, *SMALL)
    assert clip(*words, "-o", tmp_path / f"out{ending}") == Status.FINE
    assert clip(*words, "-o", tmp_path / "out") == Status.FINE
    with av.open(str(tmp_path / f"out{ending}")) as video:
        frames = [(frame.time, frame.to_ndarray(format="rgb24")) for frame in video.decode(video=0)]
    assert [time for time, _ in frames] == pytest.approx([number / 20 for number in range(20)], abs=0.006)
    for number in (1, 10, 20):
        drawn = pixels(tmp_path / "out" / f"frame_{number:05}.png")
        difference = np.abs(frames[number - 1][1].astype(int) - drawn)
        assert np.percentile(difference, 95) < most
        assert difference.mean() < 4


def test_nothing_is_overwritten_without_being_told(recording: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    words = (recording, "-o", out, "--range", 0, 0, *SMALL)
    assert clip(*words) == Status.WRONG_USAGE
    assert "not empty; name another, or overwrite with --force" in capsys.readouterr().err
    assert clip(*words, "--force") == Status.FINE
    assert sorted(each.name for each in out.iterdir()) == ["frame_00001.png", "mine.txt"]


def test_a_damaged_recording_is_drawn_as_far_as_it_goes(recording: Path, tmp_path: Path, capsys) -> None:
    recording.write_bytes(recording.read_bytes()[:-7])
    assert clip(recording, "-o", tmp_path / "out", "--fps", 2, *SMALL) == Status.DAMAGED
    assert "19 complete frames" in capsys.readouterr().err
    assert len(list((tmp_path / "out").iterdir())) == 3


def uneven(path: Path) -> Path:
    """Write frames of many durations, one of none, that begin with another id after a cut."""
    scene = Scene()
    for k, delta in enumerate((0.02, 0.15, 0.05, 0.0, 0.3, 0.05)):
        add = [actor(HERO, "vehicle.tesla.model3", role_name="hero")] if k == 0 else []
        scene.frame(delta, add=add, poses=[pose(HERO, (4.0 * k, 0.0, 0.0))])
    return scene.save(path)


def test_recorded_frames_are_pictures_that_are_named_by_their_ids_and_listed(tmp_path: Path, capsys) -> None:
    path, out = uneven(tmp_path / "uneven.log"), tmp_path / "out"
    words = (path, "-o", out, "--fps", "recorded", "--follow", "hero", "--speed", 3, *SMALL)
    assert clip(*words, "--range", "#2", "-0.001") == Status.FINE
    said = capsys.readouterr().out
    with viewer.open_recording(path) as recording:
        times = recording.frames["elapsed"].tolist()
        ids = recording.frames["frame"].tolist()
    shown = [k for k in range(1, 6) if k == 5 or times[k + 1] > times[k]]
    with (out / "index.csv").open(newline="") as stream:
        rows = [(row["picture"], int(row["frame"]), float(row["elapsed"])) for row in csv.DictReader(stream)]
    listed = [(f"frame_{ids[k]:06}.png", ids[k], times[k]) for k in shown]
    assert rows == [each for each in listed if each[2] <= times[-1] - 0.001]
    assert sorted(each.name for each in out.glob("*.png")) == [name for name, _, _ in rows]
    assert f"{len(rows)} pictures" in said
    assert "1 frames without duration left out" in said


@pytest.mark.parametrize(("ending", "tolerance"), [(".mp4", 0.0001), (".webm", 0.001), (".gif", 0.01)])
def test_a_video_of_recorded_frames_shows_each_as_long_as_it_lasts(
    tmp_path: Path, ending: str, tolerance: float
) -> None:
    need("video", "av")
    import av  # noqa: PLC0415

    path = uneven(tmp_path / "uneven.log")
    words = (path, "-o", tmp_path / f"out{ending}", "--fps", "recorded", "--speed", 0.5, *SMALL)
    assert clip(*words) == Status.FINE
    with viewer.open_recording(path) as recording:
        times = sorted(set(recording.frames["elapsed"].tolist()))
    with av.open(str(tmp_path / f"out{ending}")) as video:
        shown = [frame.time for frame in video.decode(video=0)]
    assert shown == pytest.approx([2.0 * (each - times[0]) for each in times], abs=tolerance)


def test_time_frame_and_the_ring_of_an_event_stand_in_the_pictures(tmp_path: Path) -> None:
    scene = Scene()
    for k in range(8):
        add = [actor(HERO, "vehicle.tesla.model3", role_name="hero")] if k == 0 else []
        scene.frame(0.1, add=add, poses=[pose(HERO, (0.0, 0.0, 0.0))])
    path = scene.save(tmp_path / "standing.log")
    words = (path, "--fps", "recorded", "--center", "0,0", *SMALL)
    assert clip(*words, "-o", tmp_path / "plain") == Status.FINE
    assert clip(*words, "-o", tmp_path / "ring", "--ring", "0,0,0.4") == Status.FINE

    plain, ring = (
        [pixels(tmp_path / name / f"frame_{number:06}.png") for number in range(1, 9)]
        for name in ("plain", "ring")
    )
    for number in range(1, 8):
        changed = np.argwhere((plain[number - 1] != plain[number]).any(axis=2))
        assert len(changed)  # nobody moves, but time is told
        assert changed.max(axis=0).tolist() < [60, 300]
        ringed = np.argwhere((plain[number - 1] != ring[number - 1]).any(axis=2))
        assert bool(len(ringed)) == (number >= 5)
        if len(ringed):
            # It is around the middle; what is written gives way to it.
            assert (ringed.min(axis=0) < [120, 160]).all()
            assert (ringed.max(axis=0) > [120, 160]).all()
