-- SPDX-License-Identifier: MIT

-- A binding in LuaJIT: a text with a callback that raises an error, and a redacted picture. Its argument is the path of the library.
-- To run it: python3 declarations.py /usr/share/scrim/scrim-api.json >scrim_api.lua && luajit example.lua libscrim.so.0
local ffi = require("ffi")
local api = require("scrim_api") -- written by declarations.py: the declarations, and the constants as a table
local C = ffi.load(arg[1])

local function check(status)
    if status ~= 0 then
        error(ffi.string(C.scrim_status_name(status)) .. ": " .. ffi.string(C.scrim_status_message(status)), 0)
    end
end

local function initialized(type)
    local struct = ffi.new(type)
    check(C[type .. "_init"](struct, ffi.sizeof(struct)))
    return struct
end

-- LuaJIT has room for a limited number of callbacks and frees none of them. So all texts share one, and user_data selects the text.
-- The table is weak. Otherwise, a text that its own function mentions would never be collected, and its secret never wiped.
local deciders, keys, failure = setmetatable({}, { __mode = "v" }), 0, nil
local should_change = ffi.cast("scrim_text_change_fn", function(change, user_data)
    local decide = deciders[tonumber(ffi.cast("uintptr_t", user_data))]
    local ok, answer = pcall(decide, tonumber(change.count))
    if not ok then
        failure = { answer } -- an error must not unwind the stack frames of C
    end
    return ok and answer and 1 or 0
end)

local Text = {}
Text.__index = Text

function Text.new(max_clusters, decide)
    local options, callbacks = initialized("scrim_text_options"), initialized("scrim_text_callbacks")
    options.max_clusters, callbacks.should_change = max_clusters, should_change
    local out = ffi.new("scrim_text *[1]")
    check(C.scrim_text_create(options, out))
    keys = keys + 1
    deciders[keys] = decide
    -- The collector runs in the thread of the Lua state that uses the text, so it may destroy it.
    local text = setmetatable({ handle = ffi.gc(out[0], C.scrim_text_destroy), key = keys, decide = decide }, Text)
    check(C.scrim_text_set_callbacks(text.handle, callbacks, ffi.cast("void *", text.key), nil))
    return text
end

-- Takes a buffer, which the caller can wipe. Strings cannot be wiped.
function Text:insert(buffer, length)
    local status = C.scrim_text_insert(self.handle, buffer, length)
    if failure then
        local raised = failure[1]
        failure = nil
        error(raised, 0) -- the stack frames of C are gone, so the error continues
    end
    check(status)
end
jit.off(Text.insert) -- compiled code cannot be called back

-- Asks for the length first. The mask of an empty text is empty.
function Text:masked()
    local length = ffi.new("size_t[1]")
    local status = C.scrim_text_copy_masked(self.handle, nil, 0, length)
    if status ~= api.SCRIM_ERROR_BUFFER_TOO_SMALL then
        check(status)
        return ""
    end
    local buffer = ffi.new("char[?]", length[0])
    check(C.scrim_text_copy_masked(self.handle, buffer, length[0], length))
    return ffi.string(buffer, length[0])
end

function Text:close()
    C.scrim_text_destroy(ffi.gc(self.handle, nil))
    deciders[self.key] = nil
end

local text = Text.new(3, function(count)
    return count == 1 or error("that was a paste", 0)
end)
print("carried: " .. select(2, pcall(text.insert, text, ffi.new("char[2]", "09"), 2)))
for digit in ("270"):gmatch(".") do
    text:insert(ffi.new("char[1]", digit:byte()), 1)
end
print(text:masked())
print(select(2, pcall(text.insert, text, ffi.new("char[1]", "1"), 1)))
text:close()

local pixels, rects, style = ffi.new("uint32_t[64]"), ffi.new("scrim_rect[1]", { { 2, 2, 4, 3 } }), initialized("scrim_style")
style.color = 0x202020FF
check(C.scrim_redact_rects(pixels, 8 * 4, api.SCRIM_FORMAT_RGBA, 8, 8, rects, 1, style, nil))
local covered = 0
for i = 0, 63 do
    covered = covered + (pixels[i] == 0xFF202020 and 1 or 0)
end
print(covered .. " pixels are covered")
print(tonumber(C.scrim_live_handles(api.SCRIM_HANDLE_ANY)) .. " live handles")
