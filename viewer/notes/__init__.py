"""User notes on a recording, and their file beside it (``resources/guide/notes.md``). Needs no Qt."""

from viewer.notes.note import COLORS, Changes, Note, NoteSet, write_csv
from viewer.notes.sidecar import Sidecar, StoredNotes, Trouble, sidecar_path

__all__ = [
    "COLORS",
    "Changes",
    "Note",
    "NoteSet",
    "Sidecar",
    "StoredNotes",
    "Trouble",
    "sidecar_path",
    "write_csv",
]
