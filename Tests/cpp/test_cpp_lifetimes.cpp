// SPDX-License-Identifier: MIT
// Objects that are destroyed in callbacks, their own and those of others. Their callbacks use what is destroyed with them.
#include <scrim.hpp>

#include <functional>
#include <memory>
#include <string>

#include "check.hpp"

namespace {

/** A field that draws itself. */
struct field {
    scrim::text pin;
    std::string shown = "a string that is long enough to be on the heap";

    field(std::function<void()> changed, std::function<void()> drawn) {
        scrim::text_callbacks c;
        c.did_change = std::move(changed);
        c.display_changed = [this, drawn = std::move(drawn)] {
            shown = pin.masked();
            drawn();
        };
        pin.set_callbacks(c);
    }
};

void a_field_that_its_change_destroys() {
    std::unique_ptr<field> owner;
    owner = std::make_unique<field>([&owner] { owner.reset(); }, [] {});
    owner->pin.insert("1");
    CHECK(owner == nullptr);
}

void a_field_that_the_drawing_of_another_destroys() {
    std::unique_ptr<field> first, second;
    bool closes = false;
    auto close = [&](std::unique_ptr<field> &other) { return [&closes, &other] { if (closes) other.reset(); }; };
    first = std::make_unique<field>([] {}, close(second));
    second = std::make_unique<field>([] {}, close(first));
    scrim::scene scene;
    auto window = scene.add_window(scrim::window({0, 0, 400, 400}));
    for (field *each : {first.get(), second.get()}) {
        scene.attach_text(scene.add_view(window, scrim::view({0, 0, 50, 50})), each->pin);
    }
    scene.set_activity(0, SCRIM_ACTIVITY_ACTIVE);
    scene.frame_ready(0);
    for (field *each : {first.get(), second.get()}) {
        each->pin.insert("12");
        each->pin.reveal(5);
    }
    closes = true;
    scene.set_captured(true);
    CHECK((first == nullptr) != (second == nullptr));
}

void a_scene_that_its_cover_destroys() {
    int covered = 0;
    scrim::scene_options options;
    options.outputs = 3;
    auto scene = std::make_unique<scrim::scene>(options);
    scene->set_activity(0, SCRIM_ACTIVITY_ACTIVE);
    for (std::uint32_t output = 0; output < options.outputs; output++)
        scene->frame_ready(output);
    scene->on_cover([&](std::uint32_t) {
        covered++;
        scene.reset();
    });
    scene->set_activity(0, SCRIM_ACTIVITY_BACKGROUND);
    CHECK(covered == 1);
}

} // namespace

int main() {
    a_field_that_its_change_destroys();
    a_field_that_the_drawing_of_another_destroys();
    a_scene_that_its_cover_destroys();
    CHECK(scrim_live_handles(SCRIM_HANDLE_ANY) == 0);
}
