"""Everything one can do in the window, as one table.

Menus, shortcuts, tooltips, the list of shortcuts and the README's table all come from it. It needs no Qt;
``viewer.ui.actions`` makes QActions and menus of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from viewer.quick_dataclass import dataclass
from viewer.replay.events.event_kinds import EventKind


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do.

    Attributes:
        id: the name by which code asks for it.
        text: what the menu says, in sentence case.
        shortcuts: keys in Qt's portable notation, the first one is shown in menus.
        icon: name of a file in ``resources/icons``, for an action that has a button; empty for none.
        tip: more to say than the text, for tooltips; empty for none.
        checkable: it is on or off.
        choice: name of a group of which one is on at a time; empty for none.
        repeats: holding the key down does it again and again.

    """

    id: str
    text: str
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    tip: str = ""
    checkable: bool = False
    choice: str = ""
    repeats: bool = False


SEPARATOR = None
"""A line between two entries of a menu."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu, and what is in it, in order; a menu without entries is filled while the program runs."""

    id: str
    text: str
    entries: tuple[Action | Menu | None, ...] = ()


_TIME_FORMS = (
    ("elapsed", "Time in seconds", "Elapsed since the recording began"),
    ("frame", "Time as frame numbers", "As the file counts them"),
    ("wall", "Time of day", "Wall clock: the date of the recording and what has elapsed since, in UTC"),
    ("platform", "Time of the computer", "By the clock of the computer that simulated, if it was recorded"),
    ("notes", "Time by the notes’ clock", "By the clock that was set in the notes"),
)
"""Values of ``TimeForm``, each with its text and tip."""

_OF_EVENTS = {
    EventKind.COLLISION: ("Show collisions", "Pause at collisions"),
    EventKind.FOUND: ("Show found events", "Pause at found events"),
    EventKind.PROBLEM: ("Show problems in the file", "Pause at problems in the file"),
    EventKind.NOTE: ("Show notes", "Pause at notes"),
    EventKind.LIGHT: ("Show light changes", "Pause at light changes"),
    EventKind.WEATHER: ("Show weather changes", "Pause at weather changes"),
    EventKind.DOOR: ("Show doors", "Pause at doors"),
    EventKind.CUSTOM: ("Show custom packets", "Pause at custom packets"),
    EventKind.DESTROY: ("Show destroyed actors", "Pause at destroyed actors"),
    EventKind.SPAWN: ("Show spawned actors", "Pause at spawned actors"),
    EventKind.PARENT: ("Show attached actors", "Pause at attached actors"),
}
"""What is offered for each kind of events."""

MENUS = (
    Menu(
        "file",
        "File",
        (
            Action("open", "Open…", ("Ctrl+O",)),
            Menu("recent", "Open recent"),
            Action("open_sample", "Open sample recording"),
            SEPARATOR,
            Action("previous_file", "Previous recording in folder", ("Alt+PgUp",)),
            Action("next_file", "Next recording in folder", ("Alt+PgDown",)),
            SEPARATOR,
            Action(
                "reload",
                "Reload",
                ("F5",),
                tip="Read the file again; time, view, selection and following stay",
            ),
            Action(
                "auto_reload",
                "Auto-reload",
                (),
                tip="Reload by itself when the file is replaced or cut",
                checkable=True,
            ),
            Action("close", "Close recording", ("Ctrl+W",)),
            SEPARATOR,
            Action("copy_image", "Copy map as image"),
            Action("save_image", "Save map as image…", (), tip="PNG or SVG"),
            Action("export", "Export…", ("Ctrl+E",), tip="Tables, scenes, trajectories, for other programs"),
            Action(
                "save_part", "Save part as recording…", (), tip="What CARLA can replay: a range, some actors"
            ),
            Action("save_clip", "Save clip…", (), tip="The map as a video or as pictures"),
            Action(
                "server_folders",
                "Server folders…",
                (),
                tip="Where the simulator finds recordings that are in a folder of this computer",
            ),
            SEPARATOR,
            Action("quit", "Quit", ("Ctrl+Q",)),
        ),
    ),
    Menu(
        "replay",
        "Replay",
        (
            Action("play_pause", "Play or pause", ("Space", "K")),
            Action("play_forwards", "Play forwards", ("L",), tip="Again: faster"),
            Action("play_backwards", "Play backwards", ("J",), tip="Again: faster"),
            SEPARATOR,
            Action("step_back", "One frame back", ("Left", ","), "step-back", repeats=True),
            Action("step_forward", "One frame forward", ("Right", "."), "step-forward", repeats=True),
            Menu(
                "jumps",
                "Jump",
                (
                    Action("back_1s", "Back 1 s", ("Shift+Left",), repeats=True),
                    Action("forward_1s", "Forward 1 s", ("Shift+Right",), repeats=True),
                    Action("back_10s", "Back 10 s", ("Ctrl+Left",), repeats=True),
                    Action("forward_10s", "Forward 10 s", ("Ctrl+Right",), repeats=True),
                ),
            ),
            Action("go_start", "Go to start", ("Home",), "go-start"),
            Action("go_end", "Go to end", ("End",), "go-end"),
            Action(
                "follow_end",
                "Follow end",
                ("Shift+End",),
                tip="Stay at the newest frame while the file is being recorded",
                checkable=True,
            ),
            Action(
                "go_to", "Go to time or frame…", ("G",), tip="Typed in any form: 8.47, #136, 14:03:22, +1.5"
            ),
            Action("go_back", "Back to where you were", ("Alt+Left",)),
            Action("go_forward", "Forward again", ("Alt+Right",)),
            SEPARATOR,
            Action(
                "previous_event",
                "Previous event",
                ("PgUp",),
                tip="Of the kinds that are shown",
                repeats=True,
            ),
            Action(
                "next_event",
                "Next event",
                ("PgDown",),
                tip="Of the kinds that are shown",
                repeats=True,
            ),
            Action("previous_collision", "Previous collision", ("Shift+C",)),
            Action("next_collision", "Next collision", ("C",)),
            Menu(
                "events",
                "Events shown",
                (
                    *(
                        Action(f"events_{kind}", show, checkable=True)
                        for kind, (show, _) in _OF_EVENTS.items()
                    ),
                    SEPARATOR,
                    Action("events_all", "Show all kinds of events"),
                ),
            ),
            Menu(
                "pauses",
                "Pause at events",
                (
                    *(
                        Action(f"pause_at_{kind}", pause, checkable=True)
                        for kind, (_, pause) in _OF_EVENTS.items()
                    ),
                    SEPARATOR,
                    Action("pause_at_none", "Never pause at events"),
                ),
            ),
            SEPARATOR,
            Menu(
                "speed",
                "Speed",
                (
                    Action("slower", "Slower", ("Down", "["), repeats=True),
                    Action("faster", "Faster", ("Up", "]"), repeats=True),
                    Action("speed_reset", "Normal speed", ("\\",)),
                    Action("type_speed", "Set speed…", ("S",), tip="From 0.1 to 20 times real time"),
                ),
            ),
            Action(
                "loop", "Loop", ("Ctrl+L",), "loop", "Off, all, the range if there is one", checkable=True
            ),
            Menu(
                "range",
                "Range",
                (
                    Action("range_in", "Range starts here", ("I",), tip="At the playhead"),
                    Action("range_out", "Range ends here", ("O",), tip="At the playhead"),
                    SEPARATOR,
                    Action("range_play", "Play range", ("Shift+Space",), "play", "From its start"),
                    Action("range_loop", "Loop range", (), "loop-range", "Again: off", checkable=True),
                    Action("range_zoom", "Zoom to range", ("Shift+Z",), "fit"),
                    Action(
                        "range_copy",
                        "Copy figures of range",
                        ("Alt+C",),
                        "copy",
                        "As lines of a table, for a spreadsheet",
                    ),
                    Action("range_clear", "Clear range", ("Ctrl+Shift+X",), "close"),
                ),
            ),
            Action(
                "skip_gaps",
                "Skip gaps",
                tip="Play past stretches in which no frame was recorded; the axis shows them hatched",
                checkable=True,
            ),
            Action(
                "interpolate",
                "Smooth",
                (),
                "interpolate",
                "Interpolate poses between frames, where the file has both",
                checkable=True,
            ),
        ),
    ),
    Menu(
        "selection",
        "Selection",
        (
            Action("hero", "Select and follow hero", ("H",), tip="Again: the next hero"),
            Action("follow", "Follow selected actor", ("F",), tip="Again: stop", checkable=True),
            SEPARATOR,
            Action("next_actor", "Next moving vehicle", ("N",), repeats=True),
            Action("previous_actor", "Previous moving vehicle", ("Shift+N",), repeats=True),
            Action("find_actor", "Find actor…", ("Ctrl+F",)),
            Action("select_listed", "Select listed actors", ("Ctrl+A",), tip="All whom the filter finds"),
            Action(
                "pin_actors",
                "Pin selected actors",
                ("Alt+P",),
                tip="Keep them at the top of the list, with a lane in the timeline; again: no longer",
            ),
            Action(
                "palette",
                "Find anything…",
                ("Ctrl+K", "Ctrl+Shift+P"),
                tip="Actions, actors, events; a time or #frame; coordinates; a copied moment",
            ),
            Action(
                "plot",
                "Plot selected actor",
                ("P",),
                tip="The value pointed at or last clicked in the inspector, else the speed",
            ),
            SEPARATOR,
            Action("copy_moment", "Copy this moment", ("Ctrl+C",), tip="File, time, frame, actor and pose"),
            Action(
                "copy_call",
                "Copy client.replay_file(…)",
                ("Ctrl+Shift+C",),
                tip="For the simulator: from 2 s before this moment, with the selected actor followed",
            ),
            Action("isolate", "Isolate selected actors", (), tip="Hide all others on the map"),
            Action("hide", "Hide selected actors", (), tip="On the map; the list still has them"),
            Action("show_all", "Show all actors", (), tip="End hiding and isolating"),
            Action(
                "escape",
                "Close or clear",
                ("Esc",),
                tip="A popup, then the filter, then the selection, then the range, never following",
            ),
        ),
    ),
    Menu(
        "notes",
        "Notes",
        (
            Action("add_note", "Drop a note", ("B",), tip="At the playhead, or over the chosen range"),
            Action(
                "edit_note", "Edit note", ("Return", "Enter"), tip="The one just dropped, or at the playhead"
            ),
            Action("delete_note", "Delete note", ("Del",), tip="The one at the playhead"),
            Action("undo_note", "Bring back deleted note", ("Ctrl+Z",)),
            SEPARATOR,
            Action("previous_note", "Previous note", ("Shift+PgUp",), repeats=True),
            Action("next_note", "Next note", ("Shift+PgDown",), repeats=True),
            Action(
                "show_notes",
                "List of notes",
                ("Ctrl+B",),
                tip="Go to them, edit and delete them",
                checkable=True,
            ),
            SEPARATOR,
            Action("set_clock", "Set clock…", (), tip="Say what a clock showed at this moment"),
            Action("remove_clock", "Remove clock", (), tip="The one that was set"),
            Action("export_notes", "Export notes as CSV…"),
        ),
    ),
    Menu(
        "layers",
        "Layers",
        (
            Action("layer_roads", "Roads", (), tip="From the town's OpenDRIVE file", checkable=True),
            Action("layer_marks", "Road marks", checkable=True),
            Action("layer_lane_ids", "Lane ids", (), tip="When zoomed in", checkable=True),
            Action("layer_signals", "Signals of the map", (), tip="When zoomed in", checkable=True),
            Action("layer_driven_paths", "Driven paths", (), tip="Where vehicles drove", checkable=True),
            SEPARATOR,
            Action("layer_props", "Static props", checkable=True),
            Action(
                "layer_sensors", "Sensors", (), tip="Around their vehicle, when zoomed in", checkable=True
            ),
            Action("layer_grid", "Grid", checkable=True),
            Action("layer_trails", "Trails", ("T",), tip="Ways behind and ahead", checkable=True),
            Action("layer_labels", "Labels", ("V",), checkable=True),
            SEPARATOR,
            Menu(
                "trails",
                "Trails of",
                (
                    Action("trails_selected", "Selected actors", checkable=True, choice="trails_of"),
                    Action("trails_followed", "Followed actor", checkable=True, choice="trails_of"),
                    Action("trails_vehicles", "All vehicles", checkable=True, choice="trails_of"),
                    SEPARATOR,
                    Action("behind_0", "Behind: nothing", checkable=True, choice="behind"),
                    Action("behind_2", "Behind: 2 s", checkable=True, choice="behind"),
                    Action("behind_5", "Behind: 5 s", checkable=True, choice="behind"),
                    Action("behind_10", "Behind: 10 s", checkable=True, choice="behind"),
                    Action("behind_30", "Behind: 30 s", checkable=True, choice="behind"),
                    SEPARATOR,
                    Action("ahead_0", "Ahead: nothing", checkable=True, choice="ahead"),
                    Action("ahead_3", "Ahead: 3 s", checkable=True, choice="ahead"),
                    Action("ahead_5", "Ahead: 5 s", checkable=True, choice="ahead"),
                    Action("ahead_10", "Ahead: 10 s", checkable=True, choice="ahead"),
                ),
            ),
            Menu(
                "label_choice",
                "Labels say",
                (
                    Action("label_id", "Id", checkable=True),
                    Action("label_role", "Role", checkable=True),
                    Action("label_blueprint", "Blueprint", checkable=True),
                    Action("label_speed", "Speed", checkable=True),
                ),
            ),
            Menu(
                "colors",
                "Colour by",
                (
                    Action("color_category", "Category", checkable=True, choice="color_by"),
                    Action(
                        "color_recorded",
                        "Recorded colour",
                        (),
                        tip="The paint of each vehicle, as far as it is recorded",
                        checkable=True,
                        choice="color_by",
                    ),
                    Action("color_speed", "Speed", checkable=True, choice="color_by"),
                ),
            ),
            SEPARATOR,
            Action("choose_map", "Choose map…", (), tip="An OpenDRIVE file for this recording's town"),
            Action("map_folder", "Find maps in folder…", (), tip="Such as a CARLA installation"),
        ),
    ),
    Menu(
        "view",
        "View",
        (
            Menu(
                "time_form",
                "Time",
                tuple(
                    Action(f"time_{form}", text, (), tip=tip, checkable=True, choice="time_form")
                    for form, text, tip in _TIME_FORMS
                ),
            ),
            Action("near", "Show 5 s around the playhead", ("Z",), tip="Again: as before"),
            SEPARATOR,
            Action("fit", "Fit what moves", ("0",)),
            Action("zoom_in", "Zoom in", ("+", "="), repeats=True),
            Action("zoom_out", "Zoom out", ("-",), repeats=True),
            Action("measure", "Measure", ("M",), tip="Distances between points and actors", checkable=True),
            Action(
                "heading_up", "Heading up", (), tip="Turn the map with the followed actor", checkable=True
            ),
            Menu(
                "map_views",
                "Map views",
                (
                    Action(
                        "save_map_view",
                        "Save map view…",
                        (),
                        tip="What the map shows now, by name, for every recording of this town",
                    ),
                    Menu("delete_map_view", "Delete map view"),
                    SEPARATOR,
                    *(
                        Action(f"map_view_{number}", f"{nth} map view", (f"Alt+{number}",))
                        for number, nth in enumerate(("First", "Second", "Third", "Fourth"), 1)
                    ),
                ),
            ),
            SEPARATOR,
            Action("show_actors", "Actors", (), tip="Show the list of actors", checkable=True),
            Action(
                "actor_tree",
                "Actors as tree",
                ("Shift+T",),
                "tree",
                "List what is attached below what carries it",
                checkable=True,
            ),
            Action(
                "living_actors",
                "Living actors only",
                ("Shift+A",),
                "alive",
                "List only those who are there at the time",
                checkable=True,
            ),
            Action("show_inspector", "Inspector", (), tip="Show the inspector", checkable=True),
            Action("show_bottom", "Timeline", ("Ctrl+J",), tip="Show the timeline", checkable=True),
            Action("fold_events", "Lanes of events", ("E",), tip="A lane for each kind, or one for all"),
            Action("fold_lives", "Lanes of life spans", ("Shift+E",), tip="Of all actors, or of the chosen"),
            Action("add_signal", "Add signal…", ("Shift+P",), tip="In a lane of the timeline"),
            Action(
                "story_strip",
                "Story strip",
                ("Shift+Y",),
                tip="Over the map: what went wrong, in order of weight",
                checkable=True,
            ),
            Action("show_story", "Story", ("Y",), tip="List what went wrong, by rules", checkable=True),
            Action("show_problems", "Problems", (), tip="List what is wrong with the file", checkable=True),
            Action(
                "show_collisions",
                "Collisions",
                (),
                tip="List who collided with whom, as CARLA is asked",
                checkable=True,
            ),
            Action(
                "show_blocked",
                "Blocked",
                (),
                tip="List who stood still for long, as CARLA is asked",
                checkable=True,
            ),
            SEPARATOR,
            Action(
                "speed_kmh",
                "Speeds in km/h",
                (),
                tip="Else in m/s, as recorded",
                checkable=True,
            ),
            Menu(
                "theme",
                "Theme",
                (
                    Action("theme_auto", "Like the system", checkable=True, choice="theme"),
                    Action("theme_dark", "Dark", checkable=True, choice="theme"),
                    Action("theme_light", "Light", checkable=True, choice="theme"),
                ),
            ),
            Menu(
                "layout",
                "Layout",
                (
                    Action(
                        "layout_replay",
                        "Replay",
                        ("Ctrl+1",),
                        tip="Map, lists and timeline",
                        checkable=True,
                        choice="layout",
                    ),
                    Action(
                        "layout_analyse",
                        "Analyse",
                        ("Ctrl+2",),
                        tip="The same, with a higher timeline",
                        checkable=True,
                        choice="layout",
                    ),
                    Action(
                        "layout_present",
                        "Present",
                        ("Ctrl+3",),
                        tip="Map and timeline alone, in large type",
                        checkable=True,
                        choice="layout",
                    ),
                    SEPARATOR,
                    Action("reset_layout", "Reset layout", (), tip="As it was at first"),
                ),
            ),
            Action("full_screen", "Full screen", ("F11",), checkable=True),
        ),
    ),
    Menu(
        "developer",
        "Developer",
        (
            Action(
                "layer_developer",
                "Trigger volumes and spectator",
                (),
                tip="Where lights and signs act, and the camera of the simulator, on the map",
                checkable=True,
            ),
            Action(
                "show_packets", "Packets", (), tip="Show the packets as they are in the file", checkable=True
            ),
        ),
    ),
    Menu(
        "help",
        "Help",
        (
            Action("shortcuts", "Keyboard shortcuts", ("?", "F1")),
            Action("menu", "Open the menu", ("F10",), tip="Alt alone does so too"),
            Action("about", "About"),
        ),
    ),
)


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

GESTURES = (
    (
        "On the map",
        (
            ("Click", "Select; again: what lies below"),
            ("Ctrl+click", "Add to the selection, or take out of it"),
            ("Double-click", "Follow"),
            ("Drag", "Move"),
            ("Wheel", "Zoom; Shift faster, Ctrl finer"),
        ),
    ),
    (
        "On the timeline",
        (
            ("Drag", "Go through time"),
            ("Shift+drag", "The same, ten times finer"),
            ("Ctrl+drag", "Choose a range; its edges can be dragged"),
            ("Right-drag", "Move"),
            ("Wheel", "Zoom; Shift faster, Ctrl finer"),
            ("Double-click", "Show everything"),
            ("Wheel over names, or Alt+↑ ↓", "Scroll the lanes"),
            ("Drag a name, or below it", "Move a lane, or make it higher"),
            ("Wheel or drag over a lane’s figures", "Zoom or move its values; double-click: all of them"),
            ("Right-click on a name, or the menu key", "Fold, show and hide lanes"),
        ),
    ),
    (
        "In the inspector",
        (
            ("Point at a value", "Show the five seconds before and after"),
            ("Click on a value, or Enter", "Show it in a lane of the timeline"),
            ("Drag a value", "Drop it on the timeline, or on a lane"),
            ("Right-click", "Copy a value, a section or everything, as text or JSON"),
            ("Shift+wheel, ← →", "Other actors of those side by side"),
        ),
    ),
    (
        "In a list",
        (
            ("Click on a title", "Sort; right-click: choose columns"),
            ("Click on a row", "Select; the keys stay the window’s"),
            ("Ctrl+click, Shift+click or Shift+↑ ↓", "Select more actors"),
            ("Double-click on an actor", "Follow it"),
            ("Right-click on an actor", "All one can do with it, or with those selected"),
            ("Tab, or ↓ in the filter", "Give ↑ ↓ PgUp PgDn Home End to the list"),
        ),
    ),
)
"""What the mouse does: where, and of each place the gestures with what they do."""

_KEY_SIGNS = {
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
    "PgDown": "PgDn",
    "Return": "Enter",
    "Enter": "Enter (keypad)",
    "-": "−",
}


def key_text(shortcut: str) -> str:
    """Return a shortcut as it is written for people.

    >>> key_text("Shift+Left"), key_text("Alt+PgDown"), key_text("+")
    ('Shift+←', 'Alt+PgDn', '+')
    """
    modifiers, plus, key = shortcut.rpartition("+")
    if not key:  # the key is + itself
        return shortcut
    return modifiers + plus + _KEY_SIGNS.get(key, key)


def shortcut_rows() -> list[tuple[Menu, list[Action]]]:
    """Return the menus in which actions have shortcuts, and of each those actions."""
    rows = [(menu, [action for action in entries_of(menu) if action.shortcuts]) for menu in MENUS]
    return [(menu, actions) for menu, actions in rows if actions]


def shortcut_markdown() -> str:
    """Return the shortcuts and gestures as a table for the README."""
    lines = ["| Keys, mouse | What they do |", "|--|--|"]
    for menu, actions in shortcut_rows():
        lines.append(f"| **{menu.text}** | |")
        for action in actions:
            keys = " or ".join(f"`{key_text(shortcut)}`" for shortcut in action.shortcuts)
            tip = f" ({action.tip[0].lower()}{action.tip[1:]})" if action.tip else ""
            lines.append(f"| {keys} | {action.text.rstrip('…')}{tip} |")
    for place, gestures in GESTURES:
        lines.append(f"| **{place}** | |")
        lines += [f"| {gesture} | {what} |" for gesture, what in gestures]
    return "\n".join(lines) + "\n"
