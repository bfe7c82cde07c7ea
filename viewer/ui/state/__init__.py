"""What the window is about, and how it changes."""
