"""Writing what the window shows for other programs."""
