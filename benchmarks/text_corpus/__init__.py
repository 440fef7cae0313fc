# SPDX-License-Identifier: MIT
"""Pictures of screens with known secrets, and the scoring of what tools find in them."""
