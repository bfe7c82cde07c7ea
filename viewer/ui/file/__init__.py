"""The *File* panel of the window: problems of the recording's file, packets of a frame, packet counts."""
