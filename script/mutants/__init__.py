# SPDX-License-Identifier: MIT
"""What script/mutate is made of: where the core can be changed, the build that holds all changes, the tests, and the report."""
