"""The decorator that controls how mypyc compiles a class (CONTRIBUTING.md, Compiled core). Without mypyc, it
does nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**options):
        return lambda decorated_class: decorated_class
