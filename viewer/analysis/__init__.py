"""Questions to a recording: CARLA's ``show_recorder_*`` queries, and events that rules find in it."""
