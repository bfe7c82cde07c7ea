from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication, QImage, QStyleHints
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QLabel,
    QMessageBox,
    QPushButton,
    QStyle,
    QStyleFactory,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from viewer.recording.actors import Category
from viewer.resources import resource
from viewer.ui.theme import (
    COLOR_ROLES,
    ThemeFollower,
    apply_theme,
    font,
    load_theme,
    stylesheet,
    theme_from_values,
)

THEMES = ("dark", "light")


def luminance(color: QColor) -> float:
    """Relative luminance as WCAG 2 defines it."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (color.redF(), color.greenF(), color.blueF())
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_of_contrast_is_right():
    assert contrast(QColor("#000000"), QColor("#ffffff")) == pytest.approx(21)
    assert contrast(QColor("#767676"), QColor("#ffffff")) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("surface", ["window", "panel", "raised", "selected"])
@pytest.mark.parametrize("role", ["text", "secondary", "accent"])
def test_text_is_readable_on_every_surface(name, surface, role):
    theme = load_theme(name)
    assert contrast(getattr(theme, role), getattr(theme, surface)) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_text_of_a_collision_and_on_the_accent_is_readable(name):
    theme = load_theme(name)
    assert contrast(theme.collision, theme.panel) >= 4.5
    assert contrast(theme.on_accent, theme.accent) >= 4.5


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("role", ["vehicle", "bicycle", "walker", "hero", "collision"])
@pytest.mark.parametrize("surface", ["road", "ground", "sidewalk"])
def test_actors_stand_out_from_what_they_stand_on(name, role, surface):
    theme = load_theme(name)
    assert contrast(getattr(theme, role), getattr(theme, surface)) >= 3


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("role", [role for role in COLOR_ROLES if role.startswith("curve_")])
def test_curves_stand_out_from_the_panel_and_from_each_other(name, role):
    theme = load_theme(name)
    color = getattr(theme, role)
    assert contrast(color, theme.panel) >= 3
    curves = [each for each in COLOR_ROLES if each.startswith("curve_")]
    others = [getattr(theme, other) for other in (*curves, "hero", "accent") if other != role]
    parts = color.getRgb()[:3]
    nearest = min(max(abs(a - b) for a, b in zip(parts, other.getRgb()[:3], strict=True)) for other in others)
    assert nearest >= 48


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("lamp", ["lamp_red", "lamp_yellow", "lamp_green"])
def test_a_lamp_stands_out_from_its_head(name, lamp):
    theme = load_theme(name)
    assert contrast(getattr(theme, lamp), theme.light_head) >= 3


@pytest.mark.parametrize(
    ("name", "red", "yellow", "green"),
    [("dark", "#ff5d5d", "#ffcc4d", "#3ecf6e"), ("light", "#d92c2c", "#c98a00", "#167a3a")],
)
def test_states_of_lights_have_the_colours_that_were_decided(name, red, yellow, green):
    """On panels each theme has its own; in a head, the lamps of the dark one are in both."""
    theme = load_theme(name)
    states = (theme.light_red, theme.light_yellow, theme.light_green)
    assert [color.name() for color in states] == [red, yellow, green]
    lamps = (theme.lamp_red, theme.lamp_yellow, theme.lamp_green)
    assert [color.name() for color in lamps] == ["#ff5d5d", "#ffcc4d", "#3ecf6e"]
    assert theme.light_head.name() == "#1f242c"


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("where", ["light", "lamp"])
def test_red_is_red_and_green_is_green(name, where):
    """Whatever is decided: as people name colours, by their angle on the wheel."""
    theme = load_theme(name)
    red, yellow, green = (getattr(theme, f"{where}_{state}").hue() for state in ("red", "yellow", "green"))
    assert min(red, 360 - red) <= 15
    assert 35 <= yellow <= 65
    assert 100 <= green <= 160


def test_every_category_has_a_colour_and_amber_is_the_heros_alone():
    theme = load_theme("dark")
    colors = {theme.category_color(category).name() for category in Category}
    assert theme.hero.name() not in colors
    assert theme.category_color(Category.VEHICLE, hero=True) == theme.hero


def test_a_file_without_a_role_is_refused_by_name():
    values = json.loads(resource("theme.json").read_text(encoding="utf-8"))["dark"]
    del values["hero"]
    with pytest.raises(ValueError, match="hero"):
        theme_from_values("dark", values)


def test_a_file_with_an_unknown_role_is_refused_by_name():
    values = json.loads(resource("theme.json").read_text(encoding="utf-8"))["dark"]
    with pytest.raises(ValueError, match="heroo"):
        theme_from_values("dark", {**values, "heroo": "#000000"})


def test_a_value_that_is_no_colour_is_refused_by_name():
    values = json.loads(resource("theme.json").read_text(encoding="utf-8"))["dark"]
    with pytest.raises(ValueError, match="road"):
        theme_from_values("dark", {**values, "road": "grey-ish"})


@pytest.mark.parametrize("name", THEMES)
def test_no_name_is_left_in_the_style_sheet(name):
    assert "@" not in stylesheet(load_theme(name))


def test_roles_are_in_the_order_of_the_file():
    values = json.loads(resource("theme.json").read_text(encoding="utf-8"))
    assert list(values["dark"]) == list(COLOR_ROLES)
    assert list(values["light"]) == list(COLOR_ROLES)


@pytest.mark.parametrize("name", THEMES)
def test_what_is_on_screen_has_the_themes_colours(qtbot, plain_app, name):
    theme = load_theme(name)
    apply_theme(plain_app, theme)
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(200, 100)
    button = QPushButton("Open", widget)
    button.setProperty("kind", "primary")
    button.setGeometry(20, 20, 100, 40)
    widget.show()
    picture = widget.grab().toImage()
    assert picture.pixelColor(5, 5) == theme.panel
    assert picture.pixelColor(30, 25) == theme.accent


def test_the_style_is_made_once(plain_app, monkeypatch):
    made = []
    make = QStyleFactory.create
    monkeypatch.setattr(QStyleFactory, "create", lambda name: made.append(name) or make(name))
    for name in (*THEMES, *THEMES):
        apply_theme(plain_app, load_theme(name))
    assert made == ["Fusion"]


def test_a_focused_button_can_be_told_from_others(qtbot, plain_app):
    theme = load_theme("dark")
    apply_theme(plain_app, theme)
    widget = QWidget()
    qtbot.addWidget(widget)
    column = QVBoxLayout(widget)
    first, second = QPushButton("One"), QPushButton("Two")
    column.addWidget(first)
    column.addWidget(second)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    second.setFocus(Qt.FocusReason.TabFocusReason)

    def edge(button: QPushButton) -> QColor:
        return button.grab().toImage().pixelColor(button.width() // 2, 0)

    assert edge(second) == theme.accent
    assert edge(first) == theme.hairline


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", ["dark", "light"])
def test_a_check_box_is_seen_to_be_ticked(qtbot, plain_app, name):
    apply_theme(plain_app, load_theme(name))
    box = QCheckBox("Follow")
    qtbot.addWidget(box)
    box.show()
    option = QStyleOptionButton()
    box.initStyleOption(option)
    whole = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box)
    inside = whole.adjusted(3, 3, -3, -3)

    def contrast(area: QRect) -> float:
        picture = box.grab(area).toImage()
        pixels = [picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height())]
        darkest, lightest = (pick(map(luminance, pixels)) for pick in (min, max))
        return (lightest + 0.05) / (darkest + 0.05)

    assert contrast(inside) == 1.0
    box.setChecked(True)
    assert contrast(inside) > 3.0
    for x, width in ((-3, 6), (whole.width() - 3, 6)):  # its frame at both sides, with the ground beside it
        assert contrast(QRect(whole.x() + x, whole.y() + 1, width, 2)) > 3.0


@pytest.mark.parametrize("name", THEMES)
def test_a_dialog_has_a_hairline_around_it_and_no_pictures_on_its_buttons(qtbot, plain_app, name):
    theme = load_theme(name)
    apply_theme(plain_app, theme)
    box = QMessageBox(QMessageBox.Icon.NoIcon, "About", "Text", QMessageBox.StandardButton.Ok)
    qtbot.addWidget(box)
    image = box.grab().toImage()
    edges = [(0, 9), (9, 0), (image.width() - 1, 9), (9, image.height() - 1)]
    assert [image.pixelColor(x, y) for x, y in edges] == [theme.hairline] * 4
    buttons = box.findChild(QDialogButtonBox)
    hint = QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons
    assert buttons.style().styleHint(hint, None, buttons) == 0


def test_figures_have_equal_width_in_all_sizes():
    for size in (11, 13, 20):
        metrics = QFontMetricsF(font(size))
        widths = {round(metrics.horizontalAdvance(str(digit) * 10), 3) for digit in range(10)}
        assert len(widths) == 1
        assert font(size).pixelSize() == size
    assert font(13, bold=True).weight() > font(13).weight()


def test_a_label_keeps_the_size_it_was_given(qtbot, plain_app):
    apply_theme(plain_app, load_theme("dark"))
    label = QLabel("8.470")
    qtbot.addWidget(label)
    label.setFont(font(20))
    label.show()
    assert label.fontInfo().pixelSize() == 20


def test_a_choice_is_a_theme_at_once(qtbot):
    follower = ThemeFollower("dark")
    with qtbot.waitSignal(follower.theme_changed, check_params_cb=lambda theme: theme.name == "light"):
        follower.set_choice("light")
    assert follower.theme.name == "light"
    with qtbot.assertNotEmitted(follower.theme_changed):
        follower.set_choice("light")


def test_auto_goes_with_the_system_while_the_program_runs(qtbot, monkeypatch):
    system = {"scheme": Qt.ColorScheme.Dark}
    hints = QGuiApplication.styleHints()
    monkeypatch.setattr(type(hints), "colorScheme", lambda _: system["scheme"])
    follower = ThemeFollower("auto")
    assert follower.theme.dark
    system["scheme"] = Qt.ColorScheme.Light
    with qtbot.waitSignal(follower.theme_changed):
        hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert not follower.theme.dark
    follower.set_choice("dark")
    with qtbot.assertNotEmitted(follower.theme_changed):
        hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)


def test_what_is_seen_is_painted_again_in_another_theme(open_street, qtbot):
    """By Qt, once the application has another palette and style sheet: nobody asks each part for it."""

    class Painted(QObject):
        def eventFilter(self, watched, event):  # noqa: N802 - Qt's name
            if event.type() == QEvent.Type.Paint:
                painted.add(watched)
            return False

    window, painted, watch = open_street.window, set(), Painted()
    seen = {each for each in window.findChildren(QWidget) if each.isVisible() and not each.size().isEmpty()}
    parts = {each for each in seen if not each.visibleRegion().isEmpty()}
    for each in parts:
        each.installEventFilter(watch)
    window.actions_by_id["theme_light"].trigger()
    qtbot.waitUntil(lambda: painted >= {each for each in parts if isValid(each) and each.isVisible()})
    for each in parts:
        if isValid(each):
            each.removeEventFilter(watch)


def test_the_start_page_looks_as_if_the_program_had_begun_with_its_theme(make_viewer, qtbot):
    def looks(viewer):
        qtbot.waitUntil(lambda: not viewer.tasks.busy and not viewer.bars.painting.under_way)
        return viewer.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)

    changed = make_viewer("dark")
    changed.window.actions_by_id["theme_light"].trigger()
    seen = looks(changed)
    changed.window.hide()
    assert looks(make_viewer("light")) == seen


def test_title_bars_are_told_of_the_theme_that_is_chosen(qapp, monkeypatch):
    told = []
    monkeypatch.setattr(QStyleHints, "setColorScheme", lambda _, scheme: told.append(scheme))
    monkeypatch.setattr(QStyleHints, "unsetColorScheme", lambda _: told.append(None))
    follower = ThemeFollower("dark")
    for choice in ("light", "auto", "dark"):
        follower.set_choice(choice)
    assert told == [Qt.ColorScheme.Dark, Qt.ColorScheme.Light, None, Qt.ColorScheme.Dark]
