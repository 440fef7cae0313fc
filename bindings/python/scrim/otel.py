# SPDX-License-Identifier: MIT
"""Sends records to OpenTelemetry as log records. The SDK passes them to an exporter of your choice.

This module needs the extra `otel`. It uses the names of OpenTelemetry's semantic conventions for applications. Their status
is "development", so they may change. Other names begin with "scrim.".

    exporter = opentelemetry.exporter.otlp.json.file._log_exporter.FileLogExporter("touches.jsonl")  # or any other
    provider.add_log_record_processor(BatchLogRecordProcessor(exporter))
    scrim.otel.Emitter(provider, scrim.otel.wall_offset()).emit_all(collector.records())
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

try:
    from opentelemetry._logs import LogRecord, SeverityNumber
    from opentelemetry.context import Context
    from opentelemetry.trace import INVALID_SPAN, set_span_in_context
except ImportError as error:
    raise ImportError("scrim.otel needs OpenTelemetry: pip install 'libscrim[otel]'") from error

from . import __version__
from ._convert import integer
from .collector import PrivateRecord, PrivateTouch, Record
from .errors import InvalidArgumentError
from .recognizers import GestureKind, GestureState

if TYPE_CHECKING:
    from opentelemetry._logs import LoggerProvider
    from opentelemetry.util.types import AnyValue

#: The semantic conventions that define the names. They are spelled out here, because the package of constants is unstable.
SCHEMA_URL = "https://opentelemetry.io/schemas/1.44.0"
WIDGET_CLICK = "app.widget.click"
GESTURE = "scrim.gesture"
PRIVATE = "scrim.private"

#: Records of private touches belong to no trace. The SDK would add the current one, which shows what else happened.
_NO_SPAN = set_span_in_context(INVALID_SPAN, Context())


def wall_offset() -> int:
    """Returns the offset from CLOCK_MONOTONIC, which libinput uses for touches, to the wall clock in nanoseconds.

    Both clocks are read nine times. The reading that took the least time is used.
    """
    readings = []
    for _ in range(9):
        before, wall, after = time.monotonic_ns(), time.time_ns(), time.monotonic_ns()
        readings.append((after - before, wall - (before + after) // 2))
    return min(readings)[1]


class Emitter:
    """Emits records to a provider of loggers.

    A tap whose view is known becomes an `app.widget.click`. Every other gesture becomes a `scrim.gesture`, and a
    record of private touches a `scrim.private`. The timestamps are the times of the touches. The SDK also records when an
    event was emitted. For private touches that time reveals nothing, if the host keeps the collector's deadlines.
    """

    def __init__(self, provider: LoggerProvider, wall_offset_ns: int, *, names: bool = False) -> None:
        """`wall_offset_ns` is added to the caller's clock to get Unix time. Change it when either clock was set.

        With `names`, events also contain the view's content and the screen's title. The conventions make both opt-in,
        because they repeat what was on the screen.
        """
        self.wall_offset_ns = wall_offset_ns
        self._names = names
        self._logger = provider.get_logger("scrim", __version__, SCHEMA_URL)

    def emit(self, record: Record | PrivateRecord) -> None:
        """Emits one record. Raises InvalidArgumentError if its Unix time is before 1970 or after 2554."""
        if isinstance(record, PrivateRecord):
            name, attributes, context = PRIVATE, _of_private(record.what), _NO_SPAN
        else:
            (name, attributes), context = self._of_gesture(record), None
        unix_ns = integer(record.time_ns + self.wall_offset_ns, "time_ns + wall_offset_ns", 0, 2**64 - 1)
        self._logger.emit(
            LogRecord(
                timestamp=unix_ns,
                context=context,
                severity_number=SeverityNumber.INFO,
                event_name=name,
                attributes=attributes,
            )
        )

    def emit_all(self, records: Iterable[Record | PrivateRecord]) -> int:
        """Emits records, and returns their number."""
        count = 0
        for record in records:
            self.emit(record)
            count += 1
        return count

    def _of_gesture(self, record: Record) -> tuple[str, Mapping[str, AnyValue]]:
        # The conventions' id distinguishes the views of a screen. A path does that too.
        widget = record.id or record.path
        is_click = record.kind in (GestureKind.TAP, GestureKind.HOST) and record.state == GestureState.ENDED and widget
        known: dict[str, AnyValue] = {
            "app.widget.id": widget or None,
            "app.screen.id": record.screen or None,
            "scrim.record.number": record.number,
            "scrim.gesture.kind": record.kind.name.lower(),
            "scrim.gesture.state": record.state.name.lower(),
            "scrim.view.type": record.type,
            "scrim.view.position": record.position,
            "scrim.view.path": record.path,
        }
        if self._names:
            known |= {"app.widget.name": record.content, "app.screen.name": record.title}
        known |= {f"scrim.property.{key}": value for key, value in record.properties.items()}
        return (
            WIDGET_CLICK if is_click else GESTURE,
            {key: value for key, value in known.items() if value is not None},
        )


def _of_private(what: PrivateTouch) -> Mapping[str, AnyValue]:
    if not what:
        raise InvalidArgumentError("record of private touches must have at least one kind (got none)")
    return {"scrim.private.what": [bit.name.lower() for bit in PrivateTouch if bit & what and bit.name]}
