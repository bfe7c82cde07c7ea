"""Panel *Cameras*: pictures that a driving stack wrote beside the recording, at the playhead."""
