/** Texts of the pages about final grids, which only those pages load. */

import { fill, type Values } from '.';
import { settings } from '../settings.svelte';
import en from './grids/en.json';
import zh from './grids/zh.json';

export type GridKey = keyof typeof en;

const messages: Record<string, Record<GridKey, string>> = { en, zh };

/** A text about grids, their numbers and the methods that make them. */
export const g = (key: GridKey, values: Values = {}): string => fill(messages[settings.language]![key], values);
