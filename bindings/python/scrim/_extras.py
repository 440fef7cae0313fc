# SPDX-License-Identifier: MIT
"""Says how to install a missing package that one of this package's extras contains."""


def how_to_install(extra: str) -> str:
    """Names the wheel's file: on PyPI the name scrim belongs to another project."""
    command = f"""pip install "$(echo build-wheel/scrim-*.whl)"'[{extra}]'"""
    return f"install the wheel of script/wheel with an extra: {command}"
