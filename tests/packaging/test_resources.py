from __future__ import annotations

import pytest

from viewer import program
from viewer.program import resource


def test_an_installation_has_them_in_the_package(tmp_path, monkeypatch):
    package = tmp_path / "viewer"
    (package / "_resources" / "icons").mkdir(parents=True)
    (package / "_resources" / "icons" / "play.svg").touch()
    (tmp_path / "resources").mkdir()  # that of somebody else, beside the installed package
    monkeypatch.setattr(program, "_PACKAGE", package)
    assert resource("icons/play.svg") == package / "_resources" / "icons" / "play.svg"


def test_what_is_missing_is_named_with_the_place():
    with pytest.raises(FileNotFoundError, match=r"'no\.svg' is missing from .*resources"):
        resource("no.svg")
