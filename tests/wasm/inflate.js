/* inflate.js SOURCES - tools/wasm/inflate.js returns what zlib returns: for each file of data/, at several
 * levels of compression; damaged and cut files end with an error, and without an endless loop. */
"use strict";
const assert = require("assert"), fs = require("fs"), path = require("path"), zlib = require("zlib");
const sources = path.resolve(process.argv[2]);
global.self = global;
require(path.join(sources, "tools/wasm/inflate.js"));

function check(packed, what) {
    const wanted = zlib.gunzipSync(packed);
    assert.ok(Buffer.from(inflateNow(new Uint8Array(packed))).equals(wanted), what);
}

const data = path.join(sources, "data");
for (const name of fs.readdirSync(data).filter(name => /\.(bin|net|nnue|gz)$/.test(name))) {
    const bytes = fs.readFileSync(path.join(data, name));
    if (name.endsWith(".gz"))
        check(bytes, name);
    else
        for (const level of [0, 1, 9])
            check(zlib.gzipSync(bytes, { level }), `${name}, level ${level}`);
}
for (const text of ["", "a", "ababababab"])
    check(zlib.gzipSync(text, { strategy: zlib.constants.Z_FIXED }), "fixed codes");

const sound = fs.readFileSync(path.join(data, "connect4.bin.gz"));
for (let i = 0; i < 300; i++) {
    const damaged = new Uint8Array(sound);
    damaged[20 + i * 7919 % (sound.length - 30)] ^= 1 << (i & 7);
    try {
        inflateNow(damaged); /* a changed literal is no fault of the format */
    } catch (error) {
        assert.match(error.message, /damaged gzip file/);
    }
}
assert.throws(() => inflateNow(new Uint8Array(sound.subarray(0, 5000))));
assert.deepStrictEqual([...inflateNow(new Uint8Array([1, 2, 3]))], [1, 2, 3]);
console.log("ok");
