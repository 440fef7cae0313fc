# SPDX-License-Identifier: MIT
"""What happens to a screenshot of the asynchronous functions if its caller no longer waits for it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from scrim_tools.pages.waiting import CancelledError, in_thread, result
from scrim_tools.testing import assert_screenshot_async


@pytest.mark.parametrize("case", ["update", "no reference", "other picture"])
def test_no_file_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    reference, picture = tmp_path / "page.png", Image.effect_noise((80, 60), 50).convert("RGB")
    if case == "other picture":
        Image.new("RGB", picture.size).save(reference)
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    save, is_late, is_saving = Image.Image.save, threading.Event(), threading.Event()

    def late(*arguments: Any, **options: Any) -> None:
        is_saving.set()
        is_late.wait()
        save(*arguments, **options)

    monkeypatch.setattr(Image.Image, "save", late)

    async def main() -> None:
        boxes, viewport = [(1, 1, 9, 9)], picture.size
        test = asyncio.create_task(
            assert_screenshot_async(picture, reference, boxes, viewport=viewport, update=case == "update")
        )
        await asyncio.to_thread(is_saving.wait)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(test, 0.01)
        is_late.set()

    asyncio.run(main())  # it waits for the thread
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_the_thread_ends_although_the_event_loop_does_not_run_again() -> None:
    program = """
import asyncio
from scrim_tools.pages.waiting import in_thread, result

async def main():
    started = asyncio.Event()

    async def forever():
        started.set()
        await asyncio.Event().wait()

    screenshot = asyncio.create_task(in_thread(lambda: result(forever())))
    await started.wait()
    try:
        await asyncio.wait_for(screenshot, 0.01)
    except TimeoutError:
        print("late")

loop = asyncio.new_event_loop()
loop.run_until_complete(main())
loop.close()
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (0, "late\n")


def test_only_what_cleans_up_runs_later() -> None:
    """The recorders of a page are removed."""
    is_late, run = threading.Event(), []

    async def main() -> None:
        events = {name: asyncio.Event() for name in ("first", "second", "clean-up")}

        async def call(name: str) -> None:
            run.append(name)
            events[name].set()

        def take() -> None:
            result(call("first"))
            is_late.wait()
            try:
                result(call("second"))
            except CancelledError:
                run.append("refused")
            finally:
                result(call("clean-up"), is_cleanup=True)

        screenshot = asyncio.create_task(in_thread(take))
        await events["first"].wait()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(screenshot, 0.01)
        is_late.set()
        await asyncio.wait_for(events["clean-up"].wait(), 60)

    asyncio.run(main())
    assert run == ["first", "refused", "clean-up"]
