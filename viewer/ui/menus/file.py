"""The menus of files, notes and help."""

from __future__ import annotations

from viewer.ui.menus.row import SEPARATOR, Action, Menu, choice, menu, toggle


def file_menu() -> Menu:
    """Return the menu *File* with its commands."""
    return menu(
        "file",
        "File",
        Action("open", "Open…", "Ctrl+O", do=lambda it: it.files.ask()),
        menu("recent", "Open recent"),
        Action(
            "open_folder",
            "Open folder…",
            "Ctrl+Shift+O",
            "Its recordings, the worst first",
            do=lambda it: it.files.ask_folder(),
        ),
        Action(
            "library",
            "Library",
            "Ctrl+Shift+L",
            "The recordings of the folder, or back to the map",
            do=lambda it: it.library.toggle(),
        ),
        Action("open_sample", "Open sample recording", do=lambda it: it.files.open_sample()),
        Action(
            "choose_routes",
            "Choose routes…",
            "",
            "Of the hero, from a file as routes.xml",
            do=lambda it: it.roads.choose_routes(),
        ),
        SEPARATOR,
        Action(
            "compare",
            "Compare with…",
            "Ctrl+D",
            "Another recording, shown on top of this one",
            do=lambda it: it.comparison.ask(),
        ),
        Action("end_comparison", "End the comparison", do=lambda it: it.workspace.reference.open(None)),
        SEPARATOR,
        Action(
            "previous_file",
            "Previous recording in folder",
            "Alt+PgUp",
            do=lambda it: it.files.open_neighbour(-1),
        ),
        Action(
            "next_file", "Next recording in folder", "Alt+PgDown", do=lambda it: it.files.open_neighbour(1)
        ),
        SEPARATOR,
        Action(
            "reload",
            "Reload",
            "F5",
            "Read the file again; time, view, selection and following stay",
            do=lambda it: it.workspace.reload(),
        ),
        toggle(
            "auto_reload",
            "Auto-reload",
            "",
            "Reload by itself when the file is replaced or cut",
            setting="auto_reload",
        ),
        Action("close", "Close recording", "Ctrl+W", do=lambda it: it.workspace.close()),
        SEPARATOR,
        Action("copy_image", "Copy map as image", do=lambda it: it.sharing.copy_image()),
        Action("save_image", "Save map as image…", "", "PNG or SVG", do=lambda it: it.sharing.save_image()),
        Action(
            "export",
            "Export…",
            "Ctrl+E",
            "Tables, scenes, trajectories, for other programs",
            do=lambda it: it.exports.ask(),
        ),
        Action(
            "save_part",
            "Save part as recording…",
            "",
            "What CARLA can replay: a range, some actors",
            do=lambda it: it.exports.ask("log"),
        ),
        Action(
            "save_clip",
            "Save clip…",
            "",
            "The map as a video or as pictures",
            do=lambda it: it.exports.ask_clip(),
        ),
        Action(
            "save_event_clip",
            "Save clip of this event…",
            "",
            "From 3 s before the event to 3 s after it",
            do=lambda it: it.exports.ask_clip(of_event=True),
        ),
        Action(
            "export_event",
            "Export this event…",
            "",
            "From 3 s before the event to 3 s after it",
            do=lambda it: it.exports.ask_of_event(),
        ),
        Action(
            "server_folders",
            "Server folders…",
            "",
            "Where the simulator finds recordings that are in a folder of this computer",
            do=lambda it: it.show_settings("Server folders"),
        ),
        SEPARATOR,
        Action("quit", "Quit", "Ctrl+Q", do=lambda it: it.window.close()),
    )


def notes_menu() -> Menu:
    """Return the menu *Notes* with its commands."""
    return menu(
        "notes",
        "Notes",
        Action(
            "add_note",
            "Add note",
            "B",
            "At the playhead, or over the chosen range",
            do=lambda it: it.note_commands.add(),
        ),
        Action(
            "edit_note",
            "Edit note",
            "Return Enter",
            "The one at the playhead",
            do=lambda it: it.note_commands.edit_here(),
        ),
        Action(
            "delete_note",
            "Delete note",
            "Del",
            "The one at the playhead",
            do=lambda it: it.note_commands.delete_here(),
        ),
        SEPARATOR,
        Action(
            "previous_note",
            "Previous note",
            "Shift+PgUp",
            repeats=True,
            do=lambda it: it.note_commands.go_beside(-1),
        ),
        Action(
            "next_note",
            "Next note",
            "Shift+PgDown",
            repeats=True,
            do=lambda it: it.note_commands.go_beside(1),
        ),
        SEPARATOR,
        Action("export_notes", "Export notes as CSV…", do=lambda it: it.note_commands.export()),
    )


def help_menu() -> Menu:
    """Return the menu *Help* with its commands."""
    return menu(
        "help",
        "Help",
        Action(
            "guide",
            "Guide",
            "F1",
            "At the page of the panel that has the keyboard",
            do=lambda it: it.help.show_here(),
        ),
        Action(
            "first_steps",
            "First steps",
            "",
            "Five minutes with the sample, in the guide",
            do=lambda it: it.help.show_page(),
        ),
        Action("shortcuts", "Keyboard shortcuts", "?", do=lambda it: it.help.show_page("keys.md")),
        menu(
            "key_preset",
            "Keys",
            choice("key_preset", "usual", "keys_usual", "Usual keys"),
            choice("key_preset", "video_player", "keys_video_player", "As a video player"),
            choice("key_preset", "lichtblick", "keys_lichtblick", "As Lichtblick and Foxglove"),
        ),
        Action(
            "menu",
            "Open the menu",
            "F10",
            "Alt alone does so too",
            do=lambda it: it.window.top_bar.open_menu(),
        ),
        Action("about", "About", do=lambda it: it.help.show_about()),
    )
