// SPDX-License-Identifier: MIT
// Keypads, gestures and collectors.
#include <pthread.h>

#include <scrim.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>

#include "check.hpp"

namespace {

constexpr std::uint64_t SECOND = 1'000'000'000;

std::uint32_t press(scrim::keypad &pad, scrim::point at, std::uint64_t now) {
    pad.handle({now, 1, SCRIM_TOUCH_BEGAN, 0, at.x, at.y});
    return pad.handle({now + SECOND / 10, 1, SCRIM_TOUCH_ENDED, 0, at.x, at.y});
}

void keypads() {
    scrim::text pin;
    scrim::keypad pad(scrim::keypad_options(SCRIM_LAYOUT_PIN, {0, 0, 300, 400}));
    std::vector<int> events;
    scrim::keypad_callbacks callbacks;
    callbacks.will_show = [&](const scrim::rect &bounds) { events.push_back(static_cast<int>(bounds.width)); };
    callbacks.did_hide = [&](const scrim::rect &) { events.push_back(2); };
    pad.set_callbacks(callbacks);
    pad.attach(pin);
    pad.show();
    pad.presented(pad.generation(), SECOND);
    const auto keys = pad.keys(SCRIM_KEY_ORDER_ROWS);
    CHECK(keys.size() == 12 && pad.keys(SCRIM_KEY_ORDER_ROWS)[0].text() == keys[0].text());
    std::string typed;
    std::uint64_t now = 2 * SECOND;
    for (const scrim::key &key : keys) {
        if (key.kind != SCRIM_KEY_INSERT)
            continue;
        CHECK(press(pad, key.middle(), now += SECOND) == SCRIM_KEYPAD_RESULT_INSERTED);
        typed += key.text();
    }
    CHECK(typed.size() == 10 && pin.equals_bytes(typed));
    CHECK(pad.advance(now) == SCRIM_KEYPAD_RESULT_NONE && !pad.next_deadline());
    for (const scrim::key &key : keys) {
        if (key.kind == SCRIM_KEY_DELETE)
            CHECK(key.spoken() == "delete" && press(pad, key.middle(), now += SECOND) == SCRIM_KEYPAD_RESULT_DELETED);
    }
    CHECK(pin.count() == 9);
    pad.shuffle();
    pad.hide();
    CHECK((events == std::vector<int>{300, 2}));
    pad.detach();
    std::error_code ec;
    pad.set_shuffle_enabled(false, ec);
    CHECK(ec); // the options do not allow it
    CHECK_STATUS(invalid_state, pad.shuffle());
}

void own_layouts() {
    std::vector<scrim::key_spec> specs;
    const std::array<std::string, 3> digits{"1", "2", "3"};
    for (std::uint32_t column = 0; column < 3; column++)
        specs.push_back({SCRIM_KEY_INSERT, 0, 0, 0, column, 0, 1, 1, scrim::utf8(digits[column]), {}});
    specs.push_back({SCRIM_KEY_DONE, 0, 0, 0, 0, 1, 3, 1, scrim::utf8("OK"), {}});
    const scrim::key_label label[] = {{SCRIM_KEY_DONE, 0, scrim::utf8("Fertig"), scrim::utf8("fertig")}};
    scrim::keypad_options options;
    options.set_keys(specs);
    options.set_labels(label);
    scrim::keypad pad(options);
    pad.show();
    const auto keys = pad.keys(SCRIM_KEY_ORDER_ROWS);
    CHECK(keys.size() == 4 && keys.back().text() == "Fertig" && keys.back().spoken() == "fertig");
}

void gestures_and_records() {
    scrim::scene scene;
    const scrim::id window = scene.add_window(scrim::window({0, 0, 400, 300}));
    scrim::gestures engine(scene, {});
    scrim::recognizer tap;
    tap.view = window;
    const scrim::id added = engine.add(tap);
    scrim::recognizer slow(SCRIM_GESTURE_LONG_PRESS, SCRIM_PROFILE_GTK, 1.0);
    slow.view = window;
    const scrim::id pressed = engine.add(slow);
    engine.relate(added, SCRIM_RELATION_SIMULTANEOUS, pressed);
    engine.unrelate(added, SCRIM_RELATION_SIMULTANEOUS, pressed);
    engine.add_action(added, 7, "open");
    engine.set_target_available(added, 7, "open", true);

    scrim::collector collector(engine, {});
    scrim::rules rules;
    collector.set_rules(rules);
    scrim::rules_load_report report;
    std::error_code ec;
    collector.load_rules("{", report, ec);
    CHECK(ec && !report.message().empty());

    // More taps than there is room for in one call.
    std::vector<scrim::touch> samples;
    std::uint64_t now = SECOND;
    for (int count = 0; count < 400; count++) {
        samples.push_back({now, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50});
        samples.push_back({now + SECOND / 20, 1, SCRIM_TOUCH_ENDED, 0, 50, 50});
        now += SECOND;
    }
    std::vector<scrim::gesture_event> events(1);
    bool asked = false;
    engine.set_should_begin([&](const scrim::gesture_event &) { return asked = true; });
    engine.feed(samples, events);
    std::size_t taps = 0;
    for (const auto &event : events)
        taps += event.recognizer == added && event.state == SCRIM_GESTURE_STATE_ENDED;
    CHECK(taps == 400 && asked && engine.sequence() > 0);

    events.clear();
    engine.feed({scrim::touch{now, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50}}, events);
    CHECK(engine.next_deadline());
    engine.advance(now + 2 * SECOND, events);
    engine.cancel(now + 3 * SECOND, events);
    CHECK(!events.empty());
    engine.set_enabled(pressed, false, now + 4 * SECOND, events);
    engine.scroll({}, events);
    engine.remove(pressed);

    events.clear();
    now += 10 * SECOND;
    engine.feed({scrim::touch{now, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50}, scrim::touch{now + 1, 1, SCRIM_TOUCH_ENDED, 0, 50, 50}}, events);
    CHECK(!events.empty());
    const auto decisions = collector.decide(events);
    CHECK(decisions.size() == events.size());
    CHECK(!collector.explain(events[0]).empty());
    collector.note_response();
    collector.advance(now + 10 * SECOND);
    CHECK(!collector.next_deadline());
    while (const auto record = collector.next())
        CHECK(record->number > 0);
    CHECK(collector.next_json().empty());
    CHECK(!scrim::reason_name(0).empty() && !scrim::reason_message(0).empty());
    engine.remove_action(added, 7, "open");

    scene.reset(); // in any order
    CHECK_STATUS(closed, engine.feed({scrim::touch{now, 1, SCRIM_TOUCH_BEGAN, 0, 1, 1}}, events));
}

// The events of the samples before the invalid one do not fit into one call.
void no_sample_is_used_if_one_is_invalid() {
    scrim::scene scene;
    scrim::recognizer tap, pan(SCRIM_GESTURE_PAN, SCRIM_PROFILE_GTK, 1.0);
    tap.view = pan.view = scene.add_window(scrim::window({0, 0, 400, 300}));
    scrim::gestures engine(scene, {});
    engine.add(tap);
    engine.add(pan);
    std::vector<scrim::touch> touches;
    std::vector<scrim::scroll_sample> scrolls;
    for (std::uint64_t now = SECOND; now < 500 * SECOND; now += SECOND) {
        touches.push_back({now, 1, SCRIM_TOUCH_BEGAN, 0, 50, 50});
        touches.push_back({now + SECOND / 20, 1, SCRIM_TOUCH_ENDED, 0, 50, 50});
        scrim::scroll_sample wheel{};
        wheel.time_ns = now;
        wheel.source = SCRIM_SCROLL_WHEEL;
        wheel.phase = SCRIM_TOUCH_MOVED;
        wheel.x = wheel.y = 50;
        wheel.delta_y = 120;
        scrolls.insert(scrolls.end(), 2, wheel);
    }
    std::vector<scrim::gesture_event> events;
    const auto taken = [&](auto call, auto samples, std::size_t last) {
        samples[last].x = NAN;
        CHECK_STATUS(invalid_argument, call(samples));
        return events.size() + engine.sequence();
    };
    const auto feed = [&](const auto &samples) { engine.feed(samples, events); };
    const auto scroll = [&](const auto &samples) { engine.scroll(samples, events); };
    for (const std::size_t last : {touches.size() - 1, std::size_t{700}, std::size_t{0}}) {
        CHECK(taken(feed, touches, last) == 0);
        CHECK(taken(scroll, scrolls, last) == 0);
    }
    scroll(scrolls);
    CHECK(events.size() > 256);
}

// A private tap, and its event. Neither is on a stack.
std::array<scrim::touch, 2> tapped{};
std::vector<scrim::gesture_event> delivered;

void *feed_tapped(void *engine) {
    static_cast<scrim::gestures *>(engine)->feed(tapped, delivered);
    return nullptr;
}

void no_private_point_stays_on_the_stack() {
    scrim::scene scene;
    scrim::window window({0, 0, 400, 300});
    window.flags |= SCRIM_VIEW_KEYPAD;
    scrim::recognizer tap;
    tap.view = scene.add_window(window);
    scrim::gestures engine(scene, {});
    engine.add(tap);
    tapped[0] = {SECOND, 1, SCRIM_TOUCH_BEGAN, 0, 123.0625, 77.4375};
    tapped[1] = {SECOND + SECOND / 20, 1, SCRIM_TOUCH_ENDED, 0, 123.0625, 77.4375};
    static std::array<unsigned char, 512 << 10> memory;
    alignas(64) static std::array<unsigned char, sizeof(double)> wanted;
    std::memcpy(wanted.data(), &tapped[0].x, wanted.size());
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(pthread_attr_init(&attributes) == 0 && pthread_attr_setstack(&attributes, memory.data(), memory.size()) == 0);
    CHECK(pthread_create(&thread, &attributes, feed_tapped, &engine) == 0 && pthread_join(thread, nullptr) == 0);
    CHECK(delivered.size() == 1 && std::memcmp(&delivered[0].x, wanted.data(), wanted.size()) == 0);
    // By the kernel: to valgrind, the stack of a thread that has ended is not memory.
    static std::array<char, sizeof memory> left;
    std::ifstream own("/proc/self/mem", std::ios::binary);
    own.seekg(static_cast<std::streamoff>(reinterpret_cast<std::uintptr_t>(memory.data())));
    CHECK(own.read(left.data(), left.size()));
    std::size_t found = 0;
    for (std::size_t at = 0; at + wanted.size() <= left.size(); at++)
        found += std::memcmp(&left[at], wanted.data(), wanted.size()) == 0;
    CHECK(found == 0);
}

} // namespace

int main() {
    no_private_point_stays_on_the_stack();
    keypads();
    own_layouts();
    gestures_and_records();
    no_sample_is_used_if_one_is_invalid();
    CHECK(scrim::live_handles() == 0);
}
