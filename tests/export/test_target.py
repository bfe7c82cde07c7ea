from __future__ import annotations

import pytest

from viewer.export.errors import ExportError
from viewer.export.target import check_target, replacing


def test_a_file_takes_its_place_when_all_went_well(tmp_path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")
    with replacing(target) as partial:
        partial.write_text("new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_missing_folders_are_made(tmp_path) -> None:
    target = tmp_path / "a" / "b" / "out.txt"
    with replacing(target) as partial:
        partial.write_text("new")
    assert target.read_text() == "new"


@pytest.mark.parametrize("folder", [False, True])
def test_nothing_is_left_of_what_fails(tmp_path, folder) -> None:
    def fail() -> None:
        with replacing(tmp_path / "out", folder=folder) as partial:
            (partial / "a" if folder else partial).write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_keeps_what_is_not_written_anew(tmp_path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    for name in ("a", "b"):
        (target / name).write_text("old")
    with replacing(target, folder=True) as partial:
        (partial / "a").write_text("new")
    assert {each.name: each.read_text() for each in target.iterdir()} == {"a": "new", "b": "old"}
    assert list(tmp_path.iterdir()) == [target]


def test_what_may_not_be_written(tmp_path) -> None:
    source, folder, link = tmp_path / "run.log", tmp_path / "folder", tmp_path / "link.log"
    source.write_text("recording")
    folder.mkdir()
    link.symlink_to(source)
    for target, overwrite, is_folder, words in (
        (source, True, False, "not overwritten by what is made of it"),
        (link, True, False, "not overwritten by what is made of it"),
        (folder, True, False, "this is a folder"),
    ):
        with pytest.raises(ExportError, match=words):
            check_target(target, source, overwrite=overwrite, folder=is_folder)
    other = tmp_path / "other.log"
    other.write_text("recording")
    with pytest.raises(ExportError, match="exists already"):
        check_target(other, source, overwrite=False)
    with pytest.raises(ExportError, match="this is a file"):
        check_target(other, source, overwrite=True, folder=True)
    check_target(other, source, overwrite=True)
    check_target(folder, source, overwrite=False, folder=True)
