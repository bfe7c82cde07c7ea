"""The field for moments, alone: what is typed, what it says, and what the keys do."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from tests.scenes import Scene
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.ui.theme import apply_theme, load_theme
from viewer.ui.times.go_to_field import GoToField

Key = Qt.Key


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """A minute of two frames a second, from 14:08:48 UTC."""
    scene = Scene()
    for _ in range(121):
        scene.frame(0.5)
    return scene.index(tmp_path_factory.mktemp("field") / "minute.log")


class Desk:
    """A window with a button that has the focus, and the field for moments."""

    def __init__(self, qtbot, index):
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.resize(1000, 600)
        self.button = QPushButton("Before", self.window)
        self.anchor = QWidget(self.window)
        self.anchor.setGeometry(200, 500, 300, 40)
        self.field = GoToField(self.anchor, self.window)
        self.field.set_scale(TimeScale(index))
        self.previews: list[float | None] = []
        self.gone: list[float] = []
        self.field.previewed.connect(self.previews.append)
        self.field.go_requested.connect(self.gone.append)
        with qtbot.waitActive(self.window):
            self.window.show()
            self.window.activateWindow()
        self.button.setFocus()

    @property
    def line(self) -> QLineEdit:
        return self.field.findChild(QLineEdit)

    @property
    def said(self) -> str:
        html = self.field.findChild(QLabel).text()
        return QTextDocumentFragment.fromHtml(html).toPlainText().partition("\n")[0]

    def press(self, key) -> None:
        QTest.keyClick(self.window.focusWidget(), key)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.line, text)


@pytest.fixture
def desk(qtbot, index):
    desk = Desk(qtbot, index)
    desk.field.ask(5.0)
    return desk


@pytest.mark.parametrize(
    ("text", "elapsed", "preview"),
    [
        ("8.47", 8.47, "8.470 s · frame 17 · 14:08:56 UTC"),
        ("#31", 15.0, "15.000 s · frame 31 · 14:09:03 UTC"),
        ("0:42", 42.0, "42.000 s · frame 85 · 14:09:30 UTC"),
        ("14:09:18", 30.0, "30.000 s · frame 61 · 14:09:18 UTC"),
        ("50 %", 30.0, "30.000 s · frame 61 · 14:09:18 UTC"),
        ("+1.5", 6.5, "6.500 s · frame 14 · 14:08:54 UTC"),
        ("-2", 3.0, "3.000 s · frame 7 · 14:08:51 UTC"),
    ],
)
def test_it_says_what_is_meant_and_enter_goes_there(desk, text, elapsed, preview):
    desk.type(text)
    assert desk.said == preview
    assert desk.previews[-1] == pytest.approx(elapsed)
    assert not desk.gone
    desk.press(Key.Key_Return)
    assert desk.gone == [pytest.approx(elapsed)]
    assert desk.previews[-1] is None
    assert not desk.field.isVisible()
    assert desk.button.hasFocus()


@pytest.mark.parametrize(
    ("form", "preview"),
    [
        (TimeForm.FRAME, "frame 61 · 30.000 s · 14:09:18 UTC"),
        (TimeForm.WALL, "14:09:18.000 UTC · 30.000 s · frame 61"),
    ],
)
def test_the_form_chosen_stands_first(desk, index, form, preview):
    desk.type("50 %")
    desk.field.set_scale(TimeScale(index, form))
    assert desk.said == preview


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("soon", "'soon' is no time: give seconds, #FRAME, collision:N, H:M:S, a time of day, 50 %, or +1.5"),
        ("100", "100 s is after the end: the recording has 60.000 s."),
        ("#500", "There is no frame 500: frames count from 1 to 121."),
        ("collision:1", "There is no collision 1: the recording has 0."),
        ("<b>", "'<b>' is no time"),
    ],
)
def test_what_cannot_be_gone_to_is_told_where_it_is_typed(desk, text, sentence):
    desk.type(text)
    assert desk.said.startswith(sentence)
    desk.press(Key.Key_Return)
    assert desk.field.isVisible()
    assert desk.line.text() == text
    assert not desk.gone
    assert desk.previews[-1] is None


def test_esc_leaves_and_what_was_typed_is_forgotten(desk):
    desk.type("8")
    desk.press(Key.Key_Escape)
    assert not desk.field.isVisible()
    assert desk.button.hasFocus()
    desk.field.ask(6.0)
    assert desk.line.text() == ""
    assert desk.line.placeholderText() == "6.000 s"


def test_going_on_elsewhere_leaves_it_and_keeps_the_focus_there(desk):
    desk.button.setFocus()
    other = QLineEdit(desk.window)
    other.show()
    desk.field.ask(5.0)
    other.setFocus(Qt.FocusReason.MouseFocusReason)
    assert not desk.field.isVisible()
    assert other.hasFocus()


def test_arrows_go_through_examples_and_each_is_a_moment(desk):
    examples = []
    for _ in range(5):
        desk.press(Key.Key_Down)
        examples.append(desk.line.text())
        assert "frame" in desk.said
    assert examples == ["5.000 s", "#11", "14:08:53 UTC", "+1.5", "50 %"]
    desk.press(Key.Key_Up)
    assert desk.line.text() == "+1.5"
    desk.type("7")  # replaces it
    assert desk.line.text() == "7"


def test_it_stands_above_the_time_and_inside_the_window(desk, qtbot):
    place = desk.field.geometry()
    assert place.left() == 200
    assert place.bottom() < 500
    desk.window.resize(500, 400)
    qtbot.waitUntil(lambda: desk.window.rect().contains(desk.field.geometry()))
    desk.press(Key.Key_Escape)
    desk.anchor.hide()
    desk.field.ask(5.0)
    assert desk.window.rect().contains(desk.field.geometry())


@pytest.mark.parametrize("name", ["dark", "light"])
def test_what_it_says_is_never_cut_off(plain_app, desk, name):
    apply_theme(plain_app, load_theme(name))
    label = desk.field.findChild(QLabel)
    for text in ("", "8.47", "soon", "x" * 100, "23:59:59 UTC", "100000000"):
        desk.line.setText(text)
        assert label.heightForWidth(label.width()) <= label.height(), (text, label.text())


def test_without_a_recording_it_goes_away(desk):
    desk.field.set_scale(None)
    assert not desk.field.isVisible()
    desk.field.ask(5.0)
    assert not desk.field.isVisible()


def test_a_link_of_an_example_types_it(desk):
    desk.field.findChild(QLabel).linkActivated.emit("50 %")
    assert desk.line.text() == "50 %"
    assert desk.line.hasFocus()
    assert desk.line.mapTo(desk.window, QPoint(0, 0)).y() < 500


@pytest.mark.parametrize("text", ["", "8", "#31", "not a time at all", "x" * 64])
@pytest.mark.parametrize("place", [(200, 500), (900, 300), (3, 20), None])
def test_it_stands_over_the_time_in_the_window_and_all_that_it_says_is_seen(desk, text, place):
    """Without the time, at the lower left."""
    left, top = place or (0, 600)
    desk.anchor.setGeometry(left, min(top, 500), 90, 40)
    desk.anchor.setVisible(place is not None)
    desk.field.ask(5.0)
    desk.type(text)
    box, label = desk.field.geometry(), desk.field.findChild(QLabel)
    assert desk.window.rect().contains(box)
    assert box.bottom() < top or box.top() == 0
    assert box.left() <= max(left, 8)
    assert desk.field.rect().contains(label.geometry())
    assert label.heightForWidth(label.width()) <= label.height()
