/** The choices of the print page, stored for the next time. */

import type { PrintRequest, PrintPuzzlesRequest } from '../api/schema';
import { LEVELS } from '../shared/core/levels';
import type { Sheet } from '../exchange/sheet';
import { settings } from '../app/settings.svelte';
import { load, save } from '../shared/storage';

export const SOURCES = ['new', 'current', 'entered', 'imported', 'worksheet'] as const;
export type Source = (typeof SOURCES)[number];
export const SYMMETRIES = [
  'none',
  'rotate180',
  'rotate90',
  'horizontal',
  'vertical',
  'diagonal',
  'antidiagonal',
  'both',
] as const;
export const BANDS = ['easy', 'medium', 'hard'] as const;
export const PAPERS = ['a4', 'letter', 'a5'] as const;
export const PER_PAGE = [1, 2, 4, 6] as const;
export const SWITCHES = ['solutions', 'upsideDown', 'ratings', 'candidates', 'cover', 'large', 'codes'] as const;

const START = {
  source: 'new' as Source,
  count: 12,
  /** `d-` and a difficulty by clues, `l-` and a level by logic, or nothing. */
  kind: '',
  symmetry: 'none' as (typeof SYMMETRIES)[number],
  seed: '',
  technique: 'naked-pair',
  exercises: 4,
  paper: 'a4' as (typeof PAPERS)[number],
  perPage: 2 as (typeof PER_PAGE)[number],
  language: '' as '' | 'en' | 'zh',
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
  wish = $state({ ...START, ...load<Partial<typeof START>>('print', {}) });

  /** Whether the seed can be one. */
  readonly seedFits = $derived(
    /^\d{0,16}$/.test(this.wish.seed.trim()) && Number(this.wish.seed) <= Number.MAX_SAFE_INTEGER,
  );

  keep(): void {
    save('print', { ...$state.snapshot(this.wish), seed: '' });
  }

  /** The request; `sheets` are the puzzles of the selected source. */
  request(sheets: Sheet[], address: string): PrintRequest {
    const { wish } = this;
    const seed = wish.seed.trim() ? Number(wish.seed) : null;
    const style = {
      title: wish.title,
      language: wish.language || settings.language,
      paper: wish.paper,
      per_page: wish.perPage,
      candidates: wish.candidates,
      ratings: wish.ratings,
      solutions: wish.solutions,
      upside_down: wish.upsideDown,
      cover: wish.cover,
      large: wish.large,
      progress: wish.progress,
      address: wish.codes ? address : '',
    };
    if (wish.source === 'worksheet')
      return { worksheet: { technique: wish.technique, exercises: wish.exercises, seed }, style };
    if (wish.source !== 'new') return { sheets, style };
    const make: PrintPuzzlesRequest = { count: wish.count, symmetry: wish.symmetry, seed };
    const [by, name] = wish.kind.split('-');
    if (by === 'd') make.difficulty = BANDS.find((band) => band === name) ?? null;
    if (by === 'l') make.level = LEVELS.find((level) => level === name) ?? null;
    return { make, style };
  }
}
