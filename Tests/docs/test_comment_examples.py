# SPDX-License-Identifier: MIT
"""The samples in docstrings, and in comments of headers that are not C, are code that Python or a reader of JSON accepts.

Blocks of C in headers are lines of programs that run; see test_examples.py.
"""

import ast
import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "programs/scrim"), str(ROOT / "bindings/python")]

INDENTED = re.compile(r"(?:^ {4}.*\n?(?:\n(?= {4}))?)+", re.MULTILINE)


def samples() -> list[tuple[str, str]]:
    """Indented blocks after an empty line, in docstrings of the two packages."""
    found = []
    for path in [*ROOT.glob("bindings/python/scrim/**/*.py"), *ROOT.glob("programs/scrim/scrim_tools/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_docstring(node) or ""
                for match in INDENTED.finditer(text):
                    if text[: match.start()].endswith("\n\n"):
                        found.append((f"{path.relative_to(ROOT)}:{getattr(node, 'name', '')}", textwrap.dedent(match[0])))
    return found


SAMPLES = samples()
PYTHON = [pytest.param(text, id=name) for name, text in SAMPLES if not text.startswith("{")]
RULES = [pytest.param(text, id=name) for name, text in SAMPLES if text.startswith("{")]


@pytest.mark.parametrize("text", PYTHON)
def test_python_runs(text, tmp_path, monkeypatch):
    """With the objects that the text around it speaks of. A function is only defined."""
    import opentelemetry.exporter.otlp.json.file._log_exporter
    import scrim.jsonl
    import scrim.otel
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
    from scrim import ViewFlags

    monkeypatch.chdir(tmp_path)
    provider = LoggerProvider()
    with scrim.Scene() as scene, scrim.Gestures(scene) as gestures, scrim.Collector(gestures) as collector:
        names = {
            **{"scrim": scrim, "scene": scene, "collector": collector, "ViewFlags": ViewFlags, "provider": provider},
            **{"opentelemetry": opentelemetry, "BatchLogRecordProcessor": BatchLogRecordProcessor},
        }
        exec(compile(text, "docstring", "exec"), names)
    provider.shutdown()


@pytest.mark.parametrize("text", RULES)
def test_json_is_read_by_its_reader(text, tmp_path):
    from scrim_tools.cli.batch_rules import load_rules
    from scrim_tools.regions import load_regions

    (tmp_path / "file.json").write_text(text)
    said = json.loads(text)
    read = load_rules(tmp_path / "file.json").rules if "rules" in said else load_regions(tmp_path / "file.json").regions
    assert len(read) == len(said.get("rules", said.get("regions")))


def test_there_are_samples_of_both_kinds():
    assert len(PYTHON) >= 4 and len(RULES) >= 2


def fields(value: object) -> object:
    """The names in a record, in their order. Properties are the application's own."""
    return [(name, name != "props" and fields(each)) for name, each in value.items()] if isinstance(value, dict) else None


def test_records_in_the_header_have_the_fields_of_records(tmp_path):
    comment = (ROOT / "include/scrim/collector.h").read_text()
    blocks = re.findall(r"(?:^ \* {5,}.*\n)+", comment, re.MULTILINE)
    [shown] = [re.sub(r"(?m)^ \* *", "", block) for block in blocks if '{"v":' in block]
    shown = [json.loads(line) for line in shown.replace(",\n", ",").splitlines()]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "bindings/python")}
    command = [sys.executable, ROOT / "examples/export.py"]
    printed = subprocess.check_output(command, cwd=tmp_path, env=environment, text=True)
    made = [json.loads(line) for line in printed.splitlines()]
    assert [fields(record) for record in shown] == [fields(record) for record in made]
