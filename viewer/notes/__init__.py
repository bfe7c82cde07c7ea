"""User notes on a recording, and their file beside it (``resources/guide/notes.md``). Needs no Qt."""

from viewer.notes.note import COLORS, Changes, Note, NoteSet, write_csv
from viewer.notes.sidecar import Found, Sidecar, StoredNotes, sidecar_path

__all__ = [
    "COLORS",
    "Changes",
    "Found",
    "Note",
    "NoteSet",
    "Sidecar",
    "StoredNotes",
    "sidecar_path",
    "write_csv",
]
