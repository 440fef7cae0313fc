# SPDX-License-Identifier: MIT
"""Handles in languages whose garbage collectors look at pointers: each program makes and destroys 200,000 of them while it collects.
And the examples of docs/how-to/bindings.md, which all print the same.

SCRIM_BUILD names another build folder than build/.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILD = ROOT / os.environ.get("SCRIM_BUILD", "build")
LIBRARY = BUILD / "libscrim.so"
JNA = Path("/usr/share/java/jna.jar")
NODE_HEADERS = Path("/usr/include/node")
EXAMPLES = ROOT / "examples/bindings"
API = ROOT / "bindings/scrim-api.json"
PASSED = "200000 cycles, 0 live handles\n"
# A callback that fails is carried over the frames of C, an error has its name and message, and everything is destroyed.
SHOWN = """\
carried: that was a paste
●●●
SCRIM_ERROR_FULL: the text has no room for the bytes; nothing was inserted
12 pixels are covered
0 live handles
"""

# The callback looks at its text, tries to change it, and ends its goroutine, as testing.T.FailNow does. Later calls work.
GOEXIT = """\
func main() {
	calls := 0
	var text *Text
	text = NewText(3, func(count uint64) bool {
		if calls++; calls > 1 {
			return true
		}
		fmt.Println(C.GoString(C.scrim_status_name(C.scrim_text_clear(text.handle))))
		fmt.Println(len(text.Masked()), len(text.Masked()))
		runtime.Goexit()
		return true
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = text.Insert([]byte("1"))
		fmt.Println("Insert returned")
	}()
	<-done
	fmt.Println("ended")
	must(text.Insert([]byte("2")))
	fmt.Println(calls, len([]rune(text.Masked())))
	C.scrim_text_destroy(text.handle)
	fmt.Println(C.scrim_live_handles(C.SCRIM_HANDLE_ANY), "live handles")
}
"""
# The callback calls Insert on its own text, which is refused, and ends then.
NESTED = """\
func main() {
	calls := 0
	var text *Text
	text = NewText(3, func(count uint64) bool {
		fmt.Println("inside:", text.Insert([]byte("1")) != nil)
		if calls++; calls == 2 {
			panic("the second one")
		}
		return true
	})
	must(text.Insert([]byte("2")))
	func() {
		defer func() { fmt.Println("carried:", recover()) }()
		_ = text.Insert([]byte("3"))
	}()
	fmt.Println(len([]rune(text.Masked())))
	C.scrim_text_destroy(text.handle)
}
"""
# A text that its own function mentions is collected. Another one, which is still used, keeps its function.
COLLECTED = """
local kept = Text.new(3, function() return true end)
for _ = 1, 50 do
    local text
    text = Text.new(3, function() return #text:masked() == 0 end)
    text:insert(ffi.new("char[1]", "7"), 1)
end
for _ = 1, 4 do collectgarbage() end
kept:insert(ffi.new("char[1]", "7"), 1)
print(kept:masked(), tonumber(C.scrim_live_handles(api.SCRIM_HANDLE_ANY)))
"""


def need(*tools: str | Path) -> None:
    """Skips the test where a tool is missing. `script/bootstrap` installs all of them."""
    missing = [str(tool) for tool in tools if not shutil.which(tool) and not Path(tool).is_file()]
    if missing:
        pytest.skip(f"{' and '.join(missing)} missing: script/bootstrap installs what this test needs")


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=600)


def passes(*command: str | Path, **environment: str) -> str:
    result = run(*command, **environment)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


def build_go(program: Path, source: Path) -> Path:
    need("go", "gcc")
    passes(
        "go", "build", "-o", program, source,
        CGO_ENABLED="1", CGO_CFLAGS=f"-I{ROOT / 'include'}", CGO_LDFLAGS=f"-L{BUILD} -lscrim",
        GO111MODULE="off", GOCACHE=str(BUILD / "go-cache"), GOFLAGS="",
    )  # fmt: skip
    return program


@pytest.fixture(scope="module")
def go_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_go(tmp_path_factory.mktemp("go") / "handles", HERE / "handles.go")


def test_go_keeps_handles_in_pointers(go_program: Path) -> None:
    assert passes(go_program, LD_LIBRARY_PATH=str(BUILD)) == PASSED


def test_go_aborts_where_a_handle_could_be_an_address(go_program: Path) -> None:
    """The same program finds handles that lack the top bit, so it would have found them in the library."""
    result = run(go_program, "addresses", LD_LIBRARY_PATH=str(BUILD))
    assert result.returncode == 2
    # The garbage collector comes upon the value, or printing does, whichever is first.
    assert re.search("found bad pointer in Go heap|invalid notinheap pointer", result.stderr), result.stderr


def test_luajit_keeps_handles_in_pointers() -> None:
    need("luajit")
    assert passes("luajit", HERE / "handles.lua", LIBRARY) == PASSED


def test_java_keeps_handles_in_pointers(tmp_path: Path) -> None:
    need("java", "javac", JNA)
    passes("javac", "-cp", JNA, "-d", tmp_path, HERE / "Handles.java")
    assert passes("java", "-cp", f"{JNA}:{tmp_path}", "Handles", LIBRARY) == PASSED


def test_go_example(tmp_path: Path) -> None:
    program = build_go(tmp_path / "example", EXAMPLES / "go/main.go")
    # The strictest check that Go has of the pointers that it passes to C.
    assert passes(program, LD_LIBRARY_PATH=str(BUILD), GODEBUG="cgocheck=2") == SHOWN


@pytest.mark.parametrize(
    ("main", "shown"),
    [
        (GOEXIT, "SCRIM_ERROR_BUSY\n0 0\nended\n2 1\n0 live handles\n"),
        (NESTED, "inside: true\ninside: true\ncarried: the second one\n1\n"),
    ],
    ids=["ends its goroutine", "inserts itself"],
)
def test_go_example_survives_a_callback_that(tmp_path: Path, main: str, shown: str) -> None:
    binding = (EXAMPLES / "go/main.go").read_text().partition("func main() {")[0]
    source = tmp_path / "main.go"
    source.write_text(binding + main)
    program = build_go(tmp_path / "program", source)
    assert passes(program, LD_LIBRARY_PATH=str(BUILD), GODEBUG="cgocheck=2") == shown


@pytest.fixture(scope="module")
def lua_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    need("luajit")
    folder = tmp_path_factory.mktemp("luajit")
    (folder / "scrim_api.lua").write_text(passes(sys.executable, EXAMPLES / "luajit/declarations.py", API))
    return f"{folder}/?.lua"


def test_luajit_example(lua_path: str) -> None:
    assert passes("luajit", EXAMPLES / "luajit/example.lua", LIBRARY, LUA_PATH=lua_path) == SHOWN


def test_luajit_example_lets_the_collector_destroy_a_text_that_its_function_mentions(lua_path: str, tmp_path: Path) -> None:
    program = tmp_path / "collected.lua"
    program.write_text((EXAMPLES / "luajit/example.lua").read_text().partition("\nlocal text = Text.new(")[0] + COLLECTED)
    assert passes("luajit", program, LIBRARY, LUA_PATH=lua_path) == "●\t1\n"


def test_declarations_for_luajit_agree_with_the_headers(lua_path: str) -> None:
    structs = json.loads(API.read_text())["structs"]
    offsets = [(s["name"], f["name"], f["offset"]) for s in structs for f in s["fields"]] + [(s["name"], "", s["size"]) for s in structs]
    lines = ["local ffi, api = require('ffi'), require('scrim_api')"]
    lines += [f"print('{s}', '{f}', {f'ffi.offsetof({s!r}, {f!r})' if f else f'ffi.sizeof({s!r})'})" for s, f, _ in offsets]
    lines += ["print(api.SCRIM_NEVER, api.SCRIM_ERROR_FULL, api.SCRIM_VERSION_STRING)"]
    printed = passes("luajit", "-e", "\n".join(lines), LUA_PATH=lua_path).splitlines()
    version = json.loads(API.read_text())["version"]
    assert printed == ["\t".join(map(str, row)) for row in offsets] + [f"18446744073709551615ULL\t-12\t{version}"]


def test_java_example(tmp_path: Path) -> None:
    need("java", "javac", JNA)
    passes("javac", "-Xlint:all", "-Werror", "-cp", JNA, "-d", tmp_path, EXAMPLES / "java/Scrim.java", EXAMPLES / "java/Example.java")
    assert passes("java", "-cp", f"{JNA}:{tmp_path}", "Example", LIBRARY) == SHOWN


@pytest.fixture(scope="module")
def addon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("gcc", "node", NODE_HEADERS / "node_api.h")
    path = tmp_path_factory.mktemp("node") / "scrim.node"
    passes(
        "gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", f"-I{ROOT / 'include'}", "-isystem", NODE_HEADERS,
        EXAMPLES / "node/addon.c", "-o", path, f"-L{BUILD}", "-lscrim", f"-Wl,-rpath,{BUILD}",
    )  # fmt: skip
    return path


def test_node_example(addon: Path) -> None:
    assert passes("node", EXAMPLES / "node/example.js", addon) == SHOWN


def test_node_destroys_what_is_collected_and_carries_any_value(addon: Path) -> None:
    program = """
        const { Text, liveHandles } = require(process.argv[1]);
        for (let i = 0; i < 200; i++) {
            try {
                new Text(4, () => { gc(); throw i; }).insert(Buffer.from("1"));
            } catch (thrown) {
                if (thrown !== i) console.log("lost", i, thrown);
            }
            if (i == 99) console.log(liveHandles() > 0);
        }
        setTimeout(() => { gc(); setTimeout(() => console.log(liveHandles()), 10); }, 10);
    """
    assert passes("node", "--expose-gc", "-e", program, addon) == "true\n0\n"


@pytest.mark.parametrize("lose", ["buffer.resize(0)", "structuredClone(buffer, { transfer: [buffer] }); buffer = null; gc()"])
def test_node_inserts_bytes_that_its_callback_takes_away(addon: Path, lose: str) -> None:
    program = """
        const { Text } = require(process.argv[1]);
        let buffer = new ArrayBuffer(65536, { maxByteLength: 1 << 20 });
        const bytes = new Uint8Array(buffer, 0, 128).fill(0x61);
        const text = new Text(0, () => { LOSE; return true; });
        text.insert(bytes);
        console.log(bytes.length, text.masked().length);
        try {
            text.insert(new Uint8Array(1000));
        } catch (error) {
            console.log(error.code);
        }
    """
    assert passes("node", "--expose-gc", "-e", program.replace("LOSE", lose), addon) == "0 128\nSCRIM_ERROR_FULL\n"


@pytest.mark.parametrize("count", [1, 7])
def test_node_refuses_a_box_that_lacks_numbers(addon: Path, count: int) -> None:
    program = """
        const { redactRects } = require(process.argv[1]);
        try {
            redactRects(new Uint8Array(256), 8, 8, new Float64Array(COUNT).fill(2));
        } catch (error) {
            console.log(error.name, error.message);
        }
    """
    shown = "TypeError redactRects(Uint8Array, width, height, Float64Array of four numbers for each box)\n"
    assert passes("node", "-e", program.replace("COUNT", str(count)), addon) == shown
