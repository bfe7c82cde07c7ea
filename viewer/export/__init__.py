"""What a recording is turned into: tables, streams, scenarios, clips, shorter recordings."""
