# SPDX-License-Identifier: MIT
"""Pictures that cover frames, in all formats: against a model in whole numbers, and against Pillow's scaling."""

from __future__ import annotations

import ctypes as c
from typing import Any

import cover_model as model
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import scrim
from scrim import ColorMatrix, ColorRange, Format, Outcome, Style, StyleClass
from scrim import _abi as abi
from scrim._ffi import lib
from scrim._frame import frame_of
from scrim._layout import Layout

Space = tuple[ColorRange, ColorMatrix]
spaces = st.tuples(st.sampled_from(ColorRange), st.sampled_from(ColorMatrix))
side = st.integers(1, 24)
BT709 = (ColorRange.LIMITED, ColorMatrix.BT709)


def noise(format: Format, width: int, height: int, seed: int) -> bytes:
    random = np.random.default_rng(seed)
    size = model.frame_size(format, width, height)
    # Now and then the extremes, of alpha as of colors.
    made = np.where(random.random(size) < 0.2, random.choice(np.array([0, 255]), size), random.integers(0, 256, size))
    return made.astype(np.uint8).tobytes()


def covered(
    scene: scrim.Scene, format: Format, width: int, height: int, space: Space = BT709, seed: int = 0, band: int = 0
) -> bytearray:
    """A frame of noise after the scene has covered it, whole or in bands."""
    data = bytearray(noise(format, width, height, seed))
    options = abi.scrim_scene_redact_options()
    lib.scrim_scene_redact_options_init(options, c.sizeof(options))
    with frame_of(data, Layout(format, width, height, None, *space)) as frame:
        for row in range(0, height, band or height):
            report = abi.scrim_redact_report(c.sizeof(abi.scrim_redact_report))
            options.first_row, options.row_count = row, min(band or height, height - row)
            assert lib.scrim_scene_redact(scene._handle, frame, options, report) == 0
            assert report.outcome == Outcome.COVERED
            assert report.pixels == width * options.row_count
    return data


def near(format: Format, width: int, height: int, data: bytes, wanted: list[np.ndarray], slack: float = 1e-6) -> bool:
    """Whether each number is nearest to the wanted one."""
    at = model.VIDEO[format.name][1] if format.name in model.VIDEO else 0
    found = model.planes(format, width, height, data)
    assert all((plane % (1 << at) == 0).all() for plane in found)  # unused bits
    return all((abs((plane >> at) - values) <= 0.5 + slack).all() for plane, values in zip(found, wanted, strict=True))


@settings(max_examples=400)
@given(st.sampled_from(Format), side, side, st.sampled_from(Format), side, side, spaces, st.integers(0, 99))
def test_any_picture_on_any_frame(
    source: Format, w: int, h: int, format: Format, width: int, height: int, space: Space, seed: int
) -> None:
    picture, ground = noise(source, w, h, seed), (10 * seed % 256, 200, 31)
    with scrim.Scene() as scene:
        scene.set_cover(
            picture, color=ground, pixel_format=source, width=w, height=h, color_range=space[0], color_matrix=space[1]
        )
        data = covered(scene, format, width, height, space)
    frame = model.compose(model.decode(source, w, h, picture, space), ground, width, height)
    # Of a picture in Y′CbCr, a double's last bit may decide on the last of 16 bits.
    slack = 0.02 * max(1, 1023 / 255 * (format.name not in ("RGBA16", "GRAY16"))) if source.planes > 1 else 1e-6
    slack = 2.0 if source.planes > 1 and format in (Format.RGBA16, Format.GRAY16) else slack
    if format.name in (*model.TEN, "RGB565") and source.planes > 1:
        return  # several numbers in one: the test below has them
    assert near(format, width, height, data, model.encode(format, frame, space), slack)


@given(st.sampled_from(Format), st.sampled_from(Format), side, side, side, side, spaces, st.integers(1, 7))
def test_bands_and_the_pixels_of_the_frame_change_nothing(
    source: Format, format: Format, w: int, h: int, width: int, height: int, space: Space, band: int
) -> None:
    band *= 2 if any(plane.down > 1 for plane in format.chroma) else 1
    with scrim.Scene() as scene:
        scene.set_cover(noise(source, w, h, 5), pixel_format=source, width=w, height=h)
        whole = covered(scene, format, width, height, space)
        assert covered(scene, format, width, height, space, seed=1, band=band) == whole


@given(st.sampled_from(Format), side, side, st.sampled_from(["frost", "tiles", "solid"]), st.integers(0, 2**24 - 1), spaces)
def test_a_style_reads_no_pixel(format: Format, width: int, height: int, name: str, rgb: int, space: Space) -> None:
    color = rgb << 8 | 255
    style = Style.solid(color) if name == "solid" else getattr(Style, name)(7, base=color)
    with scrim.Scene() as scene:
        scene.set_cover(style)
        whole = covered(scene, format, width, height, space)
        assert covered(scene, format, width, height, space, seed=1, band=4) == whole


@given(st.sampled_from(Format), side, side, st.integers(0, 2**24 - 1), spaces)
def test_a_picture_of_one_color_is_that_color(format: Format, width: int, height: int, rgb: int, space: Space) -> None:
    """Fills round a double, and pictures a whole number: they may differ where a number lies between two others."""
    color = rgb.to_bytes(3, "big")
    with scrim.Scene() as scene:
        scene.set_cover(tuple(color))
        fill = model.planes(format, width, height, covered(scene, format, width, height, space))
        scene.set_cover(color * 6, pixel_format=Format.RGB, width=3, height=2, color=tuple(color))
        data = covered(scene, format, width, height, space)
    found = model.planes(format, width, height, data)
    unit = 1 << model.VIDEO[format.name][1] if format.name in model.VIDEO else 0
    assert all((abs(one - other) <= unit).all() for one, other in zip(found, fill, strict=True))


@pytest.mark.parametrize("format", [format for format in Format if format.planes == 1])
def test_a_picture_like_the_frame_stays_as_it_is(format: Format) -> None:
    width, height = 37, 21
    picture = covered_picture = noise(format, width, height, 3)
    with scrim.Scene() as scene:
        scene.set_cover(covered_picture, pixel_format=format, width=width, height=height)
        data = covered(scene, format, width, height)
    colors = model.decode(format, width, height, picture, BT709)
    assert near(format, width, height, data, model.encode(format, model.over(colors, (0, 0, 0)), BT709))
    if "A" not in format.name.removeprefix("GRAY"):
        used = {"RGBX": [0, 1, 2], "BGRX": [0, 1, 2]}.get(format.name)
        if used:
            shape = (height, width, 4)
            before, after = (np.frombuffer(bytes(what), np.uint8).reshape(shape) for what in (picture, data))
            assert (before[..., used] == after[..., used]).all()
        elif format.name not in model.TEN:
            assert data == bytearray(picture)


def scaled(picture: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    width, height = size
    with scrim.Scene() as scene:
        scene.set_cover(picture)
        frame = np.zeros((height, width, 3), np.uint8)
        scene.redact(frame)
    return frame


@pytest.mark.parametrize("factor", [2, 3, 7])
def test_shrinking_is_pillows_box(factor: int) -> None:
    picture = np.random.default_rng(factor).integers(0, 256, (12 * factor, 17 * factor, 3), np.uint8)
    wanted = np.asarray(Image.fromarray(picture).resize((17, 12), Image.Resampling.BOX), int)
    assert abs(scaled(picture, (17, 12)) - wanted).max() <= 1  # Pillow rounds after each direction


@pytest.mark.parametrize("size", [(34, 24), (51, 36), (85, 60), (170, 120)])
def test_growing_is_pillows_bilinear(size: tuple[int, int]) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (12, 17, 3), np.uint8)
    wanted = np.asarray(Image.fromarray(picture).resize(size, Image.Resampling.BILINEAR), int)
    assert abs(scaled(picture, size) - wanted).max() <= 1


@pytest.mark.parametrize(("width", "height"), [(200, 100), (100, 200), (7, 7), (1, 50), (50, 1), (1, 1)])
@pytest.mark.parametrize("shape", [(3, 9), (9, 3), (5, 5), (1, 300), (300, 1)])
def test_the_whole_picture_is_in_the_middle(shape: tuple[int, int], width: int, height: int) -> None:
    picture: Any = np.full((*shape, 3), 255, np.uint8)
    found = scaled(picture, (width, height))[..., 0] == 255
    rows, columns = np.flatnonzero(found.any(1)), np.flatnonzero(found.any(0))
    down, across = len(rows), len(columns)
    assert found.sum() == down * across and (down == height or across == width)
    assert 0 <= (height - down) - 2 * rows[0] <= 1 and 0 <= (width - across) - 2 * columns[0] <= 1
    factor = min(height / shape[0], width / shape[1])
    assert abs(down - max(shape[0] * factor, 1)) <= 0.5 and abs(across - max(shape[1] * factor, 1)) <= 0.5


def test_the_report_names_the_cover() -> None:
    frame = np.zeros((4, 5), np.uint8)
    with scrim.Scene() as scene:
        for cover, wanted in (
            ("#102030", StyleClass.SOLID), (Style.solid(), StyleClass.SOLID), (None, StyleClass.SOLID),
            (Style.frost(base=255), StyleClass.SYNTHETIC), (frame, StyleClass.SYNTHETIC),
        ):  # fmt: skip
            scene.set_cover(cover)
            report = scene.redact(frame)
            assert report == (Outcome.COVERED, wanted, 0, 0, 0, 20, 0, (), 0, 0)
