import { afterEach, expect, test, vi } from 'vitest';
import { siteLinks, shortForm } from '../src/exchange/other-sites';
import { readText, textOfFile } from '../src/exchange/read';
import { gameOfSheet, playedParts, sheetOfGame, sheetOfPuzzle, type Sheet } from '../src/exchange/sheet';
import { writeAs } from '../src/exchange/write';
import { readGrid } from '../src/shared/core/grid-text';
import { gameText, play, startGame } from '../src/game/game';
import { makePdf, NotPrinted } from '../src/print/make-pdf';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

afterEach(() => vi.unstubAllGlobals());

test('a game survives the round trip through a sheet', () => {
  let game = startGame(readGrid(EASY));
  const moves = ['r1c3=4', 'r1c4,r1c6~2', 'r1c6^8', 'r2c2#B', '2r1c4#C'];
  moves.forEach((move, at) => (game = play(game, move, 1000 * at)));
  const sheet = sheetOfGame(game);
  expect(sheet.digits).toBe(`534${EASY.slice(3)}`);
  expect(sheet.centre).toEqual({ r1c4: '2', r1c6: '2' });
  expect(sheet.corner).toEqual({ r1c6: '8' });
  expect(sheet.colours).toEqual({ r2c2: 'B', '2r1c4': 'C' });
  expect(playedParts(sheet)).toEqual(['entries', 'centre', 'corner', 'colours', 'candidate-colours', 'history']);
  expect(gameText(gameOfSheet(sheet))).toBe(gameText(game));
  const without = gameOfSheet({ ...sheet, moves: [] });
  expect(without.board).toEqual(game.board);
  expect(gameOfSheet({ ...sheet, moves: ['rubbish'] }).board).toEqual(game.board);
});

test('candidates of a sheet become notes', () => {
  const sheet: Sheet = { ...sheetOfPuzzle(readGrid(EASY)), candidates: { r1c3: '14' } };
  expect(sheetOfGame(gameOfSheet(sheet)).centre).toEqual({ r1c3: '14' });
});

test('links to other sites', () => {
  expect(shortForm(`1..2${'.'.repeat(77)}`)).toBe('Lqoooooooooooo');
  const links = siteLinks(EASY);
  expect(links.sudokuwiki).toBe(`https://www.sudokuwiki.org/sudoku.htm?bd=${EASY.replaceAll('.', '0')}`);
  expect(links.exchange.endsWith(EASY.replaceAll('.', '0'))).toBe(true);
});

test('files in UTF-16 are read', async () => {
  const units = new Uint16Array(
    [0xfeff, ...`${EASY} 数`].map((unit) => (typeof unit === 'number' ? unit : unit.charCodeAt(0))),
  );
  expect(await textOfFile(new File([units], 'a.txt'))).toBe(`${EASY} 数`);
  expect(await textOfFile(new File([`\ufeff${EASY}`], 'a.txt'))).toBe(EASY);
});

test('a missing server is reported; plain grids need none', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  expect((await readText(EASY)).sheets[0]!.sheet.puzzle).toBe(EASY);
  const failed = await readText('<opensudoku version="2"/>');
  expect(failed.sheets).toEqual([]);
  expect(failed.problems).toHaveLength(2);
  const sheet = sheetOfPuzzle(readGrid(EASY));
  expect((await writeAs('line', sheet)).text).toBe(`${EASY}\n`);
  expect(JSON.parse((await writeAs('game', sheet)).text)).toMatchObject({
    format: 'shudu-game',
    version: 1,
    puzzle: EASY,
  });
  await expect(writeAs('sdk', sheet)).rejects.toThrow();
});

const answer = (...pieces: string[]) =>
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          start(controller) {
            for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
            controller.close();
          },
        }),
      ),
    ),
  );

test('a PDF follows its progress lines, however the stream is chunked', async () => {
  answer('{"seed":7,"done":0,"of":0}\n{"do', 'ne":1,"of":2}\n', '{"bytes":4,"preview":["AA=="]}\n%P', 'DF');
  const reported: number[] = [];
  const printed = await makePdf({ make: {} }, new AbortController().signal, ({ done }) => reported.push(done));
  expect(await printed.pdf.text()).toBe('%PDF');
  expect([printed.seed, reported]).toEqual([7, [0, 1]]);
});

test('a truncated or rejected PDF throws', async () => {
  const make = () => makePdf({ make: {} }, new AbortController().signal, () => {});
  answer('{"bytes":9}\n%PDF');
  await expect(make()).rejects.toThrow(NotPrinted);
  answer('{"problem":"TooLong","message":"too long"}\n');
  await expect(make()).rejects.toMatchObject({ problem: 'TooLong' });
});
