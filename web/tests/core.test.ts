import { describe, expect, test } from 'vitest';
import { listOf, setOf, sizeOf } from '../src/shared/core/digits';
import { HOUSES, PEERS, boxOf, cellName } from '../src/shared/core/geometry';
import { digitOf } from '../src/shared/keyboard';
import { candidatesOf, clashes, clashingCells, isSolved, missingIn } from '../src/shared/core/rules';
import { MalformedGrid, readGrid, writeLine } from '../src/shared/core/grid-text';
import { PUZZLE } from './kernel';

describe('geometry', () => {
  test('houses have nine cells, cells have twenty peers', () => {
    expect(HOUSES.map((cells) => cells.length)).toEqual(Array(27).fill(9));
    expect(PEERS.every((peers) => peers.length === 20)).toBe(true);
  });
  test('names', () => {
    expect([cellName(0), cellName(22), boxOf(22)]).toEqual(['r1c1', 'r3c5', 1]);
  });
});

test('sets of digits', () => {
  expect(listOf(setOf([7, 2]))).toEqual([2, 7]);
  expect(sizeOf(setOf([1, 5, 9]))).toBe(3);
});

describe('rules', () => {
  test('a grid full of fives is invalid, although every house adds up to 45', () => {
    expect(isSolved(Array(81).fill(5))).toBe(false);
  });
  test('clashes name the house, the digit and the cells', () => {
    const digits = readGrid('5...5' + '.'.repeat(76));
    expect(clashes(digits)).toEqual([{ house: 0, digit: 5, cells: [0, 4] }]);
  });
  test('clashing cells are those of all clashes', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const digits = Array.from({ length: 81 }, (_, cell) => (((cell * 7919 + 1) * seed * 104729) % 13) % 10);
      const named = clashes(digits).flatMap(({ cells }) => cells);
      expect([...clashingCells(digits)].sort()).toEqual([...new Set(named)].sort());
    }
  });
  test('candidates are the digits no peer holds', () => {
    const digits = readGrid('12345678' + '.'.repeat(73));
    expect(listOf(candidatesOf(digits, 8))).toEqual([9]);
    expect(listOf(missingIn(digits, 0))).toEqual([9]);
  });
});

describe('text', () => {
  test('a line with zeros, dots or a trailing comment', () => {
    expect(writeLine(readGrid(PUZZLE))).toBe(PUZZLE);
    expect(writeLine(readGrid(PUZZLE.replaceAll('.', '0')))).toBe(PUZZLE);
    expect(writeLine(readGrid(`${PUZZLE} # my puzzle`))).toBe(PUZZLE);
  });
  test('nine rows, ruled, with Windows line ends and full-width digits', () => {
    const rows = PUZZLE.match(/.{9}/g)!.map((row) =>
      row
        .match(/.{3}/g)!
        .map((part) => [...part].join(' '))
        .join(' | '),
    );
    const ruled = [...rows.slice(0, 3), '------+-------+------', ...rows.slice(3)].join('\r\n');
    expect(writeLine(readGrid(ruled))).toBe(PUZZLE);
    expect(writeLine(readGrid(PUZZLE.replaceAll('9', '\uFF19')))).toBe(PUZZLE);
  });
  test.each([
    ['', 'textEmpty'],
    [PUZZLE.slice(1), 'textLength'],
    [`${PUZZLE}1`, 'textLength'],
    ['hello', 'textStranger'],
    ['12\n34', 'textRows'],
    [`${'.........\n'.repeat(8)}....`, 'textRow'],
  ])('%j is refused: %s', (text, key) => {
    expect(() => readGrid(text)).toThrow(expect.objectContaining({ key }) as MalformedGrid);
  });
});

test('digits are read by key position', () => {
  expect(digitOf({ code: 'Digit3', key: '#' })).toBe(3);
  expect(digitOf({ code: 'Numpad7', key: 'Home' })).toBe(7);
  expect(digitOf({ code: 'KeyA', key: 'a' })).toBe(null);
  expect(digitOf({ code: '', key: '4' })).toBe(4);
});
