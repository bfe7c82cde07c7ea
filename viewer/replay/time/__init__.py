"""Playing, seeking, and time in all the forms it is told and typed."""
