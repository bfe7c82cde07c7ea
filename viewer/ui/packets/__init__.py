"""The packets as they are in the file: those of the frame shown, and all of them counted."""
