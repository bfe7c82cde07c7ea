"""Reading and writing the bytes of a recording file: packet table, file access, decoders and encoders."""
