/* check.js PACKAGE yes|no - the package as a program of JavaScript's uses it, with threads or
 * without: what the dialogues of the other scripts, which are held through pipes, do not show. */
"use strict";
const assert = require("assert");
const path = require("path");
const miai = require(path.resolve(process.argv[2], "miai.js"));
const threads = process.argv[3] === "yes";
const zlib = require("zlib");

/* An engine; wait(pattern) is the next line like that, and fails after some seconds. */
function start(...args) {
    const engine = miai.start({ args, threads }), lines = [], errors = [];
    let look = () => {};
    engine.onmessage = line => {
        lines.push(line);
        look();
    };
    engine.onerror = line => errors.push(line);
    const wait = (pattern, seconds = 20) => new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(
            `no ${pattern} but ${lines.slice(-5).join("|")} ${errors.join("|")}`)), seconds * 1000);
        look = () => {
            while (lines.length > 0) {
                const line = lines.shift();
                if (pattern.test(line)) {
                    look = () => {};
                    clearTimeout(late);
                    resolve(line);
                    return;
                }
            }
        };
        look();
    });
    return { engine, lines, errors, wait, say: line => engine.postMessage(line) };
}

const sleep = seconds => new Promise(resolve => setTimeout(resolve, seconds * 1000));

/* While it searches without a bound it answers, and stops when it is told to. */
async function uci() {
    const { engine, wait, say } = start("uci");
    say("position startpos\ngo infinite");
    await wait(/^info depth [1-9]/);
    say("isready");
    await wait(/^readyok$/, 5);
    say("stop");
    await wait(/^bestmove [a-h]/, 5);
    say("quit");
    assert.strictEqual(await engine.exited, 0);
}

/* An analysis goes on until a line comes, and several lines in a message are several. */
async function gtp() {
    const { engine, wait, say } = start("--game=go", "gtp");
    say("boardsize 9\nkata-analyze 10 ownership true");
    await wait(/^info move .* ownership /);
    await sleep(0.3);
    say("7 name");
    assert.strictEqual(await wait(/^=7/, 5), "=7 miai");
    say("genmove b");
    await wait(/^= [A-J][1-9]$/);
    engine.end();
    assert.strictEqual(await engine.exited, 0);
}

/* Several threads search, even if they take turns. */
async function crowd() {
    const { engine, wait, say } = start("--threads=3", "--playouts=300", "--network=none", "gtp");
    say("boardsize 5\ngenmove b\nmiai-stats");
    await wait(/^= [A-E][1-5]$/);
    await wait(/^playouts 30[0-9]$/);
    engine.terminate();
    assert.strictEqual(await engine.exited, null);
}

/* Two at once know nothing of each other. */
async function pair() {
    const one = start("--game=othello", "gtp"), other = start("--game=hex", "gtp");
    one.say("list_games");
    one.say("miai-param game");
    other.say("miai-param game");
    await other.wait(/^= hex$/);
    await one.wait(/^= othello$/);
    one.engine.terminate();
    other.engine.terminate();
    assert.strictEqual(await one.engine.exited, null);
}

/* A long line is refused, and the next one is read. */
async function long() {
    const { engine, wait, say } = start("gtp");
    say("x".repeat(1e7));
    await wait(/^\? /);
    say("3 name");
    await wait(/^=3 miai$/);
    engine.terminate();
    assert.strictEqual(await engine.exited, null);
}

/* A file is there, packed or not; a name may have letters of more than one byte. */
async function files() {
    const { engine, wait, say, errors } = start("gtp");
    const record = Buffer.from("(;GM[1]SZ[9];B[ee])");
    engine.writeFile("/a.sgf", record);
    engine.writeFile("/棋.sgf", zlib.gzipSync(record));
    say("loadsgf /a.sgf\n1 printsgf");
    await wait(/^;B\[ee\]/);
    say("clear_board\n2 loadsgf /棋.sgf");
    await wait(/^=2/);
    engine.terminate();
    assert.deepStrictEqual(errors, []);
}

/* What is wrong with the command line is said, with the status that a shell would have. */
async function wrong() {
    const { engine, errors } = start("--nonsense");
    assert.strictEqual(await engine.exited, 2);
    assert.match(errors.join(), /unknown option: --nonsense/);
}

(async () => {
    for (const test of [uci, gtp, crowd, pair, long, files, wrong]) {
        await test();
        console.log(`ok ${test.name}`);
    }
})().catch(error => {
    console.log(error);
    process.exit(1);
}).then(() => process.exit());
