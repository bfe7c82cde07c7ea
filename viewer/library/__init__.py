"""Libraries: tables of all recordings below some folders, kept up to date and queried with SQL."""
