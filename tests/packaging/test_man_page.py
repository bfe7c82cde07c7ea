"""What the man page says of files and of the environment is so."""

from __future__ import annotations

import re
from pathlib import Path

import man_page

from tests.extras import need
from viewer.library.library import usual_folder
from viewer.notes.sidecar import sidecar_path
from viewer.program import PROGRAM
from viewer.ui.app import data_folder
from viewer.ui.log import log_path
from viewer.ui.state.settings import open_store

FOLDERS = {"config": ".config", "data": ".local/share", "state": ".local/state", "cache": ".cache"}


def test_files_are_where_the_page_says(home, qapp):
    need("library")
    qapp.setOrganizationName(PROGRAM)
    qapp.setApplicationName(PROGRAM)
    settings = Path(open_store()[0].fileName()).with_suffix(
        ".conf"
    )  # the tests keep theirs in another format
    there = [settings, data_folder() / "notes", log_path(), usual_folder()]
    said = [path.format(PROGRAM).rstrip("/") for path in man_page.FILES if path.startswith("~")]
    for own, usual in FOLDERS.items():
        said = [path.replace(f"~/{usual}/", f"{home / own}/") for path in said]
    assert said == [str(path) for path in there]
    assert sidecar_path(Path("FILE")).name in man_page.FILES


def test_the_program_or_qt_asks_for_each_variable():
    code = "".join(
        path.read_text(encoding="utf-8") for path in (man_page.PAGE.parents[2] / "viewer").rglob("*.py")
    )
    said = re.findall(r"[A-Z_]{5,}", " ".join(man_page.ENVIRONMENT))
    of_libraries = {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"}
    assert [name for name in said if f'"{name}"' not in code] == sorted(of_libraries, key=said.index)
