// Keeps the app in the browser, so that it works without the network. The build fills in the list of its files.
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
  // The last version before this one stays: a page that is open since then has screens yet to load. Keys come in order of age.
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

// Files under assets/ never change: their names carry a hash of what is in them.
const keptFirst = async (request) => (await kept(request)) ?? fetch(request);

// Of this version before any other.
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
