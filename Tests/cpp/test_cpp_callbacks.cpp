// SPDX-License-Identifier: MIT
// Callbacks of every kind throw. The exception arrives at the caller, unchanged, and the objects remain usable.
#include <scrim.hpp>

#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>

#include "check.hpp"

static bool is_memory_short = false;

[[gnu::noinline]] void *operator new(std::size_t size) {
    void *block = is_memory_short ? nullptr : std::malloc(size > 0 ? size : 1);
    if (block == nullptr)
        throw std::bad_alloc();
    return block;
}
[[gnu::noinline]] void operator delete(void *block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void *block, std::size_t) noexcept { std::free(block); }

namespace {

/** An exception that knows its copies. */
struct thrown_by_callback {
    int value;
};

constexpr int ANSWER = 42;

[[noreturn]] void fail() { throw thrown_by_callback{ANSWER}; }

template <class F>
void throws(F &&call) { CHECK_THROWS(thrown_by_callback, e, call(), CHECK(e.value == ANSWER)); }

void each_of_a_text() {
    scrim::text text;
    text.set("12");
    scrim::text_callbacks c;
    c.should_change = [](const scrim::text_change &) -> bool { fail(); };
    text.set_callbacks(c);
    throws([&] { text.insert("3"); });
    CHECK(text.count() == 2); // refused
    std::error_code ec;
    throws([&] { text.insert("3", ec); });
    text.remove_callbacks();
    text.insert("3");
    CHECK(text.count() == 3);

    const auto one = [&](auto member, auto function, auto call) {
        scrim::text_callbacks only;
        only.*member = function;
        text.set_callbacks(only);
        throws(call);
        text.remove_callbacks();
    };
    using all = scrim::text_callbacks;
    const auto refuse = []() -> bool { fail(); };
    const auto event = [] { fail(); };
    one(&all::did_change, event, [&] { text.insert("4"); });
    CHECK(text.count() == 4); // it has happened
    one(&all::should_clear, refuse, [&] { text.clear(); });
    CHECK(text.count() == 4);
    one(&all::should_begin, refuse, [&] { text.begin_editing(); });
    CHECK(!text.is_editing());
    one(&all::did_begin, event, [&] { text.begin_editing(); });
    CHECK(text.is_editing());
    one(&all::should_return, refuse, [&] { text.done(); });
    one(&all::done, event, [&] { text.done(); });
    text.begin_editing();
    one(&all::should_end, refuse, [&] { text.end_editing(); });
    CHECK(text.is_editing());
    one(&all::did_end, event, [&] { text.end_editing(); });
    CHECK(!text.is_editing());
    // Called while it is set, too: the callbacks are set nevertheless.
    scrim::text_callbacks redraw;
    redraw.display_changed = event;
    throws([&] { text.set_callbacks(redraw); });
    throws([&] { text.insert("5"); });
    text.remove_callbacks();

    throws([&] { text.with_bytes([](std::string_view) { fail(); }); });
    int parts = 0;
    throws([&] {
        text.display(1, [&](std::string_view, std::size_t, bool) {
            parts++;
            fail();
        });
    });
    CHECK(parts == 1);
    text.wipe();
}

void the_first_exception_counts() {
    scrim::text text;
    scrim::text_callbacks c;
    int drawn = 0;
    c.did_change = [] { fail(); };
    c.display_changed = [&] {
        if (++drawn > 1)
            throw std::logic_error("second");
    };
    text.set_callbacks(c); // draws once
    throws([&] { text.insert("1"); });
    CHECK(drawn == 1 && text.count() == 1);
}

void two_groups() {
    scrim::text outer, inner;
    scrim::text_callbacks of_inner;
    of_inner.should_change = [](const scrim::text_change &) -> bool { fail(); };
    inner.set_callbacks(of_inner);

    // Through both: from the inner call to the outer one.
    scrim::text_callbacks of_outer;
    of_outer.should_change = [&](const scrim::text_change &) {
        inner.insert("1");
        return true;
    };
    outer.set_callbacks(of_outer);
    throws([&] { outer.insert("1"); });
    CHECK(outer.count() == 0 && inner.count() == 0);

    // Caught between them.
    of_outer.should_change = [&](const scrim::text_change &) {
        throws([&] { inner.insert("1"); });
        return true;
    };
    outer.set_callbacks(of_outer);
    outer.insert("1");
    CHECK(outer.count() == 1 && inner.count() == 0);
}

/** Uses another text when it is destroyed, as the state of a callback may. */
struct uses_another_text {
    std::shared_ptr<scrim::text> other = std::make_shared<scrim::text>();
    bool *wiped = nullptr;
    ~uses_another_text() {
        if (wiped != nullptr) {
            other->insert("1"); // would throw the exception that is pending, and end the process
            *wiped = true;
        }
    }
};

void state_that_is_destroyed() {
    bool wiped = false;
    auto text = std::make_unique<scrim::text>();
    {
        auto state = std::make_shared<uses_another_text>();
        state->wiped = &wiped;
        scrim::text_callbacks c;
        c.should_change = [state, &text](const scrim::text_change &) -> bool {
            text.reset(); // takes effect when the call returns, and then frees the callbacks
            fail();
        };
        text->set_callbacks(std::move(c));
    }
    scrim::text &used = *text;
    throws([&] { used.insert("1"); });
    CHECK(wiped && !text && scrim::live_handles() == 0);
}

void while_another_exception_unwinds() {
    struct cleaner {
        scrim::text &text;
        ~cleaner() {
            throws([this] { text.insert("1"); });
        }
    };
    scrim::text text;
    scrim::text_callbacks c;
    c.did_change = [] { fail(); };
    text.set_callbacks(c);
    CHECK_THROWS(std::logic_error, e, {
        cleaner at_the_end{text};
        throw std::logic_error("outer"); }, CHECK(e.what() == std::string("outer")));
    CHECK(text.count() == 1);
}

void through_the_c_interface() {
    scrim::text text;
    scrim::text_callbacks c;
    c.did_change = [] { fail(); };
    text.set_callbacks(c);
    CHECK(scrim_text_insert(text.native_handle(), "1", 1) == SCRIM_OK);
    throws([] { scrim::rethrow_callback_exception(); });
    scrim::rethrow_callback_exception(); // nothing any more
    text.remove_callbacks();
    text.insert("2");
}

void keypads() {
    scrim::text text;
    scrim::keypad pad(scrim::keypad_options(SCRIM_LAYOUT_PIN, {0, 0, 300, 400}));
    pad.attach(text);
    const auto one = [&](auto member, auto call) {
        scrim::keypad_callbacks only;
        only.*member = [](const scrim::rect &) { fail(); };
        pad.set_callbacks(only);
        throws(call);
        pad.remove_callbacks();
    };
    using all = scrim::keypad_callbacks;
    one(&all::will_show, [&] { pad.show(); });
    pad.hide();
    one(&all::did_show, [&] { pad.show(); });
    one(&all::will_hide, [&] { pad.hide(); });
    pad.show();
    one(&all::did_hide, [&] { pad.hide(); });

    // A key types, and the callback of the attached text throws.
    scrim::text_callbacks c;
    c.should_change = [](const scrim::text_change &) -> bool { fail(); };
    text.set_callbacks(c);
    pad.show();
    pad.presented(pad.generation(), 1);
    for (const scrim::key &key : pad.keys(SCRIM_KEY_ORDER_ROWS)) {
        if (key.kind != SCRIM_KEY_INSERT)
            continue;
        const scrim::point at = key.middle();
        const std::uint64_t now = 1'000'000'000;
        pad.handle({now, 1, SCRIM_TOUCH_BEGAN, 0, at.x, at.y});
        throws([&] { pad.handle({now + 1, 1, SCRIM_TOUCH_ENDED, 0, at.x, at.y}); });
        break;
    }
    CHECK(text.count() == 0);
    pad.hide();
}

void covers_and_gestures() {
    scrim::scene scene;
    const scrim::id window = scene.add_window(scrim::window({0, 0, 400, 300}));
    const std::uint32_t output = scene.add_output();
    scene.set_activity(0, SCRIM_ACTIVITY_ACTIVE);
    scene.frame_ready(output);
    CHECK(!scene.is_covered(output));
    scene.on_cover([](std::uint32_t) { fail(); });
    throws([&] { scene.set_activity(0, SCRIM_ACTIVITY_BACKGROUND); });
    CHECK(scene.is_covered(output));
    scene.on_cover({});
    scene.set_activity(0, SCRIM_ACTIVITY_ACTIVE);

    scrim::gestures engine(scene, {});
    scrim::recognizer tap;
    tap.view = window;
    engine.add(tap);
    engine.set_should_begin([](const scrim::gesture_event &) -> bool { fail(); });
    std::vector<scrim::gesture_event> events;
    const scrim::touch down{1, 1, SCRIM_TOUCH_BEGAN, 0, 200, 200}, up{2, 1, SCRIM_TOUCH_ENDED, 0, 200, 200};
    throws([&] { engine.feed({down, up}, events); });
    CHECK(events.empty() || events.back().state == SCRIM_GESTURE_STATE_FAILED);
    events.clear();
    engine.set_should_begin({});
    std::uint64_t now = 1'000'000'000;
    engine.feed({scrim::touch{now, 1, SCRIM_TOUCH_BEGAN, 0, 200, 200}, scrim::touch{now + 1, 1, SCRIM_TOUCH_ENDED, 0, 200, 200}}, events);
    CHECK(!events.empty());
}

/** A callback appends to the vector that receives the events of the call, and the vector gets new memory. */
void events_that_a_callback_keeps() {
    scrim::scene scene;
    const scrim::id window = scene.add_window(scrim::window({0, 0, 400, 300}));
    scrim::gestures engine(scene, {});
    scrim::recognizer tap;
    tap.view = window;
    engine.add(tap);
    std::vector<scrim::gesture_event> events;
    std::size_t kept = 0;
    engine.set_should_begin([&](const scrim::gesture_event &event) {
        for (events.shrink_to_fit(); kept < 40; kept++)
            events.push_back(event);
        return true;
    });
    const scrim::touch tapped[] = {{1, 1, SCRIM_TOUCH_BEGAN, 0, 200, 200}, {2, 1, SCRIM_TOUCH_ENDED, 0, 200, 200}};
    engine.feed(tapped, events);
    CHECK(kept == 40 && events.size() > kept);
    for (const scrim::gesture_event &event : events)
        CHECK(event.recognizer != 0 && event.window == window);
    CHECK(events.back().state == SCRIM_GESTURE_STATE_ENDED);
}

/** Whether allocations fail if they should. valgrind replaces the operators above. */
bool can_be_short() {
    is_memory_short = true;
    void *block = nullptr;
    try {
        block = ::operator new(1);
    } catch (const std::bad_alloc &) {
    }
    is_memory_short = false;
    ::operator delete(block);
    return block == nullptr;
}

/** A callback throws, and the vector of events cannot grow: one exception arrives, and none is left for a later call. */
void memory_is_short() {
    if (!can_be_short())
        return;
    scrim::scene scene;
    const scrim::id window = scene.add_window(scrim::window({0, 0, 400, 300}));
    scrim::gestures engine(scene, {});
    for (const double slop : {10.0, 40.0}) {
        scrim::recognizer pan(SCRIM_GESTURE_PAN, SCRIM_PROFILE_UIKIT, 1);
        pan.view = window;
        pan.flags = SCRIM_RECOGNIZER_SIMULTANEOUS;
        pan.touch_slop = slop;
        engine.add(pan);
    }
    int asked = 0;
    engine.set_should_begin([&](const scrim::gesture_event &) -> bool {
        if (asked++ == 0)
            return true;
        is_memory_short = true;
        fail();
    });
    std::vector<scrim::touch> samples;
    std::vector<scrim::gesture_event> events;
    for (std::uint64_t i = 0; i < 600; i++)
        samples.push_back({1'000'000 * (i + 1), 1, i == 0 ? std::uint32_t{SCRIM_TOUCH_BEGAN} : std::uint32_t{SCRIM_TOUCH_MOVED}, 0, 10 + static_cast<double>(i) / 2, 10});
    bool was_short = false;
    try {
        engine.feed(samples, events);
    } catch (const std::bad_alloc &) {
        was_short = true;
    }
    is_memory_short = false;
    CHECK(was_short && asked == 2);
    for (const scrim::gesture_event &event : events)
        CHECK(event.recognizer != 0);
    scrim::text unrelated;
    unrelated.insert("1");
}

} // namespace

int main() {
    each_of_a_text();
    the_first_exception_counts();
    two_groups();
    state_that_is_destroyed();
    while_another_exception_unwinds();
    through_the_c_interface();
    keypads();
    covers_and_gestures();
    events_that_a_callback_keeps();
    memory_is_short();
    CHECK(scrim::live_handles() == 0);
}
