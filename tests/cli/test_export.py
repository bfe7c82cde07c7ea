"""``export`` and ``cut`` as a shell sees them."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

import viewer
from tests.extras import need
from tests.scenes import HERO, LATE, street
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.export.formats import FORMATS
from viewer.installation import how_to_install


def export(*words: object) -> int:
    return main(["export", *map(str, words)])


def cut(*words: object) -> int:
    return main(["cut", *map(str, words)])


def frames_in(path: Path) -> list[str]:
    with path.open(newline="") as stream:
        return sorted({row["frame"] for row in csv.DictReader(stream)}, key=int)


def test_a_table_is_written_and_said(recording: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.csv"
    assert export(recording, "--to", "csv", "-o", out, "--actors", f"{HERO},{LATE}") == Status.FINE
    assert capsys.readouterr() == (f"street.log: 20 frames written to {out}\n", "")
    assert out.read_text().startswith("frame,elapsed,actor_id,x,y,z,pitch,yaw,roll\n1,0.0,101,0,0,0.1")


@pytest.mark.parametrize(
    ("span", "frames"),
    [
        (("#3", "#5"), ["3", "4", "5"]),
        (("0.1", "0.2"), ["3", "4", "5"]),
        (("collision:1", "50 %"), ["10"]),
        (("-0.1", "100 %"), ["18", "19", "20"]),
        (("0.06", "0.07"), ["2"]),
        (("0:00:00.9", "100 %"), ["19", "20"]),
    ],
)
def test_ranges_in_any_form_of_time(recording: Path, tmp_path: Path, span, frames) -> None:
    out = tmp_path / "out.csv"
    assert export(recording, "--to", "csv", "-o", out, "--range", *span) == Status.FINE
    assert frames_in(out) == frames


def test_several_files_and_folders(recording: Path, tmp_path: Path, capsys) -> None:
    runs = tmp_path / "runs"
    runs.mkdir()
    for number in (10, 9):
        street(number).save(runs / f"run{number}.log")
    (runs / "notes.txt").write_text("no recording")
    (tmp_path / "out").mkdir()
    pattern = tmp_path / "out" / "{number}_{name}.csv"
    assert export(recording, runs, "--to", "csv", "-o", pattern) == Status.FINE
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == [
        "1_street.csv", "2_run9.csv", "3_run10.csv",
    ]  # fmt: skip
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert export(recording, runs, "--to", "jsonl", "-o", tmp_path / "out") == Status.FINE
    assert {each.name for each in (tmp_path / "out").glob("*.jsonl")} == {
        "street.jsonl", "run9.jsonl", "run10.jsonl",
    }  # fmt: skip


def test_what_is_wrong_with_one_file_does_not_keep_the_others(
    recording: Path, tmp_path: Path, capsys
) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("This is no recording at all.")
    damaged = street().save(tmp_path / "damaged.log")
    damaged.write_bytes(damaged.read_bytes()[:-7])
    words = (recording, other, damaged, "--to", "csv", "-o", tmp_path / "{name}.csv")
    assert export(*words) == Status.NOTHING
    out, err = capsys.readouterr()
    assert [line.partition(":")[0] for line in out.splitlines()] == ["street.log", "damaged.log"]
    assert "notes.txt: this is not a CARLA recording" in err
    assert "damaged.log: VehicleLight reaches beyond the end of the file; 19 complete frames" in err


def test_a_damaged_recording_is_exported_as_far_as_it_goes(recording: Path, tmp_path: Path, capsys) -> None:
    recording.write_bytes(recording.read_bytes()[:-7])
    assert export(recording, "--to", "csv", "-o", tmp_path / "out.csv") == Status.DAMAGED
    assert frames_in(tmp_path / "out.csv")[-1] == "19"
    assert cut(recording, "-o", tmp_path / "cut.log") == Status.DAMAGED
    with viewer.open_recording(tmp_path / "cut.log") as whole:
        assert [each for each in whole.problems if each.damage] == []
        assert len(whole.frames) == 19


@pytest.mark.parametrize(
    "form", [each for each in FORMATS.values() if each.extra], ids=lambda form: form.name
)
def test_a_missing_extra_is_named_with_the_line_that_installs_it(
    form, recording: Path, tmp_path: Path, capsys, monkeypatch
) -> None:
    monkeypatch.setitem(sys.modules, form.modules[0], None)
    assert export(recording, "--to", form.name, "-o", tmp_path / f"out{form.ending}") == Status.WRONG_USAGE
    message = f"{form.name} needs {form.modules[0]}"
    err = capsys.readouterr().err
    assert err.startswith(message)
    assert err.endswith(f"not installed: {how_to_install(form.extra)}.\n")


def test_an_extra_that_cannot_be_imported_is_said(
    recording: Path, tmp_path: Path, capsys, monkeypatch
) -> None:
    def write(*_arguments: object) -> None:
        raise ImportError("No module named 'thrift'")

    need("parquet", "pyarrow")
    monkeypatch.setattr("viewer.export.to_parquet.write", write)
    assert export(recording, "--to", "parquet", "-o", tmp_path / "out") == Status.WRONG_USAGE
    said = f"parquet: No module named 'thrift': {how_to_install('parquet')}.\n"
    assert capsys.readouterr().err == f"street.log: {said}"
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "xosc"])
def test_a_name_that_is_no_text_is_written_and_said(
    recording: Path, tmp_path: Path, capsys, form: str
) -> None:
    if form in ("parquet", "xosc"):
        need(form, {"parquet": "pyarrow", "xosc": "scenariogeneration"}[form])
    odd = recording.rename(tmp_path / "caf\udce9.log")
    assert export(odd, "--to", form, "-o", tmp_path / f"out.{form}") == Status.FINE
    assert capsys.readouterr().out.startswith(r"caf\udce9.log: 20 frames written to")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_said(recording: Path, tmp_path: Path, capsys, monkeypatch) -> None:
    target = tmp_path / "out.csv"
    monkeypatch.setattr("os.getpid", lambda: 7)
    (tmp_path / "out.csv.7.part").symlink_to("/dev/full")
    assert export(recording, "--to", "csv", "-o", target) == Status.WRONG_USAGE
    assert "cannot be written: No space left on device." in capsys.readouterr().err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["street.log"]


def test_ctrl_c_leaves_nothing(recording: Path, tmp_path: Path, monkeypatch) -> None:
    def interrupt(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("viewer.cli.terminal.Progress.show", interrupt)
    assert export(recording, "--to", "jsonl", "-o", tmp_path / "out.jsonl") == 130
    assert cut(recording, "-o", tmp_path / "cut.log") == 130
    assert [each.name for each in tmp_path.iterdir()] == ["street.log"]


def test_cut_writes_a_recording_and_says_what_is_not_in_it(recording: Path, tmp_path: Path, capsys) -> None:
    target = tmp_path / "cut.log"
    words = ("--range", "#5", "#12", "--only", HERO, "--map", "Town05")
    assert cut(recording, "-o", target, *words) == Status.FINE
    out, err = capsys.readouterr()
    assert out == (
        f"street.log: 9 frames, 0.400 s, 2 actors at the start, written to {target}; left out: 8 actors, "
        "2 collisions with who is not there\n"
    )
    assert err == ""
    assert main(["check", str(target)]) == Status.FINE
    with viewer.open_recording(target) as written:
        assert written.header.map == "Town05"
        assert len(written.frames) == 9
