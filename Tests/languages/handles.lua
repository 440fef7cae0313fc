-- SPDX-License-Identifier: MIT

-- Keeps handles in pointers of LuaJIT's FFI while the garbage collector runs, which destroys what nothing refers to any more.
local ffi = require("ffi")

ffi.cdef([[
typedef struct scrim_text scrim_text;
typedef struct scrim_text_options {
    uint32_t struct_size, required_protection, capacity, mask_character, max_clusters, allowed, mask, mask_count, hide_length,
        reveal_keypad;
    uint64_t mask_delay_ns, idle_timeout_ns;
    uint32_t visible, reserved;
} scrim_text_options;
int32_t scrim_text_create(const scrim_text_options *options, scrim_text **out);
int32_t scrim_text_clear(scrim_text *text);
void scrim_text_destroy(scrim_text *text);
size_t scrim_live_handles(uint32_t kind);
]])

local scrim = ffi.load(assert(arg[1], "usage: luajit handles.lua LIBRARY"))
local CYCLES, KEPT, BATCH = 200000, 512, 256
local INVALID_HANDLE = -2
local TOP_BIT = 0x8000000000000000ULL

local options = ffi.new("scrim_text_options", { struct_size = ffi.sizeof("scrim_text_options"), capacity = 16 })
local kept, finalized = {}, 0

local function create()
    local out = ffi.new("scrim_text *[1]")
    assert(scrim.scrim_text_create(options, out) == 0)
    return out[0]
end

local function destroy(text)
    scrim.scrim_text_destroy(text)
    finalized = finalized + 1
end

for i = 1, CYCLES do
    local text = create()
    local bits = ffi.cast("uint64_t", text)
    assert(bits >= TOP_BIT, "a handle could be an address")
    kept[i % KEPT] = text
    if i % BATCH == 0 then
        collectgarbage()
        assert(tostring(text):find(("0x%s"):format(bit.tohex(bits)), 1, true), tostring(text))
        assert(text ~= nil and ffi.cast("void *", text) == text and ffi.cast("scrim_text *", bits) == text)
        assert(scrim.scrim_text_clear(text) == 0)
        scrim.scrim_text_destroy(text)
        assert(scrim.scrim_text_clear(text) == INVALID_HANDLE)
    else
        -- As bindings do it: the collector destroys what nothing refers to any more.
        kept[i % KEPT] = ffi.gc(text, destroy)
    end
end
kept = nil
collectgarbage()
collectgarbage()
assert(finalized == CYCLES - math.floor(CYCLES / BATCH), finalized)
print(("%d cycles, %d live handles"):format(CYCLES, tonumber(scrim.scrim_live_handles(0))))
