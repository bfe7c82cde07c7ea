"""Notes in the window: what keeps them while it is open, and what lists them."""

from viewer.ui.notes.book import NoteBook
from viewer.ui.notes.panel import NotesPanel

__all__ = ["NoteBook", "NotesPanel"]
