/**
 * What a finished game says about the techniques its player can see, as learning records.
 *
 * The server matches every conclusion to the cheapest technique that explains it. Without the server, the page does the same
 * with the same kernel: the twin of `shudu/learn/skill.py`, which explains the model; golden games check that both agree. Only
 * hints are estimated here: the page takes the easiest step for the one that the hint gave away.
 */

import { answer, api, withTimeout } from '../../api/client';
import { gameText, play, startGame, type Game } from '../../game/game';
import type { Board } from '../../game/board';
import type { Candidate } from '../../game/move';
import { engine } from '../../kernel/engine';
import type { Kernel } from '../../kernel/kernel';
import { Paths, type CandidateGrid, type PathSearch } from '../../kernel/paths';
import { has, listOf, sizeOf } from '../../shared/core/digits';
import { CELLS, HOUSES, HOUSES_OF, type Cell, type Digit } from '../../shared/core/geometry';
import { addLines } from '../../shared/learning.svelte';
import { candidatesOf } from '../../shared/core/rules';

const PATIENCE = 20_000;
const MOST_TIME = 600_000; // longer pauses are not thinking
const SAME_STEP = 3_000; // milliseconds between removals that follow from the same pattern
const MOST_AT_ONCE = 12; // milliseconds of work between two pauses for the page
const NAMED = 'hint:2'; // the stage of a hint that names the technique

// The topics beyond singles in the order of the path, with their searches; those marked `head` need no notes.
const SINGLES: readonly PathSearch[] = [[1, 1], [2, 1], [3, 1]]; // prettier-ignore
const REMOVING: readonly { topic: string; search: PathSearch; head?: boolean }[] = [
  { topic: 'pointing', search: [6, 1], head: true },
  { topic: 'claiming', search: [7, 1], head: true },
  { topic: 'naked-pair', search: [8, 1], head: true },
  { topic: 'locked-pair', search: [4, 1], head: true },
  { topic: 'hidden-pair', search: [11, 1], head: true },
  { topic: 'naked-triple', search: [9, 1], head: true },
  { topic: 'hidden-triple', search: [12, 1], head: true },
  { topic: 'naked-quad', search: [10, 1], head: true },
  { topic: 'x-wing', search: [14, 1] },
  { topic: 'swordfish', search: [15, 1] },
  { topic: 'finned-x-wing', search: [35, 1] },
  { topic: 'jellyfish', search: [16, 1] },
  { topic: 'skyscraper', search: [19, 1] },
  { topic: 'two-string-kite', search: [20, 1] },
  { topic: 'turbot-fish', search: [21, 1] },
  { topic: 'empty-rectangle', search: [22, 1] },
  { topic: 'xy-wing', search: [24, 1] },
  { topic: 'xyz-wing', search: [25, 1] },
  { topic: 'w-wing', search: [23, 1] },
  { topic: 'uniqueness-1', search: [26, 1] },
  { topic: 'uniqueness-2', search: [27, 1] },
  { topic: 'uniqueness-4', search: [29, 1] },
  { topic: 'hidden-rectangle', search: [32, 1] },
  { topic: 'bug-1', search: [18, 1], head: true },
  { topic: 'simple-colours-trap', search: [42, 2] },
  { topic: 'remote-pair', search: [17, 1] },
  { topic: 'x-chain', search: [44, 1] },
  { topic: 'xy-chain', search: [45, 1] },
  { topic: 'aic', search: [46, 1] },
  { topic: 'als-xz', search: [48, 1] },
  { topic: 'als-xy-wing', search: [49, 1] },
];

/** All topics that a game can show, the easiest first. */
export const TOPICS: readonly string[] = [
  'full-house',
  'hidden-single-box',
  'hidden-single-line',
  'naked-single',
  'naked-single-notes',
  'hidden-single-notes',
  ...REMOVING.map(({ topic }) => topic),
];

/** Return the hardest topic that was found at a moment, the end of a game, or null if nothing was counted. */
export function hardestFind(lines: readonly string[], at: number): string | null {
  const finds = lines.filter((line) => line.startsWith(`${at} `) && line.includes(' found '));
  const topics = new Set(finds.map((line) => line.split(' ')[1]!));
  return TOPICS.findLast((topic) => topics.has(topic)) ?? null;
}

const IN_THE_HEAD = REMOVING.filter(({ head }) => head);

/** Add the records of a finished game to those in this browser. */
export async function learnFrom(game: Game, started: number): Promise<void> {
  const body = { game: gameText(game), started };
  const records = await answer(api.POST('/learn/assessment', { body, fetch: withTimeout(PATIENCE) })).then(
    (assessed) => assessed.records,
    // Without the solver nothing is counted.
    () =>
      engine().then(
        (kernel) => assessGame(kernel, game, started),
        () => [],
      ),
  );
  addLines(records);
}

/** Return one record for each topic and kind, with how often it was found or shown and how long that took. */
export async function assessGame(kernel: Kernel, game: Game, started: number): Promise<string[]> {
  const { count, solution } = kernel.solve(game.puzzle);
  if (count !== 1 || !solution) return [];
  const assessment = new Assessment(new Paths(kernel), solution);
  let here = startGame(game.puzzle);
  let last = 0;
  let worked = performance.now();
  for (const { at, move } of game.moves) {
    const next = play(here, move, at);
    if (move === NAMED) assessment.takeHint(here.board);
    if (assessment.compare(here.board, next.board, Math.min(at - last, MOST_TIME))) last = at;
    here = next;
    if (here.finished !== null) break;
    if (performance.now() - worked > MOST_AT_ONCE) {
      await new Promise((resolve) => setTimeout(resolve));
      worked = performance.now();
    }
  }
  return assessment.records(started + (here.moves.at(-1)?.at ?? 0));
}

class Assessment {
  private readonly finds = new Map<string, { times: number; time: number }>();
  private readonly hints = new Map<string, number>();
  /** A hint gave the next conclusion away. */
  private helped = false;
  /** The topic of the conclusion before, if it was a removal. */
  private crossing: string | null = null;

  constructor(
    private readonly paths: Paths,
    private readonly solution: readonly number[],
  ) {}

  records(at: number): string[] {
    const finds = [...this.finds].map(([topic, { times, time }]) => `${at} ${topic} found ${times} ${time}`);
    const hints = [...this.hints].map(([topic, times]) => `${at} ${topic} hint ${times} 0`);
    return [...finds, ...hints].sort();
  }

  takeHint(board: Board): void {
    const topic = this.easiest(board);
    if (topic) this.hints.set(topic, (this.hints.get(topic) ?? 0) + 1);
    this.helped = true;
  }

  /** Count what a move concluded; return whether it concluded anything. */
  compare(before: Board, after: Board, time: number): boolean {
    const changed = CELLS.filter((cell) => before.digits[cell] !== after.digits[cell]);
    if (changed.length) {
      this.crossing = null;
      const right = changed.filter((cell) => after.digits[cell] === this.solution[cell]);
      const cell = right[0];
      if (right.length === 1 && cell !== undefined && !before.digits[cell])
        this.add(
          this.explain(() => this.explainPlacement(before, { cell, digit: after.digits[cell]! })),
          time,
        );
      return true;
    }
    const gone = CELLS.flatMap((cell) =>
      listOf(after.crossed[cell]! & ~before.crossed[cell]!).map((digit) => ({ cell, digit })),
    );
    if (gone.length && gone.every(({ cell, digit }) => this.solution[cell] !== digit))
      this.addRemoval(
        this.explain(() => this.explainRemoval(before, gone)),
        time,
      );
    return gone.length > 0;
  }

  /** Return the topic of a conclusion, or null if a hint gave it away. */
  private explain(find: () => string | null): string | null {
    const topic = this.helped ? null : find();
    this.helped = false;
    return topic;
  }

  /** Count a removal, unless it goes on with the one before: candidates are often crossed out one by one. */
  private addRemoval(topic: string | null, time: number): void {
    this.add(topic, time, topic === this.crossing && time <= SAME_STEP ? 0 : 1);
    this.crossing = topic;
  }

  private add(topic: string | null, time: number, times = 1): void {
    if (!topic) return;
    const known = this.finds.get(topic) ?? { times: 0, time: 0 };
    this.finds.set(topic, { times: known.times + times, time: known.time + time });
  }

  private explainPlacement(board: Board, placed: Candidate): string | null {
    const { cell, digit } = placed;
    const visible = singleOf(board.digits, cell, digit);
    if (visible) return visible;
    const grid = this.position(board);
    const noted = singleWithNotes(grid, placed);
    if (noted) return noted;
    for (const end of this.paths.follow(grid, board.givens, [SINGLES])) if (end.digits[cell]) return null;
    return this.first(board, grid, IN_THE_HEAD, (end) => end.digits[cell] !== 0 || !!singleWithNotes(end, placed));
  }

  private explainRemoval(board: Board, gone: readonly Candidate[]): string | null {
    const grid = this.position(board);
    const left = gone.filter(({ cell, digit }) => has(grid.candidates[cell]!, digit));
    if (!left.length) return null;
    return this.first(board, grid, REMOVING, (end) =>
      left.some(({ cell, digit }) => !has(end.candidates[cell]!, digit)),
    );
  }

  /** Return the topic of the easiest step in a position. */
  private easiest(board: Board): string | null {
    const grid = this.position(board);
    const empty = CELLS.filter((cell) => !grid.digits[cell]);
    const visible = empty.map((cell) => singleOf(grid.digits, cell, this.solution[cell]!));
    const noted = empty.map((cell) => singleWithNotes(grid, { cell, digit: this.solution[cell]! }));
    const kinds = ['full-house', 'hidden-single-box', 'hidden-single-line', 'naked-single'];
    const easiest = kinds.find((kind) => visible.includes(kind)) ?? noted.find((topic) => topic !== null);
    return easiest ?? this.first(board, grid, REMOVING, (end) => String(end.candidates) !== String(grid.candidates));
  }

  /** Return the first topic whose technique alone leads to a position with a property. */
  private first(
    board: Board,
    grid: CandidateGrid,
    topics: typeof REMOVING,
    explains: (end: CandidateGrid) => boolean,
  ): string | null {
    let index = 0;
    for (const end of this.paths.follow(
      grid,
      board.givens,
      topics.map(({ search }) => [search]),
    )) {
      if (explains(end)) return topics[index]!.topic;
      index++;
    }
    return null;
  }

  /** Return the position without wrong entries, and with what the player removed by mistake. */
  private position(board: Board): CandidateGrid {
    const digits = board.digits.map((digit, cell) => (digit === this.solution[cell] ? digit : 0));
    const candidates = CELLS.map((cell) => {
      if (digits[cell]) return 0;
      return candidatesOf(digits, cell) & ~(board.crossed[cell]! & ~(1 << this.solution[cell]!));
    });
    return { digits, candidates };
  }
}

/** Return the topic of a single that the candidates show. */
function singleWithNotes({ candidates }: CandidateGrid, { cell, digit }: Candidate): string | null {
  if (sizeOf(candidates[cell]!) === 1) return 'naked-single-notes';
  const isOnly = (house: number) => HOUSES[house]!.filter((each) => has(candidates[each]!, digit)).length === 1;
  return HOUSES_OF[cell]!.some(isOnly) ? 'hidden-single-notes' : null;
}

/** Return the topic of the easiest way to see a placement without notes, or null if it is no single. */
export function singleOf(digits: readonly number[], cell: Cell, digit: Digit): string | null {
  const [row, column, box] = HOUSES_OF[cell]!;
  const empty = (house: number) => HOUSES[house]!.filter((each) => !digits[each]);
  const isOnly = (house: number) =>
    empty(house).every((each) => each === cell || !((candidatesOf(digits, each) >> digit) & 1));
  if ([row!, column!, box!].some((house) => empty(house).length === 1)) return 'full-house';
  if (isOnly(box!)) return 'hidden-single-box';
  if (isOnly(row!) || isOnly(column!)) return 'hidden-single-line';
  return sizeOf(candidatesOf(digits, cell)) === 1 ? 'naked-single' : null;
}
