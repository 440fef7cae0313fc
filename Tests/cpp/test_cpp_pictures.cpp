// SPDX-License-Identifier: MIT
// Frames, scenes, snapshots, captures and feeds.
#include <scrim.hpp>

#include <algorithm>
#include <array>
#include <thread>
#include <unistd.h>
#if __cplusplus >= 202002L
#include <span>
#endif

#include "check.hpp"

namespace {

struct picture {
    std::vector<unsigned char> pixels = std::vector<unsigned char>(64 * 48 * 4, 200);
    scrim::frame frame{SCRIM_FORMAT_RGBA, 64, 48, pixels.data(), 64 * 4};
    const unsigned char *at(std::size_t x, std::size_t y) const { return &pixels[(y * 64 + x) * 4]; }
};

void redaction() {
    picture shown;
    const std::array<scrim::style, 2> styles{scrim::style::solid(0x102030), scrim::style::frost(7)};
    const scrim::redact_options options(styles);
    auto report = scrim::redact(shown.frame, {scrim::region({8, 8, 20, 10})}, options);
    CHECK(report.is_ok() && report.pixels == 200);
    CHECK(shown.at(8, 8)[0] == 0x10 && shown.at(8, 8)[1] == 0x20 && shown.at(8, 8)[2] == 0x30);
    CHECK(shown.at(7, 8)[0] == 200);

    const std::vector<scrim::point> corners{{30, 30}, {40, 30}, {35, 40}};
    const std::vector<scrim::region> regions{
        scrim::region::ellipse({0, 0, 8, 8}),
        scrim::region::rounded_rect({40, 0, 16, 16}, 4),
        scrim::region::polygon(corners),
    };
    picture copy;
    report = scrim::redact_copy(shown.frame, copy.frame, regions, options);
    CHECK(report.is_ok() && copy.at(4, 4)[0] == 0x10 && shown.at(4, 4)[0] == 200 && copy.at(35, 33)[0] == 0x10);

    picture flat, full;
    const scrim::rect area{4, 4, 10, 10};
    CHECK(scrim::redact_rects(flat.frame, {area}, scrim::style::tiles(3)) == SCRIM_OUTCOME_OK);
    const std::array<scrim::style, 1> tiles{scrim::style::tiles(3)};
    scrim::redact(full.frame, {scrim::region(area)}, scrim::redact_options(tiles));
    CHECK(flat.pixels == full.pixels);

    std::error_code ec;
    report = scrim::redact(shown.frame, {scrim::region({0, 0, 1, 1}, 9)}, options, ec);
    CHECK(ec && !report.is_ok());
    CHECK_STATUS(unsupported, scrim::redact(scrim::frame(), {}, options));
    CHECK(scrim::margin_for_source(SCRIM_SOURCE_JPEG_SUBSAMPLED).codec_block > 0);

    // Whatever has elements next to each other.
    const scrim::region plain[] = {scrim::region({0, 0, 2, 2})};
    CHECK(scrim::redact(shown.frame, plain, options).pixels == 4);
#if defined(__cpp_lib_span)
    CHECK(scrim::redact(shown.frame, std::span<const scrim::region>(plain), options).pixels == 4);
    const std::span<scrim::region> none;
    CHECK(scrim::redact(shown.frame, none, options).pixels == 0);
#endif
}

scrim::id secure_view(scrim::scene &scene) {
    const scrim::id window = scene.add_window(scrim::window({0, 0, 64, 48}));
    return scene.add_view(window, scrim::view({10, 10, 20, 20}, SCRIM_VIEW_SECURE));
}

void scenes() {
    scrim::scene scene;
    const scrim::id view = secure_view(scene);
    CHECK(scene.is_secure(view) && scene.is_secure_at({12, 12}) && !scene.is_secure_at({2, 2}));
    CHECK(scene.hit_test({12, 12}).view == view);
    const auto stacked = scene.views_at({12, 12}, true);
    CHECK(std::find(stacked.begin(), stacked.end(), view) != stacked.end());
    CHECK(scene.responders(view).size() == 2);
    const auto regions = scene.secure_regions();
    CHECK(regions.size() == 1 && regions[0].polygon().size() == 4);
#if defined(__cpp_lib_span)
    const std::span<const scrim::point> corners = regions[0].polygon();
    CHECK(corners.size() == 4);
#endif
    std::error_code ec;
    CHECK(!scene.is_secure(999, ec) && ec == scrim::status::not_found);

    const std::uint64_t before = scene.generation();
    scene.begin();
    scene.update_view(view, scrim::view({0, 0, 10, 10}));
    scene.commit();
    CHECK(scene.generation() != before && !scene.is_secure(view));
    scene.set_policy(SCRIM_POLICY_EXPLICIT);
    scrim::text shown;
    scene.attach_text(view, shown);
    CHECK(scene.is_secure(view));
    scene.detach_text(view);

    const scrim::id window = scene.responders(view).back();
    scene.update_window(window, scrim::window({0, 0, 60, 40}));
    scrim::view_metadata metadata;
    metadata.title = scrim::utf8("Balance");
    scene.set_metadata(view, metadata);
    scrim::view tool({0, 0, 64, 48}, SCRIM_VIEW_TOOL);
    scrim::window overlay({0, 0, 64, 48});
    overlay.flags = SCRIM_VIEW_TOOL | SCRIM_VIEW_INPUT_REGION;
    const scrim::id above = scene.add_window(overlay);
    const std::uint64_t number = scene.set_input_region(above, {scrim::rect{0, 0, 5, 5}});
    const auto region = scene.input_region(above);
    CHECK(region.first.size() == 1 && region.second == number);
    scene.remove(above);
    scene.focus(window);
    CHECK(scene.focused() == window);
    scene.resign_focus(window);
    const scrim::id selected = scene.select({2, 2});
    CHECK(scene.selected() == selected);
    scene.set_captured(true);
    scene.set_transition(false);
    CHECK(scene.route_touch({1, 1, SCRIM_TOUCH_BEGAN, 0, 2, 2}).window == window);

    const std::uint32_t output = scene.add_output();
    std::uint32_t covered = 0;
    scene.on_cover([&](std::uint32_t which) { covered = which; });
    scene.set_cover(output, scrim::cover());
    scene.set_activity(0, SCRIM_ACTIVITY_ACTIVE);
    scene.frame_ready(output);
    CHECK(!scene.is_covered(output) && covered == 0);
    scene.set_activity(0, SCRIM_ACTIVITY_BACKGROUND);
    CHECK(scene.is_covered(output) && covered == output);
    scene.remove_output(output);
}

void frames_of_a_scene() {
    scrim::scene scene;
    secure_view(scene);
    picture shown;
    scene.set_activity(0, SCRIM_ACTIVITY_ACTIVE);
    scrim::scene_redact_options options;
    options.output = scene.add_output();
    scene.frame_ready(options.output);
    CHECK(scene.redact(shown.frame, options).is_ok() && shown.at(15, 15)[0] != 200);

    const scrim::snapshot snapshot = scene.snapshot(1'000);
    const scrim::snapshot decoded = scrim::snapshot::decode(snapshot.encode());
    CHECK(decoded.encode() == snapshot.encode());
    std::error_code ec;
    CHECK(!scrim::snapshot::decode(std::string("nonsense"), ec) && ec);

    scrim::capture capture{scrim::capture_options()};
    picture captured;
    scrim::redact_report report;
    std::thread other([&] { report = capture.redact(decoded, captured.frame, 1'000, 1'000); });
    other.join();
    CHECK(report.outcome != SCRIM_OUTCOME_DISCARD && captured.at(15, 15)[0] != 200);
    picture rows;
    CHECK(capture.redact_rows(decoded, rows.frame, 1'000, 1'000, 0, 48).outcome != SCRIM_OUTCOME_DISCARD);
    CHECK(capture.screen_point(64, 48, {32, 24}).x == 32);
}

void feeds() {
    scrim::scene scene;
    secure_view(scene);
    scrim::publisher publisher{scrim::publisher_options()};
    publisher.publish(scene.snapshot(1'000));
    scrim::subscriber_options options;
    options.fd = publisher.fd();
    scrim::subscriber subscriber(options);
    CHECK(close(options.fd) == 0); // The subscriber has duplicated it.
    const auto [snapshot, state] = subscriber.newest(1'000);
    CHECK(snapshot && state == SCRIM_FEED_LIVE);
    CHECK(snapshot.encode() == scene.snapshot(1'000).encode());

    std::error_code ec;
    const scrim::subscriber missing("/nonexistent/feed", scrim::subscriber_options(), ec);
    const scrim::publisher failed("/nonexistent/feed", scrim::publisher_options(), ec);
    CHECK(ec && !failed);
    // An empty name is a mistake, and no feed without a name.
    const scrim::publisher unnamed(std::string_view{}, scrim::publisher_options(), ec);
    CHECK(ec == scrim::status::invalid_argument && !unnamed);
    const scrim::subscriber to_nothing(std::string_view{}, scrim::subscriber_options(), ec);
    CHECK(ec == scrim::status::invalid_argument && !to_nothing);
}

} // namespace

int main() {
    redaction();
    scenes();
    frames_of_a_scene();
    feeds();
    CHECK(scrim::live_handles() == 0);
}
