"""Table of all actions of the window.

Menus, shortcuts, tooltips, the list of shortcuts and a table of the guide are made from it. It needs no Qt;
``viewer.ui.actions`` makes QActions and menus of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from viewer.replay.time.time_forms import TimeForm
from viewer.ui.map_layers import LAYERS
from viewer.ui.panels import PANELS, DockArea


@dataclass(frozen=True, slots=True)
class Action:
    """One action of the window.

    Attributes:
        id: name by which code looks it up.
        text: its text in menus, in sentence case.
        keys: default shortcuts in Qt's portable notation, separated by spaces.
        tip: explanation for tooltips, beyond the text; empty for none.
        icon: name of a file in ``resources/icons``, for an action that has a button; empty for none.
        checkable: whether it can be on or off.
        choice: name of a group in which one action is on at a time; empty for none.
        setting: path of the setting that it shows and changes (``map_layers.grid``); empty for none.
        value: value of that setting while the action is on.
        repeats: whether holding the key down triggers it again and again.
    """

    id: str
    text: str
    keys: str = ""
    tip: str = ""
    icon: str = ""
    checkable: bool = False
    choice: str = ""
    setting: str = ""
    value: object = True
    repeats: bool = False

    @property
    def shortcuts(self) -> tuple[str, ...]:
        """Default shortcuts, one by one; ``viewer.ui.shortcuts`` knows those in use."""
        return tuple(self.keys.split())


SEPARATOR = None
"""Stands for a separator line between groups of actions in the list that menus are made from."""


@dataclass(frozen=True, slots=True)
class Menu:
    """Menu of the window with its entries in order; without entries, it is filled while the program runs."""

    id: str
    text: str
    entries: tuple[Action | Menu | None, ...] = ()


def _menu(menu_id: str, text: str, *entries: Action | Menu | None) -> Menu:
    return Menu(menu_id, text, entries)


def _toggle(
    action_id: str, text: str, keys: str = "", tip: str = "", icon: str = "", setting: str = ""
) -> Action:
    return Action(action_id, text, keys, tip, icon, checkable=True, setting=setting)


def _panels(*areas: DockArea) -> tuple[Action, ...]:
    """Return the actions that show and hide the panels in one of the ``areas`` of the window."""
    return tuple(
        Action(row.action, row.title, row.keys, row.tip, checkable=row.area is not DockArea.POPUP)
        for row in PANELS
        if row.area in areas
    )


def _layers(menu: str) -> tuple[Action, ...]:
    """Return the actions that show and hide layers of the map, for one section of the menus.

    ``menu`` is the name of that section, as in ``LayerRow.menu``: "ground", "layers" or "developer".
    """
    return tuple(
        _toggle(f"layer_{row.name}", row.text, row.keys, row.tip, setting=f"map_layers.{row.name}")
        for row in LAYERS
        if row.text and row.menu == menu
    )


def _choice(setting: str, value: object, action_id: str, text: str, tip: str = "") -> Action:
    return Action(action_id, text, tip=tip, checkable=True, choice=setting, setting=setting, value=value)


_FILE = _menu(
    "file",
    "File",
    Action("open", "Open…", "Ctrl+O"),
    _menu("recent", "Open recent"),
    Action("open_folder", "Open folder…", "Ctrl+Shift+O", "Its recordings, the worst first"),
    Action("library", "Library", "Ctrl+Shift+L", "The recordings of the folder, or back to the map"),
    Action("open_sample", "Open sample recording"),
    Action("choose_routes", "Choose routes…", "", "Of the hero, from a file as routes.xml"),
    SEPARATOR,
    Action("previous_file", "Previous recording in folder", "Alt+PgUp"),
    Action("next_file", "Next recording in folder", "Alt+PgDown"),
    SEPARATOR,
    Action("reload", "Reload", "F5", "Read the file again; time, view, selection and following stay"),
    _toggle(
        "auto_reload",
        "Auto-reload",
        "",
        "Reload by itself when the file is replaced or cut",
        setting="auto_reload",
    ),
    Action("close", "Close recording", "Ctrl+W"),
    SEPARATOR,
    Action("copy_image", "Copy map as image"),
    Action("save_image", "Save map as image…", "", "PNG or SVG"),
    Action("export", "Export…", "Ctrl+E", "Tables, scenes, trajectories, for other programs"),
    Action("save_part", "Save part as recording…", "", "What CARLA can replay: a range, some actors"),
    Action("save_clip", "Save clip…", "", "The map as a video or as pictures"),
    Action("save_event_clip", "Save clip of this event…", "", "From 3 s before the event to 3 s after it"),
    Action("export_event", "Export this event…", "", "From 3 s before the event to 3 s after it"),
    Action(
        "server_folders",
        "Server folders…",
        "",
        "Where the simulator finds recordings that are in a folder of this computer",
    ),
    SEPARATOR,
    Action("quit", "Quit", "Ctrl+Q"),
)

_SHOWN = "Of the kinds that are shown"

_REPLAY = _menu(
    "replay",
    "Replay",
    Action("play_pause", "Play or pause", "Space K"),
    Action("play_forwards", "Play forwards", "L", "Again: faster"),
    Action("play_backwards", "Play backwards", "J", "Again: faster"),
    SEPARATOR,
    Action("step_back", "One frame back", "Left ,", icon="step-back", repeats=True),
    Action("step_forward", "One frame forward", "Right .", icon="step-forward", repeats=True),
    _menu(
        "jumps",
        "Jump",
        Action("back_10ms", "Back 0.01 s", repeats=True),
        Action("forward_10ms", "Forward 0.01 s", repeats=True),
        Action("back_100ms", "Back 0.1 s", repeats=True),
        Action("forward_100ms", "Forward 0.1 s", repeats=True),
        Action("back_500ms", "Back 0.5 s", repeats=True),
        Action("forward_500ms", "Forward 0.5 s", repeats=True),
        Action("back_1s", "Back 1 s", "Shift+Left", repeats=True),
        Action("forward_1s", "Forward 1 s", "Shift+Right", repeats=True),
        Action("back_5s", "Back 5 s", repeats=True),
        Action("forward_5s", "Forward 5 s", repeats=True),
        Action("back_10s", "Back 10 s", "Ctrl+Left", repeats=True),
        Action("forward_10s", "Forward 10 s", "Ctrl+Right", repeats=True),
    ),
    Action("go_start", "Go to start", "Home", icon="go-start"),
    Action("go_end", "Go to end", "End", icon="go-end"),
    _toggle(
        "follow_end",
        "Follow end",
        "Shift+End",
        "Stay at the newest frame while the file is being recorded",
    ),
    Action("go_to", "Go to time or frame…", "G", "Typed in any form: 8.47, #136, 14:03:22, +1.5"),
    Action("go_back", "Back to where you were", "Alt+Left"),
    Action("go_forward", "Forward again", "Alt+Right"),
    SEPARATOR,
    Action("previous_event", "Previous event", "PgUp", _SHOWN, icon="chevron-left", repeats=True),
    Action("next_event", "Next event", "PgDown", _SHOWN, icon="chevron-right", repeats=True),
    Action("previous_collision", "Previous collision", "Shift+C"),
    Action("next_collision", "Next collision", "C"),
    _menu("events", "Events shown"),
    _toggle(
        "pause_at_findings",
        "Pause at findings",
        "",
        "Where one starts, of those that are listed",
        setting="pauses_at_findings",
    ),
    SEPARATOR,
    _menu(
        "speed",
        "Speed",
        Action("slower", "Slower", "Down [", repeats=True),
        Action("faster", "Faster", "Up ]", repeats=True),
        Action("speed_reset", "Normal speed", "\\"),
        Action("type_speed", "Set speed…", "S", "From 0.1 to 20 times real time"),
    ),
    _toggle("loop", "Loop", "Ctrl+L", "Off, all, the range if there is one", icon="loop"),
    _menu(
        "range",
        "Range",
        Action("range_in", "Range starts here", "I", "At the playhead"),
        Action("range_out", "Range ends here", "O", "At the playhead"),
        SEPARATOR,
        Action("range_play", "Play selection", "Shift+Space", "From its start", icon="play"),
        _toggle("range_loop", "Loop range", "", "Again: off", icon="loop-range"),
        Action("range_zoom", "Zoom to range", "Shift+Z", icon="fit"),
        Action(
            "range_copy",
            "Copy statistics",
            "Alt+C",
            "As lines of a table, for a spreadsheet",
            icon="copy",
        ),
        Action("range_clear", "Clear range", "Ctrl+Shift+X", icon="close"),
    ),
    _toggle(
        "interpolate",
        "Interpolate",
        "",
        "Interpolate poses between frames, where the file has both",
        icon="interpolate",
        setting="interpolate",
    ),
)

_SELECTION = _menu(
    "selection",
    "Selection",
    Action("hero", "Select and follow hero", "H", "Again: the next hero"),
    _toggle("follow", "Follow selected actor", "F", "Again: stop"),
    SEPARATOR,
    Action("next_actor", "Next moving vehicle", "N", repeats=True),
    Action("previous_actor", "Previous moving vehicle", "Shift+N", repeats=True),
    Action("find_actor", "Find actor…", "Ctrl+F"),
    Action("select_listed", "Select listed actors", "Ctrl+A", "All actors that the filter finds"),
    Action(
        "pin_actors",
        "Pin selected actors",
        "Alt+P",
        "Keep them at the top of the list, with a lane in the timeline; again: no longer",
    ),
    *_panels(DockArea.POPUP),
    Action(
        "plot",
        "Plot selected actor",
        "P",
        "The value pointed at or last clicked in the inspector, else the speed",
    ),
    SEPARATOR,
    Action("copy_moment", "Copy time and pose", "Ctrl+C", "File, time, frame, actor and pose"),
    Action(
        "copy_call",
        "Copy client.replay_file(…)",
        "Ctrl+Shift+C",
        "For the simulator: from 2 s before this moment, with the selected actor followed",
    ),
    Action("isolate", "Isolate selected actors", "", "Hide all others on the map"),
    Action("hide", "Hide selected actors", "", "On the map; the list still has them"),
    Action("show_all", "Show all actors", "", "End hiding and isolating"),
    Action(
        "escape",
        "Close or clear",
        "Esc",
        "A popup, then a panel, the filter, the selection, the range; never following",
    ),
)

_NOTES = _menu(
    "notes",
    "Notes",
    Action("add_note", "Add note", "B", "At the playhead, or over the chosen range"),
    Action("edit_note", "Edit note", "Return Enter", "The one at the playhead"),
    Action("delete_note", "Delete note", "Del", "The one at the playhead"),
    SEPARATOR,
    Action("previous_note", "Previous note", "Shift+PgUp", repeats=True),
    Action("next_note", "Next note", "Shift+PgDown", repeats=True),
    SEPARATOR,
    Action("export_notes", "Export notes as CSV…"),
)

_LAYERS = _menu(
    "layers",
    "Layers",
    *_layers("ground"),
    SEPARATOR,
    *_layers("layers"),
    SEPARATOR,
    _menu(
        "trails",
        "Trails of",
        _choice("map_options.trails_of", "selected", "trails_selected", "Selected actors"),
        _choice("map_options.trails_of", "followed", "trails_followed", "Followed actor"),
        _choice("map_options.trails_of", "vehicles", "trails_vehicles", "All vehicles"),
        SEPARATOR,
        _choice("map_options.behind", 0.0, "behind_0", "Behind: nothing"),
        _choice("map_options.behind", 2.0, "behind_2", "Behind: 2 s"),
        _choice("map_options.behind", 5.0, "behind_5", "Behind: 5 s"),
        _choice("map_options.behind", 10.0, "behind_10", "Behind: 10 s"),
        _choice("map_options.behind", 30.0, "behind_30", "Behind: 30 s"),
        SEPARATOR,
        _choice("map_options.ahead", 0.0, "ahead_0", "Ahead: nothing"),
        _choice("map_options.ahead", 3.0, "ahead_3", "Ahead: 3 s"),
        _choice("map_options.ahead", 5.0, "ahead_5", "Ahead: 5 s"),
        _choice("map_options.ahead", 10.0, "ahead_10", "Ahead: 10 s"),
    ),
    _menu(
        "label_choice",
        "Labels say",
        _toggle("label_id", "Id", setting="map_options.label_id"),
        _toggle("label_role", "Role", setting="map_options.label_role"),
        _toggle("label_blueprint", "Blueprint", setting="map_options.label_blueprint"),
        _toggle("label_speed", "Speed", setting="map_options.label_speed"),
    ),
    _menu(
        "colors",
        "Colour by",
        _choice("map_options.color_by", "category", "color_category", "Category"),
        _choice(
            "map_options.color_by",
            "recorded",
            "color_recorded",
            "Recorded colour",
            "The paint of each vehicle, as far as it is recorded",
        ),
        _choice("map_options.color_by", "speed", "color_speed", "Speed"),
    ),
    SEPARATOR,
    Action("choose_map", "Choose map…", "", "An OpenDRIVE file for this recording's town"),
    Action("map_folder", "Find maps in folder…", "", "Such as a CARLA installation"),
)

_SAVED = "What the map shows now, for every recording of this town"

_VIEW = _menu(
    "view",
    "View",
    Action(
        "undo",
        "Undo",
        "Ctrl+Z",
        "Selection, hidden, range, filter, lanes, layers, layout, notes",
    ),
    Action("redo", "Redo", "Ctrl+Shift+Z", "What was undone last"),
    SEPARATOR,
    _menu(
        "time_form",
        "Time",
        _choice(
            "time_form",
            TimeForm.ELAPSED,
            "time_elapsed",
            "Time in seconds",
            "Elapsed since the recording began",
        ),
        _choice(
            "time_form",
            TimeForm.FRAME,
            "time_frame",
            "Time as frame numbers",
            "As the file counts them",
        ),
        _choice(
            "time_form",
            TimeForm.WALL,
            "time_wall",
            "Time of day",
            "Wall clock: the date of the recording and what has elapsed since, in UTC",
        ),
    ),
    Action("near", "Show 5 s around the playhead", "Z", "Again: as before"),
    SEPARATOR,
    Action("fit", "Fit what moves", "0"),
    Action("zoom_in", "Zoom in", "+ =", repeats=True),
    Action("zoom_out", "Zoom out", "-", repeats=True),
    _toggle("measure", "Measure", "M", "Distances between points and actors"),
    _toggle(
        "heading_up",
        "Heading up",
        "",
        "Turn the map with the followed actor",
        setting="map_options.heading_up",
    ),
    _menu(
        "map_views",
        "Map views",
        Action("map_view_1", "First map view", "Alt+1"),
        Action("map_view_2", "Second map view", "Alt+2"),
        Action("map_view_3", "Third map view", "Alt+3"),
        Action("map_view_4", "Fourth map view", "Alt+4"),
        SEPARATOR,
        Action("save_map_view_1", "Save as first", "Ctrl+Alt+1", _SAVED),
        Action("save_map_view_2", "Save as second", "Ctrl+Alt+2", _SAVED),
        Action("save_map_view_3", "Save as third", "Ctrl+Alt+3", _SAVED),
        Action("save_map_view_4", "Save as fourth", "Ctrl+Alt+4", _SAVED),
    ),
    SEPARATOR,
    *_panels(DockArea.LEFT, DockArea.RIGHT, DockArea.BOTTOM, DockArea.TABS),
    _toggle(
        "living_actors",
        "Present actors only",
        "Shift+A",
        "List only actors that are present at this time",
        icon="alive",
        setting="living_actors",
    ),
    Action("fold_events", "Lanes of events", "E", "A lane for each kind, or one for all"),
    Action("fold_lives", "Lanes of life spans", "Shift+E", "Of all actors, or of the chosen"),
    Action("add_signal", "Add signal…", "Shift+P", "In a lane of the timeline"),
    _toggle(
        "story_strip",
        "Findings over the map",
        "Shift+Y",
        "Over the map: what went wrong, in order of weight",
        setting="story_strip",
    ),
    SEPARATOR,
    _toggle("speed_kmh", "Speeds in km/h", "", "Else in m/s, as recorded", setting="speed_kmh"),
    _menu(
        "theme",
        "Theme",
        _choice("theme", "auto", "theme_auto", "Like the system"),
        _choice("theme", "dark", "theme_dark", "Dark"),
        _choice("theme", "light", "theme_light", "Light"),
    ),
    _menu(
        "size",
        "Size",
        _choice("size", 0.0, "size_auto", "As the system's text", "From the next start on"),
        _choice("size", 1.0, "size_100", "At 100 %", "From the next start on"),
        _choice("size", 1.25, "size_125", "At 125 %", "From the next start on"),
        _choice("size", 1.5, "size_150", "At 150 %", "From the next start on"),
        _choice("size", 2.0, "size_200", "At 200 %", "From the next start on"),
    ),
    _menu(
        "language",
        "Language",
        _choice("language", "auto", "language_auto", "Like the system", "From the next start on"),
        _choice("language", "en", "language_en", "English", "From the next start on"),
        _choice("language", "zh_CN", "language_zh", "中文", "From the next start on"),
    ),
    _menu(
        "layout",
        "Layout",
        Action("save_layout", "Save layout…", "", "Keep where the panels are, by a name"),
        Action("reset_layout", "Reset layout", "", "As it was at first"),
    ),
    _toggle("present", "Present", "F11", "Map and timeline alone fill the screen, in large type"),
    SEPARATOR,
    Action("settings", "Settings…", "Ctrl+,", "Switches, choices, thresholds, folders of maps"),
)

_DEVELOPER = _menu(
    "developer",
    "Developer",
    *_layers("developer"),
    Action("packets", "Packets", "", "Show the packets as they are in the file"),
)

_HELP = _menu(
    "help",
    "Help",
    Action("guide", "Guide", "F1", "At the page of the panel that has the keyboard"),
    Action("first_steps", "First steps", "", "Five minutes with the sample, in the guide"),
    Action("shortcuts", "Keyboard shortcuts", "?"),
    _menu(
        "key_preset",
        "Keys",
        _choice("key_preset", "usual", "keys_usual", "Usual keys"),
        _choice("key_preset", "video_player", "keys_video_player", "As a video player"),
        _choice("key_preset", "lichtblick", "keys_lichtblick", "As Lichtblick and Foxglove"),
    ),
    Action("menu", "Open the menu", "F10", "Alt alone does so too"),
    Action("about", "About"),
)
MENUS = (_FILE, _REPLAY, _SELECTION, _NOTES, _LAYERS, _VIEW, _DEVELOPER, _HELP)


def entries_of(menu: Menu) -> Iterator[Action]:
    """Yield the actions in ``menu`` and its submenus, in order."""
    for entry in menu.entries:
        if isinstance(entry, Action):
            yield entry
        elif isinstance(entry, Menu):
            yield from entries_of(entry)


def with_menus(menus: Iterable[Menu], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Action]]:
    """Yield (texts of the enclosing menus from the outermost, action) for each action in ``menus``.

    ``path`` are the texts of menus that contain ``menus``; they come first in each result.
    """
    for menu in menus:
        inner = (*path, menu.text)
        for entry in menu.entries:
            if isinstance(entry, Action):
                yield inner, entry
            elif isinstance(entry, Menu):
                yield from with_menus((entry,), inner)


ACTIONS: Mapping[str, Action] = MappingProxyType(
    {action.id: action for menu in MENUS for action in entries_of(menu)}
)
"""All actions of the window by id, in the order of the menus."""
