"""Tables of the window's menus: each command is a row with its texts, keys and handler."""
