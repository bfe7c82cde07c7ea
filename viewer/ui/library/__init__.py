"""Library page: table of the recordings in a folder with their events, the worst recording first."""
