"""The texts of CARLA's ``show_recorder_*``, byte for byte, by ``resources/guide/format.md``."""
