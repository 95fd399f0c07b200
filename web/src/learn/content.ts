/** Lessons and drills from the server. What has been downloaded stays in the browser's cache, so that it works offline. */

import { answer, api } from '../api/client';
import type { DrillOut, LessonOut, PathOut } from '../api/schema';
import { settings, type Language } from '../app/settings.svelte';
import { shuffle } from '../shared/core/random';

const CACHE = 'lessons-1'; // not shudu-…: those belong to the service worker, which deletes old ones
const SET = 10; // drills
const MOST_KEPT = 40; // drills of a topic

const openCache = async (): Promise<Cache | null> =>
  typeof caches === 'undefined' ? null : caches.open(CACHE).catch(() => null);

/** Return what was kept under a name. */
async function find<Data>(key: string): Promise<Data | null> {
  const kept = await (await openCache())?.match(`/learn-cache/${key}`);
  return kept ? ((await kept.json()) as Data) : null;
}

/** Ask the server and keep its answer; without the server, return what was kept last. */
async function keep<Data>(
  key: string,
  ask: () => Promise<Data>,
  join: (fresh: Data, kept: Data) => Data = (fresh) => fresh,
): Promise<Data> {
  const kept = await find<Data>(key).catch(() => null);
  try {
    const data = await ask();
    const whole = kept ? join(data, kept) : data;
    void openCache()
      .then((cache) => cache?.put(`/learn-cache/${key}`, new Response(JSON.stringify(whole))))
      .catch(() => {}); // no room: the lesson is loaded again next time
    return data;
  } catch (error) {
    if (kept) return kept;
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

/** Return the lesson of a topic with a set of drills; without the server, a different choice of those kept each time. */
export async function loadTopic(topic: string, drills = SET): Promise<LessonOut> {
  const { language } = settings;
  const query = { language, drills };
  const lesson = await keep(
    `${topic}-${language}`,
    () => answer(api.GET('/learn/topics/{topic}', { params: { path: { topic }, query } })),
    (fresh, kept) => ({ ...fresh, drills: [...fresh.drills, ...kept.drills].slice(0, MOST_KEPT) }),
  );
  return { ...lesson, drills: lesson.drills.length > SET ? shuffle(lesson.drills).slice(0, SET) : lesson.drills };
}

/** Return a set of drills of several topics; without the server, from the lessons that were downloaded. */
export async function loadMixed(topics: readonly string[]): Promise<DrillOut[]> {
  const { language } = settings;
  try {
    return await answer(api.POST('/learn/drills', { body: { topics: [...topics], language } }));
  } catch (error) {
    const names = [...new Set(topics)];
    const lessons = await Promise.all(names.map((topic) => find<LessonOut>(`${topic}-${language}`)));
    const kept = new Map(names.map((topic, index) => [topic, shuffle(lessons[index]?.drills ?? [])]));
    const drills = topics.flatMap((topic) => kept.get(topic)!.shift() ?? []);
    if (!drills.length) throw error;
    return drills;
  }
}

/** Download every lesson that is not here yet, one after the other. */
export async function download(topics: readonly string[], onprogress: (done: number) => void): Promise<void> {
  let done = 0;
  for (const topic of topics) {
    await loadTopic(topic, 2 * SET);
    onprogress(++done);
  }
}
