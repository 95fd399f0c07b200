// @vitest-environment jsdom
/** Data that version 0.1 of the app left in browsers, files and links still opens. That version wrote the data. */

import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { gameText, parseGame } from '../src/game/game';
import { readLink } from '../src/play/share-link';
import { writeLine } from '../src/shared/core/grid-text';

const FOLDER = '../tests/data/compatibility/browser/';
const read = (name: string): string => readFileSync(FOLDER + name, 'utf8');
const storage = JSON.parse(read('storage.json')) as Record<string, unknown>;
const PLAYED = '00000000-0000-4000-8000-000000000001';
const WON = '00000000-0000-4000-8000-000000000002';
const DAILY = '00000000-0000-4000-8000-000000000003';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

const fill = () => {
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, JSON.stringify(value));
};

beforeEach(() => {
  vi.resetModules(); // settings and options are read when their modules load
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('no network')));
  localStorage.clear();
});

test('settings', async () => {
  fill();
  const { settings } = await import('../src/app/settings.svelte');
  expect(settings).toMatchObject({
    language: 'zh',
    theme: 'contrast',
    check: 'rules',
    digitFirst: true,
    showTimer: false,
    highlightPeers: false,
    highlightDigit: true,
    delay: 40,
    typingMovesOn: true,
    guided: true,
  });
});

test('games are listed latest first', async () => {
  fill();
  const { lastUnfinished, listGames, loadGame } = await import('../src/play/saved-games');
  expect(listGames()).toEqual([DAILY, WON, PLAYED]);
  expect(lastUnfinished()?.id).toBe(DAILY);
  expect(loadGame(DAILY)?.request).toEqual({ daily: '2026-03-04' });
});

test('a game with every kind of move resumes', async () => {
  fill();
  const { loadGame } = await import('../src/play/saved-games');
  const { Session } = await import('../src/play/session/session.svelte');
  const session = new Session(loadGame(PLAYED)!, () => true);
  expect(session.store.paused).toBe(true);
  expect(session.game.checkpoints.map(([name]) => name)).toEqual(['我_猜']);
  expect([session.game.check, session.game.help, session.game.board.digits[2]]).toEqual(['solution', 'step', 4]);
  expect(session.sender.state).toEqual({ kind: 'local' });
  expect(session.play('resume') && session.play('r1c4=6')).toBe(true);
});

test('a finished game has its result and its ghost', async () => {
  fill();
  const { loadGame } = await import('../src/play/saved-games');
  const { Session } = await import('../src/play/session/session.svelte');
  const { ghostOf } = await import('../src/play/replay/ghost');
  const saved = loadGame(WON)!;
  const session = new Session(saved, () => true);
  expect([session.store.finished, session.panel]).toEqual([true, 'result']);
  expect(writeLine(session.game.board.digits)).toBe(SOLUTION);
  expect(ghostOf(saved.ghost!).length).toBeGreaterThan(2);
  expect(saved.about).toEqual({ id: 'p', level: 'easy', score: 300, technique: 'hidden-single' });
});

test('the puzzle being entered, offers, and the options of lab and print', async () => {
  fill();
  const { load } = await import('../src/shared/storage');
  const { offers } = await import('../src/play/new/offers.svelte');
  const { options } = await import('../src/lab/player/options.svelte');
  const { Form } = await import('../src/print/form.svelte');
  expect(load<number[]>('entry', [])).toHaveLength(81);
  expect([load('met', false), load('elsewhere', false)]).toEqual([true, true]);
  expect(offers.easy).toMatchObject({ id: 'offer', technique: 'hidden-single' });
  expect(options).toMatchObject({ fast: true, algorithms: ['mrv', 'norvig'], tree: false, follow: true });
  const { choices } = new Form();
  expect(choices).toMatchObject({
    source: 'worksheet',
    count: 20,
    kind: 'l-hard',
    paper: 'a5',
    perPage: 4,
    title: '周末',
  });
});

test('a backup restores every game', async () => {
  const { restoreBackup } = await import('../src/help/backup');
  const { listGames, loadGame } = await import('../src/play/saved-games');
  expect(await restoreBackup(read('backup.json'))).toMatchObject({ here: 3 });
  expect(listGames().sort()).toEqual([PLAYED, WON, DAILY]);
  expect(parseGame(loadGame(WON)!.text).finished).not.toBe(null);
});

test('a link carries a game with its moves', async () => {
  const text = await readLink(read('share-link.txt').trim().split('#/p/')[1]!.split('/'));
  expect(text).toBe((storage[`shudu.game.${PLAYED}`] as { text: string }).text);
  expect(gameText(parseGame(text))).toBe(text);
});
