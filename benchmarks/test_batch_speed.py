# SPDX-License-Identifier: MIT
"""The arithmetic of benchmarks/batch, with commands whose times are known."""

import os
import sys
import time

import batch_speed
import pytest
from batch_speed import ONE, TWO, Case


def test_best_of_the_rounds_counts():
    case = Case("a", 10, [], [(2.0, 3.0), (4.0, 1.0)])
    assert (case.rate, case.seconds) == (5.0, 0.1)


@pytest.mark.parametrize(("clock", "missed"), [(5.5, False), (5.6, True)])
def test_limit_of_two_processes(clock, missed):
    """The median of the rounds counts: the machine was slow in the second one, and disturbed in the third one."""
    one = Case(ONE, 100, [], [(10.0, 1.0), (20.0, 1.0), (10.0, 1.0)])
    two = Case(TWO, 100, [], [(clock, 1.0), (2 * clock, 1.0), (9.0, 1.0)])
    gain, told = batch_speed.verdict([one, two])
    assert gain == pytest.approx(10 / clock)
    assert (gain < batch_speed.LEAST_GAIN) == missed
    assert f"{gain:.2f} ×" in told and f"rounds: {gain:.2f}, {gain:.2f}, 1.11" in told
    assert batch_speed.verdict([one])[0] is None


def test_processor_time_includes_that_of_children(tmp_path):
    works = "import time\nwhile time.process_time() < 0.2: pass"
    program = f"import subprocess, sys\n{works}\nsubprocess.run([sys.executable, '-c', {works!r}], check=True)"
    case = Case("works", 1, [sys.executable, "-c", program])
    batch_speed._run(case, tmp_path)
    assert 0.4 <= case.seconds < 4
    assert not list(tmp_path.iterdir())


def test_command_that_fails_ends_the_measurement(tmp_path):
    with pytest.raises(SystemExit, match="out of luck"):
        batch_speed._run(Case("fails", 1, [sys.executable, "-c", "raise SystemExit('out of luck')"]), tmp_path)


def test_busy_processors_are_seen():
    allowed = os.sched_getaffinity(0)
    began, worked = batch_speed._busy([min(allowed)]), time.process_time()
    os.sched_setaffinity(0, [min(allowed)])
    try:
        while time.process_time() < worked + 0.3:
            pass
    finally:
        os.sched_setaffinity(0, allowed)
    assert batch_speed._busy([min(allowed)]) - began >= 0.25
