"""The guide in the window: F1, links, what is looked for, and terms that lead to it."""

from __future__ import annotations

import re

import pytest
from guide import GUIDE
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from viewer.ui.panels import PANELS
from viewer.ui.terms import TERMS, explain, offer_term

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture
def guide(open_street, qtbot):
    """The guide, opened by F1 in the time view."""
    open_street.window.timeline.setFocus()
    QTest.keyClick(open_street.window, Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: open_street.help.guide is not None and open_street.help.guide.isActiveWindow())
    yield open_street.help.guide
    open_street.help.guide.close()


def headings(page):
    text = (GUIDE / page).read_text(encoding="utf-8")
    found = re.findall("^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) for heading in found}


def test_f1_shows_the_page_of_the_panel_with_the_keys_in_use(guide, open_street):
    assert (guide.page.name, guide.pages.currentItem().text()) == ("time.md", "Time")
    open_street.settings.keys = {"add_note": ["Ctrl+Alt+F9"]}
    guide.show_page("keys.md")
    assert "Ctrl+Alt+F9" in guide.page.toPlainText()


def test_what_is_looked_for_leaves_pages_and_is_found_in_this_one_a_heading_first(guide, qtbot):
    qtbot.keyClicks(guide.search, "hatched")
    items = map(guide.pages.item, range(guide.pages.count()))
    listed = [item.text() for item in items if not item.isHidden()]
    assert (listed, guide.page.textCursor().selectedText()) == (["Time"], "hatched")
    guide.search.clear()
    guide.show_page("terms.md")
    qtbot.keyClicks(guide.search, "ttc")
    cursor = guide.page.textCursor()
    assert (cursor.block().text(), cursor.selectedText()) == ("Time to collision (TTC)", "TTC")


def test_links_lead_to_pages_and_back_again(guide, qtbot):
    guide.show_page("start.md")
    guide.page.find("More about that")
    QTest.keyClick(guide.page, Qt.Key.Key_Return)
    assert (guide.page.name, guide.page.textCursor().block().text()) == ("terms.md", "Derived")
    QTest.keyClick(guide.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: guide.page.name == "start.md")


def test_every_page_is_listed_and_every_heading_that_is_led_to_is_there(guide):
    listed = [guide.pages.item(row).data(Qt.ItemDataRole.UserRole) for row in range(guide.pages.count())]
    assert {*listed, "index.md"} == {path.name for path in GUIDE.glob("*.md")}
    led_to = [f"terms.md#{heading}" for heading in TERMS.values()] + [row.page for row in PANELS]
    led_to += [
        link
        for path in GUIDE.glob("*.md")
        for link in re.findall(r"\]\((\w+\.md#[^)]+)\)", path.read_text(encoding="utf-8"))
    ]
    for page, anchor in (each.split("#") for each in led_to if "#" in each):
        assert anchor in headings(page)


def test_what_is_this_and_a_menu_lead_to_the_explanation(guide):
    for name, page in (("drac", "terms.md"), ("speeding", "events.md")):
        explain(name)
        assert guide.page.name == page
    menu = QMenu()
    offer_term(menu, ["speed", "pair_ttc", "derived"])
    (action,) = menu.actions()
    action.trigger()
    assert guide.page.textCursor().block().text() == "Time to collision (TTC)"
    offer_term(menu, ["speed"])
    assert len(menu.actions()) == 1
