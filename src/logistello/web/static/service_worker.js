/**
 * Keeps the page's files, so that an installed page opens while its server is away. The server has the last word whenever it
 * answers: nothing old is shown then, and what it says of games and positions (/api) is never kept.
 *
 * The server puts in which files there are and a name for their content: another content is another worker with a
 * cache of its own.
 */
const VERSION = "__VERSION__";
const FILES = __FILES__;
const CACHE = `logistello-${VERSION}`;
const PAGE = "/";
const LANGUAGES = "/static/js/languages/";

/** Of the tables of words the one of the browser; another one when it is fetched. */
const tables = FILES.filter((path) => path.startsWith(LANGUAGES));
const table = [...navigator.languages, "en"].map((each) => `${LANGUAGES}${each.slice(0, 2)}.json`).find((path) => tables.includes(path));
const KEPT = [...FILES.filter((path) => !tables.includes(path)), table];

self.addEventListener("install", (event) => {
  const fresh = [PAGE, ...KEPT].map((path) => new Request(path, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("logistello-") && name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const isPage = request.mode === "navigate";
  if (!isPage && !pathname.startsWith("/static/")) return;
  const kept = async () => (await caches.open(CACHE)).match(isPage ? PAGE : pathname);
  event.respondWith(fetched(request, pathname).catch(async (error) => (await kept()) ?? Promise.reject(error)));
});

async function fetched(request, pathname) {
  const answer = await fetch(request);
  if (answer.ok && tables.includes(pathname)) await (await caches.open(CACHE)).put(pathname, answer.clone());
  return answer;
}
