"""The menus of map layers, of editing and of the view."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from viewer.replay.time.time_forms import TimeForm
from viewer.ui.menus.row import SEPARATOR, Action, Menu, choice, layers, menu, panels, toggle
from viewer.ui.panels import DockArea, FilePage

if TYPE_CHECKING:
    from viewer.ui.app import Viewer


_ZOOM_STEP = 1.25
"""Factor by which one action zooms the map."""


def layers_menu() -> Menu:
    """Return the menu *Layers* with its commands."""
    return menu(
        "layers",
        "Layers",
        *layers("ground"),
        SEPARATOR,
        *layers("layers"),
        *layers("developer"),
        SEPARATOR,
        menu(
            "trails",
            "Trails of",
            choice("map_options.trails_of", "selected", "trails_selected", "Selected actors"),
            choice("map_options.trails_of", "followed", "trails_followed", "Followed actor"),
            choice("map_options.trails_of", "vehicles", "trails_vehicles", "All vehicles"),
            SEPARATOR,
            choice("map_options.behind", 0.0, "behind_0", "Behind: nothing"),
            *(
                choice("map_options.behind", float(each), f"behind_{each}", f"Behind: {each} s")
                for each in (2, 5, 10, 30)
            ),
            SEPARATOR,
            choice("map_options.ahead", 0.0, "ahead_0", "Ahead: nothing"),
            *(
                choice("map_options.ahead", float(each), f"ahead_{each}", f"Ahead: {each} s")
                for each in (3, 5, 10)
            ),
        ),
        menu(
            "label_choice",
            "Labels say",
            toggle("label_id", "Id", setting="map_options.label_id"),
            toggle("label_role", "Role", setting="map_options.label_role"),
            toggle("label_blueprint", "Blueprint", setting="map_options.label_blueprint"),
            toggle("label_speed", "Speed", setting="map_options.label_speed"),
        ),
        menu(
            "colors",
            "Colour by",
            choice("map_options.color_by", "category", "color_category", "Category"),
            choice(
                "map_options.color_by",
                "recorded",
                "color_recorded",
                "Recorded colour",
                "The paint of each vehicle, as far as it is recorded",
            ),
            choice("map_options.color_by", "speed", "color_speed", "Speed"),
        ),
        SEPARATOR,
        Action(
            "choose_map",
            "Choose map…",
            "",
            "An OpenDRIVE file for this recording's town",
            do=lambda it: it.roads.choose_map(),
        ),
        Action(
            "map_folder",
            "Find maps in folder…",
            "",
            "Such as a CARLA installation",
            do=lambda it: it.roads.choose_folder(),
        ),
    )


_SLOTS = ("First", "Second", "Third", "Fourth")
_LATER = "From the next start on"


def edit_menu() -> Menu:
    """Return the menu *Edit* with its commands."""
    return menu(
        "edit",
        "Edit",
        Action(
            "undo",
            "Undo",
            "Ctrl+Z",
            "Selection, hidden, range, filter, lanes, layers, layout, notes",
            do=lambda it: it.history.undo(),
        ),
        Action("redo", "Redo", "Ctrl+Shift+Z", "What was undone last", do=lambda it: it.history.redo()),
        SEPARATOR,
        Action(
            "settings",
            "Settings…",
            "Ctrl+,",
            "Switches, choices, thresholds, folders of maps",
            do=lambda it: it.show_settings(),
        ),
    )


def _show_view(slot: int, it: Viewer) -> None:
    it.views.show(slot)


def _save_view(slot: int, it: Viewer) -> None:
    it.views.save(slot)


def view_menu() -> Menu:
    """Return the menu *View* with its commands."""
    return menu(
        "view",
        "View",
        menu(
            "time_form",
            "Time",
            choice(
                "time_form",
                TimeForm.ELAPSED,
                "time_elapsed",
                "Time in seconds",
                "Elapsed since the recording began",
            ),
            choice(
                "time_form", TimeForm.FRAME, "time_frame", "Time as frame numbers", "As the file counts them"
            ),
            choice(
                "time_form",
                TimeForm.WALL,
                "time_wall",
                "Time of day",
                "Wall clock: the date of the recording and what has elapsed since, in UTC",
            ),
        ),
        Action(
            "near",
            "Show 5 s around the playhead",
            "Z",
            "Again: as before",
            do=lambda it: it.timeline.model.toggle_close_up(),
        ),
        SEPARATOR,
        Action("fit", "Fit what moves", "0", do=lambda it: it.selection.fit()),
        Action(
            "zoom_in", "Zoom in", "+ =", repeats=True, do=lambda it: it.map_view.viewpoint.zoom(_ZOOM_STEP)
        ),
        Action(
            "zoom_out",
            "Zoom out",
            "-",
            repeats=True,
            do=lambda it: it.map_view.viewpoint.zoom(1 / _ZOOM_STEP),
        ),
        toggle(
            "measure",
            "Measure",
            "M",
            "Distances between points and actors",
            switch=lambda it, on: it.map_view.measure.set_on(on),
        ),
        toggle(
            "heading_up",
            "Heading up",
            "",
            "Turn the map with the followed actor",
            setting="map_options.heading_up",
        ),
        menu(
            "map_views",
            "Map views",
            *(
                Action(
                    f"map_view_{slot + 1}",
                    f"{name} map view",
                    f"Alt+{slot + 1}",
                    do=partial(_show_view, slot),
                )
                for slot, name in enumerate(_SLOTS)
            ),
            SEPARATOR,
            *(
                Action(
                    f"save_map_view_{slot + 1}",
                    f"Save as {name.lower()}",
                    f"Ctrl+Alt+{slot + 1}",
                    "What the map shows now, for every recording of this town",
                    do=partial(_save_view, slot),
                )
                for slot, name in enumerate(_SLOTS)
            ),
        ),
        SEPARATOR,
        menu(
            "panels",
            "Panels",
            *panels(DockArea.LEFT, DockArea.RIGHT, DockArea.BOTTOM, DockArea.TABS),
            SEPARATOR,
            Action(
                "packets",
                "Packets",
                "",
                "Show the packets as they are in the file",
                do=lambda it: it.window.open_file(FilePage.FRAME),
            ),
        ),
        toggle(
            "living_actors",
            "Present actors only",
            "Shift+A",
            "List only actors that are present at this time",
            icon="alive",
            setting="living_actors",
        ),
        Action(
            "fold_events",
            "Lanes of events",
            "E",
            "A lane for each kind, or one for all",
            do=lambda it: it.timeline.model.toggle_events(),
        ),
        Action(
            "fold_lives",
            "Lanes of life spans",
            "Shift+E",
            "Of all actors, or of the chosen",
            do=lambda it: it.timeline.model.toggle_fold("lives"),
        ),
        Action(
            "add_signal",
            "Add signal…",
            "Shift+P",
            "In a lane of the timeline",
            do=lambda it: it.signals.offer(),
        ),
        toggle(
            "story_strip",
            "Findings over the map",
            "Shift+Y",
            "Over the map: what went wrong, in order of weight",
            setting="story_strip",
        ),
        SEPARATOR,
        toggle("speed_kmh", "Speeds in km/h", "", "Else in m/s, as recorded", setting="speed_kmh"),
        menu(
            "theme",
            "Theme",
            choice("theme", "auto", "theme_auto", "Like the system"),
            choice("theme", "dark", "theme_dark", "Dark"),
            choice("theme", "light", "theme_light", "Light"),
        ),
        menu(
            "size",
            "Size",
            choice("size", 0.0, "size_auto", "As the system's text", _LATER),
            *(
                choice("size", each / 100, f"size_{each}", f"At {each} %", _LATER)
                for each in (100, 125, 150, 200)
            ),
        ),
        menu(
            "language",
            "Language",
            choice("language", "auto", "language_auto", "Like the system", _LATER),
            choice("language", "en", "language_en", "English", _LATER),
            choice("language", "zh_CN", "language_zh", "中文", _LATER),
        ),
        menu(
            "layout",
            "Layout",
            Action(
                "save_layout",
                "Save layout…",
                "",
                "Keep where the panels are, by a name",
                do=lambda it: it.layouts.save(),
            ),
            Action(
                "reset_layout",
                "Reset layout",
                "",
                "As it was at first",
                do=lambda it: it.window.docks.reset(),
            ),
        ),
        toggle(
            "present",
            "Present",
            "F11",
            "Map and timeline alone fill the screen, in large type",
            switch=lambda it, on: it.layouts.present(on),
        ),
    )
