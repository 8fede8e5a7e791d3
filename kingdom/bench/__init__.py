"""The benchmarks behind `kingdom bench`, which measure the rules, the AI players and the UI. They are shipped
with the game so that users can measure their own machines. Only the command line imports this package.
"""

import kingdom.ui  # noqa: F401  (must precede pygame, to suppress its greeting)


class BenchmarkSkipped(Exception):
    """Raised if something that a benchmark needs is missing on this machine."""
