"""*File* panel of the window: problems, packets of the current frame, and counts of all packets."""
