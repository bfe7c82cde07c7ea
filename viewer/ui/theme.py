"""Colours by role, fonts and the style sheet of the program.

The colours are in ``resources/theme.json`` and the style sheet in ``resources/theme.qss``; nothing else in
the program names a colour. Dynamic properties of widgets select styles of the sheet:

    surface  ``panel``, ``raised``, ``window``: the background of a plain QWidget or QFrame;
             ``card``: raised with a hairline and round corners, for boxes that float on the map
    role     of a label: ``secondary``, ``faint``, ``title`` (title of a group), ``collision``
    kind     of a button: ``primary`` (the main action), ``quiet`` (no frame until hovered),
             ``link`` (looks like text); without a kind it has a hairline frame
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from string import Template
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget

from viewer.logfile.enums import TrafficLightState
from viewer.program import resource
from viewer.recording.actors import MOVERS, Category

_TEXT_SCALE = "text_scale"
"""Name of the property of the QApplication that stores the factor by which texts are enlarged."""
ThemeName = Literal["dark", "light"]
ThemeChoice = Literal["auto", "dark", "light"]


@dataclass(frozen=True, eq=False)
class Theme:
    """Colours of one theme, named by their role.

    ``hero`` is only for the ego vehicle (found by its role_name), ``collision`` only for collisions,
    ``reference`` only for the recording that the open one is compared with;
    ``faint`` is for text that matters little. ``light_*`` are the states of traffic lights in panels, and
    of levels of a log; ``on_*`` is the text on them. On the map, ``lamp_*`` are lit lamps and ``light_head``
    is the housing around them. ``lane`` is the background of a row of the timeline (a lane).
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
    reference: QColor
    light_red: QColor
    light_yellow: QColor
    light_green: QColor
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
        """Whether the theme has light text on a dark background."""
        return self.name == "dark"

    def color(self, role: str) -> QColor:
        """Return the theme's colour for the role with the name ``role``."""
        color: QColor = getattr(self, role)
        return color

    def category_color(self, category: int, *, hero: bool = False) -> QColor:
        """Return the colour of actors of ``category`` (vehicle, walker, …, a value of Category).

        With ``hero`` True it is the colour of the hero, the ego vehicle by its role_name.
        """
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
    """Return the name of the colour role of actors of ``category`` (vehicle, walker, …, a value of Category).

    With ``hero`` True it is "hero", the role of the ego vehicle.
    """
    return "hero" if hero else _ROLE_OF_CATEGORY[Category(category)]


LIGHT_ROLES: Mapping[int, str] = {
    TrafficLightState.RED: "light_red",
    TrafficLightState.YELLOW: "light_yellow",
    TrafficLightState.GREEN: "light_green",
}
"""Colours of traffic lights that are lit, by state: names of fields of Theme."""
CURVE_COLORS = ("curve_1", "curve_2", "curve_3", "curve_4")
"""Names of colours for curves and actors if another one already has the colour of their category.

Colour-blind people can distinguish them.
"""
_MAX_COLORED = 8
"""Number of selected actors that get colours of their own on map and plots: those selected last."""


def selection_roles(
    categories: NDArray[np.integer], selected: Sequence[int], hero: int | None
) -> dict[int, str]:
    """Return the names of the theme's colours for the selected actors, by row in the table of actors.

    Only vehicles, bicycles and walkers among the 8 actors that were selected last get a colour. In the order
    of rows, the first actor of a category gets the category's colour, others get colours of curves.

    Args:
        categories: category of each actor (a value of Category), shape ``(actors,)``.
        selected: rows of the selected actors in the table of actors, in the order of selection.
        hero: row of the hero (the ego vehicle by its role_name), or None.
    """
    roles: dict[int, str] = {}
    free = iter(CURVE_COLORS * 2)
    for row in sorted(selected[-_MAX_COLORED:]):
        if row < len(categories) and categories[row] in MOVERS:
            own = category_role(int(categories[row]), hero=row == hero)
            roles[row] = next(free) if own in roles.values() else own
    return roles


COLOR_ROLES = tuple(field.name for field in fields(Theme) if field.name != "name")
"""Names of all colour roles (uses of colours, such as "hero"), in the order of the fields of Theme."""


@lru_cache
def load_theme(name: ThemeName) -> Theme:
    """Return the theme ``name`` from ``resources/theme.json``; cached.

    Raises:
        ValueError: a role is missing or unknown, or a value is not a colour; the message names it.
    """
    values = json.loads(resource("theme.json").read_text(encoding="utf-8"))[name]
    wrong = sorted(set(COLOR_ROLES) ^ values.keys())
    if wrong:
        raise ValueError(f"theme '{name}': missing or unknown roles: {', '.join(wrong)}")
    colors = {role: QColor(values[role]) for role in COLOR_ROLES}
    invalid = [role for role, color in colors.items() if not color.isValid()]
    if invalid:
        raise ValueError(f"theme '{name}': not a colour: {', '.join(invalid)}")
    return Theme(name=name, **colors)


def current_theme() -> Theme:
    """Return the theme that ``apply_theme`` set last; the dark one before."""
    return load_theme(_Shown.theme)


class _Shown:
    theme: ThemeName = "dark"


def stylesheet(theme: Theme) -> str:
    """Return the application's style sheet in the colours of ``theme``."""
    colors = {role: getattr(theme, role).name() for role in COLOR_ROLES}
    return _QssTemplate(resource("theme.qss").read_text(encoding="utf-8")).substitute(
        colors,
        accent_hover=mixed(theme.accent, theme.text, 0.15).name(),
        hover=mixed(theme.raised, theme.text, 0.05).name(),
        pressed=mixed(theme.raised, theme.text, 0.11).name(),
        handle=mixed(theme.panel, theme.text, 0.22).name(),
    )


class _QssTemplate(Template):
    """Template of a style sheet with ``@role`` in place of colours (``$`` would look odd in QSS)."""

    delimiter = "@"


def palette(theme: Theme) -> QPalette:
    """Return the palette for parts that Qt's style draws itself: arrows, ticks, selections, placeholders."""
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
    """Return the program's font with digits of equal width, ``size`` pixels times ``text_scale()``."""
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
    """Return the factor by which all text is enlarged."""
    app = QGuiApplication.instance()
    scale = app.property(_TEXT_SCALE) if app is not None else None
    return scale if isinstance(scale, float) else 1.0


def set_text_scale(app: QApplication, scale: float) -> None:
    """Set the factor by which all text is enlarged, also in widgets that have a font of their own.

    Painted text follows at the next repaint. Call ``apply_theme`` afterwards.
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
    """Apply ``theme`` to the whole application; fonts that widgets have of their own stay.

    Also called after a change of text size or units: every widget gets a StyleChange event, upon which it
    renews cached colours, sizes and texts.
    """
    _Shown.theme = theme.name
    own = {widget: widget.font() for widget in app.allWidgets() if _has_own_font(widget)}
    if not app.styleSheet():  # set once: a new style makes all widgets query it again
        app.setStyle(QStyleFactory.create("Fusion"))
    sheet = stylesheet(theme)
    boxes = palette(theme)
    app.setPalette(boxes)
    boxes.setColor(QPalette.ColorRole.Base, theme.raised)
    # The style draws the frame of a check box darker than the window's colour: invisible in the dark theme.
    boxes.setColor(QPalette.ColorRole.Window, theme.secondary.lighter(140))
    app.setPalette(boxes, "QCheckBox")  # type: ignore[arg-type] # the stubs say bytes, which raise TypeError
    app.setFont(font(13))
    if sheet != app.styleSheet():
        app.setStyleSheet(sheet)
    for widget, font_before in own.items():  # setting a style sheet resets fonts
        if widget.font().pixelSize() != font_before.pixelSize():
            widget.setFont(font_before)
    for widget in app.allWidgets():  # Qt sends it to some before their children have their font
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))


class ThemeFollower(QObject):
    """Controller that chooses the theme: the user's choice or, for "auto", the system's colour scheme."""

    theme_changed = Signal(object)
    """Emitted with the Theme to be shown when it changes or must be applied again."""

    def __init__(self, choice: ThemeChoice = "auto", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice: ThemeChoice = choice
        self.theme = load_theme(self._wanted())
        """Theme to be shown now."""
        self._set_system_scheme()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._update)

    def set_choice(self, choice: ThemeChoice) -> None:
        """Choose a theme by name, or "auto" for that of the system."""
        self._choice = choice
        self._set_system_scheme()
        self._update()

    def reapply(self) -> None:
        """Emit ``theme_changed`` with the current theme: for changes of text size, units or shortcuts."""
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

    def _set_system_scheme(self) -> None:
        """Make title bars and the system's dialogs match the chosen theme."""
        hints = QGuiApplication.styleHints()
        if self._choice == "auto":
            hints.unsetColorScheme()
        else:
            hints.setColorScheme(Qt.ColorScheme.Dark if self._choice == "dark" else Qt.ColorScheme.Light)


def mixed(color: QColor, other: QColor, share: float) -> QColor:
    """Return ``color`` mixed with ``other``; ``share`` from 0 to 1 is the part of ``other``."""
    return QColor.fromRgbF(
        color.redF() + (other.redF() - color.redF()) * share,
        color.greenF() + (other.greenF() - color.greenF()) * share,
        color.blueF() + (other.blueF() - color.blueF()) * share,
    )


def faded(color: QColor, opacity: float) -> QColor:
    """Return ``color`` with the given ``opacity``, 0 (transparent) to 1."""
    result = QColor(color)
    result.setAlphaF(min(max(opacity, 0.0), 1.0))
    return result


_WIDE = "DejaVu Sans"
"""Name of a wide font that some systems use if a wanted font is missing; narrower fonts are preferred to it.
"""
_BETTER = ("Inter", "Noto Sans", "Ubuntu", "Cantarell", "Roboto", "Liberation Sans")


@lru_cache(maxsize=8)
def families(systems: tuple[str, ...]) -> tuple[str, ...]:
    """Return the font families to use, best first; ``systems`` are the families of the system's font.

    If they select DejaVu Sans, which is wide, installed narrower fonts precede them.
    """
    face = QFont()
    face.setFamilies(systems)
    if QFontInfo(face).family() != _WIDE:
        return systems
    return (*(family for family in _BETTER if QFontDatabase.hasFamily(family)), *systems)
