"""Bare roots: removed only when nothing else can be in them."""

from __future__ import annotations

import pytest
from starter.messages import StopError
from suites import roots


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "sid.trial"
    (folder / "home").mkdir(parents=True)
    (folder / "home" / "file").touch()
    return folder


def test_a_root_is_removed(root):
    roots.remove(root)
    assert not root.exists()
    roots.remove(root)  # what is not there is no matter


def test_what_links_lead_to_is_left(root, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").touch()
    (root / "home" / "link").symlink_to(tmp_path / "mine")
    roots.remove(root)
    assert (tmp_path / "mine" / "file").exists()


def test_a_root_in_which_something_is_mounted_is_left(root, tmp_path, monkeypatch):
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "21 1 254:0 / / rw - ext4 /dev/vda rw\n"
        f"60 21 254:0 /home {root}/home rw shared:1 - ext4 /dev/vda rw\n"
    )
    monkeypatch.setattr(roots, "_MOUNTS", mounts)
    with pytest.raises(StopError, match="home is mounted in it"):
        roots.remove(root)
    assert (root / "home" / "file").exists()


def test_a_root_in_which_something_runs_is_left(root, tmp_path, monkeypatch):
    (tmp_path / "proc" / "4711").mkdir(parents=True)
    (tmp_path / "proc" / "4711" / "root").symlink_to(root)
    monkeypatch.setattr(roots, "_PROCESSES", tmp_path / "proc")
    monkeypatch.setattr(roots, "_PATIENCE", 0.0)
    with pytest.raises(StopError, match=r"processes run in it \(4711\)"):
        roots.remove(root)
    assert (root / "home" / "file").exists()


def test_a_base_is_made_once(tmp_path):
    (tmp_path / "sid").mkdir()
    assert roots.make_base("sid", tmp_path, "http://nowhere.invalid") == tmp_path / "sid"


def test_what_debootstrap_says_is_shown_and_nothing_half_done_stays(tmp_path, monkeypatch):
    (tmp_path / "debootstrap").write_text("#!/bin/sh\necho E: no such suite\nexit 1\n")
    (tmp_path / "debootstrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StopError, match="no such suite"):
        roots.make_base("dis", tmp_path, "http://nowhere.invalid")
    assert not (tmp_path / "dis").exists()
