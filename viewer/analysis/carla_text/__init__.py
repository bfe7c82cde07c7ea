"""Texts of CARLA's ``show_recorder_*`` queries, byte for byte, after ``resources/guide/format.md``."""
