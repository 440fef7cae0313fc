# SPDX-License-Identifier: MIT
import dataclasses

import scrim

rules = scrim.Rules.for_toolkit("gtk4")
rules = dataclasses.replace(
    rules,
    ignored_types=(*rules.ignored_types, scrim.ClassRule("MyMeter", scrim.Match.INHERITS)),
    retargets=(scrim.RetargetRule("GtkListBox", "MyRow"), *rules.retargets),
)
print(len(rules.ignored_types), "ignored types, and rows:", rules.retargets[0].inner)
