"""Navigation between scenes, and loading of the games they show. May import everything; only the entry point,
the command line and the benchmarks import this package."""
