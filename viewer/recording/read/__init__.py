"""Values of many frames at once, gathered from where they lie in the file."""
