"""Background work: reading files and computing values in threads and processes."""
