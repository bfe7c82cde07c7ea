"""The look of the program: colours by role, one style sheet, three sizes of text.

The colours are in ``resources/theme.json`` and the style sheet in ``resources/theme.qss``; nothing else in
the program names a colour. A widget asks for a look by a dynamic property, which the style sheet knows:

    surface  ``panel``, ``raised``, ``window``: the background of a plain QWidget or QFrame;
             ``card``: raised with a hairline and round corners, for what floats on the map
    role     of a label: ``secondary``, ``faint``, ``title`` (what a group is called), ``collision``
    kind     of a button: ``primary`` (the one thing to do), ``quiet`` (no frame until pointed at),
             ``link`` (reads as text); without a kind it has a hairline frame
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from string import Template
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget

from viewer.program import resource
from viewer.recording.actors import MOVERS, Category

_TEXT_SCALE = "text_scale"
"""Name of the property of the application that says how much larger text is."""
ThemeName = Literal["dark", "light"]
ThemeChoice = Literal["auto", "dark", "light"]


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of one theme, named after what they are for.

    ``faint`` is never for text one needs; ``hero`` and ``collision`` mean just that and nothing else.
    ``light_*`` are states of traffic lights on a panel and ``on_*`` what is written on them, ``lamp_*`` the
    same states in a ``light_head`` on the map. ``lane`` is the ground of a lane of the time view.
    """

    name: ThemeName
    window: QColor
    panel: QColor
    raised: QColor
    hairline: QColor
    text: QColor
    secondary: QColor
    faint: QColor
    accent: QColor
    on_accent: QColor
    selected: QColor
    lane: QColor
    lane_grid: QColor
    ground: QColor
    sidewalk: QColor
    road: QColor
    kerb: QColor
    marks: QColor
    yellow_mark: QColor
    stop_line: QColor
    vehicle: QColor
    walker: QColor
    bicycle: QColor
    prop: QColor
    hero: QColor
    collision: QColor
    light_red: QColor
    light_yellow: QColor
    light_green: QColor
    on_red: QColor
    on_yellow: QColor
    on_green: QColor
    light_head: QColor
    lamp_red: QColor
    lamp_yellow: QColor
    lamp_green: QColor
    note_violet: QColor
    note_pink: QColor
    note_teal: QColor
    note_sand: QColor
    note_slate: QColor
    curve_1: QColor
    curve_2: QColor
    curve_3: QColor
    curve_4: QColor

    @property
    def dark(self) -> bool:
        """Whether the text is lighter than what it stands on."""
        return self.name == "dark"

    def color(self, role: str) -> QColor:
        """Return the colour of a role by its name."""
        color: QColor = getattr(self, role)
        return color

    def category_color(self, category: int, *, hero: bool = False) -> QColor:
        """Return the colour of an actor of a category; amber if it is the hero."""
        return self.color(category_role(category, hero=hero))


_ROLE_OF_CATEGORY = {
    Category.VEHICLE: "vehicle",
    Category.BICYCLE: "bicycle",
    Category.WALKER: "walker",
    Category.TRAFFIC_LIGHT: "secondary",
    Category.TRAFFIC_SIGN: "faint",
    Category.SENSOR: "faint",
    Category.PROP: "prop",
    Category.SPECTATOR: "faint",
    Category.CONTROLLER: "faint",
    Category.OTHER: "secondary",
}


def category_role(category: int, *, hero: bool = False) -> str:
    """Return the role of the colour of an actor of a category."""
    return "hero" if hero else _ROLE_OF_CATEGORY[Category(category)]


CURVE_COLORS = ("curve_1", "curve_2", "curve_3", "curve_4")
"""Roles for curves of anybody, told apart by those who are colour-blind too."""
_TOLD_APART = 8
"""Selected actors that have colours of their own: those that were chosen last."""


def selection_roles(
    categories: NDArray[np.integer], selected: Sequence[int], hero: int | None
) -> dict[int, str]:
    """Return the roles of the colours of selected movers by their rows, each another one.

    Args:
        categories: of all actors, shape (A,).
        selected: rows in the order in which they were chosen. The first in the table has the colour of its
            kind, as has each whose colour is still free: it is the same in whatever order they were chosen.
        hero: row of the hero, None for nobody.

    """
    roles: dict[int, str] = {}
    free = iter(CURVE_COLORS * 2)
    for row in sorted(selected[-_TOLD_APART:]):
        if row < len(categories) and categories[row] in MOVERS:
            own = category_role(int(categories[row]), hero=row == hero)
            roles[row] = next(free) if own in roles.values() else own
    return roles


COLOR_ROLES = tuple(field.name for field in fields(Theme) if field.name != "name")
"""The names of all colours, in the order of the file."""


@lru_cache
def load_theme(name: ThemeName) -> Theme:
    """Read a theme from ``resources/theme.json``.

    Raises:
        ValueError: a role is missing or unknown, or a value is not a colour; the message names it.
    """
    values = json.loads(resource("theme.json").read_text(encoding="utf-8"))[name]
    return theme_from_values(name, values)


def current_theme() -> Theme:
    """Return the theme that the application shows; the dark one before ``apply_theme``."""
    return load_theme(_Shown.theme)


class _Shown:
    theme: ThemeName = "dark"


def theme_from_values(name: ThemeName, values: dict[str, str]) -> Theme:
    """Make a theme from one value per role, ``#rrggbb``; raises like ``load_theme``."""
    wrong = sorted(set(COLOR_ROLES) ^ values.keys())
    if wrong:
        raise ValueError(f"theme '{name}': missing or unknown roles: {', '.join(wrong)}")
    colors = {role: QColor(values[role]) for role in COLOR_ROLES}
    invalid = [role for role, color in colors.items() if not color.isValid()]
    if invalid:
        raise ValueError(f"theme '{name}': not a colour: {', '.join(invalid)}")
    return Theme(name=name, **colors)


def stylesheet(theme: Theme) -> str:
    """Return the style sheet of the whole application in the colours of a theme."""
    colors = {role: getattr(theme, role).name() for role in COLOR_ROLES}
    return _QssTemplate(resource("theme.qss").read_text(encoding="utf-8")).substitute(
        colors,
        accent_hover=mixed(theme.accent, theme.text, 0.15).name(),
        hover=mixed(theme.raised, theme.text, 0.05).name(),
        pressed=mixed(theme.raised, theme.text, 0.11).name(),
        handle=mixed(theme.panel, theme.text, 0.22).name(),
    )


class _QssTemplate(Template):
    """A style sheet with ``@role`` where a colour goes: ``$`` would be odd in QSS."""

    delimiter = "@"


def palette(theme: Theme) -> QPalette:
    """Return the palette for what the style draws by itself: arrows, ticks, selections, placeholders."""
    result = QPalette()
    role = QPalette.ColorRole
    for color, roles in (
        (theme.panel, (role.Window, role.Base, role.AlternateBase)),
        (theme.raised, (role.Button, role.ToolTipBase, role.Light, role.Midlight)),
        (theme.hairline, (role.Mid, role.Dark)),
        (theme.window, (role.Shadow,)),
        (theme.text, (role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.BrightText)),
        (theme.selected, (role.Highlight,)),
        (theme.text, (role.HighlightedText,)),
        (theme.accent, (role.Link, role.LinkVisited, role.Accent)),
        (theme.secondary, (role.PlaceholderText,)),
    ):
        for each in roles:
            result.setColor(each, color)
    for each in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, each, theme.faint)
    return result


def font(size: Literal[11, 13, 20], *, bold: bool = False, medium: bool = False) -> QFont:
    """Return the typeface in one of the three sizes, in pixels, with figures of equal width.

    All three grow with ``set_text_scale``.
    """
    weight = QFont.Weight.DemiBold if bold else QFont.Weight.Medium if medium else QFont.Weight.Normal
    return QFont(_font(QGuiApplication.font(), round(size * text_scale()), weight))


@lru_cache(maxsize=32)
def _font(system: QFont, size: int, weight: QFont.Weight) -> QFont:
    result = QFont(system)
    result.setFamilies(families(tuple(result.families())))
    result.setPixelSize(size)
    result.setWeight(weight)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def text_scale() -> float:
    """Return how much larger than usual text is."""
    app = QGuiApplication.instance()
    scale = app.property(_TEXT_SCALE) if app is not None else None
    return scale if isinstance(scale, float) else 1.0


def set_text_scale(app: QApplication, scale: float) -> None:
    """Make all text larger or smaller, also that of widgets which have a font of their own.

    What is painted follows when it is painted next. Call ``apply_theme`` afterwards.
    """
    before = text_scale()
    app.setProperty(_TEXT_SCALE, scale)
    for widget in app.allWidgets():
        if _has_own_font(widget):
            own = widget.font()
            own.setPixelSize(round(own.pixelSize() * scale / before))
            widget.setFont(own)


def _has_own_font(widget: QWidget) -> bool:
    return widget.testAttribute(Qt.WidgetAttribute.WA_SetFont) and widget.font().pixelSize() > 0


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Give the whole application the look of a theme, at once; fonts that widgets have of their own stay.

    Every widget is told by a change of style, also where it is the text's size or a unit that has changed:
    what it keeps of colours, sizes and texts is made anew.
    """
    _Shown.theme = theme.name
    own = {widget: widget.font() for widget in app.allWidgets() if _has_own_font(widget)}
    if not app.styleSheet():  # it is ours: all widgets would ask a new style for everything
        app.setStyle(QStyleFactory.create("Fusion"))
    sheet = stylesheet(theme)
    boxes = palette(theme)
    app.setPalette(boxes)
    boxes.setColor(QPalette.ColorRole.Base, theme.raised)
    # The style makes the frame of a box that is checked darker than the window's colour: in the dark, unseen.
    boxes.setColor(QPalette.ColorRole.Window, theme.secondary.lighter(140))
    app.setPalette(boxes, "QCheckBox")  # type: ignore[arg-type] # the stubs say bytes, which fail
    app.setFont(font(13))
    if sheet != app.styleSheet():
        app.setStyleSheet(sheet)
    for widget, font_before in own.items():  # a style sheet gives back those that it found
        if widget.font().pixelSize() != font_before.pixelSize():
            widget.setFont(font_before)
    for widget in app.allWidgets():  # the sheet tells some before what is in them has its font
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))


class ThemeFollower(QObject):
    """Turns the user's choice into a theme; with "auto" it goes with the system while the program runs."""

    theme_changed = Signal(object)
    """The Theme to show, whenever it is another one."""

    def __init__(self, choice: ThemeChoice = "auto", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice: ThemeChoice = choice
        self.theme = load_theme(self._wanted())
        """The theme to show now."""
        self._tell_system()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._update)

    def set_choice(self, choice: ThemeChoice) -> None:
        """Choose a theme, or "auto" for that of the system."""
        self._choice = choice
        self._tell_system()
        self._update()

    @Slot()
    def tell(self) -> None:
        """Have everybody show the theme again: something else about the look has changed."""
        self.theme_changed.emit(self.theme)

    @Slot()
    def _update(self) -> None:
        name = self._wanted()
        if name != self.theme.name:
            self.theme = load_theme(name)
            self.theme_changed.emit(self.theme)

    def _wanted(self) -> ThemeName:
        if self._choice != "auto":
            return self._choice
        light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
        return "light" if light else "dark"

    def _tell_system(self) -> None:
        """Have title bars and the system's dialogs match."""
        hints = QGuiApplication.styleHints()
        if self._choice == "auto":
            hints.unsetColorScheme()
        else:
            hints.setColorScheme(Qt.ColorScheme.Dark if self._choice == "dark" else Qt.ColorScheme.Light)


def mixed(color: QColor, other: QColor, share: float) -> QColor:
    """Return a colour with a share of another one in it."""
    return QColor.fromRgbF(
        color.redF() + (other.redF() - color.redF()) * share,
        color.greenF() + (other.greenF() - color.greenF()) * share,
        color.blueF() + (other.blueF() - color.blueF()) * share,
    )


def faded(color: QColor, opacity: float) -> QColor:
    """Return a colour with an opacity from 0 to 1."""
    result = QColor(color)
    result.setAlphaF(min(max(opacity, 0.0), 1.0))
    return result


_WIDE = "DejaVu Sans"
"""What systems fall back on; a tenth wider than the others, so that much would have to be shortened."""
_BETTER = ("Inter", "Noto Sans", "Ubuntu", "Cantarell", "Roboto", "Liberation Sans")


@lru_cache(maxsize=8)
def families(systems: tuple[str, ...]) -> tuple[str, ...]:
    """Return the families to write in where the system's own are these, the best first."""
    face = QFont()
    face.setFamilies(systems)
    if QFontInfo(face).family() != _WIDE:
        return systems
    return (*(family for family in _BETTER if QFontDatabase.hasFamily(family)), *systems)
