"""The actors of a recording at one time: poses, motion, states and details."""
