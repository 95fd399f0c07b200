/** Draws moments of runs on a canvas: boards side by side, each with its name and counters. */

import { formatNumber } from '../../app/i18n/format';
import { t } from '../../app/i18n';
import { CELLS, columnOf, rowOf } from '../../shared/core/geometry';
import type { Inks } from '../views/inks.svelte';
import type { Run } from '../player/run.svelte';
import { viewsAt } from '../views/cell-views';

const CELL = 26;
const EDGE = 14;
const HEAD = 26;
const FOOT = 44;
const BOARD = 9 * CELL;

export const sizeOf = (runs: number): { width: number; height: number } => ({
  width: runs * (BOARD + EDGE) + EDGE,
  height: HEAD + BOARD + FOOT,
});

/** Draw all runs at a moment. */
export function drawMoment(
  context: CanvasRenderingContext2D,
  runs: readonly Run[],
  names: readonly string[],
  moment: number,
  ink: Inks,
): void {
  const { width, height } = sizeOf(runs.length);
  context.fillStyle = ink.surface;
  context.fillRect(0, 0, width, height);
  runs.forEach((run, index) => {
    context.save();
    context.translate(EDGE + index * (BOARD + EDGE), 0);
    drawRun(context, run, names[index]!, Math.min(moment, run.length), ink);
    context.restore();
  });
}

function drawRun(context: CanvasRenderingContext2D, run: Run, name: string, moment: number, ink: Inks): void {
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = ink.given;
  context.font = '600 13px system-ui, sans-serif';
  context.fillText(name, 0, HEAD / 2, BOARD);
  const { iterations, retractions, deepest } = run.trace!.stats(moment);
  const words = [
    `${t('lab.counter.events')} ${formatNumber(moment)} / ${formatNumber(run.length)}`,
    `${t('lab.counter.iterations')} ${formatNumber(iterations)} · ${t('lab.counter.retractions')} ${formatNumber(retractions)} · ${t('lab.counter.deepest')} ${deepest}`,
  ];
  context.font = '11px system-ui, sans-serif';
  context.fillStyle = ink.soft;
  words.forEach((line, row) => context.fillText(line, 0, HEAD + BOARD + 13 + 16 * row, BOARD));
  context.translate(0, HEAD);
  drawBoard(context, run, moment, ink);
}

function drawBoard(context: CanvasRenderingContext2D, run: Run, moment: number, ink: Inks): void {
  const fills: Record<string, string> = {
    active: ink.cause,
    retracted: ink.eliminated,
    error: ink['error-fill'],
    peer: ink.same,
  };
  const rings: Record<string, string> = {
    active: ink['cause-ink'],
    retracted: ink['eliminated-ink'],
    error: ink['error-ink'],
  };
  const views = viewsAt(run.trace!, moment, false);
  context.textAlign = 'center';
  for (const cell of CELLS) {
    const { digit, given, tones } = views[cell]!;
    const [x, y, tone] = [columnOf(cell) * CELL, rowOf(cell) * CELL, tones[0] ?? ''];
    context.fillStyle = fills[tone] ?? ink.grid;
    context.fillRect(x, y, CELL, CELL);
    if (rings[tone]) {
      context.strokeStyle = rings[tone];
      context.lineWidth = 2;
      context.strokeRect(x + 2, y + 2, CELL - 4, CELL - 4);
    }
    context.fillStyle = given ? ink.given : ink.entry;
    context.font = `${given ? 600 : 400} 16px system-ui, sans-serif`;
    if (digit) context.fillText(String(digit), x + CELL / 2, y + CELL / 2 + 1);
  }
  for (let line = 0; line <= 9; line++) {
    const thick = line % 3 === 0;
    context.fillStyle = thick ? ink.thick : ink.thin;
    context.fillRect(line * CELL - 1, -1, thick ? 2 : 1, BOARD + 2);
    context.fillRect(-1, line * CELL - 1, BOARD + 2, thick ? 2 : 1);
  }
}
