"""Notes on a recording, and the file they are kept in, as ``resources/guide/notes.md`` has it. No Qt."""

from viewer.notes.note import COLORS, Changes, Note, NoteSet, write_csv
from viewer.notes.sidecar import Found, Kept, Sidecar, sidecar_path

__all__ = ["COLORS", "Changes", "Found", "Kept", "Note", "NoteSet", "Sidecar", "sidecar_path", "write_csv"]
