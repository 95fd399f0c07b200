// Caches the app so that it works offline. The build fills in the list of files.
const FILES = __FILES__;
const CACHE = `shudu-${__VERSION__}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  // Keep the previous version: a page opened before the update may still load screens from it. Keys are in order of creation.
  const old = (names) => names.filter((name) => name.startsWith('shudu-') && name !== CACHE).slice(0, -1);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.includes('/api/')) return;
  event.respondWith(url.pathname.includes('/assets/') ? keptFirst(request) : newestFirst(request));
});

// Files under assets/ never change: their names contain a hash of their content.
const keptFirst = async (request) => (await kept(request)) ?? fetch(request);

// Look in this version's cache before any other.
const kept = async (request) => (await (await caches.open(CACHE)).match(request)) ?? caches.match(request);

async function newestFirst(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = (await kept(request)) ?? (request.mode === 'navigate' ? await kept('./') : undefined);
    if (found) return found;
    throw error;
  }
}
