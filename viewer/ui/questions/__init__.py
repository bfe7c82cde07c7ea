"""What CARLA is asked about a recording, answered in panels."""
