'use strict';
/* Stores the page for use offline, and adds the headers that allow a page to share memory, so that miai
   has threads from the second visit on. */

const cacheName = 'miai';
const files = ['./', 'index.html', 'style.css', 'shared.css', 'board.js', 'results.js', 'moves.js', 'curve.js',
  'engine.js', 'gtp.js', 'view.js', 'records.js', 'tree.js', 'findings.js', 'review.js', 'play.js', 'load.js', 'page.js', 'miai.js',
  'inflate.js', 'miai-program.js', 'miai.wasm.gz', 'miai-threads-program.js', 'miai-threads-program.worker.js', 'miai-threads.wasm.gz',
  'data/go.bin.gz', 'data/go_levels.bin.gz', 'data/go_weights.bin.gz']; // networks of other games: when they are used

self.addEventListener('install', event => {
  self.skipWaiting();
  event.waitUntil(caches.open(cacheName).then(cache => cache.addAll(files)));
});

self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));

function withIsolationHeaders(response) {
  if (response.status !== 200) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(response.body, {status: response.status, headers});
}

async function respond(request) {
  const cache = await caches.open(cacheName);
  try {
    const response = await fetch(request);
    if (response.ok) cache.put(request.url.replace(/#.*/, ''), response.clone());
    return withIsolationHeaders(response);
  } catch (error) {
    const found = await cache.match(request, {ignoreSearch: true});
    if (found) return withIsolationHeaders(found);
    throw error;
  }
}

self.addEventListener('fetch', event => {
  if (event.request.method === 'GET' && new URL(event.request.url).origin === self.location.origin)
    event.respondWith(respond(event.request));
});
