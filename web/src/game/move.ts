/** Moves as lines of text; `shudu/game/move.py` documents the grammar. */

import { cellName, type Cell, type Digit } from '../shared/core/geometry';

export interface Candidate {
  digit: Digit;
  cell: Cell;
}

/** A parsed move. `argument` is a colour, the name of a checkpoint, the stage of a hint or a count. */
export interface Move {
  action: string;
  cells: Cell[];
  candidates: Candidate[];
  digit: Digit;
  argument: string;
}

export type Refusal =
  | 'malformed'
  | 'same'
  | 'given'
  | 'filled'
  | 'seen'
  | 'nothing'
  | 'paused'
  | 'finished'
  | 'level'
  | 'many'
  | 'unknown'
  | 'time';

/** A move that cannot be played. */
export class BadMove extends Error {
  constructor(readonly code: Refusal) {
    super(code);
  }
}

const CELL = 'r[1-9]c[1-9]';
const ON_CELLS = new RegExp(`^(${CELL}(?:,${CELL}){0,80})([=~^][1-9]|-|#[A-H])$`);
const ON_CANDIDATES = new RegExp(`^([1-9]${CELL}(?:,[1-9]${CELL}){0,728})(-|#[A-H])$`);
const HINT = new RegExp(`^hint:([1-5]|${CELL})$`);
const BACK = /^back:([1-9]\d{0,3})$/;
const NAMED = /^(checkpoint|return):([\p{L}\p{M}\p{N}_-]{1,24})$/u;
const WORDS = new Set(
  (
    'undo redo restart pause resume uncolour notes:fill notes:auto notes:hand ' +
    'check:end check:rules check:solution check:now'
  ).split(' '),
);
const ACTIONS: Record<string, string> = { '=': 'place', '~': 'centre', '^': 'corner', '-': 'clear', '#': 'colour' };

const move = (action: string, parts: Partial<Move> = {}): Move => ({
  action,
  cells: [],
  candidates: [],
  digit: 0,
  argument: '',
  ...parts,
});

/** Parse a move; throws BadMove `malformed`. */
export function parseMove(text: string): Move {
  if (text.includes('\n')) throw new BadMove('malformed');
  if (WORDS.has(text)) return move(text);
  let match = ON_CELLS.exec(text);
  if (match) return onCells(match[1]!, match[2]!);
  match = ON_CANDIDATES.exec(text);
  if (match) return onCandidates(match[1]!, match[2]!);
  match = HINT.exec(text);
  if (match) return hint(match[1]!);
  match = BACK.exec(text);
  if (match) return move('back', { argument: match[1]! });
  match = NAMED.exec(text);
  if (match) return move(match[1]!, { argument: match[2]! });
  throw new BadMove('malformed');
}

/** Whether a name is valid for a checkpoint. */
export const isName = (text: string): boolean => NAMED.test(`checkpoint:${text}`);

/** Return the name of a checkpoint for display: in moves, spaces are underscores. */
export const displayName = (name: string): string => name.replaceAll('_', ' ');

/** Return the text of a move on cells; `sign` is `=7`, `~4`, `^4`, `-` or `#A`. */
export const onCellsText = (cells: Iterable<Cell>, sign: string): string =>
  [...cells]
    .sort((a, b) => a - b)
    .map(cellName)
    .join(',') + sign;

/** Return the canonical text: cells ascending, candidates by cell, then digit. */
export function moveText(played: Move): string {
  const { action, cells, candidates, digit, argument } = played;
  if (action === 'cross' || action === 'paint') {
    const names = candidates.map((candidate) => candidate.digit + cellName(candidate.cell)).join(',');
    return names + (action === 'cross' ? '-' : `#${argument}`);
  }
  if (['checkpoint', 'return', 'back'].includes(action)) return `${action}:${argument}`;
  if (action === 'hint') return `hint:${argument || cellName(cells[0]!)}`;
  const sign = Object.keys(ACTIONS).find((key) => ACTIONS[key] === action);
  return sign ? onCellsText(cells, sign + (digit || '') + argument) : action;
}

/** Return the cell named `r3c5`. */
export const parseCell = (name: string): Cell => 9 * (Number(name[1]) - 1) + Number(name[3]) - 1;

/** Return the candidate named `7r3c5`. */
export const parseCandidate = (name: string): Candidate => ({ digit: Number(name[0]), cell: parseCell(name.slice(1)) });

function onCells(names: string, act: string): Move {
  const cells = names
    .split(',')
    .map(parseCell)
    .sort((a, b) => a - b);
  const action = ACTIONS[act[0]!]!;
  if (new Set(cells).size < cells.length || (action === 'place' && cells.length > 1)) throw new BadMove('malformed');
  if (action === 'clear' || action === 'colour') return move(action, { cells, argument: act.slice(1) });
  return move(action, { cells, digit: Number(act[1]) });
}

function onCandidates(names: string, act: string): Move {
  const candidates = names
    .split(',')
    .map(parseCandidate)
    .sort((a, b) => a.cell - b.cell || a.digit - b.digit);
  if (new Set(names.split(',')).size < candidates.length) throw new BadMove('malformed');
  return move(act === '-' ? 'cross' : 'paint', { candidates, argument: act.slice(1) });
}

const hint = (what: string): Move =>
  /^\d$/.test(what) ? move('hint', { argument: what }) : move('hint', { cells: [parseCell(what)] });
