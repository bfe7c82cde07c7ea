"""State of the window, without widgets: workspace, recording, playhead, selection and settings."""
