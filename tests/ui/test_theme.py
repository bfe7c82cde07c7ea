from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QTableView, QTreeView, QWidget
from shiboken6 import isValid

from tests.scenes import LATE, OTHER
from viewer.recording.actors import Category
from viewer.ui.theme import COLOR_ROLES, ThemeFollower, load_theme, selection_roles, stylesheet

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


def test_selected_actors_keep_their_colours_in_whatever_order_they_were_chosen():
    categories = np.array([Category.VEHICLE] * 4 + [Category.WALKER])
    for chosen in permutations((0, 2, 3, 4)):
        roles = selection_roles(categories, chosen, hero=3)
        assert roles == {0: "vehicle", 2: "curve_1", 3: "hero", 4: "walker"}


@pytest.mark.parametrize("name", THEMES)
def test_no_name_is_left_in_the_style_sheet(name):
    assert "@" not in stylesheet(load_theme(name))


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


def test_a_selected_actor_has_one_colour_everywhere(open_street, qtbot):
    """Two vehicles side by side have two colours: in list, inspector, lanes and on the map the same."""
    workspace, window = open_street.workspace, open_street.window
    index = open_street.recording.index
    rows = [index.actors.rows_of(actor_id)[0] for actor_id in (LATE, OTHER)]
    workspace.focus.select_all(tuple(rows))
    workspace.jump(0.4)
    workspace.flush()
    workspace.tasks.turns.finish()
    model = window.actor_panel.findChild(QTableView).model()
    in_lanes = [workspace.view.actors.color(row).name() for row in rows]
    assert len(set(in_lanes)) == 2
    lines = [model.index(model.line_of(row), model.column_index["id"]) for row in rows]

    def in_list():
        return [middle(line.data(Qt.ItemDataRole.DecorationRole)) for line in lines]

    qtbot.waitUntil(lambda: in_list() == in_lanes)
    on_map = [window.map_area.map_view.scene.picture.color(row).name() for row in rows]
    header = window.inspector.findChild(QTreeView).model().horizontalHeaderItem
    shown = sorted(rows)
    in_inspector = {row: middle(header(1 + number).icon()) for number, row in enumerate(shown)}
    assert on_map == in_lanes == [in_inspector[row] for row in rows]


def middle(icon):
    image = icon.pixmap(16).toImage()
    return image.pixelColor(image.rect().center()).name()


def test_the_start_page_looks_as_if_the_program_had_begun_with_its_theme(make_viewer, qtbot):
    def looks(viewer):
        qtbot.waitUntil(lambda: not viewer.tasks.busy)
        return viewer.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)

    changed = make_viewer("dark")
    changed.window.actions_by_id["theme_light"].trigger()
    seen = looks(changed)
    changed.window.hide()
    assert looks(make_viewer("light")) == seen
