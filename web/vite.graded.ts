/** `virtual:graded`: some graded puzzles of each difficulty from the package, so that the page can start one without a server. */

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ID = 'virtual:graded';
const FILE = new URL('../src/shudu/grids/data/graded.tsv', import.meta.url);
const PER_DIFFICULTY = 24;

/** Return lines of 81 characters by difficulty, spread evenly over the list. */
export function gradedLines(): Record<string, string[]> {
  const rows = readFileSync(FILE, 'ascii')
    .split('\n')
    .filter((row) => row && !row.startsWith('#'))
    .map((row) => row.split('\t'));
  const lines: Record<string, string[]> = {};
  for (const [difficulty, , , , line] of rows) if (difficulty !== '-') (lines[difficulty!] ??= []).push(line!);
  for (const [difficulty, all] of Object.entries(lines)) {
    const step = all.length / PER_DIFFICULTY;
    lines[difficulty] = step <= 1 ? all : Array.from({ length: PER_DIFFICULTY }, (_, n) => all[Math.floor(n * step)]!);
  }
  return lines;
}

export function graded(): Plugin {
  return {
    name: 'graded',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(gradedLines())};` : undefined),
  };
}
