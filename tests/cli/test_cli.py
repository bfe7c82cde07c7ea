"""The commands as a shell calls them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

import viewer.cli
from tests.scenes import HERO, OTHER
from viewer.cli import main
from viewer.cli.terminal import Status


def run(*words: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, without a display unless one is named."""
    environment = {name: value for name, value in os.environ.items() if name not in _DISPLAY} | variables
    return subprocess.run(
        [sys.executable, "-m", "viewer", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=60,
    )


_DISPLAY = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}


def test_render_centers_on_the_hero_in_its_colour(recording: Path, tmp_path: Path) -> None:
    picture = tmp_path / "out.png"
    words = [str(recording), "--center", "hero", "--span", "40", "--size", "640x480", "--theme", "light"]
    assert main(["render", *words, "-o", str(picture)]) == Status.FINE
    assert QImage(str(picture)).pixelColor(320, 240).name() == "#a07000"


def test_render_centers_on_an_actor_where_it_is(recording: Path, tmp_path: Path) -> None:
    drawn = []
    for number, center in enumerate((str(OTHER), "5,2", "2,5")):
        picture = tmp_path / f"{number}.png"
        words = [str(recording), "--center", center, "--span", "40", "--size", "640x480"]
        assert main(["render", *words, "-o", str(picture)]) == Status.FINE
        drawn.append(QImage(str(picture)))
    assert drawn[0] == drawn[1] != drawn[2]


def test_render_draws_the_whole_window(recording: Path, tmp_path: Path) -> None:
    picture = tmp_path / "out.png"
    words = ["render", str(recording), "--window", "--select", str(HERO), "-o", str(picture)]
    assert main(words) == Status.FINE
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (1600, 1000)
    assert image.pixelColor(5, 990).name() == "#14171c"


def test_a_cut_recording_is_drawn_and_the_status_says_that_it_is_damaged(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording.write_bytes(recording.read_bytes()[:-7])
    picture = tmp_path / "out.png"
    assert main(["render", str(recording), "-o", str(picture)]) == Status.DAMAGED
    assert picture.exists()
    assert "19 complete frames" in capsys.readouterr().err


def test_negative_numbers_are_values(recording: Path, tmp_path: Path) -> None:
    picture = tmp_path / "out.png"
    words = [str(recording), "--center", "-6,130", "--at", "-0.1", "--span", "40", "-o", str(picture)]
    assert main(["render", *words]) == Status.FINE
    assert main(["render", *words, "--select", "-7"]) == Status.WRONG_USAGE


def test_a_moment_after_the_end_of_a_cut_recording_tells_of_the_damage(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording.write_bytes(recording.read_bytes()[:-7])
    words = ["render", str(recording), "--at", "0.95", "-o", str(tmp_path / "out.png")]
    assert main(words) == Status.WRONG_USAGE
    message = capsys.readouterr().err
    assert "0.95 s is after the end: the recording has 0.900 s" in message
    assert "It is damaged: VehicleLight reaches beyond the end of the file." in message


def test_render_says_nothing_and_leaves_nothing_behind(
    recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    result = run("render", recording, "--window", "-o", tmp_path / "out.png")
    assert (result.returncode, result.stdout, result.stderr) == (Status.FINE, "", "")
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_picture_that_cannot_be_written_is_told(
    recording: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "no").touch()
    assert main(["render", str(recording), "-o", str(tmp_path / "no" / "out.png")]) == Status.WRONG_USAGE
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "info", "collisions", "events", "export", "cut", "render"])
def test_names_of_files_are_printed_escaped(command: str, tmp_path: Path, capfd) -> None:
    """What would break the line or colour the terminal; other scripts and spaces are as they are."""
    path = tmp_path / "a\nb\x1b[31m é 日.log"
    asked = {"export": ["--to", "csv", "-o", "{}"], "cut": ["-o", "{}"], "render": ["-o", "{}"]}
    out = tmp_path / "out\r"
    assert (
        main([command, str(path), *(each.format(out) for each in asked.get(command, []))]) == Status.NOTHING
    )
    told = "".join(capfd.readouterr())
    assert "a\\nb\\x1b[31m é 日.log: there is no such file" in told
    assert not set(told) & {"\x1b", "\r"}
    assert all(line.startswith(("  ", "a\\nb", str(tmp_path))) for line in told.splitlines())


def test_every_command_is_listed_and_explains_itself(capsys):
    """Each is in the program's help with what it does, and has a help of its own."""
    assert main(["--help"]) == Status.FINE
    listed = capsys.readouterr().out
    for command, summary in viewer.cli.COMMANDS.items():
        assert f"  {command:13}{summary}" in listed
        assert main([command, "--help"]) == Status.FINE
        assert capsys.readouterr().out.startswith(f"usage: carla-replay-viewer {command} ")
