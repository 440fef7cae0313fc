# SPDX-License-Identifier: MIT
"""What real wheels and touchpads reported: numbers that users posted to public trackers, from `libinput debug-events` and `wev`.

Each trace has the time in milliseconds first.
"""

from __future__ import annotations

#: Two fingers to the side, about 140 samples a second: ms, horizontal delta.
#: https://github.com/iberianpig/fusuma/issues/269
SIDEWAYS = [(83, 7.57), (90, 8.06), (97, 8.06), (104, 8.39), (111, 8.55), (118, 8.72)]

#: Two strokes down with their stop events, about 40 samples a second: ms, vertical delta.
#: https://github.com/bulletmark/libinput-gestures/issues/202
STROKES_DOWN = [
    *[(33490, 26.56), (33520, 47.46), (33540, 49.58), (33560, 46.75), (33590, 30.46), (33610, 19.48)],
    *[(33640, 10.98), (33660, 12.13), (33700, 0.0)],
    *[(33940, -18.86), (33960, -41.79), (33990, -50.38), (34010, -56.67), (34040, -52.77), (34060, -41.08)],
    *[(34090, -28.33), (34110, -32.23), (34150, 0.0)],
]

#: A scroll that became slower and stopped: ms, vertical delta.
#: https://github.com/bulletmark/libinput-gestures/issues/202
SLOWING_DOWN = [
    *[(24400, 3.98), (24430, 6.64), (24450, 3.90), (24480, 3.63), (24500, 3.19), (24520, 2.39)],
    *[(24550, 2.04), (24570, 0.27), (24600, 1.24), (24620, 1.06), (24650, 0.35), (24750, 0.0)],
]

#: Two fingers that libinput took for a scroll at first. It then reported a pinch without a begin event:
#: ms, delta x and y, scale, degrees. The first two are of the scroll.
#: https://github.com/taj-ny/InputActions/pull/72
SCROLL_THEN_PINCH = [
    (110007, -1.58, -1.31, None, None),
    (110015, 0.0, 0.0, None, None),
    (110022, -1.47, -1.23, 1.04, 0.48),
    (110030, -1.47, -0.49, 1.08, 0.47),
    (110037, -1.58, 0.53, 1.12, 0.68),
    (110044, -1.58, 1.58, 1.16, 0.67),
    (110051, -1.31, 0.26, 1.21, 0.51),
    (110059, -1.31, 0.26, 1.25, 0.44),
    (110066, -1.31, 0.53, 1.28, 0.54),
]

#: A pinch of three fingers: ms, delta x and y, scale, degrees. https://github.com/Hikari9/comfortable-swipe/pull/46
PINCH_IN = [
    (1390, 0.17, 0.07, 0.99, 0.36),
    (1400, 0.26, 0.00, 0.98, 0.33),
    (1410, 0.14, 0.08, 0.97, 0.25),
    (1420, 0.22, -0.08, 0.96, 0.26),
    (1420, 0.23, -0.18, 0.95, 0.23),
    (1430, 0.53, -0.46, 0.95, 0.23),
    (1440, 0.73, -0.21, 0.94, 0.23),
    (1450, 0.73, -0.42, 0.93, 0.20),
    (1450, 0.55, -0.62, 0.93, 0.17),
]

#: A high-resolution wheel, turned slowly by one click: ms, value120, value.
#: https://github.com/labwc/labwc/issues/1068
SLOW_WHEEL = [(682781, 60, 7.5), (683229, 15, 1.875)]

#: A wheel turned fast: ms, clicks. https://github.com/hyprwm/Hyprland/pull/6881
FAST_WHEEL = [(35555721, 1), (35555766, 2), (35555796, 2), (35555819, 2), (35555826, 3), (35555834, 3)]

#: Two fingers, about 140 samples a second, as Wayland reports them: ms, value.
#: https://github.com/hyprwm/Hyprland/issues/6278
WAYLAND_FINGERS = [
    *[(15260343, 1.343750), (15260350, 0.976562), (15260357, 0.855469), (15260364, 0.976562), (15260372, 0.730469)],
    *[(15260379, 0.609375), (15260386, 0.609375), (15260393, 0.488281), (15260400, 0.609375), (15260407, 0.367188)],
]
