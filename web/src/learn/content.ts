/** Lessons and drills from the server. What has been downloaded stays in the browser's cache, so that it works offline. */

import { answer, api } from '../api/client';
import type { DrillOut, LessonOut, PathOut } from '../api/schema';
import { settings, type Language } from '../app/settings.svelte';

const CACHE = 'lessons-1'; // not shudu-…: those belong to the service worker, which deletes old ones
const SET = 10; // drills

/** Ask the server and keep its answer; without the server, return the answer kept last. */
async function keep<Data>(key: string, ask: () => Promise<Data>): Promise<Data> {
  const address = `/learn-cache/${key}`;
  const cache = typeof caches === 'undefined' ? null : await caches.open(CACHE).catch(() => null);
  try {
    const data = await ask();
    void cache?.put(address, new Response(JSON.stringify(data))).catch(() => {});
    return data;
  } catch (error) {
    const kept = await cache?.match(address);
    if (kept) return (await kept.json()) as Data;
    throw error;
  }
}

const paths = new Map<Language, Promise<PathOut>>();

/** Return the path in the language of the page; asked for once. */
export function loadPath(): Promise<PathOut> {
  const { language } = settings;
  const known = paths.get(language);
  if (known) return known;
  const asked = keep(`path-${language}`, () => answer(api.GET('/learn/path', { params: { query: { language } } })));
  paths.set(language, asked);
  asked.catch(() => paths.delete(language));
  return asked;
}

/** Return the lesson of a topic with a set of drills. */
export function loadTopic(topic: string): Promise<LessonOut> {
  const { language } = settings;
  const query = { language, drills: SET };
  return keep(`${topic}-${language}`, () =>
    answer(api.GET('/learn/topics/{topic}', { params: { path: { topic }, query } })),
  );
}

/** Return a set of drills of several topics; without the server, from the lessons that were downloaded. */
export async function loadMixed(topics: readonly string[]): Promise<DrillOut[]> {
  const { language } = settings;
  try {
    return await answer(api.POST('/learn/drills', { body: { topics: [...topics], language } }));
  } catch (error) {
    const cache = typeof caches === 'undefined' ? null : await caches.open(CACHE).catch(() => null);
    const kept = await Promise.all(topics.map((topic) => cache?.match(`/learn-cache/${topic}-${language}`)));
    const lessons = (await Promise.all(kept.map((response) => response?.json()))) as (LessonOut | undefined)[];
    const drills = lessons.flatMap((lesson, index) => lesson?.drills[index % SET] ?? []);
    if (!drills.length) throw error;
    return drills;
  }
}

/** Download every lesson that is not here yet, one after the other. */
export async function download(topics: readonly string[], onprogress: (done: number) => void): Promise<void> {
  let done = 0;
  for (const topic of topics) {
    await loadTopic(topic);
    onprogress(++done);
  }
}
