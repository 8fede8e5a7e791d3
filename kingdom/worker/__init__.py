"""Runs background work in child processes and threads."""
