"""The texts of CARLA's ``show_recorder_*``, byte for byte, without a simulator (FORMAT.md §6)."""
