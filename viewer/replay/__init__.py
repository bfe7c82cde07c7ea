"""State of the actors and the scene of a recording at a time and over time, and the playhead.

Only ``Transport``, the playhead, has state. All else is computed from the arguments, mostly a RecordingIndex:
frames, actors and events of a recording.
"""
