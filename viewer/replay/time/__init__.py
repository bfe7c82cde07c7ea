"""The playhead; times as text, parsed from text, and as ranges; checks and calls for CARLA's own replay."""
