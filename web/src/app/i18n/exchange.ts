/** Texts about formats and paper, which only those screens and panels load. */

import { fill, type Values } from '.';
import { settings } from '../settings.svelte';
import en from './exchange/en.json';
import zh from './exchange/zh.json';

export type ExchangeKey = keyof typeof en;

const messages: Record<string, Record<ExchangeKey, string>> = { en, zh };

/** A text about formats, links or paper. */
export const x = (key: ExchangeKey, values: Values = {}): string => fill(messages[settings.language]![key], values);

/** The name of a part of a Sudoku that a format may not carry; a stranger's own word for what is not known here. */
export const partName = (part: string): string => (`part.${part}` in en ? x(`part.${part}` as ExchangeKey) : part);

/** Names one after the other. */
export const listed = (names: readonly string[]): string => names.join(x('list'));
