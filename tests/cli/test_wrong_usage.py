"""What cannot be followed is said on the error stream in words that name it; nothing is written."""

from __future__ import annotations

import pytest

from tests.extras import need
from tests.scenes import street
from viewer.cli import main
from viewer.cli.terminal import Status

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
    "events {file} --results {no}.json": "no.json: there is no such file",
    "events {file} --criteria --results {no}.json": "no.json: there is no such file",
    "events {file} --criteria --results {folder}": "folder: this is a folder",
    "events {file} --routes {no}.xml": "no.xml: there is no such file",
    "events": "FILE",
    "export {file} -o {out}": "--to",
    "export {file} --to csv": "-o",
    "export {file} --to doc -o {out}": "'doc'",
    "export {file} --to csv -o {out} --actors 1,x": "'x'",
    "export {file} --to csv -o {out} --actors {many}": "{many}",
    "export {file} --to csv -o {file}": "recording.log",
    "cut {file}": "-o",
    "cut {file} -o {text}": "exists already",
    "cut {file} -o {file} --force": "recording.log",
    "cut {file} -o {out} --as-hero 7": "7",
    "clip {file} -o {out}.mp4 --follow 7": "7",
    "clip {file} -o {out}.mp4 --size 640": "'640'",
    "clip {file} -o {out}.mp4 --size 16x15": "16x16",
    "clip {file} -o {out}.mp4 --size 16385x16": "16384",
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
    "export {file} --to csv -o {out} --range 5 6": "5 s is after the end: the recording has 0.950 s.",
    "export {file} --to csv -o {out} --range #9 #3": "ends at 0.100 s, before it begins at 0.400 s.",
    "export {file} --to csv -o {out} --range noon 1": "no time",
    "export {file} --to csv -o {out} --actors 7,8": "there is no actor 7.",
    "export {file} --to csv -o {out} --actors ego": "give an id, hero, or role=NAME",
    "export {file} --to csv -o {out} --table doors": "nothing for the table doors",
    "export {file} --to csv -o {out} --table poises": "there is no table poises; it has actors, ",
    "export {file} --to csv -o {out} --table poses,actors": "csv holds one table",
    "export {file} --to jsonl -o {out} --table actors": "tables and signals go to csv or parquet",
    "export {file} --to xosc -o {out} --actors 107": "no vehicle and no walker",
    "export {file} --to csv -o {out} --signals distance": "about two actors",
    "export {file} --to csv -o {out} --signals spede": "no signal 'spede'",
    "export {file} --to csv -o {text}": "it exists already; name another, or overwrite with --force.",
    "export {file} --to csv -o {file} --force": "a recording is not overwritten by what is made of it",
    "export {folder} --to csv -o {out}": "there is no recording in this folder",
    "cut {file} -o {out} --as-hero 105": "actor 105 cannot be the hero: it is a traffic light.",
    "cut {file} -o {out} --as-hero 110 --range #16 #18": "actor 110 cannot be the hero: it is not there",
    "cut {file} -o {out} --only 7": "there is no actor 7.",
    "cut {file} -o {out} --only 1 --without 2": "not allowed with",
    "cut {file} -o {out} --range 1 2": "after the end",
    "clip {file} -o {out}.avi": "'.avi' is no video that can be written: use .mp4, .webm, .gif",
    "clip {file} -o {out}.mp4 --size 321x240": "needs an even width and height",
    "clip {file} -o {out}.gif --fps 60": "at most 50 pictures a second",
    "clip {file} -o {out} --fps 0": "'0' is no number above 0",
    "clip {file} -o {out}.mp4 --routes {no}.xml": "no.xml: there is no such file",
    "clip {file} -o {out} --range 5 6": "after the end",
    "clip {file} -o {out} --range 0.5 0.1": "ends at 0.100 s, before it begins at 0.500 s",
    "clip {file} -o {out} --follow 7": "there is no actor 7",
    "clip {file} -o {out} --window --size 300x200": "the window needs at least",
    "clip {file} -o {out} --roads {no}.xodr": "no such file",
    "render {file} -o {out}.png --at noon": "no time",
    "render {file} -o {out}.png --at 99": "after the end",
    "render {file} -o {out}.png --at #99": "no frame 99: frames count from 1 to 20",
    "render {file} -o {out}.png --at #0": "no frame 0: frames count from 1 to 20",
    "render {file} -o {out}.png --at collision:2": "no collision 2",
    "render {file} -o {out}.png --select 7": "no actor 7",
    "render {file} -o {out}.png --select -7": "--select",
    "render {file} -o {out}.png --center nowhere": "no place",
    "render {file} -o {out}.png --center 7": "no actor 7",
    "render {file} -o {out}.png --span -1": "length",
    "render {file} -o {out}.png --size 0x0": "no size",
    "render {file} -o {out}.png --size 99999x10": "from 16x16 to 16384x16384",
    "render {file} -o {out}.png --window --size 300x200": "the window needs at least",
    "info {file} --style 0.9.13": "invalid choice: '0.9.13'",
    "info {file} --all --json": "--all is for the text",
    "collisions {file} --types hx": "'hx' are no types: give two of the letters o, v, w, t, h, a",
    "collisions {file} --types v": "'v' are no types",
    "collisions {folder}": "there is no recording in this folder",
    "blocked {file} --min-time -1": "'-1' is no number from 0 on",
    "blocked {file} --min-distance nan": "'nan' is no number from 0 on",
    "blocked {file} --everybody": "--everybody goes with --json",
    "replay-file {file} --at 3 --range 1 2": "--at and --range exclude each other",
    "replay-file {file} --at 99": "99 s is after the end",
    "replay-file {file} --range 0.2 0.1": "the range ends at 0.100 s, before it begins at 0.200 s",
    "replay-file {file} --follow 9": "there is no actor 9",
    "replay-file {file} --follow ego": "'ego' is no actor",
    "replay-file {file} --server D:\\logs": "is no pair of folders",
    "metrics {file}": "--metric",
    "metrics {file} --metric {no}.py": "no.py",
    "metrics {file} --metric {text}": "text.txt",
    "check {file} --repair {file}": "recording.log",
    "check {file} --repair {text}": "exists already",
    "check {file} {file} --repair {out}": "--repair",
    "check": "FILE",
    "--at noon {file}": "noon",
    "evnts {file}": "did you mean 'events'?",
    "evnts {file} --fail-on collision": "did you mean 'events'?",
    "exprt {file}": "did you mean 'export'?",
    "{no}.log": "no.log: there is no such file or folder",
    "{file} {no}.log": "no.log: there is no such file or folder",
    "{file} --roads {no}.xodr": "no.xodr: there is no such file",
    "metrics {file} --metric {text} --criteria {no}.json": "no.json: there is no such file",
}


@pytest.mark.parametrize("words", WRONG)
def test_it_is_refused_in_words_that_name_it(words, tmp_path, capsys):
    if ".mp4" in words or ".gif" in words:
        need("video", "av")
    if "xosc" in words:
        need("xosc", "scenariogeneration")
    street().save(tmp_path / "recording.log")
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
