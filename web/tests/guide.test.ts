// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { candidatesOf, isSolved } from '../src/shared/core/rules';
import { setOf } from '../src/shared/core/digits';
import { HOUSES } from '../src/shared/core/geometry';
import { Guide } from '../src/learn/guide.svelte';
import { LESSONS, PUZZLE } from '../src/learn/lessons';
import { settings } from '../src/app/settings.svelte';
import { kernel } from './kernel';

const { solution } = (await kernel()).solve(PUZZLE, 2);

test('the puzzle has one solution', async () => {
  expect((await kernel()).solve(PUZZLE, 2).count).toBe(1);
});

test('each lesson holds when it is reached', () => {
  let digits = [...PUZZLE];
  for (const { key, cell, digit, houses } of LESSONS) {
    const empty = HOUSES[houses[0]!]!.filter((place) => !digits[place]);
    const fits = empty.filter((place) => candidatesOf(digits, place) & (1 << digit));
    if (key === 'hidden')
      expect([fits, empty.length > 2, candidatesOf(digits, cell) !== setOf([digit])]).toEqual([[cell], true, true]);
    else if (key === 'naked') expect([candidatesOf(digits, cell), empty.length > 1]).toEqual([setOf([digit]), true]);
    else expect(empty).toEqual([cell]);
    digits = digits.with(cell, digit);
  }
});

test('accepts the right digit and explains a wrong one', () => {
  settings.language = 'en';
  const guide = new Guide(solution!);
  guide.current = LESSONS[0]!.cell;
  guide.write(9);
  expect(guide.objection).toBe('There is already a 9 in row 1. Look again.');
  for (const { cell, digit } of LESSONS) {
    guide.current = cell;
    guide.write(digit);
    expect(guide.objection).toBe('');
  }
  expect(guide.lesson).toBe(null);
  for (let cell = guide.digits.indexOf(0); cell >= 0; cell = guide.digits.indexOf(0)) {
    guide.current = cell;
    guide.write(solution![cell]!);
  }
  expect(isSolved(guide.digits) && guide.solved).toBe(true);
});
