// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { readGrid } from '../src/shared/core/grid-text';
import { writeLine } from '../src/shared/core/grid-text';
import { parseGame } from '../src/game/game';
import { lossIn } from '../src/game/mistakes';
import { clock } from '../src/shared/time';
import { keepGame, lastUnfinished, loadGame, newGame } from '../src/play/saved-games';
import type { RatingOut } from '../src/api/schema';
import { drawingOf, partsOf } from '../src/play/session/hint';
import { filledAt, ghostOf } from '../src/play/replay/ghost';
import { actionOf } from '../src/play/session/shortcuts';
import { digitsLeft } from '../src/play/digits-left';
import { drawingOfStep, stepCells, stretches, walk } from '../src/play/panels/solution-path';
import { Session } from '../src/play/session/session.svelte';
import { gameLink, readLink } from '../src/play/share-link';
import { settings } from '../src/app/settings.svelte';
import { announce, announcement } from '../src/shared/announce.svelte';
import { gameName } from '../src/play/game-name';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const fits = (digits: readonly number[]) => digits.every((digit, cell) => !digit || digit === Number(SOLUTION[cell]));

beforeEach(() => {
  localStorage.clear();
  settings.language = 'en';
  settings.check = 'end';
  settings.digitFirst = false;
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('no network')));
});

const open = () => new Session(newGame(readGrid(EASY)), fits);
const press = (session: Session, code: string, more: KeyboardEventInit = {}) =>
  actionOf(new KeyboardEvent('keydown', { code, ...more }))?.(session);

test('every move is saved after drawing and can be reopened', async () => {
  const session = open();
  session.write(4);
  session.choose(3, { extend: false, toggle: false });
  session.write(2, 'corner');
  await vi.waitFor(() => expect(loadGame(session.store.saved.id)!.text).toBe(session.store.saved.text));
  const again = parseGame(loadGame(session.store.saved.id)!.text);
  expect(again.board.digits).toEqual(session.game.board.digits);
  expect(again.board.corner[3]).toBe(1 << 2);
  expect(lastUnfinished()?.id).toBe(session.store.saved.id);
});

test.each(['pagehide', 'hashchange'])('a move is saved at once on %s', (leaving) => {
  const session = open();
  session.write(4);
  dispatchEvent(new Event(leaving));
  expect(parseGame(loadGame(session.store.saved.id)!.text).board.digits).toEqual(session.game.board.digits);
});

test('a game that is left or hidden is saved at once', () => {
  const session = open();
  session.write(4);
  session.leave();
  expect(loadGame(session.store.saved.id)!.text).toMatch(/r1c3=4\n\d+ pause$/);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  session.play('resume');
  expect(loadGame(session.store.saved.id)!.text).toMatch(/resume$/);
  vi.restoreAllMocks();
});

test('shortcuts', () => {
  const session = open();
  press(session, 'Digit4');
  expect(session.game.board.digits[2]).toBe(4);
  press(session, 'KeyZ', { ctrlKey: true, key: 'z' });
  expect(session.game.board.digits[2]).toBe(0);
  press(session, 'KeyZ', { ctrlKey: true, shiftKey: true, key: 'Z' });
  expect(session.game.board.digits[2]).toBe(4);
  press(session, 'Numpad0');
  expect(session.game.board.digits[2]).toBe(0);
  press(session, 'Numpad7', { shiftKey: true, key: 'Home' });
  expect(session.game.board.corner[2]).toBe(1 << 7);
  press(session, 'Numpad9', { key: 'PageUp', modifierNumLock: true }); // as Windows reports Shift and 9
  expect(session.game.board.corner[2]).toBe((1 << 7) | (1 << 9));
  press(session, 'Numpad4', { key: 'ArrowLeft' });
  expect(session.game.board.digits[2]).toBe(4);
  press(session, 'Numpad4', { key: '4', modifierNumLock: true });
  expect(session.game.board.digits[2]).toBe(0);
  press(session, 'Space');
  expect(session.selection.mode).toBe('corner');
  press(session, 'Escape');
  expect(session.selection.cells.size).toBe(0);
});

test('entering the same digit again clears it', () => {
  const session = open();
  session.write(4);
  session.write(4);
  expect(session.game.board.digits[2]).toBe(0);
});

test('back to the last correct position', async () => {
  const session = open();
  session.write(4);
  session.choose(3, { extend: false, toggle: false });
  session.write(1);
  session.choose(5, { extend: false, toggle: false });
  session.write(6);
  await session.backToCorrect();
  expect(writeLine(session.game.board.digits)).toBe(`534${EASY.slice(3)}`);
  expect(session.game.moves.at(-1)!.move).toBe('back:2');
});

test('a check waits for the solution', async () => {
  let solution = false;
  let loaded = () => {};
  const known = new Promise<void>((done) => (loaded = () => done(void (solution = true))));
  const session = new Session(
    newGame(readGrid(EASY)),
    (digits) => !solution || fits(digits),
    () => known,
  );
  session.write(1);
  const checked = session.checkNow();
  expect(session.message).toBe('');
  loaded();
  await checked;
  expect([...session.mistakes]).toEqual([2]);
  expect(session.message).toContain('1');
});

test('a ghost stays finished, whatever was undone afterwards', () => {
  const ghost = ghostOf(`${SOLUTION.slice(0, -2)}..\n10 r9c8=7\n20 r9c9=9\n30 undo\n40 undo`);
  expect([0, 15, 25, 99].map((time) => filledAt(ghost, time))).toEqual([79, 80, 81, 81]);
});

test('messages follow the language', () => {
  const session = open();
  press(session, 'KeyR');
  expect(session.message).toBe('Missing in row 1: 1, 2, 4, 6, 8, 9.');
  settings.language = 'zh';
  expect(session.message).toBe('第 1 行还缺 1、2、4、6、8、9。');
});

test('a failed kernel is reported', async () => {
  const session = new Session(
    newGame(readGrid(EASY)),
    () => true,
    () => Promise.reject(new Error('no kernel')),
  );
  await session.checkNow();
  expect(session.message).toContain('couldn’t load');
  await session.backToCorrect();
  expect(session.message).toContain('couldn’t load');
});

test('the last digit is drawn before the result opens and the side panel follows', async () => {
  const session = open();
  for (const [cell, digit] of [...SOLUTION].entries()) {
    if (session.game.board.givens[cell]) continue;
    session.choose(cell, { extend: false, toggle: false });
    session.write(Number(digit));
  }
  expect(session.store.finished).toBe(true);
  expect(session.panel).toBe(null);
  await vi.waitFor(() => expect(session.panel).toBe('result'));
  expect(session.settled).toBe(session.game);
});

test('a wrong digit never completes a digit', () => {
  expect(digitsLeft([5, 5, 0], new Set([0, 1]))[5]).toBe(9);
  expect(digitsLeft([5, 0, 0], new Set())[5]).toBe(8);
});

test('a link carries the game', async () => {
  const session = open();
  session.write(4);
  session.checkpoint();
  const link = await gameLink(session.game, 'https://example.org/');
  const text = await readLink(link.split('#/p/')[1]!.split('/'));
  expect(parseGame(text).board.digits).toEqual(session.game.board.digits);
});

test('the oldest games are deleted when there are too many', () => {
  const first = newGame(readGrid(EASY));
  for (let n = 0; n < 60; n++) newGame(readGrid(EASY));
  expect(loadGame(first.id)).toBe(null);
  expect(keepGame(newGame(readGrid(EASY)))).toBeTruthy();
});

test('a hint first lights up its region, then its cells, then the whole step', () => {
  const roles = { base: ['4r1c3'], blockers: ['r2c1', '3r3c1'] };
  const step = { technique: 'x', places: [], removes: ['4r1c4'], roles, links: [] };
  const hint = {
    kind: 'step',
    level: 5,
    region: ['r1'],
    technique: 'x',
    cells: ['r1c3'],
    step,
    sentence: '',
    mistake: null,
    moves: [],
  };
  const first = drawingOf({ ...hint, kind: 'step' }, 1)!;
  expect([[...first.region], first.causes.size]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 0]);
  expect([...drawingOf({ ...hint, kind: 'step' }, 3)!.causes]).toEqual([2]);
  const whole = drawingOf({ ...hint, kind: 'step', target: 'r5c5' }, 4)!;
  expect([whole.ringed[2], whole.struck[3], whole.target]).toEqual([1 << 4, 1 << 4, 40]);
  expect([...whole.blockers]).toEqual([9, 18]);
  expect(partsOf('r2c1 blocks. r1c3 clears r1c4 for r5c5.', whole).filter(({ mark }) => mark)).toEqual([
    { text: 'r2c1', mark: 'blocker' },
    { text: 'r1c3', mark: 'cause' },
    { text: 'r1c4', mark: 'struck' },
    { text: 'r5c5', mark: 'target' },
  ]);
});

test('the candidates that make up a pattern are ringed, also where the step names only cells and digits', () => {
  const roles = { digits: ['6'], cells: ['r1c4', 'r1c6'], base: ['b2'], cover: ['r1'] };
  const step = { technique: 'pointing', places: [], removes: ['6r1c1'], roles, links: [] };
  const { ringed } = drawingOfStep(step);
  expect(ringed).toEqual({ 3: 1 << 6, 5: 1 << 6 });
});

test('a link that several chains share is drawn once, and its ends are ringed', () => {
  const link = { start: ['5r2c6'], end: ['5r2c8'], strong: false, proof: 'r2' };
  const links = [link, { ...link, strong: true }, { ...link }];
  const { links: drawn, ringed } = drawingOfStep({ technique: 'x', places: [], removes: ['5r2c8'], roles: {}, links });
  expect(ringed).toEqual({ 14: 1 << 5, 16: 1 << 5 });
  expect(drawn.map(({ from, to, strong }) => [from.cell, to.cell, strong])).toEqual([
    [14, 16, false],
    [14, 16, true],
  ]);
});

test('a wrong digit is refuted at once by a house without a place for a digit, or by a cell without digits', () => {
  const grid = readGrid(EASY);
  const withDigit = (cell: number, digit: number) => grid.map((each, at) => (at === cell ? digit : each));
  expect(lossIn(grid)).toBe(null);
  expect(lossIn(withDigit(2, 1))).toEqual({ house: 16, digit: 1 }); // column 8
  expect(lossIn(withDigit(3, 2))).toBe(null); // takes an argument
  const row = readGrid('12345678.' + '.'.repeat(72));
  row[17] = 9;
  expect(lossIn(row)).toEqual({ cell: 8 });
});

test('times', () => {
  expect([clock(0), clock(65_400), clock(3_723_000)]).toEqual(['0:00', '1:05', '1:02:03']);
});

test('a solution path groups runs of singles and marks turning points', () => {
  const path = ['naked-single', 'full-house', 'pointing', 'xy-wing', 'hidden-single'].map((technique) => ({
    ...{ technique, places: [], removes: [], roles: {}, links: [] },
  }));
  const rating = { path, sentences: path.map(() => ''), turning_points: [3] } as unknown as RatingOut;
  const parts = stretches({ rating, steps: walk(readGrid(EASY), rating) });
  expect(parts.map(({ first, steps, turning }) => [first, steps.length, turning])).toEqual([
    [0, 2, false],
    [2, 1, false],
    [3, 1, true],
    [4, 1, false],
  ]);
});

test('a solution path pairs steps with positions', () => {
  const puzzle = readGrid(EASY);
  const step = (places: string[], removes: string[]) => ({ technique: 'x', places, removes, roles: {}, links: [] });
  const [first, second] = walk(puzzle, { path: [step(['4r1c3'], ['2r1c4']), step([], [])], sentences: ['one', 'two'] });
  expect([first!.digits[2], second!.digits[2], second!.sentence]).toEqual([0, 4, 'two']);
  expect([first!.candidates[3]! & (1 << 2), second!.candidates[3]! & (1 << 2)]).toEqual([1 << 2, 0]);
  expect(second!.candidates[21]! & (1 << 4)).toBe(first!.candidates[21]! & (1 << 4));
  const [shown] = stepCells(first!, puzzle).filter(({ ringed }) => ringed);
  expect([shown!.ringed, shown!.tones]).toEqual([1 << 4, ['cause']]);
});

test('a hint that arrives after leaving the game is ignored', async () => {
  const session = open();
  let answer: ((response: Response) => void) | undefined;
  vi.stubGlobal(
    'fetch',
    (request: Request) => new Promise((resolve) => request.url.endsWith('/hint') && (answer = resolve)),
  );
  const asked = session.nextHint();
  await vi.waitFor(() => expect(answer).toBeDefined());
  session.leave();
  answer!(new Response(JSON.stringify({ kind: 'step', level: 5, cells: [], moves: [] })));
  await asked;
  expect(session.game.hints.open).toBe(0);
  expect(session.message).toBe('');
});

test('candidates of a cell count once per position, and need a selected cell', () => {
  const session = open();
  session.revealCandidates();
  session.revealCandidates();
  expect(session.game.hints.candidates).toBe(1);
  session.choose(3, { extend: false, toggle: false });
  session.revealCandidates();
  expect(session.game.hints.candidates).toBe(2);
  session.selection.deselect();
  session.revealCandidates();
  expect(session.game.hints.candidates).toBe(2);
  expect(session.message).toBe('Select a cell first.');
});

test('a tab that is closed does not pause the same game in another', async () => {
  const here = open();
  const other = new Session(loadGame(here.store.saved.id)!, fits);
  other.leave();
  expect(here.store.reload(`shudu.game.${here.store.saved.id}`)).toBe(true);
  expect(here.store.paused).toBe(false);
  await vi.waitFor(() => expect(loadGame(here.store.saved.id)!.text).toMatch(/resume$/));
  // The player's own pause holds in both.
  const third = new Session(loadGame(here.store.saved.id)!, fits);
  third.togglePause();
  third.leave();
  here.store.reload(`shudu.game.${here.store.saved.id}`);
  expect(here.store.paused).toBe(true);
});

test('words about the last game do not stay in the live region', () => {
  announce('Solved in 1:00. Well done!');
  open();
  expect(announcement.words).toBe('');
});

test('the difficulty asked for is the name of the game', () => {
  const line = readGrid(EASY); // 30 clues
  expect(gameName(newGame(line, { difficulty: 'expert' }))).toBe('Expert');
  expect(gameName(newGame(line, { request: { technique: 'x-wing' } }))).toBe('X-Wing');
  expect(gameName(newGame(line, { request: { level: 'hard' } }))).toBe('Hard');
  expect(gameName(newGame(line))).toBe('Your puzzle');
});

test('candidates asked for last are shown again, and not counted again', () => {
  const saved = newGame(readGrid(EASY), { text: `${EASY}\n0 hint:r1c3\n5 pause\n9 resume` });
  const session = new Session(saved, fits);
  expect(session.revealed).toBe(2);
  expect(session.message).toContain('1, 2');
  expect(session.game.hints.candidates).toBe(1);
});
