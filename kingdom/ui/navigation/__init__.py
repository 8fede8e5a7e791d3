"""Opens scenes and loads the games they show. May import everything. Only the entry point, the command line
and the benchmarks import this package."""
