import { expect, test } from 'vitest';
import { CELLS } from '../src/shared/core/geometry';
import { readGrid } from '../src/shared/core/grid-text';
import { randomNumber, readAddress, readNumber, writeAddress } from '../src/lab/numbers/address';
import { formatNumber } from '../src/app/i18n/format';
import { PUZZLE } from './kernel';

const COUNT = 6_670_903_752_021_072_936_960n;
const GRID = '123456789456789123789123456231564897564897231897231564312645978645978312978312645';

test.each([
  ['0', 0n],
  [' 6,670,903,752,021,072,936,959 ', COUNT - 1n],
  ['6 670 903', 6_670_903n],
  ['１２３，４５６', 123_456n],
  ['007', 7n],
  ['', 'empty'],
  [' , ', 'empty'],
  ['-1', 'noNumber'],
  ['1e9', 'noNumber'],
  ['6670903752021072936960', 'tooLarge'],
  ['9'.repeat(5000), 'tooLarge'],
])('the number %j', (text, expected) => {
  expect(readNumber(text, COUNT)).toBe(expected);
});

test('addresses of numbers and puzzles survive the round trip', () => {
  expect(readAddress(['12345'], COUNT)).toBe(12345n);
  expect(readAddress([PUZZLE], COUNT)).toEqual(readGrid(PUZZLE));
  expect(readAddress([], COUNT)).toBeNull();
  expect(readAddress(['nonsense'], COUNT)).toBeNull();
  expect(readAddress([`${'x'.repeat(80)}q`], COUNT)).toBeNull();
  expect(writeAddress(readGrid(GRID), 77n)).toBe('lab/numbers/77');
  expect(writeAddress(readGrid(PUZZLE), null)).toBe(`lab/numbers/${PUZZLE}`);
  expect(
    writeAddress(
      CELLS.map(() => 0),
      null,
    ),
  ).toBe(`lab/numbers/${'.'.repeat(81)}`);
});

test('random numbers cover the range', () => {
  const drawn = Array.from({ length: 400 }, () => randomNumber(COUNT));
  expect(drawn.every((number) => 0n <= number && number < COUNT)).toBe(true);
  for (const part of [0n, 1n, 2n, 3n]) expect(drawn.some((number) => (number * 4n) / COUNT === part)).toBe(true);
  expect(new Set(Array.from({ length: 200 }, () => randomNumber(3n)))).toEqual(new Set([0n, 1n, 2n]));
});

test('long numbers are grouped in threes', () => {
  expect(formatNumber(COUNT - 1n)).toBe('6,670,903,752,021,072,936,959');
});
