"""Folders that driving stacks write beside a recording: pictures, plans and numbers, by the agent's steps."""
