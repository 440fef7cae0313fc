# SPDX-License-Identifier: MIT
"""Sphinx's settings for the site. script/docs runs it on the folder that stage.py writes."""

import sys
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains.c import CDomain
from sphinx.environment import BuildEnvironment

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "bindings" / "python"))

import scrim  # noqa: E402  (the path comes first)

project = "Scrim"
version = release = scrim.__version__
copyright = "the Scrim maintainers"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_design"]
root_doc = "index"
nitpicky = True
# Types that are documented elsewhere: types of C, C++ and Python, and of other packages.
nitpick_ignore_regex = [("c:identifier", r"u?int\d+_t|size_t"), ("cpp:identifier", r"std|scrim|throws"), ("py:.*", r"(?!scrim\.).*|scrim\.redact\.Picture|scrim\.text\.Result|scrim\._layout\.Chroma")]
suppress_warnings = ["misc.highlighting_failure"]  # an ellipsis in a program, for what is left out

myst_enable_extensions = ["colon_fence", "fieldlist", "html_image"]
myst_heading_anchors = 6
default_role = "literal"

autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 70
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Scrim"
html_static_path = [str(HERE / "static")]
html_css_files = ["scrim.css"]
html_js_files = ["scrim.js"]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False


class Domain(CDomain):
    """The C domain, with each enumerator under its name alone: the search would find it twice."""

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        return (found for found in super().get_objects() if found[2] != "enumerator" or "." not in found[0])


def link_to_c(app: Sphinx, env: BuildEnvironment, node: nodes.Element, shown: nodes.TextElement) -> nodes.Element | None:
    """Links the names of the C interface in the signatures of C++."""
    if node["refdomain"] != "cpp":
        return None
    return env.get_domain("c").resolve_xref(env, node["refdoc"], app.builder, "identifier", node["reftarget"], node, shown)


def setup(app: Sphinx) -> None:
    app.add_domain(Domain, override=True)
    app.connect("missing-reference", link_to_c)
