/* SPDX-License-Identifier: MIT */
/* Checks the vectors of a folder through scrim.hpp: run_vectors_cpp FOLDER */
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <scrim.hpp>

#include "json.h"

namespace {

/* The inputs of a call, one after the other. */
class inputs {
  public:
    explicit inputs(const values &given) : given_(given) {}
    double real() { return next(false).number; }
    std::uint64_t whole() { return static_cast<std::uint64_t>(real()); }
    std::uint32_t word() { return static_cast<std::uint32_t>(real()); }
    std::string_view string() { return next(true).text; }
    scrim::rect rect() {
        const double x = real(), y = real(), width = real();
        return {x, y, width, real()};
    }
    std::size_t left() const { return given_.count - used_; }

  private:
    const value &next(bool is_string) {
        if (used_ == given_.count || (given_.of[used_].is_string != 0) != is_string)
            json_fail("an input");
        return given_.of[used_++];
    }
    const values &given_;
    std::size_t used_ = 0;
};

class outputs {
  public:
    explicit outputs(values &out) : out_(out) { out.count = 0; }
    void number(double value) { add(false).number = value + 0.0; }
    void real(double value) { number(std::floor(value * 1000 + 0.5)); }
    void string(std::string_view text) {
        value &added = add(true);
        if (text.size() >= MAX_STRING)
            json_fail("too long a result");
        text.copy(added.text, text.size());
        added.text[text.size()] = 0;
    }

  private:
    value &add(bool is_string) {
        if (out_.count == MAX_VALUES)
            json_fail("too many results");
        out_.of[out_.count].is_string = is_string ? 1 : 0;
        return out_.of[out_.count++];
    }
    values &out_;
};

/* The objects of a vector, and its calls. Members are destroyed in the opposite order. */
struct runner {
    std::unique_ptr<scrim::text> text;
    std::unique_ptr<scrim::keypad> keypad;
    std::unique_ptr<scrim::scene> scene;
    std::unique_ptr<scrim::gestures> gestures;
    std::unique_ptr<scrim::collector> collector;
    scrim::id window = 0;
    std::vector<scrim::id> views, recognizers;
    std::vector<scrim::gesture_event> events;

    void create_text(inputs &in) {
        scrim::text_options options;
        options.capacity = in.word();
        options.max_clusters = in.word();
        options.allowed = in.word();
        options.mask = in.word();
        options.mask_count = in.word();
        options.mask_character = in.word();
        options.hide_length = in.word();
        options.visible = in.word();
        text = std::make_unique<scrim::text>(options);
    }

    void create_keypad(inputs &in) {
        scrim::keypad_options options;
        options.layout = in.word();
        options.bounds = in.rect();
        options.column_spacing = in.real();
        options.row_spacing = in.real();
        options.blank_keys_per_row = in.word();
        options.shuffle = in.word();
        options.allow_unshuffled = in.word();
        keypad = std::make_unique<scrim::keypad>(options);
    }

    /* Writes the outcome and the digest also after an error. */
    void redact(inputs &in, outputs &out, bool flat) {
        scrim::frame frame;
        frame.format = in.word();
        frame.width = in.word();
        frame.height = in.word();
        std::uint32_t state = in.word();
        const std::uint32_t bytes = in.word();
        std::vector<std::uint8_t> pixels(std::size_t{frame.width} * frame.height * bytes);
        for (std::uint8_t &pixel : pixels) {
            state = state * 1664525u + 1013904223u;
            pixel = static_cast<std::uint8_t>(state >> 24);
        }
        frame.planes[0] = {pixels.data(), static_cast<std::int64_t>(frame.width) * bytes};
        std::array<scrim::style, 1> styles;
        styles[0].kind = in.word();
        styles[0].color = in.word();
        styles[0].flags = in.word();
        styles[0].amount = in.real();
        styles[0].saturation = in.real();
        styles[0].seed = in.whole();
        std::error_code failure;
        std::uint32_t outcome;
        if (flat) {
            std::vector<scrim::rect> rects;
            while (in.left() > 0)
                rects.push_back(in.rect());
            outcome = scrim::redact_rects(frame, rects, styles[0], failure);
        } else {
            scrim::redact_options options(styles);
            options.sampling_gap = in.word();
            options.dilation = in.word();
            options.size_multiple = in.word();
            options.codec_block = in.word();
            std::vector<scrim::region> regions;
            while (in.left() > 0) {
                scrim::region region;
                region.shape = in.word();
                region.rect = in.rect();
                region.radius = in.real();
                region.id = in.whole();
                regions.push_back(region);
            }
            outcome = scrim::redact(frame, regions, options, failure).outcome;
        }
        std::uint64_t digest = 0xCBF29CE484222325u;
        for (const std::uint8_t pixel : pixels)
            digest = (digest ^ pixel) * 0x100000001B3u;
        char written[17];
        std::snprintf(written, sizeof written, "%016llx", static_cast<unsigned long long>(digest));
        out.number(outcome);
        out.string(written);
        if (failure)
            throw scrim::error(failure.value());
    }

    void make_scene(inputs &in) {
        scrim::window properties(in.rect());
        const std::string_view screen = in.string();
        properties.screen = {screen.data(), screen.size()};
        scrim::collector_options options;
        options.capacity = in.word();
        scene = std::make_unique<scrim::scene>();
        window = scene->add_window(properties);
        gestures = std::make_unique<scrim::gestures>(*scene, scrim::gestures_options());
        collector = std::make_unique<scrim::collector>(*gestures, options);
    }

    void add_view(inputs &in) {
        const scrim::rect frame = in.rect();
        scrim::view view(frame, in.word() != 0 ? std::uint32_t{SCRIM_VIEW_SECURE} : 0u);
        const std::string_view name = in.string(), content = in.string();
        const scrim_string type = {name.data(), name.size()};
        view.classes = &type;
        view.class_count = 1;
        view.content = {content.data(), content.size()};
        views.push_back(scene->add_view(window, view));
    }

    void add_recognizer(inputs &in) {
        const std::uint32_t kind = in.word(), profile = in.word();
        scrim::recognizer recognizer(kind, profile, in.real());
        const std::size_t view = in.whole();
        recognizer.view = view == 0 ? window : views.at(view - 1);
        if (const std::uint32_t taps = in.word())
            recognizer.taps = taps;
        recognizers.push_back(gestures->add(recognizer));
    }

    void put_events(outputs &out) const {
        for (const scrim::gesture_event &event : events) {
            std::size_t recognizer = 0;
            while (recognizers.at(recognizer) != event.recognizer)
                recognizer++;
            out.number(static_cast<double>(event.time_ns));
            out.number(static_cast<double>(recognizer + 1));
            for (const std::uint32_t word : {event.kind, event.state, event.taps, event.fingers, event.direction})
                out.number(word);
            for (const double real : {event.x, event.y, event.translation_x, event.translation_y, event.velocity_x,
                                      event.velocity_y, event.scale, event.rotation})
                out.real(real);
        }
    }

    void call(std::string_view name, inputs in, outputs out) {
        static const std::map<std::string_view, std::function<void(runner &, inputs &, outputs &)>> calls = {
            {"create_text", [](runner &r, inputs &i, outputs &) { r.create_text(i); }},
            {"insert", [](runner &r, inputs &i, outputs &) { r.text->insert(i.string()); }},
            {"set", [](runner &r, inputs &i, outputs &) { r.text->set(i.string()); }},
            {"replace",
             [](runner &r, inputs &i, outputs &) {
                 const std::size_t location = i.whole(), count = i.whole();
                 r.text->replace(location, count, i.string());
             }},
            {"delete_backward", [](runner &r, inputs &, outputs &) { r.text->delete_backward(); }},
            {"delete_forward", [](runner &r, inputs &, outputs &) { r.text->delete_forward(); }},
            {"delete_to_start", [](runner &r, inputs &, outputs &) { r.text->delete_to_start(); }},
            {"delete_to_end", [](runner &r, inputs &, outputs &) { r.text->delete_to_end(); }},
            {"clear", [](runner &r, inputs &, outputs &) { r.text->clear(); }},
            {"wipe", [](runner &r, inputs &, outputs &) { r.text->wipe(); }},
            {"move",
             [](runner &r, inputs &i, outputs &) {
                 const std::uint32_t motion = i.word();
                 r.text->move(motion, i.word() != 0);
             }},
            {"select",
             [](runner &r, inputs &i, outputs &) {
                 const std::size_t anchor = i.whole();
                 r.text->select(anchor, i.whole());
             }},
            {"count", [](runner &r, inputs &, outputs &o) { o.number(static_cast<double>(r.text->count())); }},
            {"selection",
             [](runner &r, inputs &, outputs &o) {
                 const auto [anchor, caret] = r.text->selection();
                 o.number(static_cast<double>(anchor));
                 o.number(static_cast<double>(caret));
             }},
            {"masked", [](runner &r, inputs &, outputs &o) { o.string(r.text->masked()); }},
            {"equals", [](runner &r, inputs &i, outputs &o) { o.number(r.text->equals_bytes(i.string()) ? 1 : 0); }},
            {"create_keypad", [](runner &r, inputs &i, outputs &) { r.create_keypad(i); }},
            {"show", [](runner &r, inputs &, outputs &) { r.keypad->show(); }},
            {"keys",
             [](runner &r, inputs &, outputs &o) {
                 for (const scrim::key &key : r.keypad->keys(SCRIM_KEY_ORDER_ROWS))
                     for (const double number : {key.rect.x, key.rect.y, key.rect.width, key.rect.height})
                         o.real(number);
             }},
            {"redact", [](runner &r, inputs &i, outputs &o) { r.redact(i, o, false); }},
            {"redact_rects", [](runner &r, inputs &i, outputs &o) { r.redact(i, o, true); }},
            {"scene", [](runner &r, inputs &i, outputs &) { r.make_scene(i); }},
            {"view", [](runner &r, inputs &i, outputs &) { r.add_view(i); }},
            {"recognizer", [](runner &r, inputs &i, outputs &) { r.add_recognizer(i); }},
            {"action",
             [](runner &r, inputs &i, outputs &) {
                 const scrim::id recognizer = r.recognizers.at(i.whole() - 1);
                 const std::uint64_t target = i.whole();
                 r.gestures->add_action(recognizer, target, i.string());
             }},
            {"relate",
             [](runner &r, inputs &i, outputs &) {
                 const scrim::id recognizer = r.recognizers.at(i.whole() - 1);
                 const std::uint32_t relation = i.word();
                 r.gestures->relate(recognizer, relation, r.recognizers.at(i.whole() - 1));
             }},
            {"touch",
             [](runner &r, inputs &i, outputs &o) {
                 scrim::touch touch{};
                 touch.time_ns = i.whole();
                 touch.id = i.whole();
                 touch.phase = i.word();
                 touch.x = i.real();
                 touch.y = i.real();
                 r.events.clear();
                 r.gestures->feed({touch}, r.events);
                 r.put_events(o);
             }},
            {"advance",
             [](runner &r, inputs &i, outputs &o) {
                 r.events.clear();
                 r.gestures->advance(i.whole(), r.events);
                 r.put_events(o);
             }},
            {"cancel",
             [](runner &r, inputs &i, outputs &o) {
                 r.events.clear();
                 r.gestures->cancel(i.whole(), r.events);
                 r.put_events(o);
             }},
            {"decide",
             [](runner &r, inputs &, outputs &o) {
                 for (const scrim::decision &decision : r.collector->decide(r.events)) {
                     o.number(decision.result);
                     o.number(decision.reason);
                 }
             }},
            {"collector_advance", [](runner &r, inputs &i, outputs &) { r.collector->advance(i.whole()); }},
            {"next_json",
             [](runner &r, inputs &, outputs &o) {
                 const std::string record = r.collector->next_json();
                 if (!record.empty())
                     o.string(record);
             }},
        };
        const auto found = calls.find(name);
        if (found == calls.end())
            json_fail(name.data());
        found->second(*this, in, out);
    }
};

unsigned run_file(const std::string &path) {
    char *const text = json_file(path.c_str());
    const char *at = text;
    unsigned count = 0;
    static vector_call call;
    static values out;
    json_expect(&at, '[');
    do {
        char name[128];
        runner objects;
        json_expect(&at, '{');
        json_name(&at, "name");
        json_string(&at, name, sizeof name);
        json_expect(&at, ',');
        json_name(&at, "calls");
        json_expect(&at, '[');
        do {
            json_call(&at, &call);
            int status = 0;
            try {
                objects.call(call.name, inputs(call.in), outputs(out));
            } catch (const scrim::error &error) {
                status = error.code().value();
            }
            if (status != call.status || !json_same(&out, &call.out)) {
                std::fprintf(stderr, "%s: %s: %s returned %d or other results\n", path.c_str(), name, call.name, status);
                std::exit(1);
            }
        } while (json_skip(&at, ',') != 0);
        json_expect(&at, ']');
        json_expect(&at, '}');
        count++;
    } while (json_skip(&at, ',') != 0);
    json_expect(&at, ']');
    std::free(text);
    return count;
}

} // namespace

int main(int count, char **arguments) {
    if (count != 2)
        return 2;
    unsigned checked = 0;
    for (const char *file : {"text", "keypad", "redaction", "gestures", "collector"})
        checked += run_file(std::string(arguments[1]) + "/" + file + ".json");
    std::printf("%u vectors checked\n", checked);
    return 0;
}
