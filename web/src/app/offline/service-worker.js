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

const PATIENCE = 1500; // milliseconds

// The newest version, or the cached one if the network fails or takes long. Unknown addresses are not cached: they wait.
async function newestFirst(request) {
  const fresh = fetch(request);
  const cached = await kept(request);
  if (cached) {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, cached));
    return Promise.race([fresh.catch(() => cached), late]);
  }
  try {
    return await fresh;
  } catch (error) {
    const page = request.mode === 'navigate' ? await kept('./') : undefined;
    if (page) return page;
    throw error;
  }
}
