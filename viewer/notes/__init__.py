"""Notes on a recording, and the file they are kept in. No Qt.

The notes of ``run.log`` are in ``run.log.notes.json`` beside it: one JSON object in UTF-8. Where that folder
cannot be written, the file is elsewhere, with the same content. Version 1 has these keys:

    version     1. A higher number means that keys were added; it is kept, and so are all keys not listed here
    recording   which recording the notes belong to: its ``name``, and the ``sha256`` of its first ``length``
                bytes, the header. They stay while the file grows, and are others when it is recorded anew
    notes       a list of notes

A note has

    id          a UUID, the same for ever
    start       seconds on the axis of the recording
    end         seconds, not before ``start``; only if the note is about a range
    frame       number of the frame at ``start``; only if known
    actor_id    only if the note is about an actor
    text        what it says; may be empty
    color       one of ``COLORS``; another word is kept
    created     when it was made, ISO 8601 with a zone
    modified    when it was changed last

``id``, ``start`` and ``modified`` are needed. Entries that cannot be understood are kept as they are. Before
each write the file is read again, and only the notes that were changed are others then: of two windows that
change the same one, the one that writes later wins.
"""

from viewer.notes.document import write_csv
from viewer.notes.note import COLORS, Changes, Note, NoteSet
from viewer.notes.sidecar import Found, Kept, Sidecar, sidecar_path

__all__ = ["COLORS", "Changes", "Found", "Kept", "Note", "NoteSet", "Sidecar", "sidecar_path", "write_csv"]
