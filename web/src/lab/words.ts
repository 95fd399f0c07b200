/** The lab's texts, which only the lab loads. */

import { fill, type Values } from '../app/i18n';
import en from '../app/i18n/lab/en.json';
import zh from '../app/i18n/lab/zh.json';
import { settings } from '../app/settings.svelte';

export type WordKey = keyof typeof en;

const WORDS: Record<string, Record<WordKey, string>> = { en, zh };
const FORMATS = { en: new Intl.NumberFormat('en'), zh: new Intl.NumberFormat('zh-CN') };

/** A text of the lab in the player's language. */
export const w = (key: WordKey, values: Values = {}): string => fill(WORDS[settings.language]![key], values);

/** Whether there is a text: the server may name more than this page knows. */
export const hasWords = (key: string): key is WordKey => key in en;

export const wordsOr = (key: string, otherwise: string): string => (hasWords(key) ? w(key) : otherwise);

/** A number with its digits in groups. */
export const grouped = (number: number): string => FORMATS[settings.language].format(number);

/** Seconds in the unit that suits them. */
export function duration(seconds: number): string {
  if (seconds >= 1) return w('time.s', { n: seconds.toFixed(2) });
  return w('time.ms', { n: (1000 * seconds).toPrecision(seconds < 0.1 ? 2 : 3) });
}
