# SPDX-License-Identifier: MIT
"""Runs the frei0r filter in ffmpeg and in melt, and compares the frames with the results of scrim.redact()."""

import contextlib
import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import numpy
import pytest

import scrim
from scrim import Region, Style

ROOT = Path(__file__).resolve().parents[2]
BUILT = Path(os.environ.get("SCRIM_BUILD", ROOT / "build")).resolve() / "plugins/frei0r/scrim.so"
missing = [] if BUILT.exists() else [str(BUILT)]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"{BUILT} has not been built")
needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="there is no ffmpeg")
needs_melt = pytest.mark.skipif(shutil.which("melt") is None, reason="there is no melt")
ENVIRONMENT = {**os.environ, "FREI0R_PATH": str(BUILT.parent)}
BLACK = (0, 0, 0, 255)

Frames = numpy.ndarray  # frames × height × width × 4


def noise(count: int, width: int, height: int, seed: int = 1) -> Frames:
    return numpy.random.default_rng(seed).integers(0, 256, (count, height, width, 4), numpy.uint8)


def run_ffmpeg(frames: Frames, filters: str, *options: str) -> subprocess.CompletedProcess[bytes]:
    height, width = frames.shape[1:3]
    command = ["ffmpeg", "-nostdin", "-v", "error", *options, "-f", "rawvideo", "-pix_fmt", "rgba", "-s", f"{width}x{height}", "-r", "25"]
    command += ["-i", "pipe:0", "-vf", filters, "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]
    return subprocess.run(command, input=frames.tobytes(), capture_output=True, env=ENVIRONMENT, timeout=120)


def ffmpeg(frames: Frames, filters: str, *options: str) -> Frames:
    done = run_ffmpeg(frames, filters, *options)
    assert done.returncode == 0, done.stderr.decode()
    return numpy.frombuffer(done.stdout, numpy.uint8).reshape(frames.shape)


def redacted(frames: Frames, regions: list[Region], **how: object) -> Frames:
    return numpy.stack([scrim.redact(frame, regions, allow_nothing=True, **how) for frame in frames])  # type: ignore[arg-type]


def is_black(frames: Frames) -> bool:
    return bool((frames == BLACK).all())


BOX = Region((90, 190, 320, 50))
SHAPES = [
    BOX,
    Region.ellipse(300, 190.5, 110, 50),
    Region.rounded_rect(10, 10, 80, 40, 8),
    Region.polygon([(500, 0), (560, 10), (530.25, 50)]),
    Region((-5, 460, 30, 30)),
]
SHAPES_TEXT = (
    "320x50+90+190/ellipse@110x50+300+190.5/rounded-rect@80x40+10+10+8/polygon@500+0+560+10+530.25+50/30x30+-5+460"
)


# ---- ffmpeg ----


@needs_ffmpeg
@pytest.mark.parametrize(
    "word, style",
    [("", Style.solid()), ("solid@102030", Style.solid("#102030")), ("frost", Style.frost()), ("frost@7", Style.frost(7)),
     ("tiles@0x1F", Style.tiles(31)), ("blur@6", Style.blur(6)), ("pixelate@8", Style.pixelate(8)), ("effect@9", Style.effect(9)),
     ("light", Style.light()), ("tint@FF0000", Style.tint("#FF0000"))],
)  # fmt: skip
def test_ffmpeg_shows_what_redact_shows(word: str, style: Style) -> None:
    frames = noise(3, 640, 480)
    assert (ffmpeg(frames, f"frei0r=scrim:{SHAPES_TEXT}|{word}") == redacted(frames, SHAPES, style=style)).all()


@needs_ffmpeg
def test_ffmpeg_passes_margins(tmp_path: Path) -> None:
    frames = noise(2, 640, 480)
    shown = ffmpeg(frames, f"frei0r=scrim:{SHAPES_TEXT}|frost@7|32|16")
    assert (shown == redacted(frames, SHAPES, style=Style.frost(7), dilation=32, codec_block=16)).all()
    shown = ffmpeg(frames, f"frei0r=scrim:{SHAPES_TEXT}|frost@7|16{'|' * 13}8|40")
    assert (shown == redacted(frames, SHAPES, style=Style.frost(7), dilation=16, sampling_gap=8, size_multiple=40)).all()


@needs_ffmpeg
def test_ffmpeg_reads_files_and_options(tmp_path: Path) -> None:
    frames = noise(2, 640, 480)
    path = tmp_path / "regions.json"
    path.write_text(
        json.dumps({"style": "tiles:3", "regions": [{"rect": [90, 190, 320, 50]}, {"ellipse": [9, 9, 99, 9], "style": "solid", "id": 5}]})
    )
    expected = redacted(
        frames, [BOX, Region.ellipse(9, 9, 99, 9, style=1, id=5)], styles=[Style.tiles(3), Style.solid()]
    )
    assert (ffmpeg(frames, f"frei0r=scrim:{path}") == expected).all()
    shown = ffmpeg(frames, r"frei0r=scrim:filter_params='--rect 90\,190\,320\,50'")
    assert (shown == redacted(frames, [BOX])).all()
    half = redacted(frames, [Region((180, 95, 640, 12.5))])
    assert (ffmpeg(frames, "frei0r=scrim:320x1920/320x50+90+380") == half).all()


@needs_ffmpeg
def test_ffmpeg_converts_other_formats_around_the_filter() -> None:
    frames = noise(1, 640, 480)
    shown = ffmpeg(frames, f"format=yuv420p,frei0r=scrim:{SHAPES_TEXT}|solid,format=yuv444p")
    control = ffmpeg(frames, "format=yuv420p,frei0r=scrim:none,format=yuv444p")
    covered = (redacted(frames * 0 + 255, SHAPES) == BLACK).all(-1)
    assert covered.any()
    assert (shown[covered][:, :3] <= 1).all()
    assert (shown == control).all(-1)[~covered].mean() > 0.99


@needs_ffmpeg
@pytest.mark.parametrize("text", ["", "|", "320x50+90", "x", "320x50+90+190|frosty", "regions.json", "/nowhere/r.json", "none||||no feed|||||||9999"])
def test_wrong_texts_cover_in_ffmpeg(text: str) -> None:
    frames = noise(3, 64, 48)
    done = run_ffmpeg(frames, f"frei0r=scrim:{text}" if text else "frei0r=scrim")
    assert done.returncode == 0
    assert is_black(numpy.frombuffer(done.stdout, numpy.uint8).reshape(frames.shape))
    assert done.stderr.count(b"frei0r filter scrim: ") == 1, done.stderr


@needs_ffmpeg
def test_commands_move_regions_in_ffmpeg(tmp_path: Path) -> None:
    """One command before each frame; some do not parse, and cover the frame until the next one."""
    rng = random.Random(3)
    frames = noise(40, 640, 480)
    boxes: list[tuple[int, int, int, int] | None] = []
    lines = []
    for index in range(len(frames)):
        box = (rng.randint(-50, 600), rng.randint(-50, 450), rng.randint(1, 300), rng.randint(1, 200))
        x, y, width, height = box
        good = f"{width}x{height}+{x}+{y}"
        if index % 5 == 3:
            boxes.append(None)
            good = rng.choice([good.replace("x", "X"), good + "/", f"{good}|nothing", "", "0x5+1+1", f"{width}x{height}", "/no/where"])
        elif index % 5 == 4 and "nothing" not in lines[-1]:
            boxes.append(None)  # no command: the wrong one stays
            continue
        else:
            boxes.append(box)
            good += "|solid"
        if good:
            lines.append(f"{index / 25 - 0.02:.3f} frei0r filter_params {good};" if index else f"0 frei0r filter_params {good};")
        else:
            boxes[-1] = boxes[-2]  # ffmpeg refuses an empty command, so the regions stay
    path = tmp_path / "commands.txt"
    path.write_text("\n".join(lines))
    shown = ffmpeg(frames, f"sendcmd=f={path},frei0r=scrim:none")
    for index, box in enumerate(boxes):
        if box is None:
            assert is_black(shown[index]), index
        else:
            assert (shown[index] == redacted(frames[index : index + 1], [Region(box)])[0]).all(), (index, box)
    assert sum(box is None for box in boxes) > 5


@needs_ffmpeg
@pytest.mark.parametrize("height", [1, 2, 7, 8, 479, 480])
def test_every_height_works_in_ffmpeg(height: int) -> None:
    frames = noise(3, 48, height)
    assert (ffmpeg(frames, "frei0r=scrim:20x4000+7+0") == redacted(frames, [Region((7, 0, 20, 4000))])).all()


@needs_ffmpeg
@pytest.mark.parametrize("width", [1, 4, 8, 15, 24, 40, 100, 104, 642, 1080, 1366])
def test_ffmpeg_ends_if_it_would_pad_rows(width: int) -> None:
    """ffmpeg 5.1 adds padding to the rows of such frames and does not say so. Newer ones do not, but their version is unknown here."""
    frames = noise(3, width, 16)
    done = run_ffmpeg(frames, "frei0r=scrim:20x16+7+0")
    assert done.returncode != 0
    assert done.stdout == b""
    assert b"the width must be a multiple of 16" in done.stderr
    padded = run_ffmpeg(frames, f"pad=ceil(iw/16)*16:ih,frei0r=scrim:20x16+7+0,crop={width}:ih:0:0")
    assert padded.returncode == 0, padded.stderr
    shown = numpy.frombuffer(padded.stdout, numpy.uint8).reshape(frames.shape)
    assert (shown == redacted(frames, [Region((7, 0, 20, 16))])).all()


@needs_ffmpeg
@pytest.mark.parametrize("crop", ["624:400:3:5", "320:240:320:240", "16:16:1:1"])
def test_frames_that_are_parts_of_others_in_ffmpeg(crop: str) -> None:
    frames = noise(2, 640, 480)
    width, height, x, y = map(int, crop.split(":"))
    done = run_ffmpeg(frames, f"crop={crop},frei0r=scrim:9x300+3+2")
    part = numpy.ascontiguousarray(frames[:, y : y + height, x : x + width])
    shown = numpy.frombuffer(done.stdout, numpy.uint8).reshape(part.shape)
    assert (shown == redacted(part, [Region((3, 2, 9, 300))])).all()


@needs_ffmpeg
def test_several_filters_and_threads_in_ffmpeg() -> None:
    frames = noise(20, 320, 240)
    first, second = Region((0, 0, 50, 50)), Region((40, 40, 200, 20))
    both = redacted(redacted(frames, [first]), [second], style=Style.solid("#FF0000"))
    chain = "frei0r=scrim:50x50+0+0,frei0r=scrim:200x20+40+40|solid@FF0000"
    assert (ffmpeg(frames, chain, "-filter_threads", "4") == both).all()
    halves = (
        "split[a][b];[a]crop=160:240:0:0,frei0r=scrim:50x50+0+0[c];[b]crop=160:240:160:0,frei0r=scrim:1x1+0+0|frosty[d];[c][d]hstack"
    )
    shown = ffmpeg(frames, halves, "-filter_complex_threads", "4")
    assert (shown[:, :, :160] == redacted(frames[:, :, :160].copy(), [first])).all()
    assert is_black(shown[:, :, 160:])


# ---- melt ----

PROFILE = """description=test
frame_rate_num=25
frame_rate_den=1
width={width}
height={height}
progressive=1
sample_aspect_num=1
sample_aspect_den=1
display_aspect_num={width}
display_aspect_den={height}
colorspace=709
"""


class Melt:
    """Runs melt on frames without alpha, in RGBA."""

    def __init__(self, folder: Path, frames: Frames) -> None:
        self.folder, self.shape = folder, frames.shape
        height, width = frames.shape[1:3]
        (folder / "profile").write_text(PROFILE.format(width=width, height=height))
        command = ["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", f"{width}x{height}", "-r", "25", "-i", "pipe:0"]
        subprocess.run([*command, "-c:v", "rawvideo", "-y", str(folder / "in.nut")], input=frames.tobytes(), check=True)

    def run(self, *filter: str, consumer: tuple[str, ...] = ("real_time=-1",), parts: int = 1) -> tuple[Frames, str]:
        """Returns the frames, and what the filter said. Their sides are the sides of the source divided by `parts`."""
        out = self.folder / "out.nut"
        out.unlink(missing_ok=True)
        height, width = self.shape[1] // parts, self.shape[2] // parts
        command = ["melt", "-silent", "-profile", str(self.folder / "profile"), str(self.folder / "in.nut")]
        command += ["-filter", "frei0r.scrim", *filter] if filter else []
        command += ["-consumer", f"avformat:{out}", "vcodec=rawvideo", "pix_fmt=rgba", "mlt_image_format=rgba", "an=1", *consumer]
        # On a busy machine, melt sometimes hangs, or ends without an error before its first frame, and does so without filters too.
        for _ in range(8):
            with contextlib.suppress(subprocess.TimeoutExpired):
                done = subprocess.run(command, capture_output=True, env=ENVIRONMENT, timeout=60, text=True)
                if done.returncode != 0 or (out.exists() and out.stat().st_size):
                    break
        else:
            pytest.fail("melt hangs, or writes nothing")
        assert out.exists() and out.stat().st_size, f"melt ends with {done.returncode}:\n{done.stdout}{done.stderr}"
        command = ["ffmpeg", "-v", "error", "-i", str(out), "-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1"]
        read = subprocess.run(command, capture_output=True, check=True)
        said = "".join(line + "\n" for line in done.stderr.splitlines() if "scrim" in line)
        return numpy.frombuffer(read.stdout, numpy.uint8).reshape(-1, height, width, 4), said


def opaque(count: int, width: int, height: int, seed: int = 1) -> Frames:
    frames = noise(count, width, height, seed)
    frames[..., 3] = 255
    return frames


@needs_melt
@needs_ffmpeg
@pytest.mark.parametrize("size", [(640, 480), (854, 480), (644, 362)])
def test_melt_shows_what_redact_shows(tmp_path: Path, size: tuple[int, int]) -> None:
    melt = Melt(tmp_path, opaque(4, *size))
    control, said = melt.run("regions=none")
    assert said == "" and len(control) >= 3 and not is_black(control)
    for word, style in {"solid": Style.solid(), "frost@7": Style.frost(7), "blur:6": Style.blur(6)}.items():
        shown, said = melt.run(f"regions={SHAPES_TEXT}", f"style={word}")
        assert said.count("style is reversible: ") == said.count("\n") == (word == "blur:6")
        assert (shown == redacted(control, SHAPES, style=style)).all()


@needs_melt
@needs_ffmpeg
def test_keyframes_move_regions_in_melt(tmp_path: Path) -> None:
    melt = Melt(tmp_path, opaque(10, 320, 240))
    control, _ = melt.run("regions=none")
    shown, said = melt.run("regions=0|=50x50+0+0;3|=50x50+100+0;5|=broken;7|=50x50+0+100", consumer=("real_time=-2",))
    assert said.count("regions: must be") >= 1
    for index in range(len(control)):
        if 5 <= index < 7:
            assert is_black(shown[index])
        else:
            place = (0, 0) if index < 3 else (100, 0) if index < 5 else (0, 100)
            assert (shown[index] == redacted(control[index : index + 1], [Region((*place, 50, 50))])[0]).all(), index


@needs_melt
@needs_ffmpeg
@pytest.mark.parametrize("texts", [(), ("regions=x",), ("regions=none", "style=x"), ("regions=none", "threads=2"), ("regions=none", "threads=0")])
def test_wrong_texts_cover_in_melt(tmp_path: Path, texts: tuple[str, ...]) -> None:
    melt = Melt(tmp_path, opaque(4, 320, 240))
    shown, said = melt.run(*(texts or ("unknown=1",)))
    assert len(shown) >= 3 and is_black(shown)
    assert said.count("frei0r filter scrim: ") >= 1


@needs_melt
@needs_ffmpeg
def test_regions_follow_the_size_of_a_preview_in_melt(tmp_path: Path) -> None:
    """Editors ask MLT for smaller frames while they play."""
    frames = opaque(4, 640, 480)
    frames[..., :3] = (250, 5, 5)
    melt = Melt(tmp_path, frames)
    shown, said = melt.run("regions=640x480/320x240+160+120", consumer=("real_time=-1", "scale=0.5"), parts=2)
    assert said == "" and len(shown) >= 3
    assert is_black(shown[:, 60:180, 80:240])
    assert (shown == BLACK).all(-1).mean() == 0.25
