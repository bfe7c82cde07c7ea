"""What a desktop is told of the program, judged by the distribution's validators and by what reads it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from viewer.program import resource

DESKTOP = Path(__file__).parents[2] / "packaging" / "desktop"
sys.path.insert(0, str(DESKTOP))
import man_page  # noqa: E402 - from the folder above
import shares  # noqa: E402 - the same

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


def test_the_man_page_is_made_of_the_help_that_there_is():
    assert man_page.page() == man_page.PAGE.read_text(encoding="utf-8"), (
        "write it anew: python packaging/desktop/man_page.py"
    )


def test_the_man_page_is_shown_without_a_complaint(prefix):
    shown = run(
        "man", "--warnings", "-l", str(prefix / "share/man/man1/carla-replay-viewer.1"), LC_ALL="C.UTF-8"
    )
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "carla-replay-viewer export [options] FILE" in shown.stdout


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
