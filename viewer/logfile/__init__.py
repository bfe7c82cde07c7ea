"""The recording file as written: packet table, file access, decoders and encoders of packets."""
