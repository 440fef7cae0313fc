# SPDX-License-Identifier: MIT
"""The JavaScript function that measures elements in a frame of a page, and records where they were since it last ran.

Between two readings, a browser can show an element in places that neither of them sees. The function therefore leaves a
recorder in the page. In each animation frame it runs twice: before the page's own callbacks, and after layout through a
ResizeObserver, which is what the browser paints. Between two samples, an element is taken to be anywhere in the rectangle
around both.
"""

from importlib.resources import files

#: A JavaScript function of one argument. Boxes are left, top, right and bottom in CSS pixels. In the top frame, they are
#: measured from the corner of the picture, and in other frames from the corner of the frame.
MEASURE = files(__package__).joinpath("measure.js").read_text("utf-8")
