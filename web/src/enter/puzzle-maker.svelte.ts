/** Generates a puzzle for a board: in progress, ready or failed. */

import { t } from '../app/i18n';
import { makePuzzle } from '../kernel/engine';
import type { Difficulty } from '../shared/core/levels';
import { announce } from '../shared/announce.svelte';

export class Maker {
  busy = $state(false);
  failed = $state(false);

  async make(difficulty: Difficulty, take: (puzzle: number[]) => void): Promise<void> {
    this.busy = true;
    this.failed = false;
    try {
      const { puzzle } = await makePuzzle(difficulty);
      take(puzzle);
      announce(t('enter.made', { n: puzzle.filter(Boolean).length }));
    } catch {
      this.failed = true;
    } finally {
      this.busy = false;
    }
  }
}
