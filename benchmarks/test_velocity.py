# SPDX-License-Identifier: MIT
"""The study of velocities: its strokes, its estimators, and the library's rows of the document."""

from pathlib import Path

import numpy as np
import pytest
import velocity
from estimators import CANDIDATES, LIBRARY

DOCUMENT = Path(__file__).resolve().parent.parent / "docs/explanation/velocity.md"


def test_the_true_velocity_is_the_derivative_of_the_position() -> None:
    shares, step = np.array(velocity.PHASES), 1e-6
    slopes = (velocity.position(shares + step) - velocity.position(shares - step)) / (2 * step)
    assert slopes == pytest.approx(30 * shares**2 * (1 - shares) ** 2)


@pytest.mark.parametrize("name", list(CANDIDATES))
def test_every_candidate_knows_an_even_movement(name: str) -> None:
    ages = np.arange(40) / 120
    points = np.stack([-500 * ages, 200 * ages], axis=1)
    assert CANDIDATES[name](ages, points) == pytest.approx([500, -200], rel=0.02)


def test_line_and_quadratic_have_known_figures() -> None:
    """Short strokes at 60 Hz: a line is far behind at the start of a stroke, and a parabola is wrong at its end."""
    drawn = velocity.strokes(velocity.KINDS["short"], 300)
    assert velocity.by_phase(LIBRARY["LINE"], drawn) == pytest.approx([65, 46, 25, 22, 400], rel=0.25)
    assert velocity.by_phase(LIBRARY["QUADRATIC"], drawn) == pytest.approx([6, 15, 27, 46, 150], rel=0.35)


def test_the_document_has_the_rows_of_the_library() -> None:
    library = {name: estimator for name, estimator in CANDIDATES.items() if estimator in LIBRARY.values()}
    assert len(library) == len(LIBRARY)
    rows = DOCUMENT.read_text().splitlines()
    for row in velocity.candidates_table(velocity.COUNT, library).splitlines():
        assert row in rows
