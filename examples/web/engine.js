'use strict';
/* Starts the engine before the rest of the page has loaded, because the program takes longest. */

const sharesMemory = Miai.mayShareMemory();
const threads = sharesMemory ? Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1)) : 1;
const gtp = new Gtp(['--game=go', '--size=9', '--memory=64', `--threads=${threads}`, 'gtp']);
