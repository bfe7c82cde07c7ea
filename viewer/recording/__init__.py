"""Index of a recording: tables that are needed often are in memory, the frames stay in the file."""
