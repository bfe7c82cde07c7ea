"""File panel: problems of the recording, packets of the current frame, and counts of all packets."""
