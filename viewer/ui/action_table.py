"""Everything one can do in the window, as one table.

Menus, shortcuts, tooltips, the list of shortcuts and the guide's table all come from it. It needs no Qt;
``viewer.ui.actions`` makes QActions and menus of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from viewer.replay.time.time_forms import TimeForm


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do.

    Attributes:
        id: the name by which code asks for it.
        text: what the menu says, in sentence case.
        keys: shortcuts in Qt's portable notation, a space between two; the first one is shown in menus.
        tip: more to say than the text, for tooltips; empty for none.
        icon: name of a file in ``resources/icons``, for an action that has a button; empty for none.
        checkable: it is on or off.
        choice: name of a group of which one is on at a time; empty for none.
        setting: the setting that it shows and changes, as ``Settings.part`` has it; empty for none.
        value: of the setting, when it is on.
        repeats: holding the key down does it again and again.

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
        """Its shortcuts one by one."""
        return tuple(self.keys.split())


SEPARATOR = None
"""A line between two entries of a menu."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu, and what is in it, in order; a menu without entries is filled while the program runs."""

    id: str
    text: str
    entries: tuple[Action | Menu | None, ...] = ()


def tr(text: str) -> str:
    """Mark a text of the table for ``lupdate``; ``viewer.ui.translation`` translates it."""
    return text


def _menu(menu_id: str, text: str, *entries: Action | Menu | None) -> Menu:
    return Menu(menu_id, text, entries)


def _toggle(
    action_id: str, text: str, keys: str = "", tip: str = "", icon: str = "", setting: str = ""
) -> Action:
    return Action(action_id, text, keys, tip, icon, checkable=True, setting=setting)


def _layer(name: str, text: str, keys: str = "", tip: str = "") -> Action:
    return _toggle(f"layer_{name}", text, keys, tip, setting=f"map_layers.{name}")


def _choice(setting: str, value: object, action_id: str, text: str, tip: str = "") -> Action:
    return Action(action_id, text, tip=tip, checkable=True, choice=setting, setting=setting, value=value)


_FILE = _menu(
    "file",
    tr("File"),
    Action("open", tr("Open…"), "Ctrl+O"),
    _menu("recent", tr("Open recent")),
    Action("open_folder", tr("Open folder…"), "Ctrl+Shift+O", tr("Its recordings, the worst first")),
    Action("library", tr("Library"), "Ctrl+Shift+L", tr("The recordings of the folder, or back to the map")),
    Action("open_sample", tr("Open sample recording")),
    Action("choose_routes", tr("Choose routes…"), "", tr("Of the hero, from a file as routes.xml")),
    SEPARATOR,
    Action("previous_file", tr("Previous recording in folder"), "Alt+PgUp"),
    Action("next_file", tr("Next recording in folder"), "Alt+PgDown"),
    SEPARATOR,
    Action("reload", tr("Reload"), "F5", tr("Read the file again; time, view, selection and following stay")),
    _toggle(
        "auto_reload",
        tr("Auto-reload"),
        "",
        tr("Reload by itself when the file is replaced or cut"),
        setting="auto_reload",
    ),
    Action("close", tr("Close recording"), "Ctrl+W"),
    SEPARATOR,
    Action("copy_image", tr("Copy map as image")),
    Action("save_image", tr("Save map as image…"), "", tr("PNG or SVG")),
    Action("export", tr("Export…"), "Ctrl+E", tr("Tables, scenes, trajectories, for other programs")),
    Action("save_part", tr("Save part as recording…"), "", tr("What CARLA can replay: a range, some actors")),
    Action("save_clip", tr("Save clip…"), "", tr("The map as a video or as pictures")),
    Action("save_event_clip", tr("Save clip of this event…"), "", tr("From 3 s before it to 3 s after it")),
    Action("export_event", tr("Export this event…"), "", tr("From 3 s before it to 3 s after it")),
    Action(
        "server_folders",
        tr("Server folders…"),
        "",
        tr("Where the simulator finds recordings that are in a folder of this computer"),
    ),
    SEPARATOR,
    Action("quit", tr("Quit"), "Ctrl+Q"),
)

_REPLAY = _menu(
    "replay",
    tr("Replay"),
    Action("play_pause", tr("Play or pause"), "Space K"),
    Action("play_forwards", tr("Play forwards"), "L", tr("Again: faster")),
    Action("play_backwards", tr("Play backwards"), "J", tr("Again: faster")),
    SEPARATOR,
    Action("step_back", tr("One frame back"), "Left ,", icon="step-back", repeats=True),
    Action("step_forward", tr("One frame forward"), "Right .", icon="step-forward", repeats=True),
    _menu(
        "jumps",
        tr("Jump"),
        Action("back_1s", tr("Back 1 s"), "Shift+Left", repeats=True),
        Action("forward_1s", tr("Forward 1 s"), "Shift+Right", repeats=True),
        Action("back_10s", tr("Back 10 s"), "Ctrl+Left", repeats=True),
        Action("forward_10s", tr("Forward 10 s"), "Ctrl+Right", repeats=True),
    ),
    Action("go_start", tr("Go to start"), "Home", icon="go-start"),
    Action("go_end", tr("Go to end"), "End", icon="go-end"),
    _toggle(
        "follow_end",
        tr("Follow end"),
        "Shift+End",
        tr("Stay at the newest frame while the file is being recorded"),
    ),
    Action("go_to", tr("Go to time or frame…"), "G", tr("Typed in any form: 8.47, #136, 14:03:22, +1.5")),
    Action("go_back", tr("Back to where you were"), "Alt+Left"),
    Action("go_forward", tr("Forward again"), "Alt+Right"),
    SEPARATOR,
    Action("previous_event", tr("Previous event"), "PgUp", tr("Of the kinds that are shown"), repeats=True),
    Action("next_event", tr("Next event"), "PgDown", tr("Of the kinds that are shown"), repeats=True),
    Action("previous_collision", tr("Previous collision"), "Shift+C"),
    Action("next_collision", tr("Next collision"), "C"),
    _menu("events", tr("Events shown")),
    _toggle(
        "pause_at_findings",
        tr("Pause at findings"),
        "",
        tr("Where one starts, of those that are listed"),
        setting="pauses_at_findings",
    ),
    SEPARATOR,
    _menu(
        "speed",
        tr("Speed"),
        Action("slower", tr("Slower"), "Down [", repeats=True),
        Action("faster", tr("Faster"), "Up ]", repeats=True),
        Action("speed_reset", tr("Normal speed"), "\\"),
        Action("type_speed", tr("Set speed…"), "S", tr("From 0.1 to 20 times real time")),
    ),
    _toggle("loop", tr("Loop"), "Ctrl+L", tr("Off, all, the range if there is one"), icon="loop"),
    _menu(
        "range",
        tr("Range"),
        Action("range_in", tr("Range starts here"), "I", tr("At the playhead")),
        Action("range_out", tr("Range ends here"), "O", tr("At the playhead")),
        SEPARATOR,
        Action("range_play", tr("Play selection"), "Shift+Space", tr("From its start"), icon="play"),
        _toggle("range_loop", tr("Loop range"), "", tr("Again: off"), icon="loop-range"),
        Action("range_zoom", tr("Zoom to range"), "Shift+Z", icon="fit"),
        Action(
            "range_copy",
            tr("Copy statistics"),
            "Alt+C",
            tr("As lines of a table, for a spreadsheet"),
            icon="copy",
        ),
        Action("range_clear", tr("Clear range"), "Ctrl+Shift+X", icon="close"),
    ),
    _toggle(
        "interpolate",
        tr("Interpolate"),
        "",
        tr("Interpolate poses between frames, where the file has both"),
        icon="interpolate",
        setting="interpolate",
    ),
)

_SELECTION = _menu(
    "selection",
    tr("Selection"),
    Action("hero", tr("Select and follow hero"), "H", tr("Again: the next hero")),
    _toggle("follow", tr("Follow selected actor"), "F", tr("Again: stop")),
    SEPARATOR,
    Action("next_actor", tr("Next moving vehicle"), "N", repeats=True),
    Action("previous_actor", tr("Previous moving vehicle"), "Shift+N", repeats=True),
    Action("find_actor", tr("Find actor…"), "Ctrl+F"),
    Action("select_listed", tr("Select listed actors"), "Ctrl+A", tr("All whom the filter finds")),
    Action(
        "pin_actors",
        tr("Pin selected actors"),
        "Alt+P",
        tr("Keep them at the top of the list, with a lane in the timeline; again: no longer"),
    ),
    Action(
        "palette",
        tr("Find anything…"),
        "Ctrl+K Ctrl+Shift+P",
        tr("Actions, actors, events; a time or #frame"),
    ),
    Action(
        "plot",
        tr("Plot selected actor"),
        "P",
        tr("The value pointed at or last clicked in the inspector, else the speed"),
    ),
    SEPARATOR,
    Action("copy_moment", tr("Copy this moment"), "Ctrl+C", tr("File, time, frame, actor and pose")),
    Action(
        "copy_call",
        tr("Copy client.replay_file(…)"),
        "Ctrl+Shift+C",
        tr("For the simulator: from 2 s before this moment, with the selected actor followed"),
    ),
    Action("isolate", tr("Isolate selected actors"), "", tr("Hide all others on the map")),
    Action("hide", tr("Hide selected actors"), "", tr("On the map; the list still has them")),
    Action("show_all", tr("Show all actors"), "", tr("End hiding and isolating")),
    Action(
        "escape",
        tr("Close or clear"),
        "Esc",
        tr("A popup, then the filter, then the selection, then the range, never following"),
    ),
)

_NOTES = _menu(
    "notes",
    tr("Notes"),
    Action("add_note", tr("Add note"), "B", tr("At the playhead, or over the chosen range")),
    Action("edit_note", tr("Edit note"), "Return Enter", tr("The one at the playhead")),
    Action("delete_note", tr("Delete note"), "Del", tr("The one at the playhead")),
    SEPARATOR,
    Action("previous_note", tr("Previous note"), "Shift+PgUp", repeats=True),
    Action("next_note", tr("Next note"), "Shift+PgDown", repeats=True),
    _toggle("show_notes", tr("List of notes"), "Ctrl+B", tr("Go to them, edit and delete them")),
    SEPARATOR,
    Action("export_notes", tr("Export notes as CSV…")),
)

_LAYERS = _menu(
    "layers",
    tr("Layers"),
    _layer("roads", tr("Roads"), "", tr("From the town's OpenDRIVE file")),
    _layer("marks", tr("Road marks")),
    _layer("lane_ids", tr("Lane ids"), "", tr("When zoomed in")),
    _layer("signals", tr("Signals of the map"), "", tr("When zoomed in")),
    _layer("driven_paths", tr("Driven paths"), "", tr("Where vehicles drove")),
    SEPARATOR,
    _layer("props", tr("Static props")),
    _layer("sensors", tr("Sensors"), "", tr("Around their vehicle, when zoomed in")),
    _layer("grid", tr("Grid")),
    _layer("trails", tr("Trails"), "T", tr("Ways behind and ahead")),
    _layer("route", tr("Route"), "", tr("The hero's: way points, start, goal, scenarios")),
    _layer("labels", tr("Labels"), "V"),
    SEPARATOR,
    _menu(
        "trails",
        tr("Trails of"),
        _choice("map_options.trails_of", "selected", "trails_selected", tr("Selected actors")),
        _choice("map_options.trails_of", "followed", "trails_followed", tr("Followed actor")),
        _choice("map_options.trails_of", "vehicles", "trails_vehicles", tr("All vehicles")),
        SEPARATOR,
        _choice("map_options.behind", 0.0, "behind_0", tr("Behind: nothing")),
        _choice("map_options.behind", 2.0, "behind_2", tr("Behind: 2 s")),
        _choice("map_options.behind", 5.0, "behind_5", tr("Behind: 5 s")),
        _choice("map_options.behind", 10.0, "behind_10", tr("Behind: 10 s")),
        _choice("map_options.behind", 30.0, "behind_30", tr("Behind: 30 s")),
        SEPARATOR,
        _choice("map_options.ahead", 0.0, "ahead_0", tr("Ahead: nothing")),
        _choice("map_options.ahead", 3.0, "ahead_3", tr("Ahead: 3 s")),
        _choice("map_options.ahead", 5.0, "ahead_5", tr("Ahead: 5 s")),
        _choice("map_options.ahead", 10.0, "ahead_10", tr("Ahead: 10 s")),
    ),
    _menu(
        "label_choice",
        tr("Labels say"),
        _toggle("label_id", tr("Id"), setting="map_options.label_id"),
        _toggle("label_role", tr("Role"), setting="map_options.label_role"),
        _toggle("label_blueprint", tr("Blueprint"), setting="map_options.label_blueprint"),
        _toggle("label_speed", tr("Speed"), setting="map_options.label_speed"),
    ),
    _menu(
        "colors",
        tr("Colour by"),
        _choice("map_options.color_by", "category", "color_category", tr("Category")),
        _choice(
            "map_options.color_by",
            "recorded",
            "color_recorded",
            tr("Recorded colour"),
            tr("The paint of each vehicle, as far as it is recorded"),
        ),
        _choice("map_options.color_by", "speed", "color_speed", tr("Speed")),
    ),
    SEPARATOR,
    Action("choose_map", tr("Choose map…"), "", tr("An OpenDRIVE file for this recording's town")),
    Action("map_folder", tr("Find maps in folder…"), "", tr("Such as a CARLA installation")),
)

_SAVED = tr("What the map shows now, for every recording of this town")

_VIEW = _menu(
    "view",
    tr("View"),
    Action(
        "undo",
        tr("Undo"),
        "Ctrl+Z",
        tr("Selection, hidden, range, filter, lanes, layers, layout, notes"),
    ),
    Action("redo", tr("Redo"), "Ctrl+Shift+Z", tr("What was undone last")),
    SEPARATOR,
    _menu(
        "time_form",
        tr("Time"),
        _choice(
            "time_form",
            TimeForm.ELAPSED,
            "time_elapsed",
            tr("Time in seconds"),
            tr("Elapsed since the recording began"),
        ),
        _choice(
            "time_form",
            TimeForm.FRAME,
            "time_frame",
            tr("Time as frame numbers"),
            tr("As the file counts them"),
        ),
        _choice(
            "time_form",
            TimeForm.WALL,
            "time_wall",
            tr("Time of day"),
            tr("Wall clock: the date of the recording and what has elapsed since, in UTC"),
        ),
    ),
    Action("near", tr("Show 5 s around the playhead"), "Z", tr("Again: as before")),
    SEPARATOR,
    Action("fit", tr("Fit what moves"), "0"),
    Action("zoom_in", tr("Zoom in"), "+ =", repeats=True),
    Action("zoom_out", tr("Zoom out"), "-", repeats=True),
    _toggle("measure", tr("Measure"), "M", tr("Distances between points and actors")),
    _toggle(
        "heading_up",
        tr("Heading up"),
        "",
        tr("Turn the map with the followed actor"),
        setting="map_options.heading_up",
    ),
    _menu(
        "map_views",
        tr("Map views"),
        Action("map_view_1", tr("First map view"), "Alt+1"),
        Action("map_view_2", tr("Second map view"), "Alt+2"),
        Action("map_view_3", tr("Third map view"), "Alt+3"),
        Action("map_view_4", tr("Fourth map view"), "Alt+4"),
        SEPARATOR,
        Action("save_map_view_1", tr("Save as first"), "Ctrl+Alt+1", _SAVED),
        Action("save_map_view_2", tr("Save as second"), "Ctrl+Alt+2", _SAVED),
        Action("save_map_view_3", tr("Save as third"), "Ctrl+Alt+3", _SAVED),
        Action("save_map_view_4", tr("Save as fourth"), "Ctrl+Alt+4", _SAVED),
    ),
    SEPARATOR,
    _toggle("show_actors", tr("Actors"), "", tr("Show the list of actors")),
    _toggle(
        "living_actors",
        tr("Present actors only"),
        "Shift+A",
        tr("List only those who are there at the time"),
        icon="alive",
        setting="living_actors",
    ),
    _toggle("show_inspector", tr("Inspector"), "", tr("Show the inspector")),
    _toggle("show_bottom", tr("Timeline"), "Ctrl+J", tr("Show the timeline")),
    Action("fold_events", tr("Lanes of events"), "E", tr("A lane for each kind, or one for all")),
    Action("fold_lives", tr("Lanes of life spans"), "Shift+E", tr("Of all actors, or of the chosen")),
    Action("add_signal", tr("Add signal…"), "Shift+P", tr("In a lane of the timeline")),
    _toggle(
        "story_strip",
        tr("Findings over the map"),
        "Shift+Y",
        tr("Over the map: what went wrong, in order of weight"),
        setting="story_strip",
    ),
    _toggle("show_story", tr("Findings"), "Y", tr("List what went wrong, by rules")),
    _toggle("show_problems", tr("Problems"), "", tr("List what is wrong with the file")),
    SEPARATOR,
    _toggle("speed_kmh", tr("Speeds in km/h"), "", tr("Else in m/s, as recorded"), setting="speed_kmh"),
    _menu(
        "theme",
        tr("Theme"),
        _choice("theme", "auto", "theme_auto", tr("Like the system")),
        _choice("theme", "dark", "theme_dark", tr("Dark")),
        _choice("theme", "light", "theme_light", tr("Light")),
    ),
    _menu(
        "layout",
        tr("Layout"),
        Action("save_layout", tr("Save layout…"), "", tr("Keep where the panels are, by a name")),
        Action("reset_layout", tr("Reset layout"), "", tr("As it was at first")),
    ),
    _toggle("present", tr("Present"), "F11", tr("Map and timeline alone fill the screen, in large type")),
    SEPARATOR,
    Action("settings", tr("Settings…"), "Ctrl+,", tr("Switches, choices, thresholds, folders of maps")),
)

_DEVELOPER = _menu(
    "developer",
    tr("Developer"),
    _layer(
        "developer",
        tr("Trigger volumes and spectator"),
        "",
        tr("Where lights and signs act, and the camera of the simulator, on the map"),
    ),
    _toggle("show_packets", tr("Packets"), "", tr("Show the packets as they are in the file")),
)

_HELP = _menu(
    "help",
    tr("Help"),
    Action("shortcuts", tr("Keyboard shortcuts"), "? F1"),
    Action("menu", tr("Open the menu"), "F10", tr("Alt alone does so too")),
    Action("about", tr("About")),
)
MENUS = (_FILE, _REPLAY, _SELECTION, _NOTES, _LAYERS, _VIEW, _DEVELOPER, _HELP)


def entries_of(menu: Menu) -> Iterator[Action]:
    """Yield the actions of a menu and of the menus in it, in order."""
    for entry in menu.entries:
        if isinstance(entry, Action):
            yield entry
        elif isinstance(entry, Menu):
            yield from entries_of(entry)


def with_menus(menus: Iterable[Menu], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Action]]:
    """Yield the actions of menus, in order, each with the texts of the menus it is in, outermost first."""
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
"""All actions by id, in the order of the menus."""
