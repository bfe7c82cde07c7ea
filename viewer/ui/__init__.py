"""The window and its parts; Qt lives here."""
