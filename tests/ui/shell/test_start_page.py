from __future__ import annotations

from datetime import datetime, timezone
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QPolygon
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton

from viewer.ui.shell import recording_card
from viewer.ui.shell.recording_card import RecordingCard
from viewer.ui.shell.start_page import StartPage
from viewer.ui.state.card_picture import CardPicture, from_text, to_text
from viewer.ui.state.recent import RecentRecording
from viewer.ui.theme import load_theme

LEFT = Qt.MouseButton.LeftButton
PICTURE = CardPicture(
    roads=(((0, 60), (336, 60), (336, 70), (0, 70)),),
    paths=(("vehicle", ((20, 65), (300, 65))), ("hero", ((160, 10), (160, 120)))),
    contacts=((160, 65),),
    collisions=1,
    told=True,
)
TOWN = RecentRecording(
    Path("/data/town03.rec"),
    "Town03",
    15.236,
    datetime(2019, 10, 23, 1, 4, tzinfo=timezone.utc),
    to_text(PICTURE),
)
GONE = RecentRecording(Path("/data/gone.log"), "Town05", 63.2)
BARE = RecentRecording(Path("/data/deep/bare.log"))
SAMPLE = RecentRecording(Path("/data/sample.log"))


@pytest.fixture
def page(qtbot):
    widget = StartPage(load_theme("dark"))
    qtbot.addWidget(widget)
    widget.set_recent([TOWN, GONE, BARE], SAMPLE)
    widget.resize(1200, 700)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def cards(page) -> list[RecordingCard]:
    shown = (card for card in page.findChildren(RecordingCard) if not card.isHidden())
    return sorted(shown, key=lambda card: (card.y(), card.x()))


def names(page) -> list[str]:
    return [card.recording.path.name for card in cards(page)]


def test_a_picture_comes_back_from_its_text():
    assert from_text(to_text(PICTURE)) == PICTURE
    for text in ("", "nonsense", "c$~", to_text(PICTURE)[:-8]):
        assert from_text(text) is None


def test_cards_tell_what_is_known(page):
    assert [card.lines for card in cards(page)] == [
        ("Town03 · 15.236 s · 23 Oct 2019", "1 collision"),
        ("Town05 · 63.200 s", ""),
        (str(Path("/data/deep")), ""),
    ]
    assert {(card.width(), card.height()) for card in cards(page)} == {(336, 224)}


def test_boxes_that_were_found_to_overlap_are_told_where_no_sensor_was(qtbot):
    told = to_text(CardPicture((), (), (), 0, told=False, overlaps=2))
    card = RecordingCard(RecentRecording(Path("/a.log"), card=told), load_theme("dark"))
    qtbot.addWidget(card)
    assert card.lines[1] == "Contact (not recorded) ƒ"
    assert not card.grab().isNull()


@pytest.mark.parametrize(
    ("collisions", "told", "text"),
    [(2, True, "2 collisions"), (0, True, "No collisions"), (0, False, "Collisions: none recorded")],
)
def test_no_collision_and_no_sensor_are_two_things(qtbot, collisions, told, text):
    picture = to_text(CardPicture((), (), (), collisions, told))
    card = RecordingCard(RecentRecording(Path("/a.log"), card=picture), load_theme("light"))
    qtbot.addWidget(card)
    assert card.lines[1] == text
    assert not card.grab().isNull()


@pytest.mark.parametrize("name", ["dark", "light"])
def test_paths_are_drawn_by_kind_on_roads(page, name):
    theme = load_theme(name)
    page.set_theme(theme)
    image = cards(page)[0].grab().toImage()
    assert image.pixelColor(250, 65) == theme.vehicle
    assert image.pixelColor(160, 30) == theme.hero
    assert image.pixelColor(10, 62) == theme.road
    assert image.pixelColor(10, 20) == theme.void


def test_the_picture_is_drawn_again_for_another_theme_and_not_for_the_mouse(page, monkeypatch):
    card = cards(page)[0]
    before = card.grab().toImage()
    drawn = []
    monkeypatch.setattr(recording_card, "QPolygon", lambda points: drawn.append(points) or QPolygon(points))
    QApplication.sendEvent(card, QEnterEvent(QPointF(60, 60), QPointF(60, 60), QPointF(60, 60)))
    assert card.grab().toImage() != before
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))
    assert card.grab().toImage() == before
    assert not drawn
    page.set_theme(load_theme("light"))
    card.grab()
    assert len(drawn) == 3


def test_what_is_gone_is_left_out_and_counted_and_the_sample_fills_up(qtbot, page):
    assert names(page) == ["town03.rec", "gone.log", "bare.log"]
    page.set_missing({GONE.path})
    qtbot.waitUntil(lambda: names(page) == ["sample.log", "town03.rec", "bare.log"])
    feet = [label.text() for label in page.findChildren(QLabel)]
    assert "3 recordings · 1 missing hidden" in feet


def test_a_click_or_enter_opens_and_delete_forgets(qtbot, page):
    card = cards(page)[0]
    with qtbot.waitSignal(page.open_path_requested) as asked:
        qtbot.mouseClick(card, LEFT, pos=QPoint(60, 180))
    assert asked.args == [TOWN.path]
    with qtbot.waitSignal(page.open_path_requested):
        qtbot.keyClick(card, Qt.Key.Key_Return)
    with qtbot.waitSignal(page.forget_requested) as asked:
        qtbot.keyClick(card, Qt.Key.Key_Delete)
    assert asked.args == [TOWN.path]
    with qtbot.waitSignal(page.forget_requested):
        card.findChild(QToolButton).click()


def test_the_sample_and_the_button_ask(qtbot, page):
    page.set_recent((), SAMPLE)
    qtbot.waitUntil(lambda: names(page) == ["sample.log"])
    (card,) = cards(page)
    with qtbot.waitSignal(page.sample_requested):
        qtbot.mouseClick(card, LEFT, pos=QPoint(60, 180))
    with qtbot.waitSignal(page.open_requested):
        (button,) = [each for each in page.findChildren(QPushButton) if each.text() == "Open a recording…"]
        qtbot.mouseClick(button, LEFT)


@pytest.mark.parametrize(("width", "columns"), [(420, 1), (800, 2), (1140, 3), (1600, 4), (2560, 4)])
def test_as_many_columns_as_fit_at_most_four(qtbot, page, width, columns):
    page.set_recent([BARE] * 9)
    page.resize(width, 700)
    qtbot.waitUntil(lambda: len({card.x() for card in cards(page)}) == columns)
    xs = sorted({card.x() for card in cards(page)})
    assert all(right - left == 336 + 16 for left, right in pairwise(xs))
    assert not page.horizontalScrollBar().isVisible()


@pytest.mark.parametrize("gone", [0, 1, 2])
@pytest.mark.parametrize("count", range(6))
def test_the_sample_is_first_until_three_others_are_there(qtbot, page, count, gone):
    recent = [RecentRecording(Path(f"/data/{number}.log")) for number in range(count)]
    page.set_recent(recent, SAMPLE)
    page.set_missing({each.path for each in recent[:gone]})
    there = [each.path.name for each in recent[gone:]]
    expected = there if len(there) >= 3 else ["sample.log", *there]
    qtbot.waitUntil(lambda: names(page) == expected)
    words = f"{count} recording{'' if count == 1 else 's'}"
    texts = [each.text() for each in page.findChildren(QLabel) if each.isVisible()]
    feet = [text for text in texts if text[:1].isdecimal()]
    missing = min(gone, count)
    assert feet == ([f"{words} · {missing} missing hidden" if missing else words] if count else [])
    page.set_recent(recent)
    qtbot.waitUntil(lambda: names(page) == [each.path.name for each in recent])
