"""Page of a folder of recordings: events of each recording, the worst recording first."""
