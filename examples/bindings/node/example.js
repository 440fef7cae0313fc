// SPDX-License-Identifier: MIT

// Uses addon.c. Its argument is the absolute path of the addon: node example.js $PWD/scrim.node
const { Text, redactRects, liveHandles } = require(process.argv[2]);

function attempt(call) {
  try {
    call();
  } catch (error) {
    console.log(`${error.code ?? "carried"}: ${error.message}`);
  }
}

const text = new Text(3, (count) => {
  if (count > 1) throw new Error("that was a paste");
  return true;
});
attempt(() => text.insert(Buffer.from("09")));
for (const digit of "270") text.insert(Buffer.from(digit));
console.log(text.masked());
attempt(() => text.insert(Buffer.from("1")));
text.close();

const pixels = new Uint8Array(8 * 8 * 4);
redactRects(pixels, 8, 8, Float64Array.of(2, 2, 4, 3));
const view = new DataView(pixels.buffer);
let covered = 0;
for (let i = 0; i < pixels.length; i += 4) covered += view.getUint32(i) === 0x202020ff;
console.log(`${covered} pixels are covered`);
console.log(`${liveHandles()} live handles`);
