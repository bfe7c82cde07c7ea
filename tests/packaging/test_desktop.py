"""What a desktop is told of the program, judged by the distribution's validators and by what reads it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from viewer.cli import main
from viewer.program import resource

DESKTOP = Path(__file__).parents[2] / "packaging" / "desktop"
sys.path.insert(0, str(DESKTOP))
import shares  # noqa: E402 - from the folder above

OWNER = shares.read_owner()
SAID = {
    "id": "org.example.CarlaReplayViewer",
    "licence": "MIT",
    "metadata_licence": "FSFAP",
    "homepage": "https://example.org",
    "issues": "https://example.org/issues",
    "developer": "A & B",
    "pictures": ["https://example.org/map.png", "https://example.org/list.png"],
}
RECORDING = resource("sample.log").read_bytes()[:4096]
TEXT = b"2026-11-26 14:46 started\n"
FILES = {
    "drive.log": (RECORDING, shares.TYPE),
    "drive.rec": (RECORDING, shares.TYPE),
    "drive": (RECORDING, shares.TYPE),
    "drive.bin": (RECORDING, shares.TYPE),
    "server.log": (TEXT, "text/x-log"),
}


_ASK_QT = """
import sys
from PySide6.QtCore import QMimeDatabase
print(QMimeDatabase().mimeTypeForFile(sys.argv[1]).name())
"""


def run(*command, **environment):
    """Run a program of the system; skip where it is not installed."""
    if sys.platform != "linux" or shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run(
        command, check=False, capture_output=True, text=True, env={**os.environ, **environment}
    )


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """Where everything is installed; the owner has said nothing yet."""
    folder = tmp_path_factory.mktemp("prefix")
    shares.main(folder)
    return folder


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """Where what needs nothing to be made lies, when the owner has said everything."""
    folder = tmp_path_factory.mktemp("said")
    for path, content in shares.shares(OWNER | SAID):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def test_the_man_page_is_shown_without_a_complaint(prefix):
    shown = run(
        "man", "--warnings", "-l", str(prefix / "share/man/man1/carla-replay-viewer.1.gz"), LC_ALL="C.UTF-8"
    )
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "carla-replay-viewer export [options] FILE" in shown.stdout
    assert {"FILES", "ENVIRONMENT"} <= set(shown.stdout.splitlines())


@pytest.mark.parametrize("where", ["prefix", "said"])
def test_the_entry_of_the_menu_is_valid(where, request):
    (entry,) = request.getfixturevalue(where).glob("share/applications/*")
    judged = run("desktop-file-validate", str(entry))
    assert (judged.returncode, judged.stdout) == (0, "")


def test_software_centres_accept_the_description(said):
    judged = run("appstreamcli", "validate-tree", "--no-net", str(said))
    assert judged.returncode == 0, judged.stdout


def test_what_the_owner_has_not_said_is_not_made_up(prefix):
    assert not [*prefix.glob("share/metainfo/*")]


@pytest.mark.parametrize("name", FILES)
def test_the_content_of_a_file_decides_whether_it_is_a_recording(prefix, name, tmp_path):
    data = prefix / "share"
    paths = f"{data}:/usr/local/share:/usr/share"
    assert run("update-mime-database", str(data / "mime"), XDG_DATA_DIRS=paths).returncode == 0
    content, kind = FILES[name]
    path = tmp_path / name
    path.write_bytes(content)
    told = run("gio", "info", "-a", "standard::content-type", str(path), XDG_DATA_DIRS=paths)
    assert told.stdout.split()[-1] == kind
    assert run(sys.executable, "-c", _ASK_QT, str(path), XDG_DATA_DIRS=paths).stdout.strip() == kind


# -- for one user


ODD = 'a $folder of `bits` "odd\\names" it\'s'


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The folder of the user's data; the program lies in a folder with a name that has to be quoted."""
    if sys.platform in ("win32", "darwin"):
        pytest.skip("the installer does it")
    program = tmp_path / ODD / "carla-replay-viewer"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" >"$(dirname "$0")/asked.part"\n'
                       'mv "$(dirname "$0")/asked.part" "$(dirname "$0")/asked"\n')  # fmt: skip
    program.chmod(0o755)
    monkeypatch.setattr("viewer.cli.desktop.launcher", lambda: program)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def files_below(folder):
    return {path for path in folder.rglob("*") if path.is_file()}


def test_one_command_tells_the_desktop_of_one_user_and_takes_it_back(own, tmp_path, capfd):
    run("update-mime-database", "--version")
    run("update-desktop-database", "--version")
    (own / "mime" / "packages").mkdir(parents=True)
    (own / "mime" / "packages" / "other.xml").write_text(
        '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info"/>'
    )
    assert main(["desktop", "--install"]) == 0
    listed = [Path(line) for line in capfd.readouterr().out.splitlines()]
    assert len(listed) == 6
    assert set(listed) <= files_below(own)
    (entry,) = own.glob("applications/*.desktop")
    assert run("desktop-file-validate", str(entry)).stdout == ""
    for name, (content, kind) in FILES.items():
        path = tmp_path / name
        path.write_bytes(content)
        told = run("gio", "info", "-a", "standard::content-type", str(path))
        assert told.stdout.split()[-1] == kind
    assert entry.name in run("gio", "mime", shares.TYPE).stdout

    assert main(["desktop", "--remove"]) == 0
    assert [Path(line) for line in capfd.readouterr().out.splitlines()] == listed
    assert not set(listed) & files_below(own)
    assert not (own / "icons").exists()
    assert (own / "mime" / "packages" / "other.xml").exists()
    told = run("gio", "info", "-a", "standard::content-type", str(tmp_path / "drive.rec"))
    assert told.stdout.split()[-1] != shares.TYPE
    assert main(["desktop", "--remove"]) == 0
    assert capfd.readouterr().out == ""


def test_the_entry_starts_the_program_wherever_it_lies(own, tmp_path):
    assert main(["desktop", "--install"]) == 0
    (entry,) = own.glob("applications/*.desktop")
    recording = tmp_path / "my drive.log"
    recording.touch()
    started = run("gio", "launch", str(entry), str(recording))
    assert started.returncode == 0, started.stderr
    asked = tmp_path / ODD / "asked"
    end = time.monotonic() + 60
    while not asked.exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert asked.read_text() == f"{recording}\n"


def test_what_is_missing_to_update_a_desktop_is_said(own, monkeypatch, capsys):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert main(["desktop", "--install"]) == 0
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 6
    assert [line.partition(" is not installed: ")[0] for line in said.err.splitlines()] == [
        "update-mime-database",
        "update-desktop-database",
    ]


@pytest.mark.parametrize("words", [[], ["--install", "--remove"], ["install"]])
def test_what_is_to_be_done_has_to_be_said(own, words, capsys):
    assert main(["desktop", *words]) == 2
    assert "--install" in capsys.readouterr().err
    assert not own.exists()


# -- pictures


def test_icons_have_every_size(prefix):
    for path in prefix.glob("share/icons/hicolor/*x*/*/*.png"):
        assert QImage(str(path)).width() == int(path.parts[-3].partition("x")[0])
    assert len([*prefix.glob("share/icons/hicolor/*x*/*/*.png")]) == 2 * len(shares._SIZES)  # noqa: SLF001


def test_a_file_manager_gets_its_thumbnail(prefix, tmp_path):
    (entry,) = prefix.glob("share/thumbnailers/*")
    line = next(line for line in entry.read_text().splitlines() if line.startswith("Exec="))
    picture = tmp_path / "thumbnail"  # GNOME's has no ending
    words = {"%i": str(resource("sample.log")), "%o": str(picture), "%sx%s": "128x128"}
    _, *arguments = [words.get(word, word) for word in line.removeprefix("Exec=").split()]
    made = run(sys.executable, "-m", "viewer", *arguments)
    assert made.returncode == 0, made.stderr
    assert QImage(str(picture), "PNG").width() == 128
