"""Package that reads records of many frames of a recording at once."""
