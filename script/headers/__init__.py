# SPDX-License-Identifier: MIT
"""Reads the public headers, from which the bindings and the tests get their description of the interface."""

from . import initializers
from .description import DESCRIPTION, from_json, load, to_json
from .model import (
    INCLUDE,
    ROOT,
    SCALARS,
    Callback,
    Constant,
    Field,
    Function,
    Headers,
    Parameter,
    Struct,
    Type,
    header_paths,
    parse,
    run,
    run_c,
)

__all__ = [
    "DESCRIPTION",
    "INCLUDE",
    "ROOT",
    "SCALARS",
    "Callback",
    "Constant",
    "Field",
    "Function",
    "Headers",
    "Parameter",
    "Struct",
    "Type",
    "from_json",
    "header_paths",
    "initializers",
    "load",
    "parse",
    "run",
    "run_c",
    "to_json",
]
