import { expect, test, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { writeLine } from '../src/shared/core/grid-text';
import { selectMoments } from '../src/lab/export/moments';
import { Player, type Pace } from '../src/lab/player/player.svelte';
import { Run } from '../src/lab/player/run.svelte';

const GOLDEN = new URL('../../tests/data/traces/', import.meta.url);
const words = { zh: '', en: '' };
const code = (id: string) => ({ id, name: words, about: words, lines: [], ids: [] });

/** A run that receives a golden file in chunks. */
async function received(name: string, size = 333, cut = 0): Promise<Run> {
  const bytes = new Uint8Array(readFileSync(new URL(`${name}.trace`, GOLDEN)));
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (let at = 0; at < bytes.length - cut; at += size)
        stream.enqueue(bytes.slice(at, Math.min(at + size, bytes.length - cut)));
      stream.close();
    },
  });
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  const run = new Run(code(name), { path: 'trace', body: { puzzle: '' } });
  await run.receive();
  return run;
}

/** Animation frames controlled by the test. */
function frames(): (milliseconds: number) => void {
  let now = 0;
  let waiting: FrameRequestCallback[] = [];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => waiting.push(call));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  return (milliseconds) => {
    now += milliseconds;
    const due = waiting;
    waiting = [];
    for (const call of due) call(now);
  };
}

test('a run is received in chunks; a truncated one is reported', async () => {
  const run = await received('mrv-minimal');
  expect(run.phase).toBe('done');
  expect(run.length).toBe(run.trace!.length);
  expect(run.tree.length).toBe(run.trace!.stats(run.length).nodes);
  expect((await received('mrv-minimal', 100, 10)).phase).toBe('cut');
});

test('a busy server is reported only for runs that the page cannot make itself', async () => {
  const problem = { code: 'busy', message: '', detail: {} };
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(problem, { status: 429 })));
  const receive = async (id: string): Promise<Run> => {
    const run = new Run(code(id), { path: 'trace', body: { puzzle: '.'.repeat(81), limit: 1 } });
    await run.receive();
    return run;
  };
  const here = await receive('mrv');
  expect([here.phase, here.refusal, here.trace!.stopped]).toEqual(['done', null, true]);
  expect(here.length).toBe(here.trace!.length);
  const there = await receive('sat');
  expect([there.phase, there.refusal?.status]).toEqual(['busy', 429]);
});

test('the delay is the time between events, and the end stops it', async () => {
  const run = await received('mrv-easy');
  const pace: Pace = { delay: 100, fast: false };
  const tick = frames();
  const player = new Player([run], () => pace);
  player.play();
  for (let frame = 0; frame < 63; frame++) tick(16);
  expect(player.moment).toBe(10);
  pace.delay = 0;
  tick(16);
  expect(player.moment).toBeGreaterThan(20);
  pace.fast = true;
  tick(16);
  expect(player.moment).toBe(run.length);
  expect(player.playing).toBe(false);
  expect(writeLine(run.trace!.at(player.moment).digits)).not.toContain('.');
  player.play(); // from the end it restarts
  expect(player.moment).toBe(0);
});

test('steps and turns stay inside the run', async () => {
  const run = await received('mrv-minimal');
  const player = new Player([run], () => ({ delay: 100, fast: false }));
  player.step(-1);
  expect(player.moment).toBe(0);
  player.step(Infinity);
  expect(player.moment).toBe(run.length);
  player.turn(1);
  expect(player.moment).toBe(run.length);
  player.turn(-1);
  expect(['conflict', 'remove', 'retract']).toContain(run.trace!.eventAt(player.moment)!.kind);
});

test('pictures include both ends and respect the limit', () => {
  expect(selectMoments(0, 5)).toEqual([0, 1, 2, 3, 4, 5]);
  const many = selectMoments(10, 100_000, 300);
  expect([many.length, many[0], many.at(-1)]).toEqual([300, 10, 100_000]);
  expect(selectMoments(7, 7)).toEqual([7]);
});
