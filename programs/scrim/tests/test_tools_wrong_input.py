# SPDX-License-Identifier: MIT
"""Wrong values of every kind: each message names the argument, what it must be, and what was given."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from scrim import Region, Style
from scrim_tools.cli import main
from scrim_tools.testing import assert_screenshot, masked

BOX = (1, 2, 3, 4)


def shot() -> Image.Image:
    return Image.new("RGB", (20, 10))


SCREENSHOTS: list[tuple[Callable[[], object], str]] = [
    (lambda: masked(b"zz", []), "image must be the bytes of a picture that Pillow can read (got 2 other bytes)"),
    (lambda: masked(shot(), None), "mask must be a list of selectors, elements, Regions and boxes (got None)"),  # type: ignore[arg-type]
    (lambda: masked(shot(), ".iban"), "mask must be a list of selectors, elements, Regions and boxes (got '.iban')"),
    (
        lambda: masked(shot(), BOX),
        "mask: each item must be a CSS selector, an element of Playwright or Selenium, a Region, or four numbers x, y, width,"
        " height (got 1); put a single box into a list",
    ),
    (lambda: masked(shot(), [BOX], viewport=20), "viewport must be a width and a height in CSS pixels (got 20)"),  # type: ignore[arg-type]
    (lambda: assert_screenshot(shot(), "r.png", threshold="x"), "threshold must be a number from 0 to 1 (got 'x')"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "message"), SCREENSHOTS, ids=[message for _, message in SCREENSHOTS])
def test_screenshots(call: Callable[[], object], message: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert str(caught.value) == message


def test_videos() -> None:
    pytest.importorskip("av")
    from scrim_tools.video import Track, VideoOptions, redact_video

    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: Track("x"), "keyframes[0] must be a tuple of a time in seconds and a Region (got 'x')"),  # type: ignore[arg-type]
        (lambda: Track([(0, BOX)]), "keyframes[0] must be a tuple of a time in seconds and a Region (got (0, (1, 2, 3, 4)))"),  # type: ignore[list-item]
        (lambda: VideoOptions(styles=Style()), "styles must be a list of Styles (got Style("),  # type: ignore[arg-type]
        (lambda: VideoOptions(hold="x"), "hold must be a number (got 'x')"),  # type: ignore[arg-type]
        (lambda: redact_video("in.mp4", "out.mp4", [], {}), "options must be a VideoOptions (got dict)"),  # type: ignore[arg-type]
        (
            lambda: redact_video("in.mp4", "out.mp4", [Region(BOX)]),  # type: ignore[list-item]
            "tracks[0] must be a Track, for example Track.still(Region((x, y, width, height))) (got Region(",
        ),
    ]
    for call, message in calls:
        with pytest.raises(TypeError) as caught:
            call()
        assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--styl=frost", "unrecognized arguments: --styl=frost; did you mean --style?"),
        ("--xyz", "unrecognized arguments: --xyz\n"),
    ],
)
def test_an_unknown_option_is_an_error_of_its_command(option: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["redact", "in.png", str(tmp_path / "out.png"), option])
    printed = capsys.readouterr().err
    assert ended.value.code == 2 and f"scrim redact: error: {said}" in printed + "\n"
