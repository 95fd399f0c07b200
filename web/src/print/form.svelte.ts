/** The form of the print page, stored for the next time. */

import type { PrintRequest, PrintPuzzlesRequest } from '../api/schema';
import { DIFFICULTIES, LEVELS } from '../shared/core/levels';
import type { ClueSymmetry } from '../shared/core/symmetry';
import type { Language } from '../app/look';
import type { Sheet } from '../exchange/sheet';
import { settings } from '../app/settings.svelte';
import { load, save } from '../shared/storage';

export const SOURCES = ['new', 'current', 'entered', 'imported', 'worksheet'] as const;
export type Source = (typeof SOURCES)[number];
export const PAPERS = ['a4', 'letter', 'a5'] as const;
export const PER_PAGE = [1, 2, 4, 6] as const;
export const SWITCHES = ['solutions', 'upsideDown', 'ratings', 'candidates', 'cover', 'large', 'codes'] as const;

const START = {
  source: 'new' as Source,
  count: 12,
  /** `d-` and a difficulty, `l-` and a level, or nothing. */
  kind: '',
  symmetry: 'none' as ClueSymmetry,
  seed: '',
  technique: 'naked-pair',
  exercises: 4,
  paper: 'a4' as (typeof PAPERS)[number],
  perPage: 2 as (typeof PER_PAGE)[number],
  language: '' as '' | Language,
  title: '',
  candidates: false,
  progress: true,
  ratings: true,
  solutions: true,
  upsideDown: false,
  cover: true,
  large: false,
  codes: true,
};

export class Form {
  choices = $state({ ...START, ...load<Partial<typeof START>>('print', {}) });

  /** Whether the seed is valid. */
  readonly seedFits = $derived(
    /^\d{0,16}$/.test(this.choices.seed.trim()) && Number(this.choices.seed) <= Number.MAX_SAFE_INTEGER,
  );

  keep(): void {
    save('print', { ...$state.snapshot(this.choices), seed: '' });
  }

  /** Return the request; `sheets` are the puzzles of the selected source. */
  request(sheets: Sheet[], address: string): PrintRequest {
    const { choices } = this;
    const seed = choices.seed.trim() ? Number(choices.seed) : null;
    const style = {
      title: choices.title,
      language: choices.language || settings.language,
      paper: choices.paper,
      per_page: choices.perPage,
      candidates: choices.candidates,
      ratings: choices.ratings,
      solutions: choices.solutions,
      upside_down: choices.upsideDown,
      cover: choices.cover,
      large: choices.large,
      progress: choices.progress,
      address: choices.codes ? address : '',
    };
    if (choices.source === 'worksheet')
      return { worksheet: { technique: choices.technique, exercises: choices.exercises, seed }, style };
    if (choices.source !== 'new') return { sheets, style };
    const make: PrintPuzzlesRequest = { count: choices.count, symmetry: choices.symmetry, seed };
    const [by, name] = choices.kind.split('-');
    if (by === 'd') make.difficulty = DIFFICULTIES.find((difficulty) => difficulty === name) ?? null;
    if (by === 'l') make.level = LEVELS.find((level) => level === name) ?? null;
    return { make, style };
  }
}
