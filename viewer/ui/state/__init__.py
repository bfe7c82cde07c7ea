"""What the window is about, and how it changes; no widget, no wiring."""
