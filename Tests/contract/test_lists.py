# SPDX-License-Identifier: MIT
"""Headers, exports, version script, binding and tests name the same functions and constants, with the same types."""

import ctypes
import enum
import os
import pkgutil
import re
from importlib import import_module

from ctypes_of import describe, expected, expected_callback, expected_parameters
from headers import SCALARS, run

# The enum of the Python package for each enum of the headers, and for a group of #defines.
ENUMS = {
    "scrim_handle_kind": "HandleKind",
    "scrim_touch_phase": "Phase",
    "scrim_touch_tool": "TouchTool",
    "scrim_scroll_source": "ScrollSource",
    "scrim_protection": "Protection",
    "scrim_allowed_characters": "Allowed",
    "scrim_motion": "Motion",
    "scrim_mask_kind": "MaskKind",
    "scrim_unprotected_reason": "Unprotected",
    "scrim_hash_preset": "HashPreset",
    "scrim_fd_flags": "FdFlags",
    "scrim_attempt_result": "Attempt",
    "scrim_keypad_layout": "Layout",
    "scrim_shuffle": "Shuffle",
    "scrim_reshuffle": "Reshuffle",
    "scrim_key_order": "KeyOrder",
    "scrim_key_flags": None,  # KeySpec.fixed
    "scrim_key_kind": "KeyKind",
    "scrim_keypad_result": "KeypadResult",
    "SCRIM_FORMAT_": "Format",
    "scrim_color_range": "ColorRange",
    "scrim_color_matrix": "ColorMatrix",
    "scrim_capture_flags": None,  # Capture(delayed=…)
    "scrim_cover_kind": None,  # the type of what Scene.set_cover() takes
    "scrim_style_flags": None,  # Style.frost(base=…)
    "scrim_transform": "Transform",
    "scrim_shape": "Shape",
    "scrim_style_kind": "StyleKind",
    "scrim_source": "Source",
    "scrim_feed_state": "FeedState",
    "scrim_outcome": "Outcome",
    "scrim_style_class": "StyleClass",
    "scrim_view_flags": "ViewFlags",
    "scrim_activity": "Activity",
    "scrim_policy": "Policy",
    "scrim_gesture_kind": "GestureKind",
    "scrim_gesture_state": "GestureState",
    "scrim_swipe_directions": "SwipeDirection",
    "scrim_edges": "Edge",
    "scrim_recognizer_flags": "RecognizerFlags",
    "scrim_axis": "Axis",
    "scrim_velocity_estimator": "VelocityEstimator",
    "scrim_profile": "Profile",
    "scrim_relation": "Relation",
    "scrim_decision_result": "DecisionResult",
    "scrim_reason": "Reason",
    "scrim_touch_privacy": "TouchPrivacy",
    "scrim_value_kind": "ValueKind",
    "scrim_class_match": "Match",
    "scrim_builtin_action_scope": "BuiltinActionScope",
    "scrim_event_types": "EventTypes",
    "scrim_rules_flags": "RulesFlags",
    "scrim_rules_mistake": "RulesMistake",
    "scrim_check_outcome": "CheckOutcome",
    "scrim_private_touch_kinds": "PrivateTouch",
}


def modules(package):
    """Every module of the Python package but those that are programs."""
    names = [m.name for m in pkgutil.iter_modules(package.__path__) if m.name not in ("__main__", "cli")]
    return [package, *(import_module(f"{package.__name__}.{name}") for name in names)]


def statuses(model):
    return model.group("scrim_status_code")


# ---- Functions ----


def test_exports_are_the_functions_of_the_headers(model, library):
    lines = [line.split() for line in run("nm", "--dynamic", "--defined-only", library).splitlines()]
    assert {name.split("@")[0] for _, kind, name in lines if kind != "A"} == set(model.functions)
    assert {kind for _, kind, _ in lines} <= {"T", "A"}


def test_version_script_lists_the_functions_header_by_header(model, root):
    text = (root / "Sources/ScrimABI/scrim.map").read_text()
    groups = re.findall(r"/\* scrim/(\w+\.h) \*/\n((?:    scrim_\w+;\n)+)", text)
    listed = [(header, names.replace(";", "").split()) for header, names in groups]
    assert [header for header, _ in listed] == sorted({f.header for f in model.functions.values()})
    for header, names in listed:
        assert names == sorted(f.name for f in model.functions.values() if f.header == header)
    assert len(re.findall(r"^ *scrim_", text, re.M)) == len(model.functions)
    assert "*;" in text.split("local:")[1] and "*" not in re.sub(r"/\*.*?\*/", "", text.split("local:")[0])


def test_symbols_file_of_debian_is_that_of_the_version_script(root):
    run(root / "script/symbols", "--check")
    names = re.findall(r"^ (scrim_\w+)@", (root / "debian/libscrim0.symbols").read_text(), re.M)
    listed = re.findall(r"^ +(scrim_\w+);$", (root / "Sources/ScrimABI/scrim.map").read_text(), re.M)
    assert names == sorted(listed)


def test_binding_declares_the_functions_with_their_types(model, binding):
    prototypes = import_module("scrim._ffi").PROTOTYPES
    assert set(prototypes) == set(model.functions)
    for name, (result, arguments) in prototypes.items():
        function = model.functions[name]
        assert (name, describe(result)) == (name, expected(model, function.returns))
        assert (name, [describe(a) for a in arguments]) == (name, expected_parameters(model, function.parameters))


def test_binding_declares_the_callbacks_with_their_types(model, binding):
    structs = import_module("scrim._abi")
    for name in model.callbacks:
        assert (name, describe(getattr(structs, name))) == (name, expected_callback(model, name))


def written_by_hand(model):
    """The functions but those that initialize structs: these are generated, and so are their tests, in C and in Python."""
    return {f.name for f in model.functions.values() if f.name.upper() not in model.initializers or f.parameters[-1].name != "size"}


def test_every_function_is_called_from_python(model, root):
    texts = [p.read_text() for p in (root / "bindings/python").glob("**/*.py")]
    called = set(re.findall(r"\.(scrim_\w+)", "\n".join(texts)))
    assert sorted(written_by_hand(model) - called) == []


def test_every_function_is_tested_in_c_by_hand(model, root):
    texts = [p.read_text() for p in (root / "Tests/C").glob("**/*.[ch]")]
    words = set(re.findall(r"scrim_\w+", "\n".join(texts)))
    assert sorted(set(model.functions) - words) == []


def test_every_function_is_documented(model):
    assert sorted(f.name for f in model.functions.values() if not f.documentation) == []


def test_signatures_use_types_of_known_width(model):
    known = SCALARS | {"void", *model.structs, *model.handles, *model.callbacks}
    signatures = [t for f in model.functions.values() for t in (f.returns, *(p.type for p in f.parameters))]
    signatures += [f.type for s in model.structs.values() for f in s.fields]
    signatures += [t for c in model.callbacks.values() for t in (c.returns, *(t for _, t in c.parameters))]
    assert {model.resolve(t.base) for t in signatures} - known == set()


# ---- Constants ----


def test_binding_has_the_constants_of_the_headers(model, binding):
    for group, name in ENUMS.items():
        if name is not None:
            constants = model.group(group)
            prefix = os.path.commonprefix(list(constants)).rpartition("_")[0] + "_"
            # A name cannot begin with a digit, so SCRIM_TRANSFORM_90 is ROTATED_90.
            members = {prefix + m.name.removeprefix("ROTATED_"): m.value for m in getattr(binding, name)}
            assert (name, members) == (name, constants)


def test_every_group_of_constants_has_its_enum_in_the_binding(model, binding):
    assert set(model.enums) - set(ENUMS) == {"scrim_status_code"}
    enums = {v for m in modules(binding) for v in vars(m).values() if isinstance(v, enum.EnumType)}
    ours = {e.__name__ for e in enums if e.__module__.startswith("scrim")}
    assert ours == {name for name in ENUMS.values() if name is not None}


def test_limits_of_the_binding_are_those_of_the_headers(model, binding):
    for module in modules(binding):
        for name, value in vars(module).items():
            constant = model.constants.get(f"SCRIM_{name.lstrip('_')}")
            if constant is not None and isinstance(value, (int, float)):
                assert (module.__name__, name, value) == (module.__name__, name, constant.value)


def test_every_error_has_an_exception(model, binding):
    classes = [cls for cls in vars(binding).values() if isinstance(cls, type) and issubclass(cls, binding.ScrimError)]
    assert {cls.status for cls in classes} - {0} == set(statuses(model).values()) - {0}


def test_statuses_are_explicit_and_not_reused(model, root):
    values = list(statuses(model).values())
    assert values[0] == 0 and all(v < 0 for v in values[1:]) and len(set(values)) == len(values)
    comments_off = re.sub(r"/\*.*?\*/", "", (root / "include/scrim/base.h").read_text(), flags=re.S)
    assert set(re.findall(r"(SCRIM_OK|SCRIM_ERROR_\w+) = -?\d+", comments_off)) == set(statuses(model))


def test_every_status_has_a_name_and_a_message(model, library):
    loaded = ctypes.CDLL(str(library))
    for function in (loaded.scrim_status_name, loaded.scrim_status_message):
        function.restype = ctypes.c_char_p
        function.argtypes = [ctypes.c_int32]
    messages = set()
    for name, value in statuses(model).items():
        assert loaded.scrim_status_name(value).decode() == name
        message = loaded.scrim_status_message(value).decode()
        assert (" " in message or name == "SCRIM_OK") and "SCRIM_" not in message
        messages.add(message)
    assert len(messages) == len(statuses(model))
