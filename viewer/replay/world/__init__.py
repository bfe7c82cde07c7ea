"""What was true at one time: actors, poses, motion, states and details."""
