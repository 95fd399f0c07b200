/** Computes the cell views of a game: highlights, marks and colours, each optional. */

import type { CellView, Tone } from '../../board/view';
import { has, setOf } from '../../shared/core/digits';
import { CELLS, PEERS, type Cell, type Digit } from '../../shared/core/geometry';
import { candidates, type Board } from '../../game/board';
import type { Settings } from '../../app/settings.svelte';
import type { Drawing } from './hint';
import type { Session } from './session.svelte';

export function viewOf(session: Session, settings: Settings, drawing: Drawing | null): CellView[] {
  // Read once: reading reactive state for each of the 81 cells would delay the first paint of a digit.
  const { errors, revealed } = session;
  const { filter } = session.selection;
  const { board } = session.settled;
  const { highlightDigit, highlightConflicts } = settings;
  const [single = null] = session.selection.cells.size === 1 ? session.selection.cells : []; // the current cell may be deselected
  // Other highlights step back while a hint is on the board.
  const peers = new Set(single !== null && settings.highlightPeers && !drawing ? PEERS[single] : []);
  const digit = drawing ? 0 : soughtDigit(session, single);
  const sought = settings.highlightCandidate ? setOf([digit]) : 0;
  const painted = board.candidateColours.some(Boolean);
  const blocked = filter ? peersOf(board.digits, filter) : new Set<Cell>();

  return CELLS.map((cell) => {
    const value = board.digits[cell]!;
    const marks = board.centre[cell]! | board.corner[cell]!;
    const tones: Tone[] = [];
    if (peers.has(cell) || blocked.has(cell)) tones.push('peer');
    if (digit && value === digit && highlightDigit) tones.push('same');
    if (!value && filter && has(marks, filter)) tones.push('same');
    if (highlightConflicts && errors.has(cell)) tones.push('error');
    if (drawing?.region.has(cell)) tones.push('region');
    if (drawing?.target === cell) tones.push('target');
    if (drawing?.causes.has(cell)) tones.push('cause');
    if (drawing?.blockers.has(cell)) tones.push('same');
    return {
      digit: value,
      given: board.givens[cell]!,
      centre: revealed === cell ? candidates(board, cell) : board.centre[cell]!,
      slots: board.noted || revealed === cell,
      corner: board.corner[cell]!,
      struck: value ? 0 : (drawing?.struck[cell] ?? 0),
      ringed: value ? 0 : (drawing?.ringed[cell] ?? 0),
      sought: sought & marks, // set only where shown, so that other cells keep their view
      tones,
      colour: board.cellColours[cell]!,
      candidateColours: painted ? colours(board.candidateColours, cell) : NO_COLOURS,
      letter: '',
    };
  });
}

/** Update one cell's view at once; the rest follows later. */
export function updateCell(
  views: readonly CellView[],
  cell: Cell,
  { digits, centre, corner, noted }: Board,
): CellView[] {
  const parts = { digit: digits[cell]!, centre: centre[cell]!, slots: noted, corner: corner[cell]! };
  const now = { ...views[cell]!, ...parts };
  return views.map((view, place) => (place === cell ? now : view));
}

function soughtDigit(session: Session, single: Cell | null): Digit {
  return (
    session.selection.filter ||
    session.selection.sticky ||
    (single === null ? 0 : session.settled.board.digits[single]!)
  );
}

function peersOf(digits: readonly number[], digit: Digit): Set<Cell> {
  const holders = CELLS.filter((cell) => digits[cell] === digit);
  return new Set([...holders.flatMap((cell) => PEERS[cell]!), ...CELLS.filter((cell) => digits[cell])]);
}

const NO_COLOURS = {};

function colours(all: readonly number[], cell: Cell): Record<Digit, number> {
  const here = all.slice(9 * cell, 9 * cell + 9);
  return here.some(Boolean) ? Object.fromEntries(here.map((colour, index) => [index + 1, colour])) : NO_COLOURS;
}
