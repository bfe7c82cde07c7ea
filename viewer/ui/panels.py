"""The panels of the window as one table: actions, drawer and layouts show what is in it.

A panel that is not there from the start is a package with a room: a module with a function
``open_room(parent, **needs)`` that makes the panel and binds it to what it needs. It is imported and called
when the panel is first shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from viewer.ui.action_table import tr


class PanelPlace(Enum):
    """Where a panel stands."""

    LEFT = "left"
    RIGHT = "right"
    BOTTOM = "bottom"
    DRAWER = "drawer"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A panel.

    Attributes:
        id: the name by which settings and layouts know it.
        title: what its tab says, in English.
        place: where it stands.
        room: the module that makes it when it is first shown; empty for one that is there from the start.
        needs: names of what ``open_room`` is given.
        rises: whether its action brings it to the front when it is behind another panel.
        takes_keyboard: whether the keyboard goes into it when its action shows it, and to the map after it.

    """

    id: str
    title: str
    place: PanelPlace
    room: str = ""
    needs: tuple[str, ...] = ()
    rises: bool = False
    takes_keyboard: bool = False

    @property
    def action(self) -> str:
        """Id of the action that shows and hides it."""
        return self.id if self.place is PanelPlace.OVER else f"show_{self.id}"


_DRAWER = PanelPlace.DRAWER
PANELS = (
    PanelRow("actors", tr("Actors"), PanelPlace.LEFT),
    PanelRow("inspector", tr("Inspector"), PanelPlace.RIGHT),
    PanelRow("bottom", tr("Timeline"), PanelPlace.BOTTOM),
    PanelRow(
        "story",
        tr("Findings"),
        _DRAWER,
        "viewer.ui.story.room",
        ("recording", "display", "story", "messages", "go_to_event", "show_thresholds"),
        rises=True,
    ),
    PanelRow(
        "packets",
        tr("Packets"),
        _DRAWER,
        "viewer.ui.packets.room",
        ("recording", "moment", "focus", "select"),
    ),
    PanelRow(
        "problems", tr("Problems"), _DRAWER, "viewer.ui.problems.room", ("recording", "playback", "display")
    ),
    PanelRow(
        "notes",
        tr("Notes"),
        _DRAWER,
        "viewer.ui.notes.room",
        ("recording", "playback", "display", "note_commands"),
        rises=True,
        takes_keyboard=True,
    ),
    PanelRow(
        "palette",
        tr("Find anything"),
        PanelPlace.OVER,
        "viewer.ui.palette.room",
        (
            "tasks",
            "workspace",
            "actions",
            "note_commands",
            "display",
            "story",
            "go_before_event",
            "settings",
            "map_view",
            "signals",
            "select",
        ),
    ),
)
"""All panels; those of the drawer in the order of their tabs."""


def panels_at(place: PanelPlace) -> tuple[PanelRow, ...]:
    """Return the panels of a place, in order."""
    return tuple(row for row in PANELS if row.place is place)
