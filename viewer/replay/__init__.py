"""State of a recording at a time and over time: poses, motion, states. Pure functions of the index."""
