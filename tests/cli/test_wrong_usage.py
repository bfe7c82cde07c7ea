"""What cannot be followed is said on the error stream in words that name it; nothing is written."""

from __future__ import annotations

import pytest

from tests.extras import need
from tests.scenes import street
from viewer.cli import main
from viewer.cli.status import Status

MANY = "9" * 12

WRONG = {
    "events {file} --set ttc": "ttc",
    "events {file} --set ttd=1": "ttd",
    "events {file} --set ttc=-1": "ttc",
    "events {file} --thresholds {no}.toml": "no.toml",
    "events {file} --thresholds {text}": "text.txt",
    "events {file} --roads {no}.xodr": "no.xodr",
    "events {file} --roads {text}": "text.txt",
    "events {file} --kind collision,nothing": "'nothing'",
    "events {file} --kind ,": "no kind",
    "events {file} --fail-on nothing": "'nothing'",
    "events {file} --for me": "'me'",
    "events {file} --hero me": "'me'",
    "events {file} --allow-not-judged": "--fail-on",
    "events {file} --results {text}": "--criteria",
    "events {file} --json --csv": "--csv",
    "events {file} --junit {folder}": "name a file",
    "events {file} --junit {file}": "is not overwritten",
    "events": "FILE",
    "export {file} -o {out}": "--to",
    "export {file} --to csv": "-o",
    "export {file} --to doc -o {out}": "'doc'",
    "export {file} --to csv -o {out} --range 1 noon": "noon",
    "export {file} --to csv -o {out} --range 9 10": "after the end",
    "export {file} --to csv -o {out} --range 0.1 0.05": "0.05",
    "export {file} --to csv -o {out} --actors 1,x": "'x'",
    "export {file} --to csv -o {out} --actors {many}": "{many}",
    "export {file} --to csv -o {out} --signals height_of_joy": "height_of_joy",
    "export {file} --to csv -o {file}": "recording.log",
    "export {file} --to csv -o {text}": "exists already",
    "export {file} --to csv -o {folder}/none/out.csv": "none",
    "cut {file}": "-o",
    "cut {file} -o {text}": "exists already",
    "cut {file} -o {file} --force": "recording.log",
    "cut {file} -o {out} --only 1 --without 2": "--without",
    "cut {file} -o {out} --range 0.1 0.05": "0.05",
    "cut {file} -o {out} --as-hero 7": "7",
    "clip {file} -o {out}.mp4 --follow 7": "7",
    "clip {file} -o {out}.mp4 --size 640": "'640'",
    "clip {file} -o {out}.mp4 --size 16x15": "16x16",
    "clip {file} -o {out}.mp4 --size 16385x16": "16384",
    "clip {file} -o {out}.mp4 --fps 0": "'0'",
    "clip {file} -o {out}.mp4 --speed 1001": "'1001'",
    "clip {file} -o {out}.mp4 --span 1e6": "'1e6'",
    "clip {file} -o {out}.mp4 --span wide": "'wide'",
    "clip {file} -o {out}.mp4 --theme blue": "'blue'",
    "render {file}": "-o",
    "render {file} -o {out}.png --roads {no}.xodr": "no.xodr",
    "render {file} -o {out}.png --center 1,2,3": "'1,2,3'",
    "render {file} -o {out}.png --center 1,1e6": "'1,1e6'",
    "render {file} -o {out}.png --center 1,x": "'1,x'",
    "render {file} -o {out}.png --center {many}": "{many}",
    "render {file} -o {out}.png --span 0": "'0'",
    "metrics {file}": "--metric",
    "metrics {file} --metric {no}.py": "no.py",
    "metrics {file} --metric {text}": "text.txt",
    "check {file} --repair {file}": "recording.log",
    "check {file} --repair {text}": "exists already",
    "check {file} {file} --repair {out}": "--repair",
    "check": "FILE",
    "info {file} --style 1.2": "'1.2'",
    "info {file} --json --all": "--all",
    "collisions {file} --types xyz": "xyz",
    "blocked {file} --min-time soon": "soon",
    "--at noon {file}": "noon",
}


@pytest.mark.parametrize("words", WRONG)
def test_it_is_refused_in_words_that_name_it(words, tmp_path, capsys):
    if "--follow" in words:  # whom it is about is looked for when all else is there
        need("video", "av")
    street(4).save(tmp_path / "recording.log")
    (tmp_path / "text.txt").write_text("no = [\n", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    names = {
        "file": tmp_path / "recording.log",
        "text": tmp_path / "text.txt",
        "folder": tmp_path / "folder",
        "out": tmp_path / "out",
        "no": tmp_path / "no",
        "many": MANY,
    }
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}
    assert main(words.format(**names).split()) == Status.WRONG_USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert WRONG[words].format(**names) in err
    assert err.strip()
    assert "Traceback" not in err
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")} == before
