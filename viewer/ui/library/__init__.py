"""The page of a folder of recordings: what happened in each, the worst first."""
