"""How fast it is: what `kingdom bench` measures, of the rules, the programs and the window.

Shipped, so that any machine can be measured; nothing but the command line imports it.
"""

import kingdom.ui  # noqa: F401  (sets what pygame reads when it is imported: no greeting in our output)
