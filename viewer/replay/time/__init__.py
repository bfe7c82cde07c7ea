"""Playback, and times: shown in several forms, typed, and as ranges."""
