# SPDX-License-Identifier: MIT
import time

from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor, ConsoleLogRecordExporter
from opentelemetry.sdk.resources import Resource

import scrim
import scrim.otel

provider = LoggerProvider(Resource({"service.name": "till"}))
# Into a file: FileLogExporter of opentelemetry-exporter-otlp-json-file. To a server: those of opentelemetry-exporter-otlp.
provider.add_log_record_processor(BatchLogRecordProcessor(ConsoleLogRecordExporter()))

with scrim.Scene() as scene, scrim.Gestures(scene) as gestures, scrim.Collector(gestures) as collector:
    window = scene.add_window((0, 0, 640, 100), screen="Accounts")
    button = scene.add_view(window, (20, 10, 200, 60), classes=("Button",), content="Transfer")
    scene.set_metadata(button, scrim.ViewMetadata(id="transfer"))
    gestures.add_action(gestures.add(scrim.Tap(view=button)), target=1, action="pressed")

    emitter = scrim.otel.Emitter(provider, scrim.otel.wall_offset())
    now = time.monotonic_ns()  # the clock of the touches
    down = scrim.Touch(now, 1, scrim.Phase.BEGAN, 100, 30)
    events = gestures.feed([down, down._replace(time_ns=now + 50_000_000, phase=scrim.Phase.ENDED)])
    collector.decide(events)
    assert emitter.emit_all(collector.records()) == 1

provider.shutdown()
