"""Names that are no UTF-8, as archives from Chinese Windows leave them: kept, or refused, never changed."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.every_command import CALLS, write_sources
from tests.scenes import street
from tests.ui.conftest import make_viewer, turn, viewer
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.notes import Note
from viewer.ui.exports.writer import ExportWriter

__all__ = ["make_viewer", "viewer"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")

ODD = os.fsdecode("录制一".encode("gbk"))
REFUSED = {"replay-file": "CARLA's client takes no name that is not UTF-8", "library": "name is UTF-8"}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    folder = tmp_path / ODD
    folder.mkdir()
    write_sources(folder)
    return street().save(folder / f"{ODD}.log")


def odd_words(words: list[str], out: Path) -> list[str]:
    """Return arguments in which what is written is called by an odd name, too."""
    return [
        str(out / f"{ODD}{Path(word).name}") if Path(word).parent == out and Path(word).suffix else word
        for word in words
    ]


@pytest.mark.parametrize("name", CALLS)
def test_every_command_reads_and_writes_under_such_names(name: str, log: Path, tmp_path: Path, capfd) -> None:
    call, out = CALLS[name], tmp_path / f"out {ODD}"
    if not call.possible:
        pytest.skip("the extra is not installed")
    out.mkdir()
    before = {*tmp_path.iterdir()}
    status = main(odd_words(call.filled(log, out), out))
    told = capfd.readouterr()
    assert {*tmp_path.iterdir()} == before, "nothing is written under another name"
    told.out.encode()  # it is text
    if call.words[0] in REFUSED:
        assert status == Status.WRONG_USAGE
        assert REFUSED[call.words[0]] in told.err
        return
    assert status == Status.FINE, told.err
    if call.written:
        (written,) = out.iterdir()
        assert ODD in written.name or "." not in call.written
    if "--json" in call.words:
        document = json.loads(told.out)
        named = document["a"] if "a" in document else document[0]
        assert ODD.encode(errors="backslashreplace").decode() in named["file"]


def test_a_folder_of_such_names_is_a_library(log: Path, tmp_path: Path, capfd) -> None:
    if not CALLS["library"].possible:
        pytest.skip("the extra is not installed")
    words = ["library", str(log.parent), "--library", str(tmp_path / "kept"), "--jobs", "1", "--json"]
    for _ in range(2):
        assert main(words) == Status.FINE
        (row,) = json.loads(capfd.readouterr().out)
        assert row["error"] is None
        assert row["path"] == str(log).encode(errors="backslashreplace").decode()


def test_the_window_opens_one_keeps_its_notes_and_finds_it_again(make_viewer, log: Path, qtbot) -> None:
    first = make_viewer()
    first.workspace.open(log)
    qtbot.waitUntil(lambda: first.recording.index is not None and not first.recording.busy)
    qtbot.waitUntil(lambda: not first.notes.loading)
    assert ODD.encode(errors="backslashreplace").decode() in first.window.windowTitle()
    writer, table = ExportWriter(), log.with_suffix(".csv")
    with qtbot.waitSignal(writer.written, timeout=60_000):
        writer.write(["export", str(log), "--to", "csv", "-o", str(table)], table)
    assert table.stat().st_size > 1000
    first.notes.add(Note(0.1, text="brakes late"))
    kept = log.with_name(f"{log.name}.notes.json")
    qtbot.waitUntil(kept.exists)
    json.loads(kept.read_bytes())["recording"]["name"].encode()
    first.window.actions_by_id["reload"].trigger()
    qtbot.waitUntil(lambda: first.recording.index is not None and not first.recording.busy)
    turn()
    assert [note.text for note in first.notes.notes] == ["brakes late"]
    second = make_viewer()
    assert [each.path for each in second.workspace.settings.recent][:1] == [log]
