"""The panels of the window as one table: actions, menus, docks and layouts show what is in it.

A panel that is not there from the start is a module with a function ``make_panel(viewer)``. It is imported
and called when the panel is first shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class PanelPlace(Enum):
    """Where a panel stands."""

    LEFT = "left"
    RIGHT = "right"
    BOTTOM = "bottom"
    DRAWER = "drawer"
    OVER = "over"


class FilePage(IntEnum):
    """The pages of the panel about the file."""

    PROBLEMS = 0
    FRAME = 1
    CENSUS = 2


@dataclass(frozen=True, slots=True)
class PanelRow:
    """A panel.

    Attributes:
        id: the name by which settings and layouts know it.
        title: what its tab and its action say, in English.
        tip: more to say than the title.
        place: where it stands.
        page: the page of the guide that explains it.
        keys: shortcuts, as an ``Action`` has them.
        module: what makes it when it is first shown; empty for one that is there from the start.
        rises: whether its action brings it to the front when it is behind another panel.

    """

    id: str
    title: str
    tip: str
    place: PanelPlace
    page: str
    keys: str = ""
    module: str = ""
    rises: bool = False

    @property
    def action(self) -> str:
        """Id of the action that shows and hides it."""
        return self.id if self.place is PanelPlace.OVER else f"show_{self.id}"


_DRAWER = PanelPlace.DRAWER
_PROBLEMS = "files.md#what-is-wrong-with-a-file"
PANELS = (
    PanelRow("actors", "Actors", "Show the list of actors", PanelPlace.LEFT, "map.md#the-list-of-actors"),
    PanelRow("inspector", "Inspector", "Show the inspector", PanelPlace.RIGHT, "map.md#the-inspector"),
    PanelRow("bottom", "Timeline", "Show the timeline", PanelPlace.BOTTOM, "time.md", "Ctrl+J"),
    PanelRow(
        "story", "Findings", "List what went wrong, by rules", _DRAWER, "story.md", "Y",
        "viewer.ui.findings.panel", rises=True,
    ),
    PanelRow(
        "file", "File", "What is wrong with the file, and its packets", _DRAWER, _PROBLEMS, "",
        "viewer.ui.file.panel",
    ),
    PanelRow(
        "notes", "Notes", "Go to notes, edit and delete them", _DRAWER, "notes.md", "Ctrl+B",
        "viewer.ui.notes.panel", rises=True,
    ),
    PanelRow(
        "palette", "Find anything…", "Actions, actors, events; a time or #frame", PanelPlace.OVER,
        "map.md#finding", "Ctrl+K Ctrl+Shift+P", "viewer.ui.palette.panel",
    ),
)  # fmt: skip
"""All panels; those of the drawer in the order of their tabs."""


def panels_at(place: PanelPlace) -> tuple[PanelRow, ...]:
    """Return the panels of a place, in order."""
    return tuple(row for row in PANELS if row.place is place)
