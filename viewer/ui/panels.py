"""Table of the window's panels, from which actions, menus, docks and layouts are made.

A panel that does not exist from the start is a module with a function ``make_panel(viewer)``, which is
imported and called when the panel is first shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class DockArea(Enum):
    """Area of the window in which a panel is shown; ``TABS`` panels are tabs, most above the timeline."""

    LEFT = "left"
    RIGHT = "right"
    BOTTOM = "bottom"
    TABS = "drawer"
    POPUP = "over"


class FilePage(IntEnum):
    """Pages of the *File* panel by index: problems of the file, packets of one frame, counts of packets."""

    PROBLEMS = 0
    FRAME = 1
    PACKET_COUNTS = 2


@dataclass(frozen=True, slots=True)
class PanelRow:
    """Definition of one panel.

    Attributes:
        id: name in settings and layouts.
        title: text of its tab and of the action that shows it, in English.
        tip: explanation beyond the title.
        area: area of the window in which it is shown.
        page: page of the guide that explains it.
        keys: default shortcuts in Qt's portable notation, separated by spaces.
        module: module that makes it when it is first shown; empty for one that exists from the start.
        rises: whether its action brings it to the front, instead of hiding it, if another tab covers it.
        beside: id of the panel that it is a tab with at first; empty for tabs above the timeline.
    """

    id: str
    title: str
    tip: str
    area: DockArea
    page: str
    keys: str = ""
    module: str = ""
    rises: bool = False
    beside: str = ""

    @property
    def action(self) -> str:
        """Id of the action (menu command) that shows and hides the panel."""
        return self.id if self.area is DockArea.POPUP else f"show_{self.id}"


_TABS = DockArea.TABS
_PROBLEMS = "files.md#what-is-wrong-with-a-file"
PANELS = (
    PanelRow("actors", "Actors", "Show the list of actors", DockArea.LEFT, "map.md#the-list-of-actors"),
    PanelRow("inspector", "Inspector", "Show the inspector", DockArea.RIGHT, "map.md#the-inspector"),
    PanelRow("bottom", "Timeline", "Show the timeline", DockArea.BOTTOM, "time.md", "Ctrl+J"),
    PanelRow(
        "story", "Findings", "List what went wrong, by rules", _TABS, "story.md", "Y",
        "viewer.ui.findings.panel", rises=True,
    ),
    PanelRow(
        "file", "File", "What is wrong with the file, and its packets", _TABS, _PROBLEMS, "",
        "viewer.ui.file.panel",
    ),
    PanelRow(
        "notes", "Notes", "Go to notes, edit and delete them", _TABS, "notes.md", "Ctrl+B",
        "viewer.ui.notes.panel", rises=True,
    ),
    PanelRow(
        "cameras", "Cameras", "Pictures that the driving stack wrote beside the recording", _TABS,
        "cameras.md", "", "viewer.ui.cameras.panel", rises=True, beside="actors",
    ),
    PanelRow(
        "log", "Log", "Lines that agent or Leaderboard wrote beside the recording", _TABS, "cameras.md#logs",
        "", "viewer.ui.run_log.panel", rises=True,
    ),
    PanelRow(
        "comparison", "Comparison", "Actors of both recordings, and where they part", _TABS,
        "compare.md", "", "viewer.ui.comparison.panel", rises=True,
    ),
    PanelRow(
        "palette", "Find anything…", "Actions, actors, events; a time or #frame", DockArea.POPUP,
        "map.md#finding", "Ctrl+K Ctrl+Shift+P", "viewer.ui.palette.panel",
    ),
)  # fmt: skip
"""All panels of the window, such as actors and inspector; panels shown as tabs are in the order of the tabs.
"""


def panels_in(area: DockArea) -> tuple[PanelRow, ...]:
    """Return the panels placed in the dock area ``area``, in their order there."""
    return tuple(row for row in PANELS if row.area is area)
