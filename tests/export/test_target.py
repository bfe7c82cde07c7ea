from __future__ import annotations

import pytest

from viewer.export.errors import ExportError
from viewer.export.target import check_target, replacing


def test_a_file_takes_its_place_when_all_went_well(tmp_path) -> None:
    target = tmp_path / "missing" / "out.txt"
    for text in ("old", "new"):
        with replacing(target) as partial:
            partial.write_text(text)
            assert text == "old" or target.read_text() == "old"
        assert target.read_text() == text
        assert list(target.parent.iterdir()) == [target]


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
    source, other, folder, link = (tmp_path / name for name in ("run.log", "other.log", "folder", "link.log"))
    source.write_text("recording")
    other.write_text("recording")
    folder.mkdir()
    link.symlink_to(source)
    for target, overwrite, is_folder, words in (
        (source, True, False, "not overwritten by what is made of it"),
        (link, True, False, "not overwritten by what is made of it"),
        (folder, True, False, "this is a folder"),
        (other, False, False, "exists already"),
        (other, True, True, "this is a file"),
    ):
        with pytest.raises(ExportError, match=words):
            check_target(target, source, overwrite=overwrite, folder=is_folder)
    check_target(other, source, overwrite=True)
    check_target(folder, source, overwrite=False, folder=True)
