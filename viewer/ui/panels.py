"""The panels of the window as one table: actions, drawer and layouts show what is in it.

A panel that is not there from the start is a module with a function ``make_panel(viewer)``. It is imported
and called when the panel is first shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


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
        page: the page of the guide that explains it.
        module: what makes it when it is first shown; empty for one that is there from the start.
        rises: whether its action brings it to the front when it is behind another panel.
        takes_keyboard: whether the keyboard goes into it when its action shows it, and to the map after it.

    """

    id: str
    title: str
    place: PanelPlace
    page: str
    module: str = ""
    rises: bool = False
    takes_keyboard: bool = False

    @property
    def action(self) -> str:
        """Id of the action that shows and hides it."""
        return self.id if self.place is PanelPlace.OVER else f"show_{self.id}"


_DRAWER = PanelPlace.DRAWER
_PROBLEMS = "files.md#what-is-wrong-with-a-file"
PANELS = (
    PanelRow("actors", "Actors", PanelPlace.LEFT, "map.md#the-list-of-actors"),
    PanelRow("inspector", "Inspector", PanelPlace.RIGHT, "map.md#the-inspector"),
    PanelRow("bottom", "Timeline", PanelPlace.BOTTOM, "time.md"),
    PanelRow("story", "Findings", _DRAWER, "story.md", "viewer.ui.story.panel", rises=True),
    PanelRow("packets", "Packets", _DRAWER, "packets.md", "viewer.ui.packets.panel"),
    PanelRow("problems", "Problems", _DRAWER, _PROBLEMS, "viewer.ui.problems.panel"),
    PanelRow("notes", "Notes", _DRAWER, "notes.md", "viewer.ui.notes.panel", rises=True, takes_keyboard=True),
    PanelRow("palette", "Find anything", PanelPlace.OVER, "map.md#finding", "viewer.ui.palette.room"),
)
"""All panels; those of the drawer in the order of their tabs."""


def panels_at(place: PanelPlace) -> tuple[PanelRow, ...]:
    """Return the panels of a place, in order."""
    return tuple(row for row in PANELS if row.place is place)
