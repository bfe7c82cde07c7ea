from itertools import permutations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QTableView, QTreeView, QWidget
from shiboken6 import isValid

from tests.scenes import LATE, OTHER
from tests.ui.person import row_of
from viewer.recording.actors import Category
from viewer.ui.theme import COLOR_ROLES, ThemeFollower, load_theme, selection_roles, stylesheet

CURVES = [role for role in COLOR_ROLES if role.startswith("curve_")]
MOVING = ("vehicle", "bicycle", "walker", "hero", "collision")
CONTRASTS = [
    *((role, on, 4.5) for role in ("text", "secondary", "accent")
      for on in ("window", "panel", "raised", "selected")),
    ("collision", "panel", 4.5),
    ("on_accent", "accent", 4.5),
    *((role, on, 3.0) for role in MOVING for on in ("road", "ground", "sidewalk")),
    *((role, "panel", 3.0) for role in CURVES),
    *((f"lamp_{state}", "light_head", 3.0) for state in ("red", "yellow", "green")),
]  # fmt: skip
"""Roles, what they are seen on, and how much they must stand out from it at least."""


@pytest.fixture(params=["dark", "light"])
def theme(request):
    return load_theme(request.param)


def luminance(color):
    """Relative luminance as WCAG 2 defines it."""
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (color.redF(), color.greenF(), color.blueF())
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_what_is_read_or_looked_for_stands_out(theme):
    for role, on, least in CONTRASTS:
        assert contrast(getattr(theme, role), getattr(theme, on)) >= least, (role, on)
    assert "@" not in stylesheet(theme)  # no name is left


def test_curves_stand_out_from_each_other(theme):
    colors = {role: getattr(theme, role).getRgb()[:3] for role in (*CURVES, "hero", "accent")}
    for role in CURVES:
        others = [color for other, color in colors.items() if other != role]
        apart = [max(abs(a - b) for a, b in zip(colors[role], other, strict=True)) for other in others]
        assert min(apart) >= 48


@pytest.mark.parametrize("where", ["light", "lamp"])
def test_red_is_red_and_green_is_green(theme, where):
    """Whatever is decided: as people name colours, by their angle on the wheel."""
    red, yellow, green = (getattr(theme, f"{where}_{state}").hue() for state in ("red", "yellow", "green"))
    assert min(red, 360 - red) <= 15
    assert 35 <= yellow <= 65
    assert 100 <= green <= 160


@pytest.mark.parametrize("role", ["hero", "collision", "vehicle", "accent"])
def test_a_colour_is_the_same_by_name_in_both_themes(role):
    dark, light = (getattr(load_theme(name), role).hue() for name in ("dark", "light"))
    assert abs(dark - light) <= 10


def test_every_category_has_a_colour_and_amber_is_the_heros_alone():
    theme = load_theme("dark")
    assert theme.hero.name() not in {theme.category_color(category).name() for category in Category}
    assert theme.category_color(Category.VEHICLE, hero=True) == theme.hero


def test_selected_actors_keep_their_colours_in_whatever_order_they_were_chosen():
    categories = np.array([Category.VEHICLE] * 4 + [Category.WALKER])
    for chosen in permutations((0, 2, 3, 4)):
        roles = selection_roles(categories, chosen, hero=3)
        assert roles == {0: "vehicle", 2: "curve_1", 3: "hero", 4: "walker"}


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
    for each in filter(isValid, parts):
        each.removeEventFilter(watch)


def test_a_selected_actor_has_one_colour_everywhere(open_street, qtbot):
    """Two vehicles side by side have two colours: in list, inspector, lanes and on the map the same."""
    workspace, window = open_street.workspace, open_street.window
    rows = [row_of(open_street, actor_id) for actor_id in (LATE, OTHER)]
    workspace.focus.select_all(tuple(rows))
    workspace.jump(0.4)
    workspace.flush()
    workspace.tasks.turns.finish()
    model = window.actor_panel.findChild(QTableView).model()
    in_lanes = [workspace.view.actors.color(row).name() for row in rows]
    assert len(set(in_lanes)) == 2
    lines = [model.index(model.line_of(row), model.column_index["id"]) for row in rows]
    qtbot.waitUntil(lambda: [middle(line.data(Qt.ItemDataRole.DecorationRole)) for line in lines] == in_lanes)
    on_map = [window.map_area.map_view.scene.picture.color(row).name() for row in rows]
    header = window.inspector.findChild(QTreeView).model().horizontalHeaderItem
    in_inspector = {row: middle(header(1 + number).icon()) for number, row in enumerate(sorted(rows))}
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
