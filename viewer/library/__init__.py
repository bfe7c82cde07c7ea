"""A folder of recordings as tables that are kept: surveyed by processes or a cluster, asked in SQL."""
