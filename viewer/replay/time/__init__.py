"""Times of a recording: playhead, times as text, ranges; checks and Python calls for CARLA's own replay."""
