# SPDX-License-Identifier: MIT
"""benchmarks/attack: its quick form, its floors seen to be missed, and its attackers where there is nothing to read."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

BENCHMARKS = Path(__file__).resolve().parent
ROOT = BENCHMARKS.parent
os.environ.setdefault("SCRIM_LIBRARY", str(ROOT / "build/libscrim.so"))
sys.path.insert(0, str(ROOT / "bindings/python"))

import pipelines  # noqa: E402
import scrim  # noqa: E402
from attacker import (  # noqa: E402
    around,
    border,
    filters,
    fit,
    frames,
    geometry,
    identity,
    main,
    reader,
    report,
    run,
    search,
    sources,
    styles,
)
from attacker.picture import FIELDS, PLACES, cut, screenshot, without_digits  # noqa: E402
from attacker.templates import Drawing, View, seen  # noqa: E402

TINY = run.Size(reversible=3, irreversible=20, video=0, candidates=50, ocr=0, fields=(0,))
LEAKY = replace(next(style for style in styles.STYLES if style.name == "pixelate 8"), irreversible=True, floor=None)


def style(name):
    return next(style for style in styles.STYLES if style.name == name)


def targets(strings, chosen, index):
    field = FIELDS[index]
    pictures = [styles.redact(screenshot(run.written(s)), [f.region for f in FIELDS], chosen) for s in strings]
    return Drawing(pictures[0], field), np.stack([cut(picture, field.region) for picture in pictures])


@pytest.mark.long
def test_the_quick_form_gives_every_floor():
    done = subprocess.run([BENCHMARKS / "attack", "--quick", "--json", "-"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["ok"] is True
    rows = {(row["style"], row["attack"], row["quality"]): row for row in found["rows"]}
    for name in ("blur 4", "blur 8", "pixelate 8", "pixelate 16"):
        for quality in (None, 85):
            assert rows[name, "search", quality]["least"] == 0.95 <= rows[name, "search", quality]["value"]
    assert rows["blur 16", "fit", None]["least"] == 0.5 <= rows["blur 16", "fit", None]["value"]
    for name in ("solid", "frost", "tiles"):
        assert rows[name, "identical", None]["value"] == rows[name, "identical", None]["least"] == 1
        for attack in ("search", "fit"):
            assert 0 < rows[name, attack, None]["least"] < 0.1 < rows[name, attack, None]["most"] < 0.2
    assert "identical" in done.stderr  # the table
    assert [row["source"] for row in found["around"]] == list(around.QUICK_SOURCES)
    for row in found["around"]:
        assert row["default"] > 0.9
        assert row["with_margin"] <= reader.LIMIT
        assert 0 < row["stopped"] <= 16


def test_a_few_digits_give_the_floors_of_some_styles(monkeypatch, capsys):
    """The floors of every style: test_the_quick_form_gives_every_floor."""
    monkeypatch.setattr(main, "QUICK", TINY)
    chosen = ("blur 8", "pixelate 16", "solid", "frost", "tiles")
    assert main.main(["--quick", "--processes", "1", "--only", ",".join(chosen), "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    rows = {(row["style"], row["attack"]): row for row in found["rows"] if row["quality"] is None}
    assert {name for name, attack in rows if attack == "search"} == {*chosen}
    for name in ("blur 8", "pixelate 16"):
        assert rows[name, "search"]["least"] == 0.95 <= rows[name, "search"]["value"]
    for name in ("solid", "frost", "tiles"):
        assert rows[name, "identical"]["value"] == rows[name, "identical"]["least"] == 1
        for attack in ("search", "fit"):
            assert 0.1 < rows[name, attack]["most"] < 0.22


def test_an_attacker_that_reads_too_little_fails_the_run(monkeypatch, capsys):
    monkeypatch.setattr(main, "QUICK", TINY)
    assert main.main(["--quick", "--only", "blur 4"]) == 0
    monkeypatch.setitem(run.READERS, "search", lambda drawing, targets, *_, **__: np.zeros((len(targets), PLACES), int))
    assert main.main(["--quick", "--only", "blur 4", "--json", "-"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out.split("figures, 0 out of bounds\n", 1)[1])["ok"] is False
    assert "MISSED: blur 4, search, JPEG None" in captured.err


def test_an_irreversible_style_that_leaks_fails_the_run(monkeypatch, capsys):
    monkeypatch.setattr(main, "QUICK", TINY)
    monkeypatch.setattr(main, "STYLES", (LEAKY,))
    assert main.main(["--quick"]) == 1
    out = capsys.readouterr().out
    assert "no MISSED" in out  # the pictures differ
    assert "100 % MISSED" in out  # and are read


@pytest.mark.parametrize("arguments", [["--only", "nonsense"], ["--only", ""]])
def test_an_unknown_style_is_an_error(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main.main(arguments)
    assert caught.value.code == 2
    assert "there are: blur 4" in capsys.readouterr().err


def test_without_a_library_it_says_what_to_do(monkeypatch, capsys):
    monkeypatch.setenv("SCRIM_LIBRARY", "/nonexistent")
    assert main.main(["--quick"]) == 2
    assert "script/build" in capsys.readouterr().err


def test_right_answers_are_right_by_reading_alone():
    """Against other strings than those in the pictures, the same reading is at chance."""
    strings = run.truth(100)
    drawing, pictures = targets(strings, style("blur 4"), 0)
    found = fit.read(drawing, pictures, style("blur 4"), View())
    assert (found == strings[:, 0]).mean() > 0.95
    shuffled = np.random.default_rng(3).permutation(strings[:, 0])
    assert (found == shuffled).mean() == pytest.approx(0.1, abs=0.05)  # 600 digits: four standard deviations


@pytest.mark.parametrize("reader", [search.read, fit.read])
def test_where_nothing_can_be_read_it_guesses(reader):
    """Not always the same digit: that would be at chance only for a truth as even as ours."""
    drawing, pictures = targets(run.truth(2), style("solid"), 0)
    guesses = [reader(drawing, pictures, style("solid"), View(), seed=seed)[0] for seed in range(12)]
    assert len(np.unique(np.stack(guesses))) > 5


def test_the_attacker_draws_what_the_screenshot_shows():
    strings = run.truth(2)[1]
    shot = screenshot(run.written(strings))
    for index in run.PANELS:
        drawing = Drawing(np.array(without_digits()), FIELDS[index])
        assert np.array_equal(drawing.tiles(strings[index : index + 1])[0], cut(shot, FIELDS[index].box))


def test_ink_stays_inside_the_region_even_where_it_moves():
    plain = np.array(without_digits())
    shot = screenshot(["8" * PLACES] * len(FIELDS))
    for field in FIELDS:
        changed = np.argwhere((cut(shot, field.box) != cut(plain, field.box)).any(axis=-1))
        for shift in frames.SHIFTS:
            x, y, width, height = field.in_box(shift)
            assert (changed >= (y, x)).all()
            assert (changed < (y + height, x + width)).all()


def test_the_attacker_sees_nothing_inside_the_region():
    """All that it takes from the picture is outside: an interior of noise changes nothing."""
    picture = np.array(without_digits())
    noisy = picture.copy()
    for field in FIELDS:
        inside = cut(noisy, field.region)
        inside[:] = np.random.default_rng(1).integers(0, 256, inside.shape)
    for field in FIELDS:
        assert np.array_equal(Drawing(picture, field).empty, Drawing(noisy, field).empty)


def test_tiles_come_back_as_they_were_laid_out():
    tiles = np.random.default_rng(2).integers(0, 256, (19, 64, 128, 3)).astype(np.uint8)
    field = FIELDS[0]
    x, y, width, height = field.in_box()
    shown = seen(tiles, field, style("solid"), View(), whole=True)
    wanted = tiles.copy()
    wanted[:, y : y + height, x : x + width] = 0
    assert np.array_equal(shown, wanted)


@pytest.mark.long
def test_more_frames_read_more():
    chosen = style("blur 16")
    strings = run.truth(6)
    field = FIELDS[0]
    tiles = np.stack([cut(screenshot(run.written(each)), field.box) for each in strings])
    video = frames.recorded(tiles, field, chosen)
    first, found = frames.read(Drawing(np.array(without_digits()), field), video, chosen)
    one, many = ((guess == strings[:, 0]).mean() for guess in (first, found))
    assert many > one + 0.1
    assert many > 0.5


def test_identity_sees_one_pixel():
    one = np.zeros((2, 4, 4, 3), np.uint8)
    other = one.copy()
    other[1, 3, 3, 2] = 1
    assert identity.same(one, one.copy())
    assert not identity.same(one, other)
    assert np.array_equal(identity.pins(10_000)[1234], [1, 2, 3, 4, -1, -1])


def test_the_width_of_a_box_leaves_the_right_names():
    """Counted in another way: by pairs of names that are as wide."""
    tight = geometry.tight()
    assert geometry.widths(tight, 0) == tight
    pairs = sum(one == other for one in tight for other in tight)
    assert geometry.candidates_left(0) == pytest.approx(pairs / len(tight))
    snapped = [-(-width // 32) for width in tight]
    pairs = sum(one == other for one in snapped for other in snapped)
    assert geometry.candidates_left(32) == pytest.approx(pairs / len(tight))
    assert len(set(geometry.NAMES)) == 504


def test_the_table_has_a_line_for_each_style():
    rows = [
        run.Row("blur 4", "search", "panels", None, 6, 1.0, 0.95),
        run.Row("frost", "search", "panels", None, 6, 0.5, 0.08, 0.12),
        run.Row("frost", "identical", "all", None, 0, 1.0, 1.0),
        run.Row("tight", "geometry", "white", None, 0, 5.25),
    ]
    lines = report.markdown(rows).splitlines()
    assert lines[0] == "| style | search | identical |"
    assert lines[2:4] == ["| blur 4 | 100 % |  |", "| frost | 50 % MISSED | yes |"]
    assert "5.2 of 504 names" in lines[-1]


def source(name):
    return next(each for each in sources.SOURCES if each.name == name)


def numbers(count):
    return np.random.default_rng(8).integers(0, 10, (count, PLACES))


@pytest.mark.long
def test_a_margin_that_is_too_small_fails_the_run(monkeypatch, capsys):
    arguments = ["--quick", "--processes", "1", "--only", "JPEG 85 4:2:0"]
    assert main.main(arguments) == 0
    monkeypatch.setattr(around, "margin_of", lambda _: scrim.Margin(dilation=8, codec_block=0))
    assert main.main(arguments) == 1
    assert "MISSED: JPEG 85 4:2:0: 1.000 by default and 0." in capsys.readouterr().out


def test_a_reader_that_reads_nothing_by_default_fails_the_run(monkeypatch, capsys):
    monkeypatch.setattr(around, "readable", lambda *_: reader.CHANCE)
    assert main.main(["--quick", "--processes", "1", "--only", "LCD smoothing"]) == 1
    assert "MISSED" in capsys.readouterr().out
    assert main.main(["--quick", "--processes", "1", "--only", "crisp PNG"]) == 0  # there, nothing is to be read


@pytest.mark.long
def test_a_codec_without_a_sure_margin_is_only_reported(monkeypatch):
    monkeypatch.setattr(around, "margin_of", lambda _: scrim.Margin(dilation=1, codec_block=0))
    row = around.attack(source("H.264 crf 23"), around.QUICK)
    assert row.with_margin > reader.LIMIT
    assert row.ok


@pytest.mark.long
def test_the_learned_reader_reads_only_what_depends_on_digits():
    truth = numbers(200)
    noise = np.random.default_rng(9).integers(0, 4, (200, 8, 30)).astype(np.uint8)
    assert reader.readable(noise[:1].repeat(200, axis=0), truth) == reader.CHANCE  # all alike
    assert reader.readable(noise, truth) < reader.LIMIT + 0.03
    told = noise.copy()
    told[np.arange(200), 3, truth[:, 2]] += 12
    assert reader.readable(told, truth) > 0.9
    assert reader.readable(told, numbers(200)[::-1]) < reader.LIMIT + 0.03  # other numbers than those in the pictures


@pytest.mark.long
def test_each_reader_reads_a_hidden_digit():
    truth = numbers(200)
    told = np.random.default_rng(9).integers(0, 4, (200, 60)).astype(np.uint8)
    told[np.arange(200), truth[:, 5]] += 9
    vectors = reader.features(told)
    assert vectors.shape == (200, 60)
    assert reader.by_kernel(vectors @ vectors.T, truth) > 0.9
    assert reader.by_network(vectors, truth) > 0.9


@pytest.mark.parametrize("name", ["crisp PNG", "LCD smoothing", "text at scale 1.25"])
@pytest.mark.parametrize("setting", around.SETTINGS, ids=lambda each: each.ground)
def test_a_box_is_snug_around_the_ink_of_all_numbers(name, setting):
    scene = sources.Scene(source(name), setting)
    shown = scene.pictures(np.repeat(np.arange(10)[:, None], PLACES, axis=1)).astype(int)
    rows, columns = np.nonzero(np.ptp(shown, axis=0).max(axis=-1))
    x, y, width, height = border.snug(scene)
    slack = {"crisp PNG": 0, "LCD smoothing": 2, "text at scale 1.25": 5}[name]
    ink = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
    assert np.abs(np.array(ink) - (x, y, x + width, y + height)).max() <= slack


@pytest.mark.parametrize("name", ["JPEG 85 then cropped", "screenshot × 1.5", "× 1.5 then JPEG 85", "VP9 crf 30"])
def test_a_box_stays_around_its_text(name):
    """Most of what differs between numbers is inside."""
    scene = sources.Scene(source(name), around.SETTINGS[0])
    differs = np.ptp(scene.pictures(numbers(20)).astype(int), axis=0).sum(axis=-1)
    x, y, width, height = border.wider(scene.box, 1)
    assert differs[y : y + height, x : x + width].sum() > 0.9 * differs.sum()


@pytest.mark.parametrize("step", [sources.Cropped(3, 5), sources.Scaled(1.5), sources.Scaled(1.25)], ids=str)
def test_a_step_moves_a_box_as_it_moves_the_picture(step):
    picture = np.zeros((80, 120, 3), np.uint8)
    picture[20:60, 40:100] = 255
    rows, columns = np.nonzero(step([picture])[0][..., 0] > 127)
    assert step.box((40, 20, 100, 60)) == (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)


def test_smoothing_for_lcds_shows_each_color_another_part_of_a_pixel():
    for name, colorful in (("crisp PNG", False), ("LCD smoothing", True)):
        scene = sources.Scene(source(name), around.SETTINGS[0])
        ink = (scene.ground - scene.pictures(numbers(1))[0]) / (scene.ground - scene.color)
        assert (np.ptp(ink, axis=-1).max() > 0.2) == colorful


def test_an_italic_overhangs_its_layout():
    scene = sources.Scene(source("italic in the box of its layout"), around.settings(source("italic in the box of its layout"), 1)[0])
    differs = np.ptp(scene.pictures(numbers(40)), axis=0).max(axis=-1)
    x, _, width, _ = scene.box
    assert differs[:, x + width :].any()


def test_the_size_of_a_cover_is_measured_in_the_picture():
    picture = np.full((60, 90, 3), 200, np.uint8)
    assert border.found_box(border.covered(picture, (10, 20, 30, 15))) == (10, 20, 30, 15)
    assert border.found_box(border.covered(picture, (10, 20, 30, 15), dilation=4)) == border.wider((10, 20, 30, 15), 4)
    assert border.bits(np.array([[1, 2, 3, 4]] * 4)) == 0
    assert border.bits(np.array([[1, 2, 3, 4], [1, 2, 3, 5]] * 4)) == 1


def test_outside_of_a_box_is_what_the_library_leaves():
    scene = sources.Scene(source("JPEG 85 4:2:0"), around.SETTINGS[2])
    shown = scene.pictures(numbers(30))
    box = border.wider(border.snug(scene), 2)
    left = np.stack([border.covered(each, box) for each in shown])
    differs = (left != left[0]).any(axis=0)
    assert differs.any()
    assert np.array_equal(border.outside(shown, box), left[:, differs])


def test_a_size_that_depends_on_digits_is_read():
    truth = numbers(200)
    scene = sources.Scene(source("crisp PNG"), around.SETTINGS[0])
    shown = scene.pictures(truth)
    sized = np.stack([border.covered(each, (20, 20, 40 + digit, 20)) for each, digit in zip(shown, truth[:, 0], strict=True)])
    grown = border.Grown()
    grown.add(sized, truth, (20, 20, 40, 20))
    assert grown.by_size[0] > 0.9
    assert grown.as_json()["bits"] > 3


BORDER = ["--part", "border", "--quick", "--only", "LCD smoothing"]


def test_the_report_of_crossed_borders_is_measured(capsys):
    assert main.main([*BORDER, "--json", "-"]) == 0
    captured = capsys.readouterr()
    found = json.loads(captured.out)["border"]
    assert found["settings"] == 3
    assert list(found["reported"]) == ["flat", "gradient", "photo"]
    flat = found["reported"]["flat"]
    assert flat["leaky"] > 0
    assert flat["leaky_reported"] >= 0.85 * flat["leaky"]
    assert flat["safe_reported"] == 0
    assert found["grown"]["auto_dilate"]["read_by_size"] == 0
    assert "| flat" not in captured.err  # plain text
    assert "auto_dilate" in captured.err


@pytest.mark.parametrize("reported", [False, True])
def test_a_report_that_says_always_the_same_fails_the_run(monkeypatch, capsys, reported):
    monkeypatch.setattr(border, "crossed", lambda *_: reported)
    assert main.main(BORDER) == 1
    assert "MISSED: border" in capsys.readouterr().out


def test_a_size_that_follows_the_digits_fails_the_run(monkeypatch, capsys):
    def covered(picture, box, **options):
        x, y, width, height = box
        first = picture[y : y + height, x : x + width // PLACES].astype(int)
        step = np.abs(first - picture[0, 0]).sum() // 500 % 20 if "auto_dilate" in options else 0
        return scrim.redact(picture, [border.wider(box, step)], style=scrim.Style.solid(border.MARK))

    monkeypatch.setattr(border, "covered", covered)
    assert main.main(BORDER) == 1
    assert "MISSED: border" in capsys.readouterr().out


# ---- Filters of other programs ----


def a_filter(name):
    return next(each for each in filters.FILTERS if each.name == name)


needs_plugins = pytest.mark.skipif(not pipelines.present(), reason="the build has no plugins")


def test_a_filter_changes_nothing_around_its_region():
    picture = np.random.default_rng(3).integers(0, 256, (90, 120, 3), np.uint8)
    regions = [(20, 30, 33, 21), (70, 40, 33, 21), (10, 10, 16, 16)]
    for name in ("boxblur=8", "delogo"):
        chosen = replace(a_filter("boxblur=10"), text=name) if name == "boxblur=8" else a_filter(name)
        changed = (chosen.redacted(picture, regions) != picture).any(axis=-1)
        inside = np.zeros_like(changed)
        for x, y, width, height in regions:
            inside[y : y + height, x : x + width] = True
        assert not changed[~inside].any() and changed[inside].mean() > 0.9


def test_a_filter_that_fails_says_so():
    wrong = replace(a_filter("boxblur=10"), text="boxblur=9999")
    with pytest.raises(RuntimeError, match=r"boxblur=10 gave 0 of \d+ bytes"):
        wrong.redacted(np.zeros((64, 64, 3), np.uint8), [(8, 8, 32, 32)])


@pytest.mark.long
@pytest.mark.parametrize("name", ["boxblur=10", "gaussianblur sigma=8"])
def test_blurs_of_other_programs_are_read(name):
    rows = run.attack(a_filter(name), replace(TINY, reversible=2))
    assert all(row.ok for row in rows)
    assert next(row.value for row in rows if row.attack == "fit") >= 0.9


@needs_plugins
@pytest.mark.long
@pytest.mark.parametrize("name", ["frei0r=scrim frost", "scrimredact tiles"])
def test_nothing_is_read_under_the_plugins(name):
    rows = run.attack(a_filter(name), replace(TINY, snug=1))
    assert {row.attack for row in rows} == {"search", "fit", "identical", "learned"}
    assert all(row.ok for row in rows), rows


@needs_plugins
@pytest.mark.long
def test_a_plugin_that_leaks_fails_the_run(monkeypatch, capsys):
    leaky = replace(a_filter("scrimredact solid"), text="gaussianblur sigma=4", host="GStreamer")
    monkeypatch.setattr(main, "FILTERS", (leaky,))
    monkeypatch.setattr(filters, "QUICK", replace(TINY, snug=0))
    assert main.main(["--part", "filters", "--quick", "--processes", "1"]) == 1
    assert "MISSED: scrimredact solid" in capsys.readouterr().out
