/** The parts of a game's session, each tested alone and without a page. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ResultOut, StepHint } from '../src/api/schema';
import { loadGame, newGame, type SavedGame } from '../src/play/saved-games';
import { GameStore } from '../src/play/session/game-store.svelte';
import { HintFlow, type RequestHint } from '../src/play/session/hint-flow.svelte';
import { Selection } from '../src/play/session/selection.svelte';
import { Sender } from '../src/play/session/sender.svelte';
import { readGrid } from '../src/shared/core/grid-text';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const fits = (digits: readonly number[]) => digits.every((digit, cell) => !digit || digit === Number(SOLUTION[cell]));
const alone = { extend: false, toggle: false };

const save = (parts: Partial<SavedGame> = {}): SavedGame => newGame(readGrid(EASY), parts);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('Selection', () => {
  const selection = () => new Selection(readGrid(EASY), true);

  test('starts at the first empty cell, or in the middle of a full grid', () => {
    expect([selection().current, [...selection().cells]]).toEqual([2, [2]]);
    const full = new Selection(readGrid(SOLUTION), false);
    expect([full.current, full.cells.size]).toEqual([40, 0]);
  });

  test('selects one cell, extends, and deselects all but the last', () => {
    const chosen = selection();
    chosen.choose(5, { extend: true, toggle: false });
    expect(chosen.sorted).toEqual([2, 5]);
    chosen.choose(5, { extend: true, toggle: true });
    chosen.choose(2, { extend: true, toggle: true });
    expect(chosen.sorted).toEqual([2]);
    chosen.choose(7, alone);
    expect(chosen.sorted).toEqual([7]);
  });

  test('modes cycle in both directions', () => {
    const chosen = selection();
    chosen.nextMode(-1);
    expect(chosen.mode).toBe('colour');
    chosen.nextMode();
    expect(chosen.mode).toBe('digit');
  });

  test('the filter takes the digit of the cell, or cycles through the digits', () => {
    const chosen = selection();
    chosen.nextFilter(5);
    expect(chosen.filter).toBe(5);
    chosen.nextFilter(5);
    expect(chosen.filter).toBe(0);
    for (let n = 0; n < 10; n++) chosen.nextFilter(0);
    expect(chosen.filter).toBe(0);
  });

  test('deselecting clears cells and digits', () => {
    const chosen = selection();
    chosen.toggleSticky(4);
    chosen.nextFilter(3);
    chosen.deselect();
    expect([chosen.cells.size, chosen.sticky, chosen.filter]).toEqual([0, 0, 0]);
  });
});

describe('GameStore', () => {
  test('a move is played, saved and reported', () => {
    const onsaved = vi.fn();
    const store = new GameStore(save(), onsaved);
    expect(store.play('r1c3=4')).toEqual({ kind: 'played', boardChanged: true, justFinished: false });
    expect(store.saved.text).toMatch(/\n\d+ r1c3=4$/);
    expect(loadGame(store.saved.id)!.text).toBe(store.saved.text);
    expect(store.isSaved).toBe(false); // only in memory: there is no localStorage here
    expect(onsaved).toHaveBeenCalledTimes(1);
  });

  test('a rejected move has a reason and changes nothing', () => {
    const store = new GameStore(save());
    const before = store.game;
    expect(store.play('r1c1=4')).toEqual({ kind: 'refused', reason: 'given' });
    expect(store.play('undo')).toEqual({ kind: 'refused', reason: 'nothing' });
    expect(store.game).toBe(before);
  });

  test('the clock stands while paused; leaving pauses once', () => {
    const store = new GameStore(save());
    vi.advanceTimersByTime(5000);
    store.leave();
    store.leave();
    vi.advanceTimersByTime(60_000);
    store.tick();
    expect([store.paused, store.time]).toEqual([true, 5000]);
    expect(store.game.moves.map(({ move }) => move)).toEqual(['pause']);
    expect(store.play('r1c3=4')).toEqual({ kind: 'refused', reason: 'paused' });
  });

  test('a game that was closed abruptly is paused at its last move', () => {
    const saved = save();
    new GameStore(saved).play('r1c3=4');
    vi.advanceTimersByTime(3_600_000);
    const again = new GameStore(saved);
    expect([again.paused, again.time < 1000]).toEqual([true, true]);
  });

  test('the last digit finishes the game once', () => {
    const almost = newGame(readGrid(`${SOLUTION.slice(0, 80)}.`));
    const store = new GameStore(almost);
    expect(store.play('r9c9=9')).toMatchObject({ justFinished: true });
    expect(store.play('undo')).toMatchObject({ justFinished: false });
    expect([store.finished, store.saved.finished]).toEqual([true, true]);
  });

  test('the moves of another tab are loaded', () => {
    const saved = save();
    const [one, other] = [new GameStore(saved), new GameStore({ ...saved })];
    other.play('r1c3=4');
    expect(one.reload('shudu.settings')).toBe(false);
    expect(one.reload(`shudu.game.${saved.id}`)).toBe(true);
    expect(one.game.board.digits[2]).toBe(4);
  });
});

describe('HintFlow', () => {
  const step: StepHint = {
    kind: 'step',
    level: 5,
    region: ['r1'],
    technique: 'naked-single',
    cells: ['r1c3'],
    step: null,
    sentence: 'Because.',
    mistake: null,
    moves: ['r1c3=4'],
  };
  const open = (request: RequestHint) => {
    const store = new GameStore(save());
    return { store, flow: new HintFlow(store, fits, async () => {}, request) };
  };

  test('five stages: the first requests the step, the last applies it', async () => {
    const request = vi.fn(async () => step);
    const { store, flow } = open(request);
    expect(flow.state).toEqual({ kind: 'none' });
    for (const stage of [1, 2, 3, 4]) expect(await flow.next()).toEqual({ kind: 'opened', stage, hint: step });
    expect(flow.state).toEqual({ kind: 'known', hint: step });
    expect([...flow.drawing!.causes]).toEqual([2]);
    await flow.next();
    expect([store.game.board.digits[2], store.game.hints.open, flow.drawing]).toEqual([4, 0, null]);
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('a second request while the first is pending opens nothing', async () => {
    let deliver: (hint: StepHint) => void = () => {};
    const { flow } = open(() => new Promise((resolve) => (deliver = resolve)));
    const first = flow.next();
    expect(flow.state.kind).toBe('requested');
    expect(await flow.next()).toEqual({ kind: 'nothing' });
    await vi.waitFor(() => (deliver(step), expect(flow.state.kind).toBe('known')));
    expect((await first).kind).toBe('opened');
  });

  test('a silent server leaves the flow as it was', async () => {
    const { store, flow } = open(() => Promise.reject(new TypeError('network')));
    expect(await flow.next()).toEqual({ kind: 'away' });
    expect([flow.state, store.game.hints.open]).toEqual([{ kind: 'away' }, 0]);
  });

  test('a step for another position is dropped', async () => {
    const { store, flow } = open(async () => (store.play('r1c4=6'), step));
    expect(await flow.next()).toEqual({ kind: 'nothing' });
    expect(flow.state).toEqual({ kind: 'none' });
  });

  test('a request can be cancelled', async () => {
    const { store, flow } = open(
      (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error()))),
    );
    const next = flow.next();
    await vi.waitFor(() => expect(flow.state.kind).toBe('requested'));
    flow.cancel();
    expect(await next).toEqual({ kind: 'cancelled' });
    expect([flow.state, store.game.hints.open]).toEqual([{ kind: 'none' }, 0]);
  });

  test('the server explains why an entry is wrong', async () => {
    const mistake = { cell: 'r1c3', placed: true, reason: '1 is already in column 3.' };
    const { store, flow } = open(async () => ({ ...step, kind: 'mistake', mistake }));
    store.play('r1c3=1');
    expect(await flow.next()).toMatchObject({ kind: 'opened', hint: { cells: ['r1c3'], mistake } });
  });

  test('wrong entries come before any step, also without the server', async () => {
    const { store, flow } = open(() => Promise.reject(new TypeError('network')));
    store.play('r1c3=1');
    expect(await flow.next()).toMatchObject({ kind: 'opened', hint: { kind: 'mistake', cells: ['r1c3'] } });
    expect([...flow.wrongCells]).toEqual([2]);
    store.play('undo');
    expect(flow.wrongCells.size).toBe(0);
  });

  test('a game reopened between two stages requests its step again', async () => {
    const request = vi.fn(async () => step);
    const { store, flow } = open(request);
    await flow.recall();
    expect(request).not.toHaveBeenCalled();
    await flow.next();
    const again = new HintFlow(store, fits, async () => {}, request);
    await again.recall();
    expect(again.hint).toBe(step);
    expect(await again.next()).toMatchObject({ kind: 'opened', stage: 2 });
  });

  test('a hint is translated, or keeps its text if that fails', async () => {
    const request = vi.fn<RequestHint>(async () => step);
    const { flow } = open(request);
    await flow.next();
    request.mockRejectedValueOnce(new TypeError('network'));
    await flow.translate();
    expect(flow.hint).toBe(step);
    request.mockResolvedValueOnce({ ...step, sentence: '因此。' });
    await flow.translate();
    expect(flow.hint?.sentence).toBe('因此。');
  });
});

describe('Sender', () => {
  const result = { rank: 3 } as ResultOut;
  const stub = (reply: (path: string, body: { moves: unknown[]; seq: number }) => unknown) => {
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (request: Request) => {
      const path = new URL(request.url).pathname.replace('/api/v1', '');
      requests.push(path);
      const found = reply(path, (await request.json().catch(() => ({}))) as { moves: unknown[]; seq: number });
      if (found instanceof Error) throw found;
      return found instanceof Response ? found : Response.json(found);
    });
    return requests;
  };
  const server = (path: string, { moves, seq }: { moves: unknown[]; seq: number }) =>
    path === '/games'
      ? { id: 'g' }
      : path.endsWith('/moves')
        ? { length: seq - 1 + moves.length, result: null }
        : result;

  const moved = () => {
    const saved = save();
    saved.text += '\n10 r1c3=4\n20 r1c4=6';
    return saved;
  };

  test('starts the game, then sends each move once', async () => {
    const requests = stub(server);
    const sender = new Sender(moved());
    await sender.send();
    await sender.send();
    expect(requests).toEqual(['/games', '/games/g/moves']);
    expect(sender.state).toEqual({ kind: 'idle' });
  });

  test('requests the result of a finished game', async () => {
    stub(server);
    const sender = new Sender({ ...moved(), finished: true });
    await sender.send();
    expect(sender.result).toEqual(result);
  });

  test('polls while the result is pending', async () => {
    let judged = false;
    const requests = stub((path, body) => {
      const reply = path.endsWith('/finish') ? { ...result, pending: !judged } : server(path, body);
      judged ||= path.endsWith('/finish');
      return reply;
    });
    const sender = new Sender({ ...moved(), finished: true });
    const sending = sender.send();
    await vi.waitFor(() => expect(sender.result?.pending).toBe(true));
    await vi.advanceTimersByTimeAsync(500);
    await sending;
    expect(sender.result).toEqual({ ...result, pending: false });
    expect(requests.filter((path) => path.endsWith('/finish'))).toHaveLength(2);
  });

  test('a silent server is retried after a while', async () => {
    stub(() => new TypeError('network'));
    const sender = new Sender(moved());
    await sender.send();
    expect([sender.state.kind, sender.away]).toEqual(['away', true]);
    stub(server);
    await vi.advanceTimersByTimeAsync(10_000);
    await vi.waitFor(() => expect(sender.state.kind).toBe('idle'));
    expect(sender.away).toBe(false);
  });

  test('an overloaded server counts as away', async () => {
    stub(() => Response.json({}, { status: 503 }));
    const sender = new Sender(moved());
    await sender.send();
    expect(sender.state.kind).toBe('away');
    sender.stop();
  });

  test('a server that rejects the game makes it local for good', async () => {
    const requests = stub(() => Response.json({ code: 'malformed' }, { status: 422 }));
    const saved = moved();
    const sender = new Sender(saved);
    await sender.send();
    await sender.send();
    expect([sender.sync, saved.remote, requests.length]).toEqual(['local', null, 1]);
    expect(sender.why).not.toBe(''); // the player sees why
    expect(new Sender(saved).state).toEqual({ kind: 'local' });
  });
});
