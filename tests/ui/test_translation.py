"""Texts are given literally, so that ``lupdate`` finds them, and looked up where it puts them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator
from pytestqt.qtbot import QtBot

import viewer.ui
from viewer.ui.actions import tooltip
from viewer.ui.event_words import event_words
from viewer.ui.translation import tr

FOLDER = Path(viewer.ui.__file__).parent
OF_TABLES = {
    "actions",
    "found_text",
    "palette/providers/actions",
    "shell/docks",
    "shell/settings_page",
    "shell/shortcuts_dialog",
    "shell/top_bar",
    "translation",
    "window",
}
"""Modules that translate what is marked in a table."""


def of_variables(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).removeprefix("self.").removeprefix("QCoreApplication.")
            place = {"tr": 0, "translate": 1}.get(name)
            if place is not None and not isinstance(node.args[place], ast.Constant):
                yield ast.unparse(node)


def test_no_text_is_a_variable_but_those_of_marked_tables() -> None:
    found = {
        path.relative_to(FOLDER).with_suffix("").as_posix(): list(of_variables(path))
        for path in FOLDER.rglob("*.py")
    }
    assert {module: calls for module, calls in found.items() if calls and module not in OF_TABLES} == {
        "timeline/model": ["tr(title)"]
    }


class Shouting(QTranslator):
    """Knows what stands in no context, as ``lupdate`` has calls that are no object's."""

    def translate(self, context: str, source: str, *_: object) -> str:
        return source.upper() if context == "" else ""

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's own
        return False


@pytest.fixture
def shouting(qtbot: QtBot) -> Iterator[None]:
    translator = Shouting()
    QCoreApplication.installTranslator(translator)
    event_words.cache_clear()
    yield
    QCoreApplication.removeTranslator(translator)
    event_words.cache_clear()


@pytest.mark.usefixtures("shouting")
def test_texts_outside_of_objects_and_of_tables_are_translated() -> None:
    assert tr("Found") == "FOUND"
    assert tooltip("go_start").startswith("GO TO START")
    assert all(words.title.isupper() for words in event_words().values())
