"""Questions of a coding agent, answered by reading recordings: the tools of the command ``mcp``."""
