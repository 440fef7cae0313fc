# SPDX-License-Identifier: MIT
"""scrim_tools.testing: what tests that compare screenshots see, keep and say."""

import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import scrim
from scrim_tools.testing import UPDATE, ScreenshotMismatch, assert_screenshot, masked, screenshot

SIZE = (60, 40)
BOX = (10, 5, 20, 12)
PINK = (255, 0, 255)


def page(secret: int = 0, rest: int = 0) -> Any:
    """A drawn screenshot: noise, with other noise where the secret is."""
    values = np.random.default_rng(7).integers(0, 256, (40, 60, 3), np.uint8)
    values[5:17, 10:30] = np.random.default_rng(100 + secret).integers(0, 256, (12, 20, 3), np.uint8)
    values[30, :rest] ^= 255
    return Image.fromarray(values)


def png(image: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("item", [BOX, list(BOX), scrim.Region(BOX)])
def test_what_a_mask_may_be(item: Any) -> None:
    made = np.asarray(masked(page(), [item], viewport=SIZE))
    expected = np.asarray(page()).copy()
    expected[5:17, 10:30] = PINK
    assert (made == expected).all()


class PlaywrightLocator:
    """An element of a page has no place in a picture that somebody else took."""

    page = None

    def element_handles(self) -> Any:
        raise AssertionError("nobody may ask where it is now")

    def bounding_box(self) -> Any:
        raise AssertionError("nobody may ask where it is now")


class Driver:
    def execute_script(self) -> Any: ...
    def get_screenshot_as_png(self) -> Any: ...


class WebElement:
    parent = Driver()
    screenshot_as_png = b""
    rect = {"x": 10, "y": 5, "width": 20, "height": 12}


@pytest.mark.parametrize("item", [".iban", PlaywrightLocator(), WebElement()])
@pytest.mark.parametrize("options", [{}, {"viewport": SIZE}, {"viewport": SIZE, "allow_missing": True}])
def test_where_a_picture_shows_an_element_is_unknown(tmp_path: Path, item: Any, options: dict[str, Any]) -> None:
    message = "mask: where this picture shows .* is unknown; pass the page"
    with pytest.raises(ValueError, match=message):
        masked(page(), [BOX, item], **options)
    for update in (False, True):
        with pytest.raises(ValueError, match=message):
            assert_screenshot(png(page()), tmp_path / "page.png", [item], update=update, **options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("target", [png(page()), page(), "page.png", None])
def test_a_picture_is_not_a_target(target: Any) -> None:
    with pytest.raises(TypeError, match="target must be Playwright's page, .* .got "):
        screenshot(target, [BOX])


@pytest.mark.parametrize("options", [{"full_page": True}, {"animations": "disabled"}])
def test_options_of_pages(tmp_path: Path, options: Any) -> None:
    with pytest.raises(TypeError, match=f"{next(iter(options))}: this option is for pages, and target is a picture"):
        assert_screenshot(page(), tmp_path / "page.png", **options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("box", [(60, 5, 20, 12), (10, 400, 20, 12), (-30, 5, 20, 12)])
def test_a_mask_outside_of_the_picture(tmp_path: Path, box: Any) -> None:
    """What it hides may have moved: above or below what is seen, say."""
    reference = tmp_path / "page.png"
    page().save(reference)
    for item in (box, scrim.Region(box)):
        with pytest.raises(LookupError, match="outside the screenshot"):
            masked(page(), [BOX, item], viewport=SIZE)
        with pytest.raises(LookupError, match="outside the screenshot"):
            assert_screenshot(page(), reference, [BOX, item], viewport=SIZE)
        expected = np.asarray(masked(page(), [BOX], viewport=SIZE))
        assert (np.asarray(masked(page(), [BOX, item], viewport=SIZE, allow_missing=True)) == expected).all()


@pytest.mark.parametrize(
    "region",
    [
        scrim.Region((50, 5, 20, 12)),
        scrim.Region((10, -0.5, 20, 12)),
        scrim.Region.ellipse(10, 30, 20, 12),
        scrim.Region.polygon([(5, 5), (61, 5), (5, 30)]),
    ],
)
def test_a_mask_partly_outside_of_the_picture(tmp_path: Path, region: scrim.Region) -> None:
    """It belongs to a larger picture than this, so the rest may be in another place too."""
    with pytest.raises(LookupError, match="partly outside the screenshot"):
        masked(page(), [BOX, region], viewport=SIZE)
    with pytest.raises(LookupError, match="partly outside the screenshot"):
        assert_screenshot(page(), tmp_path / "page.png", [BOX, region], viewport=SIZE)
    assert list(tmp_path.iterdir()) == []
    masked(page(), [BOX, region], viewport=SIZE, allow_missing=True)


@pytest.mark.parametrize("item", [BOX, scrim.Region(BOX)])
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({}, "viewport="),
        ({"scale": 2}, "viewport="),
        ({"viewport": (60, 41)}, "image must be 60 × 41 pixels, for viewport 60 × 41 at scale 1 .got 60 × 40 pixels"),
        ({"viewport": (30, 20)}, "for viewport 30 × 20"),
        ({"viewport": (60, 40), "scale": 2}, "image must be 120 × 80 pixels"),
        ({"viewport": (60, 40), "scale": float("nan")}, "got 60 × 40 pixels"),
    ],
)
def test_a_mask_of_another_picture(tmp_path: Path, item: Any, option: Any, message: str) -> None:
    for allow in (False, True):
        with pytest.raises(ValueError, match=message):
            masked(page(), [item], allow_missing=allow, **option)
        with pytest.raises(ValueError, match=message):
            assert_screenshot(page(), tmp_path / "page.png", [item], allow_missing=allow, update=True, **option)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "option", [{"threshold": float("nan")}, {"threshold": 255}, {"max_diff_pixel_ratio": 5}, {"max_diff_pixels": -1}]
)
def test_a_comparison_that_could_not_fail(tmp_path: Path, option: Any) -> None:
    reference = tmp_path / "page.png"
    page().save(reference)
    with pytest.raises(ValueError, match=next(iter(option))):
        assert_screenshot(page(secret=2), reference, **option)


@pytest.mark.parametrize("make", [lambda p: p, png, lambda p: bytearray(png(p)), np.asarray, lambda p: p.quantize(256)])
def test_what_a_screenshot_may_be(make: Any) -> None:
    made = np.asarray(masked(make(page()), [BOX], viewport=SIZE))
    assert made.shape == (40, 60, 3) and (made[5:17, 10:30] == PINK).all()


def test_points_of_a_page_are_scaled() -> None:
    made = np.asarray(masked(page(), [(5, 2.5, 10, 6)], scale=2, viewport=(30, 20), mask_color="#010203"))
    assert (made[5:17, 10:30] == (1, 2, 3)).all()
    assert ((made == (1, 2, 3)).all(axis=2)).sum() == 240


def test_the_first_run_writes_the_reference_and_fails(tmp_path: Path) -> None:
    reference = tmp_path / "shots" / "page.png"
    with pytest.raises(ScreenshotMismatch, match="has been written"):
        assert_screenshot(png(page()), reference, [BOX], viewport=SIZE)
    assert (np.asarray(Image.open(reference))[5:17, 10:30] == PINK).all()
    assert_screenshot(png(page(secret=1)), reference, [BOX], viewport=SIZE)
    assert [path.name for path in reference.parent.iterdir()] == ["page.png"]


def test_nothing_that_is_written_depends_on_what_is_covered(tmp_path: Path) -> None:
    written = []
    for secret in (1, 2):
        folder = tmp_path / str(secret)
        with pytest.raises(ScreenshotMismatch):
            assert_screenshot(page(secret), folder / "page.png", [BOX], viewport=SIZE)
        with pytest.raises(ScreenshotMismatch) as caught:
            assert_screenshot(page(secret, rest=9), folder / "page.png", [BOX], viewport=SIZE)
        assert caught.value.pixels == 9 and "x 0 to 8, y 30 to 30" in str(caught.value)
        assert caught.value.actual == folder / "page-actual.png" and caught.value.difference == folder / "page-diff.png"
        written.append({path.name: path.read_bytes() for path in folder.iterdir()})
        red = (np.asarray(Image.open(folder / "page-diff.png")) == (230, 0, 0)).all(axis=2)
        assert red[30, :9].all() and red.sum() == 9
    assert written[0] == written[1] and len(written[0]) == 3


def test_permissions_of_written_files(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        for _ in range(2):
            with pytest.raises(ScreenshotMismatch):
                assert_screenshot(page(rest=9), tmp_path / "page.png")
            (tmp_path / "page.png").chmod(0o640)
            page().save(tmp_path / "page.png")
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == {"page.png": 0o640, "page-actual.png": 0o600, "page-diff.png": 0o600}


def test_a_reference_that_was_saved_without_the_mask(tmp_path: Path) -> None:
    page(secret=5).save(tmp_path / "page.png")
    assert_screenshot(page(secret=6), tmp_path / "page.png", [BOX], viewport=SIZE)
    with pytest.raises(ScreenshotMismatch):
        assert_screenshot(page(secret=6), tmp_path / "page.png")


def test_how_much_may_differ(tmp_path: Path) -> None:
    reference = tmp_path / "page.png"
    page().save(reference)
    for allowed in ({"max_diff_pixels": 9}, {"max_diff_pixel_ratio": 9 / 2400}, {"threshold": 1.0}):
        assert_screenshot(page(rest=9), reference, **allowed)  # type: ignore[arg-type]
    for refused in ({"max_diff_pixels": 8}, {"max_diff_pixel_ratio": 8.9 / 2400}):
        with pytest.raises(ScreenshotMismatch):
            assert_screenshot(page(rest=9), reference, **refused)  # type: ignore[arg-type]
    brighter = Image.fromarray(np.asarray(page()) // 2 * 2 + 1)
    assert_screenshot(brighter, reference, threshold=1 / 255)
    with pytest.raises(ScreenshotMismatch):
        assert_screenshot(brighter, reference)


def test_another_size(tmp_path: Path) -> None:
    page().save(tmp_path / "page.png")
    with pytest.raises(ScreenshotMismatch, match="60 × 39 instead of 60 × 40 pixels") as caught:
        assert_screenshot(page().crop((0, 0, 60, 39)), tmp_path / "page.png", [BOX], viewport=(60, 39))
    assert caught.value.pixels is None and caught.value.difference is None


def test_updating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reference = tmp_path / "page.png"
    page().save(reference)
    assert_screenshot(page(rest=9), reference, [BOX], viewport=SIZE, update=True)
    assert_screenshot(page(rest=9), reference, [BOX], viewport=SIZE)
    monkeypatch.setenv(UPDATE, "1")
    assert_screenshot(page(rest=5), reference, [BOX], viewport=SIZE)
    assert_screenshot(page(rest=4), reference, [BOX], viewport=SIZE, update=None)
    monkeypatch.setenv(UPDATE, "0")
    assert_screenshot(page(rest=4), reference, [BOX], viewport=SIZE)
