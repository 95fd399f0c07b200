/** Names of houses, cells, techniques and languages. */

import techniques from 'virtual:texts/techniques';
import { t, textIn } from '.';
import { settings, type Language } from '../settings.svelte';
import { columnOf, rowOf, type Cell } from '../../shared/core/geometry';

const KINDS = ['house.row', 'house.column', 'house.box'] as const;

/** "row 3", "column 5", "box 2". */
export const houseWords = (house: number): string => t(KINDS[Math.floor(house / 9)]!, { n: (house % 9) + 1 });

/** A technique, or a topic of the learning path, by its id. */
export const techniqueName = (id: string): string => techniques[settings.language][id] ?? id;

/** "row 3, column 5". */
export const cellWords = (cell: Cell): string =>
  t('cell.row', { n: rowOf(cell) + 1 }) + t('list.comma') + t('cell.column', { n: columnOf(cell) + 1 });

/** A language by its own name, such as "English"; `short` fits a button. */
export const languageName = (language: Language, length: 'name' | 'short' = 'name'): string =>
  textIn(language, `language.${length}`);
