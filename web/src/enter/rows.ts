/** Plain backtracking, cells row by row and digits in order: the algorithm `rows` of `shudu.search`. */

import { has } from '../shared/core/digits';
import { CELLS } from '../shared/core/geometry';
import { candidatesOf, type Digits } from '../shared/core/rules';
import type { SearchEvent } from './mrv';

export function* rows(givens: Digits): Generator<SearchEvent, void> {
  const digits = [...givens];
  const blanks = CELLS.filter((cell) => !digits[cell]);
  let at = 0;
  while (at >= 0) {
    if (at === blanks.length) {
      yield { kind: 'solution', depth: at--, cell: null, digit: 0 };
      continue;
    }
    const cell = blanks[at]!;
    const last = digits[cell]!;
    digits[cell] = 0;
    const fitting = candidatesOf(digits, cell);
    let digit = last + 1;
    while (digit <= 9 && !has(fitting, digit)) digit++;
    if (digit <= 9) {
      digits[cell] = digit;
      yield { kind: 'guess', depth: ++at, cell, digit };
    } else {
      yield last
        ? { kind: 'remove', depth: at + 1, cell, digit: last }
        : { kind: 'conflict', depth: at, cell, digit: 0 };
      at--;
    }
  }
}
