"""Notes in the window: the notes of the open recording, the thread that stores them, and their panel."""
