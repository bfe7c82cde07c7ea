"""All that the window shows goes through translation, and the files of translations are complete."""

import re
from string import Formatter

import pytest
from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QLocale,
    QModelIndex,
    QProcess,
    Qt,
    QTranslator,
)
from PySide6.QtGui import QFontDatabase
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QHeaderView, QTreeView
from translations import FILES, texts, translations

from tests.ui.person import open_judged
from viewer.analysis.event_kinds import TABLE
from viewer.program import resource
from viewer.ui.action_table import ACTIONS
from viewer.ui.actions import shortcut_text
from viewer.ui.format import counted
from viewer.ui.translation import CHINESE, LANGUAGE, set_language, tr, translated

Role = Qt.ItemDataRole


def fields(text):
    """Return the values that a text has places for, without their attributes, and how many have no name."""
    names = [name.partition(".")[0] for _, name, *_ in Formatter().parse(text) if name is not None]
    return {name for name in names if not name.isdecimal()} - {""}, len(names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_text_is_translated_with_all_its_values(path):
    said = translations(path.read_text(encoding="utf-8"))
    assert [source for source, words in said.items() if not words.strip()] == []
    for (_, source), words in said.items():
        (known, most), (asked, number) = fields(source), fields(words)
        assert asked <= known, source
        assert number <= max(most, len(known)), source


def shape(page):
    """Return what a page of the guide has in every language: levels of headings, links, names in tables."""
    names = re.findall(r"^ *\| *(`[^`]+`) *\|", page, re.MULTILINE)
    return re.findall(r"^#+ ", page, re.MULTILINE), re.findall(r"\]\(([^)]+)\)", page), names


@pytest.mark.parametrize("path", sorted(resource("guide").glob("*.md")), ids=lambda path: path.stem)
def test_the_guide_is_there_in_chinese_heading_by_heading(path):
    english, chinese = (
        each.read_text(encoding="utf-8") for each in (path, path.parent / CHINESE / path.name)
    )
    if path.stem == "keys":  # the window makes its table
        english = re.sub("(?s)(<!-- table:begin -->).*(?=<!-- table:end -->)", r"\1", english)
    assert shape(chinese) == shape(english)


class Bracketing(QTranslator):
    """Puts what is in the files of translations in brackets, and of Qt's own texts what is in our widgets."""

    known = texts()
    qt = ("QDockWidget", "QKeySequenceEdit", "QTabBar")

    def translate(self, context, source, *_):
        known = source in self.known.get(context, ()) or context in self.qt
        return f"⟦{source}⟧" if known else None

    def isEmpty(self):  # noqa: N802 - Qt's own
        return False


@pytest.fixture
def brackets(qapp):
    translator = Bracketing()
    QCoreApplication.installTranslator(translator)
    qapp.setProperty(LANGUAGE, CHINESE)
    yield
    qapp.setProperty(LANGUAGE, None)
    QCoreApplication.removeTranslator(translator)


TEXTS = ("text", "title", "placeholderText", "toolTip", "accessibleName", "windowTitle", "statusTip")
TRIGGERED = (
    "hero", "next_collision", "show_story", "show_file", "packets", "show_notes", "range_in",
    "forward_10s", "range_out", "measure", "palette", "escape", "settings", "add_signal",
)  # fmt: skip


def cells(view, parent):
    model = view.model()
    for line in range(model.rowCount(parent) if model is not None else 0):
        is_list = isinstance(model, QAbstractListModel)
        for column in range(1 if is_list else model.columnCount(parent)):
            index = model.index(line, column) if is_list else model.index(line, column, parent)
            yield from (model.data(index, role) for role in (Role.DisplayRole, Role.ToolTipRole))
        if isinstance(view, QTreeView):
            yield from cells(view, model.index(line, 0, parent))


def shown():
    """Yield the texts of all widgets, of their actions and in their lists; not bytes as they are."""
    for widget in QApplication.allWidgets():
        yield from map(widget.property, TEXTS)
        yield from (text for action in widget.actions() for text in (action.text(), action.toolTip()))
        if isinstance(widget, QComboBox):
            yield from map(widget.itemText, range(widget.count()))
        elif isinstance(widget, QHeaderView) and widget.model() is not None:
            yield from (widget.model().headerData(at, widget.orientation()) for at in range(widget.count()))
        elif isinstance(widget, QAbstractItemView) and type(widget).__name__ != "HexView":
            yield from cells(widget, QModelIndex())


def words_of(text):
    """Return the words of a text that are not in brackets, in lower case."""
    while (outside := re.sub("⟦[^⟦⟧]*⟧|<[^<>]*>", "", text)) != text:
        text = outside
    return {word.lower() for word in re.findall("[A-Za-z]{2,}", text)}


def data_of(index):
    """Return the words that stay as they are: those of the recording, names of packets, ids, keys, units."""
    words = [index.path, "CARLA replay viewer Sampletown UTC km kB MB rad cm TTC PET roll pitch keypad"]
    for blueprint in index.actors.descriptions:
        words += [blueprint.type_id, *blueprint.attributes, *blueprint.attributes.values()]
    for kind in filter(None, map(index.dialect.kind_of, range(256))):
        words += [kind.name, *(field.name for field in kind.fields)]
    words += [threshold.name for threshold in TABLE]
    words += [
        text for each in ACTIONS.values() for key in each.shortcuts for text in (key, shortcut_text(key))
    ]
    return words_of(" ".join(map(str, words)).replace("_", " "))


@pytest.mark.usefixtures("brackets")
def test_all_that_the_window_shows_of_the_sample_is_translated_but_what_is_in_the_file(viewer, qtbot):
    open_judged(viewer, qtbot, resource("sample.log"))
    data, found = data_of(viewer.recording.index), set()
    for name in TRIGGERED:
        viewer.window.actions_by_id[name].trigger()
        QTest.qWait(1)
        found |= {text for text in shown() if isinstance(text, str)}
    assert {text for text in found if not words_of(text) <= data} == set()


@pytest.fixture
def chinese_fonts(plain_app, monkeypatch, tmp_path):
    """The application after which all is English again, on a computer that has a font for Chinese."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(QFontDatabase, "families", lambda *_: ["Serif"])
    yield plain_app
    for translator in plain_app.findChildren(QTranslator):
        QCoreApplication.removeTranslator(translator)
        translator.deleteLater()
    plain_app.setProperty(LANGUAGE, None)


def test_the_chosen_language_is_shown_with_numbers_and_messages_from_below(chinese_fonts):
    assert set_language(chinese_fonts, CHINESE) == ""
    assert (tr("Open…"), counted(1, "1 frame", "{} frames")) == ("打开…", "1 帧")
    assert counted(1234, "1 frame", "{} frames") == "1,234 帧"
    assert (
        translated("reported by 7 and 8; recorded boxes overlap by 0.20 m")
        == "由 7 和 8 报告; 录制的边界框重叠 0.20 m"
    )
    assert translated("Placed by steps of the agent in 244 lines.") == "按智能体的步定位，共 244 行。"  # noqa: RUF001 - Chinese
    assert translated("6 cameras") == "6 个摄像头"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "取消"


def test_without_font_or_compiler_the_window_stays_english_and_says_so(chinese_fonts, monkeypatch):
    monkeypatch.setattr(QProcess, "execute", lambda *_: -2)
    assert "cannot be read" in set_language(chinese_fonts, CHINESE)
    monkeypatch.setattr(QFontDatabase, "families", lambda *_: [])
    assert "Install one" in set_language(chinese_fonts, CHINESE)
    assert tr("Open…") == "Open…"


@pytest.mark.parametrize(
    ("languages", "text"),
    [(["de-DE", "zh-CN"], "打开…"), (["en-US", "zh-CN"], "Open…"), (["zh-TW"], "Open…"), (["xx"], "Open…")],
)
def test_the_first_language_of_the_system_that_there_is(chinese_fonts, monkeypatch, languages, text):
    monkeypatch.setattr(QLocale, "uiLanguages", lambda *_: languages)
    assert set_language(chinese_fonts, "auto") == ""
    assert tr("Open…") == text
