"""State of one window, without widgets: its recording, playhead, selection, found events and settings."""
