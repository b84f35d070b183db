/* page.js FOLDER [PICTURES] - the page of examples/web, built into FOLDER, in Chromium: each game is
 * played to its end by clicks at two widths, four of them by the keyboard alone; nothing is clipped, nothing
 * is complained of.  Needs playwright-core, and CHROMIUM or chromium.  AXE: the file axe.min.js of axe-core, which
 * then checks the page as well. */
"use strict";
const assert = require("assert");
const fs = require("fs");
const http = require("http");
const path = require("path");
const { chromium } = require("playwright-core");
const [folder, pictures] = process.argv.slice(2);
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/* As any server of files does it; isolated: with the headers by which memory may be shared. */
function serve(isolated) {
    const server = http.createServer((request, response) => {
        const name = path.join(folder, request.url.replace(/[?#].*/, "").replace(/\/$/, "/index.html"));
        fs.readFile(name, (error, bytes) => {
            response.writeHead(error ? 404 : 200, Object.assign(
                { "Content-Type": types[path.extname(name)] || "text/plain" },
                isolated ? { "Cross-Origin-Opener-Policy": "same-origin",
                    "Cross-Origin-Embedder-Policy": "require-corp" } : {}));
            response.end(error ? "" : bytes);
        });
    });
    return new Promise(resolve => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/* A page, and what its console complains of. */
async function open(browser, server, options) {
    const context = await browser.newContext(Object.assign({ serviceWorkers: "block" }, options));
    const page = await context.newPage(), trouble = [];
    page.on("console", message => message.type() === "error" && trouble.push(message.text()));
    page.on("pageerror", error => trouble.push(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => /to move/.test(document.querySelector("#status").textContent), null, { timeout: 60000 });
    return { context, page, trouble };
}

const statusOf = page => page.textContent("#status");

/* Waits until it is the person's turn, or the game has ended; the status. */
async function settled(page) {
    await page.waitForFunction(() => /over\. .|resigns|your turn|to move\.$/.test(
        document.querySelector("#status").textContent), null, { timeout: 120000 });
    return statusOf(page);
}

async function fits(page, what) {
    const [inner, wide] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    assert.ok(wide <= inner, `${what}: ${wide} pixels in ${inner}`);
    const out = await page.evaluate(() => [...document.querySelectorAll("button, select, svg, p, h1, h2, label")]
        .filter(e => e.getClientRects().length && !e.closest("#moves, dialog"))
        .filter(e => { const r = e.getBoundingClientRect(); return r.left < -1 || r.right > innerWidth + 1; })
        .map(e => e.outerHTML.slice(0, 80)));
    assert.deepStrictEqual(out, [], what);
}

/* Clicks on a point of the board, as its number. */
async function clickPoint(page, point) {
    const [x, y] = await page.evaluate(i => {
        const svg = document.querySelector("#board svg"), [u, v] = place(look, i), at = svg.createSVGPoint();
        at.x = u + .5;
        at.y = v + .5;
        const there = at.matrixTransform(svg.getScreenCTM());
        svg.scrollIntoViewIfNeeded && svg.scrollIntoViewIfNeeded();
        return [there.x, there.y];
    }, point);
    await page.mouse.click(x, y);
}

/* A legal move, by what the page shows: a seeded choice that passes where it can in a long game. */
let seed = 1;
const random = n => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };

/* Undefined where there is nothing but to pass. */
async function chosenMove(page, plies) {
    const moves = await page.evaluate(() => view.moves), points = moves.filter(m => m.to >= 0);
    return points.length < moves.length && plies > 40 ? undefined : points[random(points.length)];
}

async function clickMove(page, plies) {
    const move = await chosenMove(page, plies);
    if (!move) {
        await page.click("#extra button");
        return;
    }
    if (move.from >= 0)
        await clickPoint(page, move.from);
    await clickPoint(page, move.to);
    if (await page.evaluate(() => document.querySelector("#choice").open))
        await page.click("#choice button");
}

/* Keys alone: to a point by arrows, from where the cursor is. */
async function walkTo(page, to) {
    if (await page.evaluate(() => view.cursor) < 0)
        await page.keyboard.press("ArrowUp");
    const { w, cursor } = await page.evaluate(() => ({ w: look.w, cursor: view.cursor }));
    let at = cursor;
    for (; at % w > to % w; at--) await page.keyboard.press("ArrowLeft");
    for (; at % w < to % w; at++) await page.keyboard.press("ArrowRight");
    for (; at > to; at -= w) await page.keyboard.press("ArrowUp");
    for (; at < to; at += w) await page.keyboard.press("ArrowDown");
}

/* To the element with that name, from the board, by the key that goes from one to the next. */
async function tabTo(page, selector) {
    for (let i = 0; i < 40; i++) {
        if (await page.evaluate(s => document.activeElement.matches(s), selector)) return;
        await page.keyboard.press("Tab");
    }
    throw new Error(`no key leads to ${selector}`);
}

/* A move by keys: a piece taken and put down, a point, or the button that passes. */
async function keyMove(page, plies) {
    const move = await chosenMove(page, plies);
    if (!move) {
        await tabTo(page, "#extra button");
        await page.keyboard.press("Enter");
        await page.focus("#board");
        return;
    }
    for (const point of move.from >= 0 ? [move.from, move.to] : [move.to]) {
        await walkTo(page, point);
        await page.keyboard.press("Enter");
    }
    if (await page.evaluate(() => document.querySelector("#choice").open))
        await page.keyboard.press("Enter");
    assert.match(await page.textContent("#spoken"), /,|taken/);
}

async function play(page, game, move, settings) {
    await page.selectOption("#side", settings.side || "0");
    await page.selectOption("#game", game);
    await page.waitForFunction(name => look && look.game === name && look.moves.length < 2, game, { timeout: 60000 });
    await page.selectOption("#strength", { index: 0 });
    if (settings.size) {
        await page.selectOption("#size", settings.size);
        await page.waitForFunction(n => look.w === +n, settings.size);
    }
    for (let plies = 0; plies < 700; plies++) {
        const status = await settled(page);
        if (/over|resigns/.test(status))
            return `${status} (${await page.evaluate(() => look.moves.length)} moves)`;
        const before = await page.evaluate(() => look.moves.length);
        await move(page, plies);
        await page.waitForFunction(n => look.moves.length > n || /over|resigns|Error: /.test(
            document.querySelector("#status").textContent), before, { timeout: 120000 });
    }
    throw new Error(`${game} does not end`);
}

const games = [["tictactoe"], ["connect4"], ["othello", { size: "6" }], ["hex", { size: "7" }], ["gomoku"],
    ["chess"], ["go", { size: "7" }]];

async function picture(page, name) {
    if (pictures)
        await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

async function playAll(browser, server, width, dark) {
    const { page, trouble, context } = await open(browser, server,
        { viewport: { width, height: width < 500 ? 844 : 800 }, colorScheme: dark ? "dark" : "light" });
    for (const [game, settings] of games) {
        console.log(width, game, await play(page, game, clickMove, settings || {}));
        await fits(page, `${game}, ${width} wide`);
        await picture(page, `${game}-${width}`);
    }
    assert.deepStrictEqual(trouble, []);
    await context.close();
}

async function keyboard(browser, server) {
    const { page, trouble, context } = await open(browser, server, {});
    for (const game of ["tictactoe", "connect4", "othello", "chess"]) {
        const focused = async (page, plies) => {
            if (plies === 0) await page.focus("#board");
            await keyMove(page, plies);
        };
        console.log("keyboard", game, await play(page, game, focused, { size: game === "othello" && "6" }));
    }
    assert.deepStrictEqual(trouble, []);
    await context.close();
}

/* From opening the page to the answer to a first move. */
async function first(browser, server) {
    const began = Date.now();
    const { page, context, trouble } = await open(browser, server, {});
    await clickPoint(page, 40);
    await page.waitForFunction(() => look.moves.length === 2, null, { timeout: 60000 });
    console.log(`first answer after ${((Date.now() - began) / 1000).toFixed(1)} s`);
    await page.click("#analyse");
    await page.waitForFunction(() => document.querySelectorAll("#best li").length > 1 && view.own, null, { timeout: 60000 });
    await picture(page, "analysis");
    await page.click("#back");
    await page.waitForFunction(() => look.moves.length === 1);
    await page.click("#analyse");
    assert.deepStrictEqual(trouble, []);
    await context.close();
}

/* No finding of axe-core, if it is there. */
async function accessible(page, what) {
    if (!process.env.AXE) return;
    await page.addScriptTag({ path: process.env.AXE });
    const found = await page.evaluate(async () => (await axe.run()).violations.map(v => `${v.id}: ${v.nodes[0].html}`));
    assert.deepStrictEqual(found, [], what);
}

const loadText = (page, name, text) =>
    page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });

async function newGame(page, game) {
    await page.selectOption("#game", game);
    await page.waitForFunction(name => look.game === name && look.moves.length === 0, game);
}

async function typeMove(page, move) {
    const before = await page.evaluate(() => look.moves.length);
    await page.fill("#move", move);
    await page.press("#move", "Enter");
    await page.waitForFunction(n => look.moves.length > n, before);
}

/* Saved and loaded again, SGF and PGN. */
async function saveAndLoad(page) {
    for (const [game, moves] of [["go", ["e5", "c3", "pass"]], ["chess", ["e2e4", "e5", "Nf3"]]]) {
        await newGame(page, game);
        for (const move of moves) await typeMove(page, move);
        const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
        const name = download.suggestedFilename(), kept = await download.path();
        await page.click("#setup button");
        await page.waitForFunction(() => look.moves.length === 0);
        await loadText(page, name, fs.readFileSync(kept));
        await page.waitForFunction(n => look.moves.length === n, moves.length, { timeout: 60000 });
        console.log("record", name, await page.evaluate(() => look.moves.map(m => m[1]).join(" ")));
    }
}

/* Another move at an earlier position is a variation: listed, gone to by the keyboard, saved. */
async function variations(page) {
    const shown = () => page.evaluate(() => look.moves.map(m => m[1]).join(" "));
    const listed = () => page.evaluate(() => [...document.querySelectorAll("#variations button")].map(b => b.textContent));
    for (const [game, moves, expected, saved] of [
        ["go", ["e5", "c3", "g7", "d4"], ["2. D4"], /^\(;[^;]*\(?;B\[ee\]\s*\(;W\[cg\]\s*;B\[gc\]\)\s*\(;W\[df\]\)\)\s*$/],
        ["chess", ["e4", "e5", "Nf3", "c5"], ["1... c5"], /1\. e4 e5 \(1\.\.\. c5\) 2\. Nf3 \*/]]) {
        await newGame(page, game);
        for (const move of moves.slice(0, 3)) await typeMove(page, move);
        const main = await shown();
        await page.evaluate(() => goTo(1));
        await page.waitForFunction(() => look.moves.length === 1);
        await typeMove(page, moves[3]);
        const other = await shown();
        assert.deepStrictEqual(await listed(), expected);
        await page.click("#game-line");
        await page.keyboard.press("End");
        await page.waitForFunction(() => look.moves.length === 3);
        assert.strictEqual(await shown(), main);
        await page.focus("#variations button");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => look.moves.length === 2);
        assert.strictEqual(await shown(), other);
        await fits(page, `variations, ${game}`);
        await accessible(page, `variations, ${game}`);
        const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
        assert.match(fs.readFileSync(await download.path(), "utf8"), saved);
    }
}

/* A game of 289 moves, without captures. */
function longGame() {
    const letter = n => String.fromCharCode(97 + n), moves = [];
    for (let i = 0; i < 289; i++) {
        const at = i >> 1, row = Math.floor(at / 19);
        moves.push(`;${"BW"[i % 2]}[${letter(at % 19)}${letter(i % 2 ? 18 - row : row)}]`);
    }
    return `(;GM[1]SZ[19]${moves.join("")})`;
}

async function records(browser, server) {
    const { page, context, trouble } = await open(browser, server, { acceptDownloads: true });
    await page.selectOption("#side", "both");
    await variations(page);
    await saveAndLoad(page);
    for (const [name, text] of [["list.txt", "eggs, milk"], ["x.sgf", "<html>"], ["photo.png", "\x89PNG\r\n"]]) {
        await loadText(page, name, text);
        await page.waitForFunction(n => document.querySelector("#status").textContent.startsWith(`Error: ${n}`) &&
            /The page reads SGF/.test(document.querySelector("#status").textContent), name);
        assert.strictEqual(await page.evaluate(() => look.moves.length), 3); /* the game stays */
    }
    await loadText(page, "handicap.sgf", "(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee];B[ef])");
    await page.waitForFunction(() => /^handicap\.sgf: 2 moves/.test(document.querySelector("#status").textContent));
    assert.deepStrictEqual(await page.evaluate(() => look.moves), [[1, "E5"], [0, "E4"]]);
    await loadText(page, "long.sgf", longGame());
    await page.waitForFunction(() => /^long\.sgf: 289 moves/.test(document.querySelector("#status").textContent), null,
        { timeout: 60000 });
    assert.strictEqual(await page.evaluate(() => document.querySelectorAll(".moves button").length), 289);
    assert.deepStrictEqual(trouble, []);
    await context.close();
}

const opera = "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 " +
    "9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n";

const listed = page => page.evaluate(() => document.querySelector(".moves").textContent);

/* A review of a game: the curve, grades, reasons; another line and back; a new game forgets it all. */
async function review(browser, server) {
    const { page, context, trouble } = await open(browser, server, {});
    await loadText(page, "opera.pgn", opera);
    await page.waitForFunction(() => /^opera\.pgn: 33 moves/.test(document.querySelector("#status").textContent));
    assert.match(await listed(page), /^1e4e52Nf3d6.*12O-O-ORd8.*17Rd8#$/);
    assert.match(await page.textContent("#players"), /Morphy/);
    await page.selectOption("#pace", "0.1");
    await page.click("#review button");
    await page.waitForFunction(() => /^Reviewed: \d+ moves/.test(document.querySelector("#status").textContent), null, { timeout: 120000 });
    assert.match(await listed(page), /\?/);
    await page.keyboard.press("Home");
    for (let i = 0; i < 18; i++) await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => look.moves.length === 18);
    assert.match(await page.textContent("#said"), /^9\.\.\. b5/);
    for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await fits(page, `review, ${width} wide`);
        await accessible(page, `review, ${width} wide`);
        await picture(page, `review-${width}`);
    }
    await typeMove(page, "Be2");
    assert.deepStrictEqual(await page.evaluate(() => [line.length, mainLine().length]), [19, 33]);
    await page.click("#game-line");
    await page.waitForFunction(() => line.length === 33 && look.moves.length === 18);
    await page.click("#setup button");
    await page.waitForFunction(() => look.moves.length === 0);
    for (const id of ["said", "curve", "report", "players", "ownerLabel"])
        assert.strictEqual(await page.evaluate(name => $(name).hidden, id), true, id);
    assert.deepStrictEqual(trouble, []);
    await context.close();
}

/* Hint, taking back, resigning, and the board turned for the second player of chess. */
async function helps(browser, server) {
    const { page, context, trouble } = await open(browser, server, {});
    const says = text => page.waitForFunction(t => new RegExp(t).test(document.querySelector("#status").textContent), text, { timeout: 60000 });
    await newGame(page, "chess");
    await says("your turn");
    await page.selectOption("#strength", { index: 0 });
    await typeMove(page, "Nf3");
    await page.waitForFunction(() => look.moves.length === 2, null, { timeout: 60000 });
    await page.click("#hint");
    await says("^Hint: \\S+\\. White then has \\d+ %");
    await page.click("#draw");
    await says("^miai declines the draw\\. White to move: your turn");
    assert.match(await page.textContent("#kind"), /Evaluation: built-in weights/);
    await page.click("#resign");
    await says("^You resign: Black wins");
    await page.click("#takeback");
    await says("your turn");
    assert.strictEqual(await page.evaluate(() => look.moves.length), 2);
    await page.click("#takeback");
    await page.waitForFunction(() => look.moves.length === 0 && line.length === 0);
    await page.selectOption("#side", "1");
    await page.click("#setup button");
    await page.waitForFunction(() => look.moves.length === 1 && view.turned, null, { timeout: 60000 });
    assert.match(await page.evaluate(() => document.querySelector("#board svg").innerHTML), />h<.*>a<.*>1<.*>8</);
    assert.deepStrictEqual(trouble, []);
    await context.close();
}

/* Life and death of a group that is clicked; by the keyboard; an empty point; Escape. */
async function life(browser, server)
{
    const corner = "(;GM[1]SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei]PL[B])";
    const {page, context, trouble} = await open(browser, server, {});
    const says = text =>
        page.waitForFunction(t => new RegExp(t).test(document.querySelector("#status").textContent),
                             text, {timeout : 60000});
    await loadText(page, "corner.sgf", corner);
    await page.waitForFunction(() => look.pieces[72 + 3] !== ".");
    await page.click("#life");
    await clickPoint(page, 72 + 3);
    await says(
        "^The group at D1: If Black plays first, it is dead: B1. If White plays first, it is alive: B1.$");
    assert.strictEqual(await page.evaluate(() => look.moves.length), 0);
    await page.setViewportSize({width : 390, height : 800});
    await fits(page, "life and death, 390 wide");
    await accessible(page, "life and death, 390 wide");
    await page.click("#life");
    assert.strictEqual(await page.getAttribute("#life", "aria-pressed"), "true");
    await page.keyboard.press("Enter");
    await says("^The group at D1: ");
    await page.click("#life");
    await clickPoint(page, 0);
    await says("^A9 is empty; there is no group.$");
    await page.click("#life");
    await page.keyboard.press("Escape");
    await says("^Black to move.$");
    await newGame(page, "chess");
    assert.strictEqual(await page.evaluate(() => $("life").hidden), true);
    assert.deepStrictEqual(trouble, []);
    await context.close();
}

/* Where the program is not there, the page says so, also if that is known before the page has come. */
async function missing(browser, server) {
    const context = await browser.newContext({ serviceWorkers: "block" }), page = await context.newPage();
    await page.route(/\.wasm/, route => route.fulfill({ status: 404, body: "" }));
    await page.route(/page\.js/, route => setTimeout(() => route.continue(), 1000));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => /miai says: .*miai\.wasm.*404/.test(
        document.querySelector("#status").textContent), null, { timeout: 60000 });
    await context.close();
}

/* miai answers a first move of the game. */
async function answered(page, game) {
    await page.waitForFunction(() => look && /your turn/.test(document.querySelector("#status").textContent), null, { timeout: 60000 });
    if (await page.evaluate(() => look.game) !== game) {
        await page.selectOption("#game", game);
        await page.waitForFunction(name => look.game === name && look.moves.length === 0, game, { timeout: 60000 });
    }
    await clickMove(page, 0);
    await page.waitForFunction(() => look.moves.length === 2, null, { timeout: 60000 })
        .catch(async () => { throw new Error(`${game}: ${await page.textContent("#status")}`); });
}

/* Once it was there, it is there without a server, and has threads. */
async function offline(browser, server) {
    const { page, context } = await open(browser, server, { serviceWorkers: "allow" });
    await page.evaluate(() => Promise.race([navigator.serviceWorker.ready, /* all files are stored */
        new Promise((resolve, reject) => setTimeout(reject, 60000, "no service worker after a minute"))]));
    await page.reload();
    await answered(page, "othello"); /* its weights are stored now */
    server.close();
    server.closeAllConnections();
    await page.reload();
    await page.waitForFunction(() => /your turn/.test(document.querySelector("#status").textContent), null, { timeout: 60000 });
    assert.strictEqual(await page.evaluate(() => crossOriginIsolated), true);
    await answered(page, "go");
    await answered(page, "othello");
    assert.ok(!/cannot load/.test(await page.textContent("#status")), await page.textContent("#status"));
    console.log("offline:", await page.textContent("#kind"));
    await context.close();
}

(async () => {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
        args: ["--no-sandbox"] });
    const plain = await serve(false), isolated = await serve(true);
    const only = process.env.ONLY ? process.env.ONLY.split(" ") : ["first", "missing", "records", "review", "helps", "life", "keyboard",
        "wide", "narrow", "offline"];
    const steps = {
        first: async () => { await first(browser, plain); await first(browser, isolated); },
        missing: () => missing(browser, plain),
        records: () => records(browser, plain),
        review: () => review(browser, isolated),
        helps: () => helps(browser, plain),
        life: () => life(browser, plain),
        keyboard: () => keyboard(browser, plain),
        wide: () => playAll(browser, isolated, 1280, false),
        narrow: () => playAll(browser, plain, 390, true),
        offline: () => offline(browser, plain),
    };
    for (const step of only)
        await steps[step]();
    console.log("ok");
    process.exit(0);
})().catch(error => {
    console.log(error);
    process.exit(1);
});
