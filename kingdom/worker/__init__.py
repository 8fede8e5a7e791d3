"""Background work in child processes and threads."""
