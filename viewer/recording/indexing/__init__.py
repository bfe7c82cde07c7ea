"""From the bytes of a file to its index: frames found, actors and events collected."""
