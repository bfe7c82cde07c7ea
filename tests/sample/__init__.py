"""The sample recording: a minute in a small town, from a table of streets and a small traffic model."""
