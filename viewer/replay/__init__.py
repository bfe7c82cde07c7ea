"""What was true at a time: poses, motion and states, derived from the index by pure functions."""
