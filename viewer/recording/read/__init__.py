"""Reading records of many frames at once from the file."""
