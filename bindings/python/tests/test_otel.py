# SPDX-License-Identifier: MIT
"""Records as OpenTelemetry's log records: through the official SDK, in memory and into a file of OTLP in JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from google.protobuf import json_format
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry import context
from opentelemetry.exporter.otlp.json.file._log_exporter import FileLogExporter
from opentelemetry.proto.logs.v1.logs_pb2 import LogsData
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import (
    BatchLogRecordProcessor,
    InMemoryLogRecordExporter,
    LogRecordExporter,
    SimpleLogRecordProcessor,
)
from opentelemetry.sdk.resources import Resource
from opentelemetry.semconv._incubating.attributes import app_attributes
from opentelemetry.semconv.schemas import Schemas
from opentelemetry.trace import NonRecordingSpan, SpanContext, set_span_in_context

import scrim.otel
from scrim import GestureKind, PrivateTouch, PrivateRecord, Record, GestureState

TAP = Record(
    number=7,
    time_ns=1_200_000_000,
    kind=GestureKind.TAP,
    state=GestureState.ENDED,
    view=4,
    screen="Accounts",
    title="Bank",
    id="transfer",
    type="Button",
    content="Überweisen 𝄞",
    position="0:2",
    path="View/Button[0]",
    properties={"plan": "gold", "empty": ""},
)
BARE = TAP._replace(
    screen=None, title=None, id=None, type=None, content=None, position=None, path=None, properties={}
)
HIDDEN = PrivateRecord(10_000_000_000, PrivateTouch.INTERACTION | PrivateTouch.DEAD)
OFFSET = 1_700_000_000_123_456_789


def emitted(*records: Record | PrivateRecord, offset: int = OFFSET, names: bool = False) -> list[Any]:
    exporter = InMemoryLogRecordExporter()
    provider = LoggerProvider(Resource({"service.name": "till"}), shutdown_on_exit=False)
    provider.add_log_record_processor(SimpleLogRecordProcessor(exporter))
    assert scrim.otel.Emitter(provider, offset, names=names).emit_all(records) == len(records)
    found = list(exporter.get_finished_logs())
    assert all(log.instrumentation_scope.name == "scrim" for log in found)
    provider.shutdown()
    return [log.log_record for log in found]


def test_a_tap_is_a_click_of_the_conventions() -> None:
    (log,) = emitted(TAP)
    assert (log.event_name, log.severity_number.value, log.body) == ("app.widget.click", 9, None)
    assert dict(log.attributes) == {
        "app.widget.id": "transfer",
        "app.screen.id": "Accounts",
        "scrim.record.number": 7,
        "scrim.gesture.kind": "tap",
        "scrim.gesture.state": "ended",
        "scrim.view.type": "Button",
        "scrim.view.position": "0:2",
        "scrim.view.path": "View/Button[0]",
        "scrim.property.plan": "gold",
        "scrim.property.empty": "",
    }


def test_what_can_be_read_on_the_screen_must_be_asked_for() -> None:
    (without,), (log,) = emitted(TAP), emitted(TAP, names=True)
    assert dict(log.attributes) == dict(without.attributes) | {
        "app.widget.name": "Überweisen 𝄞",
        "app.screen.name": "Bank",
    }
    (bare,) = emitted(BARE, names=True)
    assert set(bare.attributes) == {"scrim.record.number", "scrim.gesture.kind", "scrim.gesture.state"}


@pytest.mark.parametrize("kind", GestureKind)
@pytest.mark.parametrize("state", [GestureState.ENDED, GestureState.CANCELLED])
@pytest.mark.parametrize("id, path", [("a", "b"), (None, "b"), ("", None), (None, None)])
def test_what_is_no_click_is_a_gesture(kind: GestureKind, state: GestureState, id: str | None, path: str | None) -> None:
    (log,) = emitted(TAP._replace(kind=kind, state=state, id=id, path=path))
    is_click = kind in (GestureKind.TAP, GestureKind.HOST) and state == GestureState.ENDED and (id or path)
    assert log.event_name == ("app.widget.click" if is_click else "scrim.gesture")
    assert log.attributes.get("app.widget.id") == (id or path)
    assert log.attributes["scrim.gesture.kind"] == kind.name.lower()


def test_of_private_touches_nothing_else_is_told() -> None:
    every = [PrivateRecord(10**10 * n, PrivateTouch(n)) for n in range(1, 16)]
    for record, log in zip(every, emitted(*every, names=True), strict=True):
        assert log.event_name == "scrim.private"
        assert set(log.attributes) == {"scrim.private.what"}
        words = ["interaction", "long_press", "rage", "dead"]
        assert list(log.attributes["scrim.private.what"]) == [w for n, w in enumerate(words) if record.what & 1 << n]
        assert log.timestamp == record.time_ns + OFFSET
    with pytest.raises(scrim.InvalidArgumentError):
        emitted(PrivateRecord(0, PrivateTouch(0)))


def test_private_touches_belong_to_no_trace() -> None:
    span = NonRecordingSpan(SpanContext(0x1234, 0x56, is_remote=False))
    token = context.attach(set_span_in_context(span))
    try:
        tap, hidden = emitted(TAP, HIDDEN)
    finally:
        context.detach(token)
    assert (tap.trace_id, tap.span_id) == (0x1234, 0x56)
    assert (hidden.trace_id, hidden.span_id) == (0, 0)


def test_names_are_those_of_the_conventions() -> None:
    official = {value for name, value in vars(app_attributes).items() if name.isupper() and isinstance(value, str)}
    found = {name for log in emitted(TAP, HIDDEN, names=True) for name in log.attributes}
    assert {name for name in found if not name.startswith("scrim.")} <= official
    assert {"app.widget.id", "app.widget.name", "app.screen.id", "app.screen.name"} <= found
    assert scrim.otel.SCHEMA_URL == Schemas.V1_44_0.value


def test_times_are_mapped_to_the_wall_clock() -> None:
    assert [log.timestamp for log in emitted(TAP, HIDDEN)] == [TAP.time_ns + OFFSET, HIDDEN.time_ns + OFFSET]
    assert emitted(TAP, offset=-TAP.time_ns)[0].timestamp == 0
    for offset in (-TAP.time_ns - 1, 2**64 - TAP.time_ns):
        with pytest.raises(scrim.InvalidArgumentError, match="time_ns"):
            emitted(TAP, offset=offset)


def test_the_offset_can_change() -> None:
    exporter = InMemoryLogRecordExporter()
    provider = LoggerProvider(shutdown_on_exit=False)
    provider.add_log_record_processor(SimpleLogRecordProcessor(exporter))
    emitter = scrim.otel.Emitter(provider, 0)
    emitter.emit(TAP)
    emitter.wall_offset_ns = 5
    emitter.emit(TAP)
    assert [log.log_record.timestamp - TAP.time_ns for log in exporter.get_finished_logs()] == [0, 5]


def test_the_offset_of_this_machine() -> None:
    before = time.time_ns() - time.monotonic_ns()
    found = scrim.otel.wall_offset()
    after = time.time_ns() - time.monotonic_ns()
    assert min(before, after) - 10**9 < found < max(before, after) + 10**9


def file_of(exporter: Callable[[Path], LogRecordExporter], path: Path, *records: Record | PrivateRecord) -> list[Any]:
    """The lines of a file of OTLP in JSON, each read by the reader of Protocol Buffers."""
    provider = LoggerProvider(Resource({"service.name": "till"}), shutdown_on_exit=False)
    provider.add_log_record_processor(BatchLogRecordProcessor(exporter(path)))
    scrim.otel.Emitter(provider, OFFSET, names=True).emit_all(records)
    provider.shutdown()
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines and all(isinstance(json.loads(line), dict) for line in lines)
    return [json_format.Parse(line, LogsData()) for line in lines]


def test_a_file_of_otlp(tmp_path: Path) -> None:
    data = file_of(FileLogExporter, tmp_path / "a.jsonl", TAP, HIDDEN, BARE)
    resources = [resource for line in data for resource in line.resource_logs]
    assert all(r.resource.attributes[0].value.string_value == "till" for r in resources)
    scopes = [scope for resource in resources for scope in resource.scope_logs]
    assert {(s.scope.name, s.scope.version, s.schema_url) for s in scopes} == {
        ("scrim", scrim.__version__, scrim.otel.SCHEMA_URL)
    }
    tap, hidden, bare = (log for scope in scopes for log in scope.log_records)
    assert [log.event_name for log in (tap, hidden, bare)] == ["app.widget.click", "scrim.private", "scrim.gesture"]
    assert [log.time_unix_nano for log in (tap, hidden)] == [TAP.time_ns + OFFSET, HIDDEN.time_ns + OFFSET]
    values = {attribute.key: attribute.value for attribute in tap.attributes}
    assert values["app.widget.name"].string_value == "Überweisen 𝄞"
    assert values["scrim.record.number"].int_value == 7
    (what,) = hidden.attributes
    assert [value.string_value for value in what.value.array_value.values] == ["interaction", "dead"]


texts = st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
records = st.builds(
    Record,
    number=st.integers(1, 2**63 - 1),
    time_ns=st.integers(0, 2**62),
    kind=st.sampled_from(GestureKind),
    state=st.sampled_from([GestureState.ENDED, GestureState.CANCELLED]),
    view=st.integers(1, 2**64 - 1),
    screen=texts,
    title=texts,
    id=texts,
    type=texts,
    content=texts,
    position=texts,
    path=texts,
    properties=st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=9),
        texts.map(lambda text: text or ""),
        max_size=3,
    ),
)


@given(st.lists(records, max_size=4))
def test_any_record_is_in_the_file_as_it_is_in_memory(
    tmp_path_factory: pytest.TempPathFactory, many: list[Record]
) -> None:
    path = tmp_path_factory.mktemp("otlp") / "a.jsonl"
    data = file_of(FileLogExporter, path, TAP, *many)
    logs = [log for line in data for r in line.resource_logs for scope in r.scope_logs for log in scope.log_records]
    for log, memory in zip(logs, emitted(TAP, *many, names=True), strict=True):
        assert (log.event_name, log.time_unix_nano) == (memory.event_name, memory.timestamp)
        values = {a.key: getattr(a.value, a.value.WhichOneof("value")) for a in log.attributes}
        assert values == dict(memory.attributes)


def test_without_opentelemetry_the_package_works_and_this_says_what_is_missing(
    python: Callable[..., CompletedProcess[str]],
) -> None:
    done = python("import sys; sys.modules['opentelemetry'] = None; import scrim; import scrim.otel")
    assert done.returncode == 1
    assert "ImportError: scrim.otel needs OpenTelemetry: pip install 'libscrim[otel]'\n" in done.stderr
    assert python("import sys, scrim; assert 'opentelemetry' not in sys.modules").returncode == 0
