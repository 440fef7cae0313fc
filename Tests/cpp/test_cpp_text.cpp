// SPDX-License-Identifier: MIT
// Texts, errors of both kinds, and objects that own handles.
#include <scrim.hpp>

#include <unistd.h>

#include "check.hpp"

static_assert(std::is_nothrow_move_constructible_v<scrim::text> && std::is_nothrow_move_assignable_v<scrim::text>);
static_assert(!std::is_copy_constructible_v<scrim::text> && !std::is_copy_assignable_v<scrim::text>);
static_assert(sizeof(scrim::text) == sizeof(scrim_text *));
static_assert(std::is_base_of_v<std::system_error, scrim::error>);

// utf8() keeps no characters alive, so a temporary string must not compile, whether it is const or not.
template <class S, class = void>
constexpr bool makes_utf8 = false;
template <class S>
constexpr bool makes_utf8<S, std::void_t<decltype(scrim::utf8(std::declval<S>()))>> = true;
static_assert(makes_utf8<std::string &> && makes_utf8<const std::string &> && makes_utf8<std::string_view> && makes_utf8<const char *>);
static_assert(!makes_utf8<std::string> && !makes_utf8<const std::string>);

static void errors() {
    scrim::text_options small;
    small.capacity = 4;
    scrim::text text(small);
    CHECK_STATUS(full, text.insert("12345"));
    std::error_code ec = std::make_error_code(std::errc::io_error);
    text.insert("1234", ec);
    CHECK(!ec);
    text.insert("5", ec);
    CHECK(ec == scrim::status::full && ec.category() == scrim::category());
    CHECK(ec.message() == scrim_status_message(SCRIM_ERROR_FULL) && ec.category().name() == std::string("scrim"));
    CHECK(scrim::status_name(scrim::status::full) == "SCRIM_ERROR_FULL");
    text.replace(9, 1, "", ec);
    CHECK(ec == std::errc::invalid_argument && ec == scrim::status::invalid_argument && ec != scrim::status::full);
    small.struct_size = 3;
    CHECK_STATUS(invalid_argument, scrim::text other(small));
    scrim::text none(small, ec);
    CHECK(ec && !none && none.native_handle() == nullptr);
    none.insert("1", ec);
    CHECK(ec == scrim::status::invalid_argument && none.count(ec) == 0);
}

static void ownership() {
    scrim::text first;
    first.set("1234");
    scrim::text second = std::move(first);
    CHECK(!first && second && second.count() == 4 && scrim::live_handles(SCRIM_HANDLE_TEXT) == 1);
    CHECK_STATUS(invalid_argument, first.insert("1"));
    first = std::move(second);
    scrim::text &same = first;
    first = std::move(same);
    CHECK(first.count() == 4);
    second = scrim::text();
    std::swap(first, second);
    CHECK(first.count() == 0 && second.count() == 4 && scrim::live_handles() == 2);
    first = std::move(second);
    CHECK(scrim::live_handles() == 1);
    scrim_text *handle = first.release();
    CHECK(!first && handle != nullptr);
    scrim::text adopted(handle);
    adopted.reset();
    CHECK(!adopted && scrim::live_handles() == 0);
    adopted.reset();
}

static void editing() {
    scrim::text text;
    text.insert("añb");
    text.move(SCRIM_MOTION_START, false);
    text.delete_forward();
    CHECK(text.equals_bytes("ñb") && !text.equals_bytes("ab"));
    text.select(0, 1);
    CHECK(text.selection() == std::make_pair(std::size_t{0}, std::size_t{1}));
    text.insert("xyz");
    text.delete_backward();
    CHECK(text.equals_bytes("xyb") && text.masked() == "●●●");
    text.delete_to_end();
    text.delete_to_start();
    CHECK(text.count() == 0 && text.masked().empty());
    text.set("1234");
    text.replace(1, 2, "0");
    CHECK(text.equals_bytes("104") && !text.is_editing());
    text.begin_editing();
    CHECK(text.is_editing());
    text.done();
    text.end_editing();
    CHECK(!text.is_editing());
    text.clear();
    CHECK(text.count() == 0 && text.protection() == text.protection());
    scrim::text same;
    CHECK(text.equals(same));
    text.set("9");
    CHECK(!text.equals(same));
    text.wipe();
    CHECK(text.equals(same));
}

static std::string seen;
static void see(std::string_view bytes) { seen = bytes; }

static void lending() {
    scrim::text_options options;
    options.idle_timeout_ns = 1000;
    scrim::text text(options);
    text.set("1234");
    text.with_bytes(see); // a function
    CHECK(seen == "1234");
    const auto constant = [](std::string_view bytes) { seen = std::string(bytes) + "!"; };
    text.with_bytes(constant);
    CHECK(seen == "1234!");
    std::string drawn;
    const auto draw = [&drawn](std::string_view part, std::size_t count, bool revealed) {
        while (count-- > 0)
            drawn += part;
        drawn += revealed ? "r" : "m";
    };
    text.display(1, draw);
    CHECK(drawn == "●●●●m");
    drawn.clear();
    text.reveal(1);
    text.display(2, draw);
    CHECK(drawn == "1234r");
    text.conceal();
    text.advance(2);
    const auto deadline = text.next_deadline();
    CHECK(deadline);
    text.advance(*deadline);
    CHECK(text.count() == 0 && !text.next_deadline()); // wiped, as the options say
}

static void hashes_and_files() {
    scrim::text pin;
    pin.set("270914");
    const std::string pepper(SCRIM_HASH_PEPPER_SIZE, 'p');
    const std::string hash = pin.hash(SCRIM_HASH_LOW_MEMORY, pepper);
    CHECK(hash.rfind("$argon2id$", 0) == 0);
    CHECK(pin.verify(hash, pepper) && !pin.verify(hash));
    CHECK_STATUS(invalid_argument, pin.hash(SCRIM_HASH_LOW_MEMORY, std::string()));
    CHECK_STATUS(invalid_argument, pin.verify(hash, ""));
    CHECK(!scrim::hash_needs_rehash(hash, SCRIM_HASH_LOW_MEMORY));
    std::error_code ec;
    CHECK(!pin.verify("nonsense", {}, ec) && ec);
    CHECK(pin.seal("short", "context", ec).empty() && ec);
    CHECK(!pin.seal(std::string(SCRIM_SEAL_KEY_SIZE, 9), "context").empty());

    int ends[2];
    CHECK(pipe(ends) == 0);
    pin.write_fd(ends[1], 0);
    close(ends[1]);
    scrim::text copy;
    copy.read_fd(ends[0], 0);
    close(ends[0]);
    CHECK(copy.equals(pin));
}

static void attempts() {
    scrim::attempts counter;
    CHECK(counter.begin(1).result == SCRIM_ATTEMPT_LOCKED);
    counter.init(5);
    CHECK(counter.begin(1).result == SCRIM_ATTEMPT_ALLOWED);
    counter.succeed();
    CHECK_STATUS(invalid_argument, counter.init(SCRIM_ATTEMPTS_MAX_LIMIT + 1));
    const scrim::attempts stored(counter);
    CHECK(stored.limit == 5);
}

static void process() {
    CHECK(scrim::version() == SCRIM_VERSION_STRING && scrim::version_number() == SCRIM_VERSION_NUMBER);
    CHECK(scrim::abi_number() == SCRIM_ABI_NUMBER);
    scrim::memory_configure(scrim::memory_options());
    CHECK(scrim::memory_usage().struct_size == sizeof(scrim_memory_report));
    CHECK(!scrim::unprotected_message(SCRIM_UNPROTECTED_LIMIT).empty());
}

int main() {
    process();
    errors();
    ownership();
    editing();
    lending();
    hashes_and_files();
    attempts();
    CHECK(scrim::live_handles() == 0);
}
