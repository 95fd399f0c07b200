// @vitest-environment jsdom
/** Defects that players met. Each test fails if its defect returns. */

import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ResultOut } from '../src/api/schema';
import { t } from '../src/app/i18n';
import { settings } from '../src/app/settings.svelte';
import Preferences from '../src/help/Preferences.svelte';
import ByTechnique from '../src/home/ByTechnique.svelte';
import { Guide } from '../src/learn/guide.svelte';
import { LESSONS, PUZZLE } from '../src/learn/lessons';
import { remember, results } from '../src/play/history';
import { framesOf, longestThoughts } from '../src/play/replay/frames';
import { listGames, newGame } from '../src/play/saved-games';
import { hardestFind } from '../src/play/session/skill';
import { Sender } from '../src/play/session/sender.svelte';
import { readGrid } from '../src/shared/core/grid-text';
import workerSource from '../src/app/offline/service-worker.js?raw';
import PlayerName from '../src/stats/PlayerName.svelte';
import { summarize, techniquesOf } from '../src/stats/summary';

const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const ALMOST = readGrid(SOLUTION.slice(0, 80) + '.');

let shown: Record<string, unknown> | undefined;

beforeEach(() => {
  localStorage.clear();
  settings.language = 'en';
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  vi.unstubAllGlobals();
});

function show<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): HTMLElement {
  shown = mount(component, { target: document.body, props });
  flushSync();
  return document.body;
}

/** Answer each request by its method and path. */
function serve(answers: Record<string, [number, unknown]>): void {
  const reply = (request: Request) => {
    const [status, body] = answers[`${request.method} ${new URL(request.url).pathname.slice('/api/v1'.length)}`]!;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  };
  vi.stubGlobal('fetch', reply);
}

const click = (page: HTMLElement, words: string): void =>
  [...page.querySelectorAll('button')].find((button) => button.textContent.trim() === words)!.click();

describe('a start by technique', () => {
  async function start(answer: [number, unknown]): Promise<HTMLElement> {
    serve({ 'GET /techniques': [200, [{ id: 'jellyfish' }, { id: 'swordfish' }]], 'POST /games': answer });
    const page = show(ByTechnique, {});
    const details = page.querySelector('details')!;
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
    const select = await vi.waitUntil(() => page.querySelectorAll('select')[1]);
    select.value = 'jellyfish';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    flushSync();
    click(page, 'Start');
    await vi.waitUntil(() => page.querySelector('[role=alert]'));
    return page;
  }

  test('without a puzzle says so at once and offers the nearest', async () => {
    const page = await start([404, { code: 'server.no-puzzle-needs', detail: { nearest: ['swordfish'] } }]);
    expect(page.querySelector('[role=alert] p')!.textContent).toBe(
      'There is no puzzle that needs Jellyfish. These come close:',
    );
    const game = { id: 'a', puzzle: SOLUTION.slice(0, 80) + '.', puzzle_id: null };
    serve({ 'POST /games': [200, game] });
    click(page, 'Swordfish');
    await vi.waitUntil(() => listGames().length === 1);
  });

  test('of a busy server does not say that there is no server', async () => {
    const page = await start([503, { code: 'server.busy' }]);
    expect(page.querySelector('[role=alert]')!.textContent).not.toContain('reach');
  });
});

describe('the name on the leaderboard', () => {
  async function save(name: string, status: number, code: string): Promise<string> {
    serve({ 'PATCH /player': [status, { code }] });
    const page = show(PlayerName, { player: { id: 'p', name: null, created: 1 }, onsaved: () => {} });
    const input = page.querySelector('input')!;
    input.value = name;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    click(page, 'Save');
    return vi.waitUntil(() => page.querySelector('[role=status]')!.textContent || undefined);
  }

  test.each(['🐼🐼', 'a name that is far too long for any table'])('%s: says what a name may be', async (name) => {
    expect(await save(name, 409, 'store.name-characters')).toBe(t('leaderboard.nameBad'));
  });

  test('says that a name is taken only if it is', async () => {
    expect(await save('Li', 409, 'server.name-taken')).toBe(t('leaderboard.nameTaken'));
  });
});

test('“Highlight flagged digits” is offered only where digits are flagged', () => {
  settings.check = 'end';
  const page = show(Preferences, {});
  expect(page.textContent).not.toContain('Highlight flagged digits');
  settings.check = 'rules';
  flushSync();
  expect(page.textContent).toContain('Highlight flagged digits');
  settings.check = 'end';
});

test('one clue is not “1 clues”', () => {
  expect(t('play.clues', { n: 1 })).toBe('1 clue');
  expect(t('enter.counts', { clues: 1, empty: 80 })).toBe('1 clue, 80 empty cells');
  expect(t('enter.counts', { clues: 80, empty: 1 })).toBe('80 clues, 1 empty cell');
});

test('the guide starts at the ringed cell, so that a first key rings no second one', () => {
  const guide = new Guide(readGrid(SOLUTION));
  const ringed = guide.cells.flatMap(({ tones }, cell) => (tones.includes('cause') ? [cell] : []));
  expect(ringed).toEqual([guide.current]);
  expect(guide.current).toBe(LESSONS[0]!.cell);
  expect(PUZZLE[guide.current]).toBe(0);
});

describe('the end of a game', () => {
  const finish = () =>
    newGame(ALMOST, { text: `${SOLUTION.slice(0, 80)}.\n74000 r9c9=9`, started: 1000, finished: true });

  test('has the same time in the result and in the statistics', async () => {
    const saved = finish();
    remember(saved);
    expect(results()[0]!.time).toBe(74_000);
    const result: Partial<ResultOut> = { time: 73_400, pending: false };
    serve({
      'POST /games': [200, { id: 'g' }],
      'POST /games/g/moves': [200, { length: 1, result }],
    });
    const sender = new Sender(saved);
    await sender.send();
    expect(sender.result!.time).toBe(73_400);
    expect(summarize(results()).get('own')!.best).toBe(73_400);
  });

  test('marks where the player thought longest in the replay, pauses and quick moves aside', () => {
    const moves = ['500 r9c9=1', '6500 r9c9=2', '8000 pause', '90000 resume', '92000 r9c9=3', '92100 r9c9=9'];
    const frames = framesOf([SOLUTION.slice(0, 80) + '.', ...moves].join('\n'));
    expect(longestThoughts(frames.filter(({ move }) => move !== 'pause' && move !== 'resume'))).toEqual([
      { index: 2, time: 6000 },
      { index: 3, time: 3500 },
    ]);
  });

  test('names the hardest technique that the player used, not the puzzle’s', () => {
    const lines = [
      '75000 x-wing found 1 9000',
      '75000 pointing found 2 9',
      '75000 xy-wing hint 1 0',
      '9 aic found 1 1',
    ];
    expect(hardestFind(lines, 75_000)).toBe('x-wing');
    expect(hardestFind(lines, 76_000)).toBeNull();
  });

  test('counts techniques for the statistics, the easiest first', () => {
    const lines = ['5 x-wing found 2 9000', '6 x-wing hint 1 0', '7 full-house found 4 2000', '8 aic lesson 1 0'];
    expect(techniquesOf(lines)).toEqual([
      { topic: 'full-house', found: 4, mean: 500, hints: 0 },
      { topic: 'x-wing', found: 2, mean: 4500, hints: 1 },
    ]);
  });
});

describe('the page on a bad network', () => {
  type Handler = (event: unknown) => void;

  /** Run the service worker with a cached page, and return how it answers a request for it. */
  function worker(network: () => Promise<Response>): () => Promise<Response> {
    const source = workerSource.replace('__FILES__', '[]').replace('__VERSION__', '1');
    const handlers: Record<string, Handler> = {};
    const cache = { match: () => Promise.resolve(new Response('kept')) };
    const scope = { addEventListener: (name: string, handler: Handler) => (handlers[name] = handler) };
    const run = new Function('self', 'caches', 'fetch', 'location', source);
    run(scope, { open: () => Promise.resolve(cache) }, network, { origin: 'http://here' });
    return () =>
      new Promise((resolve) => {
        const request = { method: 'GET', url: 'http://here/', mode: 'navigate' };
        handlers.fetch!({ request, respondWith: (answer: Promise<Response>) => resolve(answer) });
      });
  }

  test('comes from the cache when the network takes long or fails', async () => {
    vi.useFakeTimers();
    const silent = worker(() => new Promise(() => {}))();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await (await silent).text()).toBe('kept');
    vi.useRealTimers();
    expect(await (await worker(() => Promise.reject(new TypeError('no network')))()).text()).toBe('kept');
  });

  test('comes from the network when that answers in time', async () => {
    expect(await (await worker(() => Promise.resolve(new Response('new')))()).text()).toBe('new');
  });
});
