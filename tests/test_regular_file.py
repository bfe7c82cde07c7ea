"""Whatever stands in the place of a file that is read beside a recording, its reader says so, and goes on."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.scenes import street
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.logfile.source import LogFile
from viewer.notes import Sidecar, sidecar_path
from viewer.notes.sidecar import Trouble

METRIC = """
from srunner.metrics.examples.basic_metric import BasicMetric

class Nothing(BasicMetric):
    def _create_metric(self, town_map, log, criteria):
        print("done")
"""


def _too_long(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _link_to_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to(path.with_name("pipe"))


NO_FILES = {
    "a pipe": (_pipe, "not a regular file"),
    "a link to a pipe": (_link_to_pipe, "not a regular file"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "not a regular file"),
    "a folder": (lambda path: path.mkdir(), "a folder"),
    "a link to itself": (lambda path: path.symlink_to(path), "itself"),
    "a terabyte": (_too_long, "longer than"),
}
if not Path("/dev/zero").exists():
    NO_FILES = {"a folder": NO_FILES["a folder"]}
NO_TEXTS = {
    "brackets": b"[" * 100_000,
    "objects": b'{"a":' * 100_000,
    "a number of 5000 digits": b'{"a": ' + b"9" * 5000 + b"}",
    "no UTF-8": b'{"a": "\xff\xfe"}',
    "a half": b'{"a": ',
    "zeros": bytes(1000),
}


@pytest.fixture
def recording(tmp_path):
    return street().save(tmp_path / "street.log")


def commands(recording: Path) -> dict[str, tuple[list[str], str]]:
    """Return commands that read another file, which is named last, and the name that they give it."""
    script = recording.with_name("metric.py")
    script.write_text(METRIC, encoding="utf-8")
    return {
        "thresholds": ["events", str(recording), "--thresholds"],
        "criteria": ["metrics", str(recording), "--metric", str(script), "--criteria"],
        "map": ["events", str(recording), "--roads"],
        "recording": ["info"],
    }


@pytest.mark.parametrize("reader", ["thresholds", "criteria", "map", "recording"])
@pytest.mark.parametrize(("make", "words"), NO_FILES.values(), ids=NO_FILES)
def test_a_command_names_what_is_no_file(recording, capfd, reader, make, words):
    path = recording.with_name("other")
    make(path)
    if reader in {"map", "recording"} and words in {"longer than", "a folder"}:
        return  # a map and a recording are read piece by piece, and a folder has recordings in it
    assert main([*commands(recording)[reader], str(path)]) in {Status.WRONG_USAGE, Status.NOTHING}
    said = capfd.readouterr().err
    assert words in said
    assert "other" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("reader", ["thresholds", "criteria"])
@pytest.mark.parametrize("data", NO_TEXTS.values(), ids=NO_TEXTS)
def test_a_command_names_what_is_no_text_of_its_kind(recording, capfd, reader, data):
    path = recording.with_name("other")
    path.write_bytes(data)
    assert main([*commands(recording)[reader], str(path)]) == Status.WRONG_USAGE
    said = capfd.readouterr().err
    assert str(path) in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    "make",
    [make for make, _ in NO_FILES.values()]
    + [lambda path, data=data: path.write_bytes(data) for data in NO_TEXTS.values()],
    ids=[*NO_FILES, *NO_TEXTS],
)
def test_results_beside_a_recording_are_named_and_the_rest_is_told(recording, capsys, make):
    path = recording.with_suffix(".json")
    make(path)
    assert main(["events", str(recording), "--criteria", "--json"]) == Status.FINE
    (document,) = json.loads(capsys.readouterr().out)
    (trouble,) = document["criteria"]["troubles"]
    assert trouble.startswith(f"{path}: ")


@pytest.mark.parametrize(("make", "words"), NO_FILES.values(), ids=NO_FILES)
def test_notes_that_are_no_file_are_named_and_kept_elsewhere(recording, tmp_path, make, words):
    place, other = sidecar_path(recording), tmp_path / "data" / "notes.json"
    make(place)
    with LogFile(recording) as file:
        kept = Sidecar(file, [place, other]).load()
    (problem,) = kept.problems
    assert (problem.kind, problem.path) == (Trouble.UNREADABLE, place)
    assert words in problem.reason
