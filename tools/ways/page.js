/* page.js ADDRESS SERVER - opens the page in Chromium, plays a first move of Go, then one of chess, and prints
 * what was loaded before the first move: at most 1.5 MB, and no network of another game.  Opens it
 * again, and once more after it has ended the process group SERVER. */
"use strict";
const assert = require("assert");
const { chromium } = require("playwright-core");

const limit = 1.5e6;

async function play(page, move) {
    const before = await page.evaluate(() => look.moves.length);
    await page.fill("#move", move);
    await page.press("#move", "Enter");
    await page.waitForFunction(n => look.moves.length >= n + 2, before, { timeout: 120000 });
}

const isReady = page => page.waitForFunction(() => /your turn/.test(document.querySelector("#status").textContent),
    null, { timeout: 120000 });

/* From the second visit on, the page needs no server. */
async function playOffline(browser, address, server) {
    const page = await (await browser.newContext()).newPage();
    await page.goto(address);
    await page.evaluate(() => Promise.race([navigator.serviceWorker.ready, /* all files are stored */
        new Promise((resolve, reject) => setTimeout(reject, 60000, "no service worker after a minute"))]));
    await page.reload();
    await isReady(page);
    process.kill(-server);
    await page.reload();
    await isReady(page);
    await play(page, "e5");
    console.log(`page: without a server, first answer ${await page.evaluate(() => look.moves[1][1])}`);
}

(async () => {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
        args: ["--no-sandbox"] });
    const context = await browser.newContext({ serviceWorkers: "block" }), page = await context.newPage();
    const loaded = [], errors = [];
    page.on("pageerror", error => errors.push(String(error)));
    page.on("response", response => response.ok() || errors.push(`${response.url()}: status ${response.status()}`));
    context.on("requestfinished", async request => {
        const { responseBodySize } = await request.sizes();
        loaded.push({ name: new URL(request.url()).pathname, bytes: responseBodySize });
    });
    for (let tries = 0; tries < 60 && !await page.goto(process.argv[2]).catch(() => null); tries++)
        await page.waitForTimeout(1000); /* the server is about to start */
    await isReady(page);
    await page.waitForTimeout(1000);
    const bytes = loaded.reduce((sum, file) => sum + file.bytes, 0);
    loaded.forEach(file => console.log(file.name, file.bytes));
    console.log(`page: before the first move ${(bytes / 1e6).toFixed(2)} MB`);
    await play(page, "e5");
    console.log(`page: first answer ${await page.evaluate(() => look.moves[1][1])}`);
    assert.ok(!loaded.some(file => /chess/.test(file.name)), "the network of chess is loaded before chess");
    await page.selectOption("#game", "chess");
    await page.waitForFunction(() => look.game === "chess" && look.moves.length === 0, null, { timeout: 60000 });
    await play(page, "e2e4");
    console.log(`page: chess answers ${await page.evaluate(() => look.moves[1][1])}`);
    await page.waitForTimeout(500);
    console.log("page: loaded later:", loaded.map(file => file.name).filter(name => /data/.test(name)).join(" "));
    assert.ok(loaded.some(file => /chess/.test(file.name)), "the network of chess is not loaded");
    assert.deepStrictEqual(errors, []);
    await playOffline(browser, process.argv[2], process.argv[3]);
    assert.ok(bytes > 1e5 && bytes <= limit, `${bytes} bytes before the first move: more than ${limit}`);
    process.exit(0);
})().catch(error => {
    console.log(error);
    process.exit(1);
});
