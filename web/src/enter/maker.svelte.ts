/** A puzzle made for a board on the screen: that it is being made, that it came, or that it cannot come. */

import { t } from '../i18n';
import { makePuzzle } from '../kernel/engine';
import type { Difficulty } from '../kernel/generate';
import { announce } from '../shell/announce.svelte';

export class Maker {
  busy = $state(false);
  problem = $state('');

  async make(difficulty: Difficulty, take: (puzzle: number[]) => void): Promise<void> {
    this.busy = true;
    try {
      const { puzzle } = await makePuzzle(difficulty);
      take(puzzle);
      announce(t('enter.made', { n: puzzle.filter(Boolean).length }));
    } catch {
      this.problem = t('enter.noKernel');
    } finally {
      this.busy = false;
    }
  }
}
